"""A learner's practice is opened: 3,000 answers in a game of 312 rules and 5,000 questions.

Beside it: the answers are only read. What comes next is chosen beside reading them again as well.
"""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from tests.bench.bench_paths import best
from tests.tutor.simulated import BEGUN, Clock, book, exercises
from tutor.practice import Answered, Answers, Practice
from tutor.store import Store

RULES, QUESTIONS, ANSWERS, DAYS = 312, 5_000, 3_000, 120


def rows(quick: bool = False) -> list[dict[str, object]]:
    """Opening it, and the question that comes after an answer."""
    known, chance = book(RULES), random.Random(1)
    questions = exercises(list(known.rules), QUESTIONS)
    times = 3 if quick else 10
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "progress.sqlite")
        given = []
        for number in range(ANSWERS):
            asked, right = chance.choice(questions), chance.random() < 0.8
            at = BEGUN.timestamp() - 86_400 * DAYS * (1 - number / ANSWERS)
            missed = "" if right else asked.rules[-1]
            given.append(Answered("drill", asked.id, asked.rules, right, at, "", missed))
        Answers(store).add("Ann", given)

        def opened() -> Practice:
            return Practice("Ann", "drill", questions, store, Clock(), known)

        practice = opened()

        def next_one() -> None:
            practice.record(questions[chance.randrange(QUESTIONS)], True)
            practice.next_for(known_rules[chance.randrange(RULES)])

        known_rules = list(known.rules)
        plain = best(lambda: Answers(store).of("Ann", "drill"), times)
        found = {
            f"practice opened: {ANSWERS} answers, {RULES} rules, {QUESTIONS} questions": opened,
            "an answer kept and the next question chosen": next_one,
        }
        measured = {name: best(work, times) for name, work in found.items()}
    return [
        {
            "name": name,
            "seconds": seconds,
            "baseline": "the answers only read",
            "baseline_seconds": plain,
            "ratio": seconds / plain,
        }
        for name, seconds in measured.items()
    ]
