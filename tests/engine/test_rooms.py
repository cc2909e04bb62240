"""The rooms of the house: who may call whom, and no way round in a circle."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import engine

ENGINE = Path(engine.__file__).parent
GAMES = ("conflict_of_heroes", "holland44", "pavlovs_house", "stalingrad42", "victory_awaits")
PACKAGES = (*GAMES, "zocbond")
MAY = {package: {package} for package in (*GAMES, "zocbond")}
MAY["holland44"].add("zocbond")
MAY["stalingrad42"].add("zocbond")
MOST = 20
"""Modules side by side in one room, before nobody finds anything there."""


def module(file: Path) -> str:
    """The dotted name of a file."""
    parts = file.relative_to(ENGINE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(body: list[ast.stmt], *, running: bool = True) -> Iterator[str]:
    """What is imported as a module is loaded: not what only the type checker reads."""
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                file = ENGINE.parent / Path(*inner.split("."))
                own = file.with_suffix(".py").exists() or file.is_dir()
                yield inner if own else node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.If) and "TYPE_CHECKING" not in ast.unparse(node.test):
            yield from imported([*node.body, *node.orelse])


def arrows(package: str) -> Iterator[tuple[str, str]]:
    """From module to module: who needs whom."""
    for file in sorted((ENGINE / package).rglob("*.py") if package else ENGINE.glob("*.py")):
        for name in imported(ast.parse(file.read_text("utf-8")).body):
            if name.startswith("engine."):
                yield module(file), name


def room(name: str) -> str:
    """The room of a module in its package: a folder, or the module itself beside the folders."""
    return name.split(".")[2] if name.count(".") > 1 else ""


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """A way round, if there is one."""
    done: set[str] = set()

    def follow(node: str, way: list[str]) -> list[str]:
        if node in way:
            return way[way.index(node) :]
        if node in done:
            return []
        for other in sorted(graph.get(node, ())):
            found = follow(other, [*way, node])
            if found:
                return found
        done.add(node)
        return []

    return next((way for node in sorted(graph) if (way := follow(node, []))), [])


@pytest.mark.parametrize("package", PACKAGES)
def test_rooms_lie_one_behind_the_other(package: str) -> None:
    graph: dict[str, set[str]] = defaultdict(set)
    for start, goal in arrows(package):
        if goal.startswith(f"engine.{package}.") and room(start) != room(goal) and room(start):
            graph[room(start)].add(room(goal))
    assert circle(graph) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_game_needs_no_other_game(package: str) -> None:
    needed = {goal.split(".")[1] for _, goal in arrows(package)}
    assert {name for name in needed if name in PACKAGES} <= MAY[package]


def test_what_all_share_needs_no_game_and_nobody_needs_the_tutor() -> None:
    shared = {(start, goal) for start, goal in arrows("") if goal.split(".")[1] in PACKAGES}
    assert shared == set()
    for file in ENGINE.rglob("*.py"):
        names = imported(ast.parse(file.read_text("utf-8")).body)
        assert not [name for name in names if name.startswith("tutor")], file.name


def test_nothing_is_imported_inside_a_function() -> None:
    """It would hide a circle."""
    found = [
        f"{file.relative_to(ENGINE)}: {ast.unparse(node)}"
        for file in sorted(ENGINE.rglob("*.py"))
        for function in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine")
    ]
    assert found == []


@pytest.mark.parametrize("package", PACKAGES)
def test_a_room_is_not_too_full_and_says_what_it_is(package: str) -> None:
    for folder in {file.parent for file in (ENGINE / package).rglob("*.py")}:
        modules = [file for file in folder.glob("*.py") if file.stem != "__init__"]
        assert len(modules) <= MOST, folder.name
        front = (folder / "__init__.py").read_text("utf-8")
        assert ast.get_docstring(ast.parse(front)), f"{folder.name} does not say what it is"


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c"]
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []
