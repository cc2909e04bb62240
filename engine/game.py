"""Game: the one object that a learner, a test, a bot and a notebook all drive the same way."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from types import MappingProxyType
from typing import Any

from engine.chance import Chance, Source, enumerate_branches
from engine.scenario import Scenario
from engine.tables import Chart
from engine.values import Action
from engine.verdict import (
    ALLOWED,
    Course,
    Decision,
    Ending,
    Event,
    Offer,
    Reason,
    Tally,
    Verdict,
)


class Rules(ABC):
    """What a game package offers. States are immutable values; nothing here keeps any."""

    scenario: Scenario
    charts: Mapping[str, Chart] = MappingProxyType({})
    """The tables that decide, printed and reconstructed."""
    unplayed: Collection[str] = ()
    """Sides that owe no decision in a whole game: cards and dice play them."""

    @abstractmethod
    def start(self, course: Course) -> Any:
        """The first state in which somebody owes a decision."""

    @abstractmethod
    def decision(self, state: Any) -> Decision | None:
        """What is owed now; None when the game is over."""

    @abstractmethod
    def choices(
        self, state: Any, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Iterator[Action]:
        """Legal actions, perhaps only those of one unit, into one hex, of one kind."""

    def kinds(self, state: Any) -> tuple[str, ...]:
        """The kinds of action that the decision allows, in the order in which they are listed."""
        return tuple(dict.fromkeys(action.kind for action in self.choices(state, None, None)))

    def takes_of(self, kind: str) -> Mapping[str, Any]:
        """What a kind of action may name; empty where that is not known beforehand."""
        return {}

    def offer(self, state: Any, begun: Action) -> Offer | None:
        """What an action that was begun asks for next; None where that is not known."""
        return None

    def sample(self, state: Any, random: Random) -> Action | None:
        """A legal action at random; None when the game is over."""
        legal = list(self.choices(state, None, None)) if self.decision(state) else []
        return random.choice(legal) if legal else None

    @abstractmethod
    def explain(self, state: Any, action: Action) -> Verdict:
        """Every reason why an action is illegal."""

    @abstractmethod
    def tally(self, state: Any, action: Action) -> Tally | None:
        """The numbers behind an action, itemised; also for an illegal one where it makes sense."""

    @abstractmethod
    def apply(self, state: Any, action: Action, course: Course) -> Any:
        """The state after a legal action."""

    @abstractmethod
    def query(self, state: Any, name: str, **args: Any) -> Any:
        """A read-only question about the rules, as far as the side may know that asks."""

    def judge(self, state: Any, name: str, **args: Any) -> Any:
        """The same asked from above the sides: answered from all there is."""
        return self.query(state, name, **args)

    @abstractmethod
    def ending(self, state: Any) -> Ending | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def violations(self, state: Any) -> list[Reason]:
        """What must always hold and does not: empty unless the program is wrong."""

    def offences(self, state: Any) -> list[Reason]:
        """What a position that somebody sets up has against the rules: what must always hold, and
        what a phase may break and must mend."""
        return self.violations(state)

    def forget(self, state: Any) -> None:  # noqa: B027
        """Drop what was worked out for a state that a game has left: whoever goes back to it works
        it out again."""

    def seat_of(self, state: Any, side: str) -> str:
        """Whose seat a side has: that of whoever began with it, unless players change sides."""
        return side

    @property
    def chairs(self) -> Mapping[str, str]:
        """Who can sit at a table of several screens, and for which side: a seat a side, where no
        side is shared."""
        return {side.id: side.id for side in self.scenario.sides if side.id not in self.unplayed}

    def acting(self, state: Any, action: Action | None = None) -> Collection[str]:
        """The seats that may do something now, or do just this."""
        owed = self.decision(state)
        return () if owed is None else (self.seat_of(state, owed.side),)

    def seen(self, state: Any, side: str | None = None) -> Any:
        """The state as a side knows it, or as the side knows it that owes the decision."""
        return state

    def sent(self, state: Any, side: str) -> Any:
        """The state as it leaves the house for a side's own screen: with nothing in it that the
        side may not know, the same for all worlds that look alike to it."""
        return self.seen(state, side)

    def owed(self, state: Any, side: str) -> Decision | None:
        """The decision that is owed, as a side knows it."""
        return self.decision(state)

    def told(self, before: Any, after: Any, events: Sequence[Event], side: str) -> Iterator[Event]:
        """What a side hears of an action's events, by the states before and after it."""
        return iter(events)

    def uncovers(self, before: Any, after: Any, side: str) -> bool:
        """Whether a side has seen, from one state to another, what others had hidden from it."""
        return False

    def appeal(self, state: Any, action: Action, side: str) -> float:
        """How much a side likes an action, for a bot that looks one step ahead."""
        return 0.0


