"""What a scenario of Holland '44 sets and its state keeps: every chapter reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.errors import Problem, closest
from engine.files import Table
from engine.hexset import HexSet
from engine.verdict import enforces
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.state import Records as Own
from engine.zocbond.board.state import State
from engine.zocbond.rules import Family

Units = tuple[str, ...]


@dataclass(frozen=True)
class Records(Own):
    """Bridges, weather, drops, ferries, counters at hand, and what units did in a turn. Blown
    bridges are with the shared records, for no road leads over them."""

    # ---------------------------------------------------------------- bridges (chapter 5)
    bridges: tuple[str, ...] = ()
    """All that can be blown."""
    intact: tuple[str, ...] = ()
    mined_now: tuple[str, ...] = ()
    """Mined again in this bridge phase (5.3.3)."""
    repairing: Mapping[str, int] = field(default_factory=dict)
    """Under repair, with the turn of the last work (5.8)."""
    menders: Mapping[str, str] = field(default_factory=dict)
    """The side that repairs a bridge."""
    spared: tuple[tuple[str, str, str], ...] = ()
    """Bridge, unit and hex of every question that the German was asked (5.4)."""

    # ---------------------------------------------------------------- weather (chapter 4)
    weather: tuple[str, str] = ("clear", "clear")
    """In the morning and in the afternoon."""
    sky: str = "clear"
    """The weather now."""
    air: int = 0
    """Aircraft at hand."""

    # ---------------------------------------------------------------- drops (chapter 22)
    landed: Units = ()
    landed_steps: Mapping[str, int] = field(default_factory=dict)
    """Steps that dropped on a hex in this turn (22.2.3)."""
    dropped_day: int | None = None
    """The day of the last drop (22.1.2)."""
    dives: Mapping[str, Units] = field(default_factory=dict)
    """Who lands on which enemy hex (22.6)."""
    dive_mods: Mapping[str, int] = field(default_factory=dict)
    """What modifies the landing of each of them."""

    # ---------------------------------------------------------------- ferries and engineers (23.3)
    ferried: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Steps a ferry or engineer carried in this turn, and the technical ones among them."""
    ferriers: Mapping[str, str] = field(default_factory=dict)
    """Engineers whose ferry was used, and over which side."""
    spans: Mapping[str, str] = field(default_factory=dict)
    """The side over which the ferry of an engineer lies."""
    laid: Units = ()
    """Engineers whose ferry was turned in this turn."""
    assaults: Units = ()
    """Engineers who carried an assault in this turn (9.5.3)."""

    # ---------------------------------------------------------------- counters
    parents: Mapping[str, str] = field(default_factory=dict)
    """The parent of each detachment (21.1)."""
    remnants: Mapping[str, int] = field(default_factory=dict)
    """Remnant counters left of each sort, where any were taken (11.4)."""
    stragglers: Mapping[str, int] = field(default_factory=dict)
    stragglers_new: Mapping[str, int] = field(default_factory=dict)
    """Those of this turn, of no use yet (22.7)."""
    exhausted: Units = ()
    """Airborne supply that is used up (18.2.2)."""
    gone: Units = ()
    """Airborne supply that never comes back (18.2.3)."""
    traffic: Mapping[str, str] = field(default_factory=dict)
    """Where each traffic marker lies (24.3)."""
    turned: Units = ()
    """An unknown unit that was just turned (25.2.2)."""
    shifted: int | None = None
    """The last turn in which an unknown unit was shifted (25.6)."""

    # ---------------------------------------------------------------- what happened in a turn
    began: Mapping[str, str] = field(default_factory=dict)
    """Where everybody was when it began (9.5.3)."""
    went: Units = ()
    """Who moved."""
    sped: Units = ()
    """Who used extended movement."""
    gave_up: Units = ()
    """Who stayed so that others infiltrate (8.3.3)."""
    passed: Units = ()
    """Who came from another entry area (19.6)."""
    marked: Units = ()
    """Guns that got or lost a movement marker (17.3)."""
    replacements: tuple[str, ...] = ()
    """Sources that sent one (20.2.2)."""
    returned: tuple[str, ...] = ()
    """Divisions with a straggler back (22.7)."""
    storm: str = ""
    """The result of the battle in the middle of a move (25.3.2)."""
    joining: tuple[str, Units] | None = None
    """The hex whose attack a breakthrough group joins, and the group (16.5)."""


def records(s: State) -> Records:
    """The records of a state."""
    assert isinstance(s.records, Records), "a state of Holland '44 has its records"
    return s.records


