"""How many, or which one of a few: asked of a position, not of an action."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind
from engine.practice.question import Because, Number, Option, Question, Said, good, shuffled
from engine.verdict import Cited, Tally, whole

FEWEST = 4
"""Answers to choose from."""


@dataclass(frozen=True)
class Found:
    """What the rules answer, and what somebody would who leaves one of them out."""

    right: str
    without: Mapping[str, Collection[str]]
    others: Mapping[str, Said]
    """Everything that can be answered."""
    because: tuple[Because, ...] = ()
    lit: tuple[str, ...] = ()


class Pick(Kind):
    """One of a few answers is right."""

    mixed = True
    """Whether the order of the answers says something of them."""

    def find(self, game: Game, args: Args) -> Found:
        """The answer; NotGood where there is none."""
        raise NotImplementedError

    def about(self, game: Game, args: Args) -> Mapping[str, Any]:
        """What the question names: `unit`, `hex`, `side`."""
        return args

    def other(self, game: Game, args: Args) -> str | None:
        """The right answer, worked out by another way; None where there is none."""
        return None

    def pose(self, game: Game, args: Args) -> Question:
        found = self.find(game, args)
        off = {rule: frozenset(w) - {found.right} for rule, w in found.without.items()}
        off = {rule: answers for rule, answers in off.items() if answers}
        options: Iterable[Option] = [Option(name, says) for name, says in found.others.items()]
        about = Cited.of(next(iter(off), ""), f"practice.{self.name}", **self.about(game, args))
        return good(
            Question(
                self.name,
                about,
                shuffled(options, str(args)) if self.mixed else tuple(options),
                frozenset((found.right,)),
                off,
                because=found.because,
                lit=found.lit,
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """By the other way."""
        other = self.other(game, args)
        if other is not None and posed.right != {other}:
            yield f"by another way it is {other}"


class Amount(Pick):
    """A number is asked for."""

    mixed = False


def amount(
    right: int | Fraction,
    without: Mapping[str, Iterable[int | Fraction]],
    because: tuple[Because, ...] = (),
    lit: tuple[str, ...] = (),
    least: int | None = 0,
    most: int | None = None,
) -> Found:
    """A number and those that are wrong by a rule, with some near it beside them."""
    off = {rule: {str(whole(Fraction(v))) for v in w} for rule, w in without.items()}
    named = {Fraction(right), *(Fraction(one) for w in off.values() for one in w)}
    for step in (1, -1, 2, -2):
        value = Fraction(right) + step
        fits = (least is None or value >= least) and (most is None or value <= most)
        if len(named) < FEWEST and fits:
            named.add(value)
    others = {str(whole(value)): Number(str(whole(value))) for value in sorted(named)}
    return Found(str(whole(Fraction(right))), off, others, because, lit)


def forgetting(tally: Tally) -> dict[str, list[Fraction]]:
    """What a sum comes to for somebody who leaves out one line of a rule, or all of them."""
    found: dict[str, list[Fraction]] = {}
    total = Fraction(tally.total)
    for rule in dict.fromkeys(line.rule for line in tally.lines if line.value and line.rule):
        worth = [Fraction(line.value) for line in tally.lines if line.value and line.rule == rule]
        found[rule] = [total - one for one in (*worth, sum(worth, Fraction(0)))]
    return found
