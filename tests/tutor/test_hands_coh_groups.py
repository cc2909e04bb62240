"""Conflict of Heroes at the desk: groups that leave works, handle cargo, or lay smoke."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.values import Action
from tests.engine.conflict_of_heroes.field import fight
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
    assert desk.hands.action_name(left) == "German Rifles A and German Rifles B come out (1 CAP)"
    facings = [desk.game.judge("unit", unit=unit)["facing"] for unit in ("A", "B")]
    assert facings == ["N", "S"]


@rules("conflict-of-heroes", "10.1", "9.14")
def test_a_group_that_hides_says_where(field: Any) -> None:
    pair = FOXES.replace(", inside = true", "")
    desk = grouped(
        field(pair, '{ id = "S", type = "soviet-rifles", hex = "H6", hidden = true },'), "A", "B"
    )
    names = [desk.hands.action_name(action) for action in desk.hands.ways("A")]
    assert any(name.startswith("German Rifles A and German Rifles B hide where") for name in names)


@rules("conflict-of-heroes", "5.1", "20.0")
def test_a_plane_that_waits_joins_nobody(field: Any) -> None:
    units = (("A", "german-rifles"), ("B", "german-rifles"), ("P", "stuka"))
    text = '{{ id = "{}", type = "{}", box = "away", facing = "S" }},'
    entry = '[[entry]]\nunits = ["A", "B", "P"]\nhexes = ["C1"]\n'
    desk = grouped(field("".join(text.format(*one) for one in units), more=entry), "A")
    assert desk.hands.helpers() == (("B", False),)


@rules("conflict-of-heroes", "17.0", "9.11")
def test_vehicles_of_a_group_take_somebody_up_each_and_let_them_off(field: Any) -> None:
    desk = grouped(field(TRUCKS), "K", "L")
    use(desk, "Each takes somebody aboard")
    desk.click("C3")
    assert tool(desk, "German Opel").text.endswith(": German Rifles A"), "only one can be meant"
    desk.click("D3")
    assert desk.hands.planned() is None, "there are two"
    use(desk, "German Opel L takes German Rifles C aboard")
    use(desk, "Take them aboard together")
    assert done(desk) == Action("load", units=("K", "L"), cargos=("A", "C"), pay="cap")

    assert desk.act(Action("pass"))
    grouped(desk, "K", "L")
    use(desk, "Each lets somebody off")
    for facing, hex in (("N", "C3"), ("", "D3")):
        desk.pointer.facing = facing
        desk.click(hex)
    use(desk, "Only the vehicles act", "Let them off together")
    assert done(desk) == Action(
        "unload",
        units=("K", "L"),
        cargos=("A", "C"),
        facings=("N", ""),
        joined=False,
        pay="cap",
    )
    assert "only the vehicles act" in desk.hands.action_name(done(desk))
    assert desk.game.judge("unit", unit="A")["facing"] == "N"


@rules("conflict-of-heroes", "17.0", "9.11")
def test_who_is_carried_may_stand_in_the_group_in_hand(field: Any) -> None:
    desk = grouped(field(TRUCKS), "K", "A", "L", "B")
    use(desk, "Each takes somebody aboard")
    assert desk.notice.text.startswith("Choose for German Opel K")
    desk.click("C3")
    use(desk, "German Opel L takes German Rifles B aboard")
    assert desk.notice.text == "That is everybody. Press Take them aboard together, or Space."
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


# -- dice on the way -------------------------------------------------------------------------------

SWAMP = "C10"
FAR = "soviet-rifles S P12 N"


def lurking(*more: str) -> Desk:
    """Two tanks before a swamp, hidden or not, which go each its own way."""
    tanks = [f"pz3h T C9 S {' '.join(more)}", f"pz3h U C9 S {' '.join(more)}"]
    desk = grouped(Desk(fight(tanks, [FAR], [2, 3, 2, 3])), "T", "U")
    desk.set_mode("opportunity")
    use(desk, "Each to a hex of its own")
    return desk


def dice_tools(desk: Desk) -> list[str]:
    """The buttons that put CAP on somebody's dice."""
    return [one.text for one in desk.hands.tools() if "CAP on the dice" in one.text]


@rules("conflict-of-heroes", "14.1", "3.23", "10.1", "9.11")
def test_hidden_tanks_list_the_cap_for_the_dice_of_each() -> None:
    desk = lurking("hidden")
    assert dice_tools(desk) == []
    desk.click(SWAMP)
    desk.click(SWAMP)
    assert len(dice_tools(desk)) == 6
    use(desk, "1 CAP on the dice of German PzIIIh U")
    assert tool(desk, "1 CAP on the dice of German PzIIIh U").on
    assert tool(desk, "0 CAP on the dice of German PzIIIh T").on
    assert tool(desk, "Go together").text.endswith(" and 1 CAP on the dice)")
    use(desk, "Go together")
    assert done(desk) == Action(
        "move", units=("T", "U"), to=(SWAMP, SWAMP), caps=(0, 1), pay="opportunity"
    )
    bogged = [desk.game.judge("unit", unit=unit)["bogged"] for unit in ("T", "U")]
    assert bogged == [True, False]


