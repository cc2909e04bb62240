"""Chapter 28: leaders, and the dice they have thrown again; with chapter 26, which die counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.stalingrad42.options.disengagement import slipped
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting
from engine.stalingrad42.supply.artillery import gun_reach
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.battle import Battle, InBattle, everyone
from engine.zocbond.battle.combat import Pause
from engine.zocbond.battle.determined_defence import How, Stand
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import FIRED, State

CRT, STAND, SLIP = "crt", "stand", "slip"
POWERS = {SOVIET: (STAND,), GERMAN: (CRT, STAND, SLIP)}
"""Chuikov rerolls determined defence (28.1.3), Manstein almost everything (28.1.4)."""
RULES = {SOVIET: "28.1.3", GERMAN: "28.1.4"}


@enforces("28.1.2")
def leader_for(g: Setting, s: State, side: str, roll: str, units: Sequence[str]) -> str | None:
    """A ready leader of a side who may have a roll repeated for some units (28.1.2)."""
    if not g.scenario.switches["leaders"] or roll not in POWERS[side]:
        return None
    for unit, piece in g.units.items():
        if piece.kind != "commander" or piece.side != side or s.has(unit, FIRED):
            continue
        if s.place(unit) not in g.board and s.place(unit) not in g.board.areas:
            continue
        reached = gun_reach(g, s, unit)
        if any(s.place(other) in reached for other in units):
            return unit
    return None


@dataclass(frozen=True)
class Asking(Pause):
    """A leader may have one die thrown again, once a turn; the new roll stands (28.1.1)."""

    side: str
    leader: str
    dice: tuple[int, ...]

    roll = ""

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Throw again, or keep."""
        if not self.leader:
            return None
        return Decision.of(
            self.side,
            "s42.reroll",
            RULES[self.side],
            unit=g.unit_name(self.leader),
            dice=self.dice,
        )

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Throw again; keep."""
        return KEEP, REROLL

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """The die stands."""
        raise NotImplementedError


class Keep(Deed[Setting, State, Asking]):
    """The dice stand as they fell."""

    kind, rule = "keep", "28.1.1"

    def units(self, g: Setting, s: State, p: Asking, action: Action) -> tuple[str, ...]:
        """The leader."""
        return (p.leader,)

    def apply(self, g: Setting, s: State, p: Asking, action: Action, course: Course) -> State:
        """On with it."""
        return p.settled(g, s, p.dice, course)


class Reroll(Deed[Setting, State, Asking]):
    """A die is thrown again (28.1.1)."""

    kind, rule = "reroll", "28.1.1"

    def slots(self) -> Slots[Setting, State, Asking]:
        """The leader, each die."""
        return {
            "unit": lambda g, s, p, given: (p.leader,),
            "die": lambda g, s, p, given: dict.fromkeys(p.dice),
        }

    def reasons(self, g: Setting, s: State, p: Asking, action: Action) -> Reasons:
        """Only a die that was thrown."""
        if action.get("die") not in p.dice:
            yield Reason.of("28.1.1", "s42.reroll.no-die", dice=p.dice)

    def apply(self, g: Setting, s: State, p: Asking, action: Action, course: Course) -> State:
        """The new die takes the place of the old one, for better or worse (28.1.1)."""
        at, new = p.dice.index(action["die"]), course.chance.roll(p.roll)
        course.tell(
            RULES[p.side],
            "s42.reroll.done",
            units=(p.leader,),
            unit=g.unit_name(p.leader),
            old=action["die"],
            new=new,
        )
        dice = (*p.dice[:at], new, *p.dice[at + 1 :])
        return p.settled(g, s.mark((p.leader,), FIRED), dice, course)


KEEP, REROLL = Keep(), Reroll()


@dataclass(frozen=True)
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
        """One die, or all alike."""
        return self.on(g, s, self.dice[0], course)

    def on(self, g: Setting, s: State, die: int, course: Course) -> State:
        """The die counts."""
        return g.concluded(s.pop(), self.battle, self.column, die, course)

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Throw again or keep; pick."""
        return super().deeds(g, s) if self.leader else (PICK,)

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """The leader has spoken."""
        return s.instead(replace(self, leader="", dice=dice))


class PickDie(InBattle[Setting, CombatDice]):
    """The attacker picks one of the dice of his planned offensives (26.2)."""

    kind, rule = "pick-die", "26.2"

    def slots(self) -> Slots[Setting, State, CombatDice]:
        """Each die."""
        return {"die": lambda g, s, p, given: sorted(set(p.dice))}

    def reasons(self, g: Setting, s: State, p: CombatDice, action: Action) -> Reasons:
        """Only a die that was thrown."""
        if action.get("die") not in p.dice:
            yield Reason.of("26.2", "s42.reroll.no-die", dice=p.dice)

    def apply(self, g: Setting, s: State, p: CombatDice, action: Action, course: Course) -> State:
        """The die picked counts (26.2)."""
        course.tell("26.2", "s42.plan.picked", die=action["die"], dice=p.dice)
        return p.on(g, s, action["die"], course)


PICK = PickDie()


@dataclass(frozen=True)
class StandDice(Asking):
    """A roll of determined defence, perhaps again (28.1.3, 28.1.4)."""

    lead: str
    how: How

    roll = "determined-defence"

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """On with the defence."""
        s = s.pop()
        assert isinstance(s.top, Stand)
        return s.top.settled(g, s, self.lead, dice[0], self.how, course)


@dataclass(frozen=True)
class SlipDice(Asking):
    """A roll of disengagement, perhaps again (28.1.4)."""

    units: tuple[str, ...]

    roll = "disengage"

    def settled(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """On with the attempt."""
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

    def slip_pause(
        self, g: Setting, s: State, side: str, units: Sequence[str], die: int
    ) -> Phase | None:
        """Manstein, for Germans who try to slip away (28.1.4)."""
        leader = leader_for(g, s, side, SLIP, units)
        return SlipDice(side, leader, (die,), tuple(units)) if leader else None
