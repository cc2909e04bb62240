"""The two scenarios of the rulebook in small, and the whole training operation."""

from __future__ import annotations

import pytest

import engine
from engine.bots import RandomBot, play_many
from engine.chance import Scripted, Seeded
from engine.record import dumps, loads, record_of, replay
from tests.engine.zocbond.field import field, forbidden, move, unit
from tests.marks import rules


def load(name, dice=()):
    """A scenario with its first dice."""
    return engine.load(f"holland44/{name}", chance=Scripted.dice(dice, then=Seeded(3)))


@rules("holland44", "S1.1", "S2.1", "23.1.1")
@pytest.mark.parametrize(("name", "last"), [("short-game", 11), ("campaign", 20)])
def test_the_scenarios_begin_in_the_air(name, last):
    played = load(name)
    assert (played.state.turn, played.rules.last_turn) == (1, last)
    assert (played.decision.side, played.decision.kind) == ("allied", "h44.drop")
    kinds = [type(phase).__name__ for phase in played.state.agenda]
    assert kinds.count("Rearm") == 1
    assert kinds.count("Bridges") == 1
    assert played.query("printed", of="skipped-in-turn-1") == [
        "weather",
        "artillery supply",
        "bridges",
    ]


@rules("holland44", "S1.2", "S2.2", "24.5", "17.3")
@pytest.mark.parametrize("name", ["short-game", "campaign"])
def test_the_markers_at_the_start(name):
    played = load(name)
    assert played.query("printed", of="blown") == [
        "1402-1502",
        "1306-1407",
        "1307-1408",
        "1109-1210",
    ]
    assert played.query("printed", of="intact") == ["1303-1404"]
    assert played.query("printed", of="movement-markers") == {"allied": 3, "german": 2}
    assert played.query("track", of="air") == 2
    assert played.query("track", of="sky") == "clear"
    assert played.query("track", of="stragglers") == {}
    assert "0511-0512" in played.query("track", of="blown")
    assert played.query("track", of="intact") == ("1411-1412",)


@rules("holland44", "23.6")
def test_the_operation_has_everything():
    played = load("five-days")
    kinds = {piece.kind for piece in played.scenario.pieces.values()}
    assert {"unknown", "bridge", "engineer", "recon", "glider", "airborne-supply"} <= kinds
    assert played.rules.last_turn - played.state.turn == 5
    garrison = unit("x", "0101", size="garrison")
    asleep = field("holland44", [unit("a", "0505")], [garrison], side="german")
    assert "23.6" in forbidden(asleep, move("x", "0101", "0102"))
    awake = field("holland44", [unit("a", "0103")], [garrison], side="german")
    assert awake.explain(move("x", "0101", "0201"))


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_operation_ends(bot):
    report = play_many("holland44/five-days", [11], bot)
    assert not report.violations
    assert report.finished == 1


def test_the_short_game_ends():
    report = play_many("holland44/short-game", [2], "random")
    assert not report.violations
    assert report.finished == 1


def test_a_game_with_interrupted_moves_is_saved_and_replayed():
    played = engine.load("holland44/five-days", chance=Seeded(5))
    bot = RandomBot(5)
    for _ in range(40):
        played.apply(bot.choose(played))
    again = replay(loads(dumps(record_of(played))))
    assert again.state == played.state
    assert again.decision == played.decision
