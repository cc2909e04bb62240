"""What a learner has practised of a game: what is due, what is weak, and what to ask next."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np

from engine import catalogue
from engine.rulebook import Rulebook
from tutor.practice.answers import Answered, Answers
from tutor.practice.choosing import UNSURE, Posed, Questions, Sitting
from tutor.practice.diagnosis import Diagnosis, Sieve
from tutor.practice.schedule import Schedule
from tutor.practice.strength import MODEL, Strengths
from tutor.store import Store

LEVELS = ("new", "weak", "learning", "known", "mastered")
NAMED = 0.75
"""A rule is called weak when it is so likely not known."""
KNOWN = 0.95
MASTERED_DAYS = 21.0
"""A known rule is mastered when it is likely to be remembered for so many days."""
OTHERS = 1000
"""So many answers of others tell how hard questions are."""
SET, TEST = 10, 10
ALIKE = 0.99
"""Questions tell alike that tell so much of what the best one does: the place decides."""


def wall_clock() -> datetime:
    """Now, where the computer stands."""
    return datetime.now().astimezone()


class Practice:
    """A learner's practice of a game."""

    def __init__(
        self,
        learner: str,
        game: str,
        questions: Iterable[Posed],
        store: Store | None = None,
        clock: Callable[[], datetime] = wall_clock,
        book: Rulebook | None = None,
        taught: Iterable[str] = (),
    ) -> None:
        """`taught` are the rules of lessons that are finished: they come before other new ones."""
        self.learner, self.game, self.clock = learner, game, clock
        self.answers = Answers(store or Store())
        self.book = book or catalogue.game_info(game).rulebook
        self._taught = list(taught)
        mine = self.answers.of(learner, game)
        self._times = self.answers.times(learner)
        self.questions = Questions(questions, mine)
        used = (rule for one in self.questions.all for rule in one.rules)
        self._diagnosis = Diagnosis([*self.book.rules, *used], mine)
        self._sieve = Sieve(self._diagnosis.place, [one.rules for one in self.questions.all])
        self._schedule = Schedule(mine)
        everybody = self.answers.others(learner, game, OTHERS)
        everybody += [(learner, one) for one in mine]
        kinds = {one.id: one.kind for one in self.questions.all}
        self._strengths = Strengths(kinds, sorted(everybody, key=lambda one: one[1].at))
        self._count = len(mine)

    # -- what is answered -------------------------------------------------------------------------

    def record(
        self,
        question: Posed,
        right: bool,
        given: str = "",
        missed: str | None = None,
        seconds: float | None = None,
    ) -> Answered:
        """Keep an answer, and draw what follows from it."""
        rules, at = tuple(question.rules), self._now().timestamp()
        over = "" if right else missed or ""
        answer = Answered(self.game, question.id, rules, right, at, given, over, seconds)
        self.answers.keep(self.learner, answer)
        self._times.append(at)
        self.questions.add(answer)
        self._diagnosis.add(answer)
        self._schedule.add(answer)
        self._strengths.add(self.learner, answer)
        self._count += 1
        return answer

    # -- what is known ----------------------------------------------------------------------------

    def knows(self, rule: str) -> float:
        """How likely the learner knows a rule."""
        place = self._diagnosis.place.get(rule)
        known = self._diagnosis.known(self._now().timestamp())
        # A rule of answers that are older than the questions may be in no list.
        return float(known[place]) if place is not None else 0.0

    def weakest(self, count: int) -> list[str]:
        """The rules that the learner does not know, the surest first; only those that the answers
        speak against."""
        return self._weak()[:count]

    def _weak(self) -> list[str]:
        at = self._now().timestamp()
        known, evidence = self._diagnosis.known(at), self._diagnosis.evidence(at)
        rules = self._diagnosis.place
        found = [rule for rule in self.book.rules if evidence[rules[rule]] < 0]
        found = [rule for rule in found if known[rules[rule]] <= 1 - NAMED]
        return sorted(found, key=lambda rule: (known[rules[rule]], rules[rule]))

    def due(self) -> list[str]:
        """The rules to be asked today: weak ones first, then the most forgotten first."""
        now = self._now()
        # What was missed, or is suspected and was not asked for its own sake, does not wait.
        weak = [rule for rule in self._weak() if not self._schedule.asked_on(rule, now)]
        rules = dict.fromkeys([*weak, *self._schedule.due(now)])
        return [
            rule for rule in rules if self.questions.about[rule] or self.questions.passing[rule]
        ]

    def levels(self) -> dict[str, str]:
        """How well each rule of the rulebook is known: one of LEVELS."""
        at = self._now().timestamp()
        known, evidence = self._diagnosis.known(at), self._diagnosis.evidence(at)
        weak = set(self._weak())

        def level(rule: str) -> str:
            place = self._diagnosis.place[rule]
            if evidence[place] == 0 and rule not in self._schedule.cards:
                return "new"
            if rule in weak:
                return "weak"
            if known[place] < KNOWN:
                return "learning"
            return "mastered" if self._schedule.stable_days(rule) >= MASTERED_DAYS else "known"

        return {rule: level(rule) for rule in self.book.rules}

    @property
    def strength(self) -> float:
        """The learner's rating; questions are rated on the same scale, where all begin with 25."""
        return self._strengths.strength(self.learner)[0]

    def streak(self) -> int:
        """Days in a row on which something was answered in any game, up to today or yesterday."""
        zone, today = self._now().tzinfo, self._now().date()
        days = {datetime.fromtimestamp(at, UTC).astimezone(zone).date() for at in self._times}
        day = today if today in days else today - timedelta(1)
        count = 0
        while day in days:
            day, count = day - timedelta(1), count + 1
        return count

    # -- what is asked ----------------------------------------------------------------------------

    def next_for(self, rule: str) -> Posed | None:
        """A question about a rule; none if all that there are were answered of late."""
        return self._best(self.questions.sitting(), rule)

    def most_telling(self) -> Posed | None:
        """The question whose answer tells most of what the learner knows and does not."""
        sitting, now = self.questions.sitting(), self._now().timestamp()
        gain = self._sieve.gain(self._diagnosis.known(now))
        most, found = 0.0, []
        for n in np.argsort(-gain, kind="stable"):
            one = self.questions.all[int(n)]
            if gain[n] < ALIKE * most:
                break
            if sitting.open(one, now):
                most = most or float(gain[n])
                found.append(one)
        return min(found, key=sitting.stale, default=None)

    def daily(self, count: int = SET) -> list[Posed]:
        """Today's set: what is due, weak rules first, then new rules, then what is nearest to
        being forgotten; no rule twice in a row."""
        due = self.due()
        new = [rule for rule in self._in_order() if rule not in self._schedule.cards]
        now = self._now()
        rest = sorted(self._schedule.cards, key=lambda r: self._schedule.remembered(r, now))
        rules = list(dict.fromkeys([*due, *new, *rest]))
        return self._fill(rules, count)

    def _in_order(self) -> list[str]:
        """Rules that can be asked: those of finished lessons, then the rulebook's order."""
        rules = dict.fromkeys([*self._taught, *self.book.rules, *self.questions.about])
        return [rule for rule in rules if self.questions.about.get(rule)]

    def chapter_test(self, chapter: int, count: int = TEST) -> list[Posed]:
        """Questions that go through a chapter's rules, as many of them as there is room for: who
        answers them knows the chapter, as his answers then say."""
        mine = {rule.id for rule in self.book.rules.values() if rule.chapter == chapter}
        numbers = [
            n for rule in self.book.rules if rule in mine for n in self.questions.about[rule]
        ]
        asked = [self.questions.all[n] for n in numbers]
        sitting, now = self.questions.sitting(), self._now().timestamp()
        against = self._against()
        off = {one.id: 0.1 * against(one) for one in asked}
        about: Counter[str] = Counter()
        met: Counter[str] = Counter()

        def worth(one: Posed) -> tuple[int, float]:
            # Every rule has its own question before one has two; those that bring others along,
            # and are about what was not brought along yet, come first.
            brought = sum(1 / (1 + met[rule]) for rule in one.rules if rule in mine)
            return -about[one.rules[0]], brought - 0.2 * sitting.stale(one) - off[one.id]

        while len(sitting.chosen) < count:
            found = [one for one in asked if sitting.open(one, now)]
            if not found:
                break
            best = max(found, key=worth)
            sitting.take(best)
            about[best.rules[0]] += 1
            met.update(best.rules)
        return sitting.chosen

    def _fill(self, rules: Sequence[str], count: int) -> list[Posed]:
        """A set about these rules in their order, again and again until it is full."""
        sitting = self.questions.sitting()
        more = True
        while more and len(sitting.chosen) < count:
            more = False
            for rule in rules:
                best = self._best(sitting, rule) if len(sitting.chosen) < count else None
                if best:
                    sitting.take(best)
                    more = True
        return sitting.chosen

    def _best(self, sitting: Sitting, rule: str) -> Posed | None:
        salt = f"{self.learner} {self._count}"
        return sitting.best(rule, self._now().timestamp(), self._against(), salt)

    def _against(self) -> Callable[[Posed], float]:
        """What speaks against a question now: it is too hard or too easy, or another of its rules
        may be what a wrong answer is due to."""
        aim = self._strengths.aim(self.learner)
        known = self._diagnosis.known(self._now().timestamp())
        place = self._diagnosis.place

        def against(one: Posed) -> float:
            off = abs(self._strengths.difficulty(one.id, len(one.rules)) - aim) / MODEL.beta
            return off + UNSURE * (1 - math.prod(float(known[place[r]]) for r in one.rules[1:]))

        return against

    def _now(self) -> datetime:
        return self.clock()
