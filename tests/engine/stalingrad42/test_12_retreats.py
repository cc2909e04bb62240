"""Chapter 12: retreats."""

from __future__ import annotations

import itertools

import pytest

from engine.values import Action
from engine.zocbond.battle.losses import Price
from engine.zocbond.battle.retreat import Retreat
from tests.engine.stalingrad42.setting import FAR, course, onward
from tests.engine.zocbond.field import attack, field, unit
from tests.marks import rules


def cornered(steps: tuple[int, int]):
    """A stack with one way out, a hex with friends; beyond it nothing."""
    foes = [
        unit("x", "0505", steps=2),
        unit("y", "0505", steps=2),
        unit("f", "0506", steps=3),
    ]
    shape = {
        "sides": {"impassable": ["0505 N NE SE SW NW", "0506 NE SE S SW NW"]},
        "lost": {u: 2 - n for u, n in zip("xy", steps, strict=True)},
    }
    return field("stalingrad42", [unit("g", "0101")], foes, phase="combat", **shape)


@rules("stalingrad42", "12.1.3")
@pytest.mark.parametrize(("steps", "left"), [((2, 2), 3), ((2, 1), 2), ((1, 1), 1)])
def test_a_group_that_stops_short_pays_once(steps, left):
    played = cornered(steps)
    g = played.rules
    s = played.state.push(Retreat("soviet", ("x", "y"), 2, 2, False))
    for name in "xy":
        (way,) = s.top.choices(g, s, name, None)
        assert way["path"] == ("0505", "0506")
        s = g.settle(s.top.apply(g, s, way, course()), course())
    if g.decision(s).kind == "zb.stop-price":
        s = g.settle(s.top.apply(g, s, Action("lose", unit="x"), course()), course())
    assert sum(g.left(s, u) for u in "xy") == left
    assert s.top.__class__.__name__ == "Combat"


@rules("stalingrad42", "12.1.3", "12.2")
def test_a_last_step_alone_cannot_pay_for_a_shorter_way():
    played = cornered((1, 1))
    g, s = played.rules, played.state.put("y", "1212")
    s = g.settle(s.push(Retreat("soviet", ("x",), 2, 2, False)), course())
    assert s.place("x") == "destroyed-soviet"


@rules("stalingrad42", "12.2", "12.1.1")
def test_who_has_no_movement_allowance_retreats_like_any_other():
    foes = [unit("x", "0505", full=[0, 2, 0])]
    played = field("stalingrad42", [unit("g", "0504", full=[9, 9, 4])], foes, phase="combat")
    assert played.query("deaths", unit="x", path=["0505", "0506", "0507"]) == []
    assert "0507" in played.query("retreats", unit="x", length=2)["ends"]


@rules("stalingrad42", "12.1.5")
@pytest.mark.parametrize("strength", [2, 4, 8, 12, 16, 20, 24, 28])
def test_no_result_sends_attackers_back(strength):
    """Every cell of every column; the defenders stand where they may."""
    for die, stand in itertools.product(range(1, 7), (1, 4, 6)):
        own = [unit("a", "0504", full=[strength, 4, 4], steps=3), unit("r", "0501")]
        foes = [unit("x", "0505", full=[2, 4, 4], steps=3), FAR]
        dice = [die, *[stand] * 8]
        played = field("stalingrad42", own, foes, phase="combat", dice=dice, turn=10)
        played.apply(attack("0505", "a"))
        while played.decision.kind != "zb.combat":
            assert (played.decision.kind, played.decision.side) != ("zb.retreat", "german")
            assert played.query("place", unit="a") in ("0504", "destroyed-german")
            actions = list(played.choices())
            ends = [a for a in actions if a.kind in ("end", "stand")]
            played.apply((ends or actions)[0])
        gone = [e for e in played.log if e.key == "zb.retreat.done"]
        assert all("a" not in event.units for event in gone)


