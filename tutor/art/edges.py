"""Entry areas: the letter of each beside the hexes it touches, on a line in its side's colour."""

from __future__ import annotations

import math

from engine.board import Board
from tutor.art.items import Item, words
from tutor.art.layer import Layer
from tutor.art.layout import Layout
from tutor.art.themes import Theme, army

SHORT = 2
"""Longer names are told elsewhere."""


def areas(board: Board, layout: Layout, theme: Theme) -> list[Item]:
    """The outer sides of all hexes that an area touches, and its letter outside each."""
    out = Layer(layout.size)
    written: dict[str, int] = {}
    for area in board.areas.values():
        if len(area.name) > SHORT:
            continue
        colours = army(area.id.partition("-")[0], theme)
        touched = [hex for hex in area.touches if hex in board]
        lines = tuple(layout.side_ends(hex, side) for hex in touched for side in _open(board, hex))
        out.lines(lines, theme.ink, 0.13)
        out.lines(lines, colours.body, 0.08)
        for hex in touched:
            if _open(board, hex):
                _letter(out, layout, hex, area.name, written.get(hex, 0), theme)
                written[hex] = written.get(hex, 0) + 1
    return out


def _open(board: Board, hex: str) -> list[int]:
    """The sides of a hex behind which there is no map."""
    row = board.index[hex] * 6
    return [side for side in range(6) if board.neighbour_at[row + side] < 0]


def _letter(out: Layer, layout: Layout, hex: str, name: str, number: int, theme: Theme) -> None:
    """The letter outside a hex; a corner hex of two areas has one at each end of its rim."""
    u, (x, y) = layout.size, layout.centre(hex)
    sides = _open(layout.board, hex)
    side = sides[0] if number else sides[-1]
    if number == 0 and len(sides) > 1:
        dx = sum(math.cos(layout.outward(s)) for s in sides)
        dy = sum(math.sin(layout.outward(s)) for s in sides)
    else:
        dx, dy = math.cos(layout.outward(side)), math.sin(layout.outward(side))
    long = math.hypot(dx, dy) or 1.0
    r = u * 0.3
    x, y = x + dx / long * u * 1.12, y + dy / long * u * 1.12
    x = min(max(x, r + 1), layout.map_width - r - 1)
    y = min(max(y, r + 1), layout.map_height - r - 1)
    out.disc(x, y, 0.3, theme.paper, theme.ink, 0.03)
    out.append(words(x, y, name, r * 1.35, theme.ink))
