"""Conflict of Heroes at the desk: fire planned before it is fired."""

from __future__ import annotations

from typing import Any

from engine import catalogue
from engine.chance import Seeded
from engine.values import Action
from tests.marks import rules
from tests.tutor.firefight import GAME, told, use
from tests.tutor.sitting import buttons, do
from tutor.table import Tabletop


@rules("conflict-of-heroes", "9.12", "7.0", "3.23")
def test_several_support_one_shot_by_clicks_on_the_map(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "C3", facing = "S" },'
        '{ id = "B", type = "german-rifles", hex = "D3", facing = "S" },'
        '{ id = "C", type = "german-rifles", hex = "E3", facing = "S" },',
        '{ id = "S", type = "soviet-rifles", hex = "D6", facing = "N" },',
    )
    desk.set_mode("cap")
    desk.pick("A")
    desk.click("D6")
    assert desk.pointer.target == "D6"
    assert desk.hands.extras("D6") == ("B", "C"), "C is linked by B"
    assert "Fire at D6 (3 CAP)" in told(desk)
    assert "less firepower 4" in told(desk)
    for hex in ("D3", "E3"):
        desk.click(hex)
    assert desk.pointer.members == ("A", "B", "C")
    assert "less firepower 6" in told(desk)
    assert "2 CAP" in told(desk)
    desk.click("E3", "C")
    assert desk.pointer.members == ("A", "B"), "a second click leaves it out"
    desk.commit()
    shot = Action("fire", unit="A", hex="D6", support=("B",), pay="cap")
    assert desk.game.history[-1].action == shot


@rules("conflict-of-heroes", "9.12", "6.1")
def test_who_cannot_support_says_why_with_the_rule(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "G5", facing = "SE" },'
        '{ id = "B", type = "german-rifles", hex = "G4", facing = "N" },'
    )
    desk.set_mode("cap")
    desk.pick("A")
    desk.click("H6")
    assert "Who cannot take part, and why" in told(desk)
    assert "The target is outside the arc of German Rifles B. Turn first." in told(desk)
    desk.click("G4", "B")
    assert desk.preview is not None
    assert [reason.rule for reason in desk.preview.verdict.reasons] == ["6.1"]
    desk.commit()
    assert [reason.rule for reason in desk.notice.reasons] == ["6.1"]


@rules("conflict-of-heroes", "12.0 spotter")
def test_of_two_spotters_one_is_chosen(field: Any) -> None:
    desk = field(
        '{ id = "M", type = "german-mortar", hex = "C1", facing = "S" },'
        '{ id = "A", type = "german-rifles", hex = "B2", facing = "S" },'
        '{ id = "B", type = "german-rifles", hex = "D2", facing = "S" },',
        '{ id = "S", type = "soviet-rifles", hex = "C6", facing = "N" },',
    )
    desk.set_mode("cap")
    desk.pick("M")
    desk.click("C6")
    assert set(desk.hands.extras("C6")) >= {"spotter:A", "spotter:B"}
    desk.toggle_member("spotter:A")
    desk.toggle_member("spotter:B")
    assert desk.pointer.members == ("M", "spotter:B")


@rules("conflict-of-heroes", "18.6", "18.4", "18.5 clearing")
def test_works_without_anybody_in_them_are_fired_at(field: Any) -> None:
    wire = '[[work]]\nkind = "wire"\nhex = "{}"\n'
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "C3", facing = "S" },',
        more=wire.format("C4") + wire.format("C6") + '[[work]]\nkind = "mine"\nhex = "C3"\n',
    )
    desk.set_mode("opportunity")
    desk.pick("A")
    desk.click("C6")
    assert desk.pointer.target == "C6"
    assert "the wire: red defence 15" in told(desk)
    desk.cancel()
    desk.pick("A")
    use(desk, "Fire at the wire in C4")
    assert desk.pointer.target == "C4", "a click would have meant to walk there"
    desk.cancel()
    desk.pick("A")
    use(desk, "Fire at the mine in C3")
    assert desk.pointer.target == "C3"
    desk.commit()
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "coh.aim"


@rules("conflict-of-heroes", "9.12")
def test_the_plan_of_a_shot_hides_the_other_buttons() -> None:
    table = Tabletop(catalogue.load(f"{GAME}/drills/09-shared", Seeded(1)))
    table.desk.set_mode("cap")
    table.desk.pick("H")
    table.refresh()
    do(table, "Fire at G5: 42%")
    assert {"Fire", "add German Rifles B"} <= set(buttons(table.choices))
    assert not any(name.startswith(("Fire at", "Turn")) for name in buttons(table.choices))


@rules("conflict-of-heroes", "20.0", "20.0 anti-aircraft")
def test_who_may_fire_at_planes_and_at_the_ground_says_which(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "apc-251-17", hex = "C3", facing = "S" },',
        '{ id = "S", type = "soviet-rifles", hex = "C5", facing = "N" },'
        '{ id = "P", type = "shturmovik", hex = "C5", facing = "N" },',
    )
    desk.set_mode("cap")
    desk.pick("A")
    desk.click("C5")
    names = [desk.hands.member_name(one) for one in desk.hands.extras("C5")]
    assert names == ["the planes over C5 as target", "the ground of C5 as target"]
    desk.commit()
    assert [reason.key for reason in desk.notice.reasons] == ["coh.fire.aim"]
    for aim in ("aim:planes", "aim:ground"):
        desk.toggle_member(aim)
    assert desk.pointer.members == ("A", "aim:ground"), "one at a time"
    assert "Shturmovik" not in told(desk).split("Who cannot")[0]
    desk.commit()
    assert desk.game.history[-1].action == Action(
        "fire", unit="A", hex="C5", aim="ground", pay="cap"
    )
