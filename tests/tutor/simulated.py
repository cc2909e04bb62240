"""Learners who do not know some rules, and a game whose questions need one to four of them."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from engine.rulebook import Chapter, Rule, Rulebook
from tutor.practice import Practice
from tutor.practice.diagnosis import GUESS, SLIP
from tutor.store import Store

EVERY = bool(os.environ.get("STAFFRIDE_PRACTICE"))
"""`make soak` looks at all simulated learners, `make test` at a sample."""
BEGUN = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
KINDS = ("reach", "legal", "sum", "sight", "zoc", "best")
PLACES = 12
A_CHAPTER = 8
"""Rules of a chapter."""


@dataclass(frozen=True)
class Exercise:
    """A question, as far as practice asks."""

    id: str
    rules: tuple[str, ...]
    kind: str = "reach"
    game: str = "drill"
    place: str = "drill/river"


class Clock:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = BEGUN

    def __call__(self) -> datetime:
        return self.now

    def on(self, **by: float) -> None:
        """Let time go by."""
        self.now += timedelta(**by)


def book(count: int) -> Rulebook:
    """A rulebook of so many rules."""
    rules = {}
    for n in range(count):
        chapter, section = 1 + n // A_CHAPTER, 1 + n % A_CHAPTER
        name = f"{chapter}.{section}"
        rules[name] = Rule(name, name, name, name, "enforced", chapter)
    chapters = tuple(
        Chapter(n, f"Chapter {n}", "", label=str(n)) for n in range(1, 2 + (count - 1) // A_CHAPTER)
    )
    return Rulebook("drill", "Drill", "en", chapters, rules, (), {}, {}, {}, {})


def exercises(rules: Sequence[str], count: int, seed: int = 1) -> list[Exercise]:
    """Questions about all rules; some rules turn up in far more of them than others."""
    chance = random.Random(seed)
    often = [1 / (1 + n) ** 0.5 for n in range(len(rules))]
    chance.shuffle(often)
    made = []
    for n in range(count):
        about = rules[n % len(rules)] if n < 2 * len(rules) else chance.choices(rules, often)[0]
        wide = chance.randint(0, 3)
        more = [r for r in dict.fromkeys(chance.choices(rules, often, k=6)) if r != about][:wide]
        kind, place = chance.choice(KINDS), f"drill/{chance.randrange(PLACES)}"
        made.append(Exercise(f"q{n}", (about, *more), kind, "drill", place))
    return made


@dataclass
class Pupil:
    """Somebody who does not know some rules, guesses then, and slips now and then."""

    unknown: frozenset[str]
    chance: random.Random
    tells: float
    """How often a wrong answer shows which rule was overlooked."""

    def answer(self, question: Exercise) -> tuple[bool, str]:
        """Whether the answer is right, and which rule a wrong one shows to be missed."""
        lacking = [rule for rule in question.rules if rule in self.unknown]
        right = self.chance.random() < (GUESS if lacking else 1 - SLIP)
        told = self.chance.random() < self.tells
        # Who slips picks a wrong choice too, and it shows a rule that he knows.
        return right, "" if right or not told else self.chance.choice(lacking or question.rules)


@dataclass(frozen=True)
class Found:
    """What was found out about some learners."""

    named: int
    theirs: int
    unknown: int

    @property
    def precision(self) -> float:
        """How many of the rules named are not known."""
        return self.theirs / max(1, self.named)

    @property
    def recall(self) -> float:
        """How many of those not known are named."""
        return self.theirs / self.unknown


def find_out(
    store: Store, rules: int, learners: int, tells: float, asked: int = 60, lacking: int = 4
) -> Found:
    """Ask each of some learners the most telling questions, and see what is named."""
    known, clock = book(rules), Clock()
    questions = exercises(list(known.rules), 12 * rules)
    named = theirs = 0
    for n in range(learners):
        chance = random.Random(f"{rules} {tells} {n}")
        pupil = Pupil(frozenset(chance.sample(list(known.rules), lacking)), chance, tells)
        practice = Practice(f"L{tells}{n}", "drill", questions, store, clock, known)
        for _ in range(asked):
            question = practice.most_telling()
            assert isinstance(question, Exercise)
            right, missed = pupil.answer(question)
            practice.record(question, right, missed=missed)
            clock.on(seconds=30)
        weak = practice.weakest(lacking)
        named += len(weak)
        theirs += len(pupil.unknown.intersection(weak))
    return Found(named, theirs, learners * lacking)
