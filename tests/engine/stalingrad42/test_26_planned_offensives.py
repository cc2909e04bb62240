"""Chapter 26: planned offensives."""

from __future__ import annotations

import pytest

from engine.chance import Chance, Scripted
from engine.stalingrad42.options.dice import keep_plans, ripen
from engine.values import Action
from engine.verdict import Course
from tests.engine.stalingrad42.setting import FAR, WEST, gun
from tests.engine.zocbond.field import attack, field, forbidden, move, noting, unit
from tests.marks import rules

PLANS = {"planned-offensives": True}


def planned(phase="initial", **more):
    own = [
        unit("h", "0102", "army-hq", steps=1, range=5),
        unit("k", "0103", "army-hq", steps=1, range=5),
        unit("a", "0303", full=[8, 4, 4]),
        unit("b", "0304", full=[8, 4, 4]),
    ]
    foes = [unit("x", "0404", full=[2, 4, 4])]
    return field(
        "stalingrad42", own, foes, phase=phase, areas=[WEST], rules=PLANS, resources=3, **more
    )


@rules("stalingrad42", "26.1", "26.2")
def test_a_point_puts_a_marker_on_a_headquarters():
    played = planned(marks={"k": ["disrupted"]})
    assert "26.2" in forbidden(played, Action("plan", unit="k"))
    assert "26.1" in forbidden(played, Action("plan", unit="a"))
    played.apply(Action("plan", unit="h"))
    assert played.query("plans") == [("h", False)]
    played.apply(Action("plan", unit="h"))
    assert "26.2" in forbidden(played, Action("plan", unit="h"))
    played.apply(Action("end"))
    played.apply(Action("end"))
    assert "26.2" in forbidden(played, attack("0404", "a", plans=("h",)))


@rules("stalingrad42", "26.2")
def test_a_headquarters_that_goes_far_loses_its_marker():
    played = planned()
    played.apply(Action("plan", unit="h"))
    played.apply(Action("plan", unit="k"))
    played.apply(Action("end"))
    played.apply(move("h", "0102", "0202", "0201"))
    played.apply(move("k", "0103", "0104", "0105", "0106"))
    assert played.query("plans") == [("h", False)]


def ready_plans(played, *heads):
    """The same game with ready markers on headquarters."""
    from engine.stalingrad42.setting import PlannedOffensive

    state = played.state
    plans = tuple(PlannedOffensive(head, True, state.place(head)) for head in heads)
    return noting(state, plans=plans)


@rules("stalingrad42", "26.2")
def test_a_ready_marker_throws_two_dice_and_the_attacker_picks():

    played = planned("combat")
    rules_, state = played.rules, ready_plans(played, "h", "k")
    ways = [a for a in rules_.choices(state, None, None) if a.kind == "attack" and "plans" in a]
    assert {len(a["plans"]) for a in ways} == {1, 2}
    course = Course(Chance(Scripted.dice([2, 5, 3])))
    after = rules_.apply(state, attack("0404", "a", "b", plans=("h", "k")), course)
    assert rules_.decision(after).kind == "s42.pick-die"
    assert {a["die"] for a in rules_.choices(after, None, None)} == {2, 3, 5}
    assert "26.2" in rules_.explain(after, Action("pick-die", die=6)).rules
    assert rules_.query(after, "plans") == []
    done = rules_.apply(after, Action("pick-die", die=5), Course(Chance(Scripted.dice([]))))
    assert rules_.decision(done).kind != "s42.pick-die"


@rules("stalingrad42", "26.2")
def test_a_marker_ripens_in_the_next_own_initial_phase():
    from engine.stalingrad42.setting import PlannedOffensive

    played = planned("combat")
    rules_ = played.rules
    state = noting(played.state, plans=(PlannedOffensive("h", False, "0102"),))
    course = Course(Chance(Scripted.dice([])))
    assert rules_.query(ripen(rules_, state, "soviet", course), "plans") == [("h", False)]
    assert rules_.query(ripen(rules_, state, "german", course), "plans") == [("h", True)]
    gone = keep_plans(rules_, state.mark(("h",), "disrupted"))
    assert rules_.query(gone, "plans") == []


@rules("stalingrad42", "26.2")
@pytest.mark.parametrize(("marks", "why"), [([], ()), (["out"], ()), (["disrupted"], ("26.2",))])
def test_a_plan_asks_for_supply_at_the_moment(marks, why):
    game = field(
        "stalingrad42",
        [gun("h", "0103"), unit("a", "0104")],
        [FAR],
        phase="initial",
        areas=[WEST],
        resources=2,
        marks={"h": marks},
        rules={"planned-offensives": True},
    )
    assert forbidden(game, Action("plan", unit="h")) == why
