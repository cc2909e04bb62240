"""Chapter 22: entry areas: whose they are, onto the map and off it, from one to another."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from engine import hexes
from engine.agenda import Deed, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.stalingrad42.board.calendar import baku_held, winter
from engine.stalingrad42.board.places import letter, transit_full
from engine.stalingrad42.board.supply_points import enemies, unarmed
from engine.stalingrad42.forces.reinforcements import WEST, Arrivals, closed_areas
from engine.stalingrad42.moving.movement import no_way_in
from engine.stalingrad42.scenarios import first_turn_bars, left_for_good
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, Names, remember, replace, text, texts
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import (
    HALF,
    barred_hex,
    bridged,
    column,
    edge_roads,
    hex_price,
    lies,
    river,
)
from engine.zocbond.board.reaching import judged, reach, stops
from engine.zocbond.board.state import REPLACED, Crossing, Passage, State, lasting
from engine.zocbond.board.walking import EXTENDED, NORMAL, TACTICAL, Pace, allowance, modes, touched
from engine.zocbond.board.zones import counted, moved, zoc
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import ENTER, Movement
from engine.zocbond.moving.orders import presses

NORTHERN, SOUTHERN = "ABCDE", "GHIJKL"


def joined(side: str, here: str, there: str) -> bool:
    """Whether a side's units pass between two areas, by their letters: Germans among W to Z
    (22.6.2); Soviets on one shore of the Caspian (22.6.3) and over it (22.6.4), and by the areas
    of a scenario's own edge (S1.2)."""
    if side == GERMAN:
        return here in WEST and there in WEST
    shores = [next((part for part in (NORTHERN, SOUTHERN) if a in part), "") for a in (here, there)]
    return not all(shores) or shores[0] == shores[1]


def may_leave_by(g: Setting, s: State, side: str, area: str) -> bool:
    """Own areas; for the German also G, on the way to Baku (22.3.1, 22.4, 24.1.2)."""
    if g.own_area(s, side, area):
        return True
    return side == GERMAN and (letter(area) == "G" or left_for_good(g, area))


@lasting
def ways_off(g: Setting, s: State, side: str) -> frozenset[str]:
    """The areas for which a side may leave the map."""
    return frozenset(area for area in g.board.areas if may_leave_by(g, s, side, area))


def edge(g: Setting) -> dict[str, str]:
    """The hexes at the edge, and the areas they touch."""
    return {hex: area.id for area in g.board.areas.values() for hex in area.touches}


