"""Chapter 21: detachments, and units that fill each other up."""

from __future__ import annotations

import pytest

from engine.bots import play_many
from engine.values import Action
from tests.engine.holland44.parts import FOE, N, flyer, off, places
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WIDE_N = {"id": "allied-N", "name": "N", "touches": ["0512", "0612"]}


WIDE_M = {"id": "allied-M", "name": "M", "touches": ["0312", "0412"]}


WIDE_G = {"id": "german-G", "name": "G", "touches": ["0101", "0201"]}


def with_detachment(**more):
    """A battalion in an area, and a counter that it may detach."""
    part = off("p", "detachments", kind="motorized", steps=1, full=[2, 2, 6], size="detachment")
    fast = off("a", "allied-N", kind="motorized", full=[9, 4, 6])
    return field("holland44", [fast, part], FOE, areas=[WIDE_N, WIDE_G], **more)


def part(id="d", kind="infantry", **more):
    """A detachment at hand."""
    return off(id, "detachments", kind, steps=1, full=[1, 2, 4], size="detachment", **more)


MOAT = {"canal": [f"{column:02d}07 N NE NW" for column in range(1, 10)]}


WET = {
    "areas": [{"id": "allied-N", "name": "N", "touches": ["0512", "1012"]}],
    "sides": MOAT,
    "links": {"road": ["0512 0511 0510 0509 0508 0507", "1005 1006 1007 1008 1009 1010 1011 1012"]},
    "marks": {"a": ["dismounted"]},
}


RIDER = unit("a", "0505", "motorized", full=[4, 4, 8])


PART = off("d", "detachments", "motorized", full=[1, 2, 8], steps=1, size="detachment")


M = {"id": "allied-M", "name": "M", "touches": ["0412"]}


@rules("holland44", "21.1", "21.3", "8.5.7")
def test_a_step_is_detached_before_it_comes_in():
    shed = Action("detach", unit="a")
    tags = {"river-edge": ["0512", "0612"], "edge-ferry": ["0612"]}
    played = with_detachment(tags=tags)
    ferry = Action("enter", unit="a", path=("0612",))
    assert forbidden(played, ferry) == ("8.5.7",)
    played.apply(shed)
    assert played.query("place", unit="p") == "allied-N"
    played.apply(Action("enter", unit="p", path=("0612",)))
    assert played.query("place", unit="p") == "0612"
    theirs = off("x", "allied-M")
    assert "21.1" in forbidden(
        field("holland44", [unit("a", "0101")], [theirs], areas=[WIDE_M], side="german"),
        Action("detach", unit="x"),
    )


@rules("holland44", "21.3", "19.1")
def test_a_pause_on_the_way_in_lets_it_detach_there():
    way = Action("enter", unit="a", path=("0512", "0511"))
    plain = with_detachment()
    plain.apply(way)
    assert plain.decision.kind == "zb.move"
    played = with_detachment()
    played.apply(way.replaced(pause=True))
    assert played.decision.kind == "zb.march"
    played.apply(Action("detach", unit="a"))
    assert played.query("place", unit="p") == "0511"
    played.apply(Action("march", unit="a", path=("0511", "0510")))
    assert played.query("place", unit="a") == "0510"
    end = Action("enter", unit="a", path=("0512", "0511", "0510", "0509", "0508", "0507"))
    assert with_detachment().explain(end)
    assert forbidden(with_detachment(), end.replaced(pause=True)) == ("8.1",)


@rules("holland44", "21.1", "21.3", "8.5.7")
def test_a_unit_sheds_a_step():
    played = field("holland44", [unit("a", "0505"), part()], FOE)
    played.apply(Action("detach", unit="a"))
    assert played.query("place", unit="d") == "0505"
    assert played.query("left", unit="a") == 1
    assert "21.3" in forbidden(played, Action("detach", unit="a"))
    assert "21.1" in forbidden(played, Action("detach", unit="d"))
    assert played.explain(move("d", "0505", "0504"))
    shaken = field("holland44", [unit("a", "0505"), part()], FOE, marks={"a": ["disrupted"]})
    assert "21.3" in forbidden(shaken, Action("detach", unit="a"))


