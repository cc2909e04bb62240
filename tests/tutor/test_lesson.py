"""Lessons as data: what a file may say, what is found wrong with one, goals and answers."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import catalogue
from engine.bots import make_bot
from engine.chance import Seeded
from engine.errors import Problem
from engine.files import Table
from engine.game import Game
from engine.values import Action
from engine.verdict import Event
from engine.words import show
from tests.engine.problems import refused, says
from tests.tutor.small import ROAD, STEPS, lesson, lesson_data, move, step_data
from tutor.lesson import (
    KINDS,
    Step,
    illegal,
    lesson_ids,
    met,
    open_lesson,
    play,
    reached,
    read_lesson,
    same_answer,
    truth,
)
from tutor.lesson.check import check_lesson, faults


def read(data: dict[str, Any]) -> Any:
    """Read a lesson from plain data."""
    return read_lesson(Table(data, "small.toml"), "victory-awaits/small")


def step(name: str, **changes: Any) -> Step:
    """One step, changed."""
    return lesson(step_data(name, **changes)).steps[0]


def found(name: str, **changes: Any) -> list[str]:
    """What is wrong with one step, changed."""
    return list(faults(lesson(step_data(name, **changes))))


# -- reading --------------------------------------------------------------------------------------


def test_a_lesson_says_what_its_file_says() -> None:
    small = lesson()
    assert (small.id, small.game, small.chapter) == ("victory-awaits/small", "victory-awaits", 9)
    assert [one.id for one in small.steps] == list(STEPS)
    assert {one.kind for one in small.steps} == set(KINDS) - {"play"}
    assert small.minutes == 10
    look = small.step("look")
    assert look.start == "victory-awaits/drills/march"
    assert look.lights[0].hexes == ("1422",)
    assert small.step("go").solution == (Action("move", unit="36M", path=ROAD),)
    assert small.step("guess").answer == "8"


def test_there_is_no_step_that_is_not_there() -> None:
    with pytest.raises(Problem, match="has no step 'gues'") as raised:
        lesson().step("gues")
    assert raised.value.remedy == "Did you mean 'guess'?"


WRONG: list[tuple[dict[str, Any], str, str, str]] = [
    ({"game": "victory-waits"}, "no game 'victory-waits'", "game", "victory-awaits"),
    ({"game": None}, "'game' is missing", "", "Give it a text"),
    ({"chapter": "nine"}, "not a whole number", "chapter", "Write a whole number"),
    ({"title": None}, "'title' is missing", "", "Give it a text"),
    ({"rules": ["9.22"]}, "no rule 9.22", "rules[0]", "9.2"),
    ({"step": []}, "no steps", "step", "[[step]]"),
    ({"minuts": 3}, "unknown key 'minuts'", "", "minutes"),
]
WRONG_STEP: list[tuple[str, dict[str, Any], str, str, str]] = [
    ("go", {"kind": "trie"}, "unknown kind of step 'trie'", "kind", "try"),
    ("go", {"kind": None}, "'kind' is missing", "", "Give it a text"),
    ("go", {"id": None}, "'id' is missing", "", "Give it a text"),
    ("go", {"start": None}, "'start' is missing", "", "Give it a text"),
    ("go", {"rules": ["8.7"]}, "no rule 8.7", "rules[0]", "Did you mean"),
    ("go", {"hint": ["x"]}, "unknown key 'hint'", "", "hints"),
    ("go", {"hints": [3]}, "3 is not a text", "hints[0]", "quotes"),
    ("go", {"goal": [{"stands": "36M"}]}, "is no goal", "goal[0]", "at, "),
    ("go", {"goal": ["1721"]}, "'1721' is no goal", "goal[0]", "Use one of"),
    ("go", {"goal": [{"at": "1721"}]}, "needs 'unit'", "goal[0]", "Add unit"),
    ("go", {"goal": [{"query": "vp"}]}, "needs one of: equals", "goal[0]", "Add one"),
    ("go", {"goal": [{"event": "ava.moved", "ex": "1721"}]}, "has no 'ex'", "goal[0]", "hex"),
    ("go", {"goal": [{"at": "1721", "unit": "36M", "over": True}]}, "is no goal", "goal[0]", "Use"),
    ("go", {"goal": [{"control": "1422"}]}, "needs 'side'", "goal[0]", "Add side"),
    ("go", {"goal": [{"communication": "21"}]}, "needs 'exists'", "goal[0]", "Add exists"),
    ("go", {"goal": [{"at": "1721", "unit": ["36M"]}]}, "is no 'unit'", "goal[0]", "Write a name"),
    ("go", {"goal": [{"event": "ava.moved", "told": 4}]}, "is no 'told'", "goal[0]", "a table"),
    ("go", {"dice": ["six"]}, "'six' is on no die", "dice[0]", "Write faces"),
    ("go", {"dice": [2, 0]}, "0 is on no die", "dice[1]", "Write faces"),
    ("go", {"solution": [{"unit": "36M"}]}, "is no action", "solution", "do"),
    ("go", {"solution": ["end"]}, "'end' is no action", "solution", "do"),
    ("go", {"wrong": [{"rule": "9.2"}]}, "'action' is missing", "wrong[0]", "Give it a table"),
    ("go", {"wrong": [{"action": {"do": "end"}, "rule": "9"}]}, "no rule 9", "rule", "Use one of"),
    ("go", {"wrong": [{"action": {}, "rule": "9.2"}]}, "is no action", "action", "do"),
    (
        "go",
        {"wrong": [{"action": {"do": "end"}, "rule": "9.2", "befor": 1}]},
        "unknown key 'befor'",
        "wrong[0]",
        "Use one of",
    ),
    ("guess", {"ask": {"unit": "36M"}}, "is no action", "ask", "do"),
    ("guess", {"question": 3}, "3 is not a text", "question", "Write a text"),
    ("spot", {"options": [7]}, "7 is no action", "options", "do"),
    ("look", {"light": [{"hexes": []}]}, "'kind' is missing", "light[0]", "Give it a text"),
    ("look", {"light": [{"kind": "x", "hex": "1"}]}, "unknown key 'hex'", "light[0]", "hexes"),
    ("go", {"bots": {"soviet": "genius"}}, "no bot 'genius'", "soviet", "greedy"),
]


@pytest.mark.parametrize(("changes", "what", "place", "remedy"), WRONG)
def test_a_slip_in_a_lesson_is_named_with_place_and_remedy(
    changes: dict[str, Any], what: str, place: str, remedy: str
) -> None:
    problem = refused(lambda: read(lesson_data(**changes)))
    assert problem.file == "small.toml"
    assert what in problem.what
    assert place in (problem.place or "")
    assert remedy in (problem.remedy or "")


@pytest.mark.parametrize(("name", "changes", "what", "place", "remedy"), WRONG_STEP)
def test_a_slip_in_a_step_is_named_with_place_and_remedy(
    name: str, changes: dict[str, Any], what: str, place: str, remedy: str
) -> None:
    problem = refused(lambda: read(lesson_data(step_data(name, **changes))))
    assert says(problem, what=what, file="small.toml", place="step[0]", remedy=remedy)
    assert place in str(problem.place)


def test_two_steps_of_one_name_are_a_slip() -> None:
    with pytest.raises(Problem, match="two steps are called 'go'"):
        read(lesson_data(step_data("go"), step_data("go")))


def test_lessons_are_found_by_their_game_and_chapter() -> None:
    everything = lesson_ids()
    assert "victory-awaits/09-movement" in everything
    mine = lesson_ids("victory-awaits")
    assert mine == sorted(mine)
    assert set(mine) <= set(everything)
    assert lesson_ids("no-such-game") == []


@pytest.mark.parametrize("name", ["victory-awaits/09-movment", "movement", "../secrets", ""])
def test_there_is_no_lesson_that_is_not_there(name: str) -> None:
    with pytest.raises(Problem, match="there is no lesson") as raised:
        open_lesson(name)
    assert raised.value.remedy


# -- the start of a step --------------------------------------------------------------------------


def test_a_step_begins_where_it_says_and_always_the_same() -> None:
    go = step("go")
    assert go.game().state == go.game().state
    assert go.game().state.position.place("36M") == "1222"
    assert go.game() is not go.game()


def test_the_dice_of_a_step_fall_as_written() -> None:
    game = step("go", start="river-line", dice=[2, 3]).game()
    drawn = game.history[-1].numbers
    faces = [game.source.answer(request(drawn + place)) + 1 for place in range(2)]
    assert faces == [2, 3]
    assert 0 <= game.source.answer(request(drawn + 2)) < 6


def request(number: int) -> Any:
    """The n-th die of a game."""
    from engine.chance import Request

    return Request(number, "die", 6)


def test_a_bot_that_begins_has_played_when_the_step_begins() -> None:
    alone = step("go", start="river-line").game()
    assert alone.decision is not None
    side = alone.decision.side
    game = step("go", start="river-line", bots={side: "random"}).game()
    assert game.decision is None or game.decision.side != side
    assert len(game.history) > 1


# -- goals ----------------------------------------------------------------------------------------


@pytest.fixture
def march() -> Game:
    """The Axis is on the march."""
    return step("go").game()


def test_a_goal_of_place_is_one_hex_or_one_of_several(march: Game) -> None:
    assert met(march, {"unit": "36M", "at": "1222"})
    assert met(march, {"unit": "36M", "at": ["1721", "1222"]})
    assert not met(march, {"unit": "36M", "at": "1721"})
    assert not met(march, {"unit": "36M", "at": ["1721"]})


def test_a_goal_of_control(march: Game) -> None:
    assert not met(march, {"control": "1422", "side": "axis"})
    march.apply(Action("move", unit="36M", path=ROAD[:3]))
    assert met(march, {"control": "1422", "side": "axis"})
    assert not met(march, {"control": "1422", "side": "soviet"})


def test_a_goal_of_supply() -> None:
    cut = catalogue.load("victory-awaits/drills/concepts", Seeded(1))
    assert met(cut, {"communication": "6Pz", "exists": False})
    assert not met(cut, {"communication": "6Pz", "exists": True})
    assert met(cut, {"communication": "217", "exists": True})


def test_goals_of_what_happened_and_what_is_owed(march: Game) -> None:
    assert march.decision is not None
    assert met(march, {"decision": march.decision.kind})
    assert not met(march, {"decision": "ava.nothing"})
    assert not met(march, {"event": "ava.move.done"})
    march.apply(Action("move", unit="36M", path=ROAD))
    assert met(march, {"event": "ava.move.done"})
    assert met(march, {"event": "ava.move.done", "told": {"goal": "1721"}})
    assert not met(march, {"event": "ava.move.done", "told": {"goal": "1722"}})
    assert met(march, {"over": False})
    assert not met(march, {"over": True})
    assert not met(march, {"winner": "axis"})


def test_goals_of_the_end() -> None:
    game = catalogue.load("victory-awaits/river-line", Seeded(4))
    bot = make_bot("random", 4)
    while game.decision is not None:
        game.apply(bot.choose(game))
    assert game.ending is not None
    winner = game.ending.winner
    assert met(game, {"over": True, "winner": winner})
    assert not met(game, {"over": True, "winner": "nobody"})
    assert not met(game, {"decision": "ava.move"})


def test_a_goal_of_losses(march: Game) -> None:
    assert not met(march, {"reduced": "36M"})
    assert met(march, {"full": "36M"})


def test_all_goals_must_be_reached(march: Game) -> None:
    both = [{"unit": "36M", "at": "1222"}, {"unit": "21", "at": "1525"}]
    go = step("go", goal=both)
    assert not reached(march, go)
    march.apply(Action("move", unit="21", path=("1526", "1525")))
    assert reached(march, go)
    assert not reached(march, step("go", goal=[]))


def test_a_goal_may_be_any_question_that_the_engine_answers(march: Game) -> None:
    zone = {"query": "zoc", "of": {"side": "soviet"}}
    assert met(march, {**zone, "lacks": "1222"})
    assert not met(march, {**zone, "lacks": "1821"})
    assert met(march, {"query": "control", "pick": "1422", "equals": "soviet"})
    assert not met(march, {"query": "control", "pick": "1422", "equals": "axis"})


# -- answers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("1/2", "½"),
        ("0.5", "½"),
        ("0,5", "½"),
        ("0.50", "1/2"),
        ("2/4", "0.5"),
        ("1 1/2", "1½"),
        ("1.5", "1½"),
        ("¾", "0.75"),
        ("2¼", "9/4"),
        (" 8 ", "8"),
        ("8 MP", "8"),
        ("8mp", "8"),
        ("8.0", "8"),
        ("3:1", "3-1"),
        ("3 - 1", "3-1"),
        ("-1", "-1"),
        ("Yes", "yes"),
        ("DR", "dr"),
    ],
)
def test_answers_that_mean_the_same_are_the_same(given: str, right: str) -> None:
    assert same_answer(given, right)
    assert same_answer(right, given)


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ("", "8"),
        ("", "0"),
        ("7", "8"),
        ("1/2", "2"),
        ("1/0", "0"),
        ("1e3", "1000"),
        ("3-1", "2"),
        ("13", "1-3"),
        ("eight", "8"),
        ("nan", "8"),
        ("½½", "2"),
    ],
)
def test_answers_that_mean_something_else_are_not(given: str, right: str) -> None:
    assert not same_answer(given, right)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_answer_can_be_compared(given: str, right: str) -> None:
    assert same_answer(given, given)
    assert same_answer(given, right) == same_answer(right, given)


@given(st.fractions(min_value=0, max_value=99, max_denominator=4))
def test_a_number_is_its_own_answer_however_it_is_shown(number: Fraction) -> None:
    if number.denominator in (1, 2, 4):
        assert same_answer(show(number), str(number))
        assert same_answer(str(float(number)), show(number))
    assert not same_answer(str(number + 1), show(number))
    assert same_answer(str(Fraction(number)), show(number))


def test_the_right_answer_comes_from_the_engine_where_it_can_be_asked() -> None:
    assert truth(step("guess", answer=None)) == "8"
    assert truth(step("choose")) == "four"
    assert truth(step("guess", ask={"do": "end"}, answer="none")) == "none"


def test_a_tally_with_a_result_answers_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.verdict import Tally

    monkeypatch.setattr(Game, "tally", lambda *_: Tally("odds", (), 3, "3-1"))
    assert truth(step("guess")) == "3-1"
    monkeypatch.setattr(Game, "tally", lambda *_: Tally("x.cost.total", (), Fraction(5, 2), "8"))
    assert truth(step("guess")) == "2½"


def test_illegal_options_are_found_with_their_reasons() -> None:
    ((place, verdict),) = illegal(step("spot"))
    assert place == 1
    assert "9.2" in verdict.rules


# -- what is wrong with a lesson ------------------------------------------------------------------


def test_the_small_lesson_has_no_faults() -> None:
    assert list(faults(lesson())) == []


FAULTS: list[tuple[str, dict[str, Any], str]] = [
    ("go", {"solution": [move("36M", *ROAD, "1720")]}, "is illegal by 9.2"),
    ("go", {"solution": [move("36M", *ROAD[:3])]}, "the solution does not reach the goal"),
    ("go", {"solution": []}, "the solution does not reach the goal"),
    ("go", {"goal": [{"unit": "36M", "at": "1222"}], "solution": []}, "before the learner does"),
    (
        "go",
        {"solution": [move("21", "1526", "1525"), move("36M", *ROAD)]},
        "takes 2 actions and par is 1",
    ),
    ("go", {"goal": [{"unit": "36", "at": "1222"}]}, "units that are not there: 36"),
    ("go", {"goal": [{"communication": "37M", "exists": True}]}, "not there: 37M"),
    ("go", {"hints": []}, "there are no hints"),
    ("go", {"wrong": []}, "no tempting wrong move"),
    ("go", {"wrong": [{"action": move("36M", *ROAD), "rule": "9.2"}]}, "is legal"),
    ("go", {"wrong": [{"action": move("36M", "1222", "1822"), "rule": "3.3"}]}, ", not 3.3"),
    (
        "go",
        {"wrong": [{"action": {"do": "end"}, "rule": "9.2", "after": [move("36M", "1222", "1")]}]},
        "is illegal by",
    ),
    ("go", {"text": "Switch on the enemy ZOC.", "shown": ["zoc-enemy"]}, "which is on already"),
    ("go", {"start": "drills/nowhere"}, "there is no scenario"),
    ("guess", {"answer": 9}, "the answer is 8, not 9"),
    ("guess", {"question": None}, "needs a question and an answer"),
    ("guess", {"ask": None, "answer": None}, "needs a question and an answer"),
    ("guess", {"hints": None}, "there are no hints"),
    ("choose", {"choices": ["two", "three"]}, "is not among the choices"),
    ("choose", {"choices": ["two", "four"]}, "needs 4 answers to choose from, or a number"),
    ("choose", {"choices": None}, "needs 4 answers to choose from, or a number"),
    ("choose", {"mistakes": {"four": "Too many."}}, "the answer four is right and no mistake"),
    ("choose", {"mistakes": {"nine": "Too many."}}, "nobody can make the mistake nine"),
    ("choose", {"mistakes": {"one": "A.", "two": "B."}}, "no mistake leads to three: tell it"),
    ("choose", {"mistakes": None}, "no mistake leads to one: tell it under 'mistakes'"),
    ("guess", {"mistakes": None}, "no wrong number has its mistake: write one under 'mistakes'"),
    ("spot", {"options": [move("36M", *ROAD)]}, "0 of the options are illegal"),
    ("spot", {"options": [move("36M", *ROAD, "1720")] * 2}, "2 of the options are illegal"),
    ("spot", {"options": []}, "0 of the options are illegal"),
    ("spot", {"hints": []}, "there are no hints"),
    ("film", {"captions": ["One."]}, "2 actions need 3 captions"),
    ("film", {"solution": [move("36M", "1222", "1721")]}, "is illegal by"),
    ("look", {"start": "drills/nowhere"}, "there is no scenario"),
]


@pytest.mark.parametrize(("name", "changes", "fault"), FAULTS)
def test_what_is_wrong_with_a_step_is_found(name: str, changes: dict[str, Any], fault: str) -> None:
    told = found(name, **changes)
    assert any(text.startswith(f"{name}: ") and fault in text for text in told), told


@pytest.mark.parametrize(
    ("name", "place", "told", "fault"),
    [
        ("08-cards", "weapons", "17 against 17 is a hit.", "17 and 17 are told"),
        ("09-groups", "fire-together", "4 + 1 + 8 against 12.", "13 and 12 are told"),
        ("16-carriers", "burst", "16 against 12: two hits.", "16 and 12 are told"),
        ("07-fighting", "rally", "7 - 1 - 1 = 5.", None),
    ],
)
def test_what_is_told_of_a_roll_holds_for_every_way_to_the_goal(
    name: str, place: str, told: str, fault: str | None
) -> None:
    whole = open_lesson(f"conflict-of-heroes/{name}")
    told_so = list(faults(replace(whole, steps=(replace(whole.step(place), done=told),))))
    assert len(told_so) == (1 if fault else 0), told_so
    assert not fault or fault in told_so[0]


def test_every_kind_of_step_has_a_fault_that_is_found() -> None:
    assert {STEPS[name]["kind"] for name, _, _ in FAULTS} == set(KINDS) - {"play"}


def test_one_broken_step_does_not_hide_the_next() -> None:
    two = lesson(step_data("look", start="drills/nowhere"), step_data("go", hints=[]))
    assert [text.partition(":")[0] for text in faults(two)] == ["look", "go"]


def test_playing_stops_at_an_illegal_action(march: Game) -> None:
    before = march.state
    with pytest.raises(Problem, match=r"is illegal by 9\.2"):
        play(march, [Action("move", unit="36M", path=(*ROAD, "1720"))])
    assert march.state is before


def test_bots_answer_while_a_solution_is_played() -> None:
    game = catalogue.load("victory-awaits/river-line", Seeded(1))
    assert game.decision is not None
    others = {side.id: "random" for side in game.scenario.sides if side.id != game.decision.side}
    play(game, [Action("end")], others)
    assert game.decision is None or game.decision.side not in others


def test_events_of_the_start_count_as_well(march: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "log", [Event.of("9.2", "some.thing")])
    assert met(march, {"event": "some.thing"})


# -- a file ---------------------------------------------------------------------------------------

GOOD = """
title = "Small"
game = "victory-awaits"
chapter = 9
rules = ["9.2"]

