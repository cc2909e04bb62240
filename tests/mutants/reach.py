"""Which tests reach a line: coverage contexts, a context a test."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest

from engine.catalogue import GAMES, GameInfo
from engine.coverage import ROOT

CACHE = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Reach:
    """The tests of a game: which lines each reaches, how long it takes, which rules it pins."""

    lines: dict[str, dict[int, list[str]]]
    files: dict[str, list[str]]
    seconds: dict[str, float]
    rules: dict[str, list[str]]

    def of(self, file: str, first: int, last: int) -> list[str]:
        """The tests that reach a span of lines."""
        lines = self.lines.get(file, {})
        return sorted({test for n in range(first, last + 1) for test in lines.get(n, ())})


def bare() -> dict[str, str]:
    """An environment in which pytest loads no plugin: nbval's alone take a second."""
    return {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "HYPOTHESIS_PROFILE": "mutants"}


SHARED = ("arguments", "examples", "game", "narrowing", "previews", "record", "sight")
"""The files about all games in which a rule may be noticed."""


def suites(info: GameInfo) -> list[str]:
    """Where a game's tests stand."""
    folders = [f"tests/engine/{info.package}"]
    if info.family:
        folders.append(f"tests/engine/{info.family}")
    return folders + [f"tests/engine/test_{name}.py" for name in SHARED]


def of_others(test: str, info: GameInfo) -> bool:
    """Whether a test has another game's name in its parameters."""
    _, _, parameters = test.partition("[")
    names = [name for other in GAMES.values() if other != info for name in (other.id, other.prefix)]
    return any(name in parameters for name in names)


def measure(info: GameInfo, reuse: bool = False) -> Reach:
    """Run a game's tests once under coverage; in a process of their own, they import the engine."""
    CACHE.mkdir(parents=True, exist_ok=True)
    out = CACHE / f"{info.id}.json"
    if not (reuse and out.exists()):
        command = [sys.executable, "-m", "tests.mutants.reach", info.id, str(out)]
        subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL, env=bare())
    data = json.loads(out.read_text("utf-8"))
    lines = {
        file: {int(line): [data["tests"][i] for i in tests] for line, tests in found.items()}
        for file, found in data["lines"].items()
    }
    files = {file: [data["tests"][i] for i in tests] for file, tests in data["files"].items()}
    return Reach(lines, files, data["seconds"], data["rules"])


class _Contexts:
    """A pytest plugin: a context a test, its time, its marks."""

    def __init__(self, cov: coverage.Coverage, game: str) -> None:
        self.cov = cov
        self.game = game
        self.seconds: dict[str, float] = {}
        self.rules: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if not of_others(item.nodeid, GAMES[self.game])]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.cov.switch_context(item.nodeid)
        function = getattr(item, "function", None)
        pinned = getattr(function, "pins", {}).get(self.game, ())
        self.rules[item.nodeid] = list(pinned)
        result = yield
        self.cov.switch_context("")
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped:
            self.rules.pop(report.nodeid, None)
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = report.duration


def _main(game: str, out: str) -> int:
    info = GAMES[game]
    packages = [f"engine/{info.package}/*", "engine/zocbond/*"]
    data_file = str(CACHE / f"{game}.coverage")
    cov = coverage.Coverage(data_file=data_file, include=[str(ROOT / p) for p in packages])
    cov.erase()
    cov.start()
    plugin = _Contexts(cov, game)
    pytest.main(["-q", "-p", "no:cacheprovider", *suites(info)], plugins=[plugin])
    cov.stop()
    cov.save()
    tests = sorted(plugin.seconds)
    number = {test: i for i, test in enumerate(tests)}
    lines: dict[str, dict[int, list[int]]] = {}
    files: dict[str, list[int]] = {}
    data = cov.get_data()
    for name in data.measured_files():
        file = Path(name).relative_to(ROOT).as_posix()
        found: dict[int, list[int]] = defaultdict(list)
        seen = set()
        for line, contexts in data.contexts_by_lineno(name).items():
            reached = [number[test] for test in contexts if test in number]
            if reached:
                found[line] = reached
                seen.update(reached)
        lines[file] = dict(found)
        files[file] = sorted(seen)
    body = {
        "tests": tests,
        "lines": lines,
        "files": files,
        "seconds": plugin.seconds,
        "rules": plugin.rules,
    }
    Path(out).write_text(json.dumps(body), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
