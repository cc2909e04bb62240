"""Chance: dice and draws, asked for by name.

The rules never know where a number comes from. A source is stateless: it is asked for the n-th
number of a game, so undo, redo and replay meet the same dice again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from hashlib import blake2b
from typing import NamedTuple, Protocol, TypeVar

from engine.errors import Problem

T = TypeVar("T")


class Request(NamedTuple):
    """The n-th number of a game: 0 <= answer < options, asked for by name."""

    number: int
    name: str
    options: int


class Source(Protocol):
    """Where numbers come from."""

    def answer(self, request: Request) -> int:
        """A number from 0 to options - 1."""


class Chance:
    """What rules code is handed during one action; it remembers what was answered."""

    def __init__(self, source: Source, number: int = 0) -> None:
        self._source = source
        self._number = number
        self.answers: list[tuple[str, int]] = []

    @property
    def branches(self) -> bool:
        """Whether every way the dice can fall is tried, one after another."""
        return isinstance(self._source, _Branch)

    def _ask(self, name: str, options: int) -> int:
        request = Request(self._number, name, options)
        answer = self._source.answer(request)
        if not 0 <= answer < options:
            raise Problem(f"{answer} is no answer for '{name}'", remedy=f"Give 0 to {options - 1}.")
        self._number += 1
        self.answers.append((name, answer))
        return answer

    def roll(self, name: str, sides: int = 6) -> int:
        """One die."""
        return self._ask(name, sides) + 1

    def draw(self, name: str, items: Sequence[T]) -> T:
        """One of several things at random (a chit out of a cup, a card off a shuffled deck)."""
        return items[self._ask(name, len(items))]

    def below(self, name: str, options: int) -> int:
        """Which of several things, from 0."""
        return self._ask(name, options)


class Seeded:
    """Numbers that follow from a seed; the same on every machine and in every version."""

    def __init__(self, seed: int | str) -> None:
        self.seed = seed
        self._hash = blake2b(f"{seed}/".encode(), digest_size=8)

    def answer(self, request: Request) -> int:
        """Uniform, by hashing the seed, the number's place in the game and its name."""
        number, name, options = request
        limit = 2**64 - 2**64 % options
        attempt = 0
        while True:
            hashed = self._hash.copy()
            hashed.update(f"{number}/{name}/{attempt}".encode())
            value = int.from_bytes(hashed.digest(), "big")
            if value < limit:
                return value % options
            attempt += 1


class Scripted:
    """Numbers written down beforehand, as answers 0..n-1 or, by `dice`, as faces 1..n."""

    def __init__(self, answers: Iterable[int], then: Source | None = None, first: int = 0) -> None:
        self.answers = tuple(answers)
        self.then = then
        self.first = first

    @classmethod
    def dice(cls, faces: Iterable[int], then: Source | None = None, first: int = 0) -> Scripted:
        """A script of die faces."""
        return cls((face - 1 for face in faces), then, first)

    def answer(self, request: Request) -> int:
        """The next number of the script; past its end, the source that follows it."""
        place = request.number - self.first
        if 0 <= place < len(self.answers):
            return self.answers[place]
        if self.then is not None:
            return self.then.answer(request)
        raise Problem(
            f"the script of dice has no number left for '{request.name}'",
            remedy=f"Write {place + 1} numbers or more.",
        )


class NeedDice(Exception):
    """A learner who throws real dice has yet to type this number in."""

    def __init__(self, request: Request) -> None:
        super().__init__(f"{request.name}: 1 to {request.options}")
        self.request = request


class Typed:
    """Numbers that the learner types in; asks by raising NeedDice. `then` is the source that throws
    when the learner no longer does."""

    def __init__(self, then: Source | None = None) -> None:
        self.then = then
        self.given: dict[int, int] = {}

    def give(self, request: Request, face: int) -> None:
        """Answer a request with the face of a real die (1..n)."""
        if not 1 <= face <= request.options:
            raise Problem(
                f"{face} is not on the die", remedy=f"Type a number from 1 to {request.options}."
            )
        self.given[request.number] = face - 1

    def answer(self, request: Request) -> int:
        """The typed number, or NeedDice."""
        given = self.given.get(request.number)
        if given is None or given >= request.options:
            # After an undo another die may be due in the same place: the old throw is no answer.
            self.given.pop(request.number, None)
            raise NeedDice(request)
        return given


class _Branch:
    def __init__(self, prefix: list[int]) -> None:
        self.prefix = prefix
        self.widths: list[int] = []

    def answer(self, request: Request) -> int:
        place = len(self.widths)
        self.widths.append(request.options)
        return self.prefix[place] if place < len(self.prefix) else 0


def enumerate_branches(run: Callable[[Chance], T]) -> Iterator[tuple[Fraction, T]]:
    """Run the same code over every way the dice can fall; each way with its probability."""
    prefix: list[int] = []
    while True:
        branch = _Branch(prefix)
        chance = Chance(branch)
        result = run(chance)
        weight = Fraction(1)
        for width in branch.widths:
            weight /= width
        yield weight, result
        path = [answer for _, answer in chance.answers]
        while path and path[-1] + 1 == branch.widths[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1
        prefix = path
