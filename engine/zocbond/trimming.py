"""The end of a phase: what stands over the stacking limit is destroyed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Course
from engine.zocbond.losses import lose_step
from engine.zocbond.state import State
from engine.zocbond.zones import combat_units

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def trim(g: Family, s: State, side: str, course: Course) -> State:
    """At the end of a phase what stands over the limit is destroyed, weakest units first."""
    for place in sorted(s.position.places()):
        if place not in g.board:
            continue
        while g.excess(s, side, place):
            units = combat_units(g, s, side, place)
            weak = min(units, key=lambda u: (g.face(s, u).defence + g.face(s, u).attack, u))
            s = lose_step(g, s, weak, course, g.rule("overstack"))
    return s
