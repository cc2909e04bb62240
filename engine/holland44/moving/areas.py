"""Chapter 19, 23.4 and 23.5: reinforcements, entry areas, corps boundaries."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.hexset import HexSet
from engine.holland44.moving.march import March, depart, into_area, leaving_mode, too_early, way_out
from engine.holland44.moving.movement import off_road_barred
from engine.holland44.setting import COMING, GERMAN, HANDED_OVER, SECTOR, Setting, letter, records
from engine.values import Action, Names, replace, text, texts
from engine.verdict import Course, Decision, Reason, enforces
from engine.zocbond.battle.battle import Battle
from engine.zocbond.battle.losses import destroy
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.choice import Choice, Way
from engine.zocbond.board.ground import HALF, water
from engine.zocbond.board.reaching import Reached, passes, reach
from engine.zocbond.board.state import AUTO_DS, DISRUPTED, ROUTED, Passage, State, lasting
from engine.zocbond.board.walking import EXTENDED, NORMAL, TACTICAL, Pace, allowance, modes, stuck
from engine.zocbond.board.zones import counted
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import ENTER, Movement

LAST_BOUND = 6
"""The last turn in which boundaries count (23.4)."""


@lasting
def own_areas(g: Setting, s: State, side: str) -> tuple[str, ...]:
    """The friendly entry areas."""
    return tuple(area for area in g.board.areas if g.own_area(s, side, area))


def next_areas(g: Setting, s: State, side: str, area: str) -> list[str]:
    """The friendly entry areas that meet an area; a gap between them parts them (19.6)."""
    return [other for other in g.meeting[area] if g.own_area(s, side, other)]


class Arrivals(Phase):
    """Before a movement phase reinforcements go to their entry areas (19.1, 23.5)."""

    side: str

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Whoever is due; for units of the 406th Division the die says until turn 4 (23.5)."""
        s = s.pop()
        for unit in s.position.at(COMING):
            piece = g.units[unit]
            if piece.side != self.side:
                continue
            if unit in g.uncertain:
                if s.turn < 4 and course.chance.roll("406th division") > 2:
                    continue
                rule = "23.5"
            elif g.schedule.get(unit, 1) > s.turn:
                continue
            else:
                rule = "19.1"
            area = piece.area
            g.tell(course, unit, rule, "h44.arrived", area=letter(area))
            s = s.put(unit, area)
        return s


class HandOver(Choice[Setting]):
    """Turn 7: German units leave areas A and L for a neighbouring area of theirs (19.2.2)."""

    kind, rule = "pass-area", "19.2.2"

    def first(self, g: Setting, s: State) -> str | None:
        """One who is still in one of them."""
        over = (area for area in g.board.areas if letter(area) in HANDED_OVER)
        left = (unit for area in over for unit in s.position.at(area))
        return next((unit for unit in left if g.units[unit].side == GERMAN), None)

    def ways(self, g: Setting, s: State) -> list[Action]:
        unit = self.first(g, s)
        areas = next_areas(g, s, GERMAN, s.place(unit)) if unit else ()
        return [Action(self.kind, unit=unit, area=area) for area in areas]

    def decision(self, g: Setting, s: State) -> Decision | None:
        ways = self.ways(g, s)
        if len(ways) < 2:
            return None
        return Decision.of(GERMAN, "h44.hand-over", "19.2.2", unit=g.unit_name(ways[0]["unit"]))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """No area at all is the end of the unit."""
        unit = self.first(g, s)
        if unit and not self.ways(g, s):
            return destroy(g, s, unit, course, "19.2.2")
        return super().proceed(g, s, course)

    def refusal(self, g: Setting, s: State, action: Action) -> Reason:
        unit, area = text(action, "unit"), text(action, "area")
        return Reason.of("19.2.2", "h44.area.not-next", unit=unit, area=letter(area))

    def take(self, g: Setting, s: State, way: Action, course: Course) -> State:
        """Into an area, in one disorder more."""
        moved = (way["unit"],)
        mark = DISRUPTED if s.good(way["unit"]) else ROUTED
        s = into_area(g, s, moved, way["area"], "19.2.2", course)
        return s.unmark(moved, DISRUPTED, ROUTED).mark(moved, mark)


