"""Chapter 9: who may attack, once, and over what water."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.holland44.parts import engineer
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules

BANK = {"large-river": ["0505 N NE NW SE S SW"]}


def run(played, stop):
    """Take the last choice on offer until a kind of decision comes up."""
    while played.decision.kind != stop:
        played.apply(played.choices()[-1])


def two_banks(*more, **start):
    """Two seats beside 0505, an engineer and infantry that waited in each."""
    own = [engineer(), unit("a", "0506"), engineer("f", "0605"), unit("b", "0605"), *more]
    start.setdefault("unmoved", ["a", "b"])
    foes = [unit("x", "0505", steps=1, full=[1, 1, 4])]
    return field("holland44", own, foes, phase="combat", sides=BANK, **start)


@rules("holland44", "9.5.3", "23.3.2", "23.3.3")
def test_what_an_assault_takes():
    own = [unit("e", "0506", "engineer", steps=1), unit("a", "0506"), unit("b", "0506")]
    foes = [unit("x", "0505"), unit("y", "0606")]
    sides = {"large-river": ["0506 N NE NW SE"]}
    more = {"phase": "combat", "sides": sides, "unmoved": ["a"]}
    played = field("holland44", own, foes, **more)
    assert "9.5.3" in forbidden(played, attack("0505", "b", crossing=("e",)))
    over = attack("0505", "a", crossing=("e",))
    assert played.explain(over)
    played.apply(over)
    while played.decision.kind != "zb.combat":
        played.apply(played.choices()[-1])
    assert "23.3.2" in forbidden(played, attack("0606", "b", crossing=("e",)))


@rules("holland44", "9.5.2", "10.8.2")
@pytest.mark.parametrize(
    ("links", "crossing", "rule"),
    [({"road": ["0506 0505"]}, None, "9.5.2"), ({}, ("e",), "10.8.2")],
)
def test_over_a_large_river_a_bridge_halves_or_the_water(links, crossing, rule):
    own = [engineer(), unit("a", "0506", full=[8, 4, 4])]
    more = {"phase": "combat", "sides": BANK, "links": links, "unmoved": ["a"]}
    played = field("holland44", own, [unit("x", "0505")], **more)
    over = attack("0505", "a", crossing=crossing)
    assert played.explain(over)
    assert [line.rule for line in played.tally(over).parts[0].lines] == [rule, "9.3"]


@rules("holland44", "9.1", "13.5")
def test_nobody_is_attacked_twice_in_a_combat_phase():
    own = [unit("a", "0506", full=[20, 4, 4], formation="f"), unit("b", "0804", formation="f")]
    played = field(
        "holland44", own, [unit("x", "0505"), unit("y", "0603")], phase="combat", dice=[3]
    )
    played.apply(attack("0505", "a"))
    played.apply(Action("go-back"))
    played.apply(next(a for a in played.choices() if a["path"][-1] == "0705"))
    played.apply(Action("end"))
    assert played.query("place", unit="x") == "0705"
    assert forbidden(played, attack("0705", "b")) == ("9.1",)
    assert not any(a.kind == "attack" and a["hex"] == "0705" for a in played.choices())
    played.apply(Action("end"))
    assert not played.query("track", of="struck")


@rules("holland44", "9.5.3", "9.2")
def test_two_assaults_join_in_one_attack():
    played = two_banks(dice=[6])
    assert "9.5.3" in forbidden(played, attack("0505", "a", "b", crossing=("e",)))
    both = attack("0505", "a", "b", crossing=("e", "f"))
    assert played.explain(both)
    offered = [a for a in played.choices(hex="0505") if a.kind == "attack"]
    assert any(set(a["units"]) >= {"a", "b"} and set(a["crossing"]) == {"e", "f"} for a in offered)
    told = played.apply(both)
    assert [e.units for e in told if e.key == "h44.assault"] == [("e",), ("f",)]
    run(played, "zb.advance")
    for name, seat in (("a", "0506"), ("e", "0506"), ("b", "0605"), ("f", "0605")):
        assert played.explain(Action("advance", units=(name,), path=(seat, "0505"))), name


@rules("holland44", "9.5.3")
def test_each_hex_of_an_assault_needs_infantry_that_waited():
    played = two_banks(unmoved=["a"])
    assert "9.5.3" in forbidden(played, attack("0505", "a", "b", crossing=("e", "f")))
    assert played.explain(attack("0505", "a", crossing=("e",)))


@rules("holland44", "9.5.3", "6.4.2")
def test_in_a_full_hex_the_infantry_that_waited_is_in_the_group_that_is_offered():
    tanks = [unit(name, "0506", "tank", full=[9, 4, 8]) for name in "st"]
    offered = [a for a in two_banks(*tanks).choices(hex="0505") if a.kind == "attack"]
    assert offered
    assert all({"a", "b"} <= set(a["units"]) for a in offered)


@rules("holland44", "11.5.1")
@pytest.mark.parametrize(
    ("water", "marks", "allowed"),
    [
        ("canal", ["engaged"], False),
        ("canal", [], True),
        ("minor-river", ["engaged"], True),
        ("large-river", ["engaged"], False),
    ],
)
def test_engaged_units_attack_over_no_wide_water(
    water: str, marks: list[str], allowed: bool
) -> None:
    game = field(
        "holland44",
        [unit("a", "0505")],
        [unit("b", "0504")],
        phase="combat",
        sides={water: ["0505 N"]},
        links={"road": ["0504 0505"]},
        marks={"a": marks},
    )
    verdict = game.explain(Action("attack", hex="0504", units=("a",)))
    assert verdict.allowed == allowed
    assert allowed or "11.5.1" in verdict.rules


@rules("holland44", "9.5.3", "23.3.2")
def test_only_those_who_stand_with_the_engineers_are_offered_the_crossing() -> None:
    game = field(
        "holland44",
        [unit("a", "0505"), unit("e", "0505", "engineer", steps=1), unit("c", "0605")],
        [unit("b", "0504")],
        phase="combat",
        sides={"large-river": ["0505 N", "0605 NW"]},
        unmoved=["a", "c"],
    )
    offered = [a for a in game.choices() if a.kind == "attack"]
    assert offered
    assert {a["crossing"] for a in offered} == {("e",)}
    assert not any("c" in a["units"] for a in offered)
    assert any(a["units"] == ("a",) for a in offered)


@rules("holland44", "9.5.3")
@pytest.mark.parametrize("back", [True, False])
def test_who_went_out_and_came_back_has_moved(back):
    own = [engineer(), unit("a", "0506")]
    sides = {"large-river": ["0506 N"]}
    more = {"phase": "turn", "turn": 4, "last": 5, "dice": [1]}
    played = field("holland44", own, [unit("x", "0505")], sides=sides, **more)
    while played.decision.kind != "zb.move":
        played.apply(Action("end"))
    if back:
        played.apply(Action("move", units=("a",), path=("0506", "0507", "0506"), mode="tactical"))
    assert played.query("place", unit="a") == "0506"
    while played.decision.kind != "zb.combat":
        played.apply(Action("end"))
    over = attack("0505", "a", crossing=("e",))
    assert ("9.5.3" in forbidden(played, over)) == back


@rules("holland44", "9.1")
def test_one_attacks_what_is_next_to_one():
    played = field("holland44", [unit("a", "0507")], [unit("x", "0505")], phase="combat")
    assert forbidden(played, attack("0505", "a")) == ("9.1",)
    assert not any(a.kind == "attack" for a in played.choices())
