"""The charts of the '4x games as a player reads them: points, dashes and words, no codes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.catalogue import GAMES
from engine.tables import Chart, load_charts
from engine.words import show
from engine.zocbond.board.ground import BARS, HALF
from tutor import panels
from tutor.look import show_html

if TYPE_CHECKING:
    from tutor.pages.lesson import LessonPage

DASH = "–"
MOVERS = {"foot": "on foot", "mechanized": "mechanized", "technical": "technical"}
"""The columns of a chart of costs."""
STOPS = {0: "pass", 1: "only over a bridge", 2: DASH, 3: "not two in a row"}
"""What a side does to zones and bonds."""
MODIFIED = {"stand": ("1 or less", "7 or more"), "landing": ("", "8 or more")}
"""Charts read with a modified die: what the first and the last row are really called."""

Row = Mapping[str, Any]


def points(value: int, sign: str = "") -> str:
    """A price in points, as it is charged; a dash where nobody may go."""
    return DASH if value == BARS else f"{sign}{show(Fraction(value, HALF))}"


def _costs(row: Row) -> dict[str, str]:
    """What it costs to enter a hex."""
    return {said: points(row[name]) for name, said in MOVERS.items()}


def _waters(row: Row) -> dict[str, str]:
    """What it costs to cross a side without a bridge, on top of the hex; what else stops there."""
    prices = {said: points(row[name], "+") for name, said in MOVERS.items()}
    return prices | {"ZOCs": STOPS[row["zoc"]], "bonds": STOPS[row["bond"]]}


def _battle(row: Row) -> dict[str, str]:
    """What ground does to a battle (Holland '44)."""
    muddy = row["swamp"] or row["polder"]
    return {
        "defenders": "doubled, but technical units" if row["doubles"] else DASH,
        "technical attackers in or into it": "halved" if muddy else DASH,
        "attackers out of it": "as over water" if row["swamp"] else DASH,
        "determined defence": f"column {row['stand']}",
    }


VIEWS: Mapping[tuple[str, str], Callable[[Row], dict[str, str]]] = {
    ("terrain", ""): _costs,
    ("sides", ""): _waters,
    ("terrain", "battle"): _battle,
}
"""How a chart is read, by its name and by what for."""


def readable(chart: Chart, use: str = "") -> Chart:
    """A chart for a player: the same figures in the words of the table at hand."""
    view = VIEWS.get((chart.name, use))
    if view is not None:
        rows = {name: view(row) for name, row in chart.rows.items()}
        return replace(chart, columns=tuple(next(iter(rows.values()))), rows=rows)
    first, last = MODIFIED.get(chart.name, ("", ""))
    names = list(chart.rows)
    called = {names[0]: first or names[0], names[-1]: last or names[-1]}
    return replace(chart, rows={called.get(name, name): row for name, row in chart.rows.items()})


def show_chart(page: LessonPage, name: str, corner: str = "", use: str = "") -> None:
    """Put a chart on a lesson's page."""
    game = page.lesson.game
    chart = load_charts(GAMES[game].package, {})[name]
    show_html(panels.chart_html(game, readable(chart, use), corner))
