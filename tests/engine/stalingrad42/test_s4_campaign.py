"""Scenario 4: what its file states, and its special rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.stalingrad42.battle.air import in_range
from engine.stalingrad42.board.railheads import converted
from engine.stalingrad42.scenarios import half_check
from engine.values import Action
from tests.engine.stalingrad42.setting import course, drill, points, until, until_turn
from tests.engine.zocbond.field import forbidden, move
from tests.marks import rules


@rules("stalingrad42", "S4.2")
def test_the_campaign_begins_tactically():
    game = drill(4)
    until(game, "zb.move")
    assert "S4.2" in forbidden(game, move("24 Pz", "0407", "0507", "0607", "0707"))
    assert game.explain(Action("flip", unit="Supply", to="moving"))


@rules("stalingrad42", "S4.1", "S4.3")
def test_the_campaign_uses_chapters_30_to_34_and_converted_rails():
    game = drill(4)
    for name in (
        *("transcaucasus", "reserve-armies", "withdrawals"),
        *("winter-offensive", "maskirovka"),
    ):
        assert game.scenario.switches[name]
    start_line = {"0107", "0207", "0307"}
    line = ("0107", "0207", "0307", "0407", "0507", "0607", "0707", "0807")
    assert {h for h in line if converted(game.rules, game.state, h)} == start_line
    assert start_line == set(game.query("rail-net", side="german"))


@rules("stalingrad42", "S4.3", "31.0", "20.6", "30.0", "34.1.1")
def test_sleepers_wake_the_front_comes_and_armies_draw_their_markers():
    game = drill(4)
    until(game, "zb.move", "soviet")
    assert "31.0" in forbidden(game, move("5R 1", "1405", "1406"))
    assert "20.6" in forbidden(game, move("NC 1", "0914", "0913"))
    until_turn(game, 2, "soviet")
    game.apply(Action("wake", army="5"))
    assert game.explain(move("5R 1", "1405", "1406"))
    assert "31.0" in forbidden(game, Action("wake", army="6"))
    until_turn(game, 3, "german")
    here = game.query("place", unit="Wiking")
    game.apply(move("Wiking", here, "0312", "0313"))
    assert {"20.6", "30.0"} <= {event.rule for event in game.log}
    until_turn(game, 3, "soviet")
    assert game.explain(move("NC 1", "0914", "0913"))
    assert game.query("place", unit="TCF 1") == "soviet-G"
    until_turn(game, 15, "soviet")
    assert "8" not in game.state.records.armies
    until(game, "s42.mask-arrival")
    assert game.state.turn == 21
    game.apply(Action("mask", unit="First Reserve", hex="soviet-A", box="mask-3"))
    game.apply(Action("mask", unit="Second Reserve", hex="soviet-A", box="mask-1"))
    assert game.state.records.masks == {"First Reserve": "mask-3", "Second Reserve": "mask-1"}


@rules("stalingrad42", "S4.1", "5.6.1", "17.2.1", "17.2.2", "9.3.5")
def test_trains_run_railheads_fork_and_aircraft_fly_in_the_campaign():
    game = drill(4)
    assert game.state.records.air == 3
    assert in_range(game.rules, game.state, "1007")
    until(game, "s42.railheads", "german")
    game.apply(Action("railhead", marker="R1", path=("0407", "0507")))
    assert game.state.records.railheads == {"R1": "0507", "R2": "0507"}
    until(game, "zb.move", "soviet")
    game.apply(Action("rail", unit="24 A", hex="1604"))
    assert game.query("marks", unit="24 A") == ["train"]
    assert "0907" not in game.query("rail-net", side="german")


@rules("stalingrad42", "S4.3", "32.1", "32.2", "32.4")
def test_chapter_32_is_asked_in_the_campaign():
    game = drill(4)
    until(game, "s42.withdraw", "german")
    assert game.state.turn == 9
    until_turn(game, 14, "german")
    told = {event.rule for event in game.log}
    assert {"32.1", "32.2", "32.3", "32.4"} <= told
    assert game.query("place", unit="GD") == "removed"


@rules("stalingrad42", "S4.4")
def test_twenty_one_points_win_and_24_are_needed_in_turn_28():
    game = drill(4)
    g, s = game.rules, replace(game.state, turn=28)
    assert g.goal == 21
    over = half_check(g, s, "german", course())
    assert over.agenda == ()
    assert g.result(over).winner == "soviet"
    rich = replace(s, control=dict.fromkeys(("0807", "1210", "1503"), "german"))
    rich = rich.put("40 A", "destroyed-soviet").put("21 A", "destroyed-soviet")
    rich = rich.put("28 TC", "destroyed-soviet")
    assert points(game, rich) >= 24
    assert half_check(g, rich, "german", course()) is rich
    assert half_check(g, s, "soviet", course()) is s
    assert half_check(g, replace(s, turn=27), "german", course()).agenda == s.agenda


@rules("stalingrad42", "S4.4", "24.1.1")
@pytest.mark.parametrize(
    ("turn", "side", "points", "over"),
    [
        (28, "german", 23, True),
        (28, "german", 24, False),
        (28, "soviet", 0, False),
        (27, "german", 0, False),
        (29, "german", 0, False),
    ],
)
def test_twenty_three_points_end_the_campaign_in_the_german_half_of_turn_28(
    turn, side, points, over
):
    game = drill(4)
    game.rules.worth = {"0407": points}
    s = replace(game.state, turn=turn, control={"0407": "german"})
    after = half_check(game.rules, s, side, course())
    assert (after.agenda == ()) is over
    assert (after.records.winner == "soviet") is over


@rules("stalingrad42", "S4.4")
@pytest.mark.parametrize(("points", "winner"), [(20, "soviet"), (21, "german")])
def test_twenty_one_points_win_the_campaign(points, winner):
    game = drill(4)
    game.rules.worth = {"0407": points}
    s = replace(game.state, turn=36, control={"0407": "german"}, agenda=())
    assert game.rules.result(s).winner == winner
    assert game.rules.result(s).rule == "S4.4"
