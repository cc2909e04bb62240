"""The teacher's tables: how far everybody is, and what is hard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from tests.tutor.sitting import words
from tutor.lesson import lesson_ids, open_lesson
from tutor.pages import classroom
from tutor.pages.classroom import hardest, overview, report
from tutor.progress import Progress

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


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """All that a notebook is asked to display."""
    seen: list[Any] = []
    monkeypatch.setattr(classroom.ipython, "display", lambda *things: seen.extend(things))
    return seen


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


def test_the_page_shows_both_tables(lively: Progress, shown: list[Any]) -> None:
    report()
    assert [type(thing) for thing in shown].count(pd.DataFrame) == 2
    how_far, hard = shown[1], shown[3]
    assert how_far.to_numpy().tolist() == overview(lively).to_numpy().tolist()
    assert list(how_far.columns) == ["A Victory Awaits 3", "A Victory Awaits 9", "steps in all"]
    assert set(hard.index) == {"A Victory Awaits 9"}
    assert "Cy &lt;b&gt;" in shown[1].to_html()


def test_the_page_says_that_nobody_has_begun(progress: Progress, shown: list[Any]) -> None:
    report()
    assert [words(thing.data) for thing in shown] == ["Nobody has finished a step yet."]


def test_a_record_that_cannot_be_used_is_told_of_once(progress: Progress, shown: list[Any]) -> None:
    progress.store.path.write_text("Dear diary, " * 500)
    report(progress)
    (told,) = shown
    assert "is damaged" in words(told.data)


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
