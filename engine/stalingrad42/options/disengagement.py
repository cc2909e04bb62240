"""Chapter 27: disengagement, an optional rule."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from engine.action import Action
from engine.arguments import text, texts
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.rulebook import enforces
from engine.stalingrad42.setting import Setting
from engine.values import replace
from engine.verdict import Line, Reason, Tally
from engine.zocbond.battle.combat import Combat
from engine.zocbond.battle.losses import alive, lose_step
from engine.zocbond.battle.retreat import Retreat, deaths
from engine.zocbond.battle.retreat import _paths as walks
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.stacks import Way
from engine.zocbond.board.state import AUTO_DS, DISRUPTED, REPLACED, RESERVE, State
from engine.zocbond.moving import orders
from engine.zocbond.rules import Family


def disengage_tally(g: Family, s: State, units: Sequence[str] | str) -> Tally:
    """Cavalry and mechanized units find it easier, disrupted ones harder (27.2.2)."""
    group = (units,) if isinstance(units, str) else tuple(units)
    names = tuple(g.unit_name(u) for u in group)
    lines = []
    if group and all(g.units[u].mechanized or g.units[u].kind == "cavalry" for u in group):
        lines.append(Line.of("27.2.2", "zb.disengage.fast", 1, unit=names))
    if any(s.has(u, DISRUPTED) for u in group):
        lines.append(Line.of("27.2.2", "zb.disengage.disrupted", -1, unit=names))
    return Tally.adding("zb.disengage.total", lines)


class SlipAway(Deed[Family, State, Combat]):
    """Units that did not attack try to slip away in their own combat p (27.0, 27.1): each by
    itself, or a stack on one die."""

    kind = "disengage"

    @enforces("27.1")
    def slots(self) -> Slots[Family, State, Combat]:
        """Each unit that could, and every stack of them (27.2.1)."""
        return {
            "who": lambda g, s, p, given: self._groups(g, s, p),
            "able": lambda g, s, p, given: self._able(g, s, p, given),
        }

    def _groups(self, g: Family, s: State, p: Combat) -> Iterator[Way]:
        stacks: dict[str, list[str]] = {}
        for unit in orders.mine(g, s, p.side):
            if g.units[unit].combat and unit not in p.fought and s.place(unit) in g.board:
                stacks.setdefault(s.place(unit), []).append(unit)
                yield {"unit": unit}
        yield from ({"units": stack} for stack in stacks.values() if len(stack) > 1)

    def _able(self, g: Family, s: State, p: Combat, given: Action) -> Iterator[Way]:
        """Of a stack those who could go each by himself."""
        if "unit" in given:
            yield {}
            return
        alone = (Action(self.kind, unit=unit) for unit in given["units"])
        fit = tuple(one["unit"] for one in alone if not any(self.reasons(g, s, p, one)))
        if len(fit) > 1:
            yield {"units": fit}

    def group(self, action: Action) -> tuple[str, ...]:
        """Those who try on one die."""
        return texts(action, "units") or (text(action, "unit"),)

    def reasons(self, g: Family, s: State, p: Combat, action: Action) -> Reasons:
        """One stack; not after an attack or a replacement, and with somewhere to go (27.2.1,
        21.4)."""
        units = self.group(action)
        for unit in units:
            if unit not in g.units or g.units[unit].side != p.side or not g.units[unit].combat:
                yield Reason.of("27.2.1", "zb.no-unit", unit=unit)
                return
        if len({s.place(unit) for unit in units}) > 1:
            yield Reason.of("27.2.1", "s42.disengage.stack", units=units)
        for unit in units:
            name = g.units[unit].name
            if unit in p.fought:
                yield Reason.of("27.2.1", "zb.attack.again", units=(unit,), unit=name)
            if s.has(unit, AUTO_DS):
                yield Reason.of("8.6.1", "zb.move.auto-ds", units=(unit,), unit=name)
            if s.has(unit, REPLACED):
                yield Reason.of("21.4", "zb.attack.replaced", units=(unit,), unit=name)
            if self.shut_in(g, s, p, unit):
                yield Reason.of("27.2.3", "zb.disengage.shut-in", units=(unit,), unit=name)

    def shut_in(self, g: Family, s: State, p: Combat, unit: str) -> bool:
        """Whether every way of one or two hexes is deadly; the first that is not will do."""
        start = s.place(unit)
        if start not in g.board:
            return True
        paths = itertools.chain(
            ((start, there) for there in (*g.board.neighbours(start), *g.areas_at(s, start))),
            walks(g, s, p.side, start, 2),
        )
        return all(any(deaths(g, s, unit, path)) for path in paths)

    def apply(self, g: Family, s: State, p: Combat, action: Action, course: Course) -> State:
        """The die for all of them, who are no reserve after that; a leader may have it thrown
        again (28.1.4)."""
        units = self.group(action)
        die = course.chance.roll("disengage")
        s = s.instead(replace(p, fought=p.fought | set(units))).unmark(units, RESERVE)
        pause = g.first_of(Chapter.slip_pause, s, p.side, units, die)
        if pause is not None:
            return s.push(pause)
        return slipped(g, s, p.side, units, die, course)


SLIP_AWAY = SlipAway()


def slipped(
    g: Family, s: State, side: str, units: Sequence[str], die: int, course: Course
) -> State:
    """The die stands: nothing, a step each and away, or away (27.2, 27.2.3)."""
    total = max(1, min(6, die + int(disengage_tally(g, s, units).total)))
    result = str(g.charts["disengage"].value(str(total), "result"))
    names = tuple(g.unit_name(u) for u in units)
    course.tell(
        "27.2", "zb.disengage.rolled", units=tuple(units), unit=names, die=die, result=result
    )
    if result == "no":
        return s
    for unit in units if result == "yes-1" else ():
        s = lose_step(g, s, unit, course, "27.2.3")
    left = tuple(unit for unit in units if alive(g, s, unit))
    return s.push(Retreat(side, left, 1, 2, False, anywhere=True)) if left else s


class SlipChapter(Chapter[Setting]):
    """Units that slip away."""

    def combat_deeds(self, g: Setting) -> Iterator[Deed[Setting, State, Combat]]:
        """To slip away from the enemy (27.0)."""
        yield from (SLIP_AWAY,)
