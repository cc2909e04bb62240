"""Towns and cities, forts, airfields, oil fields, supply sources; their names; hex numbers."""

from __future__ import annotations

import math
from collections.abc import Collection
from zlib import crc32

import numpy as np

from engine.board import Board, Place
from tutor.art.items import (
    Circle,
    Circles,
    Item,
    Points,
    Polygons,
    Text,
    fade,
    fit_size,
    text_width,
    words,
)
from tutor.art.layout import Layout
from tutor.art.mesh import Floats, Mesh, Seeds, rings, unit
from tutor.art.signs import emblem, signs, square
from tutor.art.themes import Theme, army, ground, known_terrain

_BUILT = {  # how far the houses reach, and how close they stand
    "village": (0.36, 0.6),
    "town": (0.5, 0.72),
    "city": (0.66, 0.86),
    "large-city": (0.86, 0.96),
}
RANKS = ("large-city", "city", "town")
BESIDE, ALONE = 5.0, 16.0
"""So many hex radii wide a name may become: over counters, and on the map itself."""
GROWN = 6
"""A name so many of its halves from the edge may grow into it."""
RECONSTRUCTED = "A reconstruction, not the printed map"
WIDEST = 1.55
"""So many hex radii wide a hex's number may become."""
_CELL = 0.165  # the street grid, in hex radii


def settlements(board: Board, mesh: Mesh, theme: Theme) -> list[Item]:
    """Houses: of the towns and of the hexes that are city throughout."""
    built: dict[int, str] = {}
    for number, terrain in enumerate(board.terrain_at):
        known = known_terrain(terrain)
        if known in ("city", "large-city"):
            built[number] = known
    for place in board.places:
        number = board.index[place.hex]
        if place.kind in _BUILT and number not in built:
            built[number] = place.kind
    shadows, blocks, dim, lights = [], list[Points](), list[Points](), list[tuple[float, float]]()
    for number, kind in built.items():
        houses = _houses(mesh, number, kind)
        shadows.append(houses + mesh.size * np.array([0.028, 0.04]))
        chance = unit(np.array([int(mesh.seeds[number])], dtype=np.uint64), 41)[0]
        own = unit(np.arange(len(houses), dtype=np.uint64) + mesh.seeds[number], 42)
        for house, luck, ring in zip(houses, own.tolist(), rings(houses), strict=True):
            (blocks if luck < 0.62 else dim).append(ring)
            if (luck * 7 + chance) % 1 < 0.4:
                x, y = house.mean(axis=0).tolist()
                lights.append((round(x, 1), round(y, 1)))
    if not built:
        return []
    city = ground("large-city", theme)
    dark = tuple(ring for group in shadows for ring in rings(group))
    items: list[Item] = [Polygons(dark, fade(city.dark, 0.55))]
    items.append(Polygons(tuple(blocks), city.mid))
    items.append(Polygons(tuple(dim), ground("city", theme).mid))
    if theme.window:
        items.append(Circles(tuple(lights), round(mesh.size * 0.024, 2), theme.window))
    return [item for item in items if not isinstance(item, Polygons) or item.rings]


def _houses(mesh: Mesh, number: int, kind: str) -> Floats:
    """Blocks on a turned street grid, as four-cornered rings (m, 4, 2)."""
    reach, density = _BUILT[kind]
    seed = mesh.seeds[number]
    count = int(reach / _CELL) + 1
    steps = np.arange(-count, count + 1)
    column, row = (part.ravel() for part in np.meshgrid(steps, steps))
    own: Seeds = (np.arange(len(column), dtype=np.uint64) + np.uint64(1)) * np.uint64(97) + seed
    # Every fourth lane is an avenue: wider, and the same for the whole quarter.
    x = column * _CELL + np.floor(column / 3) * 0.035
    y = row * _CELL * 0.92 + np.floor(row / 3) * 0.035
    wide = 0.056 + unit(own, 43) * 0.022
    deep = 0.048 + unit(own, 44) * 0.022
    angle = (float(unit(np.array([seed], dtype=np.uint64), 45)[0]) - 0.5) * 1.0
    cos, sin = math.cos(angle), math.sin(angle)
    cx, cy = x * cos - y * sin, x * sin + y * cos
    gap = np.hypot(cx, cy) + (unit(own, 46) - 0.5) * 0.16
    hexwise = np.maximum(np.abs(cx) * 0.5 + np.abs(cy) * 0.866, np.abs(cx)) / 0.9
    kept = (gap < reach) & (hexwise < 0.82) & (np.abs(cy) < 0.74) & (unit(own, 47) < density)
    corners = []
    for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
        dx, dy = wide * sx, deep * sy
        corners.append(np.stack([cx + dx * cos - dy * sin, cy + dx * sin + dy * cos], axis=1))
    shape = np.stack(corners, axis=1)[kept]
    return np.asarray(mesh.centres[number] + shape * mesh.size)


