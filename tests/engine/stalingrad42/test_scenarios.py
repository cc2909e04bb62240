"""What all four scenarios share: length, first player, a start that plays on."""

from __future__ import annotations

import pytest

from tests.engine.stalingrad42.setting import drill, until
from tests.marks import rules


@rules("stalingrad42", "S1.1", "S2.1", "S3.1", "S4.1")
@pytest.mark.parametrize(
    ("number", "turn", "last", "side"),
    [(1, 1, 8, "german"), (2, 10, 27, "soviet"), (3, 28, 36, "soviet"), (4, 1, 36, "german")],
)
def test_length_and_first_player(number, turn, last, side):
    game = drill(number)
    assert (game.state.turn, game.rules.last_turn) == (turn, last)
    until(game, "zb.move")
    assert game.decision.side == side


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@rules("stalingrad42", "S1.1", "S2.1", "S3.1", "S4.1")
def test_every_file_plays_on_from_its_start(number):
    game = drill(number)
    assert "rulebook states" in game.scenario.summary
    for _ in range(12):
        actions = list(game.choices())
        game.apply(next((a for a in actions if a.kind == "end"), actions[0]))
        assert game.rules.violations(game.state) == []
