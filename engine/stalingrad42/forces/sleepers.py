"""Sections 20.4 and 20.6: garrisons, and armies in the south, that sleep until they are woken."""

from __future__ import annotations

from collections.abc import Sequence

from engine.game import Course
from engine.stalingrad42.records import records
from engine.stalingrad42.setting import GERMAN, Setting
from engine.values import replace
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.moving import orders

WAKE_RANGE = 5


def wake_south(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], course: Course
) -> State:
    """The armies south of Rostov wake when a German crosses the Don or nears Stalingrad
    (20.6)."""
    if not records(s).asleep or not any(g.units[u].combat for u in units):
        return s
    goal, board = g.board.tagged("stalingrad"), g.board
    near = any(board.distance(a, b) <= WAKE_RANGE for a in path if a in board for b in goal)
    if near or set(path) & board.tagged("beyond-don"):
        course.tell("20.6", "s42.woken", units=tuple(units))
        return s.keep(replace(records(s), asleep=()))
    return s


class SleeperChapter(Chapter[Setting]):
    """Who wakes them."""

    def arrived(
        self,
        g: Setting,
        s: State,
        side: str,
        units: Sequence[str],
        path: Sequence[str],
        course: Course,
    ) -> State:
        """Germans that come near (20.4, 20.6)."""
        if side != GERMAN:
            return s
        return orders.rouse(g, wake_south(g, s, units, path, course), units, path)
