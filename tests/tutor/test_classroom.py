"""The teacher's tables: how far everybody is, and what is hard."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tutor.sitting import words
from tests.tutor.test_referee import Hall, Wire
from tutor import visit
from tutor.lesson import lesson_ids, open_lesson
from tutor.pages import classroom
from tutor.pages import lesson as lesson_page
from tutor.pages.classroom import Report, hardest, overview
from tutor.pages.lesson import LessonPage
from tutor.progress import Progress
from tutor.referee.referee import GONE_SECONDS

MOVEMENT, CONCEPTS = "victory-awaits/09-movement", "victory-awaits/03-concepts"
STEPS = [step.id for step in open_lesson(MOVEMENT).steps]


@pytest.fixture
def progress(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Progress:
    """The record of a class."""
    path = tmp_path / "class.sqlite"
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(path))
    return Progress(path)


@pytest.fixture
def lively(progress: Progress) -> Progress:
    """Two learners have begun."""
    for step in STEPS:
        progress.finish("bob", MOVEMENT, step)
    progress.finish("Ann", MOVEMENT, STEPS[0], tries=3, hints=1)
    progress.finish("Ann", MOVEMENT, STEPS[1], tries=0, hints=2)
    progress.finish("Ann", CONCEPTS, open_lesson(CONCEPTS).steps[0].id)
    progress.finish("Cy <b>", "gone/lesson", "gone", tries=9)
    progress.finish("Ann", MOVEMENT, "gone", tries=9)
    return progress


def test_everybody_has_a_row_and_every_lesson_begun_a_column(lively: Progress) -> None:
    table = overview(lively)
    assert list(table.index) == ["Ann", "bob", "Cy <b>"]
    assert list(table.columns) == [
        *[name for name in lesson_ids() if name in (MOVEMENT, CONCEPTS)],
        "steps in all",
    ]
    total = len(STEPS)
    assert list(table[MOVEMENT]) == [f"2/{total}", f"{total}/{total}", f"0/{total}"]
    assert list(table["steps in all"]) == [3, total, 0]
    assert overview().equals(table)


def test_the_hardest_steps_come_first(lively: Progress) -> None:
    table = hardest(lively)
    assert list(table.index) == [(MOVEMENT, STEPS[0]), (MOVEMENT, STEPS[1])]
    first = table.iloc[0]
    assert first["title"] == open_lesson(MOVEMENT).steps[0].title
    assert (first["learners"], first["wrong tries"], first["hints"]) == (2, 1.5, 0.5)
    assert (table.iloc[1]["wrong tries"], table.iloc[1]["hints"]) == (0.0, 1.0)
    assert len(hardest(lively, most=1)) == 1


def test_an_empty_class_has_empty_tables(progress: Progress) -> None:
    assert overview(progress).empty
    assert hardest(progress).empty
    assert list(hardest(progress).columns) == ["title", "learners", "wrong tries", "hints"]


def test_the_page_shows_both_tables(lively: Progress) -> None:
    told = Report().tables.value
    how_far, hard = told.split("The hardest steps")
    total = len(STEPS)
    assert "learner A Victory Awaits 3 A Victory Awaits 9 steps in all" in words(how_far)
    assert f"bob 0/{len(open_lesson(CONCEPTS).steps)} {total}/{total} {total}" in words(how_far)
    assert f"A Victory Awaits 9 {open_lesson(MOVEMENT).steps[0].title} 2 1.5" in words(hard)
    assert "Cy &lt;b&gt;" in how_far


def test_the_page_says_that_nobody_has_begun(progress: Progress) -> None:
    assert words(Report().tables.value) == "Nobody has finished a step yet."


def test_a_record_that_cannot_be_used_is_told_of_once(progress: Progress) -> None:
    progress.store.path.write_text("Dear diary, " * 500)
    assert words(Report(progress).tables.value).count("is damaged") == 1


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hall:
    """A referee, to which every page has a line."""
    hall, count = Hall(tmp_path / "hall.sqlite"), iter(range(9))
    monkeypatch.setattr(visit, "referee", lambda: "ipc://nowhere")
    monkeypatch.setattr(Wire, "listen", lambda wire: None)
    for room in (classroom, lesson_page):
        monkeypatch.setattr(room, "Line", lambda *_: Wire(hall, f"page {next(count)}"))
    monkeypatch.setattr(classroom.Repeat, "start", lambda beat, seconds: None)
    return hall


def test_how_far_everybody_is_follows_by_itself(progress: Progress, hall: Hall) -> None:
    watched = Report()
    page = LessonPage(open_lesson(MOVEMENT), "Ann")
    for number, step in enumerate(page.lesson.steps[:2], start=1):
        page.finish(step, 0, 0)
        assert f"Ann {number}/{len(STEPS)}" in words(watched.tables.value)
    # a referee that was started again: what was missed is seen at the next beat
    hall.restart()
    page.finish(page.lesson.steps[2], 0, 0)
    assert f"Ann 2/{len(STEPS)}" in words(watched.tables.value)
    watched.here()
    assert f"Ann 3/{len(STEPS)}" in words(watched.tables.value)


def test_news_that_something_else_lies_upon_is_not_lost(
    progress: Progress, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched = Report()
    page = LessonPage(open_lesson(MOVEMENT), "Ann")
    with monkeypatch.context() as behind:
        behind.setattr(Wire, "more", True)
        page.finish(page.lesson.steps[0], 0, 0)
    watched.here()
    assert f"Ann 1/{len(STEPS)}" in words(watched.tables.value)


def test_who_watches_hears_that_somebody_has_come_on_and_not_who(hall: Hall) -> None:
    watched, count = Wire(hall, "teacher"), Wire(hall, "Ann")
    watched.tell("watch", number=0)
    count.tell("came-on")
    assert watched.letters[-1] == '{"news": {"came-on": 1}}'
    told = len(watched.letters)
    hall.time += GONE_SECONDS + 1
    hall.referee.look_round()
    count.tell("came-on")
    assert len(watched.letters) == told


def test_readme_and_classroom_tell_a_teacher_to_start_in_the_same_way() -> None:
    root = Path(classroom.__file__).parents[2]
    told = []
    for name in ("README.md", "lessons/classroom.py"):
        text = (root / name).read_text("utf-8").replace("\n# ", "\n")
        lines = [line.strip() for line in text.splitlines()]
        serve = next(line for line in lines if "staffride serve --host" in line)
        token = next(line for line in lines if line.startswith("export STAFFRIDE_TOKEN"))
        told.append((serve.removeprefix(".venv/bin/"), token.split()))
    assert told[0] == told[1]
