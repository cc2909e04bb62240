"""A game of three actions, to test what is the same for every game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.chance import Seeded, Source
from engine.game import Game, Rules
from engine.values import Action
from engine.verdict import Decision, Ending, Line, Reason, Tally, Verdict

LAST = 8


@dataclass(frozen=True)
class ToyState:
    """Turns passed, points made."""

    turn: int = 0
    points: int = 0


class ToyRules(Rules):
    """`roll` throws a die, and a second one after a six; `wait` does nothing; `leap` is illegal."""

    scenario: Any = None

    def start(self, course: Any) -> ToyState:
        course.tell("0.1", "toy.begins", bonus=course.chance.roll("bonus", 2))
        return ToyState()

    def decision(self, state: ToyState) -> Decision | None:
        side = ("red", "blue")[state.turn % 2]
        return Decision.of(side, "toy.turn", "0.2") if state.turn < LAST else None

    def choices(
        self, state: ToyState, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Any:
        yield from (Action("roll"), Action("wait"))

    def explain(self, state: ToyState, action: Action) -> Verdict:
        if action.kind in ("roll", "wait"):
            return Verdict()
        twice = (Reason.of("0.3", "toy.no"), Reason.of("0.4", "toy.never"), Reason.of("0.3", "x"))
        return Verdict(twice)

    def tally(self, state: ToyState, action: Action) -> Tally | None:
        return Tally.adding("toy.points", [Line.of("0.5", "toy.so-far", state.points)])

    def apply(self, state: ToyState, action: Action, course: Any) -> ToyState:
        made = 0
        if action.kind == "roll":
            made = course.chance.roll("die")
            if made == 6:
                made += course.chance.roll("again")
        course.tell("0.6", f"toy.{action.kind}", made=min(made, 6))
        return ToyState(state.turn + 1, state.points + made)

    def query(self, state: ToyState, name: str, **args: Any) -> Any:
        return (name, args, state.points)

    def ending(self, state: ToyState) -> Ending | None:
        return Ending("red", "0.7", "toy.over") if state.turn >= LAST else None

    def violations(self, state: ToyState) -> list[Reason]:
        return []


def toy(chance: Source | None = None) -> Game:
    """A toy game."""
    return Game(ToyRules(), chance or Seeded(3))
