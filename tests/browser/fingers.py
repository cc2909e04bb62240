"""A finger on a page: how long it touches is told with it, however busy the machine is."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Page, expect

BRIEF, LONG = 0.05, 0.6
"""Seconds that a tap takes, and a rest."""
RESTED = """() => document.addEventListener("scrollend", () => {
  document.documentElement.dataset.rested = Math.round(window.scrollY);
}, { once: true })"""


class Finger:
    """One finger, of a page that has a touch screen."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.driver = page.context.new_cdp_session(page)
        self.now = time.time()

    def tap(self, x: float, y: float) -> None:
        """Down and up."""
        self.down(x, y)
        self.up(BRIEF)

    def down(self, x: float, y: float) -> None:
        """It touches a point of the window."""
        self._touch("touchStart", 0, {"x": x, "y": y})

    def up(self, after: float) -> None:
        """It is lifted, so many seconds after it did the last thing."""
        self._touch("touchEnd", after)

    def swipe_up(self, x: float, y: float, far: int) -> int:
        """It drags the page up, and the page comes to rest; how far down it then is."""
        self.page.evaluate(RESTED)
        self.down(x, y)
        for gone in range(20, far + 1, 20):
            self._touch("touchMove", BRIEF, {"x": x, "y": y - gone})
        self.up(BRIEF)
        root = self.page.locator("html")
        expect(root).to_have_attribute("data-rested", re.compile(r"^\d+$"))
        return int(root.get_attribute("data-rested") or 0)

    def drag(self, x: float, y: float, right: float, down: float) -> None:
        """It comes down, goes somewhere and is lifted."""
        self.down(x, y)
        for part in (0.25, 0.5, 0.75, 1.0):
            self._touch("touchMove", BRIEF, {"x": x + right * part, "y": y + down * part})
        self.up(BRIEF)

    def pinch(self, x: float, y: float, near: float, far: float) -> None:
        """With another it spreads, from so far about a point to so far."""

        def both(apart: float) -> tuple[dict[str, float], ...]:
            return ({"x": x - apart, "y": y, "id": 0}, {"x": x + apart, "y": y, "id": 1})

        self._touch("touchStart", 0, *both(near))
        for part in range(1, 9):
            self._touch("touchMove", BRIEF, *both(near + (far - near) * part / 8))
        self.up(BRIEF)

    def _touch(self, kind: str, after: float, *points: dict[str, float]) -> None:
        self.now += after
        told = {"type": kind, "touchPoints": list(points), "timestamp": self.now}
        self.driver.send("Input.dispatchTouchEvent", told)
