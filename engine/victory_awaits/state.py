"""The state of a game of A Victory Awaits: an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.agenda import AgendaState
from engine.position import Position
from engine.victory_awaits.unit import AXIS, SOVIET


@dataclass(frozen=True)
class State(AgendaState):
    """Everything that changes during play."""

    turn: int
    position: Position
    reduced: frozenset[str]
    control: Mapping[str, str]
    cup: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()

    def at(self, unit: str, place: str) -> State:
        """The same state with a unit in another place."""
        return replace(self, position=self.position.moved(unit, place))

    def controlled(self, hex: str, side: str) -> State:
        """The same state with a town or city in a side's hands (3.4)."""
        return replace(self, control={**self.control, hex: side})


def enemy(side: str) -> str:
    """The other side."""
    return SOVIET if side == AXIS else AXIS
