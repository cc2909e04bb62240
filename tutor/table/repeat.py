"""Repeat: something done again and again while the page goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Repeat:
    """Does one thing a beat, until there is no more of it or somebody stops it."""

    def __init__(self, act: Callable[[], bool], ended: Callable[[], None]) -> None:
        self.act = act
        """Does the next thing and says whether there is more."""
        self.ended = ended
        """What is to be done once there is no more."""
        self.task: asyncio.Task[None] | None = None

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.task is not None

    def start(self, seconds: float) -> None:
        """Begin, or go on."""
        self.stop()
        self.task = asyncio.get_event_loop().create_task(self._run(seconds))

    def stop(self) -> None:
        """No more of it."""
        if self.task is not None:
            self.task.cancel()
            self.task = None

    async def _run(self, seconds: float) -> None:
        more = True
        while more:
            await asyncio.sleep(seconds)
            more = self.act()
        self.task = None
        self.ended()
