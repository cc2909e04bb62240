"""What is laid over the map for a moment: reach, zones, paths, causes, hints.

Every kind has a pattern or a glyph of its own; colour only helps. Each is drawn in two parts:
what lies under the counters, and what must be seen on top of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tutor.art import routes
from tutor.art.items import (
    Circle,
    Dash,
    Item,
    Point,
    Points,
    Polygon,
    Polygons,
    Polyline,
    Polylines,
    Text,
    fade,
    fit_size,
    text_width,
)
from tutor.art.layout import Layout
from tutor.art.markers import flag
from tutor.art.placelayout import PlaceLayout
from tutor.art.shapes import along, hatch, rounded, tidy
from tutor.art.sheet import Sheet, hatched, rim, saw, strong, tag
from tutor.art.signs import Frame, emblem
from tutor.art.themes import Theme, army
from tutor.art.views import BoardView, Overlay


def overlay_items(
    view: BoardView, layout: Layout, theme: Theme
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    """The items below the counters and those above them."""
    sheet = Sheet(view, layout, theme)
    for overlay in view.overlays:
        _PAINTERS.get(overlay.kind, _plain)(sheet, overlay)
    return tuple(sheet.below), tuple(sheet.above)


# -- areas ---------------------------------------------------------------------------------------


def _wash(sheet: Sheet, labels: Iterable[str], colour: str, opacity: float) -> None:
    rings = tuple(sheet.layout.corners(label) for label in labels)
    if rings:
        sheet.below.append(Polygons(rings, fade(colour, opacity)))


def _labelled(sheet: Sheet, labels: Mapping[str, str], colour: str, dashes: bool) -> None:
    """A label in each hex: in the middle, or above the stack that stands there."""
    theme = sheet.theme
    for label, text in labels.items():
        if not text or label not in sheet.view.board:
            continue
        x, y = sheet.layout.centre(label)
        taken = sheet.taken(label)
        size = fit_size(text, sheet.u * (0.3 if taken else 0.42), sheet.u * 1.3)
        if taken:
            y -= sheet.u * 0.66
        half = text_width(text, size) / 2 + sheet.u * 0.1
        tall = size * 0.72
        plate = rounded(x - half, y - tall, half * 2, tall * 2, tall * 0.9)
        out = sheet.above if taken else sheet.below
        out.append(Polygon(plate, fade(theme.paper, 0.86), colour, sheet.w(0.035)))
        out.append(Text(x, round(y, 2), text, round(size, 2), theme.ink, weight="bold"))
        if dashes:
            # Strategic movement: a double chevron on each side of the cost.
            for way in (-1, 1):
                for step in (0.08, 0.2):
                    px = x + way * half + sheet.u * step * way
                    chevron = [(px - sheet.u * 0.07, y - tall * 0.7), (px, y),
                               (px - sheet.u * 0.07, y + tall * 0.7)]  # fmt: skip
                    out.append(Polyline(tidy(chevron), colour, sheet.w(0.055)))


def _reach(sheet: Sheet, overlay: Overlay) -> None:
    labels = sheet.on_map(overlay.labels())
    green = sheet.theme.reach
    _wash(sheet, labels, green, 0.26)
    lines = rim(sheet.layout, labels, 0.96)
    if lines:
        sheet.below.append(Polylines(lines, green, sheet.w(0.085)))
    _labelled(sheet, overlay.labels(), green, dashes=False)


def _strategic(sheet: Sheet, overlay: Overlay) -> None:
    labels = sheet.on_map(overlay.labels())
    blue = sheet.theme.strategic
    _wash(sheet, labels, blue, 0.2)
    lines = rim(sheet.layout, labels, 0.96)
    if lines:
        dash = (sheet.w(0.26), sheet.w(0.16))
        sheet.below.append(Polylines(lines, blue, sheet.w(0.085), dash, "butt"))
    _labelled(sheet, overlay.labels(), blue, dashes=True)


def _zone(sheet: Sheet, overlay: Overlay) -> None:
    labels = sheet.on_map(overlay.labels())
    colours = army(overlay.palette, sheet.theme)
    tint = strong(colours.body, sheet.theme)
    _wash(sheet, labels, tint, 0.16)
    hatched(sheet, labels, colours.hatch, fade(tint, 0.6 if sheet.theme.dim else 0.8), 0.06, 0.24)
    lines = rim(sheet.layout, labels, 0.95)
    if lines:
        sheet.below.append(Polylines(lines, tint, sheet.w(0.05)))
    _labelled(sheet, overlay.labels(), tint, dashes=False)


def _control(sheet: Sheet, overlay: Overlay) -> None:
    labels = sheet.on_map(overlay.labels())
    colours = army(overlay.palette, sheet.theme)
    tint = strong(colours.body, sheet.theme)
    _wash(sheet, labels, colours.body, 0.22)
    lines = rim(sheet.layout, labels, 0.93)
    if lines:
        dash = (sheet.w(0.05), sheet.w(0.13))
        sheet.below.append(Polylines(lines, tint, sheet.w(0.09), dash))
    for label in labels:
        x, y = sheet.layout.centre(label)
        x, y = round(x - sheet.u * 0.72, 2), round(y, 2)
        sheet.below.append(Circle(x, y, sheet.w(0.17), colours.body, tint, sheet.w(0.035)))
        sheet.below += emblem(colours.emblem, x, y, sheet.u * 0.11, colours.ink, colours.body)


def _area(sheet: Sheet, overlay: Overlay) -> None:
    """Places lit up for the moment: a bright rim, and a number on each where there is one."""
    labels = sheet.on_map(overlay.labels())
    tint = sheet.theme.gold if overlay.kind == "sight-area" else sheet.theme.warn
    _wash(sheet, labels, tint, 0.22)
    lines = rim(sheet.layout, labels, 1.0)
    if lines:
        sheet.below.append(Polylines(lines, fade(sheet.theme.ink, 0.7), sheet.w(0.17)))
        dash = None if overlay.kind == "sight-area" else (sheet.w(0.2), sheet.w(0.12))
        sheet.below.append(Polylines(lines, tint, sheet.w(0.11), dash, "butt"))
    _labelled(sheet, overlay.labels(), tint, dashes=False)


def _range(sheet: Sheet, overlay: Overlay) -> None:
    labels = sheet.on_map(overlay.labels())
    ink = sheet.theme.label
    lines = rim(sheet.layout, labels, 0.9)
    if not lines:
        return
    dash: Dash = (sheet.w(0.5), sheet.w(0.14), sheet.w(0.06), sheet.w(0.14))
    sheet.below.append(Polylines(lines, fade(sheet.theme.halo, 0.8), sheet.w(0.15)))
    sheet.below.append(Polylines(lines, ink, sheet.w(0.065), dash, "butt"))
    if overlay.text:
        x, y = min(lines[0], key=lambda spot: (spot[1], spot[0]))
        tag(sheet, overlay.text, x, y, ink)
    _labelled(sheet, overlay.labels(), ink, dashes=False)


def _field(sheet: Sheet, overlay: Overlay) -> None:
    """What is not in view: shaded and hatched, with the edge of what is seen drawn."""
    seen = set(sheet.on_map(overlay.labels()))
    dark = [label for label in sheet.view.board.hexes if label not in seen] if seen else []
    ink = sheet.theme.label
    _wash(sheet, dark, "#20242c", 0.34)
    hatched(sheet, dark, 45, fade("#0c0f14", 0.55), 0.04, 0.3)
    lines = rim(sheet.layout, tuple(seen), 1.0)
    if lines:
        sheet.below.append(Polylines(lines, fade(sheet.theme.halo, 0.85), sheet.w(0.13)))
        sheet.below.append(Polylines(lines, ink, sheet.w(0.06)))


def _plain(sheet: Sheet, overlay: Overlay) -> None:
    """A kind nobody drew: a dotted outline with its own name on it."""
    labels = sheet.on_map(overlay.labels())
    lines = rim(sheet.layout, labels, 0.92)
    if lines:
        dots = (0.1, sheet.w(0.2))
        sheet.below.append(Polylines(lines, sheet.theme.label, sheet.w(0.1), dots))
        x, y = sheet.layout.centre(labels[0])
        tag(sheet, overlay.text or overlay.kind, x, y, sheet.theme.label)
    _labelled(sheet, overlay.labels(), sheet.theme.label, dashes=False)
    saw(sheet, overlay, sheet.theme.label)
    if overlay.path:
        routes.trace(sheet, overlay)


# -- single hexes --------------------------------------------------------------------------------


def _cause(sheet: Sheet, overlay: Overlay) -> None:
    """The hexes that forbid a move: a cross-hatched band inside the rim, and a warning sign."""
    red, u = sheet.theme.warn, sheet.u
    labels = sheet.on_map(overlay.labels())
    lines = tuple(
        line
        for label in labels
        for angle in (45, 135)
        for line in hatch(sheet.layout.centre(label), u * 0.96, angle, u * 0.13, u * 0.74)
    )
    if lines:
        sheet.below.append(Polylines(lines, fade(red, 0.9), sheet.w(0.035), None, "butt"))
    for label in labels:
        sheet.below.append(Polygon(sheet.layout.inner(label, 0.955), None, red, sheet.w(0.085)))
        x, y = sheet.layout.centre(label)
        sign = Frame(x + u * 0.52, y - u * 0.62, u * 0.3, u * 0.3, u, {})
        sheet.above += sign.draw("part/warning")
    saw(sheet, overlay, red)
    _labelled(sheet, overlay.labels(), red, dashes=False)


def _denied(sheet: Sheet, overlay: Overlay) -> None:
    """The hex that was refused: a no-entry sign on it."""
    red, u = sheet.theme.warn, sheet.u
    for label in sheet.on_map(overlay.labels()):
        x, y = sheet.layout.centre(label)
        if sheet.taken(label):
            x, y, r = x - u * 0.52, y - u * 0.56, u * 0.25
        else:
            r = u * 0.42
        bar = tidy([(x - r * 0.55, y), (x + r * 0.55, y)])
        sheet.above += [
            Polygon(sheet.layout.inner(label, 0.93), None, red, sheet.w(0.1)),
            Circle(round(x, 2), round(y, 2), round(r, 2), red, "#ffffff", sheet.w(0.05)),
            Polyline(bar, "#ffffff", round(r * 0.34, 2), None, "butt"),
        ]


def _selected(sheet: Sheet, overlay: Overlay) -> None:
    """Brackets in the corners of a hex."""
    for label in sheet.on_map(overlay.labels()):
        ring = sheet.layout.inner(label, 0.9)
        brackets = tuple(
            tidy([along(spot, before, 0.26), spot, along(spot, after, 0.26)])
            for before, spot, after in _corners_of(ring)
        )
        sheet.below.append(Polygon(sheet.layout.corners(label), fade("#7fd4ff", 0.22)))
        sheet.above.append(Polylines(brackets, "#12324a", sheet.w(0.15)))
        sheet.above.append(Polylines(brackets, "#7fd4ff", sheet.w(0.085)))


def _corners_of(ring: Points) -> Iterable[tuple[Point, Point, Point]]:
    """Every corner of a ring between its neighbours."""
    return zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)


def _goal(sheet: Sheet, overlay: Overlay) -> None:
    gold, ink, u = sheet.theme.gold, "#2a1c00", sheet.u
    for label, text in overlay.labels().items():
        if label not in sheet.view.board:
            continue
        x, y = sheet.layout.centre(label)
        dash = (sheet.w(0.02), sheet.w(0.15))
        ring = sheet.layout.inner(label, 0.9)
        closed = (*ring, ring[0])
        sheet.below.append(Polygon(sheet.layout.corners(label), fade(gold, 0.2)))
        sheet.below.append(Polyline(closed, ink, sheet.w(0.12), dash))
        sheet.below.append(Polyline(closed, gold, sheet.w(0.075), dash))
        fx, fy = (x + u * 0.55, y - u * 0.52) if sheet.taken(label) else (x + u * 0.1, y - u * 0.1)
        sheet.above += flag(fx, fy, u * (0.3 if sheet.taken(label) else 0.42), gold, ink)
        if text:
            tag(sheet, text, x, y + u * 0.62, gold)


def _target(sheet: Sheet, overlay: Overlay) -> None:
    """A reticle: ring and four ticks."""
    red, u = sheet.theme.warn, sheet.u
    for label, text in overlay.labels().items():
        if label not in sheet.view.board:
            continue
        x, y = sheet.layout.centre(label)
        ticks = tuple(
            tidy([(x + dx * u * 0.76, y + dy * u * 0.76), (x + dx * u * 0.99, y + dy * u * 0.99)])
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
        if isinstance(sheet.layout, PlaceLayout) and sheet.layout.spot(label).kind != "space":
            ring = sheet.layout.inner(label, 1.03)
            sheet.above.append(Polygon(ring, None, sheet.theme.halo, sheet.w(0.13)))
            sheet.above.append(Polygon(ring, None, red, sheet.w(0.07)))
            if text:
                tag(sheet, text, x, y - u * 0.72, red)
            continue
        r = sheet.w(0.86)  # outside the numbers of a counter
        for tint, wide in ((sheet.theme.halo, 0.13), (red, 0.07)):
            sheet.above.append(Circle(x, y, r, None, tint, sheet.w(wide)))
            sheet.above.append(Polylines(ticks, tint, sheet.w(wide)))
        if text:
            tag(sheet, text, x, y - u * 0.72, red)


_PAINTERS: Mapping[str, Callable[[Sheet, Overlay], None]] = {
    "reach": _reach,
    "reach-strategic": _strategic,
    "zoc": _zone,
    "control": _control,
    "field": _field,
    "range": _range,
    "sight-area": _area,
    "cause-area": _area,
    "cause": _cause,
    "denied": _denied,
    "selected": _selected,
    "goal": _goal,
    "target": _target,
    "path": routes.path,
    "trace": routes.trace,
    "arrow": routes.arrow,
    "sight": routes.sight,
    "bond": routes.bond,
    "bond-broken": routes.bond_broken,
    "trace-road": routes.trace_road,
}
KINDS = tuple(_PAINTERS)