def sights(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """The signs of places that are no towns, and the badges of supply sources."""
    items: list[Item] = []
    for place in board.places:
        x, y = layout.centre(place.hex)
        items += _sign(place, x, y, layout.size, theme)
    for tag in sorted(board.tags):
        if tag.endswith("-source"):
            for label in sorted(board.tags[tag]):
                x, y = layout.centre(label)
                u = layout.size
                items += source_badge(x - u * 0.66, y, u * 0.2, tag.removesuffix("-source"), theme)
    return items


def _sign(place: Place, x: float, y: float, u: float, theme: Theme) -> list[Item]:
    ink, paper = theme.line_black, theme.halo[:7]
    frame = square(
        x, y, u, turn=crc32(place.hex.encode()) % 180,
        ink=ink, faint=fade(ink, 0.8), paper=paper, cloth=fade(paper, 0.85),
    )  # fmt: skip
    return frame.draw(f"place/{place.kind}" if place.kind in signs("place") else "part/dot")


def source_badge(x: float, y: float, r: float, side: str, theme: Theme) -> list[Item]:
    """Where supply comes from: the army's colour and emblem on a disc with a double rim."""
    colours = army(side, theme)
    return [
        Circle(round(x, 2), round(y, 2), round(r * 1.22, 2), theme.paper, theme.ink, r * 0.14),
        Circle(round(x, 2), round(y, 2), round(r, 2), colours.body, theme.ink, r * 0.1),
        *emblem(colours.emblem, x, y, r * 0.62, colours.ink, colours.body),
    ]


def names(
    board: Board, layout: Layout, theme: Theme, under: Collection[str] | None = None
) -> list[Item]:
    """The names of places, or of those under counters, kept inside the picture: so low in their
    hexes that a counter leaves them free."""
    items: list[Item] = []
    ranks = {place: _rank(board, place) for place in board.places if place.name}
    for place, rank in sorted(ranks.items(), key=lambda entry: entry[1]):
        if under is not None and place.hex not in under:
            continue
        x, y = layout.centre(place.hex)
        large = rank < RANKS.index("town")
        size = layout.size * (0.27 if large else 0.235)
        size = fit_size(place.name, size, layout.map_width - 4, large)
        half = text_width(place.name, size, large) / 2
        x = min(max(x, half + 2), layout.map_width - half - 2)
        # one that is made larger grows away from the edge
        anchor, ends = "middle", (x - half, x + half)
        if ends[0] < half * GROWN:
            anchor, x = "start", ends[0]
        elif ends[1] > layout.map_width - half * GROWN:
            anchor, x = "end", ends[1]
        items.append(
            Text(
                round(x, 1),
                round(y + layout.size * 0.8, 1),
                place.name,
                round(size, 2),
                theme.label,
                anchor,
                weight="bold" if large else "normal",
                halo=theme.halo,
                room=layout.size * (ALONE if under is None else BESIDE),
            )
        )
    return items


def _rank(board: Board, place: Place) -> int:
    """Whose name goes before others': that of the larger place."""
    kind = "large-city" if board.terrain(place.hex) == "large-city" else place.kind
    return RANKS.index(kind) if kind in RANKS else len(RANKS)


def reconstructed(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """A map that says where it comes from says on itself that it is not the printed one."""
    if not board.origins:
        return []
    size = round(layout.size * 0.42, 2)
    left, low = layout.margin + size * 0.6, layout.map_height - layout.margin - size
    room = layout.map_width * 0.9
    return [words(left, low, RECONSTRUCTED, size, theme.ink, "start", "bold", theme.halo, room)]


def numbers(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """The number of each hex, small, at its north side; none where it could not be read, and none
    at all where the widest could not."""
    if layout.size < 17:
        return []
    size = round(layout.size * 0.195, 2)
    drop = layout.size * (0.66 if board.turned else 0.715)
    widths = {label: text_width(label, size) for label in board.hexes}
    share = layout.size * WIDEST / max(widths.values(), default=1.0)
    spots = ((label, layout.centre(label)) for label in board.hexes)
    return [
        Text(x, round(y - drop, 2), label, size, theme.number, room=widths[label] * share)
        for label, (x, y) in spots
    ]
