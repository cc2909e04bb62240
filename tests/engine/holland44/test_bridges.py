"""Chapter 5: bridges blown in the Allied turn, mined again, repaired."""

from __future__ import annotations

import pytest

import engine
from engine.chance import Scripted, Seeded
from engine.values import Action
from tests.engine.holland44.parts import FOE, G, N, places
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

HIGHWAY = {"road": ["0508 0507 0506 0505 0504 0503 0502 0501"]}


def river(allied, german=(), kind="canal", **more):
    """A road over a bridge between 0506 and 0505."""
    foes = german or [unit("x", "1212")]
    return field("holland44", allied, foes, sides={kind: ["0506 N"]}, links=HIGHWAY, **more)


BRIDGED = {"sides": {"large-river": ["0506 N"]}, "links": {"road": ["0507 0506", "0506 0505"]}}


def run(played, stop):
    """Take the last choice on offer until a kind of decision comes up."""
    while played.decision.kind != stop:
        played.apply(played.choices()[-1])


BRIDGE = {
    "sides": {"large-river": ["0511 N"]},
    "links": {"road": ["0510 0511 0512"]},
    "areas": [N],
}


def load(name, dice=()):
    """A scenario with its first dice."""
    return engine.load(f"holland44/{name}", chance=Scripted.dice(dice, then=Seeded(3)))


@rules("holland44", "5.4", "5.3.1", "5.6", "5.2")
def test_the_german_may_blow_a_bridge_that_an_allied_unit_comes_to():
    played = river([unit("a", "0508", "motorized", full=[4, 4, 8])], dice=[5])
    played.apply(move("a", "0508", "0507", "0506", "0505", "0504"))
    assert (played.decision.side, played.decision.rule) == ("german", "5.4")
    assert played.query("place", unit="a") == "0506"
    played.apply(Action("blow", bridge="0505-0506"))
    assert played.query("track", of="blown") == ("0505-0506",)
    assert played.decision.kind == "zb.march"
    played.apply(Action("halt"))
    assert played.decision.kind == "zb.move"
    assert forbidden(played, move("a", "0506", "0507")) == ("8.1",)


@rules("holland44", "5.4", "5.3.1")
def test_a_failed_try_leaves_an_intact_bridge_and_the_move_goes_on():
    played = river([unit("a", "0508", "motorized", full=[4, 4, 8])], dice=[2])
    played.apply(move("a", "0508", "0507", "0506", "0505", "0504"))
    played.apply(Action("blow", bridge="0505-0506"))
    assert played.query("track", of="intact") == ("0505-0506",)
    assert played.query("place", unit="a") == "0504"


@rules("holland44", "5.4", "9.3")
def test_before_an_attack_over_a_bridge_and_the_attack_may_be_called_off():
    played = river(
        [unit("a", "0506", formation="f")], [unit("x", "0505")], phase="combat", dice=[6]
    )
    played.apply(attack("0505", "a", lead="f"))
    assert played.decision.kind == "h44.offer"
    played.apply(Action("blow", bridge="0505-0506"))
    assert played.decision.kind == "h44.call-off"
    played.apply(Action("call-off"))
    assert played.explain(attack("0505", "a", lead="f"))
    spared = river([unit("a", "0506", formation="f")], [unit("x", "0505")], phase="combat")
    spared.apply(attack("0505", "a", lead="f"))
    spared.apply(Action("end"))
    assert any(event.key == "zb.attack.result" for event in spared.log)


@rules("holland44", "5.4", "9.5.1")
def test_over_a_large_river_the_attack_dies_with_the_bridge():
    played = river(
        [unit("a", "0506", formation="f")],
        [unit("x", "0505")],
        "large-river",
        phase="combat",
        dice=[6],
    )
    played.apply(attack("0505", "a", lead="f"))
    played.apply(Action("blow", bridge="0505-0506"))
    assert played.decision.kind == "zb.combat"
    assert "9.5.1" in forbidden(played, attack("0505", "a", lead="f")) or "9.5.3" in forbidden(
        played, attack("0505", "a", lead="f")
    )


