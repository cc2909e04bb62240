"""Prose of a lesson: our small markup as HTML."""

from __future__ import annotations

import re
from html import escape, unescape

from engine.catalogue import GAMES
from tutor import panels


def prose(game: str, text: str) -> str:
    """Paragraphs with a blank line between them."""
    blocks = re.split(r"\n\s*\n", text.strip())
    return "".join(f'<div class="sr-p">{marked(game, block)}</div>' for block in blocks)


def marked(game: str, text: str) -> str:
    """A sentence or more with **bold**, *italic*, [rule ids] and [hexes] of the printed map."""
    html = escape(" ".join(text.split()))
    html = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", html)
    html = re.sub(r"\*(.+?)\*", r"<em>\1</em>", html)
    return re.sub(r"\[([^\[\]]+)\]", lambda m: _chips(game, m[1]) or m[0], html)


def _chips(game: str, text: str) -> str:
    """Rule ids, or hexes, with commas between them as links; nothing if one of them is no rule."""
    ids, known = unescape(text).split(", "), GAMES[game].rulebook.rules
    if set(re.split(r"[,/] ?", text)) <= GAMES[game].printed:
        return panels.hexes_linked(game, text)
    return " ".join(panels.rule_chip(game, id) for id in ids if all(i in known for i in ids))
