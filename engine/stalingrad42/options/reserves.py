"""Chapter 25: reserves, held back in the movement phase to follow up in the combat phase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.action import Action
from engine.arguments import texts
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.stacks import Way
from engine.zocbond.board.state import AUTO_DS, REPLACED, RESERVE, TRAIN, State
from engine.zocbond.board.zones import combat_units, enemy, held, zoc
from engine.zocbond.moving.movement import Movement

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

    kind = "reserve"

    def slots(self) -> Slots[Setting, State, Movement]:
        """Every unit of every stack, and all of it that may."""
        return {
            "units": lambda g, s, p, given: self._stacks(g, s, p.side),
            "fit": lambda g, s, p, given: self._fit(g, s, p, given["units"]),
        }

    def _stacks(self, g: Setting, s: State, side: str) -> Iterator[tuple[str, ...]]:
        if len(groups(g, s, side)) < MARKERS:
            for place in sorted(held(g, s, side)):
                stack = tuple(combat_units(g, s, side, place))
                yield from ((unit,) for unit in stack)
                if len(stack) > 1:
                    yield stack

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
            name = g.unit_name(unit)

            def no(key: str, unit: str = unit, name: str = name) -> Reason:
                return Reason.of("25.2.1", key, units=(unit,), unit=name)

            if s.has(unit, AUTO_DS):
                yield Reason.of("25.1", "zb.move.auto-ds", units=(unit,), unit=name)
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
        """Under the marker they stay until the combat p."""
        units = action["units"]
        names = tuple(g.unit_name(u) for u in units)
        course.tell("25.2.1", "s42.reserve.placed", units=units, unit=names)
        return s.mark(units, RESERVE)


@dataclass(frozen=True)
class Follow(Advance):
    """An activated reserve goes up to two hexes, as in an advance after combat (25.2.3)."""


class Activate(Deed[Setting, State, Combat]):
    """A reserve is activated, after a battle or without one (25.2.3)."""

    kind = "activate"

    def slots(self) -> Slots[Setting, State, Combat]:
        """Every stack in reserve."""
        return {"units": lambda g, s, p, given: groups(g, s, p.side).values()}

    def reasons(self, g: Setting, s: State, p: Combat, action: Action) -> Reasons:
        """Units of one stack under a reserve marker, still in good order (25.2.1)."""
        units = texts(action, "units")
        wrong = [
            u
            for u in units
            if u not in g.units or g.units[u].side != p.side or not s.has(u, RESERVE)
        ]
        if wrong or not units or len({s.place(u) for u in units}) > 1:
            yield Reason.of("25.2.3", "s42.reserve.none", unit=", ".join(wrong))
        for unit in units:
            if unit in g.units and not s.good(unit):
                name = g.unit_name(unit)
                yield Reason.of("25.2.1", "s42.reserve.order", units=(unit,), unit=name)

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

    def moved(
        self,
        g: Setting,
        s: State,
        units: Sequence[str],
        path: Sequence[str],
        mode: str,
        course: Course,
    ) -> State:
        """Units that went one hex may still be put in reserve (25.2.1)."""
        if len(path) == 2 and g.scenario.switches["reserves"]:
            s = s.keep(replace(records(s), one_hex=(*records(s).one_hex, *units)))
        return s

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Nothing of that outlives the phase."""
        return s.keep(replace(records(s), one_hex=())) if records(s).one_hex else s

    def arrived(
        self,
        g: Setting,
        s: State,
        side: str,
        units: Sequence[str],
        path: Sequence[str],
        course: Course,
    ) -> State:
        """A reserve that rode with the attackers beside it is none any more (14.1, 25.2.3)."""
        return s.unmark([u for u in units if s.has(u, RESERVE)], RESERVE)

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """The last battle: its hex may be entered past enemy ZOCs if it is cleared (25.2.3)."""
        return (
            s.keep(replace(records(s), last_battle=battle.hex))
            if g.scenario.switches["reserves"]
            else s
        )

    def cannot_attack(self, g: Setting, s: State, battle: Battle, unit: str) -> Iterator[Reason]:
        """Reserves fight no battle (25.2.3)."""
        if s.has(unit, RESERVE):
            yield Reason.of(
                "25.2.3", "s42.reserve.no-attack", units=(unit,), unit=g.unit_name(unit)
            )

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Markers that were not used come off (25.2.3)."""
        mine = [u for u in s.marks if s.has(u, RESERVE) and g.units[u].side == side]
        s = s.unmark(mine, RESERVE)
        return s.keep(replace(records(s), last_battle="", activated=()))

    def movement_deeds(self, g: Setting) -> Iterator[Deed[Setting, State, Movement]]:
        """To put a stack in reserve (25.2.1)."""
        yield from (PLACE_RESERVE,)

    def combat_deeds(self, g: Setting) -> Iterator[Deed[Setting, State, Combat]]:
        """To send a reserve in (25.2.3)."""
        yield from (ACTIVATE,)
