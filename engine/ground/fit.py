"""How a printed grid lies on the globe: scale and shift, then a local warp.

Places whose hex the rulebook prints are the anchors. An equirectangular scale and two shifts are
fitted to them by least squares; what is left over is then pulled straight around each of them, so
that every one lies well within its hex.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.ground.sheet import Point, between

KM_OF_A_DEGREE = 111.2
REACH = 6.0
"""How far an anchor pulls, in hexes."""
WELL_WITHIN = 0.3
"""No anchor lies farther from the middle of its hex, in hexes."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A point of the globe."""

    lat: float
    lon: float


@dataclass(frozen=True, slots=True)
class Anchor:
    """A point of the globe, and where it lies on the map."""

    spot: Spot
    target: Point
    slack: float = WELL_WITHIN


class Fit:
    """From points of the globe to points of the map."""

    def __init__(self, anchors: Sequence[Anchor]) -> None:
        self.lat = sum(anchor.spot.lat for anchor in anchors) / len(anchors)
        flat = [self._flat(anchor.spot) for anchor in anchors]
        mean = _mean(flat)
        goal = _mean([anchor.target for anchor in anchors])
        over = under = 0.0
        for (x, y), anchor in zip(flat, anchors, strict=True):
            over += (x - mean[0]) * (anchor.target[0] - goal[0])
            over += (y - mean[1]) * (anchor.target[1] - goal[1])
            under += (x - mean[0]) ** 2 + (y - mean[1]) ** 2
        self.scale = over / under
        """Hexes to a kilometre."""
        self.shift: Point = (goal[0] - self.scale * mean[0], goal[1] - self.scale * mean[1])
        rough = [self.rough(anchor.spot) for anchor in anchors]
        pulls = [_pull(at, anchor) for at, anchor in zip(rough, anchors, strict=True)]
        self._anchors = rough
        matrix = [[_weight(a, b) for b in rough] for a in rough]
        self._pulls = _solve(matrix, pulls)

    def _flat(self, spot: Spot) -> Point:
        wide = KM_OF_A_DEGREE * math.cos(math.radians(self.lat))
        return spot.lon * wide, spot.lat * KM_OF_A_DEGREE

    def rough(self, spot: Spot) -> Point:
        """Where scale and shift alone put a point."""
        x, y = self._flat(spot)
        return self.scale * x + self.shift[0], self.scale * y + self.shift[1]

    def __call__(self, spot: Spot) -> Point:
        """Where a point of the globe lies on the map."""
        x, y = at = self.rough(spot)
        for anchor, (dx, dy) in zip(self._anchors, self._pulls, strict=True):
            weight = _weight(at, anchor)
            x, y = x + weight * dx, y + weight * dy
        return x, y


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _weight(a: Point, b: Point) -> float:
    return math.exp(-((between(a, b) / REACH) ** 2))


def _pull(at: Point, anchor: Anchor) -> Point:
    """What brings a point so near to its target as it must be."""
    far = between(at, anchor.target)
    share = max(0.0, far - anchor.slack) / far if far else 0.0
    return (anchor.target[0] - at[0]) * share, (anchor.target[1] - at[1]) * share


def _solve(matrix: list[list[float]], goals: list[Point]) -> list[Point]:
    """The unknowns of as many equations, both ordinates at once (Gauss)."""
    rows = [[*row, *goal] for row, goal in zip(matrix, goals, strict=True)]
    size = len(rows)
    for i in range(size):
        best = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for k in range(size):
            if k != i and (factor := rows[k][i]):
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [(row[size], row[size + 1]) for row in rows]
