"""How a server is: what it says of itself to whoever runs it, and what it never says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import insert

from tests.tutor.visitor import Visitor, run
from tests.tutor.wire import message
from tutor.referee.classbook import CLASSES
from tutor.serving.serve import Server
from tutor.store import Store

Serve = Callable[..., Server]
TELL = "/voila/render/game/tell.ipynb"


def test_a_server_says_that_it_is_well_and_how_much_room_is_left(served: Serve) -> None:
    visitor = Visitor(served(sessions=7).port)
    visitor.ask(TELL)
    answer = visitor.ask("/health")
    told = json.loads(answer.text)
    assert answer.status == 200
    assert told.pop("version")
    assert told == {"ok": True, "kernels": 1, "room": 6, "referee": True, "database": True}


def test_a_server_without_its_database_says_so(served: Serve, tmp_path: Path) -> None:
    record = tmp_path / "class.sqlite"
    visitor = Visitor(served(progress=record).port)
    assert visitor.ask("/health").status == 200
    record.write_text("Dear diary, " * 500)
    answer = visitor.ask("/health")
    while answer.status == 200:
        answer = visitor.ask("/health")
    told = json.loads(answer.text)
    assert answer.status == 503
    assert (told["ok"], told["database"], told["referee"]) == (False, False, True)


def figure(text: str, name: str, **labels: str) -> float:
    """One number of the figures."""
    inner = ",".join(f'{key}="{value}"' for key, value in labels.items())
    line = name + (f"{{{inner}}}" if labels else "")
    found = re.search(rf"^{re.escape(line)} (\S+)$", text, re.MULTILINE)
    assert found, f"no {line} in:\n{text}"
    return float(found[1])


async def _asks(visitor: Visitor, kernel: str) -> None:
    wire = await visitor.wire(kernel)
    _, frame = message("comm_info_request", {})
    await wire.write_message(frame, binary=True)
    while '"idle"' not in str(await wire.read_message()):
        pass
    wire.close()


def test_figures_tell_how_many_and_how_long_and_no_names(served: Serve) -> None:
    ann, eve = (Visitor(served(sessions=2).port) for _ in range(2))
    kernel = ann.ask(f"{TELL}?learner=Wilhelmina").kernel
    assert eve.ask(f"{TELL}?learner=Wilhelmina").status == 403
    ann.ask(TELL)
    assert eve.ask(TELL).status == 503
    run(_asks(ann, kernel))
    # The page may hear of the answer a little before it is counted.
    text = ann.ask("/metrics").text
    while figure(text, "staffride_reply_seconds_count") == 0:
        text = ann.ask("/metrics").text
    assert figure(text, "staffride_pages_total", answer="opened") == 2
    assert figure(text, "staffride_pages_total", answer="name-taken") == 1
    assert figure(text, "staffride_pages_total", answer="full") == 1
    assert figure(text, "staffride_kernel_start_seconds_count", how="started") == 2
    assert figure(text, "staffride_page_seconds_count") == 2
    assert figure(text, "staffride_sessions") == figure(text, "staffride_sessions_most") == 2
    assert figure(text, "staffride_messages_total") == 1
    assert figure(text, "staffride_reply_seconds_count") == 1
    assert figure(text, "staffride_request_seconds_count", path="voila/render/*", status="403") == 1
    assert figure(text, "staffride_up", what="database") == 1
    for secret in ("Wilhelmina", kernel, "tell.ipynb", *ann.cookies.values()):
        assert secret not in text


def test_figures_tell_of_classes_that_have_not_ended(served: Serve, tmp_path: Path) -> None:
    record = tmp_path / "class.sqlite"
    visitor = Visitor(served(progress=record).port)
    row = {"proof": "", "begun": 1.0, "number": 0, "present": "{}"}
    rows = [{"code": code, "ended": ended, **row} for code, ended in (("ABCDE", 0), ("FGHIJ", 2))]
    Store(record).write(lambda db: db.execute(insert(CLASSES), rows))
    text = visitor.ask("/metrics").text
    assert figure(text, "staffride_rooms", kind="class") == 1
    assert figure(text, "staffride_rooms", kind="game") == 0


def test_figures_are_for_this_machine_or_for_a_word(
    served: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitor = Visitor(served().port)
    assert visitor.ask("/metrics").status == 200
    handed_on = {"X_Forwarded_For": "192.0.2.7"}
    assert visitor.ask("/metrics", **handed_on).status == 403
    assert visitor.ask("/metrics", Authorization="Bearer ", **handed_on).status == 403
    monkeypatch.setenv("STAFFRIDE_METRICS_TOKEN", "a word")
    assert visitor.ask("/metrics", Authorization="Bearer another", **handed_on).status == 403
    assert visitor.ask("/metrics", Authorization="Bearer a word", **handed_on).status == 200
