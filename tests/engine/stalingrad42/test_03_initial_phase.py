"""Chapters 3 and 32: the initial phase in the order its owner likes, and what depends on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.action import Action
from engine.errors import Problem
from engine.stalingrad42.initial import Initial
from tests.engine.stalingrad42.late import ALL, boxed, kinds, quiet
from tests.engine.zocbond.field import field, forbidden, unit
from tests.marks import rules

ROAD = {"road": ["0101 0201 0301 0401 0501 0601"]}
NORTH_X = {"id": "german-X", "name": "X", "touches": ["0112"]}


def german(turn, *units, areas=ALL, **more):
    """A German initial phase, chapter 32 in use, the Soviets far away."""
    return field(
        "stalingrad42",
        list(units),
        [unit("x", "1212")],
        phase="initial",
        turn=turn,
        areas=areas,
        links=ROAD,
        rules={"withdrawals": True},
        **more,
    )


@rules("stalingrad42", "3.0 initial phase", "22.1.2", "18.1")
def test_reinforcements_and_fortifications_come_in_any_order():
    rows = [unit("a", "0201"), boxed("b", "pool"), boxed("c", "pool"), unit("d", "0202")]
    played = german(
        5, *rows, areas=[*ALL, NORTH_X], resources=2, arrivals={"b": "5", "c": "5"}, lost={"d": 1}
    )
    assert played.decision.kind == "s42.initial"
    assert played.decision.rule == "3.0 initial phase"
    assert kinds(played) == {"arrive", "fortify", "end"}
    played.apply(Action("arrive", unit="b", hex="german-X"))
    played.apply(Action("fortify", hex="0201"))
    played.apply(Action("arrive", unit="c", hex="german-W"))
    assert kinds(played) == {"fortify", "clear-fort", "end"}
    assert "22.1.1" in forbidden(played, Action("arrive", unit="c", hex="german-X"))
    played.apply(Action("end"))
    assert played.decision.kind == "zb.move"


@rules("stalingrad42", "3.0 initial phase", "22.1.2")
def test_whoever_ends_early_still_places_what_is_due():
    rows = [unit("a", "0201"), boxed("b", "pool")]
    played = german(5, *rows, areas=[*ALL, NORTH_X], resources=1, arrivals={"b": "5"})
    played.apply(Action("end"))
    assert played.decision.kind == "s42.arrivals"
    assert kinds(played) == {"arrive"}
    played.apply(Action("arrive", unit="b", hex="german-W"))
    assert played.decision.kind == "zb.move"


@rules("stalingrad42", "19.4", "21.3.1", "3.0 initial phase")
@pytest.mark.parametrize("first", ["leader", "division"])
def test_a_leader_and_a_division_compete_for_the_one_place_of_a_city(first):
    played = field(
        "stalingrad42",
        [
            unit("a", "0505"),
            boxed("k", "pool", "commander", full=[0, 0, 5], steps=1),
            boxed("i", "destroyed-german"),
        ],
        [unit("x", "1212")],
        phase="initial",
        turn=5,
        ground={"0505": "C"},
        control={"0505": "german"},
        links={"rail": ["0505 0504"]},
        tags={"german-source": ["0505"]},
        arrivals={"k": "5"},
        lost={"i": 2},
        replacements={"german": {"infantry": 1}},
    )
    returning = played.state.track(returns={"k": 5})
    # the phase begins anew, now that the leader is on his way back
    s = replace(returning, agenda=()).push(Initial("german"))
    g = played.rules
    s = g.settle(s, quiet())
    both = {
        "leader": Action("arrive", unit="k", hex="0505"),
        "division": Action("rebuild", unit="i", to="0505"),
    }
    assert all(s.top.explain(g, s, action) for action in both.values())
    s = s.top.apply(g, s, both.pop(first), quiet())
    (other,) = both.values()
    assert other not in list(s.top.choices(g, s, None, None))


@rules("stalingrad42", "32.3", "3.0 initial phase")
def test_rfss_may_be_restored_before_it_leaves():
    row = unit("rfss", "0201", "motorized", division="1-rfss")
    given = {"replacements": {"german": {"special": 1}}}
    played = german(11, row, lost={"rfss": 1}, **given)
    assert kinds(played) == {"replace", "withdraw", "end"}
    assert "32.3" in forbidden(played, Action("withdraw", unit="nobody"))
    played.apply(Action("replace", unit="rfss"))
    assert played.state.place("rfss") == "removed"
    assert played.state.tracks.get("special-debt", 0) == 0
    hasty = german(11, row, unit("m", "0202", "motorized"), lost={"rfss": 1, "m": 1}, **given)
    hasty.apply(Action("withdraw", unit="rfss"))
    assert hasty.state.tracks["special-debt"] == 1
    assert kinds(hasty) == {"replace", "end"}


@rules("stalingrad42", "32.3", "21.1.1", "3.0 initial phase")
def test_a_division_may_be_brought_to_strength_and_then_withdrawn():
    rows = unit("a", "0201", steps=3), unit("b", "0202", steps=3)
    played = german(9, *rows, lost={"a": 1}, replacements={"german": {"infantry": 1}})
    assert {a["unit"] for a in played.choices() if a.kind == "withdraw"} == {"b"}
    played.apply(Action("replace", unit="a"))
    assert {a["unit"] for a in played.choices() if a.kind == "withdraw"} == {"a", "b"}
    played.apply(Action("withdraw", unit="a"))
    assert played.decision.kind == "zb.move"


@rules("stalingrad42", "32.5", "21.3.1", "3.0 initial phase")
def test_michalik_may_be_rebuilt_before_the_27th_panzer_takes_its_place():
    rows = [
        boxed("m", "destroyed-german", "tank", division="michalik"),
        boxed("n", "pool", "tank", steps=3, division="27-panzer"),
        unit("a", "0202"),
    ]
    played = german(20, *rows, lost={"m": 2}, replacements={"german": {"tank": 1}})
    assert {"rebuild", "grow"} < kinds(played)
    played.apply(Action("rebuild", unit="m", to="german-W"))
    assert (played.state.place("n"), played.query("left", unit="n")) == ("german-W", 3)
    assert played.query("marks", unit="n") == ["replaced"]


@rules("stalingrad42", "32.4", "2.3.5")
def test_the_grown_wiking_shows_each_of_its_four_faces():
    viking = unit(
        "v",
        "0201",
        "panzergrenadier",
        full=[8, 10, 6],
        former=[7, 8, 6],
        reduced=[4, 5, 6],
        remnant=[2, 3, 6],
        steps=4,
        division="viking",
    )
    played = german(12, viking, lost={"v": 1})
    g, s = played.rules, played.state
    shown = [g.face(replace(s, lost={"v": lost}), "v") for lost in range(4)]
    assert [(f.attack, f.defence) for f in shown] == [(8, 10), (7, 8), (4, 5), (2, 3)]
    grown = german(13, viking, lost={"v": 1})
    assert grown.rules.face(grown.state, "v").attack == 8
    with pytest.raises(Problem, match="four steps"):
        german(12, unit("a", "0201", former=[3, 3, 3]))


@rules("stalingrad42", "32.4", "21.2", "21.3.4")
def test_a_remnant_of_wiking_takes_one_replacement_a_turn():
    viking = unit("v", "0201", "panzergrenadier", steps=4, division="viking")
    played = german(13, viking, lost={"v": 3}, replacements={"german": {"special": 2}})
    g, s = played.rules, played.state.track(remnants=("v",))
    grown = s.top.apply(g, s, Action("grow", unit="v"), quiet())
    assert (g.left(grown, "v"), grown.tracks["remnants"]) == (2, ())
    again = grown.top.explain(g, grown, Action("replace", unit="v"))
    assert "21.2" in again.rules


@rules("stalingrad42", "33.1", "3.0 initial phase")
def test_the_offensive_may_open_before_anything_is_spent():
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [unit("x", "0606"), unit("h", "0607", "front-hq", full=[0, 1, 5], steps=1, range=5)],
        side="soviet",
        phase="initial",
        turn=26,
        areas=ALL,
        links={"road": ["0607 0707 0807 0907 1007 1107 1207"]},
        resources=1,
        rules={"winter-offensive": True, "planned-offensives": True},
    )
    assert {"winter-offensive", "fortify", "end"} <= kinds(played)
    played.apply(Action("winter-offensive"))
    assert played.decision.kind == "s42.prepare"
    while played.decision.kind == "s42.prepare":
        played.apply(next(iter(played.choices())))
    assert "fortify" in kinds(played)
    later = field(
        "stalingrad42",
        [unit("g", "0101")],
        [unit("x", "0606")],
        side="soviet",
        phase="initial",
        turn=26,
        areas=ALL,
        resources=1,
        rules={"winter-offensive": True},
        links={"road": ["0606 0706 0806 0906 1006 1106 1206"]},
    )
    later.apply(Action("end"))
    assert later.decision.kind == "s42.vasilevsky"


@rules("stalingrad42", "9.7.5", "9.7.3", "3.0 initial phase")
def test_a_side_clears_its_own_fortifications_in_its_initial_phase():
    hexes = [f"{column:02d}0{row}" for column in range(1, 5) for row in (1, 2, 3)]
    forts = {**dict.fromkeys(hexes, "german"), "0909": "soviet"}
    played = german(5, unit("a", "0501"), resources=1, forts=forts)
    assert "9.7.3" in forbidden(played, Action("fortify", hex="0501"))
    assert "9.7.5" in forbidden(played, Action("clear-fort", hex="0909"))
    played.apply(Action("clear-fort", hex="0101"))
    played.apply(Action("fortify", hex="0501"))
    assert "0101" not in played.state.tracks["forts"]
    assert played.state.tracks["building"] == {"0501": "german"}
    poor = german(5, unit("a", "0501"), forts=forts)
    assert poor.decision.kind == "zb.move"
    assert Action("clear-fort", hex="0101") in poor.choices()
