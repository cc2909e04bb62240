"""The example browser: every worked example, run on the spot, with its position on a board."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets
import pandas as pd

from engine import catalogue, examples
from engine.catalogue import GAMES
from tutor import panels, visit
from tutor.shown import Shown, carefully
from tutor.table import Table

COLUMNS = ["example", "game", "rules", "kind", "holds"]


def overview(game: str | None = None) -> pd.DataFrame:
    """All worked examples with their rules and whether they hold."""
    rows = []
    for example in examples.example_ids(game):
        found, result = examples.find(example), examples.run(example)
        rows.append(
            {
                "example": example,
                "game": GAMES[found.game].title,
                "rules": ", ".join(found.rule),
                "kind": found.kind,
                "holds": "yes" if result.passed else "NO",
            }
        )
    return pd.DataFrame(rows, columns=COLUMNS).set_index("example")


class ExampleBrowser(Shown):
    """Pick an example; read what it states, see it hold, try it on the board."""

    def __init__(self, example: str | None = None) -> None:
        ids = examples.example_ids()
        wanted = example or visit.asked().get("example", "")
        self.choose = widgets.Dropdown(
            options=ids,
            value=wanted if wanted in ids else ids[0],
            description="Example",
            style={"description_width": "initial"},
        )
        self.choose.observe(carefully(lambda _: self.show(), self._say), "value")
        self.text = widgets.HTML()
        self.place = widgets.VBox()
        self.widget = widgets.VBox([self.choose, self.text, self.place])
        self.widget.add_class("sr-wide")
        self.without_kernel = "Pick a worked example and see it checked."
        self.show()

    def _say(self, text: str) -> None:
        self.text.value = f'<div class="sr-notice sr-no">{escape(text)}</div>'

    def show(self) -> None:
        """Show the example chosen."""
        found = examples.find(self.choose.value)
        result = examples.run(found.id)
        rules = " ".join(panels.rule_chip(found.game, rule) for rule in found.rule)
        state = ("sr-ok", "It holds.") if result.passed else ("sr-no", f"It fails: {result.reason}")
        facts = "".join(f"<li><code>{escape(fact)}</code></li>" for fact in result.facts)
        self.text.value = (
            f'<div class="sr-card"><p class="sr-kicker">{escape(GAMES[found.game].title)} · '
            f'{found.kind}</p><h3 class="sr-title">{escape(found.id)}</h3>'
            f"<p><strong>Given.</strong> {escape(found.given)}</p>"
            f"<p><strong>Expected.</strong> {escape(found.expect)}</p>"
            f'<div class="sr-p">Rules: {rules}</div>'
            f'<div class="sr-notice {state[0]}">{escape(state[1])}</div>'
            f"<details><summary>The facts that were checked</summary><ul>{facts}</ul></details>"
            "</div>"
        )
        drawn = GAMES[found.game].drawn
        self.place.children = (
            [Table(catalogue.load(found.scenario), size=34.0).widget] if drawn else []
        )