ALLIED, GERMAN = "allied", "german"
SKY = "in-the-air"
"""The box of airborne units that have not dropped."""
COMING = "reinforcements"
"""The box of ground units that are still to come."""
UNKNOWN = "unknown-pool"
"""The box of what may be behind an unknown unit."""
AWAY = "out-of-play"
"""The box of counters that have done their work."""
DETACHMENTS = "detachments"
"""The box of detachments at hand (21.3)."""
SECTOR = "corps-"
"""What the tag of a sector begins with: `corps-30` (23.4)."""
ZONE = "drop-"
"""What the tag of a drop zone begins with: `drop-A2` (22.2.1)."""
BEYOND_RHINE, BEYOND_WAAL = "beyond-lower-rhine", "beyond-waal"
"""The tags of the hexes north of a river (26.3, S1.3)."""
MOVEMENT_MARKERS = {ALLIED: 3, GERMAN: 2}
"""How many each side has, unless a scenario says otherwise (17.3, S1.2)."""
LAST_FLOWN = 5
"""The last turn in which airborne supply lasts; its supply phase is the end of it (18.2.2)."""
FIRST_MARKERS = 3
"""How many traffic markers are at hand in turn 1; one more comes each turn (24.5, S1.2)."""
MARKERS = ("1", "2", "3", "4", "5", "6")


HANDED_OVER, TURN_OVER = ("A", "L"), 7
"""The areas that change hands (19.2.2), and when."""


def letter(area: str) -> str:
    """The letter of an entry area."""
    return area.rpartition("-")[2]


