"""Random games from the set-up to the end, and the list of all that is legal, beside what they took
before the engine stood on sets of hexes.

The seconds before are those of the commit 2b442f6, measured by this code on the same machine; its
games went otherwise, because rules have been mended since. Elsewhere only the ratios of two runs
on one machine mean something.
"""

from __future__ import annotations

import time

from engine import catalogue
from engine.bots import RandomBot
from engine.chance import Seeded
from engine.game import Game
from tests.bench import bench_paths, bench_zocbond
from tests.bench.bench_paths import best

BEFORE = {
    "holland44/five-days": (0.003400, 0.009476),
    "stalingrad42/summer-drive": (0.004614, 0.009262),
    "conflict-of-heroes/tanks-on-the-ridge": (0.002492, 0.002564),
    "victory-awaits/nine-turns": (0.000402, 0.000298),
    "pavlovs-house/the-house": (0.000183, 0.000118),
}
"""Seconds of an action of a random game without listing what is legal, and of listing it."""
CAMPAIGNS = {"victory-awaits": 0.000559, "holland44": 1.518105}
"""Seconds that all choices took on 4,000 hexes."""


def played(scenario: str, seed: int) -> tuple[float, float, int]:
    """A random game: seconds in all, seconds in `choices`, actions."""
    game = Game(catalogue.rules_of(scenario), Seeded(seed))
    bot = RandomBot(seed)
    listed, begun = 0.0, time.perf_counter()
    while game.decision is not None:
        before = time.perf_counter()
        game.choices()
        listed += time.perf_counter() - before
        game.apply(bot.choose(game))
    whole = time.perf_counter() - begun - listed
    return whole, listed, len(game.history) - 1


def rows(quick: bool = False) -> list[dict[str, object]]:
    """Seconds an action, seconds a list of choices."""
    found: list[dict[str, object]] = []

    def row(name: str, seconds: float, before: float) -> None:
        found.append(
            {
                "name": name,
                "seconds": seconds,
                "baseline": "before, at 2b442f6",
                "baseline_seconds": before,
                "ratio": seconds / before,
            }
        )

    for scenario, (action, choice) in BEFORE.items():
        catalogue.load(scenario).choices()
        whole, listed, actions = map(
            sum, zip(*(played(scenario, seed) for seed in range(1 if quick else 3)), strict=True)
        )
        count = 1 if quick else 3
        a_second = count / whole
        row(
            f"{scenario}: an action of a random game ({a_second:.1f} games a second)",
            whole / actions,
            action,
        )
        row(f"{scenario}: all choices", listed / actions, choice)
    for name, module in (("victory-awaits", bench_paths), ("holland44", bench_zocbond)):
        game = module.campaign()
        Game(game.rules, Seeded(0)).choices()
        seconds = min(
            best(Game(game.rules, Seeded(n)).choices, 1) for n in range(1 if quick else 3)
        )
        row(f"{name}: all choices on 4,000 hexes, 300 units", seconds, CAMPAIGNS[name])
    return found
