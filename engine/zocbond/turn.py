"""What the turns of both games share: the phases a position may begin with, and the last look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from engine.agenda import Phase
from engine.errors import Problem
from engine.game import Course
from engine.values import replace
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.state import State
from engine.zocbond.moving.movement import Movement
from engine.zocbond.moving.trek import G
from engine.zocbond.supply.lines import Supply
from engine.zocbond.supply.recovery import Recovery

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

Phases = tuple[Phase, ...]


def player_phases(side: str) -> Phases:
    """Movement, combat, recovery, supply: what both games have in a player turn."""
    return Movement(side), Combat(side), Recovery(side), Supply(side)


def opening(g: Family, phase: str, side: str, turn: Phase, more: Mapping[str, Phases]) -> Phases:
    """The phases a position begins with: a whole turn, or from a phase of a side on."""
    if phase == "turn":
        return (turn,)
    move, fight, recover, supply = player_phases(side)
    known: dict[str, Phases] = {
        "movement": (move, fight, recover, supply),
        "combat": (fight, recover, supply),
        "recovery": (recover, supply, Movement(g.other[side])),
        **more,
    }
    if phase not in known:
        raise Problem(f"there is no phase '{phase}'", remedy=f"Use {', '.join(known)} or turn.")
    return known[phase]


@dataclass(frozen=True)
class LastLook(Phase, Generic[G]):
    """The victory phase of a game G: an automatic victory, the last turn, or the next one."""

    def winner(self, g: G, s: State) -> str | None:
        """Who has won before the last turn."""
        raise NotImplementedError

    def rule(self) -> tuple[str, str]:
        """The rule of an automatic victory, and its words."""
        raise NotImplementedError

    def next(self) -> Phase:
        """The next turn."""
        raise NotImplementedError

    def proceed(self, g: G, s: State, course: Course) -> State:
        """Look, and go on or end."""
        winner = self.winner(g, s)
        if winner is not None:
            course.tell(*self.rule(), side=winner)
            return replace(s.keep(replace(s.records, winner=winner)), agenda=())
        if s.turn >= g.last_turn:
            return replace(s, agenda=())
        return replace(s.instead(self.next()), turn=s.turn + 1)