@rules("conflict-of-heroes", "14.1", "3.23", "9.11")
def test_the_only_roll_of_a_group_has_its_cap_and_another_way_takes_them_back() -> None:
    desk = lurking()
    desk.click("D9")
    desk.click(SWAMP)
    assert [text.partition(" CAP")[0] for text in dice_tools(desk)] == ["0", "1", "2"]
    use(desk, "2 CAP on the dice of German PzIIIh U")
    plan = desk.hands.planned()
    assert plan is not None
    assert (plan["cap"], plan.get("caps")) == (2, None)
    use(desk, "German PzIIIh U: ")
    desk.click("D9")
    plan = desk.hands.planned()
    assert plan is not None
    assert not {"cap", "caps"} & set(dict(plan.args))


@rules("conflict-of-heroes", "14.1", "3.23", "9.11")
def test_the_rolls_of_tanks_in_the_open_are_asked_for_and_not_listed() -> None:
    desk = lurking()
    desk.click(SWAMP)
    desk.click(SWAMP)
    assert dice_tools(desk) == []
    use(desk, "Go together")
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "coh.bog-dice"


@rules("conflict-of-heroes", "10.1", "9.11")
def test_a_hidden_group_comes_out_together() -> None:
    desk = lurking("hidden")
    use(desk, "Come out of hiding")
    desk.click("D9")
    desk.click("C8")
    use(desk, "Go together")
    assert done(desk).get("openly")
    assert not any(desk.game.state.of(unit).hidden for unit in ("T", "U"))


@rules("conflict-of-heroes", "5.1", "14.1", "3.23")
def test_a_tank_comes_in_through_a_swamp_with_the_cap_that_were_chosen() -> None:
    entry = [{"units": ["T"], "hexes": [SWAMP]}]
    desk = Desk(fight(["pz3h T away S"], [FAR], [2, 3], entry=entry))
    desk.set_mode("opportunity")
    desk.pick("T")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("T")]
    assert len(names) == len(set(names))
    use(desk, "1 CAP on the dice of the move")
    desk.click(SWAMP)
    assert done(desk)["cap"] == 1
    assert not desk.game.judge("unit", unit="T")["bogged"]


# -- where to face ---------------------------------------------------------------------------------


@rules("conflict-of-heroes", "5.2", "5.3", "17.0", "18.2", "13.1")
@pytest.mark.parametrize(
    ("units", "more", "switch", "open_to"),
    [
        (TRUCKS, "", "Each to a hex of its own", True),
        (TRUCKS, "", "Each faces its own way", False),
        (TRUCKS, "", "Each takes somebody aboard", False),
        (FOXES, TRENCH, "Each leaves facing its own way", False),
        (MORTARS, WALL, "Each lays smoke in a hex of its own", False),
        (MORTARS, WALL, "Smoke shells", False),
    ],
)
def test_a_facing_is_offered_only_where_the_next_click_leaves_it_open(
    field: Any, units: str, more: str, switch: str, open_to: bool
) -> None:
    first, second = re.findall(r'id = "(\w)"', units)[:2]
    desk = grouped(field(units, more=more), first, second)
    assert desk.hands.facings()
    use(desk, switch)
    assert bool(desk.hands.facings()) == open_to


@rules("conflict-of-heroes", "17.0", "7.63")
def test_whoever_gets_off_may_be_faced_and_whoever_fires_need_not(field: Any) -> None:
    desk = grouped(field(TRUCKS), "K", "L")
    use(desk, "Each takes somebody aboard")
    desk.click("C3")
    use(desk, "German Opel L takes German Rifles B aboard", "Take them aboard together")
    assert desk.act(Action("pass"))
    grouped(desk, "K", "L")
    use(desk, "Each lets somebody off")
    assert desk.hands.facings()

    desk = grouped(field(MORTARS), "A")
    desk.click("H6")
    assert desk.pointer.target == "H6"
    assert desk.hands.facings() == ()


@rules("conflict-of-heroes", "8.1 move 2 hexes", "14.1", "3.23", "10.1", "9.11")
def test_hidden_tanks_that_run_by_a_card_list_the_cap_of_every_hex() -> None:
    tanks = ["pz3h T C9 S hidden", "pz3h U C9 S hidden"]
    held = {"german": ["move-2-hexes"]}
    desk = Desk(fight(tanks, [FAR], [2, 3, 2, 3], cards=held))
    desk.set_mode("move-2-hexes")
    desk.pick("T")
    desk.hands.join("U")
    for hex in (SWAMP, "C11", "C8", "C9"):
        desk.click(hex)
    assert dice_tools(desk) == [f"{cap} CAP on the dice of German PzIIIh T in C10" for cap in "012"]
    use(desk, "1 CAP on the dice of German PzIIIh T in C10", "Go together")
    ran = done(desk)
    assert (ran["paths"], ran["caps"]) == (("C10 C11", "C8 C9"), (1, 0, 0, 0))
