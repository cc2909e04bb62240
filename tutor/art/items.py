"""The display list's vocabulary: a few frozen shapes that every painter understands.

The plural kinds hold many like-coloured marks in one item (a whole forest is three of them), so
that big maps stay small as data, as SVG text and as canvas messages. Their members must either
not overlap or be opaque: painters may merge them into one path.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[float, float]
Points: TypeAlias = tuple[Point, ...]
Dash: TypeAlias = tuple[float, ...]


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
    room: float = 0.0
    """How wide it may become where it must be made larger to be read; 0 where nobody said."""


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


@dataclass(frozen=True, slots=True)
class Clipped:
    """Items of which only what lies within some rings is seen."""

    rings: tuple[Points, ...]
    items: tuple[Item, ...]


Item: TypeAlias = Polygon | Polyline | Circle | Text | Polygons | Polylines | Circles | Clipped

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


def words(
    x: float,
    y: float,
    text: str,
    size: float,
    ink: str,
    anchor: str = "middle",
    weight: str = "bold",
    halo: str | None = None,
    room: float = 0.0,
) -> Text:
    """A text, its place and size to hundredths of a pixel."""
    return Text(round(x, 2), round(y, 2), text, round(size, 2), ink, anchor, weight, halo, room)


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
