"""Sections 19.3.1 to 19.4: over the edge of the map, off it into an entry area."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Course
from engine.holland44.setting import GERMAN, Setting
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import touching, water
from engine.zocbond.board.reaching import gone
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import NORMAL, TACTICAL, Pace, going, walk

HANDED_OVER = ("A", "L")
"""The areas that change hands (19.2.2)."""


def letter(area: str) -> str:
    """The letter of an entry area."""
    return area.rpartition("-")[2]


def off_map(
    g: Setting, s: State, units: Sequence[str], area: str, pace: Pace, mode: str
) -> Iterator[Reason]:
    """What keeps units that have come so far from leaving the map (19.3.1, 19.4, 23.1.2).

    The step off it is one like the others, at a point.
    """
    names, last = tuple(g.unit_name(unit) for unit in units), pace.hex

    def no(rule: str, key: str) -> Reason:
        where = {"area": letter(area), "hex": last}
        return Reason.of(rule, key, units=tuple(units), unit=names, **where)

    if area not in g.board.areas or not touching(g, last, area):
        yield no("19.3.1", "h44.area.not-here")
        return
    if not g.own_area(s, g.units[units[0]].side, area):
        yield no("19.4", "h44.area.enemy")
    for unit in units:
        yield from too_early(g, s, unit, area)
    yield from going(g, s, units, mode).step(pace, area).reasons


def over_the_edge(
    g: Setting, s: State, units: Sequence[str], area: str, hex: str, named: str
) -> str:
    """The mode in which units go over the edge: the one that was named (8.2, 8.3).

    Without a name the normal one; tactical over a ferry on the edge, or where markers allow
    nothing else (8.5.4, 14.2).
    """
    wet = water(g, area, hex) == "large-river"
    bound = (named or NORMAL) == NORMAL and any(g.all_of(Chapter.mode_reasons, s, units, NORMAL))
    return TACTICAL if wet or bound else named or NORMAL


def way_out(
    g: Setting, s: State, units: Sequence[str], area: str, path: Sequence[str], named: str
) -> Iterator[Reason]:
    """What keeps a unit or a stack from leaving the map by a path (8.1, 19.3.1)."""
    mode = leaving_mode(g, s, units, area, path[-1], named)
    pace = gone(g, s, units, path, mode)
    if pace is None:
        done = walk(g, s, units, path, mode, ends=False)
        pace = done.pace
        yield from done.reasons
    if pace.hex == path[-1]:
        yield from off_map(g, s, units, area, pace, mode)


def leaving_mode(
    g: Setting, s: State, units: Sequence[str], area: str, last: str, named: str
) -> str:
    """The mode of a way that ends beside an area, if it does."""
    if area not in g.board.areas or not touching(g, last, area):
        return named or NORMAL
    return over_the_edge(g, s, units, area, last, named)


def too_early(g: Setting, s: State, unit: str, area: str) -> Iterator[Reason]:
    """In turn 1 Germans go to areas A and L only (23.1.2)."""
    piece = g.units[unit]
    if s.turn == 1 and piece.side == GERMAN and letter(area) not in HANDED_OVER:
        name = piece.name
        yield Reason.of(
            "23.1.2", "h44.area.first-turn", units=(unit,), unit=name, area=letter(area)
        )


def depart(
    g: Setting,
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
    return g.in_turn(Chapter.moved, s, units, (*path, area), mode, course)
