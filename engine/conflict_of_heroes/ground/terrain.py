"""Chapters 4 and 11: what a hex is worth, levels and gullies, and what the ground hides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import TYPE_CHECKING

from engine import sight
from engine.board import Board
from engine.conflict_of_heroes.counters.state import Work
from engine.hexset import HexSet
from engine.rulebook import enforces
from engine.tables import Chart

if TYPE_CHECKING:
    from engine.conflict_of_heroes.ground.steps import Going


LEVELS = {"level-1": 1, "level-2": 2, "gully": -1, "gully-end": -1}
"""Board tags that set a level (11.0, 11.5)."""
SMALL_GULLY = "small-gully"
ROAD = "road"
HOLDING = {"trench": "18.2 trench", "gun-pit": "18.2 gun pit", "bunker": "18.2 bunker"}
"""Works that units may be in (18.2)."""


class Ground:
    """A board as this game reads it."""

    def __init__(self, board: Board, chart: Chart) -> None:
        self.board = board
        self.chart = chart
        level = [0] * len(board)
        for tag, height in LEVELS.items():
            for hex in board.tagged(tag):
                level[board.index[hex]] = height
        self.height = [int(chart.value(name, "height")) for name in board.terrain_at]
        top = [low + high for low, high in zip(level, self.height, strict=True)]
        self.sight = sight.Sight(board, level, top)
        self.goings: dict[tuple[str, str, str, tuple[Work, ...]], Going] = {}
        """What the steps over it are that have been asked about (ground/steps.py)."""
        self._seen: dict[tuple[str, str], tuple[str, ...]] = {}
        self._fields: dict[str, HexSet] = {}
        self._ways: dict[tuple[str, str], list[tuple[str, ...]]] = {}
        self._gaps: dict[tuple[str, str], list[tuple[str, ...]]] = {}

    def level(self, hex: str) -> int:
        """The level of a hex (11.0, 11.5)."""
        return self.sight.level[self.board.index[hex]]

    def of(self, hex: str) -> Mapping[str, int]:
        """The terrain chart's row of a hex (4.0, 4.0 wheat, 4.0 corn)."""
        return self.chart.rows[self.board.terrain(hex)]

    @enforces("11.5")
    def gully(self, hex: str) -> bool:
        """Whether a large gully covers the centre of a hex (11.5)."""
        return self.level(hex) < 0

    @enforces("11.4")
    def slope(self, high: int, here: int, low: int) -> bool:
        """Whether a hex is the bare slope of the hill that the higher end stands on (11.4).

        What lies before it on the line of sight is as high, all the way from the higher end.
        """
        level = self.sight.level
        if self.height[here] or level[here] < 1:
            return False
        before = takewhile(lambda group: here not in group, self.sight.between(high, low))
        return all(any(i >= 0 and level[i] >= level[here] for i in group) for group in before)

    @enforces("11.3")
    def blockers(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes whose ground or height hides two hexes from each other (6.0, 11.3, 11.4)."""
        key = (min(a, b), max(a, b))
        found = self._seen.get(key)
        if found is None:
            index, hexes = self.board.index, self.board.hexes
            numbers = self.sight.blockers(index[a], index[b], self.slope)
            found = self._seen[key] = tuple(hexes[i] for i in numbers)
        return found

    def field(self, seat: str) -> HexSet:
        """Every hex in line of sight of one, itself included (6.0)."""
        found = self._fields.get(seat)
        if found is None:
            hexes, numbers = self.board.hexes, self.sight.field(self.board.index[seat], self.slope)
            found = self._fields[seat] = self.board.set(hexes[i] for i in numbers)
        return found

    def way(self, a: str, b: str) -> list[tuple[str, ...]]:
        """The hexes met between two hexes, two where the line runs along their side (6.0).

        Where that is the edge of the map, the half beyond it has no name.
        """
        found = self._ways.get((a, b))
        if found is None:
            groups = self.sight.between(self.board.index[a], self.board.index[b])
            found = self._ways[a, b] = self._named(groups)
        return found

    def gaps(self, a: str, b: str) -> list[tuple[str, ...]]:
        """The same less the hexes whose ground hides a from b: through these one looks (6.0)."""
        found = self._gaps.get((a, b))
        if found is None:
            groups = self.sight.gaps(self.board.index[a], self.board.index[b], self.slope)
            found = self._gaps[a, b] = self._named(groups)
        return found

    def _named(self, groups: Iterable[tuple[int, ...]]) -> list[tuple[str, ...]]:
        hexes = self.board.hexes
        return [tuple(hexes[i] if i >= 0 else "" for i in group) for group in groups]

    @enforces("11.5")
    def gully_side(self, seat: str, hex: str) -> bool:
        """Whether the line into a hex crosses a small gully on its own edge (11.5)."""
        groups = self.way(seat, hex)
        last = groups[-1] if groups else (seat,)
        return any(near and SMALL_GULLY in self.board.side(near, hex) for near in last)

    def blind_from_air(self, seat: str, hex: str) -> tuple[str, ...]:
        """What hides a hex from a plane: only an obstacle right before it (20.3)."""
        groups = self.way(seat, hex)
        if not groups:
            return ()
        index, level = self.board.index, self.level(hex)
        last = groups[-1]
        # off the map nothing stands in the way
        blind = all(near and self.sight.top[index[near]] > level for near in last)
        return last if blind else ()
