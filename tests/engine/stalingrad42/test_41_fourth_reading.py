"""Chapters 4 to 16: findings of a fourth reading."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.action import Action
from engine.zocbond.battle import Battle
from engine.zocbond.results import read_result
from engine.zocbond.stand import Stand
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

STRONG = [40, 9, 6]
EAST = {"id": "soviet-A", "name": "A", "touches": ["0101", "0102"]}
WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102"]}


def weak(name, hex):
    """One step that falls to anybody."""
    return unit(name, hex, full=[1, 1, 3], steps=1)


def fought(own, foes, *targets, dice=(), **more):
    """A field where attacks were made, up to the advance after the last."""
    played = field(
        "stalingrad42", own, [*foes, unit("far", "1212")], phase="combat", dice=dice, **more
    )
    for hex, *units in targets:
        played.apply(attack(hex, *units))
        while played.query("phase") != "Advance":
            played.apply(played.choices()[0])
    return played


def advance(name, *path):
    """An advance of one unit."""
    return Action("advance", units=(name,), path=path)


# ---------------------------------------------------------------- 4.4, 14.1: stacking
@rules("stalingrad42", "14.1", "4.4")
def test_an_advance_passes_a_full_hex_and_ends_in_none():
    own = [unit(n, "0504", full=STRONG) for n in "ab"]
    own += [unit(n, "0605") for n in "pqr"]
    played = fought(own, [weak("x", "0505")], ("0505", "a", "b"))
    into = advance("a", "0504", "0605")
    assert forbidden(played, into) == ("14.1",)
    assert played.explain(advance("a", "0504", "0605", "0606"))
    together = Action("advance", units=("a", "b"), path=("0504", "0505"))
    assert played.explain(together)
    assert into not in played.choices()


@rules("stalingrad42", "14.1", "4.3")
def test_an_army_headquarters_brings_its_room_with_it():
    own = [unit(n, "0504", full=STRONG) for n in "abc"]
    own.append(unit("hq", "0504", "soviet-hq", full=[0, 0, 5], steps=1))
    foes = [weak("x", "0505")]
    played = fought_by_soviets(own, foes)
    group = Action("advance", units=("a", "b", "c"), path=("0504", "0505"))
    assert forbidden(played, group) == ("14.1",)
    assert played.explain(Action("advance", units=("a", "b", "c", "hq"), path=("0504", "0505")))


def fought_by_soviets(own, foes):
    """The same from the Soviet side."""
    played = field("stalingrad42", [*foes, unit("far", "1212")], own, phase="combat", side="soviet")
    played.apply(attack("0505", "a", "b", "c"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    return played


# ---------------------------------------------------------------- 14.1: who advances
@rules("stalingrad42", "14.1", "13.2.1", "13.3.2")
def test_disrupted_and_routed_units_advance_with_the_attackers():
    own = [unit("a", "0504", full=STRONG), unit("d", "0504"), unit("r", "0504")]
    marks = {"d": ["disrupted"], "r": ["routed"]}
    played = fought(own, [weak("x", "0505"), unit("z", "0606")], ("0505", "a"), marks=marks)
    assert played.explain(advance("d", "0504", "0505"))
    assert played.explain(advance("r", "0504", "0503"))
    assert forbidden(played, advance("r", "0504", "0505")) == ("13.3.2",)
    played.apply(advance("d", "0504", "0505"))
    assert played.explain(advance("r", "0504", "0505"))


@rules("stalingrad42", "14.1", "8.6.2")
def test_who_shattered_a_second_hex_does_not_ride_after_the_first():
    own = [unit(n, "0504", "tank", full=STRONG) for n in "ar"]
    played = field("stalingrad42", own, [weak("x", "0505"), weak("y", "0404"), unit("far", "1212")])
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    played.apply(Action("auto-ds", hex="0404", units=("r",)))
    played.apply(Action("end"))
    played.apply(Action("end"))
    played.apply(Action("advance-auto", hex="0505"))
    assert played.query("phase") == "Advance"
    assert forbidden(played, advance("r", "0504", "0505")) == ("14.1",)
    played.apply(Action("end"))
    assert played.explain(advance("r", "0504", "0404"))


@rules("stalingrad42", "14.1", "8.6.2")
@pytest.mark.parametrize(("seat", "beyond"), [("0504", "0503"), ("0404", "0403")])
def test_who_went_on_after_another_battle_rides_no_more(seat, beyond):
    own = [unit("a", "0504", "tank", full=STRONG), unit("r", "0504", "tank", full=[30, 9, 6])]
    foes = [weak("x", "0505"), unit("y", "0404", full=[4, 4, 3], steps=1), unit("far", "1212")]
    played = field("stalingrad42", own, foes, dice=[6])
    played.apply(Action("auto-ds", hex="0505", units=("a",)))
    played.apply(Action("end"))
    played.apply(attack("0404", "r"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    if seat != "0504":
        played.apply(advance("r", "0504", seat))
    played.apply(Action("end"))
    played.apply(Action("end"))
    assert played.query("phase") == "Advance"
    assert bool(played.explain(advance("r", seat, beyond))) is (seat == "0504")


# ---------------------------------------------------------------- 14.4.2: who has not advanced
@rules("stalingrad42", "14.4.2", "15.2.6", "15.2.8")
def test_a_group_that_only_fought_has_not_advanced_into_a_zoc():
    own = [unit("a", "0505", "tank", full=STRONG)]
    foes = [weak("x", "0504"), weak("y", "0506"), unit("z", "0606")]
    played = fought(own, foes, ("0504", "a"))
    played.apply(Action("breakthrough", units=("a",), hex="0506"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    assert "0505" in played.query("zoc", side="soviet")
    assert played.explain(advance("a", "0505", "0405", "0305"))
    played.apply(advance("a", "0505", "0405"))
    assert played.explain(advance("a", "0405", "0305"))
    assert "14.4.2" in forbidden(played, advance("a", "0405", "0505", "0605"))


# ---------------------------------------------------------------- 11.4.2, 11.5.1: standing
def stood(remnants, steps=3, lost=1):
    """A lone unit that held at the cost of a step, of two or of one that it had left."""
    row = {"reduced": [4, 4, 4], "remnant": [1, 1, 4], "steps": steps}
    played = field(
        "stalingrad42",
        [unit("g", "0504", full=[20, 9, 4], steps=3)],
        [unit("x", "0505", **row), unit("far", "1212")],
        phase="combat",
        dice=[3, 6],
        turn=10,
        remnants=remnants,
        lost={"x": lost},
    )
    played.apply(attack("0505", "g"))
    while played.decision.kind != "zb.stand":
        played.apply(played.choices()[0])
    played.apply(Action("stand", lead="x"))
    return played


@rules("stalingrad42", "11.4.2", "10.4.2", "14.2.3")
def test_a_unit_that_leaves_no_remnant_leaves_its_hex_to_a_limited_advance():
    gone = stood({"soviet": 0})
    assert gone.query("place", unit="x") == "destroyed-soviet"
    assert gone.query("phase") == "Advance"
    assert gone.explain(advance("g", "0504", "0505"))
    assert "14.2.3" in forbidden(gone, advance("g", "0504", "0505", "0506"))


@rules("stalingrad42", "11.4.2", "10.4.1", "10.4.2")
@pytest.mark.parametrize(("kind", "phase"), [("form", "Combat"), ("disband", "Advance")])
def test_its_owner_says_whether_a_remnant_keeps_the_hex(kind, phase):
    asked = stood({"soviet": 5})
    assert asked.decision.kind == "s42.remnant"
    asked.apply(Action(kind, unit="x"))
    assert asked.query("phase") == phase


@rules("stalingrad42", "11.5.1", "16.2.4")
@pytest.mark.parametrize("side", ["soviet", "german"])
def test_a_port_on_the_sea_of_azov_is_defended_desperately(side):
    defence, assault = [unit("u", "1106")], [unit("g", "1107", full=[8, 8, 4], steps=3)]
    german, soviet = (assault, defence) if side == "soviet" else (defence, assault)
    played = field(
        "stalingrad42",
        german,
        soviet,
        phase="combat",
        side="german" if side == "soviet" else "soviet",
        tags={"azov-sea": ["1106"], "temryuk": ["0203"]},
        areas=[EAST if side == "soviet" else WEST],
        links={"road": ["1105 1106", "0102 0202 0203"]},
        control={"0203": side, "1106": side},
    )
    g, s = played.rules, played.state
    assert played.query("supply", unit="u").traced
    battle = Battle(g.other[side], "1106", ("g",))
    for temryuk in (side, g.other[side]):
        s = replace(s, control={**s.control, "0203": temryuk}).track(helped=g.helped(s, battle))
        now = s.push(Stand(battle, read_result(g, "DR2 Adv 2")))
        assert now.top.desperate(g, now) is (temryuk == side)


# ---------------------------------------------------------------- 16.4, 16.3.3: supply
@rules("stalingrad42", "16.4", "5.6.3")
def test_mechanized_units_out_of_supply_go_by_no_train():
    own = [unit("t", "0505", "tank"), unit("i", "0506")]
    marks = {"t": ["out"], "i": ["out"]}
    rails = {"rail": ["0505 0506 0507 0508 0509"]}
    played = field(
        "stalingrad42", [unit("g", "1212")], own, side="soviet", links=rails, marks=marks
    )
    assert forbidden(played, Action("rail", unit="t", hex="0509")) == ("16.4",)
    assert played.explain(Action("rail", unit="i", hex="0509"))
    assert not [a for a in played.choices(unit="t") if a.kind == "rail"]


@rules("stalingrad42", "16.3.3")
@pytest.mark.parametrize(
    ("roads", "length"),
    [
        (["0601 0602 0603 0604 0605"], 5),
        (["0601 0602 0603 0604 0605", "0606 0607"], 3),
        (["0602 0603 0604 0605"], None),
    ],
)
def test_a_ferry_joins_roads_and_no_open_ground(roads, length):
    area = {**EAST, "touches": ["0601"]}
    played = field(
        "stalingrad42",
        [unit("g", "1212")],
        [unit("x", "0610")],
        side="soviet",
        sides={"major-river": ["0605 S"], "ferry": ["0605 S"]},
        areas=[area],
        links={"road": roads},
    )
    line = played.query("supply", unit="x")
    assert line.traced is (length is not None)
    assert length is None or len(line.off_road) - 1 == length


# ---------------------------------------------------------------- 5.5.3: the flotilla
@rules("stalingrad42", "5.5.3", "9.5.3")
def test_the_hex_of_the_flotilla_is_a_ferry_on_all_its_sides():
    shape = {"sides": {"volga": ["0606 N NW"]}, "tags": {"flotilla": ["0606"]}}
    own = [unit("x", "0606"), unit("y", "0605")]
    played = field("stalingrad42", [unit("g", "1212")], own, side="soviet", **shape)
    assert "5.5.3" in forbidden(played, move("x", "0606", "0605"))
    assert [a for a in played.choices() if a.kind == "flotilla"] == [Action("flotilla", hex="0606")]
    played.apply(Action("flotilla", hex="0606"))
    for there in ("0605", "0505"):
        assert played.explain(move("x", "0606", there))
    assert played.explain(move("y", "0605", "0606"))


@rules("stalingrad42", "5.5.3", "16.3.3")
def test_roads_meet_at_the_flotilla():
    played = field(
        "stalingrad42",
        [unit("g", "1212")],
        [unit("x", "0611")],
        side="soviet",
        sides={"volga": ["0606 N"]},
        tags={"flotilla": ["0606"]},
        areas=[{**EAST, "touches": ["0601"]}],
        links={"road": ["0601 0602 0603 0604 0605", "0606 0607"]},
    )
    assert not played.query("supply", unit="x").traced
    played.apply(Action("flotilla", hex="0606"))
    assert played.query("supply", unit="x").on_road[:3] == ("0607", "0606", "0605")


# ---------------------------------------------------------------- 11.2.1, 23.4: villages
@rules("stalingrad42", "11.2.1", "23.4")
@pytest.mark.parametrize(
    ("kind", "column"), [("village", "other"), ("port", "other"), ("landmark", "clear")]
)
def test_a_landmark_is_no_village(kind, column):
    places = [{"hex": "0505", "name": "There", "kind": kind}]
    played = field("stalingrad42", [unit("g", "0505")], [unit("x", "1212")], turn=28, places=places)
    g, s = played.rules, played.state
    assert g.stand_column(s, "0505", "g") == column
    assert g.cold(s, "g") is (column == "clear")


# ---------------------------------------------------------------- 8.1: attacked once
@rules("stalingrad42", "8.1", "12.4")
def test_a_hex_is_attacked_again_when_others_have_come_in():
    own = [unit("a", "0504", full=STRONG), unit("b", "0606", full=STRONG)]
    foes = [weak("x", "0505"), unit("y", "0707"), unit("z", "0708")]
    played = fought(own, foes, ("0505", "a"))
    played.apply(Action("end"))
    g, s = played.rules, played.state
    again, fresh = attack("0505", "b"), s.put("y", "0505")
    assert g.explain(fresh, again)
    assert "0505" in fresh.top.targets(g, fresh)
    struck = fresh.track(struck=("x", "y"))
    assert "8.1" in g.explain(struck, again).rules
    joined = struck.put("z", "0505")
    assert "8.1" in g.explain(joined, again).rules
    assert "0505" not in joined.top.targets(g, joined)
    assert g.explain(joined.mark(("y",), "retreated", "sheltered"), again)


# ---------------------------------------------------------------- 4.3: corps
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
