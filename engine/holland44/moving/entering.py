"""Section 19.1: onto the map from an entry area, alone or as a group: a move like any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.holland44.board.edge import over_the_edge
from engine.holland44.moving.march import March
from engine.holland44.setting import Setting
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import NORMAL, TACTICAL, walk
from engine.zocbond.moving import orders
from engine.zocbond.moving.trek import going_on


def coming_in(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], mode: str, pause: bool
) -> March:
    """The march of a group from its area; tactical where nothing else will do (8.5.4, 14.2)."""
    area = s.place(units[0])
    mode = over_the_edge(g, s, units, area, path[0], mode)
    way = (area, *path)
    begun = March.begun(g.units[units[0]].side, units, way, mode)
    return replace(begun, free=pause or len(path) == 1)


def way_in(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], mode: str, pause: bool
) -> Iterator[Reason]:
    """What forbids the way: its first hex is a step like the others (19.1).

    After one hex alone a group may go on as long as it has points left.
    """
    key = ("way in", tuple(units), tuple(path), mode, pause)
    yield from s.once(key, lambda: tuple(_way_in(g, s, units, path, mode, pause)))


def _way_in(
    g: Setting, s: State, units: Sequence[str], path: Sequence[str], mode: str, pause: bool
) -> Iterator[Reason]:
    if any(g.all_of(Chapter.entry_reasons, s, units[0], path[0])):
        return
    begun = coming_in(g, s, units, path, mode, pause)
    yield from g.all_of(Chapter.mode_reasons, s, units, begun.mode)
    found = walk(g, s, units, (begun.pace.hex, *path), begun.mode, not begun.free)
    yield from found.reasons
    if found.reasons or not begun.free:
        return
    on = replace(begun, pace=found.pace)
    stays = () if pause else tuple(g.all_of(Chapter.stop_reasons, s, units, path[-1], begun.mode))
    if pause or stays:
        stuck = tuple(going_on(g, s, on, units, ()))
        yield from stuck if pause else stays if stuck else ()


def waylaid(g: Setting, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> March:
    """Coming in is a march, on which all may happen that does on any (5.4, 14.3.2, 25.3.1)."""
    return coming_in(g, s, units, path, mode, False)


class EntryChapter(Chapter[Setting]):
    """The step over the edge is the first of a march."""

    def entry_reasons(self, g: Setting, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """By a hex of its area, in good order (19.1, 19.3.1)."""
        return orders.gate_reasons(g, s, unit, hex)

    def entry_ways(
        self, g: Setting, s: State, unit: str, every: bool
    ) -> Iterator[tuple[Sequence[str], str]]:
        """Tactically, where there is no other way in (6.4.2)."""
        for gate in g.board.areas[s.place(unit)].touches:
            if any(g.all_of(Chapter.entry_reasons, s, unit, gate)):
                continue
            plain, careful = (
                g.way_in(s, (unit,), (gate,), mode, False) for mode in (NORMAL, TACTICAL)
            )
            if any(plain) and not any(careful):
                yield (gate,), TACTICAL

    def enters_together(self, g: Setting, s: State, units: Sequence[str], hex: str) -> bool:
        """Units of an area may come in as a group (8.1, 19.1)."""
        return True
