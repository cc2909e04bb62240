"""The recovery phase: one level of disorder, at once or by a roll in an enemy ZOC."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Tally
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import (
    DISRUPTED,
    ENGAGED,
    REPLACED,
    ROUTED,
    SCATTERED,
    SPENT,
    State,
)
from engine.zocbond.board.zones import enemy, zoc

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

MORALE = {"elite": 1, "regular": 0, "low": -1}


def recovery_tally(g: Family, s: State, unit: str) -> Tally:
    """What is added to a unit's recovery roll."""
    value = MORALE[g.face(s, unit).morale]
    lines = (
        [Line.of(g.rule("recovery-roll"), "zb.recovery.morale", value, unit=g.unit_name(unit))]
        if value
        else []
    )
    return Tally.adding("zb.recovery.total", lines)


def recover(g: Family, s: State, unit: str, course: Course) -> State:
    """One level of disorder off a unit."""
    name = g.units[unit].name
    if s.has(unit, ROUTED):
        s = s.unmark((unit,), ROUTED).mark((unit,), DISRUPTED)
    else:
        s = s.unmark((unit,), DISRUPTED)
    course.tell(g.rule("recovery"), "zb.recovered", units=(unit,), unit=name)
    return s


@dataclass(frozen=True)
class Recovery(Phase):
    """Everybody who can recovers."""

    side: str
    asked: bool = False
    """The owner has said what does not recover."""

    @enforces("markers-off", "engaged-off")
    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Roll where an enemy watches; take the other markers off."""
        choice = g.first_of(Chapter.before_recovery, s, self)
        if choice is not None and not self.asked:
            return s.instead(replace(self, asked=True)).push(choice)
        s = s.pop()
        watched = zoc(g, s, enemy(g, self.side))
        mine = [unit for unit in s.position.units() if g.units[unit].side == self.side]
        for unit in mine:
            if not s.has(unit, DISRUPTED, ROUTED) or g.any_of(Chapter.stays_routed, s, unit):
                continue
            if g.seat(s, unit) not in watched:
                s = recover(g, s, unit, course)
                continue
            die = course.chance.roll("recovery")
            need = g.figure("recovers-from")
            total = die + int(recovery_tally(g, s, unit).total)
            course.tell(
                g.rule("recovery-roll"),
                "zb.recovery.rolled",
                units=(unit,),
                unit=g.units[unit].name,
                die=die,
                total=total,
            )
            if total >= need:
                s = recover(g, s, unit, course)
        s = s.unmark(mine, ENGAGED, SPENT, SCATTERED, REPLACED)
        return g.in_turn(Chapter.end_recovery, s, self.side, course)
