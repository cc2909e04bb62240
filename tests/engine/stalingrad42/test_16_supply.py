"""Chapter 16: ports, lines, isolation, attrition, control."""

from __future__ import annotations

import itertools

import pytest

from engine.stalingrad42.supply import near_enemy
from engine.values import Action
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.retreat import Way, withdraw
from tests.engine.stalingrad42.setting import (
    ALL,
    FAR,
    NEAR_EAST,
    NORTH,
    WEST,
    contested_city,
    course,
    store,
)
from tests.engine.zocbond.field import field, forbidden, home, move, unit
from tests.marks import rules


@rules("stalingrad42", "16.3.4", "9.7.5")
def test_a_retreat_through_a_city_takes_it_and_its_markers():
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [unit("x", "0505")],
        ground={"0506": "c"},
        control={"0506": "german"},
        forts={"0507": "german"},
    )
    way = Way(("0505", "0506", "0507"), (), ())
    after = withdraw(played.rules, played.state, "x", way, False, course())
    assert after.control["0506"] == "soviet"
    assert after.records.forts == {}


@rules("stalingrad42", "16.2.1", "16.2.3", "3.0 supply phase")
def test_black_sea_ports_supply_the_soviets():
    shape = {"tags": {"black-sea": ["0606"]}, "links": {"road": ["0605 0606"]}}
    own = [unit("x", "0605")]
    assert field("stalingrad42", [], own, **shape).query("supply", unit="x").traced
    lost = field("stalingrad42", [], own, control={"0606": "german"}, **shape)
    assert not lost.query("supply", unit="x").traced
    held = field("stalingrad42", [unit("g", "0606")], own, **shape)
    assert not held.query("supply", unit="x").traced
    german = field("stalingrad42", [unit("g", "0605")], [], control={"0606": "german"}, **shape)
    assert not german.query("supply", unit="g").traced


@rules("stalingrad42", "16.2.4")
@pytest.mark.parametrize(("owner", "side"), [("german", "german"), ("soviet", "soviet")])
def test_temryuk_rules_the_sea_of_azov(owner, side):
    """Temryuk is near the side's area; the other Azov port lies far away."""
    units = [unit("u", "1105")]
    shape = {
        "tags": {"azov-sea": ["1106"], "temryuk": ["0203"]},
        "areas": [WEST if owner == "german" else {**NORTH, "touches": ["0101", "0102"]}],
        "links": {"road": ["1105 1106", "0102 0202 0203"]},
        "control": {"0203": owner, "1106": owner},
    }
    sides = (units, []) if side == "german" else ([], units)
    assert field("stalingrad42", *sides, **shape).query("supply", unit="u").traced
    other = {"german": "soviet", "soviet": "german"}[owner]
    shape["control"] = {"0203": other, "1106": owner}
    assert not field("stalingrad42", *sides, **shape).query("supply", unit="u").traced
    shape["control"] = {"0203": owner, "1106": owner}
    shape["areas"] = []
    assert not field("stalingrad42", *sides, **shape).query("supply", unit="u").traced


@rules("stalingrad42", "16.2.5")
def test_taman_supplies_the_german_only():
    shape = {
        "tags": {"taman": ["0606"], "black-sea": ["0606"]},
        "links": {"road": ["0605 0606"]},
    }
    mine = field("stalingrad42", [unit("g", "0605")], [], control={"0606": "german"}, **shape)
    assert mine.query("supply", unit="g").traced
    theirs = field("stalingrad42", [], [unit("x", "0605")], **shape)
    assert not theirs.query("supply", unit="x").traced


@rules("stalingrad42", "16.5.1", "16.5.3", "16.5.4", "19.2")
def test_attrition_strikes_isolated_units_beside_the_enemy_only():
    ring = [unit(f"x{i}", h) for i, h in enumerate(("0503", "0505", "0704", "0603"))]
    ring += [unit("y", "0605"), unit("z", "0703")]
    own = [unit("a", "0604"), unit("s", "0604", "supply-point", full=[0, 0, 0], steps=1)]
    played = field(
        "stalingrad42",
        own,
        ring,
        phase="supply",
        areas=[{**WEST, "touches": ["0101"]}],
        links={"road": ["0101 0102"]},
        ground={"0604": "d"},
        dice=[1],
    )
    assert played.query("isolated", unit="a")
    assert played.query("left", unit="a") == 1
    assert played.query("left", unit="s") == 1
    assert "out" in played.query("marks", unit="s")


@rules("stalingrad42", "16.5.1", "16.1")
def test_who_is_relieved_by_a_long_line_is_out_of_supply_and_no_longer_isolated():
    played = field(
        "stalingrad42",
        [unit("a", "1212")],
        [unit("x", "0712")],
        phase="supply",
        areas=[{**WEST, "touches": ["0101"]}],
        marks={"a": ["out", "isolated"]},
    )
    assert not played.query("isolated", unit="a")
    assert played.query("marks", unit="a") == ["out"]


