"""What stands beside a board of the '4x games: sums, ways to stand, keys, names without codes."""

from __future__ import annotations

import pytest

from engine import load
from engine.catalogue import GAMES as KNOWN
from engine.game import Game
from engine.tables import load_charts
from engine.values import Action
from tests.engine.zocbond.field import attack, field, unit
from tests.marks import rules
from tests.tutor.sitting import words
from tutor import panels
from tutor.desk import Desk
from tutor.games import hands_for
from tutor.games.zocbond import beside, charts

GAMES = ("holland44", "stalingrad42")


def driven_back(game: str) -> Game:
    """The defender of 0504 must stand or go."""
    strong = [unit("a", "0505", full=[9, 6, 6])]
    for die in range(1, 7):
        played = field(game, strong, [unit("x", "0504")], phase="combat", dice=[die])
        played.apply(attack("0504", "a"))
        if played.decision is not None and played.decision.kind == "zb.stand":
            return played
    raise AssertionError("no die drives the defender back")


@pytest.mark.parametrize("game", GAMES)
def test_ways_to_stand_are_compared_by_column_modifiers_and_chance(game: str) -> None:
    desk = Desk(driven_back(game))
    told = words(desk.hands.plan_html(None, ()))
    stand = Action("stand", lead="x")
    chance = beside.holding(desk.hands, stand)
    assert 0 < chance < 1
    assert f"{desk.hands.action_name(stand)}: holds" in told
    assert "Determined defence" in told
    assert "→" not in told


@pytest.mark.parametrize("game", GAMES)
def test_the_line_of_odds_leads_from_two_sums_to_the_column(game: str) -> None:
    mine = [unit("a", "0505", full=[9, 6, 6])]
    desk = Desk(field(game, mine, [unit("x", "0504")], phase="combat"))
    assert desk.hands.plan_html(None, ()) == ""
    desk.click("0504", "x")
    told = words(desk.hands.plan_html(desk.pointer.target, desk.pointer.members))
    assert told == "9 against 4 is 2-1; no shift: column 2-1."
    assert words(desk.hands.plan_html(desk.pointer.target, ())).startswith("0 against 4")


@pytest.mark.parametrize("game", GAMES)
def test_every_result_of_combat_is_said_in_words(game: str) -> None:
    hands = hands_for(load(f"{game}/drills/bonds-line"))
    told = words(hands.key_html())
    results = hands.game.rules.charts["results"].rows
    assert all(f"{code}:" in told for code in results)
    assert all(beside.result_text(row) for row in results.values())
    assert "the attacker loses 1 and the defender loses 1, each picked by the enemy" in told


@pytest.mark.parametrize("game", GAMES)
def test_what_happened_to_a_unit_is_said_when_it_is_picked(game: str) -> None:
    marks = {"a": ["disrupted", "out"]}
    hands = hands_for(field(game, [unit("a", "0505")], marks=marks))
    said = hands.unit_text("a")
    assert "disrupted" in said
    assert "out of supply" in said


@pytest.mark.parametrize(
    ("unit", "told", "stamped"),
    [
        ("4 Wilts", "due in turn 2 by area N", "turn 2, N"),
        ("1/501", "due in turn 1 at drop zone A2", "turn 1, A2"),
        ("1 Polish", "due in turn 6", "turn 6"),
        ("Stargaard", "due by area I when the die brings it", "die, I"),
    ],
)
def test_who_is_still_to_come_says_when_and_where(unit: str, told: str, stamped: str) -> None:
    hands = hands_for(load("holland44/market-garden"))
    assert hands.unit_text(unit).endswith(told)
    assert hands.counter(unit, frozenset()).size == stamped
    assert "due" not in hands.unit_text("2 Irish Gds")
    assert hands.unit_text("2 Irish Gds").endswith("full strength, Guards")
    assert hands.counter("2 Irish Gds", frozenset()).size == "II"


def test_an_order_of_battle_that_is_ours_says_where_it_comes_from() -> None:
    scenario = load("holland44/race-to-the-waal").scenario
    told = words(panels.reconstructions_html((), scenario))
    assert scenario.source in told
    assert scenario.board.source in told
    assert not words(panels.reconstructions_html((), load("holland44/campaign").scenario))


