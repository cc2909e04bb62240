"""Chapters 5 and 6: medic bags, the last turn, the score, sudden defeats."""

from __future__ import annotations

import pytest

from engine.game import Game
from tests.engine.pavlovs_house.post import do, opens, owed, place, post, tokens, told, why
from tests.marks import rules

TWO = ["pavlov red-2", "glushchenko red-3"]
BAG = {"supply": {"medic": 1}}


@rules("pavlovs-house", "5.0", "5.0 what a bag undoes")
def test_a_bag_undoes_a_snipers_hit() -> None:
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], TWO, tokens=BAG)
    assert owed(game) == ("soviet", "pav.wound")
    assert why(game, "bag", unit="glushchenko") == {("5.0 what a bag undoes", "pav.wound.other")}
    assert {action.kind for action in game.choices()} == {"bag", "lose"}
    do(game, "bag", unit="pavlov")
    assert place(game, "pavlov") == "red-2"
    assert tokens(game, "supply") == {}
    assert tokens(game, "stock")["medic"] == 4


@rules("pavlovs-house", "5.0")
def test_a_bag_need_not_be_spent_and_only_bags_in_the_house_count() -> None:
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], TWO, tokens=BAG)
    do(game, "lose", unit="pavlov")
    assert place(game, "pavlov") == "out"
    assert tokens(game, "supply") == {"medic": 1}
    game, _ = opens("W06", [3, 2, 6, 1, 1, 1], TWO, tokens={"staging": {"medic": 4}, "supply": {}})
    assert place(game, "pavlov") == "out"


@rules("pavlovs-house", "5.0 what a bag undoes", "3.0 mortar second damage")
def test_a_bag_undoes_a_second_damage_but_not_the_first() -> None:
    game, _ = opens("W07", [4, 2, 6, 1, 1, 1], TWO, tokens=BAG)
    assert owed(game)[1] == "pav.moves", "a first token is no wound"
    game, _ = opens("W07", [4, 2, 6, 1, 1, 1], ["pavlov red-2 damaged", TWO[1]], tokens=BAG)
    do(game, "bag", unit="pavlov")
    assert game.query("unit", unit="pavlov") == {
        "place": "red-2",
        "damaged": True,
        "exhausted": False,
        "acted": False,
        "ordered": False,
    }


@rules("pavlovs-house", "5.0 what a bag undoes", "3.0 resupply")
def test_a_bag_feeds_one_who_goes_without() -> None:
    game, _ = opens("bank", [], TWO, tokens=BAG)
    do(game, "lose", unit="pavlov")
    do(game, "bag", unit="pavlov")
    assert why(game, "lose", unit="pavlov") == {("3.0 resupply", "pav.hungry.named")}
    do(game, "lose", unit="glushchenko")
    assert game.query("men") == ["pavlov"]
    assert game.query("cards")["storm"] == "bank"


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
    cards = {"wehrmacht": [], "storm": storm, "won": list(won)}
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


RESULTS = [(0, "soviet"), (1, "soviet"), (2, None), (4, None), (5, "german")]


@rules("pavlovs-house", "6.0 result")
@pytest.mark.parametrize(("enemies", "winner"), RESULTS)
def test_a_point_wins_and_minus_ten_loses(enemies: int, winner: str | None) -> None:
    german = [f"riflemen-{n + 1} {n + 1}-1" for n in range(enemies)]
    game = last(*german)
    assert game.ending is not None
    assert game.ending.winner == winner
    assert game.ending.tally is not None
    assert game.ending.tally.total == 4 - 3 * enemies


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
