"""A firefight in a real browser: the board is painted; plans are made by mouse and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from engine import catalogue
from engine.chance import Seeded
from tests.browser.conftest import Served, write_notebook
from tests.browser.sitting import clean
from tests.marks import rules
from tests.tutor import firefight
from tutor.desk import Desk
from tutor.scene import layout_for

DRILL, SIZE = "conflict-of-heroes/drills/09-shared", 40.0
CODE = """
from engine import catalogue
from engine.chance import Seeded
from tutor.table import Table
Table(catalogue.load("{scenario}", Seeded(1)), size={size})
"""
RUNNERS = firefight.FIELD.format(
    german='{ id = "A", type = "german-rifles", hex = "C2", facing = "S" },'
    '{ id = "B", type = "german-rifles", hex = "C2", facing = "S" },',
    soviet=firefight.FOE,
    more='[cards]\ngerman = ["move-2-hexes"]\ndraw = 0\n',
)
"""Two squads in one hex, and the card that lets them run."""
PAINTED = """
() => {
  const found = new Set();
  for (const canvas of document.querySelectorAll("canvas")) {
    const spots = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    for (let i = 0; i < spots.length; i += 4 * 97)
      found.add(`${spots[i]},${spots[i + 1]},${spots[i + 2]}`);
  }
  return found.size > 60;
}
"""
"""A board has many colours; an empty one has none."""


def click(page: Page, desk: Desk, hex: str) -> None:
    """A click on a hex of the board."""
    canvas = page.locator("canvas")
    box = canvas.bounding_box()
    assert box is not None
    layout = layout_for(desk.view(), SIZE)
    x, y = layout.centre(hex)
    scale = box["width"] / layout.width
    canvas.click(position={"x": x * scale, "y": (y + SIZE * 0.1) * scale})


@rules("conflict-of-heroes", "9.11", "9.12", "3.22")
def test_a_board_is_painted_and_a_group_marches_and_fires(
    serve_folder: Callable[..., Served], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    write_notebook(tmp_path / "index.ipynb", CODE.format(scenario=DRILL, size=SIZE))
    page = open_page(serve_folder(tmp_path).page("index.ipynb"))
    desk = Desk(catalogue.load(DRILL, Seeded(1)))
    page.wait_for_function(PAINTED)

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    press("Pay CAP")
    page.locator("canvas").focus()
    page.keyboard.press("n")
    expect(page.locator(".sr-picked strong")).to_have_text("German Rifles A")
    press("without German Rifles B")
    press("Each to a hex of its own")
    expect(page.get_by_role("button", name="German Rifles A: click a hex")).to_be_visible()
    click(page, desk, "D3")
    expect(page.get_by_role("button", name="German Rifles A: D3")).to_be_visible()
    click(page, desk, "I7")
    expect(page.locator(".sr-plan")).to_contain_text("Hexes F3 and I7 do not touch.")
    press("German Rifles B: I7")
    click(page, desk, "F4")
    expect(page.locator(".sr-plan")).to_contain_text("the dearest way of the group")
    page.locator("canvas").focus()
    page.keyboard.press("Space")
    expect(page.locator(".sr-log")).to_contain_text("Rifles moves from F3 to F4.")
    press("Pass")
    click(page, desk, "F2")
    click(page, desk, "G5")
    expect(page.locator(".sr-plan")).to_contain_text("Fire at G5 (2 CAP)")
    press("Fire")
    expect(page.locator(".sr-prompt")).to_contain_text("roll for a target")
    assert clean(page)


@rules("conflict-of-heroes", "3.0")
def test_whoever_is_activated_goes_straight_on_by_keys(
    serve_folder: Callable[..., Served], open_page: Callable[..., Page], tmp_path: Path
) -> None:
    write_notebook(tmp_path / "index.ipynb", CODE.format(scenario=DRILL, size=SIZE))
    page = open_page(serve_folder(tmp_path).page("index.ipynb"))
    board = page.locator("canvas")
    board.focus()
    page.keyboard.press("n")
    page.get_by_role("button", name="Activate German Rifles A (7 AP)").press("Enter")
    expect(page.locator(".sr-log")).to_contain_text("Rifles is activated")
    expect(page.locator(".sr-picked strong")).to_have_text("German Rifles A")
    expect(board).to_be_focused()
    for key in ("ArrowLeft", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".sr-log")).to_contain_text("Rifles moves from E3 to D")
    page.get_by_role("button", name="Pass", exact=True).press("Enter")
    expect(page.locator(".sr-prompt p")).to_have_attribute("data-done", "4")
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_focused()
    assert clean(page)


@pytest.fixture
def runners(
    serve_folder: Callable[..., Served], open_page: Callable[..., Page], tmp_path: Path
) -> tuple[Page, Desk]:
    """Two squads and the card, with the card switched on."""
    file = tmp_path / "runners.toml"
    file.write_text(RUNNERS)
    folder = tmp_path / "notebooks"
    write_notebook(folder / "index.ipynb", CODE.format(scenario=file, size=SIZE))
    page = open_page(serve_folder(folder).page("index.ipynb"))
    page.get_by_role("button", name="Move 2 hexes", exact=True).click()
    return page, Desk(catalogue.load(str(file), Seeded(1)))


def ran(page: Page, first: str, second: str) -> bool:
    """Whether the two have got there."""
    log = page.locator(".sr-log")
    expect(log).to_contain_text(f"moves from C2 to {first}.")
    expect(log).to_contain_text(f"moves from C2 to {second}.")
    return clean(page)


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.11", "5.2")
def test_a_group_runs_by_a_card_each_its_own_way_by_mouse(runners: tuple[Page, Desk]) -> None:
    page, desk = runners

    def shown(name: str) -> None:
        expect(page.get_by_role("button", name=name)).to_be_visible()

    def press(name: str) -> None:
        page.get_by_role("button", name=name, exact=True).click()

    click(page, desk, "C2")
    expect(page.locator(".sr-picked strong")).to_have_count(1)
    desk.pick(page.locator(".sr-picked strong").inner_text()[-1])
    mate = "A" if desk.selected == "B" else "B"
    press(f"without German Rifles {mate}")
    shown(f"German Rifles {desk.selected}: click two hexes")
    click(page, desk, "C3")
    shown(f"German Rifles {desk.selected}: C3, click a hex")
    press("↖ NW")
    click(page, desk, "C4")
    shown(f"German Rifles {desk.selected}: C3 - C4, facing ↖ NW")
    press("↘ SE")
    for hex in ("D2", "D3"):
        click(page, desk, hex)
    shown(f"German Rifles {mate}: D2 - D3, facing ↘ SE")
    press("Go together")
    assert ran(page, "C4", "D3")


@rules("conflict-of-heroes", "8.1 move 2 hexes", "9.11", "5.2")
def test_a_group_runs_by_a_card_each_its_own_way_by_keyboard(runners: tuple[Page, Desk]) -> None:
    page, _ = runners
    page.locator("canvas").focus()
    for key in ("n", "g", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    facing = page.get_by_role("button", name="↖ NW", exact=True)
    facing.press("Enter")
    expect(facing).to_have_class(re.compile("mod-active"))
    page.locator("canvas").focus()
    for key in ("ArrowDown", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name=re.compile("C3 - C4, facing ↖ NW"))).to_be_visible()
    for key in ("ArrowUp", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    go = page.get_by_role("button", name="Go together", exact=True)
    expect(go).to_be_visible()
    page.keyboard.press("Space")
    expect(go).to_have_count(0)
    assert ran(page, "C4", "D3")
