"""Chapter 27: disengagement by stacks."""

from __future__ import annotations

import pytest

from engine.values import Action
from engine.zocbond.battle.retreat import Retreat
from tests.engine.stalingrad42.setting import SLIP, WEST, slip
from tests.engine.zocbond.field import attack, field, forbidden, unit
from tests.marks import rules


@rules("stalingrad42", "27.2.3", "12.1.3")
def test_who_slips_away_goes_in_any_direction():
    own = [unit("a", "0705")]
    played = field("stalingrad42", own, [unit("x", "1212")], phase="combat", areas=[WEST])
    g, s = played.rules, played.state
    bound, free = (
        {a["path"][-1] for a in retreat.choices(g, s.push(retreat), None, None)}
        for retreat in (
            Retreat("german", ("a",), 1, 2, False),
            Retreat("german", ("a",), 1, 2, False, anywhere=True),
        )
    )
    assert bound < free
    assert len(free) == 18


@rules("stalingrad42", "27.1", "27.2", "27.2.1", "27.2.3")
@pytest.mark.parametrize(("die", "result"), [(2, "stays"), (3, "loses"), (4, "goes")])
def test_a_stack_slips_away_on_one_die(die, result):
    played = field(
        "stalingrad42",
        [unit("a", "0303"), unit("b", "0303"), unit("c", "0305")],
        [unit("x", "0304")],
        rules=SLIP,
        phase="combat",
        dice=[die],
    )
    assert "27.2.1" in forbidden(played, slip("a", "c"))
    played.apply(slip("a", "b"))
    if result == "stays":
        assert played.decision.kind == "zb.combat"
        assert "27.2.1" in forbidden(played, slip("a"))
        return
    assert played.decision.kind == "zb.retreat"
    left = 1 if result == "loses" else 2
    assert [played.query("left", unit=u) for u in "ab"] == [left, left]
    way = next(a for a in played.choices(unit="a"))
    assert len(way["path"]) in (2, 3)
    played.apply(way)
    assert "disrupted" in played.query("marks", unit="a")


@rules("stalingrad42", "27.2.1", "27.2.2")
def test_a_stack_is_fast_when_all_of_it_is_and_slow_when_one_is_disrupted():
    from engine.stalingrad42.options.reserves import disengage_tally

    own = [unit("t", "0303", "tank"), unit("c", "0303", "cavalry"), unit("i", "0303")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0304")],
        rules=SLIP,
        phase="combat",
        marks={"i": ["disrupted"]},
    )
    g, s = played.rules, played.state
    assert disengage_tally(g, s, ("t", "c")).total == 1
    assert disengage_tally(g, s, ("t", "i")).total == -1
    assert disengage_tally(g, s, ("i",)).total == -1
    assert played.explain(slip("i"))


@rules("stalingrad42", "27.2.1")
def test_who_attacked_stays():
    played = field(
        "stalingrad42",
        [unit("a", "0303"), unit("b", "0303")],
        [unit("x", "0304", full=[9, 9, 4])],
        rules=SLIP,
        phase="combat",
        dice=[1],
    )
    played.apply(attack("0304", "a"))
    while played.decision.kind != "zb.combat":
        played.apply(next(iter(played.choices())))
    assert "27.2.1" in forbidden(played, slip("a"))
    assert played.explain(slip("b"))


@rules("stalingrad42", "12.1.4", "27.2.3", "4.4")
def test_who_slips_away_into_a_full_hex_has_until_the_next_movement_phase():
    own = [unit("a", "0504"), *(unit(n, "0503") for n in "pqr")]
    played = field(
        "stalingrad42", own, [unit("x", "0505")], phase="combat", rules=SLIP, dice=[6, 6, 6]
    )
    played.apply(slip("a"))
    played.apply(Action("retreat", unit="a", path=("0504", "0503")))
    assert played.query("over", side="german", hex="0503") == 1
    played.apply(Action("end"))
    assert "zb.excess" not in {played.decision.kind if played.decision else ""}
    assert played.query("place", unit="a") == "0503"
    assert played.rules.violations(played.state) == []
    full = field(
        "stalingrad42", [*own, unit("s", "0503")], [unit("x", "0505")], phase="combat", rules=SLIP
    )
    full.apply(Action("end"))
    assert full.decision.kind == "zb.excess"
    move_on = field("stalingrad42", [*own[1:], unit("a", "0503")], [unit("x", "0505")])
    move_on.apply(Action("end"))
    assert move_on.decision.kind == "zb.excess"


@rules("stalingrad42", "27.2.1", "27.1")
def test_one_unit_or_a_stack_named_either_way():
    own = [unit("a", "0504"), unit("b", "0504"), unit("c", "0604")]
    played = field("stalingrad42", own, [unit("x", "0505")], phase="combat", rules=SLIP)
    for action in (Action("disengage", unit="a"), slip("a"), slip("a", "b")):
        assert forbidden(played, action) == ()
    assert forbidden(played, slip("a", "c")) == ("27.2.1",)
    staff = unit("q", "0504", "commander", full=[0, 0, 5], steps=1)
    other = field("stalingrad42", [*own, staff], [unit("x", "0505")], phase="combat", rules=SLIP)
    assert forbidden(other, slip("q")) == ("27.2.1",)
    assert forbidden(other, slip("x")) == ("27.2.1",)
