"""Every lesson there is: it can be finished as it says, and what it forbids is forbidden."""

from __future__ import annotations

import re
from html import escape

import pytest

from engine import examples
from engine.catalogue import GAMES
from engine.coverage import ROOT
from tutor.desk import Desk
from tutor.lesson import (
    Lesson,
    Step,
    answers,
    asked,
    illegal,
    lesson_ids,
    open_lesson,
    play,
    reached,
)
from tutor.lesson.check import faults
from tutor.lesson.prose import prose

LESSONS = {name: open_lesson(name) for name in lesson_ids()}
STEPS = {f"{name}-{step.id}": step for name, lesson in LESSONS.items() for step in lesson.steps}


def of_kind(*kinds: str) -> list[str]:
    """The steps of some kinds."""
    return [name for name, step in STEPS.items() if step.kind in kinds]


def source(name: str) -> str:
    """The notebook source of a lesson."""
    return (ROOT / "lessons" / f"{name}.py").read_text("utf-8")


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_no_faults(name: str) -> None:
    assert list(faults(LESSONS[name])) == []


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_belongs_to_its_chapter(name: str) -> None:
    lesson: Lesson = LESSONS[name]
    assert lesson.chapter in {chapter.number for chapter in GAMES[lesson.game].rulebook.chapters}
    assert lesson.about
    assert lesson.rules
    same = [
        other
        for other in LESSONS.values()
        if (other.game, other.chapter) == (lesson.game, lesson.chapter)
    ]
    assert same == [lesson]


@pytest.mark.parametrize("name", LESSONS)
def test_the_notebook_places_every_step_once_in_order(name: str) -> None:
    text = source(name)
    assert f'open_page("{name}")' in text
    assert text.count("page.opening()") == 1
    placed = re.findall(r'^page\.step\("([^"]+)"\)$', text, re.MULTILINE)
    assert placed == [step.id for step in LESSONS[name].steps]


@pytest.mark.parametrize("name", LESSONS)
def test_the_examples_of_a_lesson_are_of_its_game(name: str) -> None:
    shown = re.findall(
        r'"([A-Z0-9]+-[\w.-]+)"', " ".join(re.findall(r"examples\(.*\)", source(name)))
    )
    known = examples.example_ids(LESSONS[name].game)
    assert [example for example in shown if example not in known] == []


@pytest.mark.parametrize("name", STEPS)
def test_a_step_is_told_in_our_markup(name: str) -> None:
    step = STEPS[name]
    game = LESSONS[name.rpartition(f"-{step.id}")[0]].game
    texts = (step.text, step.done, *step.hints, *step.mistakes.values())
    told = " ".join(prose(game, text) for text in texts)
    assert step.title
    assert "[" not in re.sub(r"<[^>]*>", "", told), "a rule in brackets that is not in the rulebook"
    assert "*" not in re.sub(r"<[^>]*>", "", told), "a star that opens nothing"
    plain = (step.title, step.question, *step.choices, *step.captions)
    assert not re.search(r"[*\[\]]", " ".join(plain)), "markup where there is none"
    assert step.done or step.kind in ("read", "watch")
    assert set(step.shown) <= {key for key, _ in Desk(step.game()).hands.overlays}


@pytest.mark.parametrize("name", of_kind("try", "watch"))
def test_a_solution_is_legal_all_the_way(name: str) -> None:
    step: Step = STEPS[name]
    game = step.game()
    assert step.solution
    for action in step.solution:
        assert not reached(game, step), "the goal is reached before the solution ends"
        assert game.explain(action).rules == ()
        play(game, [action], step.bots)
    assert reached(game, step) == bool(step.goal)
    assert game.rules.violations(game.state) == []


@pytest.mark.parametrize("name", [name for name, step in STEPS.items() if step.wrong])
def test_a_tempting_wrong_move_is_refused_at_the_desk_by_its_rule(name: str) -> None:
    step = STEPS[name]
    for wrong in step.wrong:
        desk = Desk(step.game())
        desk.match.bots = dict(step.bots)
        for action in wrong.after:
            assert desk.act(action)
        before = desk.game.state
        assert not desk.act(wrong.action)
        assert wrong.rule in [reason.rule for reason in desk.notice.reasons]
        assert desk.game.state is before
        assert desk.view().text


@pytest.mark.parametrize("name", of_kind("find"))
def test_one_option_is_illegal_and_its_reason_is_taught_here(name: str) -> None:
    step = STEPS[name]
    ((place, verdict),) = illegal(step)
    assert 0 <= place < len(step.options) <= 8
    assert set(verdict.rules) & set(
        GAMES[LESSONS[name.rpartition(f"-{step.id}")[0]].game].rulebook.rules
    )


@pytest.mark.parametrize("name", of_kind("predict"))
def test_a_prediction_can_be_looked_up(name: str) -> None:
    step = STEPS[name]
    assert step.question.endswith("?")
    tally = asked(step)
    assert step.answer or tally is not None
    assert len(set(step.choices)) == len(step.choices)


@pytest.mark.parametrize("name", of_kind("predict"))
def test_an_answer_names_its_rules_and_a_wrong_one_does_not_give_the_right_one_away(
    name: str,
) -> None:
    step = STEPS[name]
    game = LESSONS[name.rpartition(f"-{step.id}")[0]].game
    known = GAMES[game].rulebook.rules
    wrong = answers.wrong_html(game, step, "nonsense")
    assert step.rules
    for rule in step.rules:
        assert f'<li data-rule="{escape(rule)}">' in wrong
        assert escape(known[rule].title) in wrong
    assert "sr-tally" not in wrong
    right = answers.right_html(game, step)
    tally = asked(step)
    parts = () if tally is None else tally.parts or (tally,)
    cited = {line.rule for part in parts for line in part}
    assert cited <= set(known)
    assert [
        rule for rule in (*cited, *step.rules) if f">{escape(rule)}</summary>" not in right
    ] == []


@pytest.mark.parametrize("name", of_kind("find"))
def test_a_legal_option_taken_for_the_illegal_one_names_the_rule_to_look_for(name: str) -> None:
    step = STEPS[name]
    game, (wrong,) = LESSONS[name.rpartition(f"-{step.id}")[0]].game, dict(illegal(step))
    for place in {*range(len(step.options))} - {wrong}:
        told = answers.legal_html(game, step, place)
        assert all(f'<li data-rule="{escape(rule)}">' in told for rule in step.rules)


@pytest.mark.parametrize("name", LESSONS)
def test_a_board_of_every_step_can_be_shown(name: str) -> None:
    for step in LESSONS[name].steps:
        desk = Desk(step.game())
        desk.shown |= set(step.shown)
        view = desk.view()
        assert view.board.title in view.text
        for light in step.lights:
            assert set(light.hexes) <= set(view.board.hexes)
