"""The whole winter operation, played by bots."""

from __future__ import annotations

import random

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


@rules("stalingrad42", "34.1.2")
def test_nothing_that_the_german_is_told_names_a_unit_in_a_box():
    game = Game(catalogue.rules_of(NAME), Seeded(3))
    luck, boxes, silent = random.Random(3), {f"mask-{n}" for n in range(1, 7)}, 0
    while game.decision is not None:
        before, actions = game.state, game.choices()
        secret = [action for action in actions if action.kind in ("army-in", "replace")]
        events = game.apply(luck.choice(secret or actions))
        after = game.state
        kept = {u for box in boxes for u in before.position.at(box) if after.place(u) in boxes}
        told = list(game.rules.told(before, after, events, "german"))
        silent += len(events) - len(told)
        for event in told:
            said = [word for _, value in event.params for word in _words(value)]
            assert kept.isdisjoint(event.units)
            assert kept.isdisjoint(said)
            assert boxes.isdisjoint(said)
        assert list(game.rules.told(before, after, events, "soviet")) == list(events)
    assert silent
    assert len(game.told("german")) == len(game.log) - silent
    assert game.told("soviet") == game.log


def _words(value):
    return value if isinstance(value, tuple) else (value,)
