"""What a new scenario begins as: a file of its game that says little, on an empty board."""

from __future__ import annotations

from engine.drawing import Size, Sketch
from engine.errors import Problem, closest
from engine.files import package_file, text_of
from engine.format import Format
from engine.hexes import LABEL_STYLES
from engine.workbench.strokes import Data


def blank_board(form: Format, title: str, size: tuple[int, int], labels: str) -> Data:
    """An empty board."""
    if labels not in LABEL_STYLES:
        raise Problem(f"unknown label style '{labels}'", remedy=closest(labels, LABEL_STYLES))
    if not form.group("terrain"):
        raise Problem("this game's board is always the same", remedy="Choose another game.")
    terrain = {".": next(iter(form.group("terrain")))}
    single = {"title": title, "labels": labels, "rows": ["01  ."], "terrain": terrain}
    return Size(*size).drawn(Sketch(single, form))


def blank_text(game: str) -> str:
    """The scenario that a new one begins as."""
    file = package_file("engine.workbench", "blank", f"{game}.toml")
    return text_of(file, f"engine/workbench/blank/{game}.toml")
