"""What a unit meets in the hexes it enters: control, hidden units, soft ground, wire, mines."""

from __future__ import annotations

from engine.agenda import Phase
from engine.conflict_of_heroes.actions.payment import Rolling, needed
from engine.conflict_of_heroes.counters.hits import lost
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.counters.unit import PLANE, TRACKED
from engine.conflict_of_heroes.ground.steps import going
from engine.conflict_of_heroes.hidden import reveal_near
from engine.conflict_of_heroes.works import mines_under
from engine.values import Action, replace
from engine.verdict import Course, Decision, Line, Tally


class Onward(Phase):
    """A unit's way, or the rest of it when what waited in a hex is dealt with (8.1, 14.0, 18.5).
    `caps` are declared for the dice of each hex; else it is `asked` before they fall (3.23)."""

    unit: str
    path: tuple[str, ...]
    caps: tuple[int, ...] = ()
    asked: bool = False

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """On, unless it is stuck there, hit so that it cannot move, or no more."""
        s, unit = s.pop(), self.unit
        stopped = s.position.place(unit) not in g.board or s.of(unit).bogged
        return s if stopped or lost(g, s, unit) in ("move", "all") else self.follow(g, s, course)

    def follow(self, g: Setting, s: State, course: Course) -> State:
        """Hex by hex, its passengers with it."""
        if not self.path:
            return s
        rest = replace(self, path=self.path[1:], caps=self.caps[1:])
        s = self._enter(g, s.push(rest), self.path[0], course)
        if s.top is not rest:
            return s
        s = s.pop()
        return s if s.of(self.unit).bogged else rest.follow(g, s, course)

    def _enter(self, g: Setting, s: State, there: str, course: Course) -> State:
        """One hex of a way, and everything that waits in it (5.0, 14.1, 18.4, 18.5)."""
        unit, here, side = self.unit, s.position.place(self.unit), g.units[self.unit].side
        for one in (unit, *s.aboard(unit)):
            s = s.at(one, there)
        if g.units[unit].kind == PLANE:
            return reveal_near(g, s, course)  # over the hex it meets nothing on the ground (20.0)
        s = replace(s, control=g.control(s))
        if going(g, s, unit, here, there).soft:
            # a decision would give a hidden one away (10.1)
            open_roll = self.asked and not s.of(unit).hidden
            cap = self.caps[0] if self.caps else 0
            s = s.push(Bog(side, unit)) if open_roll else bog(g, s, unit, cap, course)
        s = _crush(g, s, unit, there, course)
        s = reveal_near(g, s, course)
        if g.foes_in(s, side, there):
            # those it finds there have been met as well (10.0 shared hex)
            s = replace(s, came={**s.came, there: (*s.came.get(there, ()), (side, here))})
        return mines_under(g, s, unit, there, course, entered=True)


def _crush(g: Setting, s: State, unit: str, there: str, course: Course) -> State:
    """Tracks destroy the wire they enter (18.4 vehicles)."""
    wire = [w for w in s.works_in(there) if w.kind == "wire"]
    if g.units[unit].kind != TRACKED or not wire:
        return s
    course.tell("18.4 vehicles", "coh.wire.crushed", hexes=(there,), hex=there)
    return replace(s, works=tuple(w for w in s.works if w not in wire))


STUCK_BELOW = 6


def bog(g: Setting, s: State, unit: str, cap: int, course: Course) -> State:
    """Swamps and stone buildings may hold a vehicle: 6 or more on two dice (14.1)."""
    total = course.chance.roll("coh.bog") + course.chance.roll("coh.bog") + cap
    key = "coh.bog.stuck" if total < STUCK_BELOW else "coh.bog.through"
    if not s.of(unit).hidden:
        # nobody hears of a hidden one (10.1)
        g.tell(course, unit, "14.1", key, total=total)
    return s.changed(unit, bogged=total < STUCK_BELOW)


class Bog(Rolling):
    """One of several vehicles of a group rolls, CAP declared before (3.23, 9.11)."""

    unit: str

    rule = "14.1"

    def decision(self, g: Setting, s: State) -> Decision | None:
        if s.position.place(self.unit) not in g.board or not s.cap[self.side]:
            return None
        return Decision.of(self.side, "coh.bog-dice", "14.1", unit=g.units[self.unit].title)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = s.pop()
        return bog(g, s, self.unit, 0, course) if s.position.place(self.unit) in g.board else s

    def targets(self) -> tuple[str, ...]:
        return (self.unit,)

    def need(self, g: Setting, s: State, action: Action) -> Tally | None:
        return needed("coh.need", [Line.of("14.1", "coh.line.bog", STUCK_BELOW)], action)

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
        return bog(g, s.pop(), self.unit, cap, course)
