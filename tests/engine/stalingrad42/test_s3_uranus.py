"""Scenario 3: what its file states, and its special rules."""

from __future__ import annotations

from dataclasses import replace

from engine.stalingrad42.forces.reinforcements import arrival_areas
from engine.stalingrad42.moving.transport import Sea
from engine.stalingrad42.scenarios import hold_check
from engine.values import Action
from tests.engine.stalingrad42.setting import (
    RAIL,
    WEST,
    area,
    aside_reasons,
    boxed,
    course,
    drill,
    kinds,
    points,
    until,
    until_turn,
)
from tests.engine.zocbond.field import attack, field, forbidden, move, noting, unit
from tests.marks import rules


@rules("stalingrad42", "S3.4")
def test_uranus_begins_with_soviet_movement_tactical_or_by_rail():
    game = drill(3)
    assert (game.decision.kind, game.decision.side) == ("zb.move", "soviet")
    assert game.query("track", of="weather") == "overcast"
    assert "S3.4" in forbidden(game, move("5 TA", "3711", "3710", "3610", "3510"))
    assert game.explain(move("62 A", "4116", "4216", mode="tactical"))
    until(game, "zb.move", "german")
    assert game.state.records.mini
    assert kinds(game) <= {"move", "rout", "end"}
    game.apply(Action("end"))
    assert forbidden(game, attack("4116", "71")) == ("33.2.3",)


@rules("stalingrad42", "S3.3", "S3.4")
def test_the_soviet_player_leads_from_the_second_turn():
    game = drill(3)
    until(game, "zb.move", "german")
    assert game.state.turn == 28
    until(game, "zb.move", "soviet")
    assert game.state.turn == 29
    assert game.query("soviet-first")


@rules("stalingrad42", "S3.1")
def test_q_and_r_are_german_and_the_city_rule_is_in_force():
    game = drill(3)
    g, s = game.rules, game.state
    assert g.own_area(s, "german", "german-Q")
    assert not g.own_area(s, "soviet", "german-R")
    from engine.stalingrad42.moving.areas import may_leave_by

    assert not may_leave_by(g, s, "soviet", "german-Q")
    assert g.scenario.switches["contested-cities"]


@rules("stalingrad42", "S3.2")
def test_reinforcements_of_uranus():
    game = drill(3)
    g, s = game.rules, game.state
    assert arrival_areas(g, s, "6 Pz") == ["german-Q", "german-R"]
    assert arrival_areas(g, s, "306") == ["german-W"]
    assert arrival_areas(g, s, "2 GA") == ["soviet-A", "soviet-B", "soviet-C"]
    assert "replace" not in kinds(game)


@rules("stalingrad42", "S3.5")
def test_a_hex_of_stalingrad_until_turn_34_and_eleven_points():
    game = drill(3)
    g, s = game.rules, game.state
    assert points(game, s) == 15
    end = replace(s, agenda=())
    assert g.result(end).winner == "german"
    fewer = replace(end, control={**s.control, "3420": "soviet"})
    assert points(game, fewer) == 10
    assert g.result(fewer).winner == "soviet"
    lost = replace(s, control={**s.control, "4017": "soviet", "4018": "soviet"}, turn=34)
    lost = lost.put("71", "destroyed-german").put("79", "destroyed-german")
    assert hold_check(g, lost, course()).records.stalingrad_lost
    assert not hold_check(g, replace(s, turn=34), course()).records.stalingrad_lost
    assert g.result(noting(end, stalingrad_lost=True)).winner == "soviet"


@rules("stalingrad42", "S3.4")
def test_the_first_turn_of_uranus_binds_staffs_and_stores_too():
    game = field(
        "stalingrad42",
        [unit("x", "1212")],
        [
            unit("b", "0502"),
            unit("q", "0502", "soviet-hq", full=[0, 0, 5], steps=1),
            unit("s", "0602", "supply-point", full=[0, 0, 5], steps=1),
            unit("L", "0702", "commander", full=[0, 0, 6], range=5, steps=1),
            boxed("n", "soviet-A"),
        ],
        side="soviet",
        turn=28,
        areas=[WEST, area("soviet-A", "1201"), area("soviet-B", "1202")],
        links=RAIL,
        tags={"black-sea": ["0502", "0510"]},
        special={"rule": "S3", "tactical": "soviet"},
        mobile=["s"],
    )
    for name, seat in (("b", "0502"), ("q", "0502"), ("s", "0602"), ("L", "0702")):
        way = [seat[:2] + f"{int(seat[2:]) + i:02d}" for i in range(4)]
        assert "S3.4" in forbidden(game, move(name, *way))
        assert "S3.4" not in forbidden(game, move(name, *way[:3], mode="tactical"))
    assert game.explain(Action("rail", unit="b", hex="0507"))
    assert forbidden(game, Action("pass-area", unit="n", to="soviet-B")) == ("S3.4",)
    assert aside_reasons(Sea(), game, "soviet", Action("sea", unit="b", way=("0502", "0510"))) == {
        "S3.4"
    }


@rules("stalingrad42", "S3.4", "5.6.1", "26.1", "S3.2")
def test_trains_run_staffs_plan_and_the_relief_comes_in_uranus():
    game = drill(3)
    game.apply(Action("rail", unit="24 A", hex="3811"))
    assert game.query("marks", unit="24 A") == ["train"]
    until(game, "s42.resources", "soviet")
    assert game.explain(Action("plan", unit="Don"))
    until_turn(game, 30, "german")
    assert game.query("place", unit="6 Pz") in ("german-Q", "german-R")
