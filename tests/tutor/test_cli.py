"""The command line `staffride`: every command has help, files are checked, bad input is a line."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from engine import catalogue, record
from engine.chance import Seeded
from engine.coverage import ROOT
from tests.tutor.test_lesson import GOOD
from tutor import bench, cli

Run = Callable[..., tuple[int, str, str]]
ROW = {
    "name": "reach on 4000 hexes",
    "seconds": 0.002,
    "baseline": "networkx",
    "baseline_seconds": 0.02,
    "ratio": 0.1,
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line: (exit code, stdout, stderr)."""

    def call(*argv: object) -> tuple[int, str, str]:
        try:
            code = cli.main([str(arg) for arg in argv])
        except SystemExit as stop:
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.mark.parametrize("command", cli.commands())
def test_every_command_has_help(run: Run, command: str) -> None:
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    assert out.startswith(f"usage: staffride {command}")
    assert cli.commands()[command][0][1:] in " ".join(out.split())


def test_the_help_names_every_command(run: Run) -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in cli.commands())
    assert {"serve", "examples", "coverage", "play", "bench", "render", "check"} <= set(
        cli.commands()
    )


@pytest.mark.parametrize("argv", [["rander"], ["render", "--colour"], ["bench", "--fast"]])
def test_what_is_not_understood_is_one_line(run: Run, argv: list[str]) -> None:
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("staffride")
    assert err.count("\n") == 1


def test_a_command_that_is_nearly_right_is_offered(run: Run) -> None:
    assert "Did you mean 'render'?" in run("rander")[2]


def test_the_program_is_installed_and_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tutor.cli", "render", "nothing-of-that-name"],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("staffride render: there is nothing called")
    assert done.stderr.count("\n") == 1


# -- check ----------------------------------------------------------------------------------------


def test_a_worked_example_is_taken_for_a_scenario_and_not_for_a_lesson(run: Run) -> None:
    examples = sorted((ROOT / "scenarios").glob("*/examples/*.toml"))
    assert len(examples) >= 165
    code, out, err = run("check", *map(str, examples))
    assert (code, err) == (0, "")
    assert "a lesson of" not in out


def test_a_good_lesson_is_good(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD)
    assert run("check", path) == (0, f"ok   {path}: a lesson of 1 steps\n", "")


LESSONS = sorted((ROOT / "lessons").rglob("*.toml"))


def test_our_own_lessons_are_good(run: Run) -> None:
    code, out, err = run("check", *LESSONS)
    assert (code, err) == (0, "")
    assert out.count("ok   ") == len(LESSONS) > 0


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"9.2"]', '"9.22"]', "there is no rule 9.22"),
        ('"read"', '"reed"', "unknown kind of step 'reed'"),
        ('"read"', '"try"', "look: the solution does not reach the goal"),
        ('"drills/march"', '"drills/march-off"', "look: there is no scenario"),
        ("[[step]]", "[step]", "step"),
        ('title = "Small"', 'title = "Small', "not TOML"),
        ("chapter = 9", "chaptre = 9", "'chapter' is missing"),
    ],
)
def test_a_bad_lesson_is_one_line_that_names_it(
    run: Run, tmp_path: Path, old: str, new: str, told: str
) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD.replace(old, new, 1))
    code, out, err = run("check", path)
    assert (code, out) == (2, "")
    assert err.startswith("BAD  ")
    assert str(path) in err
    assert told in err
    assert err.count("\n") == 1


def test_every_file_gets_its_line_also_as_plain_data(run: Run, tmp_path: Path) -> None:
    good, bad, save = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "save.json"
    good.write_text(GOOD)
    bad.write_text(GOOD.replace('"read"', '"reed"'))
    record.save(catalogue.load("victory-awaits/river-line", Seeded(1)), save)
    code, out, err = run("check", "--json", good, bad, save)
    assert (code, err) == (2, "")
    rows = json.loads(out)
    assert [row["ok"] for row in rows] == [True, False, True]
    assert [row["file"] for row in rows] == [str(good), str(bad), str(save)]
    assert rows[0]["what"] == "a lesson of 1 steps"
    assert "unknown kind" in rows[1]["error"]


# -- bench ----------------------------------------------------------------------------------------


def test_benchmarks_are_plain_data(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[bool] = []

    def rows(quick: bool) -> list[dict[str, object]]:
        asked.append(quick)
        return [ROW]

    monkeypatch.setattr(bench, "rows", rows)
    code, out, err = run("bench", "--json", "--quick")
    assert (code, err, asked) == (0, "", [True])
    assert json.loads(out) == [ROW]
    code, out, _ = run("bench")
    assert code == 0
    assert asked == [True, False]
    assert out == "reach on 4000 hexes: 2.00 ms; networkx: 20.00 ms; 0.10 times its time\n"


def test_benchmarks_are_those_of_the_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.bench import bench_paths

    modules = [SimpleNamespace(name="bench_paths"), SimpleNamespace(name="test_bench")]
    monkeypatch.setattr(bench.pkgutil, "iter_modules", lambda path: modules)
    monkeypatch.setattr(bench_paths, "rows", lambda quick: [{**ROW, "quick": quick}])
    assert bench.rows(True) == [{**ROW, "quick": True}]
    assert bench.rows(False) == [{**ROW, "quick": False}]


def test_without_the_sources_there_are_no_benchmarks(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tests.bench", None)
    code, out, err = run("bench")
    assert (code, out) == (2, "")
    assert "the benchmarks are not here" in err
    assert err.count("\n") == 1
