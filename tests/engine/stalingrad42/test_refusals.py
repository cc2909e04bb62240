"""What no phase allows: names that nobody bears; what is asked for one unit or one hex."""

from __future__ import annotations

import pytest

import engine
from engine.bots import make_bot
from engine.chance import Seeded
from tests.marks import rules

SCENARIOS = (
    ("white-steppe", 60),
    ("to-the-passes", 90),
    ("summer-drive", 60),
    ("drills/c3-uranus", 40),
    ("drills/c4-campaign", 60),
)
FREE = ("mode", "truly", "pause")
"""Arguments that are no names."""


def spoiled(action):
    """The same action with each name in turn replaced by one that nobody bears."""
    for key, value in action.args:
        if key in FREE:
            continue
        if isinstance(value, str):
            yield key, action.replaced(**{key: "nobody"})
        elif isinstance(value, tuple) and value and isinstance(value[0], str):
            yield key, action.replaced(**{key: (*value[:-1], "nobody")})
            yield key, action.replaced(**{key: ("nobody", *value[1:])})


@rules("stalingrad42", "5.1", "8.1", "22.6.1", "18.6.2", "5.6.1", "5.7.1", "27.2.1", "14.1")
@pytest.mark.parametrize(("scenario", "count"), SCENARIOS)
def test_a_name_that_nobody_bears_is_refused_everywhere(scenario, count):
    game = engine.load(f"stalingrad42/{scenario}", chance=Seeded(4))
    bot = make_bot("random", 4)
    seen = set()
    for _ in range(count):
        if game.decision is None:
            break
        actions = game.choices()
        assert len(set(actions)) == len(actions)
        for action in actions:
            if (game.decision.kind, action.kind) in seen:
                continue
            seen.add((game.decision.kind, action.kind))
            for key, bad in spoiled(action):
                assert not game.explain(bad), (action.kind, key)
        game.apply(bot.choose(game))
    assert len(seen) > 5


@rules("stalingrad42", "5.1", "8.1", "9.7.5", "34.5", "5.5.3")
@pytest.mark.parametrize(("scenario", "count"), SCENARIOS)
def test_choices_for_a_unit_or_a_hex_are_of_that_unit_or_hex(scenario, count):
    """And all of them are legal."""
    game = engine.load(f"stalingrad42/{scenario}", chance=Seeded(5))
    bot = make_bot("random", 5)
    for step in range(count):
        if game.decision is None:
            break
        if step % 6 == 0:
            everything = list(game.choices())
            spots = {a["hex"] for a in everything if "hex" in a}
            for hex in sorted(spots)[:4]:
                for action in game.choices(hex=hex):
                    assert action.get("hex", hex) == hex or hex in str(action)
                    assert game.explain(action)
            names = {a["unit"] for a in everything if "unit" in a}
            for unit in sorted(names)[:4]:
                for action in game.choices(unit=unit):
                    assert unit in str(action.args)
                    assert game.explain(action)
        game.apply(bot.choose(game))
