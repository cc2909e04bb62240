"""The worked examples: each one holds, says what the list of examples says, and can fail."""

from __future__ import annotations

import copy
import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine import catalogue, examples
from engine.files import Table
from tests.engine.problems import refused

LIST = Path(__file__).with_name("worked_examples.txt")
OWED = dict(
    line.split() for line in LIST.read_text("utf-8").splitlines() if not line.startswith("#")
)
PREFIXES = {info.prefix: info for info in catalogue.GAMES.values()}
HERE = examples.example_ids()


def digest(about: Mapping[str, Any]) -> str:
    """A short mark of what an example states; any other wording has another one."""
    said = [about["id"], about["rule"], about["kind"], about["given"], about["expect"]]
    return hashlib.sha256(json.dumps(said, ensure_ascii=False).encode()).hexdigest()[:16]


@pytest.mark.parametrize("example", HERE)
def test_the_example_holds(example):
    result = examples.run(example)
    assert result.passed, result.reason
    assert result.facts


@pytest.mark.parametrize("example", HERE)
def test_the_file_says_what_the_list_says(example):
    found = examples.find(example)
    assert example in OWED
    _, top = catalogue.open_scenario(found.scenario)
    assert digest(top.table("example").data) == OWED[example]


@pytest.mark.parametrize("example", HERE)
def test_the_example_belongs_to_its_game_and_names_its_rules(example):
    found = examples.find(example)
    prefix = example.partition("-")[0]
    assert PREFIXES[prefix].id == found.game
    assert found.id == example
    assert found.kind in examples.KINDS
    assert found.given
    assert found.expect
    assert found.rule
    assert set(found.rule) <= set(PREFIXES[prefix].rulebook.rules)


@pytest.mark.parametrize("example", HERE)
def test_the_example_opens_on_a_board(example):
    game = examples.start(example)
    assert game.scenario.board.title, "a game without hexes has an empty board"
    assert len(game.history) == 1


def test_no_example_is_listed_twice():
    assert len(HERE) == len(set(HERE))
    assert set(OWED) >= set(HERE)


WHOLE = [info.id for info in catalogue.GAMES.values() if not info.rulebook.gaps]
"""Games no gap of which needs an excuse."""


@pytest.mark.parametrize("game", WHOLE)
def test_a_game_without_gaps_has_all_its_examples(game):
    prefix = catalogue.GAMES[game].prefix
    owed = {example for example in OWED if example.startswith(f"{prefix}-")}
    assert owed
    assert sorted(owed - set(examples.example_ids(game))) == []


# ------------------------------------------------------------------ the runner can say no


def bend(monkeypatch, change, example="AVA-9.2-a"):
    """The result of an example whose file has been changed."""
    found = examples.find(example)
    info, top = catalogue.open_scenario(found.scenario)
    data = copy.deepcopy(dict(top.data))
    change(data)
    monkeypatch.setattr(
        catalogue, "open_scenario", lambda name: (info, Table(copy.deepcopy(data), top.file))
    )
    return examples.run(example)


def test_left_alone_it_holds(monkeypatch):
    assert bend(monkeypatch, lambda data: None).passed


WRONG = {
    "a wrong total": (lambda d: d["step"][0].update(total=7), "total is 8, not 7"),
    "a wrong line": (lambda d: d["step"][0].update(lines=[1, 1, 1, 2, 3]), "lines"),
    "a wrong part": (lambda d: d["step"][0].update(parts={"4": [1, 1, 1]}), "part 4"),
    "a verdict turned round": (lambda d: d["step"][0].update(allowed=False), "allowed is True"),
    "a rule that does not forbid it": (
        lambda d: d["step"][1].update(rules=["3.1"]),
        "not forbidden by 3.1",
    ),
    "a part that is not there": (
        lambda d: d["step"][0].update(parts={"9": [1]}),
        "has no part 9",
    ),
    "something to pick that is not there": (
        lambda d: d["step"].append({"ask": "control", "pick": "9999", "equals": "axis"}),
        "there is no '9999' to pick",
    ),
    "a question asked in the wrong way": (
        lambda d: d["step"].append({"ask": "zoc", "of": {"colour": "red"}, "holds": ["1221"]}),
        "the question 'zoc' does not know 'colour'",
    ),
    "no steps": (lambda d: d.pop("step"), "the example states no facts"),
    "a step without a fact": (
        lambda d: d["step"].append({"try": {"do": "end"}}),
        "step 3 states no fact",
    ),
    "a step of no kind": (lambda d: d["step"].append({"note": "hm"}), "one of do, try, ask"),
    "a slip of the pen": (lambda d: d["step"][0].update(totl=8), "unknown key 'totl'"),
    "an illegal action": (
        lambda d: d["step"].append({"do": {"do": "move", "unit": "36M", "path": ["1222", "1224"]}}),
        "not-adjacent",
    ),
    "an event that does not come": (
        lambda d: d["step"].append({"do": {"do": "end"}, "events": ["ava.rain"]}),
        "no event ava.rain",
    ),
    "an answer that is another": (
        lambda d: d["step"].append({"ask": "control", "pick": "1422", "equals": "axis"}),
        "is soviet, not axis",
    ),
    "something that is not there": (
        lambda d: d["step"].append({"ask": "zoc", "of": {"side": "axis"}, "holds": ["2222"]}),
        "2222",
    ),
    "something that is there": (
        lambda d: d["step"].append({"ask": "zoc", "of": {"side": "axis"}, "lacks": ["1221"]}),
        "1221",
    ),
    "a question that nobody answers": (
        lambda d: d["step"].append({"ask": "weather", "equals": "mud"}),
        "weather",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_example_that_does_not_hold_says_why(name, monkeypatch):
    change, why = WRONG[name]
    result = bend(monkeypatch, change)
    assert not result.passed
    assert why in (result.reason or "")
    assert result.to_json() == {
        "id": "AVA-9.2-a",
        "game": "victory-awaits",
        "passed": False,
        "reason": result.reason,
    }


@pytest.mark.parametrize(
    ("change", "what", "place"),
    [
        ({"id": "AVA-9.2-b"}, "the id is not the file's name", "example.id"),
        ({"kind": "story"}, "unknown kind 'story'", "example.kind"),
        ({"rule": ["9.2", "9.9"]}, "there is no rule 9.9", "example.rule[1]"),
        ({"colour": "red"}, "unknown key 'colour'", "example"),
    ],
)
def test_an_example_with_a_bad_head_is_refused(change, what, place, monkeypatch):
    problem = refused(lambda: bend(monkeypatch, lambda d: d["example"].update(change)))
    assert what in problem.what
    assert (problem.place or "").startswith(place)
    assert "AVA-9.2-a.toml" in (problem.file or "")
    assert problem.remedy


def test_an_unknown_example_offers_the_nearest():
    problem = refused(lambda: examples.run("AVA-9.2-z"))
    assert problem.what == "there is no example 'AVA-9.2-z'"
    assert "AVA-9.2" in (problem.remedy or "")
