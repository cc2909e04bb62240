"""The page around every board, in a real browser: painting, clicks, fingers, keys, themes, ends."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Served, eventually, write_notebook
from tests.browser.fingers import LONG, Finger
from tests.browser.sitting import clean

BOARD = """
import ipywidgets as w
from IPython.display import display
from ipycanvas import MultiCanvas, hold_canvas
from tutor.look import framed

board = MultiCanvas(2, width=800, height=600)
board.layout.width, board.layout.height, board.layout.max_width = "400px", "auto", "100%"
board.add_class("staffride-board")
text = w.HTML("<p>Two <b>units</b>.</p>")
text.add_class("staffride-board-text")
text.add_class("sr-visually-hidden")
heard = w.HTML()
heard.add_class("staffride-status")
heard.add_class("heard")
trouble = w.HTML()
trouble.add_class("staffride-alert")
more = w.Button(description="One more")
frame = w.VBox([board, text])
frame.add_class("staffride-board-frame")
side = w.VBox([heard, trouble, more])
side.add_class("sr-side")
both = w.HBox([frame, side])
both.add_class("sr-columns")

def note(word):
    heard.value += f"<span>{word}</span> "

def draw():
    with hold_canvas(board):
        board[0].fill_style = "rgb(10, 120, 200)"
        board[0].fill_rect(0, 0, 400, 600)
        board[1].fill_style = "rgb(200, 30, 40)"
        board[1].fill_rect(500, 100, 100, 100)
    note("painted")

def add(_):
    text.value = "Three units."
    note("added")

