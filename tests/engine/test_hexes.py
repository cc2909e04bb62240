"""Hexagon geometry: distance, neighbours, labels and lines."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import hexes

cells = st.tuples(st.integers(-30, 30), st.integers(-30, 30))
near = st.tuples(st.integers(-9, 9), st.integers(-9, 9))
directions = st.integers(0, 5)


@given(cells, cells)
def test_distance_is_zero_only_to_itself_and_the_same_both_ways(a, b):
    assert (hexes.distance(a, b) == 0) == (a == b)
    assert hexes.distance(a, b) == hexes.distance(b, a)
    assert hexes.distance(a, b) >= 0


@given(cells, cells, cells)
def test_a_detour_is_never_shorter(a, b, c):
    assert hexes.distance(a, c) <= hexes.distance(a, b) + hexes.distance(b, c)


@given(cells, cells)
def test_distance_is_the_number_of_steps_a_walker_needs(a, b):
    here, steps = a, 0
    while here != b:
        here = min(hexes.neighbours(here), key=lambda cell: hexes.distance(cell, b))
        steps += 1
        assert steps <= 200
    assert steps == hexes.distance(a, b)


@given(cells)
def test_six_neighbours_all_different_all_one_step_away(cell):
    around = list(hexes.neighbours(cell))
    assert len(set(around)) == 6
    assert {hexes.distance(cell, other) for other in around} == {1}


@given(cells)
def test_neighbours_stand_in_a_ring_clockwise(cell):
    around = list(hexes.neighbours(cell))
    gaps = [hexes.distance(a, b) for a, b in zip(around, around[1:] + around[:1], strict=True)]
    assert gaps == [1] * 6


@given(cells, directions)
def test_a_step_and_its_opposite_come_back(cell, direction):
    there = hexes.step(cell, direction)
    assert hexes.step(there, hexes.opposite(direction)) == cell
    assert hexes.direction_between(cell, there) == direction
    assert hexes.direction_between(there, cell) == hexes.opposite(direction)


@given(cells, cells)
def test_only_neighbours_have_a_direction_between_them(a, b):
    assert (hexes.direction_between(a, b) is not None) == (hexes.distance(a, b) == 1)


@given(cells, st.integers(0, 6))
def test_within_a_radius_is_every_cell_that_near_and_each_once(cell, radius):
    found = list(hexes.within(cell, radius))
    assert len(found) == len(set(found)) == 3 * radius * (radius + 1) + 1
    assert all(hexes.distance(cell, other) <= radius for other in found)


@given(st.integers(0, 99), st.integers(0, 99))
def test_column_and_row_round_trip(column, row):
    assert hexes.column_row(hexes.cell_at(column, row)) == (column, row)


@given(st.integers(0, 99), st.integers(0, 99))
def test_numbered_labels_round_trip(column, row):
    label = f"{column:02d}{row:02d}"
    cell = hexes.parse_label(label)
    assert hexes.format_label(cell) == label
    assert hexes.parse_label(hexes.format_label(cell)) == cell


@given(st.integers(1, 702), st.integers(0, 99))
def test_lettered_labels_round_trip(column, row):
    cell = hexes.cell_at(column, row)
    label = hexes.format_label(cell, "A1")
    assert hexes.parse_label(label, "A1") == cell
    assert label.rstrip("0123456789").isalpha()


@pytest.mark.parametrize(
    ("column", "label"),
    [(1, "A7"), (26, "Z7"), (27, "AA7"), (52, "AZ7"), (53, "BA7"), (702, "ZZ7")],
)
def test_letters_count_on_after_z(column, label):
    assert hexes.format_label(hexes.cell_at(column, 7), "A1") == label


@pytest.mark.parametrize(
    ("label", "style"),
    [
        *((label, "CCRR") for label in ("152", "15222", "H5", "")),
        *((label, "A1") for label in ("1522", "h5", "ABC1", "H", "", "H123")),
    ],
)
def test_a_label_in_another_style_is_refused(label, style):
    with pytest.raises(ValueError, match="is not a hex number"):
        hexes.parse_label(label, style)


@pytest.mark.parametrize("style", hexes.LABEL_STYLES)
def test_odd_columns_are_half_a_hex_lower(style):
    def neighbours(column, row):
        return {hexes.column_row(cell) for cell in hexes.neighbours(hexes.cell_at(column, row))}

    assert neighbours(5, 5) == {(5, 4), (5, 6), (4, 5), (4, 6), (6, 5), (6, 6)}
    assert neighbours(6, 5) == {(6, 4), (6, 6), (5, 4), (5, 5), (7, 4), (7, 5)}
    lower = hexes.format_label(hexes.cell_at(5, 5), style)
    assert hexes.parse_label(lower, style) == hexes.cell_at(5, 5)


def test_the_north_of_a_hex_is_the_row_above_in_its_column():
    column, row = hexes.column_row(hexes.step(hexes.cell_at(15, 22), hexes.DIRECTIONS.index("N")))
    assert (column, row) == (15, 21)


@given(near, near)
def test_a_line_read_backwards_is_the_same_line(a, b):
    assert hexes.line(a, b) == hexes.line(b, a)[::-1]


@given(near, near)
def test_a_line_starts_and_ends_right_and_has_a_cell_a_step(a, b):
    way = hexes.line(a, b)
    assert way[0] == (a,)
    assert way[-1] == (b,)
    assert len(way) == hexes.distance(a, b) + 1


@given(near, near)
def test_a_line_is_contiguous_whichever_cell_of_a_tie_is_taken(a, b):
    way = hexes.line(a, b)
    for before, after in itertools.pairwise(way):
        assert all(hexes.distance(x, y) == 1 for x in before for y in after)


def _gap(q: Fraction, r: Fraction, cell: hexes.Cell) -> Fraction:
    """Squared distance on paper between a point and the middle of a cell."""
    dq, dr = q - cell[0], r - cell[1]
    return dq * dq + dr * dr + dq * dr


@given(near, near)
def test_each_step_holds_exactly_the_cells_nearest_to_the_line(a, b):
    way = hexes.line(a, b)
    for i, found in enumerate(way):
        t = Fraction(i, max(len(way) - 1, 1))
        q, r = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        around = list(hexes.within((round(q), round(r)), 2))
        least = min(_gap(q, r, cell) for cell in around)
        assert set(found) == {cell for cell in around if _gap(q, r, cell) == least}


@given(near, near)
def test_a_tie_is_of_two_neighbours_along_one_side(a, b):
    for found in hexes.line(a, b):
        assert len(found) in (1, 2)
        assert len(found) == 1 or hexes.distance(*found) == 1


def test_a_line_along_a_side_meets_both_cells():
    assert hexes.line((0, 0), (1, 1)) == [((0, 0),), ((0, 1), (1, 0)), ((1, 1),)]
