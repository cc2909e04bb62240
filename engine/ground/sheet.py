"""A map as a plane: where its hexes and their corners lie, and what is nearest to a point.

A point is (x, y) in hex widths, x eastwards and y northwards. Corners and middles of hexes are
knots, pairs of whole numbers: half widths in the direction in which sides touch, thirds of the way
from one row (of a turned map) or column to the next in the other.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from functools import cached_property

from engine import hexes

Point = tuple[float, float]
Knot = tuple[int, int]
Edge = tuple[Knot, Knot]

ROW = math.sqrt(3) / 2
"""From one row or column to the next, in hex widths."""
TURNED_CORNERS: tuple[Knot, ...] = ((-1, -1), (-1, 1), (0, 2), (1, 1), (1, -1), (0, -2))
CORNERS: tuple[Knot, ...] = ((-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1), (-2, 0))
"""Side d of a hex runs from corner d to corner d + 1, west or north first (hexes.directions)."""


def between(a: Point, b: Point) -> float:
    """How far apart two points are."""
    return math.hypot(a[0] - b[0], a[1] - b[1])


def to_segment(point: Point, a: Point, b: Point) -> tuple[float, float]:
    """How far a point is from a segment, and on which side of it: above 0 is its left."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    px, py = point[0] - a[0], point[1] - a[1]
    long = dx * dx + dy * dy
    t = max(0.0, min(1.0, (px * dx + py * dy) / long)) if long else 0.0
    return math.hypot(px - t * dx, py - t * dy), dx * py - dy * px


def to_line(point: Point, line: Sequence[Point]) -> tuple[float, float]:
    """How far a point is from a line of several points, and on which side."""
    return min(
        (to_segment(point, a, b) for a, b in itertools.pairwise(line)),
        key=lambda found: (round(found[0], 9), -abs(found[1])),
    )


def inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies within a ring."""
    x, y = point
    result = False
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            result = not result
    return result


class Sheet:
    """So many columns and rows of hexes, turned or not as their labels say."""

    def __init__(self, columns: int, rows: int, style: str) -> None:
        self.columns = columns
        self.rows = rows
        self.style = style
        self.turned = style == hexes.TURNED

    def label(self, column: int, row: int) -> str:
        """The hex of a column and a row."""
        return hexes.format_label(hexes.cell_at(*self._ordered(column, row)), self.style)

    def _ordered(self, one: int, other: int) -> tuple[int, int]:
        return (other, one) if self.turned else (one, other)

    @cached_property
    def knots(self) -> dict[str, Knot]:
        """The middle of every hex."""
        return {
            self.label(column, row): self._knot(column, row)
            for row in range(1, self.rows + 1)
            for column in range(1, self.columns + 1)
        }

    def _knot(self, column: int, row: int) -> Knot:
        """Rows of a turned map are counted northwards, others southwards."""
        if self.turned:
            return 2 * column + (row & 1), 3 * row
        return 3 * column, -2 * row - (column & 1)

    @cached_property
    def labels(self) -> dict[Knot, str]:
        """The hex of every middle."""
        return {knot: label for label, knot in self.knots.items()}

    def middle(self, label: str) -> Point:
        """The middle of a hex."""
        return self.at(self.knots[label])

    def at(self, knot: Knot) -> Point:
        """Where a knot lies."""
        x, y = knot
        return (x / 2, y * ROW / 3) if self.turned else (x * ROW / 3, y / 2)

    def hex_at(self, point: Point) -> str | None:
        """The hex in which a point lies; None off the map."""
        x, y = point
        turned = math.floor(x), round(y / ROW)
        column, row = turned if self.turned else (round(x / ROW), round(-y))
        near = itertools.product(range(column - 1, column + 2), range(row - 1, row + 2))
        knots = (self._knot(*cell) for cell in near)
        return self.labels.get(min(knots, key=lambda knot: (between(point, self.at(knot)), knot)))

    def corners(self, label: str) -> tuple[Knot, ...]:
        """The six corners of a hex."""
        x, y = self.knots[label]
        corners = TURNED_CORNERS if self.turned else CORNERS
        return tuple((x + dx, y + dy) for dx, dy in corners)

    def neighbours(self, label: str) -> Iterator[str]:
        """The hexes of the map around one."""
        cell = hexes.parse_label(label, self.style)
        for other in hexes.neighbours(cell):
            found = hexes.format_label(other, self.style)
            if found in self.knots:
                yield found

    @cached_property
    def sides(self) -> dict[Edge, tuple[str, str]]:
        """The hexes left and right of every hexside that has both, walked from its first corner to
        its second; each side is there both ways."""
        found: dict[Edge, tuple[str, str]] = {}
        for label in self.knots:
            ring = self.corners(label)
            cell = hexes.parse_label(label, self.style)
            for side in range(6):
                other = hexes.format_label(hexes.step(cell, side), self.style)
                # the corners go clockwise: the hex itself is to the right
                if other in self.knots:
                    found[ring[side], ring[(side + 1) % 6]] = (other, label)
        return found

    @cached_property
    def ways(self) -> dict[Knot, tuple[Knot, ...]]:
        """The corners to which sides lead from each."""
        found: dict[Knot, list[Knot]] = {}
        for a, b in self.sides:
            found.setdefault(a, []).append(b)
        return {knot: tuple(sorted(ends)) for knot, ends in sorted(found.items())}

    def around(self, point: Point) -> set[Knot]:
        """The corners near a point of the map from which sides lead."""
        hex = self.hex_at(point)
        near = [] if hex is None else [hex, *self.neighbours(hex)]
        return {knot for label in near for knot in self.corners(label) if knot in self.ways}

    def edge(self, a: str, b: str) -> Edge:
        """The side between two hexes that touch, a hex to the left, b to the right."""
        cells = hexes.parse_label(a, self.style), hexes.parse_label(b, self.style)
        side = hexes.direction_between(cells[1], cells[0])
        if side is None:
            raise ValueError(f"hexes {a} and {b} do not touch")
        ring = self.corners(b)
        return ring[side], ring[(side + 1) % 6]
