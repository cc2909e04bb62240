"""Overlays that are lines: ways with their costs, lines of supply and sight, arrows, bonds."""

from __future__ import annotations

import math

from tutor.art.items import Dash, Point, Points, Polygon, fit_size, words
from tutor.art.shapes import along, arrow_head, tidy
from tutor.art.sheet import Sheet, ends_of, hatched, tag
from tutor.art.themes import army
from tutor.art.views import Overlay


def _route(sheet: Sheet, overlay: Overlay) -> list[tuple[str, Point]]:
    return [(label, sheet.layout.centre(label)) for label in sheet.on_map(overlay.path)]


def path(sheet: Sheet, overlay: Overlay) -> None:
    """A way with an arrow at its end and the running cost at every step."""
    route, theme, above, u = _route(sheet, overlay), sheet.theme, sheet.above, sheet.u
    if len(route) < 2:
        return
    spots = [spot for _, spot in route]
    if sheet.taken(route[0][0]):
        spots[0] = along(spots[0], spots[1], 0.36)
        route[0] = (route[0][0], tidy([spots[0]])[0])
    tip, neck = (along(spots[-1], spots[-2], share) for share in (0.16, 0.36))
    line = tidy([*spots[:-1], neck])
    head = arrow_head(spots[-2], tip, u * 0.5, u * 0.52)
    above.line(line, theme.path_edge, 0.22)
    above.shape(head, theme.path, theme.path_edge, 0.11)
    above.line(line, theme.path, 0.12)
    above.append(Polygon(head, theme.path))
    costs = overlay.labels()
    for number, (label, (x, y)) in enumerate(route):
        text = costs.get(label, "")
        if not text or number == 0:
            above.disc(x, y, 0.11, theme.path, theme.path_edge, 0.05)
            continue
        if number == len(route) - 1:
            x, y = along((x, y), spots[-2], -0.32)
        above.disc(x, y, 0.29, theme.paper, theme.path_edge, 0.055)
        size = fit_size(text, u * 0.36, u * 0.52)
        above.append(words(x, y, text, size, theme.ink, room=0.8 * u))


def trace(sheet: Sheet, overlay: Overlay) -> None:
    """A line of supply or command: dashes from dot to dot, a double ring at its far end."""
    route, theme = _route(sheet, overlay), sheet.theme
    if not route:
        return
    tint = sheet.tint(overlay, theme.trace)
    x, y = _under(sheet, route, tint, 0.2, 0.11, (0.2, 0.15))
    for dot in route[:-1]:
        sheet.below.disc(*dot[1], 0.1, tint, theme.halo, 0.04)
    sheet.above.disc(x, y, 0.2, theme.paper, tint, 0.07)
    sheet.above.disc(x, y, 0.09, tint)
    if overlay.text:
        tag(sheet, overlay.text, x, y - sheet.u * 0.45, tint)


def trace_road(sheet: Sheet, overlay: Overlay) -> None:
    """The road part of a line of supply: an unbroken line, a ring at its source."""
    route = _route(sheet, overlay)
    if route:
        tint = sheet.tint(overlay, sheet.theme.trace)
        x, y = _under(sheet, route, tint, 0.18, 0.1)
        sheet.below.disc(x, y, 0.15, tint, sheet.theme.halo, 0.06)


def _under(
    sheet: Sheet,
    route: list[tuple[str, Point]],
    tint: str,
    wide: float,
    core: float,
    dash: tuple[float, ...] = (),
) -> Point:
    """A line under the counters, which must not hide their numbers, and where its end is seen."""
    spots = tuple(spot for _, spot in route)
    if len(spots) > 1:
        sheet.below.line(spots, sheet.theme.halo, wide)
        sheet.below.line(spots, tint, core, dash, "butt" if dash else "round")
    x, y = spots[-1]
    return x, round(y + sheet.u * 0.74, 2) if sheet.taken(route[-1][0]) else y