class Setting(Family):
    """The family's rules with what a scenario sets: the chapters of the game are built on it."""

    def boxes(self) -> tuple[str, ...]:
        """Who is in the air, still to come, unknown, at hand as a detachment, out of play."""
        return (SKY, UNKNOWN, AWAY, COMING, DETACHMENTS)

    @enforces("S1.2", "S2.2")
    def read_start(self, start: Table, top: Table) -> None:
        """Turns, bridges, weather, drops and other tracks (S1.1, S1.2, S2.1, S2.2)."""
        self.depots = tuple(u for u, p in self.units.items() if p.kind == "airborne-supply")
        self.traffic = start.get("traffic", bool, False)
        self.markers_at_hand = start.get("traffic-markers", int, FIRST_MARKERS)
        self.movement_markers = {**MOVEMENT_MARKERS, **start.each("movement-markers", int)}
        self.backs = start.each("two-sided", str)
        self.exits = self.board.tagged(BEYOND_RHINE)
        self.waal = self.board.tagged(BEYOND_WAAL)
        self.zones = {**self._printed_zones(), **start.lists("drop-zones")}
        self.late_zones = start.lists("late-zones")
        self.schedule = {unit: piece.turn for unit, piece in self.units.items() if piece.turn}
        self.uncertain = frozenset(start.texts("division-406"))
        self.gliders = frozenset(start.texts("glider-regiment"))
        self.army_guns = frozenset(start.texts("army-guns"))
        self.prepared_guns = frozenset(start.texts("prepared-guns"))
        self.remnants = start.each("remnants", int)
        self.corps_of = {u: piece.sector for u, piece in self.units.items() if piece.sector}
        tags = (tag for tag in self.board.tags if tag.startswith(SECTOR))
        self.sectors = tuple(tag.removeprefix(SECTOR) for tag in tags)
        self.goal = start.get("goal", str, "points")
        self.printed = dict(top.get("printed", dict, {}))
        sky, dry = start.get("sky", str, "clear"), tuple(start.texts("exhausted"))
        self.under_way = Records(
            blown=tuple(start.texts("blown")),
            intact=tuple(start.texts("intact")),
            air=start.get("air", int, 0),
            began={unit: self.scenario.where[unit] for unit in start.texts("unmoved")},
            weather=(sky, sky),
            sky=sky,
            stragglers=start.each("stragglers", int),
            traffic=start.each("jams", str),
            exhausted=self.depots if self.turn > LAST_FLOWN else dry,
            repairing=start.each("repairing", int),
        )
        self._check(start)

    def _printed_zones(self) -> dict[str, tuple[str, ...]]:
        """The drop zones that the map shows, by their codes (22.2.1)."""
        codes = {tag.removeprefix(ZONE): at for tag, at in self.board.tags.items() if ZONE in tag}
        return {code: tuple(sorted(hexes)) for code, hexes in codes.items()}

    def _check(self, start: Table) -> None:
        """Units that are keys of a scenario's own tables, and what units must be for the lists
        that name them."""
        for part in (*self.backs, *self.backs.values()):
            if self.scenario.where[part] != DETACHMENTS:
                only = f'Only counters of the box "{DETACHMENTS}" have two sides.'
                raise start.problem(f"'{part}' is no detachment at hand", "two-sided", only)
        for gun in (*self.army_guns, *self.prepared_guns):
            if self.units[gun].kind != "artillery":
                raise start.problem(f"'{gun}' is no artillery", remedy="Name guns there.")
        for number, hex in self.under_way.traffic.items():
            if number not in MARKERS or hex not in self.board:
                what = f"traffic marker '{number}' cannot lie in '{hex}'"
                usual = "Markers are numbered 1 to 6 and lie in hexes of the map."
                raise start.problem(what, "jams", usual)
        for unit, place in self.scenario.where.items():
            if place == COMING and not self.units[unit].area:
                what = f"no entry area is named for the reinforcement '{unit}'"
                add = f'Add area = "..." to its row, with one of {", ".join(self.board.areas)}.'
                raise Problem(what, file=start.file, place="side", remedy=add)
        for unit, piece in self.units.items():
            if piece.sector and piece.sector not in self.sectors:
                what = f"there is no sector of the corps '{piece.sector}' of '{unit}'"
                tag = f'Tag the hexes of the sector "corps-{piece.sector}" on the board.'
                raise Problem(what, file=start.file, place="side", remedy=tag)
            if piece.code and piece.code not in self.zones:
                what = f"there is no drop zone '{piece.code}' for '{unit}'"
                near = closest(piece.code, self.zones)
                raise Problem(what, file=start.file, place="side", remedy=near)
        self._check_ground(start)

    @enforces("2.2.3")
    def _check_ground(self, start: Table) -> None:
        """Cities and towns lie on their ground, rivers inside hexes in a city or swamp (2.2.3)."""
        for place in self.board.places:
            ground = self.board.terrain(place.hex)
            what = f"'{place.name}' is a {place.kind}, and its hex {place.hex} is {ground}"
            if place.kind == "city" and ground != "city":
                draw = 'Draw the hex as city, or call the place a "town" or "village".'
                raise start.problem(what, remedy=draw)
            if place.kind == "town" and ground in ("city", "swamp"):
                draw = "A town stands on clear ground, in polder or in woods."
                raise start.problem(what, remedy=draw)
        for hex in sorted(self.board.tagged("inner-river")):
            if self.board.terrain(hex) not in ("city", "swamp"):
                draw = "Draw the river on the hexsides, or make the hex a city or swamp (2.2.3)."
                raise start.problem(f"a river runs inside hex {hex}", remedy=draw)

    @cached_property
    def two_steps(self) -> Mapping[str, frozenset[str]]:
        """The units of each side that could form a bond alone while they have all their steps."""
        steps, none = self.figure("bond-steps"), ("unknown", "airborne-supply")
        strong = {u for u, p in self.units.items() if p.steps >= steps and p.kind not in none}
        return {side: self.fighters(side) & strong for side in self.sides}

    @cached_property
    def meeting(self) -> Mapping[str, tuple[str, ...]]:
        """The entry areas that meet each, friendly or not (19.6)."""
        areas = {area.id: self.board.set(area.touches) for area in self.board.areas.values()}
        return {
            one: tuple(two for two in areas if two != one and areas[two] & (seats | seats.around()))
            for one, seats in areas.items()
        }

    @cached_property
    def cities(self) -> HexSet:
        """The hexes of cities."""
        return self.board.set(hex for hex in self.board.hexes if self.board.terrain(hex) == "city")

    @cached_property
    def foreign(self) -> Mapping[str, HexSet]:
        """Where each corps may not go: the sectors of the others but for the hexes along its own
        (23.4)."""
        own = {one: self.board.set(self.board.tagged(f"{SECTOR}{one}")) for one in self.sectors}
        bound = self.board.grid.none
        for sector in own.values():
            bound |= sector
        return {one: bound - sector - sector.around() for one, sector in own.items()}

    @cached_property
    def edge(self) -> HexSet:
        """The hexes that touch an entry area."""
        return self.board.set(self.board.gates)

    @cached_property
    def from_edge(self) -> Mapping[str, int]:
        """How far each hex lies from the nearest of them."""
        rings = self.edge.rings(self.board.grid.everywhere)
        return {hex: far for far, ring in enumerate(rings) for hex in ring}

    @cached_property
    def souths(self) -> Mapping[str, int]:
        """How far south each hex lies, in half hexes."""
        cells = ((hex, self.board.cell(hex)) for hex in self.board.hexes)
        return {hex: row * 2 + column for hex, (column, row) in cells}

    def armour_ground(self, s: State, battle: Battle, unit: str) -> bool:
        """Whether a tank may earn the shift over the ground (10.3.4)."""
        raise NotImplementedError

    @enforces("20.1")
    def night(self, s: State) -> bool:
        """Every third turn is a night (20.1)."""
        return s.turn % 3 == 2
