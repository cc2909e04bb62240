"""What a Holland '44 player may do in a phase besides moving and attacking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.holland44.optional import disengage_tally
from engine.verdict import Reason
from engine.zocbond.aside import Aside
from engine.zocbond.given import text
from engine.zocbond.losses import alive, lose_step
from engine.zocbond.retreat import Retreat
from engine.zocbond.state import AUTO_DS, SPENT


class Spend(Aside):
    """A hex gives up its movement so that others infiltrate through it (8.3.3)."""

    kind = "spend"

    def choices(self, g: Any, s: Any, phase: Any, unit: str | None, hex: str | None) -> Moves:
        """Each unit that could."""
        for name in s.position.units():
            action = Action("spend", unit=name)
            if (
                unit in (None, name)
                and hex in (None, s.place(name))
                and not any(self.reasons(g, s, phase, action))
            ):
                yield action

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


class Disengage(Aside):
    """A unit that did not attack tries to slip away in the combat phase (27.1)."""

    kind = "disengage"

    def choices(self, g: Any, s: Any, phase: Any, unit: str | None, hex: str | None) -> Moves:
        """Each unit that could."""
        for name in s.position.units():
            action = Action("disengage", unit=name)
            if (
                unit in (None, name)
                and hex in (None, s.place(name))
                and not any(self.reasons(g, s, phase, action))
            ):
                yield action

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
        if s.place(unit) not in g.board or not Retreat(phase.side, (unit,), 1, 2, False)._ways(
            g, s, unit
        ):
            yield Reason.of("27.1.1", "zb.disengage.shut-in", units=(unit,), unit=name)

    def apply(self, g: Any, s: Any, phase: Any, action: Action, course: Course) -> Any:
        """The roll, perhaps a step, and the retreat of one or two hexes (27.1.2)."""
        unit = action["unit"]
        die = course.chance.roll("disengage")
        total = max(1, min(6, die + int(disengage_tally(g, s, unit).total)))
        result = str(g.charts["disengage"].value(str(total), "result"))
        course.tell(
            "27.1.2",
            "zb.disengage.rolled",
            units=(unit,),
            unit=g.units[unit].name,
            die=die,
            result=result,
        )
        s = s.instead(replace(phase, fought=phase.fought | {unit}))
        if result == "no":
            return s
        if result == "yes-1":
            s = lose_step(g, s, unit, course, "27.1.2")
        if not alive(g, s, unit):
            return s
        return s.push(Retreat(phase.side, (unit,), 1, 2, False, False, "disengage"))


ASIDES: dict[str, tuple[Aside, ...]] = {"movement": (Spend(),), "combat": (Disengage(),)}
