"""The turn track, the boxes beside the map, and what a scenario sets by turn: chits,
reinforcements, limits (4.0, 6.2, 10.8, 15.2, 18.0).

The printed track sat on a player aid; every scenario brings its own, as a reconstruction.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.board import Board
from engine.files import Table
from engine.victory_awaits.components.state import AXIS, NATIONS, SOVIET, Unit

AVAILABLE = {AXIS: "axis-available", SOVIET: "soviet-available"}  # 4.0 (3), 10.8
ELIMINATED = {AXIS: "axis-eliminated", SOVIET: "soviet-eliminated"}  # 10.8
WITHDRAWN = "withdrawn"  # 18.2
SETTING_UP = {AXIS: "axis-setup", SOVIET: "soviet-setup"}  # 4.0 (2)
MARKERS = "fortress-markers"  # 14.3
LAST_BOX = 12


def turn_box(turn: int) -> str:
    """The box of a turn on the turn track (4.0 d, 5.0 step 5)."""
    return f"turn-{turn}"


BOXES: tuple[str, ...] = (
    *AVAILABLE.values(),
    *ELIMINATED.values(),
    *SETTING_UP.values(),
    WITHDRAWN,
    MARKERS,
    *(turn_box(turn) for turn in range(1, LAST_BOX + 1)),
)

SUPPLY, OKH, RESERVE = "supply", "okh", "reserve"
REINFORCEMENTS = {AXIS: "axis-reinforcements", SOVIET: "soviet-reinforcements"}
COMMON = (SUPPLY, OKH, RESERVE, *REINFORCEMENTS.values())
SIDE_OF = {OKH: AXIS, RESERVE: SOVIET, **{chit: side for side, chit in REINFORCEMENTS.items()}}


@dataclass(frozen=True, slots=True)
class TurnBox:
    """One box of the turn track (6.2, 12.2, 15.2)."""

    turn: int
    choose: Mapping[str, int]
    """Chits to choose, by nation; a nation left out chooses all it has."""
    arrive: Mapping[str, int]
    """Reinforcements, by nation (12.2)."""
    chits: tuple[str, ...]
    """Chits that become available (15.2)."""
    pick: int
    """Army HQ chits that become available for each map, of the Soviet player's choice (18.1)."""


@dataclass(frozen=True, slots=True)
class Limits:
    """From which turn on, and how many: the rulebook's numbers, and what a scenario lowers."""

    axis_supply: ClassVar[int] = 4  # 15.1
    reinforcements: ClassVar[int] = 4  # 12.0
    fortresses: ClassVar[int] = 4  # 14.0
    stand_fast: ClassVar[int] = 6  # 16.2
    strategic_reserve: ClassVar[int] = 6  # 15.4
    recall_strength: ClassVar[int] = 18  # 18.2
    fortress_levels: int = 2  # 14.1 (3)
    fortress_hexes: int = 6  # 14.0
    reserve_units: int = 12  # 15.4
    march: int = 0  # 17.2: 1 where the Reserve rolls on the short table of 18.1
    recall_turn: int = 0  # 18.2


@dataclass(frozen=True, slots=True)
class Entry:
    """A formation that waits on the turn track and marches in at its HQ's chit (15.3)."""

    hq: str
    units: tuple[str, ...]
    gates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """Where units of a formation may be set up (4.0 step 2): an area, a range or a hex."""

    side: str
    formation: str
    kind: str
    hexes: tuple[str, ...]
    hq: str = ""
    """The headquarters whose symbol stands in the hex: it sets up there and nowhere else."""


@dataclass(frozen=True, slots=True)
class Player:
    """A seat at the table of a campaign, and the HQs it runs (19.2)."""

    id: str
    side: str
    hqs: tuple[str, ...]


def headquarters(units: Mapping[str, Unit], side: str | None = None) -> list[str]:
    """The headquarters of a side, or of both."""
    return [unit.id for unit in units.values() if unit.hq and side in (unit.side, None)]


def read_track(top: Table) -> dict[int, TurnBox]:
    """The boxes of the turn track, each from its [[track]] table."""
    boxes: dict[int, TurnBox] = {}
    for entry in top.tables("track"):
        turn = entry.need("turn", int)
        if turn in boxes:
            raise entry.problem(f"turn {turn} has a box already", "turn", "Keep one of them.")
        arrive = entry.table("reinforcements")
        boxes[turn] = TurnBox(
            turn,
            {nation: entry.need(nation, int) for nation in NATIONS if nation in entry},
            {nation: arrive.get(nation, int, 0) for nation in NATIONS},
            tuple(entry.texts("chits")),
            entry.get("pick", int, 0),
        )
        arrive.finish()
        entry.finish()
    return boxes


def read_limits(top: Table) -> Limits:
    """The limits that a scenario changes (12.0, 14.0, 15.4, 18.0)."""
    table = top.table("limits")
    given = {key: table.get(key, int, getattr(Limits(), key)) for key in Limits.__slots__}
    table.finish()
    return Limits(**given)


def read_entries(top: Table, units: Mapping[str, Unit]) -> tuple[Entry, ...]:
    """The formations that march in from the turn track (15.3)."""
    found = []
    for entry in top.tables("entry"):
        hq = entry.need("hq", str)
        formation = units[hq].formation
        members = tuple(u.id for u in units.values() if formation and u.formation == formation)
        found.append(Entry(hq, members or (hq,), tuple(entry.texts("gates"))))
        entry.finish()
    return tuple(found)


def read_zones(top: Table, board: Board, units: Mapping[str, Unit]) -> tuple[Zone, ...]:
    """The set-up areas, ranges and hexes of formations and of headquarters (4.0 step 2)."""
    zones: list[Zone] = []
    formations = {unit.formation for unit in units.values() if unit.formation}
    for entry in top.tables("deploy"):
        side, kind = entry.need("side", str), entry.need("kind", str)
        if kind == "range":
            hexes = tuple(board.within(entry.need("center", str), entry.need("range", int)))
        else:
            hexes = tuple(entry.texts("hexes"))
        if not hexes or (kind in ("hex", "hq") and len(hexes) != 1):
            raise entry.problem("the zone has no hexes", "hexes", "Name one hex, or several.")
        hq, formation = "", ""
        if kind == "hq":
            hq = entry.name("hq", headquarters(units, side), "'{}' is no headquarters here")
            formation = units[hq].formation
        else:
            formation = entry.name("formation", formations, "no unit belongs to '{}'")
        zones.append(Zone(side, formation, kind, hexes, hq))
        entry.finish()
    return tuple(zones)
