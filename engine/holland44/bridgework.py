"""The bridge phase of either side: demolition, mining, repair (5.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.holland44.bridges import blow, blow_reasons, mine_again
from engine.holland44.records import blown_bridges, records
from engine.holland44.repair import abandon, repair, repair_reasons
from engine.holland44.setting import GERMAN, Setting
from engine.verdict import Reason, Verdict
from engine.zocbond.state import State


@dataclass(frozen=True)
class Bridges(Phase):
    """The bridge phase: the German mines and blows, both repair (5.1, 5.3.2, 5.5, 5.8)."""

    side: str
    tried: frozenset[str] = frozenset()
    begun: bool = False

    def _open(self, g: Setting, s: State) -> Iterator[str]:
        if self.side != GERMAN:
            return
        for bridge in records(s).bridges:
            if bridge not in self.tried and not any(blow_reasons(g, s, bridge)):
                yield bridge

    def _works(self, g: Setting, s: State) -> Iterator[str]:
        for bridge in blown_bridges(s):
            if not any(repair_reasons(g, s, self.side, bridge)):
                yield bridge

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Blow or repair a bridge, or end the phase."""
        if not self.begun:
            return None
        if next(self._open(g, s), None) is None and next(self._works(g, s), None) is None:
            return None
        key, rule = ("bridges", "5.5") if self.side == GERMAN else ("repairs", "5.8")
        return Decision.of(self.side, f"h44.{key}", rule)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """What comes by itself first; nothing is left to do."""
        if self.begun:
            return s.pop()
        s = abandon(g, s.instead(replace(self, begun=True)), self.side, course)
        return mine_again(g, s, course) if self.side == GERMAN else s

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Blow a bridge, work on one; end."""
        return ("blow", "repair", "end")

    def choices(self, g: Setting, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every bridge that may be tried or worked on."""
        if unit is not None:
            return
        for kind, bridges in (("blow", self._open(g, s)), ("repair", self._works(g, s))):
            for bridge in bridges:
                if hex is None or hex in bridge.split("-"):
                    yield Action(kind, bridge=bridge)
        if hex is None:
            yield Action("end")

    def explain(self, g: Setting, s: State, action: Action) -> Verdict:
        """Every objection to a try or to the work."""
        if action.kind == "end":
            return Verdict()
        bridge = text(action, "bridge")
        if action.kind == "repair":
            return Verdict(tuple(repair_reasons(g, s, self.side, bridge)))
        reasons = list(blow_reasons(g, s, bridge))
        if self.side != GERMAN:
            reasons.append(Reason.of("5.2", "h44.blow.ally", bridge=bridge))
        if bridge in self.tried:
            reasons.append(Reason.of("5.3.3", "h44.blow.tried", bridge=bridge))
        return Verdict(tuple(reasons))

    def apply(self, g: Setting, s: State, action: Action, course: Course) -> State:
        """Roll, or work."""
        if action.kind == "end":
            return s.pop()
        if action.kind == "repair":
            return repair(g, s, self.side, action["bridge"], course)
        s = s.instead(replace(self, tried=self.tried | {action["bridge"]}))
        return blow(g, s, action["bridge"], course)
