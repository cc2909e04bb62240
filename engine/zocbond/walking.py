"""What a path costs in each mode of movement, what forbids it, and how far a group can go."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from engine.verdict import Line, Reason, Tally, whole
from engine.zocbond.chapter import Chapter
from engine.zocbond.ground import (
    BARS,
    DRY,
    HALF,
    around,
    bridged,
    hex_price,
    road,
    side_price,
    touching,
    water,
)
from engine.zocbond.state import ROUTED, State
from engine.zocbond.zones import combat_units, enemy, held, net, zoc

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

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
class Step:
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


def allowance(g: Family, s: State, units: Sequence[str], mode: str) -> int:
    """Half points that the slowest of a group has in a mode of movement."""
    key = ("allowance", tuple(units), mode)
    if key not in s.cache:
        slow = min(g.allowance(s, unit) for unit in units)
        s.cache[key] = HALF * (slow + (g.figure("extended") if mode == EXTENDED else 0))
    return int(s.cache[key])


class Shut(Exception):
    """A step that something forbids, met by somebody who need not know what."""


class Going:
    """A group on its way in a mode of movement: what a step costs it and forbids it, line by line.

    In brief, for a search, the first objection ends a step and only the sum counts.
    """

    def __init__(
        self, g: Family, s: State, units: Sequence[str], mode: str, brief: bool = False
    ) -> None:
        self.g, self.s, self.units, self.mode, self.brief = g, s, units, mode, brief
        self.side = g.units[units[0]].side
        self.foe = enemy(g, self.side)
        self.foes, self.watched = held(g, s, self.foe), zoc(g, s, self.foe)
        self.bonded = net(g, s, self.foe)
        self.near = touched(g, s, self.foe) if mode == EXTENDED else g.board.grid.none
        self.shaken = any(s.has(unit, ROUTED) for unit in units)
        self.by_road = g.uses_road(s, units)
        self.most = g.tactical_hexes(s, units) if mode == TACTICAL else allowance(g, s, units, mode)
        """Hexes of tactical movement, half points of any other."""

    def step(self, pace: Pace, there: str) -> Step:
        """Where a step leads, with its price and every objection."""
        self.pace, self.here, self.there = pace, pace.hex, there
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
        return Step(after, tuple(self.lines), tuple(self.reasons))

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
        """Enemies in the hex, and those whose zone has stopped the group; whether it storms."""
        g, s, units, there, stopped = self.g, self.s, self.units, self.there, self.pace.stopped
        foes = self.foes
        if there in foes and not g.any_of(Chapter.may_enter_enemy, s, units, there):
            self.no(g.rule("move"), "zb.move.enemy", there, hex=there)
        elif there in foes and self.mode == EXTENDED:
            self.no(g.rule("extended-limits"), "zb.move.extended-into", there, hex=there)
        storm = there in foes and g.any_of(Chapter.storms, s, units, self.here, there)
        if (
            stopped
            and not storm
            and not g.any_of(Chapter.slips_through, s, units, self.mode, stopped)
        ):
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
        return from_area and self.g.entry_bonded(self.s, self.side, self.there)

    def _zones(self) -> None:
        """Who may not come near an enemy: extended movement, routed units without a friend."""
        g, s, there = self.g, self.s, self.there
        if self.mode == EXTENDED and there in self.near:
            self.no(g.rule("extended-limits"), "zb.move.extended-near", there, hex=there)
        if self.shaken and there in self.watched:
            here = combat_units(g, s, self.side, there)
            if all(s.has(unit, ROUTED) for unit in here):
                self.no(g.rule("routed"), "zb.move.routed-zoc", there, hex=there)

    def _room(self) -> None:
        g, s, units, here, there = self.g, self.s, self.units, self.here, self.there
        if g.parted(s, here, there):
            self.no(g.rule("ground"), "zb.move.impassable", here, there, here=here, there=there)
        if self.mode != TACTICAL and g.any_of(Chapter.too_crowded, s, units, there):
            self.no(g.rule("overstack-fight"), "zb.move.crowded", there, hex=there)
        for bar in g.all_of(Chapter.step_bars, s, units, here, there):
            if self.brief:
                raise Shut
            self.reasons.append(bar)

    def _ground(self) -> None:
        """By road, or the terrain of the hex, its woods and the water before it."""
        g, s, units, there = self.g, self.s, self.units, self.there
        paved = road(g, s, self.here, there)
        if there in g.board.areas:
            self._off_map(bool(paved))
            return
        if paved and self.by_road:
            price = max(g.road_price(s, unit, paved) for unit in units)
            self.pay(g.rule("road"), "zb.cost.road", price, hex=there)
            return
        costs = [hex_price(g, s, g.units[unit], there) for unit in units]
        if not paved:
            self._barred(BARS in costs)
        self.pay(g.rule("chart"), "zb.cost.terrain", max(*costs, 0), hex=there)
        if g.ground.trait(there, "woods"):
            self.woods += 1
            if extra := g.woods_extra(self.woods):
                self.pay(g.rule("woods"), "zb.cost.woods", extra, hex=there)
        self._water()

    def _off_map(self, paved: bool) -> None:
        """A point for an area, by road or not, and the water before it."""
        if not paved:
            self._barred(False)
        self.pay(self.g.rule("off-map"), "zb.cost.terrain", HALF, hex=self.there)
        self._water()

    def _barred(self, shut: bool) -> None:
        g, barred = self.g, self.there if shut else self.here
        if shut or g.leaves_barred(self.s, self.units, self.here):
            terrain = g.board.terrain(barred)
            self.no(g.rule("terrain"), "zb.move.barred-hex", barred, hex=barred, terrain=terrain)

    def _water(self) -> None:
        """A river or canal on the way: over a bridge, or across it."""
        g, s, here, there = self.g, self.s, self.here, self.there
        kind = water(g, here, there)
        if kind is None:
            return
        if kind not in DRY and bridged(g, s, here, there):
            if cost := max(g.bridge_price(s, unit, kind) for unit in self.units):
                self.pay(g.rule("bridge"), "zb.cost.bridge", cost, hex=there)
            return
        cost = 0
        for unit in self.units:
            price = side_price(g, s, g.units[unit], kind, here, there)
            why = g.crossing(s, unit, self.mode, here, there, kind, self.pace.hexes, self.units)
            if why is not None:
                rule, key = why
                name = g.units[unit].name
                self.no(rule, key, here, there, unit=name, here=here, there=there)
            cost = max(cost, price if price != BARS else 0)
        if cost:
            self.pay(g.rule("river"), "zb.cost.river", cost, hex=there, water=kind)

    def _tolls(self, storm: bool) -> None:
        """What a game asks for besides, and for leaving an enemy zone of control."""
        g, s, units, here, there = self.g, self.s, self.units, self.here, self.there
        if toll := g.toll(s, units, there):
            self.pay(g.rule("toll"), "zb.cost.toll", toll, hex=there)
        if here in self.watched and not storm and not g.any_of(Chapter.free_exit, s, units, here):
            self.pay(
                g.rule("zoc-move"), "zb.cost.leave-zoc", HALF * g.figure("leave-zoc"), hex=here
            )

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


def walk(
    g: Family,
    s: State,
    units: Sequence[str],
    path: Sequence[str],
    mode: str,
    ends: bool = True,
) -> Walk:
    """A path step by step; `ends` says whether the whole group stops at its end."""
    pace, parts, reasons = Pace(path[0]), [], list[Reason]()
    going = Going(g, s, units, mode)
    lines = []
    names = tuple(g.units[unit].name for unit in units)
    for here, there in itertools.pairwise(path):
        if there not in g.board or not touching(g, here, there):
            key = "zb.move.off-map" if there not in g.board else "zb.move.not-adjacent"
            reasons.append(Reason.of(g.rule("move"), key, units=units, unit=names, hex=there))
            break
        done = going.step(pace, there)
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


def reach(
    g: Family, s: State, units: Sequence[str], mode: str, start: str | None = None
) -> dict[str, tuple[Pace, tuple[str, ...]]]:
    """Every hex a group can pass to in a mode, the cheapest way found, and where it stands then."""
    key = ("reach", tuple(units), mode, start)
    if key not in s.cache:
        s.cache[key] = _reach(g, s, units, mode, start)
    found: dict[str, tuple[Pace, tuple[str, ...]]] = s.cache[key]
    return found


def _reach(
    g: Family, s: State, units: Sequence[str], mode: str, start: str | None
) -> dict[str, tuple[Pace, tuple[str, ...]]]:
    home = start or s.place(units[0])
    first = Pace(home)
    best: dict[str, tuple[Pace, tuple[str, ...]]] = {home: (first, (home,))}
    queue: list[tuple[int, int, str]] = [(0, 0, home)]
    going = Going(g, s, units, mode, brief=True)
    foes, most = going.foes, going.most
    done: set[str] = set()
    while queue:
        _, _, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        pace, path = best[here]
        if (pace.hexes if mode == TACTICAL else pace.spent) >= most:
            continue  # every further step costs something
        halted = pace.stopped and not g.any_of(Chapter.slips_through, s, units, mode, pace.stopped)
        for there in around(g, here):
            if there in done or (halted and there not in foes):
                continue
            try:
                taken = going.step(pace, there)
            except Shut:
                continue
            rank = (taken.pace.hexes if mode == TACTICAL else taken.pace.spent, taken.pace.hexes)
            old = best.get(there)
            if old is not None and rank >= (
                (old[0].hexes, old[0].hexes) if mode == TACTICAL else (old[0].spent, old[0].hexes)
            ):
                continue
            best[there] = (taken.pace, (*path, there))
            heapq.heappush(queue, (*rank, there))
    return best


def touched(g: Family, s: State, side: str) -> frozenset[str]:
    """The hexes beside a side's units, where nothing parts them."""
    return s.fact(("touched", side), _touched, g, s, side)


def _touched(g: Family, s: State, side: str) -> frozenset[str]:
    return frozenset(
        near
        for hex in held(g, s, side)
        for near in g.board.neighbours(hex)
        if not g.parted(s, hex, near)
    )
