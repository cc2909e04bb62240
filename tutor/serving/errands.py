"""Errands: what many pages work out alike, done once before they are forked.

Each is short, because a page that is asked for meanwhile waits for it.
"""

from __future__ import annotations

from engine import catalogue, words
from engine.catalogue import GAMES
from engine.files import read
from tutor import games  # noqa: F401  every game's, before there is a page
from tutor.art.scene import build
from tutor.desk import Desk
from tutor.lesson import lesson_ids, open_lesson


def game(name: str) -> None:
    """The rules of a game, its words and files, and what its first board shows."""
    words.catalogue()
    info = GAMES[name]
    info.kit()
    build(Desk(catalogue.load(f"{name}/{info.first}")).view())
    for scenario in catalogue.scenario_ids(name):
        catalogue.title_of(scenario)
    for shelf in ("boards", "drills"):
        for _, file in catalogue.shelf(name, shelf):
            read(file)
    for lesson in lesson_ids(name):
        open_lesson(lesson)
