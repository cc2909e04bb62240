"""What the turns of both games share: the phases a position may begin with, the recovery phase,
the last look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Generic

from engine.agenda import Phase
from engine.errors import Problem
from engine.values import replace
from engine.verdict import Course, Line, Tally, enforces
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import DISRUPTED, ENGAGED, REPLACED, ROUTED, SCATTERED, SPENT, State
from engine.zocbond.board.zones import enemy, zoc
from engine.zocbond.moving.movement import Movement
from engine.zocbond.moving.trek import G
from engine.zocbond.supply.lines import Supply

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
    if s.has(unit, ROUTED):
        s = s.unmark((unit,), ROUTED).mark((unit,), DISRUPTED)
    else:
        s = s.unmark((unit,), DISRUPTED)
    g.tell(course, unit, g.rule("recovery"), "zb.recovered")
    return s


class Recovery(Phase):
    """Everybody who can recovers."""

    side: str
    asked: bool = False
    """The owner has said what does not recover."""

    @enforces("markers-off", "engaged-off")
    def proceed(self, g: Family, s: State, course: Course) -> State:
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
            g.tell(
                course, unit, g.rule("recovery-roll"), "zb.recovery.rolled", die=die, total=total
            )
            if total >= need:
                s = recover(g, s, unit, course)
        s = s.unmark(mine, ENGAGED, SPENT, SCATTERED, REPLACED)
        return g.in_turn(Chapter.end_recovery, s, self.side, course)


Phases = tuple[Phase, ...]


def player_phases(side: str) -> Phases:
    """Movement, combat, recovery, supply: what both games have in a player turn."""
    return Movement(side), Combat(side), Recovery(side), Supply(side)


def opening(g: Family, phase: str, side: str, turn: Phase, more: Mapping[str, Phases]) -> Phases:
    """The phases a position begins with: a whole turn, or from a phase of a side on."""
    if phase == "turn":
        return (turn,)
    move, fight, recover, supply = player_phases(side)
    known: dict[str, Phases] = {
        "movement": (move, fight, recover, supply),
        "combat": (fight, recover, supply),
        "recovery": (recover, supply, Movement(g.other[side])),
        **more,
    }
    if phase not in known:
        raise Problem(f"there is no phase '{phase}'", remedy=f"Use {', '.join(known)} or turn.")
    return known[phase]


class LastLook(Phase, Generic[G]):
    """The victory phase of a game G: an automatic victory, the last turn, or the next one."""

    def winner(self, g: G, s: State) -> str | None:
        """Who has won before the last turn."""
        raise NotImplementedError

    def rule(self) -> tuple[str, str]:
        """The rule of an automatic victory, and its words."""
        raise NotImplementedError

    def next(self) -> Phase:
        """The next turn."""
        raise NotImplementedError

    def proceed(self, g: G, s: State, course: Course) -> State:
        winner = self.winner(g, s)
        if winner is not None:
            course.tell(*self.rule(), side=winner)
            return replace(s.keep(replace(s.records, winner=winner)), agenda=())
        if s.turn >= g.last_turn:
            return replace(s, agenda=())
        return replace(s.instead(self.next()), turn=s.turn + 1)
