"""The card of one step of a lesson: what it asks, and what it says to the learner."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

from tutor import panels, visit
from tutor.desk import Desk
from tutor.lesson import Step
from tutor.lesson.kinds import KINDS, Kind
from tutor.lesson.prose import marked
from tutor.table import Tabletop
from tutor.table.canvas import WIDGET_VIEW, bundle, widget_view
from tutor.table.cell import carefully
from tutor.table.parts import button, column, html

if TYPE_CHECKING:
    from tutor.pages.lesson import LessonPage

STILL_SIZE = 20.0
"""Hex size of the picture that stands in for a board where there is no kernel."""
FINISHED = "sr-step-finished"


class StepCard:
    """One step, closed until it is its turn or the learner opens it."""

    def __init__(self, page: LessonPage, step: Step, task: str = "") -> None:
        self.page, self.step = page, step
        self.task = html("sr-task", value=task)
        self.tries = self.hints_used = 0
        self.kind: Kind | None = None
        self.message = html("staffride-alert", "sr-step-message")
        self.call = html("staffride-status")
        """The class that calls, if it does."""
        self.body = column(look="sr-step-body")
        self.widget = column(self.body, self.message, look=f"sr-step sr-step-{step.id}")
        if step.id in page.finished:
            self.widget.add_class(FINISHED)
        current = page.next_step
        if current is not None and current.id == step.id:
            self.open()
        else:
            self._closed()

    @property
    def table(self) -> Tabletop | None:
        """The table, once the step is open."""
        return self.kind.table if self.kind is not None else None

    def _closed(self) -> None:
        again = self.step.id in self.page.finished
        closed = button("Do it again" if again else "Open this step")
        closed.add_class("sr-step-open")
        closed.on_click(carefully(lambda _: self.open(), partial(self.say, "no")))
        self.body.children = [self.task, closed]
        if again:
            self.say("ok", "Done.")

    def open(self) -> None:
        """Set the position up and let the learner at it."""
        if self.kind is not None:
            return
        again = self.step.id in self.page.finished
        self.say("ok" if again else "", "You have done this step before." if again else "")
        self.kind = KINDS[self.step.kind](self)
        # Beside the board: task, question, buttons and answer are seen without scrolling.
        asked = column(self.call, *self.kind.controls, self.message, look="sr-ask")
        side = self.kind.table.side
        side.children = (self.task, asked, *side.children)
        self.body.children = [self.kind.table.widget]
        self.widget.children = [self.body]
        self.kind.table.after.append(partial(self.page.stirs, self.step))
        self.page.comes_to(self.step)

    def missed(self, rules: Sequence[str]) -> None:
        """A wrong try, and the rules that it was wrong by."""
        self.tries += 1
        self.page.missed(self.step, rules)

    def say(self, kind: str, text: str, more: str = "") -> None:
        """What the step has to say to the learner."""
        self.message.value = panels.note(kind, text, more)

    def done(self, because: str = "") -> None:
        """The step is finished."""
        first = self.step.id not in self.page.finished
        self.page.finish(self.step, self.tries, self.hints_used)
        self.widget.add_class(FINISHED)
        following = self.page.next_step
        tail = " That was the last step."
        if following:
            title = escape(following.title)
            stop = "" if following.title.endswith(("?", "!")) else "."
            to = f"#step-{escape(following.id)}"
            tail = f' <a class="sr-onward" href="{to}">Next: {title}{stop}</a>'
        told = marked(self.page.lesson.game, self.step.done)
        self.say("ok", "Done.", (f" {told}" if told else "") + (tail if first else ""))
        if self.step.id in self.page.unkept:
            told = self.message.value
            self.page.kept.append(lambda: self._kept(told))
        if self.page.untold:
            self.message.value += panels.note("warn", self.page.untold)
            self.page.untold = ""
        self.message.value += because

    def _kept(self, told: str) -> None:
        """It is written down after all: say so where it was said that it was not."""
        if self.message.value.startswith(told) and self.message.value != told:
            self.message.value = told + panels.note("ok", "It is kept now.")

    def hint(self, before: str = "") -> None:
        """The next hint of the ladder, and how many are left."""
        listed = self.next_hint()
        left = len(self.step.hints) - self.hints_used
        if left:
            tail = f"{left} more {'hint' if left == 1 else 'hints'}."
        else:
            tail = f"These are all the hints.{self.kind.last_hint if self.kind else ''}"
        self.say("info", "", f'{listed}<span class="sr-muted">{tail}</span>')
        self.message.value = before + self.message.value

    def next_hint(self) -> str:
        """One more hint, with those before it."""
        hints = self.step.hints
        behind = self.kind.behind() if self.kind else 0
        self.hints_used = max(self.hints_used, min(behind, len(hints) - 1))
        if self.hints_used < len(hints):
            self.hints_used += 1
        shown = hints[min(behind, self.hints_used - 1) : self.hints_used] if hints else ()
        told = (marked(self.page.lesson.game, text) for text in shown)
        return f"<ol>{''.join(f'<li>{text}</li>' for text in told)}</ol>"

    def _repr_mimebundle_(self, **_: Any) -> dict[str, Any]:
        if visit.served():
            # The page has the notebook's stored picture already; drawing it again would cost time.
            return {WIDGET_VIEW: widget_view(self.widget)}
        desk = Desk(self.step.game(), bots=self.step.bots)
        desk.shown |= set(self.step.shown)
        return bundle(desk.view(), STILL_SIZE, self.widget)
