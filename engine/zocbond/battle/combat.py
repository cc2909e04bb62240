"""The combat phase: attacks one after another, the roll, and what it sets off."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Self

from engine.agenda import Deed, End, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, Tally, enforces
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import (
    Battle,
    Muster,
    Result,
    battle_of,
    musters,
    odds,
    read_result,
    sheet,
)
from engine.zocbond.battle.checks import crowding
from engine.zocbond.battle.determined_defence import Stand
from engine.zocbond.battle.losses import ATTACKER, Excess, Losses, defender_losses
from engine.zocbond.battle.retreat import GoBack
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import AUTO_DS, DISRUPTED, RETREATED, ROUTED, SHELTERED, State
from engine.zocbond.board.zones import able, combat_units, enemy, fighters, held

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

EVERY_SUBSET = 3
AUTO, EXCESS = "auto", "excess"


def targets(g: Family, s: State, side: str) -> HexSet:
    """The hexes of a side that may be attacked: with combat units, or with what may be some."""
    veiled: HexSet = g.board.set(g.all_of(Chapter.veiled, s, side))
    return held(g, s, side) | veiled


def strike(g: Family, s: State, side: str, battle: Battle, fought: frozenset[str]) -> Reasons:
    """What forbids an attack: who, whom, over what ground."""
    foe = enemy(g, side)
    if battle.hex not in g.board or battle.hex not in targets(g, s, foe):
        yield Reason.of(g.rule("attack"), "zb.attack.empty", hex=battle.hex)
        return
    if not battle.units:
        yield Reason.of(g.rule("attack"), "zb.attack.nobody")
    for unit in battle.units:
        piece, seat = g.units[unit], s.place(unit)

        def no(rule: str, key: str, unit: str = unit, seat: str = seat) -> Reason:
            return g.against(unit, rule, key, (seat,) if seat in g.board else (), hex=battle.hex)

        if piece.side != side:
            yield no(g.rule("attack"), "zb.not-yours")
            continue
        if unit in fought:
            yield no(g.rule("attack"), "zb.attack.again")
        if s.has(unit, DISRUPTED, ROUTED):
            yield no(g.rule("disrupted"), "zb.attack.disorder")
        if g.face(s, unit).attack == 0:
            yield no(g.rule("attack"), "zb.attack.zero")
        if not g.beside(s, seat, battle.hex):
            yield no(g.rule("attack"), "zb.attack.not-adjacent")
        elif seat in g.board:
            yield from g.all_of(Chapter.attack_bars, s, battle, unit)
        yield from g.all_of(Chapter.cannot_attack, s, battle, unit)
    for seat in dict.fromkeys(s.place(unit) for unit in battle.units):
        here = combat_units(g, s, side, seat) if seat in g.board else []
        group = [u for u in here if u in battle.units or u in fought or s.has(u, AUTO_DS)]
        if seat in g.board and len(fighters(g, s, side, seat, group)) > g.limit(s, side, seat):
            yield Reason.of(
                g.rule("overstack-fight"), "zb.attack.crowded", hexes=(seat,), units=group, hex=seat
            )
    yield from g.all_of(Chapter.battle_reasons, s, battle)


class Combat(Phase):
    """The active side attacks what it likes."""

    side: str
    fought: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()
    closing: str = ""
    """The end of the phase: `auto`, the advances after automatic DS; then `excess`."""

    def open_hexes(self, g: Family, s: State) -> list[str]:
        """Enemy hexes near own units that may still be attacked."""
        foes = targets(g, s, enemy(g, self.side))
        near, areas = held(g, s, self.side), g.board.areas.values()
        near = near | near.around()
        for area in areas:
            if any(g.units[unit].side == self.side for unit in s.position.at(area.id)):
                near = near | g.board.set(area.touches)
        hexes = (
            hex
            for hex in sorted(foes)
            if hex in near or g.all_of(Chapter.inside, s, self.side, hex)
        )
        return [hex for hex in hexes if not g.attacked_already(s, self.side, self.attacked, hex)]

    @enforces("many-hexes")
    def attackers(self, g: Family, s: State, hex: str) -> list[str]:
        """The units that may attack a hex."""
        seats = (
            *g.board.neighbours(hex),
            *g.areas_at(s, hex),
            *g.all_of(Chapter.inside, s, self.side, hex),
        )
        return [
            unit
            for seat in seats
            for unit in combat_units(g, s, self.side, seat)
            if unit not in self.fought
            and not s.has(unit, AUTO_DS)
            and not any(strike(g, s, self.side, self._alone(g, s, hex, unit), self.fought))
        ]

    def _alone(self, g: Family, s: State, hex: str, unit: str) -> Battle:
        engineer = g.carrier(s, unit, hex)
        return Battle(self.side, hex, (unit,), crossing=(engineer,) if engineer else ())

    def targets(self, g: Family, s: State) -> dict[str, list[str]]:
        """Enemy hexes in reach of an attack, and the units that may attack each."""
        found = {hex: self.attackers(g, s, hex) for hex in self.open_hexes(g, s)}
        return {hex: units for hex, units in found.items() if units}

    def decision(self, g: Family, s: State) -> Decision | None:
        """Attack a hex, or end the phase; then which automatic DS to follow up first."""
        if self.closing:
            if self.closing == AUTO and len(s.records.auto) > 1:
                return Decision.of(self.side, "zb.auto-order", g.rule("auto-ds"), who=self.side)
            return None
        return Decision.of(self.side, "zb.combat", g.rule("attack"), who=self.side)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """The end of the phase, step by step: advances, stacking, the rest."""
        pending = s.records.auto
        if self.closing == AUTO and pending:
            return _follow(g, s, pending[0])
        if self.closing == AUTO:
            return s.instead(replace(self, closing=EXCESS)).push(Excess(self.side))
        s = g.in_turn(Chapter.end_combat, crowding(g, s, self.side), self.side, course)
        s = s.unmark([u for u in s.position.units() if s.has(u, RETREATED)], RETREATED, SHELTERED)
        course.tell(g.rule("attack"), "zb.combat.end", side=self.side)
        return s.pop()

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        """Attack; the game's own; end; the advances after each automatic DS, when they are due."""
        if self.closing:
            return (FOLLOW,)
        due = (FOLLOW,) if g.follows_any_time else ()
        return (ATTACK, *due, *g.combat_deeds, END_COMBAT)

    def not_now(self, g: Family, s: State, action: Action) -> tuple[Reason, ...]:
        """At the end of the phase only the advances are left."""
        if self.closing:
            return (Reason.of(g.rule("auto-ds"), "zb.auto.order", hex=text(action, "hex")),)
        return super().not_now(g, s, action)


