"""The example browser: every worked example, run on the spot, with its position on a board."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets
import pandas as pd

from engine import catalogue, examples
from engine.catalogue import GAMES
from tutor import panels, visit
from tutor.cell import CellWidget, carefully
from tutor.picker import Picker, by_number
from tutor.table import Tabletop
from tutor.table.parts import Place, html, row

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


def title_of(example: examples.Example) -> str:
    """What an example is about: the title of the rule that it is named after."""
    named = [rule for rule in example.rule if rule in example.id]
    rule = max(named, key=len, default=example.rule[0])
    return GAMES[example.game].rulebook.rules[rule].title


def _options(game: str) -> list[tuple[str, str]]:
    return [
        (f"{example} · {title_of(examples.find(example))}", example)
        for example in sorted(examples.example_ids(game), key=by_number)
    ]


class ExampleBrowser(CellWidget):
    """Pick an example; read what it states, see it hold, try it on the board."""

    def __init__(self, example: str | None = None) -> None:
        ids = examples.example_ids()
        wanted = example or visit.asked().get("example", "")
        unknown = wanted if wanted not in ids else ""
        if unknown or not wanted:
            wanted = ids[0]
        game = examples.find(wanted).game
        games = [id for id in GAMES if examples.example_ids(id)]
        self._picker = Picker(games, game, _options, wanted, "Example")
        self.game, self.choose = self._picker.game, self._picker.choose
        self.game.observe(carefully(lambda _: self._picker.follow(), self._say), "value")
        self.choose.observe(carefully(lambda _: self.show(), self._say), "value")
        self.message = html("staffride-alert")
        self.place = Place()
        setup = row(self.game, self.choose)
        setup.add_class("sr-setup")
        self.widget = widgets.VBox([setup, self.message, self.place])
        self.widget.add_class("sr-wide")
        self.widget.add_class("sr-sandbox")
        self.without_kernel = "Pick a worked example and see it checked."
        self.show()
        if unknown:
            self._say(f"There is no example '{unknown[:60]}'. Choose one from the list.")

    def _say(self, text: str) -> None:
        self.message.value = f'<div class="sr-notice sr-no">{escape(text)}</div>' if text else ""

    def show(self) -> None:
        """Show the example chosen."""
        self._say("")
        found = examples.find(self.choose.value)
        result = examples.run(found.id)
        rules = " ".join(panels.rule_chip(found.game, rule) for rule in found.rule)
        state = ("sr-ok", "It holds.") if result.passed else ("sr-no", f"It fails: {result.reason}")
        facts = "".join(f"<li><code>{escape(fact)}</code></li>" for fact in result.facts)
        text = html(
            value=f'<div class="sr-card"><p class="sr-kicker">{escape(GAMES[found.game].title)} · '
            f'{found.kind}</p><h3 class="sr-title">{escape(f"{found.id}: {title_of(found)}")}</h3>'
            f"<p><strong>Given.</strong> {escape(found.given)}</p>"
            f"<p><strong>Expected.</strong> {escape(found.expect)}</p>"
            f'<div class="sr-p">Rules: {rules}</div>'
            f'<div class="sr-notice {state[0]}">{escape(state[1])}</div>'
            f"<details><summary>The facts that were checked</summary><ul>{facts}</ul></details>"
            "</div>"
        )
        table = Tabletop(catalogue.load(found.scenario), size=34.0)
        # What the example states is read beside the board that shows it.
        table.side.children = (text, *table.side.children)
        self.text = text
        self.place.set(table.widget)
