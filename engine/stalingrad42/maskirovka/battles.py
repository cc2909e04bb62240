"""Sections 34.2 to 34.7 where they touch what the family shares: moves, zones, battles."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.agenda import Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.stalingrad42 import supply
from engine.stalingrad42.battle import aftermath, air
from engine.stalingrad42.board.places import ARMY, BOXES, army_of, inside, shown
from engine.stalingrad42.maskirovka.armies import armies_at, burdened, infect, manned, slow, unmask
from engine.stalingrad42.maskirovka.moves import (
    ArmyIn,
    ArmyOut,
    ComeOut,
    Hide,
    MaskPassArea,
    MaskRail,
    Show,
    SwapMasks,
)
from engine.stalingrad42.moving import areas, movement
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, Names, replace, texts
from engine.verdict import Course, Decision, Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, InBattle
from engine.zocbond.battle.combat import Pause
from engine.zocbond.battle.losses import destroy
from engine.zocbond.board import walking
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import REPLACED, RETREATED, SHELTERED, Passage, State
from engine.zocbond.board.walking import TACTICAL
from engine.zocbond.board.zones import combat_units, over
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement

DEFENDERS = 3
"""So many units of a box may defend at most (34.6.2)."""


class Defend(InBattle[Setting, "ComeForth"]):
    """Units of the box come out to defend (34.6.2)."""

    kind, rule = "defend", "34.6.2"

    def slots(self) -> Slots[Setting, State, ComeForth]:
        return {"units": lambda g, s, p, given: p.groups(g, s)}

    def reasons(self, g: Setting, s: State, p: ComeForth, action: Action) -> Reasons:
        units = set(texts(action, "units"))
        if not any(units == set(group) for group in p.groups(g, s)):
            yield Reason.of("34.6.2", "s42.mask.defend", units=tuple(units))

    def apply(self, g: Setting, s: State, p: ComeForth, action: Action, course: Course) -> State:
        return p.on(g, s, texts(action, "units"), course)


class ComeForth(Pause):
    """A masked army is attacked: who comes out of its box to defend (34.6.2)."""

    battle: Battle
    army: str

    can = (Defend(),)

    def groups(self, g: Setting, s: State) -> list[tuple[str, ...]]:
        """Up to three units of the box, within the stacking limit."""
        hex, there = self.battle.hex, len(shown(s, self.army))
        found = [
            group
            for size in range(DEFENDERS - there, 0, -1)
            for group in itertools.combinations(inside(s, self.army), size)
            if not over(g, s, SOVIET, hex, group)
        ]
        return [*found, ()] if combat_units(g, s, SOVIET, hex) else found

    def decision(self, g: Setting, s: State) -> Decision | None:
        if len(self.groups(g, s)) < 2:
            return None
        return Decision.of(SOVIET, "s42.come-forth", "34.6.2", hex=self.battle.hex)

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        groups = self.groups(g, s)
        return self.on(g, s, groups[0] if groups else (), course)

    def on(self, g: Setting, s: State, units: Names, course: Course) -> State:
        """They stand on the army's hex; the battle goes on."""
        s, battle = s.pop(), self.battle
        if inside(s, self.army) or shown(s, self.army):
            s = unmask(g, s, self.army, course)
        else:
            s = s.keep(replace(records(s), empty_seen=(self.army,)))
        for unit in units:
            s = s.put(unit, battle.hex)
        s = s.keep(replace(records(s), mask_asked=(*records(s).mask_asked, self.army)))
        return begin_battle(g, s, battle, course)


class Halt(Phase):
    """A move that runs into an army with units in its box ends in front of it (34.2)."""

    passage: Passage

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s, path = s.pop(), self.passage.path
        stop = next(i for i, hex in enumerate(path) if i and manned(g, s, hex))
        s, gone = feel(g, s, path[stop], course), self.passage._replace(path=path[:stop])
        for unit in gone.units:
            s = s.put(unit, gone.path[-1])
        if not gone.hexes:
            return s
        return g.after_step(g.in_turn(Chapter.moved, s, gone, course), gone, course)


class Feel(Phase):
    """An advance that runs into such an army."""

    hex: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return feel(g, s.pop(), self.hex, course)


