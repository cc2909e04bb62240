"""Chapter 6: the last turn, the score, sudden defeats, and every way in which a game can end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.bots import GreedyBot
from engine.catalogue import load
from engine.chance import Seeded
from engine.game import Game
from tests.engine.pavlovs_house.post import do, opens, owed, post, told
from tests.marks import rules

TWO = ["pavlov red-2", "glushchenko red-3"]


@rules("pavlovs-house", "6.0 immediate loss", "3.0 bombing next location")
def test_a_second_damage_on_eighteen_loses() -> None:
    game, events = opens("W11", [6, 6, 6, 6, 6, 6], TWO)
    assert game.ending is not None
    assert (game.ending.winner, game.ending.key) == ("german", "pav.lost.army")
    assert told(events, "pav.lost.army") == [{}]
    assert game.choices() == []


@rules("pavlovs-house", "6.0 immediate loss")
def test_with_nobody_left_the_game_is_lost() -> None:
    game, _ = opens(["W06", "W05"], [3, 2, 6, 1, 1, 1], ["pavlov red-2"])
    assert game.ending is not None
    assert game.ending.key == "pav.lost.nobody"
    assert game.rules.violations(game.state) == []


def last(*german: str, storm: str = "", won: tuple[str, ...] = ()) -> Game:
    """The last Soviet counter phase of a game."""
    cards = {"wehrmacht": [], "won": list(won), **({"storm": storm} if storm else {})}
    men = ["pavlov red-2", "chernogolov reserve", "glushchenko reserve", "aleksandrov reserve"]
    game = post(men, german, cards=cards)
    do(game, "end")
    do(game, "end")
    return game


@rules("pavlovs-house", "6.0", "6.0 scoring", "6.0 result")
def test_the_score_adds_cards_and_men_and_takes_off_germans() -> None:
    game = last("riflemen-1 1-1", "stug-1 3-4", won=("bank", "brewery"))
    assert game.ending is not None
    assert game.ending.tally is not None
    assert [line.value for line in game.ending.tally.lines] == [7, 8, 4, -6]
    assert game.ending.tally.total == 13
    assert game.ending.tally.result == "patriotic"
    assert game.ending.winner == "soviet"


RESULTS = [
    (4, 0, 4, "soviet"),
    (4, 1, 1, "soviet"),
    (3, 1, 0, None),
    (2, 2, -4, None),
    (3, 4, -9, None),
    (2, 4, -10, "german"),
    (4, 5, -11, "german"),
]


@rules("pavlovs-house", "6.0 result")
@pytest.mark.parametrize(("men", "enemies", "points", "winner"), RESULTS)
def test_one_point_wins_and_minus_nine_is_still_a_draw(
    men: int, enemies: int, points: int, winner: str | None
) -> None:
    names = ("pavlov", "chernogolov", "glushchenko", "aleksandrov")[:men]
    german = [f"riflemen-{n + 1} {n + 1}-1" for n in range(enemies)]
    game = post([f"{name} reserve" for name in names], german)
    do(game, "end")
    do(game, "end")
    assert game.ending is not None
    assert game.ending.tally is not None
    assert (game.ending.tally.total, game.ending.winner) == (points, winner)


AWARDS = [
    (77, "hero"),
    (50, "hero"),
    (49, "victory"),
    (40, "victory"),
    (39, "red-banner"),
    (29, "suvorov"),
    (19, "patriotic"),
    (10, "patriotic"),
    (9, "red-star"),
    (1, "red-star"),
    (0, "no award"),
    (-9, "no award"),
    (-10, "defeat"),
    (-19, "defeat"),
    (-20, "crushing"),
    (-60, "crushing"),
]


@rules("pavlovs-house", "6.0 awards")
@pytest.mark.parametrize(("points", "award"), AWARDS)
def test_every_score_has_its_award(points: int, award: str) -> None:
    assert last().query("award", points=points) == award


CARDS = ["railwaymen", "l-shaped", "bank", "brewery", "specialists"]


@rules("pavlovs-house", "6.0 awards")
@pytest.mark.parametrize(
    ("won", "enemies", "degree"),
    [
        ([*CARDS, "voentorg", "milk-house"], 0, "triumph"),
        (CARDS, 0, "decisive"),
        (CARDS[:3], 0, "decisive"),
        (CARDS[:3], 1, "partial"),
        ([], 2, "draw"),
        ([], 5, "defeat"),
        ([], 6, "defeat"),
        ([], 9, "crushing"),
    ],
)
def test_a_score_is_a_victory_or_a_defeat_of_some_degree(
    won: list[str], enemies: int, degree: str
) -> None:
    german = [f"riflemen-{n + 1} {n % 6 + 1}-{n // 6 + 1}" for n in range(enemies)]
    game = last(*german, won=tuple(won))
    assert game.ending is not None
    assert game.ending.key == f"pav.end.{degree}"


@rules("pavlovs-house", "6.0 final sortie", "3.0 milk house")
def test_a_final_sortie_against_the_milk_house_without_a_card() -> None:
    game = last(storm="milk-house")
    assert owed(game) == ("soviet", "pav.sortie")
    for unit in ("pavlov", "chernogolov", "glushchenko"):
        do(game, "join", unit=unit)
    do(game, "storm", [3] * 8 + [1] + [5, 5, 5])
    assert game.ending is not None
    assert game.ending.tally is not None
    assert game.ending.tally.total == 10 + 4, "25 takes it, and nobody is lost"


@rules("pavlovs-house", "6.0 final sortie")
def test_no_final_sortie_with_germans_on_red_or_by_choice() -> None:
    game = last("riflemen-1 4-1", storm="milk-house")
    assert game.ending is not None
    game = last("riflemen-1 1-1", storm="milk-house")
    do(game, "end")
    assert game.ending is not None
    game = last(storm="bank")
    assert game.ending is not None, "only the Milk House is stormed at the end"


ROW = ["riflemen-1 4-1", "riflemen-2 4-2", "riflemen-3 4-3", "riflemen-4 4-4", "riflemen-5 4-5"]


def breakthrough() -> Game:
    """A sixth man on a full path."""
    return opens("W02", [4], ["pavlov red-2"], ROW)[0]


def army() -> Game:
    """A bomb on 18, damaged before."""
    tokens = {"18": {"damage": 1}}
    return opens("W11", [6, 6, 6, 1, 1, 2], ["pavlov red-2"], tokens=tokens)[0]


def nobody() -> Game:
    """The last man falls to a sniper."""
    return opens("W06", [3, 2, 6, 6, 6, 6], ["pavlov red-2"])[0]


def scored(enemies: int) -> Game:
    """The last turn passes with one man in the House and some Germans on the square."""
    game = post(["pavlov red-2"], [f"riflemen-{n} {n}-1" for n in range(1, enemies + 1)])
    do(game, "end")
    do(game, "end")
    return game


def milk_house() -> Game:
    """The last sortie: the Milk House is taken, and the game is over."""
    people = [f"{name} reserve" for name in ("chernogolov", "glushchenko", "anikin", "pavlov")]
    game = post(people, cards={"wehrmacht": [], "storm": "milk-house"})
    do(game, "end")
    do(game, "end")
    for text in people:
        do(game, "join", unit=text.split()[0])
    do(game, "storm", [3] * 12 + [5, 5, 5, 5])
    return game


@pytest.mark.parametrize(
    ("reach", "winner", "key"),
    [
        (breakthrough, "german", "pav.lost.breakthrough"),
        (army, "german", "pav.lost.army"),
        (nobody, "german", "pav.lost.nobody"),
        (lambda: scored(0), "soviet", "pav.end.partial"),
        (lambda: scored(2), None, "pav.end.draw"),
        (lambda: scored(4), "german", "pav.end.defeat"),
        (milk_house, "soviet", "pav.end.partial"),
    ],
)
@rules("pavlovs-house", "6.0", "6.0 result", "6.0 immediate loss", "6.0 final sortie")
def test_every_way_of_ending_is_reached(
    reach: Callable[[], Game], winner: str | None, key: str
) -> None:
    game = reach()
    assert game.decision is None
    assert game.ending is not None
    assert (game.ending.winner, game.ending.key) == (winner, key)
    assert (game.ending.tally is None) == key.startswith("pav.lost")
    assert game.rules.violations(game.state) == []


@rules("pavlovs-house", "7.4 end")
def test_the_competitive_game_ends_with_the_turn_of_the_milk_house() -> None:
    held = 0
    for seed in range(12):
        game = load("pavlovs-house/german-command", Seeded(seed))
        bot = GreedyBot(seed)
        while game.decision is not None:
            game.apply(bot.choose(game))
        if game.state.lost is None:
            held += 1
            assert game.state.milk_house_played
            assert len(game.state.german_hand) <= 4
    assert held > 0
