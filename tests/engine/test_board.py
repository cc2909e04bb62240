"""A compiled board: hexsides, links, areas, tags, and boards joined into one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.board import Area, Board, Place, Plan, describe_side, join
from engine.boardfile import load_plan
from engine.files import package_file
from tests.engine.problems import refused
from tests.engine.sketch import board


@st.composite
def plans(draw):
    """A random plan of a few hexes with sides and links of some kinds."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    spots = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    kept = draw(st.sets(st.sampled_from(spots), min_size=1))
    plan = Plan("random")
    for column, row in sorted(kept):
        cell = hexes.cell_at(column, row)
        label = hexes.format_label(cell)
        plan.cells[label] = cell
        plan.terrain[label] = draw(st.sampled_from(["clear", "lake"]))
    labels = sorted(plan.cells)
    pairs = [
        (a, b) for a in labels for b in labels if hexes.distance(plan.cells[a], plan.cells[b]) == 1
    ]
    kinds = st.sampled_from(["brook", "cliff"])
    side = st.tuples(st.sampled_from(labels), st.integers(0, 5), kinds)
    plan.sides = draw(st.lists(side, max_size=12))
    if pairs:
        link = st.tuples(st.sampled_from(pairs), st.sampled_from(["road", "rail"]))
        plan.links = [(a, b, kind) for (a, b), kind in draw(st.lists(link, max_size=12))]
    return plan


@given(plans())
def test_a_side_is_shared_by_both_its_hexes(plan):
    found = Board(plan)
    for a in found.hexes:
        for b in found.neighbours(a):
            assert found.side(a, b) == found.side(b, a)


@given(plans())
def test_a_side_bears_what_was_written_on_it_from_either_hex_and_no_more(plan):
    found = Board(plan)
    for a in found.hexes:
        for b in found.neighbours(a):
            d, back = found.direction(a, b), found.direction(b, a)
            written = {k for h, side, k in plan.sides if (h, side) in ((a, d), (b, back))}
            assert found.side(a, b) == written


@given(plans())
def test_a_link_runs_both_ways(plan):
    found = Board(plan)
    for a in found.hexes:
        for b in found.neighbours(a):
            written = {k for x, y, k in plan.links if {x, y} == {a, b}}
            assert found.link(a, b) == found.link(b, a) == written


@given(plans())
def test_neighbours_are_exactly_the_hexes_at_distance_one(plan):
    found = Board(plan)
    for a in found.hexes:
        around = set(found.neighbours(a))
        assert around == {b for b in found.hexes if found.distance(a, b) == 1}
        assert all(a in set(found.neighbours(b)) for b in around)
        assert found.edge(a) == (len(around) < 6)
        assert all(found.adjacent(a, b) for b in around)


@given(plans(), st.integers(0, 3))
def test_within_a_radius_leaves_out_what_is_off_the_map(plan, radius):
    found = Board(plan)
    for a in found.hexes:
        near = list(found.within(a, radius))
        assert len(near) == len(set(near))
        assert set(near) == {b for b in found.hexes if found.distance(a, b) <= radius}


def test_hexes_that_do_not_touch_share_no_side_and_no_link():
    found = board([". . .", ". . ."], road=["0101 0201 0301"])
    assert found.direction("0101", "0301") is None
    assert not found.adjacent("0101", "0301")
    assert found.side("0101", "0301") == frozenset()
    assert found.link("0101", "0301") == frozenset()


def test_a_side_on_the_edge_of_the_map_is_kept():
    found = board(["."], minor_river=["0101 N SE"])
    slots = [describe_side(found, i) for i, marks in enumerate(found.side_at) if marks]
    assert slots == ["0101 N", "0101 SE"]


def test_a_side_and_a_link_can_be_of_several_kinds():
    found = board(
        [". ."],
        minor_river=["0101 NE"],
        start_line=["0201 SW"],
        road=["0101 0201"],
        rail=["0201 0101"],
    )
    assert found.side("0101", "0201") == {"minor-river", "start-line"}
    assert found.link("0101", "0201") == {"road", "rail"}


def test_labels_and_cells_lead_to_each_other():
    found = board([". .", "- ."])
    assert len(found) == 3
    assert "0102" not in found
    assert all(found.label_of(found.cell(label)) == label for label in found.hexes)
    assert found.label_of((99, 99)) is None


