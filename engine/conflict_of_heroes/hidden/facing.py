"""Section 10.0: which way a hidden unit faces is settled when it is found, by its owner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import DIRECTION
from engine.conflict_of_heroes.ground.sight import in_arc
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.hexes import DIRECTIONS
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


@dataclass(frozen=True)
class Facing(Phase):
    """A unit is put on the map; one that has just fired faces what it fired at (10.0, 6.1)."""

    side: str
    unit: str
    toward: str = ""

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """Which way; nobody is asked for a unit that is gone, or aboard another."""
        if s.position.place(self.unit) not in g.board or s.of(self.unit).carrier:
            return None
        return Decision.of(self.side, "coh.face", "10.0", unit=g.units[self.unit].title)

    def deeds(self, g: Firefight, s: State) -> tuple[Deed[Firefight, State, Self], ...]:
        """A facing."""
        return (FACE,)


class Face(Deed["Firefight", State, Facing]):
    """A unit that is put on the map faces as its owner likes (10.0)."""

    kind, rule = "face", "10.0"

    def slots(self) -> Slots[Firefight, State, Facing]:
        """It, and a side of its hex."""
        return {
            "unit": lambda g, s, p, given: (p.unit,),
            "facing": lambda g, s, p, given: DIRECTIONS,
        }

    def reasons(self, g: Firefight, s: State, p: Facing, action: Action) -> Reasons:
        """This unit, a side of its hex, what it fired at in its arc."""
        facing, unit = text(action, "facing"), text(action, "unit")
        seat = s.position.place(p.unit)
        if unit != p.unit:
            yield Reason.of("10.0", "coh.face.who", unit=unit)
        elif facing not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=facing)
        elif p.toward not in ("", seat) and not in_arc(g.board, seat, DIRECTION[facing], p.toward):
            yield Reason.of("6.1", "coh.face.away", units=(unit,), hexes=(p.toward,))

    def apply(self, g: Firefight, s: State, p: Facing, action: Action, course: Course) -> State:
        """It faces that way."""
        unit, facing = p.unit, action["facing"]
        course.tell("10.0", "coh.turned", units=(unit,), unit=g.units[unit].title, facing=facing)
        return s.pop().facing(unit, DIRECTION[facing])


FACE = Face()
