"""Records: what a class has left, as tables to read and to take along."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pandas as pd

from tutor import panels
from tutor.lesson import same_answer

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
    """Both tables, and a file of each."""
    people, worked = pupils(kept), steps(kept)
    files = panels.save_as(f"class-{code}-pupils.csv", people.to_csv(index_label="pupil"))
    files += panels.save_as(f"class-{code}-steps.csv", worked.to_csv(index=False))
    shown = people.to_html(border=0) if len(people) else '<p class="sr-muted">Nobody came.</p>'
    told = f"<h2>Class {code}</h2><p>{files}</p>"
    return f'{told}<div class="sr-scroll sr-records">{shown}</div>'
