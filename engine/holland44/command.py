"""Sections 9.3 and 10.2.1: the attacker's word when the attack is no longer what he declared.

Who stormed an unknown unit, landed on the enemy or lost his lead formation with a bridge still has
to say who leads; who turned an unknown unit, or saw a bridge fall, names his support after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, texts
from engine.deeds import Deed, Reasons, Slots, Value
from engine.game import Course, Decision
from engine.holland44.setting import Setting
from engine.values import replace
from engine.verdict import Reason, Tally
from engine.zocbond.battle import fighting
from engine.zocbond.battle.battle import Battle, InBattle, odds
from engine.zocbond.battle.combat import fight
from engine.zocbond.battle.strength import sheet
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State


@dataclass(frozen=True)
class Command(Phase):
    """The attacker names the lead formation, and his support where he may have some."""

    battle: Battle
    supported: bool
    """Whether guns and aircraft may be named."""

    def under(self, g: Setting, s: State, action: Action) -> Battle:
        """The battle under this word."""
        lead = g.named_lead(s, self.battle.units, text(action, "lead"))
        named = replace(self.battle, lead=lead, attached=text(action, "attached"))
        if not self.supported:
            return named
        guns = tuple(gun for gun in texts(action, "guns") if gun in g.units)
        return replace(named, guns=guns, air=text(action, "air"))

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Only where there is something to choose."""
        if len(list(islice(WORD.choices(g, s, self, None, None), 2))) < 2:
            return None
        return Decision.of(self.battle.side, "h44.command", "9.3", hex=self.battle.hex)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """One formation, no support: on with it."""
        lead = g.usual_lead(s, self.battle.units)
        return self.on(g, s, replace(self.battle, lead=lead, guns=(), air=""), course)

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Give the word."""
        return (WORD,)

    def on(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """The battle itself."""
        s = s.pop()
        return exploit(g, s, battle, course) if battle.breakthrough else fight(g, s, battle, course)


class Word(InBattle[Setting, Command]):
    """The attacker names the lead, and his support."""

    kind, rule = "command", "9.3"

    def slots(self) -> Slots[Setting, State, Command]:
        """Every lead with every kind of help."""
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
        """Everything against it, once."""
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
        """Strengths, shifts and the column."""
        return sheet(odds(g, s, p.under(g, s, action)))

    def apply(self, g: Setting, s: State, p: Command, action: Action, course: Course) -> State:
        """Fight under it."""
        return p.on(g, s, p.under(g, s, action), course)


WORD = Word()


def led(g: Setting, s: State, battle: Battle, course: Course, anew: bool = False) -> State:
    """Fight, once the attacker has said what is still his to say; `anew`, his support too."""
    support = anew and not battle.halts and not battle.breakthrough
    if not support and (battle.lead or len(g.leads(s, battle.units)) < 2):
        battle = replace(battle, lead=battle.lead or g.usual_lead(s, battle.units))
        return exploit(g, s, battle, course) if battle.breakthrough else fight(g, s, battle, course)
    return s.push(Command(battle, support))


def exploit(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """Breakthrough combat itself."""
    return fighting.fight_on(g, s, battle, course)
