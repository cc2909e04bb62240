"""Who enters a hex last holds it: towns, cities, supply sources (3.4, 16.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import Course
from engine.values import replace
from engine.victory_awaits.components.cities import name_of
from engine.victory_awaits.components.state import POSSIBLE, State
from engine.victory_awaits.components.unit import AXIS, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


def take(g: VictoryAwaits, s: State, unit: str, hex: str, course: Course) -> State:
    """A unit enters a hex: towns, cities and sources change hands (3.4, 16.3); Zhukov (18.1)."""
    side = g.units[unit].side
    if hex in g.soviet_sources and (hex in s.breached) != (side == AXIS):
        breached = s.breached | {hex} if side == AXIS else s.breached - {hex}
        source = hex in g.sources(SOVIET)
        rule, key = ("16.3", "source") if source else ("18.2", "breakthrough")
        course.tell(rule, f"ava.control.{key}", hexes=(hex,), units=(unit,), hex=hex, side=side)
        s = replace(s, breached=breached)
    if side == AXIS and not s.zhukov and hex in g.before_leningrad:
        course.tell("18.1", "ava.zhukov.possible", hexes=(hex,), units=(unit,))
        s = replace(s, zhukov=POSSIBLE)
    if hex not in s.control or s.control[hex] == side:
        return s
    name = name_of(g.board, hex)
    course.tell("3.4", "ava.control.taken", hexes=(hex,), units=(unit,), place=name, side=side)
    return s.controlled(hex, side)


def first_control(g: VictoryAwaits) -> dict[str, str]:
    """Who controls towns and cities at the start: by the side of the start line (3.4)."""
    west = g.board.tagged("axis-territory")
    return {hex: AXIS if hex in west else SOVIET for hex in g.towns}
