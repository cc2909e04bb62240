"""Chapter 5: the turn, put together once for two players, for a controller and for teams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.rulebook import enforces
from engine.values import replace
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import SUPPLY
from engine.victory_awaits.components.unit import AXIS, SOVIET
from engine.victory_awaits.turn.chits import Choose, chit_name, unlocking
from engine.victory_awaits.turn.controller import Queue
from engine.victory_awaits.turn.sequence import Command, EndOfTurn
from engine.victory_awaits.turn.surprise import SurpriseAttack
from engine.victory_awaits.turn.team import Dealing, FillMasterCup, MasterCup
from engine.victory_awaits.turn.zhukov import Hold

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class GameTurn(Phase):
    """Turn after turn (5.0), at the bottom of the agenda as long as the game lasts."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """New chits become available (15.2), the cup is filled (6.0) and drawn empty (7.0)."""
        course.tell("5.0", "ava.turn.begins", turn=s.turn, last=g.setup.last_turn)
        box = g.setup.track.get(s.turn)
        fresh = box.chits if box else ()
        if fresh:
            names = tuple(chit_name(g, chit) for chit in fresh)
            course.tell("15.2", "ava.chit.available", chit=names)
        pool = s.pool + fresh
        cup = (SUPPLY,) if SUPPLY in pool else ()
        s = replace(s, pool=pool, cup=cup, drawn=(), resting=(), hand=(), rails={}, cups={})
        return s.push(*unlocking(g, box), *chits_and_draw(g, s), EndOfTurn())


@enforces("20.0")
def chits_and_draw(g: VictoryAwaits, s: State) -> tuple[Phase, ...]:
    """How chits come into the cup and out of it: chosen (6.0), for a controller (19.0), for teams.

    In teams nobody chooses, the HQ chits are dealt, and in turn 1 the surprise attack follows the
    deal (20.2).
    """
    if not g.setup.team:
        choices = (Choose(AXIS, "german"), Choose(AXIS, "romanian"), Choose(SOVIET, "soviet"))
        return (*choices, Hold(), Queue() if g.setup.players else Command())
    first = g.setup.surprise and s.turn == g.setup.first_turn
    attack = (SurpriseAttack(),) if first else ()
    return (FillMasterCup(), Dealing(AXIS), Dealing(SOVIET), *attack, MasterCup())
