"""Chapters 8, 9 and 18: halving, doubling, tank shifts, ground, fortifications, guns, aircraft."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Iterator

from engine.agenda import Reasons
from engine.stalingrad42.battle.air import air_choices, air_reasons, fly
from engine.stalingrad42.board.calendar import winter
from engine.stalingrad42.board.places import row
from engine.stalingrad42.board.supply_points import use_up
from engine.stalingrad42.moving.areas import area_attack_reasons
from engine.stalingrad42.moving.movement import volga_open
from engine.stalingrad42.setting import CITIES, GERMAN, SOVIET, Setting, records
from engine.stalingrad42.supply import gun_trouble, guns_of
from engine.values import Action, Names, replace
from engine.verdict import Course, Line, Reason, enforces
from engine.zocbond.battle.battle import (
    Battle,
    Share,
    attacked_before,
    defenders,
    everyone,
    from_wet,
    note_attacked,
    odds_name,
)
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import bridged, river, road, water
from engine.zocbond.board.state import (
    DISRUPTED,
    FIRED,
    OUT,
    REPLACED,
    RETREATED,
    ROUTED,
    TRAIN,
    State,
)
from engine.zocbond.board.zones import combat_units, enemy
from engine.zocbond.moving.movement import Movement

WINTER_ROW = 43
"""The last row in which winter weakens Germans (23.4)."""


def hex_bars(g: Setting, s: State, unit: str) -> Reasons:
    """What forbids every attack out of a unit's hex: a replacement (21.4), a fortification that
    is being built there (9.7.2)."""
    name, seat = g.units[unit].name, s.place(unit)
    stack = s.position.at(seat) if seat in g.board else (unit,)
    if any(s.has(u, REPLACED) for u in stack):
        yield g.against(unit, "21.4", "zb.attack.replaced")
    if seat in records(s).building:
        yield Reason.of("9.7.2", "s42.attack.building", hexes=(seat,), unit=name)


def sheltered(g: Setting, hex: str) -> bool:
    """Whether a village stands in a hex: a port is one, a landmark is none (11.2.1, 23.4)."""
    place = g.board.place_in.get(hex)
    return place is not None and place.kind in ("village", "port")


@enforces("9.7.6")
def fortified(g: Setting, s: State, hex: str, side: str) -> bool:
    """A finished fortification, or a printed Soviet one still active (9.7.1, 9.7.6)."""
    if records(s).forts.get(hex) == side:
        return True
    printed = hex in g.board.tagged("printed-fort")
    return side == SOVIET and printed and hex not in records(s).deactivated


def freezing(g: Setting, s: State, unit: str) -> bool:
    """Whether winter weakens a German unit where it stands (23.4)."""
    if g.units[unit].side != GERMAN or not winter(s):
        return False
    seat = s.place(unit)
    if seat not in g.board or row(seat) > WINTER_ROW:
        return False
    warm = g.board.terrain(seat) in CITIES or sheltered(g, seat)
    warm = warm or fortified(g, s, seat, GERMAN)
    return not warm and not any(
        g.board.terrain(h) == "large-city" and s.control.get(h) == GERMAN
        for h in g.board.neighbours(seat)
        if not g.parted(s, seat, h)
    )


@enforces("9.2.3")
def armour_ground(g: Setting, s: State, battle: Battle) -> bool:
    """Where tank shifts count at all (9.2.3)."""
    foe = enemy(g, battle.side)
    open_ground = int(g.ground.terrain.value(g.terrain_of(s, battle.hex), "tanks"))
    return bool(open_ground) and not fortified(g, s, battle.hex, foe)


def ground_shifts(g: Setting, s: State, battle: Battle) -> Iterator[Line]:
    """Rough ground and fortifications, a column each (9.7.1, 9.9)."""
    if int(g.ground.terrain.value(g.terrain_of(s, battle.hex), "shift")):
        yield Line.of("9.9", "s42.shift.rough", -1)
    if fortified(g, s, battle.hex, enemy(g, battle.side)):
        yield Line.of("9.7.1", "s42.shift.fort", -1)


def helped_by_ground(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """Whom the ground helps when a battle begins: who is doubled, or all where it shifts the
    column (11.1.2)."""
    if any(ground_shifts(g, s, battle)):
        return everyone(g, s, battle)
    return tuple(share.unit for share in g.defence_shares(s, battle) if share.doubled)


@enforces("2.2.2", "9.2.3", "9.5.5")
def wet_attack(g: Setting, s: State, battle: Battle, unit: str) -> bool:
    """Over a river or out of a swamp (9.2.3); a river inside a hex is none (2.2.2, 9.5.5)."""
    seat = s.place(unit)
    if seat not in g.board or seat == battle.hex:
        return False
    return river(g, seat, battle.hex) is not None or g.swampy(s, seat)


def attacked_already(g: Setting, s: State, side: str, attacked: Collection[str], hex: str) -> bool:
    """A unit is attacked once, not a hex: where all who were attacked have left it, others that
    came in since may be (8.1, 12.4)."""
    there, struck = combat_units(g, s, enemy(g, side), hex), s.records.struck
    stayed = [u for u in there if u in struck and not s.has(u, RETREATED)]
    return hex in attacked and bool(stayed or not there)


def attack_share(g: Setting, s: State, battle: Battle, unit: str) -> Share:
    """A unit's attack: winter first, then halving, then doubling (9.1, 23.4)."""
    piece, seat = g.units[unit], s.place(unit)
    base = g.face(s, unit).attack
    if base > 1 and freezing(g, s, unit):
        base -= 1
    halved: list[tuple[str, str]] = []
    if (
        seat in g.board
        and seat != battle.hex
        and water(g, seat, battle.hex) in ("major-river", "volga", "steppe-lake")
    ):
        halved.append(("9.5.2", "s42.half.river"))
    if s.has(unit, OUT):
        halved.append(("16.4", "zb.half.out"))
    doubled: list[tuple[str, str]] = []
    terrain = g.board.terrain(battle.hex)
    alpine = "alpine" in g.board.side(seat, battle.hex) if seat in g.board else False
    if piece.kind == "mountain" and piece.side == GERMAN and terrain == "mountain" and not alpine:
        doubled.append(("20.2", "s42.twice.mountain-attack"))
    if piece.kind == "engineer" and terrain in CITIES:
        doubled.append(("20.9", "s42.twice.linden"))
    return Share(unit, base, tuple(halved), tuple(doubled))


