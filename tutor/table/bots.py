"""Bot show: bots that play among themselves, watched action by action or played on."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tutor.table.parts import Tray, display, html
from tutor.table.repeat import Repeat

if TYPE_CHECKING:
    from tutor.table import Tabletop

BEAT_SECONDS = 0.5
"""From one action to the next while somebody watches."""
HURRY_SECONDS = 0.4
"""So long bots in a hurry play before the page is shown again."""


class BotShow(Tray):
    """Buttons that let bots go on; shown while nobody else plays."""

    def __init__(self, table: Tabletop) -> None:
        self.hurry = self._more = False
        self.beat = Repeat(self._beat, self.refresh)
        self.words = html(value='<p class="sr-muted">Bots play every side.</p>')
        self.next = table.button("Next action", table.desk.go_on, look="primary")
        self.play = table.button("Play on", self._play, "Action after action, until you pause")
        self.end = table.button("To the end", self._end, "As fast as they can")
        super().__init__(table, self.words, self.next, self.play, self.end)

    def refresh(self) -> None:
        """Offer to go on while there is something to go on with."""
        match = self.table.desk.match
        owed = match.alone and match.game.decision is not None
        if not owed:
            self.beat.stop()
        display(self, owed and match.asked is None)
        playing = self.beat.running
        self.play.description = "Pause" if playing else "Play on"
        self.next.disabled = self.end.disabled = playing

    def _play(self) -> None:
        if self.beat.running:
            self.beat.stop()
        else:
            self.hurry = False
            self.beat.start(BEAT_SECONDS)

    def _end(self) -> None:
        self.hurry = True
        self.beat.start(0)

    def _beat(self) -> bool:
        """One action, or in a hurry as many as fit; nothing more once the game stands still."""
        self._more = False
        self.table.safely(self._act)()
        self.table.refresh()
        return self._more

    def _act(self) -> None:
        desk, until = self.table.desk, time.monotonic() + HURRY_SECONDS
        desk.go_on()
        while self.hurry and time.monotonic() < until and self._able():
            desk.go_on()
        self._more = self._able()

    def _able(self) -> bool:
        match = self.table.desk.match
        return match.alone and match.bots_turn and match.asked is None
