"""What a camera sees: only what is in sight is painted, and only letters that can be read."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import replace
from functools import cached_property, lru_cache
from itertools import chain, compress
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tutor.art.items import (
    Circle,
    Circles,
    Clipped,
    Item,
    Points,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
    Text,
    text_width,
)
from tutor.art.layout import Layout
from tutor.art.placelayout import PlaceLayout
from tutor.art.views import BoardView, Camera, Overlay

Boxes: TypeAlias = NDArray[np.float32]

LEGIBLE = 11.0
"""So high are letters on the page, in its pixels, or they are left out."""
PRINTED = 5.0
"""Letters on a counter may be as small as on a printed one: whoever points at it sees it larger."""
LARGER = 1.15
"""So much wider than printed a text may become to be read, where it does not say how wide."""
NEAR = 1.6
"""So many hex radii outside of what is seen a counter or a mark may still reach into it."""


class Picture:
    """A picture that stays: of what it shows, what a camera sees is looked up."""

    def __init__(self, items: tuple[Item, ...]) -> None:
        self.items = items
        self._seen: tuple[Camera | None, tuple[Item, ...]] = (None, items)

    @cached_property
    def _boxes(self) -> tuple[Boxes, NDArray[np.intp]]:
        """The boxes around all marks: left, top, right, bottom; and where each item's begin."""
        boxes = [_boxes_of(item) for item in self.items]
        starts = np.cumsum([0, *(len(own) for own in boxes)])
        return np.concatenate(boxes), starts

    def seen(self, camera: Camera) -> tuple[Item, ...]:
        """What of it is in sight and can be read; the same object for the same camera."""
        if self._seen[0] != camera:
            self._seen = camera, readable(self._in_sight(camera), camera.zoom)
        return self._seen[1]

    def _in_sight(self, camera: Camera) -> Iterable[Item]:
        if not self.items:
            return
        right, bottom = camera.left + camera.width, camera.top + camera.height
        boxes, starts = self._boxes
        met = (
            (boxes[:, 0] <= right)
            & (boxes[:, 2] >= camera.left)
            & (boxes[:, 1] <= bottom)
            & (boxes[:, 3] >= camera.top)
        )
        counts = np.add.reduceat(met.astype(np.intp), starts[:-1]).tolist()
        places = starts.tolist()
        for number, count in enumerate(counts):
            if count:
                begin, end = places[number], places[number + 1]
                item = self.items[number]
                yield item if count == end - begin else _some(item, met[begin:end].tolist())


class Patched(Picture):
    """A picture of which parts were drawn anew: what was there stays the same items."""

    def __init__(self, before: Picture, patch: Clipped) -> None:
        super().__init__((*before.items, patch))
        self.before, self.patch = before, patch
        self.count: int = before.count + 1 if isinstance(before, Patched) else 1
        """How many patches lie on it."""

    def seen(self, camera: Camera) -> tuple[Item, ...]:
        if self._seen[0] != camera:
            patch = readable((self.patch,), camera.zoom)
            self._seen = camera, (*self.before.seen(camera), *patch)
        return self._seen[1]


def _boxes_of(item: Item) -> Boxes:
    """The box around each mark of an item, its stroke and halo included."""
    match item:
        case Polygons():
            return _around(item.rings, 0.0)
        case Polylines():
            return _around(item.lines, item.width / 2)
        case Polygon() | Polyline():
            return _around((item.points,), item.width / 2)
        case Circles():
            return _around(tuple((spot,) for spot in item.centres), item.r)
        case Clipped():
            return _around(item.rings, 0.0)
        case Circle():
            return _around((((item.x, item.y),),), item.r + item.width / 2)
        case Text():
            half = text_width(item.text, item.size, item.weight == "bold") / 2
            middle = item.x + {"start": half, "middle": 0.0, "end": -half}[item.anchor]
            ends = ((middle - half, item.y), (middle + half, item.y))
            return _around((ends,), item.size)


