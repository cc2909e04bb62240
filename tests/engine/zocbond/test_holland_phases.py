"""Phases only Holland '44 has: rearming, traffic, drops, weather."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


@rules("holland44", "17.8.1", "17.8.3", "17.8.4", "20.1")
def test_two_guns_a_day_and_all_german_ones_by_night():
    guns = [unit(f"g{i}", "0101", "artillery", steps=1, range=4) for i in range(3)]
    marks = {f"g{i}": ["fired"] for i in range(3)}
    areas = [{"id": "german-G", "name": "G", "touches": ["0101"]}]
    for turn, left in ((6, 1), (8, 0)):
        played = field(
            "holland44",
            [unit("a", "1212")],
            guns,
            side="german",
            phase="rearm",
            turn=turn,
            marks=marks,
            areas=areas,
        )
        count = 0
        while played.query("phase") == "Rearm" and count < 5:
            played.apply(played.choices()[0])
            count += 1
        fired = [g for g in marks if "fired" in played.query("marks", unit=g)]
        assert len(fired) == left


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


@rules("holland44", "22.1.1", "22.2.1", "22.2.3", "22.3", "22.3.1", "22.3.3", "22.3.6", "22.4")
def test_a_drop():
    flyer = unit("p", "0101", "parachute", division="82", steps=3)
    flyer["box"] = "in-the-air"
    del flyer["hex"]
    more = {"drop-zones": {"82": ["0505"]}}
    played = field(
        "holland44",
        [flyer],
        [unit("x", "1212")],
        phase="drops",
        turn=3,
        dice=[6],
        ground={"0504": "C"},
        **more,
    )
    assert "22.2.1" in forbidden(played, Action("drop", unit="p", hex="0909"))
    assert "22.2.3" in forbidden(played, Action("drop", unit="p", hex="0504"))
    played.apply(Action("drop", unit="p", hex="0506"))
    assert played.query("left", unit="p") == 2
    assert played.query("marks", unit="p") == ["scattered"]
    assert played.query("track", of="stragglers") == {"82": 1}
    overcast = field(
        "holland44", [flyer], [unit("x", "1212")], phase="drops", turn=3, sky="overcast", **more
    )
    assert overcast.query("phase") == "Movement"
