"""Unit symbols in the manner of military maps: a box, and in it what the unit is.

Coordinates run from -1 to 1 across the box and from -1 to 1 down it. A symbol nobody drew is
spelled out in letters, so nothing is ever blank.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tutor.art.items import Circle, Item, Points, Polygon, Polyline, Text, fit_size

Spot = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Box:
    """The frame of a symbol on the screen: its middle, half its width and half its height."""

    x: float
    y: float
    wide: float
    high: float
    ink: str
    line: float

    def at(self, *spots: Spot) -> Points:
        """Points of the box on the screen."""
        return tuple(
            (round(self.x + px * self.wide, 2), round(self.y + py * self.high, 2))
            for px, py in spots
        )

    def stroke(self, *spots: Spot, width: float = 1.0) -> Polyline:
        """A line through the box."""
        return Polyline(self.at(*spots), self.ink, round(self.line * width, 2))

    def fill(self, *spots: Spot) -> Polygon:
        """A solid shape."""
        return Polygon(self.at(*spots), self.ink)

    def disc(self, px: float, py: float, share: float, solid: bool = True) -> Circle:
        """A round shape; its radius is a share of half the height."""
        (x, y), r = self.at((px, py))[0], round(self.high * share, 2)
        if solid:
            return Circle(x, y, r, self.ink)
        return Circle(x, y, r, None, self.ink, round(self.line, 2))

    def oval(self, wide: float = 0.66, high: float = 0.56, width: float = 1.0) -> Polyline:
        """The track of a tank."""
        # Flat sides and round ends, as on printed counters.
        spots = []
        bend = high * self.high / self.wide
        for start, middle in ((-90, wide - bend), (90, -wide + bend)):
            for turn in range(0, 181, 20):
                angle = math.radians(start + turn)
                spots.append((middle + math.cos(angle) * bend, math.sin(angle) * high))
        return self.stroke(*spots, spots[0], width=width)

    def letters(self, text: str, share: float = 1.25, py: float = 0.0) -> Text:
        """Words in the box."""
        (x, y) = self.at((0, py))[0]
        size = fit_size(text, self.high * share, self.wide * 1.8)
        return Text(x, y, text, round(size, 2), self.ink, weight="bold")


def _cross(b: Box) -> list[Item]:
    return [b.stroke((-1, -1), (1, 1)), b.stroke((-1, 1), (1, -1))]


def _slash(b: Box) -> list[Item]:
    return [b.stroke((-1, 1), (1, -1))]


def _motorized(b: Box) -> list[Item]:
    return [*_cross(b), b.stroke((0, -1), (0, 1))]


def _mechanized(b: Box) -> list[Item]:
    return [*_cross(b), b.oval()]


def _armor(b: Box) -> list[Item]:
    return [b.oval(width=1.25)]


def _cavalry(b: Box) -> list[Item]:
    return [b.fill((-1, 1), (1, -1), (-1, -1))]


def _recon(b: Box) -> list[Item]:
    return [*_slash(b), b.oval()]


def _mountain(b: Box) -> list[Item]:
    return [*_cross(b), b.fill((-0.34, 1), (0, 0.1), (0.34, 1))]


def _marine(b: Box) -> list[Item]:
    fluke = [(math.cos(a) * 0.3, 0.1 + math.sin(a) * 0.58) for a in _arc(20, 160)]
    return [
        *_cross(b),
        b.stroke((0, -0.62), (0, 0.66), width=1.5),
        b.stroke((-0.18, -0.36), (0.18, -0.36), width=1.2),
        b.stroke(*fluke, width=1.5),
    ]


def _security(b: Box) -> list[Item]:
    return [*_slash(b), b.letters("SEC", 0.95)]


def _artillery(b: Box) -> list[Item]:
    return [b.disc(0, 0, 0.46)]


def _rocket(b: Box) -> list[Item]:
    return [
        b.disc(0, 0.34, 0.38),
        *(b.stroke((-0.3, y), (0, y - 0.4), (0.3, y), width=1.2) for y in (-0.02, -0.34)),
    ]


def _airborne(b: Box) -> list[Item]:
    wings = [(-0.21 + math.cos(a) * 0.21, 0.95 + math.sin(a) * 0.42) for a in _arc(180, 360)]
    wings += [(0.21 + math.cos(a) * 0.21, 0.95 + math.sin(a) * 0.42) for a in _arc(180, 360)]
    return [*_cross(b), b.stroke(*wings, width=1.5)]


def _glider(b: Box) -> list[Item]:
    return [*_cross(b), b.stroke((-0.45, 0.45), (0, 0.95), (0.45, 0.45), width=1.5)]


def _engineer(b: Box) -> list[Item]:
    return [
        b.stroke((-0.5, 0.55), (-0.5, -0.45), (0.5, -0.45), (0.5, 0.55), width=1.3),
        b.stroke((0, -0.45), (0, 0.55), width=1.3),
    ]


def _anti_tank(b: Box) -> list[Item]:
    return [b.stroke((-1, 1), (0, -0.9), (1, 1), width=1.2)]


def _anti_aircraft(b: Box) -> list[Item]:
    return [b.stroke(*((math.cos(a), 1 + math.sin(a) * 1.35) for a in _arc(180, 360)), width=1.2)]


def _assault_gun(b: Box) -> list[Item]:
    return [b.oval(), b.stroke((-0.55, 0.95), (0, -0.9), (0.55, 0.95), width=1.2)]


def _self_propelled(b: Box) -> list[Item]:
    return [b.oval(), b.disc(0, 0, 0.24)]


def _mortar(b: Box) -> list[Item]:
    return [
        b.disc(0, 0.5, 0.22, solid=False),
        b.stroke((0, 0.26), (0, -0.7), width=1.3),
        b.stroke((-0.16, -0.4), (0, -0.75), (0.16, -0.4), width=1.3),
    ]


def _machine_gun(b: Box) -> list[Item]:
    return [
        b.stroke((0, 0.75), (0, -0.75), width=1.3),
        b.stroke((-0.16, -0.4), (0, -0.78), (0.16, -0.4), width=1.3),
        b.stroke((-0.2, 0.12), (0.2, 0.12), width=1.2),
        b.stroke((-0.2, 0.72), (0.2, 0.72), width=1.3),
    ]


def _gun(b: Box) -> list[Item]:
    return [
        b.stroke((0, 0.75), (0, -0.78), width=1.3),
        b.stroke((-0.26, 0.62), (-0.26, -0.4), width=1.3),
        b.stroke((0.26, 0.62), (0.26, -0.4), width=1.3),
    ]


def _hq(b: Box) -> list[Item]:
    return [b.fill((-1, -1), (1, -1), (1, -0.42), (-1, -0.42)), b.letters("HQ", 1.15, 0.3)]


def _hq_panzer(b: Box) -> list[Item]:
    return [b.oval(0.92, 0.78), b.letters("HQ", 0.98)]


def _fortress(b: Box) -> list[Item]:
    wall = [(-0.78, 0.7), (-0.78, -0.62), (-0.46, -0.62), (-0.46, -0.1), (-0.16, -0.1)]
    wall += [(-0.16, -0.62), (0.16, -0.62), (0.16, -0.1), (0.46, -0.1), (0.46, -0.62)]
    wall += [(0.78, -0.62), (0.78, 0.7)]
    return [b.fill(*wall)]


def _supply(b: Box) -> list[Item]:
    return [b.stroke((-1, 0.36), (1, 0.36), width=1.3), b.letters("S", 1.0, -0.34)]


def _truck(b: Box) -> list[Item]:
    return [
        b.fill((-0.6, 0.25), (-0.6, -0.5), (0.2, -0.5), (0.2, 0.25)),
        b.fill((0.26, 0.25), (0.26, -0.2), (0.5, -0.2), (0.66, 0.05), (0.66, 0.25)),
        b.disc(-0.34, 0.45, 0.2),
        b.disc(0.36, 0.45, 0.2),
    ]


def _pontoon(b: Box) -> list[Item]:
    return [
        b.stroke((-0.75, -0.6), (-0.5, -0.25), (0.5, -0.25), (0.75, -0.6), width=1.3),
        b.stroke((-0.75, 0.6), (-0.5, 0.25), (0.5, 0.25), (0.75, 0.6), width=1.3),
    ]


def _leader(b: Box) -> list[Item]:
    from tutor.art.emblems import star

    share = b.high / b.wide
    return [b.fill(*((px * share * 0.95, py * 0.95) for px, py in star()))]


def _arc(start: int, end: int) -> list[float]:
    return [math.radians(turn) for turn in range(start, end + 1, 20)]


SYMBOLS: Mapping[str, Callable[[Box], list[Item]]] = {
    "infantry": _cross,
    "militia": lambda b: [*_cross(b), b.letters("M", 0.9)],
    "motorized": _motorized,
    "mechanized": _mechanized,
    "armor": _armor,
    "cavalry": _cavalry,
    "mountain": _mountain,
    "marine": _marine,
    "security": _security,
    "recon": _recon,
    "artillery": _artillery,
    "rocket": _rocket,
    "airborne": _airborne,
    "glider": _glider,
    "engineer": _engineer,
    "anti-tank": _anti_tank,
    "anti-aircraft": _anti_aircraft,
    "assault-gun": _assault_gun,
    "self-propelled": _self_propelled,
    "mortar": _mortar,
    "machine-gun": _machine_gun,
    "gun": _gun,
    "hq": _hq,
    "hq-army": _hq,
    "hq-panzer": _hq_panzer,
    "fortress": _fortress,
    "supply": _supply,
    "truck": _truck,
    "pontoon": _pontoon,
    "leader": _leader,
}


def symbol(kind: str, box: Box) -> list[Item]:
    """What stands in the box; unknown kinds as their first letters."""
    drawn = SYMBOLS.get(kind)
    if drawn is not None:
        return drawn(box)
    words = kind.replace("_", "-").split("-")
    short = "".join(word[0] for word in words if word) if len(words) > 1 else kind[:3]
    return [box.letters(short.upper())] if short else []


def size_mark(size: str, x: float, y: float, u: float, ink: str) -> list[Item]:
    """The size of a unit above its box: dots, bars or crosses, drawn rather than typed."""
    marks = [mark for mark in size.upper() if mark in "XI•.·"]
    if not marks or len(marks) != len(size):
        if not size:
            return []
        return [Text(x, y, size, round(u * 2.6, 2), ink, weight="bold")]
    wide = {"X": 2.5, "I": 1.45}
    total = sum(wide.get(mark, 2.0) for mark in marks)
    spot, items = x - total * u / 2, list[Item]()
    for mark in marks:
        room = wide.get(mark, 2.0) * u
        middle = spot + room / 2
        half, tall = 0.92 * u, 1.12 * u
        if mark == "X":
            for way in (-1, 1):
                ends = ((middle - half, y - tall * way), (middle + half, y + tall * way))
                items.append(Polyline(_tidy(ends), ink, round(u * 0.5, 2)))
        elif mark == "I":
            ends = ((middle, y - tall), (middle, y + tall))
            items.append(Polyline(_tidy(ends), ink, round(u * 0.58, 2)))
        else:
            items.append(Circle(round(middle, 2), round(y, 2), round(u * 0.6, 2), ink))
        spot += room
    return items


def _tidy(spots: tuple[Spot, ...]) -> Points:
    return tuple((round(x, 2), round(y, 2)) for x, y in spots)
