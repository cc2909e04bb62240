"""Mastery by rule: answers are kept, due rules come back, and what is not known is found out."""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import asdict
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from engine.errors import Problem
from tests.tutor.simulated import (
    A_CHAPTER,
    BEGUN,
    EVERY,
    Clock,
    Exercise,
    book,
    exercises,
    find_out,
)
from tutor.practice import Answered, Answers, Practice, taking
from tutor.practice.choosing import FRESH_DAYS
from tutor.practice.diagnosis import Diagnosis, Sieve
from tutor.practice.schedule import Schedule
from tutor.practice.strength import Strengths
from tutor.progress import Progress
from tutor.store import Store

RULES = 16
AT = BEGUN.timestamp()
DAY = 86_400.0


@pytest.fixture
def store(tmp_path: Path) -> Store:
    """A database that is not there yet."""
    return Store(tmp_path / "class.sqlite")


@pytest.fixture
def clock() -> Clock:
    """A clock that stands until it is moved."""
    return Clock()


def practice(store: Store, clock: Clock, learner: str = "Ann", rules: int = RULES) -> Practice:
    """A learner's practice of a small game."""
    known = book(rules)
    return Practice(learner, "drill", exercises(list(known.rules), 240), store, clock, known)


def said(
    rules: str, right: bool = True, question: str = "q", at: float = AT, missed: str = ""
) -> Answered:
    """An answer to a question about some rules."""
    return Answered("drill", question, tuple(rules.split()), right, at, "x", missed)


def sitting(one: Practice, clock: Clock, unknown: frozenset[str] = frozenset()) -> list[str]:
    """Answer a daily set, wrong where an unknown rule is needed; the rules that it was about."""
    asked = one.daily(10)
    for question in asked:
        lacking = [rule for rule in question.rules if rule in unknown]
        one.record(question, not lacking, missed=lacking[0] if lacking else None)
        clock.on(seconds=30)
    return [question.rules[0] for question in asked]


# -- what is kept ---------------------------------------------------------------------------------


