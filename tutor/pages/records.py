"""Records: what a class has left, as tables to read and to take along."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pandas as pd

from tutor import panels
from tutor.lesson import lesson_ids, open_lesson, same_answer

COLUMNS = ("steps done", "wrong tries", "rules missed", "answers", "right", "illegal tries")


def pupils(kept: Mapping[str, Any]) -> pd.DataFrame:
    """A row for each pupil: steps, tries, rules missed, answers, how many of them right."""
    right = {one["number"]: json.loads(one["asked"])["right"] for one in kept["question"]}
    rows: list[list[Any]] = []
    for pupil in kept["pupil"]:
        mine = [row for row in kept["worked"] if row["pupil"] == pupil["pupil"]]
        given = [row for row in kept["answer"] if row["pupil"] == pupil["pupil"]]
        fits = [r for r in given if _fits(json.loads(r["answer"]), right[r["question"]])]
        missed = Counter[str]()
        for one in mine:
            missed.update(json.loads(one["missed"]))
        rows.append(
            [
                sum(one["done"] for one in mine),
                sum(one["tries"] for one in mine),
                ", ".join(f"{rule} ({count})" for rule, count in missed.most_common()),
                len(given),
                len(fits),
                sum(row["pupil"] == pupil["pupil"] for row in kept["tried"]),
            ]
        )
    # two may be called alike
    return pd.DataFrame(rows, [one["name"] for one in kept["pupil"]], list(COLUMNS))


def _fits(given: Any, right: Any) -> bool:
    """Whether an answer is the right one, if the teacher has said which that is."""
    return bool(right) and isinstance(given, str) and same_answer(given, str(right))


def steps(kept: Mapping[str, Any]) -> pd.DataFrame:
    """A row for each pupil and step that was begun."""
    names = {one["pupil"]: one["name"] for one in kept["pupil"]}
    columns = ["pupil", "lesson", "step", "tries", "rules missed", "done"]
    rows = [
        [
            names[row["pupil"]],
            row["lesson"],
            row["step"],
            row["tries"],
            ", ".join(f"{rule} ({n})" for rule, n in json.loads(row["missed"]).items()),
            bool(row["done"]),
        ]
        for row in kept["worked"]
    ]
    return pd.DataFrame(rows, columns=columns).sort_values(["pupil", "lesson"], kind="stable")


def records_html(code: str, kept: Mapping[str, Any]) -> str:
    """A report that can be printed: the class and its day, both tables, and a file of each."""
    people, worked = pupils(kept), steps(kept)
    files = panels.save_as(f"class-{code}-pupils.csv", people.to_csv(index_label="pupil"))
    files += panels.save_as(f"class-{code}-steps.csv", worked.to_csv(index=False))
    begun = time.localtime(kept["school_class"][0]["begun"])
    day = time.strftime("%d %B %Y", begun).lstrip("0")
    told = f'<h2>Class {code}, {day}</h2><p class="sr-files">{files}</p>'
    told += _table(people) if len(people) else '<p class="sr-muted">Nobody came.</p>'
    if len(worked):
        named = worked.replace({"done": {True: "yes", False: ""}})
        named["lesson"], named["step"] = _titles(worked)
        told += f"<h3>Step by step</h3>{_table(named, index=False, classes='sr-in-words')}"
    return f'<section class="sr-records">{told}</section>'


def _table(table: pd.DataFrame, **how: Any) -> str:
    return f'<div class="sr-scroll">{table.to_html(border=0, **how)}</div>'


def _titles(worked: pd.DataFrame) -> tuple[list[str], list[str]]:
    """Lessons and steps as they are called; what there is no more keeps its name."""
    known = {name: open_lesson(name) for name in set(worked["lesson"]) & set(lesson_ids())}
    lessons, steps = list[str](), list[str]()
    for name, step in zip(worked["lesson"], worked["step"], strict=True):
        lesson = known.get(name)
        titles = {one.id: one.title for one in lesson.steps} if lesson else {}
        lessons.append(f"{lesson.chapter} {lesson.title}" if lesson else name)
        steps.append(titles.get(step, step))
    return lessons, steps
