"""What a good complaint looks like: one line that names the file, the place and the remedy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from engine.errors import Problem


def refused(call: Callable[[], Any]) -> Problem:
    """The Problem that a call raises; anything else fails the test."""
    with pytest.raises(Problem) as caught:
        call()
    return caught.value


def says(problem: Problem, *, what: str, file: str, place: str, remedy: str) -> bool:
    """Whether the complaint names all four, on one line, and each in its own part."""
    text = str(problem)
    assert "\n" not in text, text
    assert what in problem.what, text
    assert problem.file is not None, f"names no file: {text}"
    assert file in problem.file, text
    assert problem.place is not None, f"names no place: {text}"
    assert place in problem.place, text
    assert problem.remedy is not None, f"names no remedy: {text}"
    assert remedy in problem.remedy, text
    return all(part in text for part in (what, file, place, remedy))
