"""What a Stalingrad '42 player may do in the combat phase besides attacking."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.agenda import Moves
from engine.game import Course
from engine.stalingrad42.rail import Rail
from engine.verdict import Line, Reason, Tally
from engine.zocbond.aside import Aside
from engine.zocbond.given import text
from engine.zocbond.losses import alive, lose_step
from engine.zocbond.retreat import Retreat
from engine.zocbond.state import DISRUPTED, REPLACED


def disengage_tally(g: Any, s: Any, unit: str) -> Tally:
    """Cavalry and mechanized units find it easier, disrupted ones harder (27.2.2)."""
    piece = g.units[unit]
    lines = []
    if piece.mechanized or piece.kind == "cavalry":
        lines.append(Line.of("27.2.2", "zb.disengage.fast", 1, unit=piece.name))
    if s.has(unit, DISRUPTED):
        lines.append(Line.of("27.2.2", "zb.disengage.disrupted", -1, unit=piece.name))
    return Tally.adding("zb.disengage.total", lines)


class Disengage(Aside):
    """A unit that did not attack tries to slip away (27.0)."""

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
        """Not after an attack or a replacement, and with somewhere to go (27.2.1, 21.4)."""
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != phase.side or not g.units[unit].combat:
            yield Reason.of("27.2.1", "zb.no-unit", unit=unit)
            return
        name = g.units[unit].name
        if unit in phase.fought:
            yield Reason.of("27.2.1", "zb.attack.again", units=(unit,), unit=name)
        if s.has(unit, REPLACED):
            yield Reason.of("21.4", "zb.attack.replaced", units=(unit,), unit=name)
        if s.place(unit) not in g.board or not Retreat(phase.side, (unit,), 1, 2, False)._ways(
            g, s, unit
        ):
            yield Reason.of("27.2.3", "zb.disengage.shut-in", units=(unit,), unit=name)

    def apply(self, g: Any, s: Any, phase: Any, action: Action, course: Course) -> Any:
        """The roll, perhaps a step, and the retreat of one or two hexes (27.2.3)."""
        unit = action["unit"]
        die = course.chance.roll("disengage")
        total = max(1, min(6, die + int(disengage_tally(g, s, unit).total)))
        result = str(g.charts["disengage"].value(str(total), "result"))
        course.tell(
            "27.2",
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
            s = lose_step(g, s, unit, course, "27.2.3")
        if not alive(g, s, unit):
            return s
        return s.push(Retreat(phase.side, (unit,), 1, 2, False, False, "disengage"))


ASIDES: dict[str, tuple[Aside, ...]] = {"movement": (Rail(),), "combat": (Disengage(),)}
