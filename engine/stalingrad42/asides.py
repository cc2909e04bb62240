"""What a Stalingrad '42 player may do in the combat phase besides attacking."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.action import Action
from engine.stalingrad42.rail import Rail
from engine.verdict import Line, Reason, Tally
from engine.zocbond.aside import Aside
from engine.zocbond.disengage import Disengage
from engine.zocbond.given import text
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


class SlipAway(Disengage):
    """A unit that did not attack tries to slip away (27.0)."""

    roll_rule, loss_rule = "27.2", "27.2.3"

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
        if self.shut_in(g, s, phase, unit):
            yield Reason.of("27.2.3", "zb.disengage.shut-in", units=(unit,), unit=name)

    def modifiers(self, g: Any, s: Any, unit: str) -> Tally:
        """What is added to the die (27.2.2)."""
        return disengage_tally(g, s, unit)


ASIDES: dict[str, tuple[Aside, ...]] = {"movement": (Rail(),), "combat": (SlipAway(),)}
