"""Deeds that several chapters share: with a chit, with one of some units; to pass."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

from engine.action import Action
from engine.deeds import Deed, End, P, Reasons, Slots
from engine.given import text
from engine.verdict import Reason
from engine.victory_awaits.components.state import State

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


class OfAChit(Deed["VictoryAwaits", State, P]):
    """Something done with an activation chit: about the HQ that it activates, and in no hex."""

    def units(self, g: VictoryAwaits, s: State, p: P, action: Action) -> tuple[str, ...]:
        """The HQ of the chit, by either name."""
        chit = action["chit"]
        return chit, g.setup.interrupts.get(chit, chit)

    def hexes(self, g: VictoryAwaits, s: State, p: P, action: Action) -> tuple[str, ...]:
        """None."""
        return ()


class AboutUnits(Protocol):
    """A phase in which something is done with one unit after another."""

    def may(self, g: VictoryAwaits, s: State) -> Iterable[str]:
        """The units with which it may be done."""


U = TypeVar("U", bound=AboutUnits, contravariant=True)


class OneOf(Deed["VictoryAwaits", State, U]):
    """Something done with one of the units that the phase under way is about."""

    sure = True
    denied = ""
    """The key of the reason why it is not done with any other."""

    def slots(self) -> Slots[VictoryAwaits, State, U]:
        """One of them."""
        return {"unit": lambda g, s, p, given: p.may(g, s)}

    def reasons(self, g: VictoryAwaits, s: State, p: U, action: Action) -> Reasons:
        """Only with those."""
        unit = text(action, "unit")
        if unit not in p.may(g, s):
            yield from self.denials(g, s, unit)

    def denials(self, g: VictoryAwaits, s: State, unit: str) -> Reasons:
        """Why not with another."""
        name = g.units[unit].name if unit in g.units else unit
        yield Reason.of(self.rule, self.denied, unit=name)


class Pass(End[State]):
    """Nothing is done."""

    kind = "pass"


PASS = Pass()
