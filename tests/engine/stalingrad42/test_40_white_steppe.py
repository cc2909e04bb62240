"""The whole winter operation, played by bots."""

from __future__ import annotations

import pytest

from engine import bots, catalogue
from engine.chance import Seeded
from engine.game import Game
from tests.marks import rules

NAME = "stalingrad42/white-steppe"


@rules("stalingrad42", "33.2.3", "34.1.1", "25.2.1", "32.2", "31.0")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_winter_operation_ends_by_the_rules(bot):
    report = bots.play_many(NAME, [11], bot)
    assert report.finished == 1
    assert report.violations == []


@rules("stalingrad42", "34.1.2")
def test_no_choice_of_the_german_betrays_a_box():
    game = Game(catalogue.rules_of(NAME), Seeded(5))
    german, soviet = bots.make_bot("random", 1), bots.make_bot("random", 2)
    looks = 0
    for _ in range(90):
        owed = game.decision
        if owed is None:
            break
        if owed.side == "german" and any(game.state.tracks["masks"].values()):
            known = game.rules.seen(game.state)
            assert not any(known.position.at(f"mask-{n}") for n in range(1, 7))
            assert set(known.tracks["masks"].values()) == {""}
            looks += 1
        game.apply((german if owed.side == "german" else soviet).choose(game))
    assert looks