[[step]]
id = "look"
kind = "read"
title = "Look"
start = "drills/march"
rules = ["9.2"]
"""


def test_a_lesson_file_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD)
    assert check_lesson(path) == "a lesson of 1 steps"


def test_a_lesson_file_that_is_wrong_names_itself(tmp_path: Path) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD.replace('"read"', '"watch"'))
    with pytest.raises(Problem) as raised:
        check_lesson(path)
    assert raised.value.file == str(path)
    assert "look: 0 actions need 1 captions" in raised.value.what
    assert raised.value.remedy


GUESS = """

[[step]]
id = "guess"
kind = "predict"
title = "Guess"
start = "drills/march"
rules = ["9.2"]
question = "How many wheels?"
answer = 4
hints = ["Count."]
"""


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("", "guess: no wrong number has its mistake"),
        ('choices = ["1", "2", "3", "4"]', "guess: no mistake leads to 1"),
        ('choices = ["1", "2", "4", "6"]\nmistakes = { 1 = "A.", 6 = "B." }', "leads to 2"),
    ],
)
def test_a_wrong_answer_without_its_mistake_is_named_with_file_and_step(
    tmp_path: Path, more: str, fault: str
) -> None:
    path = tmp_path / "small.toml"
    path.write_text(GOOD + GUESS + more)
    with pytest.raises(Problem) as raised:
        check_lesson(path)
    assert raised.value.file == str(path)
    assert fault in raised.value.what
    assert "under 'mistakes'" in raised.value.what
    assert raised.value.remedy


@given(
    st.sampled_from(sorted(tomllib.loads(GOOD))), st.integers() | st.text() | st.lists(st.none())
)
def test_whatever_stands_at_a_key_is_read_or_refused(key: str, value: Any) -> None:
    data = tomllib.loads(GOOD)
    data[key] = value
    try:
        told = read(data).id
    except Problem as problem:
        told = str(problem)
    assert "small" in told
