"""What a unit meets in the hexes it enters: control, hidden units, soft ground, wire, mines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import whole
from engine.conflict_of_heroes.actions.dice import Rolling
from engine.conflict_of_heroes.counters.hits import lost
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import PLANE, TRACKED
from engine.conflict_of_heroes.ground.steps import going
from engine.conflict_of_heroes.hidden import reveal_near
from engine.conflict_of_heroes.works import mines_under
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


def arrive(
    g: Firefight,
    s: State,
    unit: str,
    path: Sequence[str],
    course: Course,
    caps: tuple[int, ...] = (),
    asked: bool = False,
) -> State:
    """A unit goes hex by hex, its passengers with it.

    `caps` are declared for the dice of each hex; else it is `asked` before they fall (3.23).
    """
    for number, there in enumerate(path):
        rest = Onward(unit, tuple(path[number + 1 :]), caps[number + 1 :], asked)
        cap = caps[number] if number < len(caps) else 0
        s = _enter(g, s.push(rest), unit, there, course, cap, asked)
        if s.top is not rest:
            return s
        s = s.pop()
        if s.of(unit).bogged:
            break
    return s


def _enter(
    g: Firefight, s: State, unit: str, there: str, course: Course, cap: int, asked: bool
) -> State:
    """One hex of a way, and everything that waits in it (5.0, 14.1, 18.4, 18.5)."""
    here = s.position.place(unit)
    side = g.units[unit].side
    for one in (unit, *s.aboard(unit)):
        s = s.at(one, there)
    if g.units[unit].kind == PLANE:
        return reveal_near(g, s, course)  # over the hex it meets nothing on the ground (20.0)
    s = replace(s, control=g.control(s))
    if going(g, s, unit, here, there).soft:
        # a decision would give a hidden one away (10.1)
        open_roll = asked and not s.of(unit).hidden
        s = s.push(Bog(unit)) if open_roll else bog(g, s, unit, cap, course)
    s = _crush(g, s, unit, there, course)
    s = reveal_near(g, s, course)
    if g.foes_in(s, side, there):
        # those it finds there have been met as well (10.0 shared hex)
        s = replace(s, came={**s.came, there: (*s.came.get(there, ()), (side, here))})
    return mines_under(g, s, unit, there, course, entered=True)


@dataclass(frozen=True)
class Onward(Phase):
    """The rest of a way, when what waited in a hex of it is dealt with (8.1, 14.0, 18.5)."""

    unit: str
    path: tuple[str, ...]
    caps: tuple[int, ...]
    asked: bool

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """On, unless it is stuck there, hit so that it cannot move, or no more."""
        s, unit = s.pop(), self.unit
        stopped = s.position.place(unit) not in g.board or s.of(unit).bogged
        if stopped or lost(g, s, unit) in ("move", "all"):
            return s
        return arrive(g, s, unit, self.path, course, self.caps, self.asked)


def _crush(g: Firefight, s: State, unit: str, there: str, course: Course) -> State:
    """Tracks destroy the wire they enter (18.4 vehicles)."""
    wire = [w for w in s.works_in(there) if w.kind == "wire"]
    if g.units[unit].kind != TRACKED or not wire:
        return s
    course.tell("18.4 vehicles", "coh.wire.crushed", hexes=(there,), hex=there)
    return replace(s, works=tuple(w for w in s.works if w not in wire))


# ------------------------------------------------------------------ mines


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
        side = g.units[self.unit].side
        if s.position.place(self.unit) not in g.board or not s.cap[side]:
            return None
        return Decision.of(side, "coh.bog-dice", "14.1", unit=g.units[self.unit].title)

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        s = s.pop()
        return bog(g, s, self.unit, 0, course) if s.position.place(self.unit) in g.board else s

    def roller(self, g: Firefight) -> str:
        return g.units[self.unit].side

    def targets(self) -> tuple[str, ...]:
        return (self.unit,)

    def need(self, g: Firefight, s: State, action: Action) -> Tally | None:
        lines = [Line.of("14.1", "coh.line.bog", STUCK_BELOW)]
        if whole(action, "cap"):
            lines.append(Line.of("3.23", "coh.line.cap", -whole(action, "cap")))
        return Tally.adding("coh.need", lines)

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        return bog(g, s.pop(), self.unit, cap, course)
