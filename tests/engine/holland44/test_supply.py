"""Chapters 18 and 27.2: lines, depots, dismounted infantry, the surrounded."""

from __future__ import annotations

import pytest

from engine.holland44.supply.lines import reaches_depot
from engine.values import Action
from tests.engine.holland44.parts import FOE, N
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules

MOAT = {"canal": [f"{column:02d}07 N NE NW" for column in range(1, 10)]}


WET = {
    "areas": [{"id": "allied-N", "name": "N", "touches": ["0512", "1012"]}],
    "sides": MOAT,
    "links": {"road": ["0512 0511 0510 0509 0508 0507", "1005 1006 1007 1008 1009 1010 1011 1012"]},
    "marks": {"a": ["dismounted"]},
}


RIDER = unit("a", "0505", "motorized", full=[4, 4, 8])


RING = ("0405", "0505", "0605", "0606", "0507", "0406")


def ring(turn, dice, **more):
    """A British unit with enemies on all sides."""
    foes = [unit(f"x{i}", hex) for i, hex in enumerate(RING)]
    return field(
        "holland44",
        [unit("a", "0506", **more)],
        foes,
        phase="supply",
        turn=turn,
        marks={"a": ["out"]},
        dice=dice,
        areas=[N],
        rules={"surrounded-losses": True},
    )


@rules("holland44", "18.6")
def test_dismounted_infantry_pays_what_infantry_pays():
    own = [unit("a", "0505", "motorized", full=[4, 4, 8], division="82")]
    depot = unit("s", "0509", "airborne-supply", steps=1, division="82")
    canal = {"canal": ["0507 N NE NW", "0407 N NE NW", "0607 N NE NW", "0307 N NE NW"]}
    woods = {"0504": "w", "0503": "w"}
    more = {"ground": woods, "sides": canal, "marks": {"a": ["dismounted"]}}
    played = field("holland44", [*own, depot], FOE, **more)
    assert played.query("allowance", unit="a") == 3
    assert played.query("reach", unit="a")["0504"]["cost"] == 2


@rules("holland44", "18.6")
def test_a_dry_line_beside_the_wet_one_keeps_infantry_mounted():
    own = [unit("a", "0506", "motorized", full=[4, 4, 8], division="82")]
    depot = unit("s", "0504", "airborne-supply", steps=1, division="82")
    around = {"canal": ["0506 N"]}
    wet = {"canal": ["0506 N NE NW S SE SW"]}
    for canal, left in ((around, []), (wet, ["dismounted"])):
        played = field("holland44", [*own, depot], FOE, phase="supply", turn=3, sides=canal)
        assert [m for m in played.query("marks", unit="a") if m == "dismounted"] == left


@rules("holland44", "18.2.2", "18.3.1", "22.7")
def test_a_line_to_airborne_supply_may_go_by_road():
    para = unit("a", "0502", "parachute", division="82")
    depot = unit("s", "0512", "airborne-supply", steps=1, division="82")
    road = {"road": ["0512 0511 0510 0509 0508 0507 0506 0505"]}
    played = field("holland44", [para, depot], FOE, turn=3, links=road)
    assert played.query("supply", unit="a").traced
    bare = field("holland44", [para, depot], FOE, turn=3)
    assert not bare.query("supply", unit="a").traced
    back = {"lost": {"a": 1}, "stragglers": {"82": 1}, "exhausted": ["s"]}
    far = field("holland44", [para, depot], FOE, turn=6, links=road, **back)
    assert far.explain(Action("replace", unit="a"))
    cut = field("holland44", [para, depot], FOE, turn=6, **back)
    assert "22.7" in forbidden(cut, Action("replace", unit="a"))


@rules("holland44", "18.1", "18.4")
def test_a_unit_in_its_area_is_in_supply_again():
    tired = unit("a", "0101", box="allied-N")
    del tired["hex"]
    more = {"areas": [N], "phase": "supply", "marks": {"a": ["out"]}}
    played = field("holland44", [tired], FOE, **more)
    assert played.query("marks", unit="a") == []


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


@rules("holland44", "18.3.1", "19.3.2")
def test_no_line_over_the_river_on_the_edge():
    for tags, dry in (({}, True), ({"river-edge": ["0512"]}, False)):
        played = field("holland44", [unit("a", "0512")], FOE, areas=[N], tags=tags, turn=9)
        assert played.query("supply", unit="a").traced == dry
        start = {"turn": 8, "lost": {"a": 1}, "areas": [N], "tags": tags}
        night = field("holland44", [unit("a", "0512", nation="british")], FOE, **start)
        assert night.explain(Action("replace", unit="a", area="allied-N")).allowed == dry


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


@rules("holland44", "18.2.3", "18.2.2")
def test_a_lost_supply_unit_comes_back_exhausted():
    gone = unit(
        "s",
        "0101",
        "airborne-supply",
        division="82",
        steps=1,
        full=[0, 1, 4],
        box="destroyed-allied",
    )
    del gone["hex"]
    own = [unit("p", "0505", "parachute", division="82"), gone]
    played = field("holland44", own, FOE, phase="supply", lost={"s": 1})
    assert played.query("place", unit="s") == "0505"
    assert played.query("marks", unit="s") == ["disrupted"]
    assert played.query("track", of="exhausted") == ("s",)
    two = [*own, unit("q", "0707", "parachute", division="82")]
    choice = field("holland44", two, FOE, phase="supply", lost={"s": 1})
    assert choice.decision.rule == "18.2.3"
    assert "18.2.3" in forbidden(choice, Action("depot", unit="s", hex="0808"))
    choice.apply(Action("depot", unit="s", hex="0707"))
    assert choice.query("place", unit="s") == "0707"
    never = field("holland44", [gone, unit("o", "0404")], FOE, phase="supply", lost={"s": 1})
    assert never.query("track", of="gone") == ("s",)


