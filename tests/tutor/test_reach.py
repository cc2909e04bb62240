"""Whether a step's goal can still be reached, and which hints are for what lies ahead."""

from __future__ import annotations

import asyncio

import pytest

from engine.values import Action
from tests.tutor.sitting import do, in_a_loop, words
from tutor.lesson import Step, kinds, lesson_ids, open_lesson, reach, reached
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
        assert reach.Hope(river, done).lost is False


def test_a_card_spent_on_something_else_ends_the_hope(river: Step) -> None:
    done = (*river.solution[:4], REPAIR)
    assert reach.passed(river, done) is None
    hope = reach.Hope(river, done)
    assert hope.look(-1) is None, "what cannot be settled in time is left open"
    assert hope.look(30) is True


@pytest.mark.parametrize("name", lesson_ids("holland44")[3:9])
def test_other_games_know_where_one_is(name: str) -> None:
    for step in open_lesson(name).steps:
        if step.kind == "try":
            for count in range(len(step.solution)):
                assert (reach.passed(step, step.solution[:count]) or 0) >= count


def test_the_learner_is_told_and_the_hints_look_at_where_one_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kinds, "PATIENCE", 30)
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


async def told_in_a_while(taken_back: bool) -> str:
    """What is said in a while of a card that was spent on something else."""
    page = LessonPage(open_lesson(CARDS), learner="me")
    page.step("over-the-river")
    card = page.cards["over-the-river"]
    card.open()
    table = card.kind.table
    for action in (*card.step.solution[:4], REPAIR):
        table.act(action)
    assert card.message.value == ""
    if taken_back:
        do(table, "Undo")
        assert not card.kind.looking.running
    while card.kind.looking.running:
        await asyncio.sleep(0.01)
    return words(card.message.value)


def test_what_takes_long_to_find_out_is_told_when_it_is_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The repair before anything else takes ten seconds; here nothing is settled at once."""
    monkeypatch.setattr(kinds, "PATIENCE", -1)
    told = []

    async def look() -> None:
        told.append(await told_in_a_while(taken_back=False))
        told.append(await told_in_a_while(taken_back=True))

    in_a_loop(look())
    assert told == [GONE, ""]


def test_the_wrong_squad_does_not_reach_the_goal_of_the_task() -> None:
    step = open_lesson("conflict-of-heroes/07-fighting").step("fire")
    assert "dice" not in step.done, "what is told of the roll comes from the roll"
    for unit, right in (("G", True), ("F", False)):
        game = step.game()
        game.apply(Action("fire", unit=unit, hex="G5", pay="opportunity"))
        game.apply(Action("roll", target="S", cap=0 if right else 2))
        assert "coh.shot.hit" in [event.key for event in game.log]
        assert reached(game, step) is right


def test_a_way_on_which_dice_fall_that_a_step_does_not_have_settles_nothing() -> None:
    step = open_lesson("victory-awaits/16-victory").step("last-day")
    hope = reach.Hope(step, (Action("choose", chit="4A"),))
    assert hope.look(30) is False
