"""Chapter 8: a headquarters wakes the units in its command range."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine.errors import Problem
from engine.verdict import Reason
from engine.victory_awaits.components.state import AXIS, State, Unit

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

COMMAND_RANGE = 4  # 8.2


def command_range(g: VictoryAwaits, hex: str) -> Mapping[str, int]:
    """The hexes in command range of a headquarters, with their distance (8.2)."""
    if hex not in g.ground.ranges:
        if hex not in g.board:
            raise Problem("off the map there is no command range", remedy="Ask about another HQ.")
        rings = g.board.set([hex]).rings(g.ground.open_ways, COMMAND_RANGE)
        g.ground.ranges[hex] = {near: steps for steps, ring in enumerate(rings) for near in ring}
    return g.ground.ranges[hex]


def activation(g: VictoryAwaits, s: State, hq: str) -> dict[str, Reason | None]:
    """What a headquarters does to each unit of its side: None wakes it, a Reason does not."""
    return {
        unit: asleep(g, s, g.units[hq], g.units[unit])
        for unit in s.position.units()
        if may_wake(g, s, g.units[hq], g.units[unit])
    }


def may_wake(g: VictoryAwaits, s: State, hq: Unit, piece: Unit) -> bool:
    """Whether a unit is one that the headquarters of its side could wake at all (8.1, 14.3)."""
    return piece.side == hq.side and not piece.fortress and s.position.place(piece.id) in g.board


def asleep(g: VictoryAwaits, s: State, hq: Unit, piece: Unit) -> Reason | None:
    """Why a headquarters does not wake a unit of its side (8.2, 8.3, 13.0)."""
    seat, place = s.position.place(hq.id), s.position.place(piece.id)
    units, names = (piece.id,), {"unit": piece.name, "hq": hq.name}
    if piece.id == hq.id:
        return None
    if piece.hq:
        return Reason.of("13.0", "ava.activate.other-hq", units=units, **names)
    if place not in command_range(g, seat):
        far, hexes = g.board.distance(seat, place), (place, seat)
        key = f"ava.activate.{'range' if far > COMMAND_RANGE else 'blocked'}"
        return Reason.of(
            "8.2", key, units=units, hexes=hexes, **names, distance=far, limit=COMMAND_RANGE
        )
    if hq.side == AXIS and piece.nation != hq.nation:
        return Reason.of("8.3", "ava.activate.nation", units=units, **names, nation=hq.nation)
    return None


def activated(g: VictoryAwaits, s: State, hq: str) -> tuple[str, ...]:
    """The units that a headquarters wakes, itself included (8.1)."""
    head, near = g.units[hq], command_range(g, s.position.place(hq))
    return tuple(
        unit
        for unit in s.position.units()
        if s.position.place(unit) in near
        and may_wake(g, s, head, g.units[unit])
        and asleep(g, s, head, g.units[unit]) is None
    )


def woken_by(g: VictoryAwaits, hq: str | None, side: str) -> str:
    """The name of the HQ that woke some units, or of their side where none did."""
    return g.units[hq].name if hq else g.scenario.side(side).name