def arrow(sheet: Sheet, overlay: Overlay) -> None:
    """A broad arrow from the first hex to the last: an attack, a retreat."""
    route = _route(sheet, overlay)
    if len(route) < 2:
        return
    u, theme, above = sheet.u, sheet.theme, sheet.above
    spots = [spot for _, spot in route]
    # Starts and ends short of the middles, so that the counters stay readable.
    spots[0] = along(spots[0], spots[1], 0.36)
    tip = along(spots[-1], spots[-2], 0.3)
    neck = along(tip, spots[-2], min(0.9, u * 0.42 / (math.dist(tip, spots[-2]) or 1.0)))
    tint = sheet.tint(overlay, theme.warn)
    line = tidy([*spots[:-1], neck])
    head = arrow_head(spots[-2], tip, u * 0.58, u * 0.74)
    above.line(line, theme.halo, 0.34, cap="butt")
    above.shape(head, theme.halo, theme.halo, 0.1)
    above.line(line, tint, 0.24, cap="butt")
    above.append(Polygon(head, tint))
    if overlay.text:
        x, y = along(line[0], tip, 0.4)
        tag(sheet, overlay.text, x, y - u * 0.5, tint)


def sight(sheet: Sheet, overlay: Overlay) -> None:
    """A line of sight: thin and straight, an eye where it begins."""
    route, theme, above = _route(sheet, overlay), sheet.theme, sheet.above
    if len(route) < 2:
        return
    (start, a), (far, b) = route[0], route[-1]
    # From rim to rim of the counters, so that both stay readable.
    trim = sheet.u * 0.8 / (math.dist(a, b) or 1.0)
    x, y = tidy([along(a, b, min(0.45, trim)) if sheet.taken(start) else a])[0]
    end = tidy([along(b, a, min(0.45, trim)) if sheet.taken(far) else b])[0]
    r = sheet.u * 0.26
    lid = [(x + r * (t / 5 - 1), y - r * 0.6 * math.sin(t / 10 * math.pi)) for t in range(11)]
    eye = [*lid, *((px, 2 * y - py) for px, py in reversed(lid))]
    above.line(((x, y), end), theme.halo, 0.13)
    above.line(((x, y), end), theme.label, 0.06, (0.08, 0.12))
    above.shape(tidy(eye), theme.paper, theme.ink, 0.05)
    above.disc(x, y, 0.085, theme.ink)
    above.disc(*end, 0.12, None, theme.label, 0.05)
    if overlay.text:
        tag(sheet, overlay.text, *along((x, y), end, 0.5), theme.label)


def bond(sheet: Sheet, overlay: Overlay) -> None:
    """A ZOC bond: a chain along hexsides, or over the hexes between two units.

    The chain is thin and has gaps, so that a river along the side shows on both sides of it.
    """
    tint, halo, above = sheet.tint(overlay), sheet.theme.halo, sheet.above
    labels = sheet.on_map(overlay.labels())
    hatched(sheet, labels, army(overlay.palette, sheet.theme).hatch, tint, 0.1, 0.34)
    for label in labels:
        ring = sheet.layout.inner(label, 0.86)
        sheet.below.line((*ring, ring[0]), tint, 0.06)
    for ends in ends_of(sheet, overlay):
        above.line(ends, halo, 0.15, (0.16, 0.1), "butt")
        above.line(ends, tint, 0.1, (0.16, 0.1), "butt")
        for end in ends:
            above.disc(*end, 0.13, tint, halo, 0.05)


def bond_broken(sheet: Sheet, overlay: Overlay) -> None:
    """A bond that does not stand: a thin dotted line from unit to unit, crossed out."""
    route = _route(sheet, overlay)
    if len(route) < 2:
        return
    a, b = route[0][1], route[-1][1]
    (x, y), r = along(a, b, 0.5), sheet.u * 0.14
    strokes: list[tuple[Points, float, float, Dash]]
    strokes = [(tidy([along(a, b, 0.26), along(b, a, 0.26)]), 0.1, 0.06, (0.03, 0.14))]
    strokes += [
        (tidy([(x - r, y - r * sign), (x + r, y + r * sign)]), 0.12, 0.07, ()) for sign in (1, -1)
    ]
    for line, wide, core, dash in strokes:
        sheet.above.line(line, sheet.theme.halo, wide, dash)
        sheet.above.line(line, sheet.tint(overlay), core, dash)
