"""From a click to the frame that shows its answer, in a real Chromium, on a 4,000-hex board.

The click goes from the page to the kernel, the engine finds the unit's reach among 300 enemy
units, the board is painted anew and the browser shows it. Beside it: networkx doing nothing but
the reach.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.bench.bench_paths import MOVER, best, campaign, dijkstra, plain_graph, weigh
from tests.browser.conftest import FLAGS, ROOT, serve, stop, write_notebook
from tutor.art.layout import Layout
from tutor.art.scene import build
from tutor.desk import Desk

SIZE = 16.0

PAGE = f"""
import sys
sys.path.append({str(ROOT)!r})
from tests.bench.bench_paths import campaign
from tutor.table import Tabletop
table = Tabletop(campaign(), tools=(), size={SIZE})
table.widget
"""

# Click at a point, then look at every frame until the pixels around it have changed.
CLICK = """async ([x, y]) => {
  const canvas = document.querySelector("canvas");
  const box = canvas.getBoundingClientRect();
  const scale = canvas.width / box.width;
  const pen = canvas.getContext("2d");
  const look = () => pen.getImageData((x - 6) * scale, (y - 6) * scale, 12, 12).data.join();
  const point = { clientX: box.x + x, clientY: box.y + y, bubbles: true, button: 0 };
  const before = look();
  const begun = performance.now();
  canvas.dispatchEvent(new MouseEvent("mousedown", point));
  canvas.dispatchEvent(new MouseEvent("mouseup", point));
  for (let frame = 0; frame < 600; frame++) {
    await new Promise(requestAnimationFrame);
    if (look() !== before) return performance.now() - begun;
  }
  return -1;
}"""


def in_chromium(repeats: int) -> float:
    """The best time from click to frame, in seconds."""
    from tests.browser.chromium import find

    game = campaign()
    view = Desk(game).view()
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        write_notebook(folder / "index.ipynb", PAGE)
        served = serve("--lessons", name, log=folder / "log", STAFFRIDE_PROGRESS=f"{name}/p.sqlite")
        try:
            browser = driver.chromium.launch(executable_path=find(), args=FLAGS)
            page = browser.new_page(viewport={"width": 1600, "height": 1000})
            page.goto(served.url)
            page.wait_for_selector("canvas")
            page.wait_for_selector("html[data-state=ready]", state="attached")
            page.wait_for_timeout(1500)  # the first painting of 4,000 hexes is not what we measure
            times = [_click(page, game, view) for _ in range(repeats)]
            browser.close()
        finally:
            stop(served)
    return min(times)


def _click(page: Page, game: Any, view: Any) -> float:
    layout = Layout(view.board, SIZE)
    x, y = layout.centre(game.state.position.place(MOVER))
    box = page.locator("canvas").bounding_box()
    assert box is not None, "the board is on the page"
    scale = box["width"] / layout.width
    page.keyboard.press("Escape")
    # Between two clicks the page is left to settle: what is measured is one click.
    page.wait_for_timeout(400)
    took = float(page.evaluate(CLICK, [x * scale, y * scale]))
    assert took >= 0, "the click was never answered"
    page.locator("canvas").focus()
    return took / 1000


def in_kernel(repeats: int) -> float:
    """The kernel's part: the click, the reach and the scene, without sending or painting."""

    def run() -> None:
        desk = Desk(game)
        game.state.position.cache.clear()
        desk.click(place, MOVER)
        build(desk.view(), size=SIZE)

    game = campaign()
    place = game.state.position.place(MOVER)
    run()
    return best(run, repeats)


def rows(quick: bool = False) -> list[dict[str, object]]:
    """The kernel's part and the whole way, beside networkx."""
    repeats = 3 if quick else 8
    game = campaign()
    graph = plain_graph(game)

    def plain() -> object:
        weigh(graph, game)
        return dijkstra(graph, game)

    baseline = best(plain, repeats)
    return [
        {
            "name": name,
            "seconds": seconds,
            "baseline": "networkx Dijkstra, ZOCs put into the weights first, nothing drawn",
            "baseline_seconds": baseline,
            "ratio": seconds / baseline,
        }
        for name, seconds in (
            ("click to scene, in the kernel: 4,000 hexes, 300 enemy units", in_kernel(repeats)),
            ("click to frame, in Chromium: 4,000 hexes, 300 enemy units", in_chromium(repeats)),
        )
    ]
