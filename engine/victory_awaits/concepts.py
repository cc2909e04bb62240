"""Chapter 3: stacking, zones of control, lines of communication, control of towns and cities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from engine.paths import search, way_back
from engine.position import Position
from engine.verdict import Reason
from engine.victory_awaits.ground import RAIL, ROAD
from engine.victory_awaits.state import State, enemy
from engine.victory_awaits.unit import AXIS, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

STACK_LIMIT = 2  # 3.1
RAIL_GAP = 6  # 3.3: hexes from the railway to an Axis unit
NOWHERE: frozenset[int] = frozenset()
TIGHT_GAP = 12  # 17.4: hexes from a road or railway to a Soviet unit
MOSCOW = "moscow"
SOURCE = {AXIS: "axis-source", SOVIET: "soviet-source", MOSCOW: "moscow-source"}
"""The tag of each kind of source; those from Moscow are Soviet ones (15.4, 16.3)."""


def held(g: VictoryAwaits, position: Position, side: str) -> frozenset[int]:
    """The hexes that a side's units occupy."""
    key = ("held", side)
    if key not in position.cache:
        index, pieces = g.board.index, g.units
        position.cache[key] = frozenset(
            index[place]
            for place in position.places()
            if place in index and pieces[position.at(place)[0]].side == side
        )
    found: frozenset[int] = position.cache[key]
    return found


def zoc(g: VictoryAwaits, position: Position, side: str) -> frozenset[int]:
    """The hexes in a side's zones of control (3.2): over rivers, not into water or forts (14.2)."""
    key = ("zoc", side)
    if key not in position.cache:
        neighbour_at, dry = g.board.neighbour_at, g.ground.dry
        position.cache[key] = frozenset(
            there
            for here in held(g, position, side)
            for there in neighbour_at[here * 6 : here * 6 + 6]
            if there >= 0 and dry(there)
        ) - fortified(g, position, enemy(side))
    found: frozenset[int] = position.cache[key]
    return found


def fortified(g: VictoryAwaits, position: Position, side: str) -> frozenset[int]:
    """The hexes with a fortress marker, in which enemy ZOCs have no effect (14.2)."""
    if side != SOVIET or not g.fortresses:
        return NOWHERE
    return frozenset(
        g.board.index[place]
        for place in map(position.place, g.fortresses)
        if place in g.board.index
    )


