"""Chapter 21: replacements."""

from __future__ import annotations

import pytest

from engine.stalingrad42.forces.replacements import types_for
from engine.values import Action
from tests.engine.stalingrad42.setting import ALL, FAR, NORTH, WEST, Mute, area, boxed, dead, onward
from tests.engine.zocbond.field import attack, field, forbidden, home, noting, unit
from tests.marks import rules


@rules("stalingrad42", "21.4", "22.7")
def test_a_replacement_in_an_area_bars_no_attack_of_others_there():
    rows = [unit("a", ""), unit("b", "")]
    for row in rows:
        row["box"] = "german-W"
        del row["hex"]
    marks = {"b": ["replaced"]}
    played = field(
        "stalingrad42", rows, [unit("x", "0102")], phase="combat", areas=[WEST], marks=marks
    )
    assert forbidden(played, attack("0102", "a")) == ()
    assert "21.4" in forbidden(played, attack("0102", "b"))


DISTANT = {"id": "soviet-D", "name": "D", "touches": ["1205"]}


def rebuilding(*own, foes=(), steps=None, **more):
    """An initial phase with replacements."""
    return field(
        "stalingrad42",
        [unit("z", "0104", steps=2), *own],
        [unit("x", "1212"), *foes],
        phase="initial",
        areas=[WEST, NORTH, DISTANT],
        replacements={"german": steps or {"infantry": 3}},
        lost={"z": 1, **more.pop("lost", {})},
        **more,
    )


KINDS = {
    ("tank", "", False): ("tank",),
    ("infantry", "", False): ("infantry", "cavalry", "special"),
    ("cavalry", "", False): ("cavalry",),
    ("motorized", "", False): ("special",),
    ("mountain", "", False): ("special",),
    ("marine", "", False): ("special",),
    ("nkvd", "", False): ("special",),
    ("anti-tank", "", False): ("special",),
    ("army-hq", "", True): ("special",),
    ("panzergrenadier", "", False): ("special", "tank"),
    ("assault-gun", "", True): ("special", "tank"),
    ("tank", "", True): ("special", "tank"),
    ("infantry", "romanian", False): ("romanian", "axis"),
    ("army-hq", "italian", True): ("italian", "axis"),
    ("infantry", "slovak", False): ("axis",),
}


@rules("stalingrad42", "21.1.2", "21.5.1", "21.5.2")
@pytest.mark.parametrize("case", KINDS, ids=str)
def test_which_replacements_a_unit_takes(case):
    kind, nation, free = case
    played = field("stalingrad42", [unit("u", "0101", kind, nation=nation, free=free)])
    assert types_for(played.rules.units["u"]) == KINDS[case]


@rules("stalingrad42", "21.1.1", "21.1.2", "21.2")
def test_a_replacement_must_suit_and_be_named():
    played = rebuilding(steps={"infantry": 1, "special": 1, "tank": 1})
    assert "21.1.2" in forbidden(played, Action("replace", unit="z"))
    assert "21.1.2" in forbidden(played, Action("replace", unit="z", of="tank"))
    played.apply(Action("replace", unit="z", of="special"))
    assert played.query("left", unit="z") == 2
    cut = rebuilding(unit("c", "0909"), lost={"c": 1})
    assert "21.2" in forbidden(cut, Action("replace", unit="c"))
    shaken = rebuilding(unit("c", "0105"), lost={"c": 1}, marks={"z": ["disrupted"]})
    assert "21.2" in forbidden(shaken, Action("replace", unit="z"))
    wrong = rebuilding(unit("t", "0105", "tank"), lost={"t": 1}, steps={"tank": 1})
    assert "21.1.2" in forbidden(wrong, Action("replace", unit="z"))


