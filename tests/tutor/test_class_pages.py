"""The pages of a live class, without a browser: what a teacher does, and what pupils see of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue
from engine.values import Action
from tests.tutor.sitting import all_widgets, buttons, click, do, words
from tests.tutor.test_referee import Hall, Wire
from tutor import visit
from tutor.desk import Desk
from tutor.lesson import open_lesson
from tutor.lesson.card import StepCard
from tutor.pages import attendance, records
from tutor.pages.ask_tab import AskTab
from tutor.pages.asking import Naming, question_of
from tutor.pages.attendance import Attendance, LessonAttendance
from tutor.pages.lesson import LessonPage
from tutor.pages.member import Member
from tutor.pages.pupil import PupilPage
from tutor.pages.showing import Marks, follow, game_of, position_of
from tutor.pages.teaching import ASK, SHOW, WORK, Teaching

LESSON = "victory-awaits/03-concepts"


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    monkeypatch.setattr(Member, "begin", Member.here)
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "mine.sqlite"))
    return Hall(tmp_path / "school.sqlite")


class Hour:
    """A teacher's page, and pupils' pages."""

    def __init__(self, hall: Hall, patch: pytest.MonkeyPatch) -> None:
        self.hall = hall
        patch.setattr(Wire, "close", lambda wire: None)
        patch.setattr(visit, "referee", lambda: "ipc://nowhere")
        patch.setattr(Teaching, "_line", lambda page: Wire(hall, "teacher", "chalk"))
        self.teacher = Teaching()
        do(self.teacher, "Open a class")
        patch.setattr(visit, "referee", lambda: "")
        assert self.teacher.member is not None
        self.code = self.teacher.member.code

    def join(self, name: str) -> PupilPage:
        wire, page = Wire(self.hall, name), PupilPage()
        wire.ask("class-join", code=self.code, name=name, key=name)
        page.attend(Member(wire, self.code))
        assert page.member is not None
        page.member.here()
        return page

    @property
    def board(self) -> Any:
        assert self.teacher.table is not None
        return self.teacher.table

    def ask(self, text: str = "Where to?", **fields: str) -> AskTab:
        tab = self.teacher.ask
        self.teacher.tabs.value = ASK
        for name, value in {"text": text, **fields}.items():
            getattr(tab, name).value = value
        do(self.teacher, "Ask everybody")
        return tab


@pytest.fixture
def hour(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Hour:
    return Hour(hall, monkeypatch)


def said(page: Any) -> str:
    """All words of a page."""
    found = (str(w.value) for w in all_widgets(page.widget) if type(w).__name__ == "HTML")
    return " ".join(map(words, found))


def moves(table: Any) -> list[Action]:
    return [a for a in table.desk.game.choices() if a.kind == "move"]


def test_a_move_is_seen_by_all_and_can_be_taken_back(hour: Hour) -> None:
    ann = hour.join("Ann")
    assert "Nothing is on now" in said(ann)
    hour.teacher.shows.value = True
    assert ann.table is not None
    board = ann.table
    done = moves(hour.board)[0]
    hour.board.act(done)
    assert board.desk.game.state == hour.board.desk.game.state
    assert board.desk.idle
    hour.board.desk.pick(moves(hour.board)[0]["unit"])
    hour.board.refresh()
    assert board.desk.pointer.unit == moves(hour.board)[0]["unit"]
    do(hour.board, "Undo")
    assert board.desk.game.state == hour.board.desk.game.state
    assert ann.table is board
    hour.teacher.shows.value = False
    assert "Nothing is on now" in said(ann)


def test_what_is_drawn_is_seen_by_all(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.shows.value = True
    hexes = list(hour.board.desk.game.scenario.board.hexes)[:3]
    hour.teacher.pens.value = "arrow"
    for hex in hexes[:2]:
        click(hour.board, hex)
    hour.teacher.pens.value = "mark"
    click(hour.board, hexes[2])
    assert ann.table is not None
    drawn = {one.kind: one for one in ann.table.desk.drawn}
    assert drawn["arrow"].path == (hexes[0], hexes[1])
    assert drawn["sight-area"].hexes == (hexes[2],)
    assert hour.board.desk.pointer.unit is None
    hour.teacher.member.say("point", hex=hexes[0])  # type: ignore[union-attr]
    hour.hall.carry()
    assert [one.hexes for one in ann.table.desk.drawn if one.kind == "target"] == [(hexes[0],)]
    do(hour.teacher, "Rub out")
    assert ann.table.desk.drawn == ()


def test_who_tries_something_of_his_own_is_left_alone_until_he_comes_back(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.shows.value = True
    do(ann, "Try it yourself")
    assert ann.table is not None
    mine = moves(ann.table)[-1]
    ann.table.act(mine)
    state = ann.table.desk.game.state
    hour.board.act(moves(hour.board)[0])
    assert ann.table.desk.game.state == state
    assert "gone on" in said(ann)
    do(ann, "Back to the teacher")
    assert ann.table.desk.game.state == hour.board.desk.game.state
    assert "gone on" not in said(ann)


def test_a_move_is_an_answer_and_is_not_done(hour: Hour) -> None:
    pupils = [hour.join(name) for name in ("Ann", "Bob", "Cy")]
    tab = hour.ask()
    ann, bob, cy = pupils
    assert ann.table is not None
    assert bob.table is not None
    first = moves(ann.table)[0]
    before = ann.table.desk.game.state
    ann.table.act(first)
    assert ann.table.desk.game.state is before
    assert "That is your answer" in said(ann)
    bob.table.act(first)
    assert cy.table is not None
    wrong = first.replaced(path=(first["path"][0], "1017"))
    cy.table.act(wrong)
    rules = cy.table.desk.game.explain(wrong).rules
    assert rules
    assert "2 of 3 have answered" in said(hour.teacher)
    assert first["path"][-1] not in said(cy)
    assert hour.board.desk.drawn == ()
    tab.seen.value = True
    assert rules[0] in words(tab.votes.value)
    goal = first["path"][-1]
    heat = [("cause-area", {"1017": "1"}), ("sight-area", {goal: "2"})]
    assert [(one.kind, one.hexes) for one in hour.board.desk.drawn] == heat
    do(hour.teacher, "Reveal")
    for page in pupils:
        assert f"to {goal} 2" in said(page)
        assert page.table is not None
        assert page.table.desk.frozen
        assert [(one.kind, one.hexes) for one in page.table.desk.drawn] == heat
    do(hour.teacher, "Ask something else")
    assert "Nothing is on now" in said(cy)


def test_a_choice_and_a_number_are_counted_by_what_they_mean(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.ask("Which?", kind="choice", options="River; Bridge", right="Bridge")
    do(ann, "Bridge")
    do(bob, "River")
    do(bob, "Bridge")
    do(hour.teacher, "Reveal")
    assert "Bridge right 2" in said(ann)
    do(hour.teacher, "Ask something else")
    hour.ask("How many?", kind="number", right="1/2")
    for page, given in ((ann, "0.5"), (bob, "½")):
        page.field.value = given
        do(page, "Answer")
    do(hour.teacher, "Reveal")
    assert "right 2" in said(bob)


@pytest.mark.parametrize(
    ("fields", "told"),
    [({"text": " "}, "no text"), ({"kind": "choice", "options": "One"}, "nothing to choose")],
)
def test_a_question_that_cannot_be_asked_is_refused(
    hour: Hour, fields: dict[str, str], told: str
) -> None:
    hour.ask(**fields)
    assert told in said(hour.teacher)
    assert hour.teacher.member is not None
    assert hour.teacher.member.news["kind"] == ""


@pytest.mark.parametrize("kind", ["predict", "find"])
def test_a_step_of_a_lesson_is_a_question(kind: str) -> None:
    found = [
        question_of(step)
        for name in ("victory-awaits/03-concepts", "victory-awaits/09-movement")
        for step in open_lesson(name).steps
        if step.kind == kind
    ]
    assert found
    for question in found:
        assert question.text
        assert question.right
        assert not question.options or question.right in question.options
        assert "right" not in question.told()
        assert Naming(question.told()).right(question.right, question.right)


def test_the_step_of_a_lesson_fills_the_form(hour: Hour) -> None:
    tab = hour.teacher.ask
    hour.teacher.tabs.value = ASK
    tab.source.choose.value = LESSON
    do(hour.teacher, "Take this step")
    step = open_lesson(LESSON).step(tab.steps.value)
    assert tab.right.value == step.answer
    assert hour.board.desk.game.scenario.id == step.start
    ann = hour.join("Ann")
    do(hour.teacher, "Ask everybody")
    assert set(step.choices) <= set(buttons(ann.widget))


def test_a_lesson_is_set_and_the_teacher_sees_who_comes_on(hour: Hour) -> None:
    ann, _ = hour.join("Ann"), hour.join("Bob")
    hour.teacher.lessons.choose.value = LESSON
    do(hour.teacher, "Set it for all")
    assert hour.teacher.tabs.value == WORK
    assert "zones of control" in said(ann)
    assert f"{LESSON}.ipynb?class={hour.code}" in "".join(
        str(w.value) for w in all_widgets(ann.widget) if type(w).__name__ == "HTML"
    )
    lesson = LessonPage(open_lesson(LESSON), "Ann")
    member = Member(Wire(hour.hall, "Ann's lesson", "Ann"), hour.code)
    lesson.attendance = LessonAttendance(lesson, member)
    lesson.cards["one"] = StepCard(lesson, lesson.lesson.steps[2])
    member.here()
    first, second, *_ = lesson.lesson.steps
    lesson.comes_to(first)
    assert f"Ann 0 of {len(lesson.lesson.steps)} {first.title}" in said(hour.teacher)
    lesson.finish(first, 0, 0)
    lesson.comes_to(second)
    for _ in range(5):
        lesson.missed(second, ["3.2"])
    told = said(hour.teacher)
    assert "Ann many tries 1 of" in told
    assert f"{second.title}, 5 wrong" in told
    assert "Bob has not begun" in told
    assert "3.2" in told
    call = lesson.cards["one"].call
    assert call.value == ""
    hour.teacher.tabs.value = SHOW
    hour.teacher.shows.value = True
    assert f"class.ipynb?class={hour.code}" in call.value
    do(hour.teacher, "Set it for all")
    assert call.value == ""


def test_a_scenario_is_set_and_who_plays_it_gives_signs(
    hour: Hour, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, called = hour.join("Ann"), list[str]()
    hour.teacher.tabs.value = WORK
    do(hour.teacher, "Set the scenario of Show for all")
    scenario = hour.teacher.scenarios.choose.value
    assert f"sandbox.ipynb?class={hour.code}" in "".join(
        str(w.value) for w in all_widgets(ann.widget) if type(w).__name__ == "HTML"
    )
    monkeypatch.setattr(visit, "asked", lambda: {"scenario": scenario})
    member = Member(Wire(hour.hall, "Ann's game", "Ann"), hour.code)
    desk = Desk(catalogue.load(scenario))
    there = Attendance(member, called.append, lambda: desk)
    member.here()
    there.begin()
    assert "Ann plays" in said(hour.teacher)
    desk.game.apply(desk.game.choices()[0])
    do(hour.teacher, "Look at Ann")
    assert hour.board.desk.game.state == desk.game.state
    assert f"Ann: {catalogue.title_of(scenario)}" in said(hour.teacher)
    do(hour.teacher, "Back to my board")
    assert called == []
    do(hour.teacher, "Nothing is on")
    assert "Back to the class" in called[0]


def at_lesson(hour: Hour, name: str = "Ann") -> LessonPage:
    """A pupil's page of today's lesson, at its first step on the board."""
    lesson = LessonPage(open_lesson(LESSON), name)
    member = Member(Wire(hour.hall, f"lesson of {name}", name), hour.code)
    lesson.attendance = LessonAttendance(lesson, member)
    member.here()
    first = lesson.lesson.steps[0]
    lesson.cards[first.id] = StepCard(lesson, first)
    lesson.cards[first.id].open()
    return lesson


def test_the_teacher_looks_over_a_shoulder_and_comes_back(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    mine = moves(hour.board)[0]
    hour.board.act(mine)
    board = hour.board.desk.game
    hour.teacher.tabs.value = WORK
    do(hour.teacher, "Look at Bob")
    assert "Bob has no board open" in said(hour.teacher)
    hour.teacher.lessons.choose.value = LESSON
    do(hour.teacher, "Set it for all")
    do(hour.teacher, "Look at Ann")
    assert "Ann has no board open" in said(hour.teacher)
    lesson = at_lesson(hour)
    assert lesson.desk is not None
    theirs = lesson.desk.game
    theirs.apply(theirs.choices()[0])
    do(hour.teacher, "Look at Ann")
    assert hour.board.desk.game.state == theirs.state
    assert f"Ann: {lesson.lesson.title}: {lesson.lesson.steps[0].title}" in said(hour.teacher)
    assert "has no board" not in said(hour.teacher)
    # the step that is done leads on to the next; what is done there again leads back
    second = lesson.lesson.steps[1]
    lesson.cards[second.id] = StepCard(lesson, second)
    first = lesson.cards[lesson.lesson.steps[0].id]
    assert first.table is not None
    do(first.table, "Seen it, go on")
    assert lesson.at is second
    first.table.refresh()
    assert lesson.at is first.step
    # a copy, which nobody else sees
    hour.board.act(hour.board.desk.game.choices()[0])
    assert hour.board.desk.game.state != theirs.state
    assert bob.table is None
    do(hour.teacher, "Back to my board")
    assert hour.board.desk.game is board
    assert "Back to my board" not in buttons(hour.teacher.widget)
    assert hour.teacher.member is not None
    assert hour.teacher.member.news["kind"] == "work"
    assert ann.table is None


def test_a_board_that_is_looked_at_follows_its_pupil_to_the_next_step(hour: Hour) -> None:
    hour.join("Ann")
    hour.teacher.lessons.choose.value = LESSON
    do(hour.teacher, "Set it for all")
    lesson = at_lesson(hour)
    do(hour.teacher, "Look at Ann")
    first, second, *_ = lesson.lesson.steps
    card = lesson.cards[first.id]
    assert card.table is not None
    lesson.cards[second.id] = StepCard(lesson, second)
    do(card.table, "Seen it, go on")
    assert f"Ann: {lesson.lesson.title}: {second.title}" in said(hour.teacher)
    assert lesson.desk is not None
    assert hour.board.desk.game.state == lesson.desk.game.state
    # what the teacher has tried on the copy gives way to what the pupil does
    hour.board.act(hour.board.desk.game.choices()[0])
    assert hour.board.desk.game.state != lesson.desk.game.state
    card.table.act(card.table.desk.game.choices()[0])
    assert lesson.desk is card.table.desk
    assert hour.board.desk.game.state == lesson.desk.game.state
    assert hour.board.desk.idle is False
    do(hour.teacher, "Back to my board")
    mine = hour.board.desk.game.state
    card.table.act(card.table.desk.game.choices()[0])
    assert hour.board.desk.game.state == mine
    assert "Back to my board" not in buttons(hour.teacher.widget)


def test_the_wall_follows_whose_board_is_there(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.teacher.shows.value = True
    hour.teacher.tabs.value = WORK
    do(bob, "Try it yourself")
    to_wall(hour, "Bob")
    assert ann.table is not None
    assert bob.table is not None
    board = ann.table
    for action in moves(bob.table)[:2]:
        bob.table.act(action)
        assert board.desk.game.state == bob.table.desk.game.state
    do(bob.table, "Undo")
    assert board.desk.game.state == bob.table.desk.game.state
    bob.table.desk.pick(moves(bob.table)[0]["unit"])
    bob.table.refresh()
    assert board.desk.pointer.unit == moves(bob.table)[0]["unit"]
    assert ann.table is board


def to_wall(hour: Hour, name: str) -> None:
    """Press the button beside a name."""
    tip = f"Everybody sees the board of {name}"
    found = [w for w in all_widgets(hour.teacher.widget) if getattr(w, "tooltip", "") == tip]
    found[0].click()


def test_a_pupils_board_comes_to_the_wall_without_his_name(hour: Hour) -> None:
    bob = hour.join("Bob")
    hour.join("Ann")
    hour.teacher.lessons.choose.value = LESSON
    do(hour.teacher, "Set it for all")
    lesson = at_lesson(hour)
    assert lesson.desk is not None
    board = hour.board.desk.game
    to_wall(hour, "Ann")
    assert bob.table is not None
    assert bob.table.desk.game.state == lesson.desk.game.state
    assert "the board of one of you" in said(bob)
    assert isinstance(bob.member, Member)
    assert "Ann" not in str(bob.member.news)
    hour.teacher.shoulder.named.value = True
    assert "the board of Ann" in said(bob)
    call = lesson.cards[lesson.lesson.steps[0].id].call
    assert "Back to the class" in call.value
    do(hour.teacher, "Back to my board")
    assert hour.board.desk.game is board
    # the work goes on, and who is at it is seen again
    assert bob.table is None
    assert call.value == ""
    assert hour.teacher.member is not None
    hour.teacher.member.here()
    assert f"Ann 0 of {len(lesson.lesson.steps)}" in said(hour.teacher)


def test_a_look_over_a_shoulder_changes_nothing_of_what_is_shown(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.teacher.shows.value = True
    hour.teacher.tabs.value = WORK
    do(hour.teacher, "Look at Bob")
    assert "Bob has no board open" in said(hour.teacher)
    do(bob, "Try it yourself")
    assert bob.table is not None
    bob.table.act(moves(bob.table)[0])
    do(hour.teacher, "Look at Bob")
    assert hour.board.desk.game.state == bob.table.desk.game.state
    assert ann.table is not None
    assert ann.table.desk.game.state != bob.table.desk.game.state
    do(hour.teacher, "To the wall")
    assert ann.table.desk.game.state == bob.table.desk.game.state
    do(hour.teacher, "Back to my board")
    assert ann.table.desk.game.state == hour.board.desk.game.state
    assert ann.table.desk.game.state != bob.table.desk.game.state


def test_after_the_reveal_a_board_shows_where_its_answer_led(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.ask()
    assert "Look at Ann" not in buttons(hour.teacher.widget)
    assert ann.table is not None
    path = moves(ann.table)[0]["path"]
    ann.table.act(moves(ann.table)[0])
    do(hour.teacher, "Reveal")
    do(hour.teacher, "Look at Ann")
    assert "Ann: Where to?" in said(hour.teacher)
    assert [one.path for one in hour.board.desk.drawn] == [(path[0], path[-1])]
    # what is asked next is about this board, which is the teacher's from then on
    do(hour.teacher, "Ask something else")
    game = hour.board.desk.game
    hour.ask("And now?")
    assert "Back to my board" not in buttons(hour.teacher.widget)
    assert hour.board.desk.game is game


HIDDEN = "conflict-of-heroes/ambush"


def with_secrets(hour: Hour) -> Any:
    """A game on the teacher's board in which both sides have hidden units."""
    game = catalogue.load(HIDDEN)
    while game.decision is not None and game.decision.kind == "coh.setup":
        game.apply(game.choices()[0])
    hour.teacher.set_up(game)
    return game


