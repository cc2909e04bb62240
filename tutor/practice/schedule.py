"""When a rule should come again: FSRS, with a card a rule instead of a card a question.

How an answer is rated:
    right    the rule that the question is about: Good. Never Easy, for nobody is asked to be quick
    wrong    the rule that was missed: Again; the rule that it is about if the answer does not tell.
             The others are left alone: whoever fails by one rule has shown nothing of the rest
    passing  another rule that a right answer needed as well: Hard, and only if it was due. It was
             used and not asked for, so it grows less than by a question of its own; before it was
             due that would say next to nothing, and it begins no card, for a rule that was only
             met in passing is still to be asked about
There are no steps of minutes: a rule comes again on another day at the earliest, in a fresh place.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime

from fsrs import Card, Rating, Scheduler

from tutor.practice.answers import Answered

SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


class Schedule:
    """The cards of the rules that a learner was asked about, as the answers leave them."""

    def __init__(self, answers: Iterable[Answered] = ()) -> None:
        self.cards: dict[str, Card] = {}
        for answer in answers:
            self.add(answer)

    def add(self, answer: Answered) -> None:
        """One more answer."""
        at = datetime.fromtimestamp(answer.at, UTC)
        about, *passing = answer.rules
        if not answer.right:
            self._review(answer.missed or about, Rating.Again, at)
            return
        self._review(about, Rating.Good, at)
        for rule in passing:
            if rule in self.cards and self.cards[rule].due <= at:
                self._review(rule, Rating.Hard, at)

    def _review(self, rule: str, rating: Rating, at: datetime) -> None:
        # Without an id of ours a card waits a millisecond to find one.
        card = self.cards.get(rule) or Card(card_id=len(self.cards), due=at)
        self.cards[rule], _ = SCHEDULER.review_card(card, rating, at)

    def day(self, rule: str, now: datetime) -> date | None:
        """The day on which a rule is due, where the clock stands; none if it was never asked."""
        card = self.cards.get(rule)
        return card.due.astimezone(now.tzinfo).date() if card else None

    def asked_on(self, rule: str, now: datetime) -> bool:
        """Whether a rule's card was looked at today already."""
        card = self.cards.get(rule)
        last = card.last_review if card else None
        return last is not None and last.astimezone(now.tzinfo).date() == now.date()

    def due(self, now: datetime) -> list[str]:
        """Rules that are due today or were before, the most forgotten first."""
        today = now.date()
        rules = [rule for rule in self.cards if (day := self.day(rule, now)) and day <= today]
        return sorted(rules, key=lambda rule: (self.remembered(rule, now), rule))

    def remembered(self, rule: str, now: datetime) -> float:
        """How likely a rule is remembered now; 0 if it was never asked."""
        card = self.cards.get(rule)
        return SCHEDULER.get_card_retrievability(card, now.astimezone(UTC)) if card else 0.0

    def stable_days(self, rule: str) -> float:
        """For how many days a rule is likely to be remembered; 0 if it was never asked."""
        card = self.cards.get(rule)
        return card.stability or 0.0 if card else 0.0
