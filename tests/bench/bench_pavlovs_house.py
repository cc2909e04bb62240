"""Whole games of Pavlov's House by the random bot, from the set-up to the score.

Beside them: the same number of choices and of dice by nothing but the standard library, which is
what a game would take if its rules cost nothing.
"""

from __future__ import annotations

import random
from functools import lru_cache

from engine import catalogue
from engine.bots import RandomBot
from engine.chance import Seeded
from engine.game import Game, Rules
from tests.bench.bench_paths import best

SCENARIO = "pavlovs-house/the-house"


@lru_cache(maxsize=1)
def rules() -> Rules:
    """The rules, read once."""
    return catalogue.rules_of(SCENARIO)


def game(seed: int) -> Game:
    """One game, played to its end."""
    played = Game(rules(), Seeded(seed))
    bot = RandomBot(seed)
    while played.decision is not None:
        played.apply(bot.choose(played))
    return played


def bare(choices: int, dice: int) -> int:
    """As many choices and throws, with no rules between them."""
    source, total = random.Random(1), 0
    for _ in range(choices):
        total += source.choice(range(24))
    for _ in range(dice):
        total += source.randint(1, 6)
    return total


def rows(quick: bool = False) -> list[dict[str, object]]:
    """Games, how many of them a second, and the bare choices and dice."""
    count, repeats = (2, 1) if quick else (8, 3)
    played = [game(seed) for seed in range(count)]
    choices = sum(len(one.history) - 1 for one in played)
    dice = sum(one.history[-1].numbers for one in played)
    seconds = best(lambda: [game(seed) for seed in range(count)], repeats)
    baseline = best(lambda: bare(choices, dice), repeats)
    return [
        {
            "name": f"Pavlov's House: {count} whole games, {choices} actions, "
            f"{count / seconds:.0f} games per second",
            "seconds": seconds,
            "baseline": f"{choices} choices and {dice} dice without rules",
            "baseline_seconds": baseline,
            "ratio": seconds / baseline,
        }
    ]
