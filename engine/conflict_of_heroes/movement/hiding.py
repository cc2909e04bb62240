"""Section 10.2: hiding during play."""

from __future__ import annotations

from engine.agenda import Reasons, Slots
from engine.conflict_of_heroes.actions.orders import Order, Turn
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.ground.sight import unseen
from engine.conflict_of_heroes.ground.steps import going, lanes
from engine.conflict_of_heroes.works import mines_under
from engine.values import Action, text, texts
from engine.verdict import Course, Line, Reason, Tally


class Hide(Order):
    """Taking a unit off the map, unseen (10.2)."""

    kind, section, rule, plain = "hide", 2, "10.2", True
    fixed = Tally.adding("coh.cost.hide", [Line.of("10.2", "coh.line.hide", 7)])

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """Unhurt, unseen here and there, at most a hex away, each of a group (10.2, 9.1)."""
        if "to" in action and len(texts(action, "to")) != len(self.doers(action)):
            yield Reason.of("10.2", "coh.move.ways")
        for unit, hex in self._ways(s, action):
            if g.here(s, unit):
                yield from self._unit_reasons(g, s, side, unit, hex)

    def _ways(self, s: State, action: Action) -> list[tuple[str, str]]:
        """Who hides where: in one hex, or in one each in `to`; else where it stands."""
        units = self.doers(action)
        hexes = texts(action, "to") or (text(action, "hex"),) * len(units)
        known = zip(units, hexes, strict=False)
        return [(u, hex or s.position.place(u)) for u, hex in known if u in s.position]

    def _unit_reasons(self, g: Setting, s: State, side: str, unit: str, hex: str) -> Reasons:
        piece, seat = g.units[unit], s.position.place(unit)
        if hex not in g.board or g.board.distance(seat, hex) > 1:
            yield g.no(unit, "10.2", "coh.hide.far")
            return
        if s.of(unit).carrier or unit in s.loads:
            yield g.no(unit, "17.0 passenger", "coh.move.carried")
        if piece.kind == PLANE:
            yield g.no(unit, "20.0", "coh.move.plane")
        elif hex != seat:
            if s.of(unit).bogged:
                yield g.no(unit, "14.1", "coh.move.bogged")
            for rule, key in going(g, s, unit, seat, hex).bars:
                yield g.no(unit, rule, key, (seat, hex), here=seat, hex=hex)
        if s.of(unit).hit is not None:
            yield g.no(unit, "10.2", "coh.hide.hurt")
        if s.of(unit).hidden:
            yield g.no(unit, "10.2", "coh.hide.already")
        for place in dict.fromkeys((seat, hex)):
            if not unseen(g, s, side, (place,)):
                yield g.no(unit, "10.2", "coh.hide.seen", hexes=(place,), hex=place)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return bool(unseen(g, s, g.units[unit].side, (s.position.place(unit),)))

    def ways(self) -> Slots[Setting, State, Turn]:
        return {"hex": lambda g, s, p, given: self._hexes(g, s, p.side, given["unit"])}

    def _hexes(self, g: Setting, s: State, side: str, unit: str) -> list[str]:
        """Where it may hide: what keeps it from hiding where it stands does so everywhere."""
        seat = s.position.place(unit)
        if any(self._unit_reasons(g, s, side, unit, seat)):
            return []
        ways = {} if s.of(unit).bogged else lanes(g, s, unit)
        near = (hex for hex in g.board.within(seat, 1) if hex == seat or (hex,) in ways)
        return unseen(g, s, side, near)

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Nobody is told where; what goes off under it goes off first (10.2, 18.5)."""
        course.tell("10.2", "coh.hidden", side=side)
        for unit, hex in self._ways(s, action):
            seat = s.position.place(unit)
            s = mines_under(g, s, unit, seat, course)
            inside = s.of(unit).inside and hex == seat
            s = s.at(unit, hex).changed(unit, hidden=True, dug=False, inside=inside)
        return s


HIDE = Hide()
