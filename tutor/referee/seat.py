"""A seat at a game that several screens share: a line to the referee, and the game as the side
knows it, driven like any other.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import zmq

from engine import catalogue, plain
from engine.game import Illegal
from engine.values import Action
from engine.verdict import Event, Verdict
from engine.words import trouble
from tutor.referee.seen import SeenGame

PATIENCE = 8.0
"""Seconds after which a referee that does not answer is not there."""
HERE_SECONDS = 3.0
LOST_SECONDS = 7.0


class Line:
    """What a page and the referee say to each other."""

    def __init__(self, address: str, key: str, learner: str) -> None:
        self.key, self.learner = key, learner
        self._context = zmq.Context()
        self._socket = self._context.socket(zmq.DEALER)
        self._socket.setsockopt(zmq.LINGER, 0)
        self._socket.connect(address)
        self._asked, self.busy = 0, False
        self._loop: asyncio.AbstractEventLoop | None = None
        self.heard_at = time.monotonic()
        self.on_news: Callable[[dict[str, Any]], None] = lambda told: None
        """Told of how a game stands, whenever that comes."""

    def ask(self, do: str, **about: Any) -> dict[str, Any]:
        """Ask for something and wait for the answer; a Problem says why not."""
        self._asked += 1
        number, self.busy = self._asked, True
        try:
            self._socket.send(json.dumps({"do": do, "re": number, **about}).encode())
            until = time.monotonic() + PATIENCE
            while (left := until - time.monotonic()) > 0:
                if self._socket.poll(int(left * 1000) + 1):
                    told = self._receive()
                    if told.get("re") == number:
                        self.drain()
                        return answered(told)
        finally:
            self.busy = False
        raise trouble("referee.silent")

    def tell(self, do: str, **about: Any) -> None:
        """Say something and wait for nothing."""
        with suppress(zmq.Again):
            self._socket.send(json.dumps({"do": do, **about}).encode(), zmq.NOBLOCK)

    def _receive(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self._socket.recv())
        self.heard_at = time.monotonic()
        if "news" in told:
            self.on_news(told)
        return told

    @property
    def more(self) -> bool:
        """Whether more has come that has not been heard yet."""
        return bool(self._socket.poll(0))

    def drain(self) -> None:
        """Hear all that has come."""
        while self.more:
            self._receive()

    def listen(self) -> None:
        """Hear what comes as long as the page lives."""
        self._loop = asyncio.get_event_loop()
        self._loop.add_reader(self._socket.fileno(), self.drain)

    @property
    def lost(self) -> bool:
        """Whether nothing has been heard for long."""
        return time.monotonic() - self.heard_at > LOST_SECONDS

    def close(self) -> None:
        """Nothing more is said."""
        if self._loop is not None:
            self._loop.remove_reader(self._socket.fileno())
        self._context.destroy(linger=0)


def answered(told: dict[str, Any]) -> dict[str, Any]:
    """An answer; what was refused is a Problem, or illegal with its reasons."""
    no = told.get("no")
    if no == "illegal":
        raise Illegal(Action("?"), Verdict(plain.value_of(told["reasons"])))
    if no == "problem":
        raise trouble("referee.problem", text=told["text"])
    if no is not None:
        raise trouble(f"referee.{no}")
    return told


class SeatGame(SeenGame):
    """A shared game as one side knows it: what can be known is worked out here, by the same rules;
    what is done is done by the referee."""

    def __init__(self, line: Line, code: str, seat: str) -> None:
        about = line.ask("look", code=code)["about"]
        super().__init__(catalogue.rules_of(about["scenario"], about["switches"]), seat)
        self.line, self.code = line, code
        self.table: Mapping[str, Any] = about
        """What everybody knows of the table."""
        self.on_news: Callable[[], None] = lambda: None
        """Told of what came by itself, and not of what this seat has asked for."""
        line.on_news = self._absorb
        line.ask("here", **self._me, number=self.number)

    @property
    def _me(self) -> dict[str, str]:
        return {"code": self.code, "side": self.seat, "key": self.line.key}

    def here(self) -> None:
        """Say that somebody listens; what was missed is told then."""
        self.line.tell("here", **self._me, number=self.number)

    def _absorb(self, told: dict[str, Any]) -> None:
        about, news = told["about"], told["news"]
        if about["code"] != self.code or news["number"] < self.number:
            return
        if news["since"] and told["after"] != self.number:
            # something was missed: all of it is asked for again
            self.number = -1
            self.here()
            return
        self.hear(news)
        self.table = about
        if not self.line.busy:
            self.on_news()

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Let the referee do it; what happened comes back as this side hears it."""
        self._require(action)
        begun = len(self._steps)
        told = self.line.ask("act", **self._me, number=self.number, action=action.to_json())
        if told["held"]:
            raise trouble("referee.held")
        return tuple(event for step in self._steps[begun:] for event in step.events)

    def want(self, what: str) -> None:
        """Take back, offer, agree, refuse, resign: what is more than a move."""
        self.line.ask(what, **self._me, number=self.number)

    def record(self) -> str:
        """The whole game as a save, once it is over: anybody may replay it."""
        return str(self.line.ask("record", **self._me)["record"])

    def leave(self) -> None:
        """The page goes."""
        self.line.tell("bye", code=self.code)
        self.line.close()
