"""Maps of several sheets: side by side, one on another, and cut to the area in play."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import hexes
from engine.board import Area, Board, BoardPlan, Place
from engine.errors import Problem
from engine.scenario import Sheet, cut, join, rectangle
from tests.engine.problems import refused
from tests.engine.sketch import board_data, read


def _part(title: str) -> BoardPlan:
    plan = BoardPlan(title)
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
    joined = join([Sheet(_part("A"), "A"), Sheet(_part("B"), "B", 2, 0)], "Both")
    found = Board(joined)
    assert joined.title == "Both"
    assert len(found) == 8
    assert found.tagged("source") == {"A0102", "B0102"}
    assert found.place_in["B0202"].name == "Town of B"
    assert found.areas["Boff"].touches == ("B0101",)
    assert found.link("B0101", "B0201") == {"road"}


def test_joined_boards_touch_across_the_seam_and_share_its_sides():
    found = Board(join([Sheet(_part("A"), "A"), Sheet(_part("B"), "B", 2, 0)], "Both"))
    assert found.side("A0201", "B0101") == {"brook"}
    assert found.side("B0101", "A0201") == {"brook"}
    assert found.direction("A0201", "B0101") == hexes.DIRECTIONS.index("SE")


@given(st.integers(-3, 3).map(lambda n: 2 * n), st.integers(2, 6))
def test_a_joined_board_keeps_its_inner_distances(columns, rows):
    found = Board(join([Sheet(_part("A"), "A"), Sheet(_part("B"), "B", columns, rows)], "Both"))
    alone = Board(_part("B"))
    for a in alone.hexes:
        for b in alone.hexes:
            assert found.distance(f"B{a}", f"B{b}") == alone.distance(a, b)


def test_boards_that_overlap_are_refused_unless_one_is_laid_on_the_other():
    problem = refused(lambda: join([Sheet(_part("A"), "A"), Sheet(_part("B"), "B", 0, 1)], "Both"))
    assert problem.what == "hex B0101 lies on hex A0102 when the boards are joined"
    assert "shift" in (problem.remedy or "")


def test_boards_whose_labels_collide_are_refused():
    problem = refused(lambda: join([Sheet(_part("A"), ""), Sheet(_part("B"), "", 2, 0)], "Both"))
    assert "0101" in problem.what
    assert "prefix" in (problem.remedy or "")


@pytest.mark.parametrize("columns", [1, -1, 3])
def test_an_odd_shift_would_swap_odd_and_even_columns_and_is_refused(columns):
    problem = refused(
        lambda: join([Sheet(_part("A"), "A"), Sheet(_part("B"), "B", columns, 0)], "Both")
    )
    assert f"board 'B' is shifted by {columns} columns" in problem.what
    assert "even number" in (problem.remedy or "")


# ------------------------------------------------------------------ one sheet on another

SOUTH = hexes.DIRECTIONS.index("S")
NORTH = hexes.DIRECTIONS.index("N")


def column(title: str, *terrain: str) -> BoardPlan:
    """A map of one column."""
    plan = BoardPlan(title)
    for row, what in enumerate(terrain, start=1):
        label = f"01{row:02d}"
        plan.cells[label], plan.terrain[label] = hexes.cell_at(1, row), what
    return plan


def laid(lower: BoardPlan, upper: BoardPlan, rows: int = 2) -> Board:
    sheets = [Sheet(lower, "L", tag="map-l"), Sheet(upper, "U", 0, rows, over=True, tag="map-u")]
    return Board(join(sheets, "Both"))


def test_the_hexes_of_the_upper_sheet_count_and_those_beneath_are_gone():
    found = laid(column("L", "clear", "clear", "swamp"), column("U", "woods", "clear"))
    assert found.hexes == ("L0101", "L0102", "U0101", "U0102")
    assert found.terrain("U0101") == "woods", "and not the swamp that is printed under it"
    assert found.direction("L0102", "U0101") == SOUTH
    assert found.tagged("map-l") == {"L0101", "L0102"}
    assert found.tagged("map-u") == {"U0101", "U0102"}


def test_roads_and_sides_lead_on_from_the_lower_sheet_into_the_upper():
    lower, upper = column("L", "clear", "clear", "clear", "clear"), column("U", "clear", "clear")
    lower.links = [("0101", "0102", "road"), ("0102", "0103", "road"), ("0103", "0104", "rail")]
    lower.sides = [("0103", NORTH, "river"), ("0103", SOUTH, "canal"), ("0102", NORTH, "brook")]
    upper.links = [("0101", "0102", "road")]
    found = laid(lower, upper)
    assert found.link("L0102", "U0101") == {"road"}
    assert found.link("U0101", "U0102") == {"road"}, "the railway beneath is hidden"
    assert found.side("L0102", "U0101") == {"river"}
    assert found.side("U0101", "U0102") == frozenset(), "and so is the canal"
    assert found.side("L0101", "L0102") == {"brook"}


def test_towns_tags_and_areas_beneath_are_hidden():
    lower = column("L", "clear", "clear", "clear")
    lower.places = [Place("0102", "Seen", "town"), Place("0103", "Hidden", "town")]
    lower.tags = {"source": ["0101", "0103"]}
    lower.areas = [Area("off", "Off map", ("0103",))]
    found = laid(lower, column("U", "clear"))
    assert [place.name for place in found.places] == ["Seen"]
    assert found.tagged("source") == {"L0101"}
    assert found.areas["Loff"].touches == ("U0101",), "an area touches the hex that is there"


def test_a_third_sheet_may_hide_parts_of_both():
    plans = [column(name, "clear", "clear") for name in "ABC"]
    sheets = [Sheet(plan, plan.title, 0, i, over=True) for i, plan in enumerate(plans)]
    assert Board(join(sheets, "Three")).hexes == ("A0101", "B0101", "C0101", "C0102")


# ------------------------------------------------------------------ the area in play


def square(side: int = 4) -> BoardPlan:
    plan = BoardPlan("Square")
    for c in range(1, side + 1):
        for r in range(1, side + 1):
            plan.cells[f"{c:02d}{r:02d}"] = hexes.cell_at(c, r)
            plan.terrain[f"{c:02d}{r:02d}"] = "clear"
    return plan


def test_a_rectangle_is_named_by_two_corners_in_any_order():
    assert rectangle(square(), "0203") == ["0203"]
    assert set(rectangle(square(), "0201-0302")) == {"0201", "0202", "0301", "0302"}
    assert rectangle(square(), "0302-0201") == rectangle(square(), "0201-0302")
    for text in ("0905", "0101-0909", "0101-0102-0103", ""):
        assert "no two corners" in refused(lambda text=text: rectangle(square(), text)).what


def test_what_leads_out_of_the_area_in_play_ends_at_its_edge():
    plan = square()
    plan.links = [("0101", "0201", "road"), ("0201", "0301", "road")]
    plan.sides = [("0201", SOUTH, "brook"), ("0301", SOUTH, "brook")]
    plan.tags = {"source": ["0101", "0401"]}
    plan.places = [Place("0101", "In", "town"), Place("0401", "Out", "town")]
    plan.areas = [Area("off", "Off map", ("0101", "0401"))]
    found = Board(cut(plan, frozenset({"0101", "0201", "0202"})))
    assert set(found.hexes) == {"0101", "0201", "0202"}
    assert found.link("0101", "0201") == {"road"}
    assert found.side("0201", "0202") == {"brook"}
    assert found.edge("0201")
    assert found.tagged("source") == {"0101"}
    assert [place.name for place in found.places] == ["In"]
    assert found.areas["off"].touches == ("0101",)


def test_a_map_that_was_shown_whole_is_cut_all_the_same():
    plan = square()
    assert len(plan.board) > 3
    assert set(cut(plan, frozenset({"0101", "0201"})).board.hexes) == {"0101", "0201"}


def masked(**mask: Any) -> Board:
    side = {"units": []}
    data = {
        "title": "A mask",
        "game": "victory-awaits",
        "board": board_data([". . . .", ". . . ."]),
        "mask": mask,
        "start": {"side": "axis"},
        "side": [{"id": s, "name": s, **side} for s in ("axis", "soviet")],
    }
    return read(data).board


def test_a_scenario_says_what_is_in_play_and_what_is_not():
    assert set(masked(only=["0101-0202", "0401"]).hexes) == {"0101", "0102", "0201", "0202", "0401"}
    assert set(masked(without=["0101-0302"]).hexes) == {"0401", "0402"}
    assert set(masked(only=["0101-0202"], without=["0101"]).hexes) == {"0102", "0201", "0202"}


@pytest.mark.parametrize(
    ("mask", "place"),
    [
        ({"only": ["0101-0202"], "area": [{"id": "x", "name": "X"}]}, "mask.area[0].id"),
        ({"only": ["0101", "0900"]}, "mask.only[1]"),
        ({"without": ["0101-0402"]}, "nothing is left of the board"),
        ({"inside": ["0101"]}, "inside"),
    ],
)
def test_a_mistake_in_a_mask_is_named(mask: Any, place: str):
    with pytest.raises(Problem) as caught:
        masked(**mask)
    assert place in str(caught.value)
