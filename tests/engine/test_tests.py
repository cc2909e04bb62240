"""Tests that can fail: every one asserts something, and nothing that is always so."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import engine
import tutor

TESTS = Path(__file__).parents[1]
ROOMS = (TESTS, Path(engine.__file__).parent, Path(tutor.__file__).parent)
OTHERWISE = {
    "test_prose_can_be_read_while_the_page_is_made",
    "test_what_a_page_says_is_let_through",
}
"""Tests that fail by what they wait for or call: an exception is their assertion."""


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    files = (file for room in ROOMS for file in sorted(room.rglob("*.py")))
    return tuple((file, ast.parse(file.read_text("utf-8"))) for file in files)


def always(node: ast.expr) -> bool:
    """Whether an expression is true whatever happens."""
    if isinstance(node, ast.Constant):
        return bool(node.value)
    if isinstance(node, ast.Tuple):
        return bool(node.elts)
    if isinstance(node, ast.BoolOp):
        some = any if isinstance(node.op, ast.Or) else all
        return some(always(value) for value in node.values)
    return False


def hollow(tree: ast.Module) -> Iterator[int]:
    """Lines with `x or True`, and assertions that cannot fail."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and always(node.test):
            yield node.lineno
        if (
            isinstance(node, ast.BoolOp)
            and isinstance(node.op, ast.Or)
            and any(isinstance(v, ast.Constant) and v.value is True for v in node.values)
        ):
            yield node.lineno


def asserting(node: ast.AST) -> bool:
    return any(
        isinstance(n, ast.Assert) or (isinstance(n, ast.Attribute) and n.attr in ("raises", "fail"))
        for n in ast.walk(node)
    )


def called(node: ast.AST) -> set[str]:
    calls = (n.func for n in ast.walk(node) if isinstance(n, ast.Call))
    return {f.id if isinstance(f, ast.Name) else getattr(f, "attr", "") for f in calls}


def test_nothing_is_said_that_is_always_so() -> None:
    found = [f"{file}:{line}" for file, tree in trees() for line in hollow(tree)]
    assert found == []
    assert list(hollow(ast.parse("assert x or True\nassert (x, 'why')\ny = x or True")))
    assert not list(hollow(ast.parse("assert x or y == 1\nassert not ()")))


def test_every_test_asserts_something() -> None:
    own = [(file, tree) for file, tree in trees() if TESTS in file.parents]
    defined = [n for _, tree in own for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    helpers = {n.name for n in defined if asserting(n) and not n.name.startswith("test_")}
    # Illegal, a Problem or a time-out of a helper's helper fails a test as well.
    helpers |= {n.name for n in defined if called(n) & helpers} | {"do", "take", "apply"}
    idle = [
        n.name
        for n in defined
        if n.name.startswith("test_") and not asserting(n) and not called(n) & helpers
    ]
    assert set(idle) <= OTHERWISE
