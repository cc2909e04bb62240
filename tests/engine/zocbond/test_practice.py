"""The questions that both games of ZOC bonds have: asked in drills whose answers are known."""

from __future__ import annotations

from random import Random

import pytest

import engine
from engine.practice.kinds import kinds_of
from engine.practice.kinds.kind import Seen
from engine.practice.mining import played
from engine.practice.question import NotGood, Question
from engine.zocbond.practice.leaving import Off, family, left_out, pieces

PLY = 5
MARKS = ("zoc", "bonded", "edged", "line", "room", "counted", "could-lead", "could-lose", "flight")
SCENARIOS = ("holland44/first-span", "holland44/five-days", "stalingrad42/to-the-bend")


def posed(scenario: str, *names: str) -> dict[str, list[Question]]:
    """The good questions of some kinds, a little way into a game of bots."""
    game = played(scenario, "1", "random").at(PLY)
    seen, found = Seen(game, Random(1)), {}
    for name in names:
        kind = kinds_of(scenario.partition("/")[0])[name]
        found[name] = questions = []
        for args in kind.mine(seen, Random(1)):
            try:
                question = kind.pose(game, args)
            except NotGood:
                continue
            assert list(kind.again(game, args, question)) == [], (name, args)
            questions.append(question)
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_marks_hold_asked_one_by_one_and_change_without_their_rules(scenario: str) -> None:
    found = posed(scenario, *MARKS)
    questions = [question for many in found.values() for question in many]
    assert questions
    for question in questions:
        assert question.all
        assert all(answer != question.right for answer in question.without.values())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_reckoned_without_a_rule_is_among_the_options(scenario: str) -> None:
    found = posed(scenario, "judged", "reckoned", "comes", "who")
    assert sum(map(len, found.values())) > 0
    for question in (question for many in found.values() for question in many):
        names = {option.name for option in question.options}
        assert question.right <= names
        assert all(answer <= names for answer in question.without.values())


def test_rules_that_are_left_out_change_nothing_of_the_game() -> None:
    game = engine.load("holland44/first-span")
    g = family(game)
    heavy = [unit for unit, piece in g.units.items() if piece.technical]
    off = Off("", (), pieces(lambda piece: {"technical": not piece.technical}))
    other, state = left_out(game, off)
    assert heavy
    assert not any(other.units[unit].technical for unit in heavy)
    assert all(g.units[unit].technical for unit in heavy)
    assert state == game.state
    assert other is not g


@pytest.mark.parametrize(
    ("scenario", "names"),
    [
        ("stalingrad42/drills/railheads", ("rails",)),
        ("stalingrad42/winter-pocket", ("frozen",)),
        ("stalingrad42/drills/mid-campaign", ("aircraft", "takes", "phases")),
    ],
)
def test_what_stalingrad_alone_asks_is_good(scenario: str, names: tuple[str, ...]) -> None:
    found = posed(scenario, *names)
    assert all(found[name] for name in names), {name: len(found[name]) for name in names}
