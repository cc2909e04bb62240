"""How far a group can go: every hex it can come to in a mode of movement, and the cheapest way."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from engine.hexset import HexSet
from engine.rules import Question
from engine.values import Action, Names, remember
from engine.verdict import Reason
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import around, lies, touching
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import TACTICAL, Going, Pace, Shut, going, walk

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

Found = tuple[int, int, int, str]
"""Half points spent, hexes gone, woods entered, the hex before."""


SEARCHES = 4000
"""As many searches are remembered."""


class Reached:
    """The hexes a group can come to from where it stands."""

    __slots__ = ("_first", "_found", "_paths", "_watched", "hexes", "lists", "moves")

    def __init__(self, first: Pace, found: dict[str, Found], watched: HexSet) -> None:
        self._first, self._found, self._watched = first, found, watched
        self._paths: dict[str, tuple[str, ...]] = {}
        self.hexes = watched.grid.of(found)
        self.moves: dict[tuple[str, ...], dict[str, Action]] = {}
        """The moves of who has asked, each by the hex where it ends."""
        self.lists: dict[Hashable, tuple[Action, ...]] = {}
        """All moves of who has asked, in this mode and others, to where they may end."""

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    def among(self, hexes: HexSet) -> list[str]:
        """Those of some hexes that it can come to, in the order of its ways."""
        found = frozenset(hexes & self.hexes)
        return [hex for hex in self if hex in found] if found else []

    def pace(self, hex: str) -> Pace:
        """How far the group has come by then."""
        if hex == self._first.hex:
            return self._first
        spent, hexes, woods, _ = self._found[hex]
        return Pace(hex, spent, hexes, woods, hex if hex in self._watched else "")

    def path(self, hex: str) -> tuple[str, ...]:
        """The way there, both ends included."""
        known = self._paths.get(hex)
        if known is None:
            way = () if hex == self._first.hex else self.path(self._found[hex][3])
            known = self._paths[hex] = (*way, hex)
        return known


def reach(g: Family, s: State, units: Names, mode: str) -> Reached:
    """Every hex a group can pass to in a mode: of ways as short by the hex before, in order."""
    key = ("reach", tuple(units), mode)
    return s.once(key, search, g, s, units, mode, Pace(s.place(units[0])), False)


def gone(g: Family, s: State, units: Names, path: Names, mode: str) -> Pace | None:
    """How far a group comes by a way on which nothing forbids a step; None by any other."""
    found = s.facts.get(("reach", tuple(units), mode))
    if isinstance(found, Reached) and path[-1] in found and found.path(path[-1]) == tuple(path):
        return found.pace(path[-1])
    pace: Pace | None = Pace(path[0])
    for here, there in itertools.pairwise(path):
        near = there in g.board and touching(g, here, there)
        pace = _step(going(g, s, units, mode, brief=True), pace, there) if pace and near else None
    return pace


def judged(
    g: Family, s: State, units: Names, path: Names, mode: str, ends: bool = True
) -> tuple[tuple[Reason, ...], Pace]:
    """What forbids a path, and how far the group comes by it; line by line where anything does."""
    pace = gone(g, s, units, path, mode)
    if pace is None:
        found = walk(g, s, units, path, mode, ends)
        return found.reasons, found.pace
    return tuple(g.all_of(Chapter.stop_reasons, s, units, path[-1], mode)) if ends else (), pace


def stops(g: Family, s: State, units: Names, mode: str, hexes: HexSet) -> HexSet:
    """Those of some hexes where a group may end its move."""
    hexes -= g.where(Chapter.never_ends, s, units, mode)
    asked = g.where(Chapter.stops_at, s, units, mode) & hexes
    barred = [hex for hex in asked if any(g.all_of(Chapter.stop_reasons, s, units, hex, mode))]
    return hexes - g.board.set(barred) if barred else hexes


def goes(g: Family, s: State, units: Names, mode: str, pace: Pace) -> bool:
    """Whether a group that has come so far can go on at all."""
    group = going(g, s, units, mode, brief=True)
    return any(_step(group, pace, there) for there in around(g, pace.hex))


def passes(g: Family, s: State, units: Names, mode: str, pace: Pace, there: str) -> bool:
    """Whether nothing forbids a group that has come so far the next step."""
    return _step(going(g, s, units, mode, brief=True), pace, there) is not None


def _step(going: Going, pace: Pace, there: str) -> Pace | None:
    try:
        return going.step(pace, there).pace
    except Shut:
        return None


def search(g: Family, s: State, units: Names, mode: str, first: Pace, by_path: bool) -> Reached:
    """How far a group can go; of equal ways the first, by the hex before or by the whole path.
    Whoever asked before, with enemies and friends as much in the way, has found it already."""
    asking, lie = going(g, s, units, mode, brief=True), lies(g, s)
    key = _key(asking, first, by_path)
    old = lie.searches.get(key)
    if old is not None and all(ask(asking, *told) == said for ask, told, said in old.asked):
        return old.reached
    if len(lie.searches) >= SEARCHES:
        lie.searches.clear()
    asked: list[Asked] = []
    reached = _search(asking, first, by_path, asked)
    lie.searches[key] = Answer(reached, tuple(asked))
    return reached


Asked: TypeAlias = tuple[Question, tuple[object, ...], object]
"""A question about a group on its way, and what was said."""


class Answer(NamedTuple):
    """What a search found, and all that it went into."""

    reached: Reached
    asked: tuple[Asked, ...]


def _key(going: Going, first: Pace, by_path: bool) -> tuple[Hashable, ...]:
    """All that decides how far a group goes, but for what is gone into."""
    walls, asked, out = going.bonded.walls, going.group.asked, going.group.asked_out
    watched = going.watched.bits, (going.watched & going.slipping).bits
    sets = (going.shut.bits, asked.bits, out.bits, *watched, walls.bits)
    tolls = tuple(going.tolls.items())
    kind = (going.group.side, going.strides, going.mode, going.most, going.group.leaving)
    return (first, by_path, *kind, tolls, *sets)


def _search(going: Going, first: Pace, by_path: bool, asked: list[Asked]) -> Reached:
    """Dijkstra's method over what the ground asks of a group in a mode of movement. Only where a
    chapter may have something to say is a step gone into, and that is noted."""
    g, s, units, most, tactical = going.g, going.s, going.units, going.most, going.mode == TACTICAL
    place, watched, bonded = g.board.grid.place, going.watched, going.bonded
    shut, ask, slow = going.shut.digits(), going.group.asked.digits(), watched.digits()
    walls, tolls, out = bonded.walls.starts, going.tolls, going.strides.out
    ask_out = going.group.asked_out
    crossed, kind = going.strides.crossed, (going.group.side, going.mode)
    home = first.hex
    found: Found = (first.spent, first.hexes, first.woods, "")
    best = {home: found}
    tie: str | tuple[str, ...] = (home,) if by_path else home
    queue = [(0, 0, tie, home, found)]
    done: dict[str, bool] = {}
    while queue:
        _, _, tie, here, found = heapq.heappop(queue)
        if here in done:
            continue
        done[here] = True
        best[here] = found
        spent, gone, woods, _ = found
        if (gone if tactical else spent) == most:
            continue  # every further step costs something
        at = place.get(here, -1)
        near = at >= 0 and slow[at] == "1"
        stopped = first.stopped if here == home else here if near else ""
        every = at < 0 or here in ask_out
        halted = stopped != "" and stopped not in going.slipping
        leaving, walled = going.group.leaving if near else 0, here in walls
        pace = Pace(here, spent, gone, woods, stopped)
        for there, to, price, wooded, wet in out(g, s, units, here):
            if there in done:
                continue
            if every or ask[to] == "1":
                after = _step(going, pace, there)
                asked.append((_step, (pace, there), after))
                if after is None:
                    continue
                total, trees, wet = after.spent, after.woods, ""
            elif halted or shut[to] == "1" or (walled and bonded.walled(g.board, here, there)):
                continue
            else:
                total, trees = spent + price + leaving, woods
                if wooded:
                    trees += 1
                    total += g.woods_extra(trees)
                if tolls:
                    total += tolls.get(there, 0)
                if gone >= most if tactical else total > most >= spent:
                    continue
            if wet:
                water = (here, gone, there, wet)
                if g.ferried(going.mode, gone, wet):
                    barred = going.no_crossing(*water)
                    asked.append((Going.no_crossing, water, barred))
                else:
                    barred = remember(crossed, (*water, *kind), going.no_crossing, *water)
                if barred:
                    continue
            steps, old = gone + 1, best.get(there)
            rank = (steps, total if by_path else steps) if tactical else (total, steps)
            found = (total, steps, trees, here)
            if old is None:
                best[there] = found
            else:
                used, went, _, _ = old
                before = (went, used if by_path else went) if tactical else (used, went)
                if rank > before or (rank == before and not by_path):
                    continue
                if rank < before:
                    best[there] = found
            ties = (*tie, there) if by_path else there
            heapq.heappush(queue, (*rank, ties, there, found))
    if by_path:
        best = {hex: best[hex] for hex in done if hex != home}
    return Reached(first, best, watched)
