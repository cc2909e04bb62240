"""Lines of sight over a board, given what blocks: exact whole numbers, no game rules.

A line runs from the centre of one hex to the centre of another. Where it runs along the side of
two hexes, both must block. Every hex has a ground level and a top; who sees over a top, and what
lies dead behind it, follows from the levels of the two ends, so that sight is always mutual.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from engine.board import Board
from engine.hexes import DIRECTIONS, Cell

CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The corners of a hex about its centre, in half widths and half heights."""


def centre(cell: Cell) -> tuple[int, int]:
    """The centre of a cell on the grid of half widths and half heights."""
    return 3 * cell[0], cell[0] + 2 * cell[1]


def along(a: tuple[int, int], b: tuple[int, int]) -> int:
    """The scalar product of two vectors of that grid, in true proportions (times four)."""
    return a[0] * b[0] + 3 * a[1] * b[1]


@lru_cache(maxsize=65536)
def walk(dq: int, dr: int) -> tuple[tuple[Cell, ...], ...]:
    """The cells strictly between (0, 0) and (dq, dr) that the line meets, in order. A group of two
    lies on either side of a line along their common side; cells that a line only touches in a
    corner are not met."""
    if (dq, dr) < (0, 0):
        back = walk(-dq, -dr)
        return tuple(tuple(sorted((q + dq, r + dr) for q, r in group)) for group in reversed(back))
    way = centre((dq, dr))
    whole = along(way, way)
    met: dict[int, list[Cell]] = {}
    for cell in _candidates(dq, dr):
        mid = centre(cell)
        place = along(mid, way)
        if not 0 < place < whole:
            continue
        sides = [way[0] * (mid[1] + y) - way[1] * (mid[0] + x) for x, y in CORNERS]
        if (min(sides) < 0 < max(sides)) or sides.count(0) == 2:
            met.setdefault(place, []).append(cell)
    return tuple(tuple(sorted(met[place])) for place in sorted(met))


