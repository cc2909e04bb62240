"""Sitting down at a lesson in a real browser, and finishing it by its own solution."""

from __future__ import annotations

import os
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import LessonDriver
from tutor.lesson import lesson_ids

Sit = Callable[..., LessonDriver]
EVERY = bool(os.environ.get("STAFFRIDE_LESSONS"))
"""`make soak` sits through every lesson, `make test` through every third one. Without a screen all
of them are finished in every run (tests/lessons)."""


def lessons_of(game: str) -> list[str]:
    """The lessons of a game that are sat through here."""
    return [name for place, name in enumerate(lesson_ids(game)) if EVERY or place % 3 == 0]


def clean(page: Page) -> bool:
    """Whether the page was at work and did nothing that none should."""
    watched = page.watched  # type: ignore[attr-defined]
    assert watched.errors == []
    assert watched.outside() == []
    return len(watched.requests) > 0


def finish(sat: LessonDriver, keyboard: bool = False) -> bool:
    """Finish a lesson; its last card says so."""
    sat.finish(keyboard)
    expect(sat.message(sat.lesson.steps[-1])).to_contain_text("That was the last step.")
    return clean(sat.page)
