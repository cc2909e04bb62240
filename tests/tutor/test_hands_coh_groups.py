"""Conflict of Heroes at the desk: groups that leave works, handle cargo, or lay smoke."""

from __future__ import annotations

from typing import Any

from engine.action import Action
from tests.marks import rules
from tests.tutor.firefight import tool, use
from tutor.desk import Desk

FOXES = (
    '{ id = "A", type = "german-rifles", hex = "C2", facing = "S", inside = true },'
    '{ id = "B", type = "german-rifles", hex = "C2", facing = "S", inside = true },'
)
TRENCH = '[[work]]\nkind = "trench"\nhex = "C2"\n'
TRUCKS = (
    '{ id = "K", type = "opel", hex = "C3", facing = "S" },'
    '{ id = "L", type = "opel", hex = "D3", facing = "S" },'
    '{ id = "A", type = "german-rifles", hex = "C3", facing = "S" },'
    '{ id = "B", type = "german-rifles", hex = "D3", facing = "S" },'
    '{ id = "C", type = "german-rifles", hex = "D3", facing = "S" },'
)
MORTARS = (
    '{ id = "M", type = "german-mortar", hex = "C1", facing = "S" },'
    '{ id = "N", type = "german-mortar", hex = "C1", facing = "S" },'
    '{ id = "A", type = "german-rifles", hex = "B2", facing = "S" },'
    '{ id = "B", type = "german-rifles", hex = "D2", facing = "S" },'
)
WALL = "[smoke]\nC2 = [2]\n"


def grouped(desk: Desk, *units: str) -> Desk:
    """A group in hand that pays with CAP."""
    desk.set_mode("cap")
    desk.pick(units[0])
    for mate in units[1:]:
        desk.hands.join(mate)
    return desk


def done(desk: Desk) -> Action:
    """What was done last; its button and the log have words for it."""
    action = desk.game.history[-1].action
    assert action is not None
    for text in (desk.hands.action_name(action), desk.hands.told_name(action)):
        assert text
        assert not set("{}_") & set(text)
    return action


@rules("conflict-of-heroes", "18.2", "9.1")
def test_each_of_a_group_leaves_its_works_facing_its_own_way(field: Any) -> None:
    desk = grouped(field(FOXES, more=TRENCH), "A", "B")
    use(desk, "Each leaves facing its own way")
    desk.click("C1")
    assert tool(desk, "German Rifles A").text == "German Rifles A: ↑ N"
    desk.click("C2")
    assert tool(desk, "German Rifles B").text == "German Rifles B: as it stands"
    use(desk, "Leave together")
    left = done(desk)
    assert left == Action("leave", units=("A", "B"), facings=("N", ""), pay="cap")
    assert desk.hands.action_name(left) == "German Rifles A and German Rifles B come out"
    facings = [desk.game.query("unit", unit=unit)["facing"] for unit in ("A", "B")]
    assert facings == ["N", "S"]


@rules("conflict-of-heroes", "17.0", "9.11")
def test_vehicles_of_a_group_take_somebody_up_each_and_let_them_off(field: Any) -> None:
    desk = grouped(field(TRUCKS), "K", "L")
    use(desk, "Each takes somebody aboard")
    desk.click("C3")
    assert tool(desk, "German Opel").text.endswith(": German Rifles A"), "only one can be meant"
    desk.click("D3")
    assert desk.hands.planned() is None, "there are two"
    use(desk, "German Opel L takes German Rifles C aboard", "Only the vehicles act")
    use(desk, "Take them aboard together")
    assert done(desk) == Action(
        "load", units=("K", "L"), cargos=("A", "C"), joined=False, pay="cap"
    )
    assert "only the vehicles act" in desk.hands.action_name(done(desk))

    assert desk.act(Action("pass"))
    grouped(desk, "K", "L")
    use(desk, "Each lets somebody off")
    for facing, hex in (("N", "C3"), ("", "D3")):
        desk.hands.facing = facing
        desk.click(hex)
    use(desk, "Let them off together")
    assert done(desk) == Action(
        "unload", units=("K", "L"), cargos=("A", "C"), facings=("N", ""), pay="cap"
    )
    assert desk.game.query("unit", unit="A")["facing"] == "N"


@rules("conflict-of-heroes", "17.0", "9.11")
def test_who_is_carried_may_stand_in_the_group_in_hand(field: Any) -> None:
    desk = grouped(field(TRUCKS), "K", "A", "L", "B")
    use(desk, "Each takes somebody aboard")
    desk.click("C3")
    use(desk, "German Opel L takes German Rifles B aboard")
    plan = desk.hands.planned()
    assert plan is not None
    assert (plan["units"], plan["cargos"]) == (("K", "L"), ("A", "B"))
    desk.key("Backspace")
    assert desk.hands.planned() is None


@rules("conflict-of-heroes", "13.1", "12.0 spotter", "9.14")
def test_each_of_a_group_lays_smoke_in_a_hex_of_its_own_by_spotters(field: Any) -> None:
    desk = grouped(field(MORTARS, more=WALL), "M", "N")
    use(desk, "Each lays smoke in a hex of its own")
    assert any(o.kind == "target" and "C5" in o.labels() for o in desk.view().overlays)
    desk.click("C5")
    assert tool(desk, "German 8 cm Mortar M:").text.endswith(": C5, German Rifles A spots")
    use(desk, "German Rifles B spots for German 8 cm Mortar M")
    assert tool(desk, "German 8 cm Mortar M:").text.endswith(": C5, German Rifles B spots")
    desk.click("C6")
    use(desk, "Lay smoke together")
    assert done(desk) == Action(
        "smoke", units=("M", "N"), to=("C5", "C6"), spotters=("B", "A"), pay="cap"
    )
    assert {"C5", "C6"} <= set(desk.game.state.smoke)


@rules("conflict-of-heroes", "13.1", "12.0 spotter", "9.14")
def test_a_group_lays_smoke_in_one_hex_that_only_spotters_see(field: Any) -> None:
    desk = grouped(field(MORTARS, more=WALL), "M", "N")
    use(desk, "Smoke shells")
    desk.click("C5")
    assert done(desk) == Action("smoke", units=("M", "N"), hex="C5", spotters=("A", "A"), pay="cap")
    assert len(desk.game.state.smoke["C5"]) == 2
