"""Picker: a game, and one of its things on a board; the second list follows the first."""

from __future__ import annotations

import re
from typing import Any

import ipywidgets as widgets

from engine.catalogue import GAMES
from tutor import visit
from tutor.table.cell import CellWidget
from tutor.table.parts import Place

NARROW = {"description_width": "initial"}


def by_number(text: str) -> list[str | int]:
    """As a person counts: 9 before 10, and 10 before 10.1."""
    parts = re.split(r"(\d+)", text)
    return [int(part) if part.isdigit() else part for part in parts]


def dropdown(description: str, options: Any, **more: Any) -> widgets.Dropdown:
    """A list to choose from, with what it is called in front."""
    return widgets.Dropdown(options=options, description=description, style=NARROW, **more)


class Picker(CellWidget):
    """Two dropdowns, and the place of the board that they lead to."""

    noun = ""
    """What is picked."""

    def __init__(self, wanted: str | None) -> None:
        super().__init__()
        asked = wanted or visit.asked().get(self.noun.lower(), "")
        home = {name: game for game in GAMES for name in self.ids(game)}
        self.lost = asked if asked not in home else ""
        found = asked if asked in home else self.first(next(iter(home.values())))
        games = [(GAMES[id].title, id) for id in dict.fromkeys(home.values())]
        self.game = dropdown("Game", games, value=home[found])
        self.choose = dropdown(self.noun, self.offered(home[found]), value=found)
        self.on(self.game, self._follow)
        self.on(self.choose, self.chosen)
        self.place = Place()

    def ids(self, game: str) -> list[str]:
        """What a game has to pick from."""
        raise NotImplementedError

    def title(self, name: str) -> str:
        """What one of them is called in the list."""
        raise NotImplementedError

    def chosen(self) -> None:
        """Something has been chosen."""
        raise NotImplementedError

    def offered(self, game: str) -> list[tuple[str, str]]:
        """What a game has, as (what is read, id)."""
        titled = ((self.title(name), name) for name in self.ids(game))
        return sorted(titled, key=lambda option: by_number(option[0]))

    def first(self, game: str) -> str:
        """What of a game is shown first."""
        return self.offered(game)[0][1]

    def say_lost(self) -> None:
        """Say so where the address asks for what there is not."""
        if self.lost:
            noun = self.noun.lower()
            self.say(f"There is no {noun} '{self.lost[:60]}'. Choose one from the list.")

    def _follow(self) -> None:
        self.choose.options = self.offered(self.game.value)
        self.choose.value = self.first(self.game.value)
