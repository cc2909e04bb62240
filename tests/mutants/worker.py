"""A worker: a tree of its own to break things in, and a process that forks for every mutant."""

from __future__ import annotations

import compileall
import json
import os
import py_compile
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from functools import cache
from importlib.util import cache_from_source
from pathlib import Path

from engine.coverage import ROOT
from engine.results import Row
from tests.mutants.changes import Mutant
from tests.mutants.reach import bare

TREE = ("engine", "tests", "tutor", "scenarios", "lessons", "pyproject.toml", "README.md")
LEFT = shutil.ignore_patterns("*.ipynb", "games", "__pycache__", "browser", "*.png")
SURVIVED, FAILED = 0, 1


class Worker:
    """Judges mutants one after another."""

    def __init__(self, room: Path) -> None:
        self.tree = Path(tempfile.mkdtemp(prefix="tree-", dir=room if room.is_dir() else None))
        for name in TREE:
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.tree / name, ignore=LEFT)
            else:
                shutil.copy(ROOT / name, self.tree / name)
        # never checked against the source: a mutant's own file is recompiled by hand
        mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
        compileall.compile_dir(self.tree, quiet=2, invalidation_mode=mode)
        environment = {**bare(), "PYTHONPATH": str(self.tree)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutants.worker", str(self.tree)],
            cwd=self.tree,
            env=environment,
            start_new_session=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def judge(self, mutant: Mutant, tests: list[str], most: float) -> str:
        """The test that fails with the mutant in place; empty if all of them pass."""
        path = self.tree / mutant.file
        source = path.read_text("utf-8")
        compiled = Path(cache_from_source(str(path)))
        try:
            path.write_text(mutant.applied(source), "utf-8")
            if path.suffix == ".py":
                compiled.unlink(missing_ok=True)
            return self._ask({"tests": tests, "most": most})
        finally:
            path.write_text(source, "utf-8")
            if path.suffix == ".py":
                mode = py_compile.PycInvalidationMode.UNCHECKED_HASH
                py_compile.compile(str(path), doraise=True, invalidation_mode=mode)

    def _ask(self, job: dict[str, object]) -> str:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer: str = json.loads(self.process.stdout.readline())
        return answer


@cache
def _worker(room: Path) -> Worker:
    return Worker(room)


def judge(room: Path, rows: Iterable[Row]) -> list[Row]:
    """The test that found each mutant out, by the worker of this process. Its tree is in the room
    of whoever asks, unless that is another machine's."""
    found = []
    for row in rows:
        change, tests, most = row["change"], row["tests"], row["most"]
        killed = _worker(room).judge(change, tests, most) if tests else ""
        found.append({"game": row["game"], "mutant": row["mutant"], "killed": killed})
    return found


def _serve(tree: str) -> None:
    """Fork for every job: what is imported here need not be imported again. The tree goes when
    nobody asks any more, however that came."""
    import hypothesis.strategies  # noqa: F401
    import numpy  # noqa: F401
    import pytest  # noqa: F401

    sys.dont_write_bytecode = True
    asked = os.getppid()
    for line in sys.stdin:
        job = json.loads(line)
        note = Path(tempfile.mkstemp(prefix="note-", dir=".")[1])
        child = os.fork()
        if child == 0:
            _child(job["tests"], note)
        verdict = _wait(child, job["most"], note, asked)
        if os.getppid() != asked:
            break
        print(json.dumps(verdict), flush=True)
    shutil.rmtree(tree, ignore_errors=True)


def _child(tests: list[str], note: Path) -> None:
    import pytest

    os.setsid()
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)

    class First:
        def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
            if report.failed:
                note.write_text(report.nodeid)

    try:
        code = pytest.main(["-x", "-q", "-p", "no:cacheprovider", *tests], plugins=[First()])
    except BaseException:
        code = FAILED
    os._exit(int(code))


def _wait(child: int, most: float, note: Path, asked: int) -> str:
    until = time.monotonic() + most
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() > until or os.getppid() != asked:
            os.killpg(child, 9)
            os.waitpid(child, 0)
            note.unlink()
            return "it takes too long"
        time.sleep(0.02)
    failed = note.read_text()
    note.unlink()
    if os.waitstatus_to_exitcode(status) == SURVIVED:
        return ""
    return failed or "it does not load"


if __name__ == "__main__":
    _serve(sys.argv[1])
