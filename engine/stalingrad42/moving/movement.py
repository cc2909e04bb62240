"""Chapters 4 to 7: stacking, roads and rivers, pontoons, bonds, entry areas."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial

from engine.agenda import Reasons
from engine.hexset import HexSet
from engine.stalingrad42.board.calendar import winter
from engine.stalingrad42.board.railheads import finished
from engine.stalingrad42.board.supply_points import DUMP, READY, enemies, mobile_reasons, unarmed
from engine.stalingrad42.board.supply_points import mode as store_mode
from engine.stalingrad42.forces.replacements import corps
from engine.stalingrad42.scenarios import first_turn_bars
from engine.stalingrad42.setting import GERMAN, GUNS, SOVIET, STORE, Setting, records
from engine.values import Names
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle.losses import destroyed
from engine.zocbond.battle.retreat import disrupt
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import HALF, lay
from engine.zocbond.board.state import (
    DISRUPTED,
    OUT,
    REPLACED,
    RESERVE,
    RETREATED,
    ROUTED,
    TRAIN,
    Crossing,
    Passage,
    State,
)
from engine.zocbond.board.walking import EXTENDED, TACTICAL
from engine.zocbond.board.zones import combat_units, held, over
from engine.zocbond.moving import orders

WET = ("rain", "mud")
STORE_MOVE = 5
CLOSED = frozenset(("impassable", "sea", "lake"))
"""Hexsides that nothing ever crosses (2.2.3)."""
HEAVY = 2
"""Tank or mechanized corps under the two army headquarters that lead them (4.3)."""
FREEZES = ("major-river", "steppe-lake")

SLOWED = ((DISRUPTED, "13.2.1"), (REPLACED, "21.4"))
"""Markers that leave tactical movement only."""


def frozen(g: Setting, s: State, kind: str, here: str, there: str) -> bool:
    """In winter lakes of the steppe, and rivers but for those of maps C: their hexes bear the
    tag `never-freezes` (23.4)."""
    if not winter(s):
        return False
    return kind == "steppe-lake" or not {here, there} <= g.board.tagged("never-freezes")


@enforces("5.5.5", "5.5.6")
def over_pontoon(g: Setting, s: State, unit: str, here: str, there: str) -> bool:
    """A printed ferry (5.5.6), or a friend on the far bank and a combat unit, the one that
    crosses at the latest, on the near one: in moves, retreats and advances (5.5.5)."""
    if "ferry" in g.board.side(here, there):
        return True
    piece = g.units[unit]
    friends = held(g, s, piece.side)
    return there in friends and (piece.combat or here in friends)


def no_way_in(g: Setting, units: Names, hex: str) -> Reason:
    """Who does not fight enters no hex with an enemy unit (5.1, 19.2)."""
    names = tuple(g.unit_name(u) for u in units)
    return Reason.of("5.1", "zb.move.enemy", hexes=(hex,), units=tuple(units), unit=names, hex=hex)


def foreign_bridge(g: Setting, unit: str, here: str, there: str) -> bool:
    """Whether a German would use a bridge over the Volga, not a ferry (5.5.3)."""
    side = g.board.side(here, there)
    bridge = "volga" in side and "ferry" not in side and bool(g.board.link(here, there))
    return bridge and g.units[unit].side == GERMAN


def volga_open(g: Setting, s: State, side: str, here: str, there: str) -> bool:
    """A printed ferry, or for the Soviets the flotilla's (5.5.3, 9.5.3)."""
    flotilla = side == SOVIET and records(s).flotilla in (here, there)
    return "ferry" in g.board.side(here, there) or flotilla


@enforces("5.5.5", "5.5.6")
def pontoon(g: Setting, s: State, side: str, here: str, there: str) -> bool:
    """Friendly combat units on both banks make a pontoon bridge at once (5.5.5); a printed
    ferry always is one (5.5.6)."""
    if "ferry" in g.board.side(here, there):
        return True
    if "major-river" not in g.board.side(here, there):
        return False
    return bool(combat_units(g, s, side, here) and combat_units(g, s, side, there))


@enforces("4.3")
def crowd(g: Setting, s: State, side: str, hex: str) -> int:
    """What a hex holds beyond its limit; with the 1st Guards or 5th Shock Army HQ at most two
    tank or mechanized corps (4.3)."""
    most = over(g, s, side, hex)
    heads = [u for u in s.position.at(hex) if g.units[u].kind == "soviet-hq"]
    if side != SOVIET or not heads or any(g.face(s, u).move > 3 for u in heads):
        return most
    heavy = [u for u in combat_units(g, s, side, hex) if corps(g.units[u])]
    return max(most, len(heavy) - HEAVY) if len(heavy) > g.figure("stack-soviet") else most


def areas_barred(g: Setting, s: State, unit: str) -> Reasons:
    """Bluecher's units cross the strait; mobile supply points are few (20.7, 18.6.8)."""
    piece, area = g.units[unit], s.place(unit)
    if s.has(unit, TRAIN):
        yield g.against(unit, "5.6.1", "s42.move.train")
    if piece.division == "bluecher" and area == "german-W":
        yield g.against(unit, "20.7", "s42.strait.only")
    if piece.kind == STORE:
        yield from mobile_reasons(g, s, unit)
        if store_mode(s, unit) == DUMP:
            yield g.against(unit, "18.6.8", "s42.store.dump")


