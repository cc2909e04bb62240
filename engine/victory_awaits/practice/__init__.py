"""Kinds of question that only A Victory Awaits has.

board.py   zones of control, lines of communication, command, fortresses: point at them
turn.py    what a chit does, strengths with halves, victory points
"""

from __future__ import annotations

from engine.practice.kinds.kind import Kind
from engine.victory_awaits.practice import board, turn

PRACTICE: tuple[Kind, ...] = (*board.KINDS, *turn.KINDS)
