"""Chapter 5: movement, rivers, ferries and pontoons."""

from __future__ import annotations

from engine.stalingrad42.moving.movement import over_pontoon
from engine.values import Action
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import NEAR_EAST, rail
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


@rules("stalingrad42", "5.5.7", "5.5.3")
def test_vladimirovka_carries_one_soviet_unit_a_turn():
    own = [unit("a", "0502"), unit("b", "0503", kind="supply-point", full=[0, 0, 0], steps=1)]
    played = field(
        "stalingrad42",
        [unit("g", "1212")],
        own,
        side="soviet",
        links={"rail": ["0502 0503 0504", "0505 0506 0507"]},
        sides={"volga": ["0504 S"], "vladimirovka": ["0504 S"]},
    )
    assert "5.5.3" in forbidden(
        field(
            "stalingrad42",
            [unit("g", "1212")],
            [unit("a", "0504")],
            side="soviet",
            sides={"volga": ["0504 S"], "vladimirovka": ["0504 S"]},
        ),
        move("a", "0504", "0505"),
    )
    played.apply(rail("a", "0506"))
    assert played.query("place", unit="a") == "0506"
    assert "5.6.3" in forbidden(played, rail("b", "0507"))


@rules("stalingrad42", "5.5.3", "9.5.3")
def test_the_flotilla_is_a_ferry():
    shape = {"sides": {"volga": ["0504 S", "0604 S"]}, "tags": {"flotilla": ["0504"]}}
    own = [unit("a", "0504"), unit("b", "0604")]
    played = field("stalingrad42", [unit("g", "0505")], own, side="soviet", **shape)
    played.apply(Action("flotilla", hex="0504"))
    assert "5.5.3" in forbidden(played, Action("flotilla", hex="0504"))
    assert "5.5.3" in forbidden(played, move("b", "0604", "0605"))
    played.apply(Action("end"))
    assert "9.5.3" not in forbidden(played, Action("attack", hex="0505", units=("a",)))
    dry = field("stalingrad42", [unit("g", "0505")], own, side="soviet", phase="combat", **shape)
    assert "9.5.3" in forbidden(dry, Action("attack", hex="0505", units=("a",)))


@rules("stalingrad42", "5.5.3", "5.5.6", "9.5.3")
def test_the_volga_costs_as_a_large_river_and_its_bridge_is_no_german_way():
    volga = {"volga": ["0504 S", "0604 S"], "ferry": ["0504 S"]}
    own = [unit("a", "0504"), unit("t", "0504", "tank", full=[4, 4, 8]), unit("b", "0604")]
    links = {"rail": ["0604 0605"]}
    played = field("stalingrad42", own, [unit("x", "1212")], sides=volga, links=links)
    assert played.tally(move("a", "0504", "0505")).total == 3
    assert played.tally(move("t", "0504", "0505")).total == 4
    assert "5.5.3" in forbidden(played, move("b", "0604", "0605"))
    foes = [unit("x", "0604")]
    soviet = field(
        "stalingrad42", [unit("g", "0101")], foes, side="soviet", sides=volga, links=links
    )
    assert forbidden(soviet, move("x", "0604", "0605")) == ()


@rules("stalingrad42", "5.5.5", "12.2", "14.5")
def test_a_pontoon_serves_whoever_comes_to_its_near_bank():
    foes = [unit("x", "0505", full=[2, 2, 3], steps=2), unit("y", "0508", steps=3)]
    river = {"major-river": ["0506 S", "0506 SE", "0506 SW", "0406 S", "0606 S"]}
    played = field("stalingrad42", [unit("g", "0101")], foes, sides=river)
    g, s = played.rules, played.state
    assert "zb.retreat.water" in list(g.all_of(Chapter.retreat_barriers, s, "x", "0506", "0507"))
    near = s.put("y", "0507")
    assert list(g.all_of(Chapter.retreat_barriers, near, "x", "0506", "0507")) == []
    store = unit("s", "0505", "soviet-hq", full=[0, 0, 5], steps=1)
    other = field("stalingrad42", [unit("g", "0101")], [store, unit("y", "0507")], sides=river)
    assert not over_pontoon(other.rules, other.state, "s", "0506", "0507")


@rules("stalingrad42", "5.5.2", "22.1.2")
def test_who_comes_on_did_not_begin_beside_the_river_behind_the_edge():
    row = unit("a", "", full=[4, 4, 9])
    row["box"] = "german-W"
    del row["hex"]
    river = {"major-river": ["0102 S", "0102 SE", "0102 NE"]}
    area = {"id": "german-W", "name": "W", "touches": ["0102"]}
    played = field("stalingrad42", [row], [unit("x", "1212")], areas=[area], sides=river)
    assert forbidden(played, Action("enter", unit="a", path=("0102",))) == ()
    for there in ("0103", "0202"):
        assert played.rules.board.adjacent("0102", there)
        enter = Action("enter", unit="a", path=("0102", there))
        assert "5.5.2" in forbidden(played, enter)


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
        areas=[{**NEAR_EAST, "touches": ["0601"]}],
        links={"road": ["0601 0602 0603 0604 0605", "0606 0607"]},
    )
    assert not played.query("supply", unit="x").traced
    played.apply(Action("flotilla", hex="0606"))
    assert played.query("supply", unit="x").on_road[:3] == ("0607", "0606", "0605")


@rules("stalingrad42", "2.2.3", "9.6.2", "20.2")
def test_a_railway_opens_no_alpine_side_a_road_does():
    own = [unit("i", "0504"), unit("m", "0504", "mountain"), unit("t", "0504", "tank")]
    sides = {"alpine": ["0504 S"]}
    by_rail = field("stalingrad42", own, [], sides=sides, links={"rail": ["0504 0505"]})
    assert "2.2.3" in forbidden(by_rail, move("i", "0504", "0505"))
    assert "2.2.3" in forbidden(by_rail, move("t", "0504", "0505", mode="tactical"))
    assert by_rail.explain(move("m", "0504", "0505"))
    paved = field("stalingrad42", own, [], sides=sides, links={"road": ["0504 0505"]})
    assert paved.explain(move("i", "0504", "0505"))
