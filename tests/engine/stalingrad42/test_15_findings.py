"""Chapters 10, 15 and 22: findings of a close reading, played through to the end."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}


def shattered(*own, foes, targets):
    """Automatic DS against lone steps, one after the other; then the advances after the combat."""
    played = field("stalingrad42", list(own), [*foes, unit("far", "1212")])
    for hex, units in targets:
        played.apply(Action("auto-ds", hex=hex, units=units))
    played.apply(Action("end"))
    played.apply(Action("end"))
    return played


@rules("stalingrad42", "15.4", "15.2.2", "8.6.2")
def test_an_automatic_ds_forms_one_breakthrough_group_of_its_two_stacks():
    played = shattered(
        unit("a", "0504", "tank", full=[40, 9, 6]),
        unit("b", "0606", "tank", full=[40, 9, 6]),
        foes=[
            unit("x", "0505", full=[1, 2, 3], steps=1),
            unit("y", "0404", full=[1, 1, 3]),
            unit("z", "0607", full=[1, 1, 3]),
        ],
        targets=[("0505", ("a", "b"))],
    )
    assert played.query("phase") == "Advance"
    fights = {(a["units"], a["hex"]) for a in played.choices() if a.kind == "breakthrough"}
    assert fights == {(("a",), "0404"), (("b",), "0607")}
    played.apply(Action("breakthrough", units=("a",), hex="0404"))
    while played.query("phase") != "Advance":
        played.apply(played.choices()[0])
    assert "15.2.2" in forbidden(played, Action("breakthrough", units=("b",), hex="0607"))
    assert not [a for a in played.choices(unit="b") if a.kind == "breakthrough"]


@rules("stalingrad42", "15.4", "8.6.2")
def test_each_automatic_ds_has_a_group_of_its_own():
    played = shattered(
        unit("a", "0504", "tank", full=[40, 9, 6]),
        unit("b", "0904", "tank", full=[40, 9, 6]),
        foes=[
            unit("x", "0505", full=[1, 2, 3], steps=1),
            unit("y", "0404", full=[1, 1, 3]),
            unit("v", "0905", full=[1, 2, 3], steps=1),
            unit("w", "1004", full=[1, 1, 3]),
        ],
        targets=[("0505", ("a",)), ("0905", ("b",))],
    )
    assert played.decision.kind == "zb.auto-order"
    for first, target in (("0905", "1004"), ("0505", "0404")):
        if played.decision.kind == "zb.auto-order":
            played.apply(Action("advance-auto", hex=first))
        fights = {a["hex"] for a in played.choices() if a.kind == "breakthrough"}
        assert fights == {target}
        played.apply(Action("end"))
    assert played.state.tracks["auto"] == ()


@rules("stalingrad42", "10.2.1", "10.1 DS", "13.3.2")
@pytest.mark.parametrize("marks", [{"x": ["routed"], "y": ["routed"]}, {}])
def test_an_attack_on_routed_units_alone_costs_them_a_step(marks):
    foes = [unit("x", "0505", full=[1, 1, 3]), unit("y", "0505", full=[1, 1, 3])]
    played = field(
        "stalingrad42",
        [unit("g", "0504", full=[90, 9, 4])],
        foes,
        phase="combat",
        marks=marks,
    )
    played.apply(attack("0505", "g"))
    assert played.decision.kind == "zb.lose"
    assert {a["unit"] for a in played.choices()} == {"x", "y"}
    played.apply(Action("lose", unit="x"))
    assert [played.query("left", unit=name) for name in "xy"] == [1, 2]


@rules("stalingrad42", "22.3.2", "7.5", "7.2")
def test_nobody_comes_on_through_a_bond_across_the_edge():
    newcomer = unit("n", "")
    newcomer["box"] = "german-W"
    del newcomer["hex"]

    def enter(hex):
        return Action("enter", unit="n", path=(hex,))

    # the two stand two hexes apart, one hex between them: 0102 is the bond
    pair = [unit("x", "0101"), unit("y", "0103")]
    shut = field("stalingrad42", [newcomer], pair, areas=[WEST])
    assert "22.3.2" in forbidden(shut, enter("0102"))
    alone = field("stalingrad42", [newcomer], pair[:1], areas=[WEST])
    assert forbidden(alone, enter("0102")) == ()
    weak = field("stalingrad42", [newcomer], pair, areas=[WEST], marks={"y": ["disrupted"]})
    assert forbidden(weak, enter("0102")) == ()
    broken = field("stalingrad42", [newcomer, unit("b", "0102")], pair, areas=[WEST])
    assert forbidden(broken, enter("0102")) == ()


@rules("stalingrad42", "22.3.2", "6.1", "22.4")
def test_a_unit_that_comes_on_beside_the_enemy_stops_there():
    newcomer = unit("n", "", "tank", full=[9, 9, 6])
    newcomer["box"] = "german-W"
    del newcomer["hex"]
    played = field("stalingrad42", [newcomer], [unit("x", "0202")], areas=[WEST])
    assert forbidden(played, Action("enter", unit="n", path=("0102",))) == ()
    on = Action("enter", unit="n", path=("0102", "0103"))
    assert "6.2" in forbidden(played, on)
    assert "german-W" not in played.query("zoc", side="soviet")


@rules("stalingrad42", "9.7.5", "9.7.2", "15.2.9")
def test_a_group_clears_its_own_building_site_and_attacks_from_it():
    played = field(
        "stalingrad42",
        [unit("t", "0504", "tank", full=[30, 9, 6]), unit("s", "0506")],
        [unit("x", "0505", full=[1, 3, 3], steps=1), unit("y", "0507", full=[1, 1, 3])],
        phase="initial",
        resources=1,
        areas=[WEST],
        links={"road": ["0101 0102 0103 0104 0105 0106"]},
    )
    played.apply(Action("fortify", hex="0506"))
    played.apply(Action("end"))
    assert "9.7.2" in forbidden(played, attack("0507", "s"))
    played.apply(attack("0505", "t"))
    played.apply(Action("advance", units=("t",), path=("0504", "0505", "0506")))
    fight = Action("breakthrough", units=("t",), hex="0507")
    assert "9.7.2" in forbidden(played, fight)
    assert "9.7.5" in forbidden(played, Action("clear-fort", hex="0101"))
    played.apply(Action("clear-fort", hex="0506"))
    assert played.state.tracks["building"] == {}
    assert forbidden(played, fight) == ()