def test_areas_touch_the_hexes_they_name():
    found = board(
        [". . ."],
        area=[
            {"id": "west", "name": "The West", "touches": ["0101"]},
            {"id": "south", "name": "The South", "touches": ["0101", "0301"]},
        ],
    )
    assert [area.id for area in found.areas_touching("0101")] == ["west", "south"]
    assert [area.id for area in found.areas_touching("0201")] == []
    assert found.areas["south"] == Area("south", "The South", ("0101", "0301"))


def test_tags_and_places_are_found_again():
    found = board(
        [". ."],
        axis_source=["0101"],
        place=[{"hex": "0201", "name": "Ostrov", "kind": "town"}],
    )
    assert found.tagged("axis-source") == {"0101"}
    assert found.tagged("no-such-tag") == frozenset()
    assert found.place_in["0201"] == Place("0201", "Ostrov", "town")
    assert "0101" not in found.place_in


def _part(title: str) -> Plan:
    plan = Plan(title)
    for column, row in ((1, 1), (2, 1), (1, 2), (2, 2)):
        cell = hexes.cell_at(column, row)
        label = hexes.format_label(cell)
        plan.cells[label], plan.terrain[label] = cell, "clear"
    plan.sides = [("0201", hexes.DIRECTIONS.index("SE"), "brook")]
    plan.links = [("0101", "0201", "road")]
    plan.tags = {"source": ["0102"]}
    plan.places = [Place("0202", f"Town of {title}", "town")]
    plan.areas = [Area("off", "Off map", ("0101",))]
    return plan


def test_joined_boards_keep_their_labels_behind_a_prefix():
    joined = join([(_part("A"), "A", 0, 0), (_part("B"), "B", 2, 0)], "Both")
    found = Board(joined)
    assert joined.title == "Both"
    assert len(found) == 8
    assert found.tagged("source") == {"A0102", "B0102"}
    assert found.place_in["B0202"].name == "Town of B"
    assert found.areas["Boff"].touches == ("B0101",)
    assert found.link("B0101", "B0201") == {"road"}


def test_joined_boards_touch_across_the_seam_and_share_its_sides():
    found = Board(join([(_part("A"), "A", 0, 0), (_part("B"), "B", 2, 0)], "Both"))
    assert found.side("A0201", "B0101") == {"brook"}
    assert found.side("B0101", "A0201") == {"brook"}
    assert found.direction("A0201", "B0101") == hexes.DIRECTIONS.index("SE")


@given(st.integers(-3, 3).map(lambda n: 2 * n), st.integers(2, 6))
def test_a_joined_board_keeps_its_inner_distances(columns, rows):
    found = Board(join([(_part("A"), "A", 0, 0), (_part("B"), "B", columns, rows)], "Both"))
    alone = Board(_part("B"))
    for a in alone.hexes:
        for b in alone.hexes:
            assert found.distance(f"B{a}", f"B{b}") == alone.distance(a, b)


def test_boards_that_overlap_are_refused():
    problem = refused(lambda: join([(_part("A"), "A", 0, 0), (_part("B"), "B", 0, 1)], "Both"))
    assert problem.what == "hex B0101 lies on hex A0102 when the boards are joined"
    assert "shift" in (problem.remedy or "")


def test_boards_whose_labels_collide_are_refused():
    problem = refused(lambda: join([(_part("A"), "", 0, 0), (_part("B"), "", 2, 0)], "Both"))
    assert "0101" in problem.what
    assert "prefix" in (problem.remedy or "")


@pytest.mark.parametrize("columns", [1, -1, 3])
def test_an_odd_shift_would_swap_odd_and_even_columns_and_is_refused(columns):
    problem = refused(
        lambda: join([(_part("A"), "A", 0, 0), (_part("B"), "B", columns, 0)], "Both")
    )
    assert f"board 'B' is shifted by {columns} columns" in problem.what
    assert "even number" in (problem.remedy or "")


def test_the_training_board_compiles_and_its_sides_agree():
    found = Board(load_plan(package_file("scenarios", "victory-awaits", "boards", "velikaya.toml")))
    assert len(found) == 16 * 12
    assert found.terrain("2122") == "large-city"
    assert found.side("1422", "1322") == {"major-river"}
    assert found.link("1322", "1422") == {"road"}
    for slot, marks in enumerate(found.side_at):
        other = found.neighbour_at[slot]
        if other >= 0:
            assert found.side_at[other * 6 + hexes.opposite(slot % 6)] == marks
