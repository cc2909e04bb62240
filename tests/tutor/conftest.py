"""Fixtures of several of the desk's tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.browser.conftest import write_notebook
from tests.tutor import firefight
from tests.tutor.visitor import Visitor
from tutor.serving.serve import ServeOptions, Server, start

HUNGRY = """
try:
    much = bytearray(1_500_000_000)
    print("ate all")
except MemoryError:
    print("was refused")
"""
TELL = """
import os, logging, random
print("query", os.environ["QUERY_STRING"])
print("progress", os.environ.get("STAFFRIDE_PROGRESS"))
print("database", repr(os.environ.get("STAFFRIDE_DATABASE")))
print("folder", os.path.basename(os.getcwd()))
print("pid", os.getpid())
print("luck", random.random())
logging.getLogger("staffride").warning("a word for the log")
"""


@pytest.fixture
def field(tmp_path: Path) -> Any:
    """Open a small field with some units and works."""
    return partial(firefight.opened, tmp_path)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five notebooks and a file that is nobody's business."""
    made = tmp_path_factory.mktemp("lessons")
    write_notebook(made / "index.ipynb", "md:# Home\n\nChoose a [game](game/tell.ipynb).")
    write_notebook(made / "game" / "tell.ipynb", "md:# Tell\n\nProse of *tell*.", TELL)
    write_notebook(
        made / "failing.ipynb",
        "md:# Failing\n\nProse before.",
        "hidden_source = 1\nraise ValueError('hidden reason')",
        "md:Prose after.",
        "print('never run')",
    )
    write_notebook(made / "hungry.ipynb", "md:# Hungry", HUNGRY)
    write_notebook(made / "slow.ipynb", "md:# Slow", "import time; time.sleep(600)")
    (made / "secret.py").write_text("password = 1")
    return made


@pytest.fixture(scope="module")
def served(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Server]]:
    """Start servers of any options over the folder; those of the same options are shared."""
    running: dict[ServeOptions, Server] = {}
    record = tmp_path_factory.mktemp("record") / "progress.sqlite"

    def one(**options: object) -> Server:
        wanted = ServeOptions(
            **{"port": 0, "warm": 0, "lessons": folder, "progress": record, **options}
        )
        if wanted not in running:
            running[wanted] = start(wanted)
        return running[wanted]

    yield one
    for server in running.values():
        server.stop()


@pytest.fixture
def visitor(served: Callable[..., Server]) -> Visitor:
    """A visitor of the server that most tests share."""
    return Visitor(served().port)
