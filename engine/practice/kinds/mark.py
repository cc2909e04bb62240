"""Point at all of them: the hexes in a zone, the units in supply, the targets in sight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from engine.game import Game
from engine.practice.kinds.kind import Args, Kind
from engine.practice.question import NotGood, Option, Place, Question, Unit, good
from engine.values import Action
from engine.verdict import Cited

MOST = 16
"""More than so many nobody points at."""
ASKED = "hexes"
"""The argument that holds the hexes which are asked about, where it is not the whole board."""


class Mark(Kind):
    """All of some hexes or units, and no other. A game says what the rules answer, what somebody
    would who leaves one of them out, and among what the answer is looked for."""

    units: ClassVar[bool] = False
    """Whether units are pointed at, not hexes."""

    def answer(self, game: Game, args: Args) -> frozenset[str]:
        """What is right."""
        raise NotImplementedError

    def without(self, game: Game, args: Args) -> Mapping[str, frozenset[str]]:
        """What would be right without a rule, worked out from the position by other means."""
        raise NotImplementedError

    def among(self, game: Game, args: Args) -> frozenset[str]:
        """What else there is to point at."""
        return frozenset()

    def about(self, game: Game, args: Args) -> Mapping[str, Any]:
        """What the question names: `unit`, `hex`, `side`."""
        return {key: str(value) for key, value in args.items()}

    def lit(self, game: Game, args: Args) -> tuple[str, ...]:
        """The hexes that are shown with it."""
        return ()

    def shown(self, args: Args) -> Action | None:
        """The action that is shown with it."""
        return None

    def pose(self, game: Game, args: Args) -> Question:
        right = self.answer(game, args)
        if len(right) > MOST:
            raise NotGood("too much to point at")
        off = {rule: w for rule, w in self.without(game, args).items() if w != right}
        names = sorted(right.union(self.among(game, args), *off.values()))
        said = Unit if self.units else Place
        about = Cited.of(next(iter(off), ""), f"practice.{self.name}", **self.about(game, args))
        options = tuple(Option(name, said(name)) for name in names)
        return good(
            Question(
                self.name,
                about,
                options,
                right,
                off,
                action=self.shown(args),
                all=True,
                lit=self.lit(game, args),
                asked=tuple(args.get(ASKED, ())),
            )
        )


class Marked(Mark):
    """The same of which the other way is asked too, one by one."""

    def one(self, game: Game, args: Args, name: str) -> bool:
        """Whether one hex or unit belongs to it, asked by itself."""
        raise NotImplementedError

    def again(self, game: Game, args: Args, posed: Question) -> Iterator[str]:
        """One by one."""
        fits = {option.name for option in posed.options if self.one(game, args, option.name)}
        if fits != posed.right:
            yield f"asked one by one it is {', '.join(sorted(fits))}"
