"""Choosing: lists of lessons and scenarios, where nothing happens yet when one is chosen."""

from __future__ import annotations

from typing import Any

import ipywidgets as widgets

from engine import catalogue
from engine.catalogue import GAMES
from tutor.lesson import lesson_ids, open_lesson
from tutor.pages.picker import NARROW, Picker


class Lessons(Picker):
    """A lesson to choose."""

    noun = "Lesson"

    def ids(self, game: str) -> list[str]:
        """The lessons of a game."""
        return lesson_ids(game)

    def title(self, name: str) -> str:
        """What a lesson is called."""
        lesson = open_lesson(name)
        return f"{lesson.chapter} {lesson.title}"

    def chosen(self) -> None:
        """Nothing hangs on it yet."""

    @property
    def whole(self) -> str:
        """The chosen lesson with its game."""
        return f"{GAMES[self.game.value].title} {self.title(self.choose.value)}"


class Scenarios(Picker):
    """A scenario to choose."""

    noun = "Scenario"

    def ids(self, game: str) -> list[str]:
        """The scenarios of a game."""
        return catalogue.scenario_ids(game)

    def title(self, name: str) -> str:
        """What a scenario is called."""
        return catalogue.title_of(name)

    def first(self, game: str) -> str:
        """The scenario of a game that a newcomer is shown."""
        return f"{game}/{GAMES[game].first}"

    def chosen(self) -> None:
        """Nothing hangs on it yet."""


def offer(box: widgets.Dropdown, options: list[tuple[str, Any]]) -> None:
    """Other things to choose from: what was chosen stays so, if it is among them."""
    if list(box.options) == options:
        return
    values, before = [value for _, value in options], box.value
    box.options = options
    box.value = before if before in values else next(iter(values), None)


def written(name: str, hint: str) -> widgets.Text:
    """A line to write into, as wide as there is room."""
    made = widgets.Text(placeholder=hint, description=name, style=NARROW)
    made.add_class("sr-broad")
    return made
