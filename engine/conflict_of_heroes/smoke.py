"""Chapter 13: smoke, how it thins, and who makes it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.aiming import SPOTTING, may_fire, place_reasons, sight_reasons
from engine.conflict_of_heroes.arrival import reveal
from engine.conflict_of_heroes.given import text
from engine.conflict_of_heroes.ground import watches
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.values import fire_lines
from engine.game import Course
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

FIRST_ROUND = 2
"""The defence modifier of new smoke; a round later it is one less (13.0)."""
POTS = 3
"""What engineers pay for smoke pots (19.0)."""


def thin_out(s: State) -> State:
    """New smoke thins, thin smoke is gone (13.0 second round)."""
    left = {hex: tuple(n - 1 for n in marks if n > 1) for hex, marks in s.smoke.items()}
    return replace(s, smoke={hex: marks for hex, marks in left.items() if marks})


def lay(s: State, hex: str, course: Course) -> State:
    """A new smoke counter in a hex (13.0)."""
    course.tell("13.0", "coh.smoke.laid", hexes=(hex,), hex=hex)
    return replace(s, smoke={**s.smoke, hex: (*s.smoke.get(hex, ()), FIRST_ROUND)})


class Smoke(Order):
    """Smoke shells of a mortar, smoke pots of engineers (13.1, 19.0)."""

    kind = "smoke"
    section = 3
    rule = "13.1"
    single = True

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """A shot, or the price of the pots."""
        unit = text(action, "unit")
        if g.units[unit].has("engineer"):
            return Tally.adding("coh.cost.smoke", [Line.of("19.0", "coh.line.pots", POTS)])
        lines = fire_lines(g, s, unit, bool(text(action, "spotter")))
        return Tally.adding("coh.cost.smoke", lines)

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """Mortars of 8 cm and more fire it as they fire shells; engineers here and next door."""
        unit, hex = text(action, "unit"), text(action, "hex")
        if hex not in g.board:
            yield Reason.of("13.1", "coh.fire.off-map", hex=hex)
            return
        if unit not in g.units or s.position.place(unit) not in g.board:
            return
        piece, seat = g.units[unit], s.position.place(unit)
        yield from may_fire(g, s, side, unit, hex)
        if piece.has("engineer"):
            if g.board.distance(seat, hex) > 1:
                yield Reason.of("19.0", "coh.smoke.far", units=(unit,), unit=piece.name)
        elif not piece.has("smoke"):
            yield Reason.of("13.1", "coh.smoke.cannot", units=(unit,), unit=piece.name)
        else:
            if seat != hex:
                yield from place_reasons(g, s, unit, hex)
            yield from sight_reasons(g, s, side, unit, text(action, "spotter"), hex)

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """Engineers: here and next door; mortars: wherever they or a spotter can see."""
        piece, seat = g.units[unit], s.position.place(unit)
        if piece.has("engineer"):
            for hex in (seat, *g.board.neighbours(seat)):
                yield Action("smoke", unit=unit, hex=hex)
        elif piece.has("smoke"):
            eyes = [
                u
                for u in g.on_map(s, piece.side)
                if u != unit and g.board.distance(seat, s.position.place(u)) <= SPOTTING
            ]
            for hex in g.board.within(seat, 2 * piece.range):
                if watches(g, s, unit, hex):
                    yield Action("smoke", unit=unit, hex=hex)
                else:
                    # smoke is the same whoever spots for it
                    spotter = next((u for u in eyes if watches(g, s, u, hex)), None)
                    if spotter:
                        yield Action("smoke", unit=unit, hex=hex, spotter=spotter)

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """It forms where it was called for."""
        unit, hex = text(action, "unit"), text(action, "hex")
        return reveal(g, lay(s, hex, course), unit, course, "10.0 acting", hex)
