"""Attendance: a page tells the class how its pupil comes on, and hears when the class calls."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from engine import catalogue
from engine.errors import Problem
from engine.words import catalogue as words
from tutor import panels, visit
from tutor.desk import Desk
from tutor.pages.member import Member
from tutor.pages.showing import board_of
from tutor.referee.seat import Line

if TYPE_CHECKING:
    from tutor.pages.lesson import LessonPage

SIGN_SECONDS = 20.0
"""That somebody does something is told so often at the most."""


class Attendance:
    """What a class hears of a page that it has led to. Nothing waits for it: the page goes on
    without a class. `called` is told what to say to the pupil when the class is elsewhere."""

    def __init__(
        self,
        member: Member,
        called: Callable[[str], None],
        desk: Callable[[], Desk | None],
    ) -> None:
        self.member, self._called, self.desk = member, called, desk
        self._signed, self._away = 0.0, False
        self.table = visit.asked().get("table", "")
        """The shared table of this page, where it is at one."""
        member.on_news, member.on_peek = self._heard, self.board

    @property
    def about(self) -> tuple[str, str]:
        """The work that this page is about: its kind and its name."""
        return "scenario", visit.asked().get("scenario", "")

    def board(self) -> dict[str, Any] | None:
        """The board before the pupil, as his teacher sees it over his shoulder."""
        desk = self.desk()
        title = catalogue.title_of(desk.game.scenario.id) if desk is not None else ""
        return board_of(desk, title)

    def begin(self) -> None:
        """The pupil is here."""
        self._signed = time.monotonic()
        self.member.say("report", lesson="", step="", left=1)

    def sign(self) -> None:
        """The pupil does something."""
        self.member.changed()
        if time.monotonic() - self._signed > SIGN_SECONDS:
            self._signed = time.monotonic()
            self.member.say("sign")

    @property
    def _here(self) -> bool:
        """Whether the class is at work here: in pairs, at this table."""
        on, (kind, name) = self.member.on, self.about
        if on["kind"] != "work" or on["work"][kind] != name:
            return False
        pair = self.member.news["you"].get("pair")
        return pair is None or pair["table"] == self.table

    def _heard(self) -> None:
        """The teacher has put something else on, or this again."""
        away = self.member.gone or not self._here
        if away != self._away:
            self._away = away
            if not away:
                self.begin()
            address = visit.link("class", **{"class": self.member.code})
            link = f' <a class="sr-called" href="{escape(address)}">Back to the class</a>'
            told = panels.note("info", words().say("school.called"), link)
            self._called(told if away else "")


class LessonAttendance(Attendance):
    """The same of a lesson: at which step the pupil is, and what he gets wrong."""

    def __init__(self, page: LessonPage, member: Member) -> None:
        super().__init__(member, page.called, lambda: page.desk)
        self.page = page

    @property
    def about(self) -> tuple[str, str]:
        """The lesson."""
        return "lesson", self.page.lesson.id

    def board(self) -> dict[str, Any] | None:
        """The board of the step that the pupil is at."""
        at = self.page.at
        return board_of(self.desk(), f"{self.page.lesson.title}: {at.title}" if at else "")

    def begin(self) -> None:
        """The pupil is here, or has been called back."""
        if self.page.at is not None:
            self.at(self.page.at.id)

    def at(self, step: str, wrong: Sequence[str] | None = None) -> None:
        """The pupil is at a step, and was perhaps wrong."""
        lesson = self.page.lesson
        done = [one.id for one in lesson.steps if one.id in self.page.finished]
        told = {"lesson": lesson.id, "step": step, "left": len(lesson.steps) - len(done)}
        more = {} if wrong is None else {"wrong": list(wrong)}
        self._signed = time.monotonic()
        self.member.say("report", **told, done=done, **more)
        self.member.changed()


def attended() -> list[Mapping[str, Any]]:
    """The classes that go on and this learner is in, each with what is on."""
    line = Line(visit.referee(), visit.seat_key(), visit.learner())
    try:
        mine = line.ask("class-mine", key=line.key)["attends"]
        return [line.ask("class-on", code=code, key=line.key) for code in mine]
    except Problem:
        # the lessons are there without it
        return []
    finally:
        line.close()


def member_here() -> Member | None:
    """The pupil's place in the class that the address names, if it names one."""
    code = visit.asked().get("class", "").strip().upper()
    if not code or not visit.referee():
        return None
    return Member(Line(visit.referee(), visit.seat_key(), visit.learner()), code)
