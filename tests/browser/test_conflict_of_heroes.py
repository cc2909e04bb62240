"""A firefight in a real browser: the board is painted; plans are made by mouse and by keyboard."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from engine import catalogue
from engine.chance import Seeded
from tests.browser.conftest import Served, write_notebook
from tests.browser.sitting import clean
from tests.marks import rules
from tutor.desk import Desk
from tutor.scene import layout_for

DRILL, SIZE = "conflict-of-heroes/drills/09-shared", 40.0
CODE = f"""
from engine import catalogue
from engine.chance import Seeded
from tutor.table import Table
Table(catalogue.load("{DRILL}", Seeded(1)), size={SIZE})
"""
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
    write_notebook(tmp_path / "index.ipynb", CODE)
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
