"""A step is a stage: board, task and buttons in one window, an address of its own, reading on
demand, large type for a class.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Served, eventually
from tests.browser.sitting import clean
from tutor.lesson import open_lesson

SIZES = [(1280, 720), (1920, 1080), (820, 1180), (390, 844)]
STEPS = [
    ("victory-awaits/09-movement", "to-the-stream"),
    ("holland44/08-movement", "try"),
    ("stalingrad42/05-movement", "try"),
    ("conflict-of-heroes/07-fighting", "fire"),
    ("pavlovs-house/05-medics", "try"),
]
"""A lesson of each game, and a step of it: named, or the first of a kind."""
CLIPPED = """(one) => {
  const { left, top, width, height } = one.getBoundingClientRect();
  const spots = [[left + 2, top + 2], [left + width - 3, top + height - 3]];
  return spots.some(([x, y]) => {
    const met = document.elementFromPoint(x, y);
    return !met || !(one.contains(met) || met.contains(one) && met.closest(".sr-row, button") );
  });
}"""
"""Whether a corner of something cannot be seen."""
SCROLLS = "document.documentElement.scrollHeight > window.innerHeight"
Open = Callable[..., Page]


def sized(page: Page, width: int, height: int) -> None:
    """The window has another size, and the page has followed."""
    page.set_viewport_size(ViewportSize(width=width, height=height))
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done()))")


def inside(one: Locator, width: int, height: int) -> bool:
    """Whether all of something is in the window."""
    box = one.bounding_box()
    return (
        box is not None
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= width + 1
        and box["y"] + box["height"] <= height + 1
    )


def address(server: Served, lesson: str, step: str, learner: str) -> str:
    """The address of a step; `try` is the first of that kind."""
    steps = open_lesson(lesson).steps
    found = next(each for each in steps if step in (each.id, each.kind))
    return server.page(f"{lesson}.ipynb?learner={learner}#step-{found.id}")


@pytest.mark.parametrize(("lesson", "step"), STEPS)
def test_board_task_and_buttons_stand_in_one_window(
    server: Served, open_page: Open, lesson: str, step: str
) -> None:
    page = open_page(address(server, lesson, step, lesson.partition("/")[0]))
    card = page.locator(".sr-out:not([hidden]) .sr-columns")
    canvas, frame = card.locator("canvas"), card.locator(".staffride-board-frame")
    expect(canvas).to_be_visible()
    for width, height in SIZES:
        sized(page, width, height)
        where = f"{lesson} at {width}x{height}"
        assert eventually(lambda w=width, h=height: inside(frame, w, h), 5), f"the board of {where}"
        assert not page.evaluate(SCROLLS), f"the page scrolls: {where}"
        board, side = frame.bounding_box(), card.locator(".sr-side").bounding_box()
        assert board is not None
        assert side is not None
        upright = height > width
        if upright:
            assert board["width"] >= width - 1, f"the board is narrower than {where}"
            assert side["y"] >= board["y"] + board["height"]
        else:
            assert side["x"] >= board["x"] + board["width"]
            assert board["width"] >= 0.3 * width or board["height"] >= 0.75 * height, where
        seen = [card.locator(".sr-step-head .sr-p").first]
        if upright:
            seen = []
            task = card.locator(".sr-task").bounding_box()
            assert task is not None
            assert task["y"] + 40 <= height, f"the task of {where}"
        buttons = card.locator(":is(.sr-ask, .sr-acts) button:enabled:visible").all()
        for one in [*seen, *buttons, page.locator(".sr-stage-next")]:
            told = f"{one.inner_text()[:30]!r} of {where}"
            assert inside(one, width, height), told
            assert not one.evaluate(CLIPPED), f"{told} is clipped"
    assert clean(page)


def test_an_address_leads_to_its_step_and_back_goes_back(server: Served, open_page: Open) -> None:
    lesson = "victory-awaits/09-movement"
    steps = open_lesson(lesson).steps
    page = open_page(address(server, lesson, steps[2].id, "Linked"))
    here = page.locator(f'[data-step="{steps[2].id}"] canvas')
    expect(here).to_be_visible()
    page.reload()
    expect(here).to_be_visible()
    expect(page.locator(".sr-stage-part")).to_contain_text(f"Step 3 of {len(steps)}")
    page.locator(".sr-stage-next").click()
    expect(here).to_be_hidden()
    page.go_back()
    expect(here).to_be_visible()
    page.locator(".sr-contents > summary").click()
    page.locator(".sr-stage-list").get_by_role("link", name=steps[0].title, exact=True).click()
    expect(page.locator(f'[data-step="{steps[0].id}"] canvas')).to_be_visible()
    assert page.url.endswith(f"#step-{steps[0].id}")
    assert clean(page)


def test_next_leads_on_and_the_board_has_the_keys(server: Served, open_page: Open) -> None:
    lesson = open_lesson("victory-awaits/09-movement")
    page = open_page(server.page(f"{lesson.id}.ipynb?learner=Onward"))
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.locator("canvas:visible")).to_have_count(0)
    tried = next(step for step in lesson.steps if step.kind == "try")
    canvas = page.locator(f'[data-step="{tried.id}"] canvas')
    for _ in range(20):
        if page.url.endswith(f"#step-{tried.id}"):
            break
        page.keyboard.press("PageDown")
    expect(canvas).to_be_focused()
    assert clean(page)


def test_a_lesson_is_read_as_one_document(server: Served, open_page: Open) -> None:
    lesson = open_lesson("victory-awaits/09-movement")
    page = open_page(server.page(f"{lesson.id}.ipynb?learner=Reader"))
    page.get_by_role("button", name="Read the lesson as one document").click()
    for step in lesson.steps:
        expect(page.locator(f".sr-step-{step.id}")).to_be_visible()
    page.get_by_role("button", name="Read the lesson as one document").click()
    last = page.locator(f".sr-step-{lesson.steps[-1].id} .sr-step-head")
    expect(last).to_be_hidden()
    page.emulate_media(media="print")
    expect(last).to_be_visible()
    assert clean(page)


def test_one_key_makes_a_page_large_enough_for_a_class(server: Served, open_page: Open) -> None:
    lesson = "conflict-of-heroes/07-fighting"
    page = open_page(address(server, lesson, "fire", "Teacher"))
    size = "parseFloat(getComputedStyle(document.querySelector('.sr-step-head .sr-p')).fontSize)"
    expect(page.locator('[data-step="fire"] canvas')).to_be_visible()
    usual = page.evaluate(size)
    page.keyboard.press("Shift+P")
    assert page.evaluate(size) > 1.25 * usual
    expect(page.locator(".sr-out:not([hidden]) .sr-looks")).to_be_hidden()
    expect(page.locator(".sr-spot")).to_be_visible()
    page.get_by_role("button", name="Projector: large type").click()
    assert page.evaluate(size) == usual
    assert clean(page)
