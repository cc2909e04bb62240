"""Chapter 18: foxholes, going into and out of works. Section 10.2: hiding during play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.arrival import come_out, mines_under, tell_of
from engine.conflict_of_heroes.ground import HOLDING, seen_by
from engine.conflict_of_heroes.groups import facing_reasons, facings_of
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.steps import going
from engine.conflict_of_heroes.unit import DIRECTION, GUN, INFANTRY, PLANE
from engine.conflict_of_heroes.values import hit_rule, lost
from engine.deeds import Reasons, Slots
from engine.game import Course
from engine.given import text, texts
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes
    from engine.conflict_of_heroes.turns import Turn

DIGGING, HIDING, DOOR = 7, 7, 1
"""What each costs (10.2, 18.1, 18.2)."""
HOLDS = {
    "trench": (INFANTRY,),
    "gun-pit": (GUN,),
    "bunker": (INFANTRY, GUN),
}
"""Who may be in which work (18.2)."""


class Dig(Order):
    """Infantry digs a foxhole of its own (18.1)."""

    kind = "dig"
    section = 5
    rule = "18.1"

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """Seven."""
        return Tally.adding("coh.cost.dig", [Line.of("18.1", "coh.line.dig", DIGGING)])

    def against(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Reasons:
        """Infantry only, one foxhole a unit, not under the enemy's hands (18.1)."""
        for unit in self.doers(action):
            if unit not in g.units:
                continue
            piece, counter = g.units[unit], s.of(unit)
            if not piece.foot:
                yield Reason.of("18.1", "coh.dig.infantry", units=(unit,), unit=piece.title)
            if counter.dug:
                yield Reason.of("18.1", "coh.dig.already", units=(unit,), unit=piece.title)
            if counter.carrier:
                rule = "17.0 passenger"
                yield Reason.of(rule, "coh.move.carried", units=(unit,), unit=piece.title)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
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

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """An action of its own, for 1 (errata)."""
        return Tally.adding("coh.cost.door", [Line.of("18.2", "coh.line.door", DOOR)])

    def against(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Reasons:
        """A work that holds this kind of unit (18.2)."""
        yield from facing_reasons(action, "18.2")
        for unit, facing in zip(self.doers(action), facings_of(action), strict=False):
            if unit not in g.units or s.position.place(unit) not in g.board:
                continue
            piece, counter = g.units[unit], s.of(unit)
            kinds = [w.kind for w in s.works_in(s.position.place(unit)) if w.kind in HOLDS]
            fits = any(piece.kind in HOLDS[kind] for kind in kinds)
            if self.inwards and not kinds:
                yield Reason.of("18.2", "coh.door.none", units=(unit,), unit=piece.title)
            elif self.inwards and not fits:
                rule = HOLDING[kinds[0]]
                yield Reason.of(rule, "coh.door.kind", units=(unit,), unit=piece.title)
            if counter.carrier:
                rule = "17.0 passenger"
                yield Reason.of(rule, "coh.move.carried", units=(unit,), unit=piece.title)
            if facing and lost(g, s, unit) == "move":
                rule = hit_rule(g, s, unit)
                yield Reason.of(
                    rule, "coh.move.lost", units=(unit,), unit=piece.title, hit=counter.hit
                )
            if counter.inside == self.inwards:
                key = "coh.door.inside" if self.inwards else "coh.door.outside"
                yield Reason.of("18.2", key, units=(unit,), unit=piece.title)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
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


class Hide(Order):
    """Taking a unit off the map, unseen (10.2)."""

    kind = "hide"
    section = 2
    rule = "10.2"

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """Seven."""
        return Tally.adding("coh.cost.hide", [Line.of("10.2", "coh.line.hide", HIDING)])

    def against(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Reasons:
        """Unhurt, unseen here and there, at most a hex away, each of a group (10.2, 9.1)."""
        if "to" in action and len(texts(action, "to")) != len(self.doers(action)):
            yield Reason.of("10.2", "coh.move.ways")
        for unit, hex in self._ways(s, action):
            if unit in g.units and s.position.place(unit) in g.board:
                yield from self._unit_reasons(g, s, side, unit, hex)

    def _ways(self, s: State, action: Action) -> list[tuple[str, str]]:
        """Who hides where: in one hex, or in one each in `to`; else where it stands."""
        units = self.doers(action)
        hexes = texts(action, "to") or (text(action, "hex"),) * len(units)
        known = zip(units, hexes, strict=False)
        return [(u, hex or s.position.place(u)) for u, hex in known if u in s.position]

    def _unit_reasons(
        self, g: ConflictOfHeroes, s: State, side: str, unit: str, hex: str
    ) -> Iterator[Reason]:
        piece, seat = g.units[unit], s.position.place(unit)
        if hex not in g.board or g.board.distance(seat, hex) > 1:
            yield Reason.of("10.2", "coh.hide.far", units=(unit,), unit=piece.title)
            return
        if s.of(unit).carrier or unit in s.loads:
            yield Reason.of("17.0 passenger", "coh.move.carried", units=(unit,), unit=piece.title)
        if piece.kind == PLANE:
            yield Reason.of("20.0", "coh.move.plane", units=(unit,), unit=piece.title)
        elif hex != seat:
            if s.of(unit).bogged:
                yield Reason.of("14.1", "coh.move.bogged", units=(unit,), unit=piece.title)
            for rule, key in going(g, s, unit, seat, hex).bars:
                where = {"hexes": (seat, hex), "here": seat, "hex": hex}
                yield Reason.of(rule, key, units=(unit,), unit=piece.title, **where)
        if s.of(unit).hit is not None:
            yield Reason.of("10.2", "coh.hide.hurt", units=(unit,), unit=piece.title)
        if s.of(unit).hidden:
            yield Reason.of("10.2", "coh.hide.already", units=(unit,), unit=piece.title)
        for place in dict.fromkeys((seat, hex)):
            if any(seen_by(g, s, foe, place) for foe in g.enemies(side)):
                yield Reason.of(
                    "10.2",
                    "coh.hide.seen",
                    units=(unit,),
                    hexes=(place,),
                    unit=piece.title,
                    hex=place,
                )

    def suits(self, g: ConflictOfHeroes, s: State, unit: str) -> bool:
        """Not for who is seen where it stands."""
        seat, side = s.position.place(unit), g.units[unit].side
        return not any(seen_by(g, s, foe, seat) for foe in g.enemies(side))

    def ways(self) -> Slots[ConflictOfHeroes, State, Turn]:
        """Here, or next door."""
        return {
            "hex": lambda g, s, p, given: (
                seat := s.position.place(given["unit"]),
                *g.board.neighbours(seat),
            )
        }

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Nobody is told where; what goes off under it goes off first (10.2, 18.5)."""
        course.tell("10.2", "coh.hidden", side=side)
        for unit, hex in self._ways(s, action):
            seat = s.position.place(unit)
            s = mines_under(g, s, unit, seat, course)
            inside = s.of(unit).inside and hex == seat
            s = s.at(unit, hex).changed(unit, hidden=True, dug=False, inside=inside)
        return s


DIG, OCCUPY, LEAVE, HIDE = Dig(), Occupy(), Leave(), Hide()
