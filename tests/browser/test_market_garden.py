"""The whole map in a real browser: the short game's first turn by a scripted player, both sides at
one screen, from the first drop to the last jam."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine import catalogue
from engine.bots import GreedyBot
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from tests.browser.conftest import Served
from tests.browser.driver import LessonDriver
from tests.browser.sitting import EVERY, clean
from tutor.desk import Desk

RACE = "holland44/race-to-the-waal"
OFTEN = (
    {"drop": 40, "move": 12, "attack": 6, "blow": 9, "jam": 6}
    if EVERY
    else {"drop": 3, "move": 2, "attack": 1, "blow": 2, "jam": 1}
)
"""So often each kind of action is done in a phase."""
HERE: Any = SimpleNamespace(id="sandbox", bots={}, unaided=False)


class SandboxDriver(LessonDriver):
    """The sandbox, driven as a step of a lesson is."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def card(self, step: object) -> Locator:
        """There is one board."""
        return self.page.locator(".sr-sandbox")


def wanted(game: Game, bot: GreedyBot, done: Counter[str]) -> Action:
    """What the scripted player does next: so much of what is done often, then the phase ends; what
    must be decided is decided. Units move one by one."""
    legal = list(game.choices())
    often = [one for one in legal if done[one.kind] < OFTEN.get(one.kind, 0)]
    often = [one for one in often if one.kind != "move" or len(one["units"]) == 1]
    ends = [one for one in legal if one.kind == "end"]
    return bot.pick(game, often or ends or legal)


def test_the_short_games_first_turn_is_played_on_the_whole_map(
    server: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(server.page(f"sandbox.ipynb?scenario={RACE}"))
    drive, desk = SandboxDriver(page), Desk(catalogue.load(RACE, Seeded(1)))
    bot, done, seen = GreedyBot("script"), Counter[str](), Counter[str]()
    while desk.game.state.turn == 1:
        decision = desk.game.decision
        assert decision is not None
        action = wanted(desk.game, bot, done)
        drive.do(HERE, desk, action)
        done[action.kind] += 1
        seen[action.kind] += 1
        if action.kind == "end":
            done.clear()
    assert {"drop", "move", "attack", "blow", "jam", "end"} <= set(seen)
    expect(page.locator(".sr-tracks")).to_contain_text("Turn 2 of 11")
    assert clean(page)
