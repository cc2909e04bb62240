"""Sections 3.1 and 3.2: who holds which hexes, stacking, zones of control."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.hexset import HexSet
from engine.position import Position
from engine.rulebook import enforces
from engine.verdict import Reason
from engine.victory_awaits.components.state import State, enemy
from engine.victory_awaits.components.unit import AXIS, SOVIET

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

STACK_LIMIT = 2  # 3.1


def held(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes that a side's units occupy."""
    if "held" not in position.cache:
        _look(g, position)
    by_side: dict[str, HexSet] = position.cache["held"]
    return by_side[side]


def crowded(g: VictoryAwaits, position: Position) -> list[str]:
    """The hexes in which several counters lie."""
    if "crowded" not in position.cache:
        _look(g, position)
    found: list[str] = position.cache["crowded"]
    return found


def _look(g: VictoryAwaits, position: Position) -> None:
    """See once who holds which hexes of a position, and where several counters lie."""
    places: dict[str, list[str]] = {AXIS: [], SOVIET: []}
    several = []
    for place, units in position.stacks():
        places[g.units[units[0]].side].append(place)
        if len(units) > 1 and place in g.board:
            several.append(place)
    position.cache["held"] = {one: g.board.set(found) for one, found in places.items()}
    position.cache["crowded"] = several


@enforces("3.2")
def zoc(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes in a side's zones of control (3.2): over rivers, not into water or forts (14.2)."""
    key = ("zoc", side)
    if key not in position.cache:
        near = held(g, position, side).around() & g.ground.dry_hexes
        position.cache[key] = near - fortified(g, position, enemy(side))
    found: HexSet = position.cache[key]
    return found


def fortified(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes with a fortress marker, in which enemy ZOCs have no effect (14.2)."""
    if side == AXIS or not g.fortresses:
        return g.board.grid.none
    return g.board.set(map(position.place, g.fortresses))


def denied(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes that a side occupies or has in its zones of control."""
    key = ("denied", side)
    if key not in position.cache:
        position.cache[key] = held(g, position, side) | zoc(g, position, side)
    found: HexSet = position.cache[key]
    return found


def zoc_sources(g: VictoryAwaits, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose ZOC covers a hex that lies in its ZOC."""
    return tuple(
        unit
        for near in g.board.neighbours(hex)
        for unit in s.position.at(near)
        if g.units[unit].side == side
    )


def stacking(g: VictoryAwaits, s: State, unit: str, hex: str) -> Iterator[Reason]:
    """Why a unit may not end its move in a hex (3.1); fortresses do not count (14.2)."""
    others = [other for other in s.position.at(hex) if other != unit]
    friends = [
        other
        for other in others
        if g.units[other].side == g.units[unit].side and not g.units[other].fortress
    ]
    if len(friends) >= STACK_LIMIT:
        yield Reason.of(
            "3.1", "ava.stack.full", hexes=(hex,), units=friends, hex=hex, limit=STACK_LIMIT
        )


def full_hexes(g: VictoryAwaits, s: State, side: str) -> list[str]:
    """The hexes with as many units of a side as may stand there (3.1)."""
    return [
        place
        for place in crowded(g, s.position)
        if sum(g.units[u].side == side and not g.units[u].fortress for u in s.position.at(place))
        >= STACK_LIMIT
    ]


def enemies_in(g: VictoryAwaits, s: State, side: str, hex: str) -> tuple[str, ...]:
    """The enemy units in a hex."""
    return tuple(u for u in s.position.at(hex) if g.units[u].side != side)
