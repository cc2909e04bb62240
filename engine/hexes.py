"""Hexagon geometry: cells, directions, distances, lines and printed labels.

A cell is a pair of axial coordinates (q, r) of a flat-topped hex grid. Printed maps number
their hexes instead: `CCRR` ("1522" is column 15, row 22, odd columns half a hex lower), letter and
number (`H5`), or `RRCC` ("6122" is row 61 counted northwards, hex 22 eastwards): such a map is
turned a quarter to the left, so that hexes have their points at the top and north is up. Nothing
here knows a map or a rule.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

Cell = tuple[int, int]

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
OFFSETS: tuple[Cell, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
LABEL_STYLES = ("CCRR", "A1", "RRCC")
TURNED = "RRCC"
TURNED_DIRECTIONS = ("W", "NW", "NE", "E", "SE", "SW")
"""The same six on a turned map, in the same order."""

_CCRR = re.compile(r"(\d\d)(\d\d)")
_A1 = re.compile(r"([A-Z]{1,2})(\d{1,2})")


def directions(style: str) -> tuple[str, ...]:
    """What the six sides of a hex are called on a map of a style."""
    return TURNED_DIRECTIONS if style == TURNED else DIRECTIONS


def opposite(direction: int) -> int:
    """The direction that points back across the same hexside."""
    return (direction + 3) % 6


def step(cell: Cell, direction: int) -> Cell:
    """The neighbour of a cell in a direction (an index into DIRECTIONS)."""
    dq, dr = OFFSETS[direction]
    return cell[0] + dq, cell[1] + dr


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The six neighbours, clockwise from north."""
    for dq, dr in OFFSETS:
        yield cell[0] + dq, cell[1] + dr


def distance(a: Cell, b: Cell) -> int:
    """How many steps apart two cells are."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def direction_between(a: Cell, b: Cell) -> int | None:
    """The direction from a cell to its neighbour; None when they do not touch."""
    try:
        return OFFSETS.index((b[0] - a[0], b[1] - a[1]))
    except ValueError:
        return None


def within(cell: Cell, radius: int) -> Iterator[Cell]:
    """Every cell at most `radius` steps away, the cell itself included."""
    q, r = cell
    for dq in range(-radius, radius + 1):
        for dr in range(max(-radius, -dq - radius), min(radius, radius - dq) + 1):
            yield q + dq, r + dr


def line(a: Cell, b: Cell) -> list[tuple[Cell, ...]]:
    """The cells met at each step from a to b; two of them where the line runs along a side. Exact
    arithmetic, so the line from b to a is the same one read backwards."""
    steps = distance(a, b)
    if steps == 0:
        return [(a,)]
    result = []
    for i in range(steps + 1):
        t = Fraction(i, steps)
        result.append(_nearest(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
    return result


def _nearest(q: Fraction, r: Fraction) -> tuple[Cell, ...]:
    base_q, base_r = q.__floor__(), r.__floor__()
    best: list[Cell] = []
    least: Fraction | None = None
    for cq in (base_q, base_q + 1):
        for cr in (base_r, base_r + 1):
            dq, dr = q - cq, r - cr
            gap = dq * dq + dr * dr + dq * dr
            if least is None or gap < least:
                least, best = gap, [(cq, cr)]
            elif gap == least:
                best.append((cq, cr))
    return tuple(sorted(best))


def cell_at(column: int, row: int) -> Cell:
    """The cell printed at a column and a row, odd columns half a hex lower."""
    return column, row - (column - (column & 1)) // 2


def column_row(cell: Cell) -> tuple[int, int]:
    """The printed column and row of a cell."""
    q, r = cell
    return q, r + (q - (q & 1)) // 2


def parse_label(label: str, style: str = "CCRR") -> Cell:
    """The cell of a printed label; ValueError when it is not written in that style."""
    match = (_A1 if style == "A1" else _CCRR).fullmatch(label)
    if match is None:
        raise ValueError(f"'{label}' is not a hex number of the style {style}")
    if style != "A1":
        return cell_at(int(match[1]), int(match[2]))
    column = 0
    for letter in match[1]:
        column = column * 26 + ord(letter) - ord("A") + 1
    return cell_at(column, int(match[2]))


def format_label(cell: Cell, style: str = "CCRR") -> str:
    """The printed label of a cell."""
    column, row = column_row(cell)
    if style != "A1":
        return f"{column:02d}{row:02d}"
    letters = ""
    while column > 0:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row}"
