"""Search over all rules, in English and in the rulebooks' own words; the glossary."""

from __future__ import annotations

from html import escape

import ipywidgets as widgets
import pandas as pd

from engine.catalogue import GAMES
from engine.coverage import Covered, coverage, summary
from engine.rulebook import Rule, Rulebook
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
            self.found.value = "".join(_contents(GAMES[game].rulebook) for game in games)
            return
        found = {game: rules for game in games if (rules := GAMES[game].rulebook.find(words))}
        told = f"{_rules(sum(map(len, found.values())))} found."
        if not found:
            told = f"No rule holds '{words}'. Try another word, or the number of a section."
        most = SHOWN if len(found) == 1 else SEVERAL
        shown = "".join(_found_html(game, rules, most) for game, rules in found.items())
        self.found.value = f'<p class="sr-muted">{escape(told)}</p>{shown}'


def _rules(count: int) -> str:
    return f"{count} {'rule' if count == 1 else 'rules'}"


def _found_html(game: str, rules: list[Rule], most: int) -> str:
    """What is found in a game: cards, and of what is more the titles, to be opened."""
    where = {entry.rule.id: entry for entry in coverage(game)}
    cards = (panels.rule_card(game, where.get(r.id, Covered(game, r))) for r in rules[:most])
    more = "".join(
        f"<li>{panels.rule_chip(game, rule.id)} {escape(rule.title)}</li>" for rule in rules[most:]
    )
    if more:
        summary = f"<summary>{_rules(len(rules) - most)} more</summary>"
        more = f'<details>{summary}<ul class="sr-chapters">{more}</ul></details>'
    head = f"{escape(GAMES[game].title)}: {_rules(len(rules))}"
    return (
        f'<section class="sr-found"><h2 class="sr-title">{head}</h2>'
        f'<div class="sr-cards">{"".join(cards)}</div>{more}</section>'
    )


def _contents(book: Rulebook) -> str:
    chapters = "".join(
        f"<li><strong>{escape(chapter.label)}</strong> {escape(chapter.title)} "
        f'<em lang="{book.language}" class="sr-muted">{escape(chapter.original)}</em></li>'
        for chapter in book.chapters
    )
    return (
        f"<details><summary>{escape(book.title)}: {len(book.rules)} rules, "
        f'{len(book.terms)} terms</summary><ul class="sr-chapters">{chapters}</ul></details>'
    )
