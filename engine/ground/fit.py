"""How a printed grid lies on the globe: scale and shift, then a local warp.

Places whose hex the rulebook prints are the anchors. A projection's scale and two shifts are fitted
to them by least squares, and for a Lambert conic whose central meridian is not given that too (a
turn about its apex is a change of meridian). What is left over is then pulled straight around each
anchor, so that every one lies well within its hex.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Sequence
from dataclasses import dataclass

from engine.ground.sheet import Point, between

KM_OF_A_DEGREE = 111.2
LAMBERT = "lambert"
PROJECTIONS = ("equirectangular", LAMBERT)
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

    def __init__(
        self, anchors: Sequence[Anchor], projection: str, meridian: float | None = None
    ) -> None:
        self.projection = projection
        self.lat = sum(anchor.spot.lat for anchor in anchors) / len(anchors)
        mean_lon = sum(anchor.spot.lon for anchor in anchors) / len(anchors)
        self.meridian = mean_lon if meridian is None else meridian
        flat = [self._flat(anchor.spot) for anchor in anchors]
        goals = [complex(*anchor.target) for anchor in anchors]
        mean, goal = sum(flat) / len(flat), sum(goals) / len(goals)
        over = sum(
            ((to - goal) * (at - mean).conjugate() for at, to in zip(flat, goals, strict=True)), 0j
        )
        if meridian is not None or projection != LAMBERT:
            over = complex(over.real)
        self._turn = over / sum(abs(at - mean) ** 2 for at in flat)
        self.scale = abs(self._turn)
        """Hexes to a kilometre."""
        self._shift = goal - self._turn * mean
        rough = [self.rough(anchor.spot) for anchor in anchors]
        pulls = [_pull(at, anchor) for at, anchor in zip(rough, anchors, strict=True)]
        self._anchors = rough
        matrix = [[_weight(a, b) for b in rough] for a in rough]
        self._pulls = _solve(matrix, pulls)

    def _flat(self, spot: Spot) -> complex:
        """A point in kilometres, eastwards and northwards."""
        lat = math.radians(self.lat)
        if self.projection != LAMBERT:
            wide = KM_OF_A_DEGREE * math.cos(lat)
            return complex(spot.lon * wide, spot.lat * KM_OF_A_DEGREE)
        cone = math.sin(lat)
        radius = math.degrees(KM_OF_A_DEGREE) / math.tan(lat)
        here = math.radians(spot.lat)
        radius *= (math.tan(math.pi / 4 + lat / 2) / math.tan(math.pi / 4 + here / 2)) ** cone
        return -1j * cmath.rect(radius, cone * math.radians(spot.lon - self.meridian))

    def rough(self, spot: Spot) -> Point:
        """Where scale and shift alone put a point."""
        at = self._turn * self._flat(spot) + self._shift
        return at.real, at.imag

    def __call__(self, spot: Spot) -> Point:
        """Where a point of the globe lies on the map."""
        x, y = at = self.rough(spot)
        for anchor, (dx, dy) in zip(self._anchors, self._pulls, strict=True):
            weight = _weight(at, anchor)
            x, y = x + weight * dx, y + weight * dy
        return x, y


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
