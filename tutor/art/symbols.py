"""Unit symbols in the manner of military maps: a box, and in it what the unit is.

A symbol nobody drew is spelled out in letters, so nothing is ever blank.
"""

from __future__ import annotations

from dataclasses import replace

from tutor.art.items import Circle, Item, Polyline, Text
from tutor.art.shapes import tidy
from tutor.art.signs import Frame, signs

SYMBOLS = tuple(signs("symbol"))


def symbol(kind: str, box: Frame) -> list[Item]:
    """What stands in the box; unknown kinds as their first letters."""
    if kind in SYMBOLS:
        return box.draw(f"symbol/{kind}")
    words = kind.replace("_", "-").split("-")
    short = "".join(word[0] for word in words if word) if len(words) > 1 else kind[:3]
    return replace(box, text=short.upper()).draw("part/letters")


def size_mark(size: str, x: float, y: float, u: float, ink: str) -> list[Item]:
    """The size of a unit above its box: dots, bars or crosses, drawn rather than typed."""
    marks = [mark for mark in size.upper() if mark in "XI•.·"]
    if not marks or len(marks) != len(size):
        if not size:
            return []
        return [Text(x, y, size, round(u * 2.6, 2), ink, weight="bold")]
    wide = {"X": 2.5, "I": 1.45}
    total = sum(wide.get(mark, 2.0) for mark in marks)
    spot, items = x - total * u / 2, list[Item]()
    for mark in marks:
        room = wide.get(mark, 2.0) * u
        middle = spot + room / 2
        half, tall = 0.92 * u, 1.12 * u
        if mark == "X":
            for way in (-1, 1):
                ends = ((middle - half, y - tall * way), (middle + half, y + tall * way))
                items.append(Polyline(tidy(ends), ink, round(u * 0.5, 2)))
        elif mark == "I":
            ends = ((middle, y - tall), (middle, y + tall))
            items.append(Polyline(tidy(ends), ink, round(u * 0.58, 2)))
        else:
            items.append(Circle(round(middle, 2), round(y, 2), round(u * 0.6, 2), ink))
        spot += room
    return items
