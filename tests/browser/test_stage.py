"""A step is a stage: board, task and buttons in one window, an address of its own, reading on
demand, large type for a class.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Served, eventually
from tests.browser.sitting import clean, sample
from tutor.lesson import open_lesson

SIZES = [(1280, 720), (1920, 1080), (820, 1180), (390, 844)]
STEPS = [
    ("victory-awaits/09-movement", "to-the-stream"),
    ("victory-awaits/10-combat", "try"),
    ("holland44/09-combat", "first-attack"),
    ("holland44/10-modifiers", "predict"),
    ("stalingrad42/05-movement", "wade"),
    ("conflict-of-heroes/07-fighting", "fire"),
    ("pavlovs-house/05-medics", "try"),
]
"""Lessons of each game, and a step of it: named, or the first of a kind."""
SANDBOXES = [
    "victory-awaits/campaign",
    "holland44/short-game",
    "stalingrad42/summer-drive",
    "conflict-of-heroes/four-armies",
    "pavlovs-house/the-house",
]
"""A scenario of each game, the largest maps among them."""
LOST = """(within) => {
  const lost = [];
  const width = window.innerWidth, height = window.innerHeight;
  const controls = document.querySelectorAll(
    `.sr-stage-next, ${within} :is(button, select, input:not([type=checkbox]))`);
  for (const one of controls) {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const name = one.innerText || one.localName;
    if (right - left < 2 || one.closest(".sr-preview-panel, .sr-rule")) continue;
    const within = left >= 0 && top >= 0 && right <= width + 1 && bottom <= height + 1;
    const clipped = [[left + 2, top + 2], [right - 3, bottom - 3]].some(([x, y]) => {
      const met = document.elementFromPoint(x, y);
      return !met || !(one.contains(met) || met.contains(one) && met.closest(".sr-row, button"));
    });
    if (!within || clipped) lost.push(`${name.slice(0, 30)} at ${Math.round(top)}`);
  }
  const page = document.documentElement;
  if (page.scrollHeight > height) lost.push("the page scrolls");
  if (page.scrollWidth > width) lost.push("the page is too wide");
  return lost;
}"""
"""What one acts by and cannot see all of."""
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


def amiss(page: Page, table: Locator, within: str, width: int, height: int) -> list[str]:
    """What is wrong with board, task and buttons in a window of this size."""
    wrong: list[str] = page.evaluate(LOST, within)
    frame = table.locator(".staffride-board-frame")
    boxes = [
        each.bounding_box()
        for each in (frame, table.locator(".sr-side"), table.locator("canvas").first)
    ]
    board, side, canvas = (box or {"x": 0, "y": 0, "width": 0, "height": 0} for box in boxes)
    if not inside(frame, width, height):
        wrong.append("the board is not in the window")
    if height > width:
        if canvas["width"] < width - 1:
            wrong.append("the board is narrower than the window")
        if board["height"] < 0.25 * height:
            wrong.append("the board is low")
        if side["y"] < board["y"] + board["height"]:
            wrong.append("the text is not below the board")
    else:
        if board["width"] < 0.3 * width and board["height"] < 0.75 * height:
            wrong.append("the board is small")
        if side["x"] < board["x"] + board["width"]:
            wrong.append("the text is not beside the board")
    return wrong


def stands(page: Page, table: Locator, within: str, moment: str) -> bool:
    """Board, task and buttons are in the window, at every size."""
    for width, height in SIZES:
        sized(page, width, height)
        found = [""]

        def right(found: list[str] = found, size: tuple[int, int] = (width, height)) -> bool:
            found[:] = amiss(page, table, within, *size)
            return not found

        assert eventually(right, 5), f"{width}x{height}, {moment}: {found}"
    return True


@pytest.mark.parametrize(("lesson", "step"), sample(STEPS, 3))
def test_board_task_and_buttons_stand_in_one_window(
    server: Served, open_page: Open, lesson: str, step: str
) -> None:
    """At the start, with somebody picked, aimed at somebody, with a hint, after a wrong answer."""
    page = open_page(address(server, lesson, step, lesson.partition("/")[0]))
    card = page.locator(".sr-out:not([hidden]) .sr-columns")
    canvas, told = card.locator("canvas"), card.locator(".sr-step-message")

    def seen(moment: str) -> bool:
        task = card.locator(".sr-task").bounding_box()
        assert task is not None
        assert task["height"] >= 40, f"the task of {lesson}, {moment}"
        return stands(page, card, ":is(.sr-ask, .sr-acts)", moment)

    expect(canvas).to_be_visible()
    assert seen("at the start")
    if step == "predict":
        card.locator(".sr-ask button").first.click()
        expect(told).to_contain_text("Think again.")
        assert seen("after a wrong answer")
    else:
        canvas.press("n")
        expect(card.locator(".sr-picked")).to_be_visible()
        assert seen("picked")
        canvas.press("t")
        canvas.press("Enter")
        expect(card.locator(".sr-acts > .staffride-alert")).not_to_be_empty()
        card.get_by_role("button", name="Hint", exact=True).click()
        expect(told).to_contain_text("hint")
        assert seen("with a hint")
    assert clean(page)


@pytest.mark.parametrize("scenario", sample(SANDBOXES, 2))
def test_a_game_in_the_sandbox_is_one_window(
    server: Served, open_page: Open, scenario: str
) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={scenario}&learner=Window"))
    table = page.locator(".sr-sandbox .sr-columns")
    canvas = table.locator("canvas")
    expect(canvas).to_be_visible()
    assert stands(page, table, ":is(.sr-setup, .sr-acts)", "at the start")
    canvas.press("n")
    expect(table.locator(".sr-picked")).to_be_visible()
    assert stands(page, table, ":is(.sr-setup, .sr-acts)", "picked")
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
