"""Work that is spread comes to the same, whoever does it, stops or dies on the way."""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import os
import signal
import sys
from functools import partial

import pytest

from engine import bots, cli
from engine.results import SHEETS, Lines, Results
from engine.spread import STOPPED, Spread, clock
from tests.engine.play import RIVER_LINE
from tests.engine.problems import refused

KEYS = ("number",)
ROWS = [{"number": number} for number in range(200)]
SQUARES = [{"number": number, "square": number**2} for number in range(200)]


def squares(rows):
    """Some work."""
    return [{**row, "square": row["number"] ** 2} for row in rows]


def die_once(note, rows):
    """The same, but whoever does it first is killed at it."""
    with contextlib.suppress(FileNotFoundError):
        note.unlink()
        os.kill(os.getpid(), signal.SIGKILL)
    return squares(rows)


def die(rows):
    """Nobody gets through this."""
    os.kill(os.getpid(), signal.SIGKILL)


class Stopping(Lines):
    """A file at which somebody presses Ctrl+C once it has some rows."""

    def add(self, rows):
        super().add(rows)
        raise KeyboardInterrupt


def results(path):
    return Results(path, lambda row: row.get("number") in range(200))


@pytest.fixture
def play(capsys):
    """`play` from the command line: exit code, stdout, stderr."""

    def call(*argv):
        code = cli.main(["play", RIVER_LINE, *map(str, argv)])
        return code, *capsys.readouterr()

    return call


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_the_rows_come_back_in_their_order(jobs):
    assert Spread(jobs).run(squares, ROWS, KEYS) == (SQUARES, True)
    assert Spread(jobs).run(squares, [], KEYS) == ([], True)


def test_the_report_of_one_process_and_of_two_is_the_same(play):
    one, two = (play("--games", 9, "--bot", "axis=greedy", "--jobs", jobs) for jobs in (1, 2))
    assert one == two
    assert one[1].startswith(f"{RIVER_LINE}: 9 of 9 games ended")


def test_what_a_dead_worker_had_is_done_again(tmp_path):
    note = tmp_path / "note"
    note.touch()
    assert Spread(2).run(partial(die_once, note), ROWS, KEYS) == (SQUARES, True)
    assert not note.exists()
    assert multiprocessing.active_children() == []


def test_work_that_kills_every_worker_is_given_up():
    problem = refused(lambda: Spread(2).run(die, ROWS, KEYS))
    assert problem.what == "the workers die before anything is done"
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_stopped_goes_on_where_it_was(jobs, tmp_path, monkeypatch):
    file, whole = tmp_path / "some.jsonl", tmp_path / "all.jsonl"
    Spread(1).run(squares, ROWS, KEYS, results(whole))
    with monkeypatch.context() as at_first:
        at_first.setitem(SHEETS, ".jsonl", Stopping)
        done, all_of_them = Spread(jobs).run(squares, ROWS, KEYS, results(file))
    assert 0 < len(done) < len(ROWS)
    assert not all_of_them
    assert multiprocessing.active_children() == []
    again = []

    def noting(rows):
        again.extend(rows)
        return squares(rows)

    assert Spread(1).run(noting, ROWS, KEYS, results(file)) == (SQUARES, True)
    assert len(again) == len(ROWS) - len(done)
    assert file.read_bytes() == whole.read_bytes()


def test_a_line_that_was_cut_off_is_found_again(tmp_path):
    file = tmp_path / "some.jsonl"
    file.write_text('{"number": 1, "square": 1}\n{"number": 2, "squ')
    assert results(file).rows == [{"number": 1, "square": 1}]
    assert Spread(1).run(squares, ROWS, KEYS, results(file)) == (SQUARES, True)


def test_play_stops_with_what_was_played_and_goes_on(play, tmp_path, monkeypatch):
    file = tmp_path / "games.jsonl"
    with monkeypatch.context() as at_first:
        at_first.setitem(SHEETS, ".jsonl", Stopping)
        code, out, err = play("--games", 5, "--jobs", 1, "--to", file)
    assert code == STOPPED
    assert out.startswith(f"{RIVER_LINE}: 1 of 1 games ended")
    assert err == f"Stopped: 1 of 5 were done; the same command goes on with {file}.\n"
    assert play("--games", 5, "--to", file) == play("--games", 5)
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert rows == bots.play_games(bots.games_of(RIVER_LINE, range(1, 6)))
    assert list(rows[0]) == [
        *("scenario", "seed", "bots", "winner", "ending", "score", "actions", "violations")
    ]


def test_the_results_of_another_command_are_left_alone(play, tmp_path):
    file = tmp_path / "games.jsonl"
    assert play("--games", 2, "--to", file)[0] == 0
    before = file.read_bytes()
    code, out, err = play("--games", 1, "--seed", 2, "--to", file)
    assert (code, out) == (2, "")
    assert f"{file}, scenario {RIVER_LINE}, seed 1, bots random: it holds results of another" in err
    assert play("--games", 2, "--bot", "greedy", "--to", file)[0] == 2
    assert file.read_bytes() == before
    assert play("--games", 3, "--to", file)[0] == 0, "more of the same go on from there"


@pytest.mark.parametrize("text", ["[]\n", "{\n", "\x00\n", "7\n"])
def test_a_file_of_something_else_is_left_alone(text, tmp_path):
    file = tmp_path / "some.jsonl"
    file.write_text(text)
    assert refused(lambda: results(file)).what == "it holds no results"
    assert file.read_text() == text


def test_a_name_that_says_nothing_and_a_folder_that_is_not_there_are_refused(tmp_path):
    assert "'.xls'" in refused(lambda: results(tmp_path / "games.xls")).what
    assert "nothing can be written" in refused(lambda: results(tmp_path / "no" / "a.jsonl")).what


def test_no_process_at_all_is_refused_and_so_is_a_cluster_without_dask(play, monkeypatch):
    code, _, err = play("--jobs", 0)
    assert (code, err.count("\n")) == (2, 1)
    monkeypatch.setitem(sys.modules, "distributed", None)
    code, _, err = play("--on", "tcp://127.0.0.1:1", "--games", 2)
    assert code == 2
    assert "Dask is not installed. Install it: pip install 'staffride[cluster]'" in err


def test_a_bar_shows_how_far_it_is_and_goes():
    shown = io.StringIO()
    Spread(1, bar=shown).run(squares, ROWS, KEYS)
    steps = shown.getvalue().split("\r")
    assert steps[1].startswith("0 of 200 [" + "-" * 30)
    assert steps[-2].startswith("200 of 200 [" + "#" * 30 + "] 0:00 left")
    assert steps[-1] == "\x1b[K"


def test_the_time_left_is_told_by_the_clock():
    assert [clock(seconds) for seconds in (0, 59.6, 187, 5025)] == [
        "0:00",
        "1:00",
        "3:07",
        "1:23:45",
    ]
