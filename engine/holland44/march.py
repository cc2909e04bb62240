"""A move that something interrupts: a bridge that may fall, an unknown unit, an entry area."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.holland44.command import led
from engine.holland44.movement import ALLIED
from engine.holland44.offers import Offer, ask, triggers
from engine.holland44.unknown import alone, reveal
from engine.verdict import Line, Reason, Tally, Verdict
from engine.zocbond.battle import Battle
from engine.zocbond.checks import passed
from engine.zocbond.given import texts
from engine.zocbond.losses import alive
from engine.zocbond.state import SPENT, State
from engine.zocbond.walking import Pace, Shut, points, step
from engine.zocbond.zones import enemy, held, zoc

if TYPE_CHECKING:
    from engine.holland44.rules import Holland44


@dataclass(frozen=True)
class March(Phase):
    """A group on its way, hex by hex; it may choose again where its way changes."""

    side: str
    units: tuple[str, ...]
    mode: str
    pace: Pace
    plan: tuple[str, ...]
    """The hexes still to come."""
    walked: tuple[str, ...]
    free: bool = False
    """Whether the group may go on beyond its plan."""

    def _party(self, g: Holland44, s: State) -> tuple[str, ...]:
        return tuple(u for u in self.units if alive(g, s, u) and s.place(u) == self.pace.hex)

    def _blocked(self, g: Holland44, s: State) -> bool:
        party = self._party(g, s)
        return bool(party) and bool(step(g, s, party, self.mode, self.pace, self.plan[0]).reasons)

    def _fresh(self, g: Holland44, s: State) -> Pace:
        """The pace here and now: an enemy ZOC may have gone since (25.3.2)."""
        pace = self.pace
        if pace.stopped and pace.stopped not in zoc(g, s, enemy(g, self.side)):
            pace = replace(pace, stopped="")
        return pace

    def ways(self, g: Holland44, s: State) -> dict[str, tuple[str, ...]]:
        """Every hex the group can still come to."""
        key = ("march", self.pace, self.units)
        if key not in s.cache:
            s.cache[key] = dict(self._search(g, s))
        found: dict[str, tuple[str, ...]] = s.cache[key]
        return found

    def _search(self, g: Holland44, s: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        party = self._party(g, s)
        if not party:
            return
        queue: list[tuple[int, int, tuple[str, ...], Pace]] = []
        first = self._fresh(g, s)
        heapq.heappush(queue, (first.spent, first.hexes, (first.hex,), first))
        seen: set[str] = set()
        while queue:
            _, _, path, pace = heapq.heappop(queue)
            here = path[-1]
            if here in seen:
                continue
            seen.add(here)
            if len(path) > 1:
                yield here, path
            for there in g.board.neighbours(here):
                if there not in seen:
                    try:
                        after = step(g, s, party, self.mode, pace, there, brief=True).pace
                    except Shut:
                        continue
                    heapq.heappush(queue, (after.spent, after.hexes, (*path, there), after))

    def _tried(self, g: Holland44, s: State) -> tuple[str, ...]:
        """The bridges that the German may try now (5.4)."""
        party = self._party(g, s)
        if len(self.walked) > 1:
            return triggers(g, s, party, (*self.walked[-2:], *self.plan), 1)
        return triggers(g, s, party, (self.pace.hex, *self.plan), 0)

    def decision(self, g: Holland44, s: State) -> Decision | None:
        """Go on another way, or stop here."""
        if not self._party(g, s) or self._tried(g, s):
            return None
        if self.plan and not self._blocked(g, s):
            return None
        if not self.plan and not self.free:
            return None
        if not self.ways(g, s):
            return None
        names = tuple(g.unit_name(unit) for unit in self._party(g, s))
        return Decision.of(self.side, "h44.march", "8.1", unit=names, hex=self.pace.hex)

    def kinds(self) -> tuple[str, ...]:
        """March on; halt."""
        return ("march", "halt")

    def choices(self, g: Holland44, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every hex in reach with the points left; or no more."""
        party = self._party(g, s)
        if unit is not None and unit not in party:
            return
        for there, path in self.ways(g, s).items():
            if hex in (None, there) and not any(g.stop_reasons(s, party, there, self.mode)):
                yield Action("march", unit=party[0], path=path)
        if hex is None:
            yield Action("halt")

    def explain(self, g: Holland44, s: State, action: Action) -> Verdict:
        """What forbids the way."""
        return Verdict() if action.kind == "halt" else Verdict(self._walk(g, s, action)[1])

    def tally(self, g: Holland44, s: State, action: Action) -> Tally | None:
        """The points spent by then."""
        if action.kind == "halt":
            return None
        pace, _, lines = self._walk(g, s, action)
        return Tally("zb.cost.total", tuple(lines), points(pace.spent))

    def _walk(self, g: Holland44, s: State, action: Action) -> tuple[Pace, tuple[Reason, ...], Any]:
        party, path = self._party(g, s), texts(action, "path")
        pace, reasons, lines = self._fresh(g, s), list[Reason](), list[Line]()
        if len(path) < 2 or path[0] != pace.hex or not party:
            reasons.append(Reason.of("8.1", "zb.move.wrong-start", units=party))
            return pace, tuple(reasons), lines
        for there in path[1:]:
            if there not in g.board or not g.board.adjacent(pace.hex, there):
                reasons.append(Reason.of("8.1", "zb.move.not-adjacent", units=party, hex=there))
                break
            done = step(g, s, party, self.mode, pace, there)
            pace = done.pace
            reasons += done.reasons
            lines += done.lines
        else:
            reasons += g.stop_reasons(s, party, path[-1], self.mode)
        return pace, tuple(reasons), lines

    def apply(self, g: Holland44, s: State, action: Action, course: Course) -> State:
        """Another plan, or the end of the march."""
        if action.kind == "halt":
            return self._end(g, s, course)
        pace = self._fresh(g, s)
        return s.instead(replace(self, plan=tuple(action["path"][1:]), pace=pace, free=False))

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """One hex on; the German may answer; an unknown unit may stand in the way."""
        party = self._party(g, s)
        if not party:
            return s.pop()
        here = self.pace.hex
        names = self._tried(g, s)
        if names:
            return ask(g, s, party, here, names).push(Offer(names))
        if not self.plan or self._blocked(g, s):
            return self._end(g, s, course)
        there = self.plan[0]
        if there in held(g, s, enemy(g, self.side)):
            return self._storm(g, s, party, there, course)
        taken = step(g, s, party, self.mode, self.pace, there).pace
        return self._enter(g, s, party, there, taken, course)

    def _enter(
        self,
        g: Holland44,
        s: State,
        party: tuple[str, ...],
        there: str,
        pace: Pace,
        course: Course,
        free: bool | None = None,
    ) -> State:
        now = replace(
            self,
            pace=pace,
            plan=self.plan[1:],
            walked=(*self.walked, there),
            free=self.free if free is None else free,
        )
        s = passed(g, s, s.instead(now), party, (self.pace.hex, there))
        for unit in party:
            s = s.put(unit, there)
        return g.after_step(s, self.side, party, (there,), course)

    def _storm(
        self, g: Holland44, s: State, party: tuple[str, ...], there: str, course: Course
    ) -> State:
        """The unknown unit is turned: nobody, or a battle from the hex before (25.3.1)."""
        taken = step(g, s, party, self.mode, self.pace, there).pace
        if alone(g, s, there):
            s = reveal(g, s, there, course)
        if there not in held(g, s, enemy(g, self.side)):
            return self._enter(g, s, party, there, taken, course, free=True)
        able = tuple(u for u in party if g.face(s, u).attack and s.good(u))
        battle = Battle(self.side, there, able, halts=True)
        s = s.push(AfterStorm(battle))
        return led(g, s, battle, course) if able else s

    def _end(self, g: Holland44, s: State, course: Course) -> State:
        units = self._party(g, s)
        s = s.pop()
        way = tuple(hex for hex in self.walked if hex in g.board)
        if len(way) > 1:
            course.tell(
                "8.1",
                "zb.move.done",
                units=units,
                hexes=way,
                unit=tuple(g.unit_name(unit) for unit in units),
                start=way[0],
                goal=way[-1],
                cost=points(self.pace.spent),
                mode=self.mode,
            )
        return g.moved(s, units, way, self.mode, course)