class Attack(Deed["Family", State, Combat]):
    """Units attack a hex."""

    kind = "attack"

    def slots(self) -> Slots[Family, State, Combat]:
        """Every target with groups of its neighbours, under every lead, with and without help."""
        return {
            "hex": lambda g, s, p, given: p.open_hexes(g, s),
            "units": lambda g, s, p, given: _groups(
                g, s, given["hex"], p.attackers(g, s, given["hex"])
            ),
            "help": lambda g, s, p, given: (
                dict(action.args) for action in g.attack_choices(s, given["hex"], given["units"])
            ),
        }

    def reasons(self, g: Family, s: State, p: Combat, action: Action) -> Reasons:
        battle = battle_of(g, s, action, p.side)
        for unit in battle.units:
            if s.has(unit, AUTO_DS):
                yield g.against(unit, g.rule("auto-ds"), "zb.move.auto-ds")
        yield from g.all_of(Chapter.lead_reasons, s, battle.units, text(action, "lead"))
        yield from strike(g, s, p.side, battle, p.fought)
        if g.attacked_already(s, p.side, p.attacked, battle.hex):
            yield Reason.of(g.rule("attack"), "zb.attack.hex-again", hex=battle.hex)
        if battle.hex not in g.board:
            return
        yield from g.all_of(Chapter.support_reasons, s, battle)
        if battle.units and odds(g, s, battle).column == "none":
            yield Reason.of(g.rule("limits"), "zb.attack.too-weak", hex=battle.hex)

    def tally(self, g: Family, s: State, p: Combat, action: Action) -> Tally | None:
        battle = battle_of(g, s, action, p.side)
        return sheet(odds(g, s, battle)) if battle.hex in g.board else None

    def apply(self, g: Family, s: State, p: Combat, action: Action, course: Course) -> State:
        battle = battle_of(g, s, action, p.side)
        fought, attacked = p.fought | set(battle.units), p.attacked | {battle.hex}
        return g.give_battle(
            s.instead(replace(p, fought=fought, attacked=attacked)), battle, course
        )


class FollowUp(Deed["Family", State, Combat]):
    """The advance after one automatic DS."""

    kind = "advance-auto"

    def slots(self) -> Slots[Family, State, Combat]:
        return {"hex": lambda g, s, p, given: (b.hex for b in s.records.auto)}

    def units(self, g: Family, s: State, p: Combat, action: Action) -> tuple[str, ...]:
        battle = self.battle(s, action)
        return battle.units if battle is not None else ()

    def battle(self, s: State, action: Action) -> Battle | None:
        """What they did."""
        hex = text(action, "hex")
        return next((battle for battle in s.records.auto if battle.hex == hex), None)

    def reasons(self, g: Family, s: State, p: Combat, action: Action) -> Reasons:
        if self.battle(s, action) is None:
            yield Reason.of(g.rule("auto-ds"), "zb.auto.order", hex=text(action, "hex"))

    def apply(self, g: Family, s: State, p: Combat, action: Action, course: Course) -> State:
        battle = self.battle(s, action)
        assert battle is not None, "only an automatic DS that waits is followed"
        return _follow(g, s, battle)


