"""The bridge phase of either side: demolition, mining, repair (5.1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.holland44.board.bridges import AtBridge, blow, blow_reasons, mine_again
from engine.holland44.board.repair import abandon, repair, repair_reasons
from engine.holland44.records import records
from engine.holland44.setting import GERMAN, Setting
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.state import State


@dataclass(frozen=True)
class Bridges(Phase):
    """The bridge phase: the German mines and blows, both repair (5.1, 5.3.2, 5.5, 5.8)."""

    side: str
    tried: frozenset[str] = frozenset()
    begun: bool = False

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Blow or repair a bridge, or end the phase."""
        if not self.begun:
            return None
        if not any(any(deed.choices(g, s, self, None, None)) for deed in (BLOW, REPAIR)):
            return None
        key, rule = ("bridges", "5.5") if self.side == GERMAN else ("repairs", "5.8")
        return Decision.of(self.side, f"h44.{key}", rule)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """What comes by itself first; nothing is left to do."""
        if self.begun:
            return s.pop()
        s = abandon(g, s.instead(replace(self, begun=True)), self.side, course)
        return mine_again(g, s, course) if self.side == GERMAN else s

    @enforces("5.1")
    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Blow a bridge, work on one; end."""
        return BLOW, REPAIR, END


class Blow(AtBridge[Bridges]):
    """The German tries to blow a bridge (5.3.2)."""

    kind, rule = "blow", "5.3.2"

    def slots(self) -> Slots[Setting, State, Bridges]:
        """Any that can be blown at all."""
        return {"bridge": lambda g, s, p, given: records(s).bridges if p.side == GERMAN else ()}

    def reasons(self, g: Setting, s: State, p: Bridges, action: Action) -> Reasons:
        """Mined, somebody near, one try each (5.3.3)."""
        bridge = text(action, "bridge")
        yield from blow_reasons(g, s, bridge)
        if p.side != GERMAN:
            yield Reason.of("5.2", "h44.blow.ally", bridge=bridge)
        if bridge in p.tried:
            yield Reason.of("5.3.3", "h44.blow.tried", bridge=bridge)

    def apply(self, g: Setting, s: State, p: Bridges, action: Action, course: Course) -> State:
        """Roll."""
        s = s.instead(replace(p, tried=p.tried | {action["bridge"]}))
        return blow(g, s, action["bridge"], course)


class Repair(AtBridge[Bridges]):
    """An engineer works on a blown bridge (5.8)."""

    kind, rule = "repair", "5.8"

    def slots(self) -> Slots[Setting, State, Bridges]:
        """Any that is blown."""
        return {"bridge": lambda g, s, p, given: s.records.blown}

    def reasons(self, g: Setting, s: State, p: Bridges, action: Action) -> Reasons:
        """Every objection to the work."""
        return repair_reasons(g, s, p.side, text(action, "bridge"))

    def apply(self, g: Setting, s: State, p: Bridges, action: Action, course: Course) -> State:
        """Work."""
        return repair(g, s, p.side, action["bridge"], course)


BLOW, REPAIR = Blow(), Repair()
