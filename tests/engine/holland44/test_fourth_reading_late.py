"""Chapters 14 to 26: what a fourth reading of the text brought up."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

FOE = [unit("x", "1212")]
N = {"id": "allied-N", "name": "N", "touches": ["0512"]}
M = {"id": "allied-M", "name": "M", "touches": ["0412"]}
G = {"id": "german-G", "name": "G", "touches": ["0501"]}


def off(id, box, kind="infantry", **more):
    """A unit in an area or a box."""
    found = unit(id, "0101", kind, box=box, **more)
    del found["hex"]
    return found


def flyer(id="p", **more):
    """A parachutist in the air."""
    plain = {"full": [9, 4, 4], "division": "82", "formation": "82", **more}
    return off(id, "in-the-air", "parachute", **plain)


def mark(hex):
    """An unknown unit."""
    return unit("q", hex, "unknown", full=[0, 2, 0], steps=1)


def behind(full):
    """What is behind it."""
    return off("u", "unknown-pool", full=full, steps=1)


SOMEBODY, NOBODY = behind([2, 2, 4]), behind([0, 0, 0])


# ---------------------------------------------------------------- 14 to 16
@rules("holland44", "14.2", "8.3.3", "21.5")
def test_no_marker_and_no_merging_frees_from_the_duty_to_leave():
    foes = [unit("l", "0506", morale="low", formation="f"), unit("m", "0506", formation="f")]
    more = {"ground": {"0506": "w"}, "marks": {"l": ["disrupted"]}, "lost": {"m": 1}}
    played = field("holland44", [unit("x", "0606")], foes, side="german", **more)
    assert forbidden(played, Action("spend", unit="l")) == ("14.2",)
    assert "14.2" in forbidden(played, Action("merge", unit="l", into="m"))
    assert played.explain(Action("spend", unit="m"))


ROAD = {"road": ["0507 0506 0505 0504 0503 0502"]}
BY_ROAD = Action("advance", units=("m",), path=("0506", "0505", "0504", "0503"))


def advancing(m, *others, **more):
    """A unit and its mate have just taken 0505 in a combat with a road behind it."""
    mate = unit("n", "0506", full=[9, 4, 4])
    foes = [unit("r", "0505", full=[1, 1, 4], steps=1)]
    start = {"phase": "combat", "links": ROAD, "dice": [6, 6], **more}
    played = field("holland44", [m, mate, *others], foes, **start)
    played.apply(attack("0505", "m", "n"))
    return played


@rules("holland44", "15.2", "18.6")
def test_dismounted_infantry_has_no_road_bonus():
    rider = unit("m", "0506", "motorized", full=[20, 4, 8])
    assert advancing(rider).explain(BY_ROAD)
    assert forbidden(advancing(rider, marks={"m": ["dismounted"]}), BY_ROAD) == ("15.2",)


@rules("holland44", "15.4", "6.2")
def test_a_single_step_of_tanks_is_not_free_beside_other_tanks():
    tank = unit("m", "0506", "tank", full=[20, 4, 8], armour=3)
    guest = {"full": [2, 2, 8], "steps": 1}
    beside = unit("t", "0503", "tank", armour=2, **guest)
    assert forbidden(advancing(tank, beside), BY_ROAD) == ("15.4",)
    assert advancing(tank, unit("t", "0503", "engineer", **guest)).explain(BY_ROAD)
    rider = unit("m", "0506", "motorized", full=[20, 4, 8])
    assert advancing(rider, beside).explain(BY_ROAD)


@rules("holland44", "16.3.4", "6.2")
def test_a_tank_on_the_bonus_attacks_without_a_second_tank():
    tank = {"full": [20, 5, 8], "armour": 3, "formation": "f"}
    own = [unit("t1", "0405", "tank", **tank), unit("t2", "0405", "tank", steps=1, **tank)]
    foes = [unit("r", "0404", full=[1, 2, 3], steps=1), unit("s", "0604", full=[2, 4, 4])]
    links = {"road": ["0405 0404 0504 0604"]}
    played = field("holland44", own, foes, phase="combat", links=links, dice=[6])
    played.apply(attack("0404", "t1", "t2"))
    played.apply(Action("advance", units=("t1", "t2"), path=("0405", "0404", "0504")))
    both = Action("breakthrough", units=("t1", "t2"), hex="0604")
    assert forbidden(played, both) == ("16.3.4",)
    assert played.explain(both.replaced(units=("t1",)))


@rules("holland44", "16.3.5")
def test_a_gun_that_gave_support_does_not_jam_the_hex():
    gun = unit("g", "0606", "artillery", full=[0, 1, 4], steps=1, range=5)
    own = [unit("a", "0506", full=[9, 4, 4]), gun]
    foes = [unit("r", "0505", full=[1, 1, 4], steps=1), unit("s", "0706", full=[1, 1, 4])]
    for guns, jam in ((("g",), ()), (None, ("16.3.5",))):
        played = field("holland44", own, foes, phase="combat", dice=[6])
        played.apply(attack("0505", "a", guns=guns))
        played.apply(Action("advance", units=("a",), path=("0506", "0606")))
        assert forbidden(played, Action("breakthrough", units=("a",), hex="0706")) == jam


def second_attack(*more):
    """A group that has taken 0505 could join an attack on 0706, beside 0606."""
    own = [unit("a", "0506", full=[30, 4, 4], formation="f"), *more]
    own += [unit("z", "0807", formation="h")]
    foes = [unit("r", "0505", full=[1, 1, 4], steps=1), unit("y", "0706")]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0505", "a"))
    return played


@rules("holland44", "16.5", "15.3")
def test_a_group_joins_from_any_hex_it_advanced_to():
    played = second_attack()
    join = Action("join", units=("a",), hex="0706")
    assert "16.5" in forbidden(played, join)
    played.apply(Action("advance", units=("a",), path=("0506", "0606")))
    assert played.explain(join)


@rules("holland44", "17.6.1", "16.5")
def test_guns_of_a_formation_that_joins_give_support():
    gun = unit("g", "0707", "artillery", full=[0, 1, 4], steps=1, range=4, formation="f")
    played = second_attack(gun)
    supported = attack("0706", "z", lead="h", guns=("g",))
    played.apply(Action("advance", units=("a",), path=("0506", "0606")))
    played.apply(Action("join", units=("a",), hex="0706"))
    while played.decision.kind != "zb.combat":
        played.apply(Action("end"))
    assert played.explain(supported)
    alone = field(
        "holland44", [unit("z", "0807", formation="h"), gun], [unit("y", "0706")], phase="combat"
    )
    assert forbidden(alone, supported) == ("17.6.1",)


@rules("holland44", "17.6.2")
def test_the_second_gun_is_the_divisions_whose_formation_leads():
    gun = {"full": [0, 1, 4], "steps": 1, "range": 6}
    own = [
        unit("e", "0506", "engineer", full=[3, 1, 6], steps=1, formation="30C", corps=True),
        unit("t", "0506", "tank", full=[6, 5, 8], armour=3, formation="gds"),
        unit("ga", "0508", "artillery", formation="gds", name="Gds Div", **gun),
        unit("ag", "0508", "artillery", formation="30C", corps=True, name="5 AGRA", **gun),
    ]
    played = field("holland44", own, [unit("y", "0505")], phase="combat")
    pair = attack("0505", "e", "t", guns=("ag", "ga"))
    assert played.explain(pair.replaced(lead="gds"))
    assert forbidden(played, pair.replaced(lead="30C")) == ("17.6.2",)


@rules("holland44", "17.3", "22.6")
def test_only_ground_leaves_a_gun_on_the_move_undoubled():
    gun = unit("g", "0505", "artillery", full=[0, 3, 4], steps=1, range=4)
    start = {"phase": "drops", "turn": 3, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    played = field("holland44", [flyer()], [gun, *FOE], marks={"g": ["moving"]}, **start)
    told = played.apply(Action("drop", unit="p", hex="0505"))
    assert [dict(e.params)["column"] for e in told if e.key == "zb.attack.declared"] == ["2-1"]
    wet = {"sides": {"canal": ["0506 N"]}, "marks": {"g": ["moving"]}, "phase": "combat"}
    fought = field("holland44", [unit("a", "0506", full=[4, 4, 4])], [gun], **wet)
    assert fought.tally(attack("0505", "a")).result == "2-1"


@rules("holland44", "17.3", "11.5.1", "19.3.1")
@pytest.mark.parametrize("marks", [[], ["engaged"]])
def test_an_area_is_the_second_hex_of_a_move(marks):
    kind, face = ("infantry", [4, 4, 4]) if marks else ("artillery", [0, 1, 4])
    for path, shaken in ((("0512",), False), (("0511", "0512"), True)):
        own = [unit("g", path[0], kind, full=face, steps=1)]
        played = field("holland44", own, FOE, areas=[N], marks={"g": marks})
        named = path if len(path) > 1 else None
        played.apply(Action("pass-area", unit="g", area="allied-N", path=named, mode="tactical"))
        assert played.query("place", unit="g") == "allied-N"
        assert ("disrupted" in played.query("marks", unit="g")) == shaken


# ---------------------------------------------------------------- 18
@rules("holland44", "18.2.1", "18.3.1", "19.4")
def test_an_area_is_a_source_by_itself():
    own = [unit("a", "0512", "artillery", full=[0, 1, 4], steps=1, range=4)]
    beside = field("holland44", own, [unit("x", "0511")], areas=[N], turn=9)
    assert beside.query("supply", unit="a").traced
    start = {"areas": [N], "phase": "rearm", "marks": {"a": ["fired"]}}
    assert field("holland44", own, [unit("x", "0511")], **start).decision.kind == "h44.rearm"
    before = field("holland44", [unit("a", "0510")], [unit("x", "0411")], areas=[N], turn=9)
    assert before.query("supply", unit="a").traced
    # Two hexes in enemy ZOCs in a row stay closed, and so does the road part.
    ring = [unit("x", "0411"), unit("y", "0611")]
    shut = field("holland44", [unit("a", "0510")], ring, areas=[N], turn=9)
    assert not shut.query("supply", unit="a").traced
    far = {"areas": [N], "links": {"road": ["0512 0511 0510 0509 0508 0507 0506"]}}
    cut = field("holland44", [unit("a", "0506")], [unit("x", "0612")], turn=9, **far)
    assert not cut.query("supply", unit="a").traced


@rules("holland44", "20.2.3", "18.2.1")
def test_a_replacement_comes_past_an_enemy_at_the_edge():
    own = [unit("a", "0512", nation="british")]
    start = {"turn": 8, "lost": {"a": 1}, "areas": [N]}
    played = field("holland44", own, [unit("x", "0511")], **start)
    assert played.explain(Action("replace", unit="a", area="allied-N"))


@rules("holland44", "18.3.1", "19.3.2")
def test_no_line_over_the_river_on_the_edge():
    for tags, dry in (({}, True), ({"river-edge": ["0512"]}, False)):
        played = field("holland44", [unit("a", "0512")], FOE, areas=[N], tags=tags, turn=9)
        assert played.query("supply", unit="a").traced == dry
        start = {"turn": 8, "lost": {"a": 1}, "areas": [N], "tags": tags}
        night = field("holland44", [unit("a", "0512", nation="british")], FOE, **start)
        assert night.explain(Action("replace", unit="a", area="allied-N")).allowed == dry


CANAL = {"canal": [f"{column:02d}07 N NE NW" for column in range(1, 10)]}
WET = {
    "areas": [{"id": "allied-N", "name": "N", "touches": ["0512", "1012"]}],
    "sides": CANAL,
    "links": {"road": ["0512 0511 0510 0509 0508 0507", "1005 1006 1007 1008 1009 1010 1011 1012"]},
    "marks": {"a": ["dismounted"]},
}
RIDER = unit("a", "0505", "motorized", full=[4, 4, 8])


@rules("holland44", "18.6")
def test_nobody_mounts_in_the_middle_of_his_move():
    played = field("holland44", [RIDER], FOE, **WET)
    assert played.query("allowance", unit="a") == 3
    played.apply(Action("move", units=("a",), path=("0505", "0605", "0705"), pause=True))
    assert played.query("allowance", unit="a") == 3
    assert max(len(a["path"]) for a in played.choices() if a.kind == "march") == 2


@rules("holland44", "18.6")
def test_the_marker_comes_off_before_the_move():
    for road, marks in (("0505 0605 0705 0805 0905 1005", []), ("0501 0502", ["dismounted"])):
        links = {"road": [*WET["links"]["road"], road]}
        played = field("holland44", [RIDER], FOE, **{**WET, "links": links})
        assert played.query("allowance", unit="a") == (3 if marks else 8)
        played.apply(move("a", "0505", "0504"))
        assert played.query("marks", unit="a") == marks


# ---------------------------------------------------------------- 20 to 22
@rules("holland44", "20.2.5", "19.7")
def test_a_replaced_unit_bars_its_own_stack_only_in_an_area():
    own = [off("a", "allied-N"), off("b", "allied-N")]
    more = {"areas": [N], "phase": "combat", "marks": {"b": ["replaced"]}}
    played = field("holland44", own, [unit("x", "0512")], **more)
    assert played.explain(attack("0512", "a"))
    assert "20.2.5" in forbidden(played, attack("0512", "a", "b"))


@rules("holland44", "20.2.4")
def test_a_city_that_nobody_took_is_german():
    city = {"ground": {"0503": "C"}, "links": {"road": ["0501 0502 0503"]}, "turn": 8}
    gone = [off("y", "destroyed-german")]
    rebuilt = Action("replace", unit="y", area="german-G", hex="0503")
    for control, own in (({}, True), ({"0503": "allied"}, False)):
        more = {**city, "areas": [G], "lost": {"y": 2}, "control": control}
        played = field("holland44", FOE, gone, side="german", **more)
        assert played.explain(rebuilt).allowed == own


PART = off("d", "detachments", "motorized", full=[1, 2, 8], steps=1, size="detachment")


@rules("holland44", "21.3", "18.6")
def test_what_a_dismounted_unit_detaches_walks_too():
    played = field("holland44", [RIDER, PART], FOE, **WET)
    played.apply(Action("detach", unit="a"))
    assert played.query("marks", unit="d") == ["dismounted"]
    assert played.query("allowance", unit="d") == 3


@rules("holland44", "21.3", "19.6")
def test_what_came_from_another_area_detaches_nobody_to_attack():
    part = off("d", "detachments", full=[1, 2, 4], steps=1, size="detachment")
    own = [off("a", "allied-N"), part]
    played = field("holland44", own, [unit("x", "0412")], areas=[N, M])
    played.apply(Action("pass-area", unit="a", area="allied-M"))
    played.apply(Action("detach", unit="a"))
    played.apply(Action("end"))
    assert forbidden(played, attack("0412", "d")) == ("19.6",)


@rules("holland44", "21.3", "18.5")
def test_a_detachment_has_landed_with_its_parent():
    part = off("d", "detachments", "parachute", full=[1, 2, 4], steps=1, size="detachment")
    part |= {"division": "82", "formation": "82"}
    more = {"phase": "turn", "turn": 4, "last": 5, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    played = field("holland44", [flyer(), part], FOE, dice=[1], **more)
    played.apply(Action("drop", unit="p", hex="0505"))
    while played.decision.kind != "zb.move":
        played.apply(Action("end"))
    played.apply(Action("detach", unit="p"))
    while played.decision.side == "allied":
        played.apply(Action("end"))
    assert played.query("marks", unit="d") == played.query("marks", unit="p") == []


@rules("holland44", "21.4", "19.1")
def test_a_detachment_rejoins_its_parent_in_an_area():
    part = off("d", "detachments", full=[1, 2, 4], steps=1, size="detachment")
    played = field("holland44", [off("a", "allied-N"), part], FOE, areas=[N])
    played.apply(Action("detach", unit="a"))
    merge = Action("merge", unit="d", into="a")
    assert merge in played.choices()
    played.apply(merge)
    assert played.query("place", unit="d") == "detachments"
    assert played.query("left", unit="a") == 2


@rules("holland44", "22.5.1")
def test_the_poles_wait_for_the_second_lift_alone():
    own = [flyer(), flyer("w", division="1", nation="polish")]
    zones = {"82": ["0505"], "polish": ["0808"]}
    for due, waits in ((1, ()), (3, ("22.5.1",))):
        more = {"drop-zones": zones, "arrive": {"w": 3, "p": due}, "sky": "clear"}
        played = field("holland44", own, FOE, phase="drops", turn=6, **more)
        assert forbidden(played, Action("drop", unit="w", hex="0808")) == waits


@rules("holland44", "22.7", "22.3.3")
def test_the_poles_have_a_marker_of_their_own():
    plain = {"division": "1", "formation": "1"}
    own = [
        unit("w", "0505", "parachute", nation="polish", **plain),
        unit("b", "0506", "parachute", nation="british", **plain),
        unit("s", "0507", "airborne-supply", steps=1, division="1"),
    ]
    for pools, back in (({"1": 1}, "b"), ({"polish": 1}, "w")):
        played = field("holland44", own, FOE, turn=6, lost={"w": 1, "b": 1}, stragglers=pools)
        allowed = [u for u in "wb" if played.explain(Action("replace", unit=u))]
        assert allowed == [back]
    dropping = {"drop-zones": {"polish": ["0505"]}, "phase": "drops", "turn": 6, "sky": "clear"}
    lost = field("holland44", [flyer("w", nation="polish", **plain)], FOE, dice=[6], **dropping)
    lost.apply(Action("drop", unit="w", hex="0505"))
    assert lost.query("track", of="stragglers") == {"polish": 1}


# ---------------------------------------------------------------- 23 and 24
@rules("holland44", "23.7")
def test_recon_units_among_themselves_ignore_the_loss():
    scout = {"full": [1, 1, 8]}
    scouts = [unit("k", "0505", "recon", **scout), unit("l", "0505", "recon", **scout)]
    own = [unit("m", "0506", full=[20, 4, 8])]
    for foes, lost in ((scouts, 0), ([scouts[0], unit("i", "0505", **scout)], 1)):
        played = field("holland44", own, foes, phase="combat", dice=[6])
        told = played.apply(attack("0505", "m"))
        while played.decision.kind == "zb.lose":
            told += played.apply(played.choices()[0])
        assert len([e for e in told if e.key == "zb.loss.step"]) == lost


@rules("holland44", "24.4")
def test_jams_lie_no_farther_north_than_the_highway_corps():
    guards = unit("g", "0510", "motorized", formation="gds", nation="british")
    others = [
        unit("h", "0806", "motorized", formation="43", nation="british"),
        unit("i", "0807", formation="gds", nation="british"),
    ]
    more = {"side": "german", "phase": "traffic", "traffic": True, "turn": 3}
    more |= {"corps": {"g": "30", "h": "8"}, "areas": [N]}
    played = field("holland44", [guards, *others], FOE, **more)
    assert forbidden(played, Action("jam", hex="0507")) == ("24.4",)
    assert played.explain(Action("jam", hex="0511"))
    # Whoever came in by the southern edge opens the road as well, on foot or not.
    came = {"arrive": {"h": 2}, "arrive-at": {"h": "allied-N"}}
    assert field("holland44", [guards, *others], FOE, **more, **came).explain(
        Action("jam", hex="0507")
    )


# ---------------------------------------------------------------- 25
@rules("holland44", "25.3.1", "20.2.5")
def test_no_storm_out_of_the_hex_of_a_replaced_unit():
    own = [unit("a", "0506"), unit("b", "0506")]
    for marks, fights in (({"b": ["replaced"]}, False), ({}, True)):
        played = field("holland44", own, [mark("0505"), SOMEBODY, *FOE], marks=marks)
        told = played.apply(move("a", "0506", "0505"))
        assert any(e.key == "zb.attack.declared" for e in told) == fights


@rules("holland44", "25.3.1", "11.5.1")
def test_the_engaged_storm_over_no_canal():
    for sides, fights in (({"canal": ["0506 N"]}, False), ({}, True)):
        more = {"marks": {"a": ["engaged"]}, "sides": sides}
        played = field("holland44", [unit("a", "0506")], [mark("0505"), SOMEBODY, *FOE], **more)
        told = played.apply(move("a", "0506", "0505", mode="tactical"))
        assert any(e.key == "zb.attack.declared" for e in told) == fights


@rules("holland44", "25.3.1", "9.5.1", "9.5.3")
def test_no_storm_over_a_large_river_without_a_bridge():
    own = [unit("a", "0506"), unit("e", "0506", "engineer", steps=1, full=[1, 1, 6])]
    river = {"sides": {"large-river": ["0506 N"]}, "unmoved": ["a", "e"]}
    over = move("a", "0506", "0505", mode="tactical")
    foes = [mark("0505"), SOMEBODY, *FOE]
    assert forbidden(field("holland44", own, foes, **river), over) == ("9.5.1",)
    bridged = field("holland44", own, foes, **river, links={"road": ["0506 0505"]})
    assert bridged.explain(over)


@rules("holland44", "25.4", "14.3.2", "25.3.1")
def test_routed_units_whom_nobody_shields_give_way():
    own = [unit("a", "0507", "motorized", full=[9, 4, 8])]
    foes = [mark("0505"), NOBODY, unit("r", "0505"), *FOE]
    played = field("holland44", own, foes, marks={"r": ["routed"]})
    played.apply(move("a", "0507", "0506", "0505", "0504"))
    assert played.decision.kind == "zb.retreat"
    assert played.query("left", unit="r") == 2
    played.apply(Action("retreat", unit="r", path=("0505", "0605", "0704")))
    assert played.query("place", unit="a") == "0504"
    assert played.query("marks", unit="a") == []


@rules("holland44", "25.3.5", "14.3.2")
def test_routed_units_give_way_to_a_breakthrough():
    own = [unit("a", "0506", full=[9, 4, 4])]
    foes = [unit("y", "0505", full=[1, 1, 4], steps=1), mark("0504"), NOBODY, unit("r", "0504")]
    more = {"phase": "combat", "dice": [6], "marks": {"r": ["routed"]}}
    played = field("holland44", own, [*foes, *FOE], **more)
    played.apply(attack("0505", "a"))
    played.apply(Action("advance", units=("a",), path=("0506", "0505")))
    told = played.apply(Action("breakthrough", units=("a",), hex="0504"))
    assert not any(e.key == "zb.attack.declared" for e in told)
    assert played.decision.kind == "zb.retreat"
    played.apply(played.choices()[0])
    assert played.explain(Action("advance", units=("a",), path=("0505", "0504")))


@rules("holland44", "25.4", "25.3.1", "19.7")
@pytest.mark.parametrize("hidden", [NOBODY, SOMEBODY])
def test_routed_units_shield_no_unknown_unit_at_the_edge(hidden):
    own = [off("a", "allied-N", full=[9, 4, 6])]
    foes = [mark("0512"), hidden, unit("r", "0512"), *FOE]
    more = {"areas": [N], "marks": {"r": ["routed"]}}
    played = field("holland44", own, foes, **more)
    told = played.apply(Action("enter", unit="a", path=("0512",)))
    fought = any(e.key == "zb.attack.declared" for e in told)
    assert fought == (hidden is SOMEBODY)
    if not fought:
        assert played.decision.kind == "zb.retreat"
        played.apply(played.choices()[0])
        assert played.query("place", unit="a") == "0512"


# ---------------------------------------------------------------- 26
@rules("holland44", "26.5.1", "18.3.2")
def test_who_retreats_through_a_city_has_it_again():
    own = [unit("m", "0505", full=[20, 4, 8])]
    cities = {"ground": {"0502": "C", "0503": "C"}, "control": {"0502": "allied", "0503": "allied"}}
    foes = [unit("r", "0504", full=[1, 6, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[5, 1, 1], **cities)
    assert played.query("points", side="allied").total == 2
    played.apply(attack("0504", "m"))
    if played.decision.kind == "zb.stand":
        played.apply(Action("go-back"))
    played.apply(Action("retreat", unit="r", path=("0504", "0503", "0502")))
    assert played.query("control") == {"0502": "german", "0503": "german"}
    assert played.query("points", side="allied").total == 0


@rules("holland44", "26.5.1", "22.1.1", "22.6")
@pytest.mark.parametrize("foes", [[], [unit("g", "0505", steps=1, full=[1, 1, 4])]])
def test_who_lands_in_a_town_has_it(foes):
    town = {"ground": {"0505": "t"}, "tags": {"victory": ["0505"]}, "control": {"0505": "german"}}
    start = {"phase": "drops", "turn": 3, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    lander = flyer(full=[40, 4, 4], steps=3)
    played = field("holland44", [lander], [*foes, *FOE], dice=[6, 1, 1], **town, **start)
    played.apply(Action("drop", unit="p", hex="0505"))
    while played.decision.kind not in ("zb.move", "h44.drop"):
        played.apply(played.choices()[0])
    assert played.query("place", unit="p") == "0505"
    assert played.query("control") == {"0505": "allied"}
    assert played.query("points", side="allied").total == 1


# ---------------------------------------------------------------- 10
@rules("holland44", "10.3.4", "10.8.4", "19.7")
def test_no_tank_shift_out_of_an_area_into_polder_without_a_road():
    tank = [off("t", "allied-N", "tank", full=[8, 4, 8], armour=3)]
    foes = [unit("x", "0512", full=[2, 4, 4])]
    more = {"areas": [N], "phase": "combat", "ground": {"0512": "p"}}
    for links, shift in (({}, 0), ({"road": ["0512 0511"]}, 1)):
        played = field("holland44", tank, foes, links=links, **more)
        found = played.query("armour-shift", side="allied", hex="0512", units=("t",))
        assert found == shift
