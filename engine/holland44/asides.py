"""What a Holland '44 player may do in a phase besides moving and attacking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.action import Action
from engine.game import Course
from engine.given import text
from engine.holland44.areas import PassArea
from engine.holland44.breakdown import Detach, Merge
from engine.holland44.exploit import Join
from engine.holland44.ferries import Lay
from engine.holland44.movement import holds_open, must_leave, should_leave
from engine.holland44.records import keep, records
from engine.holland44.replacements import Marker, Replace
from engine.holland44.setting import Setting
from engine.holland44.slip import SlipAway
from engine.holland44.unknown import ShiftUnknown
from engine.verdict import Reason
from engine.zocbond.advance import Advance
from engine.zocbond.aside import Aside, UnitAside
from engine.zocbond.combat import Combat
from engine.zocbond.movement import Movement
from engine.zocbond.state import AUTO_DS, SPENT, State


class Spend(UnitAside[Setting, Movement]):
    """A hex gives up its movement so that others infiltrate through it (8.3.3)."""

    kind = "spend"

    def reasons(self, g: Setting, s: State, phase: Movement, action: Action) -> Iterator[Reason]:
        """Own units in woods or towns that have not moved (8.3.3); no unknown ones (25.2.1)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != phase.side:
            yield Reason.of("8.3.3", "zb.no-unit", unit=unit)
            return
        name, seat = g.units[unit].name, s.place(unit)
        if unit in phase.moved or s.has(unit, SPENT, AUTO_DS):
            yield Reason.of("8.3.3", "zb.move.again", units=(unit,), unit=name)
        if g.units[unit].kind == "unknown":
            yield Reason.of("25.2.1", "h44.move.unknown", units=(unit,), unit=name)
        if seat not in g.board or not holds_open(g, seat):
            yield Reason.of("8.3.3", "h44.spend.ground", units=(unit,), unit=name)
        elif should_leave(g, s, unit):
            yield must_leave(g.units[unit])

    def apply(self, g: Setting, s: State, phase: Movement, action: Action, course: Course) -> State:
        """The marker goes on."""
        unit = action["unit"]
        course.tell("8.3.3", "h44.spent", units=(unit,), unit=g.units[unit].name)
        s = s.instead(replace(phase, moved=phase.moved | {unit})).mark((unit,), SPENT)
        return keep(s, replace(records(s), gave_up=(*records(s).gave_up, unit)))


MOVEMENT_ASIDES: tuple[Aside[Setting, Movement], ...] = (
    *(Spend(), Marker(), PassArea(), Replace(), Detach(), Merge(), ShiftUnknown()),
    Lay(),
)
COMBAT_ASIDES: dict[str, Aside[Setting, Combat]] = {"disengage": SlipAway()}
"""By an optional rule only (27.1)."""
ADVANCE_ASIDES: dict[str, Aside[Setting, Advance]] = {"detach": Detach(), "join": Join()}
