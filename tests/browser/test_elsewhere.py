"""A lesson is the same on our own page, in JupyterLab and in Notebook: look, keys and map."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser import elsewhere
from tests.browser.conftest import Served, watch, write_notebook
from tests.browser.elsewhere import PLACES, Looks, Visit, differing
from tests.browser.fingers import Finger
from tests.browser.sitting import sample
from tutor.desk import Desk
from tutor.lesson import open_lesson
from tutor.lesson.kinds import BOARD_SIZE

LESSON = "victory-awaits/09-movement"
UNIT, HEX, NAME = "36M", "1222", "Axis 36M"
CELLS = (
    f'from tutor.pages.lesson import open_page\n\npage = open_page("{LESSON}")\npage.opening()',
    'page.step("terrain")',
    'page.examples("AVA-9.2-a")',
)
NEAR = 4.0
"""So far, of 255, may two pictures of a board be apart: letters are drawn a little differently."""
AT_WORK = ("lab", "voila", "notebook")
WINDOW = {"width": 1500, "height": 1000}
ZOOMED = re.compile(r"\bsr-zoomed\b")


@pytest.fixture(scope="module")
def notebooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the lesson's first step."""
    folder = tmp_path_factory.mktemp("elsewhere")
    write_notebook(folder / "index.ipynb", "md: # Home")
    write_notebook(folder / "lesson.ipynb", *CELLS)
    return folder


@pytest.fixture(scope="module")
def lab(notebooks: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[elsewhere.Running]:
    """JupyterLab and Notebook on that folder."""
    running = elsewhere.start(notebooks, tmp_path_factory.mktemp("lab"))
    yield running
    elsewhere.stop(running)


@pytest.fixture
def visit(
    notebooks: Path,
    lab: elsewhere.Running,
    serve_folder: Callable[..., Served],
    contexts: Callable[..., BrowserContext],
) -> Iterator[Callable[..., Visit]]:
    """Open the lesson on one of the pages."""
    pages: list[Page] = []
    served: dict[str, Served] = {}

    def opened(place: str, **options: object) -> Visit:
        if place == "voila" and not served:
            served["here"] = serve_folder(notebooks)
        address = {
            "voila": lambda: served["here"].page("lesson.ipynb#step-terrain"),
            "lab": lambda: f"{lab.url}lab/workspaces/w{len(pages)}/tree/lesson.ipynb?reset",
            "notebook": lambda: f"{lab.url}notebooks/lesson.ipynb",
        }[place]()
        page = watch(contexts(viewport=WINDOW, **options).new_page())
        pages.append(page)
        page.goto(address)
        visit = Visit(page, place)
        visit.run()
        return visit

    yield opened
    for page in pages:
        page.close()


def apart(one: Looks, other: Looks) -> list[tuple[str, str, str, str]]:
    """Where two looks differ: part, property, and what it is in each."""
    return [
        (part, name, value, other[part][name])
        for part, style in one.items()
        for name, value in style.items()
        if value != other[part][name]
    ]


def spot(visit: Visit) -> tuple[float, float]:
    """Where the unit stands, from the board's corner."""
    desk = Desk(open_lesson(LESSON).step("terrain").game())
    return visit.at(desk.game.scenario.board, HEX, BOARD_SIZE, desk.view())


def test_ten_parts_look_the_same_everywhere_by_day_and_by_night(
    visit: Callable[..., Visit],
) -> None:
    pages = {place: visit(place) for place in PLACES}
    for by_night in (False, True):
        if by_night:
            for page in pages.values():
                page.dark()
        looks = {place: page.styles() for place, page in pages.items()}
        assert len(looks["voila"]) == 10
        for place in PLACES[1:]:
            differ = apart(looks[place], looks["voila"])
            print(*differ, sep="\n")
            assert differ == [], place
        pictures = {place: page.picture() for place, page in pages.items()}
        for place in PLACES[1:]:
            assert differing(pictures[place], pictures["voila"]) < NEAR
    naked = pages["lab"]
    naked.page.evaluate("() => document.getElementById('tutor.look.Look').remove()")
    gone = {name for name, *_ in apart(naked.styles(), pages["voila"].styles())}
    assert len(gone) >= 9, "the comparison would not notice that the style did not arrive"


@pytest.mark.parametrize("place", sample(AT_WORK, 2))
def test_a_board_is_worked_by_mouse_and_keyboard_and_keeps_its_keys(
    visit: Callable[..., Visit], place: str
) -> None:
    page = visit(place)
    cells = page.cells()
    x, y = spot(page)
    page.board.click(position={"x": x, "y": y})
    expect(page.picked).to_have_text(NAME)
    keyboard = page.page.keyboard
    keyboard.press("Escape")
    expect(page.picked).to_have_count(0)
    for key in ("a", "b", "m", "x", "d", "d"):
        keyboard.press(key)
    keyboard.press("n")
    expect(page.picked).to_have_count(1)
    assert page.cells() == cells
    expect(page.board).to_be_focused()
    frame = page.page.locator(".staffride-board-frame").first
    keyboard.press("+")
    expect(frame).to_have_class(ZOOMED)
    keyboard.press("0")
    expect(frame).not_to_have_class(ZOOMED)
    keyboard.press("ArrowRight")
    keyboard.press("Escape")
    expect(page.picked).to_have_count(0)
    expect(page.board).to_be_focused()
    keyboard.press("Tab")
    expect(page.board).not_to_be_focused()
    assert page.page.evaluate("() => Boolean(document.activeElement.closest('.sr-page'))")
    keyboard.press("Shift+Tab")
    expect(page.board).to_be_focused()
    assert page.page.watched.outside() == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("place", sample(AT_WORK, 2))
def test_a_board_is_worked_by_a_finger(visit: Callable[..., Visit], place: str) -> None:
    page = visit(place, has_touch=True)
    x, y = spot(page)
    box = page.board.bounding_box()
    assert box is not None, "the board is on the screen"
    Finger(page.page).tap(box["x"] + x, box["y"] + y)
    expect(page.picked).to_have_text(NAME)


def test_a_chord_on_a_board_is_for_the_page_around_it(visit: Callable[..., Visit]) -> None:
    page = visit("lab")
    page.board.focus()
    page.page.keyboard.press("Control+s")
    # Nothing else can write the notebook that has just been run.
    expect(page.page.locator(".jp-mod-dirty")).to_have_count(0)
