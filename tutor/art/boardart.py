"""The map itself as display items: painted once for each board, theme and size, then kept."""

from __future__ import annotations

from itertools import chain
from weakref import WeakKeyDictionary

from engine.board import Board
from tutor.art import edges, farm, ground, lines, places, texture
from tutor.art.camera import Picture
from tutor.art.items import Item, Polygon, Polylines
from tutor.art.layout import Layout
from tutor.art.mesh import Mesh, rings
from tutor.art.placeart import painted
from tutor.art.placelayout import PlaceLayout
from tutor.art.sidebar import Rect
from tutor.art.themes import Theme

_Key = tuple[Theme, float, int, int]
# A board that nobody plays on any more takes its picture with it.
_kept: WeakKeyDictionary[Board, dict[_Key, Picture]] = WeakKeyDictionary()


def board_picture(board: Board, layout: Layout, theme: Theme) -> Picture:
    """Everything printed on the map, in painting order, to be seen in part or whole."""
    key = (theme, layout.size, layout.width, layout.height)
    pictures = _kept.setdefault(board, {})
    if key not in pictures:
        pictures[key] = Picture(_painted(board, layout, theme))
    return pictures[key]


def _painted(board: Board, layout: Layout, theme: Theme) -> tuple[Item, ...]:
    if isinstance(layout, PlaceLayout):
        return painted(layout.board, layout, theme)  # type: ignore[arg-type]
    if not len(board):
        # the bare table of a game without hexes
        return (Polygon(Rect(0.0, 0.0, layout.width, layout.height).corners, theme.page),)
    mesh = Mesh(board, layout)
    groups = (
        ground.paper(mesh, layout, theme),
        ground.areas(mesh, theme),
        ground.shores(mesh, theme),
        texture.marks(mesh, theme),
        farm.corn(board, layout, theme),
        farm.relief(board, layout, theme),
        _grid(mesh, theme),
        farm.houses(board, layout, theme),
        lines.rivers(board, mesh, theme),
        places.settlements(board, mesh, theme),
        lines.ways(board, mesh, theme),
        lines.crossings(board, mesh, theme),
        lines.works(board, mesh, theme),
        ground.frame(mesh, theme),
        edges.areas(board, layout, theme),
        places.sights(board, layout, theme),
        places.numbers(board, layout, theme),
        places.names(board, layout, theme),
        places.reconstructed(board, layout, theme),
    )
    return tuple(chain.from_iterable(groups))


def _grid(mesh: Mesh, theme: Theme) -> list[Item]:
    """Every hexside once: three sides of each hex, and what is left along the edge of the map."""
    north = mesh.corners[:, [5, 0, 1, 2]]
    loose = [
        mesh.corners[h, [d, (d + 1) % 6]]
        for h, d in zip(*(mesh.neighbours[:, 2:5] < 0).nonzero(), strict=True)
        for d in (d + 2,)
    ]
    sides = rings(north) + tuple(ring for side in loose for ring in rings(side[None]))
    return [Polylines(sides, theme.grid, 0.9, None, "butt")]
