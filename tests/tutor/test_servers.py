"""Two servers in processes of their own and one PostgreSQL: a game and a class over both, and one
of them is killed in the midst."""

from __future__ import annotations

import random
import signal
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path

import psutil
import pytest

from engine.errors import Problem
from tests.browser.conftest import Served, eventually, serve, stop, write_notebook
from tests.tutor import postgres
from tests.tutor.test_referee import AMBUSH
from tests.tutor.visitor import Visitor
from tutor.pages.member import Member
from tutor.referee.seat import Line, SeatGame

pytestmark = pytest.mark.skipif(not postgres.ASKED, reason="`make soak` does it")
WHERE = """
import os
print("referee", os.environ["STAFFRIDE_REFEREE"])
print("seat", os.environ["STAFFRIDE_SEAT"])
"""
ASK = {"kind": "choice", "text": "Which one is it?", "options": ["A", "B"], "position": None}


class House:
    """A server, and lines to its referee such as the kernels of its pages have."""

    def __init__(self, number: int, folder: Path, database: str, cookies: dict[str, str]) -> None:
        at = f"127.0.0.1:{postgres.free_port()}"
        told = ("--warm", "0", "--lessons", str(folder), "--together-at", at)
        log = folder / f"log{number}"
        self.served: Served = serve(*told, log=log, STAFFRIDE_DATABASE=database)
        self.lines: list[Line] = []
        self.visitor = Visitor(int(self.served.url.rstrip("/").rpartition(":")[2]), cookies)

    def line(self, name: str) -> Line:
        """Somebody opens a page; the line that it has."""
        page = self.visitor.ask(f"/voila/render/index.ipynb?learner={name}")
        self.visitor.leave(page.kernel)
        self.referee = page.told("referee")
        return self.another(name, page.told("seat"))

    def another(self, name: str, key: str) -> Line:
        """A line like that of a page."""
        self.lines.append(Line(self.referee, key, name))
        return self.lines[-1]

    def kill(self) -> None:
        """It and all that it started end without a word."""
        started = psutil.Process(self.served.process.pid)
        for process in (started, *started.children(recursive=True)):
            process.send_signal(signal.SIGKILL)
        self.served.process.wait()


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[list[House]]:
    write_notebook(tmp_path / "index.ipynb", "md:# Home", WHERE)
    with postgres.running() as database:
        # all learners have one browser, which knows both servers by one name
        cookies: dict[str, str] = {}
        built = [House(number, tmp_path, database, cookies) for number in (1, 2)]
        yield built
        for house in built:
            for line in house.lines:
                line.close()
            if house.served.process.poll() is None:
                stop(house.served)


def again(line: Line) -> bool:
    """Whether it is answered now."""
    try:
        line.ask("look", code="ZZZZZ")
    except Problem as problem:
        return "of that code" in problem.what
    return False


def test_a_game_and_a_class_outlive_the_server_they_were_opened_at(houses: list[House]) -> None:
    first, second = houses
    ann, bob = first.line("Ann"), second.line("Bob")
    assert again(ann)
    assert again(bob)
    code = ann.ask("open", scenario=AMBUSH, switches={}, players={})["code"]
    ann.ask("sit", code=code, side="german", learner="Ann", key=ann.key)
    games = {"german": SeatGame(ann, code, "german")}
    bob.ask("sit", code=code, side="soviet", learner="Bob", key=bob.key)
    games["soviet"] = SeatGame(bob, code, "soviet")
    at = {"T": first, "Cy": first, "Di": second}
    lines = {name: house.another(name, f"key of {name}") for name, house in at.items()}
    room = lines["T"].ask("class-open", key=lines["T"].key)["code"]
    teacher = Member(lines["T"], room)
    teacher.want("here", number=-1, version=-1)
    for name in ("Cy", "Di"):
        lines[name].ask("class-join", code=room, name=name, key=lines[name].key)
    question = int(teacher.want("ask", ask=ASK, right="B")["number"])
    for name in ("Cy", "Di"):
        Member(lines[name], room).want("answer", question=question, answer=name)
    luck, done = random.Random(1), 0
    for done in range(1, 21):
        seat = next(game for game in games.values() if game.mine)
        action = seat.sample(luck)
        assert action is not None
        seat.apply(action)
        assert eventually(partial(all_have_heard, games.values(), done))
    before = {side: (game.state, game.log) for side, game in games.items()}
    first.kill()
    # who was there comes back here by the same name, and has the same keys
    ann = second.line("Ann")
    games["german"] = SeatGame(ann, code, "german")
    bob.ask("here", **games["soviet"]._me, number=games["soviet"].number)
    assert {side: (game.state, game.log) for side, game in games.items()} == before
    seat = next(game for game in games.values() if game.mine)
    action = seat.sample(luck)
    assert action is not None
    seat.apply(action)
    assert eventually(partial(all_have_heard, games.values(), done + 1))
    teacher = Member(second.another("T", "key of T"), room)
    teacher.want("here", number=-1, version=-1)
    assert teacher.news["answers"] == [[1, "Cy"], [2, "Di"]]


def all_have_heard(games: Iterable[SeatGame], number: int) -> bool:
    """Whether all seats know of so many actions."""
    for game in games:
        game.line.drain()
    return all(game.number == number for game in games)
