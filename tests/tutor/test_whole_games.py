"""A lesson's step that is a whole game: who plays, how it ends, what the card says."""

from __future__ import annotations

from typing import Any

import pytest

from engine import bots, catalogue
from engine.catalogue import GAMES
from engine.chance import Seeded
from engine.files import Table
from tests.engine.problems import refused, says
from tests.tutor.sitting import words
from tutor.art.views import BoardView
from tutor.desk import Desk
from tutor.lesson import Lesson, read_lesson
from tutor.lesson.card import StepCard
from tutor.lesson.check import faults
from tutor.lesson.kinds import Play
from tutor.pages.lesson import LessonPage

FIGHT: dict[str, Any] = {
    "id": "fight",
    "kind": "play",
    "title": "Fight",
    "start": "crossroads",
    "rules": ["2.4"],
    "side": "german",
    "bots": {"soviet": "greedy"},
    "done": "Fought to the end.",
}


def whole(**changes: Any) -> Lesson:
    """A lesson of one step, a whole game."""
    step = {key: value for key, value in {**FIGHT, **changes}.items() if value is not None}
    data = {
        "title": "Small",
        "game": "conflict-of-heroes",
        "chapter": 7,
        "about": "Small.",
        "rules": ["2.4"],
        "step": [step],
    }
    return read_lesson(Table(data, "small.toml"), "conflict-of-heroes/small")


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"side": None}, "there is no side '' to play", "side"),
    ({"side": "red"}, "there is no side 'red' to play", "side"),
    ({"bots": {"german": "greedy", "soviet": "greedy"}}, "'german' is the learner's", "bots"),
    ({"bots": None}, "'soviet' has nobody to play it", "bots"),
    ({"start": "four-armies", "bots": {"soviet": "greedy"}}, "has nobody to play it", "bots"),
]


@pytest.mark.parametrize(("changes", "said", "place"), WRONG)
def test_a_whole_game_has_one_side_to_play_and_bots_for_the_others(
    changes: dict[str, Any], said: str, place: str
) -> None:
    problem = refused(lambda: whole(**changes))
    assert says(problem, what=said, file="small.toml", place=place, remedy="")


def test_a_whole_game_is_checked_by_letting_bots_end_it() -> None:
    assert list(faults(whole())) == []
    assert list(faults(whole(goal=[{"over": True}], dice=[1]))) == [
        "fight: a whole game has no goal, no solution and no dice of its own"
    ]


def card() -> tuple[LessonPage, StepCard, Play]:
    """The open card of a whole game."""
    page = LessonPage(whole(), learner="whole-games")
    page.finished = set()
    made = StepCard(page, page.lesson.steps[0])
    page.cards[made.step.id] = made
    assert isinstance(made.kind, Play)
    return page, made, made.kind


def play_to_the_end(made: StepCard) -> None:
    """Every action that the bots take, as the page's own button lets them."""
    assert made.table is not None
    desk = made.table.desk
    while desk.game.decision is not None:
        desk.go_on()
    made.table.refresh()


def test_the_card_is_done_when_the_game_is_over_and_the_score_stands_once() -> None:
    page, made, kind = card()
    assert made.table is not None
    assert made.table.desk.game.decision is not None
    assert made.table.desk.game.decision.side == "german"
    kind.hand_over()
    assert kind.stand_in.description == "Play on myself"
    assert "Done." not in made.message.value
    play_to_the_end(made)
    assert page.finished == {"fight"}
    assert "Done. Fought to the end." in made.message.value
    assert made.table.desk.prompt in words(made.table.prompt.value)
    assert "sr-tally" in made.table.selection.value
    assert "sr-tally" not in made.message.value


def test_the_learner_takes_his_side_back_and_sees_with_his_own_eyes_all_the_time() -> None:
    _, made, kind = card()
    assert made.table is not None
    desk = made.table.desk
    kind.hand_over()
    desk.view()
    assert desk.hands.viewer == "german"
    desk.go_on()
    kind.hand_over()
    assert desk.match.bots == {"soviet": "greedy"}
    assert desk.game.decision is not None
    assert desk.game.decision.side == "german"


def test_another_game_has_other_dice() -> None:
    _, made, kind = card()
    assert made.table is not None
    first = made.table.desk.game.source
    kind.another()
    second = made.table.desk.game.source
    assert isinstance(first, Seeded)
    assert isinstance(second, Seeded)
    assert first != second
    assert len(made.table.desk.game.history) <= 3
    kind.hand_over()
    play_to_the_end(made)
    assert "Done." in made.message.value


def test_the_picture_without_a_kernel_keeps_the_bots_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lesson = whole(start="trenches")
    laid = [work.hex for work in lesson.steps[0].game().state.works if work.hidden == "soviet"]
    assert laid, "the bot has laid its mine in secret"
    drawn: list[BoardView] = []

    def keep(view: BoardView, *rest: Any) -> dict[str, Any]:
        drawn.append(view)
        return {}

    monkeypatch.setattr("tutor.lesson.card.bundle", keep)
    page = LessonPage(lesson, learner="whole-games")
    page.finished = {"fight"}
    assert StepCard(page, lesson.steps[0])._repr_mimebundle_() == {}
    (view,) = drawn
    mined = {marker.hex for marker in view.markers if marker.kind.startswith("mine")}
    assert mined.isdisjoint(laid)
    assert mined == {"F5"}, "the open one is there for all to see"


@pytest.mark.parametrize("game", GAMES)
def test_everything_can_be_looked_at_when_a_game_is_over(game: str) -> None:
    """Every overlay on, and a click on every place."""
    played = catalogue.load(f"{game}/{GAMES[game].first}", Seeded(2))
    desk = Desk(played)
    desk.shown |= {key for key, _ in desk.hands.overlays}
    begun = desk.view()
    bot = bots.BOTS["random"](2)
    while played.decision is not None:
        played.apply(bot.choose(played))
    assert desk.view() != begun
    board = played.scenario.board
    for hex in sorted(
        {place for unit in played.state.position.units() if (place := desk.where(unit)) in board}
    )[:20]:
        desk.point(hex)
        desk.click(hex)
        assert desk.view().text
