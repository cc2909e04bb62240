"""Every page can be read by ear, by keyboard and with weak eyes: axe-core looks at all of them, by
day and by night, and finds nothing, be it serious or small.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Served, serve, stop, write_notebook
from tests.browser.sitting import EVERY, clean, sample
from tutor.lesson import open_lesson
from tutor.progress import Progress

AXE = Axe().axe_script
FAULTS = """async (only) => {
  const { violations } = await axe.run({ resultTypes: ["violations"], ...only });
  const tell = (fault) => (node) =>
    [fault.impact, fault.id, node.target.join(" "), node.html.slice(0, 200), node.failureSummary];
  const told = violations.flatMap((fault) => fault.nodes.map(tell(fault)));
  return told.map((one) => one.join(" | "));
}"""
COLOURS = {"runOnly": ["color-contrast", "link-in-text-block"]}
"""What can be otherwise by night than by day."""
WHOLE: ViewportSize = {"width": 1280, "height": 2400}
"""So tall that nothing is scrolled away: axe passes over what cannot be seen."""
LESSONS = [
    "victory-awaits/09-movement",
    "holland44/09-combat",
    "stalingrad42/05-movement",
    "conflict-of-heroes/07-fighting",
    "pavlovs-house/05-medics",
]
SANDBOXES = [
    "victory-awaits/river-line",
    "holland44/polder-gap",
    "stalingrad42/to-the-bend",
    "conflict-of-heroes/granary",
    "pavlovs-house/the-house",
]
PAGES = [
    "index.ipynb",
    "rules.ipynb?rule=9.2&game=holland44",
    "practice.ipynb?game=holland44",
    "practice.ipynb?game=victory-awaits&rule=10.3",
    "examples.ipynb?example=AVA-9.2-a",
    "pavlovs-house/09-plans.ipynb",
]
TOKEN = "chalk"
Open = Callable[..., Page]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server whose classroom has something to tell: somebody has begun to learn."""
    folder = tmp_path_factory.mktemp("school")
    lesson, record = open_lesson(LESSONS[0]), folder / "progress.sqlite"
    Progress(record).finish("Ann", lesson.id, lesson.steps[0].id, tries=3, hints=1)
    served = serve("--progress", str(record), log=folder / "server.log")
    yield served
    stop(served)


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a token and room for one page; of its pages one fails and one never ends."""
    folder = tmp_path_factory.mktemp("small")
    write_notebook(folder / "index.ipynb", "md:# Home")
    write_notebook(folder / "failing.ipynb", "md:# Failing", "raise ValueError")
    write_notebook(folder / "slow.ipynb", "md:# Slow\n\nRead this.", "import time; time.sleep(600)")
    options = ("--lessons", str(folder), "--sessions", "1")
    served = serve(*options, log=folder / "server.log", STAFFRIDE_TOKEN=TOKEN)
    yield served
    stop(served)


def faults(page: Page) -> str:
    """What axe-core finds, by day and by night."""
    found = []
    page.set_viewport_size(WHOLE)
    page.evaluate(AXE)
    for theme, only in (("light", {}), ("dark", COLOURS)):
        # Without motion: a colour that is on its way to another is neither.
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found += [f"{theme}: {fault}" for fault in page.evaluate(FAULTS, only)]
    return "\n".join(found)


@pytest.mark.parametrize("name", sample(LESSONS, 3))
def test_a_lesson_as_a_stage_and_as_a_document(school: Served, open_page: Open, name: str) -> None:
    step = next(step for step in open_lesson(name).steps if step.kind == "try")
    page = open_page(school.page(f"{name}.ipynb#step-{step.id}"))
    card = page.locator(f".sr-step-{step.id}")
    expect(card.locator("canvas")).to_be_visible()
    card.get_by_role("button", name="Hint", exact=True).click()
    expect(card.locator(".sr-step-message")).to_contain_text("more hint")
    assert faults(page) == ""
    page.get_by_role("button", name="Read the lesson as one document").click()
    assert faults(page) == ""
    assert clean(page)


@pytest.mark.parametrize("scenario", sample(SANDBOXES, 2))
def test_a_game_in_the_sandbox(school: Served, open_page: Open, scenario: str) -> None:
    page = open_page(school.page(f"sandbox.ipynb?scenario={scenario}"))
    expect(page.locator("canvas.staffride-board").first).to_be_visible()
    assert faults(page) == ""
    assert clean(page)


def test_the_workbench(school: Served, open_page: Open) -> None:
    page = open_page(school.page("sandbox.ipynb?scenario=holland44/hells-highway"))
    page.get_by_role("button", name="Workbench", exact=True).click()
    side = page.locator(".sr-bench .sr-side")
    expect(side).to_contain_text("Nothing is against the rules")
    assert faults(page) == ""
    for tab, told in (("Board", "Trace from"), ("Files", "New, for")):
        side.get_by_role("button", name=tab, exact=True).click()
        expect(side).to_contain_text(told)
        for fold in side.locator("summary").all():
            fold.click()
        assert faults(page) == ""
    assert clean(page)


def test_a_table_that_others_join(school: Served, open_page: Open) -> None:
    page = open_page(school.page("sandbox.ipynb?learner=Ann&scenario=conflict-of-heroes/ambush"))
    page.locator(".sr-setup select").last.select_option(label="somebody at another screen")
    page.get_by_role("button", name="Set it up").click()
    expect(page.locator(".sr-code")).to_be_visible()
    page.get_by_role("button", name="Join a table").click()
    expect(page.get_by_label("Code of the table")).to_be_visible()
    assert faults(page) == ""
    assert clean(page)


@pytest.mark.parametrize("path", sample(PAGES, 2))
def test_a_page(school: Served, open_page: Open, path: str) -> None:
    page = open_page(school.page(path))
    assert faults(page) == ""
    assert clean(page)


def test_the_classroom(school: Served, open_page: Open) -> None:
    page = open_page(school.teachers)
    expect(page.get_by_role("heading", name="The hardest steps")).to_be_visible()
    assert faults(page) == ""
    assert clean(page)


@pytest.mark.skipif(not EVERY, reason="make soak: it takes a while")
def test_a_live_class_on_both_sides(school: Served, open_page: Open) -> None:
    teacher = open_page(school.teachers)
    teacher.get_by_role("button", name="Open a class").click()
    code = teacher.locator(".sr-code").inner_text()
    pupil = open_page(school.page(f"class.ipynb?class={code}&learner=Ann"))
    teacher.get_by_role("button", name="Everybody sees this board").click()
    expect(pupil.locator("canvas")).not_to_have_count(0)
    assert faults(teacher) == ""
    assert faults(pupil) == ""
    teacher.get_by_role("button", name="Ask", exact=True).click()
    teacher.get_by_placeholder("What everybody is to answer").fill("How many?")
    teacher.get_by_label("Answer by").select_option(label="a number")
    assert faults(teacher) == ""
    teacher.get_by_role("button", name="Ask everybody").click()
    pupil.get_by_placeholder("your answer").fill("2")
    assert faults(pupil) == ""
    pupil.get_by_role("button", name="Answer", exact=True).click()
    teacher.get_by_role("button", name="Reveal").click()
    expect(pupil.locator(".sr-votes")).to_be_visible()
    assert faults(pupil) == ""
    teacher.get_by_role("button", name="Set it for all").click()
    expect(pupil.locator(".sr-class-card")).to_be_visible()
    assert faults(teacher) == ""
    assert faults(pupil) == ""
    assert clean(teacher)
    assert clean(pupil)


def test_what_stands_between_a_learner_and_a_page(small: Served, open_page: Open) -> None:
    page = open_page(small.url, state="", locale="en-NZ")
    expect(page.get_by_label("Token")).to_be_visible()
    assert faults(page) == ""
    page.goto(f"{small.url}?token={TOKEN}")
    page.goto(small.page("failing.ipynb"))
    expect(page.get_by_role("alert").filter(has_text="reload the page")).to_be_visible()
    assert faults(page) == ""
    page.goto(small.page("nowhere.ipynb"))
    expect(page.get_by_role("heading", name="No such page")).to_be_visible()
    assert faults(page) == ""
    page.goto(small.page("slow.ipynb"), wait_until="commit")
    expect(page.locator("#sr-starting-text")).to_be_visible()
    assert faults(page) == ""
    later = open_page(small.page("index.ipynb"), state="", locale="en-NZ")
    expect(later.get_by_role("heading", name="All places are taken")).to_be_visible()
    assert faults(later) == ""