@rules("stalingrad42", "16.1", "16.2.2")
def test_a_unit_that_comes_to_its_area_is_in_supply_again():
    row = unit("a", "")
    row["box"] = "german-W"
    del row["hex"]
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    played = field(
        "stalingrad42",
        [row, unit("b", "0909")],
        [unit("x", "1212")],
        areas=[area],
        phase="supply",
        marks={"a": ["out", "isolated"]},
    )
    assert played.query("marks", unit="a") == []
    assert "out" in played.query("marks", unit="b")


@rules("stalingrad42", "16.5.3", "29.1.1")
def test_who_fights_inside_the_city_is_in_contact():
    played = contested_city()
    away = played.state.put("y", "0101")
    assert near_enemy(played.rules, away, "x")
    assert not near_enemy(
        played.rules, away.put("a", "0909").put("b", "0909").put("c", "0909"), "x"
    )


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
    area = {**NEAR_EAST, "touches": ["0601"]}
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


@rules("stalingrad42", "16.4", "9.1")
def test_what_a_unit_out_of_supply_loses_and_what_it_keeps():
    own = [unit("t", "0504", "tank", full=[9, 6, 6], dot="black", steps=3), unit("i", "0504")]
    foes, marks = [unit("x", "0505")], {"t": ["out"], "i": ["out"]}
    fight = field("stalingrad42", own, foes, phase="combat", marks=marks)
    found = fight.query("battle", side="german", hex="0505", units=["t"])
    assert found["attack"] == 5
    assert ("9.2.1", "s42.shift.tank", 1) in found["shifts"]
    full = fight.rules.defence_shares(fight.state, Battle("soviet", "0504", ("x",)))
    assert [(share.base, share.halved) for share in full] == [(6, ()), (4, ())]
    assert "0505" in fight.query("zoc", side="german")
    phase = Advance(Battle("german", "0505", ("t",)), 4, True)
    assert fight.rules.advance_most(fight.state, phase, "t") == 2
    walk = field("stalingrad42", own, [FAR], marks=marks)
    assert forbidden(walk, move("t", "0504", "0503")) == ("16.4",)
    assert forbidden(walk, move("t", "0504", "0503", mode="extended")) == ("16.4",)
    assert forbidden(walk, move("t", "0504", "0503", "0502", mode="tactical")) == ()
    assert forbidden(walk, move("i", "0504", "0503", "0502", "0501")) == ()
    weak = field(
        "stalingrad42",
        [*own, unit("u", "0506", "tank")],
        [FAR],
        phase="initial",
        marks=marks,
        lost={"t": 1, "u": 1},
        replacements={"german": {"tank": 1}},
        areas=[home("german", "0504")],
    )
    assert weak.explain(Action("replace", unit="u"))
    assert "21.2" in forbidden(weak, Action("replace", unit="t"))


@rules("stalingrad42", "16.5.4", "16.5.2")
@pytest.mark.parametrize(
    ("weather", "own", "ground", "rails", "total"),
    [
        ("clear", (), {}, None, 2),
        ("snow", (), {}, None, 1),
        ("clear", (), {"0604": "d"}, None, -1 + 2),
        ("clear", (("h", "army-hq"),), {}, None, 3),
        ("clear", (("h", "soviet-hq"),), {}, None, 2),
        ("clear", (), {"0605": "c"}, None, 3),
        ("clear", (("h", "army-hq"),), {"0605": "C"}, None, 4),
        ("snow", (("h", "army-hq"),), {"0605": "C"}, None, 3),
        ("clear", (), {}, ["0101"], 2),
        ("snow", (), {}, ["0101"], 1),
    ],
)
def test_what_helps_and_harms_an_isolated_pocket(weather, own, ground, rails, total):
    """Airfield, city, headquarters, desert, and how far it is to the railway (16.5.4)."""
    rows = [unit("a", "0604"), *(unit(n, "0605", kind, steps=1) for n, kind in own)]
    if ground.get("0605"):
        rows.append(unit("b", "0605"))
    ring = [unit("x", "0602")]
    played = field("stalingrad42", rows, ring, weather=weather, ground=ground, size=(24, 24))
    assert played.query("isolated", unit="a")
    at = {"rails": rails} if rails else {}
    assert played.query("attrition", unit="a", **at).total == total
    soviet = field("stalingrad42", ring, rows, weather=weather, ground=ground, size=(24, 24))
    if not own and rails is None and "0605" not in ground:
        plain = 1 - (ground.get("0604") == "d")
        assert soviet.query("attrition", unit="a").total == plain


