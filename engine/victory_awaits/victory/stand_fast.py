"""Section 16.2: Stand Fast markers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.terrain import name_of
from engine.victory_awaits.components.unit import SOVIET
from engine.victory_awaits.concepts.communication import lines_of

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class StandDown(Phase):
    """From turn 6 the Soviets may remove a Stand Fast marker at a supply check (16.2)."""

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """One marker goes, or none."""
        if all(any(objections(g, s, hex)) for hex in s.stand_fast):
            return None
        return Decision.of(SOVIET, "ava.stand-down", "16.2")

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Remove a marker; end."""
        return REMOVE_MARKER, END


def objections(g: VictoryAwaits, s: State, hex: str) -> Iterator[Reason]:
    """Why a Stand Fast marker may not be removed (16.2)."""
    first = g.setup.limits.stand_fast
    if s.turn < first:
        yield Reason.of("16.2", "ava.stand-down.early", hexes=(hex,), hex=hex, turn=first)
    if hex not in s.stand_fast:
        yield Reason.of("16.2", "ava.stand-down.none", hexes=(hex,), hex=hex)
        return
    if s.control.get(hex) != SOVIET:
        yield Reason.of("16.2", "ava.stand-down.lost", hexes=(hex,), hex=hex)
    if not lines_of(g, s, SOVIET).reaches(hex):
        yield Reason.of("16.2", "ava.stand-down.no-line", hexes=(hex,), hex=hex)


class RemoveMarker(Deed["VictoryAwaits", State, StandDown]):
    """The city may be given up more cheaply (16.2)."""

    kind, rule = "stand-down", "16.2"

    def slots(self) -> Slots[VictoryAwaits, State, StandDown]:
        """A marker."""
        return {"hex": lambda g, s, p, given: sorted(s.stand_fast)}

    def reasons(self, g: VictoryAwaits, s: State, p: StandDown, action: Action) -> Reasons:
        """The city is held, on a line."""
        return objections(g, s, text(action, "hex"))

    def apply(
        self, g: VictoryAwaits, s: State, p: StandDown, action: Action, course: Course
    ) -> State:
        """One marker goes, and no more."""
        hex = action["hex"]
        place = name_of(g.board, hex)
        course.tell("16.2", "ava.stand-down.done", hexes=(hex,), place=place)
        return replace(s.pop(), stand_fast=s.stand_fast - {hex})


REMOVE_MARKER = RemoveMarker()
