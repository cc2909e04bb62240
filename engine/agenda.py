"""Agenda: a game's sequence of play as a stack of phases, the top one being under way, and deeds:
the kinds of action that a phase lists, each listed, drawn, explained, counted and applied in one
way.

Each phase is a small immutable value whose class lives in the module of its chapter. A phase
either owes a decision, or runs by itself until one of them does. Interruptions (a loss to take
in the middle of a combat, a retreat in the middle of that) are phases pushed on top.

A deed has slots: what must be chosen for it, one after another, each with the candidates that are
left once those before it are filled. Whatever fills all slots is legal if nothing in `reasons`
forbids it, and nothing else decides.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import (
    Any,
    Concatenate,
    Generic,
    ParamSpec,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    dataclass_transform,
)

from engine.position import Position
from engine.values import UNKNOWN, Action, remember, replace
from engine.verdict import Course, Decision, Reason, Tally, Verdict


class Placed(Protocol):
    """A state in which pieces are somewhere."""

    @property
    def position(self) -> Position:
        """Where they are."""


class Passing(Placed, Protocol):
    """A state whose phase under way can be over."""

    def pop(self: Q) -> Q:
        """The phase under way is over."""


G = TypeVar("G", contravariant=True)
S = TypeVar("S", bound=Placed)
P = TypeVar("P", contravariant=True)
Q = TypeVar("Q", bound=Passing)

Value: TypeAlias = str | int | bool | Sequence[str] | Sequence[int] | None
Several: TypeAlias = Mapping[str, Value]
Candidate: TypeAlias = Value | Several | Action | Callable[[], Several | Action]
"""What can fill a slot: one value, or several that belong together, each by its name; the whole
action; of many that cost something, how to make those that are wanted."""
Slot: TypeAlias = Callable[[G, S, P, Action], Iterable[Candidate]]
"""The candidates for a slot, given what has been chosen before it."""
Reasons: TypeAlias = Iterator[Reason]
Slots: TypeAlias = Mapping[str, Slot[G, S, P]]

PLACES = ("hex", "to", "place", "path")
"""Arguments that say where an action happens; of a path, its end."""


class Deed(Generic[G, S, P]):
    """One kind of action that rules G allow in a phase P; S is the state."""

    kind = ""
    rule = ""
    """The section that allows it."""
    sure = False
    """Whether the candidates are legal as they come, because the search for them leaves out what
    `reasons` would forbid."""

    def slots(self) -> Slots[G, S, P]:
        """What must be chosen, in this order, and among what."""
        return {}

    def reasons(self, g: G, s: S, p: P, action: Action) -> Reasons:
        """Everything that forbids it."""
        return iter(())

    def tally(self, g: G, s: S, p: P, action: Action) -> Tally | None:
        """The numbers behind it."""
        return None

    def apply(self, g: G, s: S, p: P, action: Action, course: Course) -> S:
        """The state after it."""
        raise NotImplementedError

    def units(self, g: G, s: S, p: P, action: Action) -> tuple[str, ...]:
        """Who does it, for somebody who asks what a unit can do."""
        one = (action["unit"],) if "unit" in action else ()
        return (*one, *action.get("units", ()))

    def hexes(self, g: G, s: S, p: P, action: Action) -> tuple[str, ...]:
        """Where it is done, for somebody who asks what can be done there."""
        for name in PLACES:
            if name in action:
                where = action[name]
                return (where,) if isinstance(where, str) else where[-1:]
        units = self.units(g, s, p, action)
        return tuple(s.position.place(unit) for unit in units if unit in s.position)

    @cached_property
    def begun(self) -> tuple[Action, tuple[tuple[str, Slot[G, S, P]], ...]]:
        """The action of which nothing is chosen, and the slots one after another."""
        return Action(self.kind), tuple(self.slots().items())

    def choices(self, g: G, s: S, p: P, unit: str | None, hex: str | None) -> Iterator[Action]:
        """The legal actions of this kind, perhaps only those of a unit or in a hex."""
        found = self.walk(g, s, p, *self.begun, unit, hex)
        if unit is None and hex is None:
            return found
        return (
            action
            for action in found
            if (unit is None or unit in self.units(g, s, p, action))
            and (hex is None or hex in self.hexes(g, s, p, action))
        )

    def walk(
        self,
        g: G,
        s: S,
        p: P,
        given: Action,
        slots: Sequence[tuple[str, Slot[G, S, P]]],
        unit: str | None = None,
        hex: str | None = None,
    ) -> Iterator[Action]:
        """The legal actions that begin as given, slot by slot; nothing is looked for in advance."""
        if not slots:
            if self.sure or next(self.reasons(g, s, p, given), None) is None:
                yield given
            return
        (name, candidates), rest = slots[0], slots[1:]
        found = candidates(g, s, p, given)
        if unit is not None or hex is not None:
            found = (value for value in found if _of(name, value, unit, hex))
        sure = self.sure
        for value in found:
            action = value if type(value) is Action else filled(given, name, value)
            if rest:
                yield from self.walk(g, s, p, action, rest, unit, hex)
            elif sure or next(self.reasons(g, s, p, action), None) is None:
                yield action

    def draw(
        self,
        g: G,
        s: S,
        p: P,
        given: Action,
        slots: Sequence[tuple[str, Slot[G, S, P]]],
        random: Random,
    ) -> Action | None:
        """A legal action that begins as given: each candidate for a slot is equally likely."""
        if not slots:
            return given if self.sure or next(self.reasons(g, s, p, given), None) is None else None
        (name, candidates), rest = slots[0], slots[1:]
        for value in drawn(list(candidates(g, s, p, given)), random):
            action = value if type(value) is Action else filled(given, name, value)
            found = self.draw(g, s, p, action, rest, random)
            if found is not None:
                return found
        return None


def _of(slot: str, value: Candidate, unit: str | None, hex: str | None) -> bool:
    """Whether what fills a slot can belong to something that a unit does, or that is done there."""
    if slot == "hex":
        return hex in (None, value)
    if unit is None or slot not in ("unit", "units"):
        return True
    if slot == "unit":
        return value == unit
    return isinstance(value, Sequence) and unit in value


def filled(given: Action, slot: str, value: Candidate) -> Action:
    """An action with one more slot filled."""
    if value is None:
        return given
    if type(value) is str:
        return given.saying(slot, value)
    if isinstance(value, Action):
        return value
    if callable(value):
        return filled(given, slot, value())
    return given.filled(value if isinstance(value, Mapping) else {slot: value})


def sample(deeds: Iterable[Deed[G, S, P]], g: G, s: S, p: P, random: Random) -> Action | None:
    """A legal action at random, without a list of them all: each candidate for a deed's first slot
    is equally likely, and each for the next slot then."""
    firsts: list[tuple[Deed[G, S, P], Candidate]] = []
    for deed in deeds:
        given, slots = deed.begun
        firsts += [(deed, value) for value in (slots[0][1](g, s, p, given) if slots else (None,))]
    for deed, value in drawn(firsts, random):
        given, slots = deed.begun
        if slots:
            given = filled(given, slots[0][0], value)
        action = deed.draw(g, s, p, given, slots[1:], random)
        if action is not None:
            return action
    return None


T = TypeVar("T")


def drawn(items: list[T], random: Random) -> Iterator[T]:
    """Items in random order; only those asked for are drawn."""
    bits = random.getrandbits
    while items:
        left = len(items)
        width = left.bit_length()
        place = bits(width)
        while place >= left:
            place = bits(width)
        items[place], items[-1] = items[-1], items[place]
        yield items.pop()


class End(Deed[Any, Q, Any]):
    """Enough: the phase under way is over."""

    kind = "end"

    def apply(self, g: Any, s: Q, p: Any, action: Action, course: Course) -> Q:
        """What comes next."""
        return s.pop()


END: End[Any] = End()


Moves = Iterator[Action]


@dataclass_transform(frozen_default=True)
class Phase:
    """One step of the sequence of play, an immutable value: what it names with a type are its
    parts. `g` is the game's rules, `s` its state."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        dataclass(frozen=True)(cls)

    can: tuple[Deed[Any, Any, Self], ...] = ()
    """What can be done in it, kind by kind, in the order in which it is listed."""

    @classmethod
    def offers(cls, *deeds: Deed[Any, Any, Self]) -> None:
        """The same, said after it: of deeds that are made of what the phase itself does."""
        cls.can = deeds

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


A = ParamSpec("A")
V = TypeVar("V", bound="AgendaState")


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

    def push(self, *phases: Phase) -> Self:
        """Phases on top, the first one to come first."""
        return replace(self, agenda=(*self.agenda, *reversed(phases)))

    def pop(self) -> Self:
        """The phase under way is over."""
        return replace(self, agenda=self.agenda[:-1])

    def instead(self, *phases: Phase) -> Self:
        """Other phases in place of the one under way."""
        return replace(self, agenda=(*self.agenda[:-1], *reversed(phases)))


R = TypeVar("R")


def once_a_state(find: Callable[Concatenate[R, V, A], T]) -> Callable[Concatenate[R, V, A], T]:
    """A question of rules and state, perhaps about something, that is worked out once a state."""

    def found(g: R, s: V, /, *about: A.args, **named: A.kwargs) -> T:
        key = (find, *about, *named.items()) if named else (find, *about)
        facts: dict[Hashable, Any] = s.facts
        known: T = facts.get(key, UNKNOWN)
        if known is UNKNOWN:
            known = facts[key] = find(g, s, *about, **named)
        return known

    return found
