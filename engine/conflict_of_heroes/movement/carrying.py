"""Chapter 17 and section 14.1: loading, unloading, towing."""

from __future__ import annotations

from collections.abc import Iterator

from engine.agenda import Reasons, Slots
from engine.conflict_of_heroes.actions import orders
from engine.conflict_of_heroes.actions.orders import Bills, Order, Turn, each, facings_of, units_of
from engine.conflict_of_heroes.counters.hits import changed, hit_rule, let_go, lost
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.counters.unit import DIRECTION, GUN, INFANTRY, TRACKED
from engine.conflict_of_heroes.hidden import come_out, tell_of
from engine.conflict_of_heroes.works import mines_under
from engine.values import Action
from engine.verdict import Course, Line, Reason


class Carriage(Order):
    """A vehicle takes a unit of its hex aboard or in tow, or lets it off (17.0)."""

    section, rule, moving = 4, "17.0", True
    group, bill = "17.0", "coh.cost.handling"

    def __init__(self, kind: str, loading: bool) -> None:
        self.kind, self.loading = kind, loading

    def doers(self, action: Action) -> tuple[str, ...]:
        """The vehicle, and a cargo that joins its activation (17.0, 9.0). Who is let off may be
        left out of it: then the vehicles alone pay and act."""
        vehicles = units_of(action)
        cargoes = tuple(cargo for _, cargo in self._pairs(action))
        return (*vehicles, *cargoes) if action.get("joined", True) else vehicles

    def movers(self, action: Action) -> tuple[str, ...]:
        """The cargo: it is its step that is paid for (17.0)."""
        return tuple(cargo for _, cargo in self._pairs(action))

    def _pairs(self, action: Action) -> list[tuple[str, str]]:
        """Which vehicle handles what: one pair, or one each of a group (9.11, 17.0)."""
        vehicles = units_of(action)
        return list(zip(vehicles, each(action, "cargos", "cargo", len(vehicles)), strict=False))

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        """What each cargo pays to move over open ground (17.0)."""
        for _, cargo in self._pairs(action):
            lines: list[Line] = []
            if piece := g.units.get(cargo):
                lines = [Line.of("17.0", "coh.line.handling", piece.move, unit=piece.name)]
                lines += changed(g, s, cargo, "move")
            yield cargo, lines

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """One unit on foot, one gun or one stuck vehicle each; the pinned stay where they are."""
        yield from orders.facing_reasons(action)
        yield from orders.listed(action, "cargos")
        if self.loading and not action.get("joined", True):
            # getting aboard is a move of both (9.11); only a gun set down is known to stay fresh
            yield Reason.of("17.0", "coh.load.joined")
        cargoes = [cargo for _, cargo in self._pairs(action)]
        if len(set(cargoes)) < len(cargoes):
            yield Reason.of("9.1", "coh.twice-named")
        for unit, cargo in self._pairs(action):
            yield from self._pair_reasons(g, s, side, unit, cargo)

    def _pair_reasons(self, g: Setting, s: State, side: str, unit: str, cargo: str) -> Reasons:
        if cargo not in g.units:
            yield Reason.of("17.0", "coh.no-unit", unit=cargo)
            return
        truck, piece = g.units[unit], g.units[cargo]
        names = {"unit": truck.title, "cargo": piece.title}
        if not truck.vehicle:
            yield Reason.of("17.0", "coh.load.vehicle", units=(unit,), **names)
        if piece.side != side:
            yield Reason.of("17.0", "coh.load.theirs", units=(cargo,), **names)
        if s.position.place(unit) != s.position.place(cargo):
            yield Reason.of("17.0", "coh.load.apart", units=(unit, cargo), **names)
        stuck = {"move": "coh.load.pinned", "all": "coh.load.stunned"}.get(lost(g, s, cargo))
        if stuck and not piece.vehicle:
            yield Reason.of(hit_rule(g, s, cargo), stuck, units=(cargo,), **names)
        carrier = s.of(cargo).carrier
        if not self.loading:
            if carrier != unit:
                yield Reason.of("17.0", "coh.load.not-aboard", units=(cargo,), **names)
            return
        if carrier is not None:
            yield Reason.of("17.0", "coh.load.aboard", units=(cargo,), **names)
        if s.of(unit).carrier is not None:
            yield Reason.of("14.1 towing", "coh.load.towed", units=(unit,), **names)
        if s.of(cargo).inside:
            # to leave a work within its hex is an action of its own (18.2, errata)
            yield Reason.of("18.2", "coh.load.inside", units=(cargo,), **names)
        if unit in s.loads:
            yield Reason.of("17.0", "coh.load.full", units=(unit,), **names)
        yield from self._towing(g, s, unit, cargo)

    def _towing(self, g: Setting, s: State, unit: str, cargo: str) -> Reasons:
        """Stuck vehicles: wheels behind anything, tracks behind tracks (14.1 towing)."""
        truck, piece = g.units[unit], g.units[cargo]
        if piece.kind in (INFANTRY, GUN):
            return
        names = {"unit": truck.title, "cargo": piece.title}
        if unit == cargo or not (s.of(cargo).bogged or lost(g, s, cargo) == "move"):
            yield Reason.of("14.1 towing", "coh.load.moves", units=(cargo,), **names)
        elif piece.kind == TRACKED and truck.kind != TRACKED:
            yield Reason.of("14.1 towing", "coh.load.tracks", units=(cargo,), **names)

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return g.units[unit].vehicle

    def choices(
        self, g: Setting, s: State, p: Turn, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        """Of a vehicle that is asked about also how it lets somebody off and acts alone."""
        yield from super().choices(g, s, p, unit, hex)
        if unit and unit in g.units and not self.loading and g.units[unit].vehicle:
            alone = Action(self.kind, unit=unit, joined=False)
            for action in self.walk(g, s, p, alone, self.begun[1][1:]):
                if hex in (None, *self.hexes(g, s, p, action)):
                    yield action

    def ways(self) -> Slots[Setting, State, Turn]:
        return {
            "cargo": lambda g, s, p, given: (
                other
                for other in s.position.at(s.position.place(given["unit"]))
                if other != given["unit"] and (s.of(other).carrier == given["unit"]) != self.loading
            )
        }

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Aboard, facing as the vehicle does; or off, facing any way (17.0)."""
        key = "coh.loaded" if self.loading else "coh.unloaded"
        for (unit, cargo), facing in zip(self._pairs(action), facings_of(action), strict=True):
            hex = s.position.place(unit)
            tell_of(g, s, (unit, cargo), course, ("17.0", key), cargo=g.units[cargo].title)
            if self.loading:
                ahead = s.of(unit).facing
                s = s.changed(cargo, carrier=unit, dug=False)
            else:
                ahead = DIRECTION.get(facing, s.of(cargo).facing)
                s = let_go(g, s, cargo)
            s = come_out(g, s.facing(cargo, ahead), (cargo, unit), course)
            for one in (cargo, unit):
                s = mines_under(g, s, one, hex, course)
        return s


LOAD, UNLOAD = Carriage("load", loading=True), Carriage("unload", loading=False)
