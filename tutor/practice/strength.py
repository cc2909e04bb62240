"""How strong a learner is and how hard a question: each answer is a game between the two.

Rated by openskill's Bradley-Terry model (Weng and Lin 2011), one answer after the other.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from tutor.practice.answers import Answered

MODEL = BradleyTerryFull()
AIM = 0.7
"""So often a learner should answer a question right: hard enough to tell, not to dishearten."""
SORT_PATIENCE = 5
"""Until so many questions of a sort are rated, it is thought to be as hard as any."""
_Sort = tuple[str, int]


class Strengths:
    """The ratings of learners and questions as the answers leave them."""

    def __init__(
        self, kinds: Mapping[str, str], answers: Iterable[tuple[str, Answered]] = ()
    ) -> None:
        self._kinds = kinds
        self._learners: dict[str, BradleyTerryFullRating] = {}
        self._questions: dict[str, BradleyTerryFullRating] = {}
        self._sorts: dict[_Sort, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for learner, answer in answers:
            self.add(learner, answer)

    def add(self, learner: str, answer: Answered) -> None:
        """One more answer: who is right has won against the question."""
        sort = self._sort(answer.question, len(answer.rules))
        before = self._questions.get(answer.question)
        question = before or MODEL.rating(mu=self._start(sort))
        teams = [[self._learners.get(learner) or MODEL.rating()], [question]]
        ranks = [0.0, 1.0] if answer.right else [1.0, 0.0]
        [[one], [other]] = MODEL.rate(teams, ranks=ranks)
        self._learners[learner], self._questions[answer.question] = one, other
        total = self._sorts[sort]
        total[0] += other.mu - (before.mu if before else MODEL.mu)
        total[1] += before is None

    def strength(self, learner: str) -> tuple[float, float]:
        """A learner's rating, and how uncertain it is."""
        rated = self._learners.get(learner) or MODEL.rating()
        return rated.mu, rated.sigma

    def difficulty(self, question: str, rules: int) -> float:
        """A question's rating; that of its sort if nobody has answered it."""
        rated = self._questions.get(question)
        return rated.mu if rated else self._start(self._sort(question, rules))

    def aim(self, learner: str) -> float:
        """The rating of a question that the learner answers right as often as he should."""
        mu, sigma = self.strength(learner)
        spread = math.sqrt(2 * MODEL.beta**2 + sigma**2)
        return mu - spread * math.log(AIM / (1 - AIM))

    def _sort(self, question: str, rules: int) -> _Sort:
        return self._kinds.get(question, ""), rules

    def _start(self, sort: _Sort) -> float:
        """Where a question stands before it is answered: with others of its kind and width."""
        known = self._sorts.get(sort)
        return MODEL.mu + known[0] / (known[1] + SORT_PATIENCE) if known else MODEL.mu