def feel(g: Setting, s: State, hex: str, course: Course) -> State:
    """The German has learned that an army is not empty; not what is in it."""
    army = manned(g, s, hex)
    if not army or army in records(s).felt:
        return s
    g.tell(course, army, "34.2", "s42.mask.felt", hexes=(hex,))
    return s.keep(replace(records(s), felt=(*records(s).felt, army)))


def felt_at(g: Setting, s: State, hex: str) -> str:
    """An army in a hex that the German knows to be manned."""
    felt = records(s).felt
    return next((a for a in armies_at(g, s, hex) if a in felt), "") if felt else ""


def halted(g: Setting, s: State, passage: Passage) -> bool:
    german = bool(records(s).masks) and passage.side == GERMAN
    return german and any(manned(g, s, hex) for hex in passage.hexes)


def next_army(g: Setting, s: State, battle: Battle) -> ComeForth | None:
    """The armies of the hex one after another; of empty ones the first tells enough."""
    asked = records(s).mask_asked
    armies = [a for a in armies_at(g, s, battle.hex) if a not in asked]
    army = next((a for a in armies if inside(s, a)), "")
    if not army and armies and not asked:
        army = armies[0]
    return ComeForth(battle, army) if army and battle.side == GERMAN else None


def drop_boxes(g: Setting, s: State, course: Course) -> State:
    """An army that left the map another way takes its box along (34.6.2)."""
    for army in records(s).masks:
        if s.place(army) == "pool":
            for victim in inside(s, army):
                s = destroy(g, s, victim, course, "34.6.2")
    return s


def allowance(g: Setting, s: State, unit: str) -> int:
    """Three, or that of the slowest unit inside (34.3.1)."""
    most = movement.allowance(g, s, unit)
    if g.units[unit].kind != ARMY or unit not in records(s).masks:
        return most
    return max(0, most - g.face(s, unit).move + slow(g, s, unit))


def tactical_hexes(g: Setting, s: State, units: Names) -> int:
    """One hex with a replaced unit inside (34.3.1)."""
    if any(u in records(s).masks and burdened(s, u, REPLACED) for u in units):
        return 1
    return walking.tactical_hexes(g, s, units)


def march(g: Setting, s: State, passage: Passage) -> Phase | None:
    """Germans who walk into a manned army stop before it (34.2)."""
    return Halt(passage) if halted(g, s, passage) else orders.march(g, s, passage)


def waylaid(g: Setting, s: State, passage: Passage) -> Phase | None:
    """An entry from an area stops before a manned army as well (34.2)."""
    return Halt(passage) if halted(g, s, passage) else areas.waylaid(g, s, passage)


def break_off(
    g: Setting, s: State, phase: Advance, units: Names, path: Names
) -> tuple[Names, tuple[Phase, ...]]:
    """So does an advance (34.2)."""
    if records(s).masks and g.units[units[0]].side == GERMAN:
        for i, hex in enumerate(path):
            if i and manned(g, s, hex):
                return tuple(path[:i]), (Feel(hex),)
    return orders.break_off(g, s, phase, units, path)


def begin_battle(g: Setting, s: State, battle: Battle, course: Course) -> State:
    """An army attacked opens its box first, in breakthrough combat too (34.6.2)."""
    asked = next_army(g, s, battle)
    if asked is not None:
        return s.push(asked)
    return air.begin_battle(g, s.keep(replace(records(s), mask_asked=())), battle, course)


