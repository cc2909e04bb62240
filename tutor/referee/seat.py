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
from engine.chance import Scripted
from engine.game import Game, HistoryStep, Illegal
from engine.values import Action
from engine.verdict import Decision, Ending, Event, Verdict
from engine.words import trouble
from tutor.referee.shared import WATCHER

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

    def drain(self) -> None:
        """Hear all that has come."""
        while self._socket.poll(0):
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


class SeatGame(Game):
    """A shared game as one side knows it: what can be known is worked out here, by the same rules;
    what is done is done by the referee."""

    def __init__(self, line: Line, code: str, seat: str) -> None:
        self.line, self.code, self.seat = line, code, seat
        about = line.ask("look", code=code)["about"]
        self.side: str = about["seats"][seat]["side"] if seat else WATCHER
        """As which side this seat sees."""
        self.table: Mapping[str, Any] = about
        """What everybody knows of the table."""
        self.rules = catalogue.rules_of(about["scenario"], about["switches"])
        self.source = Scripted(())
        self._steps: list[HistoryStep] = []
        self._now, self.number = -1, -1
        self._judged = (None, None, Verdict())
        self._seen_owed: Decision | None = None
        self._ended: Ending | None = None
        self.result: tuple[str, str] | None = None
        self.proposal: Mapping[str, Any] | None = None
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
        since = news["since"]
        if since and told["after"] != self.number:
            # something was missed: all of it is asked for again
            self.number = -1
            self.here()
            return
        state = plain.value_of(news["state"])
        del self._steps[since:]
        for events in news["steps"]:
            self._steps.append(HistoryStep(None, (), state, plain.value_of(events), 0))
        if self._steps[-1].state is not state:
            last = self._steps.pop()
            self._steps.append(HistoryStep(None, (), state, last.events, 0))
        self._now, self.number, self.table = len(self._steps) - 1, news["number"], about
        self._seen_owed = plain.value_of(news["owed"])
        self._ended = plain.value_of(news["ending"])
        self.result = tuple(news["result"]) if news["result"] else None
        self.proposal = news["proposal"]
        if not self.line.busy:
            self.on_news()

    # -- the game ---------------------------------------------------------------------------------

    @property
    def decision(self) -> Decision | None:
        """What is owed, as far as this side may know; None when the game is over."""
        return None if self.result is not None else self._seen_owed

    @property
    def player(self) -> str | None:
        """Whose seat owes it: this one, if it may do anything."""
        acting = self.rules.acting(self.state) if self.decision is not None else ()
        return self.seat if self.seat in acting else next(iter(acting), None)

    def player_at(self, state: Any) -> str | None:
        """Who owes it now: what was owed before is not known any more."""
        return self.player

    @property
    def mine(self) -> bool:
        """Whether this seat decides now."""
        return self.seat != WATCHER and self.player == self.seat

    def owed(self, viewer: str | None = None) -> Decision | None:
        """What is owed now, as this side knows it."""
        return self.decision

    @property
    def ending(self) -> Ending | None:
        """How the game ended, by its rules or by those who play."""
        if self.result is None:
            return self._ended
        did, side = self.result
        sides = dict.fromkeys(seat["side"] for seat in self.table["seats"].values())
        others = [one for one in sides if one != self.table["seats"][side]["side"]]
        winner = others[0] if did == "resign" and len(others) == 1 else None
        return Ending(winner, "", f"together.ended-{did}")

    def told(self, side: str) -> list[Event]:
        """The log as this side knows it."""
        return self.log

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

    @property
    def can_undo(self) -> bool:
        """Nothing is taken back here: the referee is asked for it."""
        return False

    @property
    def can_redo(self) -> bool:
        """Nor done again."""
        return False

    def undo(self) -> bool:
        """Nothing is taken back here."""
        return False

    def redo(self) -> bool:
        """Nor done again."""
        return False

    def reset(self) -> None:
        """Nor begun anew."""

    def leave(self) -> None:
        """The page goes."""
        self.line.tell("bye", code=self.code)
        self.line.close()
