"""Entry areas (22.2), the transit box (22.6.4), boxes of masked armies (34.1), rows of the map."""

from __future__ import annotations

from engine.stalingrad42.setting import SOVIET, Setting, records
from engine.zocbond.board.state import State

TRANSIT, TRANSIT_LIMIT = "F", 2
"""The box of the Caspian, and the combat units it holds (22.6.4)."""


ARMY = "reserve-army"
ROOM = 8
"""So many units does a box hold (34.2)."""
BOXES = tuple(f"mask-{n}" for n in range(1, 7))
"""The boxes of the six maskirovka markers (34.1.1)."""


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


def inside(s: State, army: str) -> tuple[str, ...]:
    """The units in an army's box, those shown on top of it left out."""
    box = records(s).masks.get(army, "")
    return s.position.at(box) if box else ()


def shelters(g: Setting, s: State, unit: str) -> bool:
    """Whether combat units live on in an army's box when its defenders are dead (34.6.2)."""
    return g.units[unit].kind == ARMY and bool(inside(s, unit))


def shown(s: State, army: str) -> list[str]:
    """The units shown on top of an army (34.2)."""
    return [unit for unit, over in records(s).shown.items() if over == army]


def crammed(s: State, army: str) -> bool:
    """Whether a box holds all it can, those shown on top of it counted (34.2)."""
    return len(inside(s, army)) + len(shown(s, army)) >= ROOM


def army_of(s: State, unit: str) -> str:
    """The army in whose box a unit is."""
    place = s.place(unit)
    return next((army for army, box in records(s).masks.items() if box == place), "")


def rebuild_boxes(g: Setting, s: State, unit: str) -> list[str]:
    """Boxes that may take a unit back with a replacement (34.5)."""
    if g.units[unit].side != SOVIET:
        return []
    gone = records(s).unmasked
    alive = [a for a in records(s).masks if s.place(a) != "pool" and a not in gone]
    return [records(s).masks[a] for a in alive if not crammed(s, a)]
