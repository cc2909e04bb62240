"""What a Holland '44 player may do in a phase besides moving and attacking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.game import Course
from engine.holland44.areas import PassArea
from engine.holland44.breakdown import Detach, Merge
from engine.holland44.exploit import Join
from engine.holland44.optional import disengage_tally
from engine.holland44.replacements import Marker, Replace
from engine.holland44.unknown import ShiftUnknown
from engine.verdict import Reason, Tally
from engine.zocbond.aside import Aside, UnitAside
from engine.zocbond.disengage import Disengage
from engine.zocbond.given import text
from engine.zocbond.retreat import _paths, deaths
from engine.zocbond.state import AUTO_DS, SPENT
from engine.zocbond.zones import held


class Spend(UnitAside):
    """A hex gives up its movement so that others infiltrate through it (8.3.3)."""

    kind = "spend"

    def reasons(self, g: Any, s: Any, phase: Any, action: Action) -> Iterator[Reason]:
        """Own units in woods or towns that have not moved (8.3.3)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != phase.side:
            yield Reason.of("8.3.3", "zb.no-unit", unit=unit)
            return
        name, seat = g.units[unit].name, s.place(unit)
        if unit in phase.moved or s.has(unit, SPENT, AUTO_DS):
            yield Reason.of("8.3.3", "zb.move.again", units=(unit,), unit=name)
        if seat not in g.board or g.board.terrain(seat) not in ("woods", "town", "polder-woods"):
            yield Reason.of("8.3.3", "h44.spend.ground", units=(unit,), unit=name)

    def apply(self, g: Any, s: Any, phase: Any, action: Action, course: Course) -> Any:
        """The marker goes on."""
        unit = action["unit"]
        course.tell("8.3.3", "h44.spent", units=(unit,), unit=g.units[unit].name)
        return s.instead(replace(phase, moved=phase.moved | {unit})).mark((unit,), SPENT)


class SlipAway(Disengage):
    """A unit that did not attack tries to slip away in the combat phase (27.1)."""

    roll_rule, loss_rule = "27.1.2", "27.1.2"

    def reasons(self, g: Any, s: Any, phase: Any, action: Action) -> Iterator[Reason]:
        """Not after an attack, not in disorder, and with somewhere to go (27.1.2)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != phase.side:
            yield Reason.of("27.1.1", "zb.no-unit", unit=unit)
            return
        name = g.units[unit].name
        if unit in phase.fought:
            yield Reason.of("27.1.2", "zb.attack.again", units=(unit,), unit=name)
        if not s.good(unit):
            yield Reason.of("27.1.2", "zb.attack.disorder", units=(unit,), unit=name)
        if not any(near in held(g, s, g.other[phase.side]) for near in _around(g, s, unit)):
            yield Reason.of("27.1.1", "h44.disengage.nobody", units=(unit,), unit=name)
        elif self.shut_in(g, s, phase, unit):
            yield Reason.of("27.1.1", "zb.disengage.shut-in", units=(unit,), unit=name)

    def shut_in(self, g: Any, s: Any, phase: Any, unit: str) -> bool:
        """Whether every way of one or two hexes would destroy it (27.1.1)."""
        seat = s.place(unit)
        if seat not in g.board:
            return True
        side = g.units[unit].side
        return all(any(deaths(g, s, unit, path)) for path in _paths(g, s, side, seat, 2))

    def modifiers(self, g: Any, s: Any, unit: str) -> Tally:
        """What is added to the die (27.1.2)."""
        return disengage_tally(g, s, unit)


def _around(g: Any, s: Any, unit: str) -> Iterator[str]:
    seat = s.place(unit)
    return g.board.neighbours(seat) if seat in g.board else iter(())


ASIDES: dict[str, tuple[Aside, ...]] = {
    "movement": (Spend(), Marker(), PassArea(), Replace(), Detach(), Merge(), ShiftUnknown()),
    "combat": (SlipAway(),),
}
ADVANCE_ASIDES: dict[str, Aside] = {"detach": Detach(), "join": Join()}