@rules("holland44", "21.1", "15.1")
def test_a_step_is_shed_in_an_advance():
    played = field(
        "holland44",
        [unit("a", "0506", full=[9, 4, 4], formation="f"), part()],
        [unit("x", "0505", steps=1, full=[1, 1, 4])],
        phase="combat",
        dice=[6],
    )
    played.apply(attack("0505", "a", lead="f"))
    played.apply(Action("detach", unit="a"))
    played.apply(Action("advance", units=("d",), path=("0506", "0505")))
    assert played.query("place", unit="a") == "0506"


@rules("holland44", "21.4")
def test_a_detachment_goes_back_to_its_parent():
    played = field("holland44", [unit("a", "0505"), unit("b", "0505"), part()], FOE)
    played.apply(Action("detach", unit="a"))
    assert "21.4" in forbidden(played, Action("merge", unit="d", into="b"))
    played.apply(Action("merge", unit="d", into="a"))
    assert played.query("left", unit="a") == 2
    assert played.query("place", unit="d") == "detachments"
    assert "8.1" in forbidden(played, move("a", "0505", "0504"))
    spent = field("holland44", [unit("a", "0505"), part()], FOE, ground={"0505": "w"})
    spent.apply(Action("detach", unit="a"))
    spent.apply(Action("spend", unit="d"))
    spent.apply(Action("merge", unit="d", into="a"))
    assert "spent" in spent.query("marks", unit="a")


@rules("holland44", "21.5")
def test_german_units_fill_each_other_up():
    def pair(**other):
        giver = unit("g", "0505", formation="1P")
        taker = unit("t", "0505", formation="1P")
        return [{**giver, **other}, taker]

    more = {"side": "german", "lost": {"t": 1}}
    merge = Action("merge", unit="g", into="t")
    played = field("holland44", [unit("a", "1212")], pair(), **more)
    played.apply(merge)
    assert (played.query("left", unit="g"), played.query("left", unit="t")) == (1, 2)
    for other in ({"formation": "II SS"}, {"kind": "motorized"}, {"morale": "low"}):
        refused = field("holland44", [unit("a", "1212")], pair(**other), **more)
        assert "21.5" in forbidden(refused, merge)
    british = field("holland44", pair(), FOE, lost={"t": 1})
    assert "21.5" in forbidden(british, merge)
    last = field(
        "holland44", [unit("a", "1212")], pair(steps=1), marks={"g": ["disrupted"]}, **more
    )
    last.apply(merge)
    assert last.query("left", unit="g") == 0
    assert last.query("marks", unit="t") == ["disrupted"]


@rules("holland44", "21.2")
def test_which_detachment_is_the_players_choice():
    def part(id, **more):
        found = unit(id, "0101", steps=1, size="detachment", box="detachments", **more)
        del found["hex"]
        return found

    whole = unit("a", "0506", steps=3, full=[5, 5, 4])
    parts = [part("d1", full=[1, 2, 3]), part("d2", full=[1, 2, 3]), part("d3", full=[2, 2, 4])]
    played = field("holland44", [whole, *parts], FOE)
    assert "21.2" in forbidden(played, Action("detach", unit="a"))
    assert {a["part"] for a in played.choices() if a.kind == "detach"} == {"d1", "d3"}
    assert "21.2" in forbidden(played, Action("detach", unit="a", part="a"))
    played.apply(Action("detach", unit="a", part="d3"))
    assert played.query("place", unit="d3") == "0506"
    alike = field("holland44", [whole, *parts[:2]], FOE)
    assert alike.explain(Action("detach", unit="a"))
    tanks = [part("m", full=[1, 2, 4], kind="motorized"), part("t", full=[2, 2, 4], kind="tank")]
    german = field(
        "holland44",
        [unit("b", "0101")],
        [
            unit("x", "1212", "tank", steps=2),
            *tanks,
        ],
        side="german",
    )
    german.apply(Action("detach", unit="x"))
    assert german.query("place", unit="m") == "1212"


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
    played = field("holland44", [flyer(full=[9, 4, 4]), part], FOE, dice=[1], **more)
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


@rules("holland44", "21.5")
def test_a_greedy_player_does_not_pass_a_step_to_and_fro_for_ever() -> None:
    report = play_many("holland44/hells-highway", [49], "greedy")
    assert (report.finished, report.violations) == (1, [])


