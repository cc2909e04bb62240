"""The door: whose address it is, who knows the token, whose name and whose classroom it is."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from tornado.httpclient import HTTPClientError

from engine.errors import Problem
from tests.browser.conftest import write_notebook
from tests.tutor.visitor import Answer, Visitor, run
from tutor.serving import door, serve
from tutor.serving.door import is_ours, own_names
from tutor.serving.options import options_from
from tutor.serving.serve import ServeOptions, Server, start

HOME = "/voila/render/index.ipynb"
WHO = 'import os; print("who", os.environ["STAFFRIDE_LEARNER"], os.environ["STAFFRIDE_KEY"], "end")'
SEAT = 'import os; print("everybody", "seat", os.environ["STAFFRIDE_SEAT"], "end")'

Serve = Callable[..., Server]


@pytest.fixture(scope="module")
def lessons(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home page that says who it is for, and a classroom."""
    made = tmp_path_factory.mktemp("lessons")
    write_notebook(made / "index.ipynb", "md:# Home", WHO, SEAT)
    write_notebook(made / "classroom.ipynb", "md:# Classroom", SEAT)
    return made


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The learners' record."""
    return tmp_path_factory.mktemp("record") / "class.sqlite"


@pytest.fixture(scope="module")
def house(served: Serve, lessons: Path, record: Path) -> Server:
    """A server for a class."""
    return served(lessons=lessons, progress=record, sessions=30)


def who(page: Answer) -> tuple[str, str]:
    """Under which name a page was made, and the key to it."""
    found = re.search(r"who (.*?) (\w*) end", page.text)
    assert found, page.text[-500:]
    return found[1], found[2]


def landed(visitor: Visitor, path: str) -> Answer:
    """Where an address leads in the end."""
    answer = visitor.ask(path)
    while answer.status == 302:
        answer = visitor.ask(answer.headers["Location"])
    return answer


# -- names ----------------------------------------------------------------------------------------


def test_a_name_is_its_learners_own(house: Server) -> None:
    ann, eve = Visitor(house.port), Visitor(house.port)
    assert who(ann.ask(f"{HOME}?learner=Ann"))[0] == "Ann"
    assert who(ann.ask(f"{HOME}?learner=Ann"))[0] == "Ann", "and stays so"
    refused = eve.ask(f"{HOME}?learner=Ann")
    assert refused.status == 403
    assert "Somebody has this name" in refused.text
    assert "data-kernel" not in refused.text
    assert who(eve.ask(f"{HOME}?learner=Eve"))[0] == "Eve"
    # However it is written: the one that is meant is the one that counts.
    for name in ("%20Ann%20", "Eve&learner=Ann", "A%00nn", "%E2%80%AEAnn"):
        assert eve.ask(f"{HOME}?learner={name}").status == 403, name


def test_one_browser_may_have_several_names(house: Server) -> None:
    family = Visitor(house.port)
    for name in ("Pia", "Quin", "Pia", "Quin"):
        assert who(family.ask(f"{HOME}?learner={name}"))[0] == name


def test_a_link_of_ones_own_opens_the_record_elsewhere(house: Server) -> None:
    at_home, at_school = Visitor(house.port), Visitor(house.port)
    _, key = who(at_home.ask(f"{HOME}?learner=Rosa"))
    assert len(key) == 32
    link = f"/?learner=Rosa&key={key}"
    answer = at_school.ask(link)
    assert answer.status == 302
    answer = at_school.ask(answer.headers["Location"])
    assert (answer.status, answer.headers["Location"]) == (302, f"{HOME}?learner=Rosa")
    assert who(at_school.ask(answer.headers["Location"])) == ("Rosa", key)
    eve = Visitor(house.port)
    for wrong in (key[::-1], "", "0" * 32, "%C4%85"):
        assert landed(eve, f"{HOME}?learner=Rosa&key={wrong}").status == 403
    assert landed(eve, f"{HOME}?learner=Ro&key={key}").status == 200, "a key opens its own name"
    assert eve.ask(f"{HOME}?learner=Rosa").status == 403


def test_a_made_up_cookie_opens_nothing(house: Server) -> None:
    Visitor(house.port).ask(f"{HOME}?learner=Sam")
    eve = Visitor(house.port, {"staffride_names": '["Sam"]', "staffride_teacher": "1"})
    assert eve.ask(f"{HOME}?learner=Sam").status == 403
    assert eve.ask("/voila/render/classroom.ipynb").status == 403


def test_the_one_person_of_a_machine_needs_no_name(house: Server) -> None:
    for _ in range(2):
        assert who(Visitor(house.port).ask(HOME)) == ("me", "")


