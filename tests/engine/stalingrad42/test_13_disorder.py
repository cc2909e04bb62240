"""Chapter 13: disruption, rout, recovery."""

from __future__ import annotations

import pytest

from engine.values import Action
from engine.zocbond.battle.retreat import Retreat
from engine.zocbond.board.state import Passage
from engine.zocbond.moving.orders import presses
from tests.engine.stalingrad42.setting import course
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.marks import rules


@rules("stalingrad42", "13.2.1", "13.2.2")
def test_disrupted_units_keep_their_zone_and_tank_shifts():
    foes = [unit("x", "0505", "tank", dot="black", full=[7, 5, 5])]
    own = [unit("g", "0504", "tank", dot="black", full=[10, 9, 6]), unit("i", "0605")]
    played = field("stalingrad42", own, foes, phase="combat", marks={"x": ["disrupted"]})
    assert {"0504", "0605"} <= set(played.query("zoc", side="soviet"))
    found = played.query("battle", side="german", hex="0505", units=["g"])
    assert found["shift"] == 0
    assert found["defence"] == 3
    through = field(
        "stalingrad42",
        [],
        [unit("x", "0505"), unit("y", "0504")],
        side="soviet",
        marks={"x": ["disrupted"]},
    )
    through.apply(move("y", "0504", "0505", "0506"))
    assert through.query("marks", unit="y") == []


@rules("stalingrad42", "3.0 recovery phase", "13.4", "13.5")
def test_recovery_is_free_away_from_the_enemy_and_rolled_beside_him():
    own = [unit("a", "0101"), unit("b", "0504"), unit("c", "0101")]
    played = field(
        "stalingrad42",
        own,
        [unit("x", "0505")],
        phase="recovery",
        marks={"a": ["disrupted"], "b": ["disrupted"], "c": ["routed", "replaced"]},
        dice=[4],
    )
    played.apply(Action("end"))
    assert "disrupted" not in played.query("marks", unit="a")
    assert "disrupted" in played.query("marks", unit="b")
    assert "disrupted" in played.query("marks", unit="c")
    assert "replaced" not in played.query("marks", unit="c")


@rules("stalingrad42", "13.4", "13.3.2")
def test_a_routed_unit_may_be_left_routed():
    own = [unit("a", "0101"), unit("b", "0103"), unit("c", "0105")]
    marks = {"a": ["routed"], "b": ["routed"], "c": ["disrupted"]}
    played = field("stalingrad42", own, [unit("x", "1212")], phase="recovery", marks=marks)
    assert (played.decision.kind, played.decision.side) == ("s42.rally", "german")
    assert "13.4" in forbidden(played, Action("stay-routed", unit="c"))
    played.apply(Action("stay-routed", unit="a"))
    played.apply(Action("end"))
    state = played.state
    assert [state.has(u, "routed") for u in "abc"] == [True, False, False]
    assert [state.has(u, "disrupted") for u in "abc"] == [False, True, False]
    assert state.records.staying_routed == ()


@rules("stalingrad42", "13.3.2", "19.2")
def test_who_never_fights_drives_nobody_off():
    own = [unit("a", "0303"), unit("q", "0303", "army-hq", full=[0, 0, 5], steps=1)]
    own[1]["kind"] = "commander"
    played = field("stalingrad42", own, [unit("x", "0505")], marks={"x": ["routed"]})
    g, s = played.rules, played.state
    calm = g.after_step(s, Passage("german", ("q",), ("0303", "0504")), course())
    assert not [p for p in calm.agenda if isinstance(p, Retreat)]
    driven = g.after_step(s, Passage("german", ("a",), ("0303", "0504")), course())
    assert [p.units for p in driven.agenda if isinstance(p, Retreat)] == [("x",)]


@rules("stalingrad42", "13.3.2")
def test_a_move_goes_on_where_routed_units_have_given_way():
    own = [unit("a", "0303", full=[4, 4, 6]), unit("b", "0605", full=[4, 4, 6])]
    foes = [unit("x", "0505"), unit("y", "1212")]
    played = field("stalingrad42", own, foes, marks={"x": ["routed"]})
    through = move("a", "0303", "0404", "0504", "0505", "0506")
    assert "13.3.2" in forbidden(played, move("b", "0605", "0505"))
    assert forbidden(played, through) == ()
    played.apply(through)
    while played.decision.kind == "zb.retreat":
        played.apply(next(a for a in played.choices() if a["path"][-1] not in ("0506", "0507")))
    assert played.state.place("a") == "0506"
    assert played.state.place("x") != "0505"
    assert "5.1" in forbidden(played, move("a", "0506", "0507"))
    assert played.rules.violations(played.state) == []


@rules("stalingrad42", "13.3.2", "5.1")
def test_routed_units_among_others_hold_their_hex():
    own = [unit("a", "0303", full=[4, 4, 6])]
    foes = [unit("x", "0505"), unit("y", "0505")]
    played = field("stalingrad42", own, foes, marks={"x": ["routed"]})
    assert "5.1" in forbidden(played, move("a", "0303", "0404", "0504", "0505"))
    alone = field("stalingrad42", own, foes[:1], marks={"x": ["routed"]})
    store = field(
        "stalingrad42",
        [unit("s", "0303", "commander", full=[0, 0, 9], steps=1)],
        foes[:1],
        marks={"x": ["routed"]},
    )
    assert forbidden(alone, move("a", "0303", "0404", "0504", "0505")) == ()
    assert "5.1" in forbidden(store, move("s", "0303", "0404", "0504", "0505"))


@rules("stalingrad42", "13.3.1", "6.2")
@pytest.mark.parametrize(("willing", "price"), [(("a",), 3), (("a", "b"), 1), ((), 3)])
def test_a_group_leaves_a_zone_free_only_if_all_of_it_ran_of_its_own_will(willing, price):
    own = [unit("a", "0504", full=[4, 4, 6]), unit("b", "0504", full=[4, 4, 6])]
    marks = {"a": ["routed"], "b": ["routed"]}
    played = field("stalingrad42", own, [unit("x", "0505")], marks=marks)
    s = noting(played.state, willing=willing)
    step = Action("move", units=("a", "b"), path=("0504", "0503"))
    assert s.top.tally(played.rules, s, step).total == price


@rules("stalingrad42", "13.1.3")
def test_who_may_run_of_his_own_will():
    own = [unit("a", "0504"), unit("q", "0504", "commander", full=[0, 0, 6], steps=1)]
    marks = {"b": ["routed"], "c": ["disrupted"]}
    own += [unit("b", "0604"), unit("c", "0704")]
    played = field("stalingrad42", own, [unit("x", "0909")], marks=marks)
    for name, may in (("a", True), ("c", True), ("b", False), ("q", False), ("x", False)):
        assert (forbidden(played, Action("rout", unit=name)) == ()) is may
    assert forbidden(played, Action("rout", unit="nobody"))


@rules("stalingrad42", "13.3")
def test_nobody_gives_way_to_who_does_not_fight():
    own = [unit("h", "0503", "soviet-hq", full=[0, 0, 5], steps=1), unit("t", "0503")]
    foes = [unit("x", "0505")]
    played = field("stalingrad42", foes, own, side="soviet", marks={"x": ["routed"]})
    g, s, path = played.rules, played.state, ("0303", "0504", "0505")
    assert presses(g, s, Passage("soviet", ("t",), path))
    assert not presses(g, s, Passage("soviet", ("h",), path))
