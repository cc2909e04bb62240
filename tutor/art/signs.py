"""Small signs, drawn from signs.toml: what they look like stands there, and how to write them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache

from engine.files import package_file, read
from tutor.art.items import Circle, Item, Point, Points, Polygon, Polyline, Text, fit_size
from tutor.art.shapes import rounded, star, tidy

WORDY = ("text", "use")
"""Strokes whose second word is a name."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """One stroke of a sign, as written."""

    kind: str
    name: str = ""
    words: tuple[str, ...] = ()
    """Its points as words; `spots` are those that do not turn."""
    spots: Points = ()
    inks: Mapping[str, str] = field(default_factory=dict)
    lengths: Mapping[str, float] = field(default_factory=dict)
    dash: tuple[float, ...] = ()
    flags: frozenset[str] = frozenset()


def _numbers(text: str) -> list[float]:
    return [float(part) for part in text.split(",")]


def _spots(word: str, turn: float = 0.0) -> Iterator[Point]:
    """The points that one word stands for; arcs can be turned."""
    mark, numbers = word[0], _numbers(word.lstrip("@~*"))
    if mark == "@":
        x, y, rx, ry, first, last, steps = numbers
        for step in range(int(steps) + 1):
            angle = math.radians(turn + (first + (last - first) * step / max(steps, 1)))
            yield x + math.cos(angle) * rx, y + math.sin(angle) * ry
    elif mark == "~":
        first, last, y, high, turn, steps = numbers
        for step in range(int(steps) + 1):
            yield first + (last - first) * step / steps, y + high * math.sin(step * turn)
    elif mark == "*":
        yield from star(int(numbers[0]), *numbers[1:])
    else:
        yield numbers[0], numbers[1]


def _stroke(text: str) -> Stroke:
    kind, *words = text.split()
    name = words.pop(0) if kind in WORDY else ""
    options = dict(word.split("=") for word in words if "=" in word)
    dash = tuple(_numbers(options.pop("dash"))) if "dash" in options else ()
    lengths = {}
    if options.get("w", "").endswith("rim"):
        lengths["rim"] = float(options.pop("w").removesuffix("rim"))
    inks = {key: value for key, value in options.items() if key in ("ink", "fill")}
    lengths |= {key: float(value) for key, value in options.items() if key not in inks}
    plain = [word for word in words if "=" not in word]
    flags = frozenset(word for word in plain if word.isalpha())
    placed = tuple(word for word in plain if word not in flags)
    spots = tuple(spot for word in placed for spot in _spots(word))
    return Stroke(kind, name, placed, spots, inks, lengths, dash, flags)


def _sign(text: str) -> tuple[Stroke, ...]:
    lines = re.sub(r"\s# .*", "", text).replace("\n", ";").split(";")
    return tuple(_stroke(line) for line in lines if line.strip())


@cache
def _written() -> tuple[Mapping[str, Mapping[str, tuple[str, str]]], Mapping[str, str]]:
    """The file: each kind's signs with their tones, and the inks."""
    data = dict(read(package_file("tutor.art", "signs.toml"), "signs.toml").data)
    inks = data.pop("ink")
    kinds = {
        kind: {name: ("", sign) if isinstance(sign, str) else sign for name, sign in signs.items()}
        for kind, signs in data.items()
    }
    return kinds, inks


@cache
def strokes(sign: str) -> tuple[Stroke, ...]:
    """The strokes of a sign: `badge/moved`."""
    kind, _, name = sign.partition("/")
    return _sign(_written()[0][kind][name][1])


