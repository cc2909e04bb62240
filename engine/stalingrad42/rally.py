"""Section 13.4: routed units whose owner would rather have them go on giving way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.stalingrad42.setting import Setting
from engine.verdict import Reason, Verdict
from engine.zocbond.state import ROUTED, State

if TYPE_CHECKING:
    from engine.stalingrad42.rules import Stalingrad42
    from engine.zocbond.recovery import Recovery

STAYING = "staying-routed"


@dataclass(frozen=True)
class Rally(Phase):
    """Before units recover their owner names routed ones that do not (13.4)."""

    side: str

    def pool(self, g: Stalingrad42, s: State) -> list[str]:
        """The routed units of the side that would recover."""
        staying = s.tracks.get(STAYING, ())
        return [
            unit
            for unit in s.position.units()
            if g.units[unit].side == self.side and s.has(unit, ROUTED) and unit not in staying
        ]

    def decision(self, g: Stalingrad42, s: State) -> Decision | None:
        """Name one, or let the others recover."""
        return Decision.of(self.side, "s42.rally", "13.4") if self.pool(g, s) else None

    def proceed(self, g: Stalingrad42, s: State, course: Course) -> State:
        """Nobody is routed."""
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Stay routed; go on."""
        return ("stay-routed", "end")

    def choices(self, g: Stalingrad42, s: State, unit: str | None, hex: str | None) -> Moves:
        """Each routed unit; the end."""
        for name in self.pool(g, s):
            if unit in (None, name) and hex in (None, s.place(name)):
                yield Action("stay-routed", unit=name)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: Stalingrad42, s: State, action: Action) -> Verdict:
        """Only routed units of one's own."""
        unit = text(action, "unit")
        if action.kind == "end" or unit in self.pool(g, s):
            return Verdict()
        return Verdict((Reason.of("13.4", "s42.rally.not-routed", unit=g.unit_name(unit)),))

    def apply(self, g: Stalingrad42, s: State, action: Action, course: Course) -> State:
        """It stays as it is; or the phase goes on."""
        if action.kind == "end":
            return s.pop()
        unit = action["unit"]
        course.tell("13.4", "s42.rally.stays", units=(unit,), unit=g.unit_name(unit))
        return s.track(**{STAYING: (*s.tracks.get(STAYING, ()), unit)})


class RallyRules(Setting):
    """Who does not recover."""

    def before_recovery(self, s: State, phase: Recovery) -> Phase:
        """The owner is asked, if he has routed units."""
        return Rally(phase.side)

    def stays_routed(self, s: State, unit: str) -> bool:
        """Those he named."""
        return unit in s.tracks.get(STAYING, ())

    def end_recovery(self, s: State, side: str, course: Course) -> State:
        """In the next recovery phase he is asked again."""
        s = super().end_recovery(s, side, course)
        return s.track(**{STAYING: ()}) if s.tracks.get(STAYING) else s
