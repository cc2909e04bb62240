"""What grows and stands on the ground: trees, reeds, waves, peaks, fields, ditches.

Every mark is a small template stamped at scattered spots, all hexes of a terrain at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from tutor.art.items import Dash, Item, Point, Text, fade, fit_size, mix
from tutor.art.layer import Layer
from tutor.art.mesh import Floats, Ints, Mesh, Seeds, points, rings, scramble, unit
from tutor.art.shapes import chord
from tutor.art.themes import Ground, Theme, ground, known_terrain

Template = Sequence[Point]


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


@dataclass(frozen=True, slots=True)
class Patch:
    """The hexes of one terrain, and the layer that takes its marks."""

    mesh: Mesh
    members: Ints
    terrain: str
    colours: Ground
    theme: Theme
    out: Layer

    @property
    def middles(self) -> Floats:
        """The middles of its hexes."""
        return np.asarray(self.mesh.centres[self.members])

    def strewn(
        self, pattern: Floats, stray: float, keep: float, salt: int, members: Ints | None = None
    ) -> Floats:
        """Scattered places, (m, 2) in pixels: a pattern in each hex, strayed and thinned."""
        members = self.members if members is None else members
        nth: Seeds = np.arange(len(pattern), dtype=np.uint64)
        own = scramble(self.mesh.seeds[members][:, None] * np.uint64(64) + nth, salt)
        dx, dy = (unit(own, 1) - 0.5) * 2 * stray, (unit(own, 2) - 0.5) * 2 * stray
        offsets = pattern[None] + np.stack([dx, dy], axis=-1)
        places = self.mesh.centres[members][:, None] + offsets * self.mesh.size
        return np.asarray(places[unit(own, 3) < keep])

    def _stamped(self, places: Floats, template: Template) -> tuple[tuple[Point, ...], ...]:
        """A template (in hex radii) at each place."""
        if not len(places):
            return ()
        return rings(np.asarray(places[:, None] + np.array(template)[None] * self.mesh.size))

    def lines(
        self,
        ink: str,
        width: float,
        *stamps: tuple[Floats, Iterable[Template]],
        dash: Dash = (),
        cap: str = "round",
    ) -> None:
        """Lines of one style: at each of some places each of some templates."""
        found = tuple(
            line
            for places, templates in stamps
            for template in templates
            for line in self._stamped(places, template)
        )
        self.out.lines(found, ink, width, dash, cap)

    def shapes(self, fill: str, places: Floats, template: Template) -> None:
        """A filled shape at each place."""
        self.out.shapes(self._stamped(places, template), fill)

    def turned(self, salt: int) -> list[tuple[int, Floats]]:
        """The middles of the hexes split by which of three ways their fields run."""
        turn = (unit(self.mesh.seeds[self.members], salt) * 3).astype(int)
        return [(number, self.middles[turn == number]) for number in range(3)]


def marks(mesh: Mesh, theme: Theme) -> list[Item]:
    """The marks of every terrain on the board; towns and cities are drawn with the places."""
    out = Layer(mesh.size)
    for terrain in sorted(set(mesh.terrain.tolist())):
        patch = Patch(mesh, mesh.where(terrain), terrain, ground(terrain, theme), theme, out)
        known = known_terrain(terrain)
        if known is None or known in _MARKS:
            _MARKS[known](patch)
    return out


def _flecks(p: Patch) -> None:
    p.out.discs(points(p.strewn(spots(0.45, 0.8), 0.2, 0.13, 11)), 0.018, p.theme.fleck)
    tufts = p.strewn(spots(0.6, 0.7), 0.2, 0.1, 12)
    blades = ([(0, 0), (-0.035, -0.06)], [(0, 0), (0.03, -0.07)])
    p.lines(p.theme.fleck, 0.022, (tufts, blades))


def _trees(p: Patch, pattern: Floats, keep: float) -> None:
    """Crowns that run together where they touch: dark rim, body, light from the north-west."""
    size, colours = p.mesh.size, p.colours
    places = p.strewn(pattern, 0.075, keep, 13)
    big = np.arange(len(places)) % 3 != 0
    kinds = ((places[big], 0.1), (places[~big], 0.078))
    for some, radius in kinds:
        cast = points(some + np.array([0.035, 0.06]) * size)
        p.out.discs(cast, radius, mix(colours.edge, colours.dark, 0.3))
    for some, radius in kinds:
        p.out.discs(points(some), radius + 0.022, colours.dark)
    for some, radius in kinds:
        p.out.discs(points(some), radius, colours.mid)
    for some, radius in kinds:
        bright = points(some - np.array([0.28, 0.32]) * size * radius)
        p.out.discs(bright, radius * 0.52, mix(colours.mid, colours.light, 0.7))


def _below(pattern: Floats) -> Floats:
    """The spots that leave room for the hex number."""
    number = (pattern[:, 1] < -0.56) & (np.abs(pattern[:, 0]) < 0.36)
    return np.asarray(pattern[~number])


def _groves(spacing: float) -> Floats:
    """Sparse wood: a few clumps with open ground between them."""
    pattern = _below(spots(spacing, 0.86))
    wave = np.sin(pattern[:, 0] * 5.1 + 0.6) + np.sin(pattern[:, 1] * 6.3 - 0.4)
    return np.asarray(pattern[wave > -0.35])


def _reeds(p: Patch) -> None:
    places = p.strewn(spots(0.36, 0.78), 0.07, 0.72, 14)
    tufted = np.arange(len(places)) % 2 == 0
    tufts, pools = places[tufted], places[~tufted]
    ripples = ([(-0.17, -0.02), (0.15, -0.02)], [(-0.08, 0.05), (0.2, 0.05)],
               [(-0.06, -0.09), (0.06, -0.09)])  # fmt: skip
    p.lines(p.colours.mid, 0.03, (tufts, [[(-0.13, 0.02), (0.13, 0.02)]]), (pools, ripples))
    blades = ([(0, 0), (-0.07, -0.11)], [(0, 0), (0, -0.15)], [(0, 0), (0.07, -0.11)])
    p.lines(p.colours.dark, 0.028, (tufts, blades))


def _waves(p: Patch) -> None:
    # Only where the whole hex is surrounded by water: near a shore the water lines speak.
    mesh, members = p.mesh, p.members
    near = mesh.neighbours[members]
    shore = ((near >= 0) & (mesh.terrain[near] != mesh.terrain[members][:, None])).any(axis=1)
    open_water = p.strewn(spots(0.5, 0.75), 0.12, 0.5, 15, members[~shore])
    places = np.concatenate([open_water, p.strewn(spots(0.3, 0.3), 0.08, 0.22, 16, members[shore])])
    ripple = [(x / 10 * 0.2 - 0.2, -0.035 * math.sin(x / 10 * math.pi)) for x in range(0, 21, 2)]
    foam = [(x * 0.6 + 0.02, y * 0.6 + 0.075) for x, y in ripple]
    p.lines(p.colours.dark, 0.03, (places, [ripple]))
    p.lines(p.colours.light, 0.026, (places, [foam]))


def _hills(p: Patch) -> None:
    """Round tops with hachures running down the shaded side."""
    pattern = np.array([(-0.36, -0.3), (0.34, -0.1), (-0.22, 0.36), (0.38, 0.5)])
    places = p.strewn(pattern, 0.09, 0.8, 17)
    arc = [(-math.cos(a) * 0.25, -math.sin(a) * 0.17) for a in np.linspace(0.15, math.pi, 11)]
    strokes = []
    for turn in (0.5, 0.9, 1.3, 1.7, 2.1, 2.5, 2.9):
        long = 0.1 + 0.06 * math.sin(turn * 0.7)
        x, y = -math.cos(turn) * 0.225, -math.sin(turn) * 0.145
        strokes.append([(x, y), (x + (0.05 + x * 0.35) * long * 6, y + long)])
    p.shapes(p.colours.light, places, [*arc, (0.2, 0.06), (-0.2, 0.05)])
    p.lines(p.colours.mid, 0.028, (places, strokes))
    p.lines(p.colours.dark, 0.036, (places, [arc]))


def _peaks(p: Patch, snow: bool) -> None:
    """Peaks lit from the west: a light face, a shaded one with hachures, snow on the high ones."""
    colours = p.colours
    rows = (
        ([(-0.32, -0.18), (0.33, -0.26)], 0.85),
        ([(-0.02, 0.08)], 1.15),
        ([(-0.44, 0.42), (0.42, 0.36)], 0.9),
        ([(0.0, 0.6)], 0.7),
    )
    for number, (pattern, scale) in enumerate(rows):
        places = p.strewn(np.array(pattern), 0.06, 1.0, 18 + number)
        w, h = 0.3 * scale, 0.46 * scale
        top, ridge, foot = (0.0, -h), (0.03 * scale, -h * 0.45), (-0.03 * scale, 0.06)
        light = mix(colours.light, colours.mid, 0.35) if snow else colours.light
        p.shapes(light, places, [top, (-w * 0.45, -h * 0.5), (-w, 0.04), foot, ridge])
        p.shapes(colours.mid, places, [top, ridge, foot, (w, 0.04), (w * 0.5, -h * 0.48)])
        starts = [(w * step, -h + (h + 0.04) * step) for step in (0.25, 0.45, 0.65, 0.85)]
        hatch = [[(x, y), (x * 0.72, y + 0.13 * scale)] for x, y in starts]
        p.lines(fade(colours.dark, 0.55), 0.026, (places, hatch))
        if snow:
            cap = [top, (-w * 0.4, -h * 0.55), (-w * 0.16, -h * 0.62), (0.02, -h * 0.46)]
            cap += [(w * 0.24, -h * 0.64), (w * 0.42, -h * 0.58)]
            p.shapes(colours.light, places, cap)
        rim = [(-w, 0.04), (-w * 0.45, -h * 0.5), top, (w * 0.5, -h * 0.48), (w, 0.04)]
        p.lines(colours.dark, 0.02, (places, [[top, ridge, foot]]))
        p.lines(colours.dark, 0.036, (places, [rim]))


def _rows(angle: float, gap: float, reach: float) -> list[Template]:
    """Parallel lines inside a hex of a radius, in hex radii, none through its middle."""
    cos, sin = math.cos(angle), math.sin(angle)
    lines: list[Template] = []
    for number in range(-int(1 / gap) - 1, int(1 / gap) + 2):
        offset = (number + 0.5) * gap
        ends = chord(offset, cos, sin, reach)
        if ends is not None and ends[1] - ends[0] > 0.12:
            lines.append([(-sin * offset + cos * t, cos * offset + sin * t) for t in ends])
    return lines


def _ditches(p: Patch) -> None:
    """Drained land: straight ditches side by side, joined by a cross ditch."""
    ways = [(middles, math.radians(30 + 60 * number)) for number, middles in p.turned(22)]
    fine = [(middles, _rows(angle, 0.2, 0.82)) for middles, angle in ways]
    wide = [(middles, _rows(angle + math.pi / 2, 1.0, 0.86)) for middles, angle in ways]
    p.lines(fade(p.colours.dark, 0.75), 0.024, *fine)
    p.lines(p.colours.dark, 0.045, *wide)


def _fields(p: Patch) -> None:
    """Grain: rows of stalks, each hex ploughed its own way."""
    rows = [(here, _rows(math.radians(15 + 60 * n), 0.165, 0.84)) for n, here in p.turned(23)]
    p.lines(p.colours.mid, 0.028, *rows, dash=(0.09, 0.06), cap="butt")
    ears = p.strewn(spots(0.3, 0.75), 0.06, 0.55, 24)
    stalk = ([(0, 0.06), (0, -0.08)], [(-0.045, -0.06), (0, -0.02), (0.045, -0.06)],
             [(-0.045, -0.11), (0, -0.07), (0.045, -0.11)])  # fmt: skip
    p.lines(p.colours.dark, 0.028, (ears, stalk))


def _bars(p: Patch) -> None:
    rows = _rows(math.radians(45), 0.2, 0.95)
    p.lines(p.colours.dark, 0.04, (p.middles, rows), cap="butt")


def _swatch(p: Patch) -> None:
    """A terrain nobody described: dotted ground that says its own name."""
    size, colours = p.mesh.size, p.colours
    p.out.discs(points(p.strewn(spots(0.22, 0.86), 0.0, 1.0, 25)), 0.02, colours.mid)
    letters = fit_size(p.terrain, size * 0.24, size * 1.5, bold=False)
    paper = mix(colours.fill, colours.light, 0.5)
    for x, y in p.middles.tolist():
        spot = (round(x, 1), round(y + size * 0.62, 1))
        p.out.append(Text(*spot, p.terrain, letters, colours.dark, halo=paper))


_MARKS: Mapping[str | None, Callable[[Patch], None]] = {
    "clear": _flecks,
    "light-woods": partial(_trees, pattern=_groves(0.3), keep=0.5),
    "woods": partial(_trees, pattern=_below(spots(0.255, 0.88)), keep=0.6),
    "dense-woods": partial(_trees, pattern=_below(spots(0.215, 0.92)), keep=0.9),
    "swamp": _reeds,
    "lake": _waves,
    "sea": _waves,
    "hills": _hills,
    "mountain": partial(_peaks, snow=False),
    "alpine": partial(_peaks, snow=True),
    "polder": _ditches,
    "wheat": _fields,
    "prohibited": _bars,
    None: _swatch,
}
