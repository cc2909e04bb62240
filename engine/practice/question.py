"""A question as it stands before a learner: what is asked, what may be answered, what is right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeAlias

from engine.values import Action
from engine.verdict import Cited, Decision, Event, Line, Reason, Tally

Answer: TypeAlias = frozenset[str]
"""The options that are right, by their names."""


class NotGood(Exception):
    """In this position the question is none: nothing or everything would be right, say."""


@dataclass(frozen=True, slots=True)
class Rule:
    """An option that names a rule."""

    id: str


@dataclass(frozen=True, slots=True)
class Text:
    """An option in words of its own: a key of the catalogue."""

    key: str


@dataclass(frozen=True, slots=True)
class Place:
    """A hex or a place of the board."""

    name: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit or a counter."""

    name: str


@dataclass(frozen=True, slots=True)
class Number:
    """A number as it is read out: a sum, a chance, a column of a table."""

    text: str


@dataclass(frozen=True, slots=True)
class Happening:
    """What comes of an action."""

    events: tuple[Event, ...]


Said: TypeAlias = Action | Rule | Text | Place | Unit | Number | Happening | Decision
"""What an option says."""
Because: TypeAlias = Reason | Tally | Line | Event | Decision | Cited
"""What the engine says of an answer afterwards."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be answered."""

    name: str
    says: Said
    because: tuple[Because, ...] = ()
    """Why it is right, or why it is wrong."""


@dataclass(frozen=True)
class Question:
    """A question: what is asked, and everything that can be answered."""

    kind: str
    about: Cited
    """What is asked: a key of the catalogue, with its parameters."""
    options: tuple[Option, ...]
    right: Answer
    without: Mapping[str, Answer]
    """The rules that it is about: what would be right if one of them did not hold."""
    action: Action | None = None
    """What is shown on the board with it."""
    all: bool = False
    """Whether every right option is to be named; one of them is enough otherwise."""
    dice: tuple[int, ...] = ()
    """The faces that fall."""
    because: tuple[Because, ...] = ()
    """What is said when it is over."""
    of: tuple[Event, ...] = ()
    """What it is asked of that it may happen."""
    so_far: tuple[Event, ...] = ()
    """What has happened already."""
    lit: tuple[str, ...] = ()
    """Hexes that are shown with it."""
    asked: tuple[str, ...] = ()
    """The hexes that it asks about, where it does not ask about the whole board."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules that it practises."""
        return tuple(self.without)

    @property
    def fingerprint(self) -> str:
        """A short text that another answer does not have."""
        answer = [sorted(self.right), {rule: sorted(w) for rule, w in self.without.items()}]
        return digest(json.dumps(answer, sort_keys=True))

    def judge(self, given: Iterable[str]) -> bool:
        """Whether an answer is right."""
        named = frozenset(given)
        return named == self.right if self.all else len(named) == 1 and named <= self.right

    def missed(self, given: Iterable[str]) -> tuple[str, ...]:
        """The rules that somebody leaves out who answers so."""
        named = frozenset(given)
        if self.judge(named):
            return ()
        if self.all:
            found = [rule for rule, answer in self.without.items() if answer == named]
        else:
            found = [rule for rule, answer in self.without.items() if named <= answer]
        return tuple(found)


def digest(text: str) -> str:
    """Eight letters that stand for a text."""
    return blake2b(text.encode(), digest_size=4).hexdigest()


def good(question: Question) -> Question:
    """The question, if it has a wrong answer and a right one, and no rule of it is idle."""
    names = {option.name for option in question.options}
    if len(names) < len(question.options):
        raise NotGood("two options are alike")
    if not question.right or not question.right < names:
        raise NotGood("nothing or everything is right")
    if not question.without or any(w == question.right for w in question.without.values()):
        raise NotGood("a rule does not matter")
    return question


def shuffled(options: Iterable[Option], seed: str) -> tuple[Option, ...]:
    """Options in an order that says nothing of them, the same each time."""
    return tuple(sorted(options, key=lambda option: digest(f"{seed}/{option.name}")))
