"""A lesson hour in a real browser: a teacher and three pupils, each on a kernel of their own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Served, serve, stop, watch
from tests.browser.driver import LessonDriver
from tutor.art.scene import layout_for
from tutor.desk import Desk
from tutor.lesson import Step, open_lesson
from tutor.lesson.kinds import BOARD_SIZE

NAMES = ("Ann", "Bob", "Cy")
LESSON = "victory-awaits/09-movement"
WINDOW = {"width": 1280, "height": 720}
PICTURES = os.environ.get("STAFFRIDE_CLASS_PICTURES")
"""A folder for pictures of each side, to be looked at."""


@pytest.fixture
def school(tmp_path: Path) -> Iterator[Served]:
    served = serve(log=tmp_path / "log", STAFFRIDE_PROGRESS=str(tmp_path / "p.sqlite"))
    yield served
    stop(served)


@pytest.fixture
def screen(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """A browser of somebody's own."""
    made = []

    def opened(address: str) -> Page:
        context = browser.new_context(viewport=WINDOW)  # type: ignore[arg-type]
        made.append(context)
        page = watch(context.new_page())
        page.goto(address, wait_until="commit")
        page.wait_for_selector("html[data-state=ready]", state="attached")
        return page

    yield opened
    for context in made:
        context.close()


def picture(name: str, *pages: Page) -> None:
    for number, page in enumerate(pages):
        if PICTURES:
            page.wait_for_timeout(700)
            page.screenshot(path=f"{PICTURES}/{name}-{number}.png")


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def desk_text(page: Page) -> str:
    return page.locator(".staffride-board-text").inner_text()


def test_a_lesson_hour(school: Served, screen: Callable[[str], Page]) -> None:
    teacher = screen(school.teachers)
    press(teacher, "Open a class")
    code = teacher.locator(".sr-code").inner_text()
    expect(teacher).to_have_url(re.compile(f"class={code}"))
    pupils = []
    for name in NAMES:
        page = screen(school.page("index.ipynb"))
        page.get_by_label("Join a class").fill(code.lower())
        page.get_by_label("First name").fill(name)
        press(page, "Join")
        expect(page.locator(".sr-class-head strong")).to_have_text(name)
        pupils.append(page)
    expect(teacher.locator(".sr-class-who .sr-badge")).to_have_text([*NAMES])
    picture("1-joined", teacher, pupils[0])
