"""The four scenarios: what their files state, and their special rules on training boards."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.action import Action
from engine.chance import Chance, Scripted, Seeded
from engine.game import Course, Game
from tests.engine.stalingrad42.late import kinds, until
from tests.engine.zocbond.field import attack, forbidden, move
from tests.marks import rules

FILES = ("c1-fall-blau", "c2-caucasus", "c3-uranus", "c4-campaign")


def play(number: int) -> Game:
    """A scenario from its start."""
    return engine.load(f"stalingrad42/drills/{FILES[number - 1]}", chance=Seeded(3))


def quiet() -> Course:
    """A course without dice."""
    return Course(Chance(Scripted.dice([])))


def points(game: Game, state: Any) -> int:
    """The victory points of a position."""
    return int(game.rules.query(state, "points").total)


@rules("stalingrad42", "S1.1", "S2.1", "S3.1", "S4.1")
@pytest.mark.parametrize(
    ("number", "turn", "last", "side"),
    [(1, 1, 8, "german"), (2, 10, 27, "soviet"), (3, 28, 36, "soviet"), (4, 1, 36, "german")],
)
def test_length_and_first_player(number, turn, last, side):
    game = play(number)
    assert (game.state.turn, game.rules.last_turn) == (turn, last)
    until(game, "zb.move")
    assert game.decision.side == side


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@rules("stalingrad42", "S1.1", "S2.1", "S3.1", "S4.1")
def test_every_file_plays_on_from_its_start(number):
    game = play(number)
    assert "rulebook states" in game.scenario.summary
    for _ in range(12):
        actions = list(game.choices())
        game.apply(next((a for a in actions if a.kind == "end"), actions[0]))
        assert game.rules.violations(game.state) == []


# ---------------------------------------------------------------- S1


@rules("stalingrad42", "S1.2")
def test_fall_blau_begins_tactically_with_the_initial_phase():
    game = play(1)
    assert any(e.key == "zb.turn" for s in game.history for e in s.events) or game.decision
    until(game, "zb.move")
    far = move("24 Pz", "3508", "3608", "3708", "3808")
    assert "S1.2" in forbidden(game, far)
    assert game.explain(move("24 Pz", "3508", "3608", "3708", mode="tactical"))
    assert game.explain(Action("flip", unit="Supply", to="moving"))
    assert "6A 1" in game.state.position.at("3806")
    game.apply(Action("end"))
    assert not game.state.tracks["tactical-only"]


@rules("stalingrad42", "S1.2")
def test_the_sixth_army_waits_a_turn_and_the_south_longer():
    game = play(1)
    until(game, "zb.move", "soviet")
    assert "S1.2" in forbidden(game, move("6A 1", "3806", "3805"))
    assert "20.6" in forbidden(game, move("S south", "4032", "4031"))
    game.apply(Action("end"))
    until(game, "zb.move", "soviet")
    assert "S1.2" not in forbidden(game, move("6A 1", "3806", "3805"))


@rules("stalingrad42", "S1.2")
def test_the_fifth_army_comes_from_the_east_one_unit_by_rail():
    game = play(1)
    g, s = game.rules, game.state
    every = ["soviet-A", "soviet-B", "soviet-E", "soviet-M", "soviet-R"]
    assert g.arrival_areas(s, "New") == every
    assert g.arrival_areas(s, "5A 1") == ["soviet-E"]
    s = s.put("5A 1", "soviet-E").put("5A 2", "soviet-E").put("New", "soviet-E")
    assert [r.rule for r in g.entry_reasons(s, "New", "4306")] == ["S1.2"]
    assert list(g.entry_reasons(s, "5A 1", "4306")) == []
    assert list(g.rail_bars(s, "5A 1")) == []
    assert [r.rule for r in g.rail_bars(s.track(railed=("5A 1",)), "5A 2")] == ["S1.2"]
    assert int(g.arrivals["5A 1"]) == 3


@rules("stalingrad42", "S1.2", "S1.3")
def test_germans_leave_for_points_and_do_not_return():
    game = play(1)
    g, s = game.rules, game.state
    from engine.stalingrad42.areas import may_leave_by
    from engine.zocbond.battle import Battle

    assert may_leave_by(g, s, "german", "soviet-M")
    assert not may_leave_by(g, s, "german", "soviet-A")
    gone = s.put("24 Pz", "soviet-M").put("3 Mot", "soviet-M")
    assert "S1.2" in {r.rule for r in g.entry_reasons(gone, "24 Pz", "4315")}
    out = Battle("german", "4320", ("24 Pz",))
    assert "S1.2" in {r.rule for r in g.battle_reasons(gone, out)}
    assert points(game, gone) == points(game, s) + 2
    shut = gone.put("Line", "3408").put("6A 1", "3420")
    assert points(game, shut) == points(game, s)
    road = replace(s, control={**s.control, "4020": "german"})
    gone = replace(gone, control=road.control)
    assert points(game, gone) - points(game, road) == 2
    assert points(game, road.put("24 Pz", "soviet-M")) == points(game, road)


@rules("stalingrad42", "S1.3")
def test_eight_points_at_any_check_win_and_isolated_hexes_count():
    game = play(1)
    g, s = game.rules, game.state
    assert points(game, s) == 0
    assert g.decided_early(s) == ""
    won = replace(s, control={**s.control, "3810": "german", "4020": "german"})
    assert points(game, won) == 8
    assert g.decided_early(won) == "german"
    south = s.put("3 Mot", "3832")
    assert points(game, south) == points(game, s) + 1
    cut = s
    for unit, hex in zip(("24 Pz", "GD", "3 Mot"), ("3809", "3711", "3911"), strict=True):
        cut = cut.put(unit, hex)
    lines = {line.key for line in g.query(cut, "points").lines}
    assert "s42.points.isolated" in lines


# ---------------------------------------------------------------- S2


@rules("stalingrad42", "S2.4")
def test_soviets_move_first_without_garrisons_trains_and_extended_moves():
    game = play(2)
    assert game.state.tracks["preliminary"]
    assert "S2.4" in forbidden(game, move("Garrison", "2049", "2048"))
    way = ("3646", "3647", "3648", "3649", mode_of := "3650")
    assert mode_of == "3650"
    assert "S2.4" in forbidden(game, move("Guard", *way, mode="extended"))
    assert "rail" not in kinds(game)
    assert game.state.place("C inf") == "pool"
    game.apply(move("9 A", "3246", "3247"))
    game.apply(Action("end"))
    assert (game.decision.kind, game.decision.side) == ("zb.move", "german")
    assert game.state.place("40 Pz") == "german-N"
    assert not game.state.tracks["preliminary"]


@rules("stalingrad42", "S2.2", "S2.4")
def test_german_reinforcements_use_the_gates_of_the_first_turn():
    game = play(2)
    until(game, "zb.move", "german")
    assert "S2.2" in forbidden(game, Action("enter", unit="40 Pz", path=("2140",)))
    assert game.explain(Action("enter", unit="40 Pz", path=("2740",)))
    later = replace(game.state, turn=11)
    assert not list(game.rules.entry_reasons(later, "40 Pz", "2140"))


@rules("stalingrad42", "S2.2")
@pytest.mark.parametrize(
    ("turn", "weather", "air"),
    [(11, "clear", 1), (18, "overcast", 0), (23, "overcast", 1), (23, "rain", 0), (15, "clear", 0)],
)
def test_one_aircraft_flies_in_the_caucasus(turn, weather, air):
    game = play(2)
    state = replace(game.state, turn=turn).track(weather=weather)
    assert game.rules.scenario_air(state).tracks["air"] == air
    assert game.rules.resource_points(state, "german") == 1


@rules("stalingrad42", "S2.2")
def test_supply_and_the_first_railhead():
    game = play(2)
    g, s = game.rules, game.state
    assert "3140" in g.sources(s, "german")
    assert "1549" not in g.sources(s, "german")
    won = replace(s, control={**s.control, "1549": "german"})
    assert "1549" in g.sources(won, "german")
    assert g.new_railhead(replace(s, turn=12), quiet()).tracks["railheads"] == {"second": "3443"}
    heads = g.new_railhead(replace(s, turn=13), quiet()).tracks["railheads"]
    assert heads == {"second": "3443", "first": "3140"}


@rules("stalingrad42", "S2.3")
def test_soviet_reinforcements_of_the_caucasus():
    game = play(2)
    g, s = game.rules, game.state
    assert g.resource_points(s, "soviet") == 1
    assert g.arrival_areas(s, "C inf") == ["soviet-G", "soviet-L"]
    assert g.arrival_areas(s, "TC inf") == ["soviet-G", "soviet-L"]
    assert g.arrival_areas(s, "Far inf") == ["soviet-F"]


@rules("stalingrad42", "S2.5")
@pytest.mark.parametrize(("hexes", "winner"), [(("2049", "4450"), "german"), (("2049",), "soviet")])
def test_twelve_points_win_the_caucasus(hexes, winner):
    game = play(2)
    s = replace(game.state, control={**game.state.control, **dict.fromkeys(hexes, "german")})
    s = s.put("3 Pz", "2043").put("Garrison", "destroyed-soviet")
    assert game.rules.benchmarks == {}
    assert not game.rules.special.isolated
    cut = int(game.rules.query(s, "points").total)
    won = game.rules.result(replace(s, agenda=()))
    assert won.winner == ("german" if cut >= 12 else "soviet")
    assert cut in (0, 6, 12)
    assert winner == "german" or cut < 12


# ---------------------------------------------------------------- S3


@rules("stalingrad42", "S3.4")
def test_uranus_begins_with_soviet_movement_tactical_or_by_rail():
    game = play(3)
    assert (game.decision.kind, game.decision.side) == ("zb.move", "soviet")
    assert game.query("track", of="weather") == "overcast"
    assert "S3.4" in forbidden(game, move("5 TA", "3711", "3710", "3610", "3510"))
    assert game.explain(move("62 A", "4116", "4216", mode="tactical"))
    until(game, "zb.move", "german")
    assert game.state.tracks["mini"]
    assert "33.2.3" in forbidden(game, attack("4116", "71")) or kinds(game)


@rules("stalingrad42", "S3.3", "S3.4")
def test_the_soviet_player_leads_from_the_second_turn():
    game = play(3)
    until(game, "zb.move", "german")
    assert game.state.turn == 28
    until(game, "zb.move", "soviet")
    assert game.state.turn == 29
    assert game.query("soviet-first")


@rules("stalingrad42", "S3.1")
def test_q_and_r_are_german_and_the_city_rule_is_in_force():
    game = play(3)
    g, s = game.rules, game.state
    assert g.own_area(s, "german", "german-Q")
    assert not g.own_area(s, "soviet", "german-R")
    from engine.stalingrad42.areas import may_leave_by

    assert not may_leave_by(g, s, "soviet", "german-Q")
    assert g.scenario.switches["contested-cities"]


@rules("stalingrad42", "S3.2")
def test_reinforcements_of_uranus():
    game = play(3)
    g, s = game.rules, game.state
    assert g.arrival_areas(s, "6 Pz") == ["german-Q", "german-R"]
    assert g.arrival_areas(s, "306") == ["german-W"]
    assert g.arrival_areas(s, "2 GA") == ["soviet-A", "soviet-B", "soviet-C"]
    assert "replace" not in kinds(game)


@rules("stalingrad42", "S3.5")
def test_a_hex_of_stalingrad_until_turn_34_and_eleven_points():
    game = play(3)
    g, s = game.rules, game.state
    assert points(game, s) == 15
    end = replace(s, agenda=())
    assert g.result(end).winner == "german"
    fewer = replace(end, control={**s.control, "3420": "soviet"})
    assert points(game, fewer) == 10
    assert g.result(fewer).winner == "soviet"
    lost = replace(s, control={**s.control, "4017": "soviet", "4018": "soviet"}, turn=34)
    lost = lost.put("71", "destroyed-german").put("79", "destroyed-german")
    assert g.hold_check(lost, quiet()).tracks["stalingrad-lost"]
    assert not g.hold_check(replace(s, turn=34), quiet()).tracks.get("stalingrad-lost")
    assert g.result(end.track(**{"stalingrad-lost": True})).winner == "soviet"


# ---------------------------------------------------------------- S4


@rules("stalingrad42", "S4.2")
def test_the_campaign_begins_tactically():
    game = play(4)
    until(game, "zb.move")
    assert "S4.2" in forbidden(game, move("24 Pz", "0407", "0507", "0607", "0707"))
    assert game.explain(Action("flip", unit="Supply", to="moving"))


@rules("stalingrad42", "S4.1", "S4.3")
def test_the_campaign_uses_chapters_30_to_34_and_converted_rails():
    game = play(4)
    for name in (
        *("transcaucasus", "reserve-armies", "withdrawals"),
        *("winter-offensive", "maskirovka"),
    ):
        assert game.scenario.switches[name]
    assert "0107" in game.state.tracks["converted"]


@rules("stalingrad42", "S4.4")
def test_twenty_one_points_win_and_24_are_needed_in_turn_28():
    game = play(4)
    g, s = game.rules, replace(game.state, turn=28)
    assert g.goal == 21
    over = g.half_check(s, "german", quiet())
    assert over.agenda == ()
    assert g.result(over).winner == "soviet"
    rich = replace(s, control=dict.fromkeys(("0807", "1210", "1503"), "german"))
    rich = rich.put("40 A", "destroyed-soviet").put("21 A", "destroyed-soviet")
    rich = rich.put("28 TC", "destroyed-soviet")
    assert points(game, rich) >= 24
    assert g.half_check(rich, "german", quiet()) is rich
    assert g.half_check(s, "soviet", quiet()) is s
    assert g.half_check(replace(s, turn=27), "german", quiet()).agenda == s.agenda
