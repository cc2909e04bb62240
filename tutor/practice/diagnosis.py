"""Which rules a learner does not know, as his answers tell: the DINA model of cognitive diagnosis.

A question is answered right if all of its rules are known, but for a slip, and otherwise by a
guess. What an answer says of a rule depends on how well its other rules are known, so beliefs are
found by belief propagation: answers and rules tell each other what they think, again and again.
Old answers count less. How many rules the learner knows at all is learnt from the answers too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from tutor.practice.answers import Answered

SLIP, GUESS = 0.05, 0.25
NAMED_BY_CHANCE = 0.04
"""How likely a rule is missed that is known, beside one that is not."""
KNOWN_BEFORE, RULES_BEFORE = 0.9, 20
"""So many of all rules are expected to be known, until so many have been asked for."""
ANSWERS_BEFORE, MOST_SLIP = 40, 0.3
"""Until so many answers are in, the learner is thought to slip as others do."""
HALF_LIFE = 30.0
"""Days after which an answer counts half: people learn, and forget."""
FORGOTTEN = 0.01
"""An answer that counts less is left out."""
SWEEPS, DAMPING = 16, 0.5
DAY = 86_400.0
_Floats = NDArray[np.float64]
_Ints = NDArray[np.int64]


class Diagnosis:
    """What is thought of a learner's rules; every rule that there may be has its number."""

    def __init__(self, rules: Iterable[str], answers: Iterable[Answered] = ()) -> None:
        self.place = {rule: n for n, rule in enumerate(dict.fromkeys(rules))}
        self._count = 0
        self._rule: list[int] = []
        self._answer: list[int] = []
        self._sort: list[int] = []
        self._at: list[float] = []
        self._told: tuple[float, int] | None = None
        self._known: _Floats = np.zeros(0)
        self._evidence: _Floats = np.zeros(0)
        for answer in answers:
            self.add(answer)

    def add(self, answer: Answered) -> None:
        """One more answer; a wrong one that tells the rule says nothing of the others."""
        named = not answer.right and bool(answer.missed)
        for rule in (answer.missed,) if named else answer.rules:
            self._rule.append(self.place.setdefault(rule, len(self.place)))
            self._answer.append(self._count)
            self._sort.append(2 if named else int(answer.right))
            self._at.append(answer.at)
        self._count += 1

    def known(self, now: float) -> _Floats:
        """How likely each rule is known, in the order of their numbers."""
        self._work_out(now)
        return self._known

    def evidence(self, now: float) -> _Floats:
        """What the answers say of each rule, in log odds: below 0 that it is not known."""
        self._work_out(now)
        return self._evidence

    def _work_out(self, now: float) -> None:
        """Let answers and rules tell each other; kept until another answer, or another day."""
        asked = (now // DAY, self._count)
        if self._told != asked:
            self._told = asked
            self._known, self._evidence = self._beliefs(asked[0] * DAY)

    def _beliefs(self, now: float) -> tuple[_Floats, _Floats]:
        size = len(self.place)
        at = np.array(self._at, dtype=np.float64)
        weight = 0.5 ** (np.maximum(now - at, 0.0) / (DAY * HALF_LIFE))
        keep = weight > FORGOTTEN
        weight = weight[keep]
        rule: _Ints = np.array(self._rule, dtype=np.int64)[keep]
        answer: _Ints = np.array(self._answer, dtype=np.int64)[keep]
        sort: _Ints = np.array(self._sort, dtype=np.int64)[keep]
        first = np.diff(answer, prepend=-1) > 0
        asked = np.bincount(rule, minlength=size) > 0
        told: _Floats = np.where(sort == 2, math.log(NAMED_BY_CHANCE), 0.0)
        prior = _log_odds(KNOWN_BEFORE)
        evidence: _Floats = np.zeros(size)
        slip = SLIP
        for _ in range(SWEEPS if len(rule) else 0):
            evidence = _sums(rule, weight * told, size)
            belief = prior + evidence
            without = _chance(belief[rule] - weight * told)
            log = np.log(without)
            every = np.exp(_sums(answer, log)[answer])
            others = every / without
            right = GUESS + (1 - slip - GUESS) * others
            said = np.where(sort == 1, np.log(right / GUESS), np.log((1 - right) / (1 - GUESS)))
            said = np.where(sort == 2, math.log(NAMED_BY_CHANCE), said)
            told = DAMPING * told + (1 - DAMPING) * said
            known = float(_chance(belief[asked]).sum())
            prior = _log_odds(_share(KNOWN_BEFORE, RULES_BEFORE, known, int(asked.sum())))
            # Wrong though all was known: how careless is the learner?
            fails = np.where(sort == 2, NAMED_BY_CHANCE, slip)
            careless = every * fails / (every * fails + (1 - every) * (1 - GUESS))
            careful = every * (1 - slip) / (every * (1 - slip) + (1 - every) * GUESS)
            able = np.where(sort == 1, careful, careless)
            once = weight * first
            slips = float((once * np.where(sort == 1, 0.0, able)).sum())
            slip = min(MOST_SLIP, _share(SLIP, ANSWERS_BEFORE, slips, float((once * able).sum())))
        return _chance(prior + evidence), evidence


class Sieve:
    """The questions as an array, to find the one that would tell most."""

    def __init__(self, place: dict[str, int], rules: Sequence[Sequence[str]]) -> None:
        self._size = len(place)
        widest = max(map(len, rules), default=1)
        # A rule that everybody knows fills the rows up.
        self._rules = np.full((len(rules), widest), -1, dtype=np.int64)
        for row, names in zip(self._rules, rules, strict=True):
            row[: len(names)] = [place[name] for name in names]

    def gain(self, known: _Floats) -> _Floats:
        """How many bits each answer is expected to tell of what the learner knows."""
        padded = np.append(known[: self._size], 1.0)
        rules = np.where(self._rules < 0, self._size, self._rules)
        every = padded[rules].prod(axis=1)
        right = GUESS + (1 - SLIP - GUESS) * every
        told: _Floats = _bits(right) - every * _bits(SLIP) - (1 - every) * _bits(GUESS)
        return told


def _sums(of: _Ints, what: _Floats, size: int = 0) -> _Floats:
    """What belongs to each number, added up."""
    return np.asarray(np.bincount(of, what, minlength=size), dtype=np.float64)


def _share(expected: float, patience: float, found: float, of: float) -> float:
    """A share as it is expected at first and found later."""
    return (expected * patience + found) / (patience + of)


def _log_odds(chance: float) -> float:
    return math.log(chance / (1 - chance))


def _chance(log_odds: _Floats) -> _Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(log_odds, -15, 15))))


def _bits(chance: _Floats | float) -> _Floats:
    """How much is not known of something so likely."""
    p = np.clip(chance, 1e-12, 1 - 1e-12)
    return np.asarray(-(p * np.log2(p) + (1 - p) * np.log2(1 - p)))
