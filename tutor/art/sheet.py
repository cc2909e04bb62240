"""The sheet that overlays are drawn on, and the strokes that several of them share."""

from __future__ import annotations

import math
from collections.abc import Iterable

from engine.hexes import opposite
from tutor.art.items import (
    Point,
    Points,
    mix,
    text_width,
    words,
)
from tutor.art.layer import Layer
from tutor.art.layout import Layout
from tutor.art.placelayout import PlaceLayout
from tutor.art.shapes import hatch, rounded, tidy, zigzag
from tutor.art.themes import Theme, army
from tutor.art.views import BoardView, Overlay


class Sheet:
    """Where the overlays of a view are drawn: items below the counters and items above them."""

    def __init__(self, view: BoardView, layout: Layout, theme: Theme) -> None:
        self.view, self.layout, self.theme = view, layout, theme
        self.u = layout.size
        self.below, self.above = Layer(self.u), Layer(self.u)

    def on_map(self, labels: Iterable[str]) -> list[str]:
        """The labels that are hexes of this board."""
        return [label for label in labels if label in self.view.board]

    def taken(self, label: str) -> bool:
        """Whether counters stand in a hex."""
        return bool(self.view.counters.get(label))

    def tint(self, overlay: Overlay, usual: str = "") -> str:
        """The colour of the side that an overlay belongs to, or the usual one where it has none."""
        if usual and not overlay.palette:
            return usual
        return strong(army(overlay.palette, self.theme).body, self.theme)


def rim(layout: Layout, labels: Iterable[str], share: float = 1.0) -> tuple[Points, ...]:
    """The outer sides of an area, joined into lines; a share below 1 draws them further in."""
    if isinstance(layout, PlaceLayout):
        return layout.rims(list(labels), share)
    board, inside = layout.board, set(labels)
    sides: dict[Point, tuple[Point, str]] = {}
    # In order, or the same area would be another picture the next time it is drawn.
    for label in sorted(inside):
        base = board.index[label] * 6
        for direction in range(6):
            other = board.neighbour_at[base + direction]
            if other < 0 or board.hexes[other] not in inside:
                start, end = layout.side_ends(label, direction)
                # Two areas that touch at a corner only would share its key: keep them apart.
                key = start if start not in sides else (start[0] + 1e-6, start[1])
                sides[key] = (end, label)
    lines: list[Points] = []
    while sides:
        start = next(iter(sides))
        line, spot = [start], start
        while spot in sides:
            end, label = sides.pop(spot)
            line.append(end)
            spot = end
        lines.append(tuple(line))
    return tuple(_drawn_in(line, layout.size * (1 - share)) for line in lines)


def _drawn_in(line: Points, by: float) -> Points:
    """A closed clockwise ring moved inwards, corner by corner."""
    if by <= 0 or len(line) < 4:
        return line
    ring = line[:-1] if line[0] == line[-1] else line
    moved = []
    for number, (x, y) in enumerate(ring):
        (ax, ay), (bx, by_) = ring[number - 1], ring[(number + 1) % len(ring)]
        ux, uy = _unit(x - ax, y - ay)
        vx, vy = _unit(bx - x, by_ - y)
        nx, ny = -(uy + vy), ux + vx
        far = max(1e-6, (nx * -uy + ny * ux))
        moved.append((x + nx / far * by, y + ny / far * by))
    return tidy([*moved, moved[0]])


def _unit(x: float, y: float) -> Point:
    far = math.hypot(x, y) or 1.0
    return x / far, y / far


def hatched(
    sheet: Sheet, labels: Iterable[str], angle: float, colour: str, width: float, gap: float
) -> None:
    """Parallel lines over hexes."""
    u, centre = sheet.u, sheet.layout.centre
    lines = (line for label in labels for line in hatch(centre(label), u * 0.97, angle, u * gap))
    sheet.below.lines(tuple(lines), colour, width, cap="butt")


def strong(colour: str, theme: Theme) -> str:
    """A counter's colour, strong enough for lines on the map."""
    return mix(colour, "#ffffff", 0.25) if theme.dim else mix(colour, "#1d1206", 0.42)


def tag(sheet: Sheet, text: str, x: float, y: float, colour: str) -> None:
    """A label on a plate, kept inside the picture."""
    size = round(sheet.u * 0.28, 2)
    half = text_width(text, size) / 2 + sheet.u * 0.12
    x = min(max(x, half + 2), sheet.layout.width - half - 2)
    y = min(max(y, size), sheet.layout.height - size)
    plate = rounded(x - half, y - size * 0.75, half * 2, size * 1.5, size * 0.4)
    sheet.above.shape(plate, sheet.theme.paper, colour, 0.045)
    sheet.above.append(words(x, y, text, size, sheet.theme.ink))


def ends_of(sheet: Sheet, overlay: Overlay) -> list[tuple[Point, Point]]:
    """Both ends of each hexside an overlay names, every side once."""
    board, ends = sheet.view.board, []
    seen: set[tuple[str, int]] = set()
    for label, direction in overlay.sides:
        if label not in board:
            continue
        other = board.neighbour_at[board.index[label] * 6 + direction]
        twin = (board.hexes[other], opposite(direction)) if other >= 0 else None
        if (label, direction) not in seen and twin not in seen:
            ends.append(sheet.layout.side_ends(label, direction))
        seen.add((label, direction))
    return ends


def saw(sheet: Sheet, overlay: Overlay, colour: str) -> None:
    """Single hexsides: a saw line along each."""
    for a, b in ends_of(sheet, overlay):
        teeth = zigzag(a, b, 5, sheet.u * 0.09)
        sheet.above.line(teeth, sheet.theme.halo, 0.16)
        sheet.above.line(teeth, colour, 0.085)
