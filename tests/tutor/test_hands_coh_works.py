"""Conflict of Heroes at the desk: works, mines and smoke, laid and shown."""

from __future__ import annotations

from typing import Any

from engine import catalogue
from engine.chance import Seeded
from tests.marks import rules
from tests.tutor.firefight import GAME, sit, use
from tests.tutor.sitting import words
from tutor.art.scene import build
from tutor.art.works import KINDS
from tutor.desk import Desk

WORK_KINDS = ("bunker", "gun-pit", "mine", "trench", "wire")


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
    assert desk.game.judge("smoke", hex="D6") == 2
