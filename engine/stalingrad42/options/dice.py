"""Chapters 26 and 28: planned offensives and leaders: dice to pick from, and dice thrown again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Self

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.stalingrad42.battle import modifiers
from engine.stalingrad42.options.reserves import slipped
from engine.stalingrad42.setting import GERMAN, HEADS, SOVIET, PlannedOffensive, Setting, records
from engine.stalingrad42.supply import in_reach
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.battle import Battle, InBattle, everyone
from engine.zocbond.battle.combat import Pause
from engine.zocbond.battle.determined_defence import How, Stand
from engine.zocbond.battle.losses import alive
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import FIRED, State
from engine.zocbond.moving import orders

if TYPE_CHECKING:
    from engine.stalingrad42.sequence import Resources


CRT, STAND, SLIP = "crt", "stand", "slip"
POWERS = {SOVIET: (STAND,), GERMAN: (CRT, STAND, SLIP)}
"""Chuikov rerolls determined defence (28.1.3), Manstein almost everything (28.1.4)."""
RULES = {SOVIET: "28.1.3", GERMAN: "28.1.4"}
MOST = 2
"""Markers of a side on the map at a time (26.2)."""
TOO_FAR = 2
"""Hexes that a headquarters may move without losing its marker (26.2)."""


@enforces("28.1.2")
def leader_for(g: Setting, s: State, side: str, roll: str, units: Names) -> str | None:
    """A ready leader of a side who may have a roll repeated for some units (28.1.2)."""
    if not g.scenario.switches["leaders"] or roll not in POWERS[side]:
        return None
    for unit, piece in g.units.items():
        if piece.kind != "commander" or piece.side != side or s.has(unit, FIRED):
            continue
        if s.place(unit) not in g.board and s.place(unit) not in g.board.areas:
            continue
        if in_reach(g, s, unit, units):
            return unit
    return None


class Keep(Deed[Setting, State, "Asking"]):
    """The dice stand as they fell."""

    kind, rule = "keep", "28.1.1"

    def units(self, g: Setting, s: State, p: Asking, action: Action) -> tuple[str, ...]:
        return (p.leader,)

    def apply(self, g: Setting, s: State, p: Asking, action: Action, course: Course) -> State:
        return p.settled(g, s, p.dice, course)


class Reroll(Deed[Setting, State, "Asking"]):
    """A die is thrown again (28.1.1)."""

    kind, rule = "reroll", "28.1.1"

    def slots(self) -> Slots[Setting, State, Asking]:
        return {
            "unit": lambda g, s, p, given: (p.leader,),
            "die": lambda g, s, p, given: dict.fromkeys(p.dice),
        }

    def reasons(self, g: Setting, s: State, p: Asking, action: Action) -> Reasons:
        if action.get("die") not in p.dice:
            yield Reason.of("28.1.1", "s42.reroll.no-die", dice=p.dice)

    def apply(self, g: Setting, s: State, p: Asking, action: Action, course: Course) -> State:
        """The new die takes the place of the old one, for better or worse (28.1.1)."""
        at, new = p.dice.index(action["die"]), course.chance.roll(p.roll)
        told = {"unit": g.unit_name(p.leader), "old": action["die"], "new": new}
        course.tell(RULES[p.side], "s42.reroll.done", units=(p.leader,), **told)
        dice = (*p.dice[:at], new, *p.dice[at + 1 :])
        return p.settled(g, s.mark((p.leader,), FIRED), dice, course)


class Asking(Pause):
    """A leader may have one die thrown again, once a turn; the new roll stands (28.1.1)."""

    side: str
    leader: str
    dice: tuple[int, ...]

    roll = ""
    can = (Keep(), Reroll())

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.leader:
            return None
        name, rule = g.unit_name(self.leader), RULES[self.side]
        return Decision.of(self.side, "s42.reroll", rule, unit=name, dice=self.dice)

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """The die stands."""
        raise NotImplementedError


class PickDie(InBattle[Setting, "CombatDice"]):
    """The attacker picks one of the dice of his planned offensives (26.2)."""

    kind, rule = "pick-die", "26.2"

    def slots(self) -> Slots[Setting, State, CombatDice]:
        return {"die": lambda g, s, p, given: sorted(set(p.dice))}

    def reasons(self, g: Setting, s: State, p: CombatDice, action: Action) -> Reasons:
        if action.get("die") not in p.dice:
            yield Reason.of("26.2", "s42.reroll.no-die", dice=p.dice)

    def apply(self, g: Setting, s: State, p: CombatDice, action: Action, course: Course) -> State:
        course.tell("26.2", "s42.plan.picked", die=action["die"], dice=p.dice)
        return p.on(g, s, action["die"], course)


class CombatDice(Asking):
    """A roll on the combat results table: perhaps again, perhaps one of several (26.2)."""

    battle: Battle
    column: str

    roll = "crt"

    def decision(self, g: Setting, s: State) -> Decision | None:
        """The leader first; then the attacker picks one of the dice."""
        if self.leader:
            return super().decision(g, s)
        if len(set(self.dice)) > 1:
            return Decision.of(self.battle.side, "s42.pick-die", "26.2", dice=self.dice)
        return None

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return self.on(g, s, self.dice[0], course)

    def on(self, g: Setting, s: State, die: int, course: Course) -> State:
        """The die counts."""
        return g.concluded(s.pop(), self.battle, self.column, die, course)

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        return self.can if self.leader else (PICK,)

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        return s.instead(replace(self, leader="", dice=dice))


PICK = PickDie()


class StandDice(Asking):
    """A roll of determined defence, perhaps again (28.1.3, 28.1.4)."""

    lead: str
    how: How

    roll = "determined-defence"

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        s = s.pop()
        assert isinstance(s.top, Stand)
        return s.top.settled(g, s, self.lead, dice[0], self.how, course)


class SlipDice(Asking):
    """A roll of disengagement, perhaps again (28.1.4)."""

    units: tuple[str, ...]

    roll = "disengage"

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        return slipped(g, s.pop(), self.side, self.units, dice[0], course)


def wake_leaders(g: Setting, s: State, side: str) -> State:
    """In their own initial phase leaders are ready again (28.1.1)."""
    mine = [u for u, p in g.units.items() if p.kind == "commander" and p.side == side]
    return s.unmark(mine, FIRED)


def combat_leader(g: Setting, s: State, battle: Battle) -> str:
    """The leader who may have a die of a battle thrown again (28.1.4)."""
    mine = battle.units if battle.side == GERMAN else everyone(g, s, battle)
    return leader_for(g, s, GERMAN, CRT, mine) or ""


class LeaderChapter(Chapter[Setting]):
    """Where leaders may speak up."""

    def crt_pause(
        self, g: Setting, s: State, battle: Battle, column: str, die: int, course: Course
    ) -> Phase | None:
        """Manstein for his side (28.1.4)."""
        leader = combat_leader(g, s, battle)
        return CombatDice(GERMAN, leader, (die,), battle, column) if leader else None

    def stand_pause(
        self, g: Setting, s: State, phase: Stand, lead: str, die: int, how: How
    ) -> Phase | None:
        """Chuikov or Manstein, for units of his own (28.1.3, 28.1.4)."""
        side = g.units[lead].side
        leader = leader_for(g, s, side, STAND, (lead,))
        return StandDice(side, leader, (die,), lead, how) if leader else None

    def slip_pause(self, g: Setting, s: State, side: str, units: Names, die: int) -> Phase | None:
        """Manstein, for Germans who try to slip away (28.1.4)."""
        leader = leader_for(g, s, side, SLIP, units)
        return SlipDice(side, leader, (die,), tuple(units)) if leader else None


def own_plans(g: Setting, s: State, side: str) -> list[PlannedOffensive]:
    """The markers of a side."""
    return [plan for plan in records(s).plans if g.units[plan.head].side == side]


def with_plan(s: State, plan: PlannedOffensive) -> State:
    """One marker more."""
    return s.keep(replace(records(s), plans=(*records(s).plans, plan)))


def head_reasons(g: Setting, s: State, side: str, unit: str) -> Reasons:
    """An own front or army headquarters, supplied now, whatever marker it bears (26.1, 26.2)."""
    piece = g.units.get(unit)
    if piece is None or piece.side != side or piece.kind != HEADS[side]:
        yield Reason.of("26.1", "s42.plan.head", unit=g.unit_name(unit))
        return
    if not alive(g, s, unit) or not (s.place(unit) in g.board or s.place(unit) in g.board.areas):
        yield Reason.of("26.1", "s42.plan.head", unit=piece.name)
        return
    if not g.in_supply(s, unit):
        yield g.against(unit, "26.2", "s42.plan.supply")


def plan_reasons(g: Setting, s: State, side: str, unit: str) -> Reasons:
    """A marker left, and a headquarters fit for it and in good order (26.2)."""
    if len(own_plans(g, s, side)) >= MOST:
        yield Reason.of("26.2", "s42.plan.two")
    yield from head_reasons(g, s, side, unit)
    if unit in g.units and not s.good(unit):
        yield g.against(unit, "26.2", "s42.plan.order")


class PlanOffensive(Deed[Setting, State, "Resources"]):
    """One resource point puts a marker on a headquarters (26.1)."""

    kind, rule = "plan", "26.1"

    def slots(self) -> Slots[Setting, State, Resources]:
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
        unit = action["unit"]
        g.tell(course, unit, "26.1", "s42.plan.made")
        return with_plan(p.spend(s), PlannedOffensive(unit, False, s.place(unit)))


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
            g.tell(course, plan.head, "26.2", "s42.plan.ready")
        now.append(PlannedOffensive(plan.head, True, s.place(plan.head)))
    return s.keep(replace(records(s), plans=tuple(now)))


def keep_plans(g: Setting, s: State) -> State:
    """A headquarters that retreats, moves far or is lost loses its markers (26.2)."""
    kept = tuple(p for p in records(s).plans if alive(g, s, p.head) and s.good(p.head))
    return s if kept == records(s).plans else s.keep(replace(records(s), plans=kept))


def attack_choices(g: Setting, s: State, hex: str, units: Names) -> Iterator[Action]:
    """Every way to attack, and with the planned offensives that can be used."""
    side = g.units[units[0]].side
    ready = [p.head for p in own_plans(g, s, side) if p.ready]
    usable = [head for head in ready if in_reach(g, s, head, units)]
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

    def support_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """A ready marker on a headquarters in range of an attacker (26.2)."""
        wanted = Counter(battle.plans)
        have = Counter(p.head for p in own_plans(g, s, battle.side) if p.ready)
        for head, count in wanted.items():
            name = g.unit_name(head)
            if count > have[head]:
                yield Reason.of("26.2", "s42.plan.none", unit=name)
                continue
            if not in_reach(g, s, head, battle.units):
                yield g.against(head, "26.2", "s42.plan.range")

    def spend_support(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Markers come off as they are used (26.2)."""
        for head in battle.plans:
            used = next(p for p in records(s).plans if p.head == head and p.ready)
            rest = list(records(s).plans)
            rest.remove(used)
            s = s.keep(replace(records(s), plans=tuple(rest)))
            g.tell(course, head, "26.2", "s42.plan.used")
        return s

    def crt_pause(
        self, g: Setting, s: State, battle: Battle, column: str, die: int, course: Course
    ) -> Phase | None:
        """One more die for each marker, one of which counts (26.2)."""
        if not battle.plans:
            return None
        dice = (die, *(course.chance.roll("crt") for _ in battle.plans))
        return CombatDice(GERMAN, combat_leader(g, s, battle), dice, battle, column)
