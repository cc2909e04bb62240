"""The course of a battle: who may lose, stand and advance, and how a roll that waited goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.agenda import Phase
from engine.game import Course
from engine.zocbond.advance import Advance, AfterBreakthrough
from engine.zocbond.battle import Battle
from engine.zocbond.combat import Pause, conclude, fight, resolve
from engine.zocbond.hooks import Hooks
from engine.zocbond.losses import DEFENDER, Losses, Unharmed
from engine.zocbond.movement import shatter, shatter_or_ask
from engine.zocbond.muster import Muster
from engine.zocbond.results import Result, read_result
from engine.zocbond.retreat import disrupt, doomed
from engine.zocbond.state import RETREATED, SHELTERED, TRAIN, State


class BattleRules(Hooks):
    """The course of a battle, alike in both games."""

    def give_battle(self: Any, s: State, battle: Battle, course: Course) -> State:
        """An attack of the combat phase was declared."""
        return fight(self, s, battle, course)

    def auto_battle(self: Any, s: State, battle: Battle, course: Course) -> State:
        """An automatic DS was declared."""
        return shatter_or_ask(self, s, battle, course)

    def fight_on(self: Any, s: State, battle: Battle, course: Course) -> State:
        """Breakthrough combat: the same procedure, its advance folded into the first one."""
        before = len(s.agenda)
        s = fight(self, s, battle, course)
        if s.agenda and isinstance(s.top, Muster | Pause):
            return s
        return self.fold(s, battle, before)  # type: ignore[no-any-return]

    def concluded(
        self: Any, s: State, battle: Battle, column: str, die: int, course: Course
    ) -> State:
        """A roll that waited stands: the battle goes on."""
        before = len(s.agenda)
        s = conclude(self, s, battle, column, die, course)
        return self.fold(s, battle, before) if battle.breakthrough else s

    def resume(self: Any, s: State, battle: Battle, course: Course) -> State:
        """The defenders of an overstacked hex are named: the battle goes on."""
        if battle.auto:
            return shatter(self, s, battle)
        before = len(s.agenda)
        s = resolve(self, s, battle, course)
        if s.agenda and isinstance(s.top, Pause):
            return s
        return self.fold(s, battle, before) if battle.breakthrough else s

    def fold(self: Any, s: State, battle: Battle, before: int) -> State:
        """The advance of breakthrough combat becomes a part of the one under way."""
        pushed = s.agenda[before:]
        advance = next((phase for phase in pushed if isinstance(phase, Advance)), None)
        rest = tuple(phase for phase in pushed if not isinstance(phase, Advance))
        length = self.weathered(s, advance.length) if advance is not None else 0
        after = AfterBreakthrough(battle, self.goes_on(length), self.attacks_again(length))
        return replace(s, agenda=(*s.agenda[:before], after, *rest))

    def goes_on(self: Any, length: int) -> bool:
        """Whether a group may advance further after breakthrough combat."""
        return bool(length >= self.figure("goes-on-from"))

    def attacks_again(self: Any, length: int) -> bool:
        """Whether it may attack once more."""
        return bool(self.figure("attacks-again")) and self.goes_on(length)

    def auto_result(self: Any) -> Result:
        """The result of an automatic DS."""
        return read_result(self, self.charts["crt"].rows["auto"]["7-1"])

    def auto_losses(self: Any, s: State, battle: Battle) -> Iterator[Phase]:
        """The step that an automatic DS takes; who names it, the table of results says."""
        result, foe = self.auto_result(), self.other[battle.side]
        if result.defender and not self.shrugs_off(s, battle, result):
            chooser = battle.side if result.enemy_picks else foe
            yield Losses(battle, DEFENDER, chooser, result.defender, result.code)
        elif result.defender:
            yield Unharmed(battle)

    def loss_pool(self: Any, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
        """Who may bear a loss."""
        raise NotImplementedError

    def may_lead(self: Any, s: State, battle: Battle, unit: str) -> bool:
        """Whether a unit may lead a determined defence."""
        return (
            self.units[unit].combat
            and s.good(unit)
            and not s.has(unit, TRAIN)
            and (battle.breakthrough or not s.has(unit, SHELTERED))
        )

    def desperate(
        self: Any, s: State, battle: Battle, result: Result, units: Sequence[str]
    ) -> bool:
        """Whether retreat destroys every defender."""
        return doomed(self, s, units, result.retreat, result.most)

    def held_on(
        self: Any, s: State, battle: Battle, outcome: str, units: Sequence[str], course: Course
    ) -> State:
        """The defence held: no advance."""
        return s.pop() if isinstance(s.top, Advance) else s

    def shorten_advance(self: Any, s: State) -> State:
        """After a fighting withdrawal the advance is one hex, without breakthrough combat."""
        if isinstance(s.top, Advance):
            return s.instead(replace(s.top, length=1, exploits=False))
        if isinstance(s.top, AfterBreakthrough):
            return s.instead(replace(s.top, again=False))
        return s

    def advancers(self: Any, s: State, battle: Battle) -> tuple[str, ...]:
        """Who may advance."""
        return battle.units

    def retreated_units(self: Any, s: State) -> frozenset[str]:
        """Units that retreated in this phase: they do not cancel enemy ZOCs."""
        return frozenset(unit for unit in s.marks if s.has(unit, RETREATED))

    def disorder(self: Any, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
        """The marker after a retreat of some hexes."""
        return disrupt(self, s, unit, course, routs)
