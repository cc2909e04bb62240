"""What all four scenarios share: length, first player, a start that plays on."""

from __future__ import annotations

import pytest

import engine
from engine import catalogue
from engine.chance import Seeded
from engine.stalingrad42.battle.air import in_range
from engine.stalingrad42.board.railheads import converted
from engine.stalingrad42.forces.reinforcements import arrival_areas
from engine.stalingrad42.setting import records
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


SHIPPED = [
    *catalogue.scenario_ids("stalingrad42"),
    *catalogue.scenario_ids("stalingrad42", "drills"),
]


@rules("stalingrad42", "20.6", "9.3.5", "17.2.1", "5.6.1")
@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_in_a_file_is_dead(name):
    """Sleepers can wake, aircraft have a field, green lines are railways, heads lie on them."""
    game = engine.load(name, chance=Seeded(1))
    g, s, board = game.rules, game.state, game.scenario.board
    links = board.link_at
    assert all("rail" in kinds for kinds in links if "green" in kinds)
    if s.records.asleep:
        assert board.tagged("beyond-don") or board.tagged("stalingrad")
    if any(value for _, value in g.air.steps) and g.railways:
        assert any(in_range(g, s, hex) for hex in board.hexes)
    for hex in records(s).railheads.values():
        assert hex in g.railways
        assert converted(g, s, hex)
    for unit in g.arrivals:
        if s.place(unit) == "pool":
            assert arrival_areas(g, s, unit)
    for army in s.records.armies:
        assert army in "5678"
