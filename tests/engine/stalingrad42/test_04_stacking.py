"""Chapter 4: how many stand in a hex, while they move and after."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.stalingrad42.setting import FAR, gun
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


@rules("stalingrad42", "4.4", "4.1")
@pytest.mark.parametrize(("side", "most"), [("german", 3), ("soviet", 2)])
@pytest.mark.parametrize("phase", ["movement", "combat"])
def test_at_the_end_of_movement_and_of_combat_the_limit_binds(side, most, phase):
    for count, asked in ((most, False), (most + 1, True)):
        rows = [unit(n, "0505") for n in "abcd"[:count]]
        sides = (rows, [FAR]) if side == "german" else ([FAR], rows)
        played = field("stalingrad42", *sides, side=side, phase=phase)
        played.apply(Action("end"))
        kind = played.decision.kind if played.decision else ""
        assert (kind == "zb.excess") is asked
        if asked:
            assert played.decision.side == side
            played.apply(Action("give-up", unit="a"))
            assert played.query("place", unit="a") == f"destroyed-{side}"
            assert played.query("over", side=side, hex="0505") == 0


@rules("stalingrad42", "4.4")
def test_the_other_side_is_not_asked_at_the_end_of_a_phase():
    rows = [unit(n, "0505") for n in "abc"]
    played = field("stalingrad42", [unit("g", "0101")], rows, phase="movement")
    played.apply(Action("end"))
    assert played.decision.kind == "zb.combat"


@rules("stalingrad42", "4.2")
def test_guns_stack_in_any_number_and_one_unit_with_a_white_frame():
    own = [unit(n, "0505") for n in "abc"]
    guns = [gun(n, "0505") for n in ("h", "k", "m")]
    framed = [unit(n, "0505", "assault-gun") for n in ("f", "g")]
    assert field("stalingrad42", [*own, *guns], [FAR]).query("over", side="german", hex="0505") == 0
    for more, over in ((framed[:1], 0), (framed, 1)):
        played = field("stalingrad42", [*own, *guns, *more], [FAR])
        assert played.query("over", side="german", hex="0505") == over
