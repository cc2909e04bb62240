"""The classroom: how far every learner is, and which steps give them trouble."""

from __future__ import annotations

from typing import Any

import pandas as pd

from engine.catalogue import GAMES
from engine.errors import Problem
from tutor import panels, visit
from tutor.lesson import lesson_ids, open_lesson
from tutor.progress import Progress
from tutor.referee.seat import HERE_SECONDS, Line
from tutor.table.cell import CellWidget
from tutor.table.parts import column, html, put
from tutor.table.repeat import Repeat

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


def report_html(progress: Progress | None = None) -> str:
    """Both tables, or why there is nothing to show."""
    try:
        how_far, hard = overview(progress), hardest(progress)
    except Problem as problem:
        return panels.note("warn", str(problem))
    if how_far.empty:
        return '<p class="sr-muted">Nobody has finished a step yet.</p>'
    # as it is read: lessons by game and chapter, one line of headings
    how_far = how_far.rename(columns={n: _chapter(n) for n in how_far.columns if "/" in n})
    hard = hard.droplevel("step").rename(index=_chapter)
    far, hardly = _table(how_far, "learner"), _table(hard, "lesson")
    return f"{far}<h2>The hardest steps</h2>{hardly}"


def _table(table: pd.DataFrame, corner: str) -> str:
    named = table.rename_axis(index=None, columns=corner)
    return f'<div class="sr-scroll">{named.to_html(border=0)}</div>'


class Report(CellWidget):
    """How far everybody is, as it changes."""

    without_kernel = "How far everybody is: it needs a running page."

    def __init__(self, progress: Progress | None = None) -> None:
        super().__init__()
        self._progress = progress
        self._number = -1
        """Of what was shown last."""
        self.tables = html("sr-report")
        self.widget = column(self.tables)
        self.show()
        if visit.referee():
            self._watch(Line(visit.referee(), visit.seat_key(), visit.learner()))

    def show(self) -> None:
        """Show what is kept now."""
        put(self.tables, report_html(self._progress))

    def _watch(self, line: Line) -> None:
        """Look again whenever somebody has come on, as long as the page lives."""
        self.line = line
        line.on_news = self._heard
        line.listen()
        self.pulse = Repeat(self.here, lambda: None)
        self.pulse.start(HERE_SECONDS)
        self.here()

    def here(self) -> bool:
        """Say that somebody watches; what was missed is told then."""
        self.line.tell("watch", number=self._number)
        self.line.drain()
        return True

    def _heard(self, told: dict[str, Any]) -> None:
        number = told["news"]["came-on"]
        # of several letters that have come the last one is enough; what follows may be none of
        # ours, and then the next word of the watch brings this one again
        if number != self._number and not self.line.more:
            self._number = number
            self.show()


def _chapter(name: str) -> str:
    lesson = open_lesson(name)
    return f"{GAMES[lesson.game].title} {lesson.chapter}"
