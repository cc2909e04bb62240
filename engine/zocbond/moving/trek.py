"""A move gone hex by hex: routed units give way to it, units stay behind, it chooses again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Generic, Self, TypeVar

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Line, Reason, Tally
from engine.zocbond.battle.checks import passed
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import touching
from engine.zocbond.board.reaching import Reached, goes, search, stops
from engine.zocbond.board.state import Passage, State
from engine.zocbond.board.walking import Pace, going, points
from engine.zocbond.board.zones import enemy, moved, zoc

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

G = TypeVar("G", bound="Family", contravariant=True)


class Trek(Phase, Generic[G]):
    """A group on its way, hex by hex, in a game G; it may choose again where its way changes."""

    @classmethod
    def begun(cls, passage: Passage) -> Self:
        """The start of a way."""
        side, units, (start, *plan), mode = passage
        return cls(side, units, mode, Pace(start), tuple(plan), (start,))

    side: str
    units: tuple[str, ...]
    mode: str
    pace: Pace
    plan: tuple[str, ...]
    """The hexes still to come."""
    walked: tuple[str, ...]
    free: bool = False
    """Whether the group may go on beyond its plan."""
    leave: tuple[str, ...] = ()
    """Who stops where the plan ends, while the others may go on."""

    def party(self, g: G, s: State) -> tuple[str, ...]:
        """Those of the group who are still together."""
        return tuple(u for u in self.units if alive(g, s, u) and s.place(u) == self.pace.hex)

    def blocked(self, g: G, s: State) -> bool:
        """Whether the next hex of the plan is closed by now."""
        party = self.party(g, s)
        if not party:
            return False
        return bool(going(g, s, party, self.mode).step(self.pace, self.plan[0]).reasons)

    def held_up(self, g: G, s: State) -> bool:
        """Whether the enemy is to be asked first."""
        return False

    def fresh(self, g: G, s: State) -> Pace:
        """The pace here and now: an enemy ZOC may have gone since."""
        pace = self.pace
        if pace.stopped and pace.stopped not in zoc(g, s, enemy(g, self.side)):
            pace = replace(pace, stopped="")
        return pace

    def ways(self, g: G, s: State) -> Reached:
        """Every hex the group can still come to; of ways as short the first by the names."""
        who, key = self.party(g, s), ("trek", self)
        return s.once(key, search, g, s, who, self.mode, self.fresh(g, s), True)

    def goes(self, g: G, s: State, party: Names) -> bool:
        """Whether a part of the group can go on at all."""
        return bool(party) and goes(g, s, party, self.mode, self.fresh(g, s))

    def decision(self, g: G, s: State) -> Decision | None:
        party = self.party(g, s)
        if not party or self.held_up(g, s):
            return None
        if self.plan and not self.blocked(g, s):
            return None
        if not self.plan and (self.leave or not self.free):
            return None
        if not self.goes_on(g, s):
            return None
        names = tuple(g.unit_name(unit) for unit in party)
        return Decision.of(self.side, "zb.march", g.rule("move"), unit=names, hex=self.pace.hex)

    def goes_on(self, g: G, s: State) -> bool:
        """Whether there is anywhere left to go, for the group or for one of it."""
        party = self.party(g, s)
        return any(self.goes(g, s, who) for who in (party, *((u,) for u in party)))

    def deeds(self, g: G, s: State) -> tuple[Deed[G, State, Self], ...]:
        return GoOn(), Leave(), Halt()

    def stops(self, g: G, s: State) -> Iterator[str]:
        """The hexes where the group could go on to and stop."""
        ways = self.ways(g, s)
        ends = stops(g, s, self.party(g, s), self.mode, ways.hexes)
        return (hex for hex in ways if hex in ends)

    def leave_reasons(self, g: G, s: State, staying: Names) -> Reasons:
        """Some of the group, not all; they may stop here, and the others can go on."""
        party, hex = self.party(g, s), self.pace.hex
        going = tuple(unit for unit in party if unit not in staying)
        if not staying or not going or not set(staying) <= set(party):
            yield Reason.of(g.rule("move"), "zb.move.leave-some", units=staying)
            return
        apart = s
        for unit in going:
            apart = apart.put(unit, self.walked[0])
        yield from g.all_of(Chapter.stop_reasons, apart, staying, hex, self.mode)
        if not self.goes(g, s, going):
            yield Reason.of(g.rule("move"), "zb.move.leave-end", units=going, hexes=(hex,), hex=hex)

    def walk(self, g: G, s: State, action: Action) -> tuple[Pace, tuple[Reason, ...], list[Line]]:
        """Where a way leads, what forbids it, and its price."""
        party, path = self.party(g, s), texts(action, "path")
        pace, reasons, lines = self.fresh(g, s), list[Reason](), list[Line]()
        if len(path) < 2 or path[0] != pace.hex or not party:
            reasons.append(Reason.of(g.rule("move"), "zb.move.wrong-start", units=party))
            return pace, tuple(reasons), lines
        for there in path[1:]:
            if there not in g.board or not touching(g, pace.hex, there):
                key = "zb.move.not-adjacent"
                reasons.append(Reason.of(g.rule("move"), key, units=party, hex=there))
                break
            done = going(g, s, party, self.mode).step(pace, there)
            pace = done.pace
            reasons += done.reasons
            lines += done.lines
        else:
            if not texts(action, "leave") and not action.get("pause"):
                reasons += g.all_of(Chapter.stop_reasons, s, party, path[-1], self.mode)
        return pace, tuple(reasons), lines

    def proceed(self, g: G, s: State, course: Course) -> State:
        """One hex on; at the end of the plan some stay, or all do."""
        party = self.party(g, s)
        if not party:
            return s.pop()
        if self.plan and not self.blocked(g, s):
            taken = going(g, s, party, self.mode).step(self.pace, self.plan[0]).pace
            return self.enter(g, s, party, self.plan[0], taken, course)
        if self.leave and not self.plan:
            return self.part(g, s, self.leave, course)
        return self.end(g, s, course)

    def enter(
        self,
        g: G,
        s: State,
        party: tuple[str, ...],
        there: str,
        pace: Pace,
        course: Course,
        free: bool | None = None,
    ) -> State:
        """The next hex of the plan."""
        now = replace(
            self,
            pace=pace,
            plan=self.plan[1:],
            walked=(*self.walked, there),
            free=self.free if free is None else free,
        )
        step = Passage(self.side, party, (self.pace.hex, there), self.mode)
        s = passed(g, s, s.instead(now), step)
        for unit in party:
            s = s.put(unit, there)
        return g.after_step(s, step, course)

    def part(self, g: G, s: State, staying: Names, course: Course) -> State:
        """Some stop here and move no more; the others may go on."""
        stop = tuple(unit for unit in self.party(g, s) if unit in staying)
        going = tuple(unit for unit in self.party(g, s) if unit not in staying)
        s = s.instead(replace(self, units=going, leave=(), free=True))
        return self._told(g, s, stop, course)

    def end(self, g: G, s: State, course: Course) -> State:
        """The group stops here."""
        return self._told(g, s.pop(), self.party(g, s), course)

    def _told(self, g: G, s: State, units: tuple[str, ...], course: Course) -> State:
        passage = Passage(self.side, units, self.walked, self.mode)
        return halted(g, s, passage, self.pace.spent, course) if units else s


def halted(g: Family, s: State, passage: Passage, spent: int, course: Course) -> State:
    """A move is over: what it cost, and what follows from it."""
    way = tuple(hex for hex in passage.path if hex in g.board)
    if len(way) > 1:
        course.tell(
            g.rule("move"),
            "zb.move.done",
            units=passage.units,
            hexes=way,
            unit=tuple(g.unit_name(unit) for unit in passage.units),
            start=way[0],
            goal=way[-1],
            cost=points(spent),
            mode=passage.mode,
        )
    return g.in_turn(Chapter.moved, s, passage, course)


class GoOn(Deed[G, State, "Trek[G]"]):
    """Another plan: a hex in reach with the points left."""

    kind, sure = "march", True

    def slots(self) -> Slots[G, State, Trek[G]]:
        """The group goes under the name of its first, wherever it may stop."""
        return {
            "way": lambda g, s, p, given: (
                {"unit": p.party(g, s)[0], "path": p.ways(g, s).path(there)}
                for there in p.stops(g, s)
            )
        }

    def units(self, g: G, s: State, p: Trek[G], action: Action) -> tuple[str, ...]:
        return p.party(g, s)

    def reasons(self, g: G, s: State, p: Trek[G], action: Action) -> Reasons:
        pace, reasons, _ = p.walk(g, s, action)
        yield from reasons
        staying = texts(action, "leave")
        if (staying or action.get("pause")) and not reasons:
            yield from going_on(g, s, replace(p, pace=pace), p.party(g, s), staying)

    def tally(self, g: G, s: State, p: Trek[G], action: Action) -> Tally | None:
        pace, _, lines = p.walk(g, s, action)
        return Tally("zb.cost.total", tuple(lines), points(pace.spent))

    def apply(self, g: G, s: State, p: Trek[G], action: Action, course: Course) -> State:
        plan, staying = tuple(action["path"][1:]), texts(action, "leave")
        free = bool(action.get("pause"))
        return s.instead(replace(p, plan=plan, pace=p.fresh(g, s), free=free, leave=staying))


class Leave(Deed[G, State, "Trek[G]"]):
    """One of the group stays behind."""

    kind = "leave"

    def slots(self) -> Slots[G, State, Trek[G]]:
        return {"unit": lambda g, s, p, given: p.party(g, s)}

    def reasons(self, g: G, s: State, p: Trek[G], action: Action) -> Reasons:
        """He may stop here, and the others can go on."""
        return p.leave_reasons(g, s, (text(action, "unit"),))

    def apply(self, g: G, s: State, p: Trek[G], action: Action, course: Course) -> State:
        return p.part(g, s, (action["unit"],), course)


class Halt(Deed[G, State, "Trek[G]"]):
    """The march is over."""

    kind = "halt"

    def reasons(self, g: G, s: State, p: Trek[G], action: Action) -> Reasons:
        """Who can neither stop nor go on stops all the same: he must be somewhere."""
        if any(True for _ in p.stops(g, s)):
            yield from g.all_of(Chapter.stop_reasons, s, p.party(g, s), p.pace.hex, p.mode)

    def units(self, g: G, s: State, p: Trek[G], action: Action) -> tuple[str, ...]:
        return p.party(g, s)

    def apply(self, g: G, s: State, p: Trek[G], action: Action, course: Course) -> State:
        return p.end(g, s, course)


def going_on(g: G, s: State, trek: Trek[G], units: Names, staying: Names) -> Reasons:
    """What keeps some of a group from stopping where it will have come to, or all from going on."""
    s = moved(g, s, units, trek.pace.hex)
    if staying:
        yield from trek.leave_reasons(g, s, staying)
    elif not trek.goes(g, s, units):
        hex = trek.pace.hex
        yield Reason.of(g.rule("move"), "zb.move.leave-end", units=units, hexes=(hex,), hex=hex)
