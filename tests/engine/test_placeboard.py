"""A board of places: read from a file, walked with arrow keys, linked, hit."""

from __future__ import annotations

from typing import Any

import pytest

from engine.board import Board
from engine.errors import Problem
from engine.files import Table
from engine.placeboard import PlaceBoard, read_places
from tests.engine.sketch import board as sketched


def data(**more: Any) -> dict[str, Any]:
    """Three places in a row and one below."""
    return {
        "title": "A yard",
        "size": [8, 4],
        "place": [
            {"id": "a", "kind": "box", "at": [1, 1], "size": [1, 1], "label": "A", "name": "Gate"},
            {"id": "b", "kind": "ring", "at": [3, 1], "size": [1, 1], "shape": "round"},
            {"id": "c", "kind": "ring", "at": [5, 1.2], "size": [1, 1], "colours": ["red"]},
            {"id": "d", "kind": "box", "at": [3, 3], "size": [2, 1]},
        ],
        "link": [{"from": "a", "to": "b"}, {"from": "b", "to": "d"}],
        "region": [{"kind": "yard", "at": [0, 0], "size": [8, 4], "title": "The yard"}],
        **more,
    }


def board(**more: Any) -> PlaceBoard:
    """The board of such a file."""
    return read_places(Table(data(**more), "yard.toml"))


def test_a_board_of_places_is_a_board() -> None:
    found = board()
    assert isinstance(found, Board)
    assert (len(found), found.title, found.hexes) == (4, "A yard", ("a", "b", "c", "d"))
    assert "c" in found
    assert "e" not in found
    assert found.terrain("d") == "box"
    assert found.place_in["a"].name == "Gate"
    assert list(found.neighbours("b")) == ["a", "d"]
    assert list(found.neighbours("c")) == []
    assert found.adjacent("d", "b")
    assert not found.adjacent("a", "d")
    assert found.direction("a", "b") is None
    assert not found.edge("a")
    assert found.link("a", "b") == frozenset()


@pytest.mark.parametrize(
    ("start", "way", "goal"),
    [
        ("a", (1, 0), "b"),
        ("b", (1, 0), "c"),
        ("c", (1, 0), None),
        ("c", (-1, 0), "b"),
        ("b", (0, 1), "d"),
        ("d", (0, -1), "b"),
        ("a", (0, -1), None),
    ],
)
def test_an_arrow_key_leads_to_the_next_place(
    start: str, way: tuple[int, int], goal: str | None
) -> None:
    assert board().towards(start, *way) == goal


def test_a_circle_is_round_and_a_box_is_not() -> None:
    spots = board().spots
    assert spots["a"].holds(1.45, 1.45)
    assert not spots["b"].holds(3.45, 1.45)
    assert spots["b"].holds(3.3, 1.3)


def test_on_a_hex_map_the_arrows_go_by_columns_and_rows() -> None:
    drawn = sketched(["...", "...", "..."])
    assert drawn.towards("0202", 0, 1) == "0203"
    assert drawn.towards("0202", -1, 0) == "0102"
    assert drawn.towards("0303", 1, 0) is None


@pytest.mark.parametrize(
    ("more", "word"),
    [
        ({"size": [1]}, "no pair"),
        ({"link": [{"from": "a", "to": "z"}]}, "no place 'z'"),
        ({"place": [{**data()["place"][0], "shape": "star"}]}, "star"),
        ({"place": [*data()["place"], data()["place"][0]]}, "two places"),
        ({"colour": 1}, "colour"),
    ],
)  # fmt: skip
def test_a_bad_file_says_what_is_wrong(more: dict[str, Any], word: str) -> None:
    with pytest.raises(Problem, match=word):
        board(**more)
