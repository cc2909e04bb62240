"""An aside: one more thing that a side may do in a phase both games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.verdict import Reason
from engine.zocbond.state import State

G = TypeVar("G", contravariant=True)
P = TypeVar("P", contravariant=True)


class Aside(Generic[G, P]):
    """One kind of action that a game G adds to a phase P."""

    kind = ""

    def choices(self, g: G, s: State, phase: P, unit: str | None, hex: str | None) -> Moves:
        """Legal actions of the kind."""
        return iter(())

    def reasons(self, g: G, s: State, phase: P, action: Action) -> Iterator[Reason]:
        """Every objection."""
        return iter(())

    def apply(self, g: G, s: State, phase: P, action: Action, course: Course) -> State:
        """The state after it; the phase is still on top."""
        raise NotImplementedError


class UnitAside(Aside[G, P]):
    """One that a single unit does: its choices are the units that nothing forbids it to."""

    def choices(self, g: G, s: State, phase: P, unit: str | None, hex: str | None) -> Moves:
        """Each unit that could."""
        for name in s.position.units():
            if unit in (None, name) and hex in (None, s.place(name)):
                for action in self.forms(g, s, name):
                    if not any(self.reasons(g, s, phase, action)):
                        yield action

    def forms(self, g: G, s: State, unit: str) -> Iterator[Action]:
        """The ways in which a unit might do it."""
        yield Action(self.kind, unit=unit)
