"""Section 5.4: the German may blow a mined bridge in the Allied turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.holland44.board.bridges import AtBridge, blow, mined, never, unready
from engine.holland44.command import led
from engine.holland44.records import records
from engine.holland44.setting import ALLIED, GERMAN, Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.automatic import shatter_or_ask, surest
from engine.zocbond.battle.battle import Battle, InBattle
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import bridge_id
from engine.zocbond.board.state import State
from engine.zocbond.board.zones import enemy, held


def bridges_at(g: Setting, s: State, hex: str) -> Iterator[str]:
    """The mined bridges on the sides of a hex."""
    if hex in g.board:
        for near in g.board.neighbours(hex):
            name = bridge_id(hex, near)
            if mined(g, s, name):
                yield name


def triggers(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], at: int
) -> tuple[str, ...]:
    """The bridges that the German may try when a group stands at a place of its path (5.4)."""
    if g.units[units[0]].side != ALLIED:
        return ()
    here = path[at]
    found = list(bridges_at(g, s, here)) if at > 0 else []
    if at + 1 < len(path):
        name = bridge_id(here, path[at + 1])
        if mined(g, s, name) and name not in found:
            found.append(name)
    spared = records(s).spared
    fresh = [name for name in found if (name, units[0], here) not in spared]
    return tuple(fresh)


def ask(g: Setting, s: State, units: Sequence[str], here: str, names: Sequence[str]) -> State:
    """Put the question; what is asked here once is not asked again for the same move."""
    asked = ((name, unit, here) for name in names for unit in units)
    spared = (*records(s).spared, *asked)
    return s.keep(replace(records(s), spared=spared))


@dataclass(frozen=True)
class Offer(Phase):
    """The German tries some of the bridges that an Allied unit came to, or lets them be (5.4)."""

    bridges: tuple[str, ...]

    def open(self, g: Setting, s: State) -> list[str]:
        """Those that can still be blown."""
        return [name for name in self.bridges if mined(g, s, name)]

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Blow a bridge, or let it be."""
        names = self.open(g, s)
        return Decision.of(GERMAN, "h44.offer", "5.4", bridges=tuple(names)) if names else None

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Blow a bridge; let it be."""
        return TRY, END


class Try(AtBridge[Offer]):
    """The German tries a bridge in the Allied turn (5.4)."""

    kind, rule = "blow", "5.4"

    def slots(self) -> Slots[Setting, State, Offer]:
        """Each bridge."""
        return {"bridge": lambda g, s, p, given: p.open(g, s)}

    def reasons(self, g: Setting, s: State, p: Offer, action: Action) -> Reasons:
        """Only the bridges that the Allied unit came to, while they are mined (5.3.1, 5.7)."""
        name = text(action, "bridge")
        if name not in p.open(g, s):
            why = [*never(g, s, name), *unready(g, s, name)]
            yield from why or [Reason.of("5.4", "h44.blow.elsewhere", bridge=name)]

    def apply(self, g: Setting, s: State, p: Offer, action: Action, course: Course) -> State:
        """Roll."""
        name = action["bridge"]
        rest = tuple(other for other in p.bridges if other != name)
        return blow(g, s.instead(replace(p, bridges=rest)), name, course)


TRY = Try()


@dataclass(frozen=True)
class Ask(Phase):
    """An advance came to bridges: the offer is made, once (5.4)."""

    units: tuple[str, ...]
    here: str
    bridges: tuple[str, ...]

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Make it."""
        return ask(g, s.pop(), self.units, self.here, self.bridges).push(Offer(self.bridges))


def bridges_of_attack(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """The mined bridges that an Allied attack goes over (5.4, 9.3)."""
    if battle.side != ALLIED:
        return ()
    seats = dict.fromkeys(s.place(unit) for unit in battle.units)
    names = [bridge_id(seat, battle.hex) for seat in seats if seat in g.board]
    return tuple(name for name in names if mined(g, s, name))


@dataclass(frozen=True)
class AfterOffer(Phase):
    """The bridges were tried before the attack: it goes on, or is called off (9.3)."""

    battle: Battle
    bridges: tuple[str, ...]
    anew: bool = False
    """Whether an unknown unit was turned: the attacker names his support after that."""

    def gone(self, s: State) -> bool:
        """Whether one of them fell."""
        return any(name in s.records.blown for name in self.bridges)

    def decision(self, g: Setting, s: State) -> Decision | None:
        """Only when a bridge fell."""
        if not self.gone(s) or not still_able(g, s, self.battle):
            return None
        return Decision.of(ALLIED, "h44.call-off", "9.3", hex=self.battle.hex)

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        """Attack all the same; call it off."""
        return FIGHT_ON, CALL_OFF

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """No bridge fell: the attack goes on; or nobody can come over any more."""
        if self.gone(s):
            return self.call_off(s.pop(), course)
        return led(g, s.pop(), self.battle, course, self.anew)

    def call_off(self, s: State, course: Course) -> State:
        """Nobody has attacked (9.3)."""
        course.tell("9.3", "h44.called-off", hexes=(self.battle.hex,))
        top = s.top
        if isinstance(top, Combat):
            top = replace(
                top,
                fought=top.fought - set(self.battle.units),
                attacked=top.attacked - {self.battle.hex},
            )
            return s.instead(top)
        return s


class FightOn(InBattle[Setting, AfterOffer]):
    """Those attack who still can."""

    kind, rule = "fight-on", "9.3"

    def apply(self, g: Setting, s: State, p: AfterOffer, action: Action, course: Course) -> State:
        """The attack without the others."""
        units = still_able(g, s, p.battle)
        there = {g.formation(s, unit) for unit in units}
        lead = p.battle.lead if p.battle.lead in there else ""
        attached = p.battle.attached if p.battle.attached in units else ""
        left = replace(p.battle, units=units, lead=lead, attached=attached)
        return led(g, s.pop(), left, course, True)


class CallOff(InBattle[Setting, AfterOffer]):
    """Nobody attacks."""

    kind, rule = "call-off", "9.3"

    def apply(self, g: Setting, s: State, p: AfterOffer, action: Action, course: Course) -> State:
        """None."""
        return p.call_off(s.pop(), course)


FIGHT_ON, CALL_OFF = FightOn(), CallOff()


def still_able(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """The attackers that can reach the hex over what is left of the bridges (9.5.1)."""
    return tuple(
        unit
        for unit in battle.units
        if s.place(unit) not in g.board
        or not any(g.all_of(Chapter.attack_bars, s, replace(battle, units=(unit,)), unit))
    )


@dataclass(frozen=True)
class AfterAutoOffer(Phase):
    """The bridges were tried before an automatic DS: it takes 10-1 of what is left (8.7)."""

    battle: Battle
    bridges: tuple[str, ...]

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """It is made, or comes to nothing."""
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
