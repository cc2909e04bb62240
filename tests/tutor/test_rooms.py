"""The rooms of the tutor: what is drawn knows no game, a game knows no other and no desk."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tutor
from tests.engine.test_rooms import PACKAGES, imported

TUTOR = Path(tutor.__file__).parent
GAMES = sorted(folder.name for folder in (TUTOR / "games").iterdir() if folder.is_dir())
GAMES = [name for name in GAMES if not name.startswith("_")]
SHARED = ("tutor.games.plain", "tutor.games.pointer")
"""What every game's room may use of the room that they stand in."""
ROOMS = ("art", "games", "referee", "desk", "table", "lesson", "practice", "pages", "serving")
"""Each room and those that stand on it: none needs one that comes after it."""
ANYWHERE = tuple(
    f"tutor.{name}" for name in ("logs", "look", "panels", "progress", "spoken", "store", "visit")
)
"""What is about no room in particular: the style, texts as HTML, who is looking."""
BELOW = {
    room: (*(f"tutor.{one}" for one in ROOMS[: at + 1]), *ANYWHERE) for at, room in enumerate(ROOMS)
}
"""The rooms that each of these may call; whatever else there is stands above them."""


def needs(folder: Path) -> Iterator[tuple[str, str]]:
    """Which module of a folder needs which of the tutor's."""
    for file in sorted(folder.rglob("*.py")):
        for name in imported(ast.parse(file.read_text("utf-8")).body):
            if name.startswith("tutor"):
                yield file.name, name


@pytest.mark.parametrize("room", BELOW)
def test_a_room_calls_only_those_below_it(room: str) -> None:
    above = [need for need in needs(TUTOR / room) if not need[1].startswith(BELOW[room])]
    assert above == []


def test_what_every_room_may_use_needs_none() -> None:
    names = {f"{name.removeprefix('tutor.')}.py" for name in ANYWHERE}
    shared = [need for need in needs(TUTOR) if need[0] in names]
    known = ("tutor.visit", "tutor.spoken", "tutor.store")
    assert [need for need in shared if not need[1].startswith(known)] == []


def test_practice_needs_only_what_is_kept() -> None:
    kept = ("tutor.practice", "tutor.progress", "tutor.store")
    assert [need for need in needs(TUTOR / "practice") if not need[1].startswith(kept)] == []


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_one_room_and_needs_no_other(game: str) -> None:
    mine = f"tutor.games.{game}"
    games = [name for _, name in needs(TUTOR / "games" / game) if name.startswith("tutor.games")]
    assert [name for name in games if not name.startswith((mine, *SHARED))] == []
    front = (TUTOR / "games" / game / "__init__.py").read_text("utf-8")
    assert ast.get_docstring(ast.parse(front))


def test_a_game_at_a_board_asks_the_engine_and_reaches_into_none_of_its_rooms() -> None:
    inner = tuple(f"engine.{package}." for package in PACKAGES)
    found = [
        f"{file.name}: {name}"
        for file in sorted((TUTOR / "games").rglob("*.py"))
        for name in imported(ast.parse(file.read_text("utf-8")).body)
        if name.startswith(inner)
    ]
    assert set(found) == {"charts.py: engine.zocbond.board.ground"}, "how a chart keeps its costs"


def test_one_table_knows_the_games() -> None:
    """Nobody else asks which game it is on the table."""
    found = [
        (file.relative_to(TUTOR).as_posix(), name)
        for file in sorted(TUTOR.rglob("*.py"))
        if "games" not in file.relative_to(TUTOR).parts
        for name in imported(ast.parse(file.read_text("utf-8")).body)
        if name.startswith(tuple(f"tutor.games.{game}" for game in GAMES))
    ]
    assert found == []
