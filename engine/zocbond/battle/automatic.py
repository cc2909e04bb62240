"""Section 8.6: the automatic DS, out of movement or of an advance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.values import replace
from engine.zocbond.battle.battle import Battle, odds
from engine.zocbond.battle.muster import Muster, musters
from engine.zocbond.battle.retreat import Retreat, goers
from engine.zocbond.board.state import AUTO_DS, State
from engine.zocbond.board.zones import combat_units, enemy

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def surest(g: Family, s: State, battle: Battle) -> int:
    """The worst odds that the owner of an overstacked hex could leave an automatic DS."""
    groups = musters(g, s, battle) or [()]
    return min(odds(g, s, replace(battle, picked=group)).place for group in groups)


def shatter_or_ask(g: Family, s: State, battle: Battle, course: Course) -> State:
    """An automatic DS; of an overstacked hex its owner names the defenders first."""
    course.tell(g.rule("auto-ds"), "zb.auto.done", units=battle.units, hexes=(battle.hex,))
    return s.push(Muster(battle)) if musters(g, s, battle) else shatter(g, s, battle)


def shatter(g: Family, s: State, battle: Battle) -> State:
    """The automatic DS takes its course: the loss, then the retreat of whoever is left."""
    s = s.mark(battle.units, AUTO_DS).keep(replace(s.records, auto=(*s.records.auto, battle)))
    return s.push(*g.auto_losses(s, battle), Scatter(enemy(g, battle.side), battle.hex))


@dataclass(frozen=True)
class Scatter(Phase):
    """Whoever is left of the defenders goes back after an automatic DS."""

    side: str
    hex: str

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """All of them, the full distance."""
        left = goers(g, s, self.side, self.hex) if combat_units(g, s, self.side, self.hex) else ()
        length = g.figure("auto-retreat")
        return s.instead(Retreat(self.side, left, length, length, True)) if left else s.pop()
