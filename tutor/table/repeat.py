"""Repeat: something done again and again while the page goes on; a player of what is shown so."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING

from tutor.table.parts import html, row

if TYPE_CHECKING:
    from tutor.table import Tabletop

BEAT_SECONDS = 1.6
"""From one step to the next of what goes on by itself."""


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


class Player:
    """What is followed at a table step by step, by its buttons or by itself.

    `show` brings the table so many steps on and says what is seen there.
    """

    def __init__(
        self, table: Tabletop, count: int, show: Callable[[int], str], begin: str, on: str = "Next"
    ) -> None:
        self.table, self.count, self.show, self.place = table, count, show, 0
        self.beat = Repeat(self._beat, self.stop)
        self.caption = html("staffride-status")
        self.play = table.button("Play", self.play_or_pause, "Step after step")
        back, forward = table.button("Back", self.backward), table.button(on, self.forward)
        self.controls = (self.caption, row(back, forward, self.play))
        self._tell(begin)

    def _tell(self, text: str) -> None:
        told = f"<strong>{self.place} of {self.count}.</strong> {escape(text)}"
        self.caption.value = f"<p>{told}</p>"

    def go(self, place: int) -> None:
        """The table after so many steps."""
        told, self.place = self.show(place), place
        self._tell(told)

    def forward(self) -> None:
        """The next step."""
        if self.place < self.count:
            self.go(self.place + 1)

    def backward(self) -> None:
        """One step back."""
        self.stop()
        if self.place:
            self.go(self.place - 1)

    def play_or_pause(self) -> None:
        """Go on by itself, from the end once more from the start; or stop."""
        if self.beat.running:
            self.stop()
            return
        if self.place == self.count:
            self.go(0)
        self.beat.start(BEAT_SECONDS)
        self.play.description = "Pause"

    def stop(self) -> None:
        """It goes on by itself no more."""
        self.beat.stop()
        self.play.description = "Play"

    def _beat(self) -> bool:
        before = self.place
        self.table.safely(self.forward)()
        self.table.refresh()
        return before < self.place < self.count