def signs(kind: str) -> Mapping[str, str]:
    """The signs of a kind in their order, and the tone of each."""
    return {name: tone for name, (tone, _) in _written()[0][kind].items()}


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a sign is drawn: its middle, half its width and height, and the caller's colours."""

    x: float
    y: float
    wide: float
    high: float
    unit: float
    """What a width of 1 is."""
    inks: Mapping[str, str]
    text: str = ""
    rim: float = 0.0
    turn: float = 0.0

    def at(self, *spots: Point) -> Points:
        """Points on the screen."""
        return tidy((self.x + px * self.wide, self.y + py * self.high) for px, py in spots)

    def _ink(self, stroke: Stroke, part: str, usual: str) -> str | None:
        name = stroke.inks.get(part, usual)
        return None if name == "none" else self._colour(name)

    def _colour(self, name: str) -> str:
        if name.startswith("#"):
            return name
        return self.inks.get(name) or _written()[1][name]

    def _spots(self, stroke: Stroke) -> Points:
        if "even" in stroke.flags:
            return tuple((px * self.high / self.wide, py) for px, py in stroke.spots)
        if "turns" in stroke.flags and self.turn:
            return tuple(spot for word in stroke.words for spot in _spots(word, self.turn))
        return stroke.spots

    def draw(self, sign: str) -> list[Item]:
        """The items of a sign."""
        return [item for stroke in strokes(sign) for item in self._drawn(stroke)]

    def _drawn(self, stroke: Stroke) -> Iterator[Item]:
        lengths, spots = stroke.lengths, self._spots(stroke)
        width = round(self.unit * lengths.get("w", 1.0), 2)
        if "rim" in lengths:
            width = round(self.rim * lengths["rim"], 2)
        match stroke.kind:
            case "line" | "rays" | "oval":
                ink = self._colour(stroke.inks.get("ink", "ink"))
                dash = tuple(round(self.unit * part, 2) for part in stroke.dash) or None
                cap = "butt" if "butt" in stroke.flags else "round"
                lines = [spots]
                if stroke.kind == "oval":
                    lines = [self._oval(*spots[0])]
                elif stroke.kind == "rays":
                    half = len(spots) // 2
                    lines = list(zip(spots[:half], spots[half:], strict=True))
                for line in lines:
                    yield Polyline(self.at(*line), ink, width, dash, cap)
            case "use":
                x, y = spots[0] if spots else (0.0, 0.0)
                moved = replace(self, x=self.x + x * self.wide, y=self.y + y * self.high)
                yield from moved.draw(stroke.name)
            case "text":
                text = self.text if stroke.name == "$text" else stroke.name
                if text:
                    size, room = self.high * lengths["size"], lengths.get("room")
                    if room:
                        size = fit_size(text, size, self.wide * room)
                    ((x, y),) = self.at(*spots)
                    ink = self._colour(stroke.inks.get("ink", "ink"))
                    yield Text(x, y, text, round(size, 2), ink, weight="bold")
            case _:
                fill, rim = self._ink(stroke, "fill", "ink"), self._ink(stroke, "ink", "none")
                width = 1.0 if rim is None else width
                if stroke.kind == "disc":
                    radius = round(self.high * lengths["r"], 2)
                    for x, y in self.at(*spots):
                        yield Circle(x, y, radius, fill, rim, width)
                elif stroke.kind == "plate":
                    yield Polygon(self._plate(stroke), fill, rim, width)
                else:
                    yield Polygon(self.at(*spots), fill, rim, width)

    def _plate(self, stroke: Stroke) -> Points:
        (left, top), (right, bottom) = stroke.spots
        x, y = self.x + left * self.wide, self.y + top * self.high
        size = ((right - left) * self.wide, (bottom - top) * self.high)
        bend = stroke.lengths["bend"] * self.wide
        if "snap" in stroke.flags:
            (x, y), size, bend = self.at((left, top))[0], tidy([size])[0], round(bend, 2)
        return rounded(x, y, *size, bend)

    def _oval(self, wide: float, high: float) -> Points:
        """Flat sides and round ends, as on printed counters."""
        bend = high * self.high / self.wide
        spots = []
        for start, middle in ((-90, wide - bend), (90, -wide + bend)):
            for turn in range(0, 181, 20):
                angle = math.radians(start + turn)
                spots.append((middle + math.cos(angle) * bend, math.sin(angle) * high))
        return (*spots, spots[0])


def square(
    x: float, y: float, r: float, text: str = "", turn: float = 0.0, rim: float = 0.0, **inks: str
) -> Frame:
    """A frame as wide as high, with its colours by name."""
    return Frame(x, y, r, r, r, inks, text, rim, turn)


def emblem(kind: str, x: float, y: float, r: float, ink: str, body: str) -> list[Item]:
    """The sign of a nation about a point; an empty kind draws nothing."""
    return square(x, y, r, ink=ink, body=body).draw(f"emblem/{kind}") if kind else []
