"""Plain geometry that several painters share: rounded frames, arrow heads, hatching, waves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from tutor.art.items import Point, Points


def tidy(spots: Iterable[Point], places: int = 2) -> Points:
    """Points rounded to hundredths of a pixel."""
    return tuple((round(x, places), round(y, places)) for x, y in spots)


@lru_cache(maxsize=64)
def _round_frame(width: float, height: float, radius: float) -> Points:
    spots = []
    for cx, cy, start in (
        (width - radius, radius, -90),
        (width - radius, height - radius, 0),
        (radius, height - radius, 90),
        (radius, radius, 180),
    ):
        for turn in (0, 22.5, 45, 67.5, 90):
            angle = math.radians(start + turn)
            spots.append((cx + math.cos(angle) * radius, cy + math.sin(angle) * radius))
    return tidy(spots)


def rounded(x: float, y: float, width: float, height: float, radius: float) -> Points:
    """An upright rectangle with round corners, from its top left corner."""
    # Only the frame is rounded, and kept: rounding each of hundreds again would take longest.
    return tuple((x + px, y + py) for px, py in _round_frame(width, height, radius))


def arrow_head(start: Point, tip: Point, length: float, wide: float) -> Points:
    """A barbed head at the tip of a line that comes from a start."""
    dx, dy = tip[0] - start[0], tip[1] - start[1]
    far = math.hypot(dx, dy) or 1.0
    ux, uy = dx / far, dy / far
    bx, by = tip[0] - ux * length, tip[1] - uy * length
    nx, ny = tip[0] - ux * length * 0.72, tip[1] - uy * length * 0.72
    half = wide / 2
    return tidy([tip, (bx - uy * half, by + ux * half), (nx, ny), (bx + uy * half, by - ux * half)])


def along(a: Point, b: Point, share: float) -> Point:
    """The point a share of the way from a to b."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def zigzag(a: Point, b: Point, teeth: int, high: float) -> Points:
    """A saw line between two points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    far = math.hypot(dx, dy) or 1.0
    spots = [a]
    for number in range(1, teeth * 2):
        x, y = along(a, b, number / (teeth * 2))
        side = high if number % 2 else -high
        spots.append((x - dy / far * side, y + dx / far * side))
    return tidy([*spots, b])


def hatch(
    centre: Point, radius: float, angle: float, gap: float, inner: float = 0.0
) -> list[tuple[Point, Point]]:
    """Parallel lines across a hex, in step from one hex to the next.

    With an inner radius the middle of the hex stays free.
    """
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    cx, cy = centre
    phase = -sin * cx + cos * cy
    lines: list[tuple[Point, Point]] = []
    for number in range(math.ceil((phase - radius) / gap), math.floor((phase + radius) / gap) + 1):
        offset = number * gap - phase
        reach = chord(offset, cos, sin, radius)
        if reach is None or reach[1] - reach[0] < 1.0:
            continue
        hole = chord(offset, cos, sin, inner) if inner else None
        spans = [reach] if hole is None else [(reach[0], hole[0]), (hole[1], reach[1])]
        fx, fy = cx - sin * offset, cy + cos * offset
        for low, high in spans:
            if high - low > 0.5:
                lines.append(
                    (
                        (round(fx + cos * low, 1), round(fy + sin * low, 1)),
                        (round(fx + cos * high, 1), round(fy + sin * high, 1)),
                    )
                )
    return lines


def chord(offset: float, cos: float, sin: float, radius: float) -> tuple[float, float] | None:
    """Where a line at an offset from the middle of a hex enters and leaves it."""
    low, high = -4 * radius, 4 * radius
    for nx, ny in _FACES:
        slope = nx * cos + ny * sin
        room = radius * 0.8660254 - offset * (ny * cos - nx * sin)
        if abs(slope) < 1e-9:
            if room < 0:
                return None
        elif slope > 0:
            high = min(high, room / slope)
        else:
            low = max(low, room / slope)
    return (low, high) if high > low else None


_FACES: Sequence[Point] = tuple(
    (math.cos(math.radians(60 * side + 30)), math.sin(math.radians(60 * side + 30)))
    for side in range(6)
)


def star(points: int, outer: float, inner: float, first: float = -90.0) -> Points:
    """The corners of a star about the origin, in turn far out and close in."""
    turns = (math.radians(first) + math.pi * number / points for number in range(points * 2))
    return tuple(
        (math.cos(turn) * reach, math.sin(turn) * reach)
        for turn, reach in zip(turns, (outer, inner) * points, strict=True)
    )
