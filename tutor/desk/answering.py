"""Decisions that answer what has just happened: a loss, a retreat, a stand. What happened stays in
sight until the last of them is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Game
from engine.verdict import Decision, Event

if TYPE_CHECKING:
    from engine.values import Action
    from tutor.desk import Desk

ANSWERS = frozenset(
    (
        *("lose", "retreat", "stand", "desperate", "advance", "pursue", "excess", "muster"),
        *("aim", "rolled", "toll", "rallying", "mine", "wire", "wire-dice", "bog-dice"),
        *("face", "detect", "blood-and-honor", "wound"),
    )
)
"""The last word of their kinds."""
LOSS = "lose"


def answers(decision: Decision | None) -> bool:
    """Whether a decision answers what has just happened."""
    return decision is not None and decision.kind.rpartition(".")[2] in ANSWERS


def story(game: Game, begun: int) -> tuple[Event, ...]:
    """What has happened from some place of the history on, and what it answers."""
    steps = game.history
    while begun > 1 and answers(game.rules.decision(steps[begun - 1].state)):
        begun -= 1
    return tuple(event for step in steps[begun:] for event in step.events)


def loss(desk: Desk, unit: str) -> Action | None:
    """The loss that a click on a unit takes: there is nothing else to do with it."""
    decision = desk.game.decision
    if decision is None or desk.idle or decision.kind.rpartition(".")[2] != LOSS:
        return None
    ways = desk.game.choices(unit=unit)
    return ways[0] if len(ways) == 1 else None
