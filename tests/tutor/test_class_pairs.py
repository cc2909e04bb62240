"""A class that works in pairs, without a browser: its pages sit down where the class has seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.tutor.sitting import all_widgets, buttons, do, words
from tests.tutor.test_class_pages import Hour, said, to_wall
from tests.tutor.test_referee import Hall, Wire
from tutor import visit
from tutor.pages import sandbox
from tutor.pages.attendance import Attendance
from tutor.pages.member import Member
from tutor.pages.pupil import PupilPage
from tutor.pages.sandbox import Sandbox
from tutor.pages.teaching import WORK
from tutor.referee.seat import SeatGame
from tutor.table.together import Together

OPEN, SECRET = "victory-awaits/river-line", "conflict-of-heroes/ambush"


@pytest.fixture
def hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Hour:
    monkeypatch.setattr(Member, "begin", Member.here)
    monkeypatch.setattr(Together, "begin", lambda tray: None)
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "mine.sqlite"))
    return Hour(Hall(tmp_path / "school.sqlite"), monkeypatch)


class Pupils:
    """The pages of pupils who follow the links that they are given."""

    def __init__(self, hour: Hour, patch: pytest.MonkeyPatch) -> None:
        self.hour, self._patch, self._opened = hour, patch, 0

    def link(self, page: PupilPage) -> dict[str, str]:
        """Where a pupil's page leads."""
        told = [str(w.value) for w in all_widgets(page.widget) if type(w).__name__ == "HTML"]
        href = "".join(told).partition('href="sandbox.ipynb')[2].partition('"')[0]
        return {k: v[0] for k, v in parse_qs(urlsplit(href.replace("&amp;", "&")).query).items()}

    def open(self, name: str, asked: dict[str, str]) -> Sandbox:
        """A pupil's page at such an address."""
        self._opened += 1
        hall, count = self.hour.hall, self._opened
        member = Member(Wire(hall, f"{name} listens {count}", name), self.hour.code)
        line = Wire(hall, f"{name} plays {count}", name)
        with self._patch.context() as patch:
            patch.setattr(visit, "asked", lambda: asked)
            patch.setattr(visit, "referee", lambda: "ipc://nowhere")
            patch.setattr(visit, "seat_key", lambda: name)
            patch.setattr(visit, "learner", lambda: name)
            patch.setattr(sandbox, "member_here", lambda: member)
            patch.setattr(Sandbox, "_line", lambda page: line)
            page = Sandbox()
        assert page.attendance is not None
        return page


@pytest.fixture
def pupils(hour: Hour, monkeypatch: pytest.MonkeyPatch) -> Pupils:
    return Pupils(hour, monkeypatch)


def in_pairs(hour: Hour, scenario: str = OPEN) -> None:
    """Work in pairs is set."""
    hour.teacher.tabs.value = WORK
    hour.teacher.scenarios.game.value = scenario.partition("/")[0]
    hour.teacher.scenarios.choose.value = scenario
    hour.teacher.work.pairs.value = True
    do(hour.teacher, "Set the scenario of Show for all")


def game(page: Sandbox) -> Any:
    assert page.table is not None
    return page.table.desk.game


def test_two_sit_down_at_one_table_by_a_link_alone(hour: Hour, pupils: Pupils) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour)
    assert "You play Axis, at a table with Bob (Soviet)." in said(ann)
    assert "Axis: Ann, not there yet · Soviet: Bob, not there yet 1" in said(hour.teacher)
    at = pupils.link(ann)
    assert at["class"] == hour.code
    pages = {"Ann": pupils.open("Ann", at), "Bob": pupils.open("Bob", pupils.link(bob))}
    assert "not there yet" not in said(hour.teacher)
    games = {name: game(page) for name, page in pages.items()}
    assert {one.side for one in games.values()} == {"axis", "soviet"}
    first, second = sorted(games, key=lambda name: not games[name].mine)
    assert words(hour.teacher.work.progress.value).endswith(f"Soviet: Bob 1 of 3 {first}")
    table = pages[first].table
    assert table is not None
    table.act(games[first].choices()[0])
    assert games[second].state == games[first].state
    assert pages["Bob"].attendance is not None
    for member in (pages["Bob"].attendance.member, bob.member):
        assert member is not None
        member.line.tell("class-bye", code=hour.code)
    assert "Soviet: Bob, away" in said(hour.teacher)
    # a reload, or a kernel that was lost: the same table, the same seat
    again = game(pupils.open("Ann", at))
    assert (again.code, again.seat) == (games["Ann"].code, games["Ann"].seat)
    assert again.state == games["Bob"].state


