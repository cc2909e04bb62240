"""Where the places of a board without hexes are on the screen, and what is under the pointer."""

from __future__ import annotations

import math
from typing import cast

from engine.placeboard import PlaceBoard, Spot
from tutor.art.items import Point, Points
from tutor.art.layout import Layout
from tutor.art.shapes import rounded, tidy
from tutor.art.sidebar import Rect, ranks
from tutor.art.views import Camera

ROUND = 24
"""Corners of a circle that is drawn as a polygon."""
TITLE = 0.42
"""The head of an area, for its name."""
DRAWER = 10
"""Counters in a row of a drawer."""


class PlaceLayout(Layout):
    """The geometry of a board of places at one size: a unit of the board is a hex radius."""

    def _measure(self) -> None:
        width, height = cast(PlaceBoard, self.board).size
        self.map_width, self.map_height = width * self.size, height * self.size

    def spot(self, label: str) -> Spot:
        """A place as the board has it."""
        return cast(PlaceBoard, self.board).spots[label]

    def frame(self, label: str, share: float = 1.0) -> Rect:
        """The rectangle of a place, perhaps drawn smaller about its middle."""
        spot, u = self.spot(label), self.size
        wide = (spot.width * share if share < 1 else spot.width + (share - 1) * 2) * u
        high = (spot.height * share if share < 1 else spot.height + (share - 1) * 2) * u
        return Rect(spot.x * u - wide / 2, spot.y * u - high / 2, wide, high)

    def centre(self, label: str) -> Point:
        """The middle of a place."""
        spot = self.spot(label)
        return round(spot.x * self.size, 3), round(spot.y * self.size, 3)

    def corners(self, label: str) -> Points:
        """The outline of a place, clockwise."""
        return self.inner(label, 1.0)

    def inner(self, label: str, share: float) -> Points:
        """The outline of a place drawn a little further in, whatever its size."""
        by = (1 - share) * self.size * 0.9
        rect = self.frame(label)
        if self.spot(label).shape == "round":
            cx, cy = self.centre(label)
            r, start = rect.width / 2 - by, -math.pi / 2
            turns = (start + 2 * math.pi * n / ROUND for n in range(ROUND))
            return tidy((cx + math.cos(a) * r, cy + math.sin(a) * r) for a in turns)
        wide, high = rect.width - 2 * by, rect.height - 2 * by
        return tidy(rounded(rect.x + by, rect.y + by, wide, high, self.size * 0.14))

    def rims(self, labels: list[str], share: float) -> tuple[Points, ...]:
        """The outline of each place, closed."""
        rings = (self.inner(label, share) for label in labels)
        return tuple((*ring, ring[0]) for ring in rings)

    def hex_at(self, x: float, y: float) -> str | None:
        """The place that contains a point; None between places."""
        u = self.size
        board = cast(PlaceBoard, self.board)
        return next((s.id for s in board.spots.values() if s.holds(x / u, y / u)), None)

    def side_ends(self, label: str, direction: int) -> tuple[Point, Point]:
        """The nearest thing to a side: the top of a place."""
        rect = self.frame(label)
        return (rect.x, rect.y), (rect.x + rect.width, rect.y)

    # -- counters ------------------------------------------------------------------------------

    def _grid(self, label: str, count: int) -> tuple[Point, ...]:
        rect, side = self.frame(label), self.counter
        head = TITLE * self.size
        pad = self.size * 0.12
        wide, high = rect.width - 2 * pad, rect.height - head - 2 * pad
        rows = max(1, int((high + side * 0.05) // (side * 0.98)))
        columns = max(int(wide // (side * 1.06)), math.ceil(count / rows))
        step = min(side * 1.08, (wide - side) / max(columns - 1, 1))
        down = min(side * 1.04, (high - side) / max(rows - 1, 1))
        first = (rect.x + pad + side / 2, rect.y + head + pad + side / 2)
        return ranks(first, step, down, columns, count)

    def stack(self, label: str, count: int) -> tuple[Point, ...]:
        """Counters on a position stack up; in an area they stand side by side."""
        if self.spot(label).kind == "area":
            return self._grid(label, count)
        if self.spot(label).kind == "deck":
            return self.fan(label, count)[1]
        return self._piled(label, count, 0.2, 0.5, 0.0)

    def fans(self, place: str, count: int, camera: Camera | None = None) -> bool:
        """Whether hovering fans a stack out: not where its counters lie side by side."""
        if place not in self.board or self.spot(place).kind != "area":
            return super().fans(place, count, camera)
        if self.fan_side(place, camera) > self.counter:
            return True
        spots = self._grid(place, count)
        return count > 1 and abs(spots[1][0] - spots[0][0]) < self.counter * 0.9

    def fan_side(self, label: str, camera: Camera | None = None) -> float:
        """A drawer has room for counters of their own size only."""
        return self.counter if self._drawer(label) else super().fan_side(label, camera)

    def _drawer(self, label: str) -> bool:
        return label in self.board and self.spot(label).kind == "deck"

    def fan(
        self, label: str, count: int, camera: Camera | None = None
    ) -> tuple[Rect, tuple[Point, ...]]:
        """A drawer opens over the board; any other stack about its own top counter."""
        if not self._drawer(label):
            return super().fan(label, count, camera)
        cell, pad = self.counter * 1.1, self.size * 0.25
        rows = max(1, math.ceil(count / DRAWER))
        columns = max(1, min(count, DRAWER))
        width, height = columns * cell + 2 * pad, rows * cell + 2 * pad
        left, top = self.map_width - width - pad, max(pad, self.map_height * 0.7 - height)
        return self._panel(left, top, (columns, rows), cell, pad, count)
