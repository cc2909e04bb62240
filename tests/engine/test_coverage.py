"""Coverage: every rule has its code, its test and its lesson, or a reason why not."""

from __future__ import annotations

import ast
import dataclasses
import json
import re

import pytest

from engine import coverage as cover
from engine.catalogue import GAMES, game_info
from engine.enforcing import CodePlace, charts_read
from engine.rulebook import BINDING, Rule
from engine.tables import load_charts
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


@pytest.mark.parametrize("game", GAMES)
def test_every_enforced_rule_has_a_line_that_says_its_id_its_topic_or_its_row(game):
    topics = GAMES[game].rulebook.topics
    for entry in cover.coverage(game):
        assert entry.code or not entry.binding or entry.excuse
        of_its_own = [topic for topic, rule in topics.items() if rule == entry.rule.id]
        for place in entry.code:
            lines = (cover.ROOT / place.file).read_text("utf-8").splitlines()
            said = lines[place.line - 1]
            row = re.match(r'"?([^"=]+?)"? = ', said)
            assert (
                f'"{entry.rule.id}"' in said
                or any(f'"{topic}"' in said for topic in of_its_own)
                or (row is not None and entry.rule.id.endswith(f" {row[1].replace('-', ' ')}"))
            ), f"{entry.rule.id}: {place}"


@pytest.mark.parametrize("game", GAMES)
def test_what_a_function_says_it_enforces_is_there_and_the_function_does_something(game):
    info = GAMES[game]
    known = info.rulebook.rules.keys()
    for folder in cover.folders(info):
        if folder.name == info.family:
            continue  # topics, which test_rulebook looks at
        for path in sorted(folder.rglob("*.py")):
            for function, ids in _marked(ast.parse(path.read_text("utf-8"))):
                where = f"{path.name} {function.name}"
                assert ids, where
                assert set(ids) <= known, where
                assert len(set(ids)) == len(ids), where


@pytest.mark.parametrize("folder", sorted({f for i in GAMES.values() for f in cover.folders(i)}))
def test_a_function_that_enforces_is_more_than_a_docstring(folder):
    for path in sorted(folder.rglob("*.py")):
        for function, _ in _marked(ast.parse(path.read_text("utf-8"))):
            body = function.body[1:] if ast.get_docstring(function) else function.body
            assert [stmt for stmt in body if not isinstance(stmt, ast.Pass | ast.Raise)], path


def _marked(tree):
    """Every function under `@enforces`, with what it names."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "enforces":
                    yield node, [ast.literal_eval(arg) for arg in mark.args]


def test_code_says_no_rule_in_a_text_that_is_put_together():
    """Nobody could search for it."""
    for info in GAMES.values():
        for folder in cover.folders(info):
            ids = cover.pattern(info.rulebook.rules)
            for path in sorted(folder.rglob("*.py")):
                for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                    head = node.values[:1] if isinstance(node, ast.JoinedStr) else []
                    for part in head:
                        text = part.value if isinstance(part, ast.Constant) else ""
                        assert not ids.match(str(text)), f"{path}:{node.lineno}"


@pytest.mark.parametrize("game", GAMES)
def test_code_reads_every_table(game):
    """An owner who lays his own over one that nobody reads would change nothing."""
    info = GAMES[game]
    paths = [path for folder in cover.folders(info) for path in folder.rglob("*.py")]
    read = charts_read(ast.parse(path.read_text("utf-8")) for path in paths)
    assert [name for name in load_charts(info.package, {}) if not read.fullmatch(name)] == []


def test_movement_is_found_in_code_tests_and_examples():
    (entry,) = (e for e in cover.coverage("victory-awaits") if e.rule.id == "9.2")
    assert "engine/victory_awaits/movement/segment.py" in {place.file for place in entry.code}
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


PLACE = CodePlace("a.py", 1, "reason")


def _covered(status, **found):
    rule = Rule("9.9", "t", "s", "o", status, 9)
    return cover.Covered("victory-awaits", rule, **found)


@pytest.mark.parametrize("status", BINDING)
def test_a_binding_rule_lacks_what_is_not_found(status):
    entry = _covered(status, code=[PLACE])
    assert entry.missing == ["test", "lesson", "questions"]
    assert entry.gap == "unexplained: no test, no lesson, no questions"
    assert entry.unexplained


def test_a_reason_explains_a_gap_and_shows_in_it():
    entry = _covered("enforced", excuse="built later")
    assert entry.gap == "no code, no test, no lesson, no questions: built later"
    assert not entry.unexplained


@pytest.mark.parametrize("status", ["component", "advice", "heading"])
def test_what_binds_nobody_has_no_gap(status):
    assert _covered(status).gap is None


@pytest.mark.parametrize("asked", [{"drills": 20}, {"drills": 3, "undrilled": "seldom met"}])
def test_a_rule_with_all_four_has_no_gap(asked):
    found = _covered("enforced", code=[PLACE], tests=["b"], lessons=["c"])
    assert found.gap == "unexplained: no questions"
    entry = dataclasses.replace(found, **asked)
    assert entry.gap is None
    assert not entry.unexplained


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