@rules("holland44", "5.7")
def test_some_bridges_stand_whatever_happens():
    tags = {"unblowable": ["0506", "0505"]}
    played = river([unit("a", "0507", "motorized", full=[4, 4, 8])], tags=tags)
    played.apply(move("a", "0507", "0506"))
    assert played.decision.kind == "zb.move"
    tags = {"not-in-turn-1": ["0506", "0505"]}
    first = river([unit("a", "0507", "motorized", full=[4, 4, 8])], tags=tags, turn=1)
    first.apply(move("a", "0507", "0506"))
    assert first.decision.kind == "zb.move"
    first.apply(Action("end"))
    first.apply(Action("end"))
    assert first.query("track", of="intact") == ("0505-0506",)


@rules("holland44", "5.3.2", "5.3.3", "25.2.1")
def test_the_german_mines_a_bridge_again():
    near = [unit("a", "0508")]
    played = river(near, [unit("x", "0505")], side="german", phase="bridges", intact=["0505-0506"])
    assert played.query("track", of="intact") == ()
    mined = river(
        [unit("a", "0507")],
        [unit("x", "0505"), unit("y", "0504")],
        side="german",
        phase="bridges",
        intact=["0505-0506"],
    )
    assert mined.query("track", of="intact") == ("0505-0506",)
    unknown = unit("x", "0505", "unknown", full=[0, 2, 0], steps=1)
    held = river(near, [unknown], side="german", phase="bridges", intact=["0505-0506"])
    assert held.query("track", of="intact") == ()
    assert "h44.blow.just-mined" in held.query("blow", bridge="0505-0506")


@rules("holland44", "5.8", "23.2")
def test_a_bridge_unit_repairs_in_two_phases():
    allied = [unit("b", "0506", "bridge", steps=1)]
    more = {"phase": "bridges", "blown": ["0505-0506"], "turn": 6}
    played = river(allied, **more)
    repair = Action("repair", bridge="0505-0506")
    played.apply(repair)
    assert played.query("track", of="repairing") == {"0505-0506": 6}
    assert "h44.repair.today" in played.query("repair", side="allied", bridge="0505-0506")
    later = river(allied, repairing={"0505-0506": 5}, **more)
    later.apply(repair)
    assert later.query("track", of="blown") == ()
    assert later.query("track", of="intact") == ("0505-0506",)
    watched = river(allied, [unit("x", "0504")], **more)
    assert "h44.repair.enemy" in watched.query("repair", side="allied", bridge="0505-0506")
    nobody = river([unit("a", "0506")], **more)
    assert "h44.repair.no-unit" in nobody.query("repair", side="allied", bridge="0505-0506")
    busy = river(allied, marks={"b": ["engaged"]}, **more)
    assert "h44.repair.no-unit" in busy.query("repair", side="allied", bridge="0505-0506")


@rules("holland44", "5.8")
def test_railway_bridges_and_lost_bridgeheads():
    rail = field(
        "holland44",
        [unit("b", "0506", "bridge", steps=1)],
        [unit("x", "1212")],
        sides={"large-river": ["0506 N"]},
        links={"rail": ["0506 0505"]},
        blown=["0505-0506"],
        phase="bridges",
    )
    assert "h44.repair.railway" in rail.query("repair", side="allied", bridge="0505-0506")
    lost = river(
        [unit("a", "0101")],
        [unit("x", "0506"), unit("y", "0505")],
        phase="bridges",
        blown=["0505-0506"],
        repairing={"0505-0506": 5},
        turn=6,
    )
    assert lost.query("track", of="repairing") == {}


@rules("holland44", "5.9", "5.8")
def test_far_from_the_enemy_bridges_are_repaired_without_a_unit():
    more = {"blown": ["0505-0506"], "areas": [N, G]}
    german = river([unit("a", "1212")], [unit("x", "0101")], side="german", phase="bridges", **more)
    assert german.explain(Action("repair", bridge="0505-0506"))
    close = river([unit("a", "0508")], [unit("x", "0101")], side="german", phase="bridges", **more)
    assert "h44.repair.near" in close.query("repair", side="german", bridge="0505-0506")
    far = [unit("b", "0511", "bridge", steps=1)]
    allied = river(far, [unit("x", "1201")], phase="bridges", **more)
    assert "h44.repair.north" in allied.query("repair", side="allied", bridge="0505-0506")
    assert "h44.repair.no-road" in allied.query("repair", side="allied", bridge="0505-0506")


