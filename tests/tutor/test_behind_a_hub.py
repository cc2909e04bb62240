"""The whole house on one machine: JupyterHub with its proxy, haproxy, two servers, one PostgreSQL.

`make soak` runs it, with the files of tutor/serving/front as they are.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import psutil
import pytest
from tornado.simple_httpclient import SimpleAsyncHTTPClient

from tests.browser.conftest import ROOT, eventually, serve, stop, write_notebook
from tests.tutor import postgres
from tests.tutor.test_referee import AMBUSH
from tests.tutor.test_servers import ASK, all_have_heard
from tests.tutor.visitor import Answer, run
from tests.tutor.wire import MOST_BYTES, Page
from tutor.pages.member import Member
from tutor.referee.seat import Line, SeatGame

ASKED = bool(os.environ.get("STAFFRIDE_HUB"))
pytestmark = pytest.mark.skipif(not ASKED, reason="`make soak` does it")
FRONT = ROOT / "tutor" / "serving" / "front"
PROGRAMS = os.pathsep.join(
    [
        os.environ.get("STAFFRIDE_FRONT", str(ROOT / ".front" / "node_modules" / ".bin")),
        *os.environ["PATH"].split(os.pathsep),
        "/usr/sbin",
    ]
)
BASE = "/services/staffride/"
PASSWORD = "chalk and slate"
PATIENCE = 60.0
OWN = f"""
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = {PASSWORD!r}
c.Authenticator.allow_all = True
"""
WHERE = """
import os
from tutor import visit
from tutor.progress import Progress
print("referee", os.environ["STAFFRIDE_REFEREE"])
print("seat", os.environ["STAFFRIDE_SEAT"])
print("name", visit.learner())
if "step" in visit.asked():
    Progress().finish(visit.learner(), "victory-awaits/09-movement", visit.asked()["step"])
