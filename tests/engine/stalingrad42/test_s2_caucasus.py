"""Scenario 2: what its file states, and its special rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.stalingrad42.battle.air import in_range
from engine.stalingrad42.forces.reinforcements import arrival_areas
from engine.stalingrad42.moving.transport import Strait
from engine.stalingrad42.scenarios import new_railhead, scenario_air
from engine.stalingrad42.sequence import resource_points
from engine.values import Action
from engine.zocbond.board.chapter import Chapter
from tests.engine.stalingrad42.setting import course, drill, kinds, until
from tests.engine.zocbond.field import attack, forbidden, move, noting
from tests.marks import rules


@rules("stalingrad42", "S2.4")
def test_soviets_move_first_without_garrisons_trains_and_extended_moves():
    game = drill(2)
    assert game.state.records.preliminary
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
    assert not game.state.records.preliminary


@rules("stalingrad42", "S2.2", "S2.4")
def test_german_reinforcements_use_the_gates_of_the_first_turn():
    game = drill(2)
    until(game, "zb.move", "german")
    assert "S2.2" in forbidden(game, Action("enter", unit="40 Pz", path=("2140",)))
    assert game.explain(Action("enter", unit="40 Pz", path=("2740",)))
    later = replace(game.state, turn=11)
    assert not list(game.rules.all_of(Chapter.entry_reasons, later, "40 Pz", "2140"))


@rules("stalingrad42", "S2.2")
@pytest.mark.parametrize(
    ("turn", "weather", "air"),
    [
        *((11, "clear", 1), (14, "overcast", 1), (18, "overcast", 0), (23, "overcast", 1)),
        *((23, "rain", 0), (15, "clear", 0), (22, "clear", 0), (27, "overcast", 1)),
    ],
)
def test_one_aircraft_flies_in_the_caucasus(turn, weather, air):
    game = drill(2)
    state = noting(replace(game.state, turn=turn), weather=weather)
    assert scenario_air(game.rules, state).records.air == air
    assert resource_points(game.rules, state, "german") == 1
    assert resource_points(game.rules, replace(state, turn=10), "german") == 0


@rules("stalingrad42", "S2.2")
def test_supply_and_the_first_railhead():
    game = drill(2)
    g, s = game.rules, game.state
    assert "3140" in g.sources(s, "german")
    assert "1549" not in g.sources(s, "german")
    won = replace(s, control={**s.control, "1549": "german"})
    assert "1549" in g.sources(won, "german")
    assert new_railhead(g, replace(s, turn=12), course()).records.railheads == {}
    heads = new_railhead(g, replace(s, turn=13), course()).records.railheads
    assert heads == {"first": "3140"}


@rules("stalingrad42", "S2.2", "17.2.1", "17.2.2")
def test_two_railheads_convert_the_caucasus_from_the_fourth_turn_on():
    """The first comes in 3140; the second in Tikhoretsk, when the first has come there."""
    game = drill(2)
    until(game, "s42.railheads", "german")
    assert game.state.turn == 13
    for path in (("3141", "3142"), ("3143", "3243"), ("3343", "3443")):
        game.apply(Action("railhead", marker="first", path=path))
        if game.decision.kind == "s42.railheads":
            game.apply(Action("end"))
        until(game, "s42.railheads", "german")
    assert game.state.records.railheads == {"first": "3443", "R1": "3443"}
    assert game.explain(Action("railhead", marker="R1", path=("3444", "3344")))
    assert game.explain(Action("railhead", marker="first", path=("3543", "3643")))
    assert "3443" in game.query("rail-net", side="german")


@rules("stalingrad42", "9.3.5", "9.3.3", "S2.2")
def test_the_aircraft_of_the_caucasus_helps_an_attack():
    game = drill(2)
    until(game, "zb.move", "german")
    game.apply(move("3 Pz", "3042", "3142", "3143", "3144", "3145"))
    game.apply(Action("end"))
    assert game.decision.kind == "zb.combat"
    assert game.rules.board.adjacent("3145", "3246")
    with_air = attack("3246", "3 Pz", air="aircraft")
    assert game.explain(with_air)
    plain = game.tally(attack("3246", "3 Pz")).total
    assert game.tally(with_air).total == plain + 1
    far = [h for h in game.rules.board.hexes if not in_range(game.rules, game.state, h)]
    assert far
    assert all(game.rules.board.distance("3140", hex) > 15 for hex in far)


@rules("stalingrad42", "5.6.1", "S2.3")
def test_a_soviet_train_runs_along_the_line_of_the_caucasus():
    game = drill(2)
    until(game, "zb.move", "german")
    until(game, "zb.move", "soviet")
    game.apply(Action("rail", unit="56 A", hex="4843"))
    assert game.query("place", unit="56 A") == "4843"
    assert game.query("marks", unit="56 A") == ["train"]


@rules("stalingrad42", "S2.2", "20.7", "20.8")
def test_bluecher_waits_in_w_and_volunteers_for_their_cities():
    game = drill(2)
    g, s = game.rules, game.state
    assert arrival_areas(g, s, "Blu 46") == ["german-W"]
    assert arrival_areas(g, s, "1 Vol") == []
    assert arrival_areas(g, s, "40 Pz") == ["german-N"]
    until(game, "zb.move", "german")
    assert game.query("place", unit="Blu 46") == "german-W"
    assert "20.7" in forbidden(game, Action("strait", unit="Blu 46"))
    won = replace(game.state, control={**game.state.control, "1549": "german"})
    strait = Action("strait", unit="Blu 46")
    assert not list(Strait().reasons(g, won, won.top, strait))


@rules("stalingrad42", "S2.3")
def test_soviet_reinforcements_of_the_caucasus():
    game = drill(2)
    g, s = game.rules, game.state
    assert resource_points(g, s, "soviet") == 1
    assert arrival_areas(g, s, "C inf") == ["soviet-G", "soviet-L"]
    assert arrival_areas(g, s, "TC inf") == ["soviet-G", "soviet-L"]
    assert arrival_areas(g, s, "Far inf") == ["soviet-F"]


@rules("stalingrad42", "S2.5")
@pytest.mark.parametrize(
    ("hexes", "cut", "winner"),
    [
        (("2049", "4450"), False, "german"),
        (("2049",), False, "soviet"),
        (("4450",), False, "soviet"),
        (("2049", "4450"), True, "soviet"),
    ],
)
def test_twelve_points_in_supply_win_the_caucasus(hexes, cut, winner):
    game = drill(2)
    s = replace(game.state, control={**game.state.control, **dict.fromkeys(hexes, "german")})
    for unit in ("9 A", "56 A", "Garrison", "Guard"):
        s = s.put(unit, "destroyed-soviet")
    spread = {"2049": ("3 Pz", "2046"), "4450": ("40 Pz", "4447")}
    for hex in hexes:
        s = s.put(*spread[hex])
    if cut:
        s = s.put("9 A", "3142").put("56 A", "3944")
    assert game.rules.benchmarks == {}
    assert int(game.rules.query(s, "points").total) == (0 if cut else 6 * len(hexes))
    assert game.rules.result(replace(s, agenda=())).winner == winner


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
