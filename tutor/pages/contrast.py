"""The two '4x games side by side, for a player of one who comes to the other."""

from __future__ import annotations

from html import escape

from engine.words import catalogue
from engine.zocbond.questions.queries import contrasts, differences
from tutor import panels


def differences_html(known: str, here: str) -> str:
    """Figures first, then the topics that both rulebooks treat, each in its own way."""
    games, words = (known, here), catalogue()
    figures, topics = [], []
    for name, found in differences():
        text = words.say(f"zb.figure.{name}")
        cells = (escape(_number(name, text, found.get(game))) for game in games)
        figures.append((text, [panels.Html(f"<td>{cell}</td>") for cell in cells]))
    page = panels.page("rules")
    for name, sections in contrasts():
        cells = (page.said(game, sections.get(game, ())) for game in games)
        topics.append((words.say(f"zb.contrast.{name}"), list(cells)))
    return "".join(
        page.folded(words.say(f"contrast.{what}"), words.fix(f"contrast.{what}"), games, rows)
        for what, rows in (("figures", figures), ("topics", topics))
    )


def _number(name: str, text: str, value: int | None) -> str:
    """A figure as a person reads it: nothing, yes or no, no limit, or the number."""
    if value is None:
        return "-"
    if text.startswith("Whether"):
        return "yes" if value else "no"
    if (value == 0 and name.endswith("-cap")) or value >= 99:
        return "no limit"
    return str(value)
