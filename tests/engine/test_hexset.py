"""Sets of hexes as whole numbers do what sets of cells do, on boards of any shape."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.hexes import Cell
from engine.hexset import Grid, HexSet, Ways

CELLS = st.lists(
    st.tuples(st.integers(-5, 9), st.integers(-7, 6)), min_size=1, max_size=60, unique=True
)


class Board:
    """A board of any cells, its grid, and the same questions asked of sets of cells."""

    def __init__(self, cells: list[Cell]) -> None:
        self.cells = cells
        self.grid = Grid(cells)

    def set(self, cells: Iterable[Cell]) -> HexSet:
        """As a whole number."""
        return self.grid.of(map(self.cells.index, cells))

    def seen(self, found: HexSet) -> set[Cell]:
        """As a set of cells."""
        return {self.cells[number] for number in self.grid.numbers(found)}

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
    assert board.seen(x & ~y) == a - b
    assert board.seen(board.grid.all & ~x) == set(board.cells) - a
    assert (x & y == x) == (a <= b)


@given(boards(1))
def test_a_step_never_leaves_the_board(made: tuple[Board, list[set[Cell]]]) -> None:
    board, (a,) = made
    x = board.set(a)
    for direction in range(6):
        assert board.seen(board.grid.step(x, direction)) == board.stepped(a, direction)
        whence = {c for c in board.cells if hexes.step(c, direction) in a}
        assert board.seen(board.grid.into(x, direction)) == whence
    near = {cell for d in range(6) for cell in board.stepped(a, d)}
    assert board.seen(board.grid.around(x)) == near


@given(boards(7), st.integers(0, 6))
def test_a_flood_goes_where_a_search_goes(made: tuple[Board, list[set[Cell]]], limit: int) -> None:
    board, (start, *open_ways) = made
    ways: Ways = [board.set(way) for way in open_ways]
    x = board.set(start)
    expected = board.reached(start, open_ways, limit)
    rings = list(board.grid.rings(x, ways, limit))
    assert [board.seen(ring) for ring in rings] == [
        {cell for cell, steps in expected.items() if steps == distance}
        for distance in range(max(expected.values(), default=-1) + 1)
    ]
    assert board.seen(board.grid.flood(x, ways, limit)) == set(expected)
    whole = board.reached(start, open_ways, len(board.cells))
    assert board.seen(board.grid.flood(x, ways)) == set(whole)


@given(boards(7))
def test_ways_can_be_gone_back(made: tuple[Board, list[set[Cell]]]) -> None:
    board, (_, *open_ways) = made
    back = board.grid.back([board.set(way) for way in open_ways])
    for direction in range(6):
        found = board.seen(back[direction])
        opposite = hexes.opposite(direction)
        for cell in board.cells:
            there = hexes.step(cell, direction)
            assert (cell in found) == (there in board.cells and there in open_ways[opposite])


def test_a_board_without_a_hex_has_only_the_empty_set() -> None:
    grid = Grid([])
    assert grid.all == 0
    assert list(grid.numbers(grid.flood(0, grid.every))) == []