board.on_client_ready(draw)
board.on_mouse_down(lambda x, y: note(f"down:{x / 2:.0f},{y / 2:.0f}"))
board.on_mouse_up(lambda x, y: note("up"))
board.on_mouse_move(lambda x, y: note(f"move:{x / 2:.0f}"))
board.on_mouse_wheel(lambda x, y: note("wheel"))
board.on_touch_start(lambda touches: note("touch"))
board.on_key_down(lambda key, *held: note(key if key.startswith("theme") else f"key:{key}"))
more.on_click(add)
display(framed(both))
"""
UPLOAD = """
import ipywidgets as w
came = w.HTML("nothing yet")
came.add_class("came")
field = w.FileUpload(multiple=False)
field.observe(lambda change: setattr(came, "value", f"{change['new'][0]['size']} bytes"), "value")
w.VBox([field, came])
"""
TALL = "md:" + "\n\n".join(f"Paragraph {number} below the board." for number in range(40))
SIZES = [(1280, 800), (1920, 1080), (820, 1180)]
PAIRS = [
    ("ink", "paper"),
    ("ink", "sheet"),
    ("ink", "sunken"),
    ("ink-soft", "paper"),
    ("ink-soft", "sheet"),
    ("accent", "paper"),
    ("accent", "sheet"),
    ("accent-ink", "accent"),
    ("ok", "ok-soft"),
    ("warn", "warn-soft"),
    ("no", "no-soft"),
    ("info", "info-soft"),
]
CONTRAST = """([front, back]) => {
  const read = (name) => {
    const spot = document.createElement("i");
    spot.style.color = `var(--sr-${name})`;
    document.body.append(spot);
    const parts = getComputedStyle(spot).color.match(/[\\d.]+/g).map(Number);
    spot.remove();
    const [r, g, b] = parts.map((v) => v / 255)
      .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [read(front), read(back)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}"""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory, serve_folder) -> Served:
    """A server over tiny notebooks."""
    folder = tmp_path_factory.mktemp("lessons")
    write_notebook(folder / "index.ipynb", "md:# Home\n\nGo to the [board](game/board.ipynb).")
    write_notebook(
        folder / "game" / "board.ipynb",
        "md:# A board\n\nBack [home](../index.ipynb), on to [more](more.ipynb).",
        BOARD,
        TALL,
    )
    write_notebook(folder / "game" / "more.ipynb", "md:# More")
    write_notebook(
        folder / "failing.ipynb",
        "md:# Failing\n\nProse before.",
        "print('made it here')\nraise ValueError('hidden reason')",
        "md:Prose after.",
    )
    write_notebook(folder / "upload.ipynb", "md:# Bring a file", UPLOAD)
    write_notebook(folder / "slow.ipynb", "md:# Slow\n\nRead this.", "import time; time.sleep(600)")
    return serve_folder(folder)


@pytest.fixture
def board(lessons: Served, open_page: Open) -> Page:
    """A page with a painted board."""
    page = open_page(lessons.page("game/board.ipynb"))
    expect(heard(page)).to_contain_text("painted")
    return page


def heard(page: Page) -> Locator:
    """Where the notebook echoes what it was told."""
    return page.locator(".heard .widget-html-content, .heard .jupyter-widget-html-content").last


def words(page: Page, kind: str = "") -> list[str]:
    """What it was told so far, but for the words that are not of this kind."""
    return [word for word in heard(page).inner_text().split() if word.startswith(kind)]


def canvas(page: Page) -> Locator:
    """The board itself."""
    return page.locator("canvas.staffride-board")


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """A point of the board, given in its own pixels, as one of the window."""
    box = canvas(page).bounding_box()
    assert box is not None
    return box["x"] + x, box["y"] + y


def focused(page: Page) -> str:
    """What has the focus: a tag and its text."""
    return page.evaluate(
        "document.activeElement.localName + ':' + document.activeElement.innerText"
    )


def scrolled(page: Page) -> float:
    """How far down the page is."""
    return page.evaluate("window.scrollY")


# -- the board ------------------------------------------------------------------------------------


def test_a_board_is_painted_and_a_click_is_heard_where_it_was_made(board):
    pixel = "(c, at) => Array.from(c.getContext('2d').getImageData(...at, 1, 1).data)"
    assert canvas(board).evaluate(pixel, [100, 100]) == [10, 120, 200, 255]
    assert canvas(board).evaluate(pixel, [550, 150]) == [200, 30, 40, 255]
    board.mouse.click(*spot(board, 120, 80), button="right")
    board.mouse.click(*spot(board, 150, 75))
    expect(heard(board)).to_contain_text("up")
    assert words(board, "down") == ["down:150,75"]
    assert clean(board)


def test_a_click_focuses_the_board_and_does_not_move_the_page(board):
    board.mouse.wheel(0, 240)
    assert eventually(lambda: scrolled(board) == 240)
    board.mouse.click(*spot(board, 100, 280))
    expect(canvas(board)).to_be_focused()
    expect(heard(board)).to_contain_text("down:100,280")
    assert scrolled(board) == 240


def test_a_board_hears_its_keys_and_leaves_the_rest_to_the_reader(board):
    canvas(board).focus()
    pressed = ["ArrowUp", "a", "n", "F2", "N", "Control+n", "Alt+p", "[", "?", "+", "Escape"]
    for key in [*pressed, "Home", "Backspace", "Meta+Enter", "Enter"]:
        board.keyboard.press(key)
    expect(heard(board)).to_contain_text("Enter")
    # what zooms is the page's own affair
    expected = ["ArrowUp", "n", "[", "?", "Escape", "Backspace", "Enter"]
    assert words(board, "key") == [f"key:{key}" for key in expected]
    board.keyboard.press("Space")
    board.keyboard.press("p")
    expect(heard(board)).to_contain_text("key:p")
    assert scrolled(board) == 0
    board.keyboard.press("End")
    assert eventually(lambda: scrolled(board) > 0)


def test_tab_leaves_a_board_both_ways(board):
    canvas(board).focus()
    board.keyboard.press("Tab")
    assert focused(board) == "button:One more"
    board.keyboard.press("Shift+Tab")
    expect(canvas(board)).to_be_focused()
    outline = canvas(board).evaluate("c => getComputedStyle(c).outlineStyle")
    assert outline == "solid"
    board.keyboard.press("Shift+Tab")
    assert focused(board) == "a:more"
    assert words(board, "key") == []


def test_the_wheel_scrolls_the_page(board):
    board.mouse.move(*spot(board, 100, 100))
    board.mouse.wheel(0, 300)
    assert eventually(lambda: scrolled(board) == 300)
    board.mouse.click(*spot(board, 100, 280))
    expect(heard(board)).to_contain_text("down")
    assert words(board, "wheel") == []


def test_small_moves_are_not_told_and_large_ones_are_told_seldom(board):
    x, y = spot(board, 50, 50)
    board.mouse.move(x, y)
    expect(heard(board)).to_contain_text("move:50")
    board.mouse.move(x + 5, y, steps=5)
    board.mouse.move(x + 125, y, steps=120)
    expect(heard(board)).to_contain_text(re.compile(r"move:1[67]\d"))
    board.mouse.down()
    board.mouse.up()
    expect(heard(board)).to_contain_text("down:175,50")
    moves = [int(word.removeprefix("move:")) for word in words(board, "move")]
    assert all(after - before > 6 for before, after in pairwise(moves))
    assert len(moves) <= 21


@pytest.fixture
def touched(lessons: Served, open_page: Open) -> Page:
    """The painted board on a tablet."""
    page = open_page(
        lessons.page("game/board.ipynb"), has_touch=True, viewport={"width": 820, "height": 1180}
    )
    expect(heard(page)).to_contain_text("painted")
    return page


def told(page: Page) -> list[str]:
    """What the board heard of a finger."""
    return [word for word in words(page) if word[:2] in ("do", "up", "to")]


def test_a_tap_is_a_click_and_a_swipe_scrolls(touched):
    finger = Finger(touched)
    assert finger.swipe_up(*spot(touched, 200, 250), 200) > 100
    finger.tap(*spot(touched, 150, 275))
    expect(heard(touched)).to_contain_text("up")
    assert told(touched) == ["down:150,275", "up"]
    expect(canvas(touched)).to_be_focused()
    assert clean(touched)


def test_a_finger_that_rests_points_and_does_not_click(touched):
    finger = Finger(touched)
    finger.down(*spot(touched, 100, 120))
    expect(heard(touched)).to_contain_text("move:100")
    finger.up(LONG)
    finger.tap(*spot(touched, 150, 75))
    expect(heard(touched)).to_contain_text("up")
    assert told(touched) == ["down:150,75", "up"]
    assert clean(touched)


def test_a_board_says_what_it_shows(board):
    expect(canvas(board)).to_have_attribute("role", "application")
    expect(canvas(board)).to_have_attribute("tabindex", "0")
    expect(canvas(board)).to_have_attribute("aria-label", "Two units.")
    board.get_by_role("button", name="One more").click()
    expect(canvas(board)).to_have_attribute("aria-label", "Three units.")
    expect(board.locator(".heard")).to_have_attribute("role", "status")
    expect(board.locator(".heard")).to_have_attribute("aria-live", "polite")
    expect(board.locator(".staffride-alert")).to_have_attribute("role", "alert")
    assert clean(board)


# -- the page -------------------------------------------------------------------------------------


def test_the_theme_follows_the_system_until_it_is_chosen(lessons, open_page):
    page = open_page(lessons.page("game/more.ipynb"), color_scheme="dark", locale="en-GB")
    root, toggle = page.locator("html"), page.get_by_role("button", name="Dark colours")
    background = "getComputedStyle(document.body).backgroundColor"
    expect(root).to_have_attribute("data-theme", "dark")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    dark = page.evaluate(background)
    toggle.click()
    expect(root).to_have_attribute("data-theme", "light")
    expect(toggle).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(background) != dark
    page.reload()
    expect(root).to_have_attribute("data-theme", "light")
    assert clean(page)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_colours_can_be_told_apart(lessons, open_page, theme):
    page = open_page(lessons.page("game/more.ipynb"), color_scheme=theme)
    poor = {pair: ratio for pair in PAIRS if (ratio := page.evaluate(CONTRAST, list(pair))) < 4.5}
    assert poor == {}


def test_the_board_and_its_panel_fit_every_screen(lessons, open_page):
    page = open_page(lessons.page("game/board.ipynb"))
    overflow = "document.documentElement.scrollWidth - window.innerWidth"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        left, right = canvas(page).bounding_box(), page.locator(".sr-side").bounding_box()
        beside = right["x"] >= left["x"] + left["width"]
        below = right["y"] >= left["y"] + left["height"]
        assert (beside, below) == ((True, False) if width > height else (False, True))
        assert page.evaluate(overflow) <= 0
        prose = page.locator(".sr-prose").last.bounding_box()
        letters = page.locator(".sr-prose").last.evaluate("n => getComputedStyle(n).fontSize")
        assert prose["width"] <= 40 * float(letters.removesuffix("px"))


def test_prose_can_be_read_while_the_page_is_made(lessons, open_page):
    page = open_page(lessons.page("slow.ipynb"), state="")
    expect(page.get_by_text("Read this.")).to_be_visible()
    expect(page.locator("#sr-starting-text")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-state", "starting")


def test_a_failing_cell_is_told_in_its_place(lessons, open_page):
    page = open_page(lessons.page("failing.ipynb"))
    expect(page.get_by_text("made it here")).to_be_visible()
    expect(page.get_by_role("alert").filter(has_text="reload the page")).to_be_visible()
    expect(page.get_by_text("Prose after.")).to_be_visible()
    assert "hidden reason" not in page.content()
    log = lessons.log.read_text()
    assert "the page failing.ipynb stopped" in log
    assert "hidden reason" in log
    assert clean(page)


def test_links_lead_on_and_take_the_learner_along(lessons, open_page):
    page = open_page(lessons.page("/?learner=Ann%20Lee"))
    expect(page.get_by_role("link", name="Home")).to_have_attribute("aria-current", "page")
    page.get_by_role("link", name="board").click()
    expect(page).to_have_url(
        re.compile(r"/voila/render/game/board\.ipynb\?learner=Ann(\+|%20)Lee$")
    )
    expect(heard(page)).to_contain_text("painted")
    page.get_by_role("link", name="more").click()
    expect(page.get_by_role("heading", name="More")).to_be_visible()
    page.get_by_role("link", name="Home").click()
    expect(page).to_have_url(re.compile(r"/voila/render/index\.ipynb\?learner=Ann(\+|%20)Lee$"))
    expect(page.get_by_role("heading", name="Home")).to_be_visible()
    assert clean(page)


# -- the end of a session -------------------------------------------------------------------------


def pulse(page: Page, address: str) -> bool:
    """Whether a session lives."""
    return page.request.get(address).json()["alive"]


def kernel_of(page: Page) -> str:
    """The session of the page."""
    return page.evaluate("document.body.dataset.kernelId")


def test_leaving_a_page_ends_its_session(lessons, board):
    address = f"{lessons.url}staffride/pulse/{kernel_of(board)}"
    assert pulse(board, address)
    board.goto(lessons.page("game/more.ipynb"))
    assert eventually(lambda: not pulse(board, address))


def test_a_page_whose_session_has_ended_says_so_and_reloads(lessons, board):
    kernel = kernel_of(board)
    cookies = {cookie["name"]: cookie["value"] for cookie in board.context.cookies()}
    farewell = f"{lessons.url}staffride/farewell/{kernel}"
    assert board.request.post(farewell, form={"_xsrf": cookies["_xsrf"]}).status == 204
    board.evaluate("window.dispatchEvent(new Event('focus'))")
    banner = board.locator("#sr-banner")
    expect(banner).to_contain_text("session has ended")
    banner.get_by_role("button", name="Reload").click()
    expect(banner).to_be_hidden()
    expect(heard(board)).to_contain_text("painted")
    assert kernel_of(board) != kernel


def test_a_server_that_answers_everybody_has_nothing_to_warn_about(lessons, open_page):
    assert clean(open_page(lessons.page("game/more.ipynb")))
    words_of_warning = re.findall(r"^(?:WARNING|ERROR) .*", lessons.log.read_text(), re.MULTILINE)
    assert {line for line in words_of_warning if "failing.ipynb" not in line} == set()


# -- what is too large ----------------------------------------------------------------------------


def test_a_file_that_is_too_large_is_said_and_the_page_goes_on(lessons, open_page):
    page = open_page(lessons.page("upload.ipynb"))

    def bring(size: int) -> None:
        with page.expect_file_chooser() as chooser:
            page.locator(".widget-upload, .jupyter-widget-upload").click()
        file = {"name": "a.json", "mimeType": "application/json", "buffer": b"x" * size}
        chooser.value.set_files(file)

    banner = page.locator("#sr-banner")
    bring(6_000_000)
    expect(banner).to_contain_text("This file is too large")
    banner.get_by_role("button", name="Go on").click()
    expect(banner).to_be_hidden()
    bring(1000)
    expect(page.locator(".came")).to_contain_text("1000 bytes")
    assert clean(page)
