"""Conflict of Heroes at the desk: moves of more than one click, groups and planes."""

from __future__ import annotations

from typing import Any

import pytest

from engine.values import Action
from tests.marks import rules
from tests.tutor.firefight import sit, told, tool, use
from tests.tutor.sitting import words
from tutor.panels import selection_html

# -- moves -----------------------------------------------------------------------------------------


@rules("conflict-of-heroes", "9.11", "9.1")
def test_a_group_may_part_each_to_a_hex_of_its_own() -> None:
    desk = sit("09-shared", unit="A")
    desk.hands.join("B")
    use(desk, "Each to a hex of its own")
    assert "Click the hex for German Rifles B" in (desk.hands.touch("E4", ()) or "")
    desk.hands.back()
    desk.click("D3")
    desk.click("I6")
    assert "Hexes F3 and I6 do not touch." in told(desk)
    assert desk.hands.planned() is not None
    assert not any(one.first for one in desk.hands.tools()), "it cannot go like that"
    desk.key("Backspace")
    desk.click("F4")
    assert "the dearest way of the group" in told(desk)
    assert "Go together" in tool(desk, "Go together").text
    desk.key(" ")
    assert (desk.where("A"), desk.where("B")) == ("D3", "F4")


PAIR = (
    '{ id = "A", type = "german-rifles", hex = "C2", facing = "S" },'
    '{ id = "B", type = "german-rifles", hex = "D2", facing = "S" },'
)
RUN = "move-2-hexes"
RUNNING = f'[cards]\ngerman = ["{RUN}"]\ndraw = 0\n'


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.11")
def test_a_group_runs_by_the_card_two_hexes_each_by_mouse(field: Any) -> None:
    desk = field(PAIR, more=RUNNING)
    desk.set_mode(RUN)
    desk.pick("A")
    desk.hands.join("B")
    assert tool(desk, "German Rifles A").text == "German Rifles A: click two hexes"
    desk.click("C3")
    assert desk.notice.text == "Click the second hex for German Rifles A."
    assert tool(desk, "German Rifles A").text == "German Rifles A: C3, click a hex"
    desk.pointer.facing = "NW"
    desk.click("C4")
    desk.pointer.facing = ""
    assert tool(desk, "German Rifles A").text == "German Rifles A: C3 - C4, facing ↖ NW"
    desk.click("D3")
    desk.click("D4")
    paths = [o.path for o in desk.view().overlays if o.kind == "path"]
    assert paths == [("C2", "C3", "C4"), ("D2", "D3", "D4")]
    use(desk, "Go together")
    assert desk.game.history[-1].action == Action(
        "play", card=RUN, units=("A", "B"), paths=("C3 C4", "D3 D4"), facings=("NW", "")
    )
    assert (desk.where("A"), desk.where("B")) == ("C4", "D4")
    assert desk.game.judge("unit", unit="A")["facing"] == "NW"


@rules("conflict-of-heroes", "8.1 move 2 hexes", "5.2")
@pytest.mark.parametrize("by_steps", [True, False])
def test_one_unit_runs_by_the_card_and_faces_as_was_chosen(field: Any, by_steps: bool) -> None:
    desk = field(PAIR, more=RUNNING)
    desk.set_mode(RUN)
    desk.set_step_by_step(by_steps)
    desk.pick("A")
    assert desk.hands.facings()[0] == ("", "After the move: face as it does")
    desk.pointer.facing = "NW"
    for hex in ("C3", "C4") if by_steps else ("C4",):
        desk.click(hex)
    desk.commit()
    assert desk.where("A") == "C4"
    assert desk.game.judge("unit", unit="A")["facing"] == "NW"


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.11")
def test_a_group_runs_by_the_card_two_hexes_each_by_keyboard(field: Any) -> None:
    desk = field(PAIR.replace("D2", "C2"), more=RUNNING)
    desk.set_mode(RUN)
    for key in ("n", "g", "ArrowDown", "Enter", "ArrowDown", "Enter"):
        desk.key(key)
    assert desk.pointer.mates == ("B",)
    for key in ("Backspace", "Enter", "ArrowUp", "Enter", "ArrowRight", "Enter"):
        desk.key(key)
    desk.key(" ")
    ways = desk.game.history[-1].action
    assert ways is not None
    assert ways["paths"] == ("C3 C4", "C3 D3")


