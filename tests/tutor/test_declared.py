"""What the program imports is declared, and what is installed is pinned to what it was."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
OURS = {"engine", "tutor", "lessons", "scenarios", "tests"}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
BUILDS = {"jupytext", "nbclient", "nbformat"}
"""What only those need who build notebooks."""


def plain(name: str) -> str:
    """A distribution's name as all its spellings have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def declared(entries: list[str]) -> set[str]:
    """The names in a list of requirements."""
    return {plain(re.match(r"[\w.-]+", entry)[0]) for entry in entries}  # type: ignore[index]


RUNS, TESTS = declared(PROJECT["dependencies"]), declared(PROJECT["optional-dependencies"]["dev"])


HUB = declared(PROJECT["optional-dependencies"]["hub"])
"""What only who serves behind a hub needs."""


def imported(folder: str) -> Iterator[tuple[str, str]]:
    """The packages that the files of a folder import: (file, package)."""
    for file in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in names:
                yield str(file.relative_to(ROOT)), name.partition(".")[0]


@pytest.mark.parametrize(
    ("folder", "allowed"),
    [
        ("engine", RUNS),
        ("tutor", RUNS | BUILDS | HUB),
        ("lessons", RUNS),
        ("tests", RUNS | TESTS),
    ],
)
def test_what_is_imported_is_declared(folder: str, allowed: set[str]) -> None:
    known = packages_distributions()
    missing = {
        (file, package)
        for file, package in imported(folder)
        if package not in OURS | sys.stdlib_module_names
        and not {plain(name) for name in known.get(package, ["nowhere"])} & allowed
    }
    assert missing == set()


def pinned_in(name: str) -> dict[str, str]:
    """What a lock file pins, each to its hashes and to no address: name, version."""
    text = (ROOT / name).read_text()
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    entries = re.split(r"\n(?=\S)", "\n".join(lines))
    pinned = {}
    for entry in entries:
        found = re.fullmatch(
            r"([\w.-]+)==([\w.]+)( ; [\w ]+== \"\w+\")?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)",
            entry.strip(),
        )
        assert found, entry[:80]
        pinned[plain(found[1])] = found[2]
    assert "//" not in text
    assert "@" not in text
    return pinned


def test_everything_is_pinned_to_its_hashes_and_to_no_address() -> None:
    pinned = pinned_in("requirements.lock")
    assert pinned.keys() >= RUNS | TESTS
    assert "setuptools" in pinned, "it builds us, without looking for another"
    lab = pinned_in("lab.lock")
    assert lab.keys() >= declared(PROJECT["optional-dependencies"]["lab"])
    assert not lab.keys() & pinned.keys(), "Voila must not find JupyterLab beside itself"
    hub = pinned_in("hub.lock")
    assert hub.keys() >= HUB
    assert not hub.keys() & (pinned.keys() | lab.keys())
    cluster = pinned_in("cluster.lock")
    assert cluster.keys() >= declared(PROJECT["optional-dependencies"]["cluster"])
    assert not cluster.keys() & (pinned.keys() | lab.keys())


def test_what_is_installed_must_be_what_was_pinned() -> None:
    make = (ROOT / "Makefile").read_text()
    assert "--require-hashes -r requirements.lock" in make
    assert "--no-build-isolation --no-deps -e ." in make
