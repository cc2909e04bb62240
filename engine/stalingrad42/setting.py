"""What the [start] of a scenario of Stalingrad '42 sets, and every chapter reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.errors import Problem
from engine.files import Table
from engine.stalingrad42.records import PlannedOffensive, Records
from engine.zocbond.rules import Family

GERMAN, SOVIET = "german", "soviet"
CITIES = ("large-city", "small-city")
GUNS = ("army-hq", "front-hq", "artillery-division")
"""Artillery support units (18.2.1)."""
STORE = "supply-point"
HEADS = {GERMAN: "army-hq", SOVIET: "front-hq"}
"""The headquarters that take reinforcements in and plan offensives (21.3.1, 26.1)."""
NATIONAL = ("hungarian", "romanian", "italian")
TYPES = ("infantry", "cavalry", "tank", "special", "axis", *NATIONAL)
"""Replacements, as they are printed (21.1.2)."""
THIRD_REGIMENT = 13
"""The turn in which Wiking has it (32.4)."""


@dataclass(frozen=True)
class Schedule:
    """A number that changes with the turns: each counts from its turn on."""

    steps: tuple[tuple[int, int], ...]

    def at(self, turn: int) -> int:
        """The number in a turn; none before the first."""
        return next((value for since, value in reversed(self.steps) if since <= turn), 0)


def read_turns(table: Table) -> dict[int, int]:
    """Numbers by turn: `{ 8 = 3, 9 = 4 }`."""
    found = {}
    for turn in table.data:
        if not turn.isdigit():
            raise table.problem(f"'{turn}' is no turn", turn, "Write its number: 8 = 3.")
        found[int(turn)] = table.need(turn, int)
    return found


def read_schedule(table: Table, key: str) -> Schedule:
    """`2` for all turns, or `{ 11 = 1 }`: from turn 11 on."""
    if isinstance(table.data.get(key), dict):
        return Schedule(tuple(sorted(read_turns(table.table(key)).items())))
    return Schedule(((0, table.get(key, int, 0)),))


def read_by_side(table: Table, key: str, sides: Sequence[str]) -> dict[str, Schedule]:
    """A schedule for both sides, or one for each: `{ german = { 11 = 1 }, soviet = 1 }`."""
    if not isinstance(table.data.get(key), dict):
        return dict.fromkeys(sides, read_schedule(table, key))
    rows = table.table(key)
    return {side: read_schedule(rows, side) for side in sides}


class Special:
    """What a scenario file says in [start.special]."""

    def __init__(self, table: Table) -> None:
        self.rule = table.get("rule", str, "")
        """The number of the scenario: S1 to S4."""
        self.opening = table.get("opening", str, "")
        self.tactical = table.get("tactical", str, "")
        """The side whose units only move tactically in the first turn (S1.2, S3.4, S4.2)."""
        self.exits = table.each("exits", str)
        """Edges by which Germans leave for good, and the letters of their areas (S1.2, S1.3)."""
        self.rail_only = tuple(table.texts("rail-only"))
        self.arrivals = tuple(table.texts("arrivals"))
        self.fifth = tuple(table.texts("fifth-army"))
        self.fifth_area = table.get("fifth-area", str, "")
        """The 5th Reserve Army, and the area where it comes (S1.2)."""
        self.waits = table.each("waits", int)
        self.win_at = table.get("win-at", int, 0)
        self.isolated = table.get("isolated-hexes", bool, False)
        self.south_row = table.get("south-row", int, 0)
        self.gates = tuple(table.texts("first-gates"))
        self.supply = tuple(table.texts("german-supply"))
        """The hexes of the edge that supply the German, where not all of it does (S2.2)."""
        self.caspian = table.get("caspian", bool, False)
        railhead, half = table.table("railhead"), table.table("half-check")
        self.railhead = railhead.get("turn", int, 0), railhead.get("hex", str, "")
        self.south = table.get("south-areas", str, "")
        self.hold_until = table.get("hold-until", int, 0)
        self.half = half.get("turn", int, 0), half.get("points", int, 0)


def check_opening(special: Special, phase: str) -> None:
    """A scenario with an opening of its own begins with a turn."""
    if special.opening and phase != "turn":
        raise Problem("an opening of its own needs a whole turn", remedy='Write phase = "turn".')


def read_replacements(table: Table) -> dict[str, dict[str, int]]:
    """A side's replacements each turn: by type (21.1.2), or a number of infantry ones."""
    return {
        side: {"infantry": given} if isinstance(given, int) else table.each(side, int)
        for side, given in table.data.items()
    }


def read_marks(start: Table) -> dict[str, str]:
    """When reinforcements come, as on their counters: `12`, or `12C` for the south (22.1.1)."""
    found = start.each("arrivals", str)
    for unit, mark in found.items():
        if not re.fullmatch(r"[0-9]{1,2}[A-Z]*", mark):
            what = f"'{mark}' is no turn"
            raise start.problem(what, f"arrivals.{unit}", 'Write a turn: "12", or "12C".')
    return found


