"""The little round signs on a counter that say what state it is in: each with its own glyph."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

from tutor.art.items import Circle, Item, Points, Polygon, Polyline, Text
from tutor.art.themes import Theme

Spot = tuple[float, float]


class Glyph:
    """A place to draw a sign: coordinates run from -1 to 1 across the badge."""

    def __init__(self, x: float, y: float, r: float, ink: str) -> None:
        self.x, self.y, self.r, self.ink = x, y, r, ink

    def at(self, *spots: Spot) -> Points:
        """Points on the screen."""
        return tuple(
            (round(self.x + a * self.r, 2), round(self.y + b * self.r, 2)) for a, b in spots
        )

    def line(self, *spots: Spot, width: float = 0.28) -> Polyline:
        """A stroke."""
        return Polyline(self.at(*spots), self.ink, round(self.r * width, 2))

    def fill(self, *spots: Spot) -> Polygon:
        """A solid shape."""
        return Polygon(self.at(*spots), self.ink)

    def letter(self, text: str) -> Text:
        """A letter."""
        return Text(
            round(self.x, 2), round(self.y, 2), text, round(self.r * 1.25, 2), self.ink,
            weight="bold",
        )  # fmt: skip


def _active(g: Glyph) -> list[Item]:
    return [Circle(round(g.x, 2), round(g.y, 2), round(g.r * 0.45, 2), g.ink)]


def _burst(g: Glyph) -> list[Item]:
    turns = [(math.pi * n / 8, 0.8 if n % 2 else 0.36) for n in range(16)]
    return [g.fill(*((math.cos(a) * r, math.sin(a) * r) for a, r in turns))]


def _moved(g: Glyph) -> list[Item]:
    return [
        g.line((-0.55, 0), (0.5, 0)),
        g.line((0.1, -0.42), (0.55, 0), (0.1, 0.42)),
    ]


def _spent(g: Glyph) -> list[Item]:
    return [
        g.fill((-0.45, -0.58), (0.45, -0.58), (0, 0)),
        g.fill((-0.45, 0.58), (0, 0), (0.45, 0.58)),
    ]


def _disrupted(g: Glyph) -> list[Item]:
    bolt = ((0.15, -0.75), (-0.5, 0.12), (-0.05, 0.12), (-0.2, 0.75), (0.5, -0.16), (0.05, -0.16))
    return [g.fill(*bolt)]


def _unsupplied(g: Glyph) -> list[Item]:
    return [
        g.line((-0.28, -0.5), (0.28, -0.5), (0.28, 0.5), (-0.28, 0.5), (-0.28, -0.5), width=0.2),
        g.line((-0.6, 0.6), (0.6, -0.6), width=0.26),
    ]


def _fought(g: Glyph) -> list[Item]:
    return [
        g.line((-0.5, -0.5), (0.5, 0.5), width=0.22),
        g.line((-0.5, 0.5), (0.5, -0.5), width=0.22),
        g.line((-0.62, 0.16), (-0.16, 0.62), width=0.2),
        g.line((0.62, 0.16), (0.16, 0.62), width=0.2),
    ]


def _dug_in(g: Glyph) -> list[Item]:
    return [
        g.line((-0.6, -0.25), (-0.6, 0.4), (0.6, 0.4), (0.6, -0.25)),
        g.line((-0.3, 0), (0.3, 0)),
    ]


def _inside(g: Glyph) -> list[Item]:
    return [
        g.line((-0.65, 0.0), (0.0, -0.55), (0.65, 0.0), width=0.24),
        g.line((-0.42, 0.0), (-0.42, 0.5), (0.42, 0.5), (0.42, 0.0), width=0.24),
    ]


def _pinned(g: Glyph) -> list[Item]:
    return [g.fill((-0.45, -0.55), (0.45, -0.55), (0.12, 0), (-0.12, 0)), g.line((0, 0), (0, 0.65))]


def _suppressed(g: Glyph) -> list[Item]:
    return [g.line((0, -0.55), (0, 0.5)), g.line((-0.42, 0.1), (0, 0.55), (0.42, 0.1))]


def _fresh(g: Glyph) -> list[Item]:
    return [g.line((-0.5, 0.05), (-0.12, 0.45), (0.5, -0.42))]


def _isolated(g: Glyph) -> list[Item]:
    ring = [(math.cos(a) * 0.58, math.sin(a) * 0.58) for a in (0.5 + i * 0.48 for i in range(12))]
    return [g.line(*ring, width=0.24)]


def _cross(g: Glyph) -> list[Item]:
    return [g.line((-0.45, -0.45), (0.45, 0.45)), g.line((-0.45, 0.45), (0.45, -0.45))]


# States that are shown by the counter's body or frame alone.
PLAIN = frozenset({"selected", "ghost"})
_GLYPHS: Mapping[str, tuple[str, Callable[[Glyph], list[Item]]]] = {
    "active": ("gold", _active),
    "moved": ("paper", _moved),
    "spent": ("paper", _spent),
    "disrupted": ("warn", _disrupted),
    "out-of-supply": ("warn", _unsupplied),
    "isolated": ("warn", _isolated),
    "fought": ("paper", _fought),
    "attacked": ("paper", _fought),
    "dug-in": ("paper", _dug_in),
    "entrenched": ("paper", _dug_in),
    "inside": ("paper", _inside),
    "pinned": ("warn", _pinned),
    "suppressed": ("warn", _suppressed),
    "fresh": ("good", _fresh),
    "ready": ("good", _fresh),
    "eliminated": ("warn", _cross),
    "damaged": ("warn", _burst),
}
# The order in which badges take the corners; a state not listed comes last.
_ORDER = tuple(_GLYPHS)


def badges(states: frozenset[str]) -> list[str]:
    """The states that get a badge, the most telling first."""
    shown = states - PLAIN
    return sorted(shown, key=lambda s: (_ORDER.index(s) if s in _ORDER else len(_ORDER), s))


def badge(state: str, x: float, y: float, r: float, theme: Theme) -> tuple[list[Item], list[Item]]:
    """A badge: its disc, and the glyph to paint on it."""
    tone, draw = _GLYPHS.get(state, ("paper", None))
    ground, ink = {
        "gold": (theme.gold, "#2a1c00"),
        "paper": ("#fbf7ec", "#26211a"),
        "warn": ("#c4201c", "#ffffff"),
        "good": ("#2c8a45", "#ffffff"),
    }[tone]
    x, y = round(x, 2), round(y, 2)
    # Disc and rim apart: all discs of a layer go out in one batch, then all rims.
    plate: list[Item] = [
        Circle(x, y, round(r, 2), ground),
        Circle(x, y, round(r, 2), None, "#1c1813", round(r * 0.2, 2)),
    ]
    glyph = Glyph(x, y, r * 0.92, ink)
    return plate, draw(glyph) if draw else [glyph.letter(state[:1].upper() or "?")]
