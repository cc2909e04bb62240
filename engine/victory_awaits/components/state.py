"""The state of a game of A Victory Awaits: an immutable value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.agenda import AgendaState
from engine.position import Position
from engine.values import replace
from engine.victory_awaits.components.unit import AXIS, SOVIET

POSSIBLE, COMMANDS = 1, 2


@dataclass(frozen=True)
class State(AgendaState):
    """Everything that changes during play."""

    turn: int
    position: Position
    reduced: frozenset[str]
    control: Mapping[str, str]
    cup: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    retreated: frozenset[str] = frozenset()
    """Units that fell back in this combat segment: they add nothing to a defence (10.3)."""
    pool: tuple[str, ...] = ()
    """Activation chits that may be chosen (6.2, 15.2)."""
    resting: tuple[str, ...] = ()
    """Chits that were not chosen for this turn (6.1)."""
    hand: tuple[str, ...] = ()
    """Chosen chits that are held back to interrupt (6.3, 18.1)."""
    breached: frozenset[str] = frozenset()
    """Soviet supply sources that an Axis unit was the last to enter (16.3)."""
    stand_fast: frozenset[str] = frozenset()
    """Large-city hexes with a Stand Fast marker (16.2)."""
    extras: frozenset[str] = frozenset()
    """Units off the turn track that arrive beyond the count of this turn (17.3, 18.1)."""
    zhukov: int = 0
    """18.1: 0 not yet, POSSIBLE once the Axis stood beside Leningrad, COMMANDS when declared."""
    bid: int | None = None
    """17.1: the points that the Axis must reach."""
    swapped: bool = False
    """17.1: the seat of the Soviets bid more and plays the Axis; the other seat plays them."""
    cups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """20.1: each player's cup of HQ chits in the team variant."""
    rails: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """17.6: the rail hexsides of each panzer group HQ's line in this turn."""

    def controlled(self, hex: str, side: str) -> State:
        """The same state with a town or city in a side's hands (3.4)."""
        return replace(self, control={**self.control, hex: side})

    def steps_of(self, unit: str, full: int) -> int:
        """The steps that a unit has left, `full` being those of its full strength."""
        return full - (unit in self.reduced)


def enemy(side: str) -> str:
    """The other side."""
    return SOVIET if side == AXIS else AXIS
