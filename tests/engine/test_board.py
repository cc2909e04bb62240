"""A compiled board: hexsides, links, areas, tags, and boards joined into one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.board import Area, Board, BoardPlan, Place
from engine.boardfile import load_plan
from engine.files import package_file
from engine.hexes import DIRECTIONS
from tests.engine.sketch import board


@st.composite
def plans(draw):
    """A random plan of a few hexes with sides and links of some kinds."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    spots = [(c, r) for c in range(1, columns + 1) for r in range(1, rows + 1)]
    kept = draw(st.sets(st.sampled_from(spots), min_size=1))
    plan = BoardPlan("random")
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
    slots = [(i // 6, DIRECTIONS[i % 6]) for i, marks in enumerate(found.side_at) if marks]
    assert slots == [(0, "N"), (0, "SE")]


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