def test_on_a_network_everybody_without_a_name_is_a_guest(served: Serve, lessons: Path) -> None:
    house = served(lessons=lessons, allow_network=True, sessions=8)
    one, other = Visitor(house.port), Visitor(house.port)
    name, _ = who(one.ask(HOME))
    assert name.startswith("guest-")
    assert who(one.ask(HOME))[0] == name
    assert who(one.ask(f"{HOME}?learner=me"))[0] == name
    assert who(other.ask(HOME))[0] != name
    assert other.ask(f"{HOME}?learner={name}").status == 403


# -- the teacher ----------------------------------------------------------------------------------


def test_the_classroom_is_the_teachers(house: Server) -> None:
    learner, teacher = Visitor(house.port), Visitor(house.port)
    refused = learner.ask("/voila/render/classroom.ipynb")
    assert refused.status == 403
    assert "The teacher&#39;s page" in refused.text
    assert "everybody" not in refused.text
    assert learner.ask("/voila/render/classroom.ipynb?teacher=" + "0" * 32).status == 302
    assert learner.ask("/voila/render/classroom.ipynb").status == 403
    path = house.teachers_url.partition(str(house.port))[2]
    page = landed(teacher, path)
    assert "everybody" in page.text
    assert "everybody" in teacher.ask("/voila/render/classroom.ipynb").text


def test_the_key_to_the_teachers_classes_is_no_learners(house: Server) -> None:
    def seat(page: Answer) -> str:
        found = re.search(r"seat (\w+) end", page.text)
        assert found, page.text[-500:]
        return found[1]

    teacher = Visitor(house.port)
    classroom = seat(landed(teacher, house.teachers_url.partition(str(house.port))[2]))
    assert classroom == seat(teacher.ask("/voila/render/classroom.ipynb?learner=Zoe"))
    for name in ("school", "teacher", "me"):
        assert seat(teacher.ask(f"{HOME}?learner={name}")) != classroom


def test_a_teacher_helps_who_has_lost_a_cookie(house: Server) -> None:
    lost, teacher, again = (Visitor(house.port) for _ in range(3))
    _, key = who(lost.ask(f"{HOME}?learner=Tom"))
    landed(teacher, house.teachers_url.partition(str(house.port))[2])
    assert who(teacher.ask(f"{HOME}?learner=Tom")) == ("Tom", key)
    assert who(landed(again, f"/?learner=Tom&key={key}")) == ("Tom", key)


def test_names_and_log_ins_outlive_the_server(lessons: Path, record: Path) -> None:
    options = ServeOptions(port=0, warm=0, lessons=lessons, progress=record, token="a word")
    with start(options) as first:
        ann = Visitor(first.port)
        assert who(landed(ann, f"{HOME}?learner=Uma&token=a+word"))[0] == "Uma"
        port, teachers = first.port, first.teachers_url
    with start(ServeOptions(**{**vars(options), "port": port})) as second:
        ann.port = second.port
        assert who(ann.ask(f"{HOME}?learner=Uma"))[0] == "Uma"
        assert second.teachers_url == teachers
    with start(ServeOptions(**{**vars(options), "port": port, "token": "another"})) as third:
        assert ann.ask(f"{HOME}?learner=Uma").headers["Location"].startswith("/login"), third


def test_a_damaged_record_stops_no_lesson(
    lessons: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "class.sqlite").write_text("Dear diary, " * 500)
    options = ServeOptions(port=0, warm=0, lessons=lessons, progress=tmp_path / "class.sqlite")
    with start(options) as house:
        assert "the learners' record is damaged" in caplog.text
        assert who(Visitor(house.port).ask(f"{HOME}?learner=Ann"))[0] == "Ann"


# -- whose address --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("host", "alone", "network"),
    [
        ("127.0.0.1:8866", True, True),
        ("localhost", True, True),
        ("LocalHost.:80", True, True),
        ("[::1]:8866", True, True),
        ("192.0.2.7:8866", False, True),
        ("[2001:db8::7]", False, True),
        ("lectern:8866", False, True),
        ("Lectern.example.org", False, True),
        ("evil.example", False, False),
        ("127.0.0.1.evil.example", False, False),
        ("", False, False),
    ],
)
def test_a_page_elsewhere_reaches_us_by_no_name_of_its_own(
    host: str, alone: bool, network: bool
) -> None:
    assert is_ours(host, None) == alone
    assert is_ours(host, {"lectern", "lectern.example.org"}) == network


def test_a_machine_knows_its_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door.socket, "gethostname", lambda: "Lectern")
    monkeypatch.setattr(door.socket, "getfqdn", lambda: "lectern.example.org")
    assert {"lectern", "lectern.local", "lectern.example.org", "school"} <= own_names("School")


