"""From what a board shows to a display list: the one picture that every painter paints.

`build` is pure and needs no browser. Lessons, the sandbox and the tests fill in a `BoardView`;
tutor.art.svg and tutor.table.canvas paint the `Scene`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from engine.board import Board
from engine.placeboard import PlaceBoard
from tutor.art.boardart import board_picture
from tutor.art.camera import LEGIBLE, PRINTED, in_sight, readable
from tutor.art.counters import counter_items, drawn, in_phases
from tutor.art.items import Circles, Item, Polygon, fade, fit_size, words
from tutor.art.layout import COUNTER, Layout
from tutor.art.markers import marker_items
from tutor.art.overlays import overlay_items
from tutor.art.placelayout import PlaceLayout
from tutor.art.places import names
from tutor.art.shapes import rounded
from tutor.art.sidebar import rows_of
from tutor.art.themes import DAY, Theme
from tutor.art.tokens import place_markers
from tutor.art.views import BoardView
from tutor.art.works import works_items

SIZE = 34.0
LAYERS = ("terrain", "overlay", "counters", "cursor")


@dataclass(frozen=True)
class Scene:
    """A picture as data: layers of items in painting order, and what it shows in words."""

    width: int
    height: int
    layers: Mapping[str, tuple[Item, ...]] = field(default_factory=dict)
    title: str = ""
    text: str = ""


def layout_for(view: BoardView, size: float = SIZE) -> Layout:
    """The geometry of a view; the same object for the same board, size and boxes."""
    rows = tuple(rows_of(len(box.counters), size, COUNTER * size) for box in view.boxes)
    return _layout(view.board, size, tuple(box.id for box in view.boxes), rows)


@lru_cache(maxsize=32)
def _layout(board: Board, size: float, boxes: tuple[str, ...], rows: tuple[int, ...]) -> Layout:
    kind = PlaceLayout if isinstance(board, PlaceBoard) else Layout
    return kind(board, size, boxes=boxes, rows=rows)


def build(view: BoardView, theme: Theme = DAY, size: float = SIZE) -> Scene:
    """The picture of a board: the whole, or what its camera sees."""
    layout, camera = layout_for(view, size), view.camera
    near, sheet = in_sight(view, layout), board_picture(view.board, layout, theme)
    below, above = overlay_items(near, layout, theme)
    layers = {
        "terrain": sheet.items if camera is None else sheet.seen(camera),
        "overlay": _frames(tuple(box.title for box in view.boxes), layout, theme) + below,
        "counters": _counters(near, layout, theme),
        "cursor": above + _cursor(near, layout, theme),
    }
    if camera is not None:
        least = {"overlay": LEGIBLE, "counters": PRINTED, "cursor": PRINTED}
        layers |= {name: readable(layers[name], camera.zoom, high) for name, high in least.items()}
    return Scene(layout.width, layout.height, layers, view.board.title, view.text)


@lru_cache(maxsize=64)
def _frames(titles: tuple[str, ...], layout: Layout, theme: Theme) -> tuple[Item, ...]:
    """The frames of the places beside the map."""
    items: list[Item] = []
    size = layout.size
    for number, title in enumerate(titles):
        box = layout.box(number)
        drop = size * 0.07
        shape = rounded(box.x, box.y, box.width, box.height, size * 0.16)
        shade = rounded(box.x + drop, box.y + drop * 1.2, box.width, box.height, size * 0.16)
        head = rounded(box.x, box.y, box.width, size * 0.56, size * 0.16)
        letters = fit_size(title, size * 0.29, box.width - size * 0.3)
        middle = box.x + box.width / 2
        items += [
            Polygon(shade, theme.shadow),
            Polygon(shape, theme.panel),
            Polygon(head, fade(theme.frame, 0.32)),
            Polygon(shape, None, theme.frame, 1.2),
            words(middle, box.y + size * 0.29, title, letters, theme.label),
        ]
    return tuple(items)


def _counters(view: BoardView, layout: Layout, theme: Theme) -> tuple[Item, ...]:
    if isinstance(layout, PlaceLayout):
        return counter_items(view, layout, theme) + tuple(place_markers(view, layout, theme))
    ground = tuple(works_items(view, layout, theme))
    markers = tuple(marker_items(view, layout, theme))
    # a name is read although somebody stands there
    told = tuple(names(view.board, layout, theme, view.counters))
    if view.camera is not None:
        told = readable(told, view.camera.zoom)
    return ground + counter_items(view, layout, theme) + told + markers


def _cursor(view: BoardView, layout: Layout, theme: Theme) -> tuple[Item, ...]:
    """What changes with the pointer and the arrow keys: the fanned stack and the cursor."""
    items: list[Item] = []
    if view.cursor is not None and view.cursor in view.board:
        # round the counters of a hex, so that their corners stay readable
        ring = layout.inner(view.cursor, 1.09 if view.counters.get(view.cursor) else 0.97)
        wide = layout.size * 0.075
        items += [
            Polygon(ring, None, "#101418", round(wide * 2.1, 2)),
            Polygon(ring, None, "#ffffff", round(wide * 1.1, 2)),
            Circles(ring, round(wide * 1.5, 2), "#101418"),
            Circles(ring, round(wide * 0.9, 2), "#ffffff"),
        ]
    stack = layout.fanned(view)
    if stack and view.fanned is not None:
        panel, middles = layout.fan(view.fanned, len(stack), view.camera)
        side = layout.fan_side(view.fanned, view.camera)
        bend = layout.size * 0.22
        shape = rounded(panel.x, panel.y, panel.width, panel.height, bend)
        shade = rounded(panel.x + 2, panel.y + 3, panel.width, panel.height, bend)
        items += [
            Polygon(shade, fade("#000000", 0.35)),
            Polygon(shape, theme.panel, theme.frame, 1.4),
        ]
        phased = [
            drawn(counter, x, y, side, theme)
            for counter, (x, y) in zip(stack, middles, strict=True)
        ]
        items += in_phases(phased)
    return tuple(items)
