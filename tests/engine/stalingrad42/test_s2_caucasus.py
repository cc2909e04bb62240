"""Scenario 2: what its file states, and its special rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.action import Action
from tests.engine.stalingrad42.setting import course, drill, kinds, until
from tests.engine.zocbond.field import forbidden, move
from tests.marks import rules


@rules("stalingrad42", "S2.4")
def test_soviets_move_first_without_garrisons_trains_and_extended_moves():
    game = drill(2)
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
    game = drill(2)
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
    game = drill(2)
    state = replace(game.state, turn=turn).track(weather=weather)
    assert game.rules.scenario_air(state).tracks["air"] == air
    assert game.rules.resource_points(state, "german") == 1


@rules("stalingrad42", "S2.2")
def test_supply_and_the_first_railhead():
    game = drill(2)
    g, s = game.rules, game.state
    assert "3140" in g.sources(s, "german")
    assert "1549" not in g.sources(s, "german")
    won = replace(s, control={**s.control, "1549": "german"})
    assert "1549" in g.sources(won, "german")
    assert g.new_railhead(replace(s, turn=12), course()).tracks["railheads"] == {"second": "3443"}
    heads = g.new_railhead(replace(s, turn=13), course()).tracks["railheads"]
    assert heads == {"second": "3443", "first": "3140"}


@rules("stalingrad42", "S2.3")
def test_soviet_reinforcements_of_the_caucasus():
    game = drill(2)
    g, s = game.rules, game.state
    assert g.resource_points(s, "soviet") == 1
    assert g.arrival_areas(s, "C inf") == ["soviet-G", "soviet-L"]
    assert g.arrival_areas(s, "TC inf") == ["soviet-G", "soviet-L"]
    assert g.arrival_areas(s, "Far inf") == ["soviet-F"]


@rules("stalingrad42", "S2.5")
@pytest.mark.parametrize(("hexes", "winner"), [(("2049", "4450"), "german"), (("2049",), "soviet")])
def test_twelve_points_win_the_caucasus(hexes, winner):
    game = drill(2)
    s = replace(game.state, control={**game.state.control, **dict.fromkeys(hexes, "german")})
    s = s.put("3 Pz", "2043").put("Garrison", "destroyed-soviet")
    assert game.rules.benchmarks == {}
    assert not game.rules.special.isolated
    cut = int(game.rules.query(s, "points").total)
    won = game.rules.result(replace(s, agenda=()))
    assert won.winner == ("german" if cut >= 12 else "soviet")
    assert cut in (0, 6, 12)
    assert winner == "german" or cut < 12


@rules("stalingrad42", "S2.2")
def test_the_caucasus_is_supplied_west_of_4440_only():
    game = drill(2)
    found = game.rules.sources(game.state, "german")
    assert found == {"3140"}
    far = game.state.put("3 Pz", "4741")
    assert game.rules.in_supply(far, "3 Pz")
    far = far.put("9 A", "3143")
    assert not game.rules.in_supply(far, "3 Pz")
    assert game.rules.in_supply(game.state.put("3 Pz", "3141"), "3 Pz")
