"""Towns that stand in other ground, and rivers inside hexes."""

from __future__ import annotations

import pytest

from engine.errors import Problem
from engine.values import Action
from tests.engine.holland44.parts import FOE, flyer
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

DORP = [{"hex": "0505", "name": "Dorp", "kind": "town"}]
"""A town in hex 0505, whatever the ground."""


def dorp(first, second=FOE, ground="p", **more):
    """A town in the polder, unless told."""
    return field("holland44", first, second, ground={"0505": ground}, places=DORP, **more)


@rules("holland44", "12.1.3")
@pytest.mark.parametrize(("places", "column"), [(DORP, "other"), ([], "clear")])
def test_a_town_in_the_polder_is_held_like_a_town(places, column):
    own = [unit("a", "0506", full=[12, 4, 4])]
    played = field(
        "holland44",
        own,
        [unit("x", "0505")],
        phase="combat",
        ground={"0505": "p"},
        places=places,
        dice=[4],
    )
    assert played.rules.stand_column(played.state, "0505", "x") == column


@rules("holland44", "10.5.1", "10.8.4")
def test_a_town_in_the_polder_doubles_and_still_halves_tanks():
    own = [unit("i", "0506"), unit("t", "0406", "tank", full=[8, 4, 8], armour=3, formation="f")]
    found = dorp(own, [unit("x", "0505"), unit("k", "0505", "tank", armour=1)], phase="combat")
    sums = found.tally(attack("0505", "i")).parts
    assert (sums[0].total, sums[1].total) == (4, 8 + 4)
    tanks = found.tally(attack("0505", "t"))
    assert tanks.parts[0].total == 4
    assert "10.3.1" not in {line.rule for line in tanks.lines}


@rules("holland44", "13.3")
def test_a_town_in_the_polder_is_cover():
    for places, cover in ((DORP, True), ([], False)):
        played = field(
            "holland44",
            [unit("a", "0503")],
            [unit("x", "0504")],
            ground={"0505": "p"},
            places=places,
        )
        open_ways = played.query("retreats", unit="x", length=2)["open"]
        assert (("0504", "0505") in open_ways) == cover


@rules("holland44", "8.3.3")
def test_a_town_in_the_polder_is_held_open():
    own = [unit("a", "0505"), unit("b", "0506")]
    played = dorp(own, [unit("x", "0605")])
    assert "7.2" in forbidden(played, move("b", "0506", "0505", "0504", mode="tactical"))
    played.apply(Action("spend", unit="a"))
    assert played.explain(move("b", "0506", "0505", "0504", mode="tactical"))


@rules("holland44", "22.2.3", "22.3.2")
def test_a_town_in_the_polder_is_dangerous_twice_to_land_in():
    start = {"phase": "drops", "turn": 3, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    glider = flyer("g", "glider")
    played = dorp([flyer(), glider], **start)
    assert played.query("landing", unit="p", hex="0505").total == 5
    assert "22.2.3" in forbidden(played, Action("drop", unit="g", hex="0505"))


@rules("holland44", "17.8.2")
def test_guns_are_not_supplied_over_a_town_in_the_polder():
    own = [
        unit("g", "0507", "artillery", steps=1, full=[0, 1, 4], division="82", airborne=True),
        unit("s", "0506", "airborne-supply", steps=1, full=[0, 1, 4], division="82"),
    ]
    start = {"phase": "rearm", "turn": 3, "marks": {"g": ["fired"]}, "drop-zones": {"82": ["0505"]}}
    assert dorp(own, **start).decision.kind == "zb.move"
    bare = field("holland44", own, FOE, ground={"0505": "p"}, **start)
    assert bare.decision.kind == "h44.rearm"


@rules("holland44", "8.6.2", "25.6")
def test_a_town_in_the_polder_is_entered_as_polder():
    tank = [unit("t", "0506", "tank", full=[4, 4, 8])]
    assert "8.6.2" in forbidden(dorp(tank), move("t", "0506", "0505"))
    foot = dorp([unit("a", "0506")])
    assert foot.tally(move("a", "0506", "0505")).total == 2
    hidden = unit("q", "0909", "unknown", full=[0, 2, 0], steps=1)
    more = {"side": "german", "turn": 3, "links": {"road": ["0501 0502 0503 0504 0505"]}}
    more["areas"] = [{"id": "german-G", "name": "G", "touches": ["0501"]}]
    played = dorp([unit("a", "1212")], [hidden], **more)
    assert played.explain(Action("shift-unknown", unit="q", hex="0505"))


@rules("holland44", "2.2.3")
@pytest.mark.parametrize(("kind", "ground"), [("city", "p"), ("town", "s"), ("town", "C")])
def test_a_place_fits_its_ground(kind, ground):
    place = [{"hex": "0505", "name": "Dorp", "kind": kind}]
    with pytest.raises(Problem, match=r"'Dorp' is a .* 0505"):
        field("holland44", [unit("a", "0506")], FOE, ground={"0505": ground}, places=place)


@rules("holland44", "22.2.3")
def test_only_hexes_where_a_unit_may_land_are_offered():
    start = {"phase": "drops", "turn": 3, "sky": "clear", "drop-zones": {"82": ["0505"]}}
    played = dorp([flyer("g", "glider")], **start)
    offered = {a["hex"] for a in played.choices(unit="g") if a.kind == "drop"}
    assert offered
    assert "0505" not in offered
    assert all(played.explain(Action("drop", unit="g", hex=hex)) for hex in offered)


@rules("holland44", "10.8.1", "8.6.1")
@pytest.mark.parametrize(
    ("letter", "foot", "wheels"),
    [(".", 1, 1), ("w", 2, 3), ("t", 1, 1), ("C", 1, 1), ("p", 2, 2), ("P", 2, 2), ("s", 2, 3)],
)
def test_what_the_ground_costs(letter, foot, wheels):
    for kind, price in (("infantry", foot), ("motorized", wheels)):
        played = field(
            "holland44",
            [unit("a", "0506", kind, full=[4, 4, 8])],
            FOE,
            ground={"0505": letter},
        )
        assert played.tally(move("a", "0506", "0505")).total == price
