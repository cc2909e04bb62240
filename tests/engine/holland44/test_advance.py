"""Chapter 15: advance after combat."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import N, struck
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules


def gun(id="gun", hex="0508", **more):
    """A gun that reaches far."""
    return unit(id, hex, "artillery", steps=1, full=[0, 1, 4], range=6, **more)


ROAD_NORTH = {"road": ["0507 0506 0505 0504 0503 0502"]}


BY_ROAD = Action("advance", units=("m",), path=("0506", "0505", "0504", "0503"))


def advancing(m, *others, **more):
    """A unit and its mate have just taken 0505 in a combat with a road behind it."""
    mate = unit("n", "0506", full=[9, 4, 4])
    foes = [unit("r", "0505", full=[1, 1, 4], steps=1)]
    start = {"phase": "combat", "links": ROAD_NORTH, "dice": [6, 6], **more}
    played = field("holland44", [m, mate, *others], foes, **start)
    played.apply(attack("0505", "m", "n"))
    return played


@rules("holland44", "15.4", "15.2", "6.1", "6.2")
def test_who_stacks_free_is_no_company_at_the_end_of_the_road_bonus():
    own = [unit("m", "0506", "motorized", full=[20, 4, 6])]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    more = {"phase": "combat", "links": {"road": ["0506 0505 0504 0503"]}, "dice": [6]}
    way = Action("advance", units=("m",), path=("0506", "0505", "0504", "0503"))
    free = (
        unit("s", "0503", "airborne-supply", steps=1, full=[0, 1, 4]),
        gun("g", "0503"),
        unit("e", "0503", "engineer", steps=1),
    )
    for friend in free:
        played = field("holland44", [*own, friend], foes, **more)
        played.apply(attack("0505", "m"))
        assert played.explain(way)
    played = field("holland44", [*own, unit("b", "0503")], foes, **more)
    played.apply(attack("0505", "m"))
    assert "15.4" in forbidden(played, way)


@rules("holland44", "15.4")
def test_two_do_not_use_the_road_bonus_to_the_same_hex():
    own = [unit(name, "0506", "motorized", full=[10, 4, 6]) for name in "mn"]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    links = {"road": ["0506 0505 0504 0503"]}
    played = field("holland44", own, foes, phase="combat", links=links, dice=[6])
    played.apply(attack("0505", "m", "n"))
    far = ("0506", "0505", "0504", "0503")
    assert "15.4" in forbidden(played, Action("advance", units=("m", "n"), path=far))
    assert played.explain(Action("advance", units=("m", "n"), path=far[:3]))
    assert played.explain(Action("advance", units=("m",), path=far))


@rules("holland44", "15.1", "15.4")
def test_an_advance_does_not_end_in_a_full_hex():
    own = [unit("a", "0506", full=[30, 4, 4]), unit("b", "0406"), unit("c", "0406")]
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    played = field("holland44", own, foes, phase="combat", dice=[6])
    played.apply(attack("0505", "a"))
    into = Action("advance", units=("a",), path=("0506", "0406"))
    assert "15.1" in forbidden(played, into)
    thin = field("holland44", own[:2], foes, phase="combat", dice=[6])
    thin.apply(attack("0505", "a"))
    assert thin.explain(into)


@rules("holland44", "19.3.1", "15.1")
def test_an_advance_may_end_in_an_own_area():
    own = [unit("a", "0512", full=[12, 4, 4], formation="f")]
    foes = [unit("x", "0511", steps=1, full=[1, 1, 4])]
    more = {"phase": "combat", "areas": [N], "dice": [6]}
    played = field("holland44", own, foes, **more)
    played.apply(Action("attack", hex="0511", units=("a",)))
    assert played.decision.kind == "zb.advance"
    assert "allied-N" in played.query("advances", unit="a")
    played.apply(Action("advance", units=("a",), path=("0512", "allied-N")))
    assert played.query("place", unit="a") == "allied-N"
    wide = field("holland44", own, foes, tags={"river-edge-N": ["0512"]}, **more)
    wide.apply(Action("attack", hex="0511", units=("a",)))
    assert "allied-N" not in wide.query("advances", unit="a")


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


@rules("holland44", "15.5.1", "7.4.2")
def test_an_advance_crosses_no_bond_but_into_the_vacated_hex():
    own = [unit("a", "0506", full=[30, 4, 4])]
    gone = unit("x", "0505", steps=1, full=[1, 1, 4])
    astride = [gone, unit("y", "0608"), unit("z", "0408")]
    played = struck("DS", own, astride, "a")
    over = Action("advance", units=("a",), path=("0506", "0507", "0508"))
    assert "15.5.1" in forbidden(played, over)
    alone = struck("DS", own, [gone, unit("y", "0608")], "a")
    assert "15.5.1" not in forbidden(alone, over)
    # The bond of these two runs through the very hex that was vacated.
    through = [gone, unit("y", "0405"), unit("z", "0606")]
    taken = struck("DS", own, through, "a")
    assert taken.explain(Action("advance", units=("a",), path=("0506", "0505")))


@rules("holland44", "15.4", "15.2")
def test_who_stays_within_the_plain_length_needs_no_hex_of_its_own():
    own = [unit("m", "0506", "motorized", full=[30, 4, 8]), unit("f", "0504")]
    more = {"links": {"road": ["0506 0505 0504 0503"]}}
    played = struck("DS", own, [unit("x", "0505", steps=1, full=[1, 1, 4])], "m", **more)
    # Two hexes are the result's own; only the third is a bonus.
    assert played.explain(Action("advance", units=("m",), path=("0506", "0505", "0504")))


@rules("holland44", "15.2", "19.3.1")
def test_the_road_bonus_does_not_lead_off_the_map():
    own = [unit("m", "0511", "motorized", full=[12, 4, 8])]
    more = {"areas": [N], "links": {"road": ["0510 0511 0512"]}}
    played = struck("DR", own, [unit("x", "0510")], "m", hex="0510", **more)
    while played.decision.kind != "zb.advance":
        back = Action("go-back")
        played.apply(back if played.decision.kind == "zb.stand" else played.choices()[0])
    assert played.explain(Action("advance", units=("m",), path=("0511", "0512")))
    off = Action("advance", units=("m",), path=("0511", "0512", "allied-N"))
    assert forbidden(played, off) == ("15.2",)


@rules("holland44", "15.2", "18.4")
def test_who_is_out_of_supply_has_no_road_bonus():
    own = [unit("m", "0506", "motorized", full=[60, 4, 8])]
    road = {"links": {"road": ["0506 0505 0504 0503"]}}
    way = Action("advance", units=("m",), path=("0506", "0505", "0504", "0503"))
    for marks, allowed in (({}, True), ({"m": ["out"]}, False)):
        played = struck("DS", own, [unit("x", "0505", steps=1)], "m", marks=marks, **road)
        assert played.explain(way).allowed == allowed
        assert allowed or forbidden(played, way) == ("15.2",)


@rules("holland44", "15.6")
@pytest.mark.parametrize(("water", "goes"), [("minor-river", True), ("canal", False)])
def test_a_small_river_beside_the_attack_is_crossed_in_the_first_hex(water, goes):
    own = [unit("a", "0506", full=[60, 4, 4])]
    foes = [unit("x", "0505", steps=1)]
    played = struck("DS", own, foes, "a", sides={water: ["0506 SE"]})
    aside = next(
        h for h in played.scenario.board.neighbours("0506") if played.scenario.board.side("0506", h)
    )
    step = Action("advance", units=("a",), path=("0506", aside))
    assert played.explain(step).allowed == goes
    assert goes or forbidden(played, step) == ("15.6",)
