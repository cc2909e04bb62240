"""Corrections: what a printed map says otherwise than a board, a file of its own laid over it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine import catalogue
from engine.board import Board
from engine.boardfile import read_plan
from engine.cli import check_file
from engine.corrections import between, laid_over
from engine.drawing import Bank, Name, Paint, Tag, Way
from engine.errors import Problem
from engine.files import Table, read
from engine.format import read_format
from engine.workbench import Put, Workbench
from engine.workbench.writing import written
from tests.engine.test_painting import shipped, stroke_by_chance

TWO_BANKS = "holland44/boards/two-banks"
ONE_TURN = "holland44/drills/one-turn"
MINE = """corrects = "two-banks"
game = "holland44"
source = "my printed map"

[terrain]
woods = ["0101", "0102"]

[sides]
canal = ["0101 S"]

[links]
road = ["0606 0506 0505"]

[[place]]
hex = "0101"
name = "Bos"
kind = "village"

[without]
places = ["0307"]
sides = { ferry = ["0904 N"] }
links = { road = ["0601 0602"] }
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """An owner's file."""
    file = tmp_path / "mine.toml"
    file.write_text(MINE, "utf-8")
    return file


def board_of(data: Any) -> Board:
    """A table of a Holland board, compiled."""
    return Board(read_plan(Table(data, "board"), read_format("holland44")))


def content(board: Board) -> tuple[object, ...]:
    """All that a board says, however its file does."""
    places = frozenset(board.places), frozenset(board.areas.values())
    return board.terrain_at, board.side_at, board.link_at, board.tags, *places


def test_corrections_are_laid_over_a_board_when_it_is_loaded(mine: Path) -> None:
    rules = catalogue.rules_of(ONE_TURN, corrections=str(mine))
    board = rules.scenario.board
    assert board.terrain("0101") == "woods"
    assert board.side("0101", "0102") == {"canal"}
    assert board.link("0506", "0505") == {"road"}
    assert board.link("0601", "0602") == set()
    assert board.place_in["0101"].name == "Bos"
    assert "0307" not in board.place_in
    assert rules.scenario.fingerprint != catalogue.rules_of(ONE_TURN).scenario.fingerprint
    game = engine.load(ONE_TURN, corrections=str(mine))
    assert game.choices()
    assert catalogue.rules_of(ONE_TURN).scenario.board.terrain("0101") == "clear"


def test_check_knows_corrections(mine: Path) -> None:
    assert check_file(mine) == "corrections of a board of 120 hexes"


@pytest.mark.parametrize(
    ("old", "new", "place", "what"),
    [
        ('"0102"]', '"9902"]', "terrain.woods", "hex 9902 is not on the board"),
        ("woods =", "lava =", "terrain.lava", "there is no terrain 'lava'"),
        ('"0101 S"', '"9901 S"', "sides.canal[0]", "hex 9901 is not on the board"),
        ('"0101 S"', '"0101 W"', "sides.canal[0]", "names no side"),
        ("canal =", "styx =", "sides.styx[0]", "there is no kind of hexside 'styx'"),
        ("0506 0505", "0909", "links.road[0]", "do not touch"),
        ('"village"', '"ruin"', "place[0]", "there is no kind of place 'ruin'"),
        ('places = ["0307"]', 'places = ["9907"]', "without.places[0]", "is not on the board"),
        ('"two-banks"', '"two-bank"', "corrects", "there is no board 'two-bank'"),
        ('"holland44"', '"holland"', "game", "there is no game 'holland'"),
        ("[terrain]", "[ground]", "", "unknown key 'ground'"),
    ],
)
def test_a_correction_that_does_not_fit_is_told_with_file_place_and_remedy(
    mine: Path, old: str, new: str, place: str, what: str
) -> None:
    mine.write_text(MINE.replace(old, new), "utf-8")
    for load in (lambda: check_file(mine), lambda: engine.load(ONE_TURN, corrections=str(mine))):
        with pytest.raises(Problem) as caught:
            load()
        said = str(caught.value)
        assert said.startswith(f"{mine}, {place}" if place else f"{mine}: ")
        assert what in said
        assert caught.value.remedy
        assert "\n" not in said


def test_corrections_of_another_board_are_refused(mine: Path) -> None:
    with pytest.raises(Problem, match="does not lie on the board 'two-banks'") as caught:
        engine.load("holland44/hells-highway", corrections=str(mine))
    assert caught.value.remedy


