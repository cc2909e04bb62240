"""Deeds that several chapters share: an answer that names nothing; one of some units or chits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias, TypeVar

from engine.agenda import Deed, P, Reasons, Slots
from engine.values import Action, text
from engine.verdict import Course, Reason
from engine.victory_awaits.components.state import Setting, State, Unit

Deeds: TypeAlias = tuple[Deed[Setting, State, P], ...]
"""What can be done in a phase."""


class Choice(Protocol):
    """A phase that is about one of some units, chits or hexes."""

    def may(self, g: Setting, s: State) -> Iterable[str]:
        """Those that may be chosen."""


C = TypeVar("C", bound=Choice, contravariant=True)


def name_on(g: Setting, one: str) -> str:
    """What is printed on a counter or a chit."""
    return g.units[one].name if one in g.units else one


class Answer(Deed[Setting, State, P]):
    """Something that names nothing, such as to end or to pass; the phase says what follows."""

    def __init__(
        self,
        kind: str,
        rule: str,
        follows: Callable[[P, Setting, State, Course], State],
        bars: Callable[[P, Setting, State], Reasons] = lambda p, g, s: iter(()),
    ) -> None:
        self.kind, self.rule, self.follows, self.bars = kind, rule, follows, bars

    def reasons(self, g: Setting, s: State, p: P, action: Action) -> Reasons:
        return self.bars(p, g, s)

    def apply(self, g: Setting, s: State, p: P, action: Action, course: Course) -> State:
        return self.follows(p, g, s, course)


class OneOf(Deed[Setting, State, C]):
    """Something done with one of those that the phase under way is about."""

    sure, slot = True, "unit"

    def __init__(
        self,
        kind: str,
        rule: str,
        follows: Callable[[C, Setting, State, str, Course], State],
        denied: str | Callable[[C, Setting, State, str], Reasons],
    ) -> None:
        self.kind, self.rule, self.follows = kind, rule, follows
        self.denied = denied
        """Why it is not done with any other: the key of the one reason, or all that there are."""

    def slots(self) -> Slots[Setting, State, C]:
        return {self.slot: lambda g, s, p, given: p.may(g, s)}

    def reasons(self, g: Setting, s: State, p: C, action: Action) -> Reasons:
        one = text(action, self.slot)
        if one in p.may(g, s):
            return
        if isinstance(self.denied, str):
            yield Reason.of(self.rule, self.denied, **{self.slot: name_on(g, one)})
        else:
            yield from self.denied(p, g, s, one)

    def apply(self, g: Setting, s: State, p: C, action: Action, course: Course) -> State:
        return self.follows(p, g, s, action[self.slot], course)


class InHex(OneOf[C]):
    """Something done in one of the hexes that the phase under way is about."""

    slot = "hex"


class WithChit(Deed[Setting, State, P]):
    """Something done with a chit: about the HQ that it activates, by either name, in no hex."""

    def units(self, g: Setting, s: State, p: P, action: Action) -> tuple[str, ...]:
        chit = action["chit"]
        return chit, g.setup.interrupts.get(chit, chit)

    def hexes(self, g: Setting, s: State, p: P, action: Action) -> tuple[str, ...]:
        return ()


class OneChit(WithChit[C], OneOf[C]):
    """Something done with one of the chits that the phase under way is about."""

    slot = "chit"


class ByUnit(Deed[Setting, State, P]):
    """Something that one unit does."""

    def reasons(self, g: Setting, s: State, p: P, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in g.units:
            return iter([Reason.of(self.rule, "ava.move.no-unit", unit=unit)])
        return self.objections(g, s, p, g.units[unit], action)

    def objections(self, g: Setting, s: State, p: P, piece: Unit, action: Action) -> Reasons:
        """Why this unit does not."""
        raise NotImplementedError
