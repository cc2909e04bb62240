"""What a path costs in each mode of movement and what forbids it; what the ground asks for a step,
found out once for as long as it lies so."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Collection, Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from engine.agenda import once_a_state
from engine.hexset import HexSet
from engine.values import Names, remember
from engine.verdict import Line, Reason, Tally, whole
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import (
    BARS,
    DRY,
    HALF,
    around,
    bridged,
    hex_price,
    lay,
    lies,
    road,
    side_price,
    touching,
    water,
)
from engine.zocbond.board.state import REPLACED, ROUTED, Crossing, State, lasting
from engine.zocbond.board.zones import combat_units, enemy, held, net, zoc

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


class Stride(NamedTuple):
    """A step, its price in half points, and what is against it, whoever stands where."""

    there: str
    place: int
    """The place of its bit in a set; -1 for an entry area."""
    parted: bool
    """Whether nobody crosses the side."""
    barred: str
    """The hex whose terrain closes the way off the road: this one or the next."""
    road: int
    """What it costs by road; 0 off it."""
    terrain: int
    woods: bool
    bridge: int
    water: str
    """What is crossed without a bridge, which may be forbidden."""
    river: int

    @property
    def price(self) -> int:
        """All that the ground asks, but for woods."""
        return self.road + self.terrain + self.bridge + self.river

    @property
    def open(self) -> bool:
        """Whether the ground lets the group through."""
        return not self.parted and not self.barred


class Strides:
    """The steps of groups that are alike to the ground."""

    def __init__(self, place: Mapping[str, int]) -> None:
        self._known: dict[tuple[str, str], Stride] = {}
        self._out: dict[str, list[tuple[str, int, int, bool, str]]] = {}
        self._hexes: dict[Hashable, tuple[int, bool, bool]] = {}
        self._left: dict[Hashable, bool] = {}
        self._place = place
        self.crossed: dict[Hashable, bool] = {}
        """Whether water without a bridge is closed, where nothing but the way of going says so."""

    def but_at(self, ends: Collection[str]) -> Strides:
        """The same, but for the sides between some hexes, and the edge of the map, where a road
        counts if it leads on."""
        apart = self._place.keys() - ends
        one = Strides(self._place)
        one._known = {step: stride for step, stride in self._known.items() if apart >= {*step}}
        one._out = {here: steps for here, steps in self._out.items() if here in apart}
        one._hexes, one._left, one.crossed = self._hexes, self._left, self.crossed
        return one

    def step(self, g: Family, s: State, units: Names, here: str, there: str) -> Stride:
        """A step of a group, open or not."""
        if (here, there) not in self._known:
            self._known[here, there] = self._step(g, s, units, here, there)
        return self._known[here, there]

    def out(
        self, g: Family, s: State, units: Names, here: str
    ) -> list[tuple[str, int, int, bool, str]]:
        """The open steps out of a hex: where to, the place of that, price, woods, water."""
        if here not in self._out:
            steps = (self._step(g, s, units, here, there) for there in around(g, here))
            self._out[here] = [
                (step.there, step.place, step.price, step.woods, step.water)
                for step in steps
                if step.open
            ]
        return self._out[here]

    def _step(self, g: Family, s: State, units: Names, here: str, there: str) -> Stride:
        paved, off_map = road(g, s, here, there), there in g.board.areas
        parted, place = g.parted(s, here, there), self._place.get(there, -1)
        if paved and not off_map and g.uses_road(s, units):
            price = max(g.road_price(s, unit, paved) for unit in units)
            return Stride(there, place, parted, "", price, 0, False, 0, "", 0)
        terrain, shut, woods = remember(self._hexes, there, self._hex, g, s, units, there)
        barred = there if shut and not paved else ""
        if not paved and not shut:
            leaves = remember(self._left, here, g.leaves_barred, s, units, here)
            barred = here if leaves else ""
        bridge, wet, river = self._water(g, s, units, here, there)
        return Stride(there, place, parted, barred, 0, terrain, woods, bridge, wet, river)

    @staticmethod
    def _hex(g: Family, s: State, units: Names, there: str) -> tuple[int, bool, bool]:
        """What a hex off the road costs, whether it is closed to the group, whether it is woods."""
        if there in g.board.areas:
            return HALF, False, False
        costs = [hex_price(g, s, g.units[unit], there) for unit in units]
        return max(*costs, 0), BARS in costs, bool(g.ground.trait(there, "woods"))

    @staticmethod
    def _water(g: Family, s: State, units: Names, here: str, there: str) -> tuple[int, str, int]:
        """A river or canal on the way: over a bridge, or across it."""
        kind = water(g, here, there)
        if kind is None:
            return 0, "", 0
        if kind not in DRY and bridged(g, s, here, there):
            return max(g.bridge_price(s, unit, kind) for unit in units), "", 0
        prices = (side_price(g, s, g.units[unit], kind, here, there) for unit in units)
        return 0, kind, max(0, *prices)


def strides(g: Family, s: State, units: Names) -> Strides:
    """The steps of a group: those of any other that is as much on wheels and as much on foot."""
    pieces = (g.units[unit] for unit in units)
    kinds = frozenset((p.technical, p.mechanized, g.on_foot(s, p.id)) for p in pieces)
    known, key = lies(g, s).strides, (kinds, g.uses_road(s, units))
    if key not in known:
        known[key] = Strides(g.board.grid.place)
    return known[key]


NORMAL, EXTENDED, TACTICAL = "normal", "extended", "tactical"
MODES = (NORMAL, EXTENDED, TACTICAL)


@dataclass(frozen=True, slots=True)
class Pace:
    """How far a group has come: half points spent, hexes gone, woods entered, where it is."""

    hex: str
    spent: int = 0
    hexes: int = 0
    woods: int = 0
    stopped: str = ""
    """The hex whose enemy zone of control stopped it."""


@dataclass(frozen=True, slots=True)
class PathStep:
    """One step of a path: where it leads, what it costs, what forbids it."""

    pace: Pace
    lines: tuple[Line, ...]
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """A whole path."""

    tally: Tally
    reasons: tuple[Reason, ...]
    pace: Pace


def points(halves: int) -> int | Fraction:
    """Half points as movement points."""
    return whole(Fraction(halves, HALF))


@once_a_state
def modes(g: Family, s: State, units: tuple[str, ...]) -> tuple[str, ...]:
    """The modes of movement that nothing forbids a group."""
    return tuple(m for m in MODES if not any(g.all_of(Chapter.mode_reasons, s, units, m)))


@once_a_state
def stuck(g: Family, s: State, unit: str) -> tuple[Reason, ...]:
    """Markers and orders that keep a unit from moving."""
    return tuple(g.all_of(Chapter.stuck, s, unit))


def allowance(g: Family, s: State, units: Names, mode: str) -> int:
    """Half points that the slowest of a group has in a mode of movement."""
    return s.once(("allowance", tuple(units), mode), _allowance, g, s, units, mode)


def _allowance(g: Family, s: State, units: Names, mode: str) -> int:
    slow = min(g.allowance(s, unit) for unit in units)
    return HALF * (slow + (g.figure("extended") if mode == EXTENDED else 0))


class Shut(Exception):
    """A step that something forbids, met by somebody who need not know what."""


def tactical_hexes(g: Family, s: State, units: Names) -> int:
    """Hexes of tactical movement: two, one with a replacement."""
    return 1 if any(s.has(unit, REPLACED) for unit in units) else 2


class Group:
    """Units that go together: what their way depends on in every mode of movement."""

    def __init__(self, g: Family, s: State, units: Names) -> None:
        self.side = g.units[units[0]].side
        foe = enemy(g, self.side)
        self.foes, self.watched, self.bonded = held(g, s, foe), zoc(g, s, foe), net(g, s, foe)
        self.shaken = any(s.has(unit, ROUTED) for unit in units)
        self.strides = strides(g, s, units)
        self.ajar = g.where(Chapter.enterable, s, units)
        """The hexes with enemies that the group may enter all the same."""
        self.overfull = g.where(Chapter.overfull, s, units)
        """The hexes that are too full of friends for the group."""
        closed = g.where(Chapter.closed_to, s, units)
        self.shut = (self.foes - self.ajar) | self.bonded.shut | closed
        """Where it comes in no way, unless a step is gone into."""
        asked = g.where(Chapter.bars_into, s, units) | (self.ajar & self.foes)
        self.asked = asked | self.watched if self.shaken else asked
        """Where steps in are gone into: enemies give way, chapters or a rout forbid something."""
        self.asked_out = g.where(Chapter.bars_out_of, s, units)
        """Where steps out are."""
        self.heard = self.asked | closed
        """Where steps in may be forbidden."""
        self.tolls = g.tolls(s, units)
        """Half points on top for hexes with a marker."""
        free = g.any_of(Chapter.free_exit, s, units)
        self.leaving = 0 if free else HALF * g.figure("leave-zoc")
        """Half points for leaving an enemy zone of control."""

    def silent(self, here: str, there: str) -> bool:
        """Whether no chapter says anything of a step onto the map or on it."""
        return there not in self.heard and here not in self.asked_out


class Going:
    """A group on its way in a mode of movement: what a step costs it and forbids it, line by line.
    In brief, for a search, the first objection ends a step and only the sum counts."""

    def __init__(self, g: Family, s: State, units: Names, mode: str, brief: bool = False) -> None:
        self.g, self._s, self.units, self.mode, self.brief = g, weakref.ref(s), units, mode, brief
        self.group = group = s.once(("group", tuple(units)), Group, g, s, units)
        self.foes, self.watched, self.bonded = group.foes, group.watched, group.bonded
        self.strides, self.tolls = group.strides, group.tolls
        tactical, nothing = mode == TACTICAL, g.board.grid.none
        self.most = g.tactical_hexes(s, units) if tactical else allowance(g, s, units, mode)
        """Hexes of tactical movement, half points of any other."""
        self.near = touched(g, s, enemy(g, group.side)) if mode == EXTENDED else nothing
        """Where extended movement comes too near to an enemy."""
        self.overfull = nothing if tactical else group.overfull
        self.slipping = g.where(Chapter.slips_through, s, units, mode)
        """Where an enemy zone of control does not stop it."""
        self.shut = group.shut | self.near | self.overfull
        """Where it comes in no way, unless a step is gone into."""

    @property
    def s(self) -> State:
        """The state in which it goes; it is remembered there, and does not keep it."""
        s = self._s()
        assert s is not None, "nobody goes on in a state that is no more"
        return s

    def no_crossing(self, here: str, gone: int, there: str, kind: str) -> bool:
        """Whether some of the group may not cross water without a bridge."""
        over = Crossing(self.units, self.mode, gone, here, there, kind)
        return any(self.g.crossing(self.s, unit, over) is not None for unit in self.units)

    def step(self, pace: Pace, there: str) -> PathStep:
        """Where a step leads, with its price and every objection."""
        self.pace, self.here, self.there = pace, pace.hex, there
        self.stride = self.strides.step(self.g, self.s, self.units, pace.hex, there)
        self.lines: list[Line] = []
        self.reasons: list[Reason] = []
        self.price, self.woods = 0, pace.woods
        storm = self._enemies()
        self._bonds()
        self._zones()
        self._room()
        self._ground()
        self._tolls(storm)
        stopped = there if there in self.watched else ""
        after = Pace(there, pace.spent + self.price, pace.hexes + 1, self.woods, stopped)
        self._limit(after)
        return PathStep(after, tuple(self.lines), tuple(self.reasons))

    def no(self, rule: str, key: str, *hexes: str, **params: object) -> None:
        """An objection: to a search the end of the step."""
        if self.brief:
            raise Shut
        names = tuple(self.g.units[unit].name for unit in self.units)
        self.reasons.append(
            Reason.of(rule, key, hexes=hexes, units=self.units, **{"unit": names, **params})
        )

    def pay(self, rule: str, key: str, halves: int, **params: object) -> None:
        """A line of the price."""
        self.price += halves
        if not self.brief:
            self.lines.append(Line.of(rule, key, points(halves), **params))

    def _enemies(self) -> bool:
        """Enemies in the hex, and those whose zone has stopped the group; whether it storms
        out of that zone."""
        g, s, units, there, stopped = self.g, self.s, self.units, self.there, self.pace.stopped
        foes = self.foes
        if there in foes and there not in self.group.ajar:
            self.no(g.rule("move"), "zb.move.enemy", there, hex=there)
        elif there in foes and self.mode == EXTENDED:
            self.no(g.rule("extended-limits"), "zb.move.extended-into", there, hex=there)
        near = bool(stopped) or self.here in self.watched
        storm = near and there in foes and g.any_of(Chapter.storms, s, units, self.here, there)
        if stopped and not storm and stopped not in self.slipping:
            self.no(g.rule("zoc-move"), "zb.move.stopped", stopped, hex=stopped)
        return storm

    def _bonds(self) -> None:
        g, here, there = self.g, self.here, self.there
        bonded = self.bonded
        if there in bonded.shut or self._bonded_in():
            self.no(g.rule("bond"), "zb.move.into-bond", there, hex=there)
        if bonded.walled(g.board, here, there):
            self.no(g.rule("bond"), "zb.move.over-bond", here, there, here=here, there=there)

    def _bonded_in(self) -> bool:
        """Whether bonds close a hex of the edge to those who come in."""
        from_area = self.here in self.g.board.areas
        return from_area and self.there in self.g.entry_bonded(self.s, self.group.side)

    def _zones(self) -> None:
        """Who may not come near an enemy: extended movement, routed units without a friend."""
        g, s, there = self.g, self.s, self.there
        if self.mode == EXTENDED and there in self.near:
            self.no(g.rule("extended-limits"), "zb.move.extended-near", there, hex=there)
        if self.group.shaken and there in self.watched:
            here = combat_units(g, s, self.group.side, there)
            if all(s.has(unit, ROUTED) for unit in here):
                self.no(g.rule("routed"), "zb.move.routed-zoc", there, hex=there)

    def _room(self) -> None:
        g, s, units, here, there = self.g, self.s, self.units, self.here, self.there
        if self.stride.parted:
            self.no(g.rule("ground"), "zb.move.impassable", here, there, here=here, there=there)
        if there in self.overfull:
            self.no(g.rule("overstack-fight"), "zb.move.crowded", there, hex=there)
        if self.brief and there in g.board and self.group.silent(here, there):
            return
        for bar in g.all_of(Chapter.step_bars, s, units, here, there):
            if self.brief:
                raise Shut
            self.reasons.append(bar)

    def _ground(self) -> None:
        """By road, or the terrain of the hex, its woods and the water before it."""
        g, there, stride = self.g, self.there, self.stride
        if stride.road:
            self.pay(g.rule("road"), "zb.cost.road", stride.road, hex=there)
            return
        if barred := stride.barred:
            terrain = g.board.terrain(barred)
            self.no(g.rule("terrain"), "zb.move.barred-hex", barred, hex=barred, terrain=terrain)
        rule = g.rule("off-map") if there in g.board.areas else g.rule("chart")
        self.pay(rule, "zb.cost.terrain", stride.terrain, hex=there)
        if stride.woods:
            self.woods += 1
            if extra := g.woods_extra(self.woods):
                self.pay(g.rule("woods"), "zb.cost.woods", extra, hex=there)
        if stride.bridge:
            self.pay(g.rule("bridge"), "zb.cost.bridge", stride.bridge, hex=there)
        if stride.water:
            self._water(stride)

    def _water(self, stride: Stride) -> None:
        """A river or canal that is crossed without a bridge."""
        g, here, there, kind = self.g, self.here, self.there, stride.water
        water = Crossing(self.units, self.mode, self.pace.hexes, here, there, kind)
        for unit in self.units:
            why = g.crossing(self.s, unit, water)
            if why is not None:
                rule, key = why
                name = g.units[unit].name
                self.no(rule, key, here, there, unit=name, here=here, there=there)
        if stride.river:
            self.pay(g.rule("river"), "zb.cost.river", stride.river, hex=there, water=kind)

    def _tolls(self, storm: bool) -> None:
        """What a game asks for besides, and for leaving an enemy zone of control."""
        g, here, there = self.g, self.here, self.there
        if toll := self.tolls.get(there, 0):
            self.pay(g.rule("toll"), "zb.cost.toll", toll, hex=there)
        if here in self.watched and not storm and (cost := self.group.leaving):
            self.pay(g.rule("zoc-move"), "zb.cost.leave-zoc", cost, hex=here)

    def _limit(self, after: Pace) -> None:
        """As far as the mode of movement allows."""
        g, there, most = self.g, self.there, self.most
        if self.mode == TACTICAL:
            if after.hexes > most:
                self.no(g.rule("tactical"), "zb.move.two-hexes", there, hex=there, most=most)
            return
        if after.spent > most >= self.pace.spent:
            rule = g.rule("extended") if self.mode == EXTENDED else g.rule("move")
            rule = g.rule("off-map") if there in g.board.areas else rule
            need = points(after.spent)
            self.no(rule, "zb.move.points", there, hex=there, need=need, have=points(most))


def going(g: Family, s: State, units: Names, mode: str, brief: bool = False) -> Going:
    """A group on its way, looked at once in a state."""
    key = ("going", tuple(units), mode, brief)
    return s.once(key, Going, g, s, units, mode, brief)


def walk(g: Family, s: State, units: Names, path: Names, mode: str, ends: bool = True) -> Walk:
    """A path step by step; `ends` says whether the whole group stops at its end."""
    pace, parts, reasons = Pace(path[0]), [], list[Reason]()
    group = going(g, s, units, mode)
    lines = []
    names = tuple(g.units[unit].name for unit in units)
    for here, there in itertools.pairwise(path):
        if there not in g.board or not touching(g, here, there):
            key = "zb.move.off-map" if there not in g.board else "zb.move.not-adjacent"
            reasons.append(Reason.of(g.rule("move"), key, units=units, unit=names, hex=there))
            break
        done = group.step(pace, there)
        pace = done.pace
        reasons += done.reasons
        part = Tally.adding("zb.cost.step", done.lines)
        parts.append(part)
        lines.append(Line.of(g.rule("move"), "zb.cost.into", part.total, hex=there))
    else:
        reasons += g.all_of(Chapter.stop_reasons, s, units, path[-1], mode) if ends else ()
    have = points(allowance(g, s, units, mode))
    tally = Tally("zb.cost.total", tuple(lines), points(pace.spent), f"{have}", tuple(parts))
    return Walk(tally, tuple(dict.fromkeys(reasons)), pace)


@lasting
def touched(g: Family, s: State, side: str) -> HexSet:
    """The hexes beside a side's units, where nothing parts them."""
    whole = lay(g, s, "whole", lambda here, there: not g.parted(s, here, there))
    return held(g, s, side).spread(whole)
