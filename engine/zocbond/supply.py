"""Supply lines: off-road first, then by road to a source; units out of supply."""

from __future__ import annotations

import heapq
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.zocbond.ground import road
from engine.zocbond.state import ISOLATED, OUT, State
from engine.zocbond.zones import eased, enemy, held, net, zoc

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True)
class SupplyLine:
    """A line: whether it reaches a source, its off-road part and its road part."""

    traced: bool
    off_road: tuple[str, ...] = ()
    on_road: tuple[str, ...] = ()
    source: str | None = None


def road_net(g: Family, s: State, side: str, sources: Iterable[str]) -> dict[str, str | None]:
    """Every road hex joined to a source, with the hex before it on the way."""
    key = ("roads", side, frozenset(sources))
    if key not in s.facts:
        s.facts[key] = _road_net(g, s, side, key[2])
    known: dict[str, str | None] = s.facts[key]
    return known


def _road_net(g: Family, s: State, side: str, sources: Iterable[str]) -> dict[str, str | None]:
    foe = enemy(g, side)
    foes = held(g, s, foe)
    watched = eased(g, s, side) if g.figure("friends-open-roads") else zoc(g, s, foe)
    before: dict[str, str | None] = {}
    queue: list[str] = []

    def open_hex(hex: str) -> bool:
        return hex not in foes and hex not in watched and not g.road_closed(s, side, hex)

    for source in sorted(sources):
        if source in g.board and source not in before and open_hex(source):
            before[source] = None
            queue.append(source)
    while queue:
        here = queue.pop(0)
        for there in g.board.neighbours(here):
            if there in before or not open_hex(there):
                continue
            if g.road_joins(s, side, here, there) and (
                road(g, s, here, there) or g.ferry_road(s, side, here, there)
            ):
                before[there] = here
                queue.append(there)
    return before


def line_step(g: Family, s: State, side: str, here: str, there: str) -> bool:
    """Whether the off-road part of a line may go from a hex to the next."""
    foe = enemy(g, side)
    if there in held(g, s, foe) or g.line_barred(s, side, here, there):
        return False
    if net(g, s, foe).bars(here, there):
        return False
    watched = eased(g, s, side)
    return not (here in watched and there in watched)


