"""The ground: paper tones, the tinted areas of each terrain, shores with their water lines."""

from __future__ import annotations

import numpy as np

from tutor.art.items import Item, Polygon, Polygons, Polylines, fade, mix
from tutor.art.layout import Layout
from tutor.art.mesh import Bools, Floats, Mesh, area, inset, points, rings, unit
from tutor.art.sidebar import Rect
from tutor.art.themes import Theme, ground, known_terrain

WATERS = ("lake", "sea")
# A hole is painted just before the area that fills it and has the same outline.
_HOLE = 1.01


def paper(mesh: Mesh, layout: Layout, theme: Theme) -> list[Item]:
    """The page, the map's shadow on it, and the paper tones of the open ground."""
    page = Rect(0.0, 0.0, layout.width, layout.height).corners
    items: list[Item] = [Polygon(page, theme.page)]
    everywhere = np.ones(len(mesh.centres), dtype=bool)
    outlines = mesh.outlines(everywhere)
    drop = mesh.size * 0.09
    items += [
        Polygon(points(ring[:, :2] + [drop, drop * 1.3]), theme.shadow)
        for ring in outlines
        if area(ring) > 0
    ]
    # A hair larger than the hex, or the seams between neighbours would show.
    grown = mesh.centres[:, None] + (mesh.corners - mesh.centres[:, None]) * (1 + 0.5 / mesh.size)
    tone = np.clip((_haze(mesh) * len(theme.clear)).astype(int), 0, len(theme.clear) - 1)
    for number, colour in enumerate(theme.clear):
        chosen = grown[tone == number]
        if len(chosen):
            items.append(Polygons(rings(chosen), colour))
    return items


def _haze(mesh: Mesh) -> Floats:
    """Slow changes over the map, from 0 to 1: smooth noise on a coarse lattice."""
    spread = mesh.centres / (mesh.size * 4.5)
    cell = np.floor(spread).astype(np.int64)
    part = spread - cell
    part = part * part * (3 - 2 * part)

    def corner(dx: int, dy: int) -> Floats:
        return unit((((cell[:, 0] + dx) << 20) + cell[:, 1] + dy).astype(np.uint64), 9)

    top = corner(0, 0) * (1 - part[:, 0]) + corner(1, 0) * part[:, 0]
    bottom = corner(0, 1) * (1 - part[:, 0]) + corner(1, 1) * part[:, 0]
    return np.asarray(top * (1 - part[:, 1]) + bottom * part[:, 1])


def frame(mesh: Mesh, theme: Theme) -> list[Item]:
    """The line around the map."""
    everywhere = np.ones(len(mesh.centres), dtype=bool)
    return [
        Polygon(points(ring[:, :2]), None, theme.frame, 1.8) for ring in mesh.outlines(everywhere)
    ]


def areas(mesh: Mesh, theme: Theme) -> list[Item]:
    """The tinted areas, the largest first: what lies inside another is painted after it."""
    pieces: list[tuple[float, list[Item]]] = []
    edges: list[Item] = []
    for terrain in sorted(set(mesh.terrain.tolist())):
        if known_terrain(terrain) == "clear":
            continue
        inside = mesh.terrain == terrain
        if known_terrain(terrain) in WATERS:
            pieces += _water(mesh, inside, terrain, theme)
            continue
        colours = ground(terrain, theme)
        rim = fade(colours.edge, 0.75)
        heart = mix(colours.fill, theme.clear[0], 0.14)
        for ring in mesh.outlines(inside):
            size, shape = area(ring), points(ring[:, :2])
            if size > 0:
                # A paler heart makes the edge look hand tinted.
                inner = Polygon(points(inset(ring, mesh.size * 0.1)), heart)
                pieces.append((size, [Polygon(shape, colours.fill), inner]))
            else:
                pieces.append((-size * _HOLE, [Polygon(shape, theme.clear[0])]))
            edges.append(Polygon(shape, None, rim, 1.0))
    pieces.sort(key=lambda piece: -piece[0])
    return [item for _, items in pieces for item in items] + edges


def _water(mesh: Mesh, inside: Bools, terrain: str, theme: Theme) -> list[tuple[float, list[Item]]]:
    colours = ground(terrain, theme)
    reach = mesh.size
    result: list[tuple[float, list[Item]]] = []
    for ring in mesh.outlines(inside):
        size = area(ring)
        bands = [
            (inset(ring, reach * 0.12), colours.mid),
            (inset(ring, reach * 0.26), mix(colours.mid, colours.fill, 0.55)),
            (inset(ring, reach * 0.42), colours.fill),
        ]
        shore: Item = Polygon(points(ring[:, :2]), mix(colours.mid, colours.light, 0.6))
        if size > 0:
            items = [shore] + [Polygon(points(band), tint) for band, tint in bands]
            result.append((size, items))
        else:
            # An island: the same bands the other way about, then its ground.
            island: list[Item] = [Polygon(points(b), tint) for b, tint in reversed(bands[:2])]
            island += [shore, Polygon(points(ring[:, :2]), theme.clear[0])]
            result.append((-size * _HOLE, island))
    return result


def shores(mesh: Mesh, theme: Theme) -> list[Item]:
    """The lines where water meets land; none along the edge of the map."""
    items: list[Item] = []
    for terrain in sorted(set(mesh.terrain.tolist())):
        if known_terrain(terrain) not in WATERS:
            continue
        colours = ground(terrain, theme)
        lines, echo = [], []
        for ring in mesh.outlines(mesh.terrain == terrain):
            lines += [points(run[:, :2]) for run in _runs(ring)]
            inner = np.column_stack([inset(ring, mesh.size * 0.19), ring[:, 2]])
            echo += [points(run[:, :2]) for run in _runs(inner)]
        if lines:
            items.append(Polylines(tuple(echo), fade(colours.edge, 0.28), 0.7))
            items.append(Polylines(tuple(lines), colours.edge, 1.5))
    return items


def _runs(ring: Floats) -> list[Floats]:
    """The stretches of a ring that do not lie along the edge of the map."""
    inner = ring[:, 2] > 0.02
    if inner.all():
        return [np.vstack([ring, ring[:1]])]
    starts = np.flatnonzero(inner & ~np.roll(inner, 1))
    result = []
    for start in starts.tolist():
        turned = np.roll(ring, -start, axis=0)
        length = int(np.argmin(turned[:, 2] > 0.02))
        if length > 1:
            result.append(turned[:length])
    return result