@enforces("4.1", "4.3", "20.1.1")
def limit(g: Setting, s: State, side: str, hex: str) -> int:
    """Two Soviet units, three with an army headquarters, three German ones (4.1, 4.3,
    20.1.1)."""
    if side == SOVIET and any(g.units[u].kind == "soviet-hq" for u in s.position.at(hex)):
        return g.figure("stack-soviet") + 1
    return g.figure(f"stack-{side}")


@enforces("4.2")
def never_counts(g: Setting, s: State, unit: str) -> bool:
    """Artillery support units stack in any number (4.2)."""
    return g.units[unit].kind in GUNS


@enforces("4.2")
def free_group(g: Setting, s: State, unit: str, named: Names) -> str | None:
    """One unit with a white frame (4.2)."""
    return "free" if g.units[unit].free else None


def ground_now(g: Setting, s: State) -> Hashable:
    """Weather and winter (23.2, 23.4), railways that are built (17.5), the flotilla (5.5.3)."""
    built = tuple(kind for kind in g.links if finished(s, kind))
    now = records(s)
    return winter(s), built, now.weather, now.soaked, now.flotilla


@enforces("7.1")
def bonding(g: Setting, s: State, side: str, hex: str, fit: frozenset[str] | None = None) -> bool:
    """A combat unit in good order with a zone (6.1), or two that stack free (7.1)."""
    if g.contested(s, hex):
        return False
    good = [u for u in combat_units(g, s, side, hex) if s.good(u) and not s.has(u, TRAIN)]
    return any(not g.units[u].free for u in good) or len(good) >= 2


def bond_alone(g: Setting, s: State, side: str) -> frozenset[str]:
    """Combat units that count for stacking, in good order and not on a train (6.1, 7.1); bonds
    break, cross, end at the edge and shift over rivers as in the sister game (7.3, 7.4, 7.5,
    7.6)."""
    weak = {unit for unit in s.marks if not s.good(unit) or s.has(unit, TRAIN)}
    return g.counting[side] - weak


def side_kind(g: Setting, s: State, kind: str, here: str, there: str) -> str:
    """Frozen rivers and lakes, closed alpine sides in winter (23.4)."""
    if kind == "alpine" and winter(s):
        return "impassable"
    if kind in FREEZES and frozen(g, s, kind, here, there):
        return "frozen"
    wet = kind == "minor-river" and records(s).weather in WET
    return "wet-river" if wet else kind


@enforces("23.2 rain")
def terrain_of(g: Setting, s: State, hex: str) -> str:
    """Seasonal swamps become swamps with the first rain (23.2 rain)."""
    terrain = g.board.terrain(hex)
    if terrain == "seasonal-swamp":
        return "swamp" if records(s).soaked else "clear"
    return terrain


def barred_between(g: Setting, here: str, there: str) -> bool:
    """Sea, lakes and the like (2.2.3)."""
    return not CLOSED.isdisjoint(g.ground.side(here, there))


def parted(g: Setting, s: State, here: str, there: str) -> bool:
    """Open lakes, and alpine sides in winter, are impassable as well (2.2.3, 23.4)."""
    side = g.ground.side(here, there)
    closed = CLOSED | ({"alpine"} if winter(s) else {"steppe-lake"})
    return not side.isdisjoint(closed) if side else False


def carries(g: Setting, s: State, links: frozenset[str]) -> bool:
    """A railway that is not finished makes no bridge (17.5)."""
    return any(finished(s, kind) for kind in links)


@enforces("23.2.3")
def allowance(g: Setting, s: State, unit: str) -> int:
    """One less in snow (23.2.3); supply points on their move side have five (18.6.2)."""
    less = 1 if records(s).weather == "snow" else 0
    if g.units[unit].kind == STORE:
        return STORE_MOVE - less
    return max(0, g.face(s, unit).move - less)


@enforces("23.2 rain")
def road_price(g: Setting, s: State, unit: str, kind: str) -> int:
    """Half a point mechanized, a point on foot; minor roads in mud a point (5.2, 23.2 rain)."""
    if not g.units[unit].mechanized:
        return HALF
    return HALF if kind == "minor-road" and records(s).weather in WET else 1


def bridge_price(g: Setting, s: State, unit: str, kind: str) -> int:
    """A railway bridge: one point on foot, two mechanized (5.5.4)."""
    if kind not in ("major-river", "volga"):
        return 0
    return HALF * (2 if g.units[unit].mechanized else 1)


def crossing(g: Setting, s: State, unit: str, over: Crossing) -> tuple[str, str] | None:
    """Major rivers from the bank, by pontoon or over the ice; the Volga by ferry only."""
    piece, (_, _, gone, here, there, kind) = g.units[unit], over
    if kind == "volga":
        ferry = volga_open(g, s, piece.side, here, there)
        return None if ferry else ("5.5.3", "s42.river.volga")
    if kind == "alpine":
        return None if piece.kind == "mountain" else ("2.2.3", "s42.alpine")
    open_water = kind == "major-river" and gone and not frozen(g, s, kind, here, there)
    if open_water and not over_pontoon(g, s, unit, here, there):
        return ("5.5.2", "s42.river.start")
    return None


