"""Chapter 3: stacking, zones of control, lines of communication, control of towns and cities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.paths import search, way_back
from engine.position import Position
from engine.verdict import Reason
from engine.victory_awaits.ground import RAIL, ROAD, START_LINE
from engine.victory_awaits.state import State, enemy
from engine.victory_awaits.unit import AXIS, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

STACK_LIMIT = 2  # 3.1
RAIL_GAP = 6  # 3.3: hexes from the railway to an Axis unit
SOURCE = {AXIS: "axis-source", SOVIET: "soviet-source"}


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
    """The hexes in a side's zones of control (3.2): over rivers, not into water."""
    key = ("zoc", side)
    if key not in position.cache:
        neighbour_at, dry = g.board.neighbour_at, g.ground.dry
        position.cache[key] = frozenset(
            there
            for here in held(g, position, side)
            for there in neighbour_at[here * 6 : here * 6 + 6]
            if there >= 0 and dry(there)
        )
    found: frozenset[int] = position.cache[key]
    return found


def zoc_sources(g: VictoryAwaits, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose ZOC covers a hex."""
    if not g.ground.dry(g.board.index[hex]):
        return ()
    return tuple(
        unit
        for near in g.board.neighbours(hex)
        for unit in s.position.at(near)
        if g.units[unit].side == side
    )


def stacking(g: VictoryAwaits, s: State, unit: str, hex: str) -> Iterator[Reason]:
    """Why a unit may not end its move in a hex (3.1)."""
    others = [other for other in s.position.at(hex) if other != unit]
    friends = [other for other in others if g.units[other].side == g.units[unit].side]
    if len(friends) >= STACK_LIMIT:
        yield Reason.of(
            "3.1", "ava.stack.full", hexes=(hex,), units=friends, hex=hex, limit=STACK_LIMIT
        )


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
    return Lines(g, s, side).into(hex)


class Lines:
    """All lines of communication of a side at one moment (3.3).

    A line may end in an enemy ZOC but runs on through one only where a friendly unit stands.
    """

    def __init__(self, g: VictoryAwaits, s: State, side: str) -> None:
        self.g, self.s, self.side = g, s, side
        foe = enemy(side)
        self.enemies = held(g, s.position, foe)
        self.watched = zoc(g, s.position, foe) - held(g, s.position, side)
        sources = sorted(g.board.tagged(SOURCE[side]), key=g.board.hexes.index)
        starts = [g.board.index[label] for label in sources]
        starts = [i for i in starts if i not in self.enemies]
        if side == AXIS:
            self.rail, self.rail_before = search(starts, self._by_rail)
            self.steps, self.before = search(self.rail, self._cross_country, RAIL_GAP)
        else:
            self.rail, self.rail_before = {}, {}
            self.steps, self.before = search(starts, self._cross_country)

    def _open(self, here: int, slot: int) -> int | None:
        there = self.g.board.neighbour_at[slot]
        if there < 0 or there in self.enemies or not self.g.ground.dry(there):
            return None
        return there

    def _by_rail(self, here: int) -> Iterable[int]:
        if here in self.watched:
            return
        for slot in range(here * 6, here * 6 + 6):
            if self.g.ground.linked(slot, RAIL):
                there = self._open(here, slot)
                if there is not None:
                    yield there

    def _cross_country(self, here: int) -> Iterable[int]:
        if here in self.watched:
            return
        ground, board = self.g.ground, self.g.board
        for slot in range(here * 6, here * 6 + 6):
            there = self._open(here, slot)
            if there is None:
                continue
            if self.side == SOVIET and START_LINE in board.side_at[slot]:
                continue
            hilly = "mountain" in (ground.entry_at[here], ground.entry_at[there])
            if hilly and not ground.linked(slot, ROAD):
                continue
            yield there

    def into(self, hex: str) -> Communication:
        """The line into a hex."""
        board = self.g.board
        goal = board.index[hex]
        if goal not in self.steps:
            return Communication(False)
        way = way_back(self.before, goal)
        if self.side == AXIS:
            way = way_back(self.rail_before, way[0])[:-1] + way
        labels = tuple(board.hexes[i] for i in way)
        return Communication(True, labels, self.steps[goal] if self.side == AXIS else 0)


def towns(g: VictoryAwaits) -> tuple[str, ...]:
    """The town and large-city hexes, whose control counts (3.4)."""
    return tuple(p.hex for p in g.board.places if p.kind in ("town", "large-city"))


def first_control(g: VictoryAwaits) -> dict[str, str]:
    """Who controls towns and cities at the start: by the side of the start line (3.4)."""
    west = g.board.tagged("axis-territory")
    return {hex: AXIS if hex in west else SOVIET for hex in towns(g)}
