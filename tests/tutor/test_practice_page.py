"""The page Practice without a browser: questions are asked, answered, explained and kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import pytest

from engine.catalogue import GAMES
from engine.errors import Problem
from engine.practice.question import Place
from engine.practice.stock import Drill, Stock, stock
from engine.values import Action
from tests.tutor.sitting import buttons, click, do, point, words
from tutor.lesson.reading import taught_in
from tutor.pages import practice as practice_page
from tutor.pages.asking import Naming, fits_a_class, posed_as
from tutor.pages.posing import QuestionCard
from tutor.pages.practice import SET, PracticePage
from tutor.pages.sandbox import Sandbox
from tutor.practice import Answers
from tutor.store import Store

GAME = "victory-awaits"
Open = Callable[..., PracticePage]


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    """Opens the page for a learner who has answered nothing yet."""
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "mine.sqlite"))

    def opened(query: str = f"game={GAME}") -> PracticePage:
        monkeypatch.setenv("QUERY_STRING", query)
        return PracticePage("Ann")

    return opened


def card(page: PracticePage) -> QuestionCard:
    """The question on the page."""
    assert page.card is not None
    return page.card


def task(page: PracticePage) -> str:
    """What is asked there."""
    return words(card(page).task.value)


def said(page: PracticePage) -> str:
    """What stands there of the answer."""
    return words(card(page).message.value)


def answer(page: PracticePage, right: bool = True) -> None:
    """Answer the question on the page."""
    here = card(page)
    posed = here.posed
    if posed.all:
        wrong = [o.name for o in posed.options if o.name not in posed.right][:1]
        for name in sorted(posed.right) if right else wrong:
            here.mark(name)
        do(here, "Answer")
        return
    names = [option.name for option in posed.options]
    here.give(next(name for name in names if (name in posed.right) == right))


def answers(learner: str = "Ann") -> list[tuple[str, bool]]:
    """What is kept."""
    return [(one.question, one.right) for one in Answers(Store()).of(learner, GAME)]


def test_every_rule_stands_on_the_map_and_leads_to_its_questions(opened: Open) -> None:
    page = opened()
    told, there = page.told.value, stock(GAME).by_rule
    assert "Nothing is asked of you yet" in words(told)
    for rule in there:
        assert f"rule={quote(rule)}" in told
    assert f"{GAMES[GAME].rulebook.rules['3.1'].title}" in told


def test_a_set_of_ten_is_asked_one_after_another_and_kept(opened: Open) -> None:
    page = opened()
    do(page, "Today's questions")
    assert page.told.value == ""
    for number in range(SET):
        assert f"{number + 1} of {SET}" in words(
            card(page).table.side.children[0].children[0].value
        )
        answer(page)
        assert said(page).startswith("Right.")
        do(card(page), "How it went" if number == SET - 1 else "Next question")
    assert page.card is None
    assert f"{SET} of {SET} right" in words(page.told.value)
    kept = answers()
    assert [right for _, right in kept] == [True] * SET
    assert len({question for question, _ in kept}) == SET


def test_a_wrong_answer_is_told_with_what_is_right_its_rule_and_its_lesson(opened: Open) -> None:
    page = opened()
    do(page, "Today's questions")
    rule = page.drill.rules[0]
    answer(page, right=False)
    told = said(page)
    assert told.startswith("Not quite.")
    assert "Right is:" in told
    assert GAMES[GAME].rulebook.rules[rule].title in told
    if rule in taught_in(GAME):
        assert taught_in(GAME)[rule][1] in told
    assert answers() == [(page.drill.id, False)]
    do(card(page), "Enough for now")
    assert page.card is None
    assert "The rulebook, rule by rule" in words(page.told.value)


def test_an_answer_that_cannot_be_kept_is_explained_all_the_same(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise Problem("the disk is full", remedy="Make room.")

    page = opened()
    monkeypatch.setattr(page.practice, "record", full)
    do(page, "Today's questions")
    answer(page)
    assert said(page).startswith("Right.")
    assert "This answer was not kept: the disk is full" in said(page)
    do(card(page), "Next question")
    assert "2 of" in task(page)


@pytest.mark.parametrize("game", ["conflict-of-heroes", "pavlovs-house", GAME])
def test_every_answer_to_who_decides_begins_with_a_side(opened: Open, game: str) -> None:
    page = opened(f"game={game}")
    sides: tuple[str, ...] = ()
    drills = [drill for drill in stock(game).drills if drill.kind == "next"][:6]
    page.begin("Next", drills)
    for _ in drills:
        here = card(page)
        sides = tuple(f"{side.name}:" for side in here.desk.game.scenario.sides)
        assert all(here.words.said(option).startswith(sides) for option in here.posed.options)
        answer(page)
        here.next.click()


def test_an_answer_is_given_once(opened: Open) -> None:
    page = opened()
    do(page, "Today's questions")
    answer(page)
    card(page).give("something")
    assert len(answers()) == 1


def test_hexes_are_marked_by_clicks_and_taken_back(opened: Open) -> None:
    page = opened()
    fits = (drill for drill in stock(GAME).drills if drill.kind == "where")
    page.begin("Where", [next(fits)])
    posed, here = card(page).posed, card(page)
    first, *rest = sorted(posed.right)
    click(here.table, first)
    assert first in words(here.marks.value)
    click(here.table, first)
    assert "nothing yet" in here.marks.value
    for hex in (first, *rest):
        click(here.table, hex)
    assert all(isinstance(option.says, Place) for option in posed.options)
    do(here, "Answer")
    assert said(page).startswith("Right.")


def test_nothing_marked_is_no_answer(opened: Open) -> None:
    page = opened()
    page.begin("Where", [next(d for d in stock(GAME).drills if d.kind == "where")])
    assert "arrow keys" in words(card(page).marks.value)
    do(card(page), "Answer")
    assert "Mark at least one" in words(card(page).marks.value)
    assert answers() == []
    answer(page)
    assert len(answers()) == 1


@pytest.mark.parametrize("kind", ["found", "in-sight", "reach", "card-looks", "air-attack"])
def test_the_hexes_that_are_asked_about_are_lit_and_no_other_is_marked(
    opened: Open, kind: str
) -> None:
    page = opened("game=conflict-of-heroes")
    page.begin("Lit", [next(d for d in stock("conflict-of-heroes").drills if d.kind == kind)])
    here = card(page)
    names = {option.name for option in here.posed.options}
    assert set(here.posed.asked) == names
    assert any(set(names) == set(over.labels()) for over in here.desk.extra)
    other = next(hex for hex in here.desk.game.scenario.board.hexes if hex not in names)
    click(here.table, other)
    assert here.marked == {}
    assert f"{other} is not one of the lit hexes" in words(here.marks.value)


@pytest.mark.parametrize("kind", ["score", "hungry", "result", "assault", "targets"])
def test_nothing_beside_the_board_tells_the_answer(opened: Open, kind: str) -> None:
    page = opened("game=pavlovs-house")
    page.begin("Told", [next(d for d in stock("pavlovs-house").drills if d.kind == kind)])
    here = card(page)
    assert here.table.tracks not in here.looks.children
    assert "Zoom in" in buttons(here.looks)
    assert "An assault now" not in buttons(here.looks)
    lit = here.desk.view().overlays
    for place in list(here.desk.game.scenario.board.hexes)[::7]:
        point(here.table, place)
        assert here.desk.view().overlays == lit
    assert here.table.about.value == ""


def test_a_click_on_a_unit_beside_the_map_changes_nothing(opened: Open) -> None:
    page = opened()
    drill = next(d for d in stock(GAME).drills if d.kind == "allowed" and not d.ply)
    page.begin("Beside", [drill])
    here, done = card(page), len(card(page).desk.game.history)
    for unit in here.desk.game.scenario.pieces:
        here.desk.click("nowhere", unit)
    assert here.desk.pointer.unit is None
    assert len(here.desk.game.history) == done


def test_no_action_is_called_by_its_chance(opened: Open) -> None:
    page = opened("game=conflict-of-heroes")
    game = "conflict-of-heroes"
    rolled = [d for d in stock(game).drills if d.kind == "chance" and '"roll"' in str(d.args)]
    rolled = rolled or [d for d in stock(game).drills if d.kind == "chance"]
    page.begin("Chances", rolled[:6])
    for _ in range(len(page.set)):
        posed = card(page).posed
        assert posed.action is not None
        assert "%" not in card(page).words.action(posed.action)
        answer(page)
        card(page).next.click()


def test_the_address_may_name_a_rule_or_a_chapter(opened: Open) -> None:
    rule = next(iter(stock(GAME).by_rule))
    page = opened(f"game={GAME}&rule={rule}")
    assert rule in page.drill.rules
    assert "is no rule" not in page.message.value
    assert opened(f"game={GAME}&rule=99.9").card is None
    assert "There is no rule '99.9'" in words(opened(f"game={GAME}&rule=99.9").message.value)
    tested = opened(f"game={GAME}&chapter=9")
    assert "Test of chapter 9" in tested.title
    assert {GAMES[GAME].rulebook.rules[one.rules[0]].chapter for one in tested.set} == {9}
    assert opened("game=nowhere").game.value in GAMES


@pytest.mark.parametrize("chapter", ["\u00b2", "9" * 5000, "99", "-1", "", "<b>"])
def test_a_chapter_that_there_is_not_is_named(opened: Open, chapter: str) -> None:
    page = opened(f"game={GAME}&chapter={quote(chapter)}&rules=1")
    assert page.card is None
    assert "Today's questions" in buttons(page.widget)
    told = words(page.message.value)
    assert not chapter or chapter == "<b>" or f"a chapter '{chapter[:40]}'" in told


def test_a_link_that_names_a_question_twice_asks_it_once(opened: Open) -> None:
    name = stock(GAME).drills[0].id
    page = opened(f"game={GAME}&questions={name},nothing,{name}")
    assert "1 of 1" in task(page)


def test_a_question_that_the_rules_answer_in_another_way_is_left_out(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = stock(GAME).drills[:2]
    bad = Drill(**{**vars(good[0]), "answer": "another"})
    monkeypatch.setattr(practice_page, "stock", lambda _: Stock(GAME, (bad, good[1])))
    page = opened()
    page.begin("Two", [bad, good[1]])
    assert page.drill.id == good[1].id
    assert page.count == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_can_be_read_and_answered_in_every_game(opened: Open, game: str) -> None:
    page = opened(f"game={game}")
    kinds = {drill.kind: drill for drill in stock(game).drills}
    assert len(kinds) >= 6
    page.begin("All kinds", list(kinds.values()))
    for kind in kinds:
        asked = task(page)
        assert "practice." not in asked, kind
        assert "<" not in asked, kind
        options = [card(page).words.said(option) for option in card(page).posed.options]
        assert all(options), kind
        assert not [text for text in options if text.startswith("practice.")], kind
        answer(page)
        assert said(page).startswith("Right."), kind
        buttons(card(page).widget)[card(page).next.description].click()
    assert page.card is None


@pytest.mark.parametrize("game", GAMES)
def test_a_question_of_practice_is_one_for_a_class(game: str) -> None:
    kinds = {drill.kind: drill for drill in stock(game).drills if fits_a_class(drill)}
    assert kinds
    for kind, drill in kinds.items():
        question, _ = posed_as(drill)
        assert question.right in question.options, kind
        assert len(set(question.options)) == len(question.options), kind
        assert Naming(question.told()).right(question.right, question.right), kind
        assert "right" not in question.told()


def test_what_stopped_somebody_is_practised_when_the_game_is_over(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUERY_STRING", raising=False)
    sandbox = Sandbox(f"{GAME}/river-line")
    assert sandbox.table is not None
    desk = sandbox.table.desk
    assert not desk.act(Action("move", unit="21", path=("0101",)))
    desk.match.bots = dict.fromkeys((side.id for side in desk.game.scenario.sides), "random")
    while desk.game.decision is not None:
        desk.go_on()
    sandbox.table.refresh()
    told = words(sandbox.question.children[0].value)
    assert "Rules that stopped you in this game" in told
    assert "practise it" in told
