"""A thousand spoilt copies of our files: each is refused in one line, or is as good as before."""

from __future__ import annotations

import collections
import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cli import check_file
from engine.errors import Problem
from tests.engine.corrupt import corrupted, saves, sources
from tutor import cli as tutor_cli

COPIES = int(os.environ.get("STAFFRIDE_CORRUPTED", "150"))
"""How many copies `make test` spoils; `make soak` takes a thousand and more."""
SEED = os.environ.get("STAFFRIDE_SEED", "1")
SILENT = {"misspell_key", "misspell_name"}
"""Mischiefs that must never pass: a name that nobody knows."""


@pytest.fixture(scope="module")
def originals(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    assert tutor_cli.CHECKS, "the checks of lessons are known once the tutor is"
    files, played = sources(), list(saves(tmp_path_factory.mktemp("saves")))
    assert len(files) > 300
    return [*files, *played * 6]


def spoilt(originals: list[Path], folder: Path, count: int) -> Iterator[tuple[Path, str, str]]:
    """Copies with one thing wrong: (file, kind of mischief, what it is)."""
    rng = random.Random(f"corrupted/{SEED}")
    for number in range(count):
        source = rng.choice(originals)
        kind, what, content = corrupted(rng, source)
        path = folder / str(number) / source.name
        path.parent.mkdir()
        path.write_bytes(content)
        yield path, kind, f"{source.name}: {what}"


def test_a_spoilt_file_is_refused_in_a_line_or_as_good_as_before(
    originals: list[Path], tmp_path: Path
) -> None:
    wrong, told = [], collections.Counter[tuple[str, bool]]()
    for path, kind, what in spoilt(originals, tmp_path, COPIES):
        try:
            check_file(path)
            fine = True
        except Problem as problem:
            fine, line = False, str(problem)
            if "\n" in line or not line.isprintable() or path.name not in line:
                wrong.append(f"{what}: unclear: {line!r}")
        except Exception as error:
            fine = False
            wrong.append(f"{what}: {type(error).__name__}: {error}")
        told[kind, fine] += 1
        if fine and kind in SILENT:
            wrong.append(f"{what}: nobody minds")
    print(f"{COPIES} copies: {dict(told)}")
    assert wrong == [], "\n".join(wrong)
