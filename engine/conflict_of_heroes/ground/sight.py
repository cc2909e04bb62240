"""Chapters 4, 6, 11 and 13: what a hex is worth, levels, gullies and smoke, and who sees what."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Concatenate, ParamSpec, TypeVar

from engine import sight
from engine.agenda import once_a_state
from engine.board import Board
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.hexes import OFFSETS
from engine.hexset import HexSet
from engine.tables import Chart
from engine.values import remember
from engine.verdict import enforces

A = ParamSpec("A")
T = TypeVar("T")

LEVELS = {"level-1": 1, "level-2": 2, "gully": -1, "gully-end": -1}
"""Board tags that set a level (11.0, 11.5)."""
SMALL_GULLY = "small-gully"
ROAD = "road"
HOLDING = {"trench": "18.2 trench", "gun-pit": "18.2 gun pit", "bunker": "18.2 bunker"}
"""Works that units may be in (18.2)."""


def once_a_ground(find: Callable[Concatenate[Ground, A], T]) -> Callable[Concatenate[Ground, A], T]:
    """A question of the ground, which does not change, is worked out once."""

    def found(ground: Ground, /, *about: A.args, **named: A.kwargs) -> T:
        return remember(ground.facts, (find, *about), find, ground, *about, **named)

    return found


class Ground:
    """A board as this game reads it."""

    def __init__(self, board: Board, chart: Chart) -> None:
        self.board = board
        self.chart = chart
        level = [0] * len(board)
        for tag, height in LEVELS.items():
            for hex in board.tagged(tag):
                level[board.index[hex]] = height
        self.height = [int(chart.value(name, "height")) for name in board.terrain_at]
        top = [low + high for low, high in zip(level, self.height, strict=True)]
        self.sight = sight.Sight(board, level, top)
        self.bogs = frozenset(hex for hex in board.hexes if self.of(hex)["bog"])
        """The hexes where a vehicle may get stuck (14.1)."""
        self.facts: dict[Hashable, object] = {}
        """What was asked about it: it does not change."""

    def level(self, hex: str) -> int:
        """The level of a hex (11.0, 11.5)."""
        return self.sight.level[self.board.index[hex]]

    def of(self, hex: str) -> Mapping[str, int]:
        """The terrain chart's row of a hex (4.0, 4.0 wheat, 4.0 corn)."""
        return self.chart.rows[self.board.terrain(hex)]

    @enforces("11.5")
    def gully(self, hex: str) -> bool:
        """Whether a large gully covers the centre of a hex (11.5)."""
        return self.level(hex) < 0

    @enforces("11.4")
    def slope(self, high: int, here: int, low: int) -> bool:
        """Whether a hex is the bare slope of the hill that the higher end stands on (11.4). What
        lies before it on the line of sight is as high, all the way from the higher end."""
        level = self.sight.level
        if self.height[here] or level[here] < 1:
            return False
        before = takewhile(lambda group: here not in group, self.sight.between(high, low))
        return all(any(i >= 0 and level[i] >= level[here] for i in group) for group in before)

    @enforces("11.3")
    @once_a_ground
    def blockers(self, a: str, b: str) -> tuple[str, ...]:
        """The hexes whose ground or height hides two hexes from each other (6.0, 11.3, 11.4)."""
        index, hexes = self.board.index, self.board.hexes
        numbers = self.sight.blockers(index[a], index[b], self.slope)
        return tuple(hexes[i] for i in numbers)

    @once_a_ground
    def field(self, seat: str) -> HexSet:
        """Every hex in line of sight of one, itself included (6.0)."""
        hexes, numbers = self.board.hexes, self.sight.field(self.board.index[seat], self.slope)
        return self.board.set(hexes[i] for i in numbers)

    @once_a_ground
    def way(self, a: str, b: str) -> list[tuple[str, ...]]:
        """The hexes met between two hexes, two where the line runs along their side (6.0). Where
        that is the edge of the map, the half beyond it has no name."""
        return self._named(self.sight.between(self.board.index[a], self.board.index[b]))

    @once_a_ground
    def gaps(self, a: str, b: str) -> list[tuple[str, ...]]:
        """The same less the hexes whose ground hides a from b: through these one looks (6.0)."""
        return self._named(self.sight.gaps(self.board.index[a], self.board.index[b], self.slope))

    def _named(self, groups: Iterable[tuple[int, ...]]) -> list[tuple[str, ...]]:
        hexes = self.board.hexes
        return [tuple(hexes[i] if i >= 0 else "" for i in group) for group in groups]

    @enforces("11.5")
    def gully_side(self, seat: str, hex: str) -> bool:
        """Whether the line into a hex crosses a small gully on its own edge (11.5)."""
        groups = self.way(seat, hex)
        last = groups[-1] if groups else (seat,)
        return any(near and SMALL_GULLY in self.board.side(near, hex) for near in last)

    def blind_from_air(self, seat: str, hex: str) -> tuple[str, ...]:
        """What hides a hex from a plane: only an obstacle right before it (20.3)."""
        groups = self.way(seat, hex)
        if not groups:
            return ()
        index, level = self.board.index, self.level(hex)
        last = groups[-1]
        # off the map nothing stands in the way
        blind = all(near and self.sight.top[index[near]] > level for near in last)
        return last if blind else ()


@lru_cache(maxsize=64)
def ground_of(board: Board, chart: Chart) -> Ground:
    """The ground of a board: firefights on one board share what is known of it."""
    return Ground(board, chart)