def _around(shapes: tuple[Points, ...], by: float) -> Boxes:
    lengths = [len(shape) for shape in shapes]
    flat = chain.from_iterable(chain.from_iterable(shapes))
    spots = np.fromiter(flat, dtype=np.float32, count=2 * sum(lengths)).reshape(-1, 2)
    starts = np.cumsum([0, *lengths[:-1]])
    low, high = np.minimum.reduceat(spots, starts), np.maximum.reduceat(spots, starts)
    return np.hstack([low - by, high + by])


def _some(item: Item, wanted: list[bool]) -> Item:
    """Some of an item's marks."""
    match item:
        case Polygons():
            return replace(item, rings=tuple(compress(item.rings, wanted)))
        case Polylines():
            return replace(item, lines=tuple(compress(item.lines, wanted)))
        case Circles():
            return replace(item, centres=tuple(compress(item.centres, wanted)))
    return item


def readable(items: Iterable[Item], zoom: float, least: float = LEGIBLE) -> tuple[Item, ...]:
    """The same with letters that can be read: made larger as far as there is room; what is smaller
    than the least then is left out, and a name that would lie on one before it."""
    wanted, least = LEGIBLE / zoom, least / zoom
    found: list[Item] = []
    named: list[tuple[float, float, float]] = []
    for item in items:
        if type(item) is Text and item.text and item.size < wanted:
            bold = item.weight == "bold"
            wide = text_width(item.text, item.size, bold)
            size = min(wanted, item.size * max(1.0, (item.room or LARGER * wide) / wide))
            half = wide * size / item.size / 2
            x = item.x + {"start": half, "middle": 0.0, "end": -half}[item.anchor]
            if size < least or (item.halo and _hidden(x, item.y, half, size, named)):
                continue
            if item.halo:
                named.append((x, item.y, half))
            item = _larger(item, round(size, 2))
        elif type(item) is Clipped:
            item = replace(item, items=readable(item.items, zoom, least * zoom))
        found.append(item)
    return tuple(found)


@lru_cache(maxsize=8192)
def _larger(text: Text, size: float) -> Text:
    """The same in a larger size; the same object again, so that it is seen that nothing changed."""
    return replace(text, size=size)


def _hidden(
    x: float, y: float, half: float, size: float, named: list[tuple[float, float, float]]
) -> bool:
    """Whether a name would lie on another as large."""
    return any(abs(y - b) < size and abs(x - a) < half + wide for a, b, wide in named)


def in_sight(view: BoardView, layout: Layout) -> BoardView:
    """What of a view its camera sees: nothing else is drawn."""
    camera, board = view.camera, view.board
    if camera is None or isinstance(layout, PlaceLayout):
        return view
    seen = _hexes_in_sight(layout, camera)
    if len(seen) == len(board):
        return view
    right, bottom = camera.left + camera.width, camera.top + camera.height
    boxes = []
    for number, box in enumerate(view.boxes):
        at = layout.box(number)
        aside = at.x > right or at.x + at.width < camera.left
        away = aside or at.y > bottom or at.y + at.height < camera.top
        boxes.append(replace(box, counters=()) if away else box)
    return replace(
        view,
        boxes=tuple(boxes),
        counters={hex: stack for hex, stack in view.counters.items() if hex in seen},
        markers=tuple(m for m in view.markers if m.hex in seen or m.hex not in board),
        overlays=tuple(_part(overlay, seen) for overlay in view.overlays),
    )


@lru_cache(maxsize=8)
def _hexes_in_sight(layout: Layout, camera: Camera) -> frozenset[str]:
    margin = layout.size * NEAR
    hexes = layout.board.hexes
    return frozenset(hex for hex in hexes if camera.sees(*layout.centre(hex), margin))


def _part(overlay: Overlay, seen: Set[str]) -> Overlay:
    hexes = overlay.hexes
    if isinstance(hexes, tuple):
        return replace(overlay, hexes=tuple(hex for hex in hexes if hex in seen))
    return replace(overlay, hexes={hex: text for hex, text in hexes.items() if hex in seen})
