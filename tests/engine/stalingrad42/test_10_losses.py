"""Chapter 10: results, losses, remnants."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.errors import Problem
from engine.stalingrad42.campaign.withdrawals import Panzers, in_box
from engine.values import Action
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import destroy
from tests.engine.stalingrad42.setting import FAR, WEST, Mute
from tests.engine.zocbond.field import attack, field, home, noting, unit
from tests.marks import rules


@rules("stalingrad42", "10.4.1", "10.3", "2.3.5")
def test_the_owner_forms_a_remnant():
    foes = [unit("x", "0505", full=[2, 3, 3], steps=3, reduced=[2, 3, 3], remnant=[1, 1, 3])]
    own = [unit("a", "0504", full=[15, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", lost={"x": 1}, dice=[2])
    played.apply(attack("0505", "a"))
    assert played.decision.kind == "s42.remnant"
    assert played.decision.side == "soviet"
    played.apply(Action("form", unit="x"))
    assert played.query("track", of="remnants") == ("x",)
    assert played.query("left", unit="x") == 1
    assert played.rules.face(played.state, "x").defence == 1


@rules("stalingrad42", "10.4.2")
def test_or_sets_the_unit_aside():
    foes = [unit("x", "0505", full=[2, 3, 3], steps=3, reduced=[2, 3, 3], remnant=[1, 1, 3])]
    own = [unit("a", "0504", full=[15, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat", lost={"x": 1}, dice=[2])
    played.apply(attack("0505", "a"))
    played.apply(Action("disband", unit="x"))
    assert played.query("place", unit="x") == "destroyed-soviet"
    assert not played.query("track", of="gone")


def second_loss(**more):
    """A Soviet unit of three steps, one lost, loses another in the recovery of an attack."""
    from engine.stalingrad42.forces.replacements import SecondLoss

    played = field(
        "stalingrad42",
        [unit("a", "0504")],
        [
            unit("x", "0505", steps=3, reduced=[2, 3, 3]),
            unit("y", "0506", steps=3, reduced=[2, 3, 3]),
        ],
        lost={"x": 1, "y": 1},
        **more,
    )
    return played.rules, replace(played.state, lost={"x": 2, "y": 2}), SecondLoss("x")


@rules("stalingrad42", "10.4.2")
def test_without_a_counter_or_by_choice_the_unit_goes_to_the_box():
    g, state, phase = second_loss(remnants={"soviet": 0})
    assert phase.decision(g, state) is None
    g, state, phase = second_loss(remnants={"soviet-infantry": 1})
    assert phase.decision(g, state).kind == "s42.remnant"
    assert phase.decision(g, noting(state, remnants=("y",))) is None
    g, state, phase = second_loss()
    assert phase.explain(g, state, Action("disband", unit="x"))
    assert "10.4.1" in phase.explain(g, state, Action("form", unit="y")).rules


@rules("stalingrad42", "10.4.1", "2.3.5")
def test_a_unit_down_to_its_last_step_begins_as_a_remnant():
    rows = {"steps": 3, "reduced": [2, 3, 3], "remnant": [1, 1, 3]}
    foes = [unit("x", "0505", **rows), unit("y", "0606", **rows), unit("z", "0707", steps=2)]
    start = {"phase": "initial", "side": "soviet", "replacements": {"soviet": 1}}
    lost = {"x": 2, "y": 1, "z": 1}
    shape = {"areas": [home("soviet", "0506")], "links": {"road": ["0506 0505"]}}
    played = field("stalingrad42", [], foes, lost=lost, **start, **shape)
    assert played.query("track", of="remnants") == ("x",)
    assert played.rules.face(played.state, "x").defence == 1
    played.apply(Action("replace", unit="x"))
    assert played.query("track", of="remnants") == ()
    assert "21.3.4" in {event.rule for event in played.log}
    with pytest.raises(Problem, match="no remnant counter"):
        field("stalingrad42", [], foes, lost=lost, remnants={"soviet": 0})
    with pytest.raises(Problem, match="only 2 steps"):
        field("stalingrad42", [], foes, lost={"z": 3})


@rules("stalingrad42", "10.4.3")
def test_a_destroyed_remnant_is_out_for_good():
    played = field(
        "stalingrad42",
        [unit("a", "0505", steps=3, reduced=[2, 3, 3])],
        [unit("x", "1212")],
        phase="initial",
        areas=[WEST],
        replacements={"german": 1},
        lost={"a": 2},
    )
    state = destroy(played.rules, played.state, "a", Mute())
    assert state.records.gone == ("a",)
    assert state.records.remnants == ()
    back = Action("rebuild", unit="a", to="german-W")
    assert "10.4.3" in state.top.explain(played.rules, state, back).rules


@rules("stalingrad42", "10.2.1", "13.3.2")
def test_where_nobody_defends_the_routed_bear_the_loss():
    foes = [unit("x", "0505"), unit("y", "0505")]
    played = field("stalingrad42", [unit("g", "0504")], foes, marks={"x": ["routed"]})
    g, battle = played.rules, Battle("german", "0505", ("g",))
    assert g.loss_pool(played.state, battle, "defender", "DS") == ("y",)
    both = played.state.mark(("y",), "routed")
    assert set(g.loss_pool(both, battle, "defender", "DS")) == {"x", "y"}


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


@rules("stalingrad42", "10.4.3", "32.1", "32.4")
def test_who_is_gone_for_good_is_not_among_the_destroyed():
    own = [
        unit("v", "0101", "tank", steps=3, dot="red"),
        unit("w", "0102", "tank", steps=3, dot="red"),
    ]
    played = field("stalingrad42", own, [FAR], lost={"v": 2}, areas=[WEST])
    g = played.rules
    s = destroy(g, played.state, "v", Mute())
    assert not in_box(g, s, "v")
    dead = destroy(g, replace(s, lost={**s.lost, "w": 1}), "w", Mute())
    assert in_box(g, dead, "w")
    assert Panzers("german", 2).pool(g, dead) == ["w"]