class Exit(Deed[Setting, State, Movement]):
    """A unit walks off the map for one movement point (22.3.1)."""

    kind, rule, sure = "exit", "22.3.1", True

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: self._leavers(g, s, p),
            "exit": lambda g, s, p, given: self._exits(g, s, p, given["unit"]),
        }

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return (action["to"], action["way"][-1])

    def choices(
        self, g: Setting, s: State, p: Movement, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        for one in self._leavers(g, s, p):
            for action in self._exits(g, s, p, one) if unit in (None, one) else ():
                if hex is None or hex in self.hexes(g, s, p, action):
                    yield action

    def _leavers(self, g: Setting, s: State, p: Movement) -> Iterator[str]:
        """Those on the map who have not moved."""
        if ways_off(g, s, p.side):
            on_map = (u for u in orders.mine(g, s, p.side) if s.place(u) in g.board)
            yield from (u for u in on_map if u not in p.moved)

    def _exits(self, g: Setting, s: State, p: Movement, unit: str) -> Iterator[Action]:
        """The edge hexes in reach, each in the first mode that will do."""
        areas, seat, most = ways_off(g, s, p.side), s.place(unit), 2 * g.allowance(s, unit)
        gates = remember(lies(g, s).hexes, ("gates", areas), self._gates, g, areas)
        everywhere, near = g.board.grid.everywhere, ("near", areas, most)
        if seat not in remember(lies(g, s).hexes, near, gates.flood, everywhere, most):
            return
        if any(p.stuck(g, s, unit)):
            return
        seen: set[str] = set()
        for mode in modes(g, s, (unit,)):
            for action in self._ways(g, s, unit, mode, gates):
                gate = action["way"][-1]
                if gate not in seen:
                    seen.add(gate)
                    yield action

    def _gates(self, g: Setting, areas: Collection[str]) -> HexSet:
        """The hexes by which one leaves for some areas."""
        return g.board.set(hex for hex, area in edge(g).items() if area in areas)

    def _ways(
        self, g: Setting, s: State, unit: str, mode: str, gates: HexSet
    ) -> tuple[Action, ...]:
        """The ways to edge hexes out of which it can leave."""

        def find() -> Iterator[Action]:
            named = None if mode == NORMAL else mode
            for gate in reached.among(ends):
                path = reached.path(gate)
                if not any(self._last_step(g, s, unit, path, mode, reached.pace(gate))):
                    yield Action(self.kind, unit=unit, way=path, to=edge(g)[gate], mode=named)

        reached, seat = reach(g, s, (unit,), mode), s.place(unit)
        if reached.hexes.isdisjoint(gates):
            return ()
        ends = stops(g, s, (unit,), mode, reached.hexes & gates)
        watched = zoc(g, s, g.other[g.units[unit].side]) & ends
        free = seat in watched and g.any_of(Chapter.free_exit, s, (unit,))
        most = (g.tactical_hexes(s, (unit,)), allowance(g, s, (unit,), mode))
        key = (self.kind, unit, mode, *most, ends, watched, free)
        return remember(reached.lists, key, lambda: tuple(find()))

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """A way to an edge hex, a point more, an area that is open (22.3.1, 22.4)."""
        unit, path, to = text(action, "unit"), texts(action, "way"), text(action, "to")
        if unit not in g.units or g.units[unit].side != p.side or not path:
            yield Reason.of("22.3.1", "zb.no-unit", unit=unit)
            return
        mode = action.get("mode", NORMAL)
        no = partial(g.against, unit, hex=path[-1])
        if s.place(unit) != path[0] or path[0] not in g.board:
            yield no("22.3.1", "zb.move.wrong-start")
            return
        yield from p.stuck(g, s, unit)
        yield from g.all_of(Chapter.mode_reasons, s, (unit,), mode)
        if to not in g.board.areas or path[-1] not in g.board.areas[to].touches:
            yield no("22.3.1", "s42.exit.where")
            return
        if not may_leave_by(g, s, p.side, to):
            yield no("22.4", "s42.exit.closed")
        found, pace = judged(g, s, (unit,), path, mode)
        yield from found
        yield from self._last_step(g, s, unit, path, mode, pace)

    def _last_step(
        self, g: Setting, s: State, unit: str, path: Names, mode: str, pace: Pace
    ) -> Reasons:
        """Off the map with what the way has left, and out of no enemy ZOC just entered."""
        no = partial(g.against, unit, hex=path[-1])
        watched = path[-1] in zoc(g, s, g.other[g.units[unit].side])
        if len(path) > 1 and watched:
            yield no("6.2", "s42.exit.zoc")
        if mode == TACTICAL:
            if len(path) > g.tactical_hexes(s, (unit,)):
                yield no("5.4", "s42.exit.points")
            return
        price = pace.spent + HALF
        if watched and len(path) == 1 and not g.any_of(Chapter.free_exit, s, (unit,)):
            price += HALF * g.figure("leave-zoc")
        if price > allowance(g, s, (unit,), mode):
            yield no("22.3.1", "s42.exit.points")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        unit, to = action["unit"], action["to"]
        g.tell(course, unit, "22.3.1", "s42.exit.done", hex=to)
        s = s.instead(p.having_moved((unit,))).put(unit, to)
        way, mode = (*action["way"], to), action.get("mode", NORMAL)
        s = g.in_turn(Chapter.moved, s, Passage(p.side, (unit,), way, mode), course)
        s = s.keep(replace(records(s), exited=(*records(s).exited, unit)))
        return s.push(Arrivals(SOVIET, forced=True)) if baku_held(g, s) else s


class PassArea(Deed[Setting, State, Movement]):
    """From one entry area to another with the whole allowance (22.6.1)."""

    kind, rule = "pass-area", "22.6.1"

    def slots(self) -> Slots[Setting, State, Movement]:
        return {
            "unit": lambda g, s, p, given: (
                unit for unit in orders.mine(g, s, p.side) if s.place(unit) in g.board.areas
            ),
            "to": lambda g, s, p, given: g.board.areas,
        }

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        """In good order, along the ways between areas (22.6.2, 22.6.3, 22.6.4)."""
        unit, to = text(action, "unit"), text(action, "to")
        if unit not in g.units or g.units[unit].side != p.side:
            yield Reason.of("22.6.1", "zb.no-unit", unit=unit)
            return
        piece, here = g.units[unit], s.place(unit)
        no = partial(g.against, unit, hex=to)
        if here not in g.board.areas or to not in g.board.areas or here == to:
            yield no("22.6.1", "s42.area.where")
            return
        yield from p.stuck(g, s, unit)
        yield from first_turn_bars(g, s, unit)
        if not s.good(unit):
            yield no("22.3.1", "zb.enter.disorder")
        if s.has(unit, REPLACED):
            yield no("21.4", "s42.area.replaced")
        if piece.division == "bluecher" and here == "german-W":
            yield no("20.7", "s42.strait.only")
        if not (g.own_area(s, piece.side, here) and g.own_area(s, piece.side, to)):
            yield no("22.4", "s42.exit.closed")
        if to in closed_areas(g, s, piece.side):
            yield no("24.1.3" if letter(to) == "G" else "23.4", "s42.exit.closed")
        if not joined(piece.side, letter(here), letter(to)):
            german = piece.side == GERMAN
            yield no("22.6.2", "s42.area.west") if german else no("22.6.3", "s42.area.far")
        if transit_full(g, s, unit, to):
            yield no("22.6.4", "s42.area.full")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """There; no attack from it this turn (22.6.1)."""
        unit, to = action["unit"], action["to"]
        g.tell(course, unit, "22.6.1", "s42.area.done", hex=to)
        s = s.instead(p.having_moved((unit,))).put(unit, to)
        return s.keep(replace(records(s), passed=(*records(s).passed, unit)))


def edge_limit(g: Setting, s: State, side: str, hex: str, areas: Collection[str]) -> int:
    """The limits of the hexes that one would see beyond the edge, beside the one attacked (22.7).
    Each army headquarters lets one more unit stack in one of them (20.1.1)."""
    near = hexes.neighbours(g.board.cell(hex))
    places = sum(g.board.label_of(cell) is None for cell in near)
    heads = sum(g.units[u].kind == "soviet-hq" for area in areas for u in s.position.at(area))
    return g.figure(f"stack-{side}") * places + min(heads, places)


def area_attack_reasons(g: Setting, s: State, battle: Battle) -> Reasons:
    """Attackers in an area stack at its edge within the limits; none that just came (22.7)."""
    outside = [u for u in battle.units if s.place(u) in g.board.areas]
    if not outside or battle.hex not in g.board:
        return
    for unit in outside:
        if isinstance(s.top, Movement):
            yield g.against(unit, "8.6.1", "s42.attack.area-auto")
        if unit in records(s).passed:
            yield g.against(unit, "22.6.1", "s42.attack.passed")
    limit = edge_limit(g, s, battle.side, battle.hex, {s.place(u) for u in outside})
    if len(counted(g, s, outside)) > limit:
        yield Reason.of("22.7", "s42.attack.edge", units=tuple(outside), most=limit)


def entry_price(g: Setting, s: State, unit: str, hex: str) -> int:
    """Half points for the first hex: its ground, or its road (22.1.2, 22.3.1). The way out is open
    to an advance as well (22.3.1)."""
    roads = edge_roads(g, s, hex)
    if roads and g.units[unit].mechanized:
        return min(g.road_price(s, unit, kind) for kind in roads)
    return max(0, hex_price(g, s, g.units[unit], hex))


def roadless(g: Setting, s: State, unit: str) -> HexSet:
    """The hexes of the edge without a road that are closed to units of a kind (2.2.3)."""

    def find() -> HexSet:
        closed = (hex for hex in edge(g) if barred_hex(g, s, piece, hex))
        return g.board.set(hex for hex in closed if not edge_roads(g, s, hex))

    piece = g.units[unit]
    return remember(lies(g, s).hexes, ("roadless", column(g, s, piece)), find)


def left_over(g: Setting, s: State, unit: str, first: str, mode: str) -> int:
    """What the first hex leaves: hexes of a tactical move, half points of another (5.4, 22.1.2)."""
    if mode == TACTICAL:
        return g.tactical_hexes(s, (unit,)) - 1
    return allowance(g, s, (unit,), mode) - entry_price(g, s, unit, first)


def first_crossing(g: Setting, s: State, unit: str, path: Names) -> Reasons:
    """A unit from off the map did not begin beside the river it comes to (5.5.2)."""
    here, way = path[0], path[1]
    if way not in g.board.neighbours(here) or bridged(g, s, here, way):
        return
    kind = river(g, here, way)
    why = g.crossing(s, unit, Crossing((unit,), NORMAL, 1, here, way, kind)) if kind else None
    if why is not None:
        rule, key = why
        yield g.against(unit, rule, key, here=here, there=way)


def first_hex_reasons(
    g: Setting, s: State, unit: str, hex: str, mode: str, onward: bool
) -> Reasons:
    """What enemies forbid who comes in by a first hex, perhaps to go on (5.3, 22.3.2)."""
    foe = g.other[g.units[unit].side]
    if mode == EXTENDED and hex in touched(g, s, foe):
        yield g.against(unit, "5.3", "zb.move.extended-near", hex=hex)
    if onward and hex in zoc(g, s, foe):
        yield g.against(unit, "6.2", "s42.enter.zoc", hex=hex)


def onward_reasons(g: Setting, s: State, unit: str, path: Names, mode: str, spent: int) -> Reasons:
    """What forbids a way beyond its first hex, which is paid for too (5.4, 22.1.2)."""
    first, left = path[0], left_over(g, s, unit, path[0], mode)
    if mode == TACTICAL and len(path) - 1 > left:
        yield g.against(unit, "5.4", "zb.move.two-hexes", hex=first, most=left + 1)
    elif mode != TACTICAL and spent > left:
        yield g.against(unit, "22.1.2", "s42.enter.points", hex=first)
    yield from first_crossing(g, come_to(g, s, unit, first), unit, path)


class ComesOn(Phase):
    """A unit comes on, and goes on hex by hex past routed units that give way (13.3.2, 22.1.2)."""

    passage: Passage

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """The first hex is paid for and counts (18.2.2); the rest of the way is a trek."""
        _, (unit,), (area, gate, *_), _ = self.passage
        begun = g.trek.begun(self.passage._replace(path=self.passage.hexes))
        pace = Pace(gate, entry_price(g, s, unit, gate), 1)
        s = s.instead(replace(begun, pace=pace, walked=(area, gate))).put(unit, gate)
        return g.after_step(s, self.passage._replace(path=(area, gate)), course)


@enforces("22.2")
def own_area(g: Setting, s: State, side: str, place: str) -> bool:
    """Its side's (22.2), but not K in winter (23.4), nor G with Germans in it (24.1.3)."""
    if not orders.own_area(g, s, side, place):
        return False
    if letter(place) not in "GK":
        return True
    return not (winter(s) if letter(place) == "K" else baku_held(g, s))


def waylaid(g: Setting, s: State, passage: Passage) -> Phase | None:
    """Routed units give way before the unit has come to where it goes (13.3.2)."""
    return ComesOn(passage) if len(passage.hexes) > 1 and presses(g, s, passage) else None


class Coming(NamedTuple):
    """A unit, its first hex, and the state with it there."""

    unit: str
    hex: str
    state: State


def come_to(g: Setting, s: State, unit: str, hex: str) -> State:
    """A unit in its first hex; of several asked for one after another the last is remembered."""
    last = s.facts.get(Coming)
    if not isinstance(last, Coming) or last[:2] != (unit, hex):
        last = s.facts[Coming] = Coming(unit, hex, moved(g, s, (unit,), hex))
    return last.state


class AreaChapter(Chapter[Setting]):
    """How units come in, and what an advance out of an area meets."""

    movement_deeds = (Exit(), PassArea())

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        """Into a first hex as into any other: none that is closed off the road (22.1.2, 2.2.3)."""
        if hex in g.board:
            yield from g.all_of(Chapter.edge_ground, s, unit, hex)

    def edge_ground(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        """The same for an advance out of an area (14.5, 2.2.3)."""
        if unarmed(g, s, (unit,), hex):
            yield no_way_in(g, (unit,), hex)
        if barred_hex(g, s, g.units[unit], hex) and not edge_roads(g, s, hex):
            name, terrain = g.units[unit].name, g.board.terrain(hex)
            told = {"unit": name, "hex": hex, "terrain": terrain}
            yield Reason.of("2.2.3", "zb.move.barred-hex", hexes=(hex,), units=(unit,), **told)

    def enters_at(self, g: Setting, s: State, unit: str) -> HexSet:
        """Where no road leads into ground that is closed to it; for who does not fight, enemies."""
        found = roadless(g, s, unit)
        return found if g.units[unit].combat else found | enemies(g, s, g.units[unit].side)

    def entry_way_reasons(
        self, g: Setting, s: State, unit: str, path: Names, mode: str, pause: bool = False
    ) -> Reasons:
        """The first hex is paid for, and an enemy ZOC there stops (22.1.2, 22.3.2); it counts for
        extended (5.3) and tactical movement (5.4) too. One hex alone is never too far."""
        onward = len(path) > 1
        if onward or mode != NORMAL:
            yield from g.all_of(Chapter.mode_reasons, s, (unit,), mode)
            yield from first_hex_reasons(g, s, unit, path[0], mode, onward)
        if onward:
            there = come_to(g, s, unit, path[0])
            _, pace = judged(g, there, (unit,), path, mode, ends=False)
            yield from onward_reasons(g, s, unit, path, mode, pace.spent)

    def entry_ways(self, g: Setting, s: State, unit: str, every: bool) -> Iterator[Action]:
        """With what the first hex leaves, past no enemy ZOC (22.3.2); unless asked for a unit, by
        the roads only and in plain movement (22.1.2)."""
        seen: set[str] = set()
        for mode in modes(g, s, (unit,)):
            for gate in orders.gates(g, s, unit):
                asked = every or (mode == NORMAL and edge_roads(g, s, gate))
                if not asked or any(first_hex_reasons(g, s, unit, gate, mode, True)):
                    continue
                for action in self._beyond(g, s, unit, gate, mode):
                    goal = action["path"][-1]
                    if goal not in seen:
                        seen.add(goal)
                        yield action

    def _beyond(self, g: Setting, s: State, unit: str, gate: str, mode: str) -> tuple[Action, ...]:
        """Every way beyond a first hex that `onward_reasons` allow."""
        there, left = come_to(g, s, unit, gate), left_over(g, s, unit, gate, mode)
        reached = reach(g, there, (unit,), mode)
        near = [hex for hex in g.board.neighbours(gate) if hex in reached.hexes]
        wet = frozenset(h for h in near if any(first_crossing(g, there, unit, (gate, h))))

        def find() -> Iterator[Action]:
            named = None if mode == NORMAL else mode
            for goal in reached:
                pace, path = reached.pace(goal), reached.path(goal)
                far = pace.hexes if mode == TACTICAL else pace.spent
                if goal != gate and path[1] not in wet and far <= left:
                    yield Action(ENTER.kind, unit=unit, path=path, mode=named)

        return remember(reached.lists, (unit, mode, left, wet), lambda: tuple(find()))
