"""What is offered for choice: the ways out of a phase, one of which its owner picks; units that go
together, a bounded choice of moves and advances of whole stacks (8.1 of both games) for players
without eyes. Whoever sees the board may name any group he likes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Generic, Self, TypeAlias, TypeVar

from engine.agenda import END, Deed, P, Phase, Reasons, Several, Slots
from engine.values import Action
from engine.verdict import Course, Reason
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

G = TypeVar("G")
Party: TypeAlias = tuple[str, ...]
Way: TypeAlias = Several | Action


class Choice(Phase, Generic[G]):
    """One of the ways is taken, by its owner or by itself; whether he is asked, `decision` says."""

    kind, rule = "", ""
    optional = False
    """Whether he may end it instead."""

    def ways(self, g: G, s: State) -> Iterable[Action]:
        """Each of them."""
        raise NotImplementedError

    def refusal(self, g: G, s: State, action: Action) -> Reason:
        """Why there is no other."""
        raise NotImplementedError

    def take(self, g: G, s: State, way: Action, course: Course) -> State:
        """What becomes of it."""
        raise NotImplementedError

    def proceed(self, g: G, s: State, course: Course) -> State:
        way = next(iter(self.ways(g, s)), None)
        return s.pop() if way is None else self.take(g, s, way, course)

    def deeds(self, g: G, s: State) -> tuple[Deed[G, State, Self], ...]:
        pick = Pick[G](self.kind, self.rule)
        return (pick, END) if self.optional else (pick,)


class Pick(Deed[G, State, Choice[G]]):
    """One of the ways of a phase is taken."""

    sure = True

    def __init__(self, kind: str, rule: str) -> None:
        self.kind, self.rule = kind, rule

    def slots(self) -> Slots[G, State, Choice[G]]:
        return {"way": lambda g, s, p, given: p.ways(g, s)}

    def reasons(self, g: G, s: State, p: Choice[G], action: Action) -> Reasons:
        if action not in p.ways(g, s):
            yield p.refusal(g, s, action)

    def apply(self, g: G, s: State, p: Choice[G], action: Action, course: Course) -> State:
        return p.take(g, s, action, course)


def parties(g: Family, s: State, units: Iterable[str]) -> Iterator[Party]:
    """Some units, each alone; then those that stand together on the map, two or more."""
    found: dict[str, list[str]] = {}
    for unit in units:
        yield (unit,)
        if s.place(unit) in g.board:
            found.setdefault(s.place(unit), []).append(unit)
    yield from (tuple(stack) for stack in found.values() if len(stack) > 1)


class Together(Deed["Family", State, P]):
    """What a unit does alone, or a whole stack as one: who, then which way; those that some search
    has found. Of one unit, or into one hex, only what it does alone."""

    sure = True

    def who(self, g: Family, s: State, p: P) -> Iterable[str]:
        """The units that could go at all."""
        raise NotImplementedError

    def ways(self, g: Family, s: State, p: P, party: Party) -> Iterable[Action]:
        """Every hex a party can come to, and how."""
        raise NotImplementedError

    def slots(self) -> Slots[Family, State, P]:
        return {
            "units": lambda g, s, p, given: parties(g, s, self.who(g, s, p)),
            "way": lambda g, s, p, given: self.ways(g, s, p, given["units"]),
        }

    def choices(
        self, g: Family, s: State, p: P, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        """Stacks only where nobody is asked about in particular."""
        who = self.who(g, s, p)
        one = unit is not None or hex is not None
        named = ((u,) for u in who if unit in (None, u)) if one else parties(g, s, who)
        found = itertools.chain.from_iterable(self.ways(g, s, p, party) for party in named)
        if hex is None:
            return found
        return (action for action in found if hex in self.hexes(g, s, p, action))


class Asked(Deed[G, State, P]):
    """A deed that is offered to few units, and open to any one that is asked about."""

    def choices(self, g: G, s: State, p: P, unit: str | None, hex: str | None) -> Iterator[Action]:
        if unit is None:
            yield from super().choices(g, s, p, unit, hex)
            return
        rest = tuple(self.slots().items())[1:]
        for action in self.walk(g, s, p, Action(self.kind, unit=unit), rest):
            if hex in (None, *self.hexes(g, s, p, action)):
                yield action
