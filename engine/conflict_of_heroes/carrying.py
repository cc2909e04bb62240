"""Chapter 17 and section 14.1: loading, unloading, towing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.arrival import mines_under
from engine.conflict_of_heroes.given import text
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import DIRECTION, GUN, INFANTRY, TRACKED
from engine.conflict_of_heroes.values import changed, hit_rule, lost
from engine.game import Course
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


class Handling(Order):
    """A vehicle takes a unit of its hex aboard or in tow, or lets it off (17.0)."""

    section = 4
    rule = "17.0"
    group = "17.0"

    def __init__(self, loading: bool) -> None:
        self.kind = "load" if loading else "unload"
        self.loading = loading

    def units(self, action: Action) -> tuple[str, ...]:
        """The vehicle, and a cargo that joins its activation (17.0, 9.0).

        A cargo may be left out of it: then the vehicle alone pays and acts.
        """
        both = (text(action, "unit"), text(action, "cargo"))
        return both if action.get("joined", True) else both[:1]

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """What the cargo pays to move over open ground (17.0)."""
        cargo = text(action, "cargo")
        lines = []
        if cargo in g.units:
            piece = g.units[cargo]
            lines = [
                Line.of("17.0", "coh.line.handling", piece.move, unit=piece.name),
                *changed(g, s, cargo, "move"),
            ]
        return Tally.adding("coh.cost.handling", lines)

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """One unit on foot, one gun or one stuck vehicle; the pinned stay where they are."""
        unit, cargo = text(action, "unit"), text(action, "cargo")
        if unit not in g.units or cargo not in g.units:
            yield Reason.of("17.0", "coh.no-unit", unit=cargo)
            return
        truck, piece = g.units[unit], g.units[cargo]
        names = {"unit": truck.name, "cargo": piece.name}
        if text(action, "facing") and text(action, "facing") not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=text(action, "facing"))
        if not truck.vehicle:
            yield Reason.of("17.0", "coh.load.vehicle", units=(unit,), **names)
        if piece.side != side:
            yield Reason.of("17.0", "coh.load.theirs", units=(cargo,), **names)
        if s.position.place(unit) != s.position.place(cargo):
            yield Reason.of("17.0", "coh.load.apart", units=(unit, cargo), **names)
        if lost(g, s, cargo) == "move" and not piece.vehicle:
            yield Reason.of(hit_rule(g, s, cargo), "coh.load.pinned", units=(cargo,), **names)
        carrier = s.of(cargo).carrier
        if not self.loading:
            if carrier != unit:
                yield Reason.of("17.0", "coh.load.not-aboard", units=(cargo,), **names)
            return
        if carrier is not None:
            yield Reason.of("17.0", "coh.load.aboard", units=(cargo,), **names)
        if any(counter.carrier == unit for counter in s.counters.values()):
            yield Reason.of("17.0", "coh.load.full", units=(unit,), **names)
        yield from self._towing(g, s, unit, cargo)

    def _towing(self, g: ConflictOfHeroes, s: State, unit: str, cargo: str) -> Iterator[Reason]:
        """Stuck vehicles: wheels behind anything, tracks behind tracks (14.1 towing)."""
        truck, piece = g.units[unit], g.units[cargo]
        if piece.kind in (INFANTRY, GUN):
            return
        names = {"unit": truck.name, "cargo": piece.name}
        if unit == cargo or not (s.of(cargo).bogged or lost(g, s, cargo) == "move"):
            yield Reason.of("14.1 towing", "coh.load.moves", units=(cargo,), **names)
        elif piece.kind == TRACKED and truck.kind != TRACKED:
            yield Reason.of("14.1 towing", "coh.load.tracks", units=(cargo,), **names)

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """Everything in the hex, or aboard."""
        if not g.units[unit].vehicle:
            return
        for other in s.position.at(s.position.place(unit)):
            if other != unit and (s.of(other).carrier == unit) != self.loading:
                yield Action(self.kind, unit=unit, cargo=other)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Aboard, facing as the vehicle does; or off, facing any way (17.0)."""
        unit, cargo = text(action, "unit"), text(action, "cargo")
        hex = s.position.place(unit)
        key = "coh.loaded" if self.loading else "coh.unloaded"
        course.tell(
            "17.0", key, units=(unit, cargo), unit=g.units[unit].name, cargo=g.units[cargo].name
        )
        if self.loading:
            facing = s.of(unit).facing
            s = s.changed(cargo, carrier=unit, facing=facing, dug=False, inside=False)
        else:
            counter, soft = s.of(cargo), bool(g.ground.of(hex)["bog"])
            facing = DIRECTION.get(text(action, "facing"), counter.facing)
            # only out of the swamp is a stuck vehicle free again (14.1)
            stuck = counter.bogged and (soft or counter.mired)
            s = s.changed(cargo, carrier=None, facing=facing, bogged=stuck)
        for one in (cargo, unit):
            s = mines_under(g, s, one, hex, course)
        return s