@enforces("9.8")
def defence_shares(g: Setting, s: State, battle: Battle) -> list[Share]:
    """The defenders; doubled once at most (9.1, 9.5, 9.6, 9.8)."""
    units = list(defenders(g, s, battle))
    plain = [u for u in units if not g.face(s, u).bracketed]
    if plain:
        units = plain
    elif units:
        units = [max(units, key=lambda u: (g.face(s, u).defence, u))]
    wet, terrain = from_wet(g, s, battle), g.terrain_of(s, battle.hex)
    twice = int(g.ground.terrain.value(terrain, "doubles"))
    shares = []
    for unit in units:
        if s.has(unit, TRAIN):
            shares.append(Share(unit, 1))
            continue
        base = g.face(s, unit).defence
        if base > 2 and freezing(g, s, unit):
            base -= 1
        halved = (("13.2.1", "zb.half.disrupted"),) if s.has(unit, DISRUPTED) else ()
        doubled: list[tuple[str, str]] = []
        infantry = g.units[unit].infantry
        if twice == 2:
            doubled.append(("9.5.4", "s42.twice.swamp"))
        elif twice and infantry:
            rule = "9.6.3" if terrain in CITIES else "9.6.1"
            doubled.append((rule, "s42.twice.ground"))
        if wet:
            doubled.append(("9.5.1", "s42.twice.water"))
        shares.append(Share(unit, base, halved, tuple(doubled)))
    return shares


def swampy(g: Setting, s: State, hex: str) -> bool:
    """Attackers out of swamp (9.5.1)."""
    return g.terrain_of(s, hex) == "swamp"


def column(g: Setting, place: int) -> str:
    """None below 1-3 (8.4); the last column up to an automatic DS from 10-1 on (8.6.1)."""
    if place < g.figure("lowest"):
        return "none"
    if place >= g.figure("auto-from"):
        return "auto"
    return odds_name(min(g.figure("highest"), place))


def attack_choices(g: Setting, s: State, hex: str, units: Names) -> Iterator[Action]:
    """From any of the six hexes (8.2): plain; with each gun that can fire; with an aircraft."""
    yield Action("attack", hex=hex, units=units)
    side = g.units[units[0]].side
    able = [gun for gun in guns_of(g, s, side) if not any(gun_trouble(g, s, gun, units))]
    for gun in able:
        yield Action("attack", hex=hex, units=units, guns=(gun,))
    for first, second in itertools.combinations(able, 2):
        if "artillery-division" in (g.units[first].kind, g.units[second].kind):
            yield Action("attack", hex=hex, units=units, guns=(first, second))
    for air in air_choices(s, hex) if side == GERMAN else ():
        yield Action("attack", hex=hex, units=units, air=air)
        for gun in able:
            yield Action("attack", hex=hex, units=units, guns=(gun,), air=air)


