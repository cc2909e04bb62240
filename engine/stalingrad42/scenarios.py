"""The scenarios: first turns, entry and exit, aircraft and victory of their own (S1 to S4).

Length, first player, boards and set-up are the scenario file's own (S1.1, S2.1, S3.1, S4.1), as
are the rules in use (S4.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Self

from engine.agenda import Deed, Phase, Reasons
from engine.board import Area
from engine.files import Table
from engine.hexset import HexSet
from engine.position import Position
from engine.stalingrad42.board.calendar import (
    baku_lines,
    deductions,
    of_germany,
    sky_of,
    supplied_hex,
)
from engine.stalingrad42.board.places import letter, row
from engine.stalingrad42.forces.reinforcements import arrival_areas, coming
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Names, replace
from engine.verdict import Cited, Course, Line, Reason, Standing, Tally
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import EXTENDED
from engine.zocbond.board.zones import combat_units
from engine.zocbond.moving.movement import Movement
from engine.zocbond.rules import Family
from engine.zocbond.supply.lines import within

EXIT_STEPS, EXIT_POINTS, DON_POINTS = 5, 2, 1
FIRST_TURNS = {"S1": "S1.2", "S3": "S3.4", "S4": "S4.2"}
ALL_UNITS = "S3.4"
"""The first turn that binds non-combat units too, and leaves the railway open."""
LAST_COUNTS = {"S1": "S1.3", "S2": "S2.5", "S3": "S3.5", "S4": "S4.4"}


class Preliminary(Movement):
    """Soviet units move before the first German turn: no trains, no extended moves (S2.4)."""

    def deeds(self, g: Family, s: State) -> tuple[Deed[Family, State, Self], ...]:
        return tuple(deed for deed in super().deeds(g, s) if deed.kind != "rail")


class FirstGerman(Phase):
    """The first German turn without its initial phase: reinforcements wait at the edge (S2.4)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        s = s.pop().keep(replace(records(s), preliminary=False))
        for unit in coming(g, s, GERMAN):
            for area in arrival_areas(g, s, unit)[:1]:
                s = s.put(unit, area)
        return s


def scenario_points(g: Setting, s: State) -> Iterator[Line]:
    """Isolated hexes, exits, the south bank (S1.3)."""
    special = g.special
    if special.isolated:
        sources = g.sources(s, SOVIET)
        for hex, value in g.worth.items():
            ours = s.control.get(hex) == GERMAN
            if not ours and sources.isdisjoint(within(g, s, SOVIET, hex, None)):
                yield Line.of("S1.3", "s42.points.isolated", value, hex=hex)
    for edge, letters in special.exits.items():
        areas = [a for a in g.board.areas.values() if letter(a.id) in letters]
        if sum(steps_out(g, s, area) for area in areas) >= EXIT_STEPS:
            yield Line.of("S1.3", "s42.points.exit", EXIT_POINTS, edge=edge)
    if special.south_row and any(
        row(hex) > special.south_row
        and any(of_germany(g.units[u]) for u in combat_units(g, s, GERMAN, hex))
        for hex in g.board.tagged("south-of-don")
    ):
        yield Line.of("S1.3", "s42.points.don", DON_POINTS)


def steps_out(g: Setting, s: State, area: Area) -> int:
    """The steps of mechanized combat units that left by an area with a supply line to it."""
    gone = [
        u
        for u in s.position.at(area.id)
        if g.units[u].side == GERMAN and g.units[u].combat and g.units[u].mechanized
    ]
    joined = gone and any(supplied_hex(g, s, GERMAN, gate) for gate in area.touches)
    return sum(g.left(s, u) for u in gone) if joined else 0


