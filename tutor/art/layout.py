"""Where things are on the screen, and what is under the pointer.

All lengths are pixels at 1x. A corner of the hex grid is a pair of whole numbers in a lattice of
half hexes, so corners shared by neighbours coincide exactly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeAlias

from engine import hexes
from engine.board import Board
from tutor.art.items import Point, Points
from tutor.art.sidebar import LEAST, Rect, Sidebar, ranks
from tutor.art.views import BoardView, Camera, CounterView

ROOT3 = math.sqrt(3.0)
# The six corners, clockwise from the west end of the north side, in half widths and half heights
# of a hex: side d runs from corner d to corner d + 1.
CORNERS: tuple[tuple[int, int], ...] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))

Axes: TypeAlias = tuple[Point, Point]
COUNTER = 1.28  # a counter's side, in hex radii
FAN_ROW = 5
SMALL, READ = 37.0, 52.0
"""A counter of fewer pixels of the page cannot be read; it can with so many."""
NO_MAP_ROWS = 22


@dataclass(frozen=True, slots=True)
class Hit:
    """What lies under a point: a hex label or a box id, and a unit if one is there."""

    place: str | None = None
    unit: str | None = None


class Layout:
    """The geometry of one board at one size.

    `boxes` are the ids of the places beside the map, `rows` the rows of counters in each.
    """

    def __init__(
        self,
        board: Board,
        size: float = 34.0,
        boxes: tuple[str, ...] = (),
        rows: tuple[int, ...] = (),
    ) -> None:
        self.board = board
        self.size = size
        self.margin = size * 0.7
        self.boxes = boxes
        self._half_width, self._half_height = size / 2, size * ROOT3 / 2
        self._measure()
        self.height = math.ceil(max(self.map_height, LEAST * size + self.margin))
        self._sidebar = Sidebar(
            size, self.counter, self.margin, self.height, rows or (1,) * len(boxes)
        )
        self.width = math.ceil(self.map_width + self._sidebar.width)

    def _measure(self) -> None:
        """How large the map is, and where its lattice begins."""
        lattice = [_lattice(cell) for cell in self.board.cells]
        # A game without hexes has an empty map; its places are all beside it.
        columns, rows = [x for x, _ in lattice] or [0], [y for _, y in lattice] or [NO_MAP_ROWS]
        left, top = min(columns) - 2, (min(rows) if lattice else 0) - 1
        across = (max(columns) + 2 - left) * self._half_width + 2 * self.margin
        down = (max(rows) + 1 - top) * self._half_height + 2 * self.margin
        self.map_width, self.map_height = (down, across) if self.board.turned else (across, down)
        if not lattice:
            self.map_width = self.margin
        if self.board.turned:
            # a quarter to the left: columns go up, rows to the right
            self.axes: Axes = ((0.0, -self._half_width), (self._half_height, 0.0))
            begin = (-top * self._half_height, (max(columns) + 2) * self._half_width)
        else:
            self.axes = ((self._half_width, 0.0), (0.0, self._half_height))
            begin = (-left * self._half_width, -top * self._half_height)
        self.origin: Point = (self.margin + begin[0], self.margin + begin[1])
        """Where the lattice's own beginning is, and where a step of each of its two ways leads."""

    def outward(self, side: int) -> float:
        """The way a hexside faces, as an angle."""
        return math.radians(60 * side - (180 if self.board.turned else 90))

    @property
    def counter(self) -> float:
        """The side of a counter."""
        return self.size * COUNTER

    def at(self, x: int, y: int) -> Point:
        """The place of a lattice point: whole numbers of half hex widths and heights."""
        (ax, ay), (bx, by) = self.axes
        left, top = self.origin
        return round(left + x * ax + y * bx, 3), round(top + x * ay + y * by, 3)

    @cached_property
    def _centres(self) -> dict[str, Point]:
        board = self.board
        return {
            label: self.at(*_lattice(cell))
            for label, cell in zip(board.hexes, board.cells, strict=True)
        }

    def centre(self, label: str) -> Point:
        """The middle of a hex."""
        return self._centres[label]

    def corners(self, label: str) -> Points:
        """The six corners of a hex, clockwise from the west end of its north side."""
        x, y = _lattice(self.board.cell(label))
        return tuple(self.at(x + dx, y + dy) for dx, dy in CORNERS)

    def inner(self, label: str, share: float) -> Points:
        """The hex drawn smaller about its middle."""
        cx, cy = self.centre(label)
        return tuple(
            (round(cx + (x - cx) * share, 2), round(cy + (y - cy) * share, 2))
            for x, y in self.corners(label)
        )

    def side_ends(self, label: str, direction: int) -> tuple[Point, Point]:
        """Both ends of a hexside, clockwise as seen from the hex."""
        x, y = _lattice(self.board.cell(label))
        (ax, ay), (bx, by) = CORNERS[direction], CORNERS[(direction + 1) % 6]
        return self.at(x + ax, y + ay), self.at(x + bx, y + by)

    def hex_at(self, x: float, y: float) -> str | None:
        """The hex that contains a point; None off the map."""
        across, down = x - self.origin[0], y - self.origin[1]
        if self.board.turned:
            across, down = -down, across
        column, row = across / self._half_width, down / self._half_height
        q = column / 3
        r = (row - q) / 2
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        gap_q, gap_r, gap_s = abs(rq - q), abs(rr - r), abs(rs - s)
        if gap_q > gap_r and gap_q > gap_s:
            rq = -rr - rs
        elif gap_r > gap_s:
            rr = -rq - rs
        return self.board.label_of((rq, rr))

    def side_at(self, x: float, y: float, within: float = math.inf) -> tuple[str, int] | None:
        """The side of the hex at a point whose middle is nearest to it, so many hex radii at most;
        None off the map."""
        label = self.hex_at(x, y)
        if label is None:
            return None
        ends = (self.side_ends(label, side) for side in range(6))
        far = [math.hypot((a + c) / 2 - x, (b + d) / 2 - y) for (a, b), (c, d) in ends]
        side = min(range(6), key=far.__getitem__)
        return (label, side) if far[side] <= within * self.size else None

    # -- counters ------------------------------------------------------------------------------

    def stack(self, label: str, count: int) -> tuple[Point, ...]:
        """The middles of a stack's counters, bottom to top: each a little up and to the right."""
        return self._piled(label, count, 0.14, 0.48, 0.1)

    def _piled(
        self, label: str, count: int, most: float, room: float, drop: float
    ) -> tuple[Point, ...]:
        cx, cy = self.centre(label)
        step = min(most * self.size, room * self.size / max(1, count - 1))
        start, down = -step * (count - 1) / 2, drop * self.size
        return tuple(
            (round(cx + start + step * i, 2), round(cy + down - start - step * i, 2))
            for i in range(count)
        )

    def fan_side(self, label: str, camera: Camera | None = None) -> float:
        """The side of a counter in a fanned stack: it can be read, however small the map."""
        small = camera is not None and self.counter * camera.zoom < SMALL
        return READ / camera.zoom if camera is not None and small else self.counter

    def fan(
        self, label: str, count: int, camera: Camera | None = None
    ) -> tuple[Rect, tuple[Point, ...]]:
        """The panel of a fanned stack or box and the middles of its counters, bottom to top.

        The top counter stays where it was, so that a click on a stack that fans out under the
        pointer still means the counter that was seen there; all are on the screen.
        """
        cell, pad = self.fan_side(label, camera) * 1.12, self.size * 0.16
        rows = max(1, math.ceil(count / FAN_ROW))
        columns = max(1, math.ceil(count / rows))
        width, height = columns * cell + 2 * pad, rows * cell + 2 * pad
        top_x, top_y = self._middles(label, count)[-1] if count else self.centre(label)
        left = top_x - pad - cell * ((count - 1) % columns + 0.5)
        top = top_y - pad - cell * ((count - 1) // columns + 0.5)
        sight = camera or Camera(0.0, 0.0, self.width, self.height)
        low, high = max(0.0, sight.left), min(self.width, sight.left + sight.width)
        left = min(max(left, low + 2.0), max(low + 2.0, high - width - 4))
        low, high = max(0.0, sight.top), min(self.height, sight.top + sight.height)
        top = min(max(top, low + 2.0), max(low + 2.0, high - height - 5))
        return self._panel(left, top, (columns, rows), cell, pad, count)

    def _panel(
        self, left: float, top: float, grid: tuple[int, int], cell: float, pad: float, count: int
    ) -> tuple[Rect, tuple[Point, ...]]:
        """A panel of so many columns and rows, and the middles of the counters on it."""
        (columns, rows), first = grid, (left + pad + cell * 0.5, top + pad + cell * 0.5)
        width, height = columns * cell + 2 * pad, rows * cell + 2 * pad
        panel = Rect(round(left, 2), round(top, 2), round(width, 2), round(height, 2))
        return panel, ranks(first, cell, cell, columns, count)

    def _middles(self, place: str, count: int) -> tuple[Point, ...]:
        if place in self.boxes:
            return self.box_middles(self.boxes.index(place), count)
        return self.stack(place, count)

    def fans(self, place: str, count: int, camera: Camera | None = None) -> bool:
        """Whether hovering fans a stack out, a box too full to read, a counter too small."""
        small = self.fan_side(place, camera) > self.counter
        if place in self.boxes:
            return small or self.crowded(self.boxes.index(place), count)
        return place in self.board and (small or count > 1)

    def fanned(self, view: BoardView) -> tuple[CounterView, ...]:
        """The stack that is fanned out."""
        place = view.fanned
        if place is None or (place not in self.board and place not in self.boxes):
            return ()
        stack = view.standing(place)
        small = self.fan_side(place, view.camera) > self.counter
        return stack if small or len(stack) > 1 else ()

    def box(self, number: int) -> Rect:
        """The frame of the n-th place beside the map."""
        frame = self._sidebar.frames[number]
        return replace(frame, x=round(self.map_width + frame.x, 2))

    def crowded(self, number: int, count: int) -> bool:
        """Whether a box's counters overlap."""
        return self._sidebar.crowded(number, count)

    def box_middles(self, number: int, count: int) -> tuple[Point, ...]:
        """Where a box's counters stand."""
        return tuple(
            (round(self.map_width + x, 2), y) for x, y in self._sidebar.middles(number, count)
        )

    # -- what is under the pointer -----------------------------------------------------------------

    def hit(self, view: BoardView, x: float, y: float) -> Hit:
        """The place and the unit under a point; a fanned stack lies on top of everything."""
        fanned = self.fanned(view)
        if fanned and view.fanned is not None:
            panel, middles = self.fan(view.fanned, len(fanned), view.camera)
            grown = 1.13 * self.fan_side(view.fanned, view.camera) / self.counter
            if panel.holds(x, y):
                return Hit(view.fanned, self._under(fanned, middles, x, y, grown))
        for number, box in enumerate(view.boxes[: len(self.boxes)]):
            if self.box(number).holds(x, y):
                middles = self.box_middles(number, len(box.counters))
                return Hit(box.id, self._under(box.counters, middles, x, y))
        label = self.hex_at(x, y)
        near = [label] if label else []
        if label:
            near += self.board.neighbours(label)
        else:
            near += [other for other in view.counters if other in self.board]
        for place in near:
            stack = view.counters.get(place, ())
            unit = self._under(stack, self.stack(place, len(stack)), x, y) if stack else None
            if unit is not None:
                return Hit(place, unit)
        return Hit(label)

    def _under(
        self,
        counters: tuple[CounterView, ...],
        middles: tuple[Point, ...],
        x: float,
        y: float,
        grow: float = 1.0,
    ) -> str | None:
        half = self.counter / 2 * grow
        for counter, (cx, cy) in zip(reversed(counters), reversed(middles), strict=True):
            if abs(x - cx) <= half and abs(y - cy) <= half:
                return counter.id
        return None


def _lattice(cell: hexes.Cell) -> tuple[int, int]:
    q, r = cell
    return 3 * q, 2 * r + q
