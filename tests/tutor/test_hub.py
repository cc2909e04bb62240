"""Behind a JupyterHub: who comes and who teaches is what the hub says, and nothing else."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlparse

import pytest

from engine.errors import Problem
from tests.browser.conftest import write_notebook
from tests.tutor.visitor import Answer, Visitor
from tutor.pages.home import Home
from tutor.referee import seat
from tutor.serving.options import ServeOptions, is_service
from tutor.serving.serve import Server

Serve = Callable[..., Server]
BASE = "/services/staffride/"
HOME = f"{BASE}voila/render/index.ipynb"
CLASSROOM = f"{BASE}voila/render/classroom.ipynb"
SCOPE = "access:services!service=staffride"
GROUPS = {"miss": ["staff", "teachers"]}
WHO = """
import os
print("who", os.environ["STAFFRIDE_LEARNER"], "end")
print("key of", len(os.environ["STAFFRIDE_KEY"]), "end")
print("secrets", [name for name in os.environ if name.startswith("JUPYTERHUB")], "end")
"""


class Hub(BaseHTTPRequestHandler):
    """What Staffride asks a hub. A member's token is their name, and so is their code."""

    def do_GET(self) -> None:
        """Who has this token."""
        name = self.headers.get("Authorization", "").removeprefix("token ")
        model = {"name": name, "kind": "user", "groups": GROUPS.get(name, []), "scopes": [SCOPE]}
        self._tell({**model, "scopes": []} if name == "stranger" else model)

    def do_POST(self) -> None:
        """The token for a code."""
        asked = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        self._tell({"access_token": asked["code"][0]})

    def _tell(self, what: object) -> None:
        body = json.dumps(what).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture(scope="module")
def hub() -> Iterator[str]:
    """The address of a hub."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Hub)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/hub/api"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def house(served: Serve, hub: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is a service of the hub."""
    lessons = tmp_path_factory.mktemp("lessons")
    write_notebook(lessons / "index.ipynb", "md:# Home", WHO)
    write_notebook(lessons / "classroom.ipynb", "md:# Classroom", "print('everybody')")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {
            "API_TOKEN": "0123456789",
            "API_URL": hub,
            "SERVICE_NAME": "staffride",
            "SERVICE_PREFIX": BASE,
            "CLIENT_ID": "service-staffride",
        }.items():
            patch.setenv(f"JUPYTERHUB_{name}", value)
        yield served(lessons=lessons, base_url=BASE, hub=True, sessions=30)


def member(house: Server, name: str, page: str = HOME) -> tuple[Visitor, Answer]:
    """Somebody who has come in by the hub, and where they were led."""
    visitor = Visitor(house.port, base=BASE)
    away = visitor.ask(page)
    assert away.status == 302
    asked = urlparse(away.headers["Location"])
    assert asked.path == "/hub/api/oauth2/authorize"
    query = {key: value[0] for key, value in parse_qs(asked.query).items()}
    assert query["client_id"] == "service-staffride"
    back = visitor.ask(f"{query['redirect_uri']}?code={name}&state={query['state']}")
    assert (back.status, back.headers["Location"]) == (302, page)
    return visitor, visitor.ask(page)


def who(page: Answer) -> str:
    """Under which name a page was made."""
    found = re.search(r"who (.*?) end", page.text)
    assert found, page.text[-500:]
    return found[1]


def test_the_hub_says_who_somebody_is_and_the_address_says_nothing(house: Server) -> None:
    ann, page = member(house, "ann")
    assert who(page) == "ann"
    assert "key of 0 end" in page.text, "no link makes another browser ann"
    for strange in ("learner=zoe", "learner=miss&key=0123", "key=0123", "teacher=0123"):
        led = ann.ask(f"{HOME}?{strange}&game=holland44")
        assert (led.status, led.headers["Location"]) == (302, f"{HOME}?game=holland44")
    assert who(ann.ask(f"{HOME}?learner=ann")) == "ann"


def test_cookies_of_a_server_without_a_hub_open_nothing(house: Server) -> None:
    register = house._register
    ann, _ = member(house, "ann")
    ann.cookies |= {"staffride_teacher": register.key("teacher"), "staffride_names": '["zoe"]'}
    assert ann.ask(CLASSROOM).status == 403
    assert ann.ask(f"{HOME}?learner=zoe").status == 302
    stranger = Visitor(house.port, {"service-staffride": "ann"}, base=BASE)
    assert stranger.ask(HOME).headers["Location"].startswith("/hub/api/oauth2/authorize")


