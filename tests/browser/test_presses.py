"""Presses in a real browser: buttons laid out anew while one is held down, slips, double clicks;
and folds that stay as the reader left them.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Served, write_notebook
from tests.browser.sitting import clean

ROW = """
import ipywidgets as w
from IPython.display import display
from tutor.look import framed

heard, above, panel = w.HTML(), w.HTML(), w.HTML()
heard.add_class("heard")
above.add_class("above")
panel.add_class("panel")
FOLDS = (
    "<details><summary>Sums</summary>{0}</details>"
    "<details open><summary>Log</summary>{0}</details>"
)
panel.value = FOLDS.format("first")

def button(name, act=None):
    made = w.Button(description=name)
    made.on_click(lambda _: act() if act else note(name))
    return made

def note(word):
    heard.value += f"<span>{word}</span> "

row = w.HBox([button("One"), button("Two")])
row.add_class("sr-choices")

def lay():
    row.children = [button("New"), button("One"), button("Two")]

def write():
    panel.value = FOLDS.format("second")

def shift():
    above.value = "<p>A line more.</p>" * 4

table = w.VBox([w.VBox([above, row, heard])])
table.add_class("sr-columns")
more = [button("Lay out anew", lay), button("Shift", shift), button("Write anew", write)]
display(framed(w.VBox([table, panel, *more])))
"""

Open = Callable[..., Page]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, serve_folder: Callable[..., Served]) -> str:
    """A page with a row of buttons that can be laid out anew."""
    folder = tmp_path_factory.mktemp("presses")
    write_notebook(folder / "index.ipynb", ROW)
    return serve_folder(folder).page("index.ipynb")


def press(page: Page, name: str) -> None:
    """An ordinary click on a button of the row."""
    page.get_by_role("button", name=name, exact=True).click()


def heard(page: Page, *words: str) -> bool:
    """What was pressed so far, in order, and nothing else."""
    expect(page.locator(".heard .widget-html-content")).to_have_text(" ".join(words))
    return clean(page)


def hold(page: Page, name: str) -> tuple[float, float]:
    """The button is held down with the mouse; where."""
    box = page.get_by_role("button", name=name, exact=True).bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    return x, y


def meanwhile(page: Page, name: str) -> None:
    """Something else happens, not by the mouse."""
    page.get_by_role("button", name=name, exact=True).evaluate("button => button.click()")


def test_a_press_means_the_button_that_has_taken_the_place_of_the_one_pressed(
    address: str, open_page: Open
) -> None:
    page = open_page(address)
    hold(page, "One")
    meanwhile(page, "Lay out anew")
    expect(page.get_by_role("button", name="New", exact=True)).to_be_visible()
    page.mouse.up()
    press(page, "Two")
    assert heard(page, "One", "Two")


def test_a_press_means_its_button_though_another_has_come_under_the_pointer(
    address: str, open_page: Open
) -> None:
    page = open_page(address)
    _, y = hold(page, "One")
    meanwhile(page, "Shift")
    expect(page.locator(".above p")).to_have_count(4)
    box = page.get_by_role("button", name="One", exact=True).bounding_box()
    assert box is not None
    assert box["y"] > y
    page.mouse.up()
    press(page, "Two")
    assert heard(page, "One", "Two")


def test_who_slips_off_a_button_has_not_pressed_it(address: str, open_page: Open) -> None:
    page = open_page(address)
    x, y = hold(page, "One")
    page.mouse.move(x, y + 200)
    page.mouse.up()
    press(page, "Two")
    assert heard(page, "Two")


def test_a_double_click_is_one_press(address: str, open_page: Open) -> None:
    page = open_page(address)
    page.get_by_role("button", name="One", exact=True).dblclick()
    press(page, "Two")
    assert heard(page, "One", "Two")


def test_a_tap_and_a_key_are_one_press_each(address: str, open_page: Open) -> None:
    page = open_page(address, has_touch=True)
    page.get_by_role("button", name="One", exact=True).tap()
    page.get_by_role("button", name="Two", exact=True).press("Enter")
    press(page, "One")
    assert heard(page, "One", "Two", "One")


def test_a_fold_stays_as_the_reader_left_it_when_its_panel_is_written_anew(
    address: str, open_page: Open
) -> None:
    page = open_page(address)
    folds = page.locator(".panel details")
    for name in ("Sums", "Log"):
        folds.filter(has_text=name).locator("summary").click()
    for text in ("first", "second"):
        expect(folds.filter(has_text="Sums")).to_contain_text(text)
        expect(folds.filter(has_text="Sums")).to_have_attribute("open", "")
        expect(folds.filter(has_text="Log")).not_to_have_attribute("open", "")
        press(page, "Write anew")
    assert clean(page)
