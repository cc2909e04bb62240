"""Chapter 32: divisions and corps that leave (32.1 to 32.3), and two that grow (32.4, 32.5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.agenda import Phase
from engine.stalingrad42.board.calendar import of_germany
from engine.stalingrad42.forces.reinforcements import arrival_areas
from engine.stalingrad42.forces.replacements import (
    lacks_regiment,
    lost_on_return,
    regain,
    return_places,
    return_spot,
    step_trouble,
)
from engine.stalingrad42.setting import GERMAN, SOVIET, THIRD_REGIMENT, Setting, records
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Reason
from engine.zocbond.battle.losses import destroyed, lose_step
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import NONE, REPLACED, State
from engine.zocbond.supply.lines import endless

REMOVED = "removed"
"""The box of counters that have left the game."""
GIFT_EACH = 2
"""Steps that a reduced division may be given (32.1)."""
PANZER_TURN, PANZERS = 10, 2
INFANTRY_TURNS = (9, 17)
LEAVING = {"1-rfss": 11, "barbo": 23}
GROWING = {"viking": THIRD_REGIMENT, "michalik": 20}
"""The turns of the counters with a date of their own (32.3 to 32.5)."""


def named(g: Setting, division: str) -> str | None:
    """The unit with a part of its own in chapter 32."""
    return next((u for u, piece in g.units.items() if piece.division == division), None)


def in_play(g: Setting, s: State, unit: str) -> bool:
    """On the map, be it in the box of a reserve army (34.2), or in an entry area."""
    seat = g.seat(s, unit)
    return seat in g.board or seat in g.board.areas


def in_box(g: Setting, s: State, unit: str) -> bool:
    """Among the destroyed, and not gone for good (10.4.3)."""
    dead = s.place(unit) == destroyed(g.units[unit].side)
    return dead and unit not in records(s).gone


def leave(g: Setting, s: State, unit: str, course: Course, rule: str) -> tuple[State, int]:
    """A unit goes out of the game; the steps that this takes off the board."""
    steps = g.left(s, unit) if in_play(g, s, unit) else 0
    g.tell(course, unit, rule, "s42.withdrawn", steps=steps)
    s = replace(s, lost={**s.lost, unit: 0}, marks={**s.marks, unit: NONE})
    return s.put(unit, REMOVED), steps


def is_panzer(g: Setting, unit: str) -> bool:
    """A tank division of Germany's own (32.1)."""
    piece = g.units[unit]
    return of_germany(piece) and piece.kind == "tank" and not piece.free


def is_corps(g: Setting, unit: str) -> bool:
    """A Soviet tank corps (32.2)."""
    piece = g.units[unit]
    return piece.side == SOVIET and piece.kind == "tank" and not piece.free


class Choosing(Choice[Setting]):
    """A side names units, one by one, until nothing is owed or nobody is fit."""

    side: str
    left: int
    done: tuple[str, ...] = ()

    kind, rule = "withdraw", "32.1"

    def pool(self, g: Setting, s: State) -> list[str]:
        """Who may be named."""
        raise NotImplementedError

    def ways(self, g: Setting, s: State) -> list[Action]:
        return [Action(self.kind, unit=unit) for unit in self.pool(g, s)]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        name = g.unit_name(text(action, "unit"))
        return Reason.of(self.rule, f"s42.no-{self.kind}", unit=name)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.left or not self.pool(g, s):
            return None
        return Decision.of(self.side, f"s42.{self.kind}", self.rule, left=self.left)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return self.over(g, s.pop(), course)

    def over(self, g: Setting, s: State, course: Course) -> State:
        """What follows."""
        return s


class Owe(Choosing):
    """Steps that are still missing come off other tank units on the map (32.1, 32.2)."""

    kind = "owe"

    def pool(self, g: Setting, s: State) -> list[str]:
        """Tank units of the side that are on the map; they are to be weakened, so the last step
        of one goes only when nobody has two."""
        fit = is_panzer if self.side == GERMAN else is_corps
        found = [u for u in g.units if fit(g, u) and g.seat(s, u) in g.board]
        return [u for u in found if g.left(s, u) > 1] or found

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        s = s.instead(replace(self, left=self.left - 1))
        return lose_step(g, s, way["unit"], course, "32.1" if self.side == GERMAN else "32.2")


