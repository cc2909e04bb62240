"""Chapter 24: victory points."""

from __future__ import annotations

import pytest

from engine.stalingrad42.battle.modifiers import freezing
from engine.stalingrad42.board.calendar import cut_in_g, g_isolated
from engine.stalingrad42.sequence import tidy
from engine.values import Action
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import FAR, WEST, area, boxed
from tests.engine.zocbond.field import field, home, move, unit
from tests.marks import rules

COLUMN_ROAD = {"road": ["0101 0102 0103 0104 0105 0106"]}


@rules("stalingrad42", "24.1.1")
def test_victory_hexes_count_in_supply_only():
    shape = {
        "points": {"0105": 2, "1010": 3},
        "control": {"0105": "german", "1010": "german"},
        "areas": [WEST],
        "links": COLUMN_ROAD,
    }
    played = field("stalingrad42", [unit("g", "0105")], [unit("x", "1212")], **shape)
    assert played.query("points").total == 2


@rules("stalingrad42", "24.1.1", "16.3.4")
def test_points_on_a_plain_hex_are_won_and_kept_like_those_of_a_city():
    """The red circle makes a hex a victory hex, wherever it is printed."""
    shape = {
        "points": {"0505": 3},
        "areas": [home("german", "0503")],
        "links": {"road": ["0503 0504"]},
    }
    played = field("stalingrad42", [unit("g", "0504")], [unit("x", "1212")], **shape)
    assert played.query("points").total == 0
    played.apply(move("g", "0504", "0505"))
    assert played.query("control")["0505"] == "german"
    assert played.query("points").total == 3
    away = played.state.put("g", "0506")
    assert played.rules.query(away, "points").total == 3
    assert "0505" in played.rules.line_closed(away, "soviet")


@rules("stalingrad42", "16.3.4", "24.1.1", "23.4")
def test_whoever_stands_in_a_city_at_the_start_controls_it():
    shape = {
        "ground": {"0505": "C", "0808": "c", "1010": "C"},
        "areas": [home("german", "0503")],
        "tags": {"west": ["0808"]},
        "links": {"road": ["0503 0504"]},
        "points": {"0505": 2, "1010": 1},
        "turn": 28,
    }
    own, foes = [unit("g", "0505"), unit("h", "0506")], [unit("x", "1010")]
    played = field("stalingrad42", own, foes, **shape)
    assert played.query("control") == {"0505": "german", "1010": "soviet", "0808": "german"}
    assert played.query("points").total == 2
    assert not freezing(played.rules, played.state, "h")
    told = field("stalingrad42", own, foes, control={"0505": "soviet"}, **shape)
    assert told.query("control")["0505"] == "soviet"


def baku(kinds: list[str], *, lost=None, road: bool = True, soviets=(), **more):
    """German divisions at the gate of area G."""
    own = [
        unit(f"d{i}", f"010{i + 1}", kind, full=[4, 4, 4], **more.get(f"d{i}", {}))
        for i, kind in enumerate(kinds)
    ]
    gates = [f"010{i + 1}" for i in range(len(kinds))]
    areas = [
        {"id": "german-W", "name": "W", "touches": ["0112"]},
        {"id": "soviet-G", "name": "G", "touches": gates},
        {"id": "soviet-H", "name": "H", "touches": ["1201"]},
        {"id": "soviet-J", "name": "J", "touches": ["1202"]},
    ]
    rows = "0101 0102 0103 0104 0105 0106 0107 0108 0109 0110 0111 0112"
    return field(
        "stalingrad42",
        own,
        soviets or [unit("x", "1212")],
        areas=areas,
        lost=lost or {},
        links={"road": [rows]} if road else {},
    )


def leave(played, count: int):
    """They leave for Baku one after another."""
    for i in range(count):
        gate = f"010{i + 1}"
        played.apply(Action("exit", unit=f"d{i}", way=(gate,), to="soviet-G"))
    played.apply(Action("end"))
    return played


FIVE = ["tank", "infantry", "infantry", "infantry", "infantry"]


@rules("stalingrad42", "24.1.2", "22.4")
@pytest.mark.parametrize(
    ("kinds", "more", "points"),
    [
        (FIVE, {}, 3),
        (["infantry"] * 5, {}, 0),
        (FIVE[:4], {}, 0),
        (FIVE, {"lost": {"d1": 1}}, 0),
        ([*FIVE, "infantry"], {"lost": {"d1": 1, "d2": 1}}, 3),
        (FIVE, {"d1": {"nation": "romanian"}}, 0),
        (FIVE, {"d1": {"size": "X"}}, 0),
        (FIVE, {"d1": {"size": "brigade"}}, 0),
        (FIVE, {"road": False}, 0),
    ],
)
def test_five_divisions_take_baku(kinds, more, points):
    played = leave(baku(kinds, **more), len(kinds))
    assert played.query("points").total == points


@rules("stalingrad42", "24.1.2", "16.1")
def test_divisions_in_g_need_a_road_and_may_come_back():
    played = leave(baku(FIVE), 5)
    assert played.rules.in_supply(played.state, "d0")
    assert list(played.rules.all_of(Chapter.entry_reasons, played.state, "d0", "0101")) == []
    cut = leave(baku(FIVE, road=False), 5)
    assert not cut.rules.in_supply(cut.state, "d0")
    assert list(cut_in_g(cut.rules, cut.state)) == [f"d{i}" for i in range(5)]
    assert not g_isolated(cut.rules, cut.state)
    assert cut.query("attrition", unit="d0").total == 2


