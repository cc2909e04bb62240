"""Chapter 22: landings."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules

FOE = [unit("x", "1212")]


def flyer(id="p", kind="parachute", **more):
    """An airborne unit in the air."""
    plain = {"division": "82", "formation": "82", "steps": 2, "box": "in-the-air"}
    found = unit(id, "0101", kind, **{**plain, **more})
    del found["hex"]
    return found


def drops(units, foes=(), *, turn=3, zones=None, **more):
    """A drop phase."""
    start = {"drop-zones": zones or {"82": ["0505"]}}
    return field("holland44", units, foes or FOE, phase="drops", turn=turn, **start, **more)


def to(hex, id="p"):
    """A drop."""
    return Action("drop", unit=id, hex=hex)


@rules("holland44", "22.1.2", "22.4", "22.2.2")
def test_one_drop_a_day_a_point_each():
    more = {"phase": "turn", "turn": 3, "last": 4, "drop-zones": {"82": ["0505"]}}
    played = field("holland44", [flyer(), flyer("q")], FOE, dice=[1, 1, 2], **more)
    assert played.decision.kind == "h44.drop"
    played.apply(to("0505"))
    while played.decision.kind != "zb.move" or played.state.turn == 3:
        assert played.state.turn == 3 or played.decision.kind != "h44.drop"
        played.apply(Action("end"))
    assert played.query("place", unit="q") == "in-the-air"


@rules("holland44", "22.2.1", "22.2.3")
def test_how_far_from_the_zone_by_turn():
    first = drops([flyer()], turn=1)
    assert first.explain(to("0505"))
    assert "22.2.1" in forbidden(first, to("0504"))
    assert drops([flyer()], turn=3).explain(to("0504"))
    depot = unit("s", "0909", "airborne-supply", division="82", steps=1, full=[0, 1, 4])
    assert "22.2.1" in forbidden(drops([flyer(), depot], turn=4), to("0908"))
    assert drops([flyer(), depot], turn=6).explain(to("0908"))
    others = {"82": ["0505"], "101": ["0202"]}
    assert "22.2.1" in forbidden(drops([flyer()], turn=7, zones=others), to("0202"))
    assert drops([flyer()], turn=9, zones=others).explain(to("0202"))
    wet = drops([flyer()], turn=3, sides={"canal": ["0505 N"]})
    assert "22.2.1" in forbidden(wet, to("0504"))


@rules("holland44", "22.2.4")
def test_a_zone_that_opens_in_turn_6():
    more = {"late-zones": {"82": ["0909"]}}
    assert "22.2.4" in forbidden(drops([flyer()], turn=3, **more), to("0909"))
    assert drops([flyer()], turn=6, **more).explain(to("0909"))


@rules("holland44", "22.5.1", "22.5.2")
def test_the_poles():
    pole = flyer("z", division="1", nation="polish")
    zones = {"1": ["0303"], "82": ["0505"], "polish": ["0707"]}
    played = drops([pole, flyer()], zones=zones, arrive={"p": 3, "z": 3}, dice=[1])
    assert "22.5.1" in forbidden(played, to("0707", "z"))
    assert "22.5.2" in forbidden(played, to("0707"))
    played.apply(to("0505"))
    assert played.explain(to("0707", "z"))
    assert played.explain(to("0303", "z"))
    cloudy = drops([pole, flyer()], zones=zones, sky="cloudy")
    assert "22.5.1" in forbidden(cloudy, to("0707", "z"))


@rules("holland44", "22.1.3")
def test_the_glider_regiment_gathers_for_a_turn():
    depot = unit("s", "0909", "airborne-supply", division="1", steps=1, full=[0, 1, 4])
    glider = flyer("g", "glider", division="1")
    zones = {"1": ["0505"]}
    more = {"glider-regiment": ["g"]}
    early = drops([glider, depot, flyer("o", division="1")], turn=1, zones=zones, **more)
    assert "22.1.3" in forbidden(early, to("0505", "g"))
    played = drops([glider, depot], turn=2, zones=zones, **more)
    assert played.query("place", unit="g") == "0909"


@rules("holland44", "22.3.1", "23.1.1")
def test_in_turn_1_a_hex_rolls_once_and_the_player_says_who_bears_it():
    played = drops([flyer(), flyer("q")], turn=1, dice=[6])
    played.apply(to("0505"))
    assert played.query("marks", unit="p") == []
    played.apply(to("0505", "q"))
    assert played.decision.kind == "h44.landing-pick"
    played.apply(Action("bear", unit="q"))
    assert (played.query("left", unit="p"), played.query("left", unit="q")) == (2, 1)


@rules("holland44", "22.3.4", "22.3.5", "22.3.3")
def test_guns_and_single_steps():
    gun = flyer("g", "artillery", steps=1, full=[0, 1, 4], airborne=True)
    flipped = drops([gun], dice=[6])
    flipped.apply(to("0505", "g"))
    assert flipped.query("marks", unit="g") == ["fired", "scattered"]
    lost = drops([gun], [unit("x", "0504")], dice=[5])
    lost.apply(to("0505", "g"))
    assert lost.query("left", unit="g") == 0
    assert not lost.query("track", of="stragglers")
    small = drops([flyer(steps=1)], dice=[6])
    small.apply(to("0505"))
    assert small.query("left", unit="p") == 0
    assert small.query("track", of="stragglers") == {"82": 1}


@rules("holland44", "22.6")
def test_a_landing_on_top_of_the_enemy():
    strong = flyer(full=[12, 4, 4])
    weak = unit("x", "0505", steps=1, full=[1, 1, 4])
    played = drops([strong], [weak], dice=[6, 1])
    played.apply(to("0505"))
    while played.decision is not None and played.decision.kind != "zb.move":
        played.apply(played.choices()[0])
    assert played.query("place", unit="p") == "0505"
    doubled = unit("x", "0505", steps=2, full=[6, 6, 4])
    failed = drops([flyer(full=[4, 4, 4])], [doubled], dice=[1])
    failed.apply(to("0505"))
    while failed.decision is not None and failed.decision.kind != "zb.move":
        failed.apply(failed.choices()[0])
    assert failed.query("left", unit="p") == 0
    declared = next(e for e in failed.log if e.key == "zb.attack.declared")
    assert dict(declared.params)["column"] == "1-3"


@rules("holland44", "22.3.2")
def test_hexes_are_judged_as_they_were_when_the_phase_began():
    played = drops([flyer(), flyer("q")], [unit("x", "0504")], dice=[1])
    assert played.query("landing", unit="p", hex="0505").total == 3
    played.apply(to("0505"))
    assert played.query("landing", unit="q", hex="0505").total == 3