@rules("holland44", "11.4", "21.1", "21.5")
def test_nobody_gives_away_the_step_that_leaves_remnants_without_a_counter():
    whole = unit("a", "0505", steps=3, full=[5, 5, 4])
    for counters, allowed in ((1, True), (0, False)):
        more = {"lost": {"a": 1}, "remnants": {"allied-infantry": counters}}
        played = field("holland44", [whole, part()], FOE, **more)
        shed = Action("detach", unit="a")
        assert played.explain(shed).allowed == allowed
        assert allowed or forbidden(played, shed) == ("11.4",)
        pair = [unit("g", "0505", steps=3, formation="1P"), unit("t", "0505", formation="1P")]
        german = field(
            "holland44",
            [unit("o", "1212")],
            pair,
            side="german",
            lost={"g": 1, "t": 1},
            remnants={"german-infantry": counters},
        )
        assert german.explain(Action("merge", unit="g", into="t")).allowed == allowed


@rules("holland44", "21.1", "21.3")
def test_airborne_detachments_are_of_their_division():
    flown = part("dp", "parachute", division="82")
    for division, sheds in (("82", True), ("101", False)):
        own = [unit("p", "0707", "parachute", division=division), flown]
        played = field("holland44", own, FOE)
        shed = Action("detach", unit="p")
        assert played.explain(shed).allowed == sheds
        assert sheds or forbidden(played, shed) == ("21.3",)
    # Nor does an airborne unit shed ground troops, nor they parachutists.
    mixed = field("holland44", [unit("p", "0707", "parachute", division="82"), part("di")], FOE)
    assert forbidden(mixed, Action("detach", unit="p")) == ("21.3",)
    ground = field("holland44", [unit("a", "0707"), flown], FOE)
    assert forbidden(ground, Action("detach", unit="a")) == ("21.3",)


@rules("holland44", "21.2")
@pytest.mark.parametrize(
    ("parent", "child"),
    [
        ("motorized", "motorized"),
        ("infantry", "infantry"),
        ("tank", "tank"),
        ("recon", "motorized"),
    ],
)
def test_a_detachment_is_of_its_parents_sort(parent, child):
    kinds = ("infantry", "motorized", "tank")
    parts = [part(f"d-{kind}", kind) for kind in kinds]
    own = [unit("m", "0505", parent, nation="british")]
    played = field("holland44", [*own, *parts], FOE)
    for kind in kinds:
        named = Action("detach", unit="m", part=f"d-{kind}")
        assert played.explain(named).allowed == (kind == child)
    played.apply(Action("detach", unit="m"))
    assert played.query("place", unit=f"d-{child}") == "0505"


@rules("holland44", "21.2", "21.3")
def test_a_counter_has_two_sides_and_is_out_with_one():
    sides = [part("foot"), part("wheels", "motorized")]
    own = [unit("a", "0505"), unit("m", "0606", "motorized")]
    both = field("holland44", [*own, *sides], FOE)
    both.apply(Action("detach", unit="a"))
    assert both.explain(Action("detach", unit="m"))
    one = field("holland44", [*own, *sides], FOE, **{"two-sided": {"foot": "wheels"}})
    assert one.explain(Action("detach", unit="m"))
    one.apply(Action("detach", unit="a"))
    assert one.query("place", unit="foot") == "0505"
    assert forbidden(one, Action("detach", unit="m")) == ("21.3",)
    one.apply(Action("merge", unit="foot", into="a"))
    assert one.explain(Action("detach", unit="m"))


@rules("holland44", "21.3", "21.1")
def test_what_is_detached_after_the_move_has_moved():
    played = field("holland44", [unit("a", "0505"), part()], FOE)
    played.apply(move("a", "0505", "0504"))
    played.apply(Action("detach", unit="a"))
    assert played.query("place", unit="d") == "0504"
    assert "8.1" in forbidden(played, move("d", "0504", "0503"))
    before = field("holland44", [unit("a", "0505"), part()], FOE)
    before.apply(Action("detach", unit="a"))
    assert before.explain(move("d", "0505", "0504"))
