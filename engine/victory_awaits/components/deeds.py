"""Deeds that several chapters share: with one of some units or chits; to pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.action import Action
from engine.arguments import text
from engine.deeds import Deed, End, P, Reasons, Slots
from engine.verdict import Reason
from engine.victory_awaits.components.state import State

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


class Choice(Protocol):
    """A phase that is about one of some units or chits."""

    def may(self, g: VictoryAwaits, s: State) -> Iterable[str]:
        """Those that may be chosen."""


C = TypeVar("C", bound=Choice, contravariant=True)


class OneOf(Deed["VictoryAwaits", State, C]):
    """Something done with one of the units that the phase under way is about."""

    sure = True
    slot = "unit"
    denied = ""
    """The key of the reason why it is not done with any other."""

    def slots(self) -> Slots[VictoryAwaits, State, C]:
        """One of them."""
        return {self.slot: lambda g, s, p, given: p.may(g, s)}

    def reasons(self, g: VictoryAwaits, s: State, p: C, action: Action) -> Reasons:
        """Only with those."""
        one = text(action, self.slot)
        if one not in p.may(g, s):
            yield from self.denials(g, s, p, one)

    def denials(self, g: VictoryAwaits, s: State, p: C, one: str) -> Reasons:
        """Why not with another."""
        yield Reason.of(self.rule, self.denied, unit=g.units[one].name if one in g.units else one)


class WithChit(Deed["VictoryAwaits", State, P]):
    """Something done with a chit: about the HQ that it activates, by either name, in no hex."""

    def units(self, g: VictoryAwaits, s: State, p: P, action: Action) -> tuple[str, ...]:
        """Its HQ."""
        chit = action["chit"]
        return chit, g.setup.interrupts.get(chit, chit)

    def hexes(self, g: VictoryAwaits, s: State, p: P, action: Action) -> tuple[str, ...]:
        """None."""
        return ()


class OneChit(WithChit[C], OneOf[C]):
    """Something done with one of the chits that the phase under way is about."""

    slot = "chit"


class Pass(End[State]):
    """Nothing is done."""

    kind = "pass"


PASS = Pass()
