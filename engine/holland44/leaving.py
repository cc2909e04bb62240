"""Sections 19.3.1 to 19.4: off the map into an entry area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.game import Course
from engine.holland44.movement import GERMAN
from engine.verdict import Reason
from engine.zocbond.ground import HALF
from engine.zocbond.state import State
from engine.zocbond.walking import NORMAL, TACTICAL, Pace, allowance, walk
from engine.zocbond.zones import enemy, zoc

if TYPE_CHECKING:
    from engine.holland44.rules import Holland44

HANDED_OVER = ("A", "L")
"""The areas that change hands (19.2.2)."""


def letter(area: str) -> str:
    """The letter of an entry area."""
    return area.rpartition("-")[2]


def off_map(
    g: Holland44, s: State, unit: str, area: str, pace: Pace, mode: str
) -> Iterator[Reason]:
    """What keeps a unit that has come so far from leaving the map (19.3.1, 19.3.2, 23.1.2).

    A point for the area, two more out of an enemy ZOC (7.2); none by tactical movement (8.3.1).
    """
    piece, last = g.units[unit], pace.hex

    def no(rule: str, key: str) -> Reason:
        return Reason.of(rule, key, units=(unit,), unit=piece.name, area=letter(area), hex=last)

    if area not in g.board.areas or last not in g.board.areas[area].touches:
        yield no("19.3.1", "h44.area.not-here")
        return
    if not g.own_area(s, piece.side, area):
        yield no("19.4", "h44.area.enemy")
    yield from g.over_the_edge(s, unit, last, area)
    yield from too_early(g, s, unit, area)
    if mode == TACTICAL:
        if pace.hexes + 1 > g.tactical_hexes(s, (unit,)):
            yield no("8.3.1", "h44.area.too-far")
    else:
        watched = last in zoc(g, s, enemy(g, piece.side))
        price = HALF * (1 + (g.figure("leave-zoc") if watched else 0))
        if pace.spent + price > allowance(g, s, (unit,), mode):
            yield no("19.3.1", "h44.area.too-far")
    if pace.stopped and not g.slips_through(s, (unit,), mode, pace.stopped):
        yield no("7.2", "h44.area.stopped")


def leaving_mode(
    g: Holland44, s: State, units: Sequence[str], area: str, last: str, named: str = ""
) -> str:
    """The mode that was named (8.2, 8.3); without a name the normal one.

    Tactical over a ferry on the edge, or where markers allow nothing else (8.5.4, 14.2).
    """
    if named and not g.river_edge(last, area):
        return named
    tactical = g.river_edge(last, area) or any(g.mode_reasons(s, units, NORMAL))
    return TACTICAL if tactical else NORMAL


def way_out(
    g: Holland44, s: State, units: Sequence[str], area: str, path: Sequence[str], named: str
) -> Iterator[Reason]:
    """What keeps a unit or a stack from leaving the map by a path (8.1, 19.3.1).

    The one step that a ferry carries is no stack (8.5.7).
    """
    if len(units) > 1 and g.river_edge(path[-1], area):
        yield Reason.of("19.3.1", "zb.enter.apart", units=units)
    mode = leaving_mode(g, s, units, area, path[-1], named)
    done = walk(g, s, units, path, mode, ends=False)
    yield from done.reasons
    if done.pace.hex == path[-1]:
        for unit in units:
            yield from off_map(g, s, unit, area, done.pace, mode)


def too_early(g: Holland44, s: State, unit: str, area: str) -> Iterator[Reason]:
    """In turn 1 Germans go to areas A and L only (23.1.2)."""
    piece = g.units[unit]
    if s.turn == 1 and piece.side == GERMAN and letter(area) not in HANDED_OVER:
        name = piece.name
        yield Reason.of(
            "23.1.2", "h44.area.first-turn", units=(unit,), unit=name, area=letter(area)
        )


def depart(
    g: Holland44,
    s: State,
    units: Sequence[str],
    area: str,
    course: Course,
    path: Sequence[str],
    mode: str,
) -> State:
    """Into the area, until the next movement phase (19.3.1); it is the last hex of the move."""
    for unit in units:
        name = g.unit_name(unit)
        course.tell("19.3.1", "h44.area.moved", units=(unit,), unit=name, area=letter(area))
        s = s.put(unit, area)
    if g.river_edge(path[-1], area):
        s = g.load_ferry(s, units, area, path[-1])
    return g.moved(s, units, (*path, area), mode, course)
