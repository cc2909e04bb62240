"""Picker: a game, and one of its things; the second list follows the first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import ipywidgets as widgets

from engine.catalogue import GAMES

NARROW = {"description_width": "initial"}


def by_number(text: str) -> list[str | int]:
    """As a person counts: 9 before 10, and 10 before 10.1."""
    parts = re.split(r"(\d+)", text)
    return [int(part) if part.isdigit() else part for part in parts]


class Picker:
    """Two dropdowns: games, and what `offered` names for a game as (what is read, id)."""

    def __init__(
        self,
        games: Sequence[str],
        game: str,
        offered: Callable[[str], list[tuple[str, str]]],
        wanted: str,
        description: str,
        first: Callable[[str], str] | None = None,
    ) -> None:
        self.offered, self.first = offered, first
        self.game = widgets.Dropdown(
            options=[(GAMES[id].title, id) for id in games],
            value=game,
            description="Game",
            style=NARROW,
        )
        self.choose = widgets.Dropdown(
            options=offered(game), value=wanted, description=description, style=NARROW
        )

    def follow(self) -> None:
        """Another game was chosen: offer what it has."""
        self.choose.options = self.offered(self.game.value)
        if self.first is not None:
            self.choose.value = self.first(self.game.value)
