"""Playing at random: games for property tests."""

from __future__ import annotations

from collections.abc import Iterable

from hypothesis import strategies as st

from engine import Seeded, load
from engine.game import Game

RIVER_LINE = "victory-awaits/river-line"

picks = st.lists(st.integers(0, 10_000), max_size=14)
"""Which of the legal actions to take, one after another."""
seeds = st.one_of(st.integers(-5, 10**9), st.text(max_size=6))


def wander(game: Game, picks: Iterable[int]) -> Game:
    """Take legal actions, the n-th of those there are each time."""
    for pick in picks:
        if game.decision is None:
            break
        actions = game.choices()
        game.apply(actions[pick % len(actions)])
    return game


def river_line(seed: int | str = 1, picks: Iterable[int] = ()) -> Game:
    """The training scenario after some random actions."""
    return wander(load(RIVER_LINE, Seeded(seed)), picks)
