"""A map that is a reconstruction says so, and where each of its hexes comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import catalogue
from engine.board import Board
from engine.boardfile import load_plan
from engine.catalogue import GAMES
from engine.chance import Seeded
from tests.tutor.sitting import words
from tutor import panels
from tutor.art.items import Text
from tutor.art.places import RECONSTRUCTED
from tutor.art.scene import build
from tutor.art.views import BoardView
from tutor.games.plain import WHENCE
from tutor.lesson.prose import marked
from tutor.pages.sandbox import Sandbox
from tutor.table import Tabletop

BOARD = """
title = "Two sources"
source = "Out of two books."
rows = ["01 . . .", "02 . C ."]
[terrain]
"." = "clear"
C = "city"
[sides]
canal = ["0202 N"]
[origin]
default = "by hand"
rulebook = ["0202", "0202-0302"]
geodata = ["0101"]
"""


@pytest.fixture
def board(tmp_path: Path) -> Board:
    """A small map of three origins."""
    file = tmp_path / "two.toml"
    file.write_text(BOARD, "utf-8")
    return Board(load_plan(file))


def texts(board: Board) -> list[str]:
    """What stands written on a map."""
    scene = build(BoardView(board=board))
    return [item.text for item in scene.layers["terrain"] if isinstance(item, Text)]


def test_a_reconstruction_says_on_itself_that_it_is_one(board: Board) -> None:
    """And a training board does not."""
    training = catalogue.load("holland44/first-span", Seeded(1)).scenario.board
    assert RECONSTRUCTED in texts(board)
    assert RECONSTRUCTED not in texts(training)


def test_what_is_told_of_a_hex_names_its_own_origin_and_that_of_its_sides(board: Board) -> None:
    """Each by the name the file gives it."""
    told = panels.whence_html(board, "0202")
    assert "0202, city: rulebook" in told
    assert "canal: by hand" in told
    assert "clear: geodata" in panels.whence_html(board, "0101")


def test_a_board_that_does_not_say_has_nothing_to_switch_on() -> None:
    """Only a map with origins has the switch."""
    table = Tabletop(catalogue.load("holland44/first-span", Seeded(1)))
    assert not set(WHENCE) & set(table.desk.hands.switches)


@pytest.mark.parametrize("game", [game for game, info in GAMES.items() if info.ground])
def test_a_rule_leads_to_the_hexes_it_names_on_the_map(game: str) -> None:
    """Each hex that the rulebook prints and a rule card names opens the map there."""
    book, printed = GAMES[game].rulebook, GAMES[game].printed
    linked = [rule for rule in book.rules if 'class="sr-place"' in panels.rule_chip(game, rule)]
    named = [id for id, rule in book.rules.items() if any(hex in rule.summary for hex in printed)]
    assert linked == named


def test_the_bridge_at_nijmegen_is_opened_on_the_map(monkeypatch: pytest.MonkeyPatch) -> None:
    """The address that a rule card gives opens the map with that hex marked and its origin told."""
    assert "hex=5321" in panels.rule_chip("holland44", "5.7")
    query = f"scenario=holland44/{GAMES['holland44'].ground}&hex=5321"
    monkeypatch.setenv("QUERY_STRING", query)
    table = Sandbox().table
    assert table is not None
    assert table.desk.pointer.cursor == "5321"
    table.desk.toggle("origin")
    table._pointed("5321", None)
    assert "5321, city: rulebook" in words(table.about.value)


def test_a_hex_that_is_not_there_is_refused_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """The map stands as it begins."""
    monkeypatch.setenv("QUERY_STRING", "scenario=holland44/first-span&hex=9999")
    page = Sandbox()
    assert "no hex 9999" in words(page.message.value)
    assert page.table is not None


def test_a_lesson_names_a_hex_of_the_printed_map_in_brackets() -> None:
    """Both ends of a bridge are ways to it; what is no printed hex stays as it is written."""
    assert marked("holland44", "[1402/1502]").count("sr-place") == 2
    assert marked("holland44", "[1403]") == "[1403]"
