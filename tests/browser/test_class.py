"""A lesson hour in a real browser: a teacher and three pupils, each on a kernel of their own."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import segno
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.conftest import Served, serve, stop, watch
from tutor.lesson import open_lesson

NAMES = ("Ann", "Bob", "Cy")
LESSON = open_lesson("victory-awaits/03-concepts")
TITLE, STEPS = f"{LESSON.chapter} {LESSON.title}", LESSON.steps
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


def board(page: Page, *keys: str) -> None:
    """Press keys on the board."""
    page.locator(".staffride-board-frame canvas").last.focus()
    for key in keys:
        page.keyboard.press(key)


def words(page: Page) -> Locator:
    """What stands on the board, in words."""
    return page.locator(".staffride-board-text")


def test_a_lesson_hour(school: Served, screen: Callable[[str], Page]) -> None:
    teacher = screen(school.teachers)
    press(teacher, "Open a class")
    code = teacher.locator(".sr-code").inner_text()
    link = teacher.locator(".sr-class-link").get_attribute("href") or ""
    teacher.get_by_text("QR code", exact=True).click()
    drawn = teacher.get_by_alt_text("QR code")
    expect(drawn).to_be_visible()
    assert drawn.get_attribute("src") == segno.make(link).png_data_uri(scale=8, border=4)
    picture("qr", teacher)
    teacher.get_by_text("QR code", exact=True).click()
    expect(teacher).to_have_url(re.compile(f"class={code}"))
    pupils = []
    for name in NAMES:
        page = screen(school.page("index.ipynb"))
        page.get_by_label("Join a class").fill(code.lower())
        page.get_by_label("First name").fill(name)
        press(page, "Join")
        expect(page.locator(".sr-class-head strong")).to_have_text(name)
        pupils.append(page)
    ann, bob, cy = pupils
    expect(teacher.locator(".sr-class-who .sr-badge")).to_have_text([*NAMES])
    picture("1-joined", teacher, ann)

    # a move is shown to all, and one tries something of his own
    press(teacher, "Everybody sees this board")
    for page in pupils:
        expect(words(page)).to_contain_text("On the Velikaya")
    board(teacher, "n")
    expect(words(teacher)).to_contain_text("Picked:")
    for page in pupils:
        expect(words(page)).to_contain_text("Picked:")
    board(teacher, "ArrowRight", "Enter")
    for page in pupils:
        expect(page.locator(".sr-logbook li")).not_to_have_count(0)
    picture("2-shown", teacher, ann)
    press(bob, "Try it yourself")
    expect(bob.get_by_text("This board is yours")).to_be_visible()
    board(bob, "n")
    expect(words(bob)).to_contain_text("Picked:")
    picture("3-tried", teacher, bob)
    press(bob, "Back to the teacher")
    expect(words(bob)).not_to_contain_text("Picked:")

    # a question: each has his own answer, and comes back to it after a reload
    press(teacher, "Ask")
    teacher.get_by_placeholder("What everybody is to answer").fill("Where would you go?")
    press(teacher, "Ask everybody")
    expect(bob.locator(".sr-question")).to_be_visible()
    board(bob, "n", *["ArrowRight"] * 9, "Enter")
    expect(bob.locator(".sr-reason")).not_to_have_count(0)
    board(bob, "Escape")
    expect(bob.locator(".sr-reason")).to_have_count(0)
    for number, page in enumerate(pupils):
        expect(page.locator(".sr-question")).to_have_text("Where would you go?")
        board(page, *["n"] * (number + 1), "ArrowRight", "Enter")
        expect(page.locator(".sr-notice.sr-ok")).to_contain_text("That is your answer")
    expect(teacher.locator(".sr-counted strong")).to_have_text("3")
    for page in (teacher, *pupils):
        expect(page.locator(".sr-votes")).to_have_count(0)
    press(teacher, "See the answers")
    expect(teacher.locator(".sr-votes .sr-rule-id")).not_to_have_count(0)
    picture("4-asked", teacher, ann, bob)
    for page in pupils:
        expect(page.locator(".sr-votes")).to_have_count(0)
    cy.reload(wait_until="commit")
    expect(cy.locator(".sr-notice.sr-ok")).to_contain_text("That is your answer")
    press(teacher, "Reveal")
    for page in pupils:
        expect(page.locator(".sr-votes .sr-odds-number")).not_to_have_count(0)
    picture("5-revealed", teacher, cy)

    # today's lesson: one finishes a step, and the teacher sees it
    teacher.locator(".sr-teach-head select").last.select_option(label=TITLE)
    press(teacher, "Set it for all")
    for page in pupils:
        expect(page.locator(".sr-class-card")).to_contain_text(TITLE)
    picture("6-set", teacher, ann)
    ann.locator(".sr-class-card a").click()
    ann.wait_for_selector("html[data-state=ready]", state="attached")
    row = teacher.locator(".sr-work tbody tr").first
    expect(row).to_contain_text(STEPS[0].title)
    seen = ann.get_by_role("button", name="Seen it, go on", exact=True)
    while not seen.is_visible():
        ann.keyboard.press("PageDown")
        ann.wait_for_timeout(200)
    seen.click()
    expect(row).to_contain_text(f"1 of {len(STEPS)}")
    expect(row).to_contain_text(STEPS[1].title)
    expect(teacher.locator(".sr-report")).to_contain_text(f"1/{len(STEPS)}")
    picture("7-working", teacher, ann)
    # over her shoulder, and on the wall for all, of whom nobody hears
    press(teacher, "Look at Ann")
    looking = teacher.locator(".sr-looking")
    expect(looking).to_contain_text(f"Ann: {LESSON.title}: {STEPS[1].title}")
    picture("7b-looked", teacher, bob)
    looking.get_by_role("button", name="To the wall").click()
    expect(bob.locator(".sr-class-head")).to_contain_text("the board of one of you")
    expect(words(bob)).not_to_have_count(0)
    picture("7c-wall", teacher, bob)
    press(teacher, "Back to my board")
    expect(bob.locator(".sr-class-card")).to_contain_text(TITLE)
    expect(looking).to_be_hidden()
    press(teacher, "Nothing is on")
    ann.locator(".sr-called:visible").click()
    expect(ann.locator(".sr-class-card")).to_contain_text("Nothing is on now")

    press(teacher, "End the class")
    expect(teacher.locator(".sr-records")).to_contain_text("Ann")
    picture("8-ended", teacher, bob)
    teacher.emulate_media(media="print")
    expect(teacher.locator(".sr-header")).to_be_hidden()
    expect(teacher.get_by_role("button", name="Delete its records")).to_be_hidden()
    expect(teacher.locator(".sr-records h2")).to_contain_text(f"Class {code}, ")
    expect(teacher.locator(".sr-records")).to_contain_text(STEPS[0].title)
    picture("9-printed", teacher)
    for page in (teacher, *pupils):
        assert page.watched.errors == []  # type: ignore[attr-defined]


def test_work_in_pairs(school: Served, screen: Callable[[str], Page]) -> None:
    teacher = screen(school.teachers)
    press(teacher, "Open a class")
    code = teacher.locator(".sr-code").inner_text()
    pupils = []
    for name in NAMES:
        page = screen(school.page(f"class.ipynb?class={code}&learner={name}"))
        expect(page.locator(".sr-class-head strong")).to_have_text(name)
        pupils.append(page)
    press(teacher, "Work")
    press(teacher, "In pairs")
    press(teacher, "Set the scenario of Show for all")
    rows = teacher.locator(".sr-pairs tbody tr")
    expect(rows.last).to_contain_text("until somebody comes")
    picture("pairs-1-set", teacher, *pupils)
    for page in pupils:
        page.locator(".sr-class-card a").click()
        page.wait_for_selector("html[data-state=ready]", state="attached")
        expect(page.locator(".sr-together")).to_contain_text("(you)")
    expect(rows.first).not_to_contain_text("not there yet")
    picture("pairs-2-sat", teacher, *pupils)
    # one of the two decides, and the teacher sees which
    expect(rows.first.locator("td").last).to_contain_text(re.compile("Ann|Bob"))
    decides = rows.first.locator("td").last.inner_text().partition(" ")[0]
    one = pupils[NAMES.index(decides)]
    one.reload(wait_until="commit")
    one.wait_for_selector("html[data-state=ready]", state="attached")
    expect(one.locator(".sr-together")).to_contain_text("(you)")
    press(teacher, f"Look at {decides}")
    expect(teacher.locator(".sr-looking")).to_contain_text(decides)
    expect(words(teacher)).not_to_contain_text("Picked:")
    board(one, "n")
    expect(words(teacher)).to_contain_text("Picked:")
    board(one, "ArrowRight", "Enter")
    expect(teacher.locator(".sr-logbook li")).not_to_have_count(0)
    picture("pairs-3-looked", teacher, one)
    for page in (teacher, *pupils):
        assert page.watched.errors == []  # type: ignore[attr-defined]
