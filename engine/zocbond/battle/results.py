"""Cells of the combat results table, read from the game's own list of results."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

_CELL = re.compile(r"([A-Z0-9/]+)(?: Adv (\d))?([!?]?)")


@dataclass(frozen=True, slots=True)
class Result:
    """What a cell demands."""

    code: str
    attacker: int
    defender: int
    enemy_picks: bool
    attacker_picked: bool
    """Whether the enemy picks the attacker's loss too (exchanges)."""
    retreat: int
    most: int
    stands: bool
    routs: bool
    engages: bool
    advance: int
    limited: bool
    exploits: bool
    colour: str = ""
    """`!`: no determined defence; `?`: at -1 and only where the rules allow it (Stalingrad '42)."""


def read_result(g: Family, cell: str) -> Result:
    """A cell such as `A1/DR` or `DR2 Adv 3?`."""
    match = _CELL.fullmatch(cell)
    if match is None:
        raise ValueError(f"'{cell}' is no combat result")
    code = match[1]
    row = g.charts["results"].rows[code]
    advance = int(match[2]) if match[2] else int(row["advance"])
    return Result(
        code,
        int(row["attacker"]),
        int(row["defender"]),
        row["picks"] != "owner",
        row["picks"] == "enemy",
        int(row["retreat"]),
        int(row["most"]),
        bool(row["stands"]) and match[3] != "!",
        bool(row["routs"]),
        bool(row["engages"]),
        advance,
        bool(row["limited"]),
        advance >= g.figure("exploits-from"),
        match[3],
    )
