"""Sections 3.1, 3.2 and 3.4: who holds which hexes, stacking, zones of control, control."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.game import Course
from engine.hexset import HexSet
from engine.position import Position, once_a_position
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.components.state import AXIS, POSSIBLE, SIDES, SOVIET, State, enemy
from engine.victory_awaits.components.terrain import name_of

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

STACK_LIMIT = 2  # 3.1


@once_a_position
def held(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes that a side's units occupy."""
    stacks = position.stacks()
    return g.board.set([place for place, units in stacks if g.units[units[0]].side == side])


@enforces("3.2")
@once_a_position
def zoc(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes in a side's zones of control (3.2): over rivers, not into water, and without effect
    in a fortress (14.2)."""
    near = held(g, position, side).around() & g.ground.dry
    if side == AXIS and g.fortresses:
        near -= g.board.set(map(position.place, g.fortresses))
    return near


@once_a_position
def denied(g: VictoryAwaits, position: Position, side: str) -> HexSet:
    """The hexes that a side occupies or has in its zones of control."""
    return held(g, position, side) | zoc(g, position, side)


def on_map(g: VictoryAwaits, s: State, side: str) -> list[str]:
    """A side's units on the map, fortress markers left out."""
    return [
        unit
        for unit in s.position.units()
        if g.units[unit].side == side
        and not g.units[unit].fortress
        and s.position.place(unit) in g.board
    ]


def put(g: VictoryAwaits, s: State, unit: str, place: str) -> State:
    """A unit elsewhere: what the other side holds and watches stays as it is."""
    piece = g.units[unit]
    keep = () if piece.fortress else OF_A_SIDE[enemy(piece.side)]
    return replace(s, position=s.position.moved(unit, place, keep))


OF_A_SIDE = {side: tuple((what, side) for what in ("held", "zoc", "denied")) for side in SIDES}
"""What is known of a side whoever moves on the other."""


def zoc_sources(g: VictoryAwaits, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose ZOC covers a hex that lies in its ZOC."""
    foes = (enemies_in(g, s, enemy(side), near) for near in g.board.neighbours(hex))
    return tuple(itertools.chain.from_iterable(foes))


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
        for place, units in s.position.stacks()
        if len(units) >= STACK_LIMIT
        and place in g.board
        and sum(g.units[u].side == side and not g.units[u].fortress for u in units) >= STACK_LIMIT
    ]


def enemies_in(g: VictoryAwaits, s: State, side: str, hex: str) -> tuple[str, ...]:
    """The enemy units in a hex."""
    return tuple(u for u in s.position.at(hex) if g.units[u].side != side)


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


def go(g: VictoryAwaits, s: State, unit: str, hexes: Sequence[str], course: Course) -> State:
    """A unit goes through some hexes, and takes what lies there (3.4)."""
    s = put(g, s, unit, hexes[-1])
    for hex in hexes:
        s = take(g, s, unit, hex, course)
    return s


def first_control(g: VictoryAwaits) -> dict[str, str]:
    """Who controls towns and cities at the start: by the side of the start line (3.4)."""
    west = g.board.tagged("axis-territory")
    return {hex: AXIS if hex in west else SOVIET for hex in g.towns}
