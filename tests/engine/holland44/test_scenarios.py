"""The two scenarios of the rulebook in small, and the whole training operation."""

from __future__ import annotations

import pytest

import engine
from engine.action import Action
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


def at_the_end(*units, **more):
    """The victory check of the last turn, by ending every phase."""
    played = field(
        "holland44",
        units,
        [unit("x", "1212")],
        phase="turn",
        turn=11,
        **{"last": 11, "waal-north": ["0101", "0102", "0103"], **more},
    )
    while played.decision is not None:
        played.apply(Action("end"))
    return played.ending


@rules("holland44", "S1.3")
def test_four_steps_beyond_the_waal_win_the_short_game():
    two = [unit("a", "0101"), unit("b", "0102")]
    won = at_the_end(*two, goal="waal")
    assert (won.winner, won.rule) == ("allied", "S1.3")
    assert at_the_end(unit("a", "0101"), unit("b", "0505"), goal="waal").winner == "german"
    para = unit("p", "0102", "parachute", division="82")
    assert at_the_end(unit("a", "0101"), para, goal="waal").winner == "german"


@rules("holland44", "S2.3", "26.1", "26.4")
def test_the_campaign_goes_by_points():
    tie = at_the_end(unit("a", "0505"))
    assert (tie.winner, tie.rule) == ("german", "26.4")
    ahead = at_the_end(unit("a", "0505"), ground={"0909": "C"}, control={"0909": "allied"})
    assert (ahead.winner, ahead.rule) == ("allied", "26.4")


@rules("holland44", "26.2", "26.3", "26.1")
def test_automatic_victories():
    north = {"lower-rhine-north": ["0101"], "last": 12}
    cities = {f"0{n}05": "C" for n in range(1, 10)}
    owned = dict.fromkeys([*cities, "1005"], "allied")
    area = [{"id": "allied-N", "name": "N", "touches": ["0101"]}]
    ours = at_the_end(
        unit("a", "0101"), ground={**cities, "1005": "C"}, control=owned, areas=area, **north
    )
    assert (ours.winner, ours.rule) == ("allied", "26.3")
    theirs = at_the_end(unit("a", "0505"), **north)
    assert (theirs.winner, theirs.rule) == ("german", "26.2")


@rules("holland44", "S1.1", "5.7")
def test_bridges_that_stand_are_named_in_the_printed_list():
    played = load("campaign")
    assert played.query("printed", of="never-blown") == ["6122", "5321", "6124"]
    assert played.query("printed", of="not-in-turn-1") == ["4816"]
    assert "h44.blow.never" in played.query("blow", bridge="0706-0707")


@rules("holland44", "4.1", "4.2", "4.3", "4.4", "20.1")
def test_the_weather_of_a_day():
    def sky(turn, *dice):
        played = field(
            "holland44",
            [unit("a", "0101")],
            [unit("x", "1212")],
            phase="turn",
            turn=turn,
            last=turn + 3,
            dice=dice,
        )
        return (
            played.query("track", of="weather"),
            played.query("track", of="sky"),
            played.query("track", of="air"),
        )

    assert sky(3, 1, 4) == (("clear", "clear"), "clear", 2)
    assert sky(3, 5, 5) == (("overcast", "cloudy"), "overcast", 0)
    assert sky(6, 1, 4) == (("cloudy", "overcast"), "cloudy", 1)
    assert sky(9, 2, 2) == (("cloudy", "clear"), "cloudy", 1)
    assert sky(8)[1:] == ("overcast", 0)
    assert sky(1)[0] == ("clear", "clear")


@rules("holland44", "23.6", "23.7", "6.1", "18.2.2")
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


@rules("holland44", "21.5")
def test_a_greedy_player_does_not_pass_a_step_to_and_fro_for_ever() -> None:
    report = play_many("holland44/hells-highway", [49], "greedy")
    assert (report.finished, report.violations) == (1, [])