def test_who_is_left_over_plays_a_bot_until_somebody_comes(hour: Hour, pupils: Pupils) -> None:
    ann = hour.join("Ann")
    in_pairs(hour)
    assert "with the greedy bot (Soviet), until somebody comes" in said(ann)
    assert "Soviet: the greedy bot, until somebody comes" in said(hour.teacher)
    alone = pupils.open("Ann", pupils.link(ann))
    bob = hour.join("Bob")
    assert "at a table with Bob (Soviet)." in said(ann)
    assert "the greedy bot" not in said(hour.teacher)
    other = game(pupils.open("Bob", pupils.link(bob)))
    assert isinstance(other, SeatGame)
    assert other.code == game(alone).code


def test_what_two_cannot_play_is_not_set(hour: Hour) -> None:
    hour.join("Ann")
    in_pairs(hour, "pavlovs-house/guards")
    assert "not played by one person a side" in said(hour.teacher)
    assert hour.teacher.member is not None
    assert hour.teacher.member.news["kind"] == ""


def test_the_teacher_looks_at_a_pairs_board_and_puts_it_on_the_wall(
    hour: Hour, pupils: Pupils
) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour)
    pages = [pupils.open(name, pupils.link(page)) for name, page in (("Ann", ann), ("Bob", bob))]
    do(hour.teacher, "Look at Ann")
    assert hour.board.desk.game.state == game(pages[0]).state
    assert hour.board.desk.idle
    # and sees what both do there
    for _ in range(2):
        acts = next(page.table for page in pages if game(page).mine)
        assert acts is not None
        acts.act(acts.desk.game.choices()[-1])
        assert hour.board.desk.game.state == game(pages[0]).state
    to_wall(hour, "Ann")
    assert bob.table is not None
    assert bob.table.desk.game.state == game(pages[0]).state
    assert "Try it yourself" not in buttons(bob.widget)
    pairs = [game(page).code for page in pages]
    do(hour.teacher, "Back to my board")
    # the same pairs go on
    assert pupils.link(bob)["table"] == pairs[1]
    assert "not there yet" not in said(hour.teacher)


def test_what_a_pupil_hides_from_the_other_is_looked_at_and_not_put_on_the_wall(
    hour: Hour, pupils: Pupils
) -> None:
    ann, bob = hour.join("Ann"), hour.join("Bob")
    in_pairs(hour, SECRET)
    pages = [pupils.open(name, pupils.link(page)) for name, page in (("Ann", ann), ("Bob", bob))]
    do(hour.teacher, "Look at Ann")
    assert hour.board.desk.game.state == game(pages[0]).state
    hour.teacher.shoulder.wall.click()
    assert "what Ann hides from the other player" in said(hour.teacher)
    hour.teacher.say("")
    hour.ask()
    assert "what Ann hides from the other player" in said(hour.teacher)
    assert bob.table is None
    assert hour.teacher.shoulder.looking


def test_of_a_pairs_board_a_move_is_asked_only_where_its_pupil_decides(
    hour: Hour, pupils: Pupils
) -> None:
    joined = {name: hour.join(name) for name in ("Ann", "Bob")}
    in_pairs(hour)
    pages = {name: pupils.open(name, pupils.link(page)) for name, page in joined.items()}
    first, second = sorted(pages, key=lambda name: not game(pages[name]).mine)
    do(hour.teacher, f"Look at {second}")
    hour.ask()
    assert "does not decide now" in said(hour.teacher)
    hour.teacher.tabs.value = WORK
    do(hour.teacher, f"Look at {first}")
    hour.ask()
    table = joined[second].table
    assert table is not None
    table.act(table.desk.game.choices()[0])
    assert "1 of 2 have answered" in said(hour.teacher)


def test_other_pairs_call_their_pupils_to_other_tables(hour: Hour, pupils: Pupils) -> None:
    ann = hour.join("Ann")
    hour.join("Bob")
    in_pairs(hour)
    page = pupils.open("Ann", pupils.link(ann))
    assert isinstance(page.attendance, Attendance)
    assert page.call.value == ""
    in_pairs(hour)
    assert "Back to the class" in page.call.value
