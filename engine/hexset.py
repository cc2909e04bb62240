"""Sets of hexes: a set is one whole number, with a bit for every hex of a board.

Union is `|`, intersection `&`, difference `& ~`. A step in one of the six directions is a shift
and a mask, so everybody in a set steps at once. A grid knows which bit is which hex; names of
hexes are asked for at the edges only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.hexes import OFFSETS, Cell, opposite

HexSet = int
"""A set of the hexes of one board."""
Ways = Sequence[HexSet]
"""For each direction the hexes that may be left that way."""
NOBODY: HexSet = 0


class Grid:
    """Which bit is which hex of a board; hexes are numbered in the order of their cells.

    The cells of a column lie side by side, and a bit that is no hex lies between two columns: a
    step off the board comes to nothing.
    """

    def __init__(self, cells: Sequence[Cell]) -> None:
        low_q = min((q for q, _ in cells), default=0)
        low_r = min((r for _, r in cells), default=0)
        height = max((r for _, r in cells), default=0) - low_r + 2
        places = [(q - low_q) * height + r - low_r for q, r in cells]
        self.bit: tuple[HexSet, ...] = tuple(1 << place for place in places)
        """Each hex as a set of its own."""
        self.all: HexSet = self.of(range(len(places)))
        self.every: Ways = (self.all,) * 6
        """All ways are open."""
        self._shift = tuple(q * height + r for q, r in OFFSETS)
        self._number = {place: number for number, place in enumerate(places)}

    def of(self, numbers: Iterable[int]) -> HexSet:
        """The set of some hexes."""
        found = NOBODY
        for number in numbers:
            found |= self.bit[number]
        return found

    def numbers(self, hexes: HexSet) -> Iterator[int]:
        """The hexes of a set, by their place in the grid."""
        digits = bin(hexes)[:1:-1]
        place = digits.find("1")
        while place >= 0:
            yield self._number[place]
            place = digits.find("1", place + 1)

    def step(self, hexes: HexSet, direction: int) -> HexSet:
        """Where a set comes to by one step in a direction."""
        shift = self._shift[direction]
        return (hexes << shift if shift > 0 else hexes >> -shift) & self.all

    def spread(self, hexes: HexSet, ways: Ways) -> HexSet:
        """All that is one step away, by the ways that are open."""
        found = NOBODY
        for shift, way in zip(self._shift, ways, strict=True):
            here = hexes & way
            found |= here << shift if shift > 0 else here >> -shift
        return found & self.all

    def around(self, hexes: HexSet) -> HexSet:
        """All that is one step away."""
        return self.spread(hexes, self.every)

    def rings(self, start: HexSet, ways: Ways, limit: int | None = None) -> Iterator[HexSet]:
        """The start, then what can be reached in one step more, as far as the limit lets it."""
        ring = reached = start
        steps = 0
        while ring:
            yield ring
            if steps == limit:
                return
            steps += 1
            ring = self.spread(ring, ways) & ~reached
            reached |= ring

    def flood(self, start: HexSet, ways: Ways, limit: int | None = None) -> HexSet:
        """All that can be reached in so many steps, the start included."""
        reached = NOBODY
        for ring in self.rings(start, ways, limit):
            reached |= ring
        return reached

    def into(self, hexes: HexSet, direction: int) -> HexSet:
        """From where one step in a direction leads into a set."""
        return self.step(hexes, opposite(direction))

    def back(self, ways: Ways) -> Ways:
        """The same ways, gone the other way round."""
        return tuple(self.step(ways[opposite(d)], opposite(d)) for d in range(6))