def read_records(g: Setting, start: Table) -> Records:
    """What has happened before a scenario begins, and what stands on the turn track (19.4)."""
    on, where = g.scenario.switches, g.scenario.where
    returns = start.each("returns", int)
    for unit in returns:
        if where[unit] != "pool":
            what = f"unit '{unit}' is in play"
            raise start.problem(what, f"returns.{unit}", 'Put it in box = "pool".')
    lies = start.get("flotilla", str, "")
    if lies and lies not in g.board.tagged("flotilla"):
        raise start.problem(f"the flotilla cannot lie at {lies}", "flotilla", "Tag the hex so.")
    masks, offensive = start.each("masks", str), start.get("offensive-turn", int, 0)
    plans = start.each("plans", str).items()
    return Records(
        flotilla=lies,
        air=g.air.at(g.turn),
        # an offensive that is under way has sent the Romanian aircraft home (9.3.8)
        air_romanian=0 if offensive else g.romanian_air,
        forts=start.each("forts", str),
        building=start.each("building", str),
        deactivated=tuple(start.texts("deactivated")),
        city_battles=start.each("city-battles", int),
        besiegers=start.lists("besiegers"),
        railheads=start.each("railheads", str),
        converted=tuple(start.texts("converted")),
        rail_net=start.lists("rail-net"),
        mobile=tuple(start.texts("mobile")),
        dumps=tuple(start.texts("dumps")),
        double_dumps=tuple(start.texts("double-dumps")),
        asleep=tuple(start.texts("asleep")),
        returns=returns,
        weather=start.get("weather", str, "clear"),
        soaked=start.get("soaked", bool, False),
        baku=start.get("baku", bool, False),
        elbrus=start.get("elbrus", bool, False),
        plans=tuple(PlannedOffensive(unit, side == "ready", where[unit]) for unit, side in plans),
        contested=start.each("contested", str),
        transcaucasus=start.get("front-called", bool, False),
        armies=g.armies if on["reserve-armies"] else {},
        special_debt=start.get("special-debt", int, 0),
        viking=start.get("third-regiment", bool, g.turn > THIRD_REGIMENT),
        offensive_turn=offensive,
        masks=masks if on["maskirovka"] else {},
        tactical_only=g.special.tactical,
        preliminary=g.special.opening == "preliminary",
        first_turn=g.turn,
    )


class Setting(Family):
    """The family's rules with what a scenario sets: the chapters of the game are built on it."""

    def read_start(self, start: Table, top: Table) -> None:
        """What comes when, and what counts; who has a triangle begins reduced."""
        self.air = read_schedule(start, "air")
        self.romanian_air = start.get("romanian-air", int, 0)
        self.soviet_first = start.get("soviet-first", bool, False)
        self.resources = read_by_side(start, "resources", self.sides)
        self.replacements = read_replacements(start.table("replacements"))
        tracks = start.table("replacement-track")
        self.replacement_track = {
            side: {
                int(turn): tracks.table(side).each(turn, int) for turn in tracks.table(side).data
            }
            for side in tracks.data
        }
        self.arrivals = read_marks(start)
        self.remnants = start.each("remnants", int)
        for unit in start.texts("triangles"):
            self._lost[unit] = max(1, self._lost.get(unit, 0))
        self.goal = start.get("goal", int, 0)
        self.benchmarks = read_turns(start.table("benchmarks"))
        self.worth = start.each("points", int)
        front = tuple(start.texts("transcaucasus"))
        self.transcaucasus = front if self.scenario.switches["transcaucasus"] else ()
        self.front_row = start.get("front-row", int, 40)
        self.armies = start.lists("reserve-armies")
        self.corps_out = read_turns(start.table("corps-withdrawals"))
        self.special = Special(start.table("special"))
        check_opening(self.special, self.opening)
        self.under_way = read_records(self, start)

    def first_records(self) -> Records:
        return self.under_way

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The kinds of roads and railways on the board."""
        return tuple(sorted({kind for kinds in self.board.link_at for kind in kinds}))

    @cached_property
    def railways(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes with a railway, built by now or not, and where it leads from each."""

        def joined(a: str, b: str) -> bool:
            return any(kind.startswith("rail") for kind in self.board.link(a, b))

        near = {
            a: tuple(b for b in self.board.neighbours(a) if joined(a, b)) for a in self.board.hexes
        }
        return {hex: found for hex, found in near.items() if found}

    @cached_property
    def counting(self) -> Mapping[str, frozenset[str]]:
        """The combat units of each side that count for stacking."""
        free = {unit for unit, piece in self.units.items() if piece.free}
        return {side: self.fighters(side) - free for side in self.sides}

    def first_losses(self) -> Mapping[str, int]:
        """The steps that units have lost when the scenario begins."""
        return self._lost
