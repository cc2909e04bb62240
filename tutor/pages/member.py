"""Somebody at a live class, teacher or pupil: a line to the referee, and what it said last."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.errors import Problem
from tutor.referee.seat import HERE_SECONDS, Line
from tutor.table.repeat import Repeat


class Member:
    """A place in a class."""

    def __init__(self, line: Line, code: str) -> None:
        self.line, self.code = line, code
        self.number = self.version = -1
        self.on: Mapping[str, Any] = {"kind": ""}
        """What is on."""
        self.news: Mapping[str, Any] = {}
        """What was told last: a pupil of `all` and `you`, the teacher of everybody."""
        self.locked = False
        """Whether no solution is to be shown."""
        self.gone = False
        """Whether there is no such place any more."""
        self.on_news: Callable[[], None] = lambda: None
        """Told of what has come."""
        self.on_point: Callable[[str], None] = lambda hex: None
        """Told of where the teacher points."""
        self.on_lost: Callable[[bool], None] = lambda lost: None
        """Told when the connection is lost, and when it is there again."""
        self.on_peek: Callable[[], Mapping[str, Any] | None] = lambda: None
        """Asked, of a pupil's page, for the board before him."""
        self.looked = False
        """Whether his teacher looks over his shoulder."""
        self.looking = 0
        """Over whose shoulder the teacher looks."""
        self._board: Mapping[str, Any] | None = None
        """What the teacher has seen of it last."""
        self.on_board: Callable[[int, Mapping[str, Any] | None], None] = lambda pupil, board: None
        """Told, of the teacher's, what stands before a pupil."""
        self._boards: list[tuple[int, Mapping[str, Any] | None]] = []
        self._fresh = self._lost = False
        self.pulse = Repeat(self._beat, lambda: None)
        line.on_news = self._absorb

    def want(self, do: str, **about: Any) -> dict[str, Any]:
        """Ask for something to be done; a Problem says why not."""
        told = self.line.ask(f"class-{do}", code=self.code, key=self.line.key, **about)
        self._spread()
        return told

    def say(self, do: str, **about: Any) -> None:
        """Say something and wait for nothing."""
        self.line.tell(f"class-{do}", code=self.code, key=self.line.key, **about)

    def here(self) -> None:
        """Say that somebody listens; what was missed is told then."""
        known = {"number": self.number, "version": self.version, "locked": self.locked}
        self.say("here", **known, look=self.looking)

    def begin(self) -> None:
        """Listen as long as the page lives."""
        self.line.listen()
        self.here()
        self.pulse.start(HERE_SECONDS)

    def leave(self) -> None:
        """The page goes elsewhere."""
        self.pulse.stop()
        self.line.tell("class-bye", code=self.code)
        self.line.close()

    def _beat(self) -> bool:
        self.here()
        self.line.drain()
        if self.line.lost != self._lost:
            self._lost = self.line.lost
            self.on_lost(self._lost)
        return not self.gone

    def _absorb(self, told: dict[str, Any]) -> None:
        news = told["news"]
        whole = news.get("all", news)
        if whole["code"] != self.code:
            return
        if "point" in news:
            self.on_point(news["point"])
            return
        if "peek" in news:
            self.looked = news["peek"]
            if self.looked:
                self._show()
            return
        if "board" in news:
            self._boards.append((news["pupil"], news["board"]))
        else:
            self._fresh, self.gone = True, self.gone or bool(news.get("gone"))
            if not self.gone:
                self.news, self.number = news, whole["number"]
                self.locked = whole["locked"]
                self.version, self.on = whole.get("version", -1), whole.get("on", self.on)
        if not self.line.busy:
            self._spread()

    def _show(self) -> None:
        """The teacher looks over the pupil's shoulder."""
        self._board = self._seen()
        self.say("board", board=self._board)

    def _seen(self) -> Mapping[str, Any] | None:
        try:
            return self.on_peek()
        except Problem:
            # a game that is too long to be shown
            return None

    def changed(self) -> None:
        """Something has been done at the pupil's board: who looks over his shoulder sees it."""
        if self.looked and self._seen() != self._board:
            self._show()

    def _spread(self) -> None:
        if self._fresh:
            self._fresh = False
            self.on_news()
        while self._boards:
            self.on_board(*self._boards.pop(0))
