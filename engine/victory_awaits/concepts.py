"""Chapters 3 and 8: who holds which hexes, stacking, zones of control, control (3.1, 3.2, 3.4); a
headquarters wakes the units in its command range (8.0); lines of communication, along which network
and how far off it (3.3, 17.4)."""

from __future__ import annotations

import itertools
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from operator import itemgetter

from engine.agenda import Reasons
from engine.errors import Problem
from engine.hexset import HexSet, Ways, union
from engine.position import Position, once_a_position
from engine.values import Names, replace
from engine.verdict import Course, Reason, enforces
from engine.victory_awaits.components.state import (
    AXIS,
    POSSIBLE,
    SIDES,
    SOVIET,
    Setting,
    State,
    Unit,
    enemy,
)
from engine.victory_awaits.components.terrain import RAIL, ROAD, name_of

STACK_LIMIT = 2  # 3.1
COMMAND_RANGE = 4  # 8.2
RAIL_GAP = 6  # 3.3: hexes from the railway to an Axis unit
NOWHERE: frozenset[int] = frozenset()
TIGHT_GAP = 12  # 17.4: hexes from a road or railway to a Soviet unit


@once_a_position
def held(g: Setting, position: Position, side: str) -> HexSet:
    """The hexes that a side's units occupy."""
    stacks = position.stacks()
    return g.board.set([place for place, units in stacks if g.units[units[0]].side == side])


@enforces("3.2")
@once_a_position
def zoc(g: Setting, position: Position, side: str) -> HexSet:
    """The hexes in a side's zones of control (3.2): over rivers, not into water, and without effect
    in a fortress (14.2)."""
    near = held(g, position, side).around() & g.ground.dry
    if side == AXIS and g.fortresses:
        near -= g.board.set(map(position.place, g.fortresses))
    return near


@once_a_position
def denied(g: Setting, position: Position, side: str) -> HexSet:
    """The hexes that a side occupies or has in its zones of control."""
    return held(g, position, side) | zoc(g, position, side)


def on_map(g: Setting, s: State, side: str) -> list[str]:
    """A side's units on the map, fortress markers left out."""
    return [
        unit
        for unit in s.position.units()
        if g.units[unit].side == side
        and not g.units[unit].fortress
        and s.position.place(unit) in g.board
    ]


def put(g: Setting, s: State, unit: str, place: str) -> State:
    """A unit elsewhere: what the other side holds and watches stays as it is, and so do the lines
    of its own that no enemy watches (3.3)."""
    piece, lines = g.units[unit], ("lines", g.units[unit].side, s.breached)
    keep: tuple[Hashable, ...] = () if piece.fortress else OF_A_SIDE[enemy(piece.side)]
    if keep and lines in s.position.cache:
        watched = zoc(g, s.position, enemy(piece.side))
        if place not in watched and s.position.place(unit) not in watched:
            keep = (*keep, lines)
    return replace(s, position=s.position.moved(unit, place, keep))


OF_A_SIDE = {side: tuple((what, side) for what in ("held", "zoc", "denied")) for side in SIDES}
"""What is known of a side whoever moves on the other."""


