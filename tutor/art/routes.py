"""Overlays that are lines: ways with their costs, lines of supply and sight, arrows, bonds."""

from __future__ import annotations

import math

from tutor.art.items import Circle, Point, Polygon, Polyline, Text, fit_size
from tutor.art.shapes import along, arrow_head, tidy
from tutor.art.sheet import Sheet, ends_of, hatched, strong, tag
from tutor.art.themes import army
from tutor.art.views import Overlay


def _route(sheet: Sheet, overlay: Overlay) -> list[tuple[str, Point]]:
    return [(label, sheet.layout.centre(label)) for label in sheet.on_map(overlay.path)]


def path(sheet: Sheet, overlay: Overlay) -> None:
    """A way with an arrow at its end and the running cost at every step."""
    route, theme = _route(sheet, overlay), sheet.theme
    if len(route) < 2:
        return
    spots = [spot for _, spot in route]
    if sheet.taken(route[0][0]):
        spots[0] = along(spots[0], spots[1], 0.36)
        route[0] = (route[0][0], tidy([spots[0]])[0])
    tip = along(spots[-1], spots[-2], 0.16)
    neck = along(spots[-1], spots[-2], 0.36)
    line = tidy([*spots[:-1], neck])
    head = arrow_head(spots[-2], tip, sheet.u * 0.5, sheet.u * 0.52)
    sheet.above += [
        Polyline(line, theme.path_edge, sheet.w(0.22)),
        Polygon(head, theme.path, theme.path_edge, sheet.w(0.11)),
        Polyline(line, theme.path, sheet.w(0.12)),
        Polygon(head, theme.path),
    ]
    costs = overlay.labels()
    for number, (label, (x, y)) in enumerate(route):
        text = costs.get(label, "")
        if not text or number == 0:
            sheet.above.append(
                Circle(x, y, sheet.w(0.11), theme.path, theme.path_edge, sheet.w(0.05))
            )
            continue
        if number == len(route) - 1:
            (bx, by) = spots[-2]
            x, y = along((x, y), (bx, by), -0.32)
        size = fit_size(text, sheet.u * 0.36, sheet.u * 0.52)
        r = sheet.w(0.29)
        sheet.above += [
            Circle(round(x, 2), round(y, 2), r, theme.paper, theme.path_edge, sheet.w(0.055)),
            Text(round(x, 2), round(y, 2), text, round(size, 2), theme.ink, weight="bold"),
        ]


def trace(sheet: Sheet, overlay: Overlay) -> None:
    """A line of supply or command: dashes from dot to dot, a double ring at its far end."""
    route, theme = _route(sheet, overlay), sheet.theme
    if not route:
        return
    spots = tuple(spot for _, spot in route)
    dash = (sheet.w(0.2), sheet.w(0.15))
    tint = theme.trace if not overlay.palette else strong(army(overlay.palette, theme).body, theme)
    # Under the counters: a line that passes through friends must not hide their numbers.
    if len(spots) > 1:
        sheet.below.append(Polyline(spots, theme.halo, sheet.w(0.2)))
        sheet.below.append(Polyline(spots, tint, sheet.w(0.11), dash, "butt"))
    for x, y in spots[:-1]:
        sheet.below.append(Circle(x, y, sheet.w(0.1), tint, theme.halo, sheet.w(0.04)))
    x, y = spots[-1]
    if sheet.taken(route[-1][0]):
        y = round(y + sheet.u * 0.74, 2)
    sheet.above.append(Circle(x, y, sheet.w(0.2), theme.paper, tint, sheet.w(0.07)))
    sheet.above.append(Circle(x, y, sheet.w(0.09), tint))
    if overlay.text:
        tag(sheet, overlay.text, x, y - sheet.u * 0.45, tint)


def arrow(sheet: Sheet, overlay: Overlay) -> None:
    """A broad arrow from the first hex to the last: an attack, a retreat."""
    route = _route(sheet, overlay)
    if len(route) < 2:
        return
    u, theme = sheet.u, sheet.theme
    spots = [spot for _, spot in route]
    # Starts and ends short of the middles, so that the counters stay readable.
    spots[0] = along(spots[0], spots[1], 0.36)
    tip = along(spots[-1], spots[-2], 0.3)
    neck = along(tip, spots[-2], min(0.9, u * 0.42 / (math.dist(tip, spots[-2]) or 1.0)))
    tint = theme.warn if not overlay.palette else strong(army(overlay.palette, theme).body, theme)
    line = tidy([*spots[:-1], neck])
    head = arrow_head(spots[-2], tip, u * 0.58, u * 0.74)
    sheet.above += [
        Polyline(line, theme.halo, sheet.w(0.34), None, "butt"),
        Polygon(head, theme.halo, theme.halo, sheet.w(0.1)),
        Polyline(line, tint, sheet.w(0.24), None, "butt"),
        Polygon(head, tint),
    ]
    if overlay.text:
        x, y = along(line[0], tip, 0.4)
        tag(sheet, overlay.text, x, y - u * 0.5, tint)