@rules("stalingrad42", "16.5.2", "16.5.4")
def test_one_to_four_cost_a_step_before_what_is_added():
    wet = {f"{c:02d}{r:02d}": "w" for c in range(1, 13) for r in range(1, 13)}
    bare = field("stalingrad42", [unit("a", "0604")], [unit("x", "0602")], ground=wet)
    assert bare.query("attrition", unit="a").total == 0
    assert bare.query("attrition-loses", unit="a") == [1, 2, 3, 4]
    field_near = field("stalingrad42", [unit("a", "0604")], [unit("x", "0602")])
    assert field_near.query("attrition-loses", unit="a") == [1, 2]


@rules("stalingrad42", "16.5.4")
@pytest.mark.parametrize(("weather", "near", "far"), [("clear", 2, 1), ("snow", 1, 0)])
def test_an_airfield_sixteen_hexes_from_the_railway_helps_less(weather, near, far):
    """The one open hex is where the pocket stands."""
    wood = {f"{c:02d}{r:02d}": "w" for c in range(1, 25) for r in range(1, 13)}
    del wood["0604"]
    shape = {"ground": wood, "size": (24, 12), "weather": weather}
    played = field("stalingrad42", [unit("a", "0604")], [unit("x", "0602")], **shape)
    for rail, total in (("2104", near), ("2204", far)):
        assert played.scenario.board.distance("0604", rail) == 15 + (rail == "2204")
        assert played.query("attrition", unit="a", rails=[rail]).total == total


@rules("stalingrad42", "17.4", "5.5.7")
def test_the_rail_net_is_the_railway_and_nothing_beside_it():
    shape = {"links": {"rail": ["0101 0102 0103", "0505 0506"]}}
    shape["areas"] = [home("soviet", "0101"), home("german", "0101")]
    played = field("stalingrad42", [], [unit("x", "0909")], **shape)
    for side in ("german", "soviet"):
        assert played.query("rail-net", side=side) == ["0101", "0102", "0103"]
    near = field("stalingrad42", [unit("g", "0203")], [unit("x", "0909")], **shape)
    assert near.query("rail-net", side="soviet") == ["0101"]


@rules("stalingrad42", "16.1")
def test_only_a_change_of_supply_is_told():
    shape = {"phase": "supply", "areas": [{**WEST, "touches": ["0101"]}]}
    own = [unit("a", "1212"), unit("b", "1211"), unit("c", "0102"), unit("d", "0202")]
    played = field(
        "stalingrad42", own, [unit("x", "0712")], marks={"a": ["out"], "c": ["out"]}, **shape
    )
    told = {(e.key, e.units[0]) for e in played.log if e.key.startswith("zb.supply")}
    assert told == {("zb.supply.out", "b"), ("zb.supply.back", "c")}
    assert [bool(played.state.has(u, "out")) for u in "abcd"] == [True, True, False, False]


@rules("stalingrad42", "16.3.2")
def test_a_mountain_by_road_counts_one_hex_and_off_it_two():
    ground = {f"05{row:02d}": "m" for row in range(5, 9)}
    for links, counted in (({"road": ["0504 0505 0506 0507"]}, 3), ({}, 6)):
        played = field("stalingrad42", [unit("a", "0504")], [FAR], ground=ground, links=links)
        way = ("0504", "0505", "0506", "0507")
        pairs = itertools.pairwise(way)
        g, s = played.rules, played.state
        assert sum(g.line_price(s, here, there) for here, there in pairs) == counted


@rules("stalingrad42", "18.1", "18.6.1")
def test_a_supply_point_is_stocked_where_it_is_asked_for():
    own = [store("s", "used"), store("t", "used"), unit("a", "0101")]
    played = field("stalingrad42", own, [FAR], phase="initial", resources=1, areas=ALL)

    def stocked(**asked):
        found = (a for a in played.choices(**asked) if a.kind == "stock")
        return {(a["unit"], a["to"]) for a in found}

    assert stocked() == {("s", "german-W")}
    assert stocked(unit="t") == {("t", "german-W")}
    assert stocked(hex="german-W") == {("s", "german-W")}
    assert stocked(hex="soviet-A") == stocked(unit="a") == set()
    assert forbidden(played, Action("stock", unit="s", to="soviet-A")) == ("18.6.1",)


@rules("stalingrad42", "16.2.5", "16.2.4")
@pytest.mark.parametrize(
    ("side", "taman", "traced"),
    [
        ("soviet", (), True),
        ("soviet", ("1106",), False),
        ("german", (), True),
        ("german", ("1106",), True),
    ],
)
def test_taman_on_the_sea_of_azov_supplies_the_german_only(side, taman, traced):
    """Whoever holds Temryuk rules the sea, yet Taman is no source of the Soviets."""
    units = [unit("u", "1105")]
    played = field(
        "stalingrad42",
        *((units, []) if side == "german" else ([], units)),
        tags={"azov-sea": ["1106"], "temryuk": ["0203"], "taman": list(taman)},
        areas=[home(side, "0101", "0102")],
        links={"road": ["1105 1106", "0102 0202 0203"]},
        control={"0203": side, "1106": side},
    )
    assert played.query("supply", unit="u").traced is traced
