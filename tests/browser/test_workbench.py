"""The workbench in a real browser: a position set up by mouse, judged, and played on from."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

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


def click(page: Page, bench: Bench, hex: str) -> None:
    """A click in the middle of a hex."""
    x, y = layout_for(bench.board.view, bench.board.hex_size).centre(hex)
    page.mouse.click(*page.locator(".sr-bench .staffride-board-frame").evaluate(SHOWN, [x, y]))


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