def _leavers(action: Action) -> tuple[str, ...]:
    """The unit, with those of its stack that go along."""
    return (text(action, "unit"), *texts(action, "mates"))


class PassArea(Deed[Setting, State, Movement]):
    """From an entry area to the next, or off the map into one (19.3.1, 19.6)."""

    kind, rule, sure = "pass-area", "19.6", True

    def slots(self) -> Slots[Setting, State, Movement]:
        """Units in areas, units that come to the edge; of a stack all that can move (8.1)."""
        return {
            "unit": lambda g, s, p, given: (
                unit
                for unit in orders.mine(g, s, p.side)
                if unit not in p.moved
                and (s.place(unit) in g.board.areas or s.place(unit) in g.board)
            ),
            "way": lambda g, s, p, given: self._ways(g, s, p, given["unit"]),
            "mates": lambda g, s, p, given: (None, *self._mates(g, s, p, given)),
        }

    def hexes(self, g: Setting, s: State, p: Movement, action: Action) -> tuple[str, ...]:
        return ()

    def _ways(self, g: Setting, s: State, p: Movement, unit: str) -> Iterator[Way]:
        """To the next areas; or the cheapest way off the map into each area in reach (19.3.1)."""
        seat = s.place(unit)
        if seat in g.board.areas:
            for area in next_areas(g, s, p.side, seat):
                if not any(self._unit_reasons(g, s, p, unit, area)):
                    yield {"area": area}
            return
        if not g.units[unit].combat or any(self._unit_reasons(g, s, p, unit, "")):
            return
        free = modes(g, s, (unit,))
        usual = NORMAL if NORMAL in free else TACTICAL
        tried = [m for m in dict.fromkeys((usual, TACTICAL, EXTENDED)) if m in free]
        stride = min(HALF, g.road_price(s, unit, "road"))
        far = max((2, *(allowance(g, s, (unit,), mode) // stride for mode in tried)))
        if g.from_edge.get(seat, far) > far:
            return
        found = ((mode, reach(g, s, (unit,), mode)) for mode in tried)
        ends = [(m, hex, reached) for m, reached in found for hex in reached.among(g.edge)]
        for area in own_areas(g, s, p.side) if ends else ():
            ways = (
                {
                    "area": area,
                    "path": path if len(path := reached.path(hex)) > 1 else None,
                    "mode": None if mode == usual else mode,
                }
                for mode, hex, reached in ends
                if area in g.board.gates[hex] and self._leaves(g, s, unit, area, reached, hex, mode)
            )
            yield from itertools.islice(ways, 1)

    @staticmethod
    def _leaves(
        g: Setting, s: State, unit: str, area: str, reached: Reached, hex: str, mode: str
    ) -> bool:
        """Whether a unit can go off the map from a hex it has come to."""
        if river_edge(g, hex, area) and mode != TACTICAL:
            return not any(way_out(g, s, (unit,), area, reached.path(hex), mode))
        early = any(too_early(g, s, unit, area))
        return not early and passes(g, s, (unit,), mode, reached.pace(hex), area)

    def _mates(self, g: Setting, s: State, p: Movement, given: Action) -> Iterator[tuple[str, ...]]:
        """The others of a stack, under the name of its first."""
        seat = s.place(given["unit"])
        here = s.position.at(seat) if seat in g.board else ()
        if len(here) < 2:
            return
        ready = [u for u in orders.mine(g, s, p.side) if u in here and not any(p.stuck(g, s, u))]
        if len(ready) > 1 and ready[0] == given["unit"]:
            mates = tuple(ready[1:])
            if not any(self.reasons(g, s, p, given.replaced(mates=mates))):
                yield mates

    def reasons(self, g: Setting, s: State, p: Movement, action: Action) -> Reasons:
        area, units = text(action, "area"), _leavers(action)
        for unit in units:
            if unit not in g.units or g.units[unit].side != p.side:
                yield Reason.of("19.6", "zb.no-unit", unit=unit)
                return
        seat = s.place(units[0])
        if any(s.place(unit) != seat for unit in units):
            yield Reason.of("8.1", "zb.move.wrong-start", units=units)
            return
        for unit in units:
            yield from self._unit_reasons(g, s, p, unit, area)
        if seat in g.board.areas:
            return
        if seat not in g.board:
            yield Reason.of("19.6", "zb.no-unit", unit=units[0])
            return
        path, mode = texts(action, "path") or (seat,), text(action, "mode")
        if path[0] != seat:
            yield Reason.of("8.1", "zb.move.wrong-start", units=units)
            return
        yield from g.all_of(Chapter.mode_reasons, s, units, mode) if mode else ()
        yield from way_out(g, s, units, area, path, mode)

    def _unit_reasons(self, g: Setting, s: State, p: Movement, unit: str, area: str) -> Reasons:
        """What keeps one unit where it is, whichever way it would go."""
        seat = s.place(unit)
        if unit in p.moved:
            yield g.against(unit, "8.1", "zb.move.again")
        if seat in g.board.areas:
            if not s.good(unit):
                yield g.against(unit, "19.3.1", "zb.enter.disorder")
            if area not in next_areas(g, s, p.side, seat):
                yield g.against(unit, "19.6", "h44.area.not-next", area=letter(area))
            else:
                yield from g.all_of(Chapter.step_bars, s, (unit,), seat, area)
            yield from too_early(g, s, unit, area)
        elif seat in g.board:
            yield from stuck(g, s, unit)
            if s.has(unit, AUTO_DS):
                yield g.against(unit, "8.7", "zb.move.auto-ds")

    def apply(self, g: Setting, s: State, p: Movement, action: Action, course: Course) -> State:
        """The units are in the area until their next movement p (19.3.1). Who came from another
        area does not attack in this turn (19.6); who comes along a way on the map meets what waits
        there (5.4, 25.3.1)."""
        area, units, seat = action["area"], _leavers(action), s.place(action["unit"])
        s = g.in_turn(Chapter.sets_out, s, units).instead(p.having_moved(units))
        if seat in g.board.areas:
            s = into_area(g, s, units, area, "19.6", course)
            return s.keep(replace(records(s), passed=(*records(s).passed, *units)))
        path = texts(action, "path") or (seat,)
        mode = leaving_mode(g, s, units, area, path[-1], text(action, "mode"))
        if len(path) > 1:
            return s.push(March(p.side, units, mode, Pace(seat), path[1:], (seat,), exit=area))
        return depart(g, s, Passage(p.side, units, (*path, area), mode), course)


def river_edge(g: Setting, hex: str, area: str) -> bool:
    """Whether a large river runs between a hex and an area (19.3.2)."""
    return water(g, hex, area) == "large-river"


def edge_reasons(g: Setting, s: State, battle: Battle) -> Reasons:
    """Those who attack out of an area stack at its edge like in any hex (19.4, 19.7). They attack
    over no large river, for there is no bridge (9.5.1)."""
    for area in dict.fromkeys(s.place(unit) for unit in battle.units):
        if area not in g.board.areas:
            continue
        here = tuple(unit for unit in battle.units if s.place(unit) == area)
        if len(counted(g, s, here)) > g.edge_limit(s, battle.side, battle.hex, (area,)):
            yield Reason.of("19.7", "h44.area.crowd", units=here, area=letter(area))
        if river_edge(g, battle.hex, area):
            key, hex = "h44.area.river-attack", battle.hex
            yield Reason.of("9.5.1", key, units=here, hexes=(hex,), hex=hex)


def binding_corps(g: Setting, s: State, unit: str) -> str:
    """The corps whose sector binds a unit; a detachment is of its parent's (23.4)."""
    unit = records(s).parents.get(unit, unit)
    piece = g.units[unit]
    own = piece.formation.removesuffix("C") if piece.corps else ""
    return g.corps_of.get(unit, own if own in g.sectors else "")


def in_sector(g: Setting, corps: str, place: str) -> bool:
    """Whether a hex lies in the sector of a corps, a hex beyond it, or north of all (23.4). An area
    lies where the hexes do that it touches."""
    if place in g.board.areas:
        return any(in_sector(g, corps, hex) for hex in g.board.areas[place].touches)
    hex = place
    own = g.board.tagged(f"{SECTOR}{corps}")
    if hex in own or not any(hex in g.board.tagged(f"{SECTOR}{c}") for c in g.sectors):
        return True
    return any(near in own for near in g.board.neighbours(hex))


@enforces("18.3.1")
def area_gates(g: Setting, area: str) -> frozenset[str]:
    """No line goes over a large river into an area, nor by the ferry there (18.3.1, 19.3.2)."""
    touching = orders.area_gates(g, area)
    return frozenset(hex for hex in touching if not river_edge(g, hex, area))


def advances_off(g: Setting, s: State, unit: str, here: str, there: str) -> bool:
    """An advance may end in a friendly area, not over a large river or a boundary (19.3.1,
    19.3.2, 23.4)."""
    if river_edge(g, here, there) or any(g.all_of(Chapter.step_bars, s, (unit,), here, there)):
        return False
    return orders.advances_off(g, s, unit, here, there)


class AreaChapter(Chapter[Setting]):
    """Entry areas, attacks out of them (19.7), retreats into them (19.5), corps boundaries."""

    movement_deeds = (PassArea(),)

    def enters_beside(self, g: Setting, s: State, p: Movement, unit: str) -> Names:
        """Two units of an area come in as one (8.1, 19.1)."""
        here = (u for u in s.position.at(s.place(unit)) if g.units[u].side == p.side)
        pair = tuple(u for u in here if u not in p.moved and s.good(u))[:2]
        return pair[1:] if pair[:1] == (unit,) else ()

    def bars_into(self, g: Setting, s: State, units: Names) -> HexSet:
        return g.board.grid.none

    def closed_to(self, g: Setting, s: State, units: Names) -> HexSet:
        """Beyond the hexes along the boundary of a corps."""
        found = g.board.grid.none
        for unit in units if g.sectors and s.turn <= LAST_BOUND else ():
            if corps := binding_corps(g, s, unit):
                found |= g.foreign[corps]
        return found

    def step_bars(self, g: Setting, s: State, units: Names, here: str, there: str) -> Reasons:
        """British units of a corps go one hex beyond its boundary, until turn 6 (23.4)."""
        hexes, name = ((there,), there) if there in g.board else ((), letter(there))
        for unit in units if g.sectors and s.turn <= LAST_BOUND else ():
            corps = binding_corps(g, s, unit)
            if corps and not in_sector(g, corps, there):
                key = "h44.corps.boundary"
                yield g.against(unit, "23.4", key, hexes, corps=corps, hex=name)

    def edge_ground(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        """Out of an area an advance goes where a move could (15.6, 19.7, 23.4)."""
        area = s.place(unit)
        yield from g.all_of(Chapter.step_bars, s, (unit,), area, hex)
        if off_road_barred(g, s, unit, area, hex):
            key = "h44.advance.road-only"
            yield g.against(unit, "15.6", key, (hex,), hex=hex)

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        """By a hex of its area, in good order (19.1, 19.3.1)."""
        return orders.gate_reasons(g, s, unit, hex)

    def entry_ways(self, g: Setting, s: State, unit: str, every: bool) -> Iterator[Action]:
        """Tactically, where there is no other way in (6.4.2)."""
        for gate in orders.gates(g, s, unit):
            plain, careful = (
                g.way_in(s, (unit,), (gate,), mode, False) for mode in (NORMAL, TACTICAL)
            )
            if any(plain) and not any(careful):
                yield Action(ENTER.kind, unit=unit, path=(gate,), mode=TACTICAL)

    def enters_together(self, g: Setting, s: State, units: Names, hex: str) -> bool:
        """Units of an area may come in as a group (8.1, 19.1)."""
        return True
