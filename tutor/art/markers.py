"""Small markers in a hex: who controls it, what stands there, what is to be won."""

from __future__ import annotations

from tutor.art.items import Item, Point, fade, mix
from tutor.art.layout import Layout
from tutor.art.signs import emblem, signs, square
from tutor.art.themes import Theme, army
from tutor.art.views import BoardView, MarkerView
from tutor.art.works import KINDS as WORKS

_KINDS = signs("marker")
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
    kind, text, colours = marker.kind, marker.text, army(marker.palette, theme)
    if kind == "stand-fast":
        text = text or "!"
    elif kind not in _KINDS:
        text = text or kind[:4].title()
    frame = square(
        x, y, r, text, rim=round(max(0.8, r * 0.1), 2),
        body=colours.body, ink=colours.ink, gold=theme.gold, paper=theme.paper, pen=theme.ink,
        pale=mix(colours.body, "#ffffff", 0.35), palest=mix(colours.body, "#ffffff", 0.6),
        broken=mix(colours.body, "#fff4ee", 0.5),
    )  # fmt: skip
    items = frame.draw(f"marker/{kind}" if kind in _KINDS else "part/plate")
    spot, share = (x, y - 0.02 * r), 0.5
    if kind == "control":
        spot, share = frame.at((0.06, -0.25))[0], 0.34
    elif kind != "source" and (kind != "fortress" or text):
        return items
    return items + emblem(colours.emblem, *spot, r * share, colours.ink, colours.body)


def flag(x: float, y: float, r: float, fill: str, ink: str) -> list[Item]:
    """A swallow-tailed flag on its pole, for goals."""
    return square(x, y, r, body=fill, ink=ink, shade=fade(ink, 0.4)).draw("part/flag")