def zoc_sources(g: VictoryAwaits, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose ZOC covers a hex that lies in its ZOC."""
    return tuple(
        unit
        for near in g.board.neighbours(hex)
        for unit in s.position.at(near)
        if g.units[unit].side == side
    )


def stacking(g: VictoryAwaits, s: State, unit: str, hex: str) -> Iterator[Reason]:
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


def full_hexes(g: VictoryAwaits, position: Position, side: str) -> frozenset[str]:
    """The hexes with as many units of a side as may stand there (3.1)."""
    key = ("full", side)
    if key not in position.cache:
        pieces = g.units
        position.cache[key] = frozenset(
            place
            for place in position.places()
            if len(position.at(place)) >= STACK_LIMIT
            and sum(pieces[u].side == side and not pieces[u].fortress for u in position.at(place))
            >= STACK_LIMIT
        )
    found: frozenset[str] = position.cache[key]
    return found


def enemies_in(g: VictoryAwaits, s: State, side: str, hex: str) -> tuple[str, ...]:
    """The enemy units in a hex."""
    return tuple(u for u in s.position.at(hex) if g.units[u].side != side)


@dataclass(frozen=True, slots=True)
class Communication:
    """A line of communication (3.3) from a source to a hex, or its absence."""

    exists: bool
    path: tuple[str, ...] = ()
    off_rail: int = 0


def communication(g: VictoryAwaits, s: State, side: str, hex: str) -> Communication:
    """The shortest line of communication of a side into a hex (3.3)."""
    return lines_of(g, s, side).into(hex)


class Lines:
    """All lines of communication of a side at one moment (3.3).

    A line may end in an enemy ZOC but runs on through one only where a friendly unit stands.
    """

    def __init__(
        self, g: VictoryAwaits, s: State, side: str, closed: frozenset[int] = NOWHERE
    ) -> None:
        self.g, self.s, self.side, self.closed = g, s, side, closed
        foe = enemy(side)
        self.enemies = held(g, s.position, foe)
        self.watched = zoc(g, s.position, foe) - held(g, s.position, side)
        starts = [g.board.index[label] for label in sorted(friendly_sources(g, s, side))]
        self.starts = [i for i in starts if i not in self.enemies]
        self.kinds: tuple[str, ...] = (RAIL,) if side == AXIS else ()
        self.gap: int | None = RAIL_GAP if side == AXIS else None
        if side == SOVIET and g.on("tight-soviet-supply"):
            self.kinds, self.gap = (ROAD, RAIL), TIGHT_GAP  # 17.4
        self._lengths: dict[int, int] | None = None
        self.nets = [self._net(kind) for kind in self.kinds or ("",)]
        self.steps = self.nets[0][1]

    def _net(self, kind: str) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
        """Hex before on the network; steps off it; hex before off it."""
        if not kind:
            return ({}, *self._up_hills(*search(self.starts, self._cross_country)))
        net, net_before = search(self.starts, lambda here: self._along(here, kind))
        return (net_before, *self._up_hills(*search(net, self._cross_country, self.gap)))

    def _up_hills(
        self, steps: dict[int, int], before: dict[int, int]
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Lines that end in a mountain hex off the road: they do not cross it (3.3)."""
        for there, here in self._climbs(steps):
            far = steps[here] + 1
            if (self.gap is None or far <= self.gap) and far < steps.get(there, far + 1):
                steps[there], before[there] = far, here
        return steps, before

    def _climbs(self, reached: Mapping[int, int]) -> list[tuple[int, int]]:
        """Steps off the road from open ground that a line reaches into a mountain hex."""
        ground = self.g.ground
        return [
            (there, here)
            for here in reached
            if here not in self.watched and ground.entry_at[here] != "mountain"
            for slot in range(here * 6, here * 6 + 6)
            if (there := self._open(slot)) is not None
            and ground.entry_at[there] == "mountain"
            and not ground.linked(slot, ROAD)
        ]

    def _open(self, slot: int) -> int | None:
        if self.g.ground.bar(slot, self.side == SOVIET) is not None:
            return None
        there = self.g.board.neighbour_at[slot]
        return None if there in self.enemies else there

    def _along(self, here: int, kind: str) -> Iterable[int]:
        if here in self.watched:
            return
        for slot in range(here * 6, here * 6 + 6):
            if slot not in self.closed and self.g.ground.linked(slot, kind):
                there = self._open(slot)
                if there is not None:
                    yield there

    def _cross_country(self, here: int) -> Iterable[int]:
        if here in self.watched:
            return
        ground = self.g.ground
        for slot in range(here * 6, here * 6 + 6):
            there = self._open(slot)
            if there is None:
                continue
            hilly = "mountain" in (ground.entry_at[here], ground.entry_at[there])
            if hilly and not ground.linked(slot, ROAD):
                continue
            yield there

    def _all_lengths(self) -> dict[int, int]:
        """Hexes of the shortest line into each hex, network and open ground together."""
        best: dict[int, int] = {}
        if not self.kinds:
            return dict(self.steps)
        far = (self.gap or 0) + 1

        def onward(node: int, kind: str) -> Iterable[int]:
            here, off = divmod(node, far)
            if off == 0:
                yield from (there * far for there in self._along(here, kind))
            if off + 1 < far:
                yield from (there * far + off + 1 for there in self._cross_country(here))

        for kind in self.kinds:
            found, _ = search([i * far for i in self.starts], partial(onward, kind=kind))
            for node, steps in found.items():
                here = node // far
                best[here] = min(steps, best.get(here, steps))
        for there, here in self._climbs(best):
            if self.reaches(self.g.board.hexes[there]):
                best[there] = min(best[here] + 1, best.get(there, best[here] + 1))
        return best

    def length(self, hex: str) -> int | None:
        """The hexes of the shortest line into a hex; None without one (10.6 clause 6)."""
        if self._lengths is None:
            self._lengths = self._all_lengths()
        return self._lengths.get(self.g.board.index[hex])

    def without(self, closed: frozenset[int]) -> Lines:
        """The lines that leave some rail hexsides alone (17.6)."""
        return Lines(self.g, self.s, self.side, closed)

    def reaches(self, hex: str) -> bool:
        """Whether there is a line into a hex."""
        goal = self.g.board.index[hex]
        return any(goal in steps for _, steps, _ in self.nets)

    def into(self, hex: str) -> Communication:
        """The line into a hex."""
        board = self.g.board
        goal = board.index[hex]
        found = [net for net in self.nets if goal in net[1]]
        if not found:
            return Communication(False)
        net_before, steps, before = min(found, key=lambda net: net[1][goal])
        way = way_back(before, goal)
        if self.kinds:
            way = way_back(net_before, way[0])[:-1] + way
        labels = tuple(board.hexes[i] for i in way)
        return Communication(True, labels, steps[goal] if self.kinds else 0)


def friendly_sources(g: VictoryAwaits, s: State, side: str) -> frozenset[str]:
    """The sources that feed a side: not one that the enemy was the last to enter (3.3, 16.3)."""
    return g.sources(side) - s.breached if side == SOVIET else g.sources(side)


def lines_of(g: VictoryAwaits, s: State, side: str) -> Lines:
    """The lines of a side, worked out once for a position (3.3)."""
    key = ("lines", side, s.breached)
    if key not in s.position.cache:
        s.position.cache[key] = Lines(g, s, side)
    found: Lines = s.position.cache[key]
    return found


def linked(g: VictoryAwaits, s: State, unit: str) -> bool:
    """Whether a unit on the map has a line of communication (3.3)."""
    return lines_of(g, s, g.units[unit].side).reaches(s.position.place(unit))


def first_control(g: VictoryAwaits) -> dict[str, str]:
    """Who controls towns and cities at the start: by the side of the start line (3.4)."""
    west = g.board.tagged("axis-territory")
    return {hex: AXIS if hex in west else SOVIET for hex in g.towns}