@dataclass(frozen=True)
class AfterStorm(Phase):
    """The battle in the middle of the move is over: on, or halt as Spent (25.3.2, 25.3.3)."""

    battle: Battle

    def _clear(self, g: Holland44, s: State) -> bool:
        return self.battle.hex not in held(g, s, enemy(g, self.battle.side))

    def _won(self, s: State) -> bool:
        return s.tracks.get("storm") in ("DS", "DMR")

    def _march(self, s: State) -> March:
        march = s.agenda[-2]
        assert isinstance(march, March), "a storm is a part of a march"
        return march

    def decision(self, g: Holland44, s: State) -> Decision | None:
        """Where to stop: in the vacated hex, or where the attack came from (25.3.3)."""
        if self._won(s) or not self._clear(g, s) or not self._march(s)._party(g, s):
            return None
        return Decision.of(self.battle.side, "h44.storm-stop", "25.3.3", hex=self.battle.hex)

    def kinds(self) -> tuple[str, ...]:
        """Into the vacated hex, or not."""
        return ("occupy", "stay")

    def choices(self, g: Holland44, s: State, unit: str | None, hex: str | None) -> Moves:
        """Both."""
        if unit is None:
            if hex in (None, self.battle.hex):
                yield Action("occupy", hex=self.battle.hex)
            if hex in (None, self._march(s).pace.hex):
                yield Action("stay")

    def explain(self, g: Holland44, s: State, action: Action) -> Verdict:
        """Only the vacated hex."""
        if action.kind == "occupy" and action.get("hex", self.battle.hex) != self.battle.hex:
            return Verdict((Reason.of("25.3.3", "h44.storm.only", hex=self.battle.hex),))
        return Verdict()

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """After DS or DMR the move goes on; without success it is over, and Spent."""
        march = self._march(s)
        won = self._won(s) and self._clear(g, s)
        s = s.pop().track(storm="")
        if won:
            return s.instead(replace(march, free=True))
        return self._stop(g, s, march, march._party(g, s), course)

    def apply(self, g: Holland44, s: State, action: Action, course: Course) -> State:
        """Stop there, or here."""
        march = self._march(s)
        s = s.pop().track(storm="")
        party = march._party(g, s)
        if action.kind == "occupy":
            for unit in party:
                s = s.put(unit, self.battle.hex)
            s = s.instead(
                replace(
                    march,
                    pace=replace(march.pace, hex=self.battle.hex),
                    walked=(*march.walked, self.battle.hex),
                )
            )
            march = s.top  # type: ignore[assignment]
            s = self._stop(g, s, march, party, course)
            return g.after_step(s, self.battle.side, party, (self.battle.hex,), course)
        return self._stop(g, s, march, party, course)

    def _stop(
        self, g: Holland44, s: State, march: March, party: Sequence[str], course: Course
    ) -> State:
        course.tell("25.3.3", "h44.storm.spent", units=tuple(party))
        s = s.instead(replace(march, plan=(), free=False))
        return s.mark(party, SPENT)


def march(
    g: Holland44, s: State, units: Sequence[str], path: Sequence[str], mode: str
) -> March | None:
    """A march where a plain move will not do: bridges or unknown units on the way (5.4, 25.3)."""
    if g.units[units[0]].side != ALLIED:
        return None
    foes = held(g, s, enemy(g, ALLIED))
    surprise = any(hex in foes for hex in path[1:])
    if not surprise and not any(triggers(g, s, units, path, i) for i in range(len(path))):
        return None
    return March(ALLIED, tuple(units), mode, Pace(path[0]), tuple(path[1:]), (path[0],))