@pytest.mark.parametrize(
    "path", ["/", HOME, "/login", "/staffride/static/staffride.css", "/voila/static/voila.js"]
)
def test_on_a_network_a_foreign_name_is_refused_everywhere(
    served: Serve, lessons: Path, path: str
) -> None:
    house = served(lessons=lessons, allow_network=True, sessions=8, known_as=("school.example",))
    visitor = Visitor(house.port)
    assert visitor.ask(path, Host="evil.example").status == 403
    assert visitor.ask(path, Host="192.0.2.7").status != 403
    assert visitor.ask(path, Host="school.example:80").status != 403


@pytest.mark.parametrize(
    "path",
    [
        "/voila/files/%00.png",
        "/voila/files/a%00b.png",
        "/staffride/static/%00",
        "/staffride/static/theme.js%00.css",
        "/voila/render/%00.ipynb",
        "/voila/render/%ff%fe.ipynb",
        "/voila/static/%00",
        "/voila/labextensions/%00",
        "/logout",
        "/staffride/pulse/%00",
        "/voila/files/" + "x" * 5000 + ".png",
        "/voila/render/" + "x" * 300 + ".ipynb",
        "/voila/render/%ed%a0%80.ipynb",
        "/%00",
    ],
)
def test_an_address_that_cannot_be_is_not_our_mistake(
    house: Server, caplog: pytest.LogCaptureFixture, path: str
) -> None:
    answer = Visitor(house.port).ask(path)
    assert 400 <= answer.status < 500
    assert "Traceback" not in answer.text
    assert "Traceback" not in caplog.text


# -- the token ------------------------------------------------------------------------------------


def test_who_guesses_the_token_waits_and_is_sent_away(
    served: Serve, lessons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = served(lessons=lessons, token="a long word", sessions=7)
    now, slept = [1000.0], []

    async def sleep(seconds: float) -> None:
        slept.extend([seconds] if seconds else [])

    monkeypatch.setattr(door.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(door.asyncio, "sleep", sleep)
    guesser = Visitor(house.port)
    answers = [guesser.ask(f"/?token=guess{n}").status for n in range(14)]
    assert slept == [float(n) for n in range(1, 11)]
    assert answers == [302] * 11 + [429] * 3
    assert guesser.ask("/?token=a+long+word").status == 429, "nor is the right one told apart"
    now[0] += 30
    assert guesser.ask("/?token=a+long+word").headers["Location"].startswith("/voila/render")
    assert len(slept) == 10


def test_right_tokens_wait_for_nobody(
    served: Serve, lessons: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, slept = served(lessons=lessons, token="a long word", sessions=6), []

    async def sleep(seconds: float) -> None:
        slept.extend([seconds] if seconds else [])

    monkeypatch.setattr(door.asyncio, "sleep", sleep)
    for _ in range(30):
        assert Visitor(house.port).ask("/?token=a+long+word").status == 302
    assert slept == []


def test_who_logs_out_is_asked_again(served: Serve, lessons: Path) -> None:
    visitor = Visitor(served(lessons=lessons, token="a long word", sessions=5).port)
    visitor.ask("/?token=a+long+word")
    assert visitor.ask("/").headers["Location"] == HOME
    gone = visitor.ask("/logout")
    assert gone.status == 200
    assert "You have gone" in gone.text
    assert visitor.ask("/").headers["Location"].startswith("/login")


def options(*words: str) -> ServeOptions:
    """What the command line asks for."""
    parser = argparse.ArgumentParser()
    serve.add_arguments(parser)
    return options_from(parser.parse_args(words))


def test_a_token_comes_from_a_file_or_from_where_nobody_looks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFFRIDE_TOKEN", "chalk")
    assert options().token == "chalk"
    file = tmp_path / "token"
    file.write_text("board and chalk\n")
    assert options("--token-file", str(file)).token == "board and chalk"
    for text in (b"", b" \n", b"\xff\xfe"):
        file.write_bytes(text)
        with pytest.raises(Problem, match="token"):
            options("--token-file", str(file))
    with pytest.raises(Problem, match="--token-file"):
        options("--token-file", str(tmp_path / "none"))
    with pytest.raises(Problem, match="the token cannot be read"):
        options("--token", "chalk")


# -- kernels --------------------------------------------------------------------------------------


def test_nobody_reaches_the_kernel_of_anothers_page(house: Server) -> None:
    ann, bob = Visitor(house.port), Visitor(house.port)
    kernel = ann.ask(f"{HOME}?learner=Nora").kernel
    assert bob.ask(f"{HOME}?learner=Otto").status == 200

    async def connect(visitor: Visitor) -> None:
        wire = await visitor.wire(kernel)
        wire.close()

    run(connect(ann))
    with pytest.raises(HTTPClientError) as refused:
        run(connect(bob))
    assert refused.value.code == 404
    assert bob.ask(f"/api/kernels/{kernel}").status == 404
    assert ann.ask(f"/api/kernels/{kernel}").status == 200
    assert bob.leave(kernel).status == 404
    assert ann.alive(kernel)
    assert ann.leave(kernel).status == 204
