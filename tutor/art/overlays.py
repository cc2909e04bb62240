"""What is laid over the map for a moment: reach, zones, paths, causes, hints.

Every kind has a pattern or a glyph of its own; colour only helps. Each is drawn in two parts:
what lies under the counters, and what must be seen on top of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from tutor.art import routes
from tutor.art.items import (
    Dash,
    Item,
    Points,
    Polygon,
    Polygons,
    Text,
    fade,
    fit_size,
    text_width,
    words,
)
from tutor.art.layout import Layout
from tutor.art.markers import flag
from tutor.art.placelayout import PlaceLayout
from tutor.art.shapes import along, hatch, rounded, tidy
from tutor.art.sheet import Sheet, ends_of, hatched, rim, saw, tag
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


@dataclass(frozen=True, slots=True)
class Area:
    """How an area looks: its colour in the theme (its side's if none), wash, hatching and rim.

    The rim is drawn `share` of the way out, with one stroke over the other: colour, opacity,
    width, dashes, ends.
    """

    colour: str
    wash: float
    share: float
    strokes: tuple[tuple[str, float, float, Dash, str], ...]
    hatched: bool = False
    labelled: bool = True


_LIT = (("ink", 0.7, 0.17, (), "round"),)
AREAS: Mapping[str, Area] = {
    "reach": Area("reach", 0.26, 0.96, (("", 1, 0.085, (), "round"),)),
    "reach-strategic": Area("strategic", 0.2, 0.96, (("", 1, 0.085, (0.26, 0.16), "butt"),)),
    "zoc": Area("", 0.16, 0.95, (("", 1, 0.05, (), "round"),), hatched=True),
    "control": Area("", 0.22, 0.93, (("", 1, 0.09, (0.05, 0.13), "round"),), labelled=False),
    # places lit up for the moment: a bright rim, and a number on each where there is one
    "sight-area": Area("gold", 0.22, 1.0, (*_LIT, ("", 1, 0.11, (), "butt"))),
    "cause-area": Area("warn", 0.22, 1.0, (*_LIT, ("", 1, 0.11, (0.2, 0.12), "butt"))),
    "range": Area(
        "label", 0.0, 0.9,
        (("halo", 0.8, 0.15, (), "round"), ("", 1, 0.065, (0.5, 0.14, 0.06, 0.14), "butt")),
    ),
}  # fmt: skip


def _area(sheet: Sheet, overlay: Overlay) -> None:
    area, theme = AREAS[overlay.kind], sheet.theme
    labels, colours = sheet.on_map(overlay.labels()), army(overlay.palette, theme)
    tint = getattr(theme, area.colour) if area.colour else sheet.tint(overlay)
    if area.wash:
        _wash(sheet, labels, colours.body if overlay.kind == "control" else tint, area.wash)
    if area.hatched:
        hatched(sheet, labels, colours.hatch, fade(tint, 0.6 if theme.dim else 0.8), 0.06, 0.24)
    lines = rim(sheet.layout, labels, area.share)
    for name, opacity, width, dash, cap in area.strokes:
        ink = fade(getattr(theme, name), opacity) if name else tint
        sheet.below.lines(lines, ink, width, dash, cap)
    if overlay.kind == "control":
        for label in labels:
            x, y = sheet.layout.centre(label)
            x, y = round(x - sheet.u * 0.72, 2), round(y, 2)
            sheet.below.disc(x, y, 0.17, colours.body, tint, 0.035)
            sheet.below += emblem(colours.emblem, x, y, sheet.u * 0.11, colours.ink, colours.body)
    elif overlay.kind == "range" and overlay.text and lines:
        tag(sheet, overlay.text, *min(lines[0], key=lambda spot: (spot[1], spot[0])), tint)
    if area.labelled:
        _labelled(sheet, overlay.labels(), tint, dashes=overlay.kind == "reach-strategic")


ORIGINS: Mapping[str, tuple[str, int]] = {"rulebook": ("gold", 0), "geodata": ("strategic", 45)}
"""Where a map's hexes come from: the colour, and how it is hatched; anything else by its name."""


def _origin(sheet: Sheet, overlay: Overlay) -> None:
    """What has one origin: a wash and a ring in each hex, a stroke with a rim along each side."""
    name, angle = ORIGINS.get(overlay.text, ("reach", 135))
    tint, labels = getattr(sheet.theme, name), sheet.on_map(overlay.labels())
    _wash(sheet, labels, tint, 0.34)
    if angle:
        hatched(sheet, labels, angle, fade(tint, 0.8), 0.06, 0.26)
    for label in labels:
        sheet.below.shape(sheet.layout.inner(label, 0.9), None, tint, 0.12)
    sides = tuple(tidy(ends) for ends in ends_of(sheet, overlay))
    for ink, wide in ((fade(sheet.theme.ink, 0.8), 0.36), (tint, 0.24)):
        sheet.below.lines(sides, ink, wide, (), "round")


def _wash(sheet: Sheet, labels: Iterable[str], colour: str, opacity: float) -> None:
    rings = tuple(sheet.layout.corners(label) for label in labels)
    if rings:
        sheet.below.append(Polygons(rings, fade(colour, opacity)))


def _labelled(sheet: Sheet, labels: Mapping[str, str], colour: str, dashes: bool = False) -> None:
    """A label in each hex: in the middle, or above the stack that stands there."""
    u, theme = sheet.u, sheet.theme
    # like with like, so that they go out together: no label reaches to another
    plates: dict[bool, list[Points]] = {False: [], True: []}
    texts: dict[bool, list[Text]] = {False: [], True: []}
    chevrons: dict[bool, list[Points]] = {False: [], True: []}
    for label, text in labels.items():
        if not text or label not in sheet.view.board:
            continue
        x, y = sheet.layout.centre(label)
        taken = sheet.taken(label)
        size = fit_size(text, u * (0.3 if taken else 0.42), u * 1.3)
        if taken:
            y -= u * 0.66
        half = text_width(text, size) / 2 + u * 0.1
        tall = size * 0.72
        plates[taken].append(rounded(x - half, y - tall, half * 2, tall * 2, tall * 0.9))
        texts[taken].append(words(x, y, text, size, theme.ink, room=1.3 * u))
        # Strategic movement: a double chevron on each side of the cost.
        for way, step in product((-1, 1), (0.08, 0.2)) if dashes else ():
            px = x + way * half + u * step * way
            back = px - u * 0.07
            chevrons[taken].append(tidy([(back, y - tall * 0.7), (px, y), (back, y + tall * 0.7)]))
    for taken, out in ((False, sheet.below), (True, sheet.above)):
        out.shapes(tuple(plates[taken]), fade(theme.paper, 0.86))
        for plate in plates[taken]:
            out.shape(plate, None, colour, 0.035)
        out += texts[taken]
        out.lines(tuple(chevrons[taken]), colour, 0.055)


def _field(sheet: Sheet, overlay: Overlay) -> None:
    """What is not in view: shaded and hatched, with the edge of what is seen drawn."""
    seen = set(sheet.on_map(overlay.labels()))
    dark = [label for label in sheet.view.board.hexes if label not in seen] if seen else []
    _wash(sheet, dark, "#20242c", 0.34)
    hatched(sheet, dark, 45, fade("#0c0f14", 0.55), 0.04, 0.3)
    lines = rim(sheet.layout, tuple(seen), 1.0)
    sheet.below.lines(lines, fade(sheet.theme.halo, 0.85), 0.13)
    sheet.below.lines(lines, sheet.theme.label, 0.06)


def _plain(sheet: Sheet, overlay: Overlay) -> None:
    """A kind nobody drew: a dotted outline with its own name on it."""
    labels, ink = sheet.on_map(overlay.labels()), sheet.theme.label
    lines = rim(sheet.layout, labels, 0.92)
    sheet.below.lines(lines, ink, 0.1, (0.1 / sheet.u, 0.2))
    if lines:
        tag(sheet, overlay.text or overlay.kind, *sheet.layout.centre(labels[0]), ink)
    _labelled(sheet, overlay.labels(), ink)
    saw(sheet, overlay, ink)
    if overlay.path:
        routes.trace(sheet, overlay)


# -- single hexes --------------------------------------------------------------------------------


def _cause(sheet: Sheet, overlay: Overlay) -> None:
    """The hexes that forbid a move: a cross-hatched band inside the rim, and a warning sign."""
    red, u = sheet.theme.warn, sheet.u
    labels = sheet.on_map(overlay.labels())
    lines = tuple(
        line
        for label, angle in product(labels, (45, 135))
        for line in hatch(sheet.layout.centre(label), u * 0.96, angle, u * 0.13, u * 0.74)
    )
    sheet.below.lines(lines, fade(red, 0.9), 0.035, cap="butt")
    for label in labels:
        sheet.below.shape(sheet.layout.inner(label, 0.955), None, red, 0.085)
        x, y = sheet.layout.centre(label)
        sign = Frame(x + u * 0.52, y - u * 0.62, u * 0.3, u * 0.3, u, {})
        sheet.above += sign.draw("part/warning")
    saw(sheet, overlay, red)
    _labelled(sheet, overlay.labels(), red)


def _wet(sheet: Sheet, overlay: Overlay) -> None:
    """What is being drawn and is not there yet: hexes, sides and a way in one bright colour."""
    gold, ink = sheet.theme.gold, "#2a1c00"
    labels = sheet.on_map(overlay.labels())
    _wash(sheet, labels, gold, 0.34)
    rims = rim(sheet.layout, labels, 0.97)
    spots = tidy([sheet.layout.centre(label) for label in sheet.on_map(overlay.path)])
    for colour, wide in ((ink, 0.2), (gold, 0.12)):
        sheet.above.lines(rims, colour, wide * 0.6)
        sheet.above.lines(tuple(tidy(ends) for ends in ends_of(sheet, overlay)), colour, wide)
        if len(spots) > 1:
            sheet.above.line(spots, colour, wide)
        sheet.above.discs(spots[-1:], wide, colour)


def _denied(sheet: Sheet, overlay: Overlay) -> None:
    """The hex that was refused: a no-entry sign on it."""
    red, u = sheet.theme.warn, sheet.u
    for label in sheet.on_map(overlay.labels()):
        (x, y), r = sheet.layout.centre(label), 0.42
        if sheet.taken(label):
            x, y, r = x - u * 0.52, y - u * 0.56, 0.25
        bar = tidy([(x - r * u * 0.55, y), (x + r * u * 0.55, y)])
        sheet.above.shape(sheet.layout.inner(label, 0.93), None, red, 0.1)
        sheet.above.disc(x, y, r, red, "#ffffff", 0.05)
        sheet.above.line(bar, "#ffffff", r * 0.34, cap="butt")


def _selected(sheet: Sheet, overlay: Overlay) -> None:
    """Brackets in the corners of a hex."""
    for label in sheet.on_map(overlay.labels()):
        ring = sheet.layout.inner(label, 0.9)
        brackets = tuple(
            tidy([along(spot, before, 0.26), spot, along(spot, after, 0.26)])
            for before, spot, after in zip(
                (ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True
            )
        )
        sheet.below.append(Polygon(sheet.layout.corners(label), fade("#7fd4ff", 0.22)))
        sheet.above.lines(brackets, "#12324a", 0.15)
        sheet.above.lines(brackets, "#7fd4ff", 0.085)


def _goal(sheet: Sheet, overlay: Overlay) -> None:
    gold, ink, u, told = sheet.theme.gold, "#2a1c00", sheet.u, overlay.labels()
    for label in sheet.on_map(told):
        x, y = sheet.layout.centre(label)
        ring = sheet.layout.inner(label, 0.9)
        closed = (*ring, ring[0])
        sheet.below.append(Polygon(sheet.layout.corners(label), fade(gold, 0.2)))
        sheet.below.line(closed, ink, 0.12, (0.02, 0.15))
        sheet.below.line(closed, gold, 0.075, (0.02, 0.15))
        if sheet.taken(label):
            sheet.above += flag(x + u * 0.55, y - u * 0.52, u * 0.3, gold, ink)
        else:
            sheet.above += flag(x + u * 0.1, y - u * 0.1, u * 0.42, gold, ink)
        if told[label]:
            tag(sheet, told[label], x, y + u * 0.62, gold)


def _target(sheet: Sheet, overlay: Overlay) -> None:
    """A reticle: ring and four ticks; about a place that is no hex its own outline."""
    red, u, told, above = sheet.theme.warn, sheet.u, overlay.labels(), sheet.above
    for label in sheet.on_map(told):
        x, y = sheet.layout.centre(label)
        ticks = tuple(
            tidy([(x + dx * u * 0.76, y + dy * u * 0.76), (x + dx * u * 0.99, y + dy * u * 0.99)])
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        )
        for tint, wide in ((sheet.theme.halo, 0.13), (red, 0.07)):
            if isinstance(sheet.layout, PlaceLayout) and sheet.layout.spot(label).kind != "space":
                above.shape(sheet.layout.inner(label, 1.03), None, tint, wide)
            else:
                above.disc(x, y, 0.86, None, tint, wide)  # outside the numbers of a counter
                above.lines(ticks, tint, wide)
        if told[label]:
            tag(sheet, told[label], x, y - u * 0.72, red)


_PAINTERS: Mapping[str, Callable[[Sheet, Overlay], None]] = {
    **dict.fromkeys(AREAS, _area),
    "origin": _origin,
    "field": _field,
    "cause": _cause,
    "denied": _denied,
    "wet": _wet,
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
