"""What goes into the log, and what does not: names, keys, tokens."""

from __future__ import annotations

import json
import logging
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.words import trouble
from tests.browser.conftest import ROOT, write_notebook
from tests.tutor.visitor import Visitor
from tutor import logs

NAME, TOKEN = "Wilhelmina", "sesame-0123"
FAILS = """
import logging, os
log = logging.getLogger("staffride")
log.warning("a word of %s for the log", os.environ["STAFFRIDE_LEARNER"])
try:
    {}[os.environ["STAFFRIDE_LEARNER"]]
except KeyError:
    log.error("it failed", exc_info=True)
"""


def said(*args: Any, name: str = "staffride", **rest: Any) -> dict[str, Any]:
    """A record as a line for a machine."""
    record = logging.LogRecord(name, logging.WARNING, "x/handlers.py", 7, *args, None, "prepare")
    vars(record).update(rest)
    line = logs.Lines().format(record)
    assert "\n" not in line
    told: dict[str, Any] = json.loads(line)
    assert told["level"] == "warning"
    assert told["time"].endswith("+00:00")
    return told


def test_of_a_message_only_the_programs_own_words_are_written() -> None:
    assert said("the table %s stopped", (NAME,))["what"] == "the table %s stopped"
    foreign = said(f"Blocking Cross Origin request from ?learner={NAME}", (), name="LessonVoila")
    assert foreign["what"] == "LessonVoila: handlers.prepare:7"
    assert said("%d %s", (500, NAME), name="tornado.access")["what"] == "tornado.access: %d %s"
    problem = trouble("record.locked", file=NAME)
    assert said("%s", (problem,))["what"] == "the learners' record is locked by another program"


def test_what_we_add_is_named() -> None:
    told = said("request", (), path="voila/render/*", status=200, secret=NAME)
    assert (told["path"], told["status"]) == ("voila/render/*", 200)
    assert NAME not in json.dumps(told)


def test_text_stays_what_a_person_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(logs.FORMAT_VARIABLE, raising=False)
    record = logging.LogRecord("staffride", logging.WARNING, "x", 7, "a %s", ("word",), None)
    assert logs.formatter().format(record) == "WARNING staffride: a word"


def test_a_whole_log_for_a_machine_has_no_name_no_key_and_no_token(tmp_path: Path) -> None:
    write_notebook(tmp_path / "index.ipynb", "md:# Home", FAILS)
    write_notebook(tmp_path / "failing.ipynb", "md:# Failing", f"raise ValueError('{NAME}')")
    command = [sys.executable, "-m", "tutor.serving.serve", "--port", "0", "--no-browser"]
    command += ["--log-format", "json", "--warm", "0", "--lessons", str(tmp_path)]
    secrets = {"STAFFRIDE_TOKEN": TOKEN, "STAFFRIDE_PROGRESS": str(tmp_path / "class.sqlite")}
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env={**os.environ, **secrets},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    first = json.loads(process.stderr.readline())
    assert first["what"] == "serving"
    visitor = Visitor(int(first["address"].rstrip("/").rpartition(":")[2]))
    asked = f"/voila/render/index.ipynb?learner={NAME}&token={TOKEN}"
    page = visitor.ask(visitor.ask(asked).headers["Location"])
    kernel = page.kernel
    visitor.ask(f"/voila/render/failing.ipynb?learner={NAME}")
    visitor.ask(f"/voila/render/{NAME}.ipynb")
    visitor.ask(f"/{NAME}?key={TOKEN}")
    Visitor(visitor.port).ask(f"/voila/render/index.ipynb?learner={NAME}&token=wrong-{TOKEN}")
    process.send_signal(signal.SIGTERM)
    out, err = process.communicate(timeout=30)
    assert out == ""
    lines = [first, *map(json.loads, err.splitlines())]
    assert all({"time", "level", "what"} <= line.keys() for line in lines)
    for secret in (NAME, TOKEN, *visitor.cookies.values()):
        assert secret not in err
    requests = [line for line in lines if line["what"] == "request"]
    assert {line["path"] for line in requests} >= {"voila/render/*", "other"}
    answered = [line for line in requests if line["status"] == 200 and "kernel" in line]
    assert answered[0]["kernel"] == kernel
    assert answered[0]["ms"] > 0
    (word,) = [line for line in lines if line["what"] == "a word of %s for the log"]
    assert word["kernel"] == kernel
    (failed,) = [line for line in lines if line["what"] == "it failed"]
    assert failed["error"] == "KeyError"
    assert [line for line in lines if line["what"] == "the page %s stopped: %s"]