def ferried(g: Setting, mode: str, gone: int, kind: str) -> bool:
    """A major river but from its bank (5.5.5); crests let mountain troops through (2.2.3)."""
    return kind == "alpine" or (kind == "major-river" and gone > 0)


def may_rout(g: Setting, s: State, unit: str) -> bool:
    """Any combat unit in good order or disrupted, moved or not (13.1.3)."""
    return g.units[unit].combat and not s.has(unit, ROUTED)


@enforces("12.1.4")
def excess(g: Setting, s: State, side: str, hex: str) -> int:
    """What the end of a phase takes: who slipped away in it may stand over the limit until the
    next movement phase is over (12.1.4, 27.2.3)."""
    away = [u for u in combat_units(g, s, side, hex) if s.has(u, RETREATED)]
    for unit in away:
        s = s.put(unit, destroyed(side))
    return crowd(g, s, side, hex)


class MovementChapter(Chapter[Setting]):
    """How Stalingrad '42 moves."""

    def bars_into(self, g: Setting, s: State, units: Names) -> HexSet:
        if any(g.units[unit].combat for unit in units):
            return g.board.grid.none
        return enemies(g, s, g.units[units[0]].side)

    def bars_out_of(self, g: Setting, s: State, units: Names) -> HexSet:
        if g.units[units[0]].side != GERMAN:
            return g.board.grid.none
        return lay(g, s, "volga", lambda a, b: foreign_bridge(g, units[0], a, b)).starts

    def step_bars(self, g: Setting, s: State, units: Names, here: str, there: str) -> Reasons:
        """Germans cross the Volga by ferries alone, the Soviets by its bridge too (5.5.3)."""
        if foreign_bridge(g, units[0], here, there):
            key, names = "s42.river.volga", tuple(g.unit_name(u) for u in units)
            yield Reason.of("5.5.3", key, units=tuple(units), unit=names, hex=there)
        if unarmed(g, s, units, there):
            yield no_way_in(g, units, there)

    def stuck(self, g: Setting, s: State, unit: str) -> Reasons:
        """Trains, reserves, garrisons and armies that nobody woke (5.6.3, 25.2.1, 20.4, 20.6)."""
        no = partial(g.against, unit)
        if s.has(unit, TRAIN):
            yield no("5.6.3", "s42.move.train")
        if s.has(unit, RESERVE):
            yield no("25.2.1", "s42.move.reserve")
        yield from orders.asleep(g, s, unit, "20.4", "s42.move.garrison")
        if unit in records(s).asleep:
            yield no("20.6", "s42.move.asleep")

    def mode_reasons(self, g: Setting, s: State, units: Names, mode: str) -> Reasons:
        """What limits a unit to tactical movement, or bars extended movement; of its three states
        (13.1.1) disruption leaves it its zone and its tank shifts (13.2.2)."""
        yield from orders.tactical_only(g, s, units, mode, SLOWED)
        for unit in units:
            piece = g.units[unit]

            def no(rule: str, key: str, unit: str = unit) -> Reason:
                return g.against(unit, rule, key)

            if mode != TACTICAL:
                if s.has(unit, OUT) and piece.mechanized:
                    yield no("16.4", "zb.move.only-tactical-out")
                yield from first_turn_bars(g, s, unit)
            if piece.kind == STORE:
                side = store_mode(s, unit)
                if side == DUMP:
                    yield no("18.6.8", "s42.store.dump")
                elif side == READY and mode != TACTICAL:
                    yield no("18.6.3", "s42.store.tactical")
            if mode == EXTENDED and (piece.kind in GUNS or piece.kind == STORE):
                yield no("18.2.2" if piece.kind in GUNS else "18.6.3", "s42.move.no-extended")
            elif mode == EXTENDED and g.face(s, unit).black_box:
                yield no("5.3", "s42.move.black-box")

    def moved(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        """Artillery support units that go more than two hexes are disrupted (18.2.2)."""
        for unit in passage.units:
            if g.units[unit].kind in GUNS and len(passage.path) > 3:
                s = disrupt(g, s, unit, course)
        return s

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        """Into an edge hex, in good order, not into or over an enemy bond (22.3.1, 22.3.2)."""
        yield from orders.entry_reasons(g, s, unit, hex, areas_barred(g, s, unit))

    def enters_at(self, g: Setting, s: State, unit: str) -> HexSet | None:
        if any(areas_barred(g, s, unit)) or not s.good(unit):
            return None
        side = g.units[unit].side
        return held(g, s, g.other[side]) | g.entry_bonded(s, side)

    @enforces("13.3.1")
    def free_exit(self, g: Setting, s: State, units: Names) -> bool:
        """Units that rout of their own will leave a ZOC free of charge (13.3.1)."""
        return all(u in s.records.willing for u in units)
