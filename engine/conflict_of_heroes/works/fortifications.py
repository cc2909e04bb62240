"""Chapter 18: foxholes, and going into and out of works."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.actions.groups import facing_reasons, facings_of
from engine.conflict_of_heroes.actions.orders import Order
from engine.conflict_of_heroes.counters.markers import hit_rule, lost
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import DIRECTION, GUN, INFANTRY
from engine.conflict_of_heroes.ground.terrain import HOLDING
from engine.conflict_of_heroes.hidden.detection import come_out, tell_of
from engine.conflict_of_heroes.works.mines import mines_under
from engine.deeds import Reasons
from engine.game import Course
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

DIGGING, DOOR = 7, 1
"""What each costs (18.1, 18.2)."""
HOLDS = {"trench": (INFANTRY,), "gun-pit": (GUN,), "bunker": (INFANTRY, GUN)}
"""Who may be in which work (18.2)."""


class Dig(Order):
    """Infantry digs a foxhole of its own (18.1)."""

    kind = "dig"
    section = 5
    rule = "18.1"

    def cost(self, g: Firefight, s: State, action: Action) -> Tally:
        """Seven."""
        return Tally.adding("coh.cost.dig", [Line.of("18.1", "coh.line.dig", DIGGING)])

    def against(self, g: Firefight, s: State, side: str, action: Action) -> Reasons:
        """Infantry only, one foxhole a unit, not under the enemy's hands (18.1)."""
        for unit in self.doers(action):
            if unit not in g.units:
                continue
            piece, counter = g.units[unit], s.of(unit)
            if not piece.foot:
                yield g.no(unit, "18.1", "coh.dig.infantry")
            if counter.dug:
                yield g.no(unit, "18.1", "coh.dig.already")
            if counter.carrier:
                rule = "17.0 passenger"
                yield g.no(unit, rule, "coh.move.carried")

    def perform(self, g: Firefight, s: State, side: str, action: Action, course: Course) -> State:
        """A counter on each unit."""
        for unit in self.doers(action):
            tell_of(g, s, (unit,), course, ("18.1", "coh.dug"))
            s = come_out(g, s.changed(unit, dug=True), (unit,), course)
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


class Door(Order):
    """Going into a trench, gun pit or bunker of one's hex, or out of it (18.2)."""

    rule = "18.2"
    section = 5

    inwards = False

    def cost(self, g: Firefight, s: State, action: Action) -> Tally:
        """An action of its own, for 1 (errata)."""
        return Tally.adding("coh.cost.door", [Line.of("18.2", "coh.line.door", DOOR)])

    def against(self, g: Firefight, s: State, side: str, action: Action) -> Reasons:
        """A work that holds this kind of unit (18.2)."""
        yield from facing_reasons(action, "18.2")
        for unit, facing in zip(self.doers(action), facings_of(action), strict=False):
            if not g.here(s, unit):
                continue
            piece, counter = g.units[unit], s.of(unit)
            kinds = [w.kind for w in s.works_in(s.position.place(unit)) if w.kind in HOLDS]
            fits = any(piece.kind in HOLDS[kind] for kind in kinds)
            if self.inwards and not kinds:
                yield g.no(unit, "18.2", "coh.door.none")
            elif self.inwards and not fits:
                rule = HOLDING[kinds[0]]
                yield g.no(unit, rule, "coh.door.kind")
            if counter.carrier:
                rule = "17.0 passenger"
                yield g.no(unit, rule, "coh.move.carried")
            if facing and lost(g, s, unit) == "move":
                rule = hit_rule(g, s, unit)
                yield g.no(unit, rule, "coh.move.lost", hit=counter.hit)
            if counter.inside == self.inwards:
                key = "coh.door.inside" if self.inwards else "coh.door.outside"
                yield g.no(unit, "18.2", key)

    def perform(self, g: Firefight, s: State, side: str, action: Action, course: Course) -> State:
        """In or out; on the way out one may turn (18.2)."""
        for unit, facing in zip(self.doers(action), facings_of(action), strict=True):
            key = "coh.door.in" if self.inwards else "coh.door.out"
            tell_of(g, s, (unit,), course, ("18.2", key))
            s = s.changed(unit, inside=self.inwards)
            if facing and not self.inwards:
                s = s.changed(unit, facing=DIRECTION[facing], dug=False)
            s = come_out(g, s, (unit,), course)
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


class Occupy(Door):
    """In."""

    kind, inwards = "occupy", True


class Leave(Door):
    """Out."""

    kind = "leave"


DIG, OCCUPY, LEAVE = Dig(), Occupy(), Leave()
