"""From a click to the frame that shows its answer, and how a large map moves, in a real Chromium.

The click goes from the page to the kernel, the engine finds the unit's reach among 300 enemy
units, what is seen of the board is painted anew and the browser shows it. Beside it: networkx doing
nothing but the reach. A map of 4,000 hexes and 300 counters is dragged about; beside a frame of
that: a thirtieth of a second.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, sync_playwright

from engine.game import Game
from tests.bench.bench_games import whole_map
from tests.bench.bench_paths import MOVER, best, campaign, dijkstra, plain_graph, weigh
from tests.browser.conftest import FLAGS, ROOT, serve, stop, write_notebook
from tutor.art.scene import build
from tutor.desk import Desk

SIZE = 40.0
FLUENT = 1 / 30
"""Seconds a frame may take."""

PAGE = f"""
import sys
sys.path.append({str(ROOT)!r})
from tests.bench.MODULE import MAKER
from tutor.look import framed
from tutor.table import Tabletop
table = Tabletop(MAKER(), tools=(), size={SIZE})
framed(table.widget)
"""

# Click in the middle, then look at every frame until the pixels around it have changed.
CLICK = """async () => {
  const canvas = document.querySelector("canvas");
  const frame = canvas.closest(".staffride-board-frame").getBoundingClientRect();
  const box = canvas.getBoundingClientRect(), scale = canvas.width / box.width;
  const pen = canvas.getContext("2d");
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const corner = [(x - box.x - 40) * scale, (y - box.y - 40) * scale];
  const look = () => pen.getImageData(...corner, 80, 80).data.join();
  const point = { clientX: x, clientY: y, bubbles: true, button: 0 };
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
# The map goes round under the pointer, further than what is painted around what is seen.
PAN = """async () => {
  const canvas = document.querySelector("canvas");
  const frame = canvas.closest(".staffride-board-frame").getBoundingClientRect();
  const middle = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  const at = (turn) => ({
    clientX: middle[0] + Math.cos(turn) * frame.width * 0.45,
    clientY: middle[1] + Math.sin(turn) * frame.height * 0.45, bubbles: true, button: 0,
  });
  canvas.dispatchEvent(new MouseEvent("mousedown", at(0)));
  const frames = [];
  let last = performance.now();
  for (let step = 1; step <= 180; step++) {
    window.dispatchEvent(new MouseEvent("mousemove", at(step / 20)));
    await new Promise(requestAnimationFrame);
    const now = performance.now();
    frames.push(now - last);
    last = now;
  }
  window.dispatchEvent(new MouseEvent("mouseup", at(9)));
  return frames.reduce((sum, one) => sum + one) / frames.length;
}"""


@contextmanager
def large_map(game: Callable[[], Game]) -> Iterator[Page]:
    """A page with a map, the unit that will be clicked in the middle."""
    from tests.browser.chromium import find

    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        folder = Path(name)
        page_of = PAGE.replace("MODULE", game.__module__.rpartition(".")[2])
        write_notebook(folder / "index.ipynb", page_of.replace("MAKER", game.__name__))
        served = serve("--lessons", name, log=folder / "log", STAFFRIDE_PROGRESS=f"{name}/p.sqlite")
        try:
            browser = driver.chromium.launch(executable_path=find(), args=FLAGS)
            page = browser.new_page(viewport={"width": 1600, "height": 1000})
            page.goto(served.url)
            page.wait_for_selector("canvas")
            page.wait_for_selector("html[data-state=ready]", state="attached")
            page.wait_for_timeout(1500)  # the first painting of 4,000 hexes is not what we measure
            page.locator("canvas").focus()
            page.keyboard.press("n")
            while float(page.evaluate(ZOOM) or 0) < 0.7:
                page.keyboard.press("+")
                page.wait_for_timeout(400)
            page.locator(".sr-zoom button[title='Go to the unit']").click()
            page.wait_for_timeout(800)
            yield page
            browser.close()
        finally:
            stop(served)


ZOOM = "() => document.querySelector('.staffride-board-text p').dataset.tile?.split(' ')[4]"


def in_chromium(page: Page, repeats: int) -> float:
    """The best time from click to frame, in seconds."""
    return min(_click(page) for _ in range(repeats))


def _click(page: Page) -> float:
    page.keyboard.press("Escape")
    # Between two clicks the page is left to settle: what is measured is one click.
    page.wait_for_timeout(400)
    took = float(page.evaluate(CLICK))
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
    """The kernel's part and the whole way, beside networkx; and a frame of a map that is moved."""
    repeats = 3 if quick else 8
    game = campaign()
    graph = plain_graph(game)

    def plain() -> object:
        weigh(graph, game)
        return dijkstra(graph, game)

    found: list[dict[str, Any]] = []

    def row(name: str, seconds: float, baseline: str, beside: float) -> None:
        found.append(
            {
                "name": name,
                "seconds": seconds,
                "baseline": baseline,
                "baseline_seconds": beside,
                "ratio": seconds / beside,
            }
        )

    networkx = "networkx Dijkstra, ZOCs put into the weights first, nothing drawn"
    baseline = best(plain, repeats)
    board = "4,000 hexes, 300 enemy units"
    row(f"click to scene, in the kernel: {board}", in_kernel(repeats), networkx, baseline)
    with large_map(whole_map) as page:
        whole = "Market Garden's whole map"
        row(f"click to frame, in Chromium: {whole}", in_chromium(page, repeats), networkx, baseline)
    with large_map(campaign) as page:
        seconds = in_chromium(page, repeats)
        row(f"click to frame, in Chromium: {board}", seconds, networkx, baseline)
        frame = float(page.evaluate(PAN)) / 1000
        row(f"a frame while the map is dragged: {board}", frame, "a thirtieth of a second", FLUENT)
    return found
