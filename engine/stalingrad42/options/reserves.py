"""Chapters 25 and 27: units held in reserve, and units that slip away, in the combat phase."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

from engine.agenda import Deed, Reasons, Slots
from engine.stalingrad42.setting import Setting, records
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Line, Reason, Tally, enforces
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.combat import Combat
from engine.zocbond.battle.losses import alive, lose_step
from engine.zocbond.battle.retreat import Retreat, deaths
from engine.zocbond.battle.retreat import _paths as walks
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Way, parties
from engine.zocbond.board.state import AUTO_DS, DISRUPTED, REPLACED, RESERVE, TRAIN, Passage, State
from engine.zocbond.board.zones import combat_units, enemy, held, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.rules import Family

MARKERS = 3
"""Reserve markers of a side (25.2.2)."""
REACH = 2
"""Hexes that an activated reserve advances (25.2.3)."""


def groups(g: Setting, s: State, side: str) -> dict[str, tuple[str, ...]]:
    """The stacks of a side under a reserve marker, by hex."""
    found: dict[str, tuple[str, ...]] = {}
    for unit in s.marks:
        if s.has(unit, RESERVE) and g.units[unit].side == side and s.place(unit) in g.board:
            found[s.place(unit)] = (*found.get(s.place(unit), ()), unit)
    return found


class PlaceReserve(Deed[Setting, State, Movement]):
    """A stack is put in reserve (25.2.1)."""

    kind, rule = "reserve", "25.2.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "units": lambda g, s, p, given: self._stacks(g, s, p.side),
            "fit": lambda g, s, p, given: self._fit(g, s, p, given["units"]),
        }

    def _stacks(self, g: Setting, s: State, side: str) -> Iterator[tuple[str, ...]]:
        if len(groups(g, s, side)) < MARKERS:
            for place in sorted(held(g, s, side)):
                yield from parties(g, s, combat_units(g, s, side, place))

    def _fit(self, g: Setting, s: State, p: Movement, stack: tuple[str, ...]) -> Iterator[Way]:
        """Those of a stack that could be put in reserve each by itself."""
        alone = (Action(self.kind, units=(unit,)) for unit in stack if len(stack) > 1)
        fit = tuple(u for one in alone if not any(self.reasons(g, s, p, one)) for u in one["units"])
        if len(stack) == 1:
            yield {}
        elif len(fit) > 1:
            yield {"units": fit}

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """One stack in good order that has gone a hex at most, without replacements (25.2.1), and
        that takes part in no attack, not even an automatic DS (25.1)."""
        units = texts(action, "units")
        bad = [u for u in units if u not in g.units or g.units[u].side != p.side]
        if bad or not units:
            yield Reason.of("25.2.1", "zb.no-unit", unit=", ".join(bad))
            return
        seats = {s.place(u) for u in units}
        if len(seats) > 1 or not seats <= set(g.board.hexes):
            yield Reason.of("25.2.1", "s42.reserve.stack", units=units)
            return
        watched = zoc(g, s, enemy(g, p.side))
        for unit in units:
            no = partial(g.against, unit, "25.2.1")
            if s.has(unit, AUTO_DS):
                yield g.against(unit, "25.1", "zb.move.auto-ds")
            if not g.units[unit].combat or s.has(unit, TRAIN):
                yield no("s42.reserve.unfit")
            if not s.good(unit):
                yield no("s42.reserve.order")
            if s.has(unit, REPLACED):
                yield no("s42.reserve.replaced")
            if s.has(unit, RESERVE):
                yield no("s42.reserve.already")
            stepped = unit in records(s).one_hex
            if unit in p.moved and not (stepped and s.place(unit) not in watched):
                yield no("s42.reserve.moved")
        mine = groups(g, s, p.side)
        if len(mine) >= MARKERS and not seats <= set(mine):
            yield Reason.of("25.2.2", "s42.reserve.three", units=units)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        units = action["units"]
        names = tuple(g.unit_name(u) for u in units)
        course.tell("25.2.1", "s42.reserve.placed", units=units, unit=names)
        return s.mark(units, RESERVE)


class Follow(Advance):
    """An activated reserve goes up to two hexes, as in an advance after combat (25.2.3)."""


class Activate(Deed[Setting, State, Combat]):
    """A reserve is activated, after a battle or without one (25.2.3)."""

    kind, rule = "activate", "25.2.3"

    def slots(self) -> Slots[Setting, State, Combat]:
        return {"units": lambda g, s, p, given: groups(g, s, p.side).values()}

    def reasons(self, g: Setting, s: State, p: Combat, action: Action) -> Reasons:
        """Units of one stack under a reserve marker, still in good order (25.2.1)."""
        units = texts(action, "units")
        mine = [u for u in units if u in g.units and g.units[u].side == p.side]
        wrong = [u for u in units if u not in mine or not s.has(u, RESERVE)]
        if wrong or not units or len({s.place(u) for u in units}) > 1:
            yield Reason.of("25.2.3", "s42.reserve.none", unit=", ".join(wrong))
        for unit in units:
            if unit in g.units and not s.good(unit):
                yield g.against(unit, "25.2.1", "s42.reserve.order")

    def apply(self, g: Setting, s: State, p: Combat, action: Action, course: Course) -> State:
        """The marker comes off; units that did not attack advance like the others (25.1)."""
        units = action["units"]
        names = tuple(g.unit_name(u) for u in units)
        course.tell("25.2.3", "s42.reserve.activated", units=units, unit=names)
        s = s.instead(replace(p, fought=p.fought | set(units))).unmark(units, RESERVE)
        s = s.keep(replace(records(s), activated=(*records(s).activated, *units)))
        last = records(s).last_battle
        freed = (last,) if last and last not in held(g, s, enemy(g, p.side)) else ()
        battle = Battle(p.side, "", units)
        return s.push(Follow(battle, REACH, False, vacated=freed))


PLACE_RESERVE, ACTIVATE = PlaceReserve(), Activate()


class ReserveChapter(Chapter[Setting]):
    """What is noted for reserves, and what they may not do."""

    movement_deeds = (PLACE_RESERVE,)
    combat_deeds = (ACTIVATE,)

    def moved(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Units that went one hex may still be put in reserve (25.2.1)."""
        if len(passage.path) == 2:
            s = s.keep(replace(records(s), one_hex=(*records(s).one_hex, *passage.units)))
        return s

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        return s.keep(replace(records(s), one_hex=())) if records(s).one_hex else s

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """A reserve that rode with the attackers beside it is none any more (14.1, 25.2.3)."""
        return s.unmark([u for u in passage.units if s.has(u, RESERVE)], RESERVE)

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """The last battle: its hex may be entered past enemy ZOCs if it is cleared (25.2.3)."""
        return s.keep(replace(records(s), last_battle=battle.hex))

    def cannot_attack(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """Reserves fight no battle (25.2.3)."""
        if s.has(unit, RESERVE):
            yield g.against(unit, "25.2.3", "s42.reserve.no-attack")

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Markers that were not used come off (25.2.3)."""
        mine = [u for u in s.marks if s.has(u, RESERVE) and g.units[u].side == side]
        s = s.unmark(mine, RESERVE)
        return s.keep(replace(records(s), last_battle="", activated=()))


def disengage_tally(g: Family, s: State, units: Names | str) -> Tally:
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
    """Units that did not attack try to slip away in their own combat phase (27.0, 27.1): each by
    itself, or a stack on one die."""

    kind, rule = "disengage", "27.1"

    @enforces("27.1")
    def slots(self) -> Slots[Family, State, Combat]:
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
            if unit in p.fought:
                yield g.against(unit, "27.2.1", "zb.attack.again")
            if s.has(unit, AUTO_DS):
                yield g.against(unit, "8.6.1", "zb.move.auto-ds")
            if s.has(unit, REPLACED):
                yield g.against(unit, "21.4", "zb.attack.replaced")
            if self.shut_in(g, s, p, unit):
                yield g.against(unit, "27.2.3", "zb.disengage.shut-in")

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


def slipped(g: Family, s: State, side: str, units: Names, die: int, course: Course) -> State:
    """The die stands: nothing, a step each and away, or away (27.2, 27.2.3)."""
    total = max(1, min(6, die + int(disengage_tally(g, s, units).total)))
    result = str(g.charts["disengage"].value(str(total), "result"))
    names = tuple(g.unit_name(u) for u in units)
    told = {"unit": names, "die": die, "result": result}
    course.tell("27.2", "zb.disengage.rolled", units=tuple(units), **told)
    if result == "no":
        return s
    for unit in units if result == "yes-1" else ():
        s = lose_step(g, s, unit, course, "27.2.3")
    left = tuple(unit for unit in units if alive(g, s, unit))
    return s.push(Retreat(side, left, 1, 2, False, anywhere=True)) if left else s


class SlipChapter(Chapter[Setting]):
    """Units that slip away."""

    combat_deeds = (SLIP_AWAY,)
