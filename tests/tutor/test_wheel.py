"""What `pip install staffride` gives: lessons, rules with their tests, and a way into Lab."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import nbformat
import pytest

from engine.coverage import ROOT, coverage

MEGABYTES = 14
PARTS = ("engine", "tutor", "lessons", "scenarios", "tests")
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy without a line to anywhere."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    leave = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints", "golden")
    for part in PARTS:
        shutil.copytree(ROOT / part, source / part, ignore=leave)
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, "-w", str(folder), str(source)],
        check=True,
        capture_output=True,
    )
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds what the wheel holds, and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(folder)
    return folder


def staffride(installed: Path, here: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command line of what is installed, from a folder that has nothing to do with it."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "tutor.cli", *words],
        cwd=here,
        env={**os.environ, "PYTHONPATH": str(installed)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_wheel_weighs_no_more_than_it_must(wheel: Path) -> None:
    assert wheel.stat().st_size < MEGABYTES * 1_000_000


def test_coverage_tells_the_truth_where_the_tests_are_not(installed: Path, tmp_path: Path) -> None:
    assert not (installed / "tests").exists()
    done = staffride(installed, tmp_path, "coverage", "--all", "--game", "victory-awaits", "--json")
    assert done.returncode == 0, done.stderr
    told = {entry["rule"]: entry for entry in json.loads(done.stdout)}
    for here in coverage("victory-awaits"):
        there = told[here.rule.id]
        assert (there["tests"], there["gap"]) == (here.tests, here.gap)
        assert there["drills"] == here.drills
        assert there["mutants"] == {"killed": here.killed, "survived": here.survived}


def test_the_lessons_are_copied_and_what_one_changed_is_kept(
    installed: Path, tmp_path: Path
) -> None:
    done = staffride(installed, tmp_path, "notebooks", "mine")
    assert done.returncode == 0, done.stderr
    lessons = sorted((installed / "lessons").rglob("*.ipynb"))
    copied = sorted((tmp_path / "mine").rglob("*.ipynb"))
    assert len(copied) == len(lessons) - 1, "the class's page needs a server"
    for notebook in copied:
        nbformat.validate(nbformat.read(notebook, as_version=4))
    copied[0].write_text("mine", encoding="utf-8")
    done = staffride(installed, tmp_path, "notebooks", "mine")
    assert (
        done.stdout
        == "0 notebooks written to mine; 1 that you have changed were left alone (--anew)\n"
    )
    assert copied[0].read_text("utf-8") == "mine"
    staffride(installed, tmp_path, "notebooks", "mine", "--anew")
    assert copied[0].read_text("utf-8") != "mine"


def test_every_board_of_a_lesson_has_its_picture_once(installed: Path) -> None:
    for notebook in (installed / "lessons").rglob("*.ipynb"):
        here = pictures(ROOT / "lessons" / notebook.relative_to(installed / "lessons"))
        assert pictures(notebook) == list(dict.fromkeys(here))


def pictures(notebook: Path) -> list[str]:
    """The pictures in a notebook, in order."""
    outputs = [
        output
        for cell in nbformat.read(notebook, as_version=4).cells
        for output in cell.get("outputs", ())
    ]
    found = [output.get("data", {}).get("image/png") for output in outputs]
    return [picture for picture in found if picture]


def test_without_lab_one_is_told_how_to_get_it(installed: Path, tmp_path: Path) -> None:
    done = staffride(installed, tmp_path, "lab", "mine")
    assert done.returncode == 2
    assert done.stderr == (
        "staffride lab: JupyterLab is not installed here. Install it with: "
        "pip install 'staffride[lab]'. 'staffride serve' needs none.\n"
    )
    assert not (tmp_path / "mine").exists()
