"""Sets of hexes as whole numbers do what sets of cells do, on boards of any shape."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.hexes import Cell
from engine.hexset import Grid, HexSet, Ways, union

CELLS = st.lists(
    st.tuples(st.integers(-5, 9), st.integers(-7, 6)), min_size=1, max_size=60, unique=True
)


class Board:
    """A board of any cells, its grid, and the same questions asked of sets of cells."""

    def __init__(self, cells: list[Cell]) -> None:
        self.cells = cells
        self.name = {cell: f"{cell[0]},{cell[1]}" for cell in cells}
        self.cell = {name: cell for cell, name in self.name.items()}
        self.grid = Grid([self.name[cell] for cell in cells], cells)

    def set(self, cells: Iterable[Cell]) -> HexSet:
        """As a whole number."""
        return self.grid.of(self.name[cell] for cell in cells)

    def ways(self, cells: list[set[Cell]]) -> Ways:
        """The ways out of some cells."""
        return self.grid.ways(lambda side: self.cells[side // 6] in cells[side % 6])

    def seen(self, found: HexSet) -> set[Cell]:
        """As a set of cells."""
        return {self.cell[hex] for hex in found}

    def stepped(self, cells: Iterable[Cell], direction: int) -> set[Cell]:
        """One step, cell by cell."""
        return {hexes.step(cell, direction) for cell in cells} & set(self.cells)

    def reached(self, start: set[Cell], ways: list[set[Cell]], limit: int) -> dict[Cell, int]:
        """Steps to everything within a limit, one cell after the other."""
        steps = dict.fromkeys(start, 0)
        queue = deque(start)
        while queue:
            here = queue.popleft()
            for direction in range(6):
                there = hexes.step(here, direction)
                way = here in ways[direction] and there in self.cells
                if way and there not in steps and steps[here] < limit:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        return steps


@st.composite
def boards(draw: st.DrawFn, sets: int) -> tuple[Board, list[set[Cell]]]:
    """A board and some sets of its cells."""
    cells = draw(CELLS)
    some = st.sets(st.sampled_from(cells))
    return Board(cells), [draw(some) for _ in range(sets)]


@given(boards(2))
def test_union_intersection_and_difference(made: tuple[Board, list[set[Cell]]]) -> None:
    board, (a, b) = made
    x, y = board.set(a), board.set(b)
    assert board.seen(x) == a
    assert board.seen(x | y) == a | b
    assert board.seen(x & y) == a & b
    assert board.seen(x - y) == a - b
    assert board.seen(board.grid.all - x) == set(board.cells) - a
    assert board.seen(union(board.grid, [x, y])) == a | b
    assert (x == y) == (a == b)
    assert hash(x) == hash(board.set(sorted(a)))
    assert x.isdisjoint(y) == a.isdisjoint(b)
    assert bool(x) == bool(a)
    assert len(x) == len(a)
    assert {cell for cell in board.cells if board.name[cell] in x} == a
    assert "a box" not in x
    digits = zip(board.cells, board.grid.places, strict=True)
    assert {cell for cell, place in digits if x.digits()[place] == "1"} == a


@given(boards(1))
def test_a_step_never_leaves_the_board(made: tuple[Board, list[set[Cell]]]) -> None:
    board, (a,) = made
    x = board.set(a)
    for direction in range(6):
        assert board.seen(x.step(direction)) == board.stepped(a, direction)
    near = {cell for d in range(6) for cell in board.stepped(a, d)}
    assert board.seen(x.around()) == near


@given(boards(7), st.integers(0, 6))
def test_a_flood_goes_where_a_search_goes(made: tuple[Board, list[set[Cell]]], limit: int) -> None:
    board, (start, *open_) = made
    x, ways = board.set(start), board.ways(open_)
    expected = board.reached(start, open_, limit)
    rings = x.rings(ways, limit)
    assert [board.seen(ring) for ring in rings] == [
        {cell for cell, steps in expected.items() if steps == distance}
        for distance in range(max(expected.values(), default=0) + 1)
    ]
    for distance, ring in enumerate(rings):
        for hex in ring:
            way = ways.way_back(rings[: distance + 1], hex)
            assert len(way) == distance + 1
            assert way[0] in x
            assert way[-1] == hex
            for here, there in itertools.pairwise(board.cell[name] for name in way):
                direction = hexes.direction_between(here, there)
                assert direction is not None
                assert here in open_[direction]
    assert board.seen(x.flood(ways, limit)) == set(expected)
    whole = board.reached(start, open_, len(board.cells))
    assert board.seen(x.flood(ways)) == set(whole)


@given(boards(8))
def test_a_flood_enters_only_what_it_may(made: tuple[Board, list[set[Cell]]]) -> None:
    board, (start, among, *open_) = made
    narrow = [
        {cell for cell in way if hexes.step(cell, direction) in among}
        for direction, way in enumerate(open_)
    ]
    expected = set(board.reached(start, narrow, len(board.cells)))
    x, ways = board.set(start), board.ways(open_)
    assert board.seen(x.flood(ways, among=board.set(among))) == expected
    assert board.seen(x.flood(ways.into(board.set(among)))) == expected


@given(boards(7))
def test_ways_are_opened_closed_and_gone_back(made: tuple[Board, list[set[Cell]]]) -> None:
    board, (some, *open_) = made
    ways, other = board.ways(open_), board.ways(open_[::-1])
    for direction in range(6):
        opposite = hexes.opposite(direction)
        back = {cell for cell in board.cells if hexes.step(cell, direction) in open_[opposite]}
        assert board.seen(ways.back()[direction]) == back
        mine, theirs = open_[direction], open_[::-1][direction]
        assert board.seen(ways[direction]) == mine
        assert board.seen((ways | other)[direction]) == mine | theirs
        assert board.seen((ways - other)[direction]) == mine - theirs
        assert board.seen((ways & other)[direction]) == mine & theirs
        assert {c for c in board.cells if ways.opens(board.name[c], direction)} == mine
        assert board.seen(ways.out_of(board.set(some))[direction]) == mine & some
    assert board.seen(ways.starts) == set().union(*open_)
    assert bool(ways) == any(open_)
    steps = [(board.name[cell], d) for d, way in enumerate(open_) for cell in way]
    assert board.grid.steps(steps).bits == ways.bits


@given(boards(13), st.none() | st.integers(0, 7))
def test_a_double_way_counts_two_steps(
    made: tuple[Board, list[set[Cell]]], limit: int | None
) -> None:
    board, (start, *open_) = made
    single, double = board.ways(open_[:6]), board.ways(open_[6:])
    cost = dict.fromkeys(start, 0)
    for _ in board.cells:
        for here in list(cost):
            for direction in range(6):
                there = hexes.step(here, direction)
                for price, ways in ((1, open_[:6]), (2, open_[6:])):
                    far = cost[here] + price
                    open_way = here in ways[direction] and there in board.cells
                    if open_way and (limit is None or far <= limit):
                        cost[there] = min(far, cost.get(there, far))
    rings = board.set(start).rings(single, limit, double=double)
    assert {cell: n for n, ring in enumerate(rings) for cell in board.seen(ring)} == cost
    for far, ring in enumerate(rings):
        for hex in ring:
            way = single.way_back(rings[: far + 1], hex, double)
            assert board.cell[way[0]] in start
            spent = 0
            for here, there in itertools.pairwise(way):
                direction = hexes.direction_between(board.cell[here], board.cell[there])
                assert direction is not None
                spent += 1 if single.opens(here, direction) else 2
                assert single.opens(here, direction) or double.opens(here, direction)
            assert spent <= far


def test_a_board_without_a_hex_has_only_the_empty_set() -> None:
    grid = Grid([], [])
    assert not grid.all
    assert list(grid.none.flood(grid.everywhere)) == []
    assert repr(Grid(["0101"], [(1, 1)]).all) == "<0101>"
