"""Chapter 6: every way in which a game can end, each reached by a script."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.bots import GreedyBot
from engine.catalogue import load
from engine.chance import Seeded
from engine.game import Game
from tests.engine.pavlovs_house.post import cards, do, opens, post
from tests.marks import rules

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
        (lambda: scored(0), "soviet", "pav.end.won"),
        (lambda: scored(2), None, "pav.end.draw"),
        (lambda: scored(4), "german", "pav.end.lost"),
        (milk_house, "soviet", "pav.end.won"),
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


@rules("pavlovs-house", "2.1")
def test_a_scenario_may_begin_when_the_moves_are_made() -> None:
    game = post(["pavlov red-2"], ["riflemen-1 3-1"], phase="actions")
    assert game.decision is not None
    assert game.decision.kind == "pav.acts"
    do(game, "attack", [4, 1, 1], unit="pavlov", target="riflemen-1")
    assert game.query("germans") == []
    assert cards("68")["hand"][0] == "68"
