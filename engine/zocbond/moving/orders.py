"""What markers, sleep, routed units and the edge of the map leave of a unit's freedom to move;
entry areas: whose they are, what they touch, how units come in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from engine import hexes
from engine.agenda import Phase, Reasons, once_a_state
from engine.hexes import Cell
from engine.hexset import HexSet
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.retreat import goers
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.reaching import judged
from engine.zocbond.board.state import ROUTED, Passage, State, lasting
from engine.zocbond.board.walking import TACTICAL
from engine.zocbond.board.zones import Net, combat_units, enemy, held, net
from engine.zocbond.moving.trek import Trek

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def named_twice(g: Family, rule: str, action: Action) -> Reasons:
    """Units and guns that an action names more than once."""
    parties = (("units",), ("guns",), ("leave",), ("unit", "mates"))
    for party in parties:
        named = [unit for key in party for unit in (*texts(action, key), text(action, key)) if unit]
        for unit in dict.fromkeys(unit for unit in named if named.count(unit) > 1):
            yield g.against(unit, rule, "zb.named-twice")


def mine(g: Family, s: State, side: str) -> tuple[str, ...]:
    """The units of a side, wherever they are."""

    def find() -> tuple[str, ...]:
        return tuple(unit for unit in s.position.units() if g.units[unit].side == side)

    return s.position.once(("mine", side), find)


def tactical_only(
    g: Family, s: State, units: Names, mode: str, marks: Iterable[tuple[str, str]]
) -> Reasons:
    """Markers that leave a unit tactical movement only, each with its rule."""
    if mode == TACTICAL:
        return
    for unit in (unit for unit in units if s.marks.get(unit)):
        for mark, rule in marks:
            if s.has(unit, mark):
                yield g.against(unit, rule, f"zb.move.only-tactical-{mark}")


def asleep(g: Family, s: State, unit: str, rule: str, key: str) -> Reasons:
    """A garrison that nobody has woken stays where it is."""
    if unit in g.garrisons and not g.woken(s, unit):
        yield g.against(unit, rule, key)


def rouse(g: Family, s: State, units: Iterable[str], path: Iterable[str]) -> State:
    """Garrisons that enemy combat units come near on their way stay free to move."""
    movers = [unit for unit in units if g.units[unit].combat]
    if not movers or not g.garrisons:
        return s
    foe, spots = g.other[g.units[movers[0]].side], [hex for hex in path if hex in g.board]
    near, before = g.figure("garrison-wakes"), s.records.roused
    found = tuple(
        unit
        for unit in g.garrisons
        if g.units[unit].side == foe and unit not in before and s.place(unit) in g.board
        if any(g.board.distance(s.place(unit), hex) <= near for hex in spots)
    )
    return s.keep(replace(s.records, roused=(*before, *found))) if found else s


def woken(g: Family, s: State, unit: str) -> bool:
    """Whether an enemy combat unit has come near enough to wake a garrison, now or before."""
    if unit in s.records.roused:
        return True
    foes = held(g, s, g.other[g.units[unit].side])
    if s.place(unit) not in g.board:
        return True
    near = g.board.within(s.place(unit), g.figure("garrison-wakes"))
    return any(hex in foes for hex in near)


def gate_reasons(g: Family, s: State, unit: str, hex: str) -> Reasons:
    """Onto the map by a hex of one's area, and in good order."""
    if hex not in g.board or s.place(unit) not in g.areas_at(s, hex):
        yield g.against(unit, g.rule("enter"), "zb.enter.not-here", (hex,), hex=hex)
    elif not s.good(unit):
        yield g.against(unit, g.rule("enter-order"), "zb.enter.disorder", (hex,), hex=hex)


def entry_reasons(g: Family, s: State, unit: str, hex: str, more: Iterable[Reason] = ()) -> Reasons:
    """Onto the map: by a hex of one's area, in good order, past no enemy and no enemy bond."""
    side = g.units[unit].side
    if hex not in g.board or s.place(unit) not in g.areas_at(s, hex):
        yield from gate_reasons(g, s, unit, hex)
        return
    yield from more
    yield from gate_reasons(g, s, unit, hex)
    if hex in held(g, s, g.other[side]):
        yield g.against(unit, g.rule("move"), "zb.move.enemy", (hex,), hex=hex)
    if hex in g.entry_bonded(s, side):
        yield g.against(unit, g.rule("enter-bond"), "zb.move.into-bond", (hex,), hex=hex)


def gives_way(g: Family, s: State, side: str, hex: str) -> bool:
    """Whether nobody but routed units of the other side would be met in a hex."""
    units = combat_units(g, s, g.other[side], hex) if hex in g.board else []
    return bool(units) and all(s.has(unit, ROUTED) for unit in units)


