"""Chapter 4: how many stand in a hex, while they move and after."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import field, move, unit
from tests.marks import rules


@rules("stalingrad42", "4.1", "4.3", "20.1.1")
@pytest.mark.parametrize(("speed", "left"), [(3, 1), (5, 0)])
def test_an_army_headquarters_lets_three_stack(speed, left):
    tanks = [unit(n, "0505", "tank", dot="black") for n in "abc"]
    head = unit("q", "0505", "soviet-hq", full=[0, 0, speed], steps=1)
    played = field("stalingrad42", [], [*tanks, head], side="soviet")
    assert played.query("over", side="soviet", hex="0505") == 0
    assert played.rules.excess(played.state, "soviet", "0505") == left
    alone = field("stalingrad42", [], tanks, side="soviet")
    assert alone.query("over", side="soviet", hex="0505") == 1


@rules("stalingrad42", "4.4", "12.1.4")
def test_a_crowded_hex_is_thinned_at_the_end_of_movement():
    rows = [unit(n, "0505") for n in "abc"]
    played = field("stalingrad42", [], rows, side="soviet", phase="movement")
    played.apply(Action("end"))
    assert played.decision.kind == "zb.excess"
    played.apply(Action("give-up", unit="a"))
    assert played.query("phase") == "Combat"
    free = field("stalingrad42", [], rows, side="soviet")
    free.apply(move("a", "0505", "0504"))
    free.apply(Action("end"))
    assert free.query("phase") == "Combat"


@rules("stalingrad42", "4.3")
@pytest.mark.parametrize(
    ("kind", "size", "over"),
    [
        ("tank", "XXX", 1),
        ("motorized", "XXX", 1),
        ("motorized", "corps", 1),
        ("motorized", "X", 0),
        ("cavalry", "XXX", 0),
    ],
)
def test_two_armoured_corps_with_a_headquarters_on_foot(kind, size, over):
    own = [unit(n, "0505", kind, size=size) for n in "abc"]
    own.append(unit("hq", "0505", "soviet-hq", full=[0, 0, 3], steps=1))
    played = field("stalingrad42", [unit("g", "1212")], own, side="soviet")
    assert played.rules.excess(played.state, "soviet", "0505") == over
