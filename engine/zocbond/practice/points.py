"""Sums that belong to no action: points, what is added to a die for attrition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from random import Random
from typing import TypeAlias

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind, Seen
from engine.practice.kinds.sums import worth
from engine.practice.question import NotGood, Number, Option, Question, good
from engine.verdict import Cited, Tally, whole
from engine.zocbond.board.state import State
from engine.zocbond.practice.leaving import family
from engine.zocbond.rules import Family

Sums: TypeAlias = Callable[[Family, State], Iterator[tuple[str, Tally]]]
"""Sums of a position, each with the unit that it is about, or with none."""
LONGEST, SPOTS, MOST = 8, 3, 4
"""Lines of a sum; sums of a position that are asked for; numbers to choose from."""


class Points(Kind):
    """What does a sum of the position come to?"""

    name = "points"

    def __init__(self, sums: Mapping[str, Sums]) -> None:
        self.sums = sums

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = family(seen.game), seen.game.rules.seen(seen.game.state)
        for name, find in self.sums.items():
            found = [unit for unit, tally in find(g, s) if 0 < len(tally.lines) <= LONGEST]
            for unit in random.sample(found, min(len(found), SPOTS)):
                yield {"of": name, **({"unit": unit} if unit else {})}

    def _tally(self, game: Game, args: Args) -> Tally:
        found = self.sums[args["of"]](family(game), game.rules.seen(game.state))
        tally = next((tally for unit, tally in found if unit == args.get("unit", "")), None)
        if tally is None or not tally.lines:
            raise NotGood("there is no sum")
        return tally

    def pose(self, game: Game, args: Args) -> Question:
        tally = self._tally(game, args)
        total = Fraction(tally.total)
        off = {rule: total - value for rule, value in worth(tally).items()}
        kept = {total, *off.values()}
        values = [Fraction(line.value) for line in tally.lines if line.value]
        near = [total - value for value in values] + [total + value for value in values]
        for one in dict.fromkeys((*near, total + 1, total - 1)):
            if len(kept) < MOST:
                kept.add(one)
        options = [Option(str(whole(one)), Number(str(whole(one)))) for one in sorted(kept)]
        unit = args.get("unit", "")
        key = "practice.points-of" if unit else "practice.sum"
        about = Cited.of(next(iter(off), ""), key, what=tally.key, units=(unit,) if unit else ())
        return good(
            Question(
                self.name,
                about,
                tuple(options),
                frozenset((str(whole(total)),)),
                {rule: frozenset((str(whole(other)),)) for rule, other in off.items()},
                because=(tally,),
            )
        )

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """The lines are added up anew."""
        total = sum(
            (Fraction(line.value) for line in self._tally(game, args) if line.value), Fraction()
        )
        if posed.right != {str(whole(total))}:
            yield f"the lines come to {total}"