@pytest.mark.parametrize("game", GAMES)
def test_with_nobody_in_hand_a_click_on_an_empty_hex_sends_nobody(game: str) -> None:
    desk = Desk(field(game, [unit("a", "0505"), unit("b", "0707")]))
    desk.click("0506")
    assert len(desk.game.history) == 1
    assert "0506" in desk.notice.text
    alone = Desk(field(game, [unit("a", "0505")]))
    alone.click("0506")
    assert alone.game.state.position.place("a") == "0506"


@pytest.mark.parametrize("game", GAMES)
def test_a_way_that_fails_is_told_up_to_its_first_obstacle(game: str) -> None:
    foes = [unit("x", "0507"), unit("y", "0509")]
    desk = Desk(field(game, [unit("a", "0505"), unit("b", "0101")], foes))
    desk.click("0505", "a")
    desk.click("0511")
    assert desk.notice.reasons
    assert {hex for reason in desk.notice.reasons for hex in reason.hexes} <= {"0506", "0507"}


@pytest.mark.parametrize("game", GAMES)
def test_ways_back_are_named_by_where_they_lead(game: str) -> None:
    played = driven_back(game)
    played.apply(Action("go-back"))
    desk = Desk(played)
    desk.key("n")
    names = [desk.hands.action_name(action) for action in desk.game.choices()]
    assert names
    assert all(name.startswith("Retreat to ") and "hex" in name for name in names)


def test_charts_of_ground_and_water_are_told_in_points() -> None:
    printed = {
        name: load_charts(KNOWN["holland44"].package, {})[name] for name in ("terrain", "sides")
    }
    ground = charts.readable(printed["terrain"])
    assert ground.columns == ("on foot", "mechanized", "technical")
    assert dict(ground.rows["woods"]) == {"on foot": "2", "mechanized": "3", "technical": "3"}
    assert ground.rows["polder"]["technical"] == "–"
    water = charts.readable(printed["sides"])
    assert water.rows["minor-river"]["mechanized"] == "+2"
    assert "-1" not in panels.chart_html("holland44", water)


@pytest.mark.parametrize("game", GAMES)
def test_the_last_row_of_a_modified_die_holds_for_more_as_well(game: str) -> None:
    chart = charts.readable(load_charts(KNOWN[game].package, {})["stand"])
    assert [list(chart.rows)[n] for n in (0, -1)] == ["1 or less", "7 or more"]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_spent_beyond_the_last_column_is_said(game: str) -> None:
    mine = [unit("a", "0505", full=[14, 6, 6])]
    desk = Desk(field(game, mine, [unit("x", "0504", full=[2, 2, 4])], phase="combat", air=1))
    desk.click("0504", "x")
    plain = words(desk.hands.plan_html(desk.pointer.target, desk.pointer.members))
    assert plain.endswith("column 7-1, the last one.")
    desk.toggle_member("air:aircraft")
    told = words(desk.hands.plan_html(desk.pointer.target, desk.pointer.members))
    assert "without Air support as well" in told


@pytest.mark.parametrize("game", GAMES)
def test_an_advance_says_how_many_hexes_are_left_to_each(game: str) -> None:
    mine = [unit("a", "0505", full=[16, 6, 6]), unit("b", "0505", full=[2, 2, 4])]
    foes = [unit("x", "0504", full=[1, 1, 4], steps=1)]
    played = field(game, mine, foes, phase="combat", dice=[6])
    played.apply(attack("0504", "a", "b"))
    desk = Desk(played)
    assert desk.game.decision is not None
    assert desk.game.decision.kind == "zb.advance"
    before = words(desk.hands.plan_html(None, ()))
    assert before.count("hexes") == 2
    played.apply(Action("advance", units=("a",), path=("0505", "0504")))
    assert words(desk.hands.plan_html(None, ())) != before


@rules("holland44", "2.3.9")
@pytest.mark.parametrize(
    ("unit", "palette"),
    [
        ("1/501", "us-airborne"),
        ("1 Polish", "polish"),
        ("Irene", "dutch"),
        ("2 Irish Gds", "allied"),
        ("Harder", "ss"),
        ("HG Training", "luftwaffe"),
        ("2/Chill", "german"),
    ],
)
def test_counters_bear_the_colours_of_their_nation_or_branch(unit: str, palette: str) -> None:
    hands = hands_for(load("holland44/market-garden"))
    assert hands.counter(unit, frozenset()).palette == palette
