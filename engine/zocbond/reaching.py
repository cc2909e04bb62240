"""How far a group can go: every hex it can come to in a mode of movement, and the cheapest way."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.hexset import HexSet
from engine.zocbond.chapter import Chapter
from engine.zocbond.ground import around
from engine.zocbond.state import State
from engine.zocbond.walking import TACTICAL, Going, Pace, Shut

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

Found = tuple[int, int, int, str]
"""Half points spent, hexes gone, woods entered, the hex before."""


class Reached:
    """The hexes a group can come to from where it stands."""

    __slots__ = ("_first", "_found", "_watched")

    def __init__(self, first: Pace, found: dict[str, Found], watched: HexSet) -> None:
        self._first, self._found, self._watched = first, found, watched

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def pace(self, hex: str) -> Pace:
        """How far the group has come by then."""
        if hex == self._first.hex:
            return self._first
        spent, hexes, woods, _ = self._found[hex]
        return Pace(hex, spent, hexes, woods, hex if hex in self._watched else "")

    def path(self, hex: str) -> tuple[str, ...]:
        """The way there, both ends included."""
        way, home = [hex], self._first.hex
        while hex != home:
            hex = self._found[hex][3]
            way.append(hex)
        way.reverse()
        return tuple(way)


def reach(g: Family, s: State, units: Sequence[str], mode: str) -> Reached:
    """Every hex a group can pass to in a mode: of ways as short by the hex before, in order."""
    key = ("reach", tuple(units), mode)
    if key not in s.cache:
        s.cache[key] = search(g, s, units, mode, Pace(s.place(units[0])), False)
    found: Reached = s.cache[key]
    return found


def stops(
    g: Family, s: State, units: Sequence[str], mode: str, hexes: Iterable[str]
) -> Iterator[str]:
    """Those of some hexes where a group may end its move."""
    asked = g.where(Chapter.stops_at, s, units, mode)
    for hex in hexes:
        if hex not in asked or not any(g.all_of(Chapter.stop_reasons, s, units, hex, mode)):
            yield hex


def goes(g: Family, s: State, units: Sequence[str], mode: str, pace: Pace) -> bool:
    """Whether a group that has come so far can go on at all."""
    going = Going(g, s, units, mode, brief=True)
    return any(_step(going, pace, there) for there in around(g, pace.hex))


def _step(going: Going, pace: Pace, there: str) -> Pace | None:
    try:
        return going.step(pace, there).pace
    except Shut:
        return None


def search(
    g: Family, s: State, units: Sequence[str], mode: str, first: Pace, by_path: bool
) -> Reached:
    """Dijkstra's method over what the ground asks; of equal ways the first, by name or by path.

    Only where a chapter may have something to say is a step gone into.
    """
    going = Going(g, s, units, mode, brief=True)
    place, watched, most, tactical = g.board.grid.place, going.watched, going.most, mode == TACTICAL
    shut, ask, slow = going.shut.digits(), going.asked.digits(), watched.digits()
    walls, tolls, ground = going.bonded.walls.starts, going.tolls, going.strides
    home = first.hex
    best: dict[str, Found] = {home: (first.spent, first.hexes, first.woods, "")}
    queue: list[tuple[int, int, str | tuple[str, ...], str, Found]] = []
    done: set[str] = set()
    if tactical:
        rank = (first.hexes, first.spent if by_path else first.hexes)
    else:
        rank = (first.spent, first.hexes)
    queue.append((*rank, (home,) if by_path else home, home, best[home]))
    order: list[str] = []
    while queue:
        _, _, tie, here, so_far = heapq.heappop(queue)
        if here in done:
            continue
        done.add(here)
        order.append(here)
        best[here] = so_far
        spent, gone, woods, _ = so_far
        if (gone if tactical else spent) == most:
            continue  # every further step costs something
        at = place.get(here, -1)
        near = at >= 0 and slow[at] == "1"
        stopped = first.stopped if here == home else here if near else ""
        pace = Pace(here, spent, gone, woods, stopped)
        taken: list[tuple[str, int, int, int]] = []
        if at < 0 or ask[at] == "1":
            for there in around(g, here):
                if there not in done and (after := _step(going, pace, there)):
                    taken.append((there, after.spent, after.hexes, after.woods))
        else:
            halted = bool(stopped) and not g.any_of(Chapter.slips_through, s, units, mode, stopped)
            leaving = going.leaving(here) if near else 0
            walled = here in walls
            for there, to, price, wooded, wet in ground.out(g, s, units, here):
                if there in done:
                    continue
                if ask[to] == "1":
                    if after := _step(going, pace, there):
                        taken.append((there, after.spent, after.hexes, after.woods))
                    continue
                if halted or shut[to] == "1":
                    continue
                if walled and going.bonded.walled(g.board, here, there):
                    continue
                if wet and going.no_crossing(pace, there, wet):
                    continue
                trees = woods + wooded
                total = spent + price + leaving + (g.woods_extra(trees) if wooded else 0)
                if tolls:
                    total += tolls.get(there, 0)
                if gone + 1 > most if tactical else total > most >= spent:
                    continue
                taken.append((there, total, gone + 1, trees))
        for there, total, steps, trees in taken:
            if tactical:
                one, two = steps, total if by_path else steps
            else:
                one, two = total, steps
            old = best.get(there)
            if old is not None:
                before = (old[1], old[0] if by_path else old[1]) if tactical else (old[0], old[1])
                if (one, two) > before or ((one, two) == before and not by_path):
                    continue
            found = (total, steps, trees, here)
            if old is None or not by_path or (one, two) < before:
                best[there] = found
            ties = (*tie, there) if by_path else there
            heapq.heappush(queue, (one, two, ties, there, found))
    if by_path:
        best = {hex: best[hex] for hex in order[1:]}
    return Reached(first, best, watched)