def _candidates(dq: int, dr: int) -> Iterator[Cell]:
    """Every cell near enough to the line; dq is not negative."""
    width, rise = centre((dq, dr))
    if width == 0:
        low, high = sorted((0, dr))
        for q in (-1, 0, 1):
            for r in range(low - 1, high + 2):
                yield q, r
        return
    for q in range(dq + 1):
        left, right = max(3 * q - 2, 0), min(3 * q + 2, width)
        ends = sorted((rise * left, rise * right))
        # rows whose hexes reach from two half heights below to two above the line
        low = -((-(ends[0] - width) // width + q) // 2) - 1
        high = ((ends[1] + width) // width - q) // 2 + 1
        for r in range(low, high + 1):
            yield q, r


def line(a: Cell, b: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The cells strictly between two cells; the way back is the same line in reverse."""
    q, r = a
    return tuple(
        tuple((q + x, r + y) for x, y in group) for group in walk(b[0] - a[0], b[1] - a[1])
    )


class Met(NamedTuple):
    """What a line meets, as numbers with a bit for every hex of a board (engine/hexset.py)."""

    single: int
    pairs: int
    """Of every two along a side the one that comes first; the other is as many places `apart`."""
    apart: int
    first: int
    """What lies next to the one end, and next to the other."""
    last: int


@lru_cache(maxsize=65536)
def meets(dq: int, dr: int, column: int) -> Met:
    """What the line from (0, 0) to (dq, dr) meets; columns are so many places apart. The place of
    (0, 0) is one column up, since a line may rise before it leaves its column."""
    groups = [[column * (q + 1) + r for q, r in group] for group in walk(dq, dr)]
    bits = [sum(1 << place for place in group) for group in groups]
    twos = [group for group in groups if len(group) == 2]
    return Met(
        sum(bit for bit, group in zip(bits, groups, strict=True) if len(group) == 1),
        sum(1 << min(two) for two in twos),
        abs(twos[0][0] - twos[0][1]) if twos else 0,
        bits[0] if bits else 0,
        bits[-1] if bits else 0,
    )


Slope: TypeAlias = Callable[[int, int, int], bool]
"""Whether a hex casts no blind spot, by the higher end, itself and the lower end."""


class Sight:
    """The sight of one board; `level` and `top` are by hex number."""

    def __init__(self, board: Board, level: Sequence[int], top: Sequence[int]) -> None:
        self.board = board
        self.level = tuple(level)
        self.top = tuple(top)
        self._number = {cell: i for i, cell in enumerate(board.cells)}
        self._column = board.grid.shifts[DIRECTIONS.index("SE")]
        """How many places of the grid lie between a hex and its neighbour in the next column."""
        self._above = {
            height: self._higher(height) for height in {h - less for h in level for less in (0, 1)}
        }

    def _higher(self, height: int) -> int:
        """All hexes whose top is above a height, one column on so that no line begins below 0."""
        tops = zip(self.board.hexes, self.top, strict=True)
        return self.board.set(hex for hex, top in tops if top > height).bits << self._column

    def between(self, a: int, b: int) -> Iterator[tuple[int, ...]]:
        """The hexes met on the way; the part of a group that lies off the map counts as open."""
        get = self._number.get
        for group in line(self.board.cells[a], self.board.cells[b]):
            yield tuple(get(cell, -1) for cell in group)

    def blockers(self, a: int, b: int, slope: Slope | None = None) -> tuple[int, ...]:
        """The hexes that hide a and b from each other; empty where the line is clear. `slope` may
        excuse a hex from casting a blind spot."""
        high_end, low_end = self._ends(a, b)
        found: list[int] = []
        for group in self.between(high_end, low_end):
            if all(self._hides(here, high_end, low_end, slope) for here in group):
                found += group
        return tuple(found)

    def gaps(self, a: int, b: int, slope: Slope | None = None) -> Iterator[tuple[int, ...]]:
        """Of each group met on the way from a to b the hexes that hide nothing; -1 off the map."""
        high_end, low_end = self._ends(a, b)
        for group in self.between(a, b):
            yield tuple(h for h in group if not self._hides(h, high_end, low_end, slope))

    def _ends(self, a: int, b: int) -> tuple[int, int]:
        """The higher of two hexes and the lower."""
        return (a, b) if self.level[a] >= self.level[b] else (b, a)

    def _hides(self, here: int, high: int, low: int, slope: Slope | None) -> bool:
        """Whether a hex between hides two hexes from each other; off the map none does. Both ends
        at its height or above: never. The higher end no higher than it: always. The higher end
        above it: only what lies right behind it, the blind spot."""
        top = self.top[here]
        if here < 0 or top <= self.level[low]:
            return False
        if self.level[high] <= top:
            return True
        beside = low in self.board.neighbour_at[here * 6 : here * 6 + 6]
        return beside and not (slope and slope(high, here, low))

    def sees(self, a: int, b: int, slope: Slope | None = None) -> bool:
        """Whether nothing hides a and b from each other."""
        cells, level = self.board.cells, self.level
        if cells[b] < cells[a]:
            a, b = b, a
        (q, r), (x, y) = cells[a], cells[b]
        met = meets(x - q, y - r, self._column)
        here, there, place = level[a], level[b], self.board.grid.places[a]
        low, high = (here, there) if here < there else (there, here)
        # what hides wherever it stands rises above the lower end and as high as the higher
        wall = self._above[low if low == high else high - 1] >> place
        if met.single & wall or met.pairs & wall & wall >> met.apart:
            return False
        near = met.first if low == here else met.last
        if low == high or not near or near & ~(self._above[low] >> place):
            return True
        # in the blind spot: only a slope may excuse that
        return slope is not None and not self.blockers(a, b, slope)

    def field(self, a: int, slope: Slope | None = None) -> frozenset[int]:
        """Every hex that is seen from a hex, itself included."""
        return frozenset(b for b in range(len(self.board)) if self.sees(a, b, slope))
