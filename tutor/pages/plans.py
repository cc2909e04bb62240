"""The strategy page: what plans are worth, by hundreds of games played by bots.

The figures of many games are kept in a file; a button plays more of them while the page goes on.
"""

from __future__ import annotations

import asyncio
from html import escape
from itertools import pairwise
from typing import Any

from engine.pavlovs_house.plans import BARS, plans, simulate
from tutor import panels
from tutor.pages.figures import Figures, figures
from tutor.pages.picker import dropdown
from tutor.table.cell import CellWidget
from tutor.table.parts import button, column, html, row

MORE = 20
"""Games that one press of the button plays."""
FAR = 1_000_000
"""Seeds of the games played on the page begin here."""
LOSSES = {"nobody": "nobody left", "breakthrough": "broken through", "army": "army post lost"}
SHADES = (
    "#2b2b2b", "#b3261e", "#d1603d", "#dba24a", "#d8cfa0", "#b9b25c", "#7fa35c", "#4f8f4a",
    "#2f6b3c",
)  # fmt: skip
"""From the game that ends too soon and a crushing defeat to a triumph; words say it too."""
EVEN = BARS.index(0) + 1
"""The kept bar that begins with a score of 0."""


def bar_names() -> list[str]:
    """What each bar holds, in words."""
    inner = [f"{low} to {high - 1}" for low, high in pairwise(BARS)]
    inner[EVEN - 1 : EVEN] = ["0", f"1 to {BARS[EVEN] - 1}"]
    return [f"below {BARS[0]}", *inner, f"{BARS[-1]} and more"]


def bars_of(found: Figures) -> list[int]:
    """Games in each bar. A score of 0 is kept with 1 to 9 but is not won, and so stands apart."""
    draws = sum(found.bars[EVEN:]) - found.won
    return [*found.bars[:EVEN], draws, found.bars[EVEN] - draws, *found.bars[EVEN + 1 :]]


def table_html(found: dict[str, Figures]) -> str:
    """All plans: on top the one without a plan, which others refer to, then the best first."""
    known, rows = plans(), []
    first, names = next(iter(known)), ["lost before the end", *bar_names()]
    for name in sorted(found, key=lambda n: (n != first, -found[n].share(found[n].won))):
        got, x, parts = found[name], 0.0, []
        told = (f"{LOSSES[key]} {got.share(count):.1f}%" for key, count in got.lost.items())
        counts = (got.games - got.held, *bars_of(got))
        for bar, count, shade in zip(names, counts, SHADES, strict=True):
            parts.append((bar, shade, x, got.share(count)))
            x += got.share(count)
        rows.append((known[name], got, ", ".join(told), parts))
    return str(panels.page("plans").table(rows, list(zip(names, SHADES, strict=True))))


class PlanPage(CellWidget):
    """The figures, and a button that plays more games of a plan."""

    without_kernel = "Plans compared; more games need a running page."

    def __init__(self) -> None:
        self.found = figures()
        self.task: asyncio.Task[None] | None = None
        self.plan = dropdown("Plan", [(plan.title, plan.id) for plan in plans().values()])
        self.button = self.on(button(f"Play {MORE} more games", look="primary"), self.press)
        self.message = html("staffride-status")
        self.chart = html(value=table_html(self.found))
        self.widget = column(self.chart, row(self.plan, self.button, self.message), look="sr-wide")

    def say(self, text: str) -> None:
        """How many games are played, or what keeps them from being."""
        self.message.value = f"<p>{escape(text)}</p>"

    def press(self) -> None:
        """Begin to play, or stop."""
        if self.task is not None:
            self.task.cancel()
            self._over("Stopped.")
            return
        self.button.description = "Stop"
        self.task = asyncio.get_event_loop().create_task(self.play(str(self.plan.value), MORE))

    async def play(self, plan: str, count: int) -> None:
        """Games one by one in a thread, so that the page stays awake; the chart follows."""
        loop = asyncio.get_event_loop()
        for number in range(1, count + 1):
            seed = FAR + self.found[plan].games
            outcome = await loop.run_in_executor(None, simulate, plan, [seed])
            self.found[plan] = self.found[plan].plus(outcome)
            self.chart.value = table_html(self.found)
            self.say(f"{number} of {count} games played.")
        self._over(f"{count} games more.")

    def _over(self, text: str) -> None:
        self.task = None
        self.button.description = f"Play {MORE} more games"
        self.say(text)

    def _repr_mimebundle_(self, **more: Any) -> dict[str, Any]:
        data = super()._repr_mimebundle_(**more)
        data["text/html"] = table_html(self.found)
        return data
