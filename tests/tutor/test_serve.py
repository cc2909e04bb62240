"""Serving without a browser: what is refused, what is answered, what stays out of the pages."""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import psutil
import pytest

from engine.errors import Problem
from tests.browser.conftest import eventually
from tests.tutor.visitor import Answer, Visitor, run
from tests.tutor.wire import KERNEL
from tutor.serving import frames, kernels, nursery, serve
from tutor.serving.kernels import LessonKernels
from tutor.serving.pages import Channels
from tutor.serving.serve import ServeOptions, start
from tutor.serving.server import _settings

ROOT = Path(__file__).resolve().parents[2]
SERVER = {"database": "postgresql://db.invalid/class"}
forked = pytest.mark.skipif(not nursery.CAN_FORK, reason="kernels are not forked here")


# -- before anything is served --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "place", "remedy"),
    [
        ({"port": 70000}, "--port", "65535"),
        ({"base_url": "/a b/"}, "--base-url", "/services/staffride/"),
        ({"sessions": 0}, "--sessions", "1 or more"),
        ({"idle_minutes": 0}, "--idle", "above 0"),
        ({"warm": -1}, "--warm", "0 or more"),
        ({"host": "0.0.0.0"}, "--host", "--allow-network"),
        ({"host": "192.0.2.7"}, "--host", "STAFFRIDE_TOKEN"),
        ({"host": "192.0.2.7", "allow_network": True}, "--host", "127.0.0.1"),
        ({"progress": Path("/nowhere/at/all.sqlite")}, "--progress", "Create the folder"),
        ({"database": "sqlite:////nowhere/at/all"}, "--database", "Create the folder"),
        ({"database": "all.sqlite"}, "--database", "sqlite:///FILE"),
        ({"database": "sqlite:///a", "progress": Path("b")}, "--database", "--progress or"),
        ({"together_at": "192.0.2.7"}, "--together-at", "HOST:PORT"),
        ({"together_at": "0.0.0.0:8867"}, "--together-at", "HOST:PORT"),
        ({"together_at": "127.0.0.1:8867"}, "--together-at", "--database"),
        ({"together_at": "192.0.2.7:8867", **SERVER}, "--together-at", "--allow-network"),
        ({"lessons": Path("/nowhere/at/all")}, "", "build them first"),
    ],
)
def test_an_option_that_cannot_be_is_a_problem_with_a_remedy(folder, options, place, remedy):
    with pytest.raises(Problem) as caught:
        start(ServeOptions(**{"port": 0, "lessons": folder, **options}))
    assert place in str(caught.value)
    assert remedy in caught.value.remedy


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "::1", "[::1]"])
def test_loopback_needs_no_leave(host):
    ServeOptions(host=host).check()
    assert serve.is_loopback(host)


def test_a_port_in_use_is_a_problem_and_disturbs_nobody(served, visitor):
    port = served().port
    with pytest.raises(Problem, match=str(port)) as caught:
        served(port=port)
    assert "--port 0" in caught.value.remedy
    assert visitor.ask("/").status == 302


def test_where_other_servers_shall_reach_this_one_must_be_free(served, folder):
    taken = f"127.0.0.1:{served().port}"
    with pytest.raises(Problem, match=taken.rpartition(":")[2]) as caught:
        start(ServeOptions(port=0, lessons=folder, together_at=taken, **SERVER))
    assert caught.value.place == "--together-at"


def test_a_network_address_is_warned_about(monkeypatch, capsys, folder):
    class Elsewhere:
        url = teachers_url = "http://192.0.2.7:1/"

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def wait(self):
            raise KeyboardInterrupt

    monkeypatch.setattr(serve, "start", lambda _: Elsewhere())
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    for token, says in (("", "everyone who can reach"), ("word", "unencrypted")):
        monkeypatch.setenv("STAFFRIDE_TOKEN", token)
        parser = argparse.ArgumentParser()
        serve.add_arguments(parser)
        asked = ["--host", "192.0.2.7", "--allow-network", "--no-browser"]
        assert serve.run(parser.parse_args(asked)) == 0
        assert says in capsys.readouterr().err


def test_the_command_line_says_two_addresses_and_stops_when_told(folder):
    command = [sys.executable, "-m", "tutor.serving.serve", "--lessons", str(folder), "--port", "0"]
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Tests that run in the background have been told to ignore it.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    line = process.stdout.readline()
    address = re.fullmatch(
        r"Staffride is at http://127\.0\.0\.1:(\d+)/ \(Ctrl\+C stops it\)\n", line
    )
    teachers = process.stdout.readline()
    visitor = Visitor(int(address[1]))
    assert visitor.ask(re.search(r"http://[^/]*(/\S+)", teachers)[1]).status == 302
    pid = int(visitor.ask("/voila/render/game/tell.ipynb").told("pid"))
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, "")
    assert err.splitlines() == ["WARNING staffride: a word for the log"]
    assert not nursery.runs(pid)


