"""Whole games by bots end by the rules and break nothing."""

from __future__ import annotations

import pytest

from engine.bots import play_many
from tests.engine.zocbond.field import field, unit

SMALL = (
    "holland44/polder-gap",
    "holland44/hells-highway",
    "holland44/the-pocket",
    "stalingrad42/the-ring",
    "stalingrad42/steppe-ride",
    "stalingrad42/winter-pocket",
)


@pytest.mark.parametrize("scenario", SMALL)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_end(scenario, bot):
    report = play_many(scenario, [5], bot)
    assert not report.violations
    assert report.finished == 1


@pytest.mark.parametrize("scenario", ["holland44/first-span"])
def test_a_whole_operation_ends(scenario):
    report = play_many(scenario, [5], "random")
    assert not report.violations
    assert report.finished == 1


@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_a_state_that_is_left_keeps_nothing_and_is_worked_out_again(game):
    played = field(game, [unit("a", "0505")], [unit("x", "0508")])
    first, listed = played.state, played.choices()
    assert first.facts
    played.apply(listed[0])
    assert not first.facts
    assert not first.kept.facts
    played.undo()
    assert played.state is first
    assert played.choices() == listed
