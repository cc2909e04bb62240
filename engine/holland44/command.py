"""Sections 9.3 and 10.2.1: the attacker's word when the attack is no longer what he declared.

Who stormed an unknown unit, landed on the enemy or lost his lead formation with a bridge still has
to say who leads; who turned an unknown unit, or saw a bridge fall, names his support after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.agenda import Phase, Reasons, Slots, Value
from engine.holland44.board.bridges import Offer, mined
from engine.holland44.setting import ALLIED, Setting
from engine.values import Action, replace, text, texts
from engine.verdict import Course, Decision, Reason, Tally
from engine.zocbond.battle import fighting
from engine.zocbond.battle.battle import Battle, InBattle, odds, sheet
from engine.zocbond.battle.combat import Combat, fight
from engine.zocbond.battle.fighting import shatter_or_ask, surest
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import bridge_id
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import enemy, held


class Word(InBattle[Setting, "Command"]):
    """The attacker names the lead, and his support."""

    kind, rule = "command", "9.3"

    def slots(self) -> Slots[Setting, State, Command]:
        return {"word": lambda g, s, p, given: self._words(g, s, p)}

    def _words(self, g: Setting, s: State, p: Command) -> Iterator[dict[str, Value]]:
        """What was declared first, then all the others."""
        b, usual = p.battle, g.usual_lead(s, p.battle.units)
        others = (
            (text(a, "lead") or usual, text(a, "attached"), texts(a, "guns"), text(a, "air"))
            for a in g.attack_choices(s, b.hex, b.units)
            if p.supported or not ("guns" in a or "air" in a)
        )
        words = dict.fromkeys(((b.lead or usual, b.attached, b.guns, b.air), *others))
        for lead, attached, guns, air in words:
            help = {"attached": attached or None, "guns": guns or None, "air": air or None}
            yield {"lead": lead or None, **help}

    def reasons(self, g: Setting, s: State, p: Command, action: Action) -> Reasons:
        yield from dict.fromkeys(self._reasons(g, s, p, action))

    def _reasons(self, g: Setting, s: State, p: Command, action: Action) -> Reasons:
        yield from g.all_of(Chapter.lead_reasons, s, p.battle.units, text(action, "lead"))
        named = p.under(g, s, action)
        yield from g.all_of(Chapter.battle_reasons, s, named)
        if p.supported:
            yield from g.all_of(Chapter.support_reasons, s, named)
        elif "guns" in action or "air" in action:
            yield Reason.of("9.3", "h44.command.no-support", hexes=(named.hex,))

    def tally(self, g: Setting, s: State, p: Command, action: Action) -> Tally | None:
        return sheet(odds(g, s, p.under(g, s, action)))

    def apply(self, g: Setting, s: State, p: Command, action: Action, course: Course) -> State:
        return fought(g, s.pop(), p.under(g, s, action), course)


class Command(Phase):
    """The attacker names the lead formation, and his support where he may have some."""

    battle: Battle
    supported: bool
    """Whether guns and aircraft may be named."""

    can = (Word(),)

    def under(self, g: Setting, s: State, action: Action) -> Battle:
        """The battle under this word."""
        lead = g.named_lead(s, self.battle.units, text(action, "lead"))
        named = replace(self.battle, lead=lead, attached=text(action, "attached"))
        if not self.supported:
            return named
        guns = tuple(gun for gun in texts(action, "guns") if gun in g.units)
        return replace(named, guns=guns, air=text(action, "air"))

    def decision(self, g: Setting, s: State) -> Decision | None:
        if len(list(islice(self.choices(g, s, None, None), 2))) < 2:
            return None
        return Decision.of(self.battle.side, "h44.command", "9.3", hex=self.battle.hex)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        lead = g.usual_lead(s, self.battle.units)
        return fought(g, s.pop(), replace(self.battle, lead=lead, guns=(), air=""), course)


def led(g: Setting, s: State, battle: Battle, course: Course, anew: bool = False) -> State:
    """Fight, once the attacker has said what is still his to say; `anew`, his support too."""
    support = anew and not battle.halts and not battle.breakthrough
    if not support and (battle.lead or len(g.leads(s, battle.units)) < 2):
        lead = battle.lead or g.usual_lead(s, battle.units)
        return fought(g, s, replace(battle, lead=lead), course)
    return s.push(Command(battle, support))


def fought(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """The battle itself."""
    begin = fighting.fight_on if battle.breakthrough else fight
    return begin(g, s, battle, course)


def bridges_of_attack(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """The mined bridges that an Allied attack goes over (5.4, 9.3)."""
    if battle.side != ALLIED:
        return ()
    seats = dict.fromkeys(s.place(unit) for unit in battle.units)
    names = [bridge_id(seat, battle.hex) for seat in seats if seat in g.board]
    return tuple(name for name in names if mined(g, s, name))


class FightOn(InBattle[Setting, "AfterOffer"]):
    """Those attack who still can."""

    kind, rule = "fight-on", "9.3"

    def apply(self, g: Setting, s: State, p: AfterOffer, action: Action, course: Course) -> State:
        units = still_able(g, s, p.battle)
        there = {g.formation(s, unit) for unit in units}
        lead = p.battle.lead if p.battle.lead in there else ""
        attached = p.battle.attached if p.battle.attached in units else ""
        left = replace(p.battle, units=units, lead=lead, attached=attached)
        return led(g, s.pop(), left, course, True)


class CallOff(InBattle[Setting, "AfterOffer"]):
    """Nobody attacks."""

    kind, rule = "call-off", "9.3"

    def apply(self, g: Setting, s: State, p: AfterOffer, action: Action, course: Course) -> State:
        return p.call_off(s.pop(), course)


class AfterOffer(Phase):
    """The bridges were tried before the attack: it goes on, or is called off (9.3)."""

    battle: Battle
    bridges: tuple[str, ...]
    anew: bool = False
    """Whether an unknown unit was turned: the attacker names his support after that."""

    can = (FightOn(), CallOff())

    def gone(self, s: State) -> bool:
        """Whether one of them fell."""
        return any(name in s.records.blown for name in self.bridges)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if not self.gone(s) or not still_able(g, s, self.battle):
            return None
        return Decision.of(ALLIED, "h44.call-off", "9.3", hex=self.battle.hex)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """No bridge fell: the attack goes on; or nobody can come over any more."""
        if self.gone(s):
            return self.call_off(s.pop(), course)
        return led(g, s.pop(), self.battle, course, self.anew)

    def call_off(self, s: State, course: Course) -> State:
        """Nobody has attacked (9.3)."""
        course.tell("9.3", "h44.called-off", hexes=(self.battle.hex,))
        top, units = s.top, set(self.battle.units)
        if not isinstance(top, Combat):
            return s
        attacked = top.attacked - {self.battle.hex}
        return s.instead(replace(top, fought=top.fought - units, attacked=attacked))


def still_able(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """The attackers that can reach the hex over what is left of the bridges (9.5.1)."""
    return tuple(
        unit
        for unit in battle.units
        if s.place(unit) not in g.board
        or not any(g.all_of(Chapter.attack_bars, s, replace(battle, units=(unit,)), unit))
    )


class AfterAutoOffer(Phase):
    """The bridges were tried before an automatic DS: it takes 10-1 of what is left (8.7)."""

    battle: Battle

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s, units = s.pop(), still_able(g, s, self.battle)
        left = replace(self.battle, units=units)
        if units and surest(g, s, left) >= g.figure("auto-from"):
            return shatter_or_ask(g, s, left, course)
        course.tell("8.7", "h44.called-off", hexes=(self.battle.hex,))
        return s


def offered(g: Setting, s: State, battle: Battle, anew: bool = False) -> State | None:
    """The bridges of an attack put to the German first; None when there is none (9.3)."""
    names = bridges_of_attack(g, s, battle)
    if not names or battle.hex not in held(g, s, enemy(g, battle.side)):
        return None
    return s.push(Offer(names), AfterOffer(battle, names, anew))
