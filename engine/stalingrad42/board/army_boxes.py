"""Section 34.1: the boxes of masked reserve armies, and who is in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.stalingrad42.records import records
from engine.zocbond.board.state import State

if TYPE_CHECKING:
    from engine.stalingrad42.setting import Setting

ARMY = "reserve-army"
BOXES = tuple(f"mask-{n}" for n in range(1, 7))
"""The boxes of the six maskirovka markers (34.1.1)."""


def box_of(s: State, army: str) -> str:
    """The box of an army; none for one without a marker."""
    return records(s).masks.get(army, "")


def inside(s: State, army: str) -> tuple[str, ...]:
    """The units in an army's box, those shown on top of it left out."""
    box = box_of(s, army)
    return s.position.at(box) if box else ()


def shelters(g: Setting, s: State, unit: str) -> bool:
    """Whether combat units live on in an army's box when its defenders are dead (34.6.2)."""
    return g.units[unit].kind == ARMY and bool(inside(s, unit))
