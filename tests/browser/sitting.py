"""Sitting down at a lesson in a real browser, and finishing it by its own solution."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.driver import LessonDriver

Sit = Callable[..., LessonDriver]


def clean(page: Page) -> bool:
    """Whether the page was at work and did nothing that none should."""
    watched = page.watched  # type: ignore[attr-defined]
    assert watched.errors == []
    assert watched.outside() == []
    return len(watched.requests) > 0


def finish(sat: LessonDriver) -> bool:
    """Finish a lesson; its last card says so."""
    sat.finish()
    expect(sat.message(sat.lesson.steps[-1])).to_contain_text("That was the last step.")
    return clean(sat.page)