class Gift(Choosing):
    """Steps beyond those owed go to reduced units in supply, or are lost (32.1, 32.2)."""

    seat: str = ""
    """Where a Soviet corps stood that left: a brigade may come there (32.2)."""

    kind, optional = "gift", True

    def pool(self, g: Setting, s: State) -> list[str]:
        """Reduced tank and panzergrenadier divisions; reduced corps, a brigade of the box."""
        found = []
        for unit, piece in g.units.items():
            if piece.side != self.side or self.done.count(unit) >= GIFT_EACH:
                continue
            fit = of_germany(piece) and (is_panzer(g, unit) or piece.kind == "panzergrenadier")
            if self.side == SOVIET:
                fit = is_corps(g, unit)
                guards = piece.morale == "elite"
                brigade = piece.tank and piece.free and not guards and in_box(g, s, unit)
                if brigade and self.seat in g.board and self.left:
                    found.append(unit)
            fit = fit and g.seat(s, unit) in g.board and s.lost.get(unit, 0) > 0
            if fit and g.in_supply(s, unit) and not lacks_regiment(g, s, unit):
                found.append(unit)
        return found

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """A step more, without a marker; a remnant is its unit again (21.3.4). Or the brigade."""
        unit = way["unit"]
        rule = "32.1" if self.side == GERMAN else "32.2"
        g.tell(course, unit, rule, "s42.gift")
        s = s.instead(replace(self, left=self.left - 1, done=(*self.done, unit)))
        if in_box(g, s, unit):
            return replace(s, lost={**s.lost, unit: 0}).put(unit, self.seat)
        return regain(s, unit)


class Panzers(Choosing):
    """Two elite panzer divisions leave in turn 10, unisolated ones first (32.1)."""

    steps: int = 0

    def pool(self, g: Setting, s: State) -> list[str]:
        """Divisions with a red dot; isolated ones only when no other is left."""
        elite = [
            u
            for u, piece in g.units.items()
            if is_panzer(g, u) and piece.dot == "red" and (in_play(g, s, u) or in_box(g, s, u))
        ]
        free = [u for u in elite if in_box(g, s, u) or endless(g, s, u)]
        return free or elite

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        s, steps = leave(g, s, way["unit"], course, "32.1")
        return s.instead(replace(self, left=self.left - 1, steps=self.steps + steps))

    def over(self, g: Setting, s: State, course: Course) -> State:
        """Grossdeutschland goes too; then seven steps are reckoned up."""
        steps, great = self.steps, named(g, "grossdeutschland")
        if great is not None and s.place(great) != REMOVED:
            s, more = leave(g, s, great, course, "32.1")
            steps += more
        need = g.figure("withdrawal-steps")
        if steps < need:
            return s.push(Owe(GERMAN, need - steps))
        return s.push(Gift(GERMAN, steps - need)) if steps > need else s


class Corps(Choosing):
    """A Soviet tank corps leaves (32.2)."""

    rule = "32.2"

    def pool(self, g: Setting, s: State) -> list[str]:
        return [
            u
            for u in g.units
            if is_corps(g, u) and (in_box(g, s, u) or (in_play(g, s, u) and g.in_supply(s, u)))
        ]

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """At least one step goes; a step beyond that is not lost."""
        unit = way["unit"]
        seat = g.seat(s, unit)
        s, steps = leave(g, s, unit, course, "32.2")
        s = s.instead(replace(self, left=self.left - 1))
        if not steps:
            return s.push(Owe(SOVIET, 1))
        return s.push(Gift(SOVIET, steps - 1, (), seat)) if steps > 1 else s


class Infantry(Choosing):
    """A full German infantry division of three steps, in supply, leaves (32.3)."""

    rule = "32.3"

    def pool(self, g: Setting, s: State) -> list[str]:
        return [
            u
            for u, piece in g.units.items()
            if of_germany(piece)
            and piece.kind == "infantry"
            and piece.steps == 3
            and not s.lost.get(u, 0)
            and in_play(g, s, u)
            and g.in_supply(s, u)
        ]

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        s = leave(g, s, way["unit"], course, "32.3")[0]
        return s.instead(replace(self, left=self.left - 1))


def pay_debt(s: State, side: str, steps: Mapping[str, int]) -> Mapping[str, int]:
    """The special replacement that 1 RFSS has cost (32.3)."""
    owed = records(s).special_debt
    have = steps.get("special", 0)
    if side != GERMAN or not owed or not have:
        return steps
    return {**steps, "special": have - min(owed, have)}


class Dated(Choice[Setting]):
    """A counter with a date of its own: taken up when its owner likes, at the latest at the end
    of the initial phase (3.0 initial phase)."""

    unit: str

    rule = "32.3"

    def ways(self, g: Setting, s: State) -> list[Action]:
        return [Action(self.kind, unit=self.unit)]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        name = g.unit_name(text(action, "unit"))
        return Reason.of("32.3", "s42.no-withdraw", unit=name)


