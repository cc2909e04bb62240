"""A table that many screens share: from an action at one to the last of thirty that hear of it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tutor.referee.seat import Line, SeatGame
from tutor.referee.shared import WATCHER
from tutor.store import Store

SCENARIO = "conflict-of-heroes/four-armies"
WATCHERS = 30
LIMIT = 1.0
"""Seconds in which all of a class must have it."""


@contextmanager
def referee() -> Iterator[str]:
    """A referee in a process of its own; its address."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"ipc://{folder}/referee"
        own = {**os.environ, **Store(Path(folder) / "bench.sqlite").environment}
        command = [sys.executable, "-m", "tutor.referee", address]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, env=own)
        try:
            yield address
        finally:
            process.terminate()
            process.wait()


def heard(games: list[SeatGame], number: int) -> None:
    """Wait until all know of the action with that number."""
    waiting = [game for game in games if game.number < number]
    while waiting:
        for game in waiting:
            game.line.drain()
        waiting = [game for game in waiting if game.number < number]


def rows(quick: bool = False) -> list[dict[str, object]]:
    """The slowest and the usual of some actions."""
    with referee() as address:
        host = Line(address, "key", "host")
        code = host.ask("open", scenario=SCENARIO, switches={}, players={})["code"]
        seats = []
        for side in host.ask("look", code=code)["about"]["people"]:
            line = Line(address, side, side)
            line.ask("sit", code=code, side=side, learner=side, key=side)
            seats.append(SeatGame(line, code, side))
        watchers = [
            SeatGame(Line(address, str(one), str(one)), code, WATCHER) for one in range(WATCHERS)
        ]
        luck, times = random.Random(1), []
        for _ in range(5 if quick else 60):
            for seat in seats:
                seat.line.drain()
            seat = next(one for one in seats if one.mine)
            action = seat.sample(luck)
            assert action is not None
            begun = time.perf_counter()
            seat.apply(action)
            heard([*seats, *watchers], seat.number)
            times.append(time.perf_counter() - begun)
        for game in (*seats, *watchers):
            game.leave()
        host.close()
    what = f"an action at a shared table, heard by {len(seats)} seats and {WATCHERS} watchers"
    return [
        {
            "name": f"{what}: {name}",
            "seconds": seconds,
            "baseline": "a second, the limit",
            "baseline_seconds": LIMIT,
            "ratio": seconds / LIMIT,
        }
        for name, seconds in (
            ("usual", sorted(times)[len(times) // 2]),
            ("the slowest", max(times)),
        )
    ]
