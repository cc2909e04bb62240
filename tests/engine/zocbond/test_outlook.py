"""The outlook of a whole battle against battles fought out with dice."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from engine.chance import Chance, Seeded
from engine.errors import Problem
from engine.game import Game
from engine.values import Action
from engine.verdict import Course
from engine.zocbond.questions.queries import OVER, choose
from tests.engine.zocbond.field import SIDES, field, home, unit
from tests.marks import rules

BATTLES = 2_000
SIGMAS = 4.5
HEX = "0605"
ATTACKERS = [
    unit("a", "0505", full=[8, 4, 4], formation="one"),
    unit("b", "0604", "tank", full=[7, 4, 6], armour=2, formation="one"),
    unit("c", "0606", full=[3, 4, 4], formation="one"),
]
RING = [unit(f"r{n}", hex) for n, hex in enumerate(("0503", "0703", "0407", "0807", "0806"))]
THREE = {"steps": 3, "reduced": [3, 3, 4], "remnant": [1, 2, 4]}
DEFENDERS = [unit("x", HEX, full=[4, 5, 4], morale="elite", **THREE), unit("y", HEX)]
POSITIONS: dict[str, tuple[list[Any], list[Any], dict[str, Any]]] = {
    "in the open": (ATTACKERS[:2], DEFENDERS, {}),
    "surrounded in a town": (
        [*ATTACKERS, *RING],
        DEFENDERS,
        {"ground": {HEX: {"holland44": "t", "stalingrad42": "c"}}},
    ),
}


def battle(game: str, name: str) -> tuple[Game, list[str]]:
    """A position, and who attacks in it."""
    own, foes, keys = POSITIONS[name]
    ground = {hex: by[game] for hex, by in keys.get("ground", {}).items()}
    edge = [f"{c:02d}{r:02d}" for c in (1, 12) for r in range(1, 13)]
    if game == "stalingrad42":
        own = [{k: v for k, v in u.items() if k not in ("armour", "formation")} for u in own]
    areas = [home(SIDES[game][1], *edge)]
    played = field(game, own, foes, phase="combat", ground=ground, areas=areas)
    return played, [u["id"] for u in own if u["id"] in "abc"]


def fought(game: Game, units: list[str], seed: int) -> dict[str, Any]:
    """What came of one battle."""
    g: Any = game.rules
    start = game.state
    defenders = start.position.at(HEX)
    course = Course(Chance(Seeded(f"battle {seed}")))
    state = g.apply(start, Action("attack", hex=HEX, units=units), course)
    while (owed := g.decision(state)) is not None and owed.kind not in OVER:
        state = g.apply(state, choose(g, state), course)
    told = next(event for event in course.events if event.key == "zb.attack.result")
    lost = {u: state.lost.get(u, 0) - start.lost.get(u, 0) for u in (*units, *defenders)}
    places = {f"place of {unit}": state.place(unit) for unit in defenders}
    return {
        "results": dict(told.params)["result"],
        "attacker_losses": sum(lost[unit] for unit in units),
        "defender_losses": sum(lost[unit] for unit in defenders),
        "vacated": not any(state.place(unit) == HEX for unit in defenders),
        **places,
    }


@rules("holland44", "9.3", "11.2", "12.1.1", "12.4", "13.1.3")
@rules("stalingrad42", "8.3", "10.2.2", "11.1.1", "11.5.2", "12.1.3")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
@pytest.mark.parametrize("name", POSITIONS)
def test_the_outlook_is_what_thousands_of_battles_come_to(game, name):
    played, units = battle(game, name)
    exact = played.query("battle_outlook", hex=HEX, units=units)
    assert exact["column"] is not None
    seen: dict[str, Counter[Any]] = {}
    for seed in range(BATTLES):
        for what, value in fought(played, units, seed).items():
            seen.setdefault(what, Counter())[value] += 1
    assert seen.keys() == exact.keys() - {"policy", "column"}
    for what, counts in seen.items():
        assert sum(exact[what].values()) == 1
        assert counts.keys() <= exact[what].keys(), what
        for value, odds in exact[what].items():
            error = SIGMAS * math.sqrt(float(odds * (1 - odds)) / BATTLES)
            assert abs(counts[value] / BATTLES - float(odds)) <= error, (what, value)


@rules("holland44", "12.4")
@rules("stalingrad42", "11.5.1")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_a_desperate_defence_can_cost_more_than_the_table_asks(game):
    """In the open two steps at most fall; surrounded the defenders may die to the last."""
    losses = {}
    for name in POSITIONS:
        played, units = battle(game, name)
        losses[name] = played.query("battle_outlook", hex=HEX, units=units)["defender_losses"]
    assert max(losses["in the open"]) <= 2
    assert max(losses["surrounded in a town"]) == 5


@rules("holland44", "12.1.1")
@rules("stalingrad42", "11.1.1")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_who_stands_keeps_the_hex_more_often(game):
    played, units = battle(game, "in the open")
    stand = played.query("battle_outlook", hex=HEX, units=units)
    go = played.query("battle_outlook", hex=HEX, units=units, stands=False)
    assert stand["vacated"].get(True, Fraction(0)) < go["vacated"][True]
    assert (stand["policy"], go["policy"]) == ("stands", "goes")


@rules("holland44", "9.1")
@rules("stalingrad42", "8.1")
@pytest.mark.parametrize("game", ["holland44", "stalingrad42"])
def test_an_attack_that_is_refused_has_no_outlook(game):
    played, _ = battle(game, "in the open")
    assert played.query("battle_outlook", hex="0101", units=["a"])["column"] is None
    moving = field(game, [unit("a", "0505")], DEFENDERS)
    with pytest.raises(Problem, match="no combat phase"):
        moving.query("battle_outlook", hex=HEX, units=["a"])