def test_a_problem_ends_the_command_line_with_2(capsys):
    assert serve.main(["--port", "70000"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


# -- pages ----------------------------------------------------------------------------------------


def test_the_root_leads_home_with_its_query(visitor):
    answer = visitor.ask("/?learner=Ann+Lee&token=x")
    assert answer.status == 302
    assert answer.headers["Location"] == "/voila/render/index.ipynb?learner=Ann+Lee"
    page = visitor.ask(answer.headers["Location"])
    assert page.status == 200
    assert '<a href="game/tell.ipynb">game</a>' in page.text
    assert "<title>Home · Staffride</title>" in page.text


@pytest.mark.parametrize(
    "path",
    [
        "/voila/tree",
        "/voila/api/contents",
        "/tree",
        "/voila/render/none.ipynb",
        "/voila/render/game/none.ipynb",
        "/voila/render/none.ipynb/",
        "/voila/render/none",
        "/voila/render/../../etc/x.ipynb",
        "/api/kernels",
    ],
)
def test_what_is_not_there_is_a_readable_404(visitor, path):
    answer = visitor.ask(path)
    assert answer.status == 404
    assert "No such page" in answer.text
    assert "Traceback" not in answer.text


def test_only_pictures_are_handed_out_as_files(visitor):
    assert visitor.ask("/voila/files/secret.py").status == 403
    assert visitor.ask("/voila/files/index.ipynb").status == 403
    assert visitor.ask("/voila/render/secret.py").headers["Location"] == "/voila/files/secret.py"


def test_what_a_page_needs_is_there_and_nothing_is_outside(visitor):
    page = visitor.ask("/voila/render/game/tell.ipynb")
    addresses = re.findall(r'(?:src|href)="([^"#]+)"', page.text)
    own = [a for a in addresses if a.startswith(("/staffride/static/", "/voila/"))]
    assert len(own) > 8
    texts = [page.text]
    for address in own:
        if not address.endswith(".ipynb"):
            answer = visitor.ask(address)
            assert answer.status == 200, address
            texts += [answer.text] if "/staffride/" in address else []
    assert not re.findall(
        r"""(?:src|href|url|import)\s*[=(]?\s*["']?(?:https?:)?//""", "".join(texts)
    )


def test_a_page_may_run_nothing_but_our_scripts(visitor):
    policy = visitor.ask("/voila/render/index.ipynb").headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "unsafe-eval" not in policy


def test_a_failing_cell_says_one_sentence_and_keeps_its_source_and_reason(visitor):
    page = visitor.ask("/voila/render/failing.ipynb")
    assert page.status == 200
    assert page.text.count("stopped because of an error") == 1
    assert "reload the page" in page.text
    assert "the log" in page.text
    for kept in ("hidden_source", "hidden reason", "ValueError", "Traceback", "never run"):
        assert kept not in page.text
    assert "Prose before." in page.text
    assert "Prose after." in page.text


def test_prose_comes_before_the_kernel_and_before_slow_cells(visitor):
    text = visitor.glimpse("/voila/render/slow.ipynb")
    assert text.index(">Slow<") < text.index("data-kernel")


def test_who_finds_every_place_taken_has_taken_no_name(served, folder, tmp_path):
    full, other = (
        Visitor(served(sessions=1, progress=tmp_path / "class.sqlite", idle_minutes=idle).port)
        for idle in (30, 31)
    )
    full.ask("/voila/render/index.ipynb?learner=Ann")
    assert full.ask("/voila/render/index.ipynb?learner=Bob").status == 503
    assert other.ask("/voila/render/index.ipynb?learner=Bob").status == 200


# -- kernels --------------------------------------------------------------------------------------


@pytest.mark.parametrize("warm", [0, 1])
def test_the_kernel_knows_the_query_the_progress_file_and_its_folder(served, tmp_path, warm):
    record = tmp_path / "learners.sqlite"
    server = served(warm=warm, progress=record)
    page = Visitor(server.port).ask("/voila/render/game/tell.ipynb?learner=Ann+Lee&x=%C4%85")
    assert page.told("query") == "learner=Ann+Lee&x=%C4%85"
    assert page.told("progress") == str(record)
    assert page.told("folder") == "game"


def test_the_kernel_knows_the_database(served, tmp_path, monkeypatch):
    monkeypatch.setenv("STAFFRIDE_DATABASE", "postgresql://elsewhere.invalid/class")
    record = tmp_path / "learners.sqlite"
    server = served(progress=None, database=f"sqlite:///{record}")
    page = Visitor(server.port).ask("/voila/render/game/tell.ipynb?learner=Ann")
    assert (page.told("progress"), page.told("database")) == (str(record), "''")


def test_a_farewell_ends_the_session(visitor):
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    assert visitor.alive(kernel)
    assert visitor.leave(kernel).status == 204
    assert not visitor.alive(kernel)
    assert visitor.leave(kernel).status == 204


def test_a_foreign_page_can_end_or_reach_no_session(visitor):
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    assert visitor.leave(kernel, Origin="http://evil.example").status in {403, 404}
    stranger = Visitor(visitor.port)
    assert stranger.leave(kernel).status == 403
    upgrade = {
        "Connection": "Upgrade",
        "Upgrade": "websocket",
        "Sec_WebSocket_Version": "13",
        "Sec_WebSocket_Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        "Sec_WebSocket_Protocol": frames.PROTOCOL,
    }
    channels = f"/api/kernels/{kernel}/channels?session_id=1"
    answer = visitor.ask(channels, Origin="http://evil.example", **upgrade)
    assert answer.status in {403, 404}
    assert visitor.ask(f"/api/kernels/{kernel}", "DELETE").status == 405
    assert visitor.alive(kernel)
    visitor.leave(kernel)


def test_a_foreign_name_or_frame_starts_nothing(visitor):
    assert visitor.ask("/voila/render/index.ipynb", Host="evil.example").status == 403
    assert visitor.ask("/voila/render/index.ipynb", Sec_Fetch_Dest="image").status == 403
    assert visitor.ask("/voila/render/index.ipynb", Sec_Fetch_Dest="iframe").status == 403


@pytest.mark.parametrize("warm", [0, 1])
def test_a_full_house_says_so_and_opens_again(served, warm):
    first = Visitor(served(sessions=1, warm=warm).port)
    second = Visitor(first.port)
    kernel = first.ask("/voila/render/index.ipynb").kernel
    refused = second.ask(f"/voila/render/index.ipynb?learner=b{warm}")
    assert refused.status == 503
    assert int(refused.headers["Retry-After"]) > 0
    assert '<meta http-equiv="refresh"' in refused.text
    assert "All places are taken" in refused.text
    assert first.leave(kernel).status == 204
    for _ in range(2):
        page = second.ask(f"/voila/render/index.ipynb?learner=b{warm}")
        assert page.status == 200
        assert second.leave(page.kernel).status == 204


def test_a_reader_goes_on_to_the_next_page_of_a_full_house(served):
    visitor = Visitor(served(sessions=1, warm=0).port)
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    visitor.cookies["staffride_leaving"] = kernel
    page = visitor.ask("/voila/render/index.ipynb")
    assert page.status == 200
    assert visitor.ask("/voila/render/index.ipynb").status == 503
    visitor.leave(kernel)
    visitor.leave(page.kernel)


def test_a_kernel_that_dies_gives_its_place_back(visitor):
    page = visitor.ask("/voila/render/game/tell.ipynb")
    os.kill(int(page.told("pid")), signal.SIGKILL)
    assert eventually(lambda: not visitor.alive(page.kernel))


def test_a_reader_who_leaves_early_leaves_no_kernel(served):
    server = served(sessions=1, warm=0)
    visitor = Visitor(server.port)
    kernel = re.search(KERNEL, visitor.glimpse("/voila/render/slow.ipynb"))[1]
    assert eventually(lambda: not visitor.alive(kernel))


def test_a_page_that_is_left_takes_its_sockets_along(served):
    """Its farewell arrives before its connection closes; there are but a thousand sockets."""
    server = served(sessions=2, warm=0)
    visitor, held = Visitor(server.port), psutil.Process()

    def come_and_go() -> None:
        kernel = visitor.ask("/voila/render/index.ipynb").kernel
        run(stay_until_farewell(kernel))
        assert eventually(lambda: not visitor.alive(kernel))

    async def stay_until_farewell(kernel: str) -> None:
        wire = await visitor.wire(kernel)
        farewell = asyncio.get_running_loop().run_in_executor(None, visitor.leave, kernel)
        wire.close()
        await farewell

    come_and_go()
    before = held.num_fds()
    visits = 6
    for _ in range(visits):
        come_and_go()
    # a page that kept its sockets would keep several; what else this process opens is not ours
    assert eventually(lambda: held.num_fds() < before + visits)


def test_a_page_that_loses_its_connection_gives_its_place_to_another(served, monkeypatch):
    monkeypatch.setattr(kernels, "DROPPED_SECONDS", 0.2)
    visitor = Visitor(served(sessions=1, idle_minutes=20).port)
    kernel = visitor.ask("/voila/render/index.ipynb").kernel

    async def drop() -> None:
        wire = await visitor.wire(kernel)
        wire.close()

    run(drop())
    assert eventually(lambda: not visitor.alive(kernel))
    page = Visitor(visitor.port).ask("/voila/render/index.ipynb")
    assert page.status == 200
    visitor.leave(page.kernel)


def test_a_page_that_comes_back_in_time_keeps_its_place(served, monkeypatch):
    made, calls = [], asyncio.BaseEventLoop.call_later

    def call_later(loop, delay, act, *args, **rest):
        handle = calls(loop, delay, act, *args, **rest)
        made.extend([handle] if delay == kernels.DROPPED_SECONDS else [])
        return handle

    monkeypatch.setattr(kernels, "DROPPED_SECONDS", 61.5)
    monkeypatch.setattr(asyncio.BaseEventLoop, "call_later", call_later)
    visitor = Visitor(served(sessions=2, idle_minutes=20).port)
    kernel = visitor.ask("/voila/render/index.ipynb").kernel

    async def leave_and_come_back() -> None:
        for _ in range(2):
            (await visitor.wire(kernel)).close()
            assert await asyncio.to_thread(eventually, lambda: len(made) > 0)
            wire = await visitor.wire(kernel)
            assert await asyncio.to_thread(eventually, lambda: made[-1].cancelled())
            wire.close()

    run(leave_and_come_back())
    assert visitor.alive(kernel)
    visitor.leave(kernel)


def test_every_answer_goes_out_at_once(served, monkeypatch):
    visitor, wires = Visitor(served().port), []
    opened = Channels.open

    async def watched(page, kernel_id):
        await opened(page, kernel_id)
        stream = page.ws_connection.stream
        wires.append(stream.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))

    monkeypatch.setattr(Channels, "open", watched)
    kernel = visitor.ask("/voila/render/index.ipynb").kernel

    async def connect() -> None:
        wire = await visitor.wire(kernel)
        assert await asyncio.to_thread(eventually, lambda: bool(wires))
        wire.close()

    run(connect())
    assert wires[0] != 0
    visitor.leave(kernel)


def test_nothing_is_sent_to_a_page_that_has_gone():
    gone = Channels.__new__(Channels)
    gone.ws_connection = None
    assert gone.write_message(b"eight bytes and more", binary=True) is None
    gone.ws_connection = SimpleNamespace(is_closing=lambda: True)
    assert gone.write_message(b"eight bytes and more", binary=True) is None


def test_an_answer_may_be_older_than_the_last_ping():
    page = Channels.__new__(Channels)
    page.application = SimpleNamespace(settings=_settings("/"))
    assert page.ping_timeout > page.ping_interval > 0
    # Who has gone without closing the wire is noticed within a minute, in milliseconds.
    assert page.ping_interval + page.ping_timeout < 60_000


def test_what_nobody_uses_is_ended(served):
    visitor = Visitor(served(idle_minutes=1 / 60).port)
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    assert eventually(lambda: not visitor.alive(kernel))


def test_a_warm_kernel_is_older_than_its_page_and_is_replaced(served):
    visitor = Visitor(served(warm=1, sessions=3).port)

    def figure(name: str) -> float:
        return float(re.search(rf"^{name} (.*)$", visitor.ask("/metrics").text, re.MULTILINE)[1])

    def spare() -> bool:
        return figure("staffride_kernels") > figure("staffride_sessions")

    for _ in range(2):
        assert eventually(spare)
        there = set(psutil.pids())
        page = visitor.ask("/voila/render/game/tell.ipynb")
        assert int(page.told("pid")) in there
        visitor.leave(page.kernel)
        assert eventually(lambda kernel=page.kernel: not visitor.alive(kernel))


@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
def test_nobody_waits_for_a_warm_kernel_that_is_dead_or_stuck(folder, blow, monkeypatch):
    managers: list[LessonKernels] = []
    keep_warm = LessonKernels.keep_warm
    monkeypatch.setattr(kernels, "TAKE_OVER_TIMEOUT", 1.0)
    monkeypatch.setattr(
        LessonKernels, "keep_warm", lambda self, *a: (managers.append(self), keep_warm(self, *a))
    )
    with start(ServeOptions(port=0, warm=1, sessions=3, lessons=folder)) as server:
        assert eventually(lambda: len(managers[0]._spare_ids()) == 1)
        (spare,) = managers[0]._spare_ids()
        pid = managers[0].get_kernel(spare).provisioner.pid
        os.kill(pid, blow)
        page = Visitor(server.port).ask("/voila/render/game/tell.ipynb")
        assert page.status == 200
        assert int(page.told("pid")) != pid
    assert managers[0].context.closed, "nothing is left for the garbage collector to wait for"


@pytest.mark.parametrize("fork", [True, False])
def test_a_page_cannot_fill_the_memory_of_all(served, monkeypatch, fork):
    monkeypatch.setattr(nursery, "CAN_FORK", fork and nursery.CAN_FORK)
    visitor = Visitor(served(sessions=9 + fork).port)
    page = visitor.ask("/voila/render/hungry.ipynb")
    assert "was refused" in page.text
    visitor.leave(page.kernel)


# -- forks ----------------------------------------------------------------------------------------


def parent(page: Answer) -> psutil.Process:
    """The process that a page's kernel comes from."""
    return psutil.Process(int(page.told("pid"))).parent()


@forked
def test_kernels_are_forks_of_one_process_and_share_no_luck(served):
    server = served(sessions=4)
    first, second = (Visitor(server.port).ask("/voila/render/game/tell.ipynb") for _ in range(2))
    assert parent(first) == parent(second)
    assert "tutor.serving.nursery" in parent(first).cmdline()
    assert first.told("luck") != second.told("luck")


@forked
def test_where_nothing_can_be_forked_kernels_start_as_usual(served, monkeypatch, caplog):
    async def refuse(*_: object) -> int:
        raise OSError("no room for a fork")

    monkeypatch.setattr(nursery.Nursery, "fork", refuse)
    page = Visitor(served(sessions=5).port).ask("/voila/render/game/tell.ipynb")
    assert parent(page).pid == os.getpid()


def test_what_lies_in_the_current_folder_is_not_imported(folder, tmp_path, monkeypatch, caplog):
    for name in ("comm", "ipykernel_launcher", "traitlets", "numpy"):
        mark = f"open({str(tmp_path / 'imported')!r}, 'w').close()"
        (tmp_path / f"{name}.py").write_text(mark)
    monkeypatch.chdir(tmp_path)
    with start(ServeOptions(port=0, warm=0, lessons=folder)) as server:
        assert Visitor(server.port).ask("/voila/render/game/tell.ipynb").told("pid")
    assert not (tmp_path / "imported").exists()


@forked
def test_a_nursery_that_died_is_followed_by_another(served):
    visitor = Visitor(served(sessions=6).port)
    old = parent(visitor.ask("/voila/render/game/tell.ipynb"))
    old.kill()
    assert eventually(lambda: not old.is_running() or old.status() == psutil.STATUS_ZOMBIE)
    page = visitor.ask("/voila/render/game/tell.ipynb")
    assert page.status == 200
    assert parent(page) != old


@forked
def test_kernels_end_with_the_server(folder):
    server = start(ServeOptions(port=0, warm=1, lessons=folder))
    page = Visitor(server.port).ask("/voila/render/game/tell.ipynb")
    family = [parent(page), *parent(page).children()]
    assert len(family) > 1
    server.stop()
    assert eventually(lambda: not any(one.is_running() for one in family))


# -- the token ------------------------------------------------------------------------------------


def test_a_token_lets_in_those_who_know_it(served):
    server = served(token="a word")
    assert server.url.endswith("/?token=a%20word")
    stranger = Visitor(server.port)
    sent = stranger.ask("/voila/render/index.ipynb")
    assert sent.status == 302
    assert sent.headers["Location"].startswith("/login?next=")
    form = stranger.ask(sent.headers["Location"])
    assert 'type="password"' in form.text
    xsrf = re.search(r'name="_xsrf" value="([^"]+)"', form.text)[1]
    wrong = stranger.ask("/login", "POST", f"_xsrf={xsrf}&password=guess")
    assert wrong.status == 401
    assert "not the token" in wrong.text
    right = stranger.ask("/login?next=%2F", "POST", f"_xsrf={xsrf}&password=a+word")
    assert right.status == 302
    assert stranger.ask("/").headers["Location"] == "/voila/render/index.ipynb"

    friend = Visitor(server.port)
    assert "token" not in friend.ask("/?token=a%20word").headers["Location"]
    stripped = friend.ask("/voila/render/index.ipynb?x=1&token=a%20word")
    assert stripped.headers["Location"] == "/voila/render/index.ipynb?x=1"
    assert friend.ask("/voila/render/index.ipynb").status == 200
