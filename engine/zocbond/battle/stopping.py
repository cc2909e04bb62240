"""The price of a retreat stopped short: one step for all who stopped (Holland '44 13.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.agenda import Phase
from engine.deeds import Deed
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.losses import LOSE, alive, lose_step
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True)
class Price(Phase):
    """The owner says which of the units that stopped short bears the step."""

    chooser: str
    units: tuple[str, ...]
    count: int = 1

    def pool(self, g: Family, s: State) -> list[str]:
        """Those of them still in play that can lose a step."""
        return [unit for unit in self.units if alive(g, s, unit) and g.units[unit].combat]

    def decision(self, g: Family, s: State) -> Decision | None:
        """Only with two of them or more."""
        if len(self.pool(g, s)) < 2:
            return None
        return Decision.of(self.chooser, "zb.stop-price", g.rule("retreat-short"))

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """The only one."""
        pool = self.pool(g, s)
        return self.take(g, s, pool[0], course) if pool else s.pop()

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        """Name a unit."""
        return (LOSE,)

    def barred(self, g: Family, unit: str) -> Reason:
        """Only units that stopped."""
        return Reason.of(g.rule("retreat-short"), "zb.retreat.not-stopped", unit=unit)

    def take(self, g: Family, s: State, unit: str, course: Course) -> State:
        """A step off it."""
        s = s.instead(replace(self, count=self.count - 1)) if self.count > 1 else s.pop()
        return lose_step(g, s, unit, course, g.rule("retreat-short"))
