"""The display list's vocabulary: a few frozen shapes that every painter understands.

The plural kinds hold many like-coloured marks in one item (a whole forest is three of them), so
that big maps stay small as data, as SVG text and as canvas messages. Their members must either
not overlap or be opaque: painters may merge them into one path.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]
Dash: TypeAlias = tuple[float, ...]
Bounds: TypeAlias = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed shape, filled, then stroked."""

    points: Points
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Polyline:
    """An open line."""

    points: Points
    stroke: str
    width: float = 1.0
    dash: Dash | None = None
    cap: str = "round"


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc or a ring."""

    x: float
    y: float
    r: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of words; y is the middle of its capital letters."""

    x: float
    y: float
    text: str
    size: float
    fill: str
    anchor: str = "middle"
    weight: str = "normal"
    halo: str | None = None


@dataclass(frozen=True, slots=True)
class Polygons:
    """Many filled shapes of one colour."""

    rings: tuple[Points, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Polylines:
    """Many open lines of one style."""

    lines: tuple[Points, ...]
    stroke: str
    width: float = 1.0
    dash: Dash | None = None
    cap: str = "round"


@dataclass(frozen=True, slots=True)
class Circles:
    """Many discs of one size and colour."""

    centres: Points
    r: float
    fill: str


Item: TypeAlias = Polygon | Polyline | Circle | Text | Polygons | Polylines | Circles

# Half the height of a capital letter: from the middle of the letters down to the base line.
BASELINE = 0.36
HALO = 0.26

_WIDTHS = (
    ("'", 0.31), ("ijl", 0.34), (" IJ/\\|,.", 0.37), (":;-", 0.41), ("f!()[]", 0.46), ("tr", 0.49),
    ("_`*\"", 0.52), ("?zcs", 0.59), ("Lvxy", 0.65), ("akFETeo", 0.68), ("$0123456789", 0.7),
    ("hnuSYbdgpqCPZ{}", 0.73), ("BAKRVX", 0.77), ("UGDOQ#+<=>HN^~&", 0.84), ("w", 0.92),
    ("%@MmЖШЩжшщЮю", 1.05), ("W", 1.1),
)  # fmt: skip
_WIDTH = {letter: width for letters, width in _WIDTHS for letter in letters}


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = True) -> float:
    """How wide a text comes out at most: measured on DejaVu Sans, the widest of our fonts."""
    total = sum(_WIDTH.get(letter, 0.76) for letter in text)
    return total * size * (1.0 if bold else 0.91)


def fit_size(text: str, size: float, room: float, bold: bool = True, least: float = 0.0) -> float:
    """The largest letter size up to `size` at which a text fits the room."""
    width = text_width(text, size, bold)
    return size if width <= room else max(least, size * room / width)


@lru_cache(maxsize=1024)
def rgba(colour: str) -> tuple[int, int, int, float]:
    """Red, green, blue and opacity of `#rrggbb` or `#rrggbbaa`."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return red, green, blue, round(int(colour[7:9], 16) / 255, 3) if len(colour) == 9 else 1.0


@lru_cache(maxsize=1024)
def mix(a: str, b: str, share: float) -> str:
    """The colour that lies `share` of the way from a to b; a's opacity stays."""
    first, second = rgba(a), rgba(b)
    parts = (round(first[i] + (second[i] - first[i]) * share) for i in range(3))
    return "#" + "".join(f"{part:02x}" for part in parts) + a[7:9]


def fade(colour: str, opacity: float) -> str:
    """The same colour with another opacity."""
    return f"{colour[:7]}{round(opacity * 255):02x}"


def shifted(item: Item, dx: float, dy: float) -> Item:
    """The same item somewhere else."""
    if isinstance(item, Circle | Text):
        return replace(item, x=item.x + dx, y=item.y + dy)
    if isinstance(item, Polygon | Polyline):
        return replace(item, points=_moved(item.points, dx, dy))
    if isinstance(item, Circles):
        return replace(item, centres=_moved(item.centres, dx, dy))
    if isinstance(item, Polygons):
        return replace(item, rings=tuple(_moved(ring, dx, dy) for ring in item.rings))
    return replace(item, lines=tuple(_moved(line, dx, dy) for line in item.lines))


def _moved(points: Points, dx: float, dy: float) -> Points:
    return tuple((x + dx, y + dy) for x, y in points)


def bounds(item: Item) -> Bounds:
    """The box an item covers, the width of its stroke included."""
    if isinstance(item, Text):
        width = text_width(item.text, item.size, item.weight == "bold")
        left = {"start": 0.0, "middle": 0.5, "end": 1.0}[item.anchor] * width
        half = item.size * (0.5 + (HALO / 2 if item.halo else 0.0))
        return item.x - left, item.y - half, item.x - left + width, item.y + half
    if isinstance(item, Circle):
        return _grown(((item.x, item.y),), item.r + (item.width / 2 if item.stroke else 0.0))
    if isinstance(item, Circles):
        return _grown(item.centres, item.r)
    if isinstance(item, Polygon):
        return _grown(item.points, item.width / 2 if item.stroke else 0.0)
    if isinstance(item, Polyline):
        return _grown(item.points, item.width / 2)
    if isinstance(item, Polygons):
        return _grown((point for ring in item.rings for point in ring), 0.0)
    return _grown((point for line in item.lines for point in line), item.width / 2)


def _grown(points: Iterable[Point], by: float) -> Bounds:
    xs, ys = zip(*points, strict=True)
    return min(xs) - by, min(ys) - by, max(xs) + by, max(ys) + by


def flat(groups: Iterable[Iterable[Item]]) -> Iterator[Item]:
    """The items of several groups, one after the other."""
    for group in groups:
        yield from group
