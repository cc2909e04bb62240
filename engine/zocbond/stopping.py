"""The price of a retreat stopped short: one step for all who stopped (Holland '44 13.3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Reason, Verdict
from engine.zocbond.losses import alive, lose_step
from engine.zocbond.state import State

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
        return self._pay(g, s, pool[0], course) if pool else s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Name a unit."""
        return ("lose",)

    def choices(self, g: Family, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every unit that stopped."""
        for name in self.pool(g, s):
            if unit in (None, name) and hex in (None, s.place(name)):
                yield Action("lose", unit=name)

    def explain(self, g: Family, s: State, action: Action) -> Verdict:
        """Only units that stopped."""
        return Verdict(tuple(self._reasons(g, s, text(action, "unit"))))

    def _reasons(self, g: Family, s: State, unit: str) -> Iterator[Reason]:
        if unit not in self.pool(g, s):
            yield Reason.of(g.rule("retreat-short"), "zb.retreat.not-stopped", unit=unit)

    def apply(self, g: Family, s: State, action: Action, course: Course) -> State:
        """A step off it."""
        return self._pay(g, s, action["unit"], course)

    def _pay(self, g: Family, s: State, unit: str, course: Course) -> State:
        s = s.instead(replace(self, count=self.count - 1)) if self.count > 1 else s.pop()
        return lose_step(g, s, unit, course, g.rule("retreat-short"))
