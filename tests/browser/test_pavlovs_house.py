"""Pavlov's House in a real browser: a game played from the set-up to its score, and two lessons."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from playwright.sync_api import Locator, Page, expect

from engine import catalogue, record
from engine.bots import make_bot
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from engine.verdict import Tally
from engine.words import catalogue as words
from tests.browser.conftest import Served
from tests.browser.driver import LessonDriver
from tests.browser.sitting import clean
from tests.browser.test_pages import choose_file
from tests.marks import rules
from tutor.desk import Desk

SCENARIO = "pavlovs-house/three-turns"
WHOLE = "pavlovs-house/the-house"
FROM_TURN = int(os.environ.get("STAFFRIDE_TURN", "20"))
"""The turn from which the whole game is played on the page; `make soak` has all of them."""
STEP: Any = SimpleNamespace(id="sandbox", kind="try", unaided=False, bots={})
ACTS = ("reinforce", "stock", "wire")
WISHES = {"pav.bring": "chekhov", "pav.stocking": "provision"}
POSTS = (("pavlov", "red-2"), ("chernogolov", "green-red"), ("chekhov", "purple-2"))


class Learner(LessonDriver):
    """Plays in the sandbox by what the page offers."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def card(self, step: object) -> Locator:
        """The whole sandbox is one card."""
        return self.page.locator(".sr-sandbox")


def chosen(game: Game, done: list[Action]) -> Action:
    """What a beginner with a little plan does now."""
    assert game.decision is not None
    kind, choices = game.decision.kind, game.choices()
    end = next((action for action in choices if action.kind == "end"), choices[0])
    if kind == "pav.cards":
        played = [action.get("act") for action in done]
        wanted = [a for a in choices if a.get("act") in ACTS and a["act"] not in played]
        return min(wanted, key=lambda a: ACTS.index(a["act"]), default=end)
    if kind in WISHES and done[-1].kind not in ("take", "bring"):
        return next(a for a in choices if WISHES[kind] in (a.get("unit"), a.get("token")))
    if kind == "pav.moves":
        moves = [a for a in choices if (a.get("unit"), a.get("to")) in POSTS and len(a.args) == 2]
        return moves[0] if moves else end
    if kind == "pav.acts":
        acts = [a for a in choices if a.kind in ("attack", "suppress")]
        return acts[0] if acts and done[-1].kind == "end" else end
    return end


@rules("pavlovs-house", "1.1", "6.0 scoring")
def test_a_game_is_played_from_the_set_up_to_its_score(
    server: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{server.url}voila/render/sandbox.ipynb?scenario={SCENARIO}")
    expect(page.locator(".sr-sandbox canvas")).to_be_visible()
    learner, desk = Learner(page), Desk(catalogue.load(SCENARIO, Seeded(1)))
    expect(learner.card(STEP).locator(".sr-prompt")).to_have_text(desk.prompt)
    done: list[Action] = []
    while desk.game.decision is not None:
        action = chosen(desk.game, done)
        learner.do(STEP, desk, action)
        done.append(action)
    ending = desk.game.ending
    assert ending is not None
    assert isinstance(ending.tally, Tally)
    assert {"play", "bring", "move", "end"} <= {action.kind for action in done}
    expect(learner.card(STEP).locator(".sr-prompt")).to_contain_text(words().say(ending.key))
    total = page.locator(".sr-tally tfoot th").nth(1)
    expect(total).to_contain_text(str(int(ending.tally.total)))
    assert clean(page)


@rules("pavlovs-house", "1.1", "6.0 scoring")
def test_the_whole_game_is_played_on_from_a_save_to_its_score(
    server: Served, open_page: Callable[..., Page], tmp_path: Path
) -> None:
    """What to do is chosen by the greedy bot; doing it is the page's business."""
    page = open_page(f"{server.url}voila/render/sandbox.ipynb?scenario={WHOLE}")
    expect(page.locator(".sr-sandbox canvas")).to_be_visible()
    learner, desk = Learner(page), Desk(catalogue.load(WHOLE, Seeded(1)))
    bot = make_bot("greedy", 1)
    while desk.game.judge("turn") < FROM_TURN:
        desk.game.apply(bot.choose(desk.game))
    record.save(desk.game, tmp_path / "kept.json")
    choose_file(page, tmp_path / "kept.json")
    expect(learner.card(STEP).locator(".sr-prompt")).to_have_text(desk.prompt)
    while desk.game.decision is not None:
        learner.do(STEP, desk, bot.choose(desk.game))
    ending = desk.game.ending
    assert ending is not None
    assert isinstance(ending.tally, Tally)
    assert len(desk.game.history) > 300
    expect(learner.card(STEP).locator(".sr-prompt")).to_contain_text(words().say(ending.key))
    total = page.locator(".sr-tally tfoot th").nth(1)
    expect(total).to_contain_text(str(abs(int(ending.tally.total))))
    assert clean(page)


@rules("pavlovs-house", "1.3")
def test_what_a_place_sees_and_does_is_told_when_it_is_pointed_at(
    server: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{server.url}voila/render/sandbox.ipynb?scenario={SCENARIO}")
    learner, desk = Learner(page), Desk(catalogue.load(SCENARIO, Seeded(1)))
    canvas = page.locator(".sr-sandbox canvas")
    expect(canvas).to_be_visible()
    expect(learner.card(STEP).locator(".sr-prompt")).to_have_text(desk.prompt)
    about = page.locator(".sr-about")
    canvas.focus()  # which scrolls it into sight, before the pointer comes
    learner.click_hex(STEP, desk, "18")
    expect(about).to_contain_text("A second damage token here loses the game")
    canvas.focus()
    page.keyboard.press("ArrowLeft")
    expect(about).to_contain_text("Location")
    assert clean(page)


def test_more_games_of_a_plan_are_played_while_one_reads(
    server: Served, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"{server.url}voila/render/pavlovs-house/09-plans.ipynb")
    page.get_by_role("button", name="Play 20 more games").click()
    told = page.locator(".staffride-status").filter(has_text="games played.")
    expect(told).to_be_visible()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".staffride-status").filter(has_text="Stopped.")).to_be_visible()
    assert clean(page)