def letters(page: PupilPage) -> str:
    assert page.member is not None
    assert isinstance(page.member.line, Wire)
    return "\n".join(page.member.line.letters)


def test_pupils_are_sent_what_a_side_knows_and_nothing_else(hour: Hour) -> None:
    ann = hour.join("Ann")
    game = with_secrets(hour)
    side = game.decision.side
    (other,) = {one.id for one in game.scenario.sides} - {side}
    hidden = [u for u, c in game.state.counters.items() if c.hidden]
    position = game.state.position
    theirs = {position.place(u) for u in hidden if game.rules.units[u].side == other}
    secret = [f'"{hex}":["{unit}' for hex in theirs for unit in position.at(hex)]
    assert secret
    hour.teacher.eyes.value = side
    hour.teacher.shows.value = True
    assert ann.table is not None
    assert ann.table.desk.game.state == game.rules.sent(game.state, side)
    assert "Try it yourself" not in buttons(ann.widget)
    moved = next(a for a in game.choices() if a.kind != "pass")
    hour.board.act(moved)
    assert ann.table.desk.game.state == game.rules.sent(game.state, side)
    assert ann.table.desk.game.state != game.state
    assert not [where for where in secret if where in letters(ann)]
    # the teacher's own page has all of it after a reload
    assert hour.teacher.member is not None
    hour.teacher.member.number = -1
    hour.teacher._teach(Member(Wire(hour.hall, "teacher again", "chalk"), hour.code))
    assert hour.board.desk.game.state == game.state
    assert hour.teacher.eyes.value == side
    hour.teacher.eyes.value = None
    assert ann.table.desk.game.state == game.state
    assert "Try it yourself" in buttons(ann.widget)


