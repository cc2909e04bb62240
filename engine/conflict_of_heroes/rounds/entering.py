"""Section 5.1: reinforcements come in by their hexes, and units leave where they may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.agenda import Candidate, Reasons, Slots
from engine.conflict_of_heroes import air
from engine.conflict_of_heroes.actions.orders import Bills, Order, Turn, facings_of, linked, ways_of
from engine.conflict_of_heroes.counters.hits import changed, hit_rule, leave, lost, put_back
from engine.conflict_of_heroes.counters.state import AWAY, Setting, State
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.ground.steps import free_hexes, going, onward, path_lines, toward
from engine.conflict_of_heroes.hidden import tell_of
from engine.conflict_of_heroes.movement.moves import Advance, go, journeys, roll_caps, way_reasons
from engine.values import Action, replace, texts, whole
from engine.verdict import Course, Line, Reason

HIGHEST = 4
"""So many height markers are offered for a plane; it may have more (20.1)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Units that come in from a round on, by some hexes (5.1)."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]
    round: int


def gates(g: Setting, s: State, unit: str) -> tuple[str, ...]:
    """The hexes a unit may come in by: its own, or the nearest free one open to it (5.1)."""
    entry = g.entry_of(unit)
    if entry is None:
        return ()
    side = g.units[unit].side
    if g.units[unit].kind == PLANE:
        return entry.hexes  # who stands on the ground is not in its way (20.0)
    free = tuple(h for h in entry.hexes if not g.foes_in(s, side, h))
    if free or not entry.hexes:
        return free
    away = s.position.place(unit)
    others = [
        h
        for h in g.board.hexes
        if g.board.edge(h) and not g.foes_in(s, side, h) and not going(g, s, unit, away, h).bars
    ]
    near = {h: min(g.board.distance(h, gate) for gate in entry.hexes) for h in others}
    least = min(near.values(), default=0)
    return tuple(h for h in others if near[h] == least)


class Enter(Advance):
    """A reinforcement comes onto the map, or several at once (5.1, 9.11)."""

    kind, rule, entering = "enter", "5.1", True

    def lines(
        self, g: Setting, s: State, unit: str, path: tuple[str, ...], action: Action
    ) -> list[Line]:
        """What its way costs it, or a plane its impulses (20.0)."""
        piece = g.units[unit]
        if piece.kind == PLANE:
            return air.set_lines(air.impulses(action))
        if any(hex not in g.board for hex in path):
            return [Line.of("5.1", "coh.line.move", piece.move, unit=piece.name)]
        return path_lines(g, s, unit, path, sneaks=False)

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """By its hexes, from its round on (5.1); a group side by side (9.11, errata)."""
        yield from super().against(g, s, side, action)
        doors = [way[0] for _, way in ways_of(action) if way]
        if len(doors) > 1 and not linked(g, doors):
            seats = [hex for hex in doors if hex in g.board]
            yield Reason.of("9.11", "coh.group.apart", units=self.doers(action), hexes=seats)

    def parted(self, action: Action) -> bool:
        return "to" in action or "paths" in action

    def astray(
        self, g: Setting, s: State, side: str, unit: str, path: tuple[str, ...], action: Action
    ) -> Reasons:
        if unit not in g.units or g.units[unit].side != side:
            return
        piece, hex = g.units[unit], path[0] if path else ""
        if not g.waits(s, unit):
            yield g.no(unit, "5.1", "coh.enter.not-waiting")
        elif hex not in gates(g, s, unit):
            yield g.no(unit, "5.1", "coh.enter.gate", hex=hex)
        elif piece.kind == PLANE:
            if len(path) > 1:
                yield g.no(unit, "20.0", "coh.move.plane")
            yield from air.coming_reasons(g, s, unit, hex, action)
        else:
            if air.impulses(action):
                yield g.no(unit, "20.0", "coh.fly.ground")
            yield from way_reasons(g, s, unit, path)
        if s.of(unit).carrier:
            yield g.no(unit, "17.0 passenger", "coh.move.carried")
        if whole(action, "altitude") < 0:
            yield g.no(unit, "20.1", "coh.fly.ground-level")

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return g.waits(s, unit)

    def ways(self) -> Slots[Setting, State, Turn]:
        """One of its hexes; what its bonus reaches from there, or a plane's height and impulses
        (20.0); with CAP where dice are rolled (3.23, 14.1, 18.4)."""
        return {
            "gate": lambda g, s, p, given: ({"hex": hex} for hex in gates(g, s, given["unit"])),
            "way": lambda g, s, p, given: self._ways_on(g, s, given),
            "cap": lambda g, s, p, given: (
                roll_caps(g, s, given) if given.get("hex") and "altitude" not in given else (None,)
            ),
        }

    def _ways_on(self, g: Setting, s: State, given: Action) -> Iterator[Candidate]:
        unit, hex = given["unit"], given["hex"]
        if g.units[unit].kind == PLANE:
            for height in range(HIGHEST + 1):
                yield from air.coming_sets(g, s, unit, hex, height)
            return
        yield {}
        if g.units[unit].vehicle:
            start = (s.position.place(unit), hex)
            free = free_hexes(g, s, unit, *start)
            for way in onward(g.ground, g.units[unit].kind, start, free, s.obstacles):
                yield {"path": way[1:], "facing": toward(g.ground, *way[-2:]), "hex": None}

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        for way, facing in zip(journeys(g, s, action), facings_of(action), strict=True):
            unit, path = way.unit, way.path
            g.tell(course, unit, "5.1", "coh.entered", path, hex=path[0])
            s = s.changed(unit, altitude=whole(action, "altitude"), homing=False)
            s = s.push(air.Flight(unit, texts(action, "steps"))) if air.impulses(action) else s
            s = go(g, s, way, facing, course)
        return s


class Exit(Order):
    """Units leave the map where the firefight lets them (5.1), alone or as a group (9.1)."""

    kind, rule, moving = "exit", "5.1", True
    group, bill = "9.11", "coh.cost.move"

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        for unit in self.doers(action):
            piece = g.units[unit]
            price = Line.of("5.1", "coh.line.move", piece.move, unit=piece.name)
            yield unit, (price, *changed(g, s, unit, "move"))

    def unfit(self, g: Setting, s: State, side: str, unit: str) -> Reasons:
        seat = s.position.place(unit)
        if seat not in g.setup.exits.get(side, ()):
            yield g.no(unit, "5.1", "coh.exit.here", hexes=(seat,))
        if lost(g, s, unit) == "move":
            yield g.no(unit, hit_rule(g, s, unit), "coh.move.lost", hit=s.of(unit).hit)
        if s.of(unit).carrier:
            yield g.no(unit, "17.0 passenger", "coh.move.carried")
        if s.of(unit).bogged:
            yield g.no(unit, "14.1", "coh.move.bogged")
        if g.units[unit].kind == PLANE:
            yield g.no(unit, "20.0", "coh.move.plane")

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        return s.position.place(unit) in g.setup.exits.get(g.units[unit].side, ())

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Off the map with all they carry, for good; points for them where they are given."""
        for unit in self.doers(action):
            tell_of(g, s, (unit,), course, ("5.1", "coh.exited"))
            gone = s.aboard(unit)
            for one in (*gone, unit):
                s = leave(g, put_back(g, s, one), one, AWAY)
            s = s.scored(side, g.setup.exit_points * (1 + len(gone)))
            s = replace(s, left=s.left | {unit, *gone})
        return s


ENTER, EXIT = Enter(), Exit()
