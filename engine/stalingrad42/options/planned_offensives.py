"""Chapter 26: planned offensives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.stalingrad42.battle import modifiers
from engine.stalingrad42.options.leaders import CombatDice, combat_leader
from engine.stalingrad42.records import PlannedOffensive, records
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting
from engine.stalingrad42.supply.artillery import gun_reach
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.moving import orders

if TYPE_CHECKING:
    from engine.stalingrad42.turn.initial import Resources

HEADS = {GERMAN: "army-hq", SOVIET: "front-hq"}
MOST = 2
"""Markers of a side on the map at a time (26.2)."""
TOO_FAR = 2
"""Hexes that a headquarters may move without losing its marker (26.2)."""


def own_plans(g: Setting, s: State, side: str) -> list[PlannedOffensive]:
    """The markers of a side."""
    return [plan for plan in records(s).plans if g.units[plan.head].side == side]


def head_reasons(g: Setting, s: State, side: str, unit: str) -> Iterator[Reason]:
    """An own front or army headquarters, supplied now, whatever marker it bears (26.1, 26.2)."""
    piece = g.units.get(unit)
    if piece is None or piece.side != side or piece.kind != HEADS[side]:
        yield Reason.of("26.1", "s42.plan.head", unit=g.unit_name(unit))
        return
    if not alive(g, s, unit) or not (s.place(unit) in g.board or s.place(unit) in g.board.areas):
        yield Reason.of("26.1", "s42.plan.head", unit=piece.name)
        return
    if not g.in_supply(s, unit):
        yield Reason.of("26.2", "s42.plan.supply", units=(unit,), unit=piece.name)


def plan_reasons(g: Setting, s: State, side: str, unit: str) -> Iterator[Reason]:
    """A marker left, and a headquarters fit for it and in good order (26.2)."""
    if len(own_plans(g, s, side)) >= MOST:
        yield Reason.of("26.2", "s42.plan.two")
    yield from head_reasons(g, s, side, unit)
    if unit in g.units and not s.good(unit):
        yield Reason.of("26.2", "s42.plan.order", units=(unit,), unit=g.unit_name(unit))


class PlanOffensive(Deed[Setting, State, "Resources"]):
    """One resource point puts a marker on a headquarters (26.1)."""

    kind = "plan"

    def slots(self) -> Slots[Setting, State, Resources]:
        """Each headquarters."""
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in orders.mine(g, s, p.side)
                if p.points and g.units[unit].kind == HEADS[p.side]
            )
        }

    def reasons(self, g: Setting, s: State, p: Resources, action: Action) -> Reasons:
        """A point left, a marker left, a headquarters fit for it (26.1, 26.2)."""
        if p.points < 1:
            yield Reason.of("26.1", "s42.resources.none")
        yield from plan_reasons(g, s, p.side, text(action, "unit"))

    def apply(self, g: Setting, s: State, p: Resources, action: Action, course: Course) -> State:
        """The marker lies on its planning side (26.2)."""
        unit = action["unit"]
        course.tell("26.1", "s42.plan.made", units=(unit,), unit=g.unit_name(unit))
        s = p.spend(s)
        return s.keep(
            replace(
                records(s), plans=(*records(s).plans, PlannedOffensive(unit, False, s.place(unit)))
            )
        )


PLAN_OFFENSIVE = PlanOffensive()


def stayed(g: Setting, s: State, plan: PlannedOffensive) -> bool:
    now = s.place(plan.head)
    if now not in g.board or plan.seat not in g.board:
        return now == plan.seat or (now in g.board) != (plan.seat in g.board)
    return g.board.distance(plan.seat, now) <= TOO_FAR


def ripen(g: Setting, s: State, side: str, course: Course) -> State:
    """In the next own initial phase a marker is turned to its ready side (26.2)."""
    if not records(s).plans:
        return s
    now = []
    for plan in records(s).plans:
        if g.units[plan.head].side != side:
            now.append(plan)
            continue
        if not plan.ready:
            name = g.unit_name(plan.head)
            course.tell("26.2", "s42.plan.ready", units=(plan.head,), unit=name)
        now.append(PlannedOffensive(plan.head, True, s.place(plan.head)))
    return s.keep(replace(records(s), plans=tuple(now)))


def keep_plans(g: Setting, s: State) -> State:
    """A headquarters that retreats, moves far or is lost loses its markers (26.2)."""
    kept = tuple(p for p in records(s).plans if alive(g, s, p.head) and s.good(p.head))
    return s if kept == records(s).plans else s.keep(replace(records(s), plans=kept))


def attack_choices(g: Setting, s: State, hex: str, units: Sequence[str]) -> Iterator[Action]:
    """Every way to attack, and with the planned offensives that can be used."""
    side = g.units[units[0]].side
    ready = [p.head for p in own_plans(g, s, side) if p.ready]
    usable = [h for h in ready if any(s.place(u) in gun_reach(g, s, h) for u in units)]
    for action in modifiers.attack_choices(g, s, hex, units):
        yield action
        if usable and "guns" not in action and "air" not in action:
            yield action.replaced(plans=(usable[0],))
            if len(usable) > 1:
                yield action.replaced(plans=tuple(usable[:2]))


class PlanChapter(Chapter[Setting]):
    """How markers ripen, get lost and are used."""

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """More than two hexes away from where it began, by whatever means (26.2)."""
        kept = tuple(p for p in records(s).plans if stayed(g, s, p))
        return s if kept == records(s).plans else s.keep(replace(records(s), plans=kept))

    def support_reasons(self, g: Setting, s: State, battle: Battle) -> Iterator[Reason]:
        """A ready marker on a headquarters in range of an attacker (26.2)."""
        wanted = Counter(battle.plans)
        have = Counter(p.head for p in own_plans(g, s, battle.side) if p.ready)
        for head, count in wanted.items():
            name = g.unit_name(head)
            if count > have[head]:
                yield Reason.of("26.2", "s42.plan.none", unit=name)
                continue
            reached = gun_reach(g, s, head)
            if not any(s.place(unit) in reached for unit in battle.units):
                yield Reason.of("26.2", "s42.plan.range", units=(head,), unit=name)

    def spend_support(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Markers come off as they are used (26.2)."""
        for head in battle.plans:
            used = next(p for p in records(s).plans if p.head == head and p.ready)
            rest = list(records(s).plans)
            rest.remove(used)
            s = s.keep(replace(records(s), plans=tuple(rest)))
            course.tell("26.2", "s42.plan.used", units=(head,), unit=g.unit_name(head))
        return s

    def crt_pause(
        self, g: Setting, s: State, battle: Battle, column: str, die: int, course: Course
    ) -> Phase | None:
        """One more die for each marker, one of which counts (26.2)."""
        if not battle.plans:
            return None
        dice = (die, *(course.chance.roll("crt") for _ in battle.plans))
        return CombatDice(GERMAN, combat_leader(g, s, battle), dice, battle, column)
