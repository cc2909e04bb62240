"""Section 5.1: reinforcements come in by their hexes, and units leave where they may."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.arrival import arrive
from engine.conflict_of_heroes.given import text, texts, whole
from engine.conflict_of_heroes.hits import leave, put_back
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.state import AWAY, State
from engine.conflict_of_heroes.steps import barred_hex, column, on_road
from engine.conflict_of_heroes.unit import DIRECTION, PLANE
from engine.conflict_of_heroes.values import changed, hit_rule, lost
from engine.game import Course
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


HIGHEST = 4
"""The most height markers under a plane (20.1)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Units that come in from a round on, by some hexes (5.1)."""

    units: tuple[str, ...]
    hexes: tuple[str, ...]
    round: int


def entry_of(g: ConflictOfHeroes, unit: str) -> Entry | None:
    """How a unit comes in; None when it does not."""
    return next((entry for entry in g.setup.entries if unit in entry.units), None)


def waiting(g: ConflictOfHeroes, s: State, unit: str) -> bool:
    """Whether a unit stands at the edge of the map and may come in now (5.1)."""
    entry = entry_of(g, unit)
    return (
        entry is not None
        and (entry.round <= s.round or unit in s.called_up)
        and unit not in s.left
        and s.position.place(unit) == AWAY
    )


def gates(g: ConflictOfHeroes, s: State, unit: str) -> tuple[str, ...]:
    """The hexes a unit may come in by: its own, or the nearest free one to them (5.1)."""
    entry = entry_of(g, unit)
    if entry is None:
        return ()
    side = g.units[unit].side
    free = tuple(h for h in entry.hexes if not g.foes_in(s, side, h))
    if free or not entry.hexes:
        return free
    others = [h for h in g.board.hexes if g.board.edge(h) and not g.foes_in(s, side, h)]
    near = {h: min(g.board.distance(h, gate) for gate in entry.hexes) for h in others}
    least = min(near.values(), default=0)
    return tuple(h for h in others if near[h] == least)


class Enter(Order):
    """A reinforcement comes onto the map, or several at once (5.1, 9.11)."""

    kind = "enter"
    rule = "5.1"
    group = "9.11"

    def _ways(self, action: Action) -> list[tuple[str, str]]:
        """Who comes in by which hex; a group by one hex, or by one each in `to`."""
        units = self.units(action)
        hexes = texts(action, "to") or (text(action, "hex"),) * len(units)
        return list(zip(units, hexes, strict=False))

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """What the hex costs it, 1 for a plane; the dearest of a group (5.1, 9.11, 20.0)."""
        parts = [
            Tally.adding("coh.cost.move", self._lines(g, s, unit, hex), unit)
            for unit, hex in self._ways(action)
        ]
        if len(parts) == 1:
            return Tally("coh.cost.move", parts[0].lines, parts[0].total)
        dearest = max((int(part.total) for part in parts), default=0)
        line = Line.of("9.11", "coh.line.dearest", dearest)
        return Tally("coh.cost.move", (line,), dearest, None, tuple(parts))

    def _lines(self, g: ConflictOfHeroes, s: State, unit: str, hex: str) -> Iterator[Line]:
        piece = g.units[unit]
        yield Line.of("5.1", "coh.line.move", piece.move, unit=piece.name)
        yield from changed(g, s, unit, "move")
        if hex in g.board and piece.kind != PLANE:
            extra = int(g.ground.of(hex)[column(g, unit)])
            if extra > 0 and not on_road(g, hex):
                yield Line.of("5.1", "coh.line.into", extra, terrain=g.board.terrain(hex))

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """By its hexes, from its round on (5.1)."""
        if text(action, "facing") and text(action, "facing") not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=text(action, "facing"))
        ways = self._ways(action)
        if len(ways) != len(self.units(action)):
            yield Reason.of("9.11", "coh.move.ways")
        for unit, hex in ways:
            if unit not in g.units or g.units[unit].side != side:
                continue
            piece, name = g.units[unit], g.units[unit].name
            if not waiting(g, s, unit):
                yield Reason.of("5.1", "coh.enter.not-waiting", units=(unit,), unit=name)
            elif hex not in gates(g, s, unit):
                yield Reason.of("5.1", "coh.enter.gate", units=(unit,), unit=name, hex=hex)
            elif (
                not any(
                    other == hex or (other in g.board and g.board.adjacent(hex, other))
                    for one, other in ways
                    if one != unit
                )
                and len(ways) > 1
            ):
                yield Reason.of("9.11", "coh.group.apart", units=(unit,), unit=name, hexes=(hex,))
            if piece.kind != PLANE and hex in g.board:
                for rule, key in barred_hex(g, s, unit, hex, on_road(g, hex)):
                    yield Reason.of(rule, key, units=(unit,), hexes=(hex,), unit=name, hex=hex)
            if s.of(unit).carrier:
                yield Reason.of("17.0 passenger", "coh.move.carried", units=(unit,), unit=name)
            if not 0 <= whole(action, "altitude") <= HIGHEST:
                yield Reason.of("20.1", "coh.fly.ground-level", units=(unit,), unit=name)

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """Each of its hexes; a plane at any height (20.0)."""
        heights = range(HIGHEST + 1) if g.units[unit].kind == PLANE else (None,)
        for hex in gates(g, s, unit) if waiting(g, s, unit) else ():
            for height in heights:
                yield Action("enter", unit=unit, hex=hex, altitude=height)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """They come in, facing any way."""
        for unit, hex in self._ways(action):
            name = g.units[unit].name
            course.tell("5.1", "coh.entered", units=(unit,), hexes=(hex,), unit=name, hex=hex)
            facing = DIRECTION.get(text(action, "facing"), s.of(unit).facing)
            s = s.changed(unit, facing=facing, altitude=whole(action, "altitude"))
            s = arrive(g, s, unit, (hex,), course)
        return s


class Exit(Order):
    """A unit leaves the map where the firefight lets it (5.1)."""

    kind = "exit"
    rule = "5.1"
    single = True

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """One more hex in the open."""
        unit = text(action, "unit")
        piece = g.units[unit]
        lines = [Line.of("5.1", "coh.line.move", piece.move, unit=piece.name)]
        return Tally.adding("coh.cost.move", [*lines, *changed(g, s, unit, "move")])

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """From an exit hex of its side, and able to move (5.1)."""
        unit = text(action, "unit")
        if unit not in g.units or s.position.place(unit) not in g.board:
            return
        name, seat = g.units[unit].name, s.position.place(unit)
        if seat not in g.setup.exits.get(side, ()):
            yield Reason.of("5.1", "coh.exit.here", units=(unit,), hexes=(seat,), unit=name)
        if lost(g, s, unit) == "move":
            yield Reason.of(
                hit_rule(g, s, unit), "coh.move.lost", units=(unit,), unit=name, hit=s.of(unit).hit
            )
        if s.of(unit).carrier:
            yield Reason.of("17.0 passenger", "coh.move.carried", units=(unit,), unit=name)
        if s.of(unit).bogged:
            yield Reason.of("14.1", "coh.move.bogged", units=(unit,), unit=name)

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """Out."""
        if s.position.place(unit) in g.setup.exits.get(g.units[unit].side, ()):
            yield Action("exit", unit=unit)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Off the map with all it carries, for good; points for it where they are given."""
        unit = text(action, "unit")
        course.tell("5.1", "coh.exited", units=(unit,), unit=g.units[unit].name)
        gone = [u for u, c in s.counters.items() if c.carrier == unit]
        for one in (*gone, unit):
            s = leave(g, put_back(g, s, one), one, AWAY)
        worth = g.setup.exit_points * (1 + len(gone))
        points = {**s.points, side: s.points[side] + worth}
        return replace(s, left=s.left | {unit, *gone}, points=points)