print("done", sorted(one.step for one in Progress().done(visit.learner())))
"""


@contextmanager
def started(name: str, *command: str, folder: Path, **environment: str) -> Iterator[None]:
    """A program while it runs; what it says is in a file of its name."""
    with (folder / f"{name}.log").open("w") as said:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PATH": PROGRAMS, "PYTHONPATH": str(ROOT), **environment},
            stdout=said,
            stderr=said,
        )
    try:
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)


class House:
    """One of the two servers."""

    def __init__(self, name: str, port: int, folder: Path, **environment: str) -> None:
        self.name = name
        at = f"127.0.0.1:{postgres.free_port()}"
        options = ("--port", str(port), "--together-at", at, "--warm", "0", "--sessions", "20")
        lessons = ("--lessons", str(folder / "lessons"))
        self.served = serve(*options, *lessons, log=folder / f"{name}.log", **environment)

    def kill(self) -> None:
        """It and all that it started end without a word."""
        process = psutil.Process(self.served.process.pid)
        for one in (process, *process.children(recursive=True)):
            one.kill()
        self.served.process.wait()


@dataclass
class Whole:
    """All of it."""

    address: str
    houses: dict[str, House]
    folder: Path
    lines: list[Line] = field(default_factory=list)
    """To be closed: what is said to who has died waits for ever."""


class Browser:
    """Somebody who has logged in at the hub."""

    def __init__(self, whole: Whole, name: str) -> None:
        self.whole, self.name = whole, name
        self.jar, self._referee = CookieJar(), ""
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(self.jar))
        form = self.ask(f"{BASE}voila/render/where.ipynb")
        assert "/hub/login" in self.at, self.at
        (seal,) = [one.value for one in self.jar if (one.name, one.path) == ("_xsrf", "/hub/")]
        told = {"username": name, "password": PASSWORD, "_xsrf": seal}
        page = self.ask(self.at.removeprefix(whole.address), told)
        assert page.status == 200, (form.status, page.status, self.at, page.text[-300:])
        assert page.told("name") == name
        self.leave(page)
        self._line(page)

    def ask(self, path: str, body: dict[str, object] | None = None) -> Answer:
        """One request, led on to wherever it leads."""
        data = None if body is None else urlencode(body).encode()
        try:
            with self._opener.open(Request(self.whole.address + path, data), timeout=60) as got:
                self.at = got.url
                return Answer(got.status, got.headers, got.read().decode())
        except HTTPError as error:
            return Answer(error.code, error.headers, error.read().decode())

    def again(self, **query: str) -> Answer:
        """The page again, and the line that it has."""
        page = self.ask(f"{BASE}voila/render/where.ipynb?{urlencode(query)}")
        assert page.status == 200, page.text[-500:]
        self.leave(page)
        self._line(page)
        return page

    def leave(self, page: Answer) -> None:
        """Leave a page, as a browser does."""
        (seal,) = [one.value for one in self.jar if (one.name, one.path) == ("_xsrf", BASE)]
        left = self.ask(f"{BASE}staffride/farewell/{page.kernel}", {"_xsrf": seal})
        assert left.status == 204

    def _line(self, page: Answer) -> None:
        if page.told("referee") != self._referee:
            self._referee = page.told("referee")
            # one for a table, one for a class
            self.line, self.bench = (
                Line(self._referee, page.told("seat"), self.name) for _ in range(2)
            )
            self.whole.lines += [self.line, self.bench]

    @property
    def house(self) -> str:
        """The server that it comes back to."""
        (name,) = [one.value for one in self.jar if one.name == "staffride_server"]
        return str(name)

    def cookies(self) -> dict[str, str]:
        """What it sends with each request to Staffride."""
        return {one.name: str(one.value) for one in self.jar if one.path in {"/", BASE}}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Whole]:
    """Everything that README says to start, started."""
    folder = tmp_path_factory.mktemp("whole")
    shutil.copytree(ROOT / "lessons", folder / "lessons", ignore=shutil.ignore_patterns("*.py"))
    write_notebook(folder / "lessons" / "where.ipynb", "md:# Where", WHERE)
    (folder / "own.py").write_text(OWN)
    hub, hub_port, proxy, front, one, two = (postgres.free_port() for _ in range(6))
    token = "0123456789abcdef"
    with ExitStack() as stack:
        database = stack.enter_context(postgres.running())
        service = {
            "STAFFRIDE_DATABASE": database,
            "JUPYTERHUB_SERVICE_NAME": "staffride",
            "JUPYTERHUB_SERVICE_PREFIX": BASE,
            "JUPYTERHUB_CLIENT_ID": "service-staffride",
            "JUPYTERHUB_API_URL": f"http://127.0.0.1:{hub_port}/hub/api",
            "JUPYTERHUB_API_TOKEN": token,
        }
        houses = {}
        for name, port in (("one", one), ("two", two)):
            houses[name] = House(name, port, folder, **service)
            stack.callback(stop, houses[name].served)
        at = {
            f"STAFFRIDE_{name.upper()}": f"127.0.0.1:{p}"
            for name, p in (("one", one), ("two", two))
        }
        at["STAFFRIDE_AT"] = f"127.0.0.1:{front}"
        haproxy = ("haproxy", "-db", "-f", str(FRONT / "haproxy.cfg"))
        stack.enter_context(started("haproxy", *haproxy, folder=folder, **at))
        config = str(FRONT / "jupyterhub_config.py")
        told = {
            "STAFFRIDE_HUB_AT": f"http://127.0.0.1:{hub}",
            "STAFFRIDE_HUB_PORT": str(hub_port),
            "STAFFRIDE_PROXY_AT": f"http://127.0.0.1:{proxy}",
            "STAFFRIDE_HUB_TOKEN": token,
            "STAFFRIDE_TEACHERS": "miss",
            "STAFFRIDE_HUB_CONFIG": str(folder / "own.py"),
        }
        python = (sys.executable, "-m", "jupyterhub", "-f", config)
        stack.enter_context(started("hub", *python, folder=folder, **at, **told))
        made = Whole(f"http://127.0.0.1:{hub}", houses, folder)
        assert eventually(partial(_is_well, made), PATIENCE), (folder / "hub.log").read_text()
        yield made
        for line in made.lines:
            line.close()


def _is_well(whole: Whole) -> bool:
    try:
        with build_opener().open(f"{whole.address}{BASE}health", timeout=5) as got:
            return bool(json.loads(got.read())["ok"])
    except (OSError, ValueError, KeyError):
        return False


async def _plays(browser: Browser, path: str) -> tuple[int, int]:
    """Open a lesson as a browser does, and click: pictures drawn, and how many more by a click."""
    client = SimpleAsyncHTTPClient(force_instance=True, max_body_size=MOST_BYTES)
    page = Page(browser.whole.address + BASE.rstrip("/"), client, browser.cookies())
    await page.open(path)
    assert page.status == 200
    drawn = page.drawn
    (board, *_) = page.boards()
    await page.press(board, {"event": "mouse_down", "x": 300, "y": 300})
    more = page.drawn - drawn
    await page.leave()
    return drawn, more


def test_two_servers_behind_a_hub_and_one_of_them_dies(whole: Whole) -> None:
    names = ("miss", "ann", "bob", "cy", "di")
    people = {name: Browser(whole, name) for name in names}
    at = {name: one.house for name, one in people.items()}
    assert set(at.values()) == {"one", "two"}, at
    ann = people["ann"]
    bob = next(people[name] for name in ("bob", "cy", "di") if at[name] != at["ann"])
    # who teaches is who is of the group
    assert people["miss"].ask(f"{BASE}voila/render/classroom.ipynb").status == 200
    assert ann.ask(f"{BASE}voila/render/classroom.ipynb").status == 403
    # nobody is anybody else, and who has been at a server comes back to it
    for person in people.values():
        assert person.again(learner="zoe").told("name") in {person.name, "zoe"}
        assert person.house == at[person.name]
    assert ann.again(learner="zoe").told("name") == "ann"
    # figures are for this machine alone
    assert ann.ask(f"{BASE}metrics").status == 403
    drawn, _ = run(_plays(ann, "/voila/render/victory-awaits/09-movement.ipynb"))
    assert drawn

    # a game over both servers
    code = ann.line.ask("open", scenario=AMBUSH, switches={}, players={})["code"]
    ann.line.ask("sit", code=code, side="german", learner="ann", key=ann.line.key)
    bob.line.ask("sit", code=code, side="soviet", learner=bob.name, key=bob.line.key)
    games = {"german": SeatGame(ann.line, code, "german")}
    games["soviet"] = SeatGame(bob.line, code, "soviet")
    luck, done = random.Random(1), 0
    for done in range(1, 21):
        seat = next(game for game in games.values() if game.mine)
        action = seat.sample(luck)
        assert action is not None
        seat.apply(action)
        assert eventually(partial(all_have_heard, games.values(), done))

    # a class over both servers
    teacher = people["miss"]
    room = teacher.bench.ask("class-open", key=teacher.bench.key)["code"]
    lead = Member(teacher.bench, room)
    lead.want("here", number=-1, version=-1)
    for pupil in (ann, bob):
        pupil.bench.ask("class-join", code=room, name=pupil.name, key=pupil.bench.key)
    question = int(lead.want("ask", ask=ASK, right="B")["number"])
    for pupil in (ann, bob):
        Member(pupil.bench, room).want("answer", question=question, answer=pupil.name)

    # steps that are finished
    for pupil in (ann, bob):
        assert pupil.again(step=f"of-{pupil.name}").told("done") == f"['of-{pupil.name}']"

    # the server of ann dies, and with it her pages and perhaps the game and the class
    before = {side: (game.state, game.log) for side, game in games.items()}
    dead, alive = at["ann"], at[bob.name]
    whole.houses[dead].kill()
    assert ann.again().told("name") == "ann", "she need not log in again"
    assert ann.house == alive
    assert ann.again().told("done") == "['of-ann']"
    if teacher.house == dead:
        teacher.again()
    games["german"] = SeatGame(ann.line, code, "german")
    bob.line.ask("here", **games["soviet"]._me, number=games["soviet"].number)
    assert {side: (game.state, game.log) for side, game in games.items()} == before
    seat = next(game for game in games.values() if game.mine)
    action = seat.sample(luck)
    assert action is not None
    seat.apply(action)
    assert eventually(partial(all_have_heard, games.values(), done + 1))
    lead = Member(teacher.bench, room)
    lead.want("here", number=-1, version=-1)
    assert lead.news["answers"] == [[1, "ann"], [2, bob.name]]
    drawn, _ = run(_plays(ann, "/voila/render/victory-awaits/09-movement.ipynb"))
    assert drawn

    # nobody's name is in the log of the proxy that we configure, nor a traceback in ours
    said = (whole.folder / f"{alive}.log").read_text()
    assert not re.findall("Traceback", said), said
