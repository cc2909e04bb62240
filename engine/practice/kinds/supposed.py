"""What would come of something that nobody does by an action: a card is turned up, a chit drawn."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine.agenda import Phase
from engine.chance import Source
from engine.game import Game
from engine.practice.kinds.dice import Then, Timed
from engine.practice.kinds.kind import Args, Seen
from engine.practice.question import NotGood
from engine.values import replace
from engine.verdict import Course, Decision


class Later(Phase):
    """What was under way before: it waits until what is supposed is over."""

    owed: Decision

    def decision(self, g: Any, s: Any) -> Decision:
        return self.owed


class Supposed(Then):
    """What comes of it next, as things stand?"""

    told = 0
    """So many things are told by the question itself."""

    def begin(self, g: Any, s: Any, args: Args, course: Course) -> Any:
        """How it begins."""
        raise NotImplementedError

    def cases(self, g: Any, s: Any, random: Random) -> Iterator[Args]:
        """What can be supposed."""
        raise NotImplementedError

    def onward(self, g: Any, s: Any, course: Course) -> Any:
        """How it goes on where somebody would have to decide; None where it stops there."""
        return None

    def mine(self, seen: Seen, random: Random) -> Iterator[Args]:
        g, s = seen.game.rules, seen.game.rules.seen(seen.game.state)
        for args in self.cases(g, s, random):
            for found in self.steps(seen, args, random):
                if found["place"] >= self.told:
                    yield found

    def unfold(self, game: Game, args: Args, source: Source) -> Timed:
        g: Any = game.rules
        s, owed = g.seen(game.state), game.decision
        if owed is None:
            raise NotGood("the game is over")
        course = Timed(source)
        s = g.settle(self.begin(g, replace(s, agenda=(Later(owed),)), args, course), course)
        while s.agenda:
            after = self.onward(g, s, course)
            if after is None:
                break
            s = g.settle(after, course)
        return course
