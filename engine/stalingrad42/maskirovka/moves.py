"""Sections 34.1 to 34.5: what the Soviet player does with his boxes in the movement phase."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial

from engine.agenda import Deed, Reasons, Slots
from engine.stalingrad42.board.places import army_of, inside, letter, shown
from engine.stalingrad42.maskirovka.armies import (
    NORTHERN,
    box_reasons,
    burdened,
    forget,
    in_play,
    into_reasons,
    supplied_by,
    unmask,
)
from engine.stalingrad42.moving.areas import PassArea
from engine.stalingrad42.moving.transport import Rail
from engine.stalingrad42.setting import SOVIET, Setting, records
from engine.values import Action, replace, text, texts
from engine.verdict import Course, Reason
from engine.zocbond.board.state import DISRUPTED, REPLACED, ROUTED, TRAIN, State
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement


def _moved(s: State, p: Movement, *units: str) -> State:
    return s.instead(p.having_moved(units))


def boxed(s: State) -> Iterator[str]:
    """Every unit in the box of an army."""
    return (unit for army in records(s).masks for unit in inside(s, army))


class ArmyIn(Deed[Setting, State, Movement]):
    """A unit goes into an army's box with its whole allowance (34.4.1)."""

    kind, rule = "army-in", "34.4.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in (orders.mine(g, s, SOVIET) if p.side == SOVIET else ())
                if records(s).masks and g.units[unit].combat and unit not in p.moved
            ),
            "army": lambda g, s, p, given: (a for a in records(s).masks if in_play(g, s, a)),
        }

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return (s.place(action["army"]),)

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Room for eight; one of the four ways (34.2, 34.4.1)."""
        unit, army = text(action, "unit"), text(action, "army")
        known = unit in g.units and g.units[unit].side == SOVIET == p.side
        if not known or not g.units[unit].combat:
            yield Reason.of("34.2", "zb.no-unit", unit=unit)
            return
        bad = list(box_reasons(g, s, p, unit, army))
        yield from bad
        if not bad:
            yield from into_reasons(g, s, p, unit, army)

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """Inside; neither army moves any more this turn (34.3.1, 34.4.2)."""
        unit, army = action["unit"], action["army"]
        place = s.place(unit)
        g.tell(course, unit, "34.4.1", "s42.mask.in")
        if army_of(s, unit):
            s = s.keep(replace(records(s), box_moved=True))
        elif place in g.board:
            s = s.keep(replace(records(s), strategic=True))
        source = army_of(s, unit)
        s = forget(s, army, source)
        return _moved(s, p, unit, army, *filter(None, [source])).put(unit, records(s).masks[army])


class ArmyOut(Deed[Setting, State, Movement]):
    """One unit a turn leaves a box for an entry area A to E (34.4.2)."""

    kind, rule = "army-out", "34.4.2"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: boxed(s) if p.side == SOVIET else (),
            "to": lambda g, s, p, given: g.board.areas,
        }

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Once a turn, supplied through A to E at both ends (34.4.2)."""
        unit, to = text(action, "unit"), text(action, "to")
        army = army_of(s, unit) if unit in g.units else ""
        if not army or p.side != SOVIET:
            yield Reason.of("34.4.2", "s42.mask.not-inside", unit=g.unit_name(unit))
            return
        no = partial(g.against, unit, "34.4.2")
        if unit in p.moved:
            yield no("zb.move.again")
        if records(s).box_moved:
            yield no("s42.mask.one-box")
        if to not in g.board.areas or letter(to) not in NORTHERN:
            yield no("s42.mask.no-way")
        elif not supplied_by(g, s, to, NORTHERN):
            yield no("s42.mask.supply")
        if not supplied_by(g, s, s.place(army), NORTHERN):
            yield no("s42.mask.supply")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """In the area, its move spent, and that of the army it leaves (34.4.2)."""
        unit, to = action["unit"], action["to"]
        army = army_of(s, unit)
        g.tell(course, unit, "34.4.2", "s42.mask.out", hex=to)
        s = forget(s.keep(replace(records(s), box_moved=True)), army)
        return _moved(s, p, unit, army).put(unit, to)


class FromBox(Deed[Setting, State, Movement]):
    """What a unit does out of a box at the hex of its army."""

    def slots(self) -> Slots[Setting, State, Movement]:
        return {"unit": lambda g, s, p, given: boxed(s) if p.side == SOVIET else ()}

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return (s.place(army_of(s, action["unit"])),)

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """A unit of a box whose army is on the map, and that has not moved; no German sees one."""
        unit = text(action, "unit")
        army = army_of(s, unit) if unit in g.units else ""
        if not army or s.place(army) not in g.board:
            yield Reason.of(self.rule, "s42.mask.not-inside", unit=g.unit_name(unit))
            return
        if unit in p.moved:
            yield g.against(unit, self.rule, "zb.move.again")


