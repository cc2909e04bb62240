"""The keys of a board: a cursor that walks, and units picked one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.desk.clicks import cycle, following

if TYPE_CHECKING:
    from tutor.desk import Desk

ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


def press(desk: Desk, name: str) -> None:
    """A key: what is not known does nothing; an idle desk is walked over and described."""
    if name in ARROWS:
        _step(desk, *ARROWS[name])
    elif desk.idle and name != "Enter":
        return
    elif name == "Enter":
        if desk.cursor is not None:
            desk.click(desk.cursor, _top_choice(desk, desk.cursor))
    elif name == " ":
        desk.commit()
    elif name == "Escape":
        desk.cancel()
    elif name == "Backspace":
        desk.back()
    elif name in ("n", "p"):
        units = desk.hands.pickable()
        if units:
            desk.pick(following(units, desk.selected, 1 if name == "n" else -1))
    elif name == "g":
        desk.take_all()
    elif name in ("[", "]") and desk.cursor:
        cycle(desk, desk.cursor, 1 if name == "]" else -1)


def _top_choice(desk: Desk, hex: str) -> str | None:
    """The unit that Enter means in a hex: one that may act, the top one first."""
    units = desk.at(hex)
    if desk.selected and hex != desk.where(desk.selected):
        return None
    ready = [unit for unit in reversed(units) if unit in desk.hands.pickable()]
    own = [unit for unit in reversed(units) if desk.hands.may_select(unit)]
    return next(iter(ready or own), None)


def _step(desk: Desk, columns: int, rows: int) -> None:
    """The cursor goes one place on; at first it comes to a unit that can act."""
    board = desk.game.scenario.board
    if desk.cursor is None or desk.cursor not in board:
        unit = next(iter(desk.hands.pickable()), None)
        start = desk.where(unit) if unit else board.hexes[len(board.hexes) // 2]
        desk.cursor = start if start in board else board.hexes[0]
        desk.point(desk.cursor)
        return
    target = board.towards(desk.cursor, columns, rows)
    if target is not None:
        desk.cursor = target
        desk.point(target)
