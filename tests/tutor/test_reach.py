"""Whether a step's goal can still be reached, and which hints are for what lies ahead."""

from __future__ import annotations

import pytest

from engine.action import Action
from tests.tutor.sitting import do, words
from tutor.lesson import Step, lesson_ids, open_lesson, reach, reached
from tutor.lesson.kinds import GONE
from tutor.pages.lesson import LessonPage

CARDS = "pavlovs-house/02-soviet-cards"
REPAIR = Action("play", card="78", command="flotilla", act="repair", place="7")


@pytest.fixture
def river() -> Step:
    """Supplies over the Volga in three cards."""
    return open_lesson(CARDS).step("over-the-river")


def test_on_the_way_of_the_solution_nothing_is_lost(river: Step) -> None:
    for count in range(len(river.solution)):
        done = river.solution[:count]
        assert reach.passed(river, done) == count
        assert not reach.hopeless(river, done)


def test_a_card_spent_on_something_else_ends_the_hope(
    river: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "PATIENCE", 30)
    done = (*river.solution[:4], REPAIR)
    assert reach.passed(river, done) is None
    assert reach.hopeless(river, done)


def test_what_cannot_be_settled_in_time_is_left_open(
    river: Step, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reach, "PATIENCE", -1)
    assert not reach.hopeless(river, (*river.solution[:4], REPAIR))


@pytest.mark.parametrize("name", lesson_ids("holland44")[3:9])
def test_other_games_know_where_one_is(name: str) -> None:
    for step in open_lesson(name).steps:
        if step.kind == "try":
            for count in range(len(step.solution)):
                assert (reach.passed(step, step.solution[:count]) or 0) >= count


def test_the_learner_is_told_and_the_hints_look_at_where_one_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reach, "PATIENCE", 30)
    page = LessonPage(open_lesson(CARDS), learner="me")
    page.step("over-the-river")
    card = page.cards["over-the-river"]
    card.open()
    table = card.kind.table
    for action in card.step.solution[:4]:
        table.act(action)
    card.hint()
    assert words(card.message.value).startswith("78: load them")
    assert "72:" not in words(card.message.value)
    table.act(REPAIR)
    assert words(card.message.value) == GONE
    do(table, "Undo")
    assert card.message.value == ""


def test_the_wrong_squad_does_not_reach_the_goal_of_the_task() -> None:
    step = open_lesson("conflict-of-heroes/07-fighting").step("fire")
    assert "dice" not in step.done, "what is told of the roll comes from the roll"
    for unit, right in (("G", True), ("F", False)):
        game = step.game()
        game.apply(Action("fire", unit=unit, hex="G5", pay="opportunity"))
        game.apply(Action("roll", target="S", cap=0 if right else 2))
        assert "coh.shot.hit" in [event.key for event in game.log]
        assert reached(game, step) is right
