"""The two scenarios of the rulebook in small, and the whole training operation."""

from __future__ import annotations

from dataclasses import replace

import pytest

import engine
from engine.bots import RandomBot, play_many
from engine.chance import Scripted, Seeded
from engine.holland44.board.bridges import mined
from engine.holland44.moving.areas import binding_corps, in_sector
from engine.record import dumps, loads, record_of, replay
from engine.values import Action
from tests.engine.zocbond.field import field, forbidden, move, noting, unit
from tests.engine.zocbond.uses import idle
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
    assert played.rules.movement_markers == {"allied": 3, "german": 2}
    assert played.rules.markers_at_hand == 3
    assert played.query("track", of="air") == 2
    assert played.query("track", of="sky") == "clear"
    assert played.query("track", of="stragglers") == {}
    assert "0511-0512" in played.query("track", of="blown")
    assert played.query("track", of="intact") == ("1412-1511",)


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


WHOLE = pytest.mark.parametrize("name", ["short-game", "campaign"])


@rules("holland44", "5.7")
@WHOLE
def test_one_bridge_of_the_scenarios_is_not_blown_in_turn_1(name):
    played = load(name)
    assert played.state.turn == 1
    assert not mined(played.rules, played.state, "1506-1507")
    assert not mined(played.rules, played.state, "0706-0707")
    while played.state.turn == 1:
        idle(played)
    assert mined(played.rules, played.state, "1506-1507")
    assert not mined(played.rules, played.state, "0706-0707")


@rules("holland44", "22.2.1", "22.2.4")
@WHOLE
def test_a_battalion_of_the_scenarios_has_a_code_of_its_own(name):
    played = load(name)
    spots = {a["hex"] for a in played.choices(unit="p-2") if a.kind == "drop"}
    assert spots == {"1404"}
    assert "1404" not in {a["hex"] for a in played.choices(unit="p-1") if a.kind == "drop"}
    assert "22.2.4" in forbidden(played, Action("drop", unit="p-2", hex="1403"))
    later = noting(replace(played.state, turn=6), dropped_day=1, sky="clear")
    phase = later.top
    assert {"1403", "1404"} <= set(phase.spots(played.rules, later, "p-2"))
    assert {"1403", "1404"} <= set(phase.spots(played.rules, later, "p-1"))


@rules("holland44", "22.1.3")
@WHOLE
def test_the_glider_regiment_of_the_scenarios_gathers_in_turn_2(name):
    played = load(name, [1] * 3)
    assert "22.1.3" in forbidden(played, Action("drop", unit="brit-g", hex="0603"))
    for unit_id in ("brit-p", "brit-s"):
        played.apply(Action("drop", unit=unit_id, hex="0603"))
    assert played.query("place", unit="brit-g") == "in-the-air"
    while played.state.turn == 1 or played.decision.kind != "zb.move":
        idle(played)
    assert played.query("place", unit="brit-g") == "0603"


@rules("holland44", "23.4", "19.1")
@WHOLE
def test_the_12th_corps_comes_by_its_own_area(name):
    played = load(name)
    while played.state.turn == 1 or played.decision.kind != "zb.move":
        idle(played)
    assert played.query("place", unit="c-1") == "allied-O"
    assert played.explain(Action("enter", unit="c-1", path=("1716",)))
    rules_ = played.rules
    assert {"8", "12", "30"} == set(rules_.sectors)
    assert binding_corps(rules_, played.state, "c-1") == "12"
    # 1416 is a hex beyond the boundary with the 30th Corps, 1316 two.
    assert in_sector(rules_, "12", "1416")
    assert not in_sector(rules_, "12", "1316")


@rules("holland44", "19.2.1", "19.2.2")
@WHOLE
def test_area_l_changes_hands(name):
    played = load(name)
    for turn, side in ((6, "german"), (7, "allied")):
        assert played.rules.area_of(replace(played.state, turn=turn), "german-L") == side


@rules("holland44", "25.5")
@WHOLE
def test_twenty_unknown_units_with_twenty_counters_behind_them(name):
    played = load(name)
    marks = [u for u, p in played.rules.units.items() if p.kind == "unknown"]
    seats = {played.query("place", unit=u) for u in marks}
    assert (len(marks), len(seats)) == (20, 20)
    assert seats <= set(played.rules.board.hexes)
    assert len(played.state.position.at("unknown-pool")) == 20


@rules("holland44", "8.3.2", "12.1.3", "19.3.2", "24.2")
def test_a_drill_uses_what_a_full_map_will_need():
    played = load("drills/polder-town")
    assert played.rules.stand_column(played.state, "0504", "Ewald") == "other"
    assert (played.query("left", unit="2 Gds"), played.query("left", unit="1 Wor")) == (1, 2)
    assert played.query("track", of="traffic") == {"1": "0505"}
    # Half a point by road, two for the jam; the battered battalion pays no more than its road.
    assert played.tally(move("2 Gds", "0507", "0506", "0505")).total == 3
    assert played.tally(move("1 Wor", "0506", "0505")).total == 1
    out = Action("pass-area", unit="2 Gren", area="allied-N")
    assert played.explain(out)
    west = ("0507", "0408", "0308")
    tanks = Action("pass-area", unit="2 Gds", area="allied-N", path=west)
    assert "19.3.2" in forbidden(played, tanks)
    closed = field(
        "holland44", [unit("a", "0705")], [unit("x", "1212")], sides={"impassable": ["0705 SW"]}
    )
    board = played.scenario.board
    assert {"0606"} == {
        h for h in board.neighbours("0705") if "impassable" in board.side("0705", h)
    }
    assert forbidden(closed, move("a", "0705", "0606", mode="tactical")) == ("8.3.2",)
