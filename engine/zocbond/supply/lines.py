"""Supply lines: off-road first, then by road to a source; units out of supply."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.hexset import HexSet, Ways, union
from engine.verdict import Course, enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import lay, road
from engine.zocbond.board.state import ISOLATED, OUT, State, lasting
from engine.zocbond.board.zones import eased, enemy, held, moved, net, zoc

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@dataclass(frozen=True)
class SupplyLine:
    """A line: whether it reaches a source, its off-road part and its road part. Of one that is too
    long off the road that part alone is told, how long it is and may be."""

    traced: bool
    off_road: tuple[str, ...] = ()
    on_road: tuple[str, ...] = ()
    source: str | None = None
    length: int = 0
    limit: int = 0


def road_ways(g: Family, s: State, side: str) -> Ways:
    """The steps of the road part of a line, enemies left aside."""
    return lay(
        g,
        s,
        ("road", side, g.roads_now(s)),
        lambda here, there: (
            g.road_joins(s, side, here, there)
            and bool(road(g, s, here, there) or g.ferry_road(s, side, here, there))
        ),
    )


def road_rings(g: Family, s: State, side: str, sources: Iterable[str]) -> list[HexSet]:
    """The road hexes joined to a source, by their distance along the roads."""
    starts = g.board.set(sources)
    return s.fact(("roads", side, starts), _road_rings, g, s, side, starts)


@enforces("on-road")
def _road_rings(g: Family, s: State, side: str, starts: HexSet) -> list[HexSet]:
    foe = enemy(g, side)
    watched = eased(g, s, side) if g.figure("friends-open-roads") else zoc(g, s, foe)
    free = g.board.grid.all - held(g, s, foe) - watched - g.road_closed(s, side)
    return (starts & free).rings(road_ways(g, s, side), among=free)


def road_net(g: Family, s: State, side: str, sources: Iterable[str]) -> HexSet:
    """Every road hex joined to a source."""
    return union(g.board.grid, road_rings(g, s, side, sources))


@enforces("off-road")
@lasting
def line_ways(g: Family, s: State, side: str, flat: bool = False) -> tuple[Ways, Ways]:
    """The steps of the off-road part of a line: those that count one hex, those that count two.
    `flat` counts every hex as one, and control closes none: a range, not a supply line."""
    foe, watched = enemy(g, side), eased(g, s, side)
    bonded = net(g, s, foe)
    shut = held(g, s, foe) | bonded.shut
    if not flat:
        shut |= g.line_closed(s, side)
    single = lay(g, s, "line", lambda here, there: _counts(g, s, here, there, 1))
    double = lay(g, s, "long line", lambda here, there: _counts(g, s, here, there, 2))
    single |= g.line_ferries(s, side)
    if flat:
        single, double = single | double, g.board.grid.nowhere

    def still(way: Ways) -> Ways:
        open_to = g.board.grid.all - shut
        return (way - bonded.walls).into(open_to) - way.out_of(watched).into(watched)

    return still(single), still(double)


def _counts(g: Family, s: State, here: str, there: str, hexes: int) -> bool:
    return not g.line_barred(s, here, there) and g.line_price(s, here, there) == hexes


def line_step(g: Family, s: State, side: str, here: str, there: str) -> bool:
    """Whether the off-road part of a line may go from a hex to the next."""
    direction = g.board.direction(here, there)
    return direction is not None and any(
        way.opens(here, direction) for way in line_ways(g, s, side)
    )


@lasting
def off_road(
    g: Family, s: State, side: str, start: str, limit: int | None, flat: bool = False
) -> list[HexSet]:
    """What the off-road part of a line can reach, by its length. `flat` counts every hex as one: a
    range, not a supply line."""
    single, double = line_ways(g, s, side, flat)
    return g.board.set([start]).rings(single, limit, double=double)


def within(
    g: Family, s: State, side: str, start: str, limit: int | None, flat: bool = False
) -> HexSet:
    """Everything that the off-road part of a line can reach."""
    return union(g.board.grid, off_road(g, s, side, start, limit, flat))


@lasting
def lines_to(g: Family, s: State, side: str, goals: HexSet) -> list[HexSet]:
    """From where an off-road part leads to a goal, by its length."""
    single, double = (way.back() for way in line_ways(g, s, side))
    return goals.rings(single, g.line_limit(s), double=double)


@lasting
def sources(g: Family, s: State, side: str) -> frozenset[str]:
    """The hexes where lines of a side meet a source."""
    return g.sources(s, side)


def supply_goals(g: Family, s: State, unit: str) -> HexSet:
    """Where the off-road part of a unit's line may end: at a source, on a road to one."""
    side, own = g.units[unit].side, g.own_sources(s, unit)
    return s.fact(("goals", side, own), _supply_goals, g, s, side, own)


