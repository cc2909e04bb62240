"""What has been dug, built and laid in a hex, and the smoke over it: pictures under the counters.

Each picture reaches beyond a counter in the middle of the hex, so that it is seen whoever stands
there.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from tutor.art.items import Circle, Item, Point, Points, Polygon, Polyline, Text, fade, mix
from tutor.art.layout import Layout
from tutor.art.shapes import rounded, tidy
from tutor.art.themes import Theme
from tutor.art.views import BoardView, MarkerView

EARTH, EARTH_DARK, CONCRETE, STEEL = "#a9794a", "#4a3018", "#a7a59d", "#4b5058"
MINES = {"red": ("#b3201a", "#ffffff"), "blue": ("#1c4f9c", "#ffffff")}
BLACK = ("#23262a", "#ffffff")
SMOKE = "#f2f3f4"
DARK = "#1c1813"


class HexFrame:
    """A hex to draw in: coordinates are hex radii about its middle."""

    def __init__(self, x: float, y: float, size: float, night: bool = False) -> None:
        self.x, self.y, self.u = x, y, size
        self.metal = mix(STEEL, "#ffffff", 0.55) if night else STEEL
        """Bare metal has no rim of its own, and stands out from the ground by day and by night."""

    def at(self, *spots: Point) -> Points:
        """Points on the screen."""
        return tidy((self.x + px * self.u, self.y + py * self.u) for px, py in spots)

    def wide(self, share: float) -> float:
        """A width."""
        return round(self.u * share, 2)

    def line(self, colour: str, width: float, *spots: Point) -> Polyline:
        """A stroke."""
        return Polyline(self.at(*spots), colour, self.wide(width))

    def disc(self, px: float, py: float, r: float, fill: str | None, rim: str = DARK) -> Circle:
        """A disc with a rim."""
        (x, y) = self.at((px, py))[0]
        return Circle(x, y, self.wide(r), fill, rim, self.wide(0.04))

    def words(self, px: float, py: float, text: str, high: float, ink: str) -> Text:
        """A word."""
        (x, y) = self.at((px, py))[0]
        return Text(x, y, text, self.wide(high), ink, weight="bold")


def point(radius: float, turn: float) -> Point:
    """A point so far off, in degrees clockwise from the north."""
    angle = math.radians(turn - 90)
    return math.cos(angle) * radius, math.sin(angle) * radius


def ring(radius: float, first: float, last: float, steps: int = 24) -> list[Point]:
    """Part of a circle, in degrees clockwise from the north."""
    return [point(radius, first + (last - first) * n / steps) for n in range(steps + 1)]


def _trench(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """Two zigzag ditches before and behind, with earth thrown up on both sides."""
    items: list[Item] = []
    for row in (-0.6, 0.6):
        teeth = [(-0.52 + n * 0.26, row + (0.09 if n % 2 else -0.09)) for n in range(5)]
        ends = [(-0.86, row * 0.12), *teeth, (0.86, row * 0.12)]
        items += [spot.line(EARTH, 0.24, *ends), spot.line(EARTH_DARK, 0.11, *ends)]
    return items


def _gun_pit(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """A round bank of earth, open to the rear."""
    middle = 60.0 * (marker.facing or 0)
    bank = ring(0.75, middle - 140, middle + 140)
    bags = ring(0.75, middle - 132, middle + 132, 14)
    return [
        spot.line(EARTH_DARK, 0.27, *bank),
        spot.line(EARTH, 0.2, *bank),
        *(spot.disc(px, py, 0.045, mix(EARTH, "#ffffff", 0.35), EARTH_DARK) for px, py in bags),
    ]


def _bunker(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """Thick walls, a slit in front, and the two edges of what can be seen through it."""
    middle = 60.0 * (marker.facing or 0)
    wall = [*ring(0.78, middle + 22.5, middle + 337.5, 7)]
    slit = ring(0.78, middle - 22.5, middle + 22.5, 6)
    items: list[Item] = []
    for edge in (middle - 90, middle + 90):
        items.append(spot.line("#c8281e", 0.05, point(0.8, edge), point(1.12, edge)))
    return [
        *items,
        spot.line(DARK, 0.3, *wall),
        spot.line(CONCRETE, 0.23, *wall),
        spot.line(DARK, 0.2, *slit),
        spot.line("#ffd23f", 0.08, *slit),
    ]


def _wire(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """Coils between posts, above and below the middle."""
    items: list[Item] = []
    for row, half in ((-0.66, 0.5), (0.66, 0.5), (0.0, 0.84)):
        spread = [-half + n * half / 4 for n in range(9)]
        shown = [px for px in spread if row or abs(px) > 0.5]
        items += [spot.disc(px, row, 0.11, None, spot.metal) for px in shown]
        for px in (-half, half):
            items.append(spot.line(EARTH, 0.08, (px, row - 0.17), (px, row + 0.15)))
    return items


def _mine(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """Horned discs at both sides: red ones square, blue ones round, those for all with horns."""
    body, ink = MINES.get(marker.palette, BLACK)
    items: list[Item] = []
    for px in (-0.66, 0.66):
        horns = [(math.cos(n * math.pi / 4), math.sin(n * math.pi / 4)) for n in range(8)]
        items += [
            spot.line(DARK, 0.06, (px + a * 0.15, b * 0.15), (px + a * 0.26, b * 0.26))
            for a, b in horns
        ]
        if marker.palette == "red":
            left, top = spot.at((px - 0.18, -0.18))[0]
            side = spot.wide(0.36)
            plate = rounded(left, top, side, side, spot.wide(0.05))
            items.append(Polygon(plate, body, "#ffffff", spot.wide(0.04)))
        else:
            items.append(spot.disc(px, 0.0, 0.2, body, "#ffffff"))
        items.append(spot.words(px, 0.02, marker.text, 0.26, ink))
    return items


def _foxhole(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """Two holes with earth in front, at the sides of whoever dug them."""
    items: list[Item] = []
    for side in (90, 270):
        rim = ring(0.74, side - 34, side + 34, 6)
        items += [spot.line(EARTH, 0.22, *rim), spot.line(EARTH_DARK, 0.1, *rim)]
    return items


def _smoke(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """A cloud: thick where nobody sees through, thin and broken a round later."""
    thick = marker.text not in ("", "+1")
    puffs = [(-0.5, 0.12, 0.34), (0.5, 0.12, 0.34), (-0.28, -0.42, 0.36), (0.3, -0.42, 0.36),
             (0.0, -0.05, 0.44), (-0.3, 0.48, 0.33), (0.32, 0.48, 0.33)]  # fmt: skip
    items: list[Item] = []
    for px, py, r in puffs:
        (x, y) = spot.at((px, py))[0]
        rim = fade("#5c6670", 0.8 if thick else 0.5)
        items.append(Circle(x, y, spot.wide(r), None, rim, spot.wide(0.07)))
    for px, py, r in puffs:
        (x, y) = spot.at((px, py))[0]
        items.append(Circle(x, y, spot.wide(r), fade(SMOKE, 0.94 if thick else 0.55)))
    left, top = spot.at((-0.3, 0.52))[0]
    plate = rounded(left, top, spot.wide(0.6), spot.wide(0.3), spot.wide(0.08))
    items.append(Polygon(plate, "#3b444d", "#ffffff", spot.wide(0.03)))
    items.append(spot.words(0.0, 0.68, marker.text, 0.27, "#ffffff"))
    return items


_DRAWN: Mapping[str, Callable[[HexFrame, MarkerView], list[Item]]] = {
    "trench": _trench,
    "gun-pit": _gun_pit,
    "bunker": _bunker,
    "wire": _wire,
    "mine": _mine,
    "foxhole": _foxhole,
    "smoke": _smoke,
}
KINDS = frozenset(_DRAWN)
"""The markers that are pictures of a whole hex."""
LAST = "smoke"


def drawn_work(spot: HexFrame, marker: MarkerView) -> list[Item]:
    """One picture."""
    return _DRAWN[marker.kind](spot, marker)


def works_items(view: BoardView, layout: Layout, theme: Theme) -> list[Item]:
    """Every work of a view, smoke over all of them."""
    found = [m for m in view.markers if m.kind in KINDS and m.hex in view.board]
    found.sort(key=lambda marker: marker.kind == LAST)
    items: list[Item] = []
    for marker in found:
        x, y = layout.centre(marker.hex)
        items += drawn_work(HexFrame(x, y, layout.size, theme.dim > 0), marker)
    return items
