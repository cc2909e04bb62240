"""Lines of sight over hills by exact fractions, without a line of the engine's own geometry."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

Cell = tuple[int, int]
CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
SIDES = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def centre(cell: Cell) -> tuple[int, int]:
    """Where the centre of a hex lies, in half widths and half heights."""
    return 3 * cell[0], cell[0] + 2 * cell[1]


def stretch(cell: Cell, end: Cell) -> tuple[Fraction, Fraction] | None:
    """From where to where the line from (0, 0) to another hex runs in a hex, or along its side."""
    (x, y), (width, rise) = centre(cell), centre(end)
    first, last = Fraction(0), Fraction(1)
    corners = [(x + dx, y + dy) for dx, dy in CORNERS]
    for (ax, ay), (bx, by) in zip(corners, (*corners[1:], corners[0]), strict=True):
        # inside is left of each side: still + t * speed >= 0
        still = -(bx - ax) * ay + (by - ay) * ax
        speed = (bx - ax) * rise - (by - ay) * width
        if speed == 0:
            if still < 0:
                return None
        elif speed > 0:
            first = max(first, Fraction(-still, speed))
        else:
            last = min(last, Fraction(-still, speed))
    return (first, last) if first < last else None


@cache
def met(end: Cell) -> tuple[tuple[Cell, ...], ...]:
    """The hexes between (0, 0) and another in the order of the line, two where it runs between."""
    reach = abs(end[0]) + abs(end[1]) + 1
    found: dict[tuple[Fraction, Fraction], list[Cell]] = {}
    for q in range(min(0, end[0]) - 1, max(0, end[0]) + 2):
        for r in range(-reach, reach + 1):
            part = stretch((q, r), end)
            if part and (q, r) not in ((0, 0), end):
                found.setdefault(part, []).append((q, r))
    return tuple(tuple(found[part]) for part in sorted(found))


@dataclass(frozen=True)
class Hills:
    """The level of every hex, and how high what stands on it is."""

    level: dict[Cell, int]
    height: dict[Cell, int]

    def sees(self, a: Cell, b: Cell) -> bool:
        """Whether the centre of one hex is in sight of another's (6.0, 11.3, 11.4)."""
        high, low = (a, b) if self.level[a] >= self.level[b] else (b, a)
        way = [
            [(q + high[0], r + high[1]) for q, r in group]
            for group in met((low[0] - high[0], low[1] - high[1]))
        ]
        return not any(
            all(self._blocks(hex, high, low, way[:number]) for hex in group)
            for number, group in enumerate(way)
        )

    def _blocks(self, hex: Cell, high: Cell, low: Cell, before: list[list[Cell]]) -> bool:
        if hex not in self.level:
            return False
        top = self.level[hex] + self.height[hex]
        if self.level[low] >= top:
            return False
        if self.level[high] <= top:
            return True
        beside = (low[0] - hex[0], low[1] - hex[1]) in SIDES
        return beside and not self._slope(hex, before)

    def _slope(self, hex: Cell, before: list[list[Cell]]) -> bool:
        """The bare slope of the hill that the higher end stands on casts no blind spot."""
        bare = not self.height[hex] and self.level[hex] >= 1
        return bare and all(
            any(self.level.get(one, -9) >= self.level[hex] for one in group) for group in before
        )
