"""What a firefight adds to its set-up: zones, veterans, events, objectives, targets (1.0, 8.0)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict

from engine.board import Board
from engine.conflict_of_heroes.cardlist import VETERANS
from engine.conflict_of_heroes.deploy import Zone
from engine.conflict_of_heroes.events import Aim, Happening
from engine.conflict_of_heroes.unit import Unit
from engine.conflict_of_heroes.veterans import FIGURES, TIED, Bond
from engine.errors import closest
from engine.files import Table

MINES = ("black", "red", "blue")


class Extras(TypedDict):
    """The keys of a firefight that only some of them have, as `Setup` names them."""

    zones: tuple[Zone, ...]
    bonds: tuple[Bond, ...]
    scoring: tuple[str, ...]
    happening: Happening
    aims: Mapping[str, Aim]
    tasks: Mapping[str, tuple[str, ...]]
    targets: Mapping[str, tuple[str, ...]]


def named_hexes(table: Table, key: str, board: Board) -> tuple[str, ...]:
    """A list of hexes of the board."""
    hexes = tuple(table.texts(key))
    for i, hex in enumerate(hexes):
        if hex not in board:
            raise table.problem(
                f"hex {hex} is not on the board", f"{key}[{i}]", closest(hex, board.hexes)
            )
    return hexes


def named_units(table: Table, key: str, units: Mapping[str, Unit]) -> tuple[str, ...]:
    """A list of units of the firefight."""
    names = tuple(table.texts(key))
    for i, name in enumerate(names):
        if name not in units:
            raise table.problem(f"there is no unit '{name}'", f"{key}[{i}]", closest(name, units))
    return names


def read_zone(row: Table, board: Board, units: Mapping[str, Unit], sides: tuple[str, ...]) -> Zone:
    """A zone of set-up (1.0)."""
    side = row.need("side", str)
    if side not in sides:
        raise row.problem(f"there is no side '{side}'", "side", closest(side, sides))
    mines = tuple(row.texts("mines"))
    for i, mine in enumerate(mines):
        if mine not in MINES:
            raise row.problem(f"there is no {mine} mine", f"mines[{i}]", closest(mine, MINES))
    zone = Zone(
        side=side,
        hexes=named_hexes(row, "hexes", board),
        units=named_units(row, "units", units),
        mines=mines,
        hidden=row.get("hidden", bool, False),
        inside=row.get("inside", bool, False),
        limit=row.get("limit", int, 1),
    )
    room = len(zone.hexes) * zone.limit
    if room < max(len(zone.units), len(zone.mines)):
        raise row.problem(
            "the zone has too few hexes for what is placed in it", "hexes", "Add some."
        )
    row.finish()
    return zone


def read_bond(row: Table, units: Mapping[str, Unit]) -> Bond:
    """A veteran card and its units (8.3)."""
    card = row.need("card", str)
    if card not in VETERANS:
        raise row.problem(f"there is no veteran card '{card}'", "card", closest(card, VETERANS))
    changes = {name: row.get(name, int, 0) for name in FIGURES}
    figures = {name: change for name, change in changes.items() if change}
    if figures and card != "better-equipped":
        raise row.problem(f"'{card}' changes no figures", next(iter(figures)), "Take it out.")
    if card not in TIED and not row.texts("units"):
        raise row.problem("nobody is named", "units", "Name the units it serves.")
    bond = Bond(card, named_units(row, "units", units), figures)
    row.finish()
    return bond


def read_extras(
    top: Table, board: Board, units: Mapping[str, Unit], sides: tuple[str, ...]
) -> Extras:
    """The keys of a firefight that only some of them have."""
    score, event = top.table("score"), top.table("event")
    aims, targets, tasks = top.table("objectives"), top.table("targets"), top.table("tasks")
    caps = event.table("cap")
    found: Extras = {
        "zones": tuple(read_zone(row, board, units, sides) for row in top.tables("zone")),
        "bonds": tuple(read_bond(row, units) for row in top.tables("veteran")),
        "scoring": named_hexes(score, "hexes", board),
        "happening": Happening(
            cap={side: caps.get(side, int, 0) for side in sides},
            smoke=named_hexes(event, "smoke", board),
            units=named_units(event, "units", units),
        ),
        "aims": {name: _read_aim(aims.table(name), board) for name in aims.data},
        "tasks": {side: named_hexes(tasks, side, board) for side in sides if side in tasks},
        "targets": {side: named_hexes(targets, side, board) for side in sides},
    }
    for table in (score, caps, event, targets, tasks):
        table.finish()
    return found


def _read_aim(table: Table, board: Board) -> Aim:
    hex = table.need("hex", str)
    if hex not in board:
        raise table.problem(f"hex {hex} is not on the board", "hex", closest(hex, board.hexes))
    aim = Aim(hex, table.get("points", int, 1))
    table.finish()
    return aim