@rules("stalingrad42", "21.3.1", "21.3.2", "21.4")
def test_where_a_destroyed_unit_returns():
    city = {
        "ground": {"0103": "C", "0105": "C"},
        "links": {"rail": ["0101 0102 0103 0104"]},
        "control": {"0103": "german", "0105": "german"},
    }
    own = [dead("a"), dead("b"), dead("c")]
    lost = dict.fromkeys("abc", 2)
    played = rebuilding(*own, lost=lost, **city)
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="a", to="0404"))
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="a", to="0105"))
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="z", to="german-W"))
    played.apply(Action("rebuild", unit="a", to="0103"))
    assert played.query("left", unit="a") == 1
    assert played.query("marks", unit="a") == ["replaced"]
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="b", to="0103"))
    played.apply(Action("rebuild", unit="b", to="german-W"))
    assert played.query("place", unit="b") == "german-W"
    watched = rebuilding(*own, foes=[unit("y", "0203")], lost=lost, **city)
    assert "21.3.1" in forbidden(watched, Action("rebuild", unit="a", to="0103"))


@rules("stalingrad42", "21.3.1", "21.3.2")
def test_a_headquarters_near_the_rail_net_takes_one_of_its_nation_back():
    head = unit("h", "0302", "army-hq", full=[0, 1, 4], steps=1, range=5)
    full = [unit(n, "0302") for n in "pqr"]
    shape = {"links": {"rail": ["0101 0102 0103"], "road": ["0101 0202 0302"]}}
    own = [head, *full, dead("a"), dead("r2", nation="romanian")]
    lost = {"a": 2, "r2": 2}
    played = rebuilding(*own, lost=lost, steps={"infantry": 1, "axis": 1}, **shape)
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="r2", to="0302"))
    played.apply(Action("rebuild", unit="a", to="0302"))
    assert played.query("place", unit="a") == "0302"
    assert played.query("over", side="german", hex="0302") == 1
    shape["links"] = {"rail": ["0101 0102 0103"], "road": ["0101 0202 0302"]}
    own[0] = unit("h", "0602", "army-hq", full=[0, 1, 4], steps=1, range=5)
    far = rebuilding(*own, lost=lost, **shape)
    assert "21.3.1" in forbidden(far, Action("rebuild", unit="a", to="0602"))


@rules("stalingrad42", "21.3.1")
def test_soviet_tank_corps_return_in_the_north():
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [dead("t", "tank", "soviet"), dead("i", "infantry", "soviet"), unit("x", "1212")],
        side="soviet",
        phase="initial",
        areas=[NORTH, DISTANT],
        lost={"t": 2, "i": 2},
        replacements={"soviet": {"tank": 1, "infantry": 1}},
    )
    assert "21.3.1" in forbidden(played, Action("rebuild", unit="t", to="soviet-D"))
    assert forbidden(played, Action("rebuild", unit="t", to="soviet-A")) == ()
    assert forbidden(played, Action("rebuild", unit="i", to="soviet-D")) == ()


@rules("stalingrad42", "21.3.3", "20.4", "18.2.3")
def test_guns_return_used_and_garrisons_never():
    own = [dead("h", "army-hq", steps=1), dead("w", size="garrison")]
    played = rebuilding(*own, lost={"h": 1, "w": 2}, steps={"special": 1, "infantry": 1})
    assert "20.4" in forbidden(played, Action("rebuild", unit="w", to="german-W"))
    played.apply(Action("rebuild", unit="h", to="german-W"))
    assert played.query("marks", unit="h") == ["fired", "replaced"]


@rules("stalingrad42", "21.3.4", "10.4.1", "10.4.2", "10.4.3")
def test_a_remnant_gives_way_to_its_unit():
    rows = [unit("a", "0103", steps=3, reduced=[3, 3, 3], remnant=[1, 1, 3])]
    played = rebuilding(*rows, lost={"a": 2})
    state = noting(played.state, remnants=("a",))
    phase = state.top
    after = phase.apply(played.rules, state, Action("replace", unit="a", of=None), Mute())
    assert after.lost["a"] == 1
    assert after.records.remnants == ()
    whole = rebuilding(dead("b", steps=3, reduced=[3, 3, 3]), lost={"b": 3})
    whole.apply(Action("rebuild", unit="b", to="german-W"))
    assert whole.query("left", unit="b") == 2


