"""What of a picture must be painted anew when some of its items have changed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

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

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""

FEW = 200
"""A picture of fewer items is painted whole."""
MOST_SHARE = 0.5
"""Where more of the items than this must be painted anew, all are."""


class Damage:
    """The boxes around the items of one picture, kept from one to the next."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Item, Box]] = {}
        """By an item's identity, and the item, so that no other comes to have it."""

    def patch(
        self, before: Sequence[Item], after: Sequence[Item], outward: Callable[[Box], Box]
    ) -> Clipped | None:
        """The rectangles in which two pictures differ, with what lies there; nothing if the whole
        is as quickly painted. `outward` moves the sides of a box to where pixels begin."""
        if len(after) < FEW:
            return None
        was, now = self._boxed(before), self._boxed(after)
        self._known = now
        # what was made anew, and is the same, has not changed
        gone = {was[key][0]: key for key in was.keys() - now.keys()}
        again = {key: gone.pop(now[key][0], None) for key in now.keys() - was.keys()}
        left = set(gone.values())
        stays = [again.get(key, key) for key in now]
        if [key for key in was if key not in left] != [key for key in stays if key is not None]:
            return None  # what lay beneath may lie above
        changed = [was[key][1] for key in left]
        changed += [now[key][1] for key, other in again.items() if other is None]
        if len(changed) > MOST_SHARE * len(after):
            return None
        spots = _joined(map(outward, changed))
        met = tuple(item for item in after if _met(now[id(item)][1], spots))
        if len(met) > MOST_SHARE * len(after):
            return None
        return Clipped(tuple(map(_corners, spots)), met)

    def _boxed(self, items: Sequence[Item]) -> dict[int, tuple[Item, Box]]:
        known = self._known
        return {id(item): known.get(id(item)) or (item, around(item)) for item in items}


def around(item: Item) -> Box:
    """The box around all that an item paints."""
    match item:
        case Polygon() | Polyline():
            return _span((item.points,), item.width)
        case Polygons():
            return _span(item.rings, 0.0)
        case Polylines():
            return _span(item.lines, item.width)
        case Circle():
            by = item.r + item.width
            return item.x - by, item.y - by, item.x + by, item.y + by
        case Circles():
            return _span((item.centres,), item.r)
        case Clipped():
            return _span(item.rings, 0.0)
        case Text():
            # letters may be wider than reckoned: a page has its own
            wide = 1.2 * text_width(item.text, item.size) + item.size
            return item.x - wide, item.y - item.size, item.x + wide, item.y + item.size


def _span(shapes: Iterable[Points], by: float) -> Box:
    xs, ys = zip(*(spot for shape in shapes for spot in shape), strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


def _joined(boxes: Iterable[Box]) -> list[Box]:
    """Boxes none of which meet: those that do are one."""
    spots: list[Box] = []
    for box in boxes:
        while met := [spot for spot in spots if _met(spot, (box,))]:
            spots = [spot for spot in spots if spot not in met]
            lefts, tops, rights, bottoms = zip(box, *met, strict=True)
            box = min(lefts), min(tops), max(rights), max(bottoms)
        spots.append(box)
    return spots


def _met(box: Box, spots: Iterable[Box]) -> bool:
    left, top, right, bottom = box
    for from_x, from_y, to_x, to_y in spots:
        if left <= to_x and right >= from_x and top <= to_y and bottom >= from_y:
            return True
    return False


def _corners(box: Box) -> Points:
    left, top, right, bottom = box
    return (left, top), (right, top), (right, bottom), (left, bottom)


def outward(box: Box, left: float, top: float, scale: float) -> Box:
    """A box whose sides are where pixels of a canvas begin, one of them further out."""

    def down(along: float, begin: float) -> float:
        return (math.floor((along - begin) * scale) - 1) / scale + begin

    def up(along: float, begin: float) -> float:
        return (math.ceil((along - begin) * scale) + 1) / scale + begin

    return down(box[0], left), down(box[1], top), up(box[2], left), up(box[3], top)
