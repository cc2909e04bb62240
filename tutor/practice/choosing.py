"""Which question is put next: a fresh one, of a fitting strength, in a place not seen of late."""

from __future__ import annotations

import zlib
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from tutor.practice.answers import Answered

DAY = 86_400.0
FRESH_DAYS = 14
"""A question that was answered in so many days does not come again."""
RECENT = 20
"""So many questions back a scenario is remembered as a place that was just seen."""
SEEN_BEFORE, PLACE_AGAIN, UNSURE = 1.5, 0.5, 2.0
"""What speaks against a question, beside a difference in rating of one: it was answered long ago,
its scenario was seen of late (each time), another of its rules may not be known."""


class Posed(Protocol):
    """What is asked of a question here: enough to choose it, nothing of what it says."""

    @property
    def id(self) -> str:
        """A short text of its own."""

    @property
    def game(self) -> str:
        """The game that it is of."""

    @property
    def kind(self) -> str:
        """What sort of question it is."""

    @property
    def rules(self) -> Sequence[str]:
        """The rules that it needs, first the one that it is about."""

    @property
    def place(self) -> str:
        """The scenario of its position."""


class Questions:
    """The questions of a game by their rules, and which of them were put when."""

    def __init__(self, questions: Iterable[Posed], answers: Iterable[Answered] = ()) -> None:
        self.all = [one for one in questions if one.rules]
        self.number = {one.id: n for n, one in enumerate(self.all)}
        self.about: dict[str, list[int]] = defaultdict(list)
        self.passing: dict[str, list[int]] = defaultdict(list)
        for n, one in enumerate(self.all):
            self.about[one.rules[0]].append(n)
            for rule in one.rules[1:]:
                self.passing[rule].append(n)
        self.put: dict[str, float] = {}
        """When each question was answered last."""
        self.last = ""
        self._places: deque[str] = deque(maxlen=RECENT)
        for answer in answers:
            self.add(answer)

    def add(self, answer: Answered) -> None:
        """A question was put."""
        self.put[answer.question] = answer.at
        self.last = answer.question
        self._see(answer.question)

    def _see(self, question: str) -> None:
        if question in self.number:
            self._places.append(self.all[self.number[question]].place)

    def fresh(self, one: Posed, now: float) -> bool:
        """Whether a question was not answered of late."""
        return now - self.put.get(one.id, -1e12) >= FRESH_DAYS * DAY

    def sitting(self) -> Sitting:
        """A set that is put together now."""
        return Sitting(self, self._places)


class Sitting:
    """A set of questions while it is put together: what is in it is not chosen again."""

    def __init__(self, questions: Questions, places: Iterable[str]) -> None:
        self._questions = questions
        self._seen = deque(places, maxlen=RECENT)
        self._places = Counter(self._seen)
        self.chosen: list[Posed] = []
        self._taken = {questions.last}

    def best(
        self,
        rule: str,
        now: float,
        against: Callable[[Posed], float],
        salt: str = "",
    ) -> Posed | None:
        """The question to put about a rule; none if all were put of late, or would put the rule of
        the one before it again. Only where no question is about the rule, one that needs it."""
        before = self.chosen[-1].rules[0] if self.chosen else ""
        for numbers in (self._questions.about[rule], self._questions.passing[rule]):
            found = [self._questions.all[n] for n in numbers]
            found = [one for one in found if one.rules[0] != before and self._open(one, now)]
            if found:
                return min(found, key=lambda one: self._cost(one, against, salt))
        return None

    def _open(self, one: Posed, now: float) -> bool:
        return one.id not in self._taken and self._questions.fresh(one, now)

    def _cost(self, one: Posed, against: Callable[[Posed], float], salt: str) -> tuple[float, int]:
        seen = SEEN_BEFORE * (one.id in self._questions.put)
        return against(one) + seen + self.stale(one), zlib.crc32(f"{salt} {one.id}".encode())

    def stale(self, one: Posed) -> float:
        """How much the place of a question was seen of late."""
        return PLACE_AGAIN * self._places[one.place]

    def open(self, one: Posed, now: float) -> bool:
        """Whether a question may be put here: fresh, and about another rule than the last."""
        before = self.chosen[-1].rules[0] if self.chosen else ""
        return one.rules[0] != before and self._open(one, now)

    def take(self, one: Posed) -> None:
        """A question is in the set."""
        self.chosen.append(one)
        self._taken.add(one.id)
        if len(self._seen) == RECENT:
            self._places[self._seen[0]] -= 1
        self._seen.append(one.place)
        self._places[one.place] += 1