@rules("conflict-of-heroes", "5.2", "9.11")
def test_each_of_a_group_faces_as_was_chosen_before_its_click(field: Any) -> None:
    desk = field(PAIR)
    desk.set_mode("cap")
    desk.pick("A")
    desk.hands.join("B")
    assert desk.hands.facings()[0] == ("", "After the move: face as they do")
    use(desk, "Each to a hex of its own")
    for facing, hex in (("SE", "C3"), ("SW", "D3")):
        desk.pointer.facing = facing
        desk.click(hex)
    desk.commit()
    facings = [desk.game.judge("unit", unit=unit)["facing"] for unit in ("A", "B")]
    assert facings == ["SE", "SW"]


@rules("conflict-of-heroes", "5.3", "9.1")
def test_each_of_a_group_turns_towards_a_hex_of_its_own(field: Any) -> None:
    desk = field(PAIR)
    desk.set_mode("cap")
    desk.pick("A")
    desk.hands.join("B")
    use(desk, "Each to a hex of its own", "Each faces its own way")
    assert [one.text for one in desk.hands.tools() if one.on] == [
        "Each faces its own way",
        "German Rifles A: click where to face",
    ]
    desk.click("C6")
    desk.click("D1")
    desk.key("Backspace")
    desk.click("D2")
    assert tool(desk, "German Rifles B").text == "German Rifles B: ↓ S", "it stays as it stands"
    use(desk, "German Rifles B")
    desk.click("D1")
    use(desk, "Turn together")
    assert desk.game.history[-1].action == Action(
        "turn", units=("A", "B"), facings=("S", "N"), pay="cap"
    )


WIRE = '[[work]]\nkind = "wire"\nhex = "{}"\n'


@rules("conflict-of-heroes", "3.23", "18.4", "9.11")
def test_cap_on_the_one_roll_of_a_group_go_with_its_move(field: Any) -> None:
    desk = field(PAIR, more=WIRE.format("C3"))
    desk.set_mode("ap")
    desk.pick("A")
    assert desk.act(Action("activate", unit="A"))
    desk.hands.join("B")
    use(desk, "2 CAP on the dice of the move")
    desk.click("C3")
    moved = desk.game.history[-1].action
    assert moved is not None
    assert (moved["units"], moved["cap"]) == (("A", "B"), -2)


@rules("conflict-of-heroes", "3.23", "18.4", "9.11")
def test_several_rolls_of_a_group_are_asked_for_one_by_one(field: Any) -> None:
    desk = field(PAIR, more=WIRE.format("C3") + WIRE.format("D3"))
    desk.set_mode("ap")
    desk.pick("A")
    assert desk.act(Action("activate", unit="A"))
    desk.hands.join("B")
    use(desk, "1 CAP on the dice of the move")
    desk.click("C3")
    assert [reason.key for reason in desk.notice.reasons] == ["coh.dice.each"]
    use(desk, "0 CAP on the dice of the move")
    desk.click("C3")
    names = [desk.hands.action_name(action) for action in desk.hands.listed()]
    assert "Roll for German Rifles B with 2 CAP off the die" in names


@rules("conflict-of-heroes", "14.0", "9.11")
def test_a_vehicle_of_a_group_goes_on_over_its_free_hexes(field: Any) -> None:
    desk = field(PAIR.replace("german-rifles", "pz3h"))
    desk.set_mode("cap")
    desk.pick("A")
    desk.hands.join("B")
    use(desk, "Each to a hex of its own")
    desk.click("C3")
    use(desk, "One hex more for German")
    desk.click("C4")
    desk.click("D3")
    plan = desk.hands.planned()
    assert plan is not None
    assert plan["paths"] == ("C3 C4", "D3")
    desk.commit()
    assert (desk.where("A"), desk.where("B")) == ("C4", "D3")


