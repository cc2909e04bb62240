"""Chapters 25 and 26: reserves and planned offensives."""

from __future__ import annotations

from engine.action import Action
from tests.engine.zocbond.field import attack, field, forbidden, move, unit
from tests.marks import rules

WEST = {"id": "german-W", "name": "W", "touches": ["0101", "0102", "0103"]}
RESERVES = {"reserves": True}
PLANS = {"planned-offensives": True}


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
        [unit("x", "0506", full=[2, 2, 4]), unit("y", "0508")],
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
    watched = played.query("zoc", side="soviet")
    onward = [h for h in played.scenario.board.neighbours("0506") if h in watched]
    assert "0506" not in watched or onward
    played.apply(Action("activate", units=("a",)))
    assert played.state.top.cleared() == ("", "0506")
    assert played.explain(Action("advance", units=("a",), path=("0505", "0506")))


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


# ---------------------------------------------------------------- 26


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


def ready(played, *heads):
    """The same game with ready markers on headquarters."""
    from engine.stalingrad42.planned import Plan

    state = played.state
    plans = tuple(Plan(head, True, state.place(head)) for head in heads)
    return state.track(plans=plans)


@rules("stalingrad42", "26.2")
def test_a_ready_marker_throws_two_dice_and_the_attacker_picks():
    from engine.chance import Chance, Scripted
    from engine.game import Course

    played = planned("combat")
    rules_, state = played.rules, ready(played, "h", "k")
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
    from engine.chance import Chance, Scripted
    from engine.game import Course
    from engine.stalingrad42.planned import Plan

    played = planned("combat")
    rules_ = played.rules
    state = played.state.track(plans=(Plan("h", False, "0102"),))
    course = Course(Chance(Scripted.dice([])))
    assert rules_.query(rules_.ripen(state, "soviet", course), "plans") == [("h", False)]
    assert rules_.query(rules_.ripen(state, "german", course), "plans") == [("h", True)]
    gone = rules_.keep_plans(state.mark(("h",), "disrupted"))
    assert rules_.query(gone, "plans") == []