class ModifierChapter(Chapter[Setting]):
    """How Stalingrad '42 adds up a battle."""

    def battle_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """Germany's allies of two nations never attack together (20.5.1)."""
        nations = {
            g.units[u].nation
            for u in battle.units
            if battle.side == GERMAN and g.units[u].nation not in ("", "german")
        }
        if len(nations) > 1:
            yield Reason.of("20.5.1", "s42.attack.nations", units=battle.units)
        yield from area_attack_reasons(g, s, battle)
        yield from attacked_before(g, s, battle)

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Who is attacked in the combat phase is not attacked once more where it goes (8.1)."""
        if battle.breakthrough or isinstance(s.top, Movement):
            return s
        return note_attacked(g, s, battle)

    def cannot_attack(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """Units on trains (5.6.4), and what their hex forbids."""
        if s.has(unit, TRAIN):
            yield g.against(unit, "5.6.4", "s42.attack.train")
        yield from hex_bars(g, s, unit)

    def attack_bars(self, g: Setting, s: State, battle: Battle, unit: str) -> Reasons:
        """Over the Volga at ferries only, over lakes of the steppe when they freeze; over alpine
        sides off the road mountain units, in winter nobody (9.5.3, 9.5.6, 9.6.2, 20.2, 23.4)."""
        seat = s.place(unit)
        sides = g.board.side(seat, battle.hex)
        if "volga" in sides and not (
            bridged(g, s, seat, battle.hex)
            or volga_open(g, s, g.units[unit].side, seat, battle.hex)
        ):
            yield g.against(unit, "9.5.3", "s42.river.volga", here=seat, there=battle.hex)
        if "steppe-lake" in sides and not winter(s):
            yield g.against(unit, "9.5.6", "s42.lake", here=seat, there=battle.hex)
        by_road = road(g, s, seat, battle.hex) is not None
        able = g.units[unit].kind == "mountain" or by_road
        if "alpine" in sides and (winter(s) or not able):
            yield g.against(unit, "9.6.2", "s42.alpine", here=seat, there=battle.hex)

    @enforces("9.2.4", "9.3.2", "13.2.2")
    def shift_lines(self, g: Setting, s: State, battle: Battle) -> Iterator[Line]:
        """Tanks of both sides, anti-tank units (9.2.4), ground, fortifications, guns, aircraft."""
        foes = [u for u in defenders(g, s, battle) if not s.has(u, TRAIN, ROUTED)]
        tanks = [u for u in battle.units if g.face(s, u).dot in ("black", "red")]
        dry = [u for u in tanks if not wet_attack(g, s, battle, u)]
        theirs = [u for u in foes if g.face(s, u).dot in ("black", "red")]
        guns = [u for u in foes if g.face(s, u).dot == "white"]
        if g.armour_ground(s, battle):
            if dry and not theirs and not guns:
                yield Line.of("9.2.1", "s42.shift.tank", 1)
            if any(g.face(s, u).dot == "red" for u in dry):
                yield Line.of("9.2.2", "s42.shift.elite", 1)
            if theirs and not tanks:
                yield Line.of("9.2.1", "s42.shift.tank-defence", -1)
            if any(g.face(s, u).dot == "red" for u in theirs):
                yield Line.of("9.2.2", "s42.shift.elite-defence", -1)
        yield from ground_shifts(g, s, battle)
        if battle.guns:
            names = tuple(g.units[gun].name for gun in battle.guns)
            yield Line.of("9.4", "zb.shift.guns", min(2, len(names)), unit=names)
        if battle.air:
            yield Line.of("9.3.3", "zb.shift.air", 1)
        if records(s).air_defence == battle.hex:
            yield Line.of("9.3.4", "s42.shift.air-defence", -1)

    @enforces("18.3.1")
    def support_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """One shift, or two with an artillery division (18.3.1, 18.5); one aircraft (9.3.3)."""
        for gun in battle.guns:
            yield from gun_trouble(g, s, gun, battle.units)
        if len(battle.guns) > 1:
            kinds = [g.units[gun].kind for gun in battle.guns]
            massed = len(kinds) == 2 and "artillery-division" in kinds
            if not massed or "supply-point" in kinds:
                yield Reason.of("18.5", "s42.guns.massed", units=battle.guns)
        yield from air_reasons(g, s, battle)

    def spend_support(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Flip the gun, use up the supply point or the division (18.2 to 18.6); note whom the
        ground helps before anybody falls (11.1.2)."""
        s = s.keep(replace(records(s), helped=helped_by_ground(g, s, battle)))
        for gun in battle.guns:
            piece = g.units[gun]
            g.tell(course, gun, "18.2.1", "zb.guns.spent")
            if piece.kind == "supply-point":
                g.tell(course, gun, "18.6.5", "s42.supply.used")
                s = use_up(s, gun)
            elif piece.kind == "artillery-division":
                s = s.put(gun, "used")
            else:
                s = s.mark((gun,), FIRED)
        return fly(s, battle) if battle.air else s

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """In the next phase everybody may be attacked again (8.1)."""
        return s.keep(replace(records(s), struck=()))
