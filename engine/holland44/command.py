"""Sections 9.3 and 10.2.1: the attacker's word when the attack is no longer what he declared.

Who stormed an unknown unit, landed on the enemy or lost his lead formation with a bridge still has
to say who leads; who turned an unknown unit, or saw a bridge fall, names his support after that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text, texts
from engine.holland44.setting import Setting
from engine.verdict import Reason, Tally, Verdict
from engine.zocbond import fighting
from engine.zocbond.battle import Battle, odds
from engine.zocbond.combat import fight
from engine.zocbond.state import State
from engine.zocbond.strength import sheet


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
        if len(list(self.choices(g, s, None, None))) < 2:
            return None
        return Decision.of(self.battle.side, "h44.command", "9.3", hex=self.battle.hex)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """One formation, no support: on with it."""
        lead = g.usual_lead(s, self.battle.units)
        return self._on(g, s, replace(self.battle, lead=lead, guns=(), air=""), course)

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Give the word."""
        return ("command",)

    def choices(self, g: Setting, s: State, unit: str | None, hex: str | None) -> Moves:
        """What was declared first, then every lead with every kind of help."""
        if unit is not None or hex not in (None, self.battle.hex):
            return
        b = self.battle
        usual = g.usual_lead(s, b.units)
        lead = b.lead or usual
        declared = self._word(lead=lead, attached=b.attached, guns=b.guns, air=b.air)
        others = (
            self._word(
                lead=text(a, "lead") or usual,
                attached=text(a, "attached"),
                guns=texts(a, "guns"),
                air=text(a, "air"),
            )
            for a in g.attack_choices(s, b.hex, b.units)
            if self.supported or not ("guns" in a or "air" in a)
        )
        for word in dict.fromkeys((declared, *others)):
            if self.explain(g, s, word):
                yield word

    @staticmethod
    def _word(**named: str | tuple[str, ...]) -> Action:
        return Action("command", **{key: value or None for key, value in named.items()})

    def explain(self, g: Setting, s: State, action: Action) -> Verdict:
        """Everything against it."""
        return Verdict(tuple(dict.fromkeys(self._reasons(g, s, action))))

    def _reasons(self, g: Setting, s: State, action: Action) -> Iterator[Reason]:
        yield from g.lead_reasons(s, self.battle.units, text(action, "lead"))
        named = self.under(g, s, action)
        yield from g.battle_reasons(s, named)
        if self.supported:
            yield from g.support_reasons(s, named)
        elif "guns" in action or "air" in action:
            yield Reason.of("9.3", "h44.command.no-support", hexes=(named.hex,))

    def tally(self, g: Setting, s: State, action: Action) -> Tally | None:
        """Strengths, shifts and the column."""
        return sheet(odds(g, s, self.under(g, s, action)))

    def apply(self, g: Setting, s: State, action: Action, course: Course) -> State:
        """Fight under it."""
        return self._on(g, s, self.under(g, s, action), course)

    def _on(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        s = s.pop()
        return exploit(g, s, battle, course) if battle.breakthrough else fight(g, s, battle, course)


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
