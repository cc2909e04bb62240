"""A lesson in a real browser: by keyboard alone, one wrong move read aloud, hints, coming back.

By mouse every lesson is finished in the file of its game.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import Served
from tests.browser.driver import LessonDriver
from tests.browser.sitting import Sit, clean

MOVEMENT = "victory-awaits/09-movement"


def expect_progress(sat: LessonDriver, server: Served, learner: str) -> None:
    """The home page shows the lesson as done."""
    lesson, page = sat.lesson, sat.page
    page.goto(f"{server.url}?learner={learner}")
    entry = page.locator("li").filter(has=page.locator(f'a[href*="{lesson.id}.ipynb"]'))
    expect(entry.locator(".sr-badge.sr-ok")).to_have_text("done")


def test_movement_is_learnt_by_keyboard_alone_and_home_remembers(sit: Sit, server: Served) -> None:
    sat = sit(MOVEMENT, "keyboard")
    sat.finish(keyboard=True)
    expect(sat.message(sat.lesson.steps[-1])).to_contain_text("That was the last step.")
    expect_progress(sat, server, "keyboard")
    total = len(sat.lesson.steps)
    expect(sat.page.get_by_text(f"{total} of ").first).to_be_visible()
    assert clean(sat.page)


def test_a_wrong_move_is_refused_with_its_rule_and_the_way_out(sit: Sit) -> None:
    sat = sit(MOVEMENT, "wrong")
    step = sat.lesson.step("big-river")
    sat.open(step)
    wrong = step.wrong[0]
    told = sat.try_wrong(step, wrong.action, wrong.rule)
    assert wrong.rule in told
    assert len(told.splitlines()[0]) > 20
    note = sat.card(step).locator("li.sr-reason")
    expect(note).to_have_count(0)
    sat.solve(step)
    assert clean(sat.page)


def test_a_learner_who_comes_back_goes_on_where_they_were(sit: Sit) -> None:
    sat = sit(MOVEMENT, "returning")
    first, second = sat.lesson.steps[:2]
    sat.solve(first)
    sat.page.reload()
    expect(sat.message(first)).to_contain_text("You have done this step before.")
    sat.page.goto(f"{sat.address}&again")
    sat.page.get_by_role("link", name="Go on with step 2").click()
    expect(sat.card(second).locator("canvas")).to_be_visible()
    assert sat.page.url.endswith(f"#step-{second.id}")
    expect(sat.card(first)).to_be_hidden()
    assert clean(sat.page)


def test_hints_and_a_wrong_prediction_are_seen_on_the_page(sit: Sit) -> None:
    sat = sit(MOVEMENT, "guesser")
    step = sat.lesson.step("eight-points")
    sat.open(step)
    field = sat.card(step).get_by_placeholder("your answer")
    field.fill("9")
    field.press("Tab")
    sat.press(step, "Answer")
    expect(sat.message(step)).to_contain_text("Not 9. Think again.")
    expect(sat.message(step)).to_contain_text(step.hints[0])
    sat.press(step, "Hint")
    expect(sat.message(step)).to_contain_text(step.hints[1])
    sat.solve(step)
    expect(sat.message(step).locator("table.sr-tally")).to_be_visible()
    assert clean(sat.page)