@enforces("supply-line")
def _supply_goals(g: Family, s: State, side: str, own: frozenset[str]) -> HexSet:
    ends: HexSet = g.board.set(own | g.direct_sources(s, side))
    return ends | road_net(g, s, side, sources(g, s, side) | own)


def supply_line(g: Family, s: State, unit: str) -> SupplyLine:
    """The supply line of a unit."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return SupplyLine(g.own_area(s, side, start), (), (), start)
    rings = lines_to(g, s, side, supply_goals(g, s, unit))
    length = next((length for length, ring in enumerate(rings) if start in ring), None)
    single, double = (way.back() for way in line_ways(g, s, side))
    if length is None:
        rings = supply_goals(g, s, unit).rings(single, None, double=double)
        length = next((length for length, ring in enumerate(rings) if start in ring), None)
        if length is None:
            return SupplyLine(False)
        off = single.way_back(rings[: length + 1], start, double)[::-1]
        return SupplyLine(False, tuple(off), (), None, length, g.line_limit(s))
    off = single.way_back(rings[: length + 1], start, double)[::-1]
    net_rings = road_rings(g, s, side, sources(g, s, side) | g.own_sources(s, unit))
    far = next((far for far, ring in enumerate(net_rings) if off[-1] in ring), None)
    if far is None:
        return SupplyLine(True, tuple(off), (), off[-1])
    on = road_ways(g, s, side).way_back(net_rings[: far + 1], off[-1])[::-1]
    return SupplyLine(True, tuple(off), tuple(on), on[-1])


def traced(g: Family, s: State, unit: str) -> bool:
    """Whether a unit has a supply line."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return g.own_area(s, side, start)
    return any(start in ring for ring in lines_to(g, s, side, supply_goals(g, s, unit)))


def endless(g: Family, s: State, unit: str) -> bool:
    """Whether a line of any length off-road reaches a source: no, and the unit is isolated."""
    side, start = g.units[unit].side, s.place(unit)
    if start not in g.board:
        return g.own_area(s, side, start)
    ends = sources(g, s, side) | g.direct_sources(s, side) | g.own_sources(s, unit)
    goals = g.board.set(ends)
    return not goals.isdisjoint(within(g, s, side, start, None))


@lasting
def supplied_at(g: Family, s: State, unit: str, hex: str) -> bool:
    """Whether a unit would have a supply line in a hex."""
    return traced(g, moved(g, s, (unit,), hex), unit)


class Supply(Phase):
    """The supply phase: markers on and off."""

    side: str

    def proceed(self, g: Family, s: State, course: Course) -> State:
        s = g.in_turn(Chapter.before_supply, s.pop(), self.side, course)
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
                g.tell(course, unit, g.rule("supply"), key)
        s = s.mark(cut, OUT)
        s = s.unmark([unit for unit in mine if unit not in cut], OUT).unmark(mine, ISOLATED)
        return g.in_turn(Chapter.after_supply, s, self.side, cut, course)
