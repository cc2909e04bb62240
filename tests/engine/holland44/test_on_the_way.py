"""Moves that are gone hex by hex: units left behind, routed enemies, bridges, the map's edge."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

FOE = [unit("x", "1212")]
N = {"id": "allied-N", "name": "N", "touches": ["0512"]}


def waiting(*names, **more):
    """Units that wait in area N."""
    found = [unit(name, "0101", box="allied-N", **more) for name in names]
    for one in found:
        del one["hex"]
    return found


def places(game, *names):
    """Where units are."""
    return [game.query("place", unit=name) for name in names]


# -------------------------------------------------------------------- 8.1: units left on the way
@rules("holland44", "8.1")
def test_a_group_leaves_a_unit_on_the_way_and_goes_on():
    own = [unit("a", "0506", full=[4, 4, 6]), unit("b", "0506", full=[4, 4, 3]), unit("c", "0506")]
    played = field("holland44", own, FOE)
    played.apply(Action("move", units=("a", "b", "c"), path=("0506", "0505", "0504"), leave=("b",)))
    assert played.decision.kind == "zb.march"
    assert places(played, "a", "b", "c") == ["0504", "0504", "0504"]
    # b sets the pace of the group (3); without it c does (4), and two points are gone.
    going = {a["path"][-1] for a in played.choices() if a.kind == "march"}
    assert "0502" in going
    assert "0501" not in going
    # a alone has 6: with c left behind as well it goes on by four.
    played.apply(Action("march", unit="a", path=("0504", "0503"), leave=("c",)))
    assert {a["path"][-1] for a in played.choices() if a.kind == "march"} >= {"0501"}
    played.apply(Action("march", unit="a", path=("0503", "0502", "0501")))
    assert places(played, "a", "b", "c") == ["0501", "0504", "0503"]
    assert played.decision.kind == "zb.move"
    for name, hex in (("b", "0504"), ("c", "0503")):
        assert "8.1" in forbidden(played, move(name, hex, "0604"))


@rules("holland44", "8.1")
def test_one_of_a_group_stops_here():
    played = field("holland44", waiting("a", "b"), FOE, areas=[N])
    played.apply(Action("enter", unit="a", mates=("b",), path=("0512",)))
    assert Action("leave", unit="b") in played.choices()
    played.apply(Action("leave", unit="b"))
    played.apply(Action("march", unit="a", path=("0512", "0511")))
    assert places(played, "a", "b") == ["0511", "0512"]


@rules("holland44", "8.1")
def test_some_are_left_and_some_go_on():
    own = [unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, FOE)
    for left in (("a", "b"), ("x",)):
        all_stay = Action("move", units=("a", "b"), path=("0506", "0505"), leave=left)
        assert "8.1" in forbidden(played, all_stay)
    spent = ("0506", "0505", "0504", "0503", "0502")
    assert "8.1" in forbidden(played, Action("move", units=("a", "b"), path=spent, leave=("b",)))


@rules("holland44", "8.2.2", "8.1")
def test_in_extended_movement_each_stops_in_a_hex_of_its_own():
    own = [unit("a", "0506"), unit("b", "0506")]
    played = field("holland44", own, FOE)
    both = Action("move", units=("a", "b"), path=("0506", "0505"), mode="extended")
    assert "8.2.2" in forbidden(played, both)
    played.apply(both.replaced(leave=("b",)))
    assert "8.2.2" in forbidden(played, Action("halt"))
    played.apply(Action("march", unit="a", path=("0505", "0504")))
    assert places(played, "a", "b") == ["0504", "0505"]


@rules("holland44", "14.2", "17.3", "8.1")
def test_guns_left_after_one_hex_are_not_disrupted():
    own = [unit("a", "0506"), unit("g", "0506", "artillery", steps=1, full=[0, 1, 4])]
    played = field("holland44", own, FOE)
    one = Action("move", units=("a", "g"), path=("0506", "0505"), mode="tactical", leave=("g",))
    played.apply(one)
    played.apply(Action("march", unit="a", path=("0505", "0504")))
    assert "disrupted" not in played.query("marks", unit="g")
    far = field("holland44", own, FOE)
    far.apply(Action("move", units=("a", "g"), path=("0506", "0505", "0504"), mode="tactical"))
    assert "disrupted" in far.query("marks", unit="g")


# -------------------------------------------------------------------- 14.3.2: routed units give way
@rules("holland44", "14.3.2")
def test_routed_units_give_way_and_the_move_goes_on():
    for side, own, foes in (
        ("allied", unit("a", "0508"), unit("x", "0505")),
        ("german", unit("x", "0508"), unit("a", "0505")),
    ):
        mover, routed = own["id"], foes["id"]
        first, second = ([own], [foes]) if side == "allied" else ([foes], [own])
        played = field(
            "holland44", first, second, side=side, marks={routed: ["routed"]}, dice=[1] * 4
        )
        # 0506 is beside the routed unit: it goes back two hexes; then its own hex is entered.
        played.apply(move(mover, "0508", "0507", "0506", "0505"))
        assert played.decision.kind == "zb.retreat"
        assert played.decision.side != side
        assert places(played, mover) == ["0506"]
        played.apply(played.choices()[0])
        assert places(played, mover) == ["0505"]
        assert played.scenario.board.distance("0505", played.query("place", unit=routed)) == 2


@rules("holland44", "14.3.2", "7.1")
def test_they_give_way_to_who_comes_near_and_not_over_a_large_river():
    foes = [unit("x", "0505")]
    more = {"marks": {"x": ["routed"]}}
    beside = field("holland44", [unit("a", "0506")], foes, **more)
    assert "14.3.2" in forbidden(beside, move("a", "0506", "0505"))
    wet = {"large-river": ["0505 S"]}
    own = [unit("a", "0507"), unit("e", "0506", "engineer", steps=1)]
    over = field("holland44", own, foes, sides=wet, **more)
    assert "14.3.2" in forbidden(over, move("a", "0507", "0506", "0505", mode="tactical"))
    over.apply(move("a", "0507", "0506"))
    assert places(over, "x") == ["0505"]


@rules("holland44", "14.3.2", "8.1")
def test_the_group_chooses_anew_where_somebody_comes_into_its_way():
    foes = [unit("x", "0505"), unit("y", "0303")]
    played = field("holland44", [unit("a", "0508", full=[4, 4, 8])], foes, marks={"x": ["routed"]})
    played.apply(move("a", "0508", "0507", "0506", "0505", "0504", "0503"))
    into_way = [a for a in played.choices() if a["path"][-1] == "0503"]
    assert into_way
    played.apply(into_way[0])
    # The routed unit came to stand in the way: it gives way again once the move comes near.
    while played.decision.kind == "zb.retreat":
        played.apply(played.choices()[0])
    assert places(played, "a")[0] in ("0503", "0504", "0505")


# --------------------------------------------------------------- 5.4: off the map over a bridge
BRIDGE = {
    "sides": {"large-river": ["0511 N"]},
    "links": {"road": ["0510 0511 0512"]},
    "areas": [N],
}


@rules("holland44", "5.4", "19.3.1")
def test_who_leaves_the_map_over_a_mined_bridge_may_lose_it():
    played = field("holland44", [unit("a", "0510")], FOE, dice=[6], **BRIDGE)
    leave = Action("pass-area", unit="a", area="allied-N", path=("0510", "0511", "0512"))
    assert leave in played.choices()
    played.apply(leave)
    assert played.decision.kind == "h44.offer"
    assert played.decision.side == "german"
    played.apply(Action("blow", bridge="0510-0511"))
    # The bridge is down: the unit may go another way, or halt where it stands.
    assert played.decision.kind == "zb.march"
    assert places(played, "a") == ["0510"]
    played.apply(Action("halt"))
    assert places(played, "a") == ["0510"]


@rules("holland44", "5.4", "19.3.1")
def test_a_bridge_that_stands_lets_it_out():
    played = field("holland44", [unit("a", "0510")], FOE, dice=[1], **BRIDGE)
    leave = Action("pass-area", unit="a", area="allied-N", path=("0510", "0511", "0512"))
    played.apply(leave)
    played.apply(Action("blow", bridge="0510-0511"))
    assert places(played, "a") == ["allied-N"]
    assert played.query("track", of="intact") == ("0510-0511",)
    assert "8.1" in forbidden(played, Action("pass-area", unit="a", area="allied-N"))


@rules("holland44", "25.2.1", "7.2", "19.3.1")
def test_the_zone_of_an_unknown_unit_closes_the_way_off_the_map():
    unknown = unit("q", "0511", "unknown", steps=1, full=[0, 0, 0])
    played = field("holland44", [unit("a", "0510")], [unknown, *FOE], areas=[N])
    through = Action("pass-area", unit="a", area="allied-N", path=("0510", "0511", "0512"))
    assert "7.2" in forbidden(played, through)
    assert [a for a in played.choices() if a.kind == "pass-area"] == []


@rules("holland44", "7.2", "19.3.1")
def test_out_of_an_enemy_zone_an_area_costs_two_points_more():
    def leaving(points, foes):
        own = [unit("a", "0512", full=[4, 4, points])]
        played = field("holland44", own, foes, areas=[N])
        return forbidden(played, Action("pass-area", unit="a", area="allied-N"))

    near = [unit("x", "0511")]
    assert leaving(1, FOE) == ()
    assert leaving(2, near) == ("19.3.1",)
    assert leaving(3, near) == ()


# -------------------------------------------------------------------- 19.1: in together
@rules("holland44", "19.1", "8.1")
def test_reinforcements_come_in_as_a_group_and_go_on_as_one():
    slow = unit("b", "0101", box="allied-N", full=[4, 4, 3])
    del slow["hex"]
    played = field("holland44", [*waiting("a"), slow], FOE, areas=[N])
    played.apply(Action("enter", unit="a", mates=("b",), path=("0512",)))
    assert places(played, "a", "b") == ["0512", "0512"]
    assert played.decision.kind == "zb.march"
    # A clear hex is paid for; the slower of the two has two points left.
    going = {a["path"][-1] for a in played.choices() if a.kind == "march"}
    assert "0510" in going
    assert "0509" not in going
    played.apply(Action("march", unit="a", path=("0512", "0511", "0510")))
    assert places(played, "a", "b") == ["0510", "0510"]
    assert played.decision.kind == "zb.move"


@rules("holland44", "19.1")
def test_the_first_hex_is_paid_for_on_a_longer_way_too():
    played = field("holland44", waiting("a", full=[4, 4, 3]), FOE, areas=[N])
    way = ("0512", "0511", "0510", "0509")
    assert "8.1" in forbidden(played, Action("enter", unit="a", path=way))
    played.apply(Action("enter", unit="a", path=way[:3]))
    assert places(played, "a") == ["0510"]
    assert played.decision.kind == "zb.move"


@rules("holland44", "19.1", "8.2.2", "8.2.1")
def test_reinforcements_may_come_in_by_extended_movement():
    played = field("holland44", waiting("a", full=[4, 4, 3]), FOE, areas=[N])
    way = ("0512", "0511", "0510", "0509", "0508")
    played.apply(Action("enter", unit="a", path=way, mode="extended"))
    assert places(played, "a") == ["0508"]
    near = field("holland44", waiting("a"), [unit("x", "0511")], areas=[N])
    assert "8.2.2" in forbidden(near, Action("enter", unit="a", path=("0512",), mode="extended"))


@rules("holland44", "25.3.1", "19.1")
def test_a_group_that_came_in_storms_together():
    unknown = unit("q", "0511", "unknown", steps=1, full=[0, 0, 0])
    post = unit("n", "0101", steps=1, full=[1, 1, 4], box="unknown-pool")
    del post["hex"]
    own = waiting("a", "b", full=[4, 4, 6])
    played = field("holland44", own, [unknown, post, *FOE], areas=[N])
    played.apply(Action("enter", unit="a", mates=("b",), path=("0512",)))
    played.apply(Action("march", unit="a", path=("0512", "0511")))
    fought = next(event for event in played.log if event.key == "zb.attack.declared")
    assert fought.units == ("a", "b")


# -------------------------------------------------------------------- 14.3.2, 15.1: advances
@rules("holland44", "14.3.2", "15.1")
def test_an_advance_stops_while_routed_units_give_way_and_goes_on():
    own = [unit("a", "0507", full=[30, 4, 4])]
    foes = [unit("x", "0506", steps=1, full=[1, 1, 4]), unit("y", "0606", full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", marks={"y": ["routed"]}, dice=[6])
    played.apply(Action("attack", hex="0506", units=("a",)))
    # 0506 is beside the routed unit: it goes before the advance does.
    played.apply(Action("advance", units=("a",), path=("0507", "0506", "0505")))
    assert played.decision.kind == "zb.retreat"
    assert places(played, "a") == ["0506"]
    played.apply(played.choices()[0])
    assert played.decision.kind == "zb.advance"
    # Of the two hexes one is left, and it may lead to where the routed unit stood.
    assert played.explain(Action("advance", units=("a",), path=("0506", "0606")))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert places(played, "a") == ["0505"]


# -------------------------------------------------------------------- 5.4, 8.7: automatic DS
@rules("holland44", "5.4", "8.7", "9.3")
def test_the_german_may_blow_the_bridge_of_an_automatic_ds():
    own = [unit("a", "0506", full=[40, 4, 4]), unit("b", "0506", full=[40, 4, 4])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    more = {"sides": {"large-river": ["0506 N"]}, "links": {"road": ["0506 0505"]}}
    auto = Action("auto-ds", hex="0505", units=("a", "b"))
    for die, falls in ((6, True), (1, False)):
        played = field("holland44", own, foes, dice=[die], **more)
        played.apply(auto)
        assert played.decision.kind == "h44.offer"
        played.apply(Action("blow", bridge="0505-0506"))
        assert (played.query("place", unit="x") == "0505") == falls
        assert ("auto-ds" in played.query("marks", unit="a")) != falls
    kept = field("holland44", own, foes, **more)
    kept.apply(auto)
    kept.apply(Action("end"))
    assert kept.query("place", unit="x") != "0505"


@rules("holland44", "18.6", "2.3.13")
def test_engineers_are_mechanized_infantry_and_walk_beyond_a_canal():
    own = [
        unit("e", "0506", "engineer", steps=1, full=[1, 1, 8]),
        unit("t", "0506", "tank", steps=2, full=[4, 4, 8]),
    ]
    canal = {"canal": ["0506 N NE NW S SE SW"]}
    road = {"road": ["0512 0511 0510 0509 0508 0507"]}
    more = {"phase": "supply", "areas": [N], "links": road}
    played = field("holland44", own, FOE, sides=canal, **more)
    assert "dismounted" in played.query("marks", unit="e")
    assert "dismounted" not in played.query("marks", unit="t")


@rules("holland44", "8.7", "19.3.1")
def test_who_made_an_automatic_ds_does_not_leave_the_map():
    own = [unit("a", "0512", full=[40, 4, 4])]
    played = field("holland44", own, [unit("x", "0511", steps=1, full=[1, 1, 4])], areas=[N])
    played.apply(Action("auto-ds", hex="0511", units=("a",)))
    assert forbidden(played, Action("pass-area", unit="a", area="allied-N")) == ("8.7",)


# -------------------------------------------------------------------- 21.3, 22.2.3
@rules("holland44", "21.3", "8.1")
def test_a_step_is_detached_on_the_way_and_has_come_as_far():
    whole = unit("a", "0506", steps=3, full=[5, 5, 6])
    part = unit("d", "0101", steps=1, size="detachment", full=[1, 2, 3], box="detachments")
    del part["hex"]
    played = field("holland44", [whole, part, unit("b", "0507")], FOE)
    played.apply(Action("move", units=("a",), path=("0506", "0505", "0504"), pause=True))
    assert played.decision.kind == "zb.march"
    assert "21.3" in forbidden(played, Action("detach", unit="b"))
    played.apply(Action("detach", unit="a"))
    assert places(played, "a", "d") == ["0504", "0504"]
    assert played.query("left", unit="a") == 2
    # With the detachment along one point is left (3 less 2); without it the parent has four.
    going = {a["path"][-1] for a in played.choices() if a.kind == "march"}
    assert "0503" in going
    assert "0502" not in going
    played.apply(Action("leave", unit="d"))
    played.apply(Action("march", unit="a", path=("0504", "0503", "0502", "0501")))
    assert places(played, "a", "d") == ["0501", "0504"]
    assert "8.1" in forbidden(played, move("d", "0504", "0503"))


@rules("holland44", "8.1", "5.4")
def test_who_goes_on_after_leaving_units_behind_still_meets_mined_bridges():
    own = [unit("a", "0508", full=[4, 4, 8]), unit("b", "0508")]
    more = {"sides": {"canal": ["0506 N"]}, "links": {"road": ["0508 0507 0506 0505"]}}
    played = field("holland44", own, FOE, **more)
    played.apply(Action("move", units=("a", "b"), path=("0508", "0507"), leave=("b",)))
    played.apply(Action("march", unit="a", path=("0507", "0506", "0505")))
    assert played.decision.kind == "h44.offer"
    played.apply(Action("end"))
    assert places(played, "a", "b") == ["0505", "0507"]


@rules("holland44", "22.2.3")
def test_steps_lost_in_landing_have_landed_too():
    def para(id):
        found = unit(id, "0101", "parachute", division="82", steps=3, box="in-the-air")
        del found["hex"]
        return found

    own = [*(para(name) for name in "abcd"), unit("o", "0101")]
    zones = {"drop-zones": {"82": ["0505"]}}
    played = field("holland44", own, FOE, phase="drops", turn=6, dice=[6, 6, 6], **zones)
    for name in "abc":
        played.apply(Action("drop", unit=name, hex="0505"))
    assert sum(played.query("left", unit=name) for name in "abc") < 9
    assert "22.2.3" in forbidden(played, Action("drop", unit="d", hex="0505"))
