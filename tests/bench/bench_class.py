"""From the teacher's click to the last of thirty screens, as far as the referee has a part in it.

The referee runs in a process of its own, with a database on disk, and is spoken to over ipc (tcp on
Windows). Beside it: the same letters from a router that neither understands nor keeps them.
"""

from __future__ import annotations

import json
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import zmq

from engine import catalogue
from engine.chance import Seeded
from tutor.desk import Desk
from tutor.pages.member import Member
from tutor.pages.showing import Marks, shown_of
from tutor.referee.seat import Line
from tutor.serving.match import RefereeProcess

PUPILS = 30
ACTIONS = 20
"""So many actions has the game that is shown."""


def shown() -> dict[str, Any]:
    """What a teacher shows in the midst of a game."""
    desk = Desk(catalogue.load("victory-awaits/river-line", Seeded(1)))
    for _ in range(ACTIONS):
        desk.game.apply(desk.game.choices()[0])
    return shown_of(desk, Marks())


@contextmanager
def school() -> Iterator[tuple[Member, list[Member]]]:
    """A class of thirty at a referee of its own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        environment = {"STAFFRIDE_PROGRESS": str(folder / "p.sqlite"), "STAFFRIDE_DATABASE": ""}
        process = RefereeProcess(folder, sys.platform != "win32", environment)
        process._begin()
        members: list[Member] = []
        try:
            line = Line(process.address, "chalk", "teacher")
            code = str(line.ask("class-open", key=line.key)["code"])
            members.append(Member(line, code))
            for number in range(PUPILS):
                one = Line(process.address, f"key {number}", f"P{number}")
                one.ask("class-join", code=code, name=one.learner, key=one.key)
                members.append(Member(one, code))
            for member in members:
                member.want("here", number=-1, version=-1)
            yield members[0], members[1:]
        finally:
            for member in members:
                member.line.close()
            process.end()


def click(teacher: Member, pupils: list[Member], show: dict[str, Any]) -> float:
    """Seconds from what the teacher does until the last pupil has heard of it."""
    begun = time.perf_counter()
    number = teacher.want("show", show=show)["number"]
    for pupil in pupils:
        while pupil.number < number:
            assert pupil.line._socket.poll(10_000), "a pupil heard nothing"
            pupil.line.drain()
    return time.perf_counter() - begun


class Router(threading.Thread):
    """Gives every letter to everybody who has ever spoken, and understands none."""

    def __init__(self, address: str) -> None:
        super().__init__(daemon=True)
        self._context = zmq.Context()
        self._door = self._context.socket(zmq.ROUTER)
        self._door.bind(address)

    def run(self) -> None:
        """Until somebody says nothing."""
        known: dict[bytes, None] = {}
        while True:
            who, letter = self._door.recv_multipart()
            known[who] = None
            if not letter:
                break
            for one in known if letter != b"hello" else (who,):
                self._door.send_multipart([one, letter])
        self._context.destroy(linger=0)


def plainly(letter: bytes, repeats: int) -> float:
    """The best time of the same letters through a plain router."""
    with tempfile.TemporaryDirectory() as name:
        address = f"ipc://{name}/router" if sys.platform != "win32" else "tcp://127.0.0.1:5599"
        router = Router(address)
        router.start()
        context = zmq.Context()
        lines = [context.socket(zmq.DEALER) for _ in range(PUPILS + 1)]
        for line in lines:
            line.connect(address)
            line.send(b"hello")
            line.recv()
        found = []
        for _ in range(repeats):
            begun = time.perf_counter()
            lines[0].send(letter)
            for line in lines:
                line.recv()
            found.append(time.perf_counter() - begun)
        lines[0].send(b"")
        router.join()
        context.destroy(linger=0)
    return min(found)


def rows(quick: bool = False) -> list[dict[str, object]]:
    """A click of the teacher's, beside a plain router."""
    repeats, show = 5 if quick else 25, shown()
    with school() as (teacher, pupils):
        found = [
            click(teacher, pupils, {**show, "cursor": str(number)}) for number in range(repeats)
        ]
    seconds = sorted(found)[len(found) // 2]
    beside = plainly(json.dumps(show).encode(), repeats)
    return [
        {
            "name": f"teacher's click to the last of {PUPILS} lines, written down before",
            "seconds": seconds,
            "baseline": f"the same letter by a plain router to {PUPILS}, best of {repeats}",
            "baseline_seconds": beside,
            "ratio": seconds / beside,
        }
    ]
