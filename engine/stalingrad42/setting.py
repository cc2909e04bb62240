"""What the [start] of a scenario of Stalingrad '42 sets, and every chapter reads."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.errors import Problem
from engine.files import Table
from engine.stalingrad42.records import Records
from engine.zocbond.rules import Family

GERMAN, SOVIET = "german", "soviet"
CITIES = ("large-city", "small-city")
GUNS = ("army-hq", "front-hq", "artillery-division")
"""Artillery support units (18.2.1)."""
STORE = "supply-point"
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


def read_under_way(g: Setting, start: Table) -> Records:
    """What has happened before a scenario begins: swamps soaked by rain (23.2), Wiking's
    third regiment (32.4), the flotilla's hex (5.5.3), Elbrus climbed (24.3), Baku won (24.1.2), a
    replacement owed (32.3), works under way (9.7.2), who brought a City Battle marker (11.6.2), and
    what stands on the turn track (19.4)."""
    returns = start.each("returns", int)
    for unit in returns:
        if g.scenario.where[unit] != "pool":
            what = f"unit '{unit}' is in play"
            raise start.problem(what, f"returns.{unit}", 'Put it in box = "pool".')
    lies = start.get("flotilla", str, "")
    if lies and lies not in g.board.tagged("flotilla"):
        raise start.problem(f"the flotilla cannot lie at {lies}", "flotilla", "Tag the hex so.")
    return Records(
        soaked=start.get("soaked", bool, False),
        viking=start.get("third-regiment", bool, g.turn > THIRD_REGIMENT),
        elbrus=start.get("elbrus", bool, False),
        baku=start.get("baku", bool, False),
        special_debt=start.get("special-debt", int, 0),
        building=start.each("building", str),
        besiegers=start.lists("besiegers"),
        returns=returns,
        flotilla=lies,
        converted=tuple(start.texts("converted")),
        asleep=tuple(start.texts("asleep")),
        mobile=tuple(start.texts("mobile")),
        dumps=tuple(start.texts("dumps")),
        double_dumps=tuple(start.texts("double-dumps")),
        deactivated=tuple(start.texts("deactivated")),
    )


@dataclass(frozen=True)
class Special:
    """What a scenario file says in [start.special]."""

    rule: str = ""
    """The number of the scenario: S1 to S4."""
    opening: str = ""
    tactical: str = ""
    """The side whose units only move tactically in the first turn (S1.2, S3.4, S4.2)."""
    exits: tuple[tuple[str, str], ...] = ()
    """Edges by which Germans leave for good, each with the letters of its areas (S1.2, S1.3)."""
    rail_only: tuple[str, ...] = ()
    arrivals: tuple[str, ...] = ()
    fifth: tuple[str, ...] = ()
    fifth_area: str = ""
    """The 5th Reserve Army, and the area where it comes (S1.2)."""
    waits: tuple[tuple[str, int], ...] = ()
    win_at: int = 0
    isolated: bool = False
    south_row: int = 0
    gates: tuple[str, ...] = ()
    supply: tuple[str, ...] = ()
    """The hexes of the edge that supply the German, where not all of it does (S2.2)."""
    caspian: bool = False
    railhead: tuple[int, str] = (0, "")
    south: str = ""
    hold_until: int = 0
    half: tuple[int, int] = (0, 0)


def read_special(table: Table) -> Special:
    """The keys of [start.special], each with its meaning above."""
    railhead, half = table.table("railhead"), table.table("half-check")
    found = Special(
        rule=table.get("rule", str, ""),
        opening=table.get("opening", str, ""),
        tactical=table.get("tactical", str, ""),
        exits=tuple(table.each("exits", str).items()),
        rail_only=tuple(table.texts("rail-only")),
        arrivals=tuple(table.texts("arrivals")),
        fifth=tuple(table.texts("fifth-army")),
        fifth_area=table.get("fifth-area", str, ""),
        waits=tuple(table.each("waits", int).items()),
        win_at=table.get("win-at", int, 0),
        isolated=table.get("isolated-hexes", bool, False),
        south_row=table.get("south-row", int, 0),
        gates=tuple(table.texts("first-gates")),
        supply=tuple(table.texts("german-supply")),
        caspian=table.get("caspian", bool, False),
        railhead=(railhead.get("turn", int, 0), railhead.get("hex", str, "")),
        south=table.get("south-areas", str, ""),
        hold_until=table.get("hold-until", int, 0),
        half=(half.get("turn", int, 0), half.get("points", int, 0)),
    )
    return found


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


class Setting(Family):
    """The family's rules with what a scenario sets: the chapters of the game are built on it."""

    def read_start(self, start: Table, top: Table) -> None:
        """Weather, aircraft, fortifications, benchmarks and points of a position; who has a
        triangle begins reduced. Then the rules in use and the scenario's own (chapters 25 to
        34)."""
        self.weather = start.get("weather", str, "clear")
        self.air = read_schedule(start, "air")
        self.soviet_first = start.get("soviet-first", bool, False)
        self.resources = read_by_side(start, "resources", self.sides)
        self.romanian_air = start.get("romanian-air", int, 0)
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
        self.under_way = read_under_way(self, start)
        self.railheads = start.each("railheads", str)
        self.goal = start.get("goal", int, 0)
        self.forts = start.each("forts", str)
        self.benchmarks = read_turns(start.table("benchmarks"))
        self.worth = start.each("points", int)
        self.rails = start.lists("rail-net")
        self._read_options(start)

    def _read_options(self, start: Table) -> None:
        """The keys of chapters 25 to 34."""
        on = self.scenario.switches
        self.transcaucasus = tuple(start.texts("transcaucasus")) if on["transcaucasus"] else ()
        start.texts("transcaucasus")
        self.front_row = start.get("front-row", int, 40)
        self.armies = start.lists("reserve-armies")
        self.corps_out = read_turns(start.table("corps-withdrawals"))
        self.first_masks = start.each("masks", str)
        self.city_levels = start.each("city-battles", int)
        self.first_contests = start.each("contested", str)
        self.special = read_special(start.table("special"))
        check_opening(self.special, self.opening)
        self.first_plans = start.each("plans", str)
        self.front_called = start.get("front-called", bool, False)
        self.offensive = start.get("offensive-turn", int, 0)

    @cached_property
    def links(self) -> tuple[str, ...]:
        """The kinds of roads and railways on the board."""
        return tuple(sorted({kind for kinds in self.board.link_at for kind in kinds}))

    @cached_property
    def counting(self) -> Mapping[str, frozenset[str]]:
        """The combat units of each side that count for stacking."""
        free = {unit for unit, piece in self.units.items() if piece.free}
        return {side: self.fighters(side) - free for side in self.sides}

    def first_losses(self) -> Mapping[str, int]:
        """The steps that units have lost when the scenario begins."""
        return self._lost