def test_what_was_corrected_says_so_where_a_board_tells_origins() -> None:
    said = {
        "corrects": "market-garden",
        "game": "holland44",
        "terrain": {"swamp": ["5606", "0101"]},
        "sides": {"canal": ["0102 E"]},
    }
    file = Path("scenarios/holland44/boards/market-garden.toml")
    board = board_of(laid_over(read(file).data, Table(said, "mine"), read_format("holland44")))
    assert board.origin("5606") == board.origin("0101") == "owner"
    assert board.origin("0102", "0103") == "owner"
    assert board.origin("4816") == "rulebook"


# -- at the workbench -----------------------------------------------------------------------------
def test_the_workbench_writes_corrections_and_opens_them() -> None:
    bench = Workbench(TWO_BANKS)
    bench.draw(Paint(("0101",), "woods"), Bank((("0101", 3),), "canal"))
    bench.draw(Way(("0505", "0606"), "road"), Name("0307", ""), Name("0309", "Velden", "town"))
    bench.draw(Tag(("0101",), "unblowable"))
    text = bench.corrections("my map")
    said = tomllib.loads(text)
    assert (said["corrects"], said["source"]) == ("two-banks", "my map")
    assert said["terrain"] == {"woods": ["0101"]}
    assert said["without"] == {"places": ["0307"]}
    again = Workbench("mine.toml", text=text)
    assert content(again.rules.scenario.board) == content(bench.rules.scenario.board)
    assert again.corrections("my map") == text
    assert again.board_name == "two-banks"


def test_a_scenario_with_corrections_is_worked_at_and_drawn_on(mine: Path) -> None:
    data = {**catalogue.open_scenario(ONE_TURN)[1].data, "corrections": [read(mine).data]}
    text = written(data)
    bench = Workbench("mine.toml", text=text)
    assert bench.rules.scenario.board.terrain("0101") == "woods"
    bench.do(Put("Kerutt", "0101"))
    assert "[[corrections]]" in bench.text()
    bench.draw(Paint(("0103",), "woods"))
    board = bench.rules.scenario.board
    assert (board.terrain("0101"), board.terrain("0103")) == ("woods", "woods")
    assert "corrections" not in bench.said


def test_corrections_are_laid_over_the_board_of_a_scenario_and_taken_off_again() -> None:
    bench = Workbench(ONE_TURN)
    before = bench.text()
    assert bench.is_corrected_by(MINE, "mine.toml")
    assert not bench.is_corrected_by(MINE.replace("two-banks", "causeway"), "mine.toml")
    bench.lay_over(MINE, "mine.toml")
    assert bench.rules.scenario.board.terrain("0101") == "woods"
    assert 'board = "two-banks"' in bench.text()
    assert "[[corrections]]" in bench.text()
    again = Workbench("saved.toml", text=bench.text())
    assert again.rules.scenario.fingerprint == bench.rules.scenario.fingerprint
    with pytest.raises(Problem, match=r"mine\.toml, terrain\.woods"):
        bench.lay_over(MINE.replace('"0102"]', '"9902"]'), "mine.toml")
    bench.undo()
    assert bench.text() == before


def test_a_board_of_ones_own_has_no_corrections() -> None:
    with pytest.raises(Problem, match="none of the game's") as caught:
        Workbench.new("holland44", "Mine", (4, 4)).corrections()
    assert caught.value.remedy


@pytest.mark.parametrize("name", [TWO_BANKS, "stalingrad42/boards/two-rivers"])
@settings(max_examples=10)
@given(seed=st.integers(0, 10_000))
def test_a_board_changed_by_chance_is_the_first_with_its_corrections(name: str, seed: int) -> None:
    random, bench = Random(seed), Workbench(name)
    for _ in range(8):
        try:
            bench.draw(stroke_by_chance(bench, random))
        except Problem:
            continue
    form, before = read_format(bench.game_id), tomllib.loads(shipped(name))
    found = between(before, bench.board, form)
    laid = laid_over(before, Table(found, "mine"), form)
    one, other = (Board(read_plan(Table(data, "b"), form)) for data in (laid, bench.board))
    assert content(one) == content(other)
    # laid over what says the same already, nothing happens
    assert laid_over(laid, Table(found, "mine"), form) == laid
