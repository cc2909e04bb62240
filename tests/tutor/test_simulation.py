"""Simulations as frames and tables, and spread over a cluster."""

from __future__ import annotations

import subprocess
from importlib.util import find_spec

import pandas
import pytest

from engine import bots
from tests.browser.elsewhere import PYTHON, ROOT
from tests.engine.play import RIVER_LINE
from tests.marks import soak
from tutor.cli import main
from tutor.simulation import simulate

GAMES = [*bots.GAME, "winner", "ending", "score", "actions", "violations"]


def test_games_are_a_frame_a_row_each():
    found = simulate(RIVER_LINE, 3, jobs=1)
    assert list(found.columns) == GAMES
    assert list(found["seed"]) == [1, 2, 3]
    assert found["seed"].dtype == found["actions"].dtype == "Int64"
    again = simulate(RIVER_LINE, [2, 3], {"axis": "random"}, jobs=1)
    assert list(again["actions"]) == list(found["actions"])[1:]
    assert again["bots"][0] == "axis=random,soviet=random"


def test_a_table_goes_on_where_it_was(tmp_path, capsys):
    some, whole = tmp_path / "some.csv", tmp_path / "all.csv"
    for file, games in ((some, 3), (some, 5), (whole, 5)):
        assert main(["play", RIVER_LINE, "--games", str(games), "--to", str(file)]) == 0
    assert some.read_text() == whole.read_text()
    assert list(pandas.read_csv(whole).columns) == GAMES
    *_, grown, at_once = capsys.readouterr().out.splitlines()
    assert grown == at_once
    assert main(["play", RIVER_LINE, "--games", "4", "--to", str(whole)]) == 2
    assert "it holds results of another command" in capsys.readouterr().err


@pytest.mark.skipif(find_spec("pyarrow") is not None, reason="what is needed is here")
def test_parquet_says_what_it_needs(tmp_path, capsys):
    assert main(["play", RIVER_LINE, "--to", str(tmp_path / "games.parquet")]) == 2
    assert "pip install 'staffride[cluster]'" in capsys.readouterr().err


@soak
def test_two_workers_of_whom_one_is_killed_come_to_the_same(tmp_path, capsys):
    asked = ["play", RIVER_LINE, "--games", "400", "--json"]
    one, two, file = (tmp_path / name for name in ("1.jsonl", "2.jsonl", "3.killing"))
    assert main([*asked, "--jobs", "1", "--to", str(one)]) == 0
    assert main([*asked, "--jobs", "2", "--to", str(two)]) == 0
    command = [PYTHON, "-m", "tests.tutor.two_workers", str(file), *asked]
    spread = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert capsys.readouterr().out == 2 * spread.stdout
    assert one.read_bytes() == two.read_bytes() == file.read_bytes()
    assert "1 killed" in spread.stderr