def test_whoever_is_of_the_group_teaches(house: Server) -> None:
    pupil, refused = member(house, "ann", CLASSROOM)
    assert refused.status == 403
    teacher, page = member(house, "miss", CLASSROOM)
    assert page.status == 200
    assert "everybody" in page.text
    assert who(teacher.ask(HOME)) == "miss"
    assert who(teacher.ask(f"{HOME}?learner=ann")) == "ann", "a record to help with"
    kernel = pupil.ask(HOME).kernel
    assert teacher.alive(kernel)


def test_nobody_reaches_the_page_of_another(house: Server) -> None:
    (ann, page), (bob, _) = member(house, "ann"), member(house, "bob")
    for visitor in (bob, Visitor(house.port, base=BASE)):
        assert visitor.leave(page.kernel).status in {403, 404}
        assert visitor.ask(f"{BASE}api/kernels/{page.kernel}").status in {403, 404}
    assert ann.leave(page.kernel).status == 204


def test_names_that_we_would_write_alike_stay_apart(house: Server) -> None:
    names = [who(member(house, name)[1]) for name in ("ann@x", "annx", "me", "guest-1", "a" * 60)]
    assert len(set(names)) == len(names)
    assert names[1] == "annx"
    assert not {"me", "guest-1"} & set(names)
    assert [who(member(house, "ann@x")[1])] == names[:1], "and are the same tomorrow"


def test_whom_the_hub_does_not_let_in_stays_out(house: Server) -> None:
    visitor = Visitor(house.port, base=BASE)
    query = parse_qs(urlparse(visitor.ask(HOME).headers["Location"]).query)
    visitor.ask(f"{BASE}oauth_callback?code=stranger&state={query['state'][0]}")
    answer = visitor.ask(HOME)
    assert answer.status == 403
    assert "Traceback" not in answer.text


def test_no_secret_of_the_hub_is_in_a_kernel(house: Server) -> None:
    assert "secrets [] end" in member(house, "ann")[1].text


def test_who_comes_back_to_another_server_is_told_to_try_again(house: Server) -> None:
    answer = Visitor(house.port, base=BASE).ask(f"{BASE}oauth_callback?code=ann&state=0123")
    assert answer.status == 403
    assert "You are not in yet" in answer.text
    assert f'href="{BASE}"' in answer.text


def test_logging_out_is_the_hubs(house: Server) -> None:
    ann, _ = member(house, "ann")
    answer = ann.ask(f"{BASE}logout")
    assert (answer.status, answer.headers["Location"]) == (302, "/hub/logout")
    assert ann.ask(HOME).headers["Location"].startswith("/hub/api/oauth2/authorize")


def test_any_name_of_the_hub_is_ours(house: Server) -> None:
    assert Visitor(house.port).ask(f"{BASE}health", Host="school.example").status == 200
    assert house.teachers_url.endswith(CLASSROOM)


def test_the_home_page_asks_for_no_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("STAFFRIDE_PROGRESS", str(tmp_path / "class.sqlite"))
    monkeypatch.setenv("STAFFRIDE_LEARNER", "ann")
    monkeypatch.setenv("STAFFRIDE_NAMED", "yes")
    monkeypatch.setenv("STAFFRIDE_REFEREE", "ipc:///nobody")
    monkeypatch.setattr(seat, "PATIENCE", 0.05)
    row = Home().learner_row()
    assert "You are <b>ann</b>" in row.name.value
    assert '<a href="../../logout">' in row.name.value
    assert 'name="learner"' not in row.name.value
    joined = Home().classes_html()
    assert 'name="class"' in joined
    assert 'name="learner"' not in joined


@pytest.mark.parametrize(
    ("environment", "options", "remedy"),
    [
        ({}, {}, "jupyterhub_config.py"),
        ({"API_TOKEN": "x", "API_URL": "x", "SERVICE_PREFIX": "/x/"}, {"token": "x"}, "--token"),
    ],
)
def test_a_hub_that_cannot_be_is_a_problem_with_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
    environment: dict[str, str],
    options: dict[str, str],
    remedy: str,
) -> None:
    for name in ("API_TOKEN", "API_URL", "SERVICE_PREFIX"):
        monkeypatch.delenv(f"JUPYTERHUB_{name}", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(f"JUPYTERHUB_{name}", value)
    with pytest.raises(Problem) as caught:
        ServeOptions(hub=True, **options).check()
    assert "--hub" in str(caught.value)
    assert remedy in caught.value.remedy


@pytest.mark.parametrize(
    ("service", "user", "is_one"),
    [("staffride", "", True), ("staffride", "ann", False), ("", "", False)],
)
def test_a_service_of_a_hub_knows_itself(
    monkeypatch: pytest.MonkeyPatch, service: str, user: str, is_one: bool
) -> None:
    monkeypatch.setenv("JUPYTERHUB_SERVICE_NAME", service)
    monkeypatch.setenv("JUPYTERHUB_USER", user)
    assert is_service() == is_one
