"""A small field for firefights that no scenario has, and what a learner does at its desk."""

from __future__ import annotations

from pathlib import Path

from engine import catalogue
from engine.chance import Seeded
from tests.tutor.sitting import words
from tutor.desk import Desk
from tutor.games.pointer import Tool

GAME = "conflict-of-heroes"
FIELD = """
title = "A small field"
game = "conflict-of-heroes"
summary = "For tests."
section = 6

[board]
title = "Field"
labels = "A1"
rows = [
  "01  . . . . . . . .",
  "02  . . . . . . . .",
  "03  . . . . . . . .",
  "04  . . . . . . . .",
  "05  . . . . . . . .",
  "06  . . . . . . . .",
]
[board.terrain]
"." = "open"

[cap]
german = 9
soviet = 3

[start]
turn = "german"

{more}

[[side]]
id = "german"
name = "German"
palette = "german"
units = [ {german} ]

[[side]]
id = "soviet"
name = "Soviet"
palette = "soviet"
units = [ {soviet} ]
"""
FOE = '{ id = "S", type = "soviet-rifles", hex = "H6", facing = "N" },'


def opened(folder: Path, german: str, soviet: str = FOE, more: str = "") -> Desk:
    """A desk over the small field with some units and works."""
    file = folder / "field.toml"
    file.write_text(FIELD.format(german=german, soviet=soviet, more=more))
    return Desk(catalogue.load(str(file), Seeded(1)))


def sit(name: str, mode: str = "cap", unit: str = "") -> Desk:
    """A desk over a drill of the lessons, with a unit in hand."""
    desk = Desk(catalogue.load(f"{GAME}/drills/{name}", Seeded(1)))
    desk.set_mode(mode)
    if unit:
        desk.pick(unit)
    return desk


def tool(desk: Desk, text: str) -> Tool:
    """A button of the plan by the beginning of what it says."""
    return next(one for one in desk.hands.tools() if one.text.startswith(text))


def use(desk: Desk, *texts: str) -> None:
    """Press buttons of the plan."""
    for text in texts:
        desk.use(tool(desk, text))


def told(desk: Desk) -> str:
    """What the plan panel says."""
    return words(desk.hands.plan_html(desk.pointer.target, desk.pointer.members))
