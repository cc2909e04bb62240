"""Section 10.0: which way a hidden unit faces is settled when it is found, by its owner."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes.ground import in_arc
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import DIRECTION
from engine.game import Course, Decision
from engine.given import text
from engine.hexes import DIRECTIONS
from engine.verdict import Reason, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


@dataclass(frozen=True)
class Facing(Phase):
    """A unit is put on the map; one that has just fired faces what it fired at (10.0, 6.1)."""

    side: str
    unit: str
    toward: str = ""

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """Which way; nobody is asked for a unit that is gone, or aboard another."""
        if s.position.place(self.unit) not in g.board or s.of(self.unit).carrier:
            return None
        return Decision.of(self.side, "coh.face", "10.0", unit=g.units[self.unit].title)

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """Nothing to turn."""
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """A facing."""
        return ("face",)

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every side of the hex that will do."""
        if unit not in (None, self.unit) or hex not in (None, s.position.place(self.unit)):
            return
        for name in DIRECTIONS:
            action = Action("face", unit=self.unit, facing=name)
            if self.explain(g, s, action):
                yield action

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """This unit, a side of its hex, what it fired at in its arc."""
        facing, unit = text(action, "facing"), text(action, "unit")
        if unit != self.unit:
            return Verdict((Reason.of("10.0", "coh.face.who", unit=unit),))
        if facing not in DIRECTION:
            return Verdict((Reason.of("5.2", "coh.move.facing", facing=facing),))
        seat = s.position.place(unit)
        if self.toward in ("", seat) or in_arc(g.board, seat, DIRECTION[facing], self.toward):
            return Verdict(())
        return Verdict((Reason.of("6.1", "coh.face.away", units=(unit,), hexes=(self.toward,)),))

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """It faces that way."""
        facing = action["facing"]
        course.tell(
            "10.0", "coh.turned", units=(self.unit,), unit=g.units[self.unit].title, facing=facing
        )
        return s.pop().facing(self.unit, DIRECTION[facing])
