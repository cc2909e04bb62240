"""Types that say something: no `Any` in what a game's functions take and give."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine

ENGINE = Path(engine.__file__).parent
PACKAGES = (
    "conflict_of_heroes",
    "holland44",
    "pavlovs_house",
    "stalingrad42",
    "victory_awaits",
    "zocbond",
)
IGNORE = re.compile(r"# type: ignore(.*)")
REASON = re.compile(r"\[[a-z, -]+\]  # \w+ \w+")
FEWEST = 15


def vague(source: str) -> Iterator[str]:
    """The functions with `Any` in their signature."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            taken = (arg.annotation for arg in ast.walk(node.args) if isinstance(arg, ast.arg))
            said = (ast.unparse(one) for one in (*taken, node.returns) if one is not None)
            if any(re.search(r"\bAny\b", one) for one in said):
                yield node.name


def ignores(source: str) -> Iterator[str]:
    """What stands behind `type: ignore`."""
    yield from (found[1] for found in IGNORE.finditer(source))


@pytest.mark.parametrize("package", PACKAGES)
def test_no_function_of_a_game_takes_or_gives_just_anything(package: str) -> None:
    files = sorted((ENGINE / package).rglob("*.py"))
    assert files
    assert [f"{f.name}: {name}" for f in files for name in vague(f.read_text("utf-8"))] == []


def test_types_are_passed_over_seldom_and_for_a_reason() -> None:
    found = [one for f in ENGINE.rglob("*.py") for one in ignores(f.read_text("utf-8"))]
    assert [one for one in found if not REASON.match(one)] == []
    assert len(found) < FEWEST


def test_what_is_vague_is_found() -> None:
    source = "def f(a, *b: int, **c: dict[str, Any]): ...\nasync def g() -> 'list[Any]': ..."
    assert list(vague(source)) == ["f", "g"]
    assert list(vague("def f(a: Anything) -> object:\n    b: Any = a")) == []
    told, bare = ignores("f()  # type: ignore[misc]  # its game\ng()  # type: ignore[misc]")
    assert REASON.match(told)
    assert not REASON.match(bare)