THICK = 2
"""So much smoke in a hex cannot be seen through (13.0)."""


def in_arc(board: Board, seat: str, facing: int, hex: str) -> bool:
    """Whether a hex lies in the arc of a facing, its two edges included (6.1)."""
    a, b = sight.centre(board.cell(seat)), sight.centre(board.cell(hex))
    ahead = sight.centre(OFFSETS[facing])
    return sight.along((b[0] - a[0], b[1] - a[1]), ahead) >= 0


FRONT = (0, 1, 5)
"""The three hexes in front of a unit, counted clockwise from straight ahead (5.2)."""


def in_front(board: Board, seat: str, facing: int, there: str) -> bool:
    """Whether a hex is one of the three in front (5.2)."""
    ahead = board.direction(seat, there)
    return ahead is not None and (ahead - facing) % 6 in FRONT


def front_hexes(board: Board, seat: str, facing: int) -> tuple[str, ...]:
    """The three hexes in front (5.2)."""
    return tuple(near for near in board.neighbours(seat) if in_front(board, seat, facing, near))


def smoke_between(g: Setting, s: State, seat: str, hex: str) -> tuple[str, ...]:
    """The hexes whose smoke hides two hexes from each other (13.0). Thick smoke on the way blocks;
    thin smoke twice on the way blocks at the second screen. Along a side smoke does so with what
    its neighbour is blocked by: smoke, or the ground (6.0)."""
    if not s.smoke:
        return ()
    thin = 0
    for group, least in zip(
        g.ground.way(seat, hex), smoke_on(s, g.ground.gaps(seat, hex)), strict=True
    ):
        thin += least > 0
        if least >= THICK or (least and thin > 1):
            return group
    return ()


def smoke_on(s: State, groups: Iterable[tuple[str, ...]]) -> list[int]:
    """The smoke on each part of a line: of two hexes along it the clearer counts (6.0, 13.0)."""
    return [min((s.smoke_in(near) for near in group), default=0) for group in groups]


def hidden_by(g: Setting, s: State, seat: str, hex: str) -> tuple[str, ...]:
    """Every hex that hides one hex from another: ground, height, smoke."""
    if seat == hex:
        return ()
    return (*g.ground.blockers(seat, hex), *smoke_between(g, s, seat, hex))


def sees(g: Setting, s: State, seat: str, hex: str) -> bool:
    """Whether one hex is in line of sight of another (6.0); mutual."""
    return seat == hex or (hex in g.ground.field(seat) and not smoke_between(g, s, seat, hex))


def unseen(g: Setting, s: State, side: str, hexes: Iterable[str]) -> list[str]:
    """Those of some hexes that no enemy of a side on the map sees (10.2); in close combat one sees
    nothing else."""
    left = list(hexes)
    for foe in g.enemies(side):
        seen, eyes = _view(g, s, foe)
        left = [hex for hex in left if hex not in seen]
        left = [hex for hex in left if not any(watches(g, s, u, hex) for u in eyes)]
    return left


@once_a_state
def _view(g: Setting, s: State, side: str) -> tuple[HexSet, list[str]]:
    """What a side's units see, and those to be asked hex by hex: in smoke, in works, in the air."""
    seen, eyes = g.board.grid.none, []
    for unit in g.on_map(s, side):
        seat, counter = s.position.place(unit), s.of(unit)
        if counter.hidden:
            continue
        if s.smoke or counter.inside or g.units[unit].kind == PLANE:
            eyes.append(unit)
        else:
            met = len(s.position.at(seat)) > 1 and g.foes_in(s, side, seat)
            seen |= g.board.set((seat,)) if met else g.ground.field(seat)
    return seen, eyes


def covered(g: Setting, s: State, unit: str) -> bool:
    """Whether anything but height adds to a unit's defence where it is (5.01, 7.51). Its ground,
    smoke, a work or foxhole it is in, the carrier it is in (16.1), or a vehicle of its side beside
    men on foot (15.6)."""
    hex, counter, piece = s.position.place(unit), s.of(unit), g.units[unit]
    if g.ground.of(hex)["dm"] or counter.dug or s.smoke_in(hex):
        return True
    if counter.carrier:
        return g.units[counter.carrier].has("apc")
    if counter.inside and any(work.kind in HOLDING for work in s.works_in(hex)):
        return True
    return piece.foot and any(
        g.units[u].vehicle and not hostile(g.units[u].side, piece.side) for u in s.position.at(hex)
    )


def behind_walls(g: Setting, s: State, unit: str, hex: str) -> bool:
    """Whether a hex is hidden from a unit by the bunker it is in: out of its arc (18.2 bunker)."""
    seat = s.position.place(unit)
    return s.of(unit).inside and any(
        work.kind == "bunker" and not in_arc(g.board, seat, work.facing, hex)
        for work in s.works_in(seat)
    )


def watches(g: Setting, s: State, unit: str, hex: str) -> bool:
    """Whether a unit sees a hex: from the air over trees, from a bunker ahead (18.2, 20.3). In
    close combat it sees nothing but its own hex (7.63)."""
    seat = s.position.place(unit)
    if seat == hex:
        return True
    if g.units[unit].kind == PLANE:
        return not g.ground.blind_from_air(seat, hex)
    if behind_walls(g, s, unit, hex):
        return False
    return not g.foes_in(s, g.units[unit].side, seat) and sees(g, s, seat, hex)
