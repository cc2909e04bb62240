"""Where the places beside a map stand, and the counters in them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from tutor.art.items import Point, Points

WIDTH = 5.8
"""A box's width, in hex radii."""
LEAST = 2.6
"""The height of a box with one row of counters or none."""
PITCH = 1.06
"""From one counter to the next, in counters' sides."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.x <= x <= self.x + self.width and self.y <= y <= self.y + self.height

    @property
    def corners(self) -> Points:
        """Its corners, clockwise."""
        right, bottom = self.x + self.width, self.y + self.height
        return (self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom)


def ranks(spot: Point, across: float, down: float, columns: int, count: int) -> tuple[Point, ...]:
    """Counters in rows, from the first one's middle on."""
    return tuple(
        (round(spot[0] + across * (i % columns), 2), round(spot[1] + down * (i // columns), 2))
        for i in range(count)
    )


def rows_of(count: int, size: float, counter: float) -> int:
    """The rows that counters fill in a box where nothing overlaps."""
    return math.ceil(count / _across(size, counter))


def _across(size: float, counter: float) -> int:
    return max(1, int((WIDTH - 2 * 0.14) * size // (counter * PITCH)))


class Sidebar:
    """Boxes in columns beside a map, each as high as its counters need while there is room."""

    def __init__(
        self, size: float, counter: float, margin: float, height: float, rows: tuple[int, ...]
    ) -> None:
        self.size, self.counter, self.margin, self.height = size, counter, margin, height
        self.rows = rows
        self._title, self._pad = size * 0.6, size * 0.14
        self._per_column = max(1, int((height - margin) // (LEAST * size)))

    @property
    def width(self) -> float:
        """What all columns take beside the map."""
        columns = math.ceil(len(self.rows) / self._per_column)
        return columns * (WIDTH * self.size + self.margin)

    def _wanted(self, rows: int) -> float:
        """The height in which so many rows of counters do not overlap."""
        head = self._title + 2 * self._pad
        return max(LEAST * self.size, head + rows * self.counter * PITCH)

    @cached_property
    def frames(self) -> tuple[Rect, ...]:
        """The frame of every box, the first column's left side at 0."""
        found: list[Rect] = []
        gap, wide = self.margin * 0.5, WIDTH * self.size
        for start in range(0, len(self.rows), self._per_column):
            wanted = [self._wanted(rows) for rows in self.rows[start : start + self._per_column]]
            room = self.height - self.margin - gap * (len(wanted) - 1)
            x, y = start // self._per_column * (wide + self.margin), gap
            for height in levelled(wanted, room):
                frame = Rect(round(x, 2), round(y, 2), round(wide, 2), round(height, 2))
                found.append(frame)
                y += height + gap
        return tuple(found)

    def _grid(self, number: int) -> tuple[int, int]:
        inner = self.frames[number].height - self._title - 2 * self._pad
        rows = int((inner + 0.5) // (self.counter * PITCH))
        return _across(self.size, self.counter), max(1, rows)

    def crowded(self, number: int, count: int) -> bool:
        """Whether a box's counters overlap."""
        columns, rows = self._grid(number)
        return columns * rows < count

    def middles(self, number: int, count: int) -> tuple[Point, ...]:
        """Where a box's counters stand; they close ranks when there are too many."""
        frame, half, pad = self.frames[number], self.counter / 2, self._pad
        columns, rows = self._grid(number)
        columns = max(columns, math.ceil(count / rows))
        wide, high = frame.width - 2 * pad, frame.height - self._title - 2 * pad
        step_x = min((wide - 2 * half) / max(columns - 1, 1), self.counter * 1.08)
        step_y = min((high - 2 * half) / max(rows - 1, 1), self.counter * 1.08)
        first = (frame.x + pad + half, frame.y + self._title + pad + half)
        return ranks(first, step_x, step_y, columns, count)


def levelled(wanted: list[float], room: float) -> list[float]:
    """Heights that fit into a room: the tallest are cut to one level, the others stay."""
    left, level = room, math.inf
    for number, height in enumerate(sorted(wanted)):
        share = left / (len(wanted) - number)
        if height > share:
            level = share
            break
        left -= height
    return [min(height, level) for height in wanted]
