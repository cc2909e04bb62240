"""Chapters 23 and 24: weather, winter, victory points."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
ROAD = {"road": ["0101 0102 0103 0104 0105 0106"]}


@rules("stalingrad42", "23.2 rain", "23.3.3", "5.2", "5.5.1", "16.3.2")
@pytest.mark.parametrize("weather", ["clear", "rain", "mud"])
def test_rain_and_mud(weather):
    wet = weather != "clear"
    own = [unit("t", "0101", "tank"), unit("i", "0501")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "1212")],
        weather=weather,
        links={"minor-road": ["0101 0102"], "road": ["0101 0201"]},
        sides={"minor-river": ["0501 S"]},
    )
    assert played.query("reach", unit="t")["0102"]["cost"] == (1 if wet else 0.5)
    assert played.query("reach", unit="t")["0201"]["cost"] == 0.5
    assert played.query("reach", unit="i")["0502"]["cost"] == (2 if wet else 1)
    assert played.rules.line_limit(played.state) == (3 if wet else 5)


@rules("stalingrad42", "23.2 rain")
def test_seasonal_swamps_fill_with_the_first_rain():
    played = field("stalingrad42", [unit("a", "0504")], [], ground={"0505": "S"})
    assert played.rules.terrain_of(played.state, "0505") == "clear"
    soaked = played.state.track(soaked=True)
    assert played.rules.terrain_of(soaked, "0505") == "swamp"


def advance(weather: str, length: int) -> int:
    """How far a tank advances."""
    from engine.zocbond.advance import Advance
    from engine.zocbond.battle import Battle

    played = field("stalingrad42", [unit("t", "0504", "tank")], [], weather=weather)
    phase = Advance(Battle("german", "0505", ("t",)), length, True)
    return played.rules.advance_most(played.state, phase, "t")


@rules("stalingrad42", "23.2 rain", "23.2.3", "14.2.1", "14.2.4")
@pytest.mark.parametrize(
    ("weather", "lengths"),
    [("clear", (1, 2, 3, 4)), ("rain", (1, 1, 2, 2)), ("snow", (1, 1, 2, 3))],
)
def test_weather_shortens_advances(weather, lengths):
    assert tuple(advance(weather, n) for n in (1, 2, 3, 4)) == lengths


@rules("stalingrad42", "23.2.3")
def test_snow_takes_a_point_off_every_allowance():
    played = field("stalingrad42", [unit("a", "0504", full=[4, 4, 3])], [], weather="snow")
    assert played.query("allowance", unit="a") == 2


@rules("stalingrad42", "23.2 overcast", "23.2.1")
def test_overcast_does_nothing_on_the_ground():
    clear, overcast = (
        field("stalingrad42", [unit("a", "0504")], [], weather=w) for w in ("clear", "overcast")
    )
    assert clear.query("reach", unit="a") == overcast.query("reach", unit="a")
    assert clear.query("allowance", unit="a") == overcast.query("allowance", unit="a")


@rules("stalingrad42", "23.4")
def test_winter_weakens_germans_outside():
    own = [unit("a", "0504", full=[5, 3, 4]), unit("b", "0604", full=[1, 2, 4])]
    foes = [unit("x", "0505", full=[3, 3, 3]), unit("y", "0704", full=[9, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", turn=28)
    assert played.query("battle", side="german", hex="0505", units=["a"])["attack"] == 4
    assert played.query("battle", side="german", hex="0704", units=["b"])["attack"] == 1
    assert played.query("battle", side="soviet", hex="0504", units=["x"])["defence"] == 2
    assert played.query("battle", side="soviet", hex="0604", units=["y"])["defence"] == 2
    warm = field("stalingrad42", own, foes, phase="combat", turn=28, ground={"0504": "c"})
    assert warm.query("battle", side="german", hex="0505", units=["a"])["attack"] == 5


@rules("stalingrad42", "23.4", "5.5.2")
def test_major_rivers_freeze():
    own = [unit("a", "0503"), unit("t", "0603", "panzergrenadier", full=[4, 4, 6])]
    rivers = {"sides": {"major-river": ["0504 S", "0604 S"]}}
    frozen = field("stalingrad42", own, [], turn=28, **rivers)
    on_foot, on_wheels = move("a", "0503", "0504", "0505"), move("t", "0603", "0604", "0605")
    assert frozen.tally(on_foot).total == 3
    assert frozen.tally(on_wheels).total == 4
    assert forbidden(frozen, on_foot) == forbidden(frozen, on_wheels) == ()
    flowing = field("stalingrad42", own, [], turn=20, **rivers)
    assert "5.5.2" in forbidden(flowing, on_foot)
    mild = {"tags": {"never-freezes": ["0504", "0505"]}}
    south = field("stalingrad42", own, [], turn=28, **rivers, **mild)
    assert "5.5.2" in forbidden(south, on_foot)
    assert forbidden(south, on_wheels) == ()
    assert "zb.retreat.water" in list(
        south.rules.retreat_barriers(south.state, "a", "0504", "0505")
    )


@rules("stalingrad42", "23.4")
def test_alpine_sides_close_in_winter():
    own = [unit("m", "0504", "mountain")]
    shape = {"sides": {"alpine": ["0504 S"]}, "ground": {"0505": "m"}}
    step = move("m", "0504", "0505", mode="tactical")
    assert forbidden(field("stalingrad42", own, [], turn=20, **shape), step) == ()
    assert forbidden(field("stalingrad42", own, [], turn=28, **shape), step)


ALPS = {"sides": {"alpine": ["0504 S"]}, "links": {"road": ["0504 0505"]}}


@rules("stalingrad42", "23.4", "2.2.3", "6.1")
def test_alpine_sides_in_winter_part_neighbours_on_the_road_as_well():
    own, foes = [unit("m", "0504", "mountain")], [unit("x", "0505")]
    summer, winter = (field("stalingrad42", own, foes, turn=n, **ALPS) for n in (20, 28))
    assert "0504" in summer.query("zoc", side="soviet")
    assert "0504" not in winter.query("zoc", side="soviet")
    assert (summer.rules.touches(summer.state, "m"), winter.rules.touches(winter.state, "m")) == (
        True,
        False,
    )
    walk = move("m", "0504", "0505", mode="tactical")
    empty = field("stalingrad42", own, [], turn=28, **ALPS)
    assert "2.2.3" in forbidden(empty, walk)
    assert forbidden(field("stalingrad42", own, [], turn=20, **ALPS), walk) == ()
    far = field("stalingrad42", [unit("a", "0502")], foes, turn=28, **ALPS)
    assert forbidden(far, move("a", "0502", "0503", "0504", mode="extended")) == ()


@rules("stalingrad42", "9.6.2", "20.2", "9.5.1", "12.2")
def test_alpine_sides_are_attacked_by_road_double_nobody_and_stop_retreats():
    own = [unit("m", "0504", "mountain", full=[9, 4, 4]), unit("i", "0504", full=[9, 4, 4])]
    foes = [unit("x", "0505", full=[4, 4, 4])]
    bare = field("stalingrad42", own, foes, turn=9, phase="combat", sides=ALPS["sides"])
    assert "9.6.2" in forbidden(bare, attack("0505", "i"))
    assert forbidden(bare, attack("0505", "m")) == ()
    assert bare.query("battle", side="german", hex="0505", units=["m"])["defence"] == 4
    paved = field("stalingrad42", own, foes, turn=9, phase="combat", **ALPS)
    assert forbidden(paved, attack("0505", "i")) == ()
    winter = field("stalingrad42", own, foes, turn=28, phase="combat", **ALPS)
    assert "9.6.2" in forbidden(winter, attack("0505", "m"))

    def stops(played, who):
        return list(played.rules.retreat_barriers(played.state, who, "0504", "0505"))

    assert stops(bare, "i") == ["zb.retreat.impassable"] == stops(winter, "m")
    assert stops(bare, "m") == [] == stops(paved, "i")


@rules("stalingrad42", "24.1.1")
def test_victory_hexes_count_in_supply_only():
    shape = {
        "points": {"0105": 2, "1010": 3},
        "control": {"0105": "german", "1010": "german"},
        "areas": [WEST],
        "links": ROAD,
    }
    played = field("stalingrad42", [unit("g", "0105")], [unit("x", "1212")], **shape)
    assert played.query("points").total == 2
    anyway = field("stalingrad42", [unit("g", "0105")], [], **{**shape, "isolated-points": True})
    assert anyway.query("points").total == 5


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
    assert played.rules.entry_reasons(played.state, "d0", "0101") is not None
    assert list(played.rules.entry_reasons(played.state, "d0", "0101")) == []
    cut = leave(baku(FIVE, road=False), 5)
    assert not cut.rules.in_supply(cut.state, "d0")
    assert list(cut.rules.cut_in_g(cut.state)) == [f"d{i}" for i in range(5)]
    assert not cut.rules.g_isolated(cut.state)
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
