"""What the [start] of a Stalingrad '42 scenario sets, and its state keeps: all chapters read it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.errors import Problem
from engine.files import Table
from engine.values import Names, replace
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.state import Records as Own
from engine.zocbond.board.state import State
from engine.zocbond.rules import Family

Units = tuple[str, ...]
Hexes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedOffensive:
    """A marker on a headquarters: in planning, or ready; where the headquarters began the turn."""

    head: str
    ready: bool
    seat: str


@dataclass(frozen=True)
class Records(Own):
    """Weather, aircraft, works, railways, supply, sieges, counters at hand, and what a side did."""

    # ---------------------------------------------------------------- travel (chapter 5)
    railed: Units = ()
    """Who went by rail in this turn, of so many trains (5.6)."""
    rail_left: bool = False
    """Whether a train has left the map by an area."""
    vladimirovka: bool = False
    """Whether the line by Vladimirovka was used in this turn."""
    sailed: tuple[str, ...] = ()
    """The seas that were crossed in this turn (5.7)."""
    strait: bool = False
    """Whether the strait of Kerch was crossed in this turn (5.7.2)."""
    flotilla: str = ""
    """The hex of the Volga flotilla (5.5.3)."""
    flotilla_moved: bool = False

    # ---------------------------------------------------------------- aircraft (9.3)
    air: int = 0
    """German aircraft at hand."""
    air_romanian: int = 0
    air_group: Units = ()
    """The group whose aircraft flies on with it in a breakthrough."""
    standing: tuple[Units, ...] = ()
    """The groups whose aircraft stayed with them (9.3.7)."""
    air_defence: str | None = None
    """The hex that an aircraft defends in this battle."""
    air_shifted: str | None = None

    # ---------------------------------------------------------------- fortifications (9.7)
    forts: Mapping[str, str] = field(default_factory=dict)
    """The hexes of finished ones, and whose they are."""
    building: Mapping[str, str] = field(default_factory=dict)
    deactivated: Hexes = ()
    """Printed ones that have lapsed (9.7.7)."""

    # ---------------------------------------------------------------- losses (chapter 10)
    remnants: Units = ()
    """Units that are a remnant counter (10.4.1)."""
    second_loss: Units = ()
    """Who has just lost a second step of three."""
    gone: Units = ()
    """Destroyed for good."""

    # ---------------------------------------------------------------- battles (11 to 15)
    helped: Units = ()
    """Who has the help of the ground in this battle."""
    stood: Units = ()
    """Who stood in the hex before this battle (19.3)."""
    city_battles: Mapping[str, int] = field(default_factory=dict)
    """The level of each City Battle marker (11.6)."""
    besiegers: Mapping[str, Units] = field(default_factory=dict)
    """Who brought the marker (11.6.2)."""
    staying_routed: Units = ()
    """Who is to stay routed in this recovery phase (13.4)."""
    riders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Who may advance beside the attackers of a hex, and where they stood (14.1)."""
    auto_riders: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """The same after an automatic DS (8.6.2)."""

    # ---------------------------------------------------------------- railways and supply (17, 18)
    railheads: Mapping[str, str] = field(default_factory=dict)
    converted: Hexes = ()
    """The hexes beyond the railheads that are converted (17.3)."""
    rail_net: Mapping[str, Hexes] = field(default_factory=dict)
    """The net of a side where a scenario gives it."""
    mobile: Units = ()
    """Supply points on their mobile side (18.6.2)."""
    dumps: Units = ()
    double_dumps: Units = ()
    """Dumps of two supply points (18.6.8)."""
    flipped: Units = ()
    """Supply points that were turned in this turn."""

    # ---------------------------------------------------------------- units that come (19 to 22)
    asleep: Units = ()
    """Soviet units that wait for the enemy to come near (20.1)."""
    returns: Mapping[str, int] = field(default_factory=dict)
    """The turn in which a unit in the pool comes back (19.4)."""
    spots: tuple[str, ...] = ()
    """What has taken back a unit in this turn (21.3.1)."""
    exited: Units = ()
    """Who left the map for an area in this turn."""
    passed: Units = ()
    """Who passed from area to area in this turn."""

    # ---------------------------------------------------------------- weather (chapter 23)
    weather: str = "clear"
    sky: str = "clear"
    """What the aircraft see of it in mud."""
    soaked: bool = False
    """Whether it has rained: seasonal swamps are swamps (23.2)."""

    # ---------------------------------------------------------------- victory (chapter 24)
    baku: bool = False
    """Whether the German has won Baku (24.1.2)."""
    elbrus: bool = False
    """Whether the top was climbed (24.3)."""
    stalingrad_lost: bool = False
    """Whether the German has failed to hold the city (S3)."""

    # ---------------------------------------------------------------- options (25 to 33)
    activated: Units = ()
    """Reserves that advanced into a battle of this phase (25.2)."""
    one_hex: Units = ()
    """Those of them who stopped after one hex."""
    last_battle: str = ""
    plans: tuple[PlannedOffensive, ...] = ()
    """Planned offensives (26)."""
    contested: Mapping[str, str] = field(default_factory=dict)
    """Contested cities, and who held each first (29.1)."""
    transcaucasus: bool = False
    """Whether the front has been called (30)."""
    armies: Mapping[str, Units] = field(default_factory=dict)
    """Reserve armies that sleep (31)."""
    army_woken: int = 0
    """The last turn in which one was woken."""
    special_debt: int = 0
    """Special replacements that are owed (32.3)."""
    viking: bool = False
    """Whether Wiking has its third regiment (32.4)."""
    offensive_turn: int = 0
    """The turn in which the winter offensive began (33.1)."""
    mini: bool = False
    """Whether the German mini-turn goes on (33.2.2)."""

    # ---------------------------------------------------------------- maskirovka (chapter 34)
    masks: Mapping[str, str] = field(default_factory=dict)
    """The box of each reserve army."""
    mask_seats: Mapping[str, str] = field(default_factory=dict)
    """Where each began the turn."""
    shown: Mapping[str, str] = field(default_factory=dict)
    """Units out of a box, and the army they lie over."""
    unmasked: Units = ()
    felt: Units = ()
    """Armies that the German has felt out."""
    mask_asked: Units = ()
    """Armies that were asked in this battle."""
    empty_seen: Units = ()
    """An army whose empty box was shown."""
    box_moved: bool = False
    strategic: bool = False
    """Whether an army has gone by strategic movement in this turn."""
    swapped: tuple[int, str, str] | None = None
    """The turn in which two armies changed markers, and both."""

    # ---------------------------------------------------------------- scenarios
    tactical_only: str = ""
    """The side that moves only tactically in the first turn (S1.2, S3.4, S4.2)."""
    preliminary: bool = False
    """Whether the opening of the scenario goes on (S2)."""
    first_turn: int = 0


def counted_anew(now: Records) -> Records:
    """What a side may do so often in its turn, at the beginning of it."""
    return replace(
        now,
        railed=(),
        rail_left=False,
        vladimirovka=False,
        sailed=(),
        strait=False,
        flotilla_moved=False,
        flipped=(),
        exited=(),
        passed=(),
        spots=(),
    )


def records(s: State) -> Records:
    """The records of a state."""
    assert isinstance(s.records, Records), "a state of Stalingrad '42 has its records"
    return s.records


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


def read_by_side(table: Table, key: str, sides: Names) -> dict[str, Schedule]:
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
        if self.special.opening and self.opening != "turn":
            raise Problem(
                "an opening of its own needs a whole turn", remedy='Write phase = "turn".'
            )
        self.under_way = read_records(self, start)

    def first_records(self) -> Records:
        return self.under_way

    def armour_ground(self, s: State, battle: Battle) -> bool:
        """Whether tank shifts count at all (9.2.3)."""
        raise NotImplementedError

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
