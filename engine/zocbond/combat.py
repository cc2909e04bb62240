"""The combat phase: attacks one after another, the roll, and what it sets off."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.hexset import HexSet
from engine.rulebook import enforces
from engine.verdict import Reason, Tally, Verdict
from engine.zocbond.advance import Advance
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle, battle_of, odds
from engine.zocbond.chapter import Chapter
from engine.zocbond.checks import crowding
from engine.zocbond.losses import ATTACKER, DEFENDER, Losses, Unharmed
from engine.zocbond.muster import Muster, musters
from engine.zocbond.results import Result, read_result
from engine.zocbond.retreat import Retreat, goers
from engine.zocbond.stacking import able, fighters
from engine.zocbond.stand import Stand
from engine.zocbond.state import AUTO_DS, DISRUPTED, RETREATED, ROUTED, SHELTERED, State
from engine.zocbond.strength import sheet
from engine.zocbond.trimming import Excess
from engine.zocbond.zones import combat_units, enemy, held

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

EVERY_SUBSET = 3
AUTO, EXCESS = "auto", "excess"


def targets(g: Family, s: State, side: str) -> HexSet:
    """The hexes of a side that may be attacked: with combat units, or with what may be some."""
    veiled: HexSet = g.board.set(g.all_of(Chapter.veiled, s, side))
    return held(g, s, side) | veiled


def strike(
    g: Family, s: State, side: str, battle: Battle, fought: frozenset[str]
) -> Iterator[Reason]:
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
            return Reason.of(
                rule,
                key,
                units=(unit,),
                hexes=(seat,) if seat in g.board else (),
                unit=g.units[unit].name,
                hex=battle.hex,
            )

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


@dataclass(frozen=True)
class Combat(Phase):
    """The active side attacks what it likes."""

    side: str
    fought: frozenset[str] = frozenset()
    attacked: frozenset[str] = frozenset()
    closing: str = ""
    """The end of the phase: `auto`, the advances after automatic DS; then `excess`."""

    def asides(self, g: Family) -> Mapping[str, Aside[Family, Combat]]:
        """What the game lets a side do here besides attacking."""
        return {aside.kind: aside for aside in g.all_of(Chapter.combat_asides)}

    @enforces("many-hexes")
    def targets(self, g: Family, s: State) -> dict[str, list[str]]:
        """Enemy hexes in reach of an attack, and the units that may attack each."""
        found: dict[str, list[str]] = {}
        foe = enemy(g, self.side)
        for hex in sorted(targets(g, s, foe)):
            if g.attacked_already(s, self.side, self.attacked, hex):
                continue
            units = [
                unit
                for seat in (
                    *g.board.neighbours(hex),
                    *g.areas_at(s, hex),
                    *g.all_of(Chapter.inside, s, self.side, hex),
                )
                for unit in combat_units(g, s, self.side, seat)
                if unit not in self.fought
                and not s.has(unit, AUTO_DS)
                and not any(strike(g, s, self.side, self._alone(g, s, hex, unit), self.fought))
            ]
            if units:
                found[hex] = units
        return found

    def _alone(self, g: Family, s: State, hex: str, unit: str) -> Battle:
        engineer = g.carrier(s, unit, hex)
        return Battle(self.side, hex, (unit,), crossing=(engineer,) if engineer else ())

    def decision(self, g: Family, s: State) -> Decision | None:
        """Attack a hex, or end the phase; then which automatic DS to follow up first."""
        if self.closing:
            if self.closing == AUTO and len(s.tracks.get("auto", ())) > 1:
                return Decision.of(self.side, "zb.auto-order", g.rule("auto-ds"), who=self.side)
            return None
        return Decision.of(self.side, "zb.combat", g.rule("attack"), who=self.side)

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """The end of the phase, step by step: advances, stacking, the rest."""
        pending = s.tracks.get("auto", ())
        if self.closing == AUTO and pending:
            return _follow(g, s, pending[0])
        if self.closing == AUTO:
            return s.instead(replace(self, closing=EXCESS)).push(Excess(self.side))
        s = g.in_turn(Chapter.end_combat, crowding(g, s, self.side), self.side, course)
        s = s.unmark([u for u in s.position.units() if s.has(u, RETREATED)], RETREATED, SHELTERED)
        course.tell(g.rule("attack"), "zb.combat.end", side=self.side)
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Attack, end; the game's asides."""
        return ("attack", "end", "disengage", "activate", "advance-auto", "plan", "clear-fort")

    def choices(self, g: Family, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every target with groups of its neighbours, under every lead, with and without help."""
        yield from self.follow_ups(g, s, unit, hex)
        if self.closing:
            return
        for target, units in self.targets(g, s).items():
            if hex not in (None, target):
                continue
            for group in _groups(g, s, target, units):
                if unit is not None and unit not in group:
                    continue
                for action in g.attack_choices(s, target, group):
                    if self.explain(g, s, action):
                        yield action
        for aside in self.asides(g).values():
            yield from aside.choices(g, s, self, unit, hex)
        if unit is None and hex is None:
            yield Action("end")

    def follow_ups(
        self, g: Family, s: State, unit: str | None = None, hex: str | None = None
    ) -> Moves:
        """The advances after each automatic DS, when they are due."""
        if self.closing or g.follows_any_time():
            for battle in s.tracks.get("auto", ()):
                if hex in (None, battle.hex) and (unit is None or unit in battle.units):
                    yield Action("advance-auto", hex=battle.hex)

    def explain(self, g: Family, s: State, action: Action) -> Verdict:
        """Everything against it."""
        if self.closing or (action.kind == "advance-auto" and g.follows_any_time()):
            return Verdict(tuple(self._order_reasons(g, s, action)))
        if action.kind == "end":
            return Verdict()
        if action.kind == "attack":
            return Verdict(tuple(dict.fromkeys(self._reasons(g, s, action))))
        aside = self.asides(g).get(action.kind)
        if aside is None:
            return Verdict((Reason.of(g.rule("attack"), "game.not-now", action=action.kind),))
        return Verdict(tuple(aside.reasons(g, s, self, action)))

    def _reasons(self, g: Family, s: State, action: Action) -> Iterator[Reason]:
        battle = battle_of(g, s, action, self.side)
        for unit in battle.units:
            if s.has(unit, AUTO_DS):
                name = g.units[unit].name
                yield Reason.of(g.rule("auto-ds"), "zb.move.auto-ds", units=(unit,), unit=name)
        yield from g.all_of(Chapter.lead_reasons, s, battle.units, text(action, "lead"))
        yield from strike(g, s, self.side, battle, self.fought)
        if g.attacked_already(s, self.side, self.attacked, battle.hex):
            yield Reason.of(g.rule("attack"), "zb.attack.hex-again", hex=battle.hex)
        if battle.hex not in g.board:
            return
        yield from g.all_of(Chapter.support_reasons, s, battle)
        if battle.units and odds(g, s, battle).column == "none":
            yield Reason.of(g.rule("limits"), "zb.attack.too-weak", hex=battle.hex)

    def _order_reasons(self, g: Family, s: State, action: Action) -> Iterator[Reason]:
        hex = text(action, "hex")
        if action.kind != "advance-auto" or self._auto_on(s, hex) is None:
            yield Reason.of(g.rule("auto-ds"), "zb.auto.order", hex=hex)

    def _auto_on(self, s: State, hex: str) -> Battle | None:
        return next((battle for battle in s.tracks.get("auto", ()) if battle.hex == hex), None)

    def tally(self, g: Family, s: State, action: Action) -> Tally | None:
        """Strengths, shifts and the column."""
        if action.kind != "attack":
            return None
        battle = battle_of(g, s, action, self.side)
        return sheet(odds(g, s, battle)) if battle.hex in g.board else None

    def apply(self, g: Family, s: State, action: Action, course: Course) -> State:
        """Fight it out."""
        if action.kind == "end":
            return s.instead(replace(self, closing=AUTO))
        if action.kind == "advance-auto":
            auto = self._auto_on(s, text(action, "hex"))
            assert auto is not None, "only an automatic DS that waits is followed"
            return _follow(g, s, auto)
        if action.kind != "attack":
            return self.asides(g)[action.kind].apply(g, s, self, action, course)
        battle = battle_of(g, s, action, self.side)
        s = s.instead(
            replace(
                self,
                fought=self.fought | set(battle.units),
                attacked=self.attacked | {battle.hex},
            )
        )
        return g.give_battle(s, battle, course)


def _follow(g: Family, s: State, battle: Battle) -> State:
    """The advance after an automatic DS; without their marker its units attack nobody either."""
    units = tuple(unit for unit in battle.units if s.place(unit) in g.board)
    rest = tuple(other for other in s.tracks.get("auto", ()) if other != battle)
    result = g.auto_result()
    if isinstance(s.top, Combat):
        s = s.instead(replace(s.top, fought=s.top.fought | set(units)))
    s = g.in_turn(Chapter.before_follow, s, battle).track(auto=rest).unmark(units, AUTO_DS)
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
    if result.defender and not g.any_of(Chapter.shrugs_off, s, battle, result):
        chooser = battle.side if result.enemy_picks else foe
        yield Losses(battle, DEFENDER, chooser, result.defender, result.code)
    elif result.defender:
        yield Unharmed(battle)
    if result.engages:
        yield Engage(battle)
    if result.retreat:
        if result.stands:
            yield Stand(battle, result)
        else:
            yield GoBack(battle, result)
    if (result.retreat or result.limited) and not battle.halts:
        yield Advance(battle, result.advance, result.exploits, result.limited)


@dataclass(frozen=True)
class GoBack(Phase):
    """A retreat without a chance to stand."""

    battle: Battle
    result: Result

    @enforces("attacker-stays", "retreat-again")
    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Everybody in the hex goes."""
        foe = enemy(g, self.battle.side)
        units = goers(g, s, foe, self.battle.hex)
        if not units:
            return s.pop()
        r = self.result
        again = not self.battle.breakthrough
        return s.instead(Retreat(foe, units, r.retreat, r.most, r.routs, again))


@dataclass(frozen=True)
class Engage(Phase):
    """The defenders are tied down (Holland '44)."""

    battle: Battle

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Put the markers on."""
        units = combat_units(g, s, enemy(g, self.battle.side), self.battle.hex)
        return g.in_turn(Chapter.engage, s.pop(), units, course)


def _groups(g: Family, s: State, hex: str, units: Sequence[str]) -> Iterable[tuple[str, ...]]:
    if len(units) > EVERY_SUBSET:
        return (able(g, s, units, g.indispensable(s, hex, units)),)
    sizes = range(len(units), 0, -1)
    return itertools.chain.from_iterable(itertools.combinations(units, n) for n in sizes)