def _same(one: Action | None, other: Action) -> bool:
    """Whether two actions are written alike: 1 and 1.0 are equal, and not the same."""
    return one is other or (one == other and str(one) == str(other))


class Illegal(Exception):
    """An action that the rules forbid; it carries every reason."""

    def __init__(self, action: Action, verdict: Verdict) -> None:
        super().__init__(f"{action}: {', '.join(r.key for r in verdict.reasons)}")
        self.action = action
        self.verdict = verdict


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """One action of a game's history: the dice it met, what came of it."""

    action: Action | None
    answers: tuple[tuple[str, int], ...]
    state: Any
    events: tuple[Event, ...]
    numbers: int


@dataclass(frozen=True, slots=True)
class Prospect:
    """One thing that can come of an action."""

    probability: Fraction
    state: Any
    events: tuple[Event, ...]


class Game:
    """A game in progress: the rules, a source of chance, and a history that can go back."""

    def __init__(self, rules: Rules, source: Source) -> None:
        self.rules = rules
        self.source = source
        course = Course(Chance(source))
        state = rules.start(course)
        self._steps = [self._step(None, state, course, 0)]
        self._now = 0
        self._owed: tuple[Any, Decision | None] = (None, None)
        """The state that was asked about last, and the decision owed in it."""
        self._judged: tuple[Any, Action | None, Verdict] = (None, None, ALLOWED)
        """The state and the action asked about last, and what was said: who asks and then acts is
        judged once."""

    @staticmethod
    def _step(action: Action | None, state: Any, course: Course, numbers: int) -> HistoryStep:
        answers = tuple(course.chance.answers)
        return HistoryStep(action, answers, state, tuple(course.events), numbers + len(answers))

    @property
    def scenario(self) -> Scenario:
        """The scenario being played."""
        return self.rules.scenario

    @property
    def state(self) -> Any:
        """The state now."""
        return self._steps[self._now].state

    @property
    def decision(self) -> Decision | None:
        """What is owed now, by whom; None when the game is over."""
        state = self.state
        if self._owed[0] is not state:
            self._owed = state, self.rules.decision(state)
        return self._owed[1]

    @property
    def player(self) -> str | None:
        """Who owes it: whoever began with the side, unless players have changed sides."""
        owed = self.decision
        return self.rules.seat_of(self.state, owed.side) if owed is not None else None

    def player_at(self, state: Any) -> str | None:
        """Who owes the decision of a state, by the side he began with."""
        decision = self.rules.decision(state)
        return self.rules.seat_of(state, decision.side) if decision is not None else None

    @property
    def ending(self) -> Ending | None:
        """How the game ended; None while it goes on."""
        return self.rules.ending(self.state)

    @property
    def history(self) -> tuple[HistoryStep, ...]:
        """The start and every action up to now."""
        return tuple(self._steps[: self._now + 1])

    @property
    def log(self) -> list[Event]:
        """Everything that happened up to now."""
        return [event for step in self.history for event in step.events]

    def told(self, side: str) -> list[Event]:
        """The log as a side knows it: all of it, in a game without secrets."""
        steps = self.history
        before = (steps[0], *steps)
        return [
            event
            for old, new in zip(before, steps, strict=False)
            for event in self.rules.told(old.state, new.state, new.events, side)
        ]

    def choices(
        self, *, unit: str | None = None, hex: str | None = None, kind: str | None = None
    ) -> list[Action]:
        """The legal actions for the decision owed, perhaps only those of a unit, hex or kind."""
        if self.decision is None:
            return []
        return list(self.rules.choices(self.state, unit, hex, kind))

    def takes(self, kind: str) -> Mapping[str, Any]:
        """What a kind of action may name, as far as the rules say it beforehand."""
        return self.rules.takes_of(kind)

    def first(self, *, unit: str | None = None, kind: str | None = None) -> Action | None:
        """The first of those, found without the others."""
        if self.decision is None:
            return None
        return next(self.rules.choices(self.state, unit, None, kind), None)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of action that the decision owed allows."""
        return () if self.decision is None else self.rules.kinds(self.state)

    def offer(self, begun: Action) -> Offer | None:
        """What an action that was begun asks for next: a screen's pointer fills it."""
        return None if self.decision is None else self.rules.offer(self.state, begun)

    def sample(self, random: Random) -> Action | None:
        """A legal action at random, without a list of them all; None when the game is over."""
        drawn = self.rules.sample(self.state, random)
        self._judged = self.state, drawn, ALLOWED
        return drawn

    def explain(self, action: Action) -> Verdict:
        """Whether an action is legal, with every reason why not."""
        state, judged, verdict = self._judged
        if state is self.state and _same(judged, action):
            return verdict
        if self.decision is None:
            ending = self.ending
            return Verdict((Reason.of(ending.rule if ending else "", "game.over"),))
        verdict = self.rules.explain(self.state, action)
        self._judged = self.state, action, verdict
        return verdict

    def tally(self, action: Action) -> Tally | None:
        """The numbers behind an action, itemised."""
        return None if self.decision is None else self.rules.tally(self.state, action)

    def query(self, name: str, **args: Any) -> Any:
        """A read-only question about the rules: zoc, reach, communication, ..."""
        return self.rules.query(self.state, name, **args)

    def judge(self, name: str, **args: Any) -> Any:
        """The same asked from above the sides: with secrets and all."""
        return self.rules.judge(self.state, name, **args)

    def owed(self, viewer: str | None = None) -> Decision | None:
        """What is owed now, as a side knows it."""
        return self.decision if viewer is None else self.rules.owed(self.state, viewer)

    def _run(self, action: Action, chance: Chance, state: Any) -> tuple[Any, Course]:
        course = Course(chance)
        return self.rules.apply(state, action, course), course

    def _require(self, action: Action) -> None:
        state, judged, verdict = self._judged
        if state is not self.state or not _same(judged, action):
            verdict = self.explain(action)
        if not verdict:
            raise Illegal(action, verdict)

    def outlook(self, action: Action) -> list[Prospect]:
        """Everything that can come of a legal action, with exact probabilities. Where a throw is
        made again until it decides, one of them is that it does not."""
        self._require(action)
        # a game with secrets reckons with what the side knows that decides
        start = self.rules.seen(self.state)
        merged: dict[tuple[Event, ...], Prospect] = {}
        for weight, (state, course) in enumerate_branches(lambda ch: self._run(action, ch, start)):
            events = tuple(course.events)
            before = merged.get(events)
            total = weight + (before.probability if before else 0)
            merged[events] = Prospect(total, state, events)
        return list(merged.values())

    def apply(self, action: Action) -> tuple[Event, ...]:
        """Do a legal action and return what happened; raises Illegal and changes nothing else."""
        self._require(action)
        numbers = self._steps[self._now].numbers
        state, course = self._run(action, Chance(self.source, numbers), self.state)
        step = self._step(action, state, course, numbers)
        self.rules.forget(self.state)
        self._now += 1
        if self._steps[self._now : self._now + 1] != [step]:
            self._steps[self._now :] = [step]
        return step.events

    @property
    def can_undo(self) -> bool:
        """Whether there is an action to take back."""
        return self._now > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a taken-back action to do again."""
        return self._now + 1 < len(self._steps)

    def undo(self) -> bool:
        """Take one action back; its dice will fall the same way again."""
        if self.can_undo:
            self._now -= 1
            return True
        return False

    def redo(self) -> bool:
        """Do again what was taken back."""
        if self.can_redo:
            self._now += 1
            return True
        return False

    def reset(self) -> None:
        """Back to the start; redo leads forward again."""
        self._now = 0
