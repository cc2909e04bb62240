"""The movement phase: one unit or group at a time, in one of three modes; automatic DS."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text, texts
from engine.verdict import Reason, Tally, Verdict
from engine.zocbond import grouped
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle, battle_of, odds
from engine.zocbond.chapter import Chapter
from engine.zocbond.checks import crowding, passed
from engine.zocbond.combat import strike
from engine.zocbond.edges import come_in
from engine.zocbond.muster import Muster, musters
from engine.zocbond.reaching import reach, stops
from engine.zocbond.retreat import Retreat, goers
from engine.zocbond.stacking import able
from engine.zocbond.state import AUTO_DS, DISRUPTED, RETREATED, ROUTED, SHELTERED, State
from engine.zocbond.strength import odds_name, sheet
from engine.zocbond.trek import Trek, going_on
from engine.zocbond.trimming import Excess
from engine.zocbond.walking import EXTENDED, MODES, NORMAL, walk
from engine.zocbond.zones import combat_units, enemy, held

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True)
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
        """Move units, or end the phase."""
        if self.closing:
            return None
        return Decision.of(self.side, "zb.move", g.rule("move"), who=self.side)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """The phase is over, and nothing is over its limit."""
        s = crowding(g, s, self.side)
        s = g.in_turn(Chapter.end_movement, s, self.side, course)
        s = s.unmark([u for u in s.position.units() if s.has(u, RETREATED)], RETREATED, SHELTERED)
        course.tell(g.rule("move"), "zb.move.end", side=self.side)
        if s.tracks.get("willing"):
            s = s.track(willing=())
        return s.pop()

    def asides(self, g: Family) -> Mapping[str, Aside[Family, Movement]]:
        """What the game lets a side do here besides moving."""
        return {aside.kind: aside for aside in g.all_of(Chapter.movement_asides)}

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Move, declare an automatic DS, rout of one's own will, end; the game's asides."""
        return ("move", "auto-ds", "rout", "enter", "end", *_ASIDES)

    def ready(self, g: Family, s: State) -> Iterator[str]:
        """The units that may still move."""
        for unit in s.position.units():
            if (
                g.units[unit].side == self.side
                and s.place(unit) in g.board
                and not any(self._stuck(g, s, unit))
            ):
                yield unit

    def _stuck(self, g: Family, s: State, unit: str) -> Iterator[Reason]:
        name = g.units[unit].name
        if unit in self.moved:
            yield Reason.of(g.rule("move"), "zb.move.again", units=(unit,), unit=name)
        if s.has(unit, AUTO_DS):
            yield Reason.of(g.rule("auto-ds"), "zb.move.auto-ds", units=(unit,), unit=name)
        yield from g.all_of(Chapter.stuck, s, unit)

    def choices(self, g: Family, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every hex each unit can end in, in the cheapest mode; asides; the end.

        Stacks besides where nobody is asked about in particular.
        """
        for mover in self.ready(g, s):
            if unit not in (None, mover):
                continue
            seen = {s.place(mover)}
            for mode in MODES:
                if any(g.all_of(Chapter.mode_reasons, s, (mover,), mode)):
                    continue
                reached = reach(g, s, (mover,), mode)
                new = (to for to in reached if to not in seen and hex in (None, to))
                for there in stops(g, s, (mover,), mode, new):
                    seen.add(there)
                    named = None if mode == NORMAL else mode
                    yield Action("move", units=(mover,), path=reached.path(there), mode=named)
        yield from self._arrivals(g, s, unit, hex)
        for target in sorted(held(g, s, enemy(g, self.side))):
            if hex in (None, target) and unit is None:
                shattering = self.shattering(g, s, target)
                if shattering is not None:
                    yield shattering
        for kind, aside in self.asides(g).items():
            for action in aside.choices(g, s, self, unit, hex):
                assert action.kind == kind, "an aside offers its own kind"
                yield action
        if hex is None:
            for mover in s.position.units():
                action = Action("rout", unit=mover)
                asked = unit == mover or (unit is None and s.has(mover, DISRUPTED))
                if asked and self.explain(g, s, action):
                    yield action
            if unit is None:
                yield from grouped.moves(g, s, self)
            if unit is None and not any(g.all_of(Chapter.end_bars, s, self)):
                yield Action("end")

    def _arrivals(self, g: Family, s: State, unit: str | None, hex: str | None) -> Moves:
        for mover in s.position.units():
            piece, area = g.units[mover], s.place(mover)
            if piece.side != self.side or area not in g.board.areas or unit not in (None, mover):
                continue
            for gate in g.board.areas[area].touches:
                if hex in (None, gate):
                    action = Action("enter", unit=mover, path=(gate,))
                    if self.explain(g, s, action):
                        yield action
            if mover in self.moved:
                continue
            for path, mode in g.all_of(Chapter.entry_ways, s, mover, unit is not None):
                if hex in (None, path[-1]):
                    named = None if mode == NORMAL else mode
                    yield Action("enter", unit=mover, path=path, mode=named)

    def shatterers(self, g: Family, s: State, target: str) -> tuple[str, ...]:
        """The units around a hex that could join in an automatic DS."""
        return tuple(
            unit
            for near in g.board.neighbours(target)
            for unit in combat_units(g, s, self.side, near)
            if not s.has(unit, AUTO_DS, DISRUPTED, ROUTED) and g.face(s, unit).attack
        )

    def shattering(self, g: Family, s: State, target: str) -> Action | None:
        """The automatic DS that the units around a hex can declare, if any."""
        units = able(g, s, self.shatterers(g, s, target))
        if not units:
            return None
        for lead in g.leads(s, units):
            action = Action("auto-ds", hex=target, units=units, lead=lead or None)
            if self.explain(g, s, action):
                return action
        return None

    def explain(self, g: Family, s: State, action: Action) -> Verdict:
        """Everything against it."""
        if action.kind == "end":
            return Verdict(tuple(g.all_of(Chapter.end_bars, s, self)))
        if action.kind == "move":
            return Verdict(tuple(dict.fromkeys(self._move_reasons(g, s, action))))
        if action.kind == "enter":
            return Verdict(tuple(self._enter_reasons(g, s, action)))
        if action.kind == "auto-ds":
            return Verdict(tuple(self._auto_reasons(g, s, action)))
        if action.kind == "rout":
            return Verdict(tuple(self._rout_reasons(g, s, text(action, "unit"))))
        aside = self.asides(g).get(action.kind)
        if aside is None:
            return Verdict((Reason.of(g.rule("move"), "game.not-now", action=action.kind),))
        return Verdict(tuple(aside.reasons(g, s, self, action)))

    def _move_reasons(self, g: Family, s: State, action: Action) -> Iterator[Reason]:
        units, path = texts(action, "units"), texts(action, "path")
        mode = action.get("mode", NORMAL)
        unknown = [unit for unit in units if unit not in g.units]
        if unknown or not units:
            yield Reason.of(g.rule("move"), "zb.no-unit", unit=", ".join(unknown))
            return
        for unit in units:
            if g.units[unit].side != self.side:
                name = g.units[unit].name
                yield Reason.of(g.rule("move"), "zb.not-yours", units=(unit,), unit=name)
            yield from self._stuck(g, s, unit)
        strays = any(s.place(unit) != path[0] for unit in units if path)
        if len(path) < 2 or path[0] not in g.board or strays:
            yield Reason.of(g.rule("move"), "zb.move.wrong-start", units=units)
            return
        yield from g.all_of(Chapter.mode_reasons, s, units, mode)
        staying, pause = texts(action, "leave"), bool(action.get("pause"))
        found = walk(g, s, units, path, mode, not (staying or pause))
        yield from found.reasons
        if (staying or pause) and not found.reasons:
            trek = replace(g.trek.begun(self.side, units, path, mode), pace=found.pace)
            yield from going_on(g, g.in_turn(Chapter.sets_out, s, units), trek, units, staying)

    def _enter_reasons(self, g: Family, s: State, action: Action) -> Iterator[Reason]:
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
            name = g.units[one].name
            if g.units[one].side != self.side:
                yield Reason.of(g.rule("move"), "zb.not-yours", units=(one,), unit=name)
            if one in self.moved:
                yield Reason.of(g.rule("move"), "zb.move.again", units=(one,), unit=name)
            yield from g.all_of(Chapter.entry_reasons, s, one, path[0])
        yield from g.way_in(s, units, path, mode, pause)

    def _auto_reasons(self, g: Family, s: State, action: Action) -> Iterator[Reason]:
        battle = self._shattered(g, s, action)
        yield from g.all_of(Chapter.lead_reasons, s, battle.units, text(action, "lead"))
        yield from strike(g, s, self.side, battle, frozenset())
        if battle.guns or battle.air:
            yield Reason.of(g.rule("auto-ds"), "zb.auto.no-support")
        if battle.units and battle.hex in g.board:
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
                name = g.units[unit].name
                yield Reason.of(g.rule("auto-ds"), "zb.move.auto-ds", units=(unit,), unit=name)

    def _rout_reasons(self, g: Family, s: State, unit: str) -> Iterator[Reason]:
        if unit not in g.units or g.units[unit].side != self.side:
            yield Reason.of(g.rule("rout"), "zb.no-unit", unit=unit)
            return
        if not g.may_rout(s, unit):
            name = g.units[unit].name
            yield Reason.of(g.rule("rout"), "zb.rout.no", units=(unit,), unit=name)

    def tally(self, g: Family, s: State, action: Action) -> Tally | None:
        """The price of a path, the odds of an automatic DS."""
        if action.kind == "auto-ds":
            battle = self._shattered(g, s, action)
            # Not the column of the table, that ends below the odds an automatic DS takes.
            reached = odds_name(surest(g, s, battle))
            return replace(sheet(odds(g, s, battle)), result=reached)
        units, path = texts(action, "units"), texts(action, "path")
        known = bool(units) and all(unit in g.units for unit in units)
        if action.kind != "move" or len(path) < 2 or not known:
            return None
        return walk(g, s, units, path, action.get("mode", NORMAL)).tally

    def apply(self, g: Family, s: State, action: Action, course: Course) -> State:
        """Do it; routed enemies give way to whoever comes near."""
        if action.kind == "end":
            return s.instead(replace(self, closing=True)).push(Excess(self.side))
        if action.kind == "move":
            return self._move(g, s, action, course)
        if action.kind == "enter":
            units = (action["unit"], *texts(action, "mates"))
            path, mode = action["path"], action.get("mode", NORMAL)
            s = g.in_turn(Chapter.sets_out, s, units).instead(self._with(units, action))
            pause = bool(action.get("pause"))
            surprise = g.waylaid(s, units, path, mode)
            if isinstance(surprise, Trek) and pause:
                surprise = replace(surprise, free=True)
            if surprise is not None:
                return s.push(surprise)
            return come_in(g, s, units, path, mode, course, pause)
        if action.kind == "auto-ds":
            return self._shatter(g, s, action, course)
        if action.kind == "rout":
            unit = action["unit"]
            name = g.units[unit].name
            course.tell(g.rule("rout"), "zb.routed", units=(unit,), unit=name)
            s = s.track(willing=(*s.tracks.get("willing", ()), unit))
            return s.unmark((unit,), DISRUPTED).mark((unit,), ROUTED)
        return self.asides(g)[action.kind].apply(g, s, self, action, course)

    def _with(self, units: Sequence[str], action: Action) -> Movement:
        fast = set(units) if action.get("mode") == EXTENDED else set()
        return replace(self, moved=self.moved | set(units), extended=self.extended | fast)

    def _move(self, g: Family, s: State, action: Action, course: Course) -> State:
        units, path, mode = action["units"], action["path"], action.get("mode", NORMAL)
        found = walk(g, s, units, path, mode)
        s = g.in_turn(Chapter.sets_out, s, units).instead(self._with(units, action))
        march, staying = g.march(s, units, path, mode), texts(action, "leave")
        pause = bool(action.get("pause"))
        if (staying or pause) and (march is None or isinstance(march, Trek)):
            begun = march or g.trek.begun(self.side, units, path, mode)
            march = replace(begun, leave=staying, free=pause)
        if march is not None:
            return s.push(march)
        s = passed(g, s, s, units, path)
        for unit in units:
            s = s.put(unit, path[-1])
        course.tell(
            g.rule("move"),
            "zb.move.done",
            units=units,
            hexes=path,
            unit=tuple(g.units[unit].name for unit in units),
            start=path[0],
            goal=path[-1],
            cost=found.tally.total,
            mode=mode,
        )
        s = g.in_turn(Chapter.moved, s, units, path, mode, course)
        return g.after_step(s, self.side, units, path[1:], course)

    def _shattered(self, g: Family, s: State, action: Action) -> Battle:
        return replace(battle_of(g, s, action, self.side), auto=True)

    def _shatter(self, g: Family, s: State, action: Action, course: Course) -> State:
        battle = self._shattered(g, s, action)
        return g.auto_battle(g.in_turn(Chapter.before_fight, s, battle, course), battle, course)


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
    s = s.mark(battle.units, AUTO_DS).track(auto=(*s.tracks.get("auto", ()), battle))
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


_ASIDES: tuple[str, ...] = (
    *("spend", "detach", "merge", "marker", "lay-ferry", "shift-unknown", "replace"),
    *("rail", "sea", "reserve", "flip", "pass-area"),
    *("strait", "flotilla", "exit", "clear-fort"),
    *("wake", "army-in", "army-out", "come-out", "show", "hide", "swap-masks"),
)
"""The kinds of all asides of movement; each game has its own among them."""


def routed_near(g: Family, s: State, side: str, path: Sequence[str]) -> list[str]:
    """Routed enemies alone in their hex, beside a hex that a unit came to."""
    foe = enemy(g, side)
    found: list[str] = []
    for hex in path:
        if hex not in g.board:
            continue
        for near in g.board.neighbours(hex):
            units = combat_units(g, s, foe, near)
            if units and all(s.has(unit, ROUTED) for unit in units) and g.flushes(s, hex, near):
                found += goers(g, s, foe, near)
    return list(dict.fromkeys(found))
