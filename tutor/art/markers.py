"""Small markers in a hex: who controls it, what stands there, what is to be won."""

from __future__ import annotations

from tutor.art.emblems import emblem, star
from tutor.art.items import (
    Circle,
    Item,
    Point,
    Points,
    Polygon,
    Polyline,
    Text,
    fade,
    fit_size,
    mix,
)
from tutor.art.layout import Layout
from tutor.art.shapes import rounded, tidy
from tutor.art.themes import Theme, army
from tutor.art.views import BoardView, MarkerView
from tutor.art.works import KINDS as WORKS

# Beside a stack markers take the corners of the hex, in hex radii; in an empty hex they stand in
# a row in the middle.
_BESIDE: tuple[Point, ...] = ((-0.74, 0.06), (0.76, 0.06), (-0.46, 0.66), (0.46, 0.66))


def marker_items(view: BoardView, layout: Layout, theme: Theme) -> list[Item]:
    """All markers of a view."""
    by_hex: dict[str, list[MarkerView]] = {}
    for marker in view.markers:
        if marker.hex in view.board and marker.kind not in WORKS:
            by_hex.setdefault(marker.hex, []).append(marker)
    items: list[Item] = []
    u = layout.size
    for label, markers in by_hex.items():
        cx, cy = layout.centre(label)
        crowded = bool(view.counters.get(label))
        for number, marker in enumerate(markers):
            if crowded:
                px, py = _BESIDE[number % len(_BESIDE)]
                x, y, r = cx + px * u, cy + py * u, 0.22 * u
            else:
                spread = 0.66 if len(markers) < 3 else 1.3 / (len(markers) - 1)
                x = cx + (number - (len(markers) - 1) / 2) * spread * u
                y, r = cy + 0.02 * u, 0.32 * u
            items += marker_at(marker, round(x, 2), round(y, 2), r, theme)
    return items


def marker_at(marker: MarkerView, x: float, y: float, r: float, theme: Theme) -> list[Item]:
    """One marker about a point; unknown kinds are plates with their text."""
    colours = army(marker.palette, theme)
    dark = "#1c1813"

    def at(*spots: Point) -> Points:
        return tidy((x + px * r, y + py * r) for px, py in spots)

    def words(text: str, py: float, share: float, ink: str, room: float = 1.6) -> list[Item]:
        if not text:
            return []
        size = round(fit_size(text, r * share, r * room), 2)
        return [Text(x, round(y + py * r, 2), text, size, ink, weight="bold")]

    line = round(max(0.8, r * 0.1), 2)
    sign = emblem(colours.emblem, x, y - 0.02 * r, r * 0.5, colours.ink, colours.body)
    match marker.kind:
        case "control":
            flag = at((-0.72, -0.85), (0.85, -0.62), (0.85, 0.32), (-0.72, 0.12))
            pole = Polyline(at((-0.72, -0.95), (-0.72, 0.98)), dark, round(r * 0.16, 2))
            ex, ey = at((0.06, -0.25))[0]
            return [
                Polygon(flag, colours.body, dark, line),
                pole,
                *emblem(colours.emblem, ex, ey, r * 0.34, colours.ink, colours.body),
            ]
        case "fortress" | "fortress-begun":
            keep = [(-0.9, 0.85), (-0.9, -0.8), (-0.5, -0.8), (-0.5, -0.42), (-0.2, -0.42)]
            keep += [(-0.2, -0.8), (0.2, -0.8), (0.2, -0.42), (0.5, -0.42), (0.5, -0.8)]
            keep += [(0.9, -0.8), (0.9, 0.85)]
            if marker.kind == "fortress-begun":  # no more than an outline yet
                wall, dash = at(*keep, keep[0]), (round(r * 0.22, 2), round(r * 0.2, 2))
                paper = Polygon(at(*keep), mix(colours.body, "#ffffff", 0.6))
                return [paper, Polyline(wall, dark, round(line * 1.6, 2), dash)]
            inside = words(marker.text, 0.3, 0.95, colours.ink)
            return [Polygon(at(*keep), colours.body, dark, line), *(inside or sign)]
        case "stand-fast":
            shield = [(-0.8, -0.85), (0.8, -0.85), (0.8, 0.05), (0.45, 0.62), (0, 0.95)]
            shield += [(-0.45, 0.62), (-0.8, 0.05)]
            bar = Polyline(at((-0.78, -0.38), (0.78, -0.38)), dark, line)
            inside = words(marker.text or "!", 0.2, 0.95, dark, 1.2)
            return [
                Polygon(at(*shield), mix(colours.body, "#ffffff", 0.35), dark, line),
                bar,
                *inside,
            ]
        case "goal" | "objective":
            medal = tuple((px * 1.08, py * 1.08) for px, py in star())
            face = [Polygon(at(*medal), theme.gold, dark, line)]
            return [*face, *words(marker.text, 0.1, 0.72, dark, 0.9)]
        case "source":
            ring = Circle(x, y, round(r * 0.98, 2), theme.paper, theme.ink, line)
            disc = Circle(x, y, round(r * 0.78, 2), colours.body, theme.ink, line)
            return [ring, disc, *sign]
        case "bridge" | "pontoon":
            plate = _plate(x, y, r, colours.body, dark, line)
            rails = [
                Polyline(at((-0.7, s * 0.62), (-0.42, s * 0.3), (0.42, s * 0.3), (0.7, s * 0.62)),
                         colours.ink, round(r * 0.14, 2))
                for s in (-1, 1)
            ]  # fmt: skip
            return [plate, *rails]
        case "destroyed" | "blown-bridge":
            plate = _plate(x, y, r, mix(colours.body, "#fff4ee", 0.5), dark, line)
            cross = [
                Polyline(at((-0.55, -0.55 * s), (0.55, 0.55 * s)), "#b51e1a", round(r * 0.24, 2))
                for s in (-1, 1)
            ]
            return [plate, *cross]
        case _:
            plate = _plate(x, y, r, colours.body, dark, line)
            text = marker.text or marker.kind[:4].title()
            return [plate, *words(text, 0.0, 0.86, colours.ink)]


def _plate(x: float, y: float, r: float, fill: str, rim: str, line: float) -> Polygon:
    frame = rounded(x - r * 0.92, y - r * 0.92, r * 1.84, r * 1.84, r * 0.26)
    return Polygon(frame, fill, rim, line)


def flag(x: float, y: float, r: float, fill: str, ink: str) -> list[Item]:
    """A swallow-tailed flag on its pole, for goals."""

    def at(*spots: Point) -> Points:
        return tidy((x + px * r, y + py * r) for px, py in spots)

    cloth = at((-0.5, -1.0), (0.95, -0.88), (0.62, -0.5), (0.95, -0.1), (-0.5, -0.06))
    return [
        Circle(round(x - r * 0.5, 2), round(y + r, 2), round(r * 0.3, 2), fade(ink, 0.4)),
        Polyline(at((-0.5, -1.1), (-0.5, 1.0)), ink, round(r * 0.2, 2)),
        Polygon(cloth, fill, ink, round(r * 0.14, 2)),
    ]