class EndCombat(End[State]):
    """No more attacks."""

    def apply(self, g: object, s: State, p: Combat, action: Action, course: Course) -> State:
        return s.instead(replace(p, closing=AUTO))


ATTACK, FOLLOW, END_COMBAT = Attack(), FollowUp(), EndCombat()


def _follow(g: Family, s: State, battle: Battle) -> State:
    """The advance after an automatic DS; without their marker its units attack nobody either."""
    units = tuple(unit for unit in battle.units if s.place(unit) in g.board)
    rest = tuple(other for other in s.records.auto if other != battle)
    result = g.auto_result()
    if isinstance(s.top, Combat):
        s = s.instead(replace(s.top, fought=s.top.fought | set(units)))
    s = g.in_turn(Chapter.before_follow, s, battle)
    s = s.keep(replace(s.records, auto=rest)).unmark(units, AUTO_DS)
    return s.push(Advance(replace(battle, units=units), result.advance, result.exploits))


def fight(g: Family, s: State, battle: Battle, course: Course) -> State:
    """Settle the column, roll, and push what the result demands."""
    s = g.in_turn(Chapter.before_fight, s, battle, course)
    if battle.hex not in held(g, s, enemy(g, battle.side)):
        return g.in_turn(Chapter.walkover, s, battle, course)
    if musters(g, s, battle):
        return s.push(Muster(battle))
    return resolve(g, s, battle, course)


def resolve(g: Family, s: State, battle: Battle, course: Course) -> State:
    """The odds are settled: help is spent, the die falls, the result takes its course."""
    found = odds(g, s, battle)
    if found.column == "none":
        # The defender's help, or his choice of units, took the odds below the table.
        course.tell(g.rule("limits"), "zb.attack.called-off", hexes=(battle.hex,), hex=battle.hex)
        return s
    course.tell(
        g.rule("procedure"),
        "zb.attack.declared",
        units=battle.units,
        hexes=(battle.hex,),
        names=tuple(g.units[unit].name for unit in battle.units),
        hex=battle.hex,
        column=found.column,
    )
    s = g.in_turn(Chapter.spend_support, s, battle, course)
    if found.column == "auto":
        result = g.auto_result()
    else:
        die = course.chance.roll("crt")
        pause = g.first_of(Chapter.crt_pause, s, battle, found.column, die, course)
        if pause is not None:
            return s.push(pause)
        return conclude(g, s, battle, found.column, die, course)
    s = g.in_turn(Chapter.decided, s, battle, result)
    return s.push(*aftermath(g, s, battle, result))


def conclude(g: Family, s: State, battle: Battle, column: str, die: int, course: Course) -> State:
    """The die stands: the result is read, and takes its course."""
    cell = str(g.charts["crt"].value(str(die), column))
    result = read_result(g, cell)
    course.tell(
        g.result_rule(result.code),
        "zb.attack.result",
        hexes=(battle.hex,),
        die=die,
        column=column,
        result=cell,
    )
    s = g.in_turn(Chapter.decided, s, battle, result)
    return s.push(*aftermath(g, s, battle, result))


class Pause(Phase):
    """A roll, or an attack, that waits for somebody's word; the battle goes on after it."""


@enforces("advance-kept")
def aftermath(g: Family, s: State, battle: Battle, result: Result) -> Iterator[Phase]:
    """Losses, engagement, the stand or the retreat, the advance, in that order."""
    foe = enemy(g, battle.side)
    if result.attacker:
        chooser = foe if result.attacker_picked else battle.side
        yield Losses(battle, ATTACKER, chooser, result.attacker, result.code)
    yield from defender_losses(g, s, battle, result)
    if result.engages:
        yield Engage(battle)
    if result.retreat:
        if result.stands:
            yield Stand(battle, result)
        else:
            yield GoBack(battle, result)
    if (result.retreat or result.limited) and not battle.halts:
        yield Advance(battle, result.advance, result.exploits, result.limited)


class Engage(Phase):
    """The defenders are tied down (Holland '44)."""

    battle: Battle

    def proceed(self, g: Family, s: State, course: Course) -> State:
        units = combat_units(g, s, enemy(g, self.battle.side), self.battle.hex)
        return g.in_turn(Chapter.engage, s.pop(), units, course)


def _groups(g: Family, s: State, hex: str, units: Names) -> Iterable[tuple[str, ...]]:
    if len(units) > EVERY_SUBSET:
        return (able(g, s, hex, units, g.indispensable(s, hex, units)),)
    sizes = range(len(units), 0, -1)
    return itertools.chain.from_iterable(itertools.combinations(units, n) for n in sizes)