def off_road(
    g: Family, s: State, side: str, start: str, limit: int | None, flat: bool = False
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Every hex the off-road part of a line can reach, its length and its way.

    `flat` counts every hex as one: a range, not a supply line.
    """
    key = ("off-road", side, start, limit, flat)
    if key not in s.facts:
        s.facts[key] = _off_road(g, s, side, start, limit, flat)
    known: dict[str, tuple[int, tuple[str, ...]]] = s.facts[key]
    return known


def _off_road(
    g: Family,
    s: State,
    side: str,
    start: str,
    limit: int | None,
    flat: bool,
    goals: Container[str] = (),
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """Everything within the limit; or less, once a goal is found."""
    foe = enemy(g, side)
    foes, bonded = held(g, s, foe), net(g, s, foe)
    watched = eased(g, s, side)
    best: dict[tuple[str, bool], int] = {(start, start in watched): 0}
    found: dict[str, tuple[int, tuple[str, ...]]] = {start: (0, (start,))}
    queue: list[tuple[int, str, tuple[str, ...]]] = [(0, start, (start,))]
    while queue:
        cost, here, path = heapq.heappop(queue)
        if here in goals:
            break
        if cost > found[here][0]:
            continue
        for there in g.board.neighbours(here):
            if there in foes or g.line_barred(s, side, here, there):
                continue
            if bonded.bars(here, there):
                continue
            if here in watched and there in watched:
                continue
            if not flat and g.closed_off(s, side, there):
                continue
            total = cost + (1 if flat else g.line_price(s, here, there))
            if limit is not None and total > limit:
                continue
            key = (there, there in watched)
            if total < best.get(key, total + 1):
                best[key] = total
                if there not in found or total < found[there][0]:
                    found[there] = (total, (*path, there))
                heapq.heappush(queue, (total, there, (*path, there)))
    return found


def supply_line(g: Family, s: State, unit: str) -> SupplyLine:
    """The supply line of a unit."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return SupplyLine(g.own_area(s, side, start), (), (), start)
    direct, extra = g.direct_sources(s, unit), g.road_sources(s, unit)
    key = ("line", side, start, direct, extra)
    if key not in s.facts:
        s.facts[key] = _line(g, s, side, start, direct, extra)
    known: SupplyLine = s.facts[key]
    return known


def _line(
    g: Family, s: State, side: str, start: str, direct: frozenset[str], extra: frozenset[str]
) -> SupplyLine:
    roads = road_net(g, s, side, g.sources(s, side) | extra)
    goals = roads.keys() | direct
    reachable = _off_road(g, s, side, start, g.line_limit(s), False, goals)
    ends = [hex for hex in reachable if hex in goals]
    if not ends:
        return SupplyLine(False)
    end = min(ends, key=lambda hex: (reachable[hex][0], hex))
    way: list[str] = []
    here: str | None = end if end in roads else None
    while here is not None:
        way.append(here)
        here = roads[here]
    return SupplyLine(True, reachable[end][1], tuple(way), way[-1] if way else end)


def endless(g: Family, s: State, unit: str) -> bool:
    """Whether a line of any length off-road reaches a source: no, and the unit is isolated."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return g.own_area(s, side, start)
    goal = set(g.sources(s, side)) | set(g.direct_sources(s, unit))
    return bool(goal & set(off_road(g, s, side, start, None)))


def supplied_at(g: Family, s: State, unit: str, hex: str) -> bool:
    """Whether a unit would have a supply line in a hex."""
    key = ("supplied-at", unit, hex)
    if key not in s.facts:
        s.facts[key] = _traced(g, _moved(g, s, unit, hex), unit)
    return bool(s.facts[key])


def _moved(g: Family, s: State, unit: str, hex: str) -> State:
    """A unit elsewhere; what its move leaves as it is need not be worked out again."""
    there, foe = s.put(unit, hex), enemy(g, g.units[unit].side)
    if hex in g.board and not g.contested(s, hex) and not g.contested(s, s.place(unit)):
        there.facts["held", foe] = held(g, s, foe)
        there.facts["zoc", foe] = zoc(g, s, foe)
    return there


def _traced(g: Family, s: State, unit: str) -> bool:
    """Whether a unit has a supply line, without asking for the best."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return g.own_area(s, side, start)
    sources = g.sources(s, side) | g.road_sources(s, unit)
    goals = {*road_net(g, s, side, sources), *g.direct_sources(s, unit)}
    found = _off_road(g, s, side, start, g.line_limit(s), False, goals)
    return not goals.isdisjoint(found)


@dataclass(frozen=True)
class Supply(Phase):
    """The supply phase: markers on and off."""

    side: str

    def proceed(self, g: Family, s: State, course: Course) -> State:
        """Judge every unit on the map."""
        s = g.before_supply(s.pop(), self.side, course)
        mine = [
            unit
            for unit in s.position.units()
            if g.units[unit].side == self.side
            and (s.place(unit) in g.board or g.own_area(s, self.side, s.place(unit)))
        ]
        cut = [unit for unit in mine if not g.in_supply(s, unit)]
        for unit in mine:
            if (unit in cut) != s.has(unit, OUT):
                key = "zb.supply.out" if unit in cut else "zb.supply.back"
                course.tell(g.rule("supply"), key, units=(unit,), unit=g.units[unit].name)
        s = s.mark(cut, OUT)
        s = s.unmark([unit for unit in mine if unit not in cut], OUT).unmark(mine, ISOLATED)
        return g.after_supply(s, self.side, cut, course)
