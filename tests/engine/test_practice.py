"""Questions of Practice: good ones only, kept as data, found out when the rules change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.catalogue import GAMES
from engine.errors import Problem
from engine.practice.checking import count, faults
from engine.practice.kinds import kinds_of
from engine.practice.mining import Mine, mine, played
from engine.practice.question import NotGood, Number, Option, Question, good
from engine.practice.stock import read_stock, stock, write_stock
from engine.results import Results, Row
from engine.spread import Spread
from engine.verdict import Cited
from tests.browser.sitting import sample

SCENARIO = "victory-awaits/river-line"


@pytest.fixture(scope="module")
def mined():
    """Some questions of a game."""
    search = Mine("victory-awaits")
    search.follow(played(SCENARIO, "1", "random"))
    return list(search.drills.values())


def asked(right: set[str], without: dict[str, set[str]], names: str = "abc") -> Question:
    """A question with options of one letter."""
    options = tuple(Option(name, Number(name)) for name in names)
    off = {rule: frozenset(answer) for rule, answer in without.items()}
    return Question("sum", Cited.of("1.0", "practice.sum"), options, frozenset(right), off)


def test_what_is_mined_is_good_of_several_kinds_and_holds(mined) -> None:
    assert len(mined) > 20
    assert len({drill.kind for drill in mined}) >= 5
    assert list(faults(mined)) == []


class Short(Mine):
    """A search in rounds of two short games."""

    def _asked(self, names: Sequence[str], lines: Sequence[Row]) -> list[Row]:
        asked = super()._asked([SCENARIO, "victory-awaits/drills/march"], [])
        return [{**row, "of": {**row["of"], "longest": 4}} for row in asked]


def mined_by(jobs: int, to: Results | None = None) -> tuple[str, bool]:
    """What two rounds come to."""
    search = Short("victory-awaits")
    whole = search.run(2, Spread(jobs), to)
    return write_stock(search.drills.values()), whole


def test_the_same_questions_are_found_whoever_looks_and_after_a_stop(tmp_path) -> None:
    file = tmp_path / "found.jsonl"
    text, whole = mined_by(1, Results(file, lambda row: True))
    assert whole
    assert text.count('"id"') > 20
    assert (text, True) == mined_by(2)
    rows = file.read_text().splitlines(keepends=True)
    file.write_text("".join(rows[1:3]))
    assert (text, True) == mined_by(1, Results(file, lambda row: True))
    assert file.read_text() == "".join(rows)


@pytest.mark.parametrize("kept", [True, False])
def test_mining_that_is_stopped_leaves_the_questions_alone_if_it_can_go_on(
    kept, tmp_path, monkeypatch
) -> None:
    file, written = tmp_path / "found.jsonl", tmp_path / "questions.jsonl"
    monkeypatch.setattr("engine.practice.mining.file_of", lambda game: written)
    monkeypatch.setattr("engine.practice.mining.READERS", [lambda game, posed: ""])
    monkeypatch.setattr(Mine, "run", lambda self, rounds, spread, to: False)
    to = Results(file, lambda row: True) if kept else None
    assert not mine("victory-awaits", 1, print, to=to)
    assert written.exists() is not kept


def test_questions_are_kept_as_lines_and_read_back(mined) -> None:
    text = write_stock(mined)
    again = read_stock("victory-awaits", text).drills
    assert write_stock(again) == text
    assert [drill.id for drill in again] == [drill.id for drill in mined]
    assert [drill.pose().fingerprint for drill in again] == [drill.answer for drill in mined]


def test_an_answer_that_has_changed_is_named(mined) -> None:
    drill = replace(mined[0], answer="another")
    with pytest.raises(Problem, match=rf"question {drill.id} .* is another now"):
        drill.pose()
    assert [found.id for found, _ in faults([drill, mined[1]])] == [drill.id]


@pytest.mark.parametrize("line", ['{"id": "a"', '{"id": "a", "at": [7, 0]}', "7"])
def test_a_damaged_line_is_named(mined, line: str) -> None:
    text = write_stock(mined[:3])
    with pytest.raises(Problem) as caught:
        read_stock("victory-awaits", text + line)
    assert caught.value.place == f"line {len(text.splitlines()) + 1}"


def test_a_question_has_a_wrong_answer_a_right_one_and_no_idle_rule() -> None:
    assert good(asked({"a"}, {"1.0": {"b"}}))
    for bad in (
        asked(set(), {"1.0": {"b"}}),
        asked({"a", "b", "c"}, {"1.0": {"b"}}),
        asked({"a"}, {}),
        asked({"a"}, {"1.0": {"b"}, "2.0": {"a"}}),
        asked({"a"}, {"1.0": {"b"}}, names="aab"),
    ):
        with pytest.raises(NotGood):
            good(bad)


def test_a_wrong_answer_says_which_rule_was_left_out() -> None:
    one = asked({"a"}, {"1.0": {"b"}, "2.0": {"a", "c"}})
    assert one.judge("a")
    assert not one.judge("ab")
    assert one.missed("a") == ()
    assert one.missed("b") == ("1.0",)
    assert one.missed("c") == ("2.0",)
    every = replace(asked({"a", "b"}, {"1.0": {"a", "b", "c"}}), all=True)
    assert every.judge("ab")
    assert not every.judge("a")
    assert every.missed("abc") == ("1.0",)
    assert every.missed("a") == ()


@pytest.mark.parametrize("game", GAMES)
def test_shipped_answers_hold_when_worked_out_by_another_way(game: str) -> None:
    drills = sample(list(stock(game).drills), 60)
    assert list(faults(drills)) == []


def test_most_rules_have_questions_and_the_others_say_why() -> None:
    counts = [count(game) for game in GAMES]
    assert sum(found.questions for found in counts) >= 10_000
    assert {found.game: found.unexplained for found in counts if found.unexplained} == {}
    for found in counts:
        assert found.served >= 0.6 * len(found.rules), found.game
        assert len(found.kinds) >= 8, found.game


@pytest.mark.parametrize("game", GAMES)
def test_rules_that_are_practised_are_rules_and_kinds_are_kinds(game: str) -> None:
    rules = GAMES[game].rulebook.rules
    found = count(game)
    assert set(found.kinds) <= set(kinds_of(game))
    assert set(stock(game).by_rule) <= set(rules)
    assert set(found.excused) <= set(rules)
