"""Attendance: a lesson's page tells the class how its pupil comes on, and hears its call."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from tutor import visit
from tutor.pages.member import Member
from tutor.referee.seat import Line

if TYPE_CHECKING:
    from tutor.pages.lesson import LessonPage

SIGN_SECONDS = 20.0
"""That somebody does something is told so often at the most."""


class Attendance:
    """What a class hears of a lesson. Nothing waits for it: a lesson goes on without a class."""

    def __init__(self, page: LessonPage, member: Member, called: Callable[[str], None]) -> None:
        self.page, self.member, self._called = page, member, called
        self._signed, self._away = 0.0, False
        member.on_news = self._heard

    def at(self, step: str, wrong: Sequence[str] | None = None) -> None:
        """The pupil is at a step, and was perhaps wrong."""
        lesson = self.page.lesson
        done = [one.id for one in lesson.steps if one.id in self.page.finished]
        told = {"lesson": lesson.id, "step": step, "left": len(lesson.steps) - len(done)}
        more = {} if wrong is None else {"wrong": list(wrong)}
        self._signed = time.monotonic()
        self.member.say("report", **told, done=done, **more)

    def sign(self) -> None:
        """The pupil does something."""
        if time.monotonic() - self._signed > SIGN_SECONDS:
            self._signed = time.monotonic()
            self.member.say("sign")

    def _heard(self) -> None:
        """The teacher has put something else on, or this again."""
        on = self.member.on
        here = on["kind"] == "work" and on["work"]["lesson"] == self.page.lesson.id
        away = self.member.gone or not here
        if away != self._away:
            self._away = away
            address = visit.link("class", **{"class": self.member.code})
            self._called(address if away else "")


def attend(page: LessonPage, called: Callable[[str], None]) -> Attendance | None:
    """Tell the class of which the address tells; `called` hears where to go when it is called."""
    code = visit.asked().get("class", "").strip().upper()
    if not code or not visit.referee():
        return None
    line = Line(visit.referee(), visit.seat_key(), visit.learner())
    attendance = Attendance(page, Member(line, code), called)
    attendance.member.begin()
    return attendance
