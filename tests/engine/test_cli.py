"""The commands without a screen: help, plain data, exit codes, and one line for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter

import pytest

from engine import catalogue, cli, record
from engine.coverage import ROOT
from engine.examples import Result
from tests.engine.play import RIVER_LINE, river_line
from tests.engine.test_scenario import GOOD as FIELD


@pytest.fixture
def run(capsys):
    """Run a command line: (exit code, stdout, stderr)."""

    def call(*argv):
        try:
            code = cli.main([str(arg) for arg in argv])
        except SystemExit as stop:
            code = stop.code
        out, err = capsys.readouterr()
        return code, out, err

    return call


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(command, run):
    code, out, err = run(command, "--help")
    assert (code, err) == (0, "")
    about = cli.COMMANDS[command][0]
    assert out.startswith(f"usage: python -m engine {command}")
    assert about[1:] in " ".join(out.split())
    assert "--json" in out


def test_the_program_has_help_and_names_its_commands(run):
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in cli.COMMANDS)


def test_no_command_at_all_is_bad_input_and_shows_the_help(run):
    code, out, _ = run()
    assert code == 2
    assert "usage:" in out


def test_it_runs_as_a_module():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "examples", "AVA-9.2-a", "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)[0]["passed"] is True


def test_a_mistake_in_a_module_run_is_one_line_without_a_traceback():
    done = subprocess.run(
        [sys.executable, "-m", "engine", "play", "victory-awaits/nowhere"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1
    assert "Traceback" not in done.stderr


# ------------------------------------------------------------------ examples


def test_examples_as_plain_data(run):
    code, out, err = run("examples", "--game", "victory-awaits", "--json")
    rows = json.loads(out)
    assert err == ""
    assert all(list(row) == ["id", "game", "passed", "reason"] for row in rows)
    assert all(row["game"] == "victory-awaits" for row in rows)
    assert all(row["passed"] is (row["reason"] is None) for row in rows)
    assert code == (0 if all(row["passed"] for row in rows) else 1)
    assert {"AVA-9.2-a", "AVA-9.2-f"} <= {row["id"] for row in rows}


def test_some_examples_by_id(run):
    code, out, _ = run("examples", "AVA-9.2-b", "AVA-9.2-c")
    assert code == 0
    assert out.splitlines() == ["ok   AVA-9.2-b", "ok   AVA-9.2-c", "2 of 2 examples hold."]


def test_an_example_that_does_not_hold_is_a_failure_with_its_reason(run, monkeypatch):
    monkeypatch.setattr(
        "engine.examples.run", lambda id: Result(id, "victory-awaits", False, "total is 8, not 7")
    )
    code, out, _ = run("examples", "AVA-9.2-b")
    assert code == 1
    assert "FAIL AVA-9.2-b  total is 8, not 7" in out
    code, out, _ = run("examples", "AVA-9.2-b", "--json")
    assert code == 1
    assert json.loads(out)[0]["reason"] == "total is 8, not 7"


# ------------------------------------------------------------------ coverage


@pytest.mark.parametrize("game", catalogue.GAMES)
def test_coverage_as_plain_data(game, run):
    code, out, err = run("coverage", "--game", game, "--json")
    rows = json.loads(out)
    assert err == ""
    keys = ["game", "rule", "title", "status", "code", "tests", "examples", "lessons"]
    keys += ["drills", "undrilled", "mutants", "gap"]
    assert all(list(row) == keys for row in rows)
    assert [row["rule"] for row in rows] == list(catalogue.GAMES[game].rulebook.rules)
    for row in rows:
        assert all(isinstance(row[key], list) for key in ("code", "tests", "examples", "lessons"))
        assert row["gap"] is None or isinstance(row["gap"], str)
    unexplained = any((row["gap"] or "").startswith("unexplained") for row in rows)
    assert code == (1 if unexplained else 0)


def test_coverage_in_words_ends_with_a_line_for_each_game(run):
    _, out, _ = run("coverage")
    last = out.splitlines()[-len(catalogue.GAMES) :]
    assert [line.partition(":")[0] for line in last] == list(catalogue.GAMES)


def test_coverage_of_all_rules_lists_each(run):
    _, out, _ = run("coverage", "--game", "pavlovs-house", "--all")
    assert len(out.splitlines()) == len(catalogue.GAMES["pavlovs-house"].rulebook.rules) + 1


# ------------------------------------------------------------------ play


def test_play_as_plain_data(run):
    code, out, err = run("play", RIVER_LINE, "--games", 3, "--seed", 5, "--json")
    report = json.loads(out)
    assert (code, err) == (0, "")
    assert list(report) == ["scenario", "games", "finished", "violations", "endings"]
    assert (report["scenario"], report["games"], report["finished"]) == (RIVER_LINE, 3, 3)
    assert report["violations"] == []
    assert sum(report["endings"].values()) == 3


def test_play_in_words(run):
    code, out, _ = run("play", RIVER_LINE)
    assert code == 0
    assert out.startswith(f"{RIVER_LINE}: 1 of 1 games ended (")
    assert "0 violations" in out


def test_the_same_seed_plays_the_same_game_and_another_seed_another(run):
    first, again, other = (
        run("play", RIVER_LINE, "--seed", seed, "--log")[2] for seed in (11, 11, 12)
    )
    assert len(first.splitlines()) > 10
    assert first == again
    assert first != other


@pytest.mark.parametrize("bot", ["random", "greedy", "axis=greedy", "axis=greedy,soviet=random"])
def test_every_bot_plays(bot, run):
    code, out, _ = run("play", RIVER_LINE, "--bot", bot, "--json")
    assert code == 0
    assert json.loads(out)["finished"] == 1


def test_of_all_scenarios_those_on_whole_maps_are_played_seldom(run, monkeypatch):
    names, asked = (RIVER_LINE, "holland44/market-garden"), Counter()

    def play_games(games):
        asked.update(game["scenario"] for game in games)
        done = {"winner": None, "ending": "over", "violations": ""}
        return [{**game, **done} for game in games]

    monkeypatch.setattr("engine.bots.play_games", play_games)
    monkeypatch.setattr(catalogue, "scenario_ids", lambda game=None: names)
    for games, whole in ((2, 1), (1500, 3)):
        asked.clear()
        assert run("play", "--games", games, "--jobs", 1)[0] == 0
        assert asked == {RIVER_LINE: games, names[1]: whole}
    run("play", names[1], "--games", 4, "--jobs", 1)
    assert asked[names[1]] == 7


def test_a_broken_invariant_is_a_failure(run, monkeypatch):
    monkeypatch.setattr("engine.bots._broken", lambda game: ["3.1 ava.broken.stack 0101"])
    code, out, _ = run("play", RIVER_LINE)
    assert code == 1
    assert "seed 1: 3.1 ava.broken.stack 0101" in out


def test_a_game_without_an_end_is_a_failure(run, monkeypatch):
    monkeypatch.setattr("engine.bots.TOO_LONG", 3)
    code, out, _ = run("play", RIVER_LINE, "--json")
    assert code == 1
    assert json.loads(out)["violations"] == ["seed 1: no end after 3 actions"]


def test_ctrl_c_ends_any_command_in_one_line(run, monkeypatch):
    def pressed(example):
        raise KeyboardInterrupt

    monkeypatch.setattr("engine.examples.run", pressed)
    assert run("examples", "AVA-9.2-a") == (130, "", "python -m engine examples: stopped.\n")


# ------------------------------------------------------------------ check


@pytest.fixture
def files(tmp_path):
    """One file of each kind, and one of none."""
    texts = {
        "field.toml": FIELD,
        "board.toml": 'title = "A"\nrows = ["01 . ."]\n[terrain]\n"." = "clear"\n',
        "table.toml": '[shifts]\nsection = "TEC"\nsource = "owner"\ncolumns = ["columns"]\n'
        "rows = {town = [2]}\n",
        "book.toml": 'game = "g"\ntitle = "G"\nlanguage = "en"\n[[rule]]\nid = "1.1"\n'
        'title = "t"\nsummary = "s"\noriginal = "o"\nstatus = "enforced"\n',
        "odd.toml": 'colour = "red"\n',
        "bad.toml": "rows = [",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    record.save(river_line(1, [0]), tmp_path / "save.json")
    (tmp_path / "bad.json").write_text("{", encoding="utf-8")
    return tmp_path


def test_check_says_what_each_file_is(files, run):
    names = ["field.toml", "board.toml", "table.toml", "book.toml", "save.json"]
    code, out, err = run("check", *(files / name for name in names))
    assert (code, err) == (0, "")
    said = [line.rpartition(": ")[2] for line in out.splitlines()]
    assert said == [
        "a scenario of 3 units on 4 hexes",
        "a board of 2 hexes",
        "1 tables",
        "a rulebook of 1 rules",
        f"a save of {RIVER_LINE}, 1 actions",
    ]


def test_check_as_plain_data_has_a_row_for_each_file(files, run):
    code, out, _ = run("check", files / "board.toml", files / "bad.toml", "--json")
    good, bad = json.loads(out)
    assert code == 2
    assert list(good) == list(bad) == ["file", "ok", "what", "error"]
    assert (good["ok"], good["what"], good["error"]) == (True, "a board of 2 hexes", None)
    assert (bad["ok"], bad["what"]) == (False, None)
    assert "not TOML" in bad["error"]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("odd.toml", "nothing says what this file is"),
        ("bad.toml", "not TOML"),
        ("bad.json", "the save is damaged"),
        ("none.toml", "there is no such file"),
        ("none.json", "there is no such save"),
    ],
)
def test_check_of_a_bad_file_is_one_line_on_stderr(name, what, files, run):
    code, out, err = run("check", files / name)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert str(files / name) in err
    assert what in err


def test_our_own_files_are_all_good(run):
    good = [*(ROOT / "scenarios").rglob("*.toml"), *(ROOT / "engine").rglob("rulebook.toml")]
    code, _, err = run("check", *good)
    assert (code, err) == (0, "")


# ------------------------------------------------------------------ bad input


BAD = {
    "an unknown command": (["exampels"], "Did you mean 'examples'?"),
    "an unknown flag": (["examples", "--jsn"], "--jsn"),
    "an unknown flag of the program": (["--frobnicate"], "--frobnicate"),
    "an unknown game for examples": (["examples", "--game", "victory"], "no game 'victory'"),
    "an unknown game for coverage": (["coverage", "--game", "h44"], "no game 'h44'"),
    "an unknown game for play": (["play", "--game", "chess"], "no game 'chess'"),
    "an unknown example": (["examples", "AVA-1.1"], "there is no example 'AVA-1.1'"),
    "an unknown scenario": (
        ["play", "victory-awaits/river-lime"],
        "Did you mean 'victory-awaits/river-line'?",
    ),
    "a scenario file that is not there": (["play", "none.toml"], "there is no such file"),
    "a seed that is no number": (["play", RIVER_LINE, "--seed", "x"], "'x' is no seed"),
    "a number of games that is none": (["play", RIVER_LINE, "--games", "many"], "--games"),
    "no games": (["play", RIVER_LINE, "--games", "0"], "0 games cannot be played"),
    "fewer than no games": (["play", RIVER_LINE, "--games", "-3"], "-3 games"),
    "an unknown bot": (["play", RIVER_LINE, "--bot", "gredy"], "Did you mean 'greedy'?"),
    "an unknown bot for a side": (["play", RIVER_LINE, "--bot", "axis=x"], "no bot 'x'"),
    "a bot for an unknown side": (
        ["play", RIVER_LINE, "--bot", "axes=greedy"],
        "Did you mean 'axis'?",
    ),
    "a bot with half a side": (["play", RIVER_LINE, "--bot", "axis=greedy,random"], "'random'"),
    "nothing to check": (["check"], "FILE"),
    "too many scenarios": (["play", RIVER_LINE, RIVER_LINE], RIVER_LINE),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_on_stderr_and_exit_code_2(name, run):
    argv, said = BAD[name]
    code, out, err = run(*argv)
    assert code == 2
    assert out == ""
    assert len(err.splitlines()) == 1, err
    assert err.startswith("python -m engine")
    assert said in err
    assert "Traceback" not in err
