"""Lines of sight: exact, mutual, and the same as clipping every hex by plain fractions."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from engine import hexes, sight
from engine.board import Board
from engine.boardfile import read_plan
from engine.files import Table

steps = st.tuples(st.integers(-9, 9), st.integers(-9, 9)).filter(lambda c: c != (0, 0))
WIDE, TALL = 9, 8


def board() -> Board:
    rows = [f"{row:02d} " + "." * WIDE for row in range(1, TALL + 1)]
    data = {"title": "t", "labels": "A1", "rows": rows, "terrain": {".": "open"}}
    return Board(read_plan(Table(data, "t")))


BOARD = board()
INDEX = st.integers(0, len(BOARD) - 1)


def corners(cell: hexes.Cell) -> list[tuple[int, int]]:
    x, y = 3 * cell[0], cell[0] + 2 * cell[1]
    return [(x + a, y + b) for a, b in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))]


def part(a: hexes.Cell, b: hexes.Cell, cell: hexes.Cell) -> tuple[Fraction, Fraction] | None:
    """The part of the line from a to b that lies in a hex or on its rim, as two fractions."""
    ax, ay = 3 * a[0], a[0] + 2 * a[1]
    dx, dy = 3 * b[0] - ax, b[0] + 2 * b[1] - ay
    low, high = Fraction(0), Fraction(1)
    rim = corners(cell)
    for (px, py), (qx, qy) in pairwise([*rim, rim[0]]):
        nx, ny = -(qy - py), qx - px
        at, slope = nx * (ax - px) + ny * (ay - py), nx * dx + ny * dy
        if slope == 0:
            if at < 0:
                return None
        elif slope > 0:
            low = max(low, Fraction(-at, slope))
        else:
            high = min(high, Fraction(-at, slope))
    return (low, high) if low <= high else None


def oracle(a: hexes.Cell, b: hexes.Cell) -> tuple[tuple[hexes.Cell, ...], ...]:
    """The hexes between, by clipping every hex near: two where they share a part."""
    found: dict[tuple[Fraction, Fraction], list[hexes.Cell]] = {}
    for cell in hexes.within(a, hexes.distance(a, b) + 1):
        span = None if cell in (a, b) else part(a, b, cell)
        if span and span[0] < span[1]:
            found.setdefault(span, []).append(cell)
    return tuple(tuple(sorted(found[span])) for span in sorted(found))


@given(steps)
def test_the_hexes_on_the_way_are_those_that_clipping_finds(step):
    assert sight.walk(*step) == oracle((0, 0), step)


@given(steps, steps)
def test_the_way_back_is_the_same_way(a, step):
    b = (a[0] + step[0], a[1] + step[1])
    assert sight.line(a, b) == tuple(reversed(sight.line(b, a)))
    assert sight.line(a, b) == oracle(a, b)


def test_a_line_along_a_side_meets_both_hexes():
    assert sight.walk(1, 1) == (((0, 1), (1, 0)),)
    assert sight.walk(0, 3) == (((0, 1),), ((0, 2),))


def plain(low: list[int], high: list[int], a: int, b: int) -> bool:
    """Sight said once more in other words: the lower end is hidden by what rises above it."""
    if low[a] < low[b]:
        a, b = b, a
    for group in oracle(BOARD.cells[a], BOARD.cells[b]):
        labels = [BOARD.label_of(cell) for cell in group]
        if None in labels:
            continue
        numbers = [BOARD.index[str(label)] for label in labels]
        if all(
            high[n] > low[b]
            and (high[n] >= low[a] or BOARD.adjacent(BOARD.hexes[n], BOARD.hexes[b]))
            for n in numbers
        ):
            return False
    return True


@st.composite
def reliefs(draw):
    count = len(BOARD)
    low = draw(st.lists(st.integers(-1, 2), min_size=count, max_size=count))
    more = draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    return low, [a + b for a, b in zip(low, more, strict=True)]


@given(reliefs(), INDEX, INDEX)
def test_sight_is_mutual_and_equals_the_plain_words(relief, a, b):
    low, high = relief
    seen = sight.Sight(BOARD, low, high)
    assert seen.sees(a, b) == seen.sees(b, a) == plain(low, high, a, b)
    assert set(seen.blockers(a, b)) == set(seen.blockers(b, a))
    assert not {a, b} & set(seen.blockers(a, b))


@given(reliefs(), INDEX)
def test_a_field_of_view_is_what_is_seen_hex_by_hex(relief, a):
    seen = sight.Sight(BOARD, *relief)
    assert seen.field(a) == {b for b in range(len(BOARD)) if not seen.blockers(a, b)}


@given(reliefs(), INDEX, st.sets(INDEX))
def test_a_field_of_view_minds_the_slopes(relief, a, bare):
    seen = sight.Sight(BOARD, *relief)

    def slope(high, here, low):
        return (high + here + low) in bare

    field = {b for b in range(len(BOARD)) if not seen.blockers(a, b, slope)}
    assert seen.field(a, slope) == field
    assert seen.field(a) <= field


def test_what_a_line_meets_lies_where_the_grid_says():
    """Every line of a ragged map: nothing off the map is taken for a hex of it."""
    rows = ["01 ..-.", "02 .-..", "03 ...-", "04 -..."]
    data = {"title": "t", "labels": "A1", "rows": rows, "terrain": {".": "open"}}
    ragged = Board(read_plan(Table(data, "t")))
    wall = sight.Sight(ragged, [0] * len(ragged), [1] * len(ragged))
    for a in range(len(ragged)):
        assert wall.field(a) == {b for b in range(len(ragged)) if not wall.blockers(a, b)}


def test_level_ground_hides_nothing():
    flat = sight.Sight(BOARD, [0] * len(BOARD), [0] * len(BOARD))
    assert len(flat.field(0)) == len(BOARD)


def test_a_slope_may_be_excused():
    level = [0] * len(BOARD)
    at = BOARD.index
    level[at["E3"]], level[at["E4"]] = 2, 1
    seen = sight.Sight(BOARD, level, level)
    assert seen.blockers(at["E3"], at["E5"]) == (at["E4"],)
    assert seen.blockers(at["E3"], at["E5"], lambda *_: True) == ()
    assert seen.blockers(at["E3"], at["E6"]) == ()


@cache
def clipped(q: int, r: int) -> tuple[tuple[hexes.Cell, ...], ...]:
    """The oracle's hexes between the origin and a cell, clipped once for each way."""
    return oracle((0, 0), (q, r))


