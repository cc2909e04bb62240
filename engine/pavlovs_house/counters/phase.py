"""Chapter 4: the Soviet counter phase - its frame, its actions, its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.agenda import Phase
from engine.deeds import END, Deed
from engine.game import Course, Decision
from engine.pavlovs_house.board.house import men, posted
from engine.pavlovs_house.board.pieces import ANTI_TANK, MACHINE_GUN, MORTAR, ORDER, STOCK
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.counters.actions import Act, Attack, Call, Order, Recover, Spot, Suppress
from engine.pavlovs_house.counters.movement import CounterMoves
from engine.pavlovs_house.counters.weapons import ManWeapon

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

USUAL, COMMANDED = 3, 4

ACTS: tuple[Act, ...] = (
    *(Attack(), Suppress(), Order(), Call(), Spot()),
    *(ManWeapon(ANTI_TANK), ManWeapon(MACHINE_GUN), ManWeapon(MORTAR), Recover()),
)
"""The actions of chapter 4."""


def command_group(g: PavlovsHouse, s: State) -> bool:
    """Whether all who have the order mark hold positions (4.0 command group)."""
    return all(posted(g, s, unit) for unit, man in g.kit.men.items() if ORDER in man.marks)


@dataclass(frozen=True)
class BeginCounters(Phase):
    """Three moves and three actions, or four of each (4.0, 4.0 command group)."""

    moving: bool = True
    """False where a scenario begins after the moves: the men count where they stand."""

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Count them as the phase begins."""
        number = USUAL
        if command_group(g, s):
            number = COMMANDED
            course.tell("4.0 command group", "pav.phase.command-group", count=number)
        moves = (CounterMoves(number),) if self.moving else ()
        return s.instead(*moves, CounterActions(number), EndCounters())


@dataclass(frozen=True)
class CounterActions(Phase):
    """Up to three counters act (4.0)."""

    left: int

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while actions are left and somebody is in the House."""
        if self.left <= 0 or not men(g, s):
            return None
        return Decision.of(g.seat("counters"), "pav.acts", "4.0", left=self.left)

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """The actions of chapter 4; enough."""
        return (*ACTS, END)


@dataclass(frozen=True)
class EndCounters(Phase):
    """All action and order tokens come off the counters (4.0 end of phase)."""

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Back to the stock."""
        for unit in g.kit.men:
            for kind in ("action", "order"):
                if held := s.count(kind, unit):
                    s = s.shifted(kind, unit, STOCK, held)
        course.tell("4.0 end of phase", "pav.phase.tokens-off")
        return s.pop()
