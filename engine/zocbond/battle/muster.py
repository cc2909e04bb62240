"""An attack on an overstacked hex: the defender first says which units defend."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import texts
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.battle import Battle, idle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.stacking import fighters, lenders
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import enemy

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def musters(g: Family, s: State, battle: Battle) -> list[tuple[str, ...]]:
    """The groups that may defend an overstacked hex, nobody left out who fits in; none where
    everybody may. They differ in size where two halves count as one."""
    foe = enemy(g, battle.side)
    units = lenders(g, s, foe, battle.hex, idle(g, s, battle))
    bound = [unit for unit in units if not g.any_of(Chapter.lends_besides, s, unit)]

    def fits(group: Sequence[str]) -> bool:
        found = fighters(g, s, foe, battle.hex, group)
        return len(found) <= g.limit(s, foe, battle.hex)

    if battle.picked or fits(bound):
        return []
    full: list[set[str]] = []
    for size in range(len(bound), 0, -1):
        for group in itertools.combinations(bound, size):
            if fits(group) and not any(set(group) < more for more in full):
                full.append(set(group))
    return [tuple(u for u in units if u in group or u not in bound) for group in full]


class Defend(Deed["Family", State, "Muster"]):
    """As many as the limit lets defend lend their strength."""

    kind = "muster"

    def slots(self) -> Slots[Family, State, Muster]:
        return {"units": lambda g, s, p, given: musters(g, s, p.battle)}

    def reasons(self, g: Family, s: State, p: Muster, action: Action) -> Reasons:
        """All of them able to, and nobody left out who fits in."""
        units, hex = texts(action, "units"), p.battle.hex
        if set(units) not in [set(group) for group in musters(g, s, p.battle)]:
            yield Reason.of(
                g.rule("overstack-fight"),
                "zb.muster.not-these",
                hexes=(hex,),
                units=tuple(unit for unit in units if unit in g.units),
                hex=hex,
            )

    def apply(self, g: Family, s: State, p: Muster, action: Action, course: Course) -> State:
        return p.go_on(g, s, action["units"], course)


@dataclass(frozen=True)
class Muster(Phase):
    """The owner of an overstacked hex names the units that lend their strength."""

    battle: Battle
    can = (Defend(),)

    def decision(self, g: Family, s: State) -> Decision | None:
        if len(musters(g, s, self.battle)) < 2:
            return None
        side = enemy(g, self.battle.side)
        return Decision.of(side, "zb.muster", g.rule("overstack-fight"), hex=self.battle.hex)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        groups = musters(g, s, self.battle)
        return self.go_on(g, s, groups[0] if groups else (), course)

    def go_on(self, g: Family, s: State, units: tuple[str, ...], course: Course) -> State:
        """On with the battle."""
        return g.resume(s.pop(), replace(self.battle, picked=units), course)