class Departs(Dated):
    """1 RFSS in turn 11, Barbo in turn 23 (32.3)."""

    kind = "withdraw"

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """Out of the game; a reduced or destroyed 1 RFSS costs a special replacement (32.3)."""
        s = s.pop()
        harmed = bool(s.lost.get(self.unit, 0)) or not in_play(g, s, self.unit)
        if g.units[self.unit].division == "1-rfss" and harmed:
            course.tell("32.3", "s42.debt", unit=g.unit_name(self.unit))
            s = s.keep(replace(records(s), special_debt=records(s).special_debt + 1))
        return leave(g, s, self.unit, course, "32.3")[0]


class Grows(Dated):
    """Wiking has its third regiment in turn 13 (32.4), Michalik is the 27th Panzer in turn 20
    (32.5)."""

    kind = "grow"

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        s = s.pop()
        if g.units[self.unit].division == "viking":
            return self._viking(g, s.keep(replace(records(s), viking=True)), course)
        return self._michalik(g, s, course)

    def _viking(self, g: Setting, s: State, course: Course) -> State:
        """A step more; to a remnant and out of the box a replacement by the usual rules, and to a
        remnant that may take none nothing (32.4, 21.2)."""
        unit = self.unit
        if in_box(g, s, unit):
            return s.push(Return(unit))
        remnant = unit in records(s).remnants
        if not in_play(g, s, unit) or not s.lost.get(unit, 0):
            return s
        if remnant and any(step_trouble(g, s, unit)):
            return s
        g.tell(course, unit, "32.4", "s42.viking")
        s = regain(s, unit)
        return s.mark((unit,), REPLACED) if remnant else s

    def _michalik(self, g: Setting, s: State, course: Course) -> State:
        """Another counter in the same state; or a reinforcement, reduced (32.5)."""
        old, new = self.unit, named(g, "27-panzer")
        if new is None:
            return s
        place, marks = s.place(old), s.marks.get(old, frozenset())
        met = in_play(g, s, old)
        s = leave(g, s, old, course, "32.5")[0]
        if not met:
            return s.push(Return(new))
        g.tell(course, new, "32.5", "s42.returned", hex=place)
        return replace(s, marks={**s.marks, new: marks}).put(new, place)


class Return(Choice[Setting]):
    """Wiking out of the box with the step of turn 13 (32.4); the 27th Panzer as new (32.5)."""

    unit: str

    kind, rule = "return", "32.5"

    def ways(self, g: Setting, s: State) -> list[Action]:
        if in_play(g, s, self.unit):
            return []
        boxed = in_box(g, s, self.unit)
        spots = return_places(g, s, self.unit) if boxed else arrival_areas(g, s, self.unit)
        return [Action("return", unit=self.unit, hex=to) for to in spots]

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.ways(g, s):
            return None
        rule = "32.4" if in_box(g, s, self.unit) else "32.5"
        return Decision.of(GERMAN, "s42.return", rule, unit=g.unit_name(self.unit))

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        return Reason.of("32.5", "s42.no-return", unit=g.unit_name(self.unit))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """There, reduced; out of the box under a replacement marker."""
        unit, boxed = self.unit, in_box(g, s, self.unit)
        rule = "32.4" if boxed else "32.5"
        g.tell(course, unit, rule, "s42.returned", hex=way["hex"])
        lost = {**s.lost, unit: lost_on_return(g.units[unit])}
        s = return_spot(g, s, unit, way["hex"]) if boxed else s
        s = replace(s.pop(), lost=lost).put(unit, way["hex"])
        return s.mark((unit,), REPLACED) if boxed else s


def withdrawals(g: Setting, s: State, side: str) -> tuple[Phase, ...]:
    """What chapter 32 has in store for a side this turn."""
    if not g.scenario.switches["withdrawals"]:
        return ()
    if side == SOVIET:
        count = g.corps_out.get(s.turn, 0)
        return (Corps(SOVIET, count),) if count else ()
    return tuple(_german(g, s))


def _german(g: Setting, s: State) -> Iterator[Phase]:
    if s.turn == PANZER_TURN:
        yield Panzers(GERMAN, PANZERS)
    if s.turn in INFANTRY_TURNS:
        yield Infantry(GERMAN, 1)
    for dates, phase in ((LEAVING, Departs), (GROWING, Grows)):
        for division, turn in dates.items():
            unit = named(g, division)
            if s.turn == turn and unit is not None and s.place(unit) != REMOVED:
                yield phase(unit)