def test_a_move_can_be_asked_for_of_who_knows_one_side(hour: Hour) -> None:
    ann = hour.join("Ann")
    game = with_secrets(hour)
    side = game.decision.side
    (other,) = {one.id for one in game.scenario.sides} - {side}
    hour.teacher.eyes.value = other
    hour.ask()
    assert "does not decide now" in said(hour.teacher)
    hour.teacher.eyes.value = side
    hour.ask()
    assert ann.table is not None
    action = ann.table.desk.game.choices()[0]
    ann.table.act(action)
    assert "That is your answer" in said(ann)
    assert "1 of 1 have answered" in said(hour.teacher)
    do(hour.teacher, "Reveal")
    assert ann.table.desk.frozen


def test_with_whose_eyes_is_asked_only_where_something_is_hidden(hour: Hour) -> None:
    assert hour.teacher.eyed.children == ()
    with_secrets(hour)
    assert hour.teacher.eyed.children == (hour.teacher.eyes,)


def test_show_me_can_be_locked(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> None:
    hour.join("Ann")
    hour.teacher.tabs.value = WORK
    hour.teacher.work.lock.value = True
    lesson = at_lesson(hour)
    step = next(one for one in lesson.lesson.steps if one.kind == "try")
    card = lesson.cards[step.id] = StepCard(lesson, step)
    card.open()
    assert card.kind is not None
    card.hints_used = len(step.hints)
    do(card.kind.table, "Show me")
    assert "locked the solutions" in words(card.message.value)
    assert len(card.kind.table.desk.game.history) == 1
    # nor where the lesson is opened past the class
    own, lesson.attendance = lesson.attendance, None
    monkeypatch.setattr(visit, "referee", lambda: "ipc://nowhere")
    monkeypatch.setattr(attendance, "Line", lambda *_: Wire(hour.hall, "Ann at home", "Ann"))
    assert lesson.locked
    lesson.attendance = own
    hour.teacher.work.lock.value = False
    assert not lesson.locked
    do(card.kind.table, "Show me")
    assert "Done" in words(card.message.value)


def test_a_pupil_is_renamed_and_taken_out(hour: Hour) -> None:
    ann = hour.join("Ann")
    hour.teacher.tabs.value = WORK
    hour.teacher.work.name.value = "Anna"
    do(hour.teacher, "Rename")
    assert "Anna" in said(hour.teacher)
    assert "Anna" in said(ann)
    do(hour.teacher, "Take out")
    assert "0 of 0 here" in said(hour.teacher)
    assert "taken you out" in said(ann)


def test_the_class_ends_with_its_records_which_can_be_deleted(hour: Hour) -> None:
    ann = hour.join("Ann <b>")
    hour.ask("Which?", kind="choice", options="River; Bridge", right="Bridge")
    do(ann, "Bridge")
    do(hour.teacher, "End the class")
    told = said(hour.teacher)
    assert "Ann <b> 0 0 1 1 0" in told
    assert "This class is over" in said(ann)
    do(hour.teacher, "Go on with it")
    assert "is over" in said(hour.teacher)
    do(hour.teacher, "Delete its records")
    assert "Once more" in said(hour.teacher)
    do(hour.teacher, "Delete its records")
    assert "Earlier classes" not in str(buttons(hour.teacher.widget))
    assert hour.hall.referee.school._book.of("chalk") == []


def test_two_of_one_name_are_two_and_a_half_is_a_half(hour: Hour) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    hour.ask("How many?", kind="number", right="1/2")
    ann.field.value = "0.5"
    do(ann, "Answer")
    bob.field.value = "5"
    do(bob, "Answer")
    hour.teacher.tabs.value = WORK
    hour.teacher.work.one.value, hour.teacher.work.name.value = 2, "Ann"
    do(hour.teacher, "Rename")
    kept = hour.teacher.member.want("records")["records"]  # type: ignore[union-attr]
    people = records.pupils(kept)
    assert list(people.index) == ["Ann", "Ann"]
    assert list(people["right"]) == [1, 0]


def test_the_tables_of_a_class_are_files_too(hour: Hour) -> None:
    kept = hour.teacher.member.want("records")["records"]  # type: ignore[union-attr]
    assert records.pupils(kept).empty
    assert records.steps(kept).empty
    assert 'download="class-X-steps.csv"' in records.records_html("X", kept)


def test_the_report_has_the_class_its_day_and_steps_by_their_titles(hour: Hour) -> None:
    hour.join("Ann <b>")
    hour.teacher.lessons.choose.value = LESSON
    do(hour.teacher, "Set it for all")
    lesson = at_lesson(hour, "Ann <b>")
    step = lesson.lesson.steps[0]
    lesson.missed(step, ["3.2"])
    assert hour.teacher.member is not None
    kept = hour.teacher.member.want("records")["records"]
    kept["school_class"][0]["begun"] = time.mktime((2026, 3, 5, 9, 0, 0, 0, 0, -1))
    kept["worked"].append({**kept["worked"][0], "lesson": "gone/01-lost", "step": "lost"})
    report = records.records_html("X", kept)
    told = words(report)
    assert "Class X, 5 March 2026" in told
    assert f"Ann <b> {lesson.lesson.chapter} {lesson.lesson.title} {step.title} 1 3.2 (1)" in told
    assert "gone/01-lost lost" in told
    assert "<b>" not in report


@pytest.mark.parametrize(
    "scenario", ["victory-awaits/river-line", "conflict-of-heroes/ambush", "pavlovs-house/standard"]
)
def test_a_position_leads_to_the_same_game_and_says_no_seed(
    scenario: str, opened: Callable[[str], Any]
) -> None:
    game = opened(scenario)
    position = position_of(game)
    assert "seed" not in position
    other = game_of(position)
    assert other.state == game.state
    game.apply(game.choices()[0])
    assert follow(other, position_of(game)) is other
    assert other.state == game.state
    game.undo()
    game.undo()
    assert follow(other, position_of(game)).state == game.state


@pytest.fixture
def opened() -> Callable[[str], Any]:
    def play(scenario: str) -> Any:
        ids = catalogue.scenario_ids(scenario.partition("/")[0])
        game = catalogue.load(scenario if scenario in ids else ids[0])
        for _ in range(8):
            game.apply(game.choices()[0])
        return game

    return play


def test_the_same_arrow_twice_is_rubbed_out() -> None:
    marks = Marks()
    for hex in ("a", "b", "a", "b", "c", "c"):
        marks.arrow(hex)
    assert marks.told() == {"arrows": [], "hexes": []}
    marks.mark("a")
    marks.mark("a")
    assert marks.overlays() == ()
