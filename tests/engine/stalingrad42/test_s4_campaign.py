"""Scenario 4: what its file states, and its special rules."""

from __future__ import annotations

from dataclasses import replace

from engine.action import Action
from tests.engine.stalingrad42.setting import course, drill, points, until
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
    assert "0107" in game.state.tracks["converted"]


@rules("stalingrad42", "S4.4")
def test_twenty_one_points_win_and_24_are_needed_in_turn_28():
    game = drill(4)
    g, s = game.rules, replace(game.state, turn=28)
    assert g.goal == 21
    over = g.half_check(s, "german", course())
    assert over.agenda == ()
    assert g.result(over).winner == "soviet"
    rich = replace(s, control=dict.fromkeys(("0807", "1210", "1503"), "german"))
    rich = rich.put("40 A", "destroyed-soviet").put("21 A", "destroyed-soviet")
    rich = rich.put("28 TC", "destroyed-soviet")
    assert points(game, rich) >= 24
    assert g.half_check(rich, "german", course()) is rich
    assert g.half_check(s, "soviet", course()) is s
    assert g.half_check(replace(s, turn=27), "german", course()).agenda == s.agenda
