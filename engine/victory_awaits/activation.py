"""Chapter 8: a headquarters wakes the units in its command range."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.paths import search
from engine.verdict import Reason
from engine.victory_awaits.state import State
from engine.victory_awaits.unit import AXIS

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

COMMAND_RANGE = 4  # 8.2


def command_range(g: VictoryAwaits, hex: str) -> dict[str, int]:
    """The hexes in command range of a headquarters, with their distance (8.2)."""
    neighbour_at, bar = g.board.neighbour_at, g.ground.bar

    def onward(here: int) -> Iterable[int]:
        return (neighbour_at[slot] for slot in range(here * 6, here * 6 + 6) if bar(slot) is None)

    steps, _ = search([g.board.index[hex]], onward, COMMAND_RANGE)
    return {g.board.hexes[i]: n for i, n in steps.items()}


def activation(g: VictoryAwaits, s: State, hq: str) -> dict[str, Reason | None]:
    """What a headquarters does to each unit of its side: None wakes it, a Reason does not."""
    seat = s.position.place(hq)
    near = command_range(g, seat)
    head = g.units[hq]
    result: dict[str, Reason | None] = {}
    for unit in s.position.units():
        piece = g.units[unit]
        place = s.position.place(unit)
        if piece.side != head.side or place not in g.board or piece.fortress:
            continue
        if unit == hq:
            result[unit] = None
        elif piece.hq:
            result[unit] = Reason.of(
                "13.0", "ava.activate.other-hq", units=(unit,), unit=piece.name, hq=head.name
            )
        elif place not in near:
            distance = g.board.distance(seat, place)
            result[unit] = Reason.of(
                "8.2",
                "ava.activate.range" if distance > COMMAND_RANGE else "ava.activate.blocked",
                units=(unit,),
                hexes=(place, seat),
                unit=piece.name,
                hq=head.name,
                distance=distance,
                limit=COMMAND_RANGE,
            )
        elif head.side == AXIS and piece.nation != head.nation:
            result[unit] = Reason.of(
                "8.3",
                "ava.activate.nation",
                units=(unit,),
                unit=piece.name,
                hq=head.name,
                nation=head.nation,
            )
        else:
            result[unit] = None
    return result


def activated(g: VictoryAwaits, s: State, hq: str) -> tuple[str, ...]:
    """The units that a headquarters wakes, itself included (8.1)."""
    return tuple(unit for unit, reason in activation(g, s, hq).items() if reason is None)