class ComeOut(FromBox):
    """A unit appears at its army and moves on; the army is unmasked (34.4.2)."""

    kind, rule = "come-out", "34.4.2"

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """On the map; the army moves no more (34.4.2)."""
        unit = action["unit"]
        army = army_of(s, unit)
        place = s.place(army)
        g.tell(course, unit, "34.4.2", "s42.mask.come-out", hex=place)
        return unmask(g, _moved(s, p, army), army, course).put(unit, place)


class Show(FromBox):
    """A unit is laid on top of its army, which now has a ZOC and may bond (34.2)."""

    kind, rule = "show", "34.2"

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        army = army_of(s, unit)
        g.tell(course, unit, "34.2", "s42.mask.shown")
        s = s.keep(replace(records(s), shown={**records(s).shown, unit: army}))
        return _moved(s, p, unit).put(unit, s.place(army))


class Hide(Deed[Setting, State, Movement]):
    """A shown unit goes back under its army (34.2)."""

    kind, rule = "hide", "34.2"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {"unit": lambda g, s, p, given: records(s).shown if p.side == SOVIET else ()}

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        unit = text(action, "unit")
        army = records(s).shown.get(unit, "")
        if not army or s.place(unit) != s.place(army):
            yield Reason.of("34.2", "s42.mask.not-inside", unit=g.unit_name(unit))
        elif unit in p.moved:
            yield g.against(unit, "34.2", "zb.move.again")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        army = records(s).shown[unit]
        rest = {u: a for u, a in records(s).shown.items() if u != unit}
        g.tell(course, unit, "34.2", "s42.mask.hidden")
        s = s.keep(replace(records(s), shown=rest))
        return _moved(s, p, unit).put(unit, records(s).masks[army])


class SwapMasks(Deed[Setting, State, Movement]):
    """Two armies that begin together exchange their markers, or pretend to (34.1.2)."""

    kind, rule = "swap-masks", "34.1.2"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "units": lambda g, s, p, given: itertools.combinations(
                [a for a in records(s).masks if p.side == SOVIET and in_play(g, s, a)], 2
            ),
            "truly": lambda g, s, p, given: ("yes", "no"),
        }

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """Both where they began the phase together, neither moved, once (34.1.2)."""
        units = texts(action, "units")
        if p.side != SOVIET or len(units) != 2 or not set(units) <= set(records(s).masks):
            yield Reason.of("34.1.2", "s42.mask.pair")
            return
        one, two = units
        seats = records(s).mask_seats
        if s.place(one) != s.place(two) or seats.get(one, "?") != seats.get(two, "!"):
            yield Reason.of("34.1.2", "s42.mask.apart", units=units)
        if set(units) & set(p.moved) or records(s).swapped == (s.turn, *units):
            yield Reason.of("34.1.2", "zb.move.again", units=units, unit=g.unit_name(one))

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """The German only sees that hands moved."""
        one, two = action["units"]
        names = (g.unit_name(one), g.unit_name(two))
        course.tell("34.1.2", "s42.mask.swapped", units=(one, two), unit=names)
        now = dict(records(s).masks)
        if action.get("truly") != "no":
            now[one], now[two] = now[two], now[one]
        s = s.keep(replace(records(s), masks=now, swapped=(s.turn, one, two)))
        return forget(s, one, two)


class MaskRail(Rail):
    """A reserve army goes by rail only with an empty box, which is shown (34.3.2)."""

    rule = "34.3.2"

    def also_bars(self, g: Setting, s: State, unit: str) -> Reasons:
        if unit in records(s).masks and (inside(s, unit) or shown(s, unit)):
            yield g.against(unit, "34.3.2", "s42.mask.rail")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        if action["unit"] in records(s).masks:
            g.tell(course, action["unit"], "34.3.2", "s42.mask.empty")
        return super().apply(g, s, p, action, course)


class MaskPassArea(PassArea):
    """Between areas, unless a unit inside is in disorder or took a replacement (34.3.3)."""

    rule = "34.3.3"

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        yield from super().reasons(g, s, p, action)
        unit = text(action, "unit")
        if unit in records(s).masks and burdened(s, unit, DISRUPTED, ROUTED, REPLACED, TRAIN):
            yield g.against(unit, "34.3.3", "s42.mask.burdened")
