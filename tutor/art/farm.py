"""The ground of a firefight, where a hex is fifty paces: hills, gullies, single houses, corn."""

from __future__ import annotations

from engine.board import Board
from tutor.art.items import Item, Points, Polygon, fade, mix, words
from tutor.art.layer import Layer
from tutor.art.layout import Layout
from tutor.art.shapes import along, tidy
from tutor.art.sheet import rim
from tutor.art.themes import Theme, ground

HILL, GULLY, ROOFS = "#9a6a2f", "#4a4034", ("wooden-building", "stone-building")


def relief(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """Hills as two tints with ticks down the slope; gullies and ditches sunk in (11.0, 18.3)."""
    out, u = Layer(layout.size), layout.size
    one, two = board.tagged("level-1"), board.tagged("level-2")
    deep = board.tagged("gully") | board.tagged("gully-end")
    for labels, earth, share, way in (
        (one | two, HILL, 0.26, -0.16), (two, HILL, 0.3, -0.16), (deep, GULLY, 0.5, 0.2)
    ):  # fmt: skip
        if labels:
            out.shapes(tuple(layout.corners(label) for label in sorted(labels)), fade(earth, share))
            _ticks(out, layout, labels, way, mix(earth, theme.label, 0.25))
    for label in sorted(board.tagged("ditch")):
        x, y = layout.centre(label)
        teeth = [(x + (n - 4) * 0.19 * u, y + (0.16 if n % 2 else -0.16) * u) for n in range(9)]
        out.line(tidy(teeth), fade(GULLY, 0.75), 0.3)
        out.line(tidy(teeth), theme.label, 0.06)
    for labels, text in ((one - two, "1"), (two, "2")):
        for label in sorted(labels):
            x, y = layout.centre(label)
            out.append(words(x, y + u * 0.7, text, u * 0.26, mix(HILL, theme.label, 0.35)))
    return out


def _ticks(out: Layer, layout: Layout, labels: frozenset[str], way: float, ink: str) -> None:
    """The edge of a height with ticks down its slope; those of a gully point into it."""
    board, lines = layout.board, list[Points]()
    for label in sorted(labels):
        inside = {
            board.direction(label, near) for near in board.neighbours(label) if near in labels
        }
        for direction in set(range(6)) - inside:
            a, b = layout.side_ends(label, direction)
            for number in range(1, 6):
                foot = along(a, b, number / 6)
                lines.append(tidy([foot, along(foot, layout.centre(label), way)]))
    out.lines(tuple(lines), ink, 0.035)
    out.lines(rim(layout, labels, 1.0), ink, 0.07)


def houses(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """One house a hex: brown and gabled of wood, grey and walled of stone (4.0)."""
    out, u = Layer(layout.size), layout.size
    for label in board.hexes:
        kind = board.terrain(label)
        if kind not in ROOFS:
            continue
        colours = ground(kind, theme)
        x, y = layout.centre(label)
        stone = kind == "stone-building"
        for dx, dy, wide, high in ((-0.16, -0.12, 0.44, 0.32), (0.3, 0.28, 0.3, 0.26)):
            cx, cy, w, h = x + dx * u, y + dy * u, wide * u, high * u
            shape = tidy([(cx - w, cy - h), (cx + w, cy - h), (cx + w, cy + h), (cx - w, cy + h)])
            cast = tidy((px + 0.06 * u, py + 0.08 * u) for px, py in shape)
            out.append(Polygon(cast, fade("#000000", 0.25)))
            out.shape(shape, colours.mid, colours.dark, 0.1 if stone else 0.05)
            out.line(tidy([(cx - w * 0.85, cy), (cx + w * 0.85, cy)]), colours.dark, 0.05)
            for share in () if stone else (-0.6, -0.2, 0.2, 0.6):
                beam = tidy([(cx + w * share, cy - h), (cx + w * share, cy + h)])
                out.line(beam, fade(colours.dark, 0.5), 0.03)
    return out


def corn(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """High corn: ranks of green stalks with leaves, unlike the low wheat (4.0)."""
    u, stalks, leaves = layout.size, list[Points](), list[Points]()
    for label in board.hexes:
        if board.terrain(label) != "corn":
            continue
        x, y = layout.centre(label)
        for row in range(-2, 3):
            for column in range(-3, 4):
                px = x + (column + (0.5 if row % 2 else 0.0)) * 0.23 * u
                py = y + row * 0.3 * u + 0.1 * u
                if abs(px - x) + abs(py - y) * 0.55 > 0.82 * u:
                    continue
                stalks.append(tidy([(px, py + 0.1 * u), (px, py - 0.14 * u)]))
                tips = [(px - 0.07 * u, py - 0.1 * u), (px, py), (px + 0.07 * u, py - 0.1 * u)]
                leaves.append(tidy(tips))
    out, colours = Layer(u), ground("corn", theme)
    out.lines(tuple(stalks), colours.dark, 0.05)
    out.lines(tuple(leaves), colours.mid, 0.045)
    return out
