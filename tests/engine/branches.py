"""Every way that dice can fall, with its probability: the real rules are run over each of them.

`engine.chance.enumerate_branches` throws one die after another; twelve dice would be two thousand
million ways. Here dice of a group are thrown together: only what shows counts, not on which die,
and each way weighs as much as all its orders. A way ends where a number is asked for that nobody
wants, so that what follows (losses, the next card) does not multiply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import factorial
from typing import Any

from engine.chance import Chance, Request
from engine.verdict import Course, Event

MOST = 60_000
"""Ways beyond which a throw is not enumerated."""


class _Unwanted(Exception):
    """The rules ask for a number that is none of the enumeration's business."""


@dataclass(frozen=True)
class Way:
    """One way: how probable, what was asked and answered, what was told; no state if cut short."""

    probability: Fraction
    answers: tuple[tuple[str, int], ...]
    events: tuple[Event, ...]
    state: Any

    def told(self, key: str) -> list[dict[str, Any]]:
        """The parameters of the events of a key."""
        return [dict(event.params) for event in self.events if event.key == key]


class _Source:
    def __init__(
        self, prefix: Sequence[int], names: Container[str], sizes: Sequence[int], fixed: Any
    ) -> None:
        self.prefix, self.names, self.fixed = prefix, names, fixed
        self.left = list(sizes)
        self.open: list[tuple[int, int, int]] = []
        """Of each die that is enumerated: its answer, how many faces, the group it is thrown in."""
        self.group, self.room = 0, 0

    def answer(self, request: Request) -> int:
        if request.name in self.fixed:
            return int(self.fixed[request.name])
        if request.name not in self.names:
            raise _Unwanted
        if not self.room:
            self.group, self.room = self.group + 1, self.left.pop(0) if self.left else 1
        self.room -= 1
        place = len(self.open)
        before = self.open[-1] if self.open and self.open[-1][2] == self.group else None
        least = before[0] if before else 0
        answer = self.prefix[place] if place < len(self.prefix) else least
        self.open.append((answer, request.options, self.group))
        return answer

    @property
    def weight(self) -> Fraction:
        """The share of all throws that show these faces."""
        weight = Fraction(1)
        for _, options, _ in self.open:
            weight /= options
        for group in {group for *_, group in self.open}:
            shown = Counter(answer for answer, _, of in self.open if of == group)
            orders = factorial(shown.total())
            for count in shown.values():
                orders //= factorial(count)
            weight *= orders
        return weight

    def following(self) -> list[int] | None:
        """The prefix of the next way; None when this was the last."""
        path = list(self.open)
        while path and path[-1][0] + 1 == path[-1][1]:
            path.pop()
        if not path:
            return None
        return [*(answer for answer, *_ in path[:-1]), path[-1][0] + 1]


def ways(
    act: Callable[[Course], Any],
    names: Container[str],
    *,
    groups: Sequence[int] = (),
    fixed: Mapping[str, int] | None = None,
    most: int = MOST,
) -> list[Way] | None:
    """Every way of the dice of some names; None if there are more than `most`.

    `groups` says how many of them are thrown together, first to last; beyond that each is on its
    own. `fixed` gives the answers (0 and up) of dice that do not vary.
    """
    found: list[Way] = []
    prefix: list[int] | None = []
    while prefix is not None:
        source = _Source(prefix, names, groups, fixed or {})
        course = Course(Chance(source))
        try:
            state = act(course)
        except _Unwanted:
            state = None
        answers = tuple(course.chance.answers)
        found.append(Way(source.weight, answers, tuple(course.events), state))
        if len(found) > most:
            return None
        prefix = source.following()
    assert sum(way.probability for way in found) == 1, "the ways make up everything"
    return found


def odds(found: Sequence[Way], success: Callable[[Way], bool]) -> Fraction:
    """The probability of the ways in which something happens."""
    return sum((way.probability for way in found if success(way)), Fraction(0))
