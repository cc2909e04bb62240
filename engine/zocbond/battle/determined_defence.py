"""Determined and desperate defence: a roll to cancel the retreat."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.agenda import Phase, Reasons, Slots
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Line, Reason, Tally
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, InBattle, Result
from engine.zocbond.battle.losses import ATTACKER, Losses, lose_step
from engine.zocbond.battle.retreat import GoBack
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import combat_units, enemy

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

_CELL = re.compile(r"([SPF])(?: ([-01])/([-01]))?(\*?)")


@dataclass(frozen=True, slots=True)
class Roll:
    """A cell of the determined-defence table."""

    outcome: str
    attacker: int
    defender: int
    defender_picks: bool


def read_roll(cell: str) -> Roll:
    """`S 1/0*`: success, the attacker loses one, the defender picks it."""
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ValueError(f"'{cell}' is no result of determined defence")
    return Roll(match[1], int(match[2] == "1"), int(match[3] == "1"), bool(match[4]))


class How(NamedTuple):
    """How a roll of determined defence counts."""

    modifier: int
    column: str
    desperate: bool


class StandFast(InBattle["Family", "Stand"]):
    """A roll under a lead unit, perhaps with support."""

    kind = "stand"

    def slots(self) -> Slots[Family, State, Stand]:
        return {
            "lead": lambda g, s, p, given: p.leads(g, s),
            "aid": lambda g, s, p, given: (None, *p.aids(g, s, given["lead"])),
        }

    def units(self, g: Family, s: State, p: Stand, action: Action) -> tuple[str, ...]:
        return (action["lead"],)

    def reasons(self, g: Family, s: State, p: Stand, action: Action) -> Reasons:
        lead, aid = text(action, "lead"), text(action, "aid")
        if lead not in p.defenders(g, s):
            yield Reason.of(g.rule("lead"), "zb.no-unit", unit=lead)
        elif lead not in p.leads(g, s):
            yield g.against(lead, g.rule("lead"), "zb.stand.no-lead")
        if aid and aid not in p.aids(g, s, lead):
            yield Reason.of(g.rule("stand-aid"), "zb.stand.no-aid", aid=aid)

    def tally(self, g: Family, s: State, p: Stand, action: Action) -> Tally | None:
        lead = text(action, "lead")
        if lead not in g.units:
            return None
        column = g.stand_column(s, p.battle.hex, lead)
        return Tally.adding("zb.stand.total", p.modifiers(g, s, lead, text(action, "aid")), column)

    def apply(self, g: Family, s: State, p: Stand, action: Action, course: Course) -> State:
        """Roll; a failure in desperate defence costs a step and another roll."""
        lead, aid = action["lead"], action.get("aid", "")
        desperate = p.desperate(g, s)
        column = g.stand_column(s, p.battle.hex, lead)
        mods = sum(int(line.value or 0) for line in p.modifiers(g, s, lead, aid))
        now = replace(p, aid=p.aid or (aid if g.figure("aid-lasts") else ""))
        if aid:
            s = g.in_turn(Chapter.spend_aid, s.instead(now), p.battle, aid, course)
        die = course.chance.roll("determined-defence")
        how = How(mods, column, desperate)
        pause = g.first_of(Chapter.stand_pause, s, now, lead, die, how)
        if pause is not None:
            return s.push(pause)
        return now.settled(g, s, lead, die, how, course)


class Retire(InBattle["Family", "Stand"]):
    """They retreat."""

    kind = "go-back"

    def reasons(self, g: Family, s: State, p: Stand, action: Action) -> Reasons:
        """A desperate defence goes on once it has begun."""
        if p.bound(g, s):
            yield Reason.of(g.rule("desperate"), "zb.stand.goes-on")

    def apply(self, g: Family, s: State, p: Stand, action: Action, course: Course) -> State:
        return s.instead(GoBack(p.battle, p.result))


class Hold(InBattle["Family", "Stand"]):
    """The attack has spent itself: the retreat is ignored."""

    kind = "hold"

    def reasons(self, g: Family, s: State, p: Stand, action: Action) -> Reasons:
        if not g.any_of(Chapter.attack_spent, s, p.battle, p.result):
            yield Reason.of(g.rule("stand"), "zb.stand.no-hold", hexes=(p.battle.hex,))

    def apply(self, g: Family, s: State, p: Stand, action: Action, course: Course) -> State:
        course.tell(g.rule("stand-result"), "zb.stand.holds", hexes=(p.battle.hex,))
        s = s.pop()
        return s.pop() if isinstance(s.top, Advance) else s


class Stand(Phase):
    """The defenders stand, or go back."""

    battle: Battle
    result: Result
    rolls: int = 0
    last: str = ""
    aid: str = ""
    """Support of an earlier roll that still counts."""
    can = (StandFast(), Retire(), Hold())

    def defenders(self, g: Family, s: State) -> list[str]:
        """The combat units that are under attack."""
        return combat_units(g, s, enemy(g, self.battle.side), self.battle.hex)

    def leads(self, g: Family, s: State) -> list[str]:
        """The units that may lead a determined defence."""
        return [unit for unit in self.defenders(g, s) if g.may_lead(s, self.battle, unit)]

    def desperate(self, g: Family, s: State) -> bool:
        """Whether retreat would be the end of them all."""
        key = ("desperate", self.battle.hex)
        return s.once(key, g.desperate, s, self.battle, self.result, self.defenders(g, s))

    def decision(self, g: Family, s: State) -> Decision | None:
        able = self.leads(g, s) or g.any_of(Chapter.attack_spent, s, self.battle, self.result)
        if not self.defenders(g, s) or not able:
            return None
        if any(self._bars(g, s)):
            return None
        side = enemy(g, self.battle.side)
        key = "zb.desperate" if self.desperate(g, s) else "zb.stand"
        return Decision.of(side, key, g.rule("stand"), hex=self.battle.hex)

    def _bars(self, g: Family, s: State) -> Reasons:
        yield from g.all_of(Chapter.stand_bars, s, self.battle, self.result, self.desperate(g, s))

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Nobody may lead: they retreat."""
        return s.instead(GoBack(self.battle, self.result))

    def bound(self, g: Family, s: State) -> bool:
        """Whether a desperate defence that has begun must go on."""
        return bool(self.rolls) and g.desperate_binds and self.desperate(g, s)

    def aids(self, g: Family, s: State, lead: str) -> list[str]:
        """What may support this roll: nothing more where an earlier support still counts."""
        return [] if self.aid else list(g.all_of(Chapter.stand_aids, s, self.battle, lead))

    def modifiers(self, g: Family, s: State, lead: str, aid: str) -> list[Line]:
        """What is added to the die."""
        lines = [Line.of(g.rule("stand-aid"), "zb.stand.aid", 1)] if aid or self.aid else []
        morale = g.stand_morale(s, self.battle, lead)
        if morale:
            lines.append(
                Line.of(
                    g.rule("stand-modifiers"), "zb.stand.morale", morale, unit=g.unit_name(lead)
                )
            )
        if self.result.colour == "?":
            lines.append(Line.of(g.rule("stand-colour"), "zb.stand.colour", -1))
        return lines

    def settled(self, g: Family, s: State, lead: str, die: int, how: How, course: Course) -> State:
        """The die stands: the cell of the table, and what it brings."""
        mods, column, desperate = how
        low, high = g.figure("stand-low"), g.figure("stand-high")
        row = max(low, min(high, die + mods))
        cell = str(g.charts["stand"].value(str(row), column))
        roll = read_roll(cell)
        course.tell(
            g.rule("stand-table"),
            "zb.stand.rolled",
            hexes=(self.battle.hex,),
            units=(lead,),
            die=die,
            modified=die + mods,
            column=column,
            result=cell,
        )
        return self._outcome(g, s, lead, roll, desperate, course)

    def _outcome(
        self, g: Family, s: State, lead: str, roll: Roll, desperate: bool, course: Course
    ) -> State:
        outcome = g.partial(s, self.battle, roll.outcome, desperate, self.last)
        if desperate and outcome in ("F", "W"):
            s = s.instead(replace(self, rolls=self.rolls + 1, last=roll.outcome))
            s = lose_step(g, s, lead, course, g.rule("desperate-roll"))
            if not self.defenders(g, s):
                return s.pop()
            return s
        losses: list[Phase] = []
        if roll.attacker and outcome != "S-after-P":
            chooser = enemy(g, self.battle.side) if roll.defender_picks else self.battle.side
            losses.append(Losses(self.battle, ATTACKER, chooser, 1, "stand"))
        if roll.defender or (outcome == "S-after-P"):
            s = lose_step(g, s, lead, course, g.rule("stand-result"))
        s = s.pop()
        if outcome == "F":
            return s.push(GoBack(self.battle, self.result)).push(*losses)
        if outcome == "W":
            short = replace(self.result, retreat=1, most=2, routs=False)
            return g.shorten_advance(s).push(GoBack(self.battle, short)).push(*losses)
        course.tell(g.rule("stand-result"), "zb.stand.holds", hexes=(self.battle.hex,))
        return s.push(Held(self.battle, outcome, tuple(losses)))


class Held(Phase):
    """What a successful stand brings, when the defender has paid for it: only then it is plain who
    is left in the hex."""

    battle: Battle
    outcome: str
    losses: tuple[Phase, ...]
    """What it costs the attacker."""

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """The advance is off, or a limited one."""
        left = combat_units(g, s, enemy(g, self.battle.side), self.battle.hex)
        return g.held_on(s.pop(), self.battle, self.outcome, left, course).push(*self.losses)
