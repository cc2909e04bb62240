"""A game as one side knows it: what the side has heard of it, on a board where the same rules work
out what can be known. Nothing is done here."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from engine import plain
from engine.chance import Scripted
from engine.game import Game, HistoryStep, Rules
from engine.values import Action
from engine.verdict import Decision, Ending, Event, Verdict
from engine.words import trouble
from tutor.referee.shared import WATCHER, SharedGame

HEARD = 60
"""So many of the last actions are told of with what came of them."""


class SeenGame(Game):
    """A game as whoever has a seat at it knows it."""

    def __init__(self, rules: Rules, seat: str) -> None:
        self.rules, self.seat = rules, seat
        self.side: str = rules.chairs[seat] if seat else WATCHER
        """As which side this seat sees."""
        self.source = Scripted(())
        self._steps: list[HistoryStep] = []
        self._now, self.number = -1, -1
        self._judged = (None, None, Verdict())
        self._seen_owed: Decision | None = None
        self._ended: Ending | None = None
        self.result: tuple[str, str] | None = None
        self.proposal: Mapping[str, Any] | None = None

    def hear(self, news: Mapping[str, Any]) -> None:
        """How things stand now, and what has happened since."""
        since, state = news["since"], plain.value_of(news["state"])
        del self._steps[since:]
        for events in news["steps"]:
            self._steps.append(HistoryStep(None, (), state, plain.value_of(events), 0))
        if self._steps[-1].state is not state:
            last = self._steps.pop()
            self._steps.append(HistoryStep(None, (), state, last.events, 0))
        self._now, self.number = len(self._steps) - 1, news["number"]
        self._seen_owed = plain.value_of(news["owed"])
        self._ended = plain.value_of(news["ending"])
        self.result = tuple(news["result"]) if news["result"] else None
        self.proposal = news["proposal"]

    def news(self) -> dict[str, Any]:
        """The same for another screen, from the beginning."""
        told = {
            "number": self.number,
            "since": 0,
            "steps": [plain.plain(step.events) for step in self._steps],
            "state": plain.plain(self.state),
            "owed": plain.plain(self._seen_owed),
            "ending": plain.plain(self._ended),
            "result": self.result,
            "proposal": None,
        }
        return shortened(told)

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
        did, seat = self.result
        chairs = self.rules.chairs
        others = [one for one in dict.fromkeys(chairs.values()) if one != chairs[seat]]
        winner = others[0] if did == "resign" and len(others) == 1 else None
        return Ending(winner, "", f"together.ended-{did}")

    def told(self, side: str) -> list[Event]:
        """The log as this side knows it."""
        return self.log

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Nothing is done to a game of which one side's knowledge is all there is."""
        raise trouble("school.seen-only")

    @property
    def can_undo(self) -> bool:
        """Nothing is taken back here."""
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


def shortened(news: dict[str, Any]) -> dict[str, Any]:
    """News in which what came of actions long ago is left out."""
    steps = news["steps"]
    old = max(0, len(steps) - HEARD)
    return {**news, "steps": [*([] for _ in range(old)), *steps[old:]]}


def news_of(game: Game, seat: str) -> dict[str, Any]:
    """What a seat of a game that lies open here would hear of it."""
    told: dict[str, Any] = json.loads(SharedGame(game, {}).news(seat))
    return shortened(told)
