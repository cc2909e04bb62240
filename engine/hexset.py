"""Sets of hexes: a set is one whole number, with a bit for every hex of a board.

Union is `|`, intersection `&`, difference `-`. A step in one of the six directions is a shift and
a mask, so everybody in a set steps at once. A grid knows which bit is which hex; `Ways` say which
hexes may be left in which direction. Names of hexes appear at the edges only: a set takes them,
gives them and is asked for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from operator import or_

from engine.hexes import OFFSETS, Cell, opposite

FEW = 100
"""Fewer bits than that are looked for one by one."""
BETWEEN = 4
"""A line of sight or a step leaves the rectangle of the board by one hex at most, up or down."""


class Bits(dict[str, int]):
    """Each hex as a number of its own; whatever is no hex is none."""

    def __missing__(self, place: str) -> int:
        return 0


class Grid:
    """Which bit is which hex of a board. The cells of a column lie side by side. A column is as
    high as the rectangle that the board is printed in, and bits that are no hex lie between two of
    them: a step off the board comes to nothing."""

    def __init__(self, hexes: Sequence[str], cells: Sequence[Cell]) -> None:
        # twice how far down its column a cell lies, half a hex lower in the next one
        depths = [2 * r + q for q, r in cells]
        self.height = height = (max(depths, default=0) - min(depths, default=0)) // 2 + BETWEEN
        """How many places lie between a hex and its neighbour in the next column."""
        lines = [q * height + r for q, r in cells]
        first = min(lines, default=0)
        self.hexes = tuple(hexes)
        self.places = tuple(place - first for place in lines)
        """The place of the bit of each hex."""
        self.length = max(self.places, default=0) + 1
        self.shifts = tuple(q * height + r for q, r in OFFSETS)
        self.place = dict(zip(hexes, self.places, strict=True))
        """The place of each hex."""
        self.bit = Bits({hex: 1 << place for hex, place in zip(hexes, self.places, strict=True)})
        """Each hex as a number of its own."""
        self.bits = sum(self.bit.values())
        """All hexes."""
        self.at = dict(zip(self.places, hexes, strict=True))
        """The hex of each bit."""
        self.none = HexSet(self, 0)
        self.all = HexSet(self, self.bits)
        self.everywhere = Ways(self, (self.bits,) * 6)
        self.nowhere = Ways(self, (0,) * 6)

    def of(self, hexes: Iterable[str]) -> HexSet:
        """The set of some hexes; whatever is no hex of the board is left out."""
        return HexSet(self, reduce(or_, map(self.bit.__getitem__, hexes), 0))

    def ways(self, open_: Callable[[int], bool]) -> Ways:
        """The ways over the hexsides that pass a test; a hexside is `number * 6 + direction`."""
        bits = [0] * 6
        for number, place in enumerate(self.places):
            for direction in range(6):
                if open_(number * 6 + direction):
                    bits[direction] |= 1 << place
        return Ways(self, tuple(bits))

    def steps(self, steps: Iterable[tuple[str, int]]) -> Ways:
        """Some single steps: a hex, and the direction in which it may be left."""
        bits = [0] * 6
        for hex, direction in steps:
            bits[direction] |= self.bit[hex]
        return Ways(self, tuple(bits))


class HexSet:
    """Some hexes of a board."""

    __slots__ = ("_digits", "bits", "grid")

    def __init__(self, grid: Grid, bits: int) -> None:
        self.grid = grid
        self.bits = bits
        self._digits = ""

    def __contains__(self, hex: str) -> bool:
        return self.grid.bit.get(hex, 0) & self.bits != 0

    def __iter__(self) -> Iterator[str]:
        return map(self.grid.at.__getitem__, places(self.bits))

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HexSet) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __repr__(self) -> str:
        return f"<{' '.join(sorted(self))}>"

    def __or__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.bits | other.bits)

    def __and__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.bits & other.bits)

    def __sub__(self, other: HexSet) -> HexSet:
        return HexSet(self.grid, self.bits & ~other.bits)

    def isdisjoint(self, other: HexSet) -> bool:
        """Whether two sets share no hex."""
        return not self.bits & other.bits

    def digits(self) -> str:
        """A `1` at the place of each hex: quick to ask of many, one by one."""
        if not self._digits:
            self._digits = f"{self.bits:0{self.grid.length}b}"[::-1]
        return self._digits

    def step(self, direction: int) -> HexSet:
        """Where one step in a direction leads."""
        shift = self.grid.shifts[direction]
        moved = self.bits << shift if shift > 0 else self.bits >> -shift
        return HexSet(self.grid, moved & self.grid.bits)

    def spread(self, ways: Ways) -> HexSet:
        """All that is one step away, by the ways that are open."""
        return HexSet(self.grid, _spread(self.grid, self.bits, ways.bits))

    def around(self) -> HexSet:
        """All that is one step away."""
        return self.spread(self.grid.everywhere)

    def rings(
        self,
        ways: Ways,
        limit: int | None = None,
        among: HexSet | None = None,
        double: Ways | None = None,
    ) -> list[HexSet]:
        """The set itself, then what one step more reaches, as far as the limit lets it. Only hexes
        `among` some may be entered; `double` ways count two steps."""
        grid, found = self.grid, [self]
        left = (grid.bits if among is None else among.bits) & ~self.bits
        while len(found) - 1 != limit:
            ring = _spread(grid, found[-1].bits, ways.bits)
            if double is not None and len(found) > 1:
                ring |= _spread(grid, found[-2].bits, double.bits)
            ring &= left
            if not ring and (double is None or not found[-1]):
                break
            found.append(HexSet(grid, ring))
            left &= ~ring
        while len(found) > 1 and not found[-1]:
            found.pop()
        return found

    def flood(
        self,
        ways: Ways,
        limit: int | None = None,
        among: HexSet | None = None,
        double: Ways | None = None,
    ) -> HexSet:
        """All that can be reached in so many steps, the set itself included."""
        return union(self.grid, self.rings(ways, limit, among, double))


class Ways:
    """For each direction the hexes that may be left that way."""

    __slots__ = ("bits", "grid")

    def __init__(self, grid: Grid, bits: tuple[int, ...]) -> None:
        self.grid = grid
        self.bits = bits

    def __getitem__(self, direction: int) -> HexSet:
        return HexSet(self.grid, self.bits[direction])

    def __bool__(self) -> bool:
        return any(self.bits)

    def __or__(self, other: Ways) -> Ways:
        return Ways(self.grid, tuple(a | b for a, b in zip(self.bits, other.bits, strict=True)))

    def __and__(self, other: Ways) -> Ways:
        return Ways(self.grid, tuple(a & b for a, b in zip(self.bits, other.bits, strict=True)))

    def __sub__(self, other: Ways) -> Ways:
        return Ways(self.grid, tuple(a & ~b for a, b in zip(self.bits, other.bits, strict=True)))

    @property
    def starts(self) -> HexSet:
        """What may be left at all."""
        return union(self.grid, (self[direction] for direction in range(6)))

    def out_of(self, hexes: HexSet) -> Ways:
        """Only those that leave some hexes."""
        return Ways(self.grid, tuple(way & hexes.bits for way in self.bits))

    def opens(self, hex: str, direction: int) -> bool:
        """Whether a hex may be left in a direction."""
        return self.grid.bit[hex] & self.bits[direction] != 0

    def into(self, hexes: HexSet) -> Ways:
        """Only those that enter some hexes."""
        steps = (hexes.step(opposite(direction)).bits for direction in range(6))
        return Ways(self.grid, tuple(a & b for a, b in zip(self.bits, steps, strict=True)))

    def back(self) -> Ways:
        """The same ways, gone the other way round."""
        return Ways(self.grid, tuple(self[opposite(d)].step(opposite(d)).bits for d in range(6)))

    def way_back(self, rings: Sequence[HexSet], goal: str, double: Ways | None = None) -> list[str]:
        """A way from the first of some rings to a hex of the last, both ends included."""
        way, place = [goal], len(rings) - 1
        while place > 0:
            here = self.grid.of(way[-1:])
            source = self._before(here) & rings[place - 1]
            place -= 1
            if not source:
                assert double is not None, "a ring is reached from the one before it"
                source = double._before(here) & rings[place - 1]
                place -= 1
            way.append(next(iter(source)))
        way.reverse()
        return way

    def _before(self, here: HexSet) -> HexSet:
        """What leads into some hexes."""
        grid = self.grid
        return union(grid, (here.step(opposite(d)) & self[d] for d in range(6)))


def places(bits: int) -> list[int]:
    """The places of the bits of a number, the lowest first."""
    found = []
    if bits.bit_count() < FEW:
        while bits:
            # from the highest on: the number becomes shorter
            place = bits.bit_length() - 1
            found.append(place)
            bits ^= 1 << place
        found.reverse()
        return found
    digits = bin(bits)[:1:-1]
    place = digits.find("1")
    while place >= 0:
        found.append(place)
        place = digits.find("1", place + 1)
    return found


def union(grid: Grid, sets: Iterable[HexSet]) -> HexSet:
    """What is in any of some sets."""
    found = 0
    for one in sets:
        found |= one.bits
    return HexSet(grid, found)


def _spread(grid: Grid, bits: int, ways: Sequence[int]) -> int:
    """Where one step leads by some ways: down a column and into the next places go up."""
    n, ne, se, s, sw, nw = ways
    column = grid.height
    down = (bits & s) << 1 | (bits & se) << column | (bits & ne) << column - 1
    up = (bits & n) >> 1 | (bits & nw) >> column | (bits & sw) >> column - 1
    return (down | up) & grid.bits
