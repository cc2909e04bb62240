"""Painting a scene's items on ipycanvas.

Consecutive items of a kind go out as one batched call; the order of the scene is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tutor.art.items import (
    BASELINE,
    HALO,
    Circle,
    Circles,
    Clipped,
    Dash,
    Item,
    Points,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
    Text,
    rgba,
)
from tutor.art.svg import FONTS


class Surface(Protocol):
    """What the painter needs of an ipycanvas Canvas."""

    def fill_styled_polygons(self, *args: Any, **kwargs: Any) -> None: ...
    def stroke_styled_polygons(self, *args: Any, **kwargs: Any) -> None: ...
    def stroke_styled_line_segments(self, *args: Any, **kwargs: Any) -> None: ...
    def fill_styled_circles(self, *args: Any, **kwargs: Any) -> None: ...
    def stroke_styled_circles(self, *args: Any, **kwargs: Any) -> None: ...
    def fill_text(self, text: str, x: float, y: float) -> None: ...
    def stroke_text(self, text: str, x: float, y: float) -> None: ...
    def set_line_dash(self, segments: list[float]) -> None: ...
    def save(self) -> None: ...
    def restore(self) -> None: ...
    def begin_path(self) -> None: ...
    def move_to(self, x: float, y: float) -> None: ...
    def line_to(self, x: float, y: float) -> None: ...
    def clip(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Batch:
    """What one batched call painted: a record for tests and for measuring."""

    kind: str
    count: int
    bounds: tuple[float, float, float, float]


# One stroke or fill: what to call it with (its style), and the shapes.
_Op: TypeAlias = tuple[tuple[Any, ...], Any]


def _ops(items: Iterable[Item]) -> Iterator[_Op]:
    for item in items:
        match item:
            case Polygon():
                if item.fill is not None:
                    yield ("polygons",), ((item.points,), item.fill)
                if item.stroke is not None:
                    yield ("outlines", item.width), ((item.points,), item.stroke)
            case Polygons():
                yield ("polygons",), (item.rings, item.fill)
            case Polyline():
                yield ("lines", item.width, item.dash, item.cap), ((item.points,), item.stroke)
            case Polylines():
                yield ("lines", item.width, item.dash, item.cap), (item.lines, item.stroke)
            case Circle():
                if item.fill is not None:
                    yield ("circles",), (((item.x, item.y),), item.r, item.fill)
                if item.stroke is not None:
                    yield ("rings", item.width), (((item.x, item.y),), item.r, item.stroke)
            case Circles():
                yield ("circles",), (item.centres, item.r, item.fill)
            case Text():
                yield ("text", item.size, item.weight, item.anchor, item.fill, item.halo), item


class _Pen:
    """The canvas's drawing state; only what changes is sent."""

    def __init__(self, surface: Surface) -> None:
        self.surface = surface
        self.state: dict[str, Any] = {}

    def set(self, name: str, value: Any) -> None:
        if self.state.get(name) != value:
            self.state[name] = value
            setattr(self.surface, name, value)

    def line(self, width: float, dash: Dash | None = None, cap: str = "round") -> None:
        self.set("line_join", "round")
        self.set("line_width", float(width))
        self.set("line_cap", cap)
        if self.state.get("dash", ()) != (dash or ()):
            self.state["dash"] = dash or ()
            self.surface.set_line_dash([float(part) for part in dash or ()])


def paint(surface: Surface, items: Iterable[Item], record: list[Batch] | None = None) -> None:
    """Paint items in order, like with like in one call; write down each batch if asked to."""
    for _, run in groupby(items, key=lambda item: isinstance(item, Clipped)):
        alike = list(run)
        if not isinstance(alike[0], Clipped):
            _paint(surface, alike, record)
            continue
        for item in alike:
            assert isinstance(item, Clipped), "all of a run are, or none"
            surface.save()
            surface.begin_path()
            for first, *others in item.rings:
                surface.move_to(*first)
                for spot in others:
                    surface.line_to(*spot)
            surface.clip()
            paint(surface, item.items, record)
            surface.restore()