def victory_points(g: Setting, s: State) -> Tally:
    """Victory hexes the German holds and supplies, Baku, deductions (24.1)."""
    lines = []
    for hex, value in g.worth.items():
        if s.control.get(hex) != GERMAN:
            continue
        if not supplied_hex(g, s, GERMAN, hex):
            continue
        lines.append(Line.of("24.1.1", "s42.points.hex", value, hex=hex))
    lines += [*baku_lines(g, s), *deductions(g, s), *scenario_points(g, s)]
    return Tally.adding("s42.points.total", lines)


def standing(g: Setting, s: State) -> Standing | None:
    """How it stands, and how it is won (24.1); nothing in a drill about one turn."""
    if g.last_turn <= g.turn:
        return None
    rule, points, mark = points_rule(g), victory_points(g, s), g.benchmarks.get(s.turn)
    aims = [Cited.of(rule, "s42.standing.aim", need=g.goal)]
    if mark is not None:
        more = g.figure("automatic-margin")
        aims.append(Cited.of(rule, "s42.standing.check", most=mark + more, least=mark - more))
    if g.special.win_at:
        aims.append(Cited.of(rule, "s42.standing.at-once", need=g.special.win_at))
    said = Cited.of(rule, "s42.standing.points", have=points.total, need=g.goal)
    return Standing(g.last_turn, said, tuple(aims), (points,), g.worth)


def first_turn_bars(g: Setting, s: State, unit: str) -> Reasons:
    """What in the first turn forbids all but tactical movement: German combat units (S1.2,
    S4.2), Soviet units of any kind (S3.4)."""
    piece, rule = g.units[unit], FIRST_TURNS.get(g.special.rule, "S4.2")
    if records(s).tactical_only == piece.side and (piece.combat or rule == ALL_UNITS):
        yield g.against(unit, rule, "s42.move.first-turn")


def left_for_good(g: Setting, area: str) -> bool:
    """An area by which Germans leave for good (S1.2)."""
    return any(letter(area) in letters for letters in g.special.exits.values())


def rail_bars(g: Setting, s: State, unit: str) -> Reasons:
    """One unit of the 5th Reserve Army comes by rail, the others march (S1.2); tactical moves
    only are none by rail (S1.2, S4.2), but in S3.4."""
    yield from (r for r in first_turn_bars(g, s, unit) if r.rule != ALL_UNITS)
    fifth = g.special.fifth
    if unit in fifth and set(fifth) & set(records(s).railed):
        yield g.against(unit, "S1.2", "s42.scenario.fifth")


def scenario_air(g: Setting, s: State) -> State:
    """In the Caucasus aircraft fly in clear and overcast weather alike (S2.2)."""
    if g.special.rule != "S2":
        return s
    return s.keep(
        replace(records(s), air=g.air.at(s.turn) if sky_of(s) in ("clear", "overcast") else 0)
    )


def new_railhead(g: Setting, s: State, course: Course) -> State:
    """The first railhead of the Caucasus comes in the fourth turn (S2.2)."""
    turn, hex = g.special.railhead
    if s.turn != turn or not hex:
        return s
    course.tell("S2.2", "s42.scenario.railhead", hexes=(hex,), hex=hex)
    return s.keep(replace(records(s), railheads={**records(s).railheads, "first": hex}))


def decided_early(g: Setting, s: State) -> str:
    """Enough points at any check win at once (S1.3)."""
    goal = g.special.win_at
    return GERMAN if goal and int(victory_points(g, s).total) >= goal else ""


def hold_check(g: Setting, s: State, course: Course) -> State:
    """A hex of Stalingrad must be held until the German half of turn 34 (S3.5)."""
    goal = g.board.tagged("stalingrad")
    if s.turn != g.special.hold_until or records(s).stalingrad_lost:
        return s
    if any(combat_units(g, s, GERMAN, h) or s.control.get(h) == GERMAN for h in goal):
        return s
    course.tell("S3.5", "s42.scenario.lost", turn=s.turn)
    return s.keep(replace(records(s), stalingrad_lost=True))