def test_an_answer_is_kept_as_it_was_given(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    first, second = one.daily(2)
    one.record(first, True, "18", seconds=4.5)
    clock.on(seconds=9)
    one.record(second, False, "Żółć", missed="1.2")
    kept = Answers(store).of("Ann", "drill")
    rules = [tuple(first.rules), tuple(second.rules)]
    assert kept == [
        Answered("drill", first.id, rules[0], True, AT, "18", "", 4.5),
        Answered("drill", second.id, rules[1], False, AT + 9, "Żółć", "1.2", None),
    ]
    assert Answers(store).of("Ann", "other") == Answers(store).of("Bob", "drill") == []


def test_what_a_right_answer_missed_is_not_kept(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    one.record(one.daily(1)[0], True, missed="1.1")
    assert Answers(store).of("Ann", "drill")[0].missed == ""


def test_answers_go_with_a_new_name_and_are_deleted_with_the_learner(store: Store) -> None:
    answers = Answers(store)
    for number, learner in enumerate(("Ann", "Bob", "Ann", "Cem")):
        answers.keep(learner, said("1.1", question=f"q{number}", at=AT + number))
    answers.rename("Ann", "Bob")
    assert [one.question for one in answers.of("Bob", "drill")] == ["q0", "q1", "q2"]
    assert answers.of("Ann", "drill") == []
    answers.keep("Bob", said("1.1", question="q4", at=AT + 9))
    assert answers.times("Bob") == [AT, AT + 1, AT + 2, AT + 9]
    answers.forget("Bob")
    assert [who for who, _ in answers.others("Ann", "drill", 9)] == ["Cem"]


def test_answers_are_taken_along(store: Store, clock: Clock, tmp_path: Path) -> None:
    one = practice(store, clock)
    sitting(one, clock, frozenset({"1.2"}))
    mine = Progress(store.path)
    mine.finish("Ann", "drill/01", "look")
    other = Progress(tmp_path / "other.sqlite")
    text = taking.export(mine, "Ann")
    assert taking.take_in(other, text, "Ann") == (1, 10)
    assert taking.take_in(other, text, "Ann") == (1, 0), "nothing is there twice"
    assert taking.export(other, "Ann") == text
    assert practice(other.store, clock).due() == one.due()
    assert other.take_in(text, "Bob") == 1, "nor is an older program troubled by answers"


@pytest.mark.parametrize(
    "change",
    [
        {"rules": []},
        {"rules": "1.1"},
        {"rules": [1]},
        {"right": 1},
        {"at": -1},
        {"at": float("nan")},
        {"at": 10**400},
        {"at": True},
        {"seconds": "4"},
        {"given": None},
        {"given": "\ud800"},
        {"game": "a\0b"},
    ],
)
def test_a_record_with_a_broken_answer_is_refused_whole(
    store: Store, change: dict[str, object]
) -> None:
    record = Progress(store.path)
    record.finish("Bob", "drill/01", "look")
    body = json.loads(taking.export(record, "Bob"))
    body["practice"] = [asdict(said("1.1")), {**asdict(said("1.1")), **change}]
    with pytest.raises(Problem, match="not whole") as raised:
        taking.take_in(record, json.dumps(body), "Ann", "mine.json")
    assert (raised.value.file, raised.value.place) == ("mine.json", "practice[1]")
    assert record.done("Ann") == Answers(store).all_of("Ann") == []


@pytest.mark.parametrize("text", ["", "[]", '{"practice": []}'])
def test_what_is_no_record_is_not_taken_in(store: Store, text: str) -> None:
    with pytest.raises(Problem, match="not an exported record"):
        taking.take_in(Progress(store.path), text, "Ann")


def test_what_a_bad_disk_changed_is_not_believed(store: Store) -> None:
    Answers(store).keep("Ann", said("1.1", right=False))
    assert store.path
    with closing(sqlite3.connect(store.path)) as db:
        db.execute('update practised set "right" = 1')
        db.commit()
    with pytest.raises(Problem, match="has changed by itself"):
        Answers(store).of("Ann", "drill")


@pytest.mark.parametrize("schema", [1, 2])
def test_a_record_of_an_earlier_program_takes_answers(
    store: Store, clock: Clock, schema: int
) -> None:
    text = (Path(__file__).parent / "records" / f"schema-{schema}.sql").read_text("utf-8")
    assert store.path
    with closing(sqlite3.connect(store.path)) as db:
        db.executescript(text)
    one = practice(store, clock)
    one.record(one.daily(1)[0], True)
    assert len(Answers(store).of("Ann", "drill")) == 1
    assert len(Progress(store.path).done("Ann")) == 2


def test_all_is_the_same_when_the_page_is_opened_again(store: Store, clock: Clock) -> None:
    sitting(practice(store, clock, "Bob"), clock)
    one = practice(store, clock)
    for _ in range(3):
        sitting(one, clock, frozenset({"1.2", "2.4"}))
        clock.on(days=1)
    again = practice(store, clock)
    assert again.levels() == one.levels()
    assert again.due() == one.due()
    assert again.weakest(9) == one.weakest(9)
    assert [q.id for q in again.daily(9)] == [q.id for q in one.daily(9)]
    assert again.strength == one.strength
    assert again.streak() == one.streak() == 3


# -- when a rule comes again ----------------------------------------------------------------------


def test_a_week_of_practice(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    trouble = frozenset({"1.3"})
    asked: list[list[str]] = []
    for _ in range(7):
        asked.append(sitting(one, clock, trouble))
        clock.on(days=1)
    assert asked[0] == list(book(RULES).rules)[:10], "new rules come in the rulebook's order"
    assert set(asked[1]) >= set(list(book(RULES).rules)[10:]), "then those that are left"
    assert asked[1][0] == "1.3", "what was wrong is due the next day, before all others"
    assert all("1.3" in rules for rules in asked), "and every day while it stays wrong"
    assert one.weakest(3) == ["1.3"]
    assert one.streak() == 7


def test_known_rules_recede_and_due_ones_come_back() -> None:
    schedule, now = Schedule(), BEGUN
    days: list[int] = []
    for _ in range(5):
        schedule.add(said("1.1", at=now.timestamp()))
        due = schedule.day("1.1", now)
        assert due
        days.append((due - now.date()).days)
        assert schedule.due(now) == [] == schedule.due(now + timedelta(days=days[-1] - 1))
        now += timedelta(days=days[-1])
        assert schedule.due(now) == ["1.1"]
    assert days == sorted(days)
    assert days[0] <= 3
    assert days[-1] >= 60
    schedule.add(said("1.1", right=False, at=now.timestamp()))
    assert (schedule.day("1.1", now) or now.date()) - now.date() < timedelta(days=15)


def test_a_rule_is_due_on_its_day_wherever_the_clock_stands() -> None:
    here = BEGUN.astimezone(timezone(timedelta(hours=9)))
    schedule = Schedule([said("1.1", right=False, at=here.timestamp())])
    early = here.replace(hour=0, minute=1) + timedelta(days=1)
    assert schedule.due(here) == []
    assert schedule.due(early) == ["1.1"]


def test_a_wrong_answer_is_held_against_the_rule_that_was_missed() -> None:
    told = Schedule([said("1.1 1.2", right=False, missed="1.2")])
    assert list(told.cards) == ["1.2"]
    untold = Schedule([said("1.1 1.2", right=False)])
    assert list(untold.cards) == ["1.1"]


def test_what_was_only_used_counts_less_than_what_was_asked() -> None:
    begun = [said("1.1", at=AT), said("1.2", at=AT), said("1.3", at=AT)]
    later = AT + 5 * DAY
    schedule = Schedule([*begun, said("1.1 1.2 2.1", at=later)])
    asked, used, neither = (schedule.stable_days(f"1.{n}") for n in (1, 2, 3))
    assert asked > used > neither
    assert "2.1" not in schedule.cards, "it is still to be asked about"
    soon = Schedule([*begun, said("1.1 1.2", at=AT + DAY)])
    assert soon.stable_days("1.2") == neither, "before it is due that says nothing"


# -- what is not known ----------------------------------------------------------------------------


def test_a_wrong_answer_is_explained_by_the_rule_that_is_not_known() -> None:
    rules = ["a", "b", "c"]
    answers = [
        said("a b", right=False),
        said("a c", right=False),
        said("b c"),
        said("b"),
        said("c"),
    ]
    known = Diagnosis(rules, answers).known(AT)
    assert known[0] < 0.1
    assert known[1:].min() > 0.9
    # The order in which it is learnt who is to blame does not matter.
    assert Diagnosis(rules, answers[::-1]).known(AT) == pytest.approx(known, abs=0.01)


def test_an_answer_that_tells_the_rule_says_nothing_of_others() -> None:
    told = Diagnosis(["a", "b"], [said("a b", right=False, missed="b")])
    assert told.evidence(AT)[0] == 0
    assert told.evidence(AT)[1] < -3


def test_the_slips_of_a_careless_learner_are_not_held_against_him() -> None:
    rules = [f"r{n}" for n in range(10)]
    careful = [said(rule) for rule in rules for _ in range(4)]
    careless = [said(rule, right=n > 0) for rule in rules for n in range(4)]
    once = said("r0", right=False)
    strict = Diagnosis(rules, [*careful, once]).evidence(AT)[0]
    mild = Diagnosis(rules, [*careless, said("r0"), once]).evidence(AT)[0]
    assert mild - Diagnosis(rules, [*careless, said("r0")]).evidence(AT)[0] > (
        strict - Diagnosis(rules, careful).evidence(AT)[0]
    )


def test_old_answers_count_less() -> None:
    once = Diagnosis(["a"], [said("a", right=False)])
    fresh, old = once.known(AT)[0], once.known(AT + 60 * DAY)[0]
    assert fresh < old < Diagnosis(["a"]).known(AT)[0]


def test_who_knows_little_is_not_thought_to_know_the_rest() -> None:
    rules = [f"r{n}" for n in range(40)]
    wrong = [said(rule, right=False) for rule in rules[:30] for _ in range(2)]
    known = Diagnosis(rules, wrong).known(AT)
    assert known[35] < 0.7
    assert known[:30].max() < 0.2


def test_no_rule_is_called_weak_that_was_never_asked(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    assert one.weakest(9) == []
    for _ in range(8):
        question = one.most_telling()
        assert question
        one.record(question, False, missed="1.1")
    assert one.weakest(9) == ["1.1"]


def test_the_most_telling_question_is_the_one_that_may_go_either_way() -> None:
    rules = {"sure": 0, "open": 1, "lost": 2}
    questions = [["sure"], ["open"], ["lost"], ["sure", "open"], ["open", "lost"]]
    known = Diagnosis(rules).known(AT).copy()
    known[:] = [0.99, 0.5, 0.01]
    gain = Sieve(rules, questions).gain(known)
    assert sorted(range(5), key=lambda n: -gain[n])[:2] == [1, 3]
    assert gain.min() >= 0


# -- how strong, how hard -------------------------------------------------------------------------


def test_who_is_right_is_stronger_and_what_is_missed_is_harder() -> None:
    kinds = {"easy": "sum", "hard": "sight", "new": "sight", "other": "sum"}
    told = [
        (f"L{n}", said("1.1", right=question == "easy", question=question, at=AT + n))
        for n in range(20)
        for question in ("easy", "hard")
    ]
    told += [("Ann", said("1.1", question="hard")), ("Bob", said("1.1", False, "hard"))]
    rated = Strengths(kinds, told)
    assert rated.strength("Ann")[0] > rated.strength("Zoe")[0] > rated.strength("Bob")[0]
    assert rated.strength("Ann")[1] < rated.strength("Zoe")[1]
    assert rated.difficulty("hard", 1) > rated.difficulty("easy", 1) + 20
    assert rated.difficulty("new", 1) > rated.difficulty("other", 1), "as others of its kind"
    assert rated.aim("Ann") < rated.strength("Ann")[0]


def test_who_gets_better_is_asked_harder_questions(store: Store, clock: Clock) -> None:
    easy = [Exercise(f"easy{n}", ("1.1",), "sum") for n in range(9)]
    hard = [Exercise(f"hard{n}", ("1.1",), "sight") for n in range(9)]
    answers = Answers(store)
    for n in range(60):
        one = (easy + hard)[n % 18]
        answers.keep(f"L{n}", said("1.1", one.kind == "sum", one.id, AT + n))
    clock.on(hours=1)
    ann = Practice("Ann", "drill", easy + hard, store, clock, book(3))
    first = ann.next_for("1.1")
    assert first
    assert first.kind == "sum"
    for n in range(30):
        ann.record(Exercise(f"gone{n}", ("1.2",)), True)
        ann.record(hard[0], True)
    later = ann.next_for("1.1")
    assert later
    assert later.kind == "sight"


# -- what is asked --------------------------------------------------------------------------------


def test_no_question_comes_again_for_days(store: Store, clock: Clock) -> None:
    few = [Exercise(f"q{n}", ("1.1",)) for n in range(3)]
    one = Practice("Ann", "drill", few, store, clock, book(3))
    asked = []
    for _ in range(3):
        question = one.next_for("1.1")
        assert question
        asked.append(question.id)
        one.record(question, True)
        clock.on(hours=1)
    assert sorted(asked) == ["q0", "q1", "q2"]
    assert one.next_for("1.1") is None
    clock.on(days=FRESH_DAYS + 1)
    again = one.next_for("1.1")
    assert again
    assert again.id != asked[-1]


def test_a_rule_that_no_question_is_about_is_met_in_passing(store: Store, clock: Clock) -> None:
    one = Practice("Ann", "drill", [Exercise("q", ("1.1", "1.2"))], store, clock, book(3))
    found = one.next_for("1.2")
    assert found
    assert found.id == "q"
    assert one.next_for("1.3") is None


def test_positions_of_one_scenario_are_spread(store: Store, clock: Clock) -> None:
    places = ("river", "town", "woods", "hill")
    many = [Exercise(f"q{n}", ("1.1",), place=places[n % 4]) for n in range(40)]
    one = Practice("Ann", "drill", many, store, clock, book(3))
    met = []
    for _ in range(8):
        question = one.next_for("1.1")
        assert question
        met.append(question.place)
        one.record(question, True)
    assert set(Counter(met).values()) == {2}


def test_no_rule_comes_twice_in_a_row(store: Store, clock: Clock) -> None:
    known = book(2)
    one = Practice("Ann", "drill", exercises(list(known.rules), 40), store, clock, known)
    rules = [question.rules[0] for question in one.daily(10)]
    assert rules == ["1.1", "1.2"] * 5
    assert len({question.id for question in one.daily(10)}) == 10


def test_a_game_of_one_rule_has_a_short_set(store: Store, clock: Clock) -> None:
    questions = [Exercise(f"q{n}", ("1.1",)) for n in range(9)]
    assert len(Practice("Ann", "drill", questions, store, clock, book(1)).daily(10)) == 1
    nothing = Practice("Ann", "drill", [], store, clock, book(1))
    assert nothing.daily(10) == nothing.chapter_test(1) == []
    assert nothing.most_telling() is None


def test_rules_of_finished_lessons_come_before_other_new_ones(store: Store, clock: Clock) -> None:
    known = book(RULES)
    questions = exercises(list(known.rules), 240)
    one = Practice("Ann", "drill", questions, store, clock, known, taught=["2.3", "2.1"])
    assert [question.rules[0] for question in one.daily(4)] == ["2.3", "2.1", "1.1", "1.2"]


def test_a_rule_that_is_suspected_does_not_wait_for_its_day(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    for n in range(3):
        one.record(Exercise(f"own{n}", ("1.2",)), True)
        clock.on(days=9)
    assert "1.2" not in one.due()
    for n in range(4):
        one.record(Exercise(f"sure{n}", ("1.1",)), True)
        one.record(Exercise(f"both{n}", ("1.1", "1.2")), False)
    clock.on(days=1)
    assert one.weakest(2) == ["1.2"]
    assert one.due()[0] == "1.2"


def test_what_the_book_or_the_questions_do_not_know_any_more_is_not_asked(
    store: Store, clock: Clock
) -> None:
    for number, rule in enumerate(("9.9", "1.3")):
        for n in range(3):
            answer = said(rule, False, f"q{number}{n}", AT - 5 * DAY)
            Answers(store).keep("Ann", answer)
    questions = exercises(["1.1", "1.2"], 40)
    one = Practice("Ann", "drill", questions, store, clock, book(3))
    assert one.weakest(5) == ["1.3"]
    assert one.due() == []
    assert {question.rules[0] for question in one.daily(10)} == {"1.1", "1.2"}


def test_questions_that_tell_alike_are_spread_over_places(store: Store, clock: Clock) -> None:
    rules = list(book(RULES).rules)
    places = ("river", "town")
    many = [Exercise(f"q{n}", (rules[n % RULES],), place=places[n // RULES]) for n in range(32)]
    one = Practice("Ann", "drill", many, store, clock, book(RULES))
    met = []
    for _ in range(6):
        question = one.most_telling()
        assert question
        met.append(question.place)
        one.record(question, True)
    assert Counter(met) == {"river": 3, "town": 3}


def test_a_chapter_can_be_tested_out_of(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    asked = one.chapter_test(2, A_CHAPTER)
    assert {question.rules[0] for question in asked} == {f"2.{n + 1}" for n in range(A_CHAPTER)}
    for question in asked:
        one.record(question, True)
    levels = one.levels()
    assert {levels[f"2.{n + 1}"] for n in range(A_CHAPTER)} == {"known"}
    again = one.chapter_test(2, A_CHAPTER)
    assert not {question.id for question in asked} & {question.id for question in again}
    assert one.daily(1)[0].rules[0] == "1.1", "what is known is not asked the same day"


def test_a_rule_goes_from_new_to_mastered(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    seen = [one.levels()["1.1"]]
    for right in (False, False, True, True, True, True, True):
        question = Exercise(f"own{len(seen)}", ("1.1",))
        one.record(question, right)
        seen.append(one.levels()["1.1"])
        clock.on(days=3 * len(seen))
    assert list(dict.fromkeys(seen)) == ["new", "learning", "weak", "known", "mastered"]


def test_a_streak_is_of_days_in_a_row(store: Store, clock: Clock) -> None:
    one = practice(store, clock)
    assert one.streak() == 0
    Answers(store).keep("Ann", Answered("other", "q", ("1",), True, AT - DAY))
    one = practice(store, clock)
    assert one.streak() == 1, "yesterday counts until today is over, in any game"
    one.record(one.daily(1)[0], True)
    assert one.streak() == 2
    clock.on(days=2)
    assert one.streak() == 0


# -- learners who do not know some rules ----------------------------------------------------------


@pytest.mark.parametrize("tells", [0.0, 0.5])
@pytest.mark.parametrize("rules", [42, 80, 190] if EVERY else [80])
def test_what_a_learner_does_not_know_is_found_out(store: Store, rules: int, tells: float) -> None:
    learners = 200 if EVERY else 10
    found = find_out(store, rules, learners, tells)
    print(
        f"{rules} rules, {learners} learners, {tells:.0%} of wrong answers tell the rule: "
        f"precision {found.precision:.2f}, {found.recall:.2f} of the unknown rules named"
    )
    assert found.precision >= 0.8
    assert found.recall >= (0.4 if rules > 100 else 0.75)
