"""Sitting down at a lesson in a real browser, and finishing it by its own solution."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TypeVar

from playwright.sync_api import Page, expect

from tests.browser.driver import LessonDriver
from tutor.lesson import lesson_ids

Sit = Callable[..., LessonDriver]
EVERY = bool(os.environ.get("STAFFRIDE_LESSONS"))
"""`make soak` sits through every lesson and looks at every page, `make test` takes a sample. All
lessons are finished without a screen in every run (tests/lessons)."""
T = TypeVar("T")


def sample(items: Sequence[T], every: int) -> list[T]:
    """All of them in `make soak`, one of so many in `make test`."""
    return list(items if EVERY else items[::every])


def lessons_of(game: str) -> list[str]:
    """The lessons of a game that are sat through here: all, or one from the middle of the book."""
    names = list(lesson_ids(game))
    return names if EVERY else names[len(names) // 2 :][:1]


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
