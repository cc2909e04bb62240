"""Random games from the set-up to the end, drawing an action, and the list of all that is legal,
beside what they took before the engine stood on sets of hexes and its actions had slots.

The seconds before are those of the commit 2b442f6, measured by this code on the same machine, the
games' in one run with those of 2026-11-20 (an action was drawn from the list of all then); its
games went otherwise, because rules have been mended since. Elsewhere only the ratios of two runs on
one machine mean something.
"""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

from engine import catalogue
from engine.bots import RandomBot
from engine.chance import Seeded
from engine.game import Game, Rules
from engine.position import Position
from tests.bench import bench_paths, bench_zocbond
from tests.bench.bench_paths import best

BEFORE = {
    "holland44/five-days": (3.019, 0.009476),
    "stalingrad42/summer-drive": (1.988, 0.009262),
    "conflict-of-heroes/tanks-on-the-ridge": (0.3888, 0.002564),
    "victory-awaits/nine-turns": (0.1137, 0.000298),
    "pavlovs-house/the-house": (0.0407, 0.000118),
}
"""Seconds of a whole random game, and of listing all that is legal once."""
BOARDS = {"holland44": 0.009643, "stalingrad42": 0.009349}
"""Seconds that all choices took where units move first, on average over the training boards."""
SKETCH = 1.2
"""Seconds that all choices took at best on a sketch of Market Garden's whole map with 229 units."""
CAMPAIGNS = {"victory-awaits": 0.000559, "holland44": 1.518105}
"""Seconds that all choices took on 4,000 hexes."""


def play(scenario: str, seed: int) -> tuple[float, int]:
    """A random game: seconds, and actions."""
    begun = time.process_time()
    game, bot = Game(catalogue.rules_of(scenario), Seeded(seed)), RandomBot(seed)
    while game.decision is not None:
        game.apply(bot.choose(game))
    return time.process_time() - begun, len(game.history) - 1


def afresh(state: Any) -> Any:
    """The same state, of which nothing has been worked out."""
    return replace(state, position=Position(state.position.to_json()))


def looked_at(scenario: str, seed: int) -> tuple[float, float, int]:
    """Seconds of listing and of drawing at every decision of a random game, and how many."""
    game, luck = Game(catalogue.rules_of(scenario), Seeded(seed)), random.Random(seed)
    rules, listed, drawn = game.rules, 0.0, 0.0
    while game.decision is not None:
        one, other = afresh(game.state), afresh(game.state)
        begun = time.process_time()
        list(rules.choices(one, None, None))
        between = time.process_time()
        rules.sample(other, luck)
        listed, drawn = listed + between - begun, drawn + time.process_time() - between
        action = game.sample(luck)
        assert action is not None
        game.apply(action)
    return listed, drawn, len(game.history) - 1


def whole_map() -> Game:
    """Market Garden on the whole map, at the first decision in which units move."""
    game = Game(catalogue.rules_of("holland44/market-garden"), Seeded(1))
    while (owed := game.decision) is not None and owed.kind != "zb.move":
        game.apply(game.choices()[-1])
    return game


def first_moves(game: str) -> list[tuple[Rules, Any]]:
    """The training boards of a game, at the first decision in which units move."""
    found = []
    names = [name for shelf in ("play", "drills") for name in catalogue.scenario_ids(game, shelf)]
    for rules in map(catalogue.rules_of, names):
        played, luck = Game(rules, Seeded(1)), random.Random(1)
        while (owed := played.decision) is not None and owed.kind != "zb.move":
            action = played.sample(luck)
            assert action is not None
            played.apply(action)
        if owed is not None:
            found.append((rules, played.state))
    return found


ASKED: dict[str, Callable[[Rules, Any], object]] = {
    "all choices": lambda rules, state: list(rules.choices(state, None, None)),
    "the first legal action": lambda rules, state: next(rules.choices(state, None, None)),
    "an action drawn": lambda rules, state: rules.sample(state, random.Random(1)),
}


def rows(quick: bool = False) -> list[dict[str, object]]:
    """Seconds of a game, of a list of choices, of an action drawn."""
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

    # what other rows have left behind is not looked through again and again while games are played
    gc.collect()
    gc.freeze()
    games = 1 if quick else 5
    for scenario, (whole, choice) in BEFORE.items():
        play(scenario, 99)
        seconds, _ = map(sum, zip(*(play(scenario, n) for n in range(games)), strict=True))
        row(f"{scenario}: a random game", seconds / games, whole)
        listed, drawn, actions = map(
            sum, zip(*(looked_at(scenario, n) for n in range(1 if quick else 3)), strict=True)
        )
        row(f"{scenario}: all choices", listed / actions, choice)
        row(f"{scenario}: an action drawn, where all were listed", drawn / actions, choice)
    for name, before in BOARDS.items():
        listed, boards = 0.0, first_moves(name)[: 3 if quick else None]
        for rules, state in boards:
            ask = partial(ASKED["all choices"], rules)
            ask(afresh(state))
            listed += min(best(partial(ask, afresh(state)), 1) for _ in range(3))
        row(f"{name}: all choices on a training board", listed / len(boards), before)
    maps: dict[str, tuple[Game, float]] = {
        "victory-awaits: {} on 4,000 hexes, 300 units": (
            bench_paths.campaign(),
            CAMPAIGNS["victory-awaits"],
        ),
        "holland44: {} on 4,000 hexes, 300 units": (
            bench_zocbond.campaign(),
            CAMPAIGNS["holland44"],
        ),
        "holland44/market-garden: {}, beside a sketch's list": (whole_map(), SKETCH),
    }
    for name, (game, before) in maps.items():
        rules, state = game.rules, game.state
        next(rules.choices(afresh(state), None, None))
        for what, ask in ASKED.items():
            states = [afresh(state) for _ in range(1 if quick else 3)]
            seconds = min(best(partial(ask, rules, one), 1) for one in states)
            row(name.format(what), seconds, before)
    return found
