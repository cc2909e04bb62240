"""Section 13.4: routed units whose owner would rather have them go on giving way."""

from __future__ import annotations

from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.game import Course, Decision
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import ROUTED, State
from engine.zocbond.supply.recovery import Recovery


@dataclass(frozen=True)
class Rally(Choice[Setting]):
    """Before units recover their owner names routed ones that do not (13.4)."""

    side: str

    kind, rule, optional = "stay-routed", "13.4", True

    def ways(self, g: Setting, s: State) -> list[Action]:
        """The routed units of the side that would recover."""
        staying = records(s).staying_routed
        return [
            Action("stay-routed", unit=unit)
            for unit in s.position.units()
            if g.units[unit].side == self.side and s.has(unit, ROUTED) and unit not in staying
        ]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Name one, or let the others recover."""
        return Decision.of(self.side, "s42.rally", "13.4") if self.ways(g, s) else None

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """Only routed units of one's own."""
        name = g.unit_name(text(action, "unit"))
        return Reason.of("13.4", "s42.rally.not-routed", unit=name)

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """It stays as it is."""
        unit = way["unit"]
        course.tell("13.4", "s42.rally.stays", units=(unit,), unit=g.unit_name(unit))
        return s.keep(replace(records(s), staying_routed=(*records(s).staying_routed, unit)))


class RallyChapter(Chapter[Setting]):
    """Who does not recover."""

    def before_recovery(self, g: Setting, s: State, phase: Recovery) -> Phase:
        """The owner is asked, if he has routed units."""
        return Rally(phase.side)

    def stays_routed(self, g: Setting, s: State, unit: str) -> bool:
        """Those he named."""
        return unit in records(s).staying_routed

    def end_recovery(self, g: Setting, s: State, side: str, course: Course) -> State:
        """In the next recovery phase he is asked again."""
        return s.keep(replace(records(s), staying_routed=()))
