"""Section 15.1: the surprise attack before turn 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.game import Course, Decision
from engine.values import replace
from engine.victory_awaits.combat.odds import Fight
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.unit import AXIS, PANZER_GROUP_HQ
from engine.victory_awaits.concepts.activation import activated
from engine.victory_awaits.options.headquarters import ARMOUR_LIMIT, TooMuchArmour

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class SurpriseAttack(TooMuchArmour):
    """Before turn 1 the panzer groups fight one combat segment, rivers ignored (15.1)."""

    out: frozenset[str] = frozenset()
    """Units that the limit on armour leaves asleep (17.5)."""

    def _woken(self, g: VictoryAwaits, s: State) -> dict[str, list[str]]:
        """By panzer group HQ: itself, and of the units in range those of its own formation."""
        found = {}
        for hq in g.units.values():
            if hq.type != PANZER_GROUP_HQ or hq.side != AXIS:
                continue
            if s.position.place(hq.id) in g.board:
                found[hq.id] = [
                    unit
                    for unit in activated(g, s, hq.id)
                    if unit not in self.out
                    and (unit == hq.id or _of_formation(g, unit, hq.formation))
                ]
        return found

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The armour of the first HQ that woke more of it than it may (17.5)."""
        if not g.on("armour-limit"):
            return []
        for units in self._woken(g, s).values():
            armour = [unit for unit in units if g.units[unit].mechanized]
            if len(armour) > ARMOUR_LIMIT:
                return armour
        return []

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Which units stay asleep, where the limit on armour is in use (17.5)."""
        armour = self.may(g, s)
        if not armour:
            return None
        return Decision.of(AXIS, "ava.leave-out", "17.5", over=len(armour) - ARMOUR_LIMIT)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """All that were woken fight."""
        woken = self._woken(g, s)
        units = tuple(dict.fromkeys(unit for group in woken.values() for unit in group))
        course.tell("15.1", "ava.surprise.begins", units=units, count=len(units))
        return s.instead(Combat(None, AXIS, units, Fight(surprise=True)))

    def without(self, unit: str) -> SurpriseAttack:
        """One unit sleeps on."""
        return replace(self, out=self.out | {unit})


def _of_formation(g: VictoryAwaits, unit: str, formation: str) -> bool:
    """Whether a unit belongs to a formation; whoever bears none belongs to none (15.1)."""
    return bool(formation) and g.units[unit].formation == formation