def clear(low: list[int], high: list[int], a: int, b: int) -> bool:
    """Sight by the oracle's fractions and the rulebook's words, hex after hex."""
    if low[a] < low[b]:
        a, b = b, a
    (q, r), (x, y) = BOARD.cells[a], BOARD.cells[b]
    for group in clipped(x - q, y - r):
        labels = [BOARD.label_of((q + u, r + v)) for u, v in group]
        if None in labels:
            continue
        ends = [BOARD.index[str(label)] for label in labels]
        if all(high[n] > low[b] and (high[n] >= low[a] or hexes_touch(n, b)) for n in ends):
            return False
    return True


def hexes_touch(a: int, b: int) -> bool:
    return hexes.distance(BOARD.cells[a], BOARD.cells[b]) == 1


def test_thousands_of_random_boards_see_what_the_oracle_sees():
    dice = random.Random(6)
    count, hidden, edges = len(BOARD), 0, 0
    for _ in range(3000):
        density = dice.choice((0.0, 0.1, 0.3, 0.6))
        low = [dice.choice((-1, 0, 0, 0, 1, 1, 2)) for _ in range(count)]
        high = [ground + (dice.random() < density) for ground in low]
        seen = sight.Sight(BOARD, low, high)
        for _ in range(6):
            a, b = dice.sample(range(count), 2)
            clean = clear(low, high, a, b)
            assert seen.sees(a, b) == seen.sees(b, a) == clean
            hidden += not clean
            (q, r), (x, y) = BOARD.cells[a], BOARD.cells[b]
            edges += any(len(group) == 2 for group in clipped(x - q, y - r))
        a = dice.randrange(count)
        assert seen.field(a) == {b for b in range(count) if not seen.blockers(a, b)}
    assert hidden > 3000
    assert edges > 2000
