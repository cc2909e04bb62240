"""Section 11.1: what each result of the table brings."""

from __future__ import annotations

import pytest

from engine.game import Game
from engine.values import Action
from tests.engine.holland44.parts import struck
from tests.engine.zocbond.field import forbidden, unit
from tests.marks import rules

ODDS = {"A1": 1, "A1/ENG": 2, "ENG": 2, "EX": 2, "A1/DR": 3, "DR": 3, "DRX": 4, "D1": 4}
ODDS |= {"DMR": 5, "A1/D1": 6, "DS": 6}
"""Odds at which the table has a result."""


def rolled(code: str, steps: int = 3) -> Game:
    """Two attackers of one formation and two defenders of eight points get a result."""
    own = [unit(name, "0506", full=[4 * ODDS[code], 4, 4], formation="f") for name in "ab"]
    foes = [unit(name, "0505", steps=steps) for name in "xy"]
    return struck(code, own, foes, "a", "b")


def to_the_end(played: Game) -> dict[str, object]:
    """What the result comes to where nobody stands: who named losses, how far and in what state."""
    named, lengths = set(), set()
    while played.decision.kind not in ("zb.advance", "zb.combat"):
        kind, choices = played.decision.kind, played.choices()
        if kind == "zb.lose":
            lost = played.rules.units[choices[0]["unit"]].side
            named.add((lost, played.decision.side))
        if kind == "zb.retreat":
            lengths |= {len(a["path"]) - 1 for a in choices}
        stand = kind == "zb.stand"
        played.apply(Action("go-back") if stand else choices[0])
    losses = [e.units[0] for e in played.log if e.key == "zb.loss.step"]
    return {
        "attacker": sum(u in "ab" for u in losses),
        "defender": sum(u in "xy" for u in losses),
        "named": named,
        "lengths": lengths,
        "marks": {m for u in "xy" for m in played.query("marks", unit=u)} - {"retreated"},
        "advance": played.state.top.length if played.decision.kind == "zb.advance" else 0,
    }


OWN = {("allied", "allied")}
THEIRS = {("german", "german")}
CROSSED = {("allied", "german"), ("german", "allied")}


@rules("holland44", "11.1", "11.2", "13.1.1", "14.1.2", "14.3.1", "15.2", "11.5.1")
@pytest.mark.parametrize(
    ("code", "attacker", "defender", "named", "lengths", "marks", "advance"),
    [
        ("DS", 0, 1, THEIRS, {2, 3}, {"routed"}, 2),
        ("DMR", 0, 0, set(), {2, 3}, {"routed"}, 2),
        ("D1", 0, 1, THEIRS, {2}, {"disrupted"}, 1),
        ("A1/D1", 1, 1, OWN | THEIRS, {2}, {"disrupted"}, 1),
        ("DR", 0, 0, set(), {2}, {"disrupted"}, 1),
        ("A1/DR", 1, 0, OWN, {2}, {"disrupted"}, 1),
        ("DRX", 1, 1, CROSSED, {2}, {"disrupted"}, 1),
        ("EX", 1, 1, CROSSED, set(), set(), 0),
        ("ENG", 0, 0, set(), set(), {"engaged"}, 0),
        ("A1/ENG", 1, 0, OWN, set(), {"engaged"}, 0),
        ("A1", 1, 0, OWN, set(), set(), 0),
    ],
)
def test_holland_results(code, attacker, defender, named, lengths, marks, advance):
    assert to_the_end(rolled(code)) == {
        "attacker": attacker,
        "defender": defender,
        "named": named,
        "lengths": lengths,
        "marks": marks,
        "advance": advance,
    }


@rules("holland44", "12.1.1", "11.1")
@pytest.mark.parametrize("code", ["DS", "DMR", "D1", "A1/D1", "DR", "A1/DR", "DRX"])
def test_nobody_stands_after_ds_and_dmr(code):
    played = rolled(code)
    while played.decision.kind == "zb.lose":
        played.apply(played.choices()[0])
    assert (played.decision.kind == "zb.stand") == (code not in ("DS", "DMR"))


@rules("holland44", "11.1", "15.2")
def test_an_exchange_that_destroys_the_defender_lets_attackers_into_his_hex_only():
    own = [unit("a", "0506", full=[8, 4, 4]), unit("b", "0606", full=[8, 4, 4])]
    played = struck("EX", own, [unit("x", "0505", steps=1, full=[4, 8, 4])], "a", "b")
    while played.decision.kind == "zb.lose":
        played.apply(played.choices()[0])
    assert played.decision.kind == "zb.advance"
    assert played.query("advances", unit="b") == ["0505"]
    assert "15.2" in forbidden(played, Action("advance", units=("b",), path=("0606", "0605")))