def zoc_sources(g: Setting, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose ZOC covers a hex that lies in its ZOC."""
    foes = (enemies_in(g, s, enemy(side), near) for near in g.board.neighbours(hex))
    return tuple(itertools.chain.from_iterable(foes))


def stacking(g: Setting, s: State, unit: str, hex: str) -> Reasons:
    """Why a unit may not end its move in a hex (3.1); fortresses do not count (14.2)."""
    others = [other for other in s.position.at(hex) if other != unit]
    friends = [
        other
        for other in others
        if g.units[other].side == g.units[unit].side and not g.units[other].fortress
    ]
    if len(friends) >= STACK_LIMIT:
        yield Reason.of(
            "3.1", "ava.stack.full", hexes=(hex,), units=friends, hex=hex, limit=STACK_LIMIT
        )


@once_a_position
def full_hexes(g: Setting, position: Position, side: str) -> frozenset[str]:
    """The hexes with as many units of a side as may stand there (3.1)."""
    return frozenset(
        place
        for place, units in position.stacks()
        if len(units) >= STACK_LIMIT
        and place in g.board
        and sum(g.units[u].side == side and not g.units[u].fortress for u in units) >= STACK_LIMIT
    )


def enemies_in(g: Setting, s: State, side: str, hex: str) -> tuple[str, ...]:
    """The enemy units in a hex."""
    return tuple(u for u in s.position.at(hex) if g.units[u].side != side)


def take(g: Setting, s: State, unit: str, hex: str, course: Course) -> State:
    """A unit enters a hex: towns, cities and sources change hands (3.4, 16.3); Zhukov (18.1)."""
    side = g.units[unit].side
    if hex in g.soviet_sources and (hex in s.breached) != (side == AXIS):
        breached = s.breached | {hex} if side == AXIS else s.breached - {hex}
        source = hex in g.sources(SOVIET)
        rule, key = ("16.3", "source") if source else ("18.2", "breakthrough")
        course.tell(rule, f"ava.control.{key}", hexes=(hex,), units=(unit,), hex=hex, side=side)
        s = replace(s, breached=breached)
    if side == AXIS and not s.zhukov and hex in g.before_leningrad:
        course.tell("18.1", "ava.zhukov.possible", hexes=(hex,), units=(unit,))
        s = replace(s, zhukov=POSSIBLE)
    if hex not in s.control or s.control[hex] == side:
        return s
    name = name_of(g.board, hex)
    course.tell("3.4", "ava.control.taken", hexes=(hex,), units=(unit,), place=name, side=side)
    return replace(s, control={**s.control, hex: side})


def go(g: Setting, s: State, unit: str, hexes: Names, course: Course) -> State:
    """A unit goes through some hexes, and takes what lies there (3.4)."""
    s = put(g, s, unit, hexes[-1])
    for hex in hexes:
        s = take(g, s, unit, hex, course)
    return s


def first_control(g: Setting) -> dict[str, str]:
    """Who controls towns and cities at the start: by the side of the start line (3.4)."""
    west = g.board.tagged("axis-territory")
    return {hex: AXIS if hex in west else SOVIET for hex in g.towns}


def command_range(g: Setting, hex: str) -> Mapping[str, int]:
    """The hexes in command range of a headquarters, with their distance (8.2)."""
    if hex not in g.ground.ranges:
        if hex not in g.board:
            raise Problem("off the map there is no command range", remedy="Ask about another HQ.")
        rings = g.board.set([hex]).rings(g.ground.open_ways, COMMAND_RANGE)
        g.ground.ranges[hex] = {near: steps for steps, ring in enumerate(rings) for near in ring}
    return g.ground.ranges[hex]


def activation(g: Setting, s: State, hq: str) -> dict[str, Reason | None]:
    """What a headquarters does to each unit of its side: None wakes it, a Reason does not."""
    return {
        unit: asleep(g, s, g.units[hq], g.units[unit])
        for unit in s.position.units()
        if may_wake(g, s, g.units[hq], g.units[unit])
    }


def may_wake(g: Setting, s: State, hq: Unit, piece: Unit) -> bool:
    """Whether a unit is one that the headquarters of its side could wake at all (8.1, 14.3)."""
    return piece.side == hq.side and not piece.fortress and s.position.place(piece.id) in g.board


def asleep(g: Setting, s: State, hq: Unit, piece: Unit) -> Reason | None:
    """Why a headquarters does not wake a unit of its side (8.2, 8.3, 13.0)."""
    seat, place = s.position.place(hq.id), s.position.place(piece.id)
    units, names = (piece.id,), {"unit": piece.name, "hq": hq.name}
    if piece.id == hq.id:
        return None
    if piece.hq:
        return Reason.of("13.0", "ava.activate.other-hq", units=units, **names)
    if place not in command_range(g, seat):
        far, hexes = g.board.distance(seat, place), (place, seat)
        key = f"ava.activate.{'range' if far > COMMAND_RANGE else 'blocked'}"
        return Reason.of(
            "8.2", key, units=units, hexes=hexes, **names, distance=far, limit=COMMAND_RANGE
        )
    if hq.side == AXIS and piece.nation != hq.nation:
        return Reason.of("8.3", "ava.activate.nation", units=units, **names, nation=hq.nation)
    return None


def activated(g: Setting, s: State, hq: str) -> tuple[str, ...]:
    """The units that a headquarters wakes, itself included (8.1)."""
    head, near = g.units[hq], command_range(g, s.position.place(hq))
    return tuple(
        unit
        for unit in s.position.units()
        if s.position.place(unit) in near
        and may_wake(g, s, head, g.units[unit])
        and asleep(g, s, head, g.units[unit]) is None
    )


def woken_by(g: Setting, hq: str | None, side: str) -> str:
    """The name of the HQ that woke some units, or of their side where none did."""
    return g.units[hq].name if hq else g.scenario.side(side).name


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
def networks(g: Setting, side: str) -> tuple[tuple[str, ...], int | None]:
    """What a side's lines must run along, and how many hexes at most beside it (3.3, 17.4)."""
    if side == AXIS:
        return (RAIL,), RAIL_GAP
    return ((ROAD, RAIL), TIGHT_GAP) if g.on("tight-soviet-supply") else ((), None)


class Lines:
    """All lines of communication of a side at one moment (3.3). A line may end in an enemy ZOC but
    runs on through one only where a friendly unit stands."""

    def __init__(self, g: Setting, s: State, side: str, closed: frozenset[int] = NOWHERE) -> None:
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


def friendly_sources(g: Setting, s: State, side: str) -> frozenset[str]:
    """The sources that feed a side: not one that the enemy was the last to enter (3.3, 16.3)."""
    return g.sources(side) - s.breached if side == SOVIET else g.sources(side)


@enforces("3.3")
def lines_of(g: Setting, s: State, side: str) -> Lines:
    """The lines of a side, worked out once for a position (3.3)."""
    return s.position.once(("lines", side, s.breached), Lines, g, s, side)


def linked(g: Setting, s: State, unit: str) -> bool:
    """Whether a unit on the map has a line of communication (3.3)."""
    return lines_of(g, s, g.units[unit].side).reaches(s.position.place(unit))
