"""What grows and stands on the ground: trees, reeds, waves, peaks, fields, ditches.

Every mark is a small template stamped at scattered spots, all hexes of a terrain at once.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from tutor.art.items import Circles, Item, Points, Polygons, Polylines, Text, fade, fit_size, mix
from tutor.art.mesh import Floats, Ints, Mesh, Seeds, points, rings, scramble, unit
from tutor.art.shapes import chord
from tutor.art.themes import Ground, Theme, ground, known_terrain


def spots(spacing: float, reach: float) -> Floats:
    """A triangular lattice inside a hex: spots in hex radii, top to bottom."""
    found = []
    rows = int(reach / (spacing * 0.866)) + 1
    for row in range(-rows, rows + 1):
        y = row * spacing * 0.866
        for column in range(-8, 9):
            x = (column + (row % 2) / 2) * spacing
            if abs(y) <= reach * 0.866 and abs(x) + abs(y) / math.sqrt(3) <= reach:
                found.append((x, y))
    return np.array(found)


def strewn(
    mesh: Mesh, members: Ints, pattern: Floats, stray: float, keep: float, salt: int
) -> Floats:
    """Scattered places, (m, 2) in pixels: a pattern in each hex, strayed and thinned."""
    nth: Seeds = np.arange(len(pattern), dtype=np.uint64)
    own = scramble(mesh.seeds[members][:, None] * np.uint64(64) + nth, salt)
    dx, dy = (unit(own, 1) - 0.5) * 2 * stray, (unit(own, 2) - 0.5) * 2 * stray
    offsets = pattern[None] + np.stack([dx, dy], axis=-1)
    places = mesh.centres[members][:, None] + offsets * mesh.size
    return np.asarray(places[unit(own, 3) < keep])


def stamped(template: Sequence[tuple[float, float]], places: Floats, size: float) -> Floats:
    """A template (in hex radii) at each place: (m, k, 2)."""
    return np.asarray(places[:, None] + np.array(template)[None] * size)


def _lines(
    template: Sequence[tuple[float, float]], places: Floats, size: float
) -> tuple[Points, ...]:
    return rings(stamped(template, places, size)) if len(places) else ()


def marks(mesh: Mesh, theme: Theme) -> list[Item]:
    """The marks of every terrain on the board."""
    items: list[Item] = []
    for terrain in sorted(set(mesh.terrain.tolist())):
        members = mesh.where(terrain)
        colours = ground(terrain, theme)
        match known_terrain(terrain):
            case "clear":
                items += _flecks(mesh, members, theme)
            case "light-woods":
                items += _trees(mesh, members, colours, _groves(0.3), 0.5)
            case "woods":
                items += _trees(mesh, members, colours, _below(spots(0.255, 0.88)), 0.6)
            case "dense-woods":
                items += _trees(mesh, members, colours, _below(spots(0.215, 0.92)), 0.9)
            case "swamp":
                items += _reeds(mesh, members, colours)
            case "lake" | "sea":
                items += _waves(mesh, members, colours)
            case "hills":
                items += _hills(mesh, members, colours)
            case "mountain":
                items += _peaks(mesh, members, colours, snow=False)
            case "alpine":
                items += _peaks(mesh, members, colours, snow=True)
            case "polder":
                items += _ditches(mesh, members, colours)
            case "wheat":
                items += _fields(mesh, members, colours)
            case "prohibited":
                items += _bars(mesh, members, colours)
            case None:
                items += _swatch(mesh, members, terrain, colours)
            case _:
                pass  # towns and cities are drawn with the places
    return items


def _flecks(mesh: Mesh, members: Ints, theme: Theme) -> list[Item]:
    size = mesh.size
    dots = strewn(mesh, members, spots(0.45, 0.8), 0.2, 0.13, 11)
    tufts = strewn(mesh, members, spots(0.6, 0.7), 0.2, 0.1, 12)
    left = _lines([(0, 0), (-0.035, -0.06)], tufts, size)
    right = _lines([(0, 0), (0.03, -0.07)], tufts, size)
    return _some(
        Circles(points(dots), round(size * 0.018, 2), theme.fleck),
        Polylines(left + right, theme.fleck, round(size * 0.022, 2)),
    )


def _trees(mesh: Mesh, members: Ints, colours: Ground, pattern: Floats, keep: float) -> list[Item]:
    """Crowns that run together where they touch: dark rim, body, light from the north-west."""
    size = mesh.size
    places = strewn(mesh, members, pattern, 0.075, keep, 13)
    big = np.arange(len(places)) % 3 != 0
    kinds = ((places[big], 0.1), (places[~big], 0.078))
    items: list[Item] = []
    for some, radius in kinds:
        cast = points(some + np.array([0.035, 0.06]) * size)
        items.append(Circles(cast, _r(size, radius), mix(colours.edge, colours.dark, 0.3)))
    for some, radius in kinds:
        items.append(Circles(points(some), _r(size, radius + 0.022), colours.dark))
    for some, radius in kinds:
        items.append(Circles(points(some), _r(size, radius), colours.mid))
    bright = mix(colours.mid, colours.light, 0.7)
    for some, radius in kinds:
        spot = some - np.array([0.28, 0.32]) * size * radius
        items.append(Circles(points(spot), _r(size, radius * 0.52), bright))
    return _some(*items)


def _below(pattern: Floats) -> Floats:
    """The spots that leave room for the hex number."""
    number = (pattern[:, 1] < -0.56) & (np.abs(pattern[:, 0]) < 0.36)
    return np.asarray(pattern[~number])


def _groves(spacing: float) -> Floats:
    """Sparse wood: a few clumps with open ground between them."""
    pattern = _below(spots(spacing, 0.86))
    wave = np.sin(pattern[:, 0] * 5.1 + 0.6) + np.sin(pattern[:, 1] * 6.3 - 0.4)
    return np.asarray(pattern[wave > -0.35])


def _r(size: float, radius: float) -> float:
    return round(size * radius, 2)


def _reeds(mesh: Mesh, members: Ints, colours: Ground) -> list[Item]:
    size = mesh.size
    places = strewn(mesh, members, spots(0.36, 0.78), 0.07, 0.72, 14)
    tufted = np.arange(len(places)) % 2 == 0
    tufts, pools = places[tufted], places[~tufted]
    blades = (
        _lines([(0, 0), (-0.07, -0.11)], tufts, size)
        + _lines([(0, 0), (0, -0.15)], tufts, size)
        + _lines([(0, 0), (0.07, -0.11)], tufts, size)
    )
    water = (
        _lines([(-0.13, 0.02), (0.13, 0.02)], tufts, size)
        + _lines([(-0.17, -0.02), (0.15, -0.02)], pools, size)
        + _lines([(-0.08, 0.05), (0.2, 0.05)], pools, size)
        + _lines([(-0.06, -0.09), (0.06, -0.09)], pools, size)
    )
    return _some(
        Polylines(water, colours.mid, _r(size, 0.03)),
        Polylines(blades, colours.dark, _r(size, 0.028)),
    )


def _waves(mesh: Mesh, members: Ints, colours: Ground) -> list[Item]:
    size = mesh.size
    # Only where the whole hex is surrounded by water: near a shore the water lines speak.
    near = mesh.neighbours[members]
    shore = ((near >= 0) & (mesh.terrain[near] != mesh.terrain[members][:, None])).any(axis=1)
    places = np.concatenate(
        [
            strewn(mesh, members[~shore], spots(0.5, 0.75), 0.12, 0.5, 15),
            strewn(mesh, members[shore], spots(0.3, 0.3), 0.08, 0.22, 16),
        ]
    )
    ripple = [(x / 10 * 0.2 - 0.2, -0.035 * math.sin(x / 10 * math.pi)) for x in range(0, 21, 2)]
    crest = _lines(ripple, places, size)
    foam = _lines([(x * 0.6 + 0.02, y * 0.6 + 0.075) for x, y in ripple], places, size)
    return _some(
        Polylines(crest, colours.dark, _r(size, 0.03)),
        Polylines(foam, colours.light, _r(size, 0.026)),
    )


def _hills(mesh: Mesh, members: Ints, colours: Ground) -> list[Item]:
    """Round tops with hachures running down the shaded side."""
    size = mesh.size
    pattern = np.array([(-0.36, -0.3), (0.34, -0.1), (-0.22, 0.36), (0.38, 0.5)])
    places = strewn(mesh, members, pattern, 0.09, 0.8, 17)
    arc = [(-math.cos(a) * 0.25, -math.sin(a) * 0.17) for a in np.linspace(0.15, math.pi, 11)]
    mound = [*arc, (0.2, 0.06), (-0.2, 0.05)]
    strokes: tuple[Points, ...] = ()
    for turn in (0.5, 0.9, 1.3, 1.7, 2.1, 2.5, 2.9):
        long = 0.1 + 0.06 * math.sin(turn * 0.7)
        x, y = -math.cos(turn) * 0.225, -math.sin(turn) * 0.145
        strokes += _lines([(x, y), (x + (0.05 + x * 0.35) * long * 6, y + long)], places, size)
    return _some(
        Polygons(_lines(mound, places, size), colours.light),
        Polylines(strokes, colours.mid, _r(size, 0.028)),
        Polylines(_lines(arc, places, size), colours.dark, _r(size, 0.036)),
    )


def _peaks(mesh: Mesh, members: Ints, colours: Ground, snow: bool) -> list[Item]:
    """Peaks lit from the west: a light face, a shaded one with hachures, snow on the high ones."""
    size, items = mesh.size, list[Item]()
    rows = (
        ([(-0.32, -0.18), (0.33, -0.26)], 0.85),
        ([(-0.02, 0.08)], 1.15),
        ([(-0.44, 0.42), (0.42, 0.36)], 0.9),
        ([(0.0, 0.6)], 0.7),
    )
    for number, (pattern, scale) in enumerate(rows):
        places = strewn(mesh, members, np.array(pattern), 0.06, 1.0, 18 + number)
        w, h = 0.3 * scale, 0.46 * scale
        top, ridge, foot = (0.0, -h), (0.03 * scale, -h * 0.45), (-0.03 * scale, 0.06)
        west = [top, (-w * 0.45, -h * 0.5), (-w, 0.04), foot, ridge]
        east = [top, ridge, foot, (w, 0.04), (w * 0.5, -h * 0.48)]
        cap = [top, (-w * 0.4, -h * 0.55), (-w * 0.16, -h * 0.62), (0.02, -h * 0.46)]
        cap += [(w * 0.24, -h * 0.64), (w * 0.42, -h * 0.58)]
        hatch: tuple[Points, ...] = ()
        for step in (0.25, 0.45, 0.65, 0.85):
            x, y = w * step, -h + (h + 0.04) * step
            hatch += _lines([(x, y), (x * 0.72, y + 0.13 * scale)], places, size)
        light = mix(colours.light, colours.mid, 0.35) if snow else colours.light
        items += [
            Polygons(_lines(west, places, size), light),
            Polygons(_lines(east, places, size), colours.mid),
            Polylines(hatch, fade(colours.dark, 0.55), _r(size, 0.026)),
        ]
        if snow:
            items.append(Polygons(_lines(cap, places, size), colours.light))
        rim = [(-w, 0.04), (-w * 0.45, -h * 0.5), top, (w * 0.5, -h * 0.48), (w, 0.04)]
        items += [
            Polylines(_lines([top, ridge, foot], places, size), colours.dark, _r(size, 0.02)),
            Polylines(_lines(rim, places, size), colours.dark, _r(size, 0.036)),
        ]
    return _some(*items)


def _turned(mesh: Mesh, members: Ints, salt: int, choices: int) -> list[Ints]:
    """The hexes split by which way their fields run."""
    turn = (unit(mesh.seeds[members], salt) * choices).astype(int)
    return [members[turn == number] for number in range(choices)]


def _rows(angle: float, gap: float, reach: float) -> list[list[tuple[float, float]]]:
    """Parallel lines inside a hex of a radius, in hex radii, none through its middle."""
    cos, sin = math.cos(angle), math.sin(angle)
    lines = []
    for number in range(-int(1 / gap) - 1, int(1 / gap) + 2):
        offset = (number + 0.5) * gap
        ends = chord(offset, cos, sin, reach)
        if ends is not None and ends[1] - ends[0] > 0.12:
            lines.append([(-sin * offset + cos * t, cos * offset + sin * t) for t in ends])
    return lines


def _ditches(mesh: Mesh, members: Ints, colours: Ground) -> list[Item]:
    """Drained land: straight ditches side by side, joined by a cross ditch."""
    size, items = mesh.size, list[Item]()
    fine: tuple[Points, ...] = ()
    wide: tuple[Points, ...] = ()
    for number, group in enumerate(_turned(mesh, members, 22, 3)):
        if not len(group):
            continue
        angle = math.radians(30 + 60 * number)
        for line in _rows(angle, 0.2, 0.82):
            fine += _lines(line, mesh.centres[group], size)
        for line in _rows(angle + math.pi / 2, 1.0, 0.86):
            wide += _lines(line, mesh.centres[group], size)
    items.append(Polylines(fine, fade(colours.dark, 0.75), _r(size, 0.024)))
    items.append(Polylines(wide, colours.dark, _r(size, 0.045)))
    return _some(*items)


def _fields(mesh: Mesh, members: Ints, colours: Ground) -> list[Item]:
    """Grain: rows of stalks, each hex ploughed its own way."""
    size = mesh.size
    rows: tuple[Points, ...] = ()
    for number, group in enumerate(_turned(mesh, members, 23, 3)):
        for line in _rows(math.radians(15 + 60 * number), 0.165, 0.84):
            rows += _lines(line, mesh.centres[group], size)
    ears = strewn(mesh, members, spots(0.3, 0.75), 0.06, 0.55, 24)
    stalk = _lines([(0, 0.06), (0, -0.08)], ears, size)
    grain = _lines([(-0.045, -0.06), (0, -0.02), (0.045, -0.06)], ears, size)
    grain += _lines([(-0.045, -0.11), (0, -0.07), (0.045, -0.11)], ears, size)
    return _some(
        Polylines(rows, colours.mid, _r(size, 0.028), (_r(size, 0.09), _r(size, 0.06)), "butt"),
        Polylines(stalk + grain, colours.dark, _r(size, 0.028)),
    )


def _bars(mesh: Mesh, members: Ints, colours: Ground) -> list[Item]:
    lines: tuple[Points, ...] = ()
    for line in _rows(math.radians(45), 0.2, 0.95):
        lines += _lines(line, mesh.centres[members], mesh.size)
    return _some(Polylines(lines, colours.dark, _r(mesh.size, 0.04), None, "butt"))


def _swatch(mesh: Mesh, members: Ints, terrain: str, colours: Ground) -> list[Item]:
    """A terrain nobody described: dotted ground that says its own name."""
    size = mesh.size
    places = strewn(mesh, members, spots(0.22, 0.86), 0.0, 1.0, 25)
    letters = fit_size(terrain, size * 0.24, size * 1.5, bold=False)
    paper = mix(colours.fill, colours.light, 0.5)
    names: list[Item] = [
        Text(round(x, 1), round(y + size * 0.62, 1), terrain, letters, colours.dark, halo=paper)
        for x, y in mesh.centres[members].tolist()
    ]
    return _some(Circles(points(places), _r(size, 0.02), colours.mid)) + names


def _some(*items: Item) -> list[Item]:
    """The items that hold anything."""
    kept: list[Item] = []
    for item in items:
        if isinstance(item, Circles):
            full = bool(item.centres)
        elif isinstance(item, Polygons):
            full = bool(item.rings)
        else:
            full = not isinstance(item, Polylines) or bool(item.lines)
        if full:
            kept.append(item)
    return kept
