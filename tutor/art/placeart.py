"""A board of places as display items: its regions, links and places, painted once."""

from __future__ import annotations

import math

from engine.placeboard import PlaceBoard, Region, Spot
from tutor.art.items import Circle, Item, Polygon, Polyline, fade, fit_size, mix, words
from tutor.art.placelayout import TITLE, PlaceLayout
from tutor.art.shapes import rounded, tidy
from tutor.art.sidebar import Rect
from tutor.art.themes import Theme
from tutor.art.tokens import COLOURS

GROUNDS = {
    "house": ("#d9cdbd", "#2a2c33"),
    "square": ("#e2ddcf", "#24282c"),
    "east": ("#e6e6cf", "#26302a"),
    "river": ("#a8cfe0", "#173a50"),
    "unit": ("#f6f2e4", "#1b232b"),
}
"""Day and night colours of the regions."""


def painted(board: PlaceBoard, layout: PlaceLayout, theme: Theme) -> tuple[Item, ...]:
    """Everything printed on the board, in painting order."""
    width, height = float(layout.width), float(layout.height)
    items: list[Item] = [Polygon(Rect(0.0, 0.0, width, height).corners, theme.page)]
    for region in board.regions:
        items += _region(region, layout.size, theme)
    for start, end in board.links:
        way = tidy([layout.centre(start), layout.centre(end)])
        items.append(Polyline(way, fade(theme.ink, 0.35), round(layout.size * 0.06, 2)))
    for spot in board.spots.values():
        items += _spot(spot, layout, theme)
    return tuple(items)


def tint(colour: str, theme: Theme, share: float) -> str:
    """One of the three colours, as pale as asked, by day or night."""
    return mix(COLOURS[colour], "#11161d" if theme.dim else "#fffaf0", share)


def _region(region: Region, u: float, theme: Theme) -> list[Item]:
    x, y, wide, high = (n * u for n in (region.x, region.y, region.width, region.height))
    kind, _, colour = region.kind.partition("-")
    if kind in ("band", "lane"):
        fill = tint(colour, theme, 0.72 if kind == "band" else 0.8)
        shape = rounded(x, y, wide, high, u * (0.1 if kind == "band" else 0.5))
        items: list[Item] = [Polygon(shape, fill)]
        if kind == "lane":
            # its head, towards the House
            left, middle, right = x + 0.3 * u - 0.22 * u, y + high / 2, x + 0.3 * u + 0.12 * u
            head = ((left, middle), (right, middle - 0.3 * u), (right, middle + 0.3 * u))
            items.append(Polygon(tidy(head), tint(colour, theme, 0.3)))
        return items
    day, night = GROUNDS.get(kind, GROUNDS["unit"])
    fill = night if theme.dim else day
    edge = fade(theme.ink, 0.45)
    if kind == "river":
        waves = [_wave(x, y + high * share, wide, u) for share in (0.1, 0.93)]
        return [Polygon(tidy(Rect(x, y, wide, high).corners), fill), *waves]
    if kind == "unit":
        letters = fit_size(region.title, u * 0.3, wide - 0.2 * u)
        return [
            Polygon(rounded(x, y, wide, high, u * 0.14), fade(fill, 0.82), edge, 0.8),
            words(x + wide / 2, y + 0.27 * u, region.title, letters, theme.label),
        ]
    items = [Polygon(rounded(x, y, wide, high, u * 0.2), fill, theme.frame, 1.6)]
    if kind == "house":
        items += _walls(x, y, wide, high, u, theme)
    if region.title:
        items.append(words(x + wide / 2, y + 0.36 * u, region.title, u * 0.46, theme.label))
    return items


def _walls(x: float, y: float, wide: float, high: float, u: float, theme: Theme) -> list[Item]:
    """Brickwork along the wall that faces the square."""
    brick = "#a5523c" if not theme.dim else "#6d3a2e"
    edge = x + wide - 0.16 * u
    tops = (y + 0.1 * u + n * 0.3 * u for n in range(int(high / (0.3 * u))))
    return [Polygon(tidy(Rect(edge, top, 0.14 * u, 0.24 * u).corners), brick) for top in tops]


def _wave(x: float, y: float, wide: float, u: float) -> Polyline:
    count = 40
    points = [(x + wide * n / count, y + math.sin(n * 1.1) * u * 0.05) for n in range(count + 1)]
    return Polyline(tidy(points), fade("#3d7c9b", 0.7), round(u * 0.05, 2))


def _spot(spot: Spot, layout: PlaceLayout, theme: Theme) -> list[Item]:
    u, label = layout.size, spot.id
    shape, (x, y) = layout.corners(label), layout.centre(label)
    if spot.kind == "position":
        return _position(spot, layout, theme)
    if spot.kind == "space":
        colour = spot.colours[0]
        items: list[Item] = [
            Polygon(shape, tint(colour, theme, 0.55), tint(colour, theme, 0.1), round(u * 0.06, 2))
        ]
        if spot.label == "mine":
            dash = (round(u * 0.12, 2), round(u * 0.12, 2))
            ring = layout.inner(label, 0.84)
            edge = "#5b3d24" if not theme.dim else "#c29a63"
            items.append(Polyline((*ring, ring[0]), edge, round(u * 0.06, 2), dash))
        size = u * (0.26 if spot.label == "mine" else 0.36)
        items.append(words(x, y, spot.label, size, fade(theme.ink, 0.6)))
        if label.endswith("-1"):
            far = x + 0.95 * u
            items.append(
                words(far, y, label[0], u * 0.5, tint(colour, theme, 0.0), halo=theme.halo)
            )
        return items
    if spot.kind == "location":
        paper, rim = theme.paper, "#b7352b" if not theme.dim else "#e0574b"
        return [
            Circle(x, y, round(u * 0.52, 2), paper, rim, round(u * 0.07, 2)),
            Circle(x, y, round(u * 0.4, 2), None, fade(rim, 0.5), round(u * 0.03, 2)),
            words(x, y, spot.label, u * 0.36, theme.ink),
        ]
    fill = fade(theme.paper, 0.75) if spot.kind != "track" else tint(spot.colours[0], theme, 0.5)
    items = [Polygon(shape, fill, theme.frame, 1.2)]
    if spot.label:
        rect = layout.frame(label)
        letters = fit_size(spot.label, u * 0.3, rect.width - 0.3 * u)
        x, y = rect.x + 0.16 * u, rect.y + TITLE * u * 0.62
        items.append(words(x, y, spot.label, letters, fade(theme.ink, 0.8), "start"))
    return items


def _position(spot: Spot, layout: PlaceLayout, theme: Theme) -> list[Item]:
    """A window of the House in its colour, or in two."""
    u, rect = layout.size, layout.frame(spot.id)
    first = spot.colours[0]
    shape = layout.corners(spot.id)
    items: list[Item] = [Polygon(shape, tint(first, theme, 0.35), theme.ink, 1.2)]
    if len(spot.colours) > 1:
        low = rounded(rect.x, rect.y + rect.height / 2, rect.width, rect.height / 2, u * 0.14)
        items.append(Polygon(low, tint(spot.colours[1], theme, 0.35), theme.ink, 0.8))
    x, y = layout.centre(spot.id)
    lines = spot.label.split(" · ")
    ink = fade("#ffffff" if theme.dim else "#1d1206", 0.55)
    for n, line in enumerate(lines):
        top = y + (n - (len(lines) - 1) / 2) * 0.78 * u
        size = fit_size(line, u * 0.5, rect.width - 0.3 * u)
        items.append(words(x, top, line, size, ink))
    return items
