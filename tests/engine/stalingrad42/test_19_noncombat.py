"""Chapter 19: what never fights."""

from __future__ import annotations

import pytest

from engine.stalingrad42.forces.reinforcements import Arrivals, goals
from engine.values import Action
from tests.engine.stalingrad42.setting import ALL, FAR, NORTH, WEST, boxed, course, gun, onward
from tests.engine.zocbond.field import attack, field, forbidden, home, move, noting, unit
from tests.marks import rules


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
        areas=[home("german", "0505")],
        returns={"k": 5},
        lost={"i": 2},
        replacements={"german": {"infantry": 1}},
    )
    g, s = played.rules, played.state
    both = {
        "leader": Action("arrive", unit="k", hex="0505"),
        "division": Action("rebuild", unit="i", to="0505"),
    }
    assert all(s.top.explain(g, s, action) for action in both.values())
    s = s.top.apply(g, s, both.pop(first), course())
    (other,) = both.values()
    assert other not in list(s.top.choices(g, s, None, None))


@rules("stalingrad42", "19.2", "19.3", "19.4")
def test_a_lone_non_combat_unit_stops_nobody():
    foes = [unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1), unit("x", "1212")]
    played = field("stalingrad42", [unit("a", "0504")], foes)
    assert played.query("zoc", side="soviet") & {"0504", "0605"} == set()
    played.apply(move("a", "0504", "0505"))
    assert played.query("place", unit="q") == "pool"
    assert played.query("track", of="returns") == {"q": 11}


@rules("stalingrad42", "19.3")
def test_they_do_not_outlive_their_escort():
    foes = [
        unit("x", "0505", full=[2, 3, 3], steps=1),
        unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1),
    ]
    own = [unit("a", "0504", full=[40, 9, 4])]
    played = field("stalingrad42", own, foes, phase="combat")
    played.apply(attack("0505", "a"))
    assert played.query("place", unit="x") == "destroyed-soviet"
    assert played.query("place", unit="q") == "pool"


@rules("stalingrad42", "19.4", "21.3.1")
def test_what_never_fights_comes_back_where_the_destroyed_do():
    rows = [unit(n, "", "soviet-hq", full=[0, 0, 5], steps=1) for n in "qr"]
    for row in rows:
        row["box"] = "pool"
        del row["hex"]
    played = field(
        "stalingrad42",
        [unit("g", "0101")],
        [*rows, gun("f", "1103", "front-hq"), unit("x", "0909")],
        phase="turn",
        turn=9,
        last=10,
        areas=[WEST, NORTH],
        links={"road": ["1203 1103"], "rail": ["1203 1103"]},
    )
    g, s = played.rules, noting(played.state, returns={"q": 9, "r": 9})
    assert set(goals(g, s, "q")) == {"soviet-A", "1103"}
    way = Action("arrive", unit="q", hex="1103")
    after = Arrivals("soviet").take(g, s.push(Arrivals("soviet")), way, course())
    assert (after.place("q"), after.records.returns) == ("1103", {"r": 9})
    assert not after.marks.get("q")
    assert goals(g, after, "r") == ["soviet-A"]


@rules("stalingrad42", "19.3")
@pytest.mark.parametrize("first", [False, True])
def test_a_staff_dies_with_its_own_defenders(first):
    own = [unit("a", "0304", full=[40, 9, 4]), unit("b", "0804", full=[12, 9, 4])]
    foes = [
        unit("x", "0305", full=[2, 3, 3], steps=1),
        unit("q", "0305", "soviet-hq", full=[0, 0, 5], steps=1),
        unit("y", "0805", full=[2, 3, 4]),
    ]
    game = field("stalingrad42", own, foes, phase="combat", dice=[5, 1], areas=ALL)
    if first:
        game.apply(attack("0805", "b"))
        onward(game, "zb.combat")
        assert "retreated" in game.state.marks["y"]
    game.apply(attack("0305", "a"))
    onward(game, "zb.combat")
    assert game.state.place("x") == "destroyed-soviet"
    assert game.state.place("q") == "pool"


@rules("stalingrad42", "5.1", "19.2")
def test_who_never_fights_enters_no_hex_with_enemy_staffs():
    """They bar nobody who fights; to each other they are enemy units."""
    foes = [unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1), FAR]
    own = [unit("m", "0504", "commander", full=[0, 0, 6], steps=1), unit("a", "0504")]
    played = field("stalingrad42", own, foes, areas=ALL)
    assert forbidden(played, move("m", "0504", "0505")) == ("5.1",)
    assert "0505" not in played.query("reach", unit="m")
    both = Action("move", units=("a", "m"), path=("0504", "0505"))
    assert played.explain(both)
    assert "0505" in played.query("reach", unit="a")
    played.apply(both)
    assert played.query("place", unit="q") == "pool"
    edge = [boxed("m", "german-W", "commander", full=[0, 0, 6], steps=1)]
    foes = [unit("q", "0102", "soviet-hq", full=[0, 0, 5], steps=1), FAR]
    outside = field("stalingrad42", edge, foes, areas=ALL)
    assert forbidden(outside, Action("enter", unit="m", path=("0102",))) == ("5.1",)


@rules("stalingrad42", "12.2", "19.2")
def test_staffs_do_not_retreat_onto_enemy_staffs():
    foes = [unit("x", "0505"), unit("q", "0505", "soviet-hq", full=[0, 0, 5], steps=1)]
    own = [unit("g", "0504", full=[9, 9, 4]), unit("m", "0506", "commander", steps=1)]
    own[1]["full"] = [0, 0, 6]
    played = field("stalingrad42", own, foes, phase="combat")
    assert played.query("deaths", unit="q", path=["0505", "0506"]) == ["zb.retreat.enemy"]
    assert played.query("deaths", unit="x", path=["0505", "0506"]) == []
