"""The keys of a board: a cursor that walks, and units picked one after another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.desk.clicks import cycle, following

if TYPE_CHECKING:
    from tutor.desk import Desk

ARROWS = {"ArrowUp": (0, -1), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowRight": (1, 0)}


def press(desk: Desk, name: str) -> None:
    """A key: what is not known does nothing; an idle desk is walked over and described."""
    if desk.curtain:
        return
    if name in ARROWS:
        _step(desk, *ARROWS[name])
    elif desk.idle and name != "Enter":
        return
    elif name == "Enter":
        if desk.pointer.cursor is not None:
            desk.click(desk.pointer.cursor, _top_choice(desk, desk.pointer.cursor))
    elif name == " ":
        desk.commit()
    elif name == "Escape":
        desk.cancel()
    elif name == "Backspace":
        desk.back()
    elif name in ("n", "p"):
        units = desk.hands.pickable()
        if units:
            desk.pick(following(units, desk.pointer.unit, 1 if name == "n" else -1))
    elif name == "g":
        desk.take_all()
    elif name == "t":
        _aim(desk)
    elif name == "u":
        desk.undo()
    elif name == "E":
        _end(desk)
    elif name in ("[", "]") and desk.pointer.cursor:
        cycle(desk, desk.pointer.cursor, 1 if name == "]" else -1)


def _aim(desk: Desk) -> None:
    """The cursor goes to the next hex that is lit up: a target, or where one can go."""
    lit = (hex for over in desk.hands.lit(desk.pointer.unit) for hex in over.hexes)
    hexes = tuple(sorted({hex for hex in lit if hex in desk.game.scenario.board}))
    if hexes:
        desk.pointer.cursor = following(hexes, desk.pointer.cursor, 1)
        desk.point(desk.pointer.cursor)


def _end(desk: Desk) -> None:
    """The button that ends what is owed, if there is one."""
    ends = (a for kind in ("end", "pass") for a in desk.hands.listed() if a.kind == kind)
    if action := next(ends, None):
        desk.act(action)


def _top_choice(desk: Desk, hex: str) -> str | None:
    """The unit that Enter means in a hex: one that may act, the top one first."""
    units = desk.at(hex)
    if desk.pointer.unit and hex != desk.where(desk.pointer.unit):
        return None
    ready = [unit for unit in reversed(units) if unit in desk.hands.pickable()]
    own = [unit for unit in reversed(units) if desk.hands.may_select(unit)]
    return next(iter(ready or own), None)


def _step(desk: Desk, columns: int, rows: int) -> None:
    """The cursor goes one place on; at first it comes to a unit that can act."""
    board = desk.game.scenario.board
    if desk.pointer.cursor is None or desk.pointer.cursor not in board:
        unit = next(iter(desk.hands.pickable()), None)
        start = desk.where(unit) if unit else board.hexes[len(board.hexes) // 2]
        desk.pointer.cursor = start if start in board else board.hexes[0]
        desk.point(desk.pointer.cursor)
        return
    target = board.towards(desk.pointer.cursor, columns, rows)
    if target is not None:
        desk.pointer.cursor = target
        desk.point(target)