def half_check(g: Setting, s: State, side: str, course: Course) -> State:
    """After the German half of turn 28 too few points end the game (S4.4)."""
    turn, need = g.special.half
    if side != GERMAN or s.turn != turn or not turn:
        return s
    if int(victory_points(g, s).total) >= need:
        return s
    course.tell("S4.4", "s42.scenario.half", need=need)
    return replace(s.keep(replace(s.records, winner=SOVIET)), agenda=())


def points_rule(g: Setting) -> str:
    """The section by which the points of the last turn decide (24.1.1)."""
    return LAST_COUNTS.get(g.special.rule, "24.1.1")


class CampaignChapter(Chapter[Setting]):
    """Where the scenarios part from the campaign rules."""

    def mode_reasons(self, g: Setting, s: State, units: Names, mode: str) -> Reasons:
        """No extended movement before the first turn (S2.4)."""
        if records(s).preliminary and mode == EXTENDED:
            yield Reason.of("S2.4", "s42.scenario.extended", units=tuple(units))

    def stuck(self, g: Setting, s: State, unit: str) -> Reasons:
        """Armies that wait (S1.2), garrisons in the preliminary move (S2.4)."""
        turn = g.special.waits.get(unit, 0)
        if s.turn < turn:
            yield g.against(unit, "S1.2", "s42.scenario.waits", turn=turn)
        if records(s).preliminary and g.units[unit].size == "garrison":
            yield g.against(unit, "S2.4", "s42.move.garrison")

    def end_movement(self, g: Setting, s: State, side: str, course: Course) -> State:
        """The limit of the first turn ends with it (S1.2, S3.4, S4.2)."""
        if records(s).tactical_only == side:
            s = s.keep(replace(records(s), tactical_only=""))
        return s

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Reasons:
        """No way back (S1.2); edges without a road (S1.2); the first gates (S2.2, S2.4)."""
        area, special = s.place(unit), g.special
        german = g.units[unit].side == GERMAN
        if area not in g.board.areas:
            return
        if german and left_for_good(g, area):
            yield g.against(unit, "S1.2", "s42.scenario.no-return")
        fifth = unit in special.fifth and area == special.fifth_area
        if area in special.rail_only and not fifth:
            yield g.against(unit, "S1.2", "s42.scenario.rail-only")
        first = s.turn == records(s).first_turn
        if german and special.gates and first and hex not in special.gates:
            yield g.against(unit, "S2.2", "s42.scenario.gate", hex=hex)

    def enters_at(self, g: Setting, s: State, unit: str) -> HexSet:
        """Nowhere, but in a scenario of its own."""
        area, first = s.place(unit), s.turn == records(s).first_turn
        mine = area in g.special.rail_only or left_for_good(g, area)
        return g.board.grid.all if mine or (first and g.special.gates) else g.board.grid.none

    def battle_reasons(self, g: Setting, s: State, battle: Battle) -> Reasons:
        """Who left the map does not attack from outside (S1.2)."""
        for unit in battle.units:
            area = s.place(unit)
            if battle.side == GERMAN and area in g.board.areas and left_for_good(g, area):
                yield g.against(unit, "S1.2", "s42.scenario.no-return")


def check_start(g: Setting, start: Table) -> None:
    """Areas are letters, and every reinforcement has one to come to."""
    special = start.table("special")
    exits = special.table("exits")
    for table, key in ((special, "south-areas"), *((exits, edge) for edge in exits.data)):
        letters = table.get(key, str, "")
        if not re.fullmatch("[A-Z]*", letters):
            raise table.problem(f"'{letters}' are no areas", key, 'Write their letters: "MN".')
    _check_arrivals(g, start.table("arrivals"))


def _check_arrivals(g: Setting, table: Table) -> None:
    s = State((), g.turn, Position(g.scenario.where), {}, {}, records=g.first_records())
    for unit in table.data:
        if g.scenario.where[unit] == "pool" and not arrival_areas(g, s, unit):
            raise table.problem(
                f"there is no area where '{unit}' could come in", unit, "Add one to the board."
            )
