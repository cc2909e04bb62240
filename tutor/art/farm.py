"""The ground of a firefight, where a hex is fifty paces: hills, gullies, single houses, corn."""

from __future__ import annotations

from engine.board import Board
from tutor.art.items import Item, Polygon, Polygons, Polyline, Polylines, Text, fade, mix
from tutor.art.layout import Layout
from tutor.art.shapes import along, tidy
from tutor.art.sheet import rim
from tutor.art.themes import Theme, ground

HILL, GULLY, ROOFS = "#9a6a2f", "#4a4034", {"wooden-building": 1, "stone-building": 2}


def relief(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """Hills as two tints with ticks down the slope; gullies and ditches sunk in (11.0, 18.3)."""
    one, two = board.tagged("level-1"), board.tagged("level-2")
    deep = board.tagged("gully") | board.tagged("gully-end")
    items: list[Item] = []
    for labels, share in ((one | two, 0.26), (two, 0.3)):
        if labels:
            rings = tuple(layout.corners(label) for label in sorted(labels))
            items.append(Polygons(rings, fade(HILL, share)))
            items += _ticks(board, layout, labels, 1, theme)
    if deep:
        rings = tuple(layout.corners(label) for label in sorted(deep))
        items.append(Polygons(rings, fade(GULLY, 0.5)))
        items += _ticks(board, layout, deep, -1, theme)
    for label in sorted(board.tagged("ditch")):
        items += _ditch(layout, label, theme)
    u = layout.size
    for labels, text in ((one - two, "1"), (two, "2")):
        for label in sorted(labels):
            x, y = layout.centre(label)
            ink = mix(HILL, theme.label, 0.35)
            spot = (round(x, 2), round(y + u * 0.7, 2))
            items.append(Text(*spot, text, round(u * 0.26, 2), ink, weight="bold"))
    return items


def _ticks(
    board: Board, layout: Layout, labels: frozenset[str], way: int, theme: Theme
) -> list[Item]:
    """The edge of a height with ticks down its slope; those of a gully point into it."""
    ink = mix(HILL if way > 0 else GULLY, theme.label, 0.25)
    lines = []
    for label in sorted(labels):
        cx, cy = layout.centre(label)
        inside = {
            board.direction(label, near) for near in board.neighbours(label) if near in labels
        }
        for direction in set(range(6)) - inside:
            a, b = layout.side_ends(label, direction)
            for number in range(1, 6):
                foot = along(a, b, number / 6)
                reach = -0.16 if way > 0 else 0.2
                tip = along(foot, (cx, cy), reach)
                lines.append(tidy([foot, tip]))
    u = layout.size
    return [
        Polylines(tuple(lines), ink, round(u * 0.035, 2)),
        Polylines(rim(layout, labels, 1.0), ink, round(u * 0.07, 2)),
    ]


def _ditch(layout: Layout, label: str, theme: Theme) -> list[Item]:
    x, y = layout.centre(label)
    u = layout.size
    teeth = [(x + (n - 4) * 0.19 * u, y + (0.16 if n % 2 else -0.16) * u) for n in range(9)]
    return [
        Polyline(tidy(teeth), fade(GULLY, 0.75), round(u * 0.3, 2)),
        Polyline(tidy(teeth), theme.label, round(u * 0.06, 2)),
    ]


def houses(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """One house a hex: brown and gabled of wood, grey and walled of stone (4.0)."""
    items: list[Item] = []
    u = layout.size
    for label in board.hexes:
        kind = board.terrain(label)
        if kind not in ROOFS:
            continue
        colours = ground(kind, theme)
        x, y = layout.centre(label)
        stone = kind == "stone-building"
        for dx, dy, wide, high in ((-0.16, -0.12, 0.44, 0.32), (0.3, 0.28, 0.3, 0.26)):
            cx, cy = x + dx * u, y + dy * u
            w, h = wide * u, high * u
            shape = tidy([(cx - w, cy - h), (cx + w, cy - h), (cx + w, cy + h), (cx - w, cy + h)])
            cast = tuple((px + 0.06 * u, py + 0.08 * u) for px, py in shape)
            items.append(Polygon(tidy(cast), fade("#000000", 0.25)))
            items.append(
                Polygon(shape, colours.mid, colours.dark, round(u * (0.1 if stone else 0.05), 2))
            )
            ridge = tidy([(cx - w * 0.85, cy), (cx + w * 0.85, cy)])
            items.append(Polyline(ridge, colours.dark, round(u * 0.05, 2)))
            if not stone:
                for share in (-0.6, -0.2, 0.2, 0.6):
                    beam = tidy([(cx + w * share, cy - h), (cx + w * share, cy + h)])
                    items.append(Polyline(beam, fade(colours.dark, 0.5), round(u * 0.03, 2)))
    return items


def corn(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """High corn: ranks of green stalks with leaves, unlike the low wheat (4.0)."""
    u, stalks, leaves = (
        layout.size,
        list[tuple[tuple[float, float], ...]](),
        list[tuple[tuple[float, float], ...]](),
    )
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
                leaves.append(
                    tidy([(px - 0.07 * u, py - 0.1 * u), (px, py), (px + 0.07 * u, py - 0.1 * u)])
                )
    if not stalks:
        return []
    colours = ground("corn", theme)
    return [
        Polylines(tuple(stalks), colours.dark, round(u * 0.05, 2)),
        Polylines(tuple(leaves), colours.mid, round(u * 0.045, 2)),
    ]
