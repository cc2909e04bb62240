"""A lesson on a page: the story in HTML that reads without a kernel, and a card for each step."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from IPython import display as ipython

from engine import examples
from engine.catalogue import GAMES
from engine.errors import Problem
from engine.tables import load_charts
from tutor import panels, visit
from tutor.desk import Desk
from tutor.lesson import Lesson, Step, open_lesson
from tutor.lesson.card import StepCard
from tutor.lesson.prose import prose
from tutor.look import framed_html, show_html
from tutor.pages import contrast
from tutor.pages.attendance import LessonAttendance, attended, member_here
from tutor.progress import Progress
from tutor.referee.seat import Line
from tutor.table.repeat import Repeat

AGAIN_SECONDS = 20.0
"""What could not be written down is tried again after so long, and with the next step."""


class LessonPage:
    """An open lesson; a notebook places its steps with `page.step("...")`."""

    def __init__(self, lesson: Lesson, learner: str | None = None) -> None:
        self.lesson = lesson
        self.learner = learner or visit.learner()
        self.progress = Progress()
        self.cards: dict[str, StepCard] = {}
        self.trouble = self.untold = ""
        self.unkept: dict[str, tuple[int, int]] = {}
        """Steps that are done and could not be written down yet: with tries and hints."""
        self.kept: list[Callable[[], None]] = []
        """Who has told of such a step, and tells when it is written."""
        self.beat = Repeat(self._keep, lambda: None)
        self.at: Step | None = None
        """The step at which something was done last."""
        self._passed = ""
        """The step that has been finished just now, until its table has said so."""
        self.attendance: LessonAttendance | None = None
        """The class that hears of it, if the pupil has come from one."""
        self._line: Line | None = None
        """To who watches the record, once something has been written there."""
        try:
            self.finished = self.progress.steps(self.learner, lesson.id)
        except Problem as problem:
            self.finished = set()
            self.trouble = str(problem)

    @property
    def next_step(self) -> Step | None:
        """The first step that is not finished."""
        return next((s for s in self.lesson.steps if s.id not in self.finished), None)

    def opening(self) -> None:
        """Title, what it is about, how long it takes."""
        following = self.next_step if self.finished else None
        show_html(_html().opening(self.lesson, following))
        if self.trouble:
            show_html(panels.note("warn", f"Your progress is not kept: {self.trouble}"))

    def step(self, name: str) -> None:
        """Place a step here."""
        step = self.lesson.step(name)
        lesson = self.lesson
        text = panels.Html(prose(lesson.game, step.text))
        head = str(_html().head(lesson, step, text))
        if not visit.served():
            # A notebook is a document: it tells of its steps where no kernel runs as well.
            show_html(head)
        card = StepCard(self, step, head if visit.served() else "")
        self.cards[step.id] = card
        ipython.display(card)

    @property
    def locked(self) -> bool:
        """Whether the learner's teacher wants no solution shown, wherever the lesson was opened."""
        if self.attendance is not None:
            return self.attendance.member.locked
        return bool(visit.referee()) and any(one["locked"] for one in attended())

    @property
    def desk(self) -> Desk | None:
        """The desk of the step that the learner is at, if that is open."""
        card = self.cards.get(self.at.id) if self.at is not None else None
        return card.table.desk if card is not None and card.table is not None else None

    def comes_to(self, step: Step) -> None:
        """A step is before the learner."""
        self.at = step
        if self.attendance is not None:
            self.attendance.at(step.id)

    def missed(self, step: Step, rules: Sequence[str]) -> None:
        """The learner was wrong at a step, by these rules."""
        self.at = step
        if self.attendance is not None:
            self.attendance.at(step.id, rules)

    def stirs(self, step: Step) -> None:
        """The learner does something at a step; that it is done now leads on from it."""
        if step.id != self._passed:
            self.at = step
        self._passed = ""
        if self.attendance is not None:
            self.attendance.sign()

    def called(self, told: str) -> None:
        """The class has gone elsewhere, or come back here."""
        for card in self.cards.values():
            card.call.value = told

    def finish(self, step: Step, tries: int, hints: int) -> None:
        """A step is done: keep it, and open the next one."""
        self.finished.add(step.id)
        self._passed = step.id
        self.unkept[step.id] = (tries, hints)
        if self._keep():
            # In a page there is a loop to come back in.
            with suppress(RuntimeError):
                asyncio.get_running_loop()
                self.beat.start(AGAIN_SECONDS)
        following = self.next_step
        if following is not None and following.id in self.cards:
            self.cards[following.id].open()
        elif following is None:
            self.comes_to(step)

    def _keep(self) -> bool:
        """Write down what is done; whether something is still to be written."""
        try:
            for step, (tries, hints) in list(self.unkept.items()):
                self.progress.finish(self.learner, self.lesson.id, step, tries, hints)
                del self.unkept[step]
        except Problem as problem:
            if not self.trouble:
                self.untold = f"This was not kept: {problem} It is tried again by itself."
            self.trouble = str(problem)
            return True
        self.trouble = ""
        while self.kept:
            self.kept.pop()()
        if visit.referee():
            # who watches how far everybody is looks again
            self._line = self._line or Line(visit.referee(), visit.seat_key(), self.learner)
            self._line.tell("came-on")
        return False

    def chart(self, name: str, corner: str = "") -> None:
        """Show a table of the game, and whether it is the rulebook's or a reconstruction."""
        package = GAMES[self.lesson.game].package
        show_html(panels.chart_html(self.lesson.game, load_charts(package, {})[name], corner))

    def differences(self, known: str) -> None:
        """In what this game differs from one of its family that the learner knows."""
        show_html(contrast.differences_html(known, self.lesson.game))

    def examples(self, *ids: str) -> None:
        """Run worked examples and show what they state."""
        for example in ids:
            ipython.display(ExampleNote(example))


class ExampleNote:
    """A worked example on a lesson's page: given, expected, and that it holds."""

    def __init__(self, example: str) -> None:
        self.found, self.result = examples.find(example), examples.run(example)

    def __repr__(self) -> str:
        lines = [f"{self.found.id}: {self._state()}", *self.result.facts]
        return "\n  ".join(lines)

    def _state(self) -> str:
        return "holds" if self.result.passed else f"FAILS, {self.result.reason}"

    def _repr_html_(self) -> str:
        return framed_html(_html().worked(self.found, self.result, self._state()))


def _html() -> Any:
    return panels.page("lesson")


def open_page(name: str) -> LessonPage:
    """Open a lesson on this page."""
    page = LessonPage(open_lesson(name))
    if (member := member_here()) is not None:
        page.attendance = LessonAttendance(page, member)
        member.begin()
    return page