@rules("conflict-of-heroes", "14.0")
def test_a_vehicle_goes_hex_by_hex_where_the_way_matters(field: Any) -> None:
    desk = field('{ id = "T", type = "pz3h", hex = "C3", facing = "S" },')
    desk.set_mode("cap")
    desk.pick("T")
    assert desk.hands.by_path()
    desk.set_step_by_step(True)
    for hex in ("C4", "D4"):
        desk.click(hex)
    assert desk.pointer.path == ("C3", "C4", "D4")
    desk.commit()
    assert desk.game.history[-1].action.get("path") == ("C4", "D4")


@rules("conflict-of-heroes", "5.1", "14.0")
def test_a_vehicle_comes_in_and_goes_on_over_its_free_hexes(field: Any) -> None:
    desk = field(
        '{ id = "T", type = "pz3h", box = "away", facing = "S" },',
        more='[[entry]]\nunits = ["T"]\nhexes = ["C1"]\n',
    )
    desk.set_mode("cap")
    desk.pick("T")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("T")]
    assert "Bring German PzIIIh T in by C1 (1 CAP)" in names
    desk.point("C2")
    assert desk.preview is not None
    assert desk.preview.proposal.path == ("C1", "C2")
    desk.view()
    desk.click("C2")
    assert desk.where("T") == "C2"
    assert desk.game.history[-1].action.get("path") == ("C1", "C2")


@rules("conflict-of-heroes", "17.0", "9.0")
def test_a_vehicle_may_act_alone_when_it_lets_somebody_off(field: Any) -> None:
    desk = field(
        '{ id = "K", type = "opel", hex = "C3", facing = "S" },'
        '{ id = "L", type = "opel", hex = "C3", facing = "S" },'
        '{ id = "R", type = "german-rifles", hex = "C3", facing = "S", carried = "K" },'
        '{ id = "Q", type = "german-rifles", hex = "C3", facing = "S", spent = true },'
    )
    desk.set_mode("opportunity")
    desk.pick("K")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("K")]
    assert any("off; only the vehicle acts" in name for name in names)
    desk.pick("L")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("L")]
    assert not any("aboard" in name for name in names)


# -- who is activated ------------------------------------------------------------------------------


@rules("conflict-of-heroes", "3.0")
def test_whoever_is_activated_stays_in_hand_and_goes_straight_on() -> None:
    desk = sit("09-shared", "ap", "A")
    assert desk.act(Action("activate", unit="A"))
    assert desk.pointer.unit == desk.pointer.unit == "A"
    assert [event.key for event in desk.notice.events] == ["coh.activated"]
    assert any(overlay.kind == "reach" for overlay in desk.view().overlays)
    desk.click("D3")
    assert desk.where("A") == "D3"
    assert desk.pointer.unit is None, "a second click would be a second turn"


@rules("conflict-of-heroes", "3.0", "9.1")
def test_a_group_stays_together_when_its_leader_is_activated() -> None:
    desk = sit("09-shared", "ap", "A")
    desk.hands.join("B")
    assert desk.act(Action("activate", unit="A"))
    assert (desk.pointer.unit, desk.pointer.mates) == ("A", ("B",))
    assert words(selection_html(desk)) == "German Rifles A, German Rifles B in E3 and F3."


@rules("conflict-of-heroes", "3.0")
def test_whoever_is_activated_goes_on_hex_by_hex_where_that_is_switched_on(field: Any) -> None:
    desk = field('{ id = "T", type = "pz3h", hex = "C3", facing = "S" },')
    desk.set_step_by_step(True)
    desk.pick("T")
    assert desk.act(Action("activate", unit="T"))
    assert desk.pointer.path == ("C3",)
    desk.click("C4")
    assert desk.pointer.path == ("C3", "C4")


# -- planes ----------------------------------------------------------------------------------------


@rules("conflict-of-heroes", "20.0 impulses", "20.1", "20.2")
def test_a_flight_is_put_together_impulse_by_impulse() -> None:
    desk = sit("20-flight", "ap", "P")
    desk.click("D2")
    use(desk, "Climb to 100 m")
    assert tool(desk, "Fly").text.endswith(": D2, up"), "a last impulse that names no hex"
    desk.click("D6")
    desk.click("D3")
    plan = desk.hands.planned()
    assert plan is not None
    assert plan["steps"] == ("go D2", "up", "attack D6", "go D3")
    assert tool(desk, "Fly").text == "Fly (3 AP): D2, up, attack D6, D3"
    desk.key("Backspace")
    assert desk.hands.planned() == plan.replaced(steps=plan["steps"][:-1])
    desk.click("D3")
    desk.key(" ")
    assert desk.where("P") == "D2", "the dice of the attack come first"
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "coh.aim"


