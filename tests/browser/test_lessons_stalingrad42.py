"""The lessons of one game, finished by its own solution in a real browser."""

from __future__ import annotations

import pytest

from tests.browser.sitting import Sit, finish, lessons_of


@pytest.mark.parametrize("name", lessons_of("stalingrad42"))
def test_a_lesson_is_finished_by_its_own_solution(sit: Sit, name: str) -> None:
    assert finish(sit(name, name.replace("/", "-")))
