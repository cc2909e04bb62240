"""What a new scenario begins as: a file of its game that says little, on an empty board."""

from __future__ import annotations

from engine.errors import Problem, closest
from engine.files import package_file, text_of
from engine.format import Format
from engine.hexes import LABEL_STYLES, TURNED
from engine.workbench.strokes import Data

MOST = 99
"""Columns and rows of the largest board: more have no numbers."""


def blank_board(form: Format, title: str, size: tuple[int, int], labels: str) -> Data:
    """An empty board: of a turned one the rows are counted upwards."""
    columns, rows_ = size
    if not (1 <= columns <= MOST and 1 <= rows_ <= MOST):
        what = f"a board of {columns} by {rows_} hexes has no numbers"
        raise Problem(what, remedy=f"Make it 1 to {MOST} hexes wide and high.")
    if labels not in LABEL_STYLES:
        raise Problem(f"unknown label style '{labels}'", remedy=closest(labels, LABEL_STYLES))
    if not form.group("terrain"):
        raise Problem("this game's board is always the same", remedy="Choose another game.")
    numbers = range(rows_, 0, -1) if labels == TURNED else range(1, rows_ + 1)
    ground = " ".join("." * columns)
    return {
        "title": title,
        "labels": labels,
        "rows": [f"{row:02d}  {ground}" for row in numbers],
        "terrain": {".": next(iter(form.group("terrain")))},
    }


def blank_text(game: str) -> str:
    """The scenario that a new one begins as."""
    file = package_file("engine.workbench", "blank", f"{game}.toml")
    return text_of(file, f"engine/workbench/blank/{game}.toml")
