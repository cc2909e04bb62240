"""The outlook of a whole battle against battles fought out with dice."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from engine.chance import Chance, Seeded
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from engine.victory_awaits.combat.retreat import Losses, Retreat, steps_left
from engine.victory_awaits.questions import spread
from tests.engine.victory_awaits.field import THREE, fight
from tests.marks import rules


@rules("victory-awaits", "10.2", "10.4")
def test_outlook_of_one_die_and_of_the_whole_battle() -> None:
    game = fight(THREE, ["rifle 179R 1523"], sources={"soviet": ["1628"]})
    attack = Action("attack", hex="1523", units=["36M", "21", "217"])
    assert sum(p.probability for p in game.outlook(attack)) == 1
    whole = game.query("battle_outlook", hex="1523", units=["36M", "21", "217"])
    assert whole["column"] == "4-1"
    assert whole["results"]["RR"] == Fraction(1, 6)
    for name in ("results", "vacated", "defender_losses", "attacker_losses"):
        assert sum(whole[name].values()) == 1
    assert whole["vacated"][True] == Fraction(5, 6)


BATTLES = 20_000


SIGMAS = 4.5


HEX = "1523"


ATTACKERS = ["mot 36M 1522", "inf 21 1423", "inf 217 1424"]


POSITIONS: dict[str, tuple[list[str], list[str], dict[str, Any]]] = {
    "half surrounded": (
        [*ATTACKERS, "hq 4A 1524"],
        ["rifle 179R 1523", "tank 1T 1523", "rifle 5R 1725"],
        {},
    ),
    "a fortress": (
        [*ATTACKERS, "pz 1Pz 1623"],
        ["rifle 179R 1523", "fort F1 1523"],
        {"reduced": ["179R"]},
    ),
}


def battles(game: Game, units: list[str]) -> Iterator[tuple[str, Any]]:
    """What came of each battle, one name and value after the other."""
    g: Any = game.rules
    attack = Action("attack", hex=HEX, units=units)
    defenders = game.state.position.at(HEX)
    before = {unit: steps_left(g, game.state, unit) for unit in (*units, *defenders)}
    for number in range(BATTLES):
        course = Course(Chance(Seeded(f"battle {number}")))
        state = g.apply(game.state, attack, course)
        while isinstance(state.top, Losses | Retreat):
            state = g.apply(state, spread(g, state), course)
        told = next(event for event in course.events if event.key == "ava.attack.result")
        lost = {unit: steps - steps_left(g, state, unit) for unit, steps in before.items()}
        yield "results", dict(told.params)["result"]
        yield "attacker_losses", sum(lost[unit] for unit in units)
        yield "defender_losses", sum(lost[unit] for unit in defenders)
        yield "vacated", not any(state.position.place(unit) == HEX for unit in defenders)
        for unit in defenders:
            yield f"place of {unit}", state.position.place(unit)


@rules("victory-awaits", "10.2", "10.4", "10.5", "10.6")
@pytest.mark.parametrize("name", POSITIONS)
def test_the_outlook_is_what_twenty_thousand_battles_come_to(name: str) -> None:
    axis, soviet, keys = POSITIONS[name]
    game = fight(axis, soviet, sources={"soviet": ["1628", "2523"]}, **keys)
    units = game.query("targets")[HEX]
    exact = game.query("battle_outlook", hex=HEX, units=units)
    assert exact["column"] is not None
    seen: dict[str, Counter[Any]] = {}
    for what, value in battles(game, units):
        seen.setdefault(what, Counter())[value] += 1
    assert seen.keys() == exact.keys() - {"policy", "column"}
    for what, counts in seen.items():
        assert sum(exact[what].values()) == 1
        assert counts.keys() <= exact[what].keys(), what
        for value, odds in exact[what].items():
            error = SIGMAS * math.sqrt(float(odds * (1 - odds)) / BATTLES)
            assert abs(counts[value] / BATTLES - float(odds)) <= error, (what, value)
