"""Chapters 12 to 15: retreat, disorder, advance, breakthrough combat.

The table of results says what each demands: 10.1 DS, 10.1 DR4, 10.1 D1, 10.1 A1/D1, 10.1 DR2,
10.1 A1/DR2, 10.1 DRX, 10.1 EX and 10.1 A1. None of them sends attackers back (12.1.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from engine.agenda import Phase, Reasons
from engine.hexset import HexSet
from engine.stalingrad42.battle.air import leave_group
from engine.stalingrad42.battle.modifiers import hex_bars
from engine.stalingrad42.board.supply_points import MOVING, unarmed
from engine.stalingrad42.board.supply_points import mode as store_mode
from engine.stalingrad42.moving.movement import (
    WET,
    crowd,
    foreign_bridge,
    frozen,
    no_way_in,
    over_pontoon,
    volga_open,
)
from engine.stalingrad42.setting import Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.retreat import Retreat, Road, Way, deaths, friends
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice
from engine.zocbond.board.ground import barred_hex, bridged, road, water
from engine.zocbond.board.state import AUTO_DS, OUT, REPLACED, ROUTED, TRAIN, State
from engine.zocbond.board.zones import combat_units, counted, enemy, zoc
from engine.zocbond.supply.lines import supplied_at
from engine.zocbond.turn import Recovery

Seats = Mapping[str, str]
"""Units, and where they stood."""


def group_steps(g: Setting, s: State, unit: str, hex: str) -> int:
    """The steps of those who go with a unit or have stopped where it would: a group loses
    once what its shorter way costs (12.1.3)."""
    group = set(combat_units(g, s, g.units[unit].side, s.place(unit)))
    if isinstance(s.top, Retreat):
        group = {u for u in group if u in s.top.units}
        group |= {u for u, goal, _ in s.top.stopped if goal == hex and g.units[u].combat}
    return sum(g.left(s, u) for u in group)


def rooted(g: Setting, s: State, unit: str) -> bool:
    """The list of what destroys a retreating unit names no allowance (12.2)."""
    return False


def retreat_rank(
    g: Setting, s: State, unit: str, path: Names, length: int, watched: HexSet
) -> tuple[int, ...]:
    """Priorities 2 and 3 of 12.1.3: the full distance, then supply. Each unit of a stack finds its
    own way (12.1.2), into a crowded hex too (12.1.4)."""
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
def advance_most(g: Setting, s: State, phase: Advance, unit: str, path: Names = ()) -> int:
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


def disorder(g: Setting, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
    """Aircraft leave a group that retreats (9.3.7 air defence)."""
    s = leave_group(s, unit)
    return fighting.disorder(g, s, unit, gone, routs, course)


class Rally(Choice[Setting]):
    """Before units recover their owner names routed ones that do not (13.4)."""

    side: str

    kind, rule, optional = "stay-routed", "13.4", True

    def ways(self, g: Setting, s: State) -> list[Action]:
        staying = records(s).staying_routed
        return [
            Action("stay-routed", unit=unit)
            for unit in s.position.units()
            if g.units[unit].side == self.side and s.has(unit, ROUTED) and unit not in staying
        ]

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(self.side, "s42.rally", "13.4") if self.ways(g, s) else None

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        name = g.unit_name(text(action, "unit"))
        return Reason.of("13.4", "s42.rally.not-routed", unit=name)

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        unit = way["unit"]
        g.tell(course, unit, "13.4", "s42.rally.stays")
        return s.keep(replace(records(s), staying_routed=(*records(s).staying_routed, unit)))


def _riders(s: State, battle: Battle) -> Mapping[str, Seats]:
    """Those who may advance with the attackers, by hex: one that an automatic DS cleared may be
    fought for once more before they follow it up."""
    return records(s).auto_riders if battle.auto else records(s).riders


def _keep_riders(s: State, battle: Battle, seats: Seats) -> State:
    """The state with those of a hex."""
    now = {**_riders(s, battle), battle.hex: seats}
    if battle.auto:
        return s.keep(replace(records(s), auto_riders=now))
    return s.keep(replace(records(s), riders=now))


def stacked_with(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """Who stands with the attackers without attacking, in good order or not (14.1, 13.2.1), but
    for guns that lend a shift and units with a replacement (21.4); an activated reserve has had
    its advance, and rides no other (25.2.3)."""
    passed = (*battle.units, *battle.guns, *records(s).activated)
    return tuple(
        u
        for seat in dict.fromkeys(s.place(u) for u in battle.units)
        for u in s.position.at(seat)
        if seat in g.board
        and u not in passed
        and not s.has(u, REPLACED, TRAIN, AUTO_DS)
        and (not g.any_of(Chapter.stays_behind, s, u) or store_mode(s, u) == MOVING)
    )


@enforces("15.4", "20.1.3")
def advancers(g: Setting, s: State, battle: Battle) -> tuple[str, ...]:
    """Those who attacked, in any direction (14.3), whether the enemy left or died (12.3), and
    non-combat units stacked with them (14.1, 20.1.3), also after an automatic DS (8.6.2,
    15.4)."""
    return (*battle.units, *_riders(s, battle).get(battle.hex, ()))


def may_exploit(g: Setting, s: State, phase: Advance, unit: str) -> bool:
    """Only those who fought the first battle (15.2.2)."""
    return unit in phase.battle.units


class AftermathChapter(Chapter[Setting]):
    """What a Stalingrad '42 battle leads to."""

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
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Reasons:
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
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, number: int
    ) -> Reasons:
        """Major rivers only in the first hex, attacked over; swamps and mountains stop (14.5)."""
        here, there = path[number - 1], path[number]
        piece = g.units[unit]
        no = partial(g.against, unit, "14.5", hexes=(here, there), hex=there)
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

    def advance_crowd(self, g: Setting, s: State, units: Names, hex: str) -> Reasons:
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
        self, g: Setting, s: State, phase: Advance, unit: str, path: Names, group: Names
    ) -> Reasons:
        """The group first, then the others (15.2.1), but for those it left on its way (15.2.10)."""
        if unit in phase.group and phase.others_first(s, phase.group):
            yield Reason.of("15.2.1", "s42.breakthrough.order", units=(unit,))

    def stops_advance(self, g: Setting, s: State, phase: Advance, unit: str, path: Names) -> bool:
        """A swamp or mountain off the road ends it (14.5)."""
        if path[-1] not in g.board:
            return True
        heavy = g.terrain_of(s, path[-1]) in ("swamp", "mountain")
        return heavy and not road(g, s, path[-2], path[-1])

    @enforces("15.2.5")
    def breakthrough_reasons(self, g: Setting, s: State, phase: Advance, battle: Battle) -> Reasons:
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

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Who may advance beside the attackers is settled before anybody moves (14.1)."""
        if battle.breakthrough:
            return s
        seats = {u: s.place(u) for u in stacked_with(g, s, battle)}
        return _keep_riders(s, battle, seats)

    @enforces("8.6.2")
    def before_follow(self, g: Setting, s: State, battle: Battle) -> State:
        """After an automatic DS those who moved on stand with the attackers no more, and who
        shattered others has an advance of his own (14.1, 8.6.2)."""
        seats = _riders(s, battle).get(battle.hex, {})
        still = {u: at for u, at in seats.items() if s.place(u) == at and not s.has(u, AUTO_DS)}
        return _keep_riders(s, battle, still)

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        return s.keep(replace(records(s), riders={}, auto_riders={}))

    def before_recovery(self, g: Setting, s: State, phase: Recovery) -> Phase:
        return Rally(phase.side)

    def stays_routed(self, g: Setting, s: State, unit: str) -> bool:
        return unit in records(s).staying_routed

    def end_recovery(self, g: Setting, s: State, side: str, course: Course) -> State:
        return s.keep(replace(records(s), staying_routed=()))
