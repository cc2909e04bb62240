"""The classroom: how far every learner is, and which steps give them trouble."""

from __future__ import annotations

from html import escape
from typing import Any

import pandas as pd
from IPython import display as ipython

from engine.catalogue import GAMES
from engine.errors import Problem
from tutor import panels
from tutor.lesson import lesson_ids, open_lesson
from tutor.look import show_html
from tutor.progress import Progress

HARDEST = 12


def overview(progress: Progress | None = None) -> pd.DataFrame:
    """Learners by lessons, of those that anybody has begun: steps done of steps there are."""
    steps = {name: {step.id for step in open_lesson(name).steps} for name in lesson_ids()}
    done: dict[str, dict[str, int]] = {}
    for learner, one in (progress or Progress()).everything():
        row = done.setdefault(learner, dict.fromkeys(steps, 0))
        if one.step in steps.get(one.lesson, ()):
            row[one.lesson] += 1
    begun = [name for name in steps if any(row[name] for row in done.values())]
    learners = sorted(done, key=str.casefold)
    table: dict[str, list[Any]] = {
        name: [f"{done[who][name]}/{len(steps[name])}" for who in learners] for name in begun
    }
    table["steps in all"] = [sum(done[who].values()) for who in learners]
    return pd.DataFrame(table, index=pd.Index(learners, name="learner", dtype=object))


def hardest(progress: Progress | None = None, most: int = HARDEST) -> pd.DataFrame:
    """The steps with the most wrong tries and hints for each learner who has finished them."""
    columns = ["lesson", "step", "title", "learners", "wrong tries", "hints"]
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for _, one in (progress or Progress()).everything():
        found.setdefault((one.lesson, one.step), []).append((one.tries, one.hints))
    rows: list[list[Any]] = []
    for name in lesson_ids():
        for step in open_lesson(name).steps:
            each = found.get((name, step.id), [])
            tries, hints = sum(t for t, _ in each), sum(h for _, h in each)
            if tries or hints:
                count = len(each)
                row = [name, step.id, step.title, count]
                rows.append([*row, round(tries / count, 1), round(hints / count, 1)])
    rows.sort(key=lambda row: -(row[-2] + row[-1]))
    return pd.DataFrame(rows[:most], columns=columns).set_index(["lesson", "step"])


def report(progress: Progress | None = None) -> None:
    """Show both tables, or why there is nothing to show."""
    try:
        how_far, hard = overview(progress), hardest(progress)
    except Problem as problem:
        show_html(panels.note("warn", str(problem)))
        return
    if how_far.empty:
        show_html('<p class="sr-muted">Nobody has finished a step yet.</p>')
        return
    # as it is read: lessons by game and chapter, one line of headings
    how_far = how_far.rename(columns={n: _chapter(n) for n in how_far.columns if "/" in n})
    hard = hard.droplevel("step").rename(index=_chapter)
    for title, table, corner in (
        ("How far everybody is", how_far, "learner"),
        ("The hardest steps", hard, "lesson"),
    ):
        show_html(f"<h2>{escape(title)}</h2>")
        ipython.display(table.rename_axis(index=None, columns=corner))


def _chapter(name: str) -> str:
    lesson = open_lesson(name)
    return f"{GAMES[lesson.game].title} {lesson.chapter}"
