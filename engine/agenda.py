"""Agenda: a game's sequence of play as a stack of phases, the top one being under way.

Each phase is a small immutable value whose class lives in the module of its chapter. A phase
either owes a decision, or runs by itself until one of them does. Interruptions (a loss to take
in the middle of a combat, a retreat in the middle of that) are phases pushed on top.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from inspect import signature
from random import Random
from typing import Any, Concatenate, ParamSpec, Self, TypeAlias, TypeVar

from engine.action import Action
from engine.arguments import Argument, Arguments
from engine.deeds import Deed, sample
from engine.errors import Problem, closest
from engine.game import Course, Decision, Offer, Rules
from engine.scenario import Scenario
from engine.values import remember, replace, texts_in
from engine.verdict import Reason, Tally, Verdict

Moves = Iterator[Action]
Question: TypeAlias = Callable[..., object]
Questions: TypeAlias = Mapping[str, Question]
"""The questions a game answers, by name; each takes the rules, the state, and its own."""


class Phase:
    """One step of the sequence of play. `g` is the game's rules, `s` its state."""

    can: tuple[Deed[Any, Any, Self], ...] = ()
    """What can be done in it, kind by kind, in the order in which it is listed."""

    def decision(self, g: Any, s: Any) -> Decision | None:
        """What is owed; None for a phase that runs by itself."""
        return None

    def proceed(self, g: Any, s: Any, course: Course) -> Any:
        """Run on, when nothing is owed; must change the agenda. What was to be decided is over."""
        return s.pop()

    def deeds(self, g: Any, s: Any) -> Iterable[Deed[Any, Any, Self]]:
        """What can be done in it as things stand."""
        return self.can

    def deed(self, g: Any, s: Any, kind: str) -> Deed[Any, Any, Self] | None:
        """The deed of a kind, if it can be done here."""
        for deed in self.deeds(g, s):
            if deed.kind == kind:
                return deed
        return None

    def kinds(self, g: Any, s: Any) -> tuple[str, ...]:
        """The kinds of action this phase can take."""
        return tuple(deed.kind for deed in self.deeds(g, s))

    def choices(
        self, g: Any, s: Any, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Moves:
        """Legal actions, one after another as they are asked for."""
        for deed in self.deeds(g, s):
            if kind in (None, deed.kind):
                yield from deed.choices(g, s, self, unit, hex)

    def has_choice(self, g: Any, s: Any) -> bool:
        """Whether anything can be done but to end it."""
        return any(action.kind != "end" for action in self.choices(g, s, None, None))

    def sample(self, g: Any, s: Any, random: Random) -> Action | None:
        """A legal action at random."""
        return sample(self.deeds(g, s), g, s, self, random)

    def explain(self, g: Any, s: Any, action: Action) -> Verdict:
        """Every reason why an action is illegal."""
        deed = self.deed(g, s, action.kind)
        if deed is None:
            return Verdict(self.not_now(g, s, action))
        return Verdict(tuple(deed.reasons(g, s, self, action)))

    def not_now(self, g: Any, s: Any, action: Action) -> tuple[Reason, ...]:
        """Why an action of another kind cannot be done: it is not owed."""
        owed = self.decision(g, s)
        rule, kind = (owed.rule, owed.kind) if owed else ("", "")
        return (Reason.of(rule, "game.not-now", action=action.kind, kind=kind),)

    def tally(self, g: Any, s: Any, action: Action) -> Tally | None:
        """The numbers behind an action."""
        deed = self.deed(g, s, action.kind)
        return deed.tally(g, s, self, action) if deed is not None else None

    def apply(self, g: Any, s: Any, action: Action, course: Course) -> Any:
        """The state after a legal action."""
        deed = self.deed(g, s, action.kind)
        assert deed is not None, "only legal actions are applied"
        return deed.apply(g, s, self, action, course)


ANY = "**"
"""A question that hands on whatever it gets."""


@cache
def _asked_with(question: Callable[..., object]) -> dict[str, bool]:
    """What a question takes beside the rules and the state, and whether it must be given."""
    parameters = list(signature(question).parameters.values())[2:]
    return {
        ANY if p.kind == p.VAR_KEYWORD else p.name: p.kind != p.VAR_KEYWORD and p.default is p.empty
        for p in parameters
    }


A = ParamSpec("A")
S = TypeVar("S", bound="AgendaState")
T = TypeVar("T")


@dataclass(frozen=True)
class AgendaState:
    """The part of a state that every game with an agenda has."""

    agenda: tuple[Phase, ...]
    facts: dict[Hashable, object] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    """What rules code worked out for just this state; no part of its value."""

    def once(self, key: Hashable, find: Callable[A, T], *args: A.args, **named: A.kwargs) -> T:
        """What rules code works out once a state."""
        return remember(self.facts, key, find, *args, **named)

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


G = TypeVar("G")


def once_a_state(find: Callable[Concatenate[G, S, A], T]) -> Callable[Concatenate[G, S, A], T]:
    """A question of rules and state, perhaps about something, that is worked out once a state."""

    def found(g: G, s: S, /, *about: A.args, **named: A.kwargs) -> T:
        return remember(s.facts, (find, *about, *named.items()), find, g, s, *about, **named)

    return found


class AgendaRules(Rules):
    """The half of Rules that follows from an agenda; a game adds start, query, ending.

    `takes` says what its kinds of action may name; nothing else ever reaches a phase.
    """

    takes: Arguments
    units: Mapping[str, Any]
    scenario: Scenario

    def decision(self, state: Any) -> Decision | None:
        if not state.agenda:
            return None
        owed: Decision | None = remember(
            state.facts, "decision", state.agenda[-1].decision, self, state
        )
        return owed

    def choices(
        self, state: Any, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Moves:
        return iter(state.top.choices(self, state, unit, hex, kind))

    def kinds(self, state: Any) -> tuple[str, ...]:
        kinds: tuple[str, ...] = state.top.kinds(self, state)
        return kinds

    def takes_of(self, kind: str) -> Mapping[str, Argument]:
        return self.takes.kinds.get(kind, {})

    def offer(self, state: Any, begun: Action) -> Offer | None:
        """The first slot of the deed that is not filled yet."""
        deed = state.top.deed(self, state, begun.kind)
        open_ = (slot for slot in deed.slots().items() if slot[0] not in begun) if deed else ()
        for name, candidates in open_:
            return Offer(name, candidates(self, state, state.top, begun))
        return None

    def sample(self, state: Any, random: Random) -> Action | None:
        return state.top.sample(self, state, random) if state.agenda else None

    def knows(self, state: Any, what: str, name: str) -> bool:
        """Whether there is a unit, a hex or a place of a name."""
        board = self.scenario.board
        if what == "unit":
            return name in self.units
        return name in board or (
            what == "place" and (name in board.areas or name in self.scenario.boxes)
        )

    def wrong(self, state: Any, action: Action) -> tuple[Reason, ...]:
        """Why a phase is not even asked: it is not now, or the action names what it cannot."""
        if action.kind not in state.top.kinds(self, state):
            not_now: tuple[Reason, ...] = state.top.not_now(self, state, action)
            return not_now
        owed = state.top.decision(self, state)
        return tuple(self.takes.wrong(owed.rule, action, partial(self.knows, state)))

    def explain(self, state: Any, action: Action) -> Verdict:
        """What the phase on top says; an action that nothing else forbids must name all it needs.

        Somebody may ask what forbids an action before he has named everything.
        """
        wrong = self.wrong(state, action)
        if wrong:
            return Verdict(wrong)
        said: Verdict = state.top.explain(self, state, action)
        if not said:
            return said
        rule = state.top.decision(self, state).rule
        return Verdict(tuple(self.takes.missing(rule, action)))

    def tally(self, state: Any, action: Action) -> Tally | None:
        if self.wrong(state, action):
            return None
        counted: Tally | None = state.top.tally(self, state, action)
        return counted

    def apply(self, state: Any, action: Action, course: Course) -> Any:
        """The action, and whatever follows without anybody deciding."""
        return self.settle(state.top.apply(self, state, action, course), course)

    def queries(self) -> Questions:
        """The questions of this game."""
        return {}

    def names(self) -> Iterable[str]:
        """What a question may name: units, hexes, places."""
        return ()

    def query(self, state: Any, name: str, **args: Any) -> Any:
        """A read-only question; an unknown one, or an unknown name in it, is a Problem."""
        known = self.queries()
        if name not in known:
            raise Problem(f"there is no question '{name}'", remedy=closest(name, known))
        takes = _asked_with(known[name])
        for given in args if ANY not in takes else ():
            if given not in takes:
                what = f"the question '{name}' does not know '{given}'"
                raise Problem(what, remedy=closest(given, takes))
        for wanted, needed in takes.items():
            if needed and wanted not in args:
                what = f"the question '{name}' does not say '{wanted}'"
                raise Problem(what, remedy=f"Name its {wanted}.")
        try:
            return known[name](self, state, **args)
        except KeyError as error:
            missing = error.args[0]
            if missing not in list(texts_in(args.values())):
                raise
            what = f"the question '{name}' does not know '{missing}'"
            raise Problem(what, remedy=closest(missing, list(self.names()))) from None
        except (ValueError, TypeError, AttributeError) as error:
            if type(error) is not ValueError and all(isinstance(v, str) for v in args.values()):
                raise
            what = f"the question '{name}' has no answer: {error}"
            raise Problem(what, remedy="Ask in another way.") from None

    def settle(self, state: Any, course: Course) -> Any:
        """Run phases until one owes a decision or the game is over."""
        while state.agenda and not course.halted and self.decision(state) is None:
            state = state.top.proceed(self, state, course)
        return state