@rules("holland44", "27.2.1", "27.2.2", "27.2.3", "27")
def test_the_surrounded_lose_steps_at_night():
    assert ring(8, [3]).query("left", unit="a") == 1
    assert ring(8, [4]).query("left", unit="a") == 2
    assert ring(7, [1]).query("left", unit="a") == 2
    off = field(
        "holland44",
        [unit("a", "0506")],
        [unit(f"x{i}", h) for i, h in enumerate(RING)],
        phase="supply",
        turn=8,
        marks={"a": ["out"]},
        areas=[N],
    )
    assert off.query("left", unit="a") == 2
    assert ring(8, [1]).query("surround", unit="a").total == 1


@rules("holland44", "18.6")
def test_dismounted_infantry_mounts_when_its_line_is_dry():
    own = [unit("m", "0505", "motorized", full=[4, 4, 8])]
    more = {"marks": {"m": ["dismounted"]}, "areas": [N]}
    wet = field(
        "holland44",
        own,
        FOE,
        sides={
            "canal": [
                "0506 N",
                "0406 N",
                "0606 N",
                "0606 NW",
                "0606 NE",
                "0406 NE",
                "0406 NW",
                "0306 N",
                "0706 N",
            ]
        },
        links={"road": ["0512 0511 0510 0509 0508 0507 0506"]},
        **more,
    )
    assert wet.query("allowance", unit="m") == 3
    dry = field(
        "holland44", own, FOE, links={"road": ["0512 0511 0510 0509 0508 0507 0506"]}, **more
    )
    assert dry.query("allowance", unit="m") == 8


def flown(turn, **more):
    """A parachute battalion and its supply unit, far from any area."""
    own = [
        unit("p", "0505", "parachute", division="82"),
        unit("s", "0506", "airborne-supply", steps=1, division="82"),
    ]
    return field("holland44", own, FOE, turn=turn, **more)


@rules("holland44", "18.2.2", "22.7")
def test_airborne_supply_lasts_to_the_end_of_the_fifth_supply_phase():
    for turn, lasts in ((4, True), (5, True), (6, False)):
        played = flown(turn)
        assert played.query("supply", unit="p").traced == lasts
        assert reaches_depot(played.rules, played.state, "p"), "stragglers find it all the same"
    for turn, dry in ((4, ()), (5, ("s",))):
        played = flown(turn, phase="supply")
        assert played.query("track", of="exhausted") == dry
        assert "out" not in played.query("marks", unit="p")


@rules("holland44", "18.2.2", "18.2.1")
def test_airborne_supply_units_move_tactically_only():
    played = flown(4)
    for mode, allowed in ((None, False), ("extended", False), ("tactical", True)):
        step = move("s", "0506", "0507", mode=mode)
        assert played.explain(step).allowed == allowed
        assert allowed or "18.2.2" in forbidden(played, step)
    assert "8.3.1" in forbidden(played, move("s", "0506", "0507", "0508", "0509", mode="tactical"))


@rules("holland44", "27.2.3")
@pytest.mark.parametrize(("morale", "total"), [("elite", 1), ("regular", 1), ("low", 0)])
def test_who_is_steadier_when_surrounded(morale, total):
    played = ring(8, [6], morale=morale)
    assert played.query("surround", unit="a").total == total


@rules("holland44", "18.1")
def test_it_is_told_who_runs_out_and_who_is_fed_again():
    def told(marks, **more):
        played = field("holland44", [unit("a", "0101")], FOE, phase="supply", marks=marks, **more)
        return [e.key for e in played.log if e.key.startswith("zb.supply")]

    home = {"areas": [{**N, "touches": ["0101"]}]}
    assert told({}) == ["zb.supply.out"]
    assert told({"a": ["out"]}) == []
    assert told({"a": ["out"]}, **home) == ["zb.supply.back"]
    assert told({}, **home) == []


@rules("holland44", "18.3.2", "5.3.1", "5.7")
def test_whose_line_goes_over_a_bridge():
    links = {"road": ["0512 0511 0510 0509 0508 0507 0506"]}
    south = {"id": "allied-N", "name": "N", "touches": ["0512"]}
    home = {"id": "german-G", "name": "G", "touches": ["0512"]}
    canal = {"canal": [f"{c:02d}10 N NE NW" for c in range(1, 13)]}

    def fed(side, sides, **more):
        first, second = (
            ([unit("a", "0503")], FOE) if side == "allied" else (FOE2, [unit("a", "0503")])
        )
        area = south if side == "allied" else home
        played = field(
            "holland44", first, second, side=side, areas=[area], links=links, sides=sides, **more
        )
        return bool(played.query("supply", unit="a").on_road)

    intact = {"intact": ["0509-0510"]}
    assert fed("allied", canal, **intact)
    assert not fed("allied", canal)
    assert not fed("german", canal, **intact)
    assert fed("german", canal)
    for side in ("allied", "german"):
        assert fed(side, {"minor-river": ["0510 N"]})
        assert not fed(side, canal, blown=["0509-0510"])


FOE2 = [unit("o", "1212")]
"""An Ally who is far from everybody."""