def disorder(g: Setting, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
    """An army that goes back takes its box with it, in the same disorder (34.6.2)."""
    s = aftermath.disorder(g, s, unit, gone, routs, course)
    if g.units[unit].kind != ARMY:
        return s
    return infect(g, s, unit, routs, course).unmark((unit,), RETREATED, SHELTERED)


def seat(g: Setting, s: State, unit: str) -> str:
    """Where a unit is on the map: with its army, if it lies in a box."""
    army = army_of(s, unit) if s.place(unit) in BOXES else ""
    return s.place(army) if army else s.place(unit)


def in_supply(g: Setting, s: State, unit: str) -> bool:
    """What lies in a box is supplied where its army stands (21.2, 34.5)."""
    army = army_of(s, unit) if s.place(unit) in BOXES else ""
    return supply.in_supply(g, s, army or unit)


class MaskChapter(Chapter[Setting]):
    """Reserve armies as units, as obstacles, as defenders."""

    movement_deeds = (
        MaskRail(),
        MaskPassArea(),
        ArmyIn(),
        ArmyOut(),
        ComeOut(),
        Show(),
        Hide(),
        SwapMasks(),
    )

    def mode_reasons(self, g: Setting, s: State, units: Names, mode: str) -> Reasons:
        """That one hex is a tactical move (34.3.1)."""
        for unit in units:
            if mode != TACTICAL and unit in records(s).masks and burdened(s, unit, REPLACED):
                yield g.against(unit, "34.3.1", "s42.mask.one-hex")

    def stuck(self, g: Setting, s: State, unit: str) -> Reasons:
        """A shown unit goes with its army; an unmasked army stays (34.2, 34.4.2)."""
        if unit in records(s).shown:
            yield g.against(unit, "34.2", "s42.mask.on-top")
        if unit in records(s).unmasked:
            yield g.against(unit, "34.4.2", "s42.mask.no-more")

    def moved(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Shown units go along with their army (34.2)."""
        for army in passage.units:
            for unit in shown(s, army):
                s = s.put(unit, passage.path[-1])
        return s

    def bars_into(self, g: Setting, s: State, units: Names) -> HexSet:
        return g.board.grid.none

    def closed_to(self, g: Setting, s: State, units: Names) -> HexSet:
        """Where the German knows of manned armies."""
        german = g.units[units[0]].side == GERMAN
        felt = records(s).felt if german else ()
        return g.board.set(hex for hex in s.position.seats(felt) if felt_at(g, s, hex))

    def step_bars(self, g: Setting, s: State, units: Names, here: str, there: str) -> Reasons:
        """An army known to be manned is in the way (34.2)."""
        if g.units[units[0]].side == GERMAN and felt_at(g, s, there):
            yield Reason.of("34.2", "s42.mask.in-the-way", hexes=(there,), hex=there)

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        if g.units[unit].side == GERMAN and felt_at(g, s, hex):
            yield Reason.of("34.2", "s42.mask.in-the-way", hexes=(hex,), hex=hex)

    def enters_at(self, g: Setting, s: State, unit: str) -> HexSet:
        return self.closed_to(g, s, (unit,))

    def advance_ground(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Reasons:
        there = path[number]
        if g.units[unit].side == GERMAN and felt_at(g, s, there):
            yield Reason.of("34.2", "s42.mask.in-the-way", hexes=(there,), hex=there)

    def retreat_barriers(
        self, g: Setting, s: State, unit: str, here: str, there: str
    ) -> Iterator[str]:
        if g.units[unit].side == GERMAN and there in g.board and armies_at(g, s, there):
            yield "s42.mask.retreat"

    def battle_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """Nobody counts odds against an unknown army: no automatic DS (34.6.2)."""
        moving = battle.side == GERMAN and isinstance(s.top, Movement)
        if moving and battle.hex in g.board and armies_at(g, s, battle.hex):
            yield Reason.of("34.6.2", "s42.mask.auto", hexes=(battle.hex,))

    def walkover(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """The box was empty: nobody fights, and a victor may enter (19.3, 34.6.2)."""
        if not any(g.units[u].kind == ARMY for u in s.position.at(battle.hex)):
            return s
        course.tell("34.6.2", "s42.mask.nobody", hexes=(battle.hex,), hex=battle.hex)
        return s if battle.breakthrough else s.push(Advance(battle, 1, False, True))

    def cannot_attack(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """Nobody attacks out of a box, nor from the top of one (34.6.1)."""
        if s.place(unit) in BOXES or unit in records(s).shown:
            yield g.against(unit, "34.6.1", "s42.mask.no-attack")

    def after_destruction(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """With an army dies its box; a shown unit that falls is no longer shown (34.6.2)."""
        for victim in inside(s, unit) if g.units[unit].kind == ARMY else ():
            s = destroy(g, s, victim, course, "34.6.2")
        if unit in records(s).shown:
            s = s.keep(
                replace(records(s), shown={u: a for u, a in records(s).shown.items() if u != unit})
            )
        return s

    def veiled(self, g: Setting, s: State, side: str) -> frozenset[str]:
        """The hexes of masked armies may be attacked, manned or not (34.6.2)."""
        if side != SOVIET or not records(s).masks:
            return frozenset()
        seen = records(s).empty_seen
        return frozenset(
            s.place(a)
            for a in records(s).masks
            if s.place(a) in g.board and a not in seen and a in armies_at(g, s, s.place(a))
        )
