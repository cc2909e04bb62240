"""The end of a phase: the owner destroys what stands over the stacking limit."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.agenda import Phase
from engine.deeds import Deed
from engine.game import Course, Decision
from engine.verdict import Reason
from engine.zocbond.battle.losses import GIVE_UP, destroyed
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import combat_units

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True)
class Excess(Phase):
    """Hexes over the limit at the end of a side's phase: it names what it gives up."""

    side: str

    def crowded(self, g: Family, s: State) -> list[str]:
        """The hexes over the limit."""
        return [hex for hex in sorted(s.position.places()) if _excess(g, s, self.side, hex)]

    def pool(self, g: Family, s: State) -> Iterator[str]:
        """The units whose loss would help."""
        for hex in self.crowded(g, s):
            over = _excess(g, s, self.side, hex)
            for unit in combat_units(g, s, self.side, hex):
                if _excess(g, s.put(unit, destroyed(self.side)), self.side, hex) < over:
                    yield unit

    def decision(self, g: Family, s: State) -> Decision | None:
        """The owner names a unit, as long as a hex is over its limit."""
        if next(self.pool(g, s), None) is None:
            return None
        hexes = tuple(self.crowded(g, s))
        return Decision.of(self.side, "zb.excess", g.rule("overstack"), hex=hexes)

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        """Give up a unit, or a step of it."""
        return (GIVE_UP,)

    def barred(self, g: Family, unit: str) -> Reason:
        """Only units in a hex over its limit, and of them those that count."""
        if unit not in g.units:
            return Reason.of(g.rule("overstack"), "zb.no-unit", unit=unit)
        name = g.units[unit].name
        return Reason.of(g.rule("overstack"), "zb.excess.not-this", units=(unit,), unit=name)

    def take(self, g: Family, s: State, unit: str, course: Course) -> State:
        """It is gone."""
        return g.shed(s, unit, course)


def _excess(g: Family, s: State, side: str, hex: str) -> int:
    return g.excess(s, side, hex) if hex in g.board else 0
