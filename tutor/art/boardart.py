"""The map itself as display items: painted once for each board, theme and size, then kept."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from weakref import ReferenceType, WeakKeyDictionary, ref

from engine.board import Board, BoardPlan
from tutor.art import edges, farm, ground, lines, places, texture
from tutor.art.camera import Patched, Picture
from tutor.art.items import Clipped, Item, Polygon, Polylines
from tutor.art.layout import Layout
from tutor.art.mesh import Mesh, rings
from tutor.art.placeart import painted
from tutor.art.placelayout import PlaceLayout
from tutor.art.sheet import rim
from tutor.art.sidebar import Rect
from tutor.art.themes import Theme

_Key = tuple[Theme, float, int, int]
# A board that nobody plays on any more takes its picture with it.
_kept: WeakKeyDictionary[Board, dict[_Key, Picture]] = WeakKeyDictionary()


_before: WeakKeyDictionary[Board, ReferenceType[Board]] = WeakKeyDictionary()
"""The board that each was drawn from, where it is known."""
MOST = 60
"""So many patches lie on a picture before the whole is painted anew."""
REACH, AROUND = 2, 3
"""A stroke changes the look of hexes so far away; so far beyond them a patch seeks its lines."""


def board_picture(board: Board, layout: Layout, theme: Theme) -> Picture:
    """Everything printed on the map, in painting order, to be seen in part or whole."""
    key = (theme, layout.size, layout.width, layout.height)
    pictures = _kept.setdefault(board, {})
    if key not in pictures:
        made = _patched(board, layout, theme, key) or Picture(_painted(board, layout, theme))
        pictures[key] = made
    return pictures[key]


def drawn_from(board: Board, before: Board) -> None:
    """A board was made of another by a stroke: where that is seen, the rest is not painted anew."""
    if board is not before and board.cells == before.cells and len(board) > MOST:
        _before[board] = ref(before)


def _patched(board: Board, layout: Layout, theme: Theme, key: _Key) -> Picture | None:
    """The picture of the board that it was drawn from, with a patch where they differ."""
    known = _before.get(board)
    before = known() if known is not None else None
    picture = _kept.get(before, {}).get(key) if before is not None else None
    if before is None or picture is None:
        return None
    changed = _differing(before, board)
    if not changed:
        return picture
    anew = {near for hex in changed for near in board.within(hex, REACH)}
    around = {near for hex in anew for near in board.within(hex, AROUND)}
    many = isinstance(picture, Patched) and picture.count >= MOST
    if many or len(around) * 3 > len(board):
        return None
    items = _painted(_part(board, around), layout, theme)
    return Patched(picture, Clipped(rim(layout, anew), items))


def _differing(one: Board, other: Board) -> set[str]:
    """The hexes of which two boards say different things."""
    found = {
        label
        for at, label in enumerate(one.hexes)
        if one.terrain_at[at] != other.terrain_at[at]
        or one.side_at[at * 6 : at * 6 + 6] != other.side_at[at * 6 : at * 6 + 6]
        or one.link_at[at * 6 : at * 6 + 6] != other.link_at[at * 6 : at * 6 + 6]
    }
    found |= {place.hex for place in set(one.places) ^ set(other.places)}
    for tag in one.tags.keys() | other.tags.keys():
        found |= one.tagged(tag) ^ other.tagged(tag)
    for area in set(one.areas.values()) ^ set(other.areas.values()):
        found |= set(area.touches)
    return found


def _part(board: Board, labels: set[str]) -> Board:
    """Some of a board's hexes as a board of their own."""
    kept = [label for label in board.hexes if label in labels]
    at = {label: board.index[label] * 6 for label in kept}
    return Board(
        BoardPlan(
            title=board.title,
            labels=board.labels,
            cells={label: board.cell(label) for label in kept},
            terrain={label: board.terrain(label) for label in kept},
            sides=[
                (label, side, kind)
                for label in kept
                for side in range(6)
                for kind in board.side_at[at[label] + side]
            ],
            links=[
                (label, near, kind)
                for label in kept
                for near in board.neighbours(label)
                if near in labels
                for kind in board.link(label, near)
            ],
            tags={tag: [a for a in kept if a in all_] for tag, all_ in board.tags.items()},
            places=[place for place in board.places if place.hex in labels],
            areas=[
                replace(area, touches=tuple(a for a in area.touches if a in labels))
                for area in board.areas.values()
            ],
        )
    )


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
        places.reconstructed(board, layout, theme),
        places.names(board, layout, theme),
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