@rules("stalingrad42", "21.3.1", "16.3.4")
def test_a_city_held_by_its_own_side_takes_units_back_unmarked():
    shape = {
        "side": "soviet",
        "phase": "initial",
        "areas": [area("soviet-A", "1209", "1210"), WEST],
        "ground": {"0909": "C"},
        "links": {"rail": ["1209 1109 1009 0909"], "road": ["1209 1109 1009 0909"]},
        "replacements": {"soviet": {"infantry": 2}},
        "lost": {"d": 2},
    }
    d = boxed("d", "destroyed-soviet")
    back = Action("rebuild", unit="d", to="0909")
    held = field("stalingrad42", [unit("g", "0101")], [d, unit("x", "0909")], **shape)
    assert held.explain(back)
    empty = field("stalingrad42", [unit("g", "0101")], [d, unit("x", "1005")], **shape)
    assert forbidden(empty, back) == ("21.3.1",)


@rules("stalingrad42", "21.4")
@pytest.mark.parametrize("marks", [{}, {"r": ["replaced"]}])
def test_a_replacement_forbids_breakthrough_out_of_its_hex_too(marks):
    own = [unit("t", "0504", "tank", full=[40, 9, 6], dot="black"), unit("r", "0605")]
    foes = [unit("x", "0505", full=[2, 2, 4], steps=1), unit("y", "0606", full=[2, 2, 4])]
    game = field("stalingrad42", own, foes, phase="combat", marks=marks, areas=ALL)
    game.apply(attack("0505", "t"))
    onward(game, "zb.advance")
    game.apply(Action("advance", units=("t",), path=("0504", "0505", "0605")))
    assert game.state.place("t") == "0605"
    again = forbidden(game, Action("breakthrough", units=("t",), hex="0606"))
    assert ("21.4" in again) is bool(marks)


@rules("stalingrad42", "21.1.1", "21.2", "21.3.1")
def test_the_dead_are_rebuilt_and_not_replaced():
    own = [dead("a"), unit("b", "0104")]
    played = rebuilding(*own, lost={"a": 2, "b": 1})
    replaced = {a["unit"] for a in played.choices() if a.kind == "replace"}
    assert replaced == {"b", "z"}
    assert {a["unit"] for a in played.choices() if a.kind == "rebuild"} == {"a"}
    assert forbidden(played, Action("replace", unit="a"))
    assert forbidden(played, Action("rebuild", unit="b", to="german-W"))


@rules("stalingrad42", "21.3.1")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_the_nation_of_a_headquarters_binds_the_german_only(side):
    """His default nation is German; a front takes back whoever is on its side, named or not."""
    nation, kind = ("romanian", "army-hq") if side == "german" else ("soviet", "front-hq")
    head = unit("h", "0302", kind, full=[0, 1, 4], steps=1, range=5)
    own = [head, *(boxed(n, f"destroyed-{side}") for n in "a")]
    own.append(boxed("n", f"destroyed-{side}", nation=nation))
    played = field(
        "stalingrad42",
        *((own, [FAR]) if side == "german" else ([unit("far", "1212")], own)),
        side=side,
        phase="initial",
        areas=[home(side, "0101", "0102")],
        links={"rail": ["0101 0102 0103"], "road": ["0101 0202 0302"]},
        replacements={side: {"infantry": 2, "axis": 2}},
        lost={"a": 2, "n": 2},
    )
    assert forbidden(played, Action("rebuild", unit="a", to="0302")) == ()
    why = ("21.3.1",) if side == "german" else ()
    assert forbidden(played, Action("rebuild", unit="n", to="0302")) == why


@rules("stalingrad42", "21.3.1", "21.1.1", "21.1.2")
def test_a_destroyed_unit_returns_by_a_replacement_of_its_type():
    own = [dead("t", "tank"), dead("i")]
    played = rebuilding(*own, lost={"t": 2, "i": 2}, steps={"infantry": 1, "special": 1})
    back = Action("rebuild", unit="t", to="german-W")
    assert forbidden(played, back) == ("21.1.2",)
    two_ways = Action("rebuild", unit="i", to="german-W")
    assert forbidden(played, two_ways) == ("21.1.2",)
    assert forbidden(played, two_ways.replaced(of="special")) == ()
