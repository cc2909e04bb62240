"""Entry areas and the edge of the map: whose they are, what they touch, how units come in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine import hexes
from engine.deeds import Reasons
from engine.game import Course
from engine.hexes import Cell
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.reaching import judged
from engine.zocbond.board.state import Passage, State, lasting
from engine.zocbond.board.zones import enemy, net
from engine.zocbond.moving.trek import Trek

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def come_in(g: Family, s: State, passage: Passage, course: Course, pause: bool = False) -> State:
    """Units of an area come onto the map, and go on as far as they were sent; after a pause on."""
    units, names = passage.units, tuple(g.unit_name(unit) for unit in passage.units)
    for unit in units:
        s = s.put(unit, passage.path[-1])
    course.tell(g.rule("enter"), "zb.entered", units=units, hexes=passage.hexes, unit=names)
    # coming in is moving, the first hex counted too
    s = g.after_step(g.in_turn(Chapter.moved, s, passage, course), passage, course)
    agenda = (
        replace(phase, free=True)
        if pause and isinstance(phase, Trek) and set(units) <= set(phase.units)
        else phase
        for phase in s.agenda
    )
    return replace(s, agenda=tuple(agenda))


def own_area(g: Family, s: State, side: str, place: str) -> bool:
    """Whether a place is a friendly entry area."""
    return place in g.board.areas and g.area_of(s, place) == side


def area_of(g: Family, s: State, area: str) -> str:
    """The owner of an entry area: its id begins with the side's name."""
    return next((side for side in g.sides if area.startswith(side)), "")


def areas_at(g: Family, s: State, hex: str) -> list[str]:
    """The entry areas that touch a hex."""
    return [area.id for area in g.board.areas_touching(hex)] if hex in g.board else []


def own_area_at(g: Family, s: State, side: str, cell: Cell) -> str | None:
    """The friendly entry area that a hex beyond the edge belongs to."""
    return next((area for area in g.ground.beyond(cell) if g.own_area(s, side, area)), None)


@lasting
def entry_bonded(g: Family, s: State, side: str, hex: str) -> bool:
    """Whether enemy bonds close a hex of the edge to units off the map."""
    found = net(g, s, enemy(g, side))
    cell = g.board.cell(hex)
    if found.enters(cell):
        return True
    outside = [c for c in hexes.neighbours(cell) if g.board.label_of(c) is None]
    return bool(outside) and all(found.crosses(c, cell) for c in outside)


def gate_bars(g: Family, s: State, unit: str, hex: str) -> tuple[Reason, ...]:
    """Why a unit may not come onto the map in a hex."""
    return s.once(("gate", unit, hex), lambda: tuple(g.all_of(Chapter.entry_reasons, s, unit, hex)))


def way_in(
    g: Family, s: State, units: Sequence[str], path: Sequence[str], mode: str, pause: bool
) -> Reasons:
    """What forbids a group a way onto the map and on, beside its first hex."""
    there = s
    for unit in units:
        yield from g.all_of(Chapter.entry_way_reasons, s, unit, path, mode, pause)
        there = there.put(unit, path[0])
    if len(path) > 1:
        yield from judged(g, there, units, path, mode, not pause)[0]


def beside(g: Family, s: State, seat: str, hex: str) -> bool:
    """Whether an attack can go from a hex or an entry area to a hex."""
    if hex not in g.board:
        return False
    if seat in g.board:
        return g.board.adjacent(seat, hex) and not g.barred_between(seat, hex)
    return seat in g.areas_at(s, hex)


def onward(g: Family, s: State, place: str, battle: Battle) -> Iterator[str]:
    """Where an advance may lead from a place: neighbours, and own areas at the edge."""
    if place not in g.board:
        yield battle.hex
        return
    yield from g.board.neighbours(place)
    yield from (a for a in g.areas_at(s, place) if g.own_area(s, battle.side, a))


def advances_off(g: Family, s: State, unit: str, here: str, there: str) -> bool:
    """Whether an advance may end in an entry area: an own one that the hex touches."""
    touches = g.board.areas[there].touches
    return here in touches and bool(g.own_area(s, g.units[unit].side, there))


def area_gates(g: Family, area: str) -> frozenset[str]:
    """Hexes where a line meets an entry area: those that touch it."""
    return frozenset(g.board.areas[area].touches)


def sources(g: Family, s: State, side: str) -> frozenset[str]:
    """Hexes where a line meets a source: those that touch a friendly entry area."""
    found: set[str] = set()
    for area in g.board.areas:
        if g.own_area(s, side, area):
            found |= g.area_gates(area)
    return frozenset(found)
