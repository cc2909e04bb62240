"""The two '4x games side by side, for a player of one who comes to the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from engine.catalogue import GAMES
from engine.words import catalogue
from engine.zocbond.questions.queries import contrasts, differences
from tutor.panels import rule_chip


def differences_html(known: str, here: str) -> str:
    """Figures first, then the topics that both rulebooks treat, each in its own way."""
    titles = [escape(GAMES[game].title) for game in (known, here)]
    heads = "<td></td>" + "".join(f"<th>{title}</th>" for title in titles)
    figures = "".join(_figure(*entry, (known, here)) for entry in differences())
    topics = "".join(_topic(*entry, (known, here)) for entry in contrasts())
    return _folded(
        "The numbers that are not the same",
        "Generated from the tables of both games.",
        heads,
        figures,
    ) + _folded(
        "What is like and unlike, rule by rule",
        "Generated from the rules of both games. Open a number to read the rule's card.",
        heads,
        topics,
    )


def _folded(title: str, note: str, heads: str, rows: str) -> str:
    """A long table, to be opened."""
    return (
        f'<details class="sr-card sr-chart"><summary><strong>{title}</strong></summary>'
        f'<p class="sr-muted">{note}</p><table><thead><tr>{heads}</tr></thead>'
        f"<tbody>{rows}</tbody></table></details>"
    )


def _figure(name: str, found: Mapping[str, int], games: Sequence[str]) -> str:
    text = catalogue().say(f"zb.figure.{name}")
    values = (_number(name, text, found.get(game)) for game in games)
    cells = "".join(f"<td>{escape(value)}</td>" for value in values)
    return f"<tr>{_head(text)}{cells}</tr>"


def _head(text: str) -> str:
    return f'<th style="text-transform:none;text-align:left">{escape(text)}</th>'


def _number(name: str, text: str, value: int | None) -> str:
    """A figure as a person reads it: nothing, yes or no, no limit, or the number."""
    if value is None:
        return "-"
    if text.startswith("Whether"):
        return "yes" if value else "no"
    if (value == 0 and name.endswith("-cap")) or value >= 99:
        return "no limit"
    return str(value)


def _topic(topic: str, sections: Mapping[str, Sequence[str]], games: Sequence[str]) -> str:
    cells = ""
    for game in games:
        rules = GAMES[game].rulebook.rules
        said = (
            f"<p>{rule_chip(game, rule)} {escape(rules[rule].summary)}</p>"
            for rule in sections.get(game, ())
        )
        cells += f'<td style="text-align:left">{"".join(said)}</td>'
    return f"<tr>{_head(catalogue().say(f'zb.contrast.{topic}'))}{cells}</tr>"