@rules("stalingrad42", "24.1.3")
def test_soviets_leave_area_g():
    row = unit("x", "", full=[4, 4, 4])
    row["box"] = "soviet-G"
    del row["hex"]
    other = dict(row, id="y", box="soviet-H")
    played = baku(FIVE, soviets=[row, other])
    played.apply(Action("exit", unit="d0", way=("0101",), to="soviet-G"))
    assert played.decision.side == "soviet"
    assert {a["hex"] for a in played.choices()} == {"soviet-H", "soviet-J"}
    played.apply(Action("arrive", unit="x", hex="soviet-J"))
    assert played.query("marks", unit="x") == ["disrupted"]
    assert not played.rules.own_area(played.state, "soviet", "soviet-G")
    assert not played.rules.own_area(played.state, "german", "soviet-G")


@rules("stalingrad42", "24.1.4")
def test_points_are_lost_in_the_west():
    areas = [
        {"id": "german-X", "name": "X", "touches": ["0101"]},
        {"id": "german-Y", "name": "Y", "touches": ["0105"]},
        {"id": "german-W", "name": "W", "touches": ["0109"]},
    ]
    foes = [unit(n, h) for n, h in (("a", "0101"), ("b", "0109"), ("c", "0505"), ("d", "0606"))]
    played = field(
        "stalingrad42",
        [unit("g", "1212")],
        foes,
        areas=areas,
        ground={"0505": "C", "0606": "c", "0707": "C"},
        tags={"west": ["0505", "0606", "0707"]},
    )
    worth = {line.key: line.value for line in played.query("points").lines}
    assert worth["s42.points.area"] == -3
    assert played.query("points").total == -7


@rules("stalingrad42", "24.2", "24.3", "3.0 victory phase")
@pytest.mark.parametrize(("last", "winner"), [(20, "german"), (9, None)])
def test_elbrus_counts_for_automatic_victory_only(last, winner):
    played = field(
        "stalingrad42",
        [unit("m", "0504", "mountain")],
        [unit("x", "1212")],
        phase="turn",
        last=last,
        areas=[WEST],
        tags={"elbrus": ["0505"]},
        benchmarks={"9": -5},
        goal=1,
    )
    played.apply(move("m", "0504", "0505"))
    assert played.query("track", of="elbrus") is True
    assert played.query("points").total == 0
    for _ in range(4):
        played.apply(Action("end"))
    if winner:
        assert played.ending.winner == winner
        assert played.ending.rule == "24.2"
    else:
        assert played.ending.winner == "soviet"


@rules("stalingrad42", "24.1.2")
def test_baku_is_lost_with_the_fifth_division():
    won = leave(baku(FIVE), 5)
    g, s = won.rules, won.state
    assert g.query(s, "points").total == 3
    back = tidy(g, s.put("d4", "0105"), None)
    assert g.query(back.put("d4", "soviet-G"), "points").total == 0
    no_tanks = tidy(g, s.put("d0", "0101").put("x", "soviet-J"), None)
    assert not no_tanks.records.baku
    assert tidy(g, s, None).records.baku


@rules("stalingrad42", "24.1.2")
def test_a_panzergrenadier_is_no_tank_division():
    game = leave(baku(["panzergrenadier", *["infantry"] * 4], d0={"dot": "black"}), 5)
    assert game.query("points").total == 0


@rules("stalingrad42", "24.1.3", "13.1.2")
def test_a_routed_unit_leaves_g_routed():
    areas = [area("german-W", "0112"), area("soviet-G", "0101"), area("soviet-J", "1202")]
    for marks in ([], ["disrupted"], ["routed"]):
        game = field(
            "stalingrad42",
            [unit("t", "0101", "tank")],
            [boxed("x", "soviet-G"), FAR],
            areas=areas,
            marks={"x": marks},
        )
        game.apply(Action("exit", unit="t", way=("0101",), to="soviet-G"))
        assert game.state.place("x") == "soviet-J"
        assert game.state.marks["x"] == frozenset(marks or ["disrupted"])
        assert game.rules.violations(game.state) == []


@rules("stalingrad42", "24.1.4", "2.3.1")
def test_staffs_in_the_west_cost_points_like_any_unit():
    areas = [{"id": "german-X", "name": "X", "touches": ["0101"]}]
    shape = {"areas": areas, "ground": {"0606": "c"}, "tags": {"west": ["0606"]}}
    shape["control"] = {"0606": "soviet"}
    for hex, lost in (("0101", -3), ("0606", -1), ("0303", 0)):
        foes = [unit("q", hex, "soviet-hq", full=[0, 0, 5], steps=1)]
        played = field("stalingrad42", [unit("g", "1212")], foes, **shape)
        assert played.query("points").total == lost


@rules("stalingrad42", "24.3")
@pytest.mark.parametrize(
    ("side", "kind", "climbed"),
    [
        ("german", "mountain", True),
        ("german", "infantry", False),
        ("soviet", "mountain", False),
    ],
)
def test_german_mountain_troops_alone_climb_elbrus(side, kind, climbed):
    rows, far = [unit("a", "0504", kind)], [unit("far", "1212")]
    sides = (rows, far) if side == "german" else (far, rows)
    played = field("stalingrad42", *sides, side=side, tags={"elbrus": ["0505"]})
    played.apply(move("a", "0504", "0505"))
    assert bool(played.state.records.elbrus) is climbed