@lasting
def yielding(g: Family, s: State, side: str) -> HexSet:
    """The hexes where nobody but routed units of the other side would be met."""
    routed = (u for u in s.marks if s.has(u, ROUTED) and g.units[u].side != side)
    return g.board.set(hex for hex in s.position.seats(routed) if gives_way(g, s, side, hex))


def routed_near(g: Family, s: State, side: str, path: Names) -> list[str]:
    """Routed enemies alone in their hex, beside a hex that a unit came to."""
    foe = enemy(g, side)
    found: list[str] = []
    for hex in path:
        if hex not in g.board:
            continue
        for near in g.board.neighbours(hex):
            units = combat_units(g, s, foe, near)
            if units and all(s.has(unit, ROUTED) for unit in units) and g.flushes(s, hex, near):
                found += goers(g, s, foe, near)
    return list(dict.fromkeys(found))


def presses(g: Family, s: State, passage: Passage) -> bool:
    """Whether routed units give way before a move is over, so that it goes hex by hex."""
    side, hexes = passage.side, passage.hexes
    if not any(g.units[unit].combat for unit in passage.units):
        return False
    through = any(gives_way(g, s, side, hex) for hex in hexes)
    return through or bool(routed_near(g, s, side, hexes[:-1]))


def break_off(
    g: Family, s: State, phase: Advance, units: Names, path: Names
) -> tuple[Names, tuple[Phase, ...]]:
    """An advance goes on once those who give way to it are gone."""
    side = g.units[units[0]].side
    for at in range(1, len(path) - 1):
        if routed_near(g, s, side, (path[at],)):
            return path[: at + 1], ()
    return path, ()


def march(g: Family, s: State, passage: Passage) -> Phase | None:
    """A way on which they give way is gone hex by hex."""
    return g.trek.begun(passage) if presses(g, s, passage) else None


class PressChapter(Chapter["Family"]):
    """Hexes that routed units will have left by the time a group comes to them."""

    def enterable(self, g: Family, s: State, units: Names) -> HexSet:
        """The hexes whose routed units give way to a combat unit."""
        fighter = any(g.units[unit].combat for unit in units)
        return yielding(g, s, g.units[units[0]].side) if fighter else g.board.grid.none

    def bars_into(self, g: Family, s: State, units: Names) -> HexSet:
        return yielding(g, s, g.units[units[0]].side)

    def step_bars(self, g: Family, s: State, units: Names, here: str, there: str) -> Reasons:
        """They give way to who comes near, not to who stands beside them from the start."""
        side = g.units[units[0]].side
        if there not in held(g, s, g.other[side]):
            return
        waits = here == s.place(units[0]) or not g.flushes(s, here, there)
        if not waits or not gives_way(g, s, side, there):
            return
        names, rule = tuple(g.unit_name(unit) for unit in units), g.rule("routed")
        key = "zb.move.beside-routed"
        yield Reason.of(rule, key, units=tuple(units), hexes=(there,), unit=names)


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
def entry_bonded(g: Family, s: State, side: str) -> HexSet:
    """The hexes of the edge that enemy bonds close to units off the map."""
    found = net(g, s, enemy(g, side))
    near = map(g.board.label_of, found.hexes.union(*found.sides))
    return g.board.set(hex for hex in near if hex and g.areas_at(s, hex) and _closed(g, found, hex))


def _closed(g: Family, bonds: Net, hex: str) -> bool:
    cell = g.board.cell(hex)
    if cell in bonds.hexes:
        return True
    outside = [c for c in hexes.neighbours(cell) if g.board.label_of(c) is None]
    return bool(outside) and all(frozenset((c, cell)) in bonds.sides for c in outside)


def gate_bars(g: Family, s: State, unit: str, hex: str) -> tuple[Reason, ...]:
    """Why a unit may not come onto the map in a hex."""
    return s.once(("gate", unit, hex), lambda: tuple(g.all_of(Chapter.entry_reasons, s, unit, hex)))


@once_a_state
def gates(g: Family, s: State, unit: str) -> tuple[str, ...]:
    """The hexes that the area of a unit touches and where it may come onto the map."""
    asked = g.where(Chapter.enters_at, s, unit)
    near = g.board.areas[s.place(unit)].touches
    return tuple(hex for hex in near if hex not in asked or not gate_bars(g, s, unit, hex))


def way_in(g: Family, s: State, units: Names, path: Names, mode: str, pause: bool) -> Reasons:
    """What forbids a group a way onto the map and on, beside its first hex."""
    there = s
    for unit in units:
        yield from g.all_of(Chapter.entry_way_reasons, s, unit, path, mode, pause)
    if len(path) > 1:
        for unit in units:
            there = there.put(unit, path[0])
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