def _paint(surface: Surface, items: Iterable[Item], record: list[Batch] | None) -> None:
    pen = _Pen(surface)
    for style, group in groupby(_ops(items), key=lambda op: op[0]):
        loads = [load for _, load in group]
        match style[0]:
            case "text":
                _write(pen, style, loads)
                spots = np.array([[text.x, text.y] for text in loads], dtype=np.float32)
                count = len(loads)
            case "circles" | "rings":
                spots, count = _discs(pen, style, loads)
            case _:
                spots, count = _shapes(pen, style, loads)
        if record is not None:
            low, high = spots.min(axis=0).tolist(), spots.max(axis=0).tolist()
            record.append(Batch(style[0], count, (low[0], low[1], high[0], high[1])))


def _shapes(
    pen: _Pen, style: tuple[Any, ...], loads: Sequence[tuple[tuple[Points, ...], str]]
) -> tuple[NDArray[np.float32], int]:
    lengths = [len(line) for lines, _ in loads for line in lines]
    flat = chain.from_iterable(
        chain.from_iterable(chain.from_iterable(lines) for lines, _ in loads)
    )
    spots = np.fromiter(flat, dtype=np.float32, count=2 * sum(lengths)).reshape(-1, 2)
    colours, alphas = _colours([(colour, len(lines)) for lines, colour in loads])
    per_item = np.array(lengths, dtype=np.int32)
    if style[0] == "polygons":
        pen.surface.fill_styled_polygons(spots, colours, alphas, points_per_polygon=per_item)
    elif style[0] == "outlines":
        pen.line(style[1])
        pen.surface.stroke_styled_polygons(spots, colours, alphas, points_per_polygon=per_item)
    else:
        pen.line(*style[1:])
        pen.surface.stroke_styled_line_segments(
            spots, colours, alphas, points_per_line_segment=per_item
        )
    return spots, len(lengths)


def _discs(
    pen: _Pen, style: tuple[Any, ...], loads: Sequence[tuple[Points, float, str]]
) -> tuple[NDArray[np.float32], int]:
    spots = np.array([spot for centres, _, _ in loads for spot in centres], dtype=np.float32)
    counts = [len(centres) for centres, _, _ in loads]
    radii = np.repeat(np.array([r for _, r, _ in loads], dtype=np.float32), counts)
    colours, alphas = _colours([(colour, len(centres)) for centres, _, colour in loads])
    x, y = np.ascontiguousarray(spots[:, 0]), np.ascontiguousarray(spots[:, 1])
    if style[0] == "circles":
        pen.surface.fill_styled_circles(x, y, radii, colours, alphas)
    else:
        pen.line(style[1])
        pen.surface.stroke_styled_circles(x, y, radii, colours, alphas)
    return spots, len(spots)


def _colours(
    counted: Sequence[tuple[str, int]],
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    parts = [rgba(colour) for colour, _ in counted]
    counts = [count for _, count in counted]
    shades = np.array([part[:3] for part in parts], dtype=np.uint8)
    alphas = np.array([part[3] for part in parts], dtype=np.float32)
    return np.repeat(shades, counts, axis=0), np.repeat(alphas, counts)


def _write(pen: _Pen, style: tuple[Any, ...], texts: Sequence[Text]) -> None:
    _, size, weight, anchor, fill, halo = style
    pen.set("font", f"{weight} {size:g}px {FONTS}")
    pen.set("text_align", {"start": "left", "middle": "center", "end": "right"}[anchor])
    pen.set("text_baseline", "alphabetic")
    pen.set("fill_style", _css(fill))
    if halo is not None:
        pen.line(round(size * HALO, 2))
        pen.set("stroke_style", _css(halo))
    for text in texts:
        x, y = float(text.x), round(float(text.y) + size * BASELINE, 2)
        if halo is not None:
            pen.surface.stroke_text(text.text, x, y)
        pen.surface.fill_text(text.text, x, y)


def _css(colour: str) -> str:
    red, green, blue, alpha = rgba(colour)
    return colour if alpha == 1.0 else f"rgba({red}, {green}, {blue}, {alpha:g})"
