"""Agenda: a game's sequence of play as a stack of phases, the top one being under way.

Each phase is a small immutable value whose class lives in the module of its chapter. A phase
either owes a decision, or runs by itself until one of them does. Interruptions (a loss to take
in the middle of a combat, a retreat in the middle of that) are phases pushed on top.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from engine.action import Action
from engine.errors import Problem, closest
from engine.game import Course, Decision
from engine.verdict import ALLOWED, Reason, Tally, Verdict

Moves = Iterator[Action]


class Phase:
    """One step of the sequence of play. `g` is the game's rules, `s` its state."""

    def decision(self, g: Any, s: Any) -> Decision | None:
        """What is owed; None for a phase that runs by itself."""
        return None

    def proceed(self, g: Any, s: Any, course: Course) -> Any:
        """Run on, when nothing is owed; must change the agenda."""
        raise NotImplementedError

    def kinds(self) -> tuple[str, ...]:
        """The kinds of action this phase can take."""
        return ()

    def choices(self, g: Any, s: Any, unit: str | None, hex: str | None) -> Moves:
        """Legal actions."""
        return iter(())

    def explain(self, g: Any, s: Any, action: Action) -> Verdict:
        """Every reason why an action of one of `kinds` is illegal."""
        return ALLOWED

    def tally(self, g: Any, s: Any, action: Action) -> Tally | None:
        """The numbers behind an action."""
        return None

    def apply(self, g: Any, s: Any, action: Action, course: Course) -> Any:
        """The state after a legal action."""
        raise NotImplementedError


class HasAgenda(Protocol):
    """A state with an agenda."""

    @property
    def agenda(self) -> tuple[Phase, ...]:
        """The phases under way, the last one on top."""


S = TypeVar("S", bound="AgendaState")


@dataclass(frozen=True)
class AgendaState:
    """The part of a state that every game with an agenda has."""

    agenda: tuple[Phase, ...]

    @property
    def top(self) -> Phase:
        """The phase under way."""
        return self.agenda[-1]

    def push(self: S, *phases: Phase) -> S:
        """Phases on top, the first one to come first."""
        return replace(self, agenda=(*self.agenda, *reversed(phases)))

    def pop(self: S) -> S:
        """The phase under way is over."""
        return replace(self, agenda=self.agenda[:-1])

    def instead(self: S, *phases: Phase) -> S:
        """Other phases in place of the one under way."""
        return replace(self, agenda=(*self.agenda[:-1], *reversed(phases)))


class AgendaRules:
    """The half of Rules that follows from an agenda; a game adds start, query, ending."""

    def decision(self, state: Any) -> Decision | None:
        """What the phase on top owes."""
        return state.top.decision(self, state) if state.agenda else None

    def choices(self, state: Any, unit: str | None, hex: str | None) -> Moves:
        """What the phase on top allows."""
        return iter(state.top.choices(self, state, unit, hex))

    def explain(self, state: Any, action: Action) -> Verdict:
        """What the phase on top says."""
        kinds = state.top.kinds()
        if action.kind not in kinds:
            owed = state.top.decision(self, state)
            reason = Reason.of(owed.rule, "game.not-now", action=action.kind, kind=owed.kind)
            return Verdict((reason,))
        return state.top.explain(self, state, action)  # type: ignore[no-any-return]

    def tally(self, state: Any, action: Action) -> Tally | None:
        """What the phase on top counts."""
        if action.kind not in state.top.kinds():
            return None
        return state.top.tally(self, state, action)  # type: ignore[no-any-return]

    def apply(self, state: Any, action: Action, course: Course) -> Any:
        """The action, and whatever follows without anybody deciding."""
        return self.settle(state.top.apply(self, state, action, course), course)

    def queries(self) -> Mapping[str, Callable[..., Any]]:
        """The questions a game answers, by name; each takes the rules, the state, and its own."""
        return {}

    def names(self) -> Iterable[str]:
        """What a question may name: units, hexes, places."""
        return ()

    def query(self, state: Any, name: str, **args: Any) -> Any:
        """A read-only question; an unknown one, or an unknown name in it, is a Problem."""
        known = self.queries()
        try:
            return known[name](self, state, **args)
        except KeyError as error:
            missing = str(error.args[0])
            names = list(self.names()) if name in known else known
            raise Problem(
                f"the question '{name}' does not know '{missing}'", remedy=closest(missing, names)
            ) from None

    def settle(self, state: Any, course: Course) -> Any:
        """Run phases until one owes a decision or the game is over."""
        while state.agenda and state.top.decision(self, state) is None:
            state = state.top.proceed(self, state, course)
        return state
