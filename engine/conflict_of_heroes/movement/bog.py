"""Section 14.1: vehicles on soft ground, and the dice that say whether they are stuck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.actions.dice import Rolling
from engine.conflict_of_heroes.counters.state import State
from engine.game import Course, Decision
from engine.given import whole
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

STUCK_BELOW = 6


def bog(g: Firefight, s: State, unit: str, cap: int, course: Course) -> State:
    """Swamps and stone buildings may hold a vehicle: 6 or more on two dice (14.1)."""
    total = course.chance.roll("coh.bog") + course.chance.roll("coh.bog") + cap
    key = "coh.bog.stuck" if total < STUCK_BELOW else "coh.bog.through"
    if not s.of(unit).hidden:
        # nobody hears of a hidden one (10.1)
        course.tell("14.1", key, units=(unit,), unit=g.units[unit].title, total=total)
    return s.changed(unit, bogged=total < STUCK_BELOW)


@dataclass(frozen=True)
class Bog(Rolling):
    """One of several vehicles of a group rolls, CAP declared before (3.23, 9.11)."""

    unit: str

    rule = "14.1"

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """Its commander may change the dice with CAP."""
        side = g.units[self.unit].side
        if s.position.place(self.unit) not in g.board or not s.cap[side]:
            return None
        return Decision.of(side, "coh.bog-dice", "14.1", unit=g.units[self.unit].title)

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """No CAP to change the dice with, or a mine was quicker."""
        s = s.pop()
        return bog(g, s, self.unit, 0, course) if s.position.place(self.unit) in g.board else s

    def roller(self, g: Firefight) -> str:
        """Its commander."""
        return g.units[self.unit].side

    def targets(self) -> tuple[str, ...]:
        """This vehicle."""
        return (self.unit,)

    def need(self, g: Firefight, s: State, action: Action) -> Tally | None:
        """What the dice must show to get through."""
        lines = [Line.of("14.1", "coh.line.bog", STUCK_BELOW)]
        if whole(action, "cap"):
            lines.append(Line.of("3.23", "coh.line.cap", -whole(action, "cap")))
        return Tally.adding("coh.need", lines)

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        """Through, or stuck."""
        return bog(g, s.pop(), self.unit, cap, course)
