"""Section 3.3: lines of communication, along which network and how far off it (17.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from operator import itemgetter
from typing import TYPE_CHECKING

from engine.hexset import HexSet, Ways, union
from engine.rulebook import enforces
from engine.victory_awaits.components.state import AXIS, SOVIET, State, enemy
from engine.victory_awaits.components.terrain import RAIL, ROAD
from engine.victory_awaits.concepts.zones import held, zoc

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

RAIL_GAP = 6  # 3.3: hexes from the railway to an Axis unit
NOWHERE: frozenset[int] = frozenset()
TIGHT_GAP = 12  # 17.4: hexes from a road or railway to a Soviet unit
MOSCOW = "moscow"
SOURCE = {AXIS: "axis-source", SOVIET: "soviet-source", MOSCOW: "moscow-source"}
"""The tag of each kind of source; those from Moscow are Soviet ones (15.4, 16.3)."""


@dataclass(frozen=True, slots=True)
class Communication:
    """A line of communication (3.3) from a source to a hex, or its absence."""

    exists: bool
    path: tuple[str, ...] = ()
    off_rail: int = 0


@dataclass(frozen=True, slots=True)
class Trace:
    """The lines by one kind of network and off it, step by step."""

    net: Sequence[HexSet]
    """Along the network."""
    off: Sequence[HexSet]
    """Off it, from anywhere on it."""
    climbs: Sequence[HexSet]
    """Mountain hexes that a line off it ends in."""
    along: Ways

    def steps(self, hex: str) -> int | None:
        """How many steps off the network a hex is reached; None where no line comes."""
        for steps, (ring, climbed) in enumerate(zip(self.off, self.climbs, strict=True)):
            if hex in ring or hex in climbed:
                return steps
        return None


@enforces("3.3", "17.4")
def networks(g: VictoryAwaits, side: str) -> tuple[tuple[str, ...], int | None]:
    """What a side's lines must run along, and how many hexes at most beside it (3.3, 17.4)."""
    if side == AXIS:
        return (RAIL,), RAIL_GAP
    return ((ROAD, RAIL), TIGHT_GAP) if g.on("tight-soviet-supply") else ((), None)


class Lines:
    """All lines of communication of a side at one moment (3.3).

    A line may end in an enemy ZOC but runs on through one only where a friendly unit stands.
    """

    def __init__(
        self, g: VictoryAwaits, s: State, side: str, closed: frozenset[int] = NOWHERE
    ) -> None:
        self.g, self.side, self.grid = g, side, g.board.grid
        foe = enemy(side)
        self.free = self.grid.all - held(g, s.position, foe)
        self.onward = self.grid.all - (zoc(g, s.position, foe) - held(g, s.position, side))
        """Where a line may run on."""
        self.starts = g.board.set(friendly_sources(g, s, side)) & self.free
        self.kinds, self.gap = networks(g, side)
        self.cross = g.ground.cross_country[side].out_of(self.onward)
        self.climb = g.ground.climbs[side].out_of(self.onward)
        self.traces = [self._trace(kind, closed) for kind in self.kinds or ("",)]
        self.reached = union(self.grid, (one for t in self.traces for one in (*t.off, *t.climbs)))

    def _trace(self, kind: str, closed: frozenset[int]) -> Trace:
        along, net = self.grid.nowhere, [self.starts]
        if kind:
            along = self.g.ground.along[kind, self.side].out_of(self.onward)
            along -= self.grid.ways(closed.__contains__) if closed else self.grid.nowhere
            net = self.starts.rings(along, among=self.free)
        off = union(self.grid, net).rings(self.cross, self.gap, self.free)
        return Trace(net, *self._up_hills(off), along)

    def _up_hills(self, off: list[HexSet]) -> tuple[list[HexSet], list[HexSet]]:
        """Lines that end in a mountain hex off the road: they do not cross it (3.3)."""
        none = self.grid.none
        if not self.climb:
            return off, [none] * len(off)
        before, climbs = none, [none]
        for steps, ring in enumerate(off):
            before |= ring | climbs[-1]
            if steps != self.gap:
                nearer = before | (off[steps + 1] if steps + 1 < len(off) else none)
                climbs.append((ring.spread(self.climb) & self.free) - nearer)
        return off + [none] * (len(climbs) - len(off)), climbs

    @cached_property
    def lengths(self) -> Sequence[HexSet]:
        """What the shortest lines reach by their length, network and open ground together."""
        if not self.kinds:
            (trace,) = self.traces
            return [ring | up for ring, up in zip(trace.off, trace.climbs, strict=True)]
        each = (self._lengths(trace.along) for trace in self.traces)
        found: list[HexSet] = []
        seen = climbed = self.grid.none
        for rings in (*zip_longest(*each, fillvalue=self.grid.none), ()):
            new = union(self.grid, rings) - seen
            found.append(new | climbed)
            climbed = new.spread(self.climb) & self.free & self.reached
            seen |= new
        return found

    def _lengths(self, along: Ways) -> Iterator[HexSet]:
        """What lines of each length reach, kept apart by how much of them is off the network."""
        none = self.grid.none
        now = [self.starts, *[none] * (self.gap or 0)]
        seen = now
        while any(now):
            yield union(self.grid, now)
            onward = [now[0].spread(along), *(ring.spread(self.cross) for ring in now[:-1])]
            now = [(ring & self.free) - old for ring, old in zip(onward, seen, strict=True)]
            seen = [ring | old for ring, old in zip(now, seen, strict=True)]

    def length(self, hex: str) -> int | None:
        """The hexes of the shortest line into a hex; None without one (10.6 clause 6)."""
        return next((length for length, ring in enumerate(self.lengths) if hex in ring), None)

    def reaches(self, hex: str) -> bool:
        """Whether there is a line into a hex."""
        return hex in self.reached

    def into(self, hex: str) -> Communication:
        """The line into a hex."""
        found = [(steps, t) for t in self.traces if (steps := t.steps(hex)) is not None]
        if not found:
            return Communication(False)
        steps, trace = min(found, key=itemgetter(0))
        way = [hex]
        if hex in trace.climbs[steps]:
            way = self.climb.way_back([trace.off[steps - 1], trace.climbs[steps]], hex)
            steps -= 1
        way = self.cross.way_back(trace.off[: steps + 1], way[0]) + way[1:]
        if self.kinds:
            on = next(n for n, ring in enumerate(trace.net) if way[0] in ring)
            way = trace.along.way_back(trace.net[: on + 1], way[0]) + way[1:]
        off_rail = (trace.steps(hex) or 0) if self.kinds else 0
        return Communication(True, tuple(way), off_rail)


def friendly_sources(g: VictoryAwaits, s: State, side: str) -> frozenset[str]:
    """The sources that feed a side: not one that the enemy was the last to enter (3.3, 16.3)."""
    return g.sources(side) - s.breached if side == SOVIET else g.sources(side)


@enforces("3.3")
def lines_of(g: VictoryAwaits, s: State, side: str) -> Lines:
    """The lines of a side, worked out once for a position (3.3)."""
    return s.position.once(("lines", side, s.breached), Lines, g, s, side)


def linked(g: VictoryAwaits, s: State, unit: str) -> bool:
    """Whether a unit on the map has a line of communication (3.3)."""
    return lines_of(g, s, g.units[unit].side).reaches(s.position.place(unit))
