"""What the [start] of a scenario says in a shape of its own: numbers by side and by turn."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.errors import Problem, closest
from engine.files import Table
from engine.position import Position
from engine.stalingrad42.forces.remnants import down_to_one, spare_of
from engine.stalingrad42.forces.replacements import TYPES
from engine.stalingrad42.records import Records
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.stalingrad42.rules import Stalingrad42
    from engine.stalingrad42.setting import Setting
    from engine.zocbond.board.unit import Unit

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
    for side in rows.data:
        if side not in sides:
            raise rows.problem(f"there is no side '{side}'", side, closest(side, sides))
    return {side: read_schedule(rows, side) for side in sides}


def read_hex(g: Setting, table: Table, key: str) -> str:
    """A hex of the board; empty where the key is left out."""
    hex = table.get(key, str, "")
    if hex and hex not in g.board:
        raise table.problem(f"there is no hex '{hex}'", key, closest(hex, g.board.hexes))
    return hex


def known_unit(g: Setting, table: Table, key: str, unit: str) -> str:
    """A unit of the scenario."""
    if unit not in g.units:
        raise table.problem(f"there is no unit '{unit}'", key, closest(unit, g.units))
    return unit


def read_under_way(g: Setting, start: Table) -> Records:
    """What has happened before a scenario begins: swamps soaked by rain (23.2), Wiking's
    third regiment (32.4), the flotilla's hex (5.5.3), Elbrus climbed (24.3), Baku won (24.1.2), a
    replacement owed (32.3), works under way (9.7.2), who brought a City Battle marker (11.6.2), and
    what stands on the turn track (19.4)."""
    building, besiegers = start.table("building"), start.table("besiegers")
    back = start.table("returns")
    first = {}
    for hex in besiegers.data:
        first[hex] = tuple(known_unit(g, besiegers, hex, u) for u in besiegers.texts(hex))
    for table in (building, besiegers):
        for hex in table.data:
            if hex not in g.board:
                raise table.problem(f"there is no hex '{hex}'", hex, closest(hex, g.board.hexes))
    returns = {known_unit(g, back, unit, unit): back.need(unit, int) for unit in back.data}
    for unit in returns:
        if g.scenario.where[unit] != "pool":
            raise back.problem(f"unit '{unit}' is in play", unit, 'Put it in box = "pool".')
    lies = read_hex(g, start, "flotilla")
    if lies and lies not in g.board.tagged("flotilla"):
        raise start.problem(f"the flotilla cannot lie at {lies}", "flotilla", "Tag the hex so.")
    return Records(
        soaked=start.get("soaked", bool, False),
        viking=start.get("third-regiment", bool, g.turn > THIRD_REGIMENT),
        elbrus=start.get("elbrus", bool, False),
        baku=start.get("baku", bool, False),
        special_debt=start.get("special-debt", int, 0),
        building={hex: building.need(hex, str) for hex in building.data},
        besiegers=first,
        returns=returns,
        flotilla=lies,
        converted=tuple(start.texts("converted")),
        asleep=tuple(start.texts("asleep")),
        mobile=tuple(start.texts("mobile")),
        dumps=tuple(start.texts("dumps")),
        double_dumps=tuple(start.texts("double-dumps")),
        deactivated=tuple(start.texts("deactivated")),
    )


def read_remnants(g: Setting, start: Table) -> tuple[str, ...]:
    """The units that begin as remnants: down to the last of three steps or more (10.4.1)."""
    found: list[str] = []
    for unit, lost in g.first_losses().items():
        if g.scenario.where[unit].startswith("destroyed") or not down_to_one(g, unit, lost):
            continue
        if not spare_of(g, unit, found):
            raise start.problem(
                f"there is no remnant counter left for '{unit}'",
                f"lost.{unit}",
                "Raise the number in [start.remnants].",
            )
        found.append(unit)
    return tuple(found)


OPENINGS = ("", "preliminary", "soviet-half")


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
    waits, exits = table.table("waits"), table.table("exits")
    railhead, half = table.table("railhead"), table.table("half-check")
    found = Special(
        rule=table.get("rule", str, ""),
        opening=table.get("opening", str, ""),
        tactical=table.get("tactical", str, ""),
        exits=tuple((edge, exits.need(edge, str)) for edge in exits.data),
        rail_only=tuple(table.texts("rail-only")),
        arrivals=tuple(table.texts("arrivals")),
        fifth=tuple(table.texts("fifth-army")),
        fifth_area=table.get("fifth-area", str, ""),
        waits=tuple((unit, waits.need(unit, int)) for unit in waits.data),
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
    if found.opening not in OPENINGS:
        raise table.problem(f"there is no opening '{found.opening}'", "opening", "preliminary")
    return found


def check_opening(special: Special, phase: str) -> None:
    """A scenario with an opening of its own begins with a turn."""
    if special.opening and phase != "turn":
        raise Problem("an opening of its own needs a whole turn", remedy='Write phase = "turn".')


def read_types(table: Table) -> dict[str, int]:
    """Replacements by type (21.1.2)."""
    found = {}
    for kind in table.data:
        if kind not in TYPES:
            raise table.problem(f"there is no replacement '{kind}'", kind, closest(kind, TYPES))
        found[kind] = table.need(kind, int)
    return found


def read_replacements(table: Table) -> dict[str, dict[str, int]]:
    """A side's replacements each turn: by type, or a number of infantry ones."""
    found = {}
    for side in table.data:
        plain = isinstance(table.data[side], int)
        found[side] = (
            {"infantry": table.need(side, int)} if plain else read_types(table.table(side))
        )
    return found


def read_mark(table: Table, unit: str, units: Mapping[str, Unit]) -> str:
    """When a reinforcement comes, as on its counter: `12`, or `12C` for the south (22.1.1)."""
    if unit not in units:
        raise table.problem(f"there is no unit '{unit}'", unit, closest(unit, units))
    mark = table.need(unit, str)
    if not re.fullmatch(r"[0-9]{1,2}[A-Z]*", mark):
        raise table.problem(f"'{mark}' is no turn", unit, 'Write a turn: "12", or "12C".')
    return mark


HEX_KEYS = ("points", "control", "forts", "city-battles", "contested")
"""Tables of [start] by hex."""


def check_start(g: Stalingrad42, start: Table) -> None:
    """Every hex that is a key of a start is there, every unit that waits, and every reinforcement
    has an area to come to. What values name the format knows."""
    special = start.table("special")
    for key in HEX_KEYS:
        for hex in start.table(key).data:
            if hex not in g.board:
                near = closest(hex, g.board.hexes)
                raise start.table(key).problem(f"there is no hex '{hex}'", hex, near)
    exits = special.table("exits")
    for table, key in ((special, "south-areas"), *((exits, edge) for edge in exits.data)):
        letters = table.get(key, str, "")
        if not re.fullmatch("[A-Z]*", letters):
            raise table.problem(f"'{letters}' are no areas", key, 'Write their letters: "MN".')
    for unit in special.table("waits").data:
        known_unit(g, special.table("waits"), unit, unit)
    _check_arrivals(g, start.table("arrivals"))


def _check_arrivals(g: Stalingrad42, table: Table) -> None:
    s = State((), g.turn, Position(g.scenario.where), {}, {}, records=g.first_records())
    for unit in table.data:
        if g.scenario.where[unit] == "pool" and not g.arrival_areas(s, unit):
            raise table.problem(
                f"there is no area where '{unit}' could come in", unit, "Add one to the board."
            )
