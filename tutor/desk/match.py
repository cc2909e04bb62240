"""Match: a game as it goes on at one screen: people and bots, thrown dice, back and forth."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from typing import Any

from engine import bots
from engine.chance import NeedDice, Request, Source, Typed
from engine.game import Game
from engine.values import Action
from engine.verdict import Event


class Gestures:
    """Which stretches of a game's history were one gesture each."""

    def __init__(self) -> None:
        self._starts: dict[int, int] = {}
        """By the length of the history after a gesture, its length before."""

    def note(self, start: int, end: int) -> None:
        """What was done from one length of the history to another was one gesture."""
        if end > start + 1:
            self._starts[end] = start

    def forget(self, length: int) -> None:
        """Something new is done here: what came later in the history is gone."""
        self._starts = {end: start for end, start in self._starts.items() if end <= length}

    def start(self, length: int) -> int:
        """How far one step back leads."""
        return self._starts.get(length, length - 1)

    def end(self, length: int) -> int:
        """How far one step forward leads."""
        return next((end for end, start in self._starts.items() if start == length), length + 1)


class Match:
    """A game, who plays it, and the die that it waits for."""

    def __init__(self, game: Game, players: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.bots: dict[str, str] = dict(players or {})
        """The sides that a bot plays, and which."""
        self.away: frozenset[str] = frozenset()
        """The sides that people play at other screens."""
        self.asked: Request | None = None
        """The die that somebody is to throw and type in."""
        self.waiting: Action | None = None
        """The action that waits for it; none where a bot's does."""
        self.gestures = Gestures()
        self.patience: float | None = None
        """Seconds of work after which bots let others have a look; none where nobody looks."""

    @property
    def people(self) -> tuple[str, ...]:
        """The sides that are played at this screen: no bot's, nor those of cards and dice."""
        others = {*self.bots, *self.away, *self.game.rules.unplayed}
        return tuple(side.id for side in self.game.scenario.sides if side.id not in others)

    @property
    def bots_turn(self) -> bool:
        """Whether a bot owes the decision."""
        return self.game.player in self.bots

    @property
    def others_turn(self) -> bool:
        """Whether nobody at this screen owes the decision."""
        return self.bots_turn or self.game.player in self.away

    @property
    def going(self) -> bool:
        """Whether a bot is in the midst of a long turn against people."""
        return self.bots_turn and not self.alone and self.asked is None

    @property
    def alone(self) -> bool:
        """Whether bots play every side: then they wait to be told to go on."""
        return bool(self.bots) and not self.people

    # -- forth ------------------------------------------------------------------------------------

    def replace(self, game: Game) -> None:
        """Another game, played by the same."""
        self.game = game
        self.asked = self.waiting = None
        self.gestures = Gestures()

    def act(self, action: Action) -> tuple[Event, ...] | None:
        """Do a legal action, and what bots answer to it; nothing yet where a die is wanted."""
        if self.waiting not in (None, action):
            self.forget()
        try:
            events = self.game.apply(action)
        except NeedDice as need:
            self.asked, self.waiting = need.request, action
            return None
        self.asked = self.waiting = None
        self.gestures.forget(len(self.game.history) - 1)
        return (*events, *self.answer())

    def answer(self) -> tuple[Event, ...]:
        """Bots answer the people, as they did before where the same was done again."""
        if not self.bots or self.alone:
            return ()
        events: list[Event] = []
        while self.bots_turn and not self.alone and self.game.redo():
            events += self.game.history[-1].events
        return tuple(events) if self.game.can_redo else (*events, *self._let(bots.TOO_LONG))

    def go_on(self) -> tuple[Event, ...]:
        """Bots that play among themselves take one action: the one taken back, if there is one."""
        self.asked = None
        return self.game.history[-1].events if self.game.redo() else self._let(1)

    def _let(self, most: int) -> tuple[Event, ...]:
        before, self.asked = len(self.game.history), None
        until = math.inf if self.patience is None else time.process_time() + self.patience
        try:
            while most and bots.answer(self.game, self.bots, most=1):
                most = most - 1 if time.process_time() < until else 0
        except NeedDice as need:
            self.asked = need.request
        return tuple(event for step in self.game.history[before:] for event in step.events)

    # -- dice -------------------------------------------------------------------------------------

    def give(self, face: int) -> Action | None:
        """A die is typed in; the action that waited for it can be done now."""
        source = self.game.source
        assert isinstance(source, Typed), "a die is asked for only where dice are typed in"
        assert self.asked is not None, "only a die that was asked for is typed in"
        source.give(self.asked, face)
        return self._resumed()

    def throw_with(self, source: Source) -> Action | None:
        """Dice from elsewhere, from now on; the action that waited for one can be done now."""
        self.game.source = source
        return self._resumed()

    def _resumed(self) -> Action | None:
        action, self.asked, self.waiting = self.waiting, None, None
        return action

    def forget(self) -> None:
        """What waited for a die is not done after all; the dice thrown for it are nobody's."""
        if self.waiting is None:
            return
        self.asked = self.waiting = None
        self._ask_again()

    def _ask_again(self) -> None:
        """Dice that were typed in for what is still to come are thrown anew."""
        source, known = self.game.source, self.game.history[-1].numbers
        if isinstance(source, Typed):
            source.given = {n: face for n, face in source.given.items() if n < known}

    # -- back and forth ---------------------------------------------------------------------------

    @property
    def begun(self) -> bool:
        """Whether there is anything to take back: what bots did first would be done again."""
        states = [step.state for step in self.game.history[:-1]]
        if self.alone:
            return bool(states)
        return not all(map(self._bot_owes, states))

    @property
    def sealed(self) -> bool:
        """Whether what would be taken back has shown a person what a bot had hidden."""
        if not self.bots:
            return False
        steps = self.game.history
        before, now = steps[self._back() - 1].state, steps[-1].state
        return any(self.game.rules.uncovers(before, now, side) for side in self.people)

    def _back(self) -> int:
        """How long the history is once a gesture of a person, and what bots did, is taken back."""
        steps = self.game.history
        length = min(self.gestures.start(len(steps)), len(steps) - 1)
        while length > 1 and not self.alone and self._bot_owes(steps[length - 1].state):
            length -= 1
        return max(length, 1)

    def _bot_owes(self, state: Any) -> bool:
        return self.game.player_at(state) in self.bots

    def undo(self) -> bool:
        """Take one gesture of a person back, and what bots did after it; nothing that is sealed."""
        before = len(self.game.history)
        length = before if self.sealed else self._back()
        while len(self.game.history) > length and self.game.undo():
            pass
        self._catch_up()
        return len(self.game.history) < before

    def redo(self) -> bool:
        """Do again what was taken back."""
        end = self.gestures.end(len(self.game.history))
        done = self.game.redo()
        while done and len(self.game.history) < end and self.game.redo():
            pass
        self._catch_up()
        return done

    def reset(self) -> None:
        """Back to the start, and on to the first decision of a person if there is one."""
        self.game.reset()
        self._catch_up()

    def _catch_up(self) -> None:
        """On to where somebody else than a bot decides."""
        self.asked = None
        self._ask_again()
        self.answer()
