"""The movement phase: one unit or group at a time, in one of three modes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Self

from engine.agenda import Deed, Phase, Reasons, Several, Slots, filled
from engine.hexset import HexSet
from engine.values import Action, Names, remember, replace, text, texts
from engine.verdict import Course, Decision, Reason, Tally
from engine.zocbond.battle.battle import Battle, battle_of, odds, odds_name, sheet
from engine.zocbond.battle.checks import crowding, passed
from engine.zocbond.battle.combat import strike
from engine.zocbond.battle.fighting import surest
from engine.zocbond.battle.losses import Excess
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Asked, Party, Together, Way
from engine.zocbond.board.reaching import Reached, judged, reach, stops
from engine.zocbond.board.state import (
    AUTO_DS,
    DISRUPTED,
    RETREATED,
    ROUTED,
    SHELTERED,
    Passage,
    State,
)
from engine.zocbond.board.walking import EXTENDED, NORMAL, modes, stuck, walk
from engine.zocbond.board.zones import able, combat_units, enemy, held
from engine.zocbond.moving.orders import come_in, gate_bars, gates, mine
from engine.zocbond.moving.trek import Trek, going_on, halted

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


class Movement(Phase):
    """The active side moves what it likes."""

    side: str
    moved: frozenset[str] = frozenset()
    extended: frozenset[str] = frozenset()
    """Units that used extended movement."""
    began: tuple[tuple[str, str], ...] = ()
    """Where each unit was when the phase began."""
    closing: bool = False

    def decision(self, g: Family, s: State) -> Decision | None:
        if self.closing:
            return None
        return Decision.of(self.side, "zb.move", g.rule("move"), who=self.side)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """The phase is over, and nothing is over its limit."""
        s = crowding(g, s, self.side)
        s = g.in_turn(Chapter.end_movement, s, self.side, course)
        s = s.unmark([u for u in s.position.units() if s.has(u, RETREATED)], RETREATED, SHELTERED)
        course.tell(g.rule("move"), "zb.move.end", side=self.side)
        if s.records.willing:
            s = s.keep(replace(s.records, willing=()))
        return s.pop()

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        return (MOVE, ENTER, SHATTER, ROUT, *g.movement_deeds, END_MOVEMENT)

    def stuck(self, g: Family, s: State, unit: str) -> Reasons:
        """What keeps a unit where it is."""
        if unit in self.moved:
            yield g.against(unit, g.rule("move"), "zb.move.again")
        if s.has(unit, AUTO_DS):
            yield g.against(unit, g.rule("auto-ds"), "zb.move.auto-ds")
        yield from stuck(g, s, unit)

    def shatterers(self, g: Family, s: State, target: str) -> tuple[str, ...]:
        """The units around a hex that could join in an automatic DS."""
        return tuple(
            unit
            for near in g.board.neighbours(target)
            for unit in combat_units(g, s, self.side, near)
            if not s.has(unit, AUTO_DS, DISRUPTED, ROUTED) and g.face(s, unit).attack
        )

    def having_moved(self, units: Names, mode: str | None = None) -> Movement:
        """The phase once some units have moved."""
        fast = set(units) if mode == EXTENDED else set()
        return replace(self, moved=self.moved | set(units), extended=self.extended | fast)


def _moves(units: Party, ways: Sequence[tuple[str, Reached, HexSet]]) -> tuple[Action, ...]:
    """A move to every hex in reach where a group may end, in the first mode that will do."""
    found: dict[str, Action] = {}
    for mode, reached, ends in ways:
        begun = Action(MOVE.kind, units=units, mode=None if mode == NORMAL else mode)
        made, left = reached.moves.setdefault(units, {}), frozenset(ends).difference(found)
        for hex in reached:
            if hex in left:
                if hex not in made:
                    made[hex] = begun.saying("path", reached.path(hex))
                found[hex] = made[hex]
    return tuple(found.values())


class Move(Together[Movement]):
    """A unit or a group goes along a path, in a mode of movement."""

    kind = "move"

    def who(self, g: Family, s: State, p: Movement) -> Iterator[str]:
        return (u for u in mine(g, s, p.side) if u not in p.moved and s.place(u) in g.board)

    def ways(self, g: Family, s: State, p: Movement, party: Party) -> Iterable[Action]:
        """Every hex it can end in, in the cheapest mode; of a stack, all that can move."""
        units = tuple(unit for unit in party if not any(p.stuck(g, s, unit)))
        if len(units) < min(len(party), 2):
            return ()
        here = g.board.set((s.place(units[0]),))
        ways = tuple(
            (mode, reached, stops(g, s, units, mode, reached.hexes - here))
            for mode in modes(g, s, units)
            for reached in (reach(g, s, units, mode),)
        )
        if not ways:
            return ()
        found = remember(ways[0][1].lists, (units, ways), _moves, units, ways)
        return itertools.chain(found, self._halfway(g, s, p, units)) if units[1:] else found

    def _halfway(self, g: Family, s: State, p: Movement, stack: Party) -> Iterator[Action]:
        """Half the longest way: one unit stays there, or all of them look about."""
        if NORMAL not in modes(g, s, stack):
            return
        reached = reach(g, s, stack, NORMAL)
        way = max((reached.path(hex) for hex in reached), key=len)
        half = Action(self.kind, units=stack, path=way[: len(way) // 2 + 1])
        for stop in (half.replaced(leave=stack[-1:]), half.replaced(pause=True)):
            if len(half["path"]) > 1 and not any(self.reasons(g, s, p, stop)):
                yield stop

    def reasons(self, g: Family, s: State, p: Movement, action: Action) -> Reasons:
        units, path = texts(action, "units"), texts(action, "path")
        mode = action.get("mode", NORMAL)
        unknown = [unit for unit in units if unit not in g.units]
        if unknown or not units:
            yield Reason.of(g.rule("move"), "zb.no-unit", unit=", ".join(unknown))
            return
        for unit in units:
            if g.units[unit].side != p.side:
                yield g.against(unit, g.rule("move"), "zb.not-yours")
            yield from p.stuck(g, s, unit)
        strays = any(s.place(unit) != path[0] for unit in units if path)
        if len(path) < 2 or path[0] not in g.board or strays:
            yield Reason.of(g.rule("move"), "zb.move.wrong-start", units=units)
            return
        yield from g.all_of(Chapter.mode_reasons, s, units, mode)
        staying, pause = texts(action, "leave"), bool(action.get("pause"))
        found, pace = judged(g, s, units, path, mode, not (staying or pause))
        yield from found
        if (staying or pause) and not found:
            trek = replace(g.trek.begun(Passage(p.side, units, path, mode)), pace=pace)
            yield from going_on(g, g.in_turn(Chapter.sets_out, s, units), trek, units, staying)

    def tally(self, g: Family, s: State, p: Movement, action: Action) -> Tally | None:
        units, path = texts(action, "units"), texts(action, "path")
        if len(path) < 2 or not units or any(unit not in g.units for unit in units):
            return None
        if any(place not in g.board for place in (path[0], *s.position.seats(units))):
            return None
        return walk(g, s, units, path, action.get("mode", NORMAL)).tally

    def apply(self, g: Family, s: State, p: Movement, action: Action, course: Course) -> State:
        """There, or on the way; routed enemies give way to whoever comes near."""
        units, path, mode = action["units"], action["path"], action.get("mode", NORMAL)
        _, pace = judged(g, s, units, path, mode, ends=False)
        passage = Passage(p.side, units, path, mode)
        s = g.in_turn(Chapter.sets_out, s, units).instead(p.having_moved(units, mode))
        march, staying = g.march(s, passage), texts(action, "leave")
        pause = bool(action.get("pause"))
        if (staying or pause) and (march is None or isinstance(march, Trek)):
            march = replace(march or g.trek.begun(passage), leave=staying, free=pause)
        if march is not None:
            return s.push(march)
        s = passed(g, s, s, passage)
        for unit in units:
            s = s.put(unit, path[-1])
        return g.after_step(halted(g, s, passage, pace.spent, course), passage, course)


class Enter(Deed["Family", State, Movement]):
    """A unit, or a group of an area, comes onto the map."""

    kind, sure = "enter", True

    def slots(self) -> Slots[Family, State, Movement]:
        return {
            "unit": lambda g, s, p, given: self._outside(g, s, p),
            "way": lambda g, s, p, given: self._ways(g, s, p, given["unit"]),
            "mates": lambda g, s, p, given: self._mates(g, s, p, given),
        }

    def choices(
        self, g: Family, s: State, p: Movement, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        """Of one unit alone every way there is."""
        for one in self._outside(g, s, p):
            if one in p.moved or unit not in (None, one):
                continue
            for gate in gates(g, s, one):
                way = Action(self.kind, unit=one, path=(gate,))
                for mates in self._mates(g, s, p, way) if hex in (None, gate) else ():
                    if unit is None or mates is None:
                        yield filled(way, "mates", mates)
            for way in g.all_of(Chapter.entry_ways, s, one, unit is not None):
                if hex in (None, way["path"][-1]):
                    yield way

    def _outside(self, g: Family, s: State, p: Movement) -> Iterator[str]:
        return (unit for unit in mine(g, s, p.side) if s.place(unit) in g.board.areas)

    def _ways(self, g: Family, s: State, p: Movement, unit: str) -> Iterator[Way]:
        for gate in g.board.areas[s.place(unit)].touches:
            yield {"path": (gate,)}
        if unit not in p.moved:
            yield from g.all_of(Chapter.entry_ways, s, unit, False)

    def _mates(self, g: Family, s: State, p: Movement, given: Action) -> Iterator[Names | None]:
        """Nobody, or whoever is offered: by a gate alone, where nobody has looked yet."""
        unit, path = given["unit"], given["path"]
        if len(path) > 1 or "mode" in given:
            yield None
            return
        if unit in p.moved or path[0] not in gates(g, s, unit):
            return
        if not any(g.way_in(s, (unit,), path, NORMAL, False)):
            yield None
        beside = tuple(g.all_of(Chapter.enters_beside, s, p, unit))
        if beside and not any(self.reasons(g, s, p, given.replaced(mates=beside))):
            yield beside

    def reasons(self, g: Family, s: State, p: Movement, action: Action) -> Reasons:
        unit, path = text(action, "unit"), texts(action, "path")
        mode, pause = action.get("mode", NORMAL), bool(action.get("pause"))
        if unit not in g.units or not path or path[0] not in g.board:
            yield Reason.of(g.rule("enter"), "zb.no-unit", unit=unit)
            return
        units = (unit, *texts(action, "mates"))
        if any(one not in g.units or s.place(one) != s.place(unit) for one in units):
            yield Reason.of(g.rule("move"), "zb.move.wrong-start", units=units)
            return
        if len(units) > 1 and not g.any_of(Chapter.enters_together, s, units, path[0]):
            yield Reason.of(g.rule("enter"), "zb.enter.apart", units=units)
        for one in units:
            if g.units[one].side != p.side:
                yield g.against(one, g.rule("move"), "zb.not-yours")
            if one in p.moved:
                yield g.against(one, g.rule("move"), "zb.move.again")
            yield from gate_bars(g, s, one, path[0])
        yield from g.way_in(s, units, path, mode, pause)

    def apply(self, g: Family, s: State, p: Movement, action: Action, course: Course) -> State:
        units = (action["unit"], *texts(action, "mates"))
        path, mode = (s.place(units[0]), *action["path"]), action.get("mode", NORMAL)
        s = g.in_turn(Chapter.sets_out, s, units).instead(p.having_moved(units, mode))
        passage, pause = Passage(p.side, units, path, mode), bool(action.get("pause"))
        surprise = g.waylaid(s, passage)
        if isinstance(surprise, Trek) and pause:
            surprise = replace(surprise, free=True)
        if surprise is not None:
            return s.push(surprise)
        return come_in(g, s, passage, course, pause)


class Shatter(Deed["Family", State, Movement]):
    """An automatic DS is declared."""

    kind, sure = "auto-ds", True

    def slots(self) -> Slots[Family, State, Movement]:
        return {
            "hex": lambda g, s, p, given: sorted(
                held(g, s, enemy(g, p.side)) & held(g, s, p.side).around()
            ),
            "band": lambda g, s, p, given: itertools.islice(self._bands(g, s, p, given), 1),
        }

    def units(self, g: Family, s: State, p: Movement, action: Action) -> Party:
        """It is not what one unit does."""
        return ()

    def _bands(self, g: Family, s: State, p: Movement, given: Action) -> Iterator[Way]:
        units = able(g, s, given["hex"], p.shatterers(g, s, given["hex"]))
        for lead in g.leads(s, units) if units else ():
            band: Several = {"units": units, "lead": lead or None}
            if not any(self.reasons(g, s, p, given.replaced(**band))):
                yield band

    def battle(self, g: Family, s: State, p: Movement, action: Action) -> Battle:
        """What is declared."""
        return replace(battle_of(g, s, action, p.side), auto=True)

    def reasons(self, g: Family, s: State, p: Movement, action: Action) -> Reasons:
        battle = self.battle(g, s, p, action)
        yield from g.all_of(Chapter.lead_reasons, s, battle.units, text(action, "lead"))
        yield from strike(g, s, p.side, battle, frozenset())
        if battle.guns or battle.air:
            yield Reason.of(g.rule("auto-ds"), "zb.auto.no-support")
        if battle.units:
            place = surest(g, s, battle)
            if place < g.figure("auto-from"):
                yield Reason.of(
                    g.rule("auto-ds"),
                    "zb.auto.odds",
                    hexes=(battle.hex,),
                    units=battle.units,
                    odds=f"{place + 1}-1" if place >= 0 else "1-1",
                )
        for unit in battle.units:
            if s.has(unit, AUTO_DS):
                yield g.against(unit, g.rule("auto-ds"), "zb.move.auto-ds")

    def tally(self, g: Family, s: State, p: Movement, action: Action) -> Tally:
        """The odds; not the column of the table, that ends below those it takes."""
        battle = self.battle(g, s, p, action)
        return replace(sheet(odds(g, s, battle)), result=odds_name(surest(g, s, battle)))

    def apply(self, g: Family, s: State, p: Movement, action: Action, course: Course) -> State:
        battle = self.battle(g, s, p, action)
        return g.auto_battle(g.in_turn(Chapter.before_fight, s, battle, course), battle, course)


class Rout(Asked["Family", Movement]):
    """A unit is routed of its owner's will; offered to those that are disrupted."""

    kind = "rout"

    def slots(self) -> Slots[Family, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in mine(g, s, p.side) if s.has(unit, DISRUPTED)
            )
        }

    def reasons(self, g: Family, s: State, p: Movement, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of(g.rule("rout"), "zb.no-unit", unit=unit)
        elif not g.may_rout(s, unit):
            yield g.against(unit, g.rule("rout"), "zb.rout.no")

    def apply(self, g: Family, s: State, p: Movement, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, g.rule("rout"), "zb.routed")
        s = s.keep(replace(s.records, willing=(*s.records.willing, unit)))
        return s.unmark((unit,), DISRUPTED).mark((unit,), ROUTED)


class EndMovement(Deed["Family", State, Movement]):
    """The phase is over."""

    kind = "end"

    def reasons(self, g: Family, s: State, p: Movement, action: Action) -> Reasons:
        yield from g.all_of(Chapter.end_bars, s, p)

    def apply(self, g: Family, s: State, p: Movement, action: Action, course: Course) -> State:
        """Nothing is over its limit when it is."""
        return s.instead(replace(p, closing=True)).push(Excess(p.side))


MOVE, ENTER, SHATTER, ROUT, END_MOVEMENT = Move(), Enter(), Shatter(), Rout(), EndMovement()
