"""Chapter 22: entry areas: whose they are, and how units come onto the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.agenda import Phase
from engine.game import Course
from engine.rulebook import enforces
from engine.stalingrad42.board.calendar import winter
from engine.stalingrad42.board.entry_areas import letter
from engine.stalingrad42.board.supply_points import unarmed
from engine.stalingrad42.board.victory import baku_held
from engine.stalingrad42.moving.areas import ComesOn, entry_price, first_crossing
from engine.stalingrad42.moving.movement import no_way_in
from engine.stalingrad42.setting import Setting
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import barred_hex, edge_roads
from engine.zocbond.board.reaching import gone, reach
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import (
    EXTENDED,
    MODES,
    NORMAL,
    TACTICAL,
    allowance,
    touched,
    walk,
)
from engine.zocbond.board.zones import moved, zoc
from engine.zocbond.moving import edges
from engine.zocbond.moving.routed import presses


@enforces("22.2")
def own_area(g: Setting, s: State, side: str, place: str) -> bool:
    """Its side's (22.2), but not K in winter (23.4), nor G with Germans in it (24.1.3)."""
    if not edges.own_area(g, s, side, place):
        return False
    if letter(place) not in "GK":
        return True
    return not (winter(s) if letter(place) == "K" else baku_held(g, s))


def waylaid(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], mode: str
) -> Phase | None:
    """Routed units give way before the unit has come to where it goes (13.3.2)."""
    side, way = g.units[units[0]].side, (s.place(units[0]), *path)
    if len(path) > 1 and presses(g, s, side, units, way):
        return ComesOn(units[0], tuple(path), mode)
    return None


def entered(
    g: Setting,
    s: State,
    units: Sequence[str],
    area: str,
    path: Sequence[str],
    mode: str,
    course: Course,
) -> State:
    """Coming in is moving, the first hex counted too (18.2.2)."""
    s = g.in_turn(Chapter.moved, s, units, (area, *path), mode, course)
    return edges.entered(g, s, units, area, path, mode, course)


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


class EntryChapter(Chapter[Setting]):
    """How units come in, and what an advance out of an area meets."""

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """Into a first hex as into any other: none that is closed off the road (22.1.2, 2.2.3)."""
        if hex in g.board:
            yield from g.all_of(Chapter.edge_ground, s, unit, hex)

    def edge_ground(self, g: Setting, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """The same for an advance out of an area (14.5, 2.2.3)."""
        if unarmed(g, s, (unit,), hex):
            yield no_way_in(g, (unit,), hex)
        if barred_hex(g, s, g.units[unit], hex) and not edge_roads(g, s, hex):
            name, terrain = g.units[unit].name, g.board.terrain(hex)
            told = {"unit": name, "hex": hex, "terrain": terrain}
            yield Reason.of("2.2.3", "zb.move.barred-hex", hexes=(hex,), units=(unit,), **told)

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
