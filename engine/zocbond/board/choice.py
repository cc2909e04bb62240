"""A choice: a phase that lists the ways out of it, one of which its owner picks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, Self, TypeVar

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course
from engine.verdict import Reason
from engine.zocbond.board.state import State

G = TypeVar("G")


class Choice(Phase, Generic[G]):
    """One of the ways is taken, by its owner or by itself; whether he is asked, `decision` says."""

    kind, rule = "", ""
    optional = False
    """Whether he may end it instead."""

    def ways(self, g: G, s: State) -> Iterable[Action]:
        """Each of them."""
        raise NotImplementedError

    def refusal(self, g: G, s: State, action: Action) -> Reason:
        """Why there is no other."""
        raise NotImplementedError

    def take(self, g: G, s: State, way: Action, course: Course) -> State:
        """What becomes of it."""
        raise NotImplementedError

    def proceed(self, g: G, s: State, course: Course) -> State:
        """The only way there is; or none is left."""
        way = next(iter(self.ways(g, s)), None)
        return s.pop() if way is None else self.take(g, s, way, course)

    def deeds(self, g: G, s: State) -> tuple[Deed[G, State, Self], ...]:
        """Pick one; stop, where nothing must be picked."""
        pick = Pick[G](self.kind, self.rule)
        return (pick, END) if self.optional else (pick,)


class Pick(Deed[G, State, Choice[G]]):
    """One of the ways of a phase is taken."""

    def __init__(self, kind: str, rule: str) -> None:
        self.kind, self.rule = kind, rule

    def slots(self) -> Slots[G, State, Choice[G]]:
        """All that belongs to one, together."""
        return {"way": lambda g, s, p, given: (dict(way.args) for way in p.ways(g, s))}

    def reasons(self, g: G, s: State, p: Choice[G], action: Action) -> Reasons:
        """Only those that are listed."""
        if action not in p.ways(g, s):
            yield p.refusal(g, s, action)

    def apply(self, g: G, s: State, p: Choice[G], action: Action, course: Course) -> State:
        """It is taken."""
        return p.take(g, s, action, course)
