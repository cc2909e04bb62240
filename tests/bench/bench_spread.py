"""Games of bots by two processes, beside the same games by one.

With a core for each, one should take nearly twice as long as two.
"""

from __future__ import annotations

from engine.bots import GAME, games_of, play_games
from engine.results import Row
from engine.spread import Spread
from tests.bench.bench_paths import best

SCENARIO, GAMES, FEW = "pavlovs-house/the-house", 200, 6


def played(jobs: int, games: int) -> list[Row]:
    """So many games by so many processes."""
    return Spread(jobs).run(play_games, games_of(SCENARIO, range(games)), GAME)[0]


def rows(quick: bool = False) -> list[dict[str, object]]:
    """One process, and two."""
    games, repeats = (FEW, 1) if quick else (GAMES, 2)
    two = best(lambda: played(2, games), repeats)
    one = best(lambda: played(1, games), repeats)
    return [
        {
            "name": f"{games} games by one process",
            "seconds": one,
            "baseline": "by two",
            "baseline_seconds": two,
            "ratio": one / two,
        }
    ]
