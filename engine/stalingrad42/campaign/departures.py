"""Chapter 32 by the calendar: who leaves when (32.1 to 32.3), and two that grow (32.4, 32.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.game import Course, Decision
from engine.stalingrad42.campaign.withdrawals import (
    REMOVED,
    Corps,
    Infantry,
    Panzers,
    in_box,
    in_play,
    leave,
    named,
)
from engine.stalingrad42.forces.reinforcements import arrival_areas
from engine.stalingrad42.forces.replacements import (
    lost_on_return,
    return_places,
    return_spot,
    step_trouble,
)
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import GERMAN, SOVIET, THIRD_REGIMENT, Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.state import REPLACED, State

PANZER_TURN, PANZERS = 10, 2
INFANTRY_TURNS = (9, 17)
LEAVING = {"1-rfss": 11, "barbo": 23}
GROWING = {"viking": THIRD_REGIMENT, "michalik": 20}
"""The turns of the counters with a date of their own (32.3 to 32.5)."""


@dataclass(frozen=True)
class Dated(Choice[Setting]):
    """A counter with a date of its own: taken up when its owner likes, at the latest at the end
    of the initial phase (3.0 initial phase)."""

    unit: str

    rule = "32.3"

    def ways(self, g: Setting, s: State) -> list[Action]:
        """Now."""
        return [Action(self.kind, unit=self.unit)]

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """That unit."""
        name = g.unit_name(text(action, "unit"))
        return Reason.of("32.3", "s42.no-withdraw", unit=name)


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Grows(Dated):
    """Wiking has its third regiment in turn 13 (32.4), Michalik is the 27th Panzer in turn 20
    (32.5)."""

    kind = "grow"

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """Either of the two."""
        s = s.pop()
        if g.units[self.unit].division == "viking":
            return self._viking(g, s.keep(replace(records(s), viking=True)), course)
        return self._michalik(g, s, course)

    def _viking(self, g: Setting, s: State, course: Course) -> State:
        """A step more; to a remnant and out of the box a replacement by the usual rules, and to a
        remnant that may take none nothing (32.4, 21.2)."""
        unit, remnants = self.unit, records(s).remnants
        if in_box(g, s, unit):
            return s.push(Return(unit))
        remnant = unit in remnants
        if not in_play(g, s, unit) or not s.lost.get(unit, 0):
            return s
        if remnant and any(step_trouble(g, s, unit)):
            return s
        course.tell("32.4", "s42.viking", units=(unit,), unit=g.unit_name(unit))
        s = replace(s, lost={**s.lost, unit: s.lost[unit] - 1})
        if not remnant:
            return s
        s = s.keep(replace(records(s), remnants=tuple(u for u in remnants if u != unit)))
        return s.mark((unit,), REPLACED)

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
        course.tell("32.5", "s42.returned", units=(new,), unit=g.unit_name(new), hex=place)
        return replace(s, marks={**s.marks, new: marks}).put(new, place)


@dataclass(frozen=True)
class Return(Choice[Setting]):
    """Wiking out of the box with the step of turn 13 (32.4); the 27th Panzer as new (32.5)."""

    unit: str

    kind, rule = "return", "32.5"

    def ways(self, g: Setting, s: State) -> list[Action]:
        """The places where the unit may come."""
        if in_play(g, s, self.unit):
            return []
        boxed = in_box(g, s, self.unit)
        spots = return_places(g, s, self.unit) if boxed else arrival_areas(g, s, self.unit)
        return [Action("return", unit=self.unit, hex=to) for to in spots]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Where."""
        if not self.ways(g, s):
            return None
        rule = "32.4" if in_box(g, s, self.unit) else "32.5"
        return Decision.of(GERMAN, "s42.return", rule, unit=g.unit_name(self.unit))

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        """That unit, those places."""
        return Reason.of("32.5", "s42.no-return", unit=g.unit_name(self.unit))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """There, reduced; out of the box under a replacement marker."""
        unit, boxed = self.unit, in_box(g, s, self.unit)
        rule = "32.4" if boxed else "32.5"
        course.tell(rule, "s42.returned", units=(unit,), unit=g.unit_name(unit), hex=way["hex"])
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
