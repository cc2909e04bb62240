"""The strategy page: what plans are worth, by hundreds of games played by bots.

The figures of many games are kept in a file; a button plays more of them while the page goes on.
"""

from __future__ import annotations

import asyncio
from html import escape
from itertools import pairwise
from typing import Any

from engine.pavlovs_house.plans import BARS, plans, simulate
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
    "#b3261e", "#d1603d", "#dba24a", "#d8cfa0", "#b9b25c", "#7fa35c", "#4f8f4a", "#2f6b3c",
)  # fmt: skip
"""From a crushing defeat to a triumph; the words beside the bars say it too."""
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


def share(count: int, of: int) -> float:
    """A share in percent."""
    return 100 * count / of if of else 0.0


def bars_svg(found: Figures) -> str:
    """How the games of a plan ended, as one bar from lost to triumph."""
    wide, high, x = 420.0, 22.0, 0.0
    parts = []
    gone = found.games - found.held
    names = ["lost before the end", *bar_names()]
    for name, count, shade in zip(
        names, [gone, *bars_of(found)], ("#2b2b2b", *SHADES), strict=True
    ):
        width = wide * share(count, found.games) / 100
        if width:
            told = f"{name}: {share(count, found.games):.1f}%"
            parts.append(
                f'<rect x="{x:.1f}" y="0" width="{width:.1f}" height="{high:.0f}" fill="{shade}">'
                f"<title>{told}</title></rect>"
            )
        x += width
    told = f"{found.won} of {found.games} games won, mean score {found.mean:.1f}"
    return (
        f'<svg viewBox="0 0 {wide:.0f} {high:.0f}" width="100%" role="img" '
        f'preserveAspectRatio="none" style="height:1.4rem;display:block">'
        f"<title>{told}</title>{''.join(parts)}</svg>"
    )


def legend_html() -> str:
    """What the shades mean."""
    names = ["lost before the end", *bar_names()]
    chips = "".join(
        f'<span style="white-space:nowrap"><span style="display:inline-block;width:0.9rem;'
        f'height:0.9rem;background:{shade};vertical-align:-0.1rem"></span> {escape(name)}</span> '
        for name, shade in zip(names, ("#2b2b2b", *SHADES), strict=True)
    )
    return f'<p class="sr-muted sr-small">Scores, from left to right: {chips}</p>'


def table_html(found: dict[str, Figures]) -> str:
    """All plans: on top the one without a plan, which others refer to, then the best first."""
    known = plans()
    rows, first = [], next(iter(known))
    for name in sorted(found, key=lambda n: (n != first, -share(found[n].won, found[n].games))):
        got, plan = found[name], known[name]
        losses = ", ".join(
            f"{LOSSES[key]} {share(count, got.games):.1f}%" for key, count in got.lost.items()
        )
        rows.append(
            f'<tr><td style="text-align:left;min-width:15rem"><strong>{escape(plan.title)}</strong>'
            f'<br><span class="sr-muted sr-small">{escape(plan.about)}</span></td>'
            f"<td>{got.games}</td><td>{share(got.won, got.games):.0f}%</td>"
            f"<td>{got.mean:+.1f}</td>"
            f'<td class="sr-small">{escape(losses) or "never"}</td>'
            f'<td style="width:35%;min-width:14rem">{bars_svg(got)}</td></tr>'
        )
    return (
        '<div class="sr-card sr-chart" style="max-width:none"><table style="width:100%"><thead>'
        "<tr><th>Plan</th><th>Games</th><th>Won</th>"
        "<th>Mean score if held</th><th>Lost at once</th><th>How the games ended</th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>{legend_html()}"
    )


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
