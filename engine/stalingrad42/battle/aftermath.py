"""Chapters 10 to 15: losses, determined defence, retreat, advance, breakthrough combat.

The table of results says what each demands: 10.1 DS, 10.1 DR4, 10.1 D1, 10.1 A1/D1, 10.1 DR2,
10.1 A1/DR2, 10.1 DRX, 10.1 EX and 10.1 A1. None of them sends attackers back (12.1.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Course
from engine.hexset import HexSet
from engine.rulebook import enforces
from engine.stalingrad42.battle.air import air_aids, leave_group, use_air
from engine.stalingrad42.battle.modifiers import fortified, hex_bars, sheltered
from engine.stalingrad42.board.supply_points import unarmed, use_up
from engine.stalingrad42.board.victory import of_germany
from engine.stalingrad42.moving.movement import (
    WET,
    crowd,
    foreign_bridge,
    frozen,
    no_way_in,
    over_pontoon,
    volga_open,
)
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import CITIES, GERMAN, GUNS, SOVIET, STORE, Setting
from engine.stalingrad42.supply.artillery import gun_trouble, guns_of
from engine.stalingrad42.supply.lines import supply_ports
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance, AfterBreakthrough
from engine.zocbond.battle.battle import Battle, defenders, everyone
from engine.zocbond.battle.determined_defence import Stand
from engine.zocbond.battle.losses import ATTACKER
from engine.zocbond.battle.results import Result
from engine.zocbond.battle.retreat import Retreat, Road, Way, deaths, friends, ways
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import barred_hex, bridged, road, water
from engine.zocbond.board.stacking import counted
from engine.zocbond.board.state import FIRED, OUT, ROUTED, State
from engine.zocbond.board.zones import combat_units, enemy, zoc
from engine.zocbond.moving import edges
from engine.zocbond.supply.lines import supplied_at


def city_level(s: State, hex: str) -> int:
    """The City Battle marker of a hex (11.6.2)."""
    return int(records(s).city_battles.get(hex, 0))


def steps_back(g: Setting, s: State, battle: Battle, *units: str) -> bool:
    """Before turn 8 Soviet units stand only where something doubled or shifted for them."""
    if enemy(g, battle.side) != SOVIET or s.turn >= 8:
        return False
    helped = records(s).helped
    return not any(unit in helped for unit in units)


def group_steps(g: Setting, s: State, unit: str, hex: str) -> int:
    """The steps of those who go with a unit or have stopped where it would: a group loses
    once what its shorter way costs (12.1.3)."""
    group = set(combat_units(g, s, g.units[unit].side, s.place(unit)))
    if isinstance(s.top, Retreat):
        group = {u for u in group if u in s.top.units}
        group |= {u for u, goal, _ in s.top.stopped if goal == hex and g.units[u].combat}
    return sum(g.left(s, u) for u in group)


@enforces("10.2.3", "20.5.2")
def loss_pool(g: Setting, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
    """Who lent strength to the battle (10.1, 10.2.1), whoever picks (10.2.3); bracketed ones
    last, Germans before allies (20.5.2)."""
    units = list(battle.units)
    if role != ATTACKER:
        # only where nobody defends do those suffer who add no strength
        units = list(defenders(g, s, battle) or everyone(g, s, battle))
    plain = [u for u in units if not g.face(s, u).bracketed] or units
    fresh = [u for u in plain if of_germany(g.units[u]) and not s.lost.get(u, 0)]
    if fresh:
        plain = [
            u
            for u in plain
            if of_germany(g.units[u]) or not (s.lost.get(u, 0) and g.left(s, u) == 1)
        ]
    return tuple(plain)


@enforces("20.3")
def may_lead(g: Setting, s: State, battle: Battle, unit: str) -> bool:
    """Any combat unit in good order but artillery support and trains (11.2.3); before turn 8
    the NKVD, and whom the ground helps (11.1.2, 20.3)."""
    if not fighting.may_lead(g, s, battle, unit) or g.units[unit].kind in GUNS:
        return False
    if g.units[unit].kind == "nkvd" or not steps_back(g, s, battle, unit):
        return True
    return isinstance(s.top, Stand) and s.top.desperate(g, s)


def stand_column(g: Setting, s: State, hex: str, lead: str) -> str:
    """City, Clear/Desert without village or fortification, Other (11.2.1)."""
    column = str(g.ground.terrain.value(g.terrain_of(s, hex), "stand"))
    strong = sheltered(g, hex) or fortified(g, s, hex, g.units[lead].side)
    return "other" if column == "clear" and strong else column


def stand_morale(g: Setting, s: State, battle: Battle, lead: str) -> int:
    """Elite +1, low -1; Germans in cities and fortifications count as elite (11.2.4)."""
    piece = g.units[lead]
    strong = g.board.terrain(battle.hex) in CITIES or fortified(g, s, battle.hex, piece.side)
    if of_germany(piece) and strong:
        return 1
    return {"elite": 1, "low": -1}.get(g.face(s, lead).morale, 0)


@enforces("11.4.3", "11.6", "11.6.1")
def partial(g: Setting, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
    """A partial success: city battle, or fighting withdrawal (11.6, 11.6.1, 11.6.2); a failure
    is one (11.4.3)."""
    if outcome != "P":
        return outcome
    terrain = g.board.terrain(battle.hex)
    most = {"large-city": 2, "small-city": 1}.get(terrain, 0)
    if city_level(s, battle.hex) < most:
        return "C"
    if desperate and last == "P":
        return "S-after-P"
    return "W"


@enforces("11.4.2")
def held_on(
    g: Setting, s: State, battle: Battle, outcome: str, units: Sequence[str], course: Course
) -> State:
    """A limited advance when the last step fell (11.4.2); city markers (11.6.2)."""
    if outcome == "C":
        level, first = city_level(s, battle.hex) + 1, records(s).besiegers
        course.tell("11.6.2", "s42.city-battle", hexes=(battle.hex,), level=level)
        levels = {**records(s).city_battles, battle.hex: level}
        first = first if level > 1 else {**first, battle.hex: battle.units}
        s = s.keep(replace(records(s), city_battles=levels, besiegers=first))
    if isinstance(s.top, AfterBreakthrough):
        return s.instead(replace(s.top, again=False))
    if not isinstance(s.top, Advance):
        return s
    if units:
        return s.pop()
    return s.instead(replace(s.top, length=1, exploits=False, limited=True))


def rooted(g: Setting, s: State, unit: str) -> bool:
    """The list of what destroys a retreating unit names no allowance (12.2)."""
    return False


def retreat_rank(
    g: Setting, s: State, unit: str, path: Sequence[str], length: int, watched: HexSet
) -> tuple[int, ...]:
    """Priorities 2 and 3 of 12.1.3: the full distance, then supply.

    Each unit of a stack finds its own way (12.1.2), into a crowded hex too (12.1.4).
    """
    if path[-1] not in g.board:
        return (0, 0)
    away = g.board.distance(path[0], path[-1])
    cut = not supplied_at(g, s, unit, path[-1])
    return (away < length, cut)


def price_group(g: Setting, hex: str) -> str:
    """A group is who stops in the same hex (12.1.3)."""
    return hex


@enforces("23.2 rain", "23.2.3")
def weathered(g: Setting, s: State, length: int) -> int:
    """A result of more than one hex is halved in rain and mud (23.2 rain), a hex less in snow
    (23.2.3), in breakthrough combat too."""
    weather = records(s).weather
    if length > 1 and weather in WET:
        return (length + 1) // 2
    return length - 1 if length > 1 and weather == "snow" else length


@enforces("10.1 Adv", "20.1.3")
def advance_most(g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str] = ()) -> int:
    """The result (10.1 Adv), the unit's speed by its class (2.3.6), the weather and supply
    (14.2.1, 14.2.2, 16.4, 23.2 rain); a limited one and one of a hex are what they are
    (14.2.3, 14.2.4)."""
    piece, length = g.units[unit], phase.length
    if piece.mechanized and not (piece.kind == "soviet-hq" and g.face(s, unit).move == 3):
        speed = g.charts["speed"].value("mechanized", "hexes")
    elif piece.kind == "cavalry":
        speed = g.charts["speed"].value("cavalry", "hexes")
    else:
        speed = g.charts["speed"].value("other", "hexes")
    if not phase.limited:
        length = g.weathered(s, length)
    if s.has(unit, OUT):
        length = min(length, 2)
    return min(length, int(speed))


def desperate(g: Setting, s: State, battle: Battle, result: Result, units: Sequence[str]) -> bool:
    """Retreat is the end of them, or gives up the port that supplies them (11.5.1)."""
    if fighting.desperate(g, s, battle, result, units):
        return True
    foe, here = g.other[battle.side], battle.hex
    plain = edges.sources(g, s, foe)
    if here not in supply_ports(g, s, foe, plain) or not units:
        return False
    lost = replace(s, control={**s.control, here: battle.side})
    return not any(
        supplied_at(g, lost, unit, way.path[-1])
        for unit in units
        for way in ways(g, s, unit, result.retreat, result.most)
    )


def disorder(g: Setting, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
    """Aircraft leave a group that retreats (9.3.7 air defence)."""
    s = leave_group(s, unit)
    return fighting.disorder(g, s, unit, gone, routs, course)


class AftermathChapter(Chapter[Setting]):
    """What a Stalingrad '42 battle leads to."""

    @enforces("20.3")
    def stand_bars(
        self, g: Setting, s: State, battle: Battle, result: Result, desperate: bool
    ) -> Iterator[Reason]:
        """Not one step back, but for the NKVD (11.1.2, 20.3); the table's colours (11.2.2)."""
        victory = battle.hex in g.worth or battle.hex in g.board.tagged("victory")
        if result.colour == "?" and not victory and not desperate:
            yield Reason.of("11.2.2", "s42.stand.colour", hexes=(battle.hex,))
        here = combat_units(g, s, SOVIET, battle.hex)
        nkvd = any(g.units[u].kind == "nkvd" for u in here)
        if steps_back(g, s, battle, *here) and not (desperate or nkvd):
            yield Reason.of("11.1.2", "s42.stand.step-back", hexes=(battle.hex,))

    @enforces("18.3.2")
    def stand_aids(self, g: Setting, s: State, battle: Battle, lead: str) -> list[str]:
        """One ready artillery support unit in range, or an aircraft (11.3, 18.3.2)."""
        aids = [
            gun
            for gun in guns_of(g, s, g.units[lead].side)
            if not any(gun_trouble(g, s, gun, (lead,)))
        ]
        if g.units[lead].side == GERMAN:
            aids += air_aids(g, s, battle.hex, (lead,))
        return aids

    def spend_aid(self, g: Setting, s: State, battle: Battle, aid: str, course: Course) -> State:
        """It goes to its used side (11.3)."""
        course.tell("11.3", "zb.guns.spent", unit=g.unit_name(aid))
        if aid not in g.units:
            return use_air(g, s, aid)
        if g.units[aid].kind == STORE:
            return use_up(s, aid)
        return s.mark((aid,), FIRED)

    @enforces("5.7.3")
    def retreat_barriers(
        self, g: Setting, s: State, unit: str, here: str, there: str
    ) -> Iterator[str]:
        """Impassable ground, alpine sides off the road but for mountain units (9.6.2), the sea
        (5.7.3), the Volga, an open major river (12.2); own areas are no barrier (22.5)."""
        piece, kind = g.units[unit], water(g, here, there)
        crest = kind == "alpine" and piece.kind != "mountain"
        closed = (crest or barred_hex(g, s, piece, there)) and not road(g, s, here, there)
        if unarmed(g, s, (unit,), there):
            yield "zb.retreat.enemy"
        if g.terrain_of(s, there) == "sea":
            yield "s42.retreat.sea"
        elif closed or g.parted(s, here, there):
            yield "zb.retreat.impassable"
        if kind == "volga":
            yield "s42.retreat.volga"
        if (
            kind == "major-river"
            and not bridged(g, s, here, there)
            and not frozen(g, s, kind, here, there)
            and not over_pontoon(g, s, unit, here, there)
        ):
            yield "zb.retreat.water"

    def short_ways(
        self, g: Setting, s: State, unit: str, length: int, found: Sequence[Way]
    ) -> list[Way]:
        """To live: one hex farther out of a ZOC (12.2), or shorter for steps (12.1.3)."""
        if any(not way.deaths for way in found):
            return []
        lane = Road(g, s, unit, s.place(unit))
        ways = []
        for path in lane.alive(length + 1):
            size = len(path) - 1
            if size == length + 1 and path[-2] in lane.watched:
                rank = g.retreat_rank(s, unit, path, length, lane.watched)
                ways.append(Way(path, (), (False, *rank)))
            elif size < length and path[-1] in g.board and friends(g, s, unit, path[-1]):
                missing = length - size
                if group_steps(g, s, unit, path[-1]) > missing:
                    kills = tuple(deaths(g, s, unit, path, lane))
                    ways.append(Way(path, kills, (bool(kills), 0, 0), missing, shared=True))
        return ways

    @enforces("15.2.6")
    def advance_zoc(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """Stop in an enemy ZOC, except in a hex just cleared (14.4.2, 15.2.6); whoever only fought
        has not advanced yet. Routed units keep out of it without a friend (13.3.2)."""
        here, there = path[number - 1], path[number]
        side = g.units[unit].side
        watched = zoc(g, s, enemy(g, side))
        alone = all(s.has(u, ROUTED) for u in combat_units(g, s, side, there))
        if s.has(unit, ROUTED) and there in watched and alone:
            yield Reason.of(
                "13.3.2", "zb.move.routed-zoc", hexes=(there,), units=(unit,), hex=there
            )
        if number == 1 and unit not in phase.advanced:
            return
        follows = there == phase.follow and unit in phase.group
        if here in watched and here not in phase.cleared() and not follows:
            yield Reason.of("14.4.2", "s42.advance.zoc", hexes=(here,), units=(unit,), hex=here)

    def advance_ground(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """Major rivers only in the first hex, attacked over; swamps and mountains stop (14.5)."""
        here, there = path[number - 1], path[number]
        piece = g.units[unit]

        def no(key: str) -> Reason:
            return Reason.of(
                "14.5", key, hexes=(here, there), units=(unit,), unit=piece.name, hex=there
            )

        by_road = road(g, s, here, there)
        if unarmed(g, s, (unit,), there):
            yield no_way_in(g, (unit,), there)
        if barred_hex(g, s, piece, there) and not by_road:
            yield no("s42.advance.closed")
        if g.parted(s, here, there):
            yield no("s42.advance.closed")
        if (
            number > 1
            and g.terrain_of(s, here) in ("swamp", "mountain")
            and not road(g, s, path[number - 2], here)
        ):
            yield no("s42.advance.stops")
        kind = water(g, here, there)
        if kind == "alpine" and piece.kind != "mountain" and not by_road:
            yield no("s42.advance.closed")
        if foreign_bridge(g, unit, here, there):
            yield no("s42.advance.closed")
        if kind not in ("major-river", "volga") or bridged(g, s, here, there):
            return
        if kind == "volga" and volga_open(g, s, piece.side, here, there):
            return
        if kind == "major-river" and (
            frozen(g, s, kind, here, there) or over_pontoon(g, s, unit, here, there)
        ):
            return
        first = number == 1 and not phase.used(unit) and there == phase.battle.hex
        if not first or unit not in phase.battle.units:
            yield no("s42.advance.river")

    def advance_crowd(
        self, g: Setting, s: State, units: Sequence[str], hex: str
    ) -> Iterator[Reason]:
        """The stacking limit holds where an advance ends (14.1)."""
        if hex not in g.board:
            return
        side, there = g.units[units[0]].side, s
        for unit in units:
            there = there.put(unit, hex)
        if crowd(g, there, side, hex) > crowd(g, s, side, hex):
            yield Reason.of("14.1", "s42.advance.crowd", hexes=(hex,), units=units, hex=hex)

    @enforces("15.2.10")
    def advance_end(
        self,
        g: Setting,
        s: State,
        phase: Advance,
        unit: str,
        path: Sequence[str],
        group: Sequence[str],
    ) -> Iterator[Reason]:
        """The group first, then the others (15.2.1), but for those it left on its way (15.2.10)."""
        if unit in phase.group and phase.others_first(s, phase.group):
            yield Reason.of("15.2.1", "s42.breakthrough.order", units=(unit,))

    def stops_advance(
        self, g: Setting, s: State, phase: Advance, unit: str, path: Sequence[str]
    ) -> bool:
        """A swamp or mountain off the road ends it (14.5)."""
        if path[-1] not in g.board:
            return True
        heavy = g.terrain_of(s, path[-1]) in ("swamp", "mountain")
        return heavy and not road(g, s, path[-2], path[-1])

    @enforces("15.2.5")
    def breakthrough_reasons(
        self, g: Setting, s: State, phase: Advance, battle: Battle
    ) -> Iterator[Reason]:
        """Only hexes beside it that the group may advance into (15.2.5); no artillery; Germans
        carry aircraft (15.2.9).

        The group may form in the vacated hex (15.2.3); it is over when a fight fails (15.2.7) and
        goes on when it succeeds (15.2.8), also against those who had retreated (15.3).
        """
        for unit in battle.units:
            seat = s.place(unit)
            yield from g.all_of(Chapter.advance_ground, s, phase, unit, (seat, battle.hex), 1)
        if battle.air and phase.battle.air != "aircraft":
            yield Reason.of("15.2.9", "s42.breakthrough.air")
        flown = records(s).air_group
        if battle.air and flown and not set(flown) & set(battle.units):
            yield Reason.of("9.3.7", "s42.breakthrough.air")
        seat = s.place(battle.units[0])
        if len(counted(g, s, battle.units)) > g.limit(s, battle.side, seat):
            yield Reason.of("15.2.3", "s42.breakthrough.stack", units=battle.units)
        yield from hex_bars(g, s, battle.units[0])
        riders = tuple(u for u in battle.units if u not in phase.battle.units)
        if riders:
            yield Reason.of("15.2.2", "s42.breakthrough.rider", units=riders)
        if phase.others_first(s, battle.units):
            yield Reason.of("15.2.1", "s42.breakthrough.order", units=battle.units)
