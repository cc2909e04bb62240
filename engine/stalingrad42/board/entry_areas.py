"""Entry areas by their letters (22.2), the transit box (22.6.4), and the rows of the map."""

from __future__ import annotations

from engine.stalingrad42.setting import Setting
from engine.zocbond.board.state import State

TRANSIT, TRANSIT_LIMIT = "F", 2
"""The box of the Caspian, and the combat units it holds (22.6.4)."""


def letter(area: str) -> str:
    """The letter of an entry area: `soviet-A` is A."""
    return area.rpartition("-")[2]


def row(hex: str) -> int:
    """The row that a hex's printed number ends with: 1549 lies in row 49."""
    return int(hex[-2:])


def transit_full(g: Setting, s: State, unit: str, area: str) -> bool:
    """Whether a combat unit is one too many for the transit box: two at a time (22.6.4)."""
    inside = [u for u in s.position.at(area) if g.units[u].combat]
    crowded = letter(area) == TRANSIT and len(inside) >= TRANSIT_LIMIT
    return crowded and g.units[unit].combat