def sight(sheet: Sheet, overlay: Overlay) -> None:
    """A line of sight: thin and straight, an eye where it begins."""
    route, theme = _route(sheet, overlay), sheet.theme
    if len(route) < 2:
        return
    (start, a), (far, b) = route[0], route[-1]
    # From rim to rim of the counters, so that both stay readable.
    trim = sheet.u * 0.8 / (math.dist(a, b) or 1.0)
    x, y = tidy([along(a, b, min(0.45, trim)) if sheet.taken(start) else a])[0]
    end = tidy([along(b, a, min(0.45, trim)) if sheet.taken(far) else b])[0]
    dash = (sheet.w(0.08), sheet.w(0.12))
    r = sheet.u * 0.26
    lid = [(x + r * (t / 5 - 1), y - r * 0.6 * math.sin(t / 10 * math.pi)) for t in range(11)]
    eye = [*lid, *((px, 2 * y - py) for px, py in reversed(lid))]
    sheet.above += [
        Polyline(((x, y), end), theme.halo, sheet.w(0.13)),
        Polyline(((x, y), end), theme.label, sheet.w(0.06), dash),
        Polygon(tidy(eye), theme.paper, theme.ink, sheet.w(0.05)),
        Circle(x, y, sheet.w(0.085), theme.ink),
        Circle(end[0], end[1], sheet.w(0.12), None, theme.label, sheet.w(0.05)),
    ]
    if overlay.text:
        mx, my = along((x, y), end, 0.5)
        tag(sheet, overlay.text, mx, my, theme.label)


def trace_road(sheet: Sheet, overlay: Overlay) -> None:
    """The road part of a line of supply: an unbroken line, a double ring at its source."""
    route, theme = _route(sheet, overlay), sheet.theme
    if not route:
        return
    spots = tuple(spot for _, spot in route)
    tint = theme.trace if not overlay.palette else strong(army(overlay.palette, theme).body, theme)
    if len(spots) > 1:
        sheet.below.append(Polyline(spots, theme.halo, sheet.w(0.18)))
        sheet.below.append(Polyline(spots, tint, sheet.w(0.1)))
    x, y = spots[-1]
    if sheet.taken(route[-1][0]):
        y = round(y + sheet.u * 0.74, 2)
    sheet.below.append(Circle(x, y, sheet.w(0.15), tint, theme.halo, sheet.w(0.06)))


def bond(sheet: Sheet, overlay: Overlay) -> None:
    """A ZOC bond: a chain along hexsides, or over the hexes between two units.

    The chain is thin and has gaps, so that a river along the side shows on both sides of it.
    """
    colours = army(overlay.palette, sheet.theme)
    tint = strong(colours.body, sheet.theme)
    labels = sheet.on_map(overlay.labels())
    hatched(sheet, labels, colours.hatch, tint, 0.1, 0.34)
    for label in labels:
        ring = sheet.layout.inner(label, 0.86)
        sheet.below.append(Polyline((*ring, ring[0]), tint, sheet.w(0.06)))
    for a, b in ends_of(sheet, overlay):
        sheet.above += [
            Polyline(
                (a, b), sheet.theme.halo, sheet.w(0.15), (sheet.w(0.16), sheet.w(0.1)), "butt"
            ),
            Polyline((a, b), tint, sheet.w(0.1), (sheet.w(0.16), sheet.w(0.1)), "butt"),
            *(
                Circle(x, y, sheet.w(0.13), tint, sheet.theme.halo, sheet.w(0.05))
                for x, y in (a, b)
            ),
        ]


def bond_broken(sheet: Sheet, overlay: Overlay) -> None:
    """A bond that does not stand: a thin dotted line from unit to unit, crossed out."""
    route = _route(sheet, overlay)
    if len(route) < 2:
        return
    tint = strong(army(overlay.palette, sheet.theme).body, sheet.theme)
    a, b = route[0][1], route[-1][1]
    start, end = tidy([along(a, b, 0.26), along(b, a, 0.26)])
    dots = (sheet.w(0.03), sheet.w(0.14))
    sheet.above.append(Polyline((start, end), sheet.theme.halo, sheet.w(0.1), dots))
    sheet.above.append(Polyline((start, end), tint, sheet.w(0.06), dots))
    x, y = along(a, b, 0.5)
    r = sheet.u * 0.14
    for sign in (1, -1):
        cross = tidy([(x - r, y - r * sign), (x + r, y + r * sign)])
        sheet.above.append(Polyline(cross, sheet.theme.halo, sheet.w(0.12)))
        sheet.above.append(Polyline(cross, tint, sheet.w(0.07)))
