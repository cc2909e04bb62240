"""Chapters 6 to 16: exceptions, limits and timing of battles, retreats and advances."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules


def gun(id="gun", hex="0508", **more):
    """A gun that reaches far."""
    return unit(id, hex, "artillery", steps=1, full=[0, 1, 4], range=6, **more)


@rules("holland44", "6.4.2")
def test_of_an_overstacked_hex_only_some_attack():
    own = [unit(name, "0506") for name in "abc"]
    foes = [unit("x", "0505"), unit("y", "0606")]
    played = field("holland44", own, foes, phase="combat")
    assert "6.4.2" in forbidden(played, attack("0505", "a", "b", "c"))
    played.apply(attack("0505", "a", "b"))
    while played.decision.kind != "zb.combat":
        played.apply(played.choices()[-1])
    assert "6.4.2" in forbidden(played, attack("0606", "c"))
    many = field("holland44", [*own, unit("d", "0506")], foes, phase="combat")
    groups = {a["units"] for a in many.choices(hex="0505") if a.kind == "attack"}
    assert groups
    assert all(len(group) == 2 for group in groups)


@rules("holland44", "9.5.3", "23.3.2", "23.3.3")
def test_what_an_assault_takes():
    own = [unit("e", "0506", "engineer", steps=1), unit("a", "0506"), unit("b", "0506")]
    foes = [unit("x", "0505"), unit("y", "0606")]
    sides = {"large-river": ["0506 N NE NW SE"]}
    more = {"phase": "combat", "sides": sides, "unmoved": ["a"]}
    played = field("holland44", own, foes, **more)
    assert "9.5.3" in forbidden(played, attack("0505", "b", crossing="e"))
    over = attack("0505", "a", crossing="e")
    assert played.explain(over)
    played.apply(over)
    while played.decision.kind != "zb.combat":
        played.apply(played.choices()[-1])
    assert "23.3.2" in forbidden(played, attack("0606", "b", crossing="e"))


@rules("holland44", "10.3.1")
def test_the_best_armour_of_all_attackers_counts():
    own = [
        unit("t", "0506", "tank", steps=2, armour=1, formation="f"),
        unit("s", "0506", "tank", steps=2, armour=4, formation="g"),
    ]
    foes = [unit("x", "0505", "anti-tank", steps=1, armour=2)]
    played = field("holland44", own, foes, phase="combat")
    found = played.query("battle", side="allied", hex="0505", units=["t", "s"], lead="f")
    assert ("10.3.1", "h44.shift.tank", 1) in found["shifts"]


@rules("holland44", "11.2")
def test_a_gun_that_fired_elsewhere_may_still_be_lost():
    foes = [unit("x", "0505"), gun("g", "0505")]
    played = field("holland44", [unit("a", "0506")], foes, phase="combat", marks={"g": ["fired"]})
    pool = played.query("losses", side="allied", hex="0505", units=["a"])
    assert set(pool) == {"x", "g"}


@rules("holland44", "11.2", "15.6")
def test_who_could_not_advance_off_the_polder_loses_last():
    own = [unit("t", "0506", "tank", steps=2), unit("a", "0606")]
    played = field(
        "holland44", own, [unit("x", "0505")], phase="combat", ground={"0506": "p"}, dice=[1]
    )
    told = played.apply(attack("0505", "t", "a"))
    assert [e.units for e in told if e.key == "zb.loss.step"] == [("a",)]


@rules("holland44", "11.5.2", "13.3")
@pytest.mark.parametrize(("marks", "shaken"), [([], False), (["engaged"], True)])
def test_engaged_units_that_retreat_are_disrupted(marks, shaken):
    foes = [unit("x", "0505", steps=2)]
    played = field(
        "holland44",
        [unit("a", "0506", full=[8, 4, 4])],
        foes,
        phase="combat",
        ground={"0504": "w"},
        dice=[5],
        marks={"x": marks},
    )
    played.apply(attack("0505", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    played.apply(Action("retreat", unit="x", path=("0505", "0504")))
    assert ("disrupted" in played.query("marks", unit="x")) == shaken


@rules("holland44", "19.5", "14.1.2")
def test_a_unit_that_retreats_off_the_map_is_disrupted():
    area = {"id": "german-G", "name": "G", "touches": ["0501"]}
    played = field(
        "holland44",
        [unit("a", "0502", full=[8, 4, 4])],
        [unit("x", "0501", steps=2)],
        phase="combat",
        areas=[area],
        dice=[5],
    )
    played.apply(attack("0501", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    played.apply(Action("retreat", unit="x", path=("0501", "german-G")))
    assert "disrupted" in played.query("marks", unit="x")


@rules("holland44", "12.6")
def test_who_may_not_lead_may_still_hold_against_a_spent_attack():
    own = [unit("a", "0506", steps=1, full=[4, 4, 4], formation="f")]
    foes = [unit("x", "0505", full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[4], marks={"x": ["disrupted"]})
    column = played.query("battle", side="allied", hex="0505", units=["a"])["column"]
    crt = played.rules.charts["crt"]
    die = next((n for n in range(1, 7) if crt.value(str(n), column) == "A1/DR"), 0)
    held = field("holland44", own, foes, phase="combat", dice=[die], marks={"x": ["disrupted"]})
    held.apply(attack("0505", "a"))
    assert {a.kind for a in held.choices()} == {"go-back", "hold"}
    held.apply(Action("hold"))
    assert held.query("place", unit="x") == "0505"


@rules("holland44", "12.6", "10.2.3", "11.2")
@pytest.mark.parametrize(("steps", "holds"), [(1, True), (2, False)])
def test_an_attached_unit_does_not_keep_a_spent_attack_up(steps, holds):
    own = [
        unit("a", "0506", steps=steps, full=[4, 4, 4], formation="f"),
        unit("b", "0506", steps=2, full=[4, 4, 4], formation="g"),
    ]
    foes = [unit("x", "0505", full=[1, 2, 4])]
    more = {"lead": "f", "attached": "b"}
    start = field("holland44", own, foes, phase="combat")
    column = start.query("battle", side="allied", hex="0505", units=["a", "b"], **more)["column"]
    crt = start.rules.charts["crt"]
    die = next(n for n in range(1, 7) if crt.value(str(n), column) == "A1/DR")
    played = field("holland44", own, foes, phase="combat", dice=[die])
    played.apply(attack("0505", "a", "b", **more))
    # Either of them may bear the loss (11.2); the lead formation is gone if a, of one step, does.
    assert {a["unit"] for a in played.choices()} == {"a", "b"}
    played.apply(Action("lose", unit="a"))
    assert (Action("hold") in played.choices()) == holds


@rules("holland44", "11.2", "13.5", "14.3.2")
def test_routed_units_may_bear_a_loss_but_not_those_that_just_came_in():
    foes = [unit("x", "0505"), unit("y", "0505")]
    pool = {"side": "allied", "hex": "0505", "units": ["a"]}
    both = field(
        "holland44",
        [unit("a", "0506")],
        foes,
        phase="combat",
        marks={"x": ["routed"], "y": ["routed"]},
    )
    assert set(both.query("losses", **pool)) == {"x", "y"}
    for marks, bearers in ((["routed"], {"x", "y"}), (["routed", "sheltered"], {"y"})):
        one = field("holland44", [unit("a", "0506")], foes, phase="combat", marks={"x": marks})
        assert set(one.query("losses", **pool)) == bearers


@rules("holland44", "15.4", "15.2", "6.1", "6.2")
def test_who_stacks_free_is_no_company_at_the_end_of_the_road_bonus():
    own = [unit("m", "0506", "motorized", full=[20, 4, 6])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    more = {"phase": "combat", "links": {"road": ["0506 0505 0504 0503"]}, "dice": [6]}
    way = Action("advance", units=("m",), path=("0506", "0505", "0504", "0503"))
    free = (
        unit("s", "0503", "airborne-supply", steps=1, full=[0, 1, 4]),
        gun("g", "0503"),
        unit("e", "0503", "engineer", steps=1),
    )
    for friend in free:
        played = field("holland44", [*own, friend], foes, **more)
        played.apply(attack("0505", "m"))
        assert played.explain(way)
    played = field("holland44", [*own, unit("b", "0503")], foes, **more)
    played.apply(attack("0505", "m"))
    assert "15.4" in forbidden(played, way)


@rules("holland44", "15.4")
def test_two_do_not_use_the_road_bonus_to_the_same_hex():
    own = [unit(name, "0506", "motorized", full=[10, 4, 6]) for name in "mn"]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    links = {"road": ["0506 0505 0504 0503"]}
    played = field("holland44", own, foes, phase="combat", links=links, dice=[6])
    played.apply(attack("0505", "m", "n"))
    far = ("0506", "0505", "0504", "0503")
    assert "15.4" in forbidden(played, Action("advance", units=("m", "n"), path=far))
    assert played.explain(Action("advance", units=("m", "n"), path=far[:3]))
    assert played.explain(Action("advance", units=("m",), path=far))


@rules("holland44", "13.2", "8.6.2")
def test_a_railway_is_no_road_into_the_polder():
    foes = [unit("x", "0505", "tank", steps=2)]
    more = {"ground": {"0504": "p"}, "links": {"rail": ["0505 0504 0503"]}}
    played = field("holland44", [unit("a", "0506")], foes, **more)
    assert "zb.retreat.impassable" in played.query("deaths", unit="x", path=["0505", "0504"])


@rules("holland44", "13.3")
def test_one_step_pays_for_a_whole_stack_that_stops():
    foes = [unit("x", "0505", steps=2), unit("y", "0505", steps=2)]
    more = {"phase": "combat", "ground": {"0504": "w"}, "dice": [5]}
    played = field("holland44", [unit("a", "0506", full=[16, 4, 4])], foes, **more)
    played.apply(attack("0505", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    before = sum(played.query("left", unit=u) for u in "xy")
    for name in "xy":
        played.apply(Action("retreat", unit=name, path=("0505", "0504")))
    assert played.decision.kind == "zb.stop-price"
    assert "13.3" in forbidden(played, Action("lose", unit="a"))
    played.apply(Action("lose", unit="y"))
    assert sum(played.query("left", unit=u) for u in "xy") == before - 1


@rules("holland44", "13.3")
def test_a_single_step_cannot_pay_for_itself():
    foes = [unit("x", "0505", steps=1)]
    played = field("holland44", [unit("a", "0506")], foes, ground={"0504": "w"})
    ends = played.query("retreats", unit="x", length=2)["open"]
    assert ends
    assert all(len(path) == 3 for path in ends)


@rules("holland44", "13.5", "16.4")
def test_units_that_went_back_alone_fight_on():
    foes = [unit("x", "0505", full=[4, 6, 4])]
    marks = {"x": ["retreated", "disrupted"]}
    played = field("holland44", [unit("a", "0506")], foes, phase="combat", marks=marks)
    assert played.query("battle", side="allied", hex="0505", units=["a"])["defence"] == 3


@rules("holland44", "16.4")
def test_a_second_retreat_routs():
    foes = [unit("x", "0505", full=[4, 2, 4])]
    marks = {"x": ["retreated"]}
    own = [unit("a", "0506", full=[8, 4, 4])]
    played = field("holland44", own, foes, phase="combat", marks=marks, dice=[4])
    played.apply(attack("0505", "a"))
    while played.decision.kind in ("zb.stand", "zb.lose"):
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    way = next(a for a in played.choices() if len(a["path"]) == 3)
    played.apply(way)
    assert "routed" in played.query("marks", unit="x")


@rules("holland44", "15.1", "15.4")
def test_an_advance_does_not_end_in_a_full_hex():
    own = [unit("a", "0506", full=[30, 4, 4]), unit("b", "0406"), unit("c", "0406")]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0505", "a"))
    into = Action("advance", units=("a",), path=("0506", "0406"))
    assert "15.1" in forbidden(played, into)
    thin = field("holland44", own[:2], foes, phase="combat", dice=[6])
    thin.apply(attack("0505", "a"))
    assert thin.explain(into)


@rules("holland44", "16.2")
def test_the_breakthrough_group_goes_first():
    own = [unit("a", "0506", full=[20, 4, 4]), unit("b", "0406", full=[20, 4, 4])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4]), unit("y", "0504", full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0505", "a", "b"))
    played.apply(Action("advance", units=("b",), path=("0406", "0405")))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    through = Action("breakthrough", units=("a",), hex="0504")
    assert "16.2" in forbidden(played, through)
    orderly = field("holland44", own, foes, phase="combat", dice=[6, 6])
    orderly.apply(attack("0505", "a", "b"))
    orderly.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert orderly.explain(through)
    orderly.apply(through)
    while orderly.decision.kind != "zb.advance":
        orderly.apply(orderly.choices()[-1])
    on = Action("advance", units=("a",), path=("0505", "0504"))
    assert orderly.explain(on)
    orderly.apply(Action("advance", units=("b",), path=("0406", "0405")))
    assert "16.2" in forbidden(orderly, on)


@rules("holland44", "17.6.1", "17.6.3", "16.3.5", "17.2")
def test_guns_help_every_friendly_formation_to_stand_but_not_in_a_breakthrough():
    foes = [unit("x", "0505", formation="f"), gun("g", "0503", formation="h")]
    own = [unit("a", "0506", full=[12, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[4])
    played.apply(attack("0505", "a"))
    assert played.decision.kind == "zb.stand"
    assert "g" in {a.get("aid") for a in played.choices()}
    own = [unit("a", "0507", full=[30, 4, 4])]
    deep = [
        unit("w", "0506", steps=1, full=[1, 1, 4]),
        unit("x", "0505", full=[1, 9, 4]),
        gun("g", "0503"),
    ]
    later = field("holland44", own, deep, phase="combat", dice=[6, 4])
    later.apply(attack("0506", "a"))
    later.apply(Action("advance", units=("a",), path=("0507", "0506")))
    later.apply(Action("breakthrough", units=("a",), hex="0505"))
    if later.decision.kind == "zb.lose":
        later.apply(later.choices()[0])
    assert later.decision.kind == "zb.stand"
    assert {a.get("aid") for a in later.choices()} == {None}


@rules("holland44", "12.4")
def test_a_desperate_defence_may_be_given_up():
    board = field("holland44", [unit("a", "0101")], [unit("x", "0505")]).scenario.board
    ring = enumerate(board.neighbours("0505"))
    own = [unit(f"a{i}", hex, full=[6, 4, 4]) for i, hex in ring]
    foes = [unit("x", "0505", steps=3, full=[1, 4, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[4, 2])
    played.apply(attack("0505", "a0", "a1"))
    while played.decision.kind == "zb.lose":
        played.apply(played.choices()[0])
    assert played.decision.kind == "zb.desperate"
    played.apply(Action("stand", lead="x"))
    assert played.query("left", unit="x") == 2
    assert played.explain(Action("go-back"))
    played.apply(Action("go-back"))
    assert played.query("left", unit="x") == 0


@rules("holland44", "9.1", "13.5")
def test_nobody_is_attacked_twice_in_a_combat_phase():
    own = [unit("a", "0506", full=[20, 4, 4], formation="f"), unit("b", "0804", formation="f")]
    played = field(
        "holland44", own, [unit("x", "0505"), unit("y", "0603")], phase="combat", dice=[3]
    )
    played.apply(attack("0505", "a"))
    played.apply(Action("go-back"))
    played.apply(next(a for a in played.choices() if a["path"][-1] == "0705"))
    played.apply(Action("end"))
    assert played.query("place", unit="x") == "0705"
    assert forbidden(played, attack("0705", "b")) == ("9.1",)
    assert not any(a.kind == "attack" and a["hex"] == "0705" for a in played.choices())
    played.apply(Action("end"))
    assert not played.query("track", of="struck")


@rules("holland44", "12.3", "16.3.1")
def test_a_held_hex_is_not_entered_in_a_breakthrough_either():
    played = field(
        "holland44",
        [unit("a", "0507", full=[12, 4, 8], formation="f")],
        [unit("x", "0506", steps=1, full=[1, 1, 4]), unit("y", "0505", steps=1)],
        phase="combat",
        ground={"0505": "w"},
        dice=[6, 4, 4],
    )
    played.apply(attack("0506", "a"))
    played.apply(Action("advance", units=("a",), path=("0507", "0506")))
    played.apply(Action("breakthrough", units=("a",), hex="0505"))
    played.apply(Action("stand", lead="y"))
    assert played.query("left", unit="y") == 0
    assert played.decision.kind == "zb.combat"
    assert played.query("place", unit="a") == "0506"
