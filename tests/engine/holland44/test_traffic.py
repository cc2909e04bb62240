"""Chapter 24: traffic jams."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import FOE, N, struck
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "24.4")
def test_jams_lie_no_farther_north_than_the_highway_corps():
    guards = unit("g", "0510", "motorized", formation="gds", nation="british", sector="30")
    others = [
        unit("h", "0806", "motorized", formation="43", nation="british", sector="8"),
        unit("i", "0807", formation="gds", nation="british"),
    ]
    more = {"side": "german", "phase": "traffic", "traffic": True, "turn": 3}
    more |= {"areas": [N]}
    more |= {"tags": {"corps-30": ["0512"], "corps-8": ["0812"]}}
    played = field("holland44", [guards, *others], FOE, **more)
    assert forbidden(played, Action("jam", hex="0507")) == ("24.4",)
    assert played.explain(Action("jam", hex="0511"))
    # Whoever came in by the southern edge opens the road as well, on foot or not.
    others[0] |= {"turn": 2, "area": "allied-N"}
    assert field("holland44", [guards, *others], FOE, **more).explain(Action("jam", hex="0507"))


@rules("holland44", "24.1", "24.3")
def test_traffic_markers_are_the_germans_to_place():
    played = field(
        "holland44",
        [unit("m", "0606", "motorized")],
        [unit("x", "1201")],
        side="german",
        phase="traffic",
        turn=4,
        traffic=True,
        dice=[1, 1],
    )
    assert played.decision.side == "german"
    for hex in ("0608", "0808", "1008"):
        played.apply(Action("jam", hex=hex))
    played.apply(Action("end"))
    assert played.query("track", of="traffic") == {"2": "0808", "3": "1008"}


@rules("holland44", "24.2", "24.3", "24.4", "24.5")
def test_traffic_markers():
    own = [unit("m", "0606", "motorized", full=[4, 4, 6])]
    played = field(
        "holland44",
        own,
        [unit("x", "1201")],
        side="german",
        phase="traffic",
        turn=1,
        traffic=True,
        dice=[6, 6],
    )
    assert forbidden(played, Action("jam", hex="0601")) == ("24.4",)
    played.apply(Action("jam", hex="0607"))
    assert forbidden(played, Action("jam", hex="0608")) == ("24.4",)
    played.apply(Action("end"))
    assert played.query("track", of="traffic") == {"1": "0607"}
    assert played.tally(move("m", "0606", "0607")).total == 3


@rules("holland44", "24.4", "10.2.4")
def test_corps_troops_of_another_corps_open_no_road_for_jams():
    for corps, opened in (("30C", True), ("8C", False)):
        own = [
            unit("g", "0510", "motorized", formation="gds", nation="british", sector="30"),
            unit("e", "0505", "engineer", steps=1, formation=corps, corps=True),
        ]
        more = {"side": "german", "phase": "traffic", "traffic": True, "turn": 3}
        more |= {"tags": {"corps-30": ["0512"]}}
        played = field("holland44", own, FOE, **more)
        assert played.explain(Action("jam", hex="0507")).allowed == opened


@rules("holland44", "24.5", "S1.2", "24.1")
@pytest.mark.parametrize(("turn", "markers"), [(1, 3), (2, 4), (3, 5), (4, 6), (5, 6), (11, 6)])
def test_a_marker_more_comes_each_turn_until_all_six_are_there(turn, markers):
    more = {"side": "german", "phase": "traffic", "traffic": True, "turn": turn}
    played = field("holland44", [unit("m", "0606", "motorized")], FOE, **more)
    spots = ("0608", "0808", "1008", "0810", "0610", "1010", "0410")
    placed = 0
    while played.decision.kind == "h44.traffic":
        played.apply(Action("jam", hex=spots[placed]))
        placed += 1
    assert placed == markers
    numbers = {e.key: e for e in played.log if e.key == "h44.traffic.placed"}
    assert dict(numbers["h44.traffic.placed"].params)["number"] == str(markers)


@rules("holland44", "24.2", "15.6")
@pytest.mark.parametrize(
    ("kind", "stops"), [("motorized", True), ("tank", True), ("infantry", False)]
)
def test_a_jam_ends_the_advance_of_vehicles(kind, stops):
    own = [unit("m", "0506", kind, full=[30, 4, 8])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    played = struck("DS", own, foes, "m", jams={"1": "0606"})
    through = Action("advance", units=("m",), path=("0506", "0606", "0706"))
    assert played.explain(through).allowed == (not stops)
    assert not stops or forbidden(played, through) == ("24.2",)
    into = through.replaced(path=("0506", "0606"))
    played.apply(into)
    assert (played.decision.kind == "zb.combat") == stops


@rules("holland44", "24.2")
def test_tactical_movement_ignores_a_jam():
    own = [unit("m", "0606", "motorized", full=[4, 4, 4])]
    played = field("holland44", own, FOE, jams={"1": "0607"})
    assert played.tally(move("m", "0606", "0607")).total == 3
    assert "8.1" in forbidden(played, move("m", "0606", "0607", "0608", "0609"))
    assert played.explain(move("m", "0606", "0607", "0608", mode="tactical"))
    foot = field("holland44", [unit("m", "0606")], FOE, jams={"1": "0607"})
    assert foot.tally(move("m", "0606", "0607")).total == 1


@rules("holland44", "24.4")
def test_a_jam_lies_beside_no_other_however_many_there_are():
    more = {"side": "german", "phase": "traffic", "traffic": True, "turn": 4}
    played = field(
        "holland44",
        [unit("m", "0606", "motorized")],
        FOE,
        jams={"1": "0608", "2": "1008"},
        **more,
    )
    for hex in ("0608", "0609", "1008", "1009"):
        assert forbidden(played, Action("jam", hex=hex)) == ("24.4",)
    assert played.explain(Action("jam", hex="0808"))


@rules("holland44", "24.1", "24.3")
def test_the_hexes_for_a_jam_are_offered():
    more = {"side": "german", "phase": "traffic", "traffic": True, "turn": 1}
    played = field("holland44", [unit("m", "0606", "motorized")], FOE, **more)
    offered = {a["hex"] for a in played.choices() if a.kind == "jam"}
    assert {"0606", "0607", "1212"} <= offered
    assert "0601" not in offered
    assert all(played.explain(Action("jam", hex=hex)) for hex in offered)
