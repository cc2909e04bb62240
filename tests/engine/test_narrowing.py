"""What a unit may do, or what may be done to a hex, is a part of what may be done at all."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import Seeded, catalogue
from engine.game import Game
from engine.values import Action

FULLER = {"play", "enter", "pass-area", "exit", "army-in", "rail"}
"""Kinds of which more ways are offered to one unit, or to none, than in the long list."""


def positions(name: str) -> Iterator[Game]:
    """A random game, now and then on its way."""
    luck = random.Random(name)
    game = catalogue.load(name, Seeded(5))
    while game.decision is not None and len(game.history) < 70:
        if len(game.history) % 17 == 1:
            yield game
        game.apply(luck.choice(game.choices()))


def named(action: Action) -> set[object]:
    """Everything an action names."""
    return {
        one for _, value in action.args for one in (value if isinstance(value, tuple) else (value,))
    }


@pytest.mark.parametrize("system", catalogue.GAMES)
def test_the_choices_of_a_unit_or_a_hex_are_those_that_name_it(system):
    luck = random.Random(system)
    asked = 0
    for game in (game for name in catalogue.scenario_ids(system) for game in positions(name)):
        everything = game.choices()
        for key in ("unit", "hex"):
            naming = [a for a in everything if key in a and a.kind not in FULLER]
            for action in luck.sample(naming, min(3, len(naming))):
                narrowed = game.choices(**{key: action[key]})
                mine = {a for a in naming if a[key] == action[key]}
                assert mine <= set(narrowed)
                for other in luck.sample(narrowed, min(10, len(narrowed))):
                    assert game.explain(other)
                    assert key not in other or action[key] in named(other)
                asked += 1
        assert {a for a in everything if "unit" not in a and "hex" not in a} >= {
            a for a in game.choices(unit="nobody") if a.kind not in FULLER
        }
    assert asked > 20
