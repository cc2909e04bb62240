"""What must always hold in a game of the family; a broken one is a mistake of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.verdict import Reason
from engine.zocbond.losses import destroyed
from engine.zocbond.state import DISRUPTED, ROUTED, State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def violations(g: Family, s: State) -> list[Reason]:
    """Mixed hexes, steps, markers, boxes."""
    return list(_all(g, s))


def _all(g: Family, s: State) -> Iterator[Reason]:
    for place in s.position.places():
        units = s.position.at(place)
        fighters = {g.units[unit].side for unit in units if g.units[unit].combat}
        if place in g.board and len(fighters) > 1 and not g.contested(s, place):
            yield Reason.of(g.rule("move"), "zb.broken.mixed", hexes=(place,), units=units)
    for unit, piece in g.units.items():
        dead = s.place(unit) == destroyed(piece.side)
        if dead != (g.left(s, unit) <= 0):
            yield Reason.of(g.rule("steps"), "zb.broken.steps", units=(unit,))
        if s.has(unit, DISRUPTED) and s.has(unit, ROUTED):
            yield Reason.of(g.rule("becomes"), "zb.broken.markers", units=(unit,))