@rules("conflict-of-heroes", "20.0 impulses")
def test_a_flight_that_is_not_allowed_says_why_before_it_is_flown() -> None:
    desk = sit("20-flight", "ap", "P")
    desk.click("D2")
    use(desk, "Turn left", "Turn left")
    assert "One turn or one attack after each hex." in told(desk)


@rules("conflict-of-heroes", "20.0", "20.1")
def test_a_plane_comes_in_at_the_height_that_is_chosen(field: Any) -> None:
    desk = field(
        '{ id = "P", type = "stuka", box = "away", facing = "S" },',
        more='[[entry]]\nunits = ["P"]\nhexes = ["C1"]\n',
    )
    desk.set_mode("cap")
    desk.pick("P")
    use(desk, "At 150 m")
    desk.click("C1")
    desk.key(" ")
    assert desk.where("P") == "C1"
    assert desk.game.judge("unit", unit="P")["altitude"] == 2


@rules("conflict-of-heroes", "20.0", "20.0 impulses")
def test_a_plane_flies_on_in_the_set_that_it_comes_in_with(field: Any) -> None:
    desk = field(
        '{ id = "P", type = "stuka", box = "away", facing = "S" },',
        more='[[entry]]\nunits = ["P"]\nhexes = ["C1"]\n',
    )
    desk.set_mode("cap")
    desk.pick("P")
    for hex in ("C3", "C1", "C2"):
        desk.click(hex)
    use(desk, "Turn left", "At 100 m")
    assert tool(desk, "Come in (1 CAP): C1, C2, turn SE").on is False
    plan = desk.hands.planned()
    assert plan is not None
    assert (plan.kind, plan["hex"], plan["altitude"]) == ("enter", "C1", 1)
    assert desk.hands.action_name(plan) == (
        "Bring German Stuka P in by C1 at 100 m, then C2, turn SE (1 CAP)"
    )
    desk.key(" ")
    flown = desk.game.judge("unit", unit="P")
    assert (flown["hex"], flown["facing"], flown["altitude"]) == ("C2", "SE", 1)


@rules("conflict-of-heroes", "20.0")
def test_a_plane_that_attacks_says_whether_planes_or_the_ground(field: Any) -> None:
    desk = field(
        '{ id = "P", type = "stuka", hex = "C1", facing = "S" },',
        '{ id = "S", type = "soviet-rifles", hex = "C5", facing = "N" },'
        '{ id = "Y", type = "shturmovik", hex = "C5", facing = "N" },',
    )
    desk.set_mode("cap")
    desk.pick("P")
    for hex in ("C2", "C5"):
        desk.click(hex)
    assert "Say which to fire at" in told(desk)
    use(desk, "At the ground of C5")
    assert tool(desk, "At the ground of C5").on
    use(desk, "At the planes over C5")
    plan = desk.hands.planned()
    assert plan is not None
    assert plan["steps"] == ("go C2", "attack C5 planes")
    assert "Say which to fire at" not in told(desk)


# -- what it costs ---------------------------------------------------------------------------------


@rules("conflict-of-heroes", "3.21")
def test_cap_stand_in_for_ap_as_often_as_the_button_is_pressed(field: Any) -> None:
    desk = field(PAIR)
    desk.game.apply(Action("activate", unit="A"))
    desk.pick("A")
    use(desk, "Pay 0 CAP", "Pay 1 CAP")
    assert tool(desk, "Pay 2 CAP").on
    desk.click("C3")
    assert [r.rule for r in desk.notice.reasons] == ["3.21"]
    use(desk, *(f"Pay {number} CAP" for number in range(2, 8)), "Pay 0 CAP")
    desk.click("C3")
    side = desk.game.judge("side", side="german")
    assert (desk.where("A"), side["ap"], side["cap"]) == ("C3", 7, 8)