@rules("holland44", "5.8")
def test_the_german_does_not_undo_allied_work():
    own = [unit("b", "0506", "bridge", steps=1), unit("a", "0505")]
    more = {**BRIDGED, "blown": ["0505-0506"], "repairing": {"0505-0506": 5}, "turn": 6}
    played = field("holland44", own, FOE, side="german", phase="bridges", **more)
    assert played.query("track", of="repairing") == {"0505-0506": 5}


@rules("holland44", "5.8", "5.9")
def test_each_side_works_by_itself():
    north = {"id": "german-G", "name": "G", "touches": ["0501"]}
    links = {"road": ["0506 0505 0504 0503 0502 0501"]}
    more = {"blown": ["0505-0506"], "repairing": {"0505-0506": 5}, "turn": 6, "areas": [north]}
    played = field(
        "holland44",
        [unit("a", "1212")],
        [unit("x", "0101")],
        side="german",
        phase="bridges",
        sides=BRIDGED["sides"],
        links=links,
        **more,
    )
    played.apply(Action("repair", bridge="0505-0506"))
    assert played.query("track", of="blown") == ("0505-0506",)
    assert played.query("track", of="repairing") == {"0505-0506": 6}


@rules("holland44", "5.4")
@pytest.mark.parametrize("start", ["0506", "0507"])
def test_a_bridge_that_was_spared_in_movement_is_asked_about_before_the_advance(start):
    own = [unit("a", start, full=[90, 4, 6], morale="elite")]
    foes = [unit("x", "0505", full=[1, 1, 4], steps=1)]
    links = {"road": ["0507 0506 0505 0504"]}
    sides = {"large-river": ["0506 N"]}
    played = field("holland44", own, foes, sides=sides, links=links, dice=[6, 6, 6])
    if start != "0506":
        played.apply(move("a", start, "0506"))
        assert played.decision.kind == "h44.offer"
        played.apply(Action("end"))
    run(played, "zb.combat")
    assert not played.query("track", of="spared")
    played.apply(attack("0505", "a"))
    run(played, "zb.advance")
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    assert played.decision.kind == "h44.offer"


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


@rules("holland44", "S1.1", "5.7")
def test_bridges_that_stand_are_named_in_the_printed_list():
    played = load("campaign")
    assert played.query("printed", of="never-blown") == ["6122", "5321", "6124"]
    assert played.query("printed", of="not-in-turn-1") == ["4816"]
    assert "h44.blow.never" in played.query("blow", bridge="0706-0707")


@rules("holland44", "5.5", "5.1")
def test_the_bridges_to_be_tried_are_offered_by_their_hexes():
    played = river([unit("a", "0507")], [unit("x", "0504")], side="german", phase="bridges")
    blow = Action("blow", bridge="0505-0506")
    assert blow in played.choices()
    assert blow in played.choices(hex="0505")
    assert blow not in played.choices(hex="0504")


@rules("holland44", "5.9")
def test_far_behind_the_front_the_allies_need_no_bridge_unit_on_the_spot():
    road = {"road": ["0512 0511 0510 0509 0508 0507 0506"]}
    for seat, mends in (("0506", True), ("0512", False)):
        played = field(
            "holland44",
            [unit("b", seat, "bridge", steps=1)],
            [unit("x", "1202")],
            phase="bridges",
            sides={"canal": ["0510 N"]},
            links=road,
            blown=["0509-0510"],
            areas=[N],
        )
        assert (played.query("repair", side="allied", bridge="0509-0510") == []) == mends


@rules("holland44", "5.9")
def test_a_bridge_unit_off_the_map_is_not_north_of_anything():
    waiting_unit = {**unit("b", "0101", "bridge", steps=1), "box": "allied-N"}
    del waiting_unit["hex"]
    played = river(
        [waiting_unit, unit("a", "0101")],
        [unit("x", "1201")],
        phase="bridges",
        blown=["0505-0506"],
        areas=[N],
    )
    assert "h44.repair.north" in played.query("repair", side="allied", bridge="0505-0506")


@rules("holland44", "9.3", "5.4")
def test_both_ways_are_offered_when_a_bridge_fell_under_an_attack():
    played = river([unit("a", "0506")], [unit("x", "0505")], phase="combat", dice=[6])
    played.apply(attack("0505", "a"))
    played.apply(Action("blow", bridge="0505-0506"))
    assert {a.kind for a in played.choices()} == {"fight-on", "call-off"}
