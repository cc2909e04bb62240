"""Scenario 1: what its file states, and its special rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.stalingrad42.battle.air import in_range
from engine.stalingrad42.forces.reinforcements import arrival_areas
from engine.stalingrad42.moving.areas import PassArea, joined
from engine.stalingrad42.moving.transport import Strait
from engine.stalingrad42.scenarios import decided_early, rail_bars, steps_out
from engine.stalingrad42.sequence import VictoryCheck
from engine.values import Action
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.moving.movement import Movement
from tests.engine.stalingrad42.setting import (
    FAR,
    RAIL,
    WEST,
    area,
    aside_reasons,
    boxed,
    course,
    drill,
    points,
    until,
)
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.marks import rules


@rules("stalingrad42", "S1.2")
def test_fall_blau_begins_tactically_with_the_initial_phase():
    game = drill(1)
    assert (game.decision.kind, game.decision.side) == ("s42.resources", "german")
    until(game, "zb.move")
    far = move("24 Pz", "3508", "3608", "3708", "3808")
    assert "S1.2" in forbidden(game, far)
    assert game.explain(move("24 Pz", "3508", "3608", "3708", mode="tactical"))
    assert game.explain(Action("flip", unit="Supply", to="moving"))
    assert "6A 1" in game.state.position.at("3806")
    game.apply(Action("end"))
    assert not game.state.records.tactical_only


@rules("stalingrad42", "S1.2")
def test_the_sixth_army_waits_a_turn_and_the_south_longer():
    game = drill(1)
    until(game, "zb.move", "soviet")
    assert "S1.2" in forbidden(game, move("6A 1", "3806", "3805"))
    assert "20.6" in forbidden(game, move("S south", "4032", "4031"))
    game.apply(Action("end"))
    until(game, "zb.move", "soviet")
    assert game.state.turn == 2
    assert game.explain(move("6A 1", "3806", "3805"))


@rules("stalingrad42", "S1.2", "4.4")
def test_nobody_of_the_sixth_army_is_given_up_while_it_waits():
    """They may not leave 3806, so the limit does not bind them there before turn 2."""
    game = drill(1)
    army = [f"6A {n}" for n in range(1, 5)]
    for _ in range(200):
        if game.state.turn == 2 and game.decision.side == "soviet":
            break
        assert game.decision.kind != "zb.excess"
        game.apply(next(a for a in game.choices() if a.kind in ("end", "arrive")))
    assert [u for u in game.state.position.at("3806") if u in army] == army
    until(game, "zb.move", "soviet")
    game.apply(Action("end"))
    assert game.decision.kind == "zb.excess"


@rules("stalingrad42", "20.6", "S1.2")
def test_the_south_of_fall_blau_wakes_when_a_german_has_crossed_the_don():
    game = drill(1)
    until(game, "zb.move", "german")
    game.apply(move("3 Mot", "3520", "3521", "3522", mode="tactical"))
    for far in (28, 30, 31):
        game.apply(Action("end"))
        until(game, "zb.move", "soviet")
        assert "20.6" in forbidden(game, move("S south", "4032", "4031"))
        game.apply(Action("end"))
        until(game, "zb.move", "german")
        here = int(game.query("place", unit="3 Mot")[2:])
        way = [f"35{row:02d}" for row in range(here, far + 1)]
        game.apply(move("3 Mot", *way))
    assert "20.6" in {event.rule for event in game.log}
    game.apply(Action("end"))
    until(game, "zb.move", "soviet")
    assert game.explain(move("S south", "4032", "4031"))


@rules("stalingrad42", "5.6.1", "17.2.1", "9.3.5")
def test_trains_run_railheads_go_on_and_aircraft_fly_in_fall_blau():
    game = drill(1)
    until(game, "s42.railheads", "german")
    assert game.explain(Action("railhead", marker="R1", path=("3608", "3708")))
    game.apply(Action("railhead", marker="R1", path=("3608", "3708")))
    assert {"3608", "3708"} <= set(game.query("rail-net", side="german"))
    until(game, "zb.move", "soviet")
    game.apply(Action("rail", unit="Line", hex="4306"))
    assert game.query("marks", unit="Line") == ["train"]
    assert in_range(game.rules, game.state, "4008")
    assert not in_range(game.rules, game.state, "4332")
    assert game.state.records.air == 3


@rules("stalingrad42", "S1.2")
def test_the_fifth_army_comes_from_the_east_one_unit_by_rail():
    game = drill(1)
    g, s = game.rules, game.state
    every = ["soviet-A", "soviet-B", "soviet-E", "soviet-M", "soviet-R"]
    assert arrival_areas(g, s, "New") == every
    assert arrival_areas(g, s, "5A 1") == ["soviet-E"]
    s = s.put("5A 1", "soviet-E").put("5A 2", "soviet-E").put("New", "soviet-E")
    assert [r.rule for r in g.all_of(Chapter.entry_reasons, s, "New", "4306")] == ["S1.2"]
    assert list(g.all_of(Chapter.entry_reasons, s, "5A 1", "4306")) == []
    assert list(rail_bars(g, s, "5A 1")) == []
    assert [r.rule for r in rail_bars(g, noting(s, railed=("5A 1",)), "5A 2")] == ["S1.2"]
    assert int(g.arrivals["5A 1"]) == 3


@rules("stalingrad42", "S1.2", "S1.3")
def test_germans_leave_for_points_and_do_not_return():
    game = drill(1)
    g, s = game.rules, game.state
    from engine.stalingrad42.moving.areas import may_leave_by

    assert may_leave_by(g, s, "german", "soviet-M")
    assert not may_leave_by(g, s, "german", "soviet-A")
    gone = s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M")
    assert "S1.2" in {r.rule for r in g.all_of(Chapter.entry_reasons, gone, "24 Pz", "4315")}
    out = Battle("german", "4320", ("24 Pz",))
    assert "S1.2" in {r.rule for r in g.all_of(Chapter.battle_reasons, gone, out)}
    assert points(game, gone) == points(game, s) + 2
    shut = gone.put("Line", "3408").put("6A 1", "3420")
    assert points(game, shut) == points(game, s)
    road = replace(s, control={**s.control, "4020": "german"})
    gone = replace(gone, control=road.control)
    assert points(game, gone) - points(game, road) == 2
    assert points(game, road.put("24 Pz", "soviet-M")) == points(game, road)


@rules("stalingrad42", "S1.3")
def test_eight_points_at_any_check_win_and_isolated_hexes_count():
    game = drill(1)
    g, s = game.rules, game.state
    assert points(game, s) == 0
    assert decided_early(g, s) == ""
    won = replace(s, control={**s.control, "3810": "german", "4020": "german"})
    assert points(game, won) == 8
    assert decided_early(g, won) == "german"
    south = s.put("3 Mot", "3832")
    assert points(game, south) == points(game, s) + 1
    cut = s
    for name, hex in zip(("24 Pz", "GD", "3 Mot"), ("3809", "3711", "3911"), strict=True):
        cut = cut.put(name, hex)
    lines = {line.key for line in g.query(cut, "points").lines}
    assert "s42.points.isolated" in lines


@rules("stalingrad42", "S1.2", "S4.2")
@pytest.mark.parametrize(("scenario", "rule"), [("S1", "S1.2"), ("S4", "S4.2")])
def test_tactical_only_means_no_train_no_strait_and_no_other_area(scenario, rule):
    game = field(
        "stalingrad42",
        [unit("b", "0502"), boxed("n", "german-W"), boxed("sp", "german-W", "supply-point")],
        [FAR],
        turn=1,
        areas=[WEST, area("german-X", "0112")],
        links=RAIL,
        tags={"taman": ["0110"]},
        control={"0110": "german"},
        special={"rule": scenario, "tactical": "german"},
    )
    assert forbidden(game, Action("rail", unit="b", hex="0507")) == (rule,)
    assert forbidden(game, Action("rail", unit="n", hex="0507")) == (rule,)
    assert forbidden(game, Action("pass-area", unit="n", to="german-X")) == (rule,)
    assert rule in aside_reasons(Strait(), game, "german", Action("strait", unit="n"))
    assert game.explain(Action("rail", unit="sp", hex="0507"))
    assert game.explain(Action("pass-area", unit="sp", to="german-X"))


def lines_of(game, s):
    return [(line.key, dict(line.params)) for line in game.rules.query(s, "points").lines]


@pytest.fixture
def blau():
    """Fall Blau with the road to the east in German hands."""
    game = drill(1)
    return game, replace(game.state, control={**game.state.control, "4020": "german"})


EAST_EDGE = ("s42.points.exit", {"edge": "east"})


@rules("stalingrad42", "S1.3")
def test_steps_are_counted_by_edge(blau):
    game, s = blau
    assert EAST_EDGE not in lines_of(game, s.put("24 Pz", "soviet-M"))
    assert EAST_EDGE not in lines_of(game, s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-R"))
    assert EAST_EDGE in lines_of(game, s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M"))
    assert dict(game.rules.special.exits) == {"east": "MNOP", "south": "QR"}


@rules("stalingrad42", "S1.3", "19.1")
def test_a_supply_point_is_no_step(blau):
    game, s = blau
    out = s.put("24 Pz", "soviet-M").put("Supply", "soviet-M")
    east = game.rules.board.areas["soviet-M"]
    assert steps_out(game.rules, out, east) == 3


@rules("stalingrad42", "S1.3", "16.3.1")
def test_the_line_to_the_edge_may_end_off_the_road(blau):
    game, s = blau
    out = s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M")
    off = replace(out, control={**out.control, "4020": "soviet"}).put("Line", "3404")
    assert EAST_EDGE in lines_of(game, off)
    cut = off.put("Line", "3408").put("6A 1", "3420")
    assert EAST_EDGE not in lines_of(game, cut)


@rules("stalingrad42", "S1.3", "20.5")
def test_an_ally_alone_holds_no_bridgehead():
    game = drill(1)
    g, s = game.rules, game.state.put("3 Mot", "3832")
    assert "s42.points.don" in {key for key, _ in lines_of(game, s)}
    units = {**g.units, "3 Mot": replace(g.units["3 Mot"], nation="romanian")}
    g.units = units
    assert "s42.points.don" not in {key for key, _ in lines_of(game, s)}


@rules("stalingrad42", "S1.2", "22.6.3")
def test_soviets_use_every_area_of_fall_blau():
    game = drill(1)
    s = game.state.put("New", "soviet-A").push(Movement("soviet"))
    for here, there in (("A", "B"), ("A", "E"), ("A", "M"), ("M", "R"), ("R", "A")):
        now = s.put("New", f"soviet-{here}")
        action = Action("pass-area", unit="New", to=f"soviet-{there}")
        assert not list(PassArea().reasons(game.rules, now, now.top, action))
    assert not joined("soviet", "A", "G")
    on_foot = s.put("New", "soviet-M").put("5A 1", "soviet-M")
    for name in ("New", "5A 1"):
        assert [
            r.rule for r in game.rules.all_of(Chapter.entry_reasons, on_foot, name, "4312")
        ] == ["S1.2"]
    train = s.put("New", "soviet-M")
    assert game.rules.explain(train, Action("rail", unit="New", hex="4212"))


@rules("stalingrad42", "S1.3")
def test_seven_points_are_not_enough_and_eight_win_at_any_check():
    game = drill(1)
    g, s = game.rules, game.state
    held = replace(s, control={**s.control, "4020": "german"})
    east = held.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M")
    assert (points(game, held), points(game, east)) == (5, 7)
    assert decided_early(g, east) == ""
    assert g.result(replace(east, agenda=())).winner == "soviet"
    both = east.put("GD", "3932")
    assert points(game, both) == 8
    assert decided_early(g, both) == "german"
    assert g.result(replace(both, agenda=())).winner == "german"


@rules("stalingrad42", "S1.3")
@pytest.mark.parametrize(
    ("unit", "hex", "value"),
    [("GD", "3831", 0), ("GD", "3832", 1), ("Supply", "3832", 0), ("GD", "3833", 1)],
)
def test_the_south_bank_counts_below_row_31(unit, hex, value):
    game = drill(1)
    assert points(game, game.state.put(unit, hex)) == value


@rules("stalingrad42", "S1.3")
@pytest.mark.parametrize(("lost", "value"), [(0, 2), (1, 0)])
def test_five_steps_leave_and_not_four(blau, lost, value):
    game, s = blau
    before = points(game, s)
    out = s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M")
    assert points(game, replace(out, lost={**out.lost, "24 Pz": lost})) == before + value


@rules("stalingrad42", "S1.3")
def test_a_victory_hex_cut_off_from_every_soviet_source_counts_uncaptured():
    game = drill(1)
    ring = list(game.rules.board.neighbours("3810"))
    units = ("24 Pz", "GD", "3 Mot")
    s = game.state
    for name, hex in zip(units, (ring[0], ring[2], ring[4]), strict=True):
        s = s.put(name, hex)
    lines = [dict(line.params) for line in game.rules.query(s, "points").lines]
    assert {"hex": "3810"} in lines
    assert points(game, s) == 3
    opened = s.put(units[0], "3403")
    assert points(game, opened) == 0


@rules("stalingrad42", "S1.3", "24.2")
def test_the_game_ends_at_the_check_that_finds_eight_points():
    game = drill(1)
    won = replace(game.state, control={**game.state.control, "3810": "german", "4020": "german"})
    s = won.put("Line", "destroyed-soviet")
    top = VictoryCheck()
    assert top.winner(game.rules, s) == "german"
    assert top.winner(game.rules, game.state) is None
    over = top.proceed(game.rules, replace(s, agenda=(top,)), course())
    assert over.agenda == ()
    assert game.rules.result(over).winner == "german"


@rules("stalingrad42", "S1.3", "19.1")
@pytest.mark.parametrize(
    ("unit", "steps"), [("24 Pz", 3), ("3 Mot", 2), ("Supply", 0), ("6A 1", 0)]
)
def test_only_mechanized_germans_that_fight_count_as_steps(unit, steps):
    game = drill(1)
    area = game.rules.board.areas["soviet-M"]
    s = replace(game.state, control={**game.state.control, "4020": "german"})
    assert steps_out(game.rules, s.put(unit, "soviet-M"), area) == steps


@rules("stalingrad42", "S1.3")
def test_soviets_in_an_area_are_no_steps_that_left():
    game = drill(1)
    g = game.rules
    g.units = {**g.units, "New": replace(g.units["New"], mechanized=True)}
    s = replace(game.state, control={**game.state.control, "4020": "german"})
    s = s.put("New", "soviet-M").put("3 Mot", "soviet-M")
    assert steps_out(g, s, g.board.areas["soviet-M"]) == 2
