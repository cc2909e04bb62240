"""A board as arrays: hand-drawn hexsides shared by neighbours, outlines of areas, steady chance.

Every side of the grid gets one wavering line, derived from where it lies and nothing else. A
river along it, a wood's edge and a shore all follow that same line.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from engine.board import Board
from tutor.art.items import Points
from tutor.art.layout import CORNERS, Layout

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Seeds: TypeAlias = NDArray[np.uint64]

_JITTER = 0.075  # how far a corner strays, in hex radii
_WAVER = 0.075  # how far a side strays
_STEPS = np.array([0.25, 0.5, 0.75])


def scramble(values: Seeds, salt: int) -> Seeds:
    """Well mixed numbers out of plain ones (splitmix64)."""
    with np.errstate(over="ignore"):
        mixed = values + np.uint64(0x9E3779B97F4A7C15) * np.uint64(salt * 2 + 1)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return mixed ^ (mixed >> np.uint64(31))


def unit(values: Seeds, salt: int) -> Floats:
    """Numbers from 0 up to 1 out of plain ones."""
    return (scramble(values, salt) >> np.uint64(11)).astype(np.float64) / float(1 << 53)


def seeds(labels: Iterable[str]) -> Seeds:
    """A number for each hex label."""
    return np.array([crc32(label.encode()) for label in labels], dtype=np.uint64)


def points(array: Floats) -> Points:
    """An (n, 2) array as plain points, to a tenth of a pixel."""
    return tuple(map(tuple, np.round(array, 1).tolist()))


def rings(array: Floats) -> tuple[Points, ...]:
    """An (m, n, 2) array as m rings."""
    return tuple(tuple(map(tuple, ring)) for ring in np.round(array, 1).tolist())


def soften(line: Floats, closed: bool, times: int = 2) -> Floats:
    """Cut the corners of a line (Chaikin); an open one keeps its ends."""
    for _ in range(times):
        after = np.roll(line, -1, axis=0) if closed else line[1:]
        before = line if closed else line[:-1]
        cut = np.empty((len(before) * 2, line.shape[1]))
        cut[0::2] = before * 0.75 + after * 0.25
        cut[1::2] = before * 0.25 + after * 0.75
        line = cut if closed else np.vstack([line[:1], cut, line[-1:]])
    return line


def lean(line: Floats, closed: bool = False, slack: float = 0.07) -> Floats:
    """A line without the points that make no visible difference; an open one keeps its ends."""
    for _ in range(4):
        before, after = np.roll(line, 1, axis=0)[:, :2], np.roll(line, -1, axis=0)[:, :2]
        span, reach = after - before, line[:, :2] - before
        long = np.maximum(np.hypot(span[:, 0], span[:, 1]), 1e-9)
        gap = np.abs(span[:, 0] * reach[:, 1] - span[:, 1] * reach[:, 0]) / long
        keep = gap > slack
        # Never two neighbours at once: each was judged with the other in its place.
        keep[0::2] = True
        if not closed:
            keep[0] = keep[-1] = True
        if keep.all() or keep.sum() < 4:
            break
        line = np.roll(line[keep], 1, axis=0) if closed else line[keep]
    return line


def area(ring: Floats) -> float:
    """Twice the signed area of a ring: above zero when it runs clockwise on the screen."""
    x, y = ring[:, 0], ring[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def inset(ring: Floats, by: float) -> Floats:
    """A ring of (x, y, weight) moved to its inner side, in proportion to the weight."""
    flow = np.roll(ring[:, :2], -1, axis=0) - np.roll(ring[:, :2], 1, axis=0)
    length = np.maximum(np.hypot(flow[:, 0], flow[:, 1]), 1e-6)
    inward = np.stack([-flow[:, 1] / length, flow[:, 0] / length], axis=1)
    return np.asarray(ring[:, :2] + inward * by * ring[:, 2:3])


class Mesh:
    """The arrays of one board under one layout."""

    def __init__(self, board: Board, layout: Layout) -> None:
        self.board = board
        self.size = layout.size
        self.seeds = seeds(board.hexes)
        self.terrain = np.array(board.terrain_at)
        self.neighbours: Ints = np.array(board.neighbour_at, dtype=np.int64).reshape(-1, 6)
        q, r = np.array(board.cells, dtype=np.int64).T
        middles = np.stack([3 * q, 2 * r + q], axis=1)
        lattice = middles[:, None, :] + np.array(CORNERS, dtype=np.int64)[None]
        origin, axes = np.array(layout.origin), np.array(layout.axes)
        self.centres: Floats = origin + middles @ axes
        self.corners: Floats = origin + lattice @ axes
        # One whole number for each corner of the grid, the same for all hexes that meet there.
        self.keys: Ints = (lattice[..., 0] + (1 << 20)) * (1 << 21) + lattice[..., 1] + (1 << 20)
        self.drawn = self._stray_corners()
        self.sides = self._stray_sides()

    def _stray_corners(self) -> Floats:
        _, where, counts = np.unique(self.keys, return_inverse=True, return_counts=True)
        inner = counts[where].reshape(self.keys.shape) == 3
        seed = self.keys.astype(np.uint64)
        angle = unit(seed, 1) * 2 * np.pi
        reach = unit(seed, 2) * _JITTER * self.size * inner
        way = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
        return np.asarray(self.corners + reach[..., None] * way)

    def _stray_sides(self) -> Floats:
        """For each side its first corner and three points on the way to the next: (n, 6, 4, 2)."""
        start, end = self.keys, np.roll(self.keys, -1, axis=1)
        first, last = self.drawn, np.roll(self.drawn, -1, axis=1)
        turned = start > end
        low = np.where(turned[..., None], last, first)
        high = np.where(turned[..., None], first, last)
        seed = scramble(np.minimum(start, end).astype(np.uint64), 3)
        seed ^= np.maximum(start, end).astype(np.uint64)
        inner = (self.neighbours >= 0)[..., None]
        waver = np.stack([unit(seed, salt) - 0.5 for salt in (4, 5, 6)], axis=-1)
        waver = waver * 2 * _WAVER * self.size * inner
        flow = high - low
        across = np.stack([-flow[..., 1], flow[..., 0]], axis=-1) / self.size
        way = low[:, :, None] + flow[:, :, None] * _STEPS[:, None]
        way = way + across[:, :, None] * waver[..., None]
        way = np.where(turned[..., None, None], way[:, :, ::-1], way)
        return np.concatenate([first[:, :, None], way], axis=2)

    def where(self, terrain: str) -> Ints:
        """The numbers of the hexes of a terrain."""
        return np.flatnonzero(self.terrain == terrain)

    def ends(self, slot: int) -> tuple[Floats, Floats]:
        """Both ends of a straight side."""
        return self.corners[slot // 6, slot % 6], self.corners[slot // 6, (slot % 6 + 1) % 6]

    def crossing(self, slot: int) -> Floats:
        """The middle of a side as drawn: where roads cross it."""
        return np.asarray(self.sides[slot // 6, slot % 6, 2])

    def outlines(self, inside: Bools) -> list[Floats]:
        """The outlines of an area as rings of (x, y, weight), the area to the right of the way.

        Weight is 0 along the edge of the map, where a shore or a wood's edge is not an edge.
        """
        known = self.neighbours >= 0
        same = known & inside[self.neighbours]
        edge = inside[:, None] & ~same
        follows: Ints = np.empty_like(self.neighbours)
        for d in range(6):
            onward = (d + 1) % 6
            follows[:, d] = np.where(
                same[:, onward],
                self.neighbours[:, onward] * 6 + (d + 5) % 6,
                np.arange(len(inside)) * 6 + onward,
            )
        open_slots = dict.fromkeys(np.flatnonzero(edge.ravel()).tolist())
        after: list[int] = follows.ravel().tolist()
        result = []
        while open_slots:
            slot = next(iter(open_slots))
            ring = []
            while slot in open_slots:
                del open_slots[slot]
                ring.append(slot)
                slot = after[slot]
            result.append(self._ring(np.array(ring, dtype=np.int64)))
        return result

    def _ring(self, slots: Ints) -> Floats:
        side = self.sides.reshape(-1, 4, 2)[slots]
        inner = (self.neighbours.ravel()[slots] >= 0).astype(np.float64)
        soft = inner * np.roll(inner, 1)
        before, after = np.roll(side, 1, axis=0)[:, 3], side[:, 1]
        pull = (0.4 * soft)[:, None]
        corner = side[:, 0] * (1 - pull) + (before + after) / 2 * pull
        # A corner at the map's edge is given three times, so that cutting corners spares it.
        rows = np.concatenate([np.repeat(corner[:, None], 3, axis=1), side[:, 1:]], axis=1)
        weight = np.repeat(inner[:, None], 6, axis=1)
        weight[:, :3] = soft[:, None]
        keep = np.ones((len(slots), 6), dtype=bool)
        keep[:, 1:3] = (soft == 0)[:, None]
        ring = np.concatenate([rows, weight[..., None]], axis=2)[keep]
        return lean(soften(ring, closed=True), closed=True)
