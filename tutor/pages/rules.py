"""Search over all rules, in English and in the rulebooks' own words; the glossary."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets
import pandas as pd

from engine.catalogue import GAMES
from engine.coverage import Covered, coverage, summary
from engine.rulebook import Rule
from tutor import panels, visit
from tutor.pages.picker import NARROW, dropdown
from tutor.table.cell import CellWidget
from tutor.table.parts import column, html, row

SHOWN = 30
"""So many cards are shown of one game."""
SEVERAL = 6
"""And so many of each where several are searched; of the others only their titles."""
COLUMNS = {
    "rules": "sections",
    "binding": "to be applied",
    "covered": "applied, tested and taught",
    "explained": "missing, with a reason",
    "unexplained": "missing",
}
"""What the figures of the coverage are called on the page."""


class Words(pd.DataFrame):  # type: ignore[misc]
    """A table of words, not of figures: every meaning whole, all columns read from the left."""

    def _repr_html_(self) -> str:
        with pd.option_context("display.max_colwidth", None):
            # One line of headings, and none of them empty.
            table = self.rename_axis(index=None, columns=self.index.name)
            return str(table.to_html(classes="sr-words", max_rows=None, show_dimensions=False))


def glossary(game: str) -> Words:
    """A game's words with the original beside the English."""
    terms = sorted(GAMES[game].rulebook.terms, key=lambda term: term.en.casefold())
    rows = [(t.en, t.original, t.meaning, t.rule) for t in terms]
    table = pd.DataFrame(rows, columns=["English", "original", "meaning", "rule"])
    return Words(table.set_index("English"))


def coverage_table() -> pd.DataFrame:
    """Rules, covered rules and gaps of each game, in words that need no explaining."""
    found = pd.DataFrame.from_dict(summary(coverage()), orient="index").rename(columns=COLUMNS)
    found.index = [GAMES[game].title for game in found.index]
    return found.rename_axis(columns="game")


class RuleSearch(CellWidget):
    """A field, a game, and the cards of what is found."""

    without_kernel = "Search over all rules: it needs a running page."

    def __init__(self) -> None:
        self.message = self.found = html("staffride-status")
        asked = visit.asked()
        game = asked.get("game", "")
        games = [("all games", ""), *((info.title, info.id) for info in GAMES.values())]
        self.game = dropdown("Game", games, value=game if game in GAMES else "")
        self.words = widgets.Text(
            value=asked.get("rule", asked.get("q", "")),
            placeholder="zone of control, 9.2, strefa",
            description="Search",
            style=NARROW,
            continuous_update=True,
        )
        for field in (self.game, self.words):
            self.on(field, self.show)
        self.widget = column(row(self.words, self.game), self.found, look="sr-wide")
        self.show()
        if game and game not in GAMES:
            self.found.value = panels.note("no", f"There is no game '{game}'.") + self.found.value

    def show(self) -> None:
        """Show what is found for the words."""
        games = [self.game.value] if self.game.value else list(GAMES)
        words = self.words.value.strip()
        if not words:
            books = (GAMES[game].rulebook for game in games)
            self.found.value = "".join(map(panels.page("rules").contents, books))
            return
        found = {game: rules for game in games if (rules := GAMES[game].rulebook.find(words))}
        count = sum(map(len, found.values()))
        told = f"{count} {'rule' if count == 1 else 'rules'} found."
        if not found:
            told = f"No rule holds '{words}'. Try another word, or the number of a section."
        most = SHOWN if len(found) == 1 else SEVERAL
        shown = "".join(_found_html(game, rules, most) for game, rules in found.items())
        self.found.value = f'<p class="sr-muted">{escape(told)}</p>{shown}'


def _found_html(game: str, rules: list[Rule], most: int) -> str:
    """What is found in a game: cards, and of what is more the titles, to be opened."""
    where = {entry.rule.id: entry for entry in coverage(game)}
    shown = [where.get(rule.id, Covered(game, rule)) for rule in rules[:most]]
    return str(panels.page("rules").found(game, shown, rules[most:]))
