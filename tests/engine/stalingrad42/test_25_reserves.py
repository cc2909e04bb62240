"""Chapter 25: reserves."""

from __future__ import annotations

import pytest

from engine.values import Action
from tests.engine.stalingrad42.setting import ALL, FAR, onward
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

RESERVES = {"reserves": True}


def reserve(*units):
    return Action("reserve", units=units)


@rules("stalingrad42", "25.2.1", "25.2.2")
def test_a_stack_goes_into_reserve():
    own = [unit("a", "0303"), unit("b", "0303"), unit("c", "0501"), unit("d", "0404")]
    own += [unit("e", "0701"), unit("f", "0901")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0406")],
        rules=RESERVES,
        marks={"c": ["disrupted"], "f": ["replaced"]},
    )
    assert "25.2.1" in forbidden(played, reserve("c"))
    assert "25.2.1" in forbidden(played, reserve("f"))
    assert "25.2.1" in forbidden(played, reserve("a", "e"))
    played.apply(reserve("a", "b"))
    assert played.query("marks", unit="a") == ["reserve"]
    assert "25.2.1" in forbidden(played, move("a", "0303", "0202"))
    played.apply(move("e", "0701", "0702"))
    assert played.explain(reserve("e"))
    played.apply(reserve("e"))
    played.apply(move("d", "0404", "0405"))
    assert "25.2.1" in forbidden(played, reserve("d"))


@rules("stalingrad42", "25.2.2")
def test_a_side_has_three_markers():
    own = [unit(name, f"0{i}01") for i, name in enumerate("abcd", 1)]
    played = field("stalingrad42", own, [unit("x", "1212")], rules=RESERVES)
    for name in "abc":
        played.apply(reserve(name))
    assert "25.2.2" in forbidden(played, reserve("d"))
    assert not [a for a in played.choices() if a.kind == "reserve"]


@rules("stalingrad42", "25.1", "25.2.3")
def test_an_activated_reserve_advances_two_hexes():
    own = [unit("a", "0303"), unit("t", "0505", "tank", full=[16, 8, 6], dot="red", steps=3)]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0605"), unit("y", "0607")],
        rules=RESERVES,
        phase="combat",
        marks={"a": ["reserve"]},
        sides={"major-river": ["0303 N"]},
    )
    assert "25.2.3" in forbidden(played, attack("0605", "a"))
    played.apply(Action("activate", units=("a",)))
    ends = {a["path"][-1] for a in played.choices() if a.kind == "advance"}
    assert "0305" in ends
    assert all(played.scenario.board.distance("0303", end) <= 2 for end in ends)
    over = Action("advance", units=("a",), path=("0303", "0302"))
    assert forbidden(played, over) == ("14.5",)
    assert not [a for a in played.choices() if a.kind == "breakthrough"]
    played.apply(Action("advance", units=("a",), path=("0303", "0304", "0305")))
    assert played.query("marks", unit="a") == []
    if played.decision.kind == "zb.advance":
        played.apply(Action("end"))
    assert "25.2.3" in forbidden(played, Action("activate", units=("a",)))
    assert "8.1" in forbidden(played, attack("0605", "a", "t"))


@rules("stalingrad42", "25.2.3")
def test_the_hex_just_cleared_is_entered_past_enemy_zones():
    own = [unit("a", "0505"), unit("t", "0505", "tank", full=[16, 8, 6], dot="red", steps=3)]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0506", full=[1, 1, 4], steps=1), unit("y", "0407")],
        rules=RESERVES,
        phase="combat",
        marks={"a": ["reserve"]},
        dice=[6],
    )
    played.apply(attack("0506", "t"))
    while played.decision.kind != "zb.combat":
        actions = list(played.choices())
        ends = [a for a in actions if a.kind in ("end", "go-back")]
        played.apply((ends or actions)[0])
    assert {"0506", "0507"} <= played.query("zoc", side="soviet")
    played.apply(Action("activate", units=("a",)))
    assert played.explain(Action("advance", units=("a",), path=("0505", "0506", "0507")))
    round_it = Action("advance", units=("a",), path=("0505", "0406", "0306"))
    assert forbidden(played, round_it) == ("14.4.2",)


@rules("stalingrad42", "25.2.3")
def test_unused_markers_come_off_at_the_end_of_the_phase():
    played = field(
        "stalingrad42",
        [unit("a", "0303")],
        [unit("x", "1212")],
        rules=RESERVES,
        phase="combat",
        marks={"a": ["reserve"]},
    )
    played.apply(Action("end"))
    assert "reserve" not in played.query("marks", unit="a")


