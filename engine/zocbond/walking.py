"""What a path costs in each mode of movement, what forbids it, and how far a group can go."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.verdict import Line, Reason, Tally, whole
from engine.zocbond.ground import BARS, HALF, bridged, hex_price, road, side_price, water
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


class Bill:
    """What a step costs and what forbids it, line by line; for a search only the sum counts."""

    def __init__(self, g: Family, units: Sequence[str], brief: bool) -> None:
        self.g, self.units, self.brief = g, units, brief
        self.lines: list[Line] = []
        self.reasons: list[Reason] = []

    def no(self, topic: str, key: str, *hexes: str, **params: Any) -> None:
        """An objection: to a search the end of the step."""
        if self.brief:
            raise Shut
        names = tuple(self.g.units[unit].name for unit in self.units)
        rule = self.g.rule(topic)
        self.reasons.append(
            Reason.of(rule, key, hexes=hexes, units=self.units, **{"unit": names, **params})
        )

    def pay(self, topic: str, key: str, halves: int, **params: Any) -> int:
        """A line of the price."""
        if not self.brief:
            self.lines.append(Line.of(self.g.rule(topic), key, points(halves), **params))
        return halves


def step(
    g: Family,
    s: State,
    units: Sequence[str],
    mode: str,
    pace: Pace,
    there: str,
    brief: bool = False,
) -> Step:
    """One step of a group: price and every objection; `brief` raises Shut at the first."""
    here, board, side = pace.hex, g.board, g.units[units[0]].side
    bill = Bill(g, units, brief)
    no, pay, reasons = bill.no, bill.pay, bill.reasons
    foe = enemy(g, side)
    foes, bonded = held(g, s, foe), net(g, s, foe)
    if there in foes and not g.may_enter_enemy(s, units, there):
        no("move", "zb.move.enemy", there, hex=there)
    storm = there in foes and g.storms(s, units, here, there)
    if pace.stopped and not storm and not g.slips_through(s, units, mode, pace.stopped):
        no("zoc-move", "zb.move.stopped", pace.stopped, hex=pace.stopped)
    if there in bonded.shut:
        no("bond", "zb.move.into-bond", there, hex=there)
    if (here, there) in bonded.walls:
        no("bond", "zb.move.over-bond", here, there, here=here, there=there)
    watched = zoc(g, s, foe)
    if mode == EXTENDED and there in touched(g, s, foe):
        no("extended-limits", "zb.move.extended-near", there, hex=there)
    if there in watched and any(s.has(unit, ROUTED) for unit in units):
        friends = [u for u in combat_units(g, s, side, there) if not s.has(u, ROUTED)]
        if not friends:
            no("routed", "zb.move.routed-zoc", there, hex=there)
    if g.parted(s, here, there):
        no("ground", "zb.move.impassable", here, there, here=here, there=there)
    if mode != TACTICAL and g.too_crowded(s, units, there):
        no("overstack-fight", "zb.move.crowded", there, hex=there)
    bars = g.step_bars(s, units, here, there)
    if bars and brief:
        raise Shut
    reasons += bars
    paved = road(g, s, here, there)
    by_road = paved if g.uses_road(s, units) else None
    price, woods = 0, pace.woods
    if by_road:
        price = max(g.road_price(s, unit, by_road) for unit in units)
        pay("road", "zb.cost.road", price, hex=there)
    else:
        costs = [hex_price(g, s, g.units[unit], there) for unit in units]
        if BARS in costs and not paved:
            terrain = board.terrain(there)
            no("terrain", "zb.move.barred-hex", there, hex=there, terrain=terrain)
        elif not paved and g.leaves_barred(s, units, here):
            no("terrain", "zb.move.barred-hex", here, hex=here, terrain=board.terrain(here))
        price = max(max(costs), 0)
        extra = 0
        if g.ground.trait(there, "woods") and not g.village_eases(there):
            woods += 1
            extra = g.woods_extra(woods)
        pay("chart", "zb.cost.terrain", price, hex=there)
        if extra:
            price += pay("woods", "zb.cost.woods", extra, hex=there)
        price += _river(g, s, units, mode, pace, there, bill)
    toll = g.toll(s, units, there)
    if toll:
        price += pay("toll", "zb.cost.toll", toll, hex=there)
    if here in watched and not storm and not g.free_exit(s, units, here):
        leave = HALF * g.figure("leave-zoc")
        price += pay("zoc-move", "zb.cost.leave-zoc", leave, hex=here)
    after = Pace(
        there, pace.spent + price, pace.hexes + 1, woods, there if there in watched else ""
    )
    if mode == TACTICAL:
        if after.hexes > g.tactical_hexes(s, units):
            no("tactical", "zb.move.two-hexes", there, hex=there, most=g.tactical_hexes(s, units))
    elif after.spent > allowance(g, s, units, mode) >= pace.spent:
        no(
            "extended" if mode == EXTENDED else "move",
            "zb.move.points",
            there,
            hex=there,
            need=points(after.spent),
            have=points(allowance(g, s, units, mode)),
        )
    return Step(after, tuple(bill.lines), tuple(reasons))


def _river(
    g: Family,
    s: State,
    units: Sequence[str],
    mode: str,
    pace: Pace,
    there: str,
    bill: Bill,
) -> int:
    kind = water(g, pace.hex, there)
    if kind is None:
        return 0
    if bridged(g, s, pace.hex, there):
        cost = max(g.bridge_price(s, unit, kind) for unit in units)
        if cost:
            bill.pay("bridge", "zb.cost.bridge", cost, hex=there)
        return cost
    cost = 0
    for unit in units:
        price = side_price(g, s, g.units[unit], kind, pace.hex, there)
        why = g.crossing(s, unit, mode, pace.hex, there, kind, pace.hexes)
        if why is not None:
            topic, key = why
            where, name = (pace.hex, there), g.units[unit].name
            bill.no(topic, key, *where, unit=name, here=pace.hex, there=there)
        cost = max(cost, price if price != BARS else 0)
    if cost:
        bill.pay("river", "zb.cost.river", cost, hex=there, water=kind)
    return cost


def walk(g: Family, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> Walk:
    """A path step by step."""
    pace, parts, reasons = Pace(path[0]), [], list[Reason]()
    lines = []
    names = tuple(g.units[unit].name for unit in units)
    for here, there in itertools.pairwise(path):
        if there not in g.board or not g.board.adjacent(here, there):
            key = "zb.move.off-map" if there not in g.board else "zb.move.not-adjacent"
            reasons.append(Reason.of(g.rule("move"), key, units=units, unit=names, hex=there))
            break
        done = step(g, s, units, mode, pace, there)
        pace = done.pace
        reasons += done.reasons
        part = Tally.adding("zb.cost.step", done.lines)
        parts.append(part)
        lines.append(Line.of(g.rule("move"), "zb.cost.into", part.total, hex=there))
    else:
        reasons += g.stop_reasons(s, units, path[-1], mode)
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
    foes = held(g, s, enemy(g, g.units[units[0]].side))
    most = g.tactical_hexes(s, units) if mode == TACTICAL else allowance(g, s, units, mode)
    done: set[str] = set()
    while queue:
        _, _, here = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        pace, path = best[here]
        if (pace.hexes if mode == TACTICAL else pace.spent) >= most:
            continue  # every further step costs something
        halted = pace.stopped and not g.slips_through(s, units, mode, pace.stopped)
        for there in g.board.neighbours(here):
            if there in done or (halted and there not in foes):
                continue
            try:
                taken = step(g, s, units, mode, pace, there, brief=True)
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
    key = ("touched", side)
    if key not in s.facts:
        s.facts[key] = frozenset(
            near
            for hex in held(g, s, side)
            for near in g.board.neighbours(hex)
            if not g.parted(s, hex, near)
        )
    found: frozenset[str] = s.facts[key]
    return found
