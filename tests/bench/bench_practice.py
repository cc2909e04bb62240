"""From "Next question" to the next question on the screen, in a real Chromium, in the games with
the largest maps. Beside it: the 150 milliseconds that nobody notices.
"""

from __future__ import annotations

import statistics
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from engine.practice.stock import stock
from tests.browser.conftest import FLAGS, serve, stop

UNNOTICED = 0.150
GAMES = ("holland44", "conflict-of-heroes")
COUNT = 10
# Press, then look at every frame until the question is another and its board is painted.
NEXT = """async () => {
  const asked = () => document.querySelector(".sr-task .sr-kicker")?.textContent;
  const painted = () => {
    const board = document.querySelector(".sr-asking canvas");
    if (!board || !board.width) return false;
    const middle = [board.width / 2, board.height / 2];
    return board.getContext("2d").getImageData(...middle, 1, 1).data[3] > 0;
  };
  const before = asked(), begun = performance.now();
  document.querySelector(".sr-asking .sr-next").click();
  for (let frame = 0; frame < 600; frame++) {
    await new Promise(requestAnimationFrame);
    if (asked() !== before && painted()) return performance.now() - begun;
  }
  return -1;
}"""


@contextmanager
def opened(game: str) -> Iterator[Page]:
    """A page on which a set is asked."""
    from tests.browser.chromium import find

    drills = [drill for drill in stock(game).drills if drill.kind in ("allowed", "sum", "next")]
    chosen = drills[:: len(drills) // (COUNT + 1)][: COUNT + 1]
    names = ",".join(drill.id for drill in chosen)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as driver:
        served = serve(log=Path(name) / "log", STAFFRIDE_PROGRESS=f"{name}/p.sqlite")
        try:
            browser = driver.chromium.launch(executable_path=find(), args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 720})
            page.goto(served.page(f"practice.ipynb?game={game}&questions={names}"))
            page.locator(".sr-asking .sr-answer").first.wait_for()
            yield page
            browser.close()
        finally:
            stop(served)


def seconds(page: Page, count: int) -> list[float]:
    """How long each next question takes, once the answer to the last has been read."""
    found = []
    for _ in range(count):
        page.locator(".sr-asking .sr-answer").first.click()
        page.locator(".sr-asking .sr-next").wait_for()
        page.wait_for_timeout(700)  # nobody reads faster; the next one is made ready meanwhile
        took = float(page.evaluate(NEXT))
        assert took >= 0, "no question came"
        found.append(took / 1000)
    return found


def rows(quick: bool = False) -> list[dict[str, object]]:
    """The median of some questions, game by game."""
    found: list[dict[str, object]] = []
    for game in GAMES:
        with opened(game) as page:
            took = statistics.median(seconds(page, 3 if quick else COUNT))
        found.append(
            {
                "name": f"the next question on the screen, {game}",
                "seconds": took,
                "baseline": "what nobody notices",
                "baseline_seconds": UNNOTICED,
                "ratio": took / UNNOTICED,
            }
        )
    return found
