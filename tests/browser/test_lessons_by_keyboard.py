"""Lessons finished by their own solutions with nothing but keys: arrows, N, Enter, Tab and such."""

from __future__ import annotations

import pytest

from tests.browser.sitting import EVERY, Sit, finish
from tutor.lesson import lesson_ids

SAMPLE = ["conflict-of-heroes/05-movement", "pavlovs-house/05-medics"]
"""One of each kind of game; one of A Victory Awaits is in test_lessons."""


@pytest.mark.parametrize("name", lesson_ids() if EVERY else SAMPLE)
def test_a_lesson_is_finished_by_keyboard_alone(sit: Sit, name: str) -> None:
    assert finish(sit(name, f"keys-{name.replace('/', '-')}"), keyboard=True)
