"""Chapters 5 and 7: the turn, the cup, and the chit that is drawn from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.victory_awaits.activation import activated
from engine.victory_awaits.movement import Movement
from engine.victory_awaits.state import State

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class GameTurn(Phase):
    """The choice phase (5.0 step 1): the scenario's chits go into the cup."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Fill the cup and begin to draw."""
        course.tell("5.0", "ava.turn.begins", turn=s.turn, last=g.setup.last_turn)
        s = replace(s, cup=g.setup.chits, drawn=())
        return s.instead(Command(), EndOfTurn())


@dataclass(frozen=True)
class Command(Phase):
    """The command phase (5.0 step 2, 7.1): chits are drawn until the cup is empty."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Draw a chit and run the activation it gives."""
        if not s.cup:
            return s.pop()
        place = course.chance.draw("cup", range(len(s.cup)))
        chit = s.cup[place]
        s = replace(s, cup=s.cup[:place] + s.cup[place + 1 :], drawn=(*s.drawn, chit))
        hq = g.units[chit]
        course.tell("7.1", "ava.chit.drawn", units=(chit,), chit=hq.name, side=hq.side)
        if s.position.place(chit) not in g.board:
            course.tell("13.0", "ava.chit.no-hq", units=(chit,), hq=hq.name)
            return s
        awake = activated(g, s, chit)
        course.tell("8.1", "ava.hq.activates", units=awake, hq=hq.name, count=len(awake) - 1)
        return s.push(Movement(chit, hq.side, awake))


@dataclass(frozen=True)
class EndOfTurn(Phase):
    """The end phase (5.0 step 5): the next turn, or the end of the game."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Advance the turn marker."""
        if s.turn >= g.setup.last_turn:
            course.tell("16.4", "ava.turn.over", turn=s.turn)
            return s.pop()
        return replace(s, turn=s.turn + 1).instead(GameTurn())
