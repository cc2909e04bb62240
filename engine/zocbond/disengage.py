"""Disengagement in the combat phase: Holland '44 27.1, Stalingrad '42 27.2."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.action import Action
from engine.game import Course
from engine.verdict import Tally
from engine.zocbond.aside import UnitAside
from engine.zocbond.losses import alive, lose_step
from engine.zocbond.retreat import Retreat


class Disengage(UnitAside):
    """A unit that did not attack tries to slip away; a game names its rules and modifiers."""

    kind = "disengage"
    roll_rule: str
    loss_rule: str

    def modifiers(self, g: Any, s: Any, unit: str) -> Tally:
        """What is added to the die."""
        raise NotImplementedError

    def shut_in(self, g: Any, s: Any, phase: Any, unit: str) -> bool:
        """Whether there is nowhere to go."""
        if s.place(unit) not in g.board:
            return True
        return not Retreat(phase.side, (unit,), 1, 2, False)._ways(g, s, unit)

    def apply(self, g: Any, s: Any, phase: Any, action: Action, course: Course) -> Any:
        """The roll, perhaps a step, and the retreat of one or two hexes."""
        unit = action["unit"]
        die = course.chance.roll("disengage")
        total = max(1, min(6, die + int(self.modifiers(g, s, unit).total)))
        result = str(g.charts["disengage"].value(str(total), "result"))
        course.tell(
            self.roll_rule,
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
            s = lose_step(g, s, unit, course, self.loss_rule)
        if not alive(g, s, unit):
            return s
        return s.push(Retreat(phase.side, (unit,), 1, 2, False, False, "disengage"))
