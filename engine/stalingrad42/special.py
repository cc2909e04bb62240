"""Chapters 16, 19, 20 and 24 where they touch what the family shares: ports, sleepers, stores."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.agenda import Phase
from engine.game import Course
from engine.rulebook import enforces
from engine.stalingrad42 import remnants
from engine.stalingrad42.air import leave_group
from engine.stalingrad42.areas import ComesOn, entry_price, first_crossing
from engine.stalingrad42.calendar import winter
from engine.stalingrad42.forts import overrun
from engine.stalingrad42.maskirovka import shelters
from engine.stalingrad42.movement import crowd, no_way_in
from engine.stalingrad42.places import letter
from engine.stalingrad42.railway import push_back
from engine.stalingrad42.setting import Setting
from engine.stalingrad42.stores import STORE, lose_store, off_the_map, run_over, unarmed
from engine.stalingrad42.supply import supply_ports
from engine.stalingrad42.victory import baku_held, climb, note_exits, road_to_g
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond import orders
from engine.zocbond.battle import Battle, everyone
from engine.zocbond.chapter import Chapter
from engine.zocbond.ground import barred_hex, edge_roads
from engine.zocbond.losses import alive, destroyed
from engine.zocbond.press import presses
from engine.zocbond.reaching import gone, reach
from engine.zocbond.results import Result
from engine.zocbond.retreat import ways
from engine.zocbond.state import RETREATED, State
from engine.zocbond.supply import supplied_at
from engine.zocbond.walking import (
    EXTENDED,
    MODES,
    NORMAL,
    TACTICAL,
    allowance,
    touched,
    walk,
)
from engine.zocbond.zones import combat_units, moved, zoc

GERMAN, SOVIET = "german", "soviet"
CITIES = ("large-city", "small-city")
WAKE_RANGE = 5


def wake_south(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], course: Course
) -> State:
    """The armies south of Rostov wake when a German crosses the Don or nears Stalingrad
    (20.6)."""
    if not s.tracks.get("asleep") or not any(g.units[u].combat for u in units):
        return s
    goal, board = g.board.tagged("stalingrad"), g.board
    near = any(board.distance(a, b) <= WAKE_RANGE for a in path if a in board for b in goal)
    if near or set(path) & board.tagged("beyond-don"):
        course.tell("20.6", "s42.woken", units=tuple(units))
        return s.track(asleep=())
    return s


def forsaken(g: Setting, s: State, side: str, course: Course) -> State:
    """Where no defender of the hex survived, non-combat units but supply points are removed
    (19.3)."""
    found = [getattr(phase, "battle", None) for phase in reversed(s.agenda)]
    battle = next((b for b in found if isinstance(b, Battle)), None)
    if battle is None or battle.side == side or combat_units(g, s, side, battle.hex):
        return s
    if any(alive(g, s, u) for u in s.tracks.get("stood", ())):
        return s
    for other in s.position.at(battle.hex):
        piece = g.units[other]
        fighters = piece.combat or shelters(g, s, other)
        if piece.side == side and not fighters and piece.kind != STORE:
            s = lose_store(g, s, other, course, "19.3")
    return s


def come_to(g: Setting, s: State, unit: str, hex: str) -> State:
    """A unit in its first hex; of several asked for one after another the last is remembered."""
    last: tuple[str, str, State] | None = s.cache.get("come to")
    if last is None or last[:2] != (unit, hex):
        last = s.cache["come to"] = (unit, hex, moved(g, s, (unit,), hex))
    return last[2]


class SpecialRules(Setting):
    """Ports, areas, non-combat units, sleepers, remnants."""

    _controls: frozenset[str] | None = None

    # ---------------------------------------------------------------- areas and sources
    @enforces("22.2")
    def own_area(self, s: State, side: str, place: str) -> bool:
        """Its side's (22.2), but not K in winter (23.4), nor G with Germans in it (24.1.3)."""
        if not super().own_area(s, side, place):
            return False
        if letter(place) not in "GK":
            return True
        return not (winter(s) if letter(place) == "K" else baku_held(self, s))

    @enforces("16.2.1")
    def sources(self, s: State, side: str) -> frozenset[str]:
        """Own areas, or what a scenario leaves of them (S2.2), and ports of a sea that the side
        controls (16.2.1, 16.2.3 to 16.2.5)."""
        plain = super().sources(s, side)
        if side == GERMAN and self.special.supply:
            plain = frozenset(self.special.supply)
        return plain | supply_ports(self, s, side, plain)

    def controls(self) -> frozenset[str]:
        """Cities and victory hexes (16.3.4), and the ports that supply or take in units."""
        if self._controls is None:
            plain = super().controls()
            tags = ("taman", "temryuk", "black-sea", "azov-sea", "volunteers", "rostov")
            self._controls = plain.union(self.worth, *(self.board.tagged(tag) for tag in tags))
        return self._controls

    def first_control(self) -> dict[str, str]:
        """Who controls what when a scenario begins and its file does not say: who stands there,
        and in cities west of the start line the German (16.3.4)."""
        west = self.board.tagged("west")
        found = {h: GERMAN for h in west if self.board.terrain(h) in CITIES}
        for unit, place in self.scenario.where.items():
            if self.units[unit].combat and place in self.controls():
                found[place] = self.units[unit].side
        return {**found, **self._control}

    def in_supply(self, s: State, unit: str) -> bool:
        """Germans in area G need a road behind them (24.1.2)."""
        seat = s.place(unit)
        if self.units[unit].side == GERMAN and seat in self.board.areas and letter(seat) == "G":
            return road_to_g(self, s)
        return super().in_supply(s, unit)

    def desperate(self, s: State, battle: Battle, result: Result, units: Sequence[str]) -> bool:
        """Retreat is the end of them, or gives up the port that supplies them (11.5.1)."""
        if super().desperate(s, battle, result, units):
            return True
        foe, here = self.other[battle.side], battle.hex
        plain = super().sources(s, foe)
        if here not in supply_ports(self, s, foe, plain) or not units:
            return False
        lost = replace(s, control={**s.control, here: battle.side})
        return not any(
            supplied_at(self, lost, unit, way.path[-1])
            for unit in units
            for way in ways(self, s, unit, result.retreat, result.most)
        )

    # ---------------------------------------------------------------- on and off the map
    def waylaid(
        self, s: State, units: Sequence[str], path: Sequence[str], mode: str
    ) -> Phase | None:
        """Routed units give way before the unit has come to where it goes (13.3.2)."""
        side, way = self.units[units[0]].side, (s.place(units[0]), *path)
        if len(path) > 1 and presses(self, s, side, units, way):
            return ComesOn(units[0], tuple(path), mode)
        return super().waylaid(s, units, path, mode)

    # ---------------------------------------------------------------- stacking
    @enforces("12.1.4")
    def excess(self, s: State, side: str, hex: str) -> int:
        """What the end of a phase takes: who slipped away in it may stand over the limit until the
        next movement phase is over (12.1.4, 27.2.3)."""
        away = [u for u in combat_units(self, s, side, hex) if s.has(u, RETREATED)]
        for unit in away:
            s = s.put(unit, destroyed(side))
        return crowd(self, s, side, hex)

    # ---------------------------------------------------------------- what entering a hex does
    def entered(
        self,
        s: State,
        units: Sequence[str],
        area: str,
        path: Sequence[str],
        mode: str,
        course: Course,
    ) -> State:
        """Coming in is moving, the first hex counted too (18.2.2)."""
        s = self.in_turn(Chapter.moved, s, units, (area, *path), mode, course)
        return super().entered(s, units, area, path, mode, course)

    # ---------------------------------------------------------------- losses and retreats
    def disorder(self, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
        """Aircraft leave a group that retreats (9.3.7 air defence)."""
        s = leave_group(s, unit)
        return super().disorder(s, unit, gone, routs, course)


class SpecialChapter(Chapter[Setting]):
    """Ports, areas, non-combat units, sleepers, remnants."""

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """Into a first hex as into any other: none that is closed off the road (22.1.2, 2.2.3)."""
        if hex in g.board:
            yield from g.all_of(Chapter.edge_ground, s, unit, hex)

    def entry_way_reasons(
        self, g: Setting, s: State, unit: str, path: Sequence[str], mode: str, pause: bool = False
    ) -> Iterator[Reason]:
        """The first hex is paid for, and an enemy ZOC there stops (22.1.2, 22.3.2); it counts for
        extended (5.3) and tactical movement (5.4) too. One hex alone is never too far."""
        piece, first = g.units[unit], path[0]

        def no(rule: str, key: str) -> Reason:
            return Reason.of(rule, key, units=(unit,), unit=piece.name, hex=first)

        if len(path) < 2 and mode == NORMAL:
            return
        yield from g.all_of(Chapter.mode_reasons, s, (unit,), mode)
        foe = g.other[piece.side]
        if mode == EXTENDED and first in touched(g, s, foe):
            yield no("5.3", "zb.move.extended-near")
        if len(path) < 2:
            return
        if first in zoc(g, s, foe):
            yield no("6.2", "s42.enter.zoc")
        there = come_to(g, s, unit, first)
        pace = gone(g, there, (unit,), path, mode) or walk(g, there, (unit,), path, mode).pace
        have = allowance(g, s, (unit,), mode)
        name, most = piece.name, g.tactical_hexes(s, (unit,))
        if mode == TACTICAL and len(path) > most:
            key = "zb.move.two-hexes"
            yield Reason.of("5.4", key, units=(unit,), unit=name, hex=first, most=most)
        elif mode != TACTICAL and pace.spent + entry_price(g, s, unit, first) > have:
            yield no("22.1.2", "s42.enter.points")
        yield from first_crossing(g, there, unit, path)

    def entry_ways(
        self, g: Setting, s: State, unit: str, every: bool
    ) -> Iterator[tuple[Sequence[str], str]]:
        """With what the first hex leaves; unless asked for a unit, by the roads only and in plain
        movement (22.1.2)."""
        area = s.place(unit)
        if area not in g.board.areas:
            return
        seen: set[str] = set()
        for mode in MODES if every else (NORMAL,):
            if any(g.all_of(Chapter.mode_reasons, s, (unit,), mode)):
                continue
            for gate in g.board.areas[area].touches:
                asked = every or edge_roads(g, s, gate)
                if not asked or any(g.all_of(Chapter.entry_reasons, s, unit, gate)):
                    continue
                there = come_to(g, s, unit, gate)
                reached = reach(g, there, (unit,), mode)
                for goal in reached:
                    if goal in seen or goal == gate:
                        continue
                    path = reached.path(goal)
                    if not any(g.all_of(Chapter.entry_way_reasons, s, unit, path, mode)):
                        seen.add(goal)
                        yield path, mode

    def arrived(
        self,
        g: Setting,
        s: State,
        side: str,
        units: Sequence[str],
        path: Sequence[str],
        course: Course,
    ) -> State:
        """Markers and lone stores give way, sleepers wake (20.4, 20.6), railheads go back."""
        s = overrun(g, s, side, path, course)
        if any(g.units[u].combat for u in units):
            s = run_over(g, s, side, path, course)
        if side == GERMAN:
            s = climb(g, s, units, path, course)
            s = orders.rouse(g, wake_south(g, s, units, path, course), units, path)
        elif s.tracks.get("railheads"):
            s = push_back(g, s, course)
        return s

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Five divisions that left for Baku (24.1.2)."""
        return note_exits(g, s, course) if side == GERMAN else s

    def edge_ground(self, g: Setting, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """The same for an advance out of an area (14.5, 2.2.3)."""
        if unarmed(g, s, (unit,), hex):
            yield no_way_in(g, (unit,), hex)
        if barred_hex(g, s, g.units[unit], hex) and not edge_roads(g, s, hex):
            name, terrain = g.units[unit].name, g.board.terrain(hex)
            told = {"unit": name, "hex": hex, "terrain": terrain}
            yield Reason.of("2.2.3", "zb.move.barred-hex", hexes=(hex,), units=(unit,), **told)

    def end_combat(self, g: Setting, s: State, side: str, course: Course) -> State:
        """Railheads that German retreats have bared (17.3.1)."""
        s = s.track(**{"air-defence": None, "air-shifted": None, "riders": {}, "auto-riders": {}})
        s = s.track(struck=(), stood=())
        if side == SOVIET and s.tracks.get("railheads"):
            s = push_back(g, s, course)
        return s

    def before_fight(self, g: Setting, s: State, battle: Battle, course: Course) -> State:
        """Who stood in the hex: those that live on went away (19.3)."""
        return s.track(stood=everyone(g, s, battle))

    def after_loss(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """A second loss of three leaves a remnant, or nothing (10.4.1)."""
        return remnants.weakened(g, s, unit)

    def after_destruction(self, g: Setting, s: State, unit: str, course: Course) -> State:
        """Remnants are gone for good; aircraft fly home; others do not outlive their escort."""
        if not g.units[unit].combat:
            return off_the_map(g, replace(s, lost={**s.lost, unit: 0}), unit)
        s = remnants.perished(g, s, unit)
        s = leave_group(s, unit)
        return forsaken(g, s, g.units[unit].side, course)

    def withdrawn(
        self, g: Setting, s: State, unit: str, path: Sequence[str], course: Course
    ) -> State:
        """Who retreats through a hex controls it as well (16.3.4), and takes markers and lone
        stores off it (9.7.5, 19.2)."""
        side = g.units[unit].side
        s = overrun(g, g.take(s, side, (unit,), path, course), side, path, course)
        if g.units[unit].combat:
            s = run_over(g, s, side, path, course)
        return s

    def stays_behind(self, g: Setting, s: State, unit: str) -> bool:
        """Supply points never retreat (18.6.6)."""
        return g.units[unit].kind == STORE
