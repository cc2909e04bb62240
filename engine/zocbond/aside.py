"""An aside: one more thing that a side may do in a phase both games share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.verdict import Reason
from engine.zocbond.state import State


class Aside:
    """One kind of action that a game adds to the movement or combat phase."""

    kind = ""

    def choices(self, g: Any, s: State, phase: Any, unit: str | None, hex: str | None) -> Moves:
        """Legal actions of the kind."""
        return iter(())

    def reasons(self, g: Any, s: State, phase: Any, action: Action) -> Iterator[Reason]:
        """Every objection."""
        return iter(())

    def apply(self, g: Any, s: State, phase: Any, action: Action, course: Course) -> State:
        """The state after it; the phase is still on top."""
        raise NotImplementedError


class UnitAside(Aside):
    """One that a single unit does: its choices are the units that nothing forbids it to."""

    def choices(self, g: Any, s: State, phase: Any, unit: str | None, hex: str | None) -> Moves:
        """Each unit that could."""
        for name in s.position.units():
            if unit in (None, name) and hex in (None, s.place(name)):
                for action in self.forms(g, s, name):
                    if not any(self.reasons(g, s, phase, action)):
                        yield action

    def forms(self, g: Any, s: State, unit: str) -> Iterator[Action]:
        """The ways in which a unit might do it."""
        yield Action(self.kind, unit=unit)