@rules("stalingrad42", "25.1", "25.2.1", "8.6.1")
def test_who_has_shattered_a_hex_is_no_reserve():
    own = [unit("a", "0504", full=[40, 9, 5]), unit("b", "0504")]
    foes = [unit("x", "0505", full=[2, 2, 4]), FAR]
    game = field("stalingrad42", own, foes, rules={"reserves": True}, areas=ALL)
    game.apply(Action("auto-ds", hex="0505", units=("a",)))
    onward(game, "zb.move")
    assert "25.1" in forbidden(game, Action("reserve", units=("a",)))
    assert game.explain(Action("reserve", units=("b",)))


@rules("stalingrad42", "25.2.1", "25.2.3", "27.2.1")
@pytest.mark.parametrize("die", [1, 6])
def test_a_reserve_that_tries_to_slip_away_is_none_any_more(die):
    game = field(
        "stalingrad42",
        [unit("a", "0504")],
        [unit("x", "0505")],
        phase="combat",
        rules={"disengagement": True, "reserves": True},
        marks={"a": ["reserve"]},
        dice=[die],
        areas=ALL,
    )
    assert game.explain(Action("activate", units=("a",)))
    game.apply(Action("disengage", unit="a"))
    onward(game, "zb.combat")
    assert "25.2.3" in forbidden(game, Action("activate", units=("a",)))


@rules("stalingrad42", "25.2.1", "25.2.3")
def test_a_reserve_in_disorder_is_not_activated():
    game = field(
        "stalingrad42",
        [unit("a", "0504")],
        [FAR],
        phase="combat",
        rules={"reserves": True},
        marks={"a": ["reserve", "disrupted"]},
    )
    assert forbidden(game, Action("activate", units=("a",))) == ("25.2.1",)
    assert not [a for a in game.choices() if a.kind == "activate"]


def beside_an_attack(**more):
    """A reserve `a` stacked with tanks that clear 0506."""
    own = [unit("a", "0505", full=[4, 4, 6]), unit("t", "0505", "tank", full=[20, 8, 6], steps=3)]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0506", full=[1, 1, 4], steps=1), unit("far", "1212")],
        rules=RESERVES,
        phase="combat",
        marks={"a": ["reserve"]},
        dice=[6],
        **more,
    )
    return played


@rules("stalingrad42", "25.2.3", "14.1")
def test_a_reserve_that_rides_with_attackers_is_none_any_more():
    played = beside_an_attack()
    played.apply(attack("0506", "t"))
    onward(played, "zb.advance")
    played.apply(Action("advance", units=("a",), path=("0505", "0506")))
    assert played.query("marks", unit="a") == []
    onward(played, "zb.combat")
    assert "25.2.3" in forbidden(played, Action("activate", units=("a",)))
    other = beside_an_attack()
    other.apply(attack("0506", "t"))
    onward(other, "zb.combat")
    assert other.query("marks", unit="a") == ["reserve"]
    assert other.explain(Action("activate", units=("a",)))


@rules("stalingrad42", "25.2.3", "14.1")
def test_an_activated_reserve_rides_with_nobody():
    played = beside_an_attack()
    played.apply(Action("activate", units=("a",)))
    played.apply(Action("end"))
    assert played.query("place", unit="a") == "0505"
    played.apply(attack("0506", "t"))
    onward(played, "zb.advance")
    assert "14.1" in forbidden(played, Action("advance", units=("a",), path=("0505", "0506")))
    assert played.explain(Action("advance", units=("t",), path=("0505", "0506")))


@rules("stalingrad42", "25.2.3")
def test_asked_for_one_unit_or_hex_only_its_stack_is_activated():
    own = [unit("a", "0303"), unit("b", "0303"), unit("c", "0606")]
    marks = {n: ["reserve"] for n in "abc"}
    played = field("stalingrad42", own, [FAR], rules=RESERVES, phase="combat", marks=marks)

    def stacks(**asked):
        return {a["units"] for a in played.choices(**asked) if a.kind == "activate"}

    assert stacks() == {("a", "b"), ("c",)}
    assert stacks(unit="a") == stacks(hex="0303") == {("a", "b")}
    assert stacks(unit="c") == stacks(hex="0606") == {("c",)}
