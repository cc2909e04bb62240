"""The course of a battle: who may lose, stand and advance, how a roll that waited goes on, and the
automatic DS (8.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.values import Names, replace
from engine.verdict import Course, enforces
from engine.zocbond.battle.advance import Advance, AfterBreakthrough
from engine.zocbond.battle.battle import Battle, Muster, Result, musters, odds, read_result
from engine.zocbond.battle.combat import Pause, conclude, fight, resolve
from engine.zocbond.battle.losses import defender_losses
from engine.zocbond.battle.retreat import Retreat, disrupt, goers, ways
from engine.zocbond.board.state import AUTO_DS, RETREATED, SHELTERED, TRAIN, State
from engine.zocbond.board.zones import combat_units, enemy

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def fight_on(g: Family, s: State, battle: Battle, course: Course) -> State:
    """Breakthrough combat: the same procedure, its advance folded into the first one."""
    before = len(s.agenda)
    s = fight(g, s, battle, course)
    if s.agenda and isinstance(s.top, Muster | Pause):
        return s
    return g.fold(s, battle, before)


def concluded(g: Family, s: State, battle: Battle, column: str, die: int, course: Course) -> State:
    """A roll that waited stands: the battle goes on."""
    before = len(s.agenda)
    s = conclude(g, s, battle, column, die, course)
    return g.fold(s, battle, before) if battle.breakthrough else s


def resume(g: Family, s: State, battle: Battle, course: Course) -> State:
    """The defenders of an overstacked hex are named: the battle goes on."""
    if battle.auto:
        return shatter(g, s, battle)
    before = len(s.agenda)
    s = resolve(g, s, battle, course)
    if s.agenda and isinstance(s.top, Pause):
        return s
    return g.fold(s, battle, before) if battle.breakthrough else s


@enforces("breakthrough-length")
def fold(g: Family, s: State, battle: Battle, before: int) -> State:
    """The advance of breakthrough combat becomes a part of the one under way."""
    pushed = s.agenda[before:]
    advance = next((phase for phase in pushed if isinstance(phase, Advance)), None)
    rest = tuple(phase for phase in pushed if not isinstance(phase, Advance))
    length = g.weathered(s, advance.length) if advance is not None else 0
    after = AfterBreakthrough(battle, g.goes_on(length), g.attacks_again(length))
    return replace(s, agenda=(*s.agenda[:before], after, *rest))


@enforces("breakthrough-goes-on")
def goes_on(g: Family, length: int) -> bool:
    """Whether a group may advance further after breakthrough combat."""
    return bool(length >= g.figure("goes-on-from"))


@enforces("breakthrough-goes-on")
def attacks_again(g: Family, length: int) -> bool:
    """Whether it may attack once more."""
    return bool(g.figure("attacks-again")) and g.goes_on(length)


def auto_result(g: Family) -> Result:
    """The result of an automatic DS."""
    return read_result(g, g.charts["crt"].rows["auto"]["7-1"])


def auto_losses(g: Family, s: State, battle: Battle) -> Iterator[Phase]:
    """The step that an automatic DS takes; who names it, the table of results says."""
    return defender_losses(g, s, battle, g.auto_result())


def loss_pool(g: Family, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
    """Who may bear a loss."""
    raise NotImplementedError


def may_lead(g: Family, s: State, battle: Battle, unit: str) -> bool:
    """Whether a unit may lead a determined defence."""
    return (
        g.units[unit].combat
        and s.good(unit)
        and not s.has(unit, TRAIN)
        and (battle.breakthrough or not s.has(unit, SHELTERED))
    )


def desperate(g: Family, s: State, battle: Battle, result: Result, units: Names) -> bool:
    """Whether retreat destroys every defender."""
    length, most = result.retreat, result.most
    return bool(units) and not any(ways(g, s, unit, length, most) for unit in units)


def held_on(
    g: Family, s: State, battle: Battle, outcome: str, units: Names, course: Course
) -> State:
    """The defence held: no advance."""
    return s.pop() if isinstance(s.top, Advance) else s


@enforces("withdrawal-advance")
def shorten_advance(g: Family, s: State) -> State:
    """After a fighting withdrawal the advance is one hex, without breakthrough combat."""
    if isinstance(s.top, Advance):
        return s.instead(replace(s.top, length=1, exploits=False))
    if isinstance(s.top, AfterBreakthrough):
        return s.instead(replace(s.top, again=False))
    return s


def advancers(g: Family, s: State, battle: Battle) -> tuple[str, ...]:
    """Who may advance."""
    return battle.units


def retreated_units(g: Family, s: State) -> frozenset[str]:
    """Units that retreated in this phase: they do not cancel enemy ZOCs."""
    return frozenset(unit for unit in s.marks if s.has(unit, RETREATED))


def disorder(g: Family, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
    """The marker after a retreat of some hexes."""
    return disrupt(g, s, unit, course, routs)


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


class Scatter(Phase):
    """Whoever is left of the defenders goes back after an automatic DS."""

    side: str
    hex: str

    def proceed(self, g: Family, s: State, course: Course) -> State:
        left = goers(g, s, self.side, self.hex) if combat_units(g, s, self.side, self.hex) else ()
        length = g.figure("auto-retreat")
        return s.instead(Retreat(self.side, left, length, length, True)) if left else s.pop()
