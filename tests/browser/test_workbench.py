"""The workbench in a real browser: a position set up by mouse, judged, and played on from; a board
drawn by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from engine.cli import check_file
from engine.workbench import Workbench
from tests.browser.conftest import Served
from tests.browser.sitting import clean
from tutor.art.scene import layout_for
from tutor.pages.workbench import Bench

SCENARIO = "holland44/hells-highway"
SHOWN = """(frame, [x, y]) => {
  const canvas = frame.querySelector("canvas").getBoundingClientRect();
  const scene = frame.querySelector(".staffride-board-text p").dataset.scene.split(" ");
  const [left, top, width] = (frame.dataset.painted ?? `0 0 ${scene[0]}`).split(" ").map(Number);
  const zoom = canvas.width / width;
  return [canvas.x + (x - left) * zoom, canvas.y + (y - top) * zoom];
}"""
"""Where a point of the picture is on the page."""
Open = Callable[..., Page]


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where a point of the picture is on the page."""
    return tuple(page.locator(".sr-bench .staffride-board-frame").evaluate(SHOWN, [x, y]))


def click(page: Page, bench: Bench, hex: str) -> None:
    """A click in the middle of a hex."""
    x, y = layout_for(bench.board.view, bench.board.hex_size).centre(hex)
    page.mouse.click(*spot(page, x, y))


def drag(page: Page, points: Sequence[tuple[float, float]]) -> None:
    """A press, and on from point to point."""
    first, *others = (spot(page, *point) for point in points)
    page.mouse.move(*first)
    page.mouse.down()
    for other in others:
        page.mouse.move(*other, steps=4)
    page.mouse.up()


def test_a_position_is_set_up_by_mouse_and_played_on_from(server: Served, open_page: Open) -> None:
    bench = Bench(Workbench(SCENARIO), lambda _: None)
    position = bench.bench.state.position
    ours, theirs = (
        next(u for u, p in bench.bench.rules.scenario.pieces.items() if p.side == s and p.combat)
        for s in ("allied", "german")
    )
    page = open_page(server.page(f"sandbox.ipynb?scenario={SCENARIO}"))
    page.get_by_role("button", name="Workbench", exact=True).click()
    side = page.locator(".sr-bench .sr-side")
    expect(side).to_contain_text("Click a counter")
    click(page, bench, position.place(ours))
    expect(side).to_contain_text("In hand:")
    click(page, bench, position.place(theirs))
    expect(side).to_contain_text("Both sides in one hex")
    side.get_by_role("button", name="Undo", exact=True).click()
    expect(side).to_contain_text("Nothing is against the rules")
    side.get_by_role("button", name="Play on from here", exact=True).click()
    expect(page.locator(".sr-sandbox .sr-turn")).to_be_visible()
    assert clean(page)


def press(page: Page, name: str) -> None:
    """A button of the bench."""
    page.locator(".sr-bench").get_by_role("button", name=name, exact=True).click()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    """A picture to trace from."""
    file = tmp_path / "printed-map.png"
    Image.new("RGB", (60, 50), "red").save(file)
    return file


def test_a_board_of_10_by_8_is_drawn_by_hand_saved_opened_and_played(
    server: Served, open_page: Open, tmp_path: Path, picture: Path
) -> None:
    bench = Bench(Workbench.new("holland44", "Mine", (10, 8)), lambda _: None)
    layout = layout_for(bench.board.view, bench.board.hex_size)
    page = open_page(server.page(f"sandbox.ipynb?scenario={SCENARIO}"))
    page.get_by_role("button", name="Workbench", exact=True).click()
    side = page.locator(".sr-bench .sr-side")
    press(page, "Files")
    press(page, "Begin it")
    # another map lies there, and the page has been shown it
    text = page.locator(".sr-bench .staffride-board-text p")
    expect(text).to_have_attribute("data-scene", f"{layout.width} {layout.height} {layout.size:g}")
    press(page, "Board")
    page.locator(".sr-tracing summary").click()
    page.locator(".sr-tracing input[type=file]").set_input_files(picture)
    traced = page.locator(".sr-bench .sr-traced")
    expect(traced).to_have_css("opacity", "0.5")
    press(page, "woods")
    drag(page, [layout.centre(hex) for hex in ("0202", "0203", "0303")])
    press(page, "Sides")
    press(page, "large river")
    banks = [(f"{c:02d}05", s) for c in range(1, 11) for s in ((0,) if c % 2 else (5, 0, 1))]
    ends = (layout.side_ends(*bank) for bank in banks)
    drag(page, [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in ends])
    press(page, "Ways")
    press(page, "road")
    drag(page, [layout.centre("0501"), layout.centre("0508")])
    press(page, "Places")
    press(page, "town")
    name = side.get_by_label("Name")
    name.fill("Waalburg")
    name.press("Enter")
    click(page, bench, "0503")
    expect(side).to_contain_text("Hex 0503")
    # what is drawn is taken back and done again by the keys that do so everywhere
    page.keyboard.press("Control+z")
    expect(side.get_by_role("button", name="Redo", exact=True)).to_be_enabled()
    page.keyboard.press("Control+y")
    expect(side.get_by_role("button", name="Redo", exact=True)).to_be_disabled()
    press(page, "Counters")
    for whose, other, kind, hexes in (
        ("Allies", "british tank", "british infantry", ("0507", "0607", "0408")),
        ("German", "flak", "infantry", ("0502", "0603", "0402")),
    ):
        side.get_by_label("New").select_option(whose)
        expect(side.get_by_role("button", name=other, exact=True)).to_be_visible()
        press(page, kind)
        expect(side).to_contain_text(f"Click where {kind} is to stand")
        for hex in hexes:
            click(page, bench, hex)
    expect(side).to_contain_text("Nothing is against the rules")
    press(page, "Files")
    with page.expect_download() as saved:
        press(page, "Save the scenario")
    file = tmp_path / "mine.toml"
    saved.value.save_as(file)
    assert check_file(file) == "a scenario of 6 units on 80 hexes"
    drawn = Workbench(str(file)).rules.scenario.board
    assert drawn.terrain("0303") == "woods"
    assert all(drawn.side_at[drawn.index[hex] * 6 + at] == {"large-river"} for hex, at in banks)
    assert all(drawn.link(f"050{row}", f"050{row + 1}") == {"road"} for row in range(1, 8))
    assert drawn.place_in["0503"].name == "Waalburg"
    assert picture.stem not in file.read_text("utf-8")
    assert file.stat().st_size < 4000
    with page.expect_file_chooser() as chosen:
        side.get_by_role("button", name=re.compile("^Open a file")).click()
    chosen.value.set_files(file)
    # what was saved is not offered any more: another file lies there
    expect(side.locator("a[download]")).to_have_count(0)
    press(page, "Play on from here")
    expect(page.locator(".sr-sandbox .sr-turn")).to_be_visible()
    expect(page.locator(".sr-sandbox .sr-prompt")).to_contain_text("Move your units")
    expect(page.locator(".sr-sandbox .staffride-board-text p")).to_contain_text("map of 80 hexes")
    assert clean(page)
