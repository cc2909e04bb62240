"""Coverage: every rule has its code, its test and its lesson, or a reason why not."""

from __future__ import annotations

import ast
import json

import pytest

from engine import coverage as cover
from engine.catalogue import GAMES, game_info
from engine.rulebook import BINDING, Rule
from tests import marks
from tests.engine.problems import refused

ALL = cover.coverage()


@pytest.mark.parametrize("game", GAMES)
def test_every_gap_is_explained(game):
    gaps = [
        f"{entry.rule.id} {entry.rule.title}: {entry.gap}"
        for entry in ALL
        if entry.game == game and entry.unexplained
    ]
    assert gaps == []


def test_every_rule_of_every_game_is_there_in_printed_order():
    for game, info in GAMES.items():
        ids = [entry.rule.id for entry in cover.coverage(game)]
        assert ids == list(info.rulebook.rules)
    assert len(ALL) == sum(len(info.rulebook.rules) for info in GAMES.values())


def test_movement_is_found_in_code_tests_and_examples():
    (entry,) = (e for e in cover.coverage("victory-awaits") if e.rule.id == "9.2")
    assert "engine/victory_awaits/movement.py" in entry.code
    assert "tests/engine/test_examples.py::AVA-9.2-a" in entry.tests
    assert any(
        where.startswith("tests/engine/victory_awaits/test_movement.py::test_")
        for where in entry.tests
    )
    assert "AVA-9.2-a" in entry.examples


@pytest.mark.parametrize("rule", ["2.1", "3.1", "3.2", "3.3", "3.4", "8.1", "8.2", "8.3", "9.0"])
def test_the_rules_of_movement_have_code_and_tests(rule):
    (entry,) = (e for e in cover.coverage("victory-awaits") if e.rule.id == rule)
    assert entry.tests
    assert entry.code or rule == "9.0"


def _covered(status, **found):
    rule = Rule("9.9", "t", "s", "o", status, 9)
    return cover.Covered("victory-awaits", rule, **found)


@pytest.mark.parametrize("status", BINDING)
def test_a_binding_rule_lacks_what_is_not_found(status):
    entry = _covered(status, code=["a.py"])
    assert entry.missing == ["test", "lesson"]
    assert entry.gap == "unexplained: no test, no lesson"
    assert entry.unexplained


def test_a_reason_explains_a_gap_and_shows_in_it():
    entry = _covered("enforced", excuse="built later")
    assert entry.gap == "no code, no test, no lesson: built later"
    assert not entry.unexplained


@pytest.mark.parametrize("status", ["component", "advice", "heading"])
def test_what_binds_nobody_has_no_gap(status):
    assert _covered(status).gap is None


def test_a_rule_with_all_three_has_no_gap():
    entry = _covered("enforced", code=["a"], tests=["b"], lessons=["c"])
    assert entry.gap is None
    assert not entry.unexplained


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('x = "9.2"', ["9.2"]),
        ("# see 9.2 and 19.2", ["9.2", "19.2"]),
        ('"""Normal movement (9.2, TEC)."""', ["9.2", "TEC"]),
        ('"9.2.1"', []),
        ('"19.2"', ["19.2"]),
        ("x = 9.2", []),
        ('"protected"', []),
    ],
)
def test_a_rule_is_cited_in_strings_and_comments_by_its_whole_id(text, found):
    assert list(cover._cited(text, cover.pattern(["9.2", "19.2", "TEC"]))) == found


def test_the_summary_adds_up():
    for game, row in cover.summary(ALL).items():
        assert row["rules"] == len(GAMES[game].rulebook.rules)
        assert row["binding"] == row["covered"] + row["explained"] + row["unexplained"]


def test_a_mark_names_a_game_and_rules_that_exist():
    def marked():
        """Nothing."""

    assert marks.rules("victory-awaits", "9.2", "TEC")(marked) is marked
    for game, ids in (("victory", ["9.2"]), ("victory-awaits", ["9.99"]), ("victory-awaits", [])):
        with pytest.raises(ValueError, match=r"game|rule"):
            marks.rules(game, *ids)(marked)


def test_every_mark_in_the_tests_can_be_read_without_running_them():
    """`coverage` reads the marks as text: a name in place of a text would hide the test."""
    for path in sorted((cover.ROOT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
            if getattr(call.func, "id", "") == "rules":
                assert all(isinstance(arg, ast.Constant) for arg in call.args), path


def test_an_unknown_game_is_refused_by_the_catalogue():
    problem = refused(lambda: game_info("victory"))
    assert problem.what == "there is no game 'victory'"
    assert problem.remedy == "Did you mean 'victory-awaits'?"


def test_a_rule_says_how_many_of_its_mutants_were_killed(tmp_path, monkeypatch):
    row = {"rules": ["9.2"], "killed": "a test", "equivalent": ""}
    rows = [row, {**row, "killed": ""}, {**row, "killed": "", "equivalent": "the same"}]
    folder = tmp_path / "tests" / "mutants"
    folder.mkdir(parents=True)
    (folder / "victory-awaits.json").write_text(json.dumps({"mutants": rows}), "utf-8")
    monkeypatch.setattr(cover, "ROOT", tmp_path)
    assert [row["killed"] for row in cover.mutants_of("victory-awaits")] == ["a test", ""]
    assert cover.mutants_of("holland44") == []


@pytest.mark.parametrize("game", GAMES)
def test_nine_of_ten_mutants_of_a_game_are_killed(game):
    file = cover.ROOT / "tests" / "mutants" / f"{game}.json"
    assert len(json.loads(file.read_text("utf-8"))["mutants"]) >= 150
    tried = cover.mutants_of(game)
    assert sum(bool(row["killed"]) for row in tried) >= 0.9 * len(tried)
    for entry in cover.coverage(game):
        mine = [row for row in tried if entry.rule.id in row["rules"]]
        assert entry.killed + entry.survived == len(mine)