@rules("stalingrad42", "12.2", "5.5.3")
def test_the_volga_kills_who_retreats_over_it_ferry_or_not():
    """Over a major river a ferry saves."""
    foes = [unit("x", "0504")]
    for side, deadly in (("volga", ["s42.retreat.volga"]), ("major-river", [])):
        sides = {side: ["0504 S"], "ferry": ["0504 S"]}
        played = field("stalingrad42", [unit("g", "0503")], foes, sides=sides)
        assert played.query("deaths", unit="x", path=["0504", "0505"]) == deadly
    for turn, sides, deadly in (
        (20, ["0504 S"], ["zb.retreat.water"]),
        (28, ["0504 S"], []),
    ):
        played = field(
            "stalingrad42", [unit("g", "0503")], foes, sides={"major-river": sides}, turn=turn
        )
        assert played.query("deaths", unit="x", path=["0504", "0505"]) == deadly
    shut = {"volga": ["0504 NE SE S SW NW"], "ferry": ["0504 S"]}
    own = [unit("g", "0503", full=[40, 9, 4], steps=3)]
    played = field("stalingrad42", own, foes, phase="combat", sides=shut, dice=[6])
    played.apply(attack("0504", "g"))
    onward(played, "zb.advance", "zb.combat")
    assert played.query("place", unit="x") == "destroyed-soviet"


@rules("stalingrad42", "12.1.3", "12.1.1")
def test_the_full_distance_comes_before_a_way_that_curls_back():
    foes = [unit("x", "0505"), unit("far", "1212")]
    played = field("stalingrad42", [unit("g", "0504")], foes, phase="combat")
    board = played.scenario.board
    for length in (2, 3, 4):
        ends = played.query("retreats", unit="x", length=length)["ends"]
        assert ends
        assert {board.distance("0505", end) for end in ends} == {length}


@rules("stalingrad42", "12.1.1", "12.1.3")
def test_a_retreat_is_told_by_its_rule_and_a_loss_for_a_short_one_by_its_own():
    foes = [unit("x", "0505", full=[1, 1, 4]), FAR]
    own = [unit("g", "0504", full=[9, 9, 4], steps=3)]
    played = field("stalingrad42", own, foes, phase="combat", dice=[4])
    played.apply(attack("0505", "g"))
    onward(played, "zb.advance", "zb.combat")
    told = [e.rule for e in played.log if e.key == "zb.retreat.done"]
    assert told == ["12.1.1"]


@rules("stalingrad42", "10.2.2", "10.2.3")
def test_the_prompt_of_a_loss_says_whose_units_bleed():
    own = [unit(n, "0504", full=[4, 4, 4]) for n in "ab"]
    foes = [unit(n, "0505", full=[4, 4, 4]) for n in "xy"]
    played = field("stalingrad42", own, foes, phase="combat", dice=[1])
    played.apply(attack("0505", "a", "b"))
    assert (played.decision.kind, played.decision.side) == ("zb.lose", "german")
    assert dict(played.decision.params)["who"] == "german"
    assert {a["unit"] for a in played.choices()} == {"a", "b"}


@rules("stalingrad42", "12.1.3")
def test_who_pays_for_a_short_way_is_asked_among_those_who_stopped():
    foes = [unit("x", "0505", steps=2), unit("y", "0505", steps=2), unit("z", "0909")]
    played = field("stalingrad42", [unit("g", "0101")], foes)
    s = played.state.push(Price("soviet", ("x", "y")))
    g = played.rules

    def asked(**named):
        return {a["unit"] for a in s.top.choices(g, s, named.get("unit"), named.get("hex"))}

    assert asked() == asked(hex="0505") == {"x", "y"}
    assert asked(unit="x") == {"x"}
    assert asked(hex="0909") == asked(unit="z") == set()
    assert not s.top.explain(g, s, Action("lose", unit="z"))
    paid = s.top.apply(g, s, Action("lose", unit="y"), course())
    assert (g.left(paid, "x"), g.left(paid, "y")) == (2, 1)
