"""Conflict of Heroes at the desk: what takes more than one click, and what is shown on the map."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.action import Action
from engine.chance import Seeded
from engine.game import Event
from tests.marks import rules
from tests.tutor.sitting import buttons, do, words
from tutor.art.works import KINDS
from tutor.desk import Desk
from tutor.hands.values import Tool
from tutor.scene import build
from tutor.spoken import spoken
from tutor.table import Table

GAME = "conflict-of-heroes"
WORK_KINDS = ("bunker", "gun-pit", "mine", "trench", "wire")
FIELD = """
title = "A small field"
game = "conflict-of-heroes"
summary = "For tests."
section = 6

[board]
title = "Field"
labels = "A1"
rows = [
  "01  . . . . . . . .",
  "02  . . . . . . . .",
  "03  . . . . . . . .",
  "04  . . . . . . . .",
  "05  . . . . . . . .",
  "06  . . . . . . . .",
]
[board.terrain]
"." = "open"

[cap]
german = 9
soviet = 3

[start]
turn = "german"

{more}

[[side]]
id = "german"
name = "German"
palette = "german"
units = [ {german} ]

[[side]]
id = "soviet"
name = "Soviet"
palette = "soviet"
units = [ {soviet} ]
"""
FOE = '{ id = "S", type = "soviet-rifles", hex = "H6", facing = "N" },'


@pytest.fixture
def field(tmp_path: Path) -> Any:
    """Open a small field with some units and works."""

    def opened(german: str, soviet: str = FOE, more: str = "") -> Desk:
        file = tmp_path / "field.toml"
        file.write_text(FIELD.format(german=german, soviet=soviet, more=more))
        return Desk(catalogue.load(str(file), Seeded(1)))

    return opened


def sit(name: str, mode: str = "cap", unit: str = "") -> Desk:
    """A desk over a drill of the lessons, with a unit in hand."""
    desk = Desk(catalogue.load(f"{GAME}/drills/{name}", Seeded(1)))
    desk.set_mode(mode)
    if unit:
        desk.pick(unit)
    return desk


def tool(desk: Desk, text: str) -> Tool:
    """A button of the plan by the beginning of what it says."""
    return next(one for one in desk.hands.tools() if one.text.startswith(text))


def use(desk: Desk, *texts: str) -> None:
    """Press buttons of the plan."""
    for text in texts:
        desk.use(tool(desk, text))


def told(desk: Desk) -> str:
    """What the plan panel says."""
    return words(desk.hands.plan_html(desk.target, desk.members))


# -- fire ------------------------------------------------------------------------------------------


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
    assert desk.target == "D6"
    assert desk.hands.extras("D6") == ("B", "C"), "C is linked by B"
    assert "Fire at D6 (3 CAP)" in told(desk)
    assert "less firepower 4" in told(desk)
    for hex in ("D3", "E3"):
        desk.click(hex)
    assert desk.members == ("A", "B", "C")
    assert "less firepower 6" in told(desk)
    assert "2 CAP" in told(desk)
    desk.click("E3", "C")
    assert desk.members == ("A", "B"), "a second click leaves it out"
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
    assert "The target is outside the arc of Rifles. Turn first." in told(desk)
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
    assert desk.members == ("M", "spotter:B")


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
    assert desk.target == "C6"
    assert "the wire: red defence 15" in told(desk)
    desk.cancel()
    desk.pick("A")
    use(desk, "Fire at the wire in C4")
    assert desk.target == "C4", "a click would have meant to walk there"
    desk.cancel()
    desk.pick("A")
    use(desk, "Fire at the mine in C3")
    assert desk.target == "C3"
    desk.commit()
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "coh.aim"


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


@rules("conflict-of-heroes", "14.0")
def test_a_vehicle_goes_hex_by_hex_where_the_way_matters(field: Any) -> None:
    desk = field('{ id = "T", type = "pz3h", hex = "C3", facing = "S" },')
    desk.set_mode("cap")
    desk.pick("T")
    assert desk.hands.by_path()
    desk.set_step_by_step(True)
    for hex in ("C4", "D4"):
        desk.click(hex)
    assert desk.path == ("C3", "C4", "D4")
    desk.commit()
    assert desk.game.history[-1].action.get("path") == ("C4", "D4")


@rules("conflict-of-heroes", "17.0", "9.0")
def test_a_vehicle_may_act_alone_when_it_takes_somebody_up(field: Any) -> None:
    desk = field(
        '{ id = "K", type = "opel", hex = "C3", facing = "S" },'
        '{ id = "R", type = "german-rifles", hex = "C3", facing = "S", spent = true },'
    )
    desk.set_mode("opportunity")
    desk.pick("K")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("K")]
    assert any(name.endswith("aboard; only the vehicle acts") for name in names)


# -- planes ----------------------------------------------------------------------------------------


@rules("conflict-of-heroes", "20.0 impulses", "20.1", "20.2")
def test_a_flight_is_put_together_impulse_by_impulse() -> None:
    desk = sit("20-flight", "ap", "P")
    desk.click("D2")
    use(desk, "Climb to 100 m")
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
    assert desk.where("P") == "C1"
    assert desk.game.query("unit", unit="P")["altitude"] == 2


# -- mines and smoke -------------------------------------------------------------------------------


@rules("conflict-of-heroes", "8.1 lay land mine", "18.5")
def test_a_mine_of_a_card_has_a_colour_and_may_be_hidden(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "B2", facing = "S" },',
        more='[cards]\ngerman = ["lay-land-mine"]\ndraw = 0\n',
        soviet='{ id = "S", type = "soviet-rifles", hex = "H6", facing = "N", hidden = true },',
    )
    desk.set_mode("lay-land-mine")
    desk.pick("A")
    use(desk, "Mine against vehicles")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("A")]
    assert "Lay land mine: German Rifles A lays a mine against vehicles in B3" in names
    use(desk, "Hidden mine")
    names = [desk.hands.action_name(action) for action in desk.hands.ways("A")]
    assert all(name.endswith(", hidden") for name in names)


@rules("conflict-of-heroes", "1.0", "18.5")
def test_a_hidden_mine_of_the_set_up_is_laid_by_a_click() -> None:
    desk = Desk(catalogue.load(f"{GAME}/trenches", Seeded(1)))
    assert "Click a marked hex to lay a mine against men there." in desk.prompt
    assert "Only your side knows where." in desk.prompt
    desk.click("E5")
    assert [(w.hex, w.hidden) for w in desk.game.state.works if w.hidden] == [("E5", "soviet")]
    assert "Pick a unit in the box beside the map" in desk.prompt


@rules("conflict-of-heroes", "13.1", "12.0 spotter")
def test_smoke_shells_are_switched_on_and_land_where_one_clicks() -> None:
    desk = sit("13-screen", "opportunity", "M")
    use(desk, "Smoke shells")
    lit = next(o for o in desk.view().overlays if o.kind == "target")
    assert "D6" in lit.labels()
    desk.click("D6")
    assert desk.game.query("smoke", hex="D6") == 2


# -- what is shown ---------------------------------------------------------------------------------


@rules("conflict-of-heroes", "18.2", "18.4", "18.5", "13.0")
def test_every_work_is_a_picture_and_says_what_it_does(field: Any) -> None:
    more = "".join(
        f'[[work]]\nkind = "{kind}"\nhex = "{hex}"\nfacing = "N"\n'
        for kind, hex in zip(sorted(WORK_KINDS), ("A1", "B1", "C1", "D1", "E1"), strict=True)
    )
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "G1", facing = "S", dug = true },',
        more=more + "[smoke]\nF1 = [2]\n",
    )
    kinds = {marker.kind for marker in desk.view().markers}
    assert kinds == {*WORK_KINDS, "smoke", "foxhole"} == KINDS
    assert len(build(desk.view()).layers["counters"]) > 60
    about = [words(desk.hands.about(hex)) for hex in ("A1", "B1", "C1", "D1", "E1", "F1")]
    assert [text.split(" in ")[0] for text in about] == [
        "Bunker", "Gun pit", "Mine against everybody", "Trench", "Wire", "Smoke",
    ]  # fmt: skip
    assert desk.hands.about("H1") == ""
    assert "bunker" in desk.hands.describe("A1")
    assert "smoke +2" in desk.hands.describe("F1")
    assert desk.hands.key_html().count("<svg") == 9


@rules("conflict-of-heroes", "18.2 bunker")
def test_the_arc_of_a_bunker_is_shown_while_it_is_pointed_at(field: Any) -> None:
    desk = field(
        '{ id = "A", type = "german-rifles", hex = "D4", facing = "S", inside = true },',
        more='[[work]]\nkind = "bunker"\nhex = "D4"\nfacing = "N"\n',
    )
    (arc,) = desk.hands.glow("D4")
    assert "D1" in arc.labels()
    assert "D6" not in arc.labels()
    desk.pick("A")
    desk.toggle("arc")
    ranges = [o for o in desk.view().overlays if o.kind == "range"]
    assert not any({"D1", "D6"} & set(o.labels()) for o in ranges), "it looks the other way"


@rules("conflict-of-heroes", "3.0", "3.22")
def test_who_can_do_nothing_in_this_way_of_paying_says_in_which_he_can(field: Any) -> None:
    desk = field('{ id = "A", type = "german-rifles", hex = "C3", facing = "S", spent = true },')
    desk.pick("A")
    assert "Choose Pay CAP above." in told(desk)


@rules("conflict-of-heroes", "17.0 passenger")
def test_who_can_do_nothing_at_all_is_told_why_and_nothing_else(field: Any) -> None:
    desk = field(
        '{ id = "K", type = "opel", hex = "C3", facing = "S" },'
        '{ id = "R", type = "german-rifles", hex = "C3", facing = "S", carried = "K",'
        " spent = true },"
    )
    desk.set_mode("cap")
    desk.pick("R")
    assert [reason.rule for reason in desk.notice.reasons] == ["17.0 passenger"]
    assert desk.hands.facings() == ()


def test_events_name_sides_and_cards_in_words() -> None:
    scenario = catalogue.rules_of(f"{GAME}/four-armies").scenario
    event = Event.of("8.1", "coh.card.played", side="german-2", card="mark-as-spent")
    (heard,) = spoken(scenario, [event])
    assert dict(heard.params) == {"side": "German, east", "card": "mark as spent"}


def test_a_saved_file_of_a_game_with_secrets_is_said_to_hold_them() -> None:
    table = Table(catalogue.load(f"{GAME}/ambush", Seeded(1)), bots={"soviet": "greedy"})
    assert "whoever opens it can read" in words(table.file.warning.value)
    plain = Table(catalogue.load(f"{GAME}/drills/09-shared", Seeded(1)))
    assert plain.file.warning.value == ""


@rules("conflict-of-heroes", "9.12")
def test_the_plan_of_a_shot_hides_the_other_buttons() -> None:
    table = Table(catalogue.load(f"{GAME}/drills/09-shared", Seeded(1)))
    table.desk.set_mode("cap")
    table.desk.pick("H")
    table.refresh()
    do(table, "Fire at G5: 42%")
    assert {"Fire", "without German Rifles B"} <= set(buttons(table.choices))
    assert not any(name.startswith(("Fire at", "Turn")) for name in buttons(table.choices))
