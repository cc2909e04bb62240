"""Chapter 1: the turn and its phases (1.1), and what follows the last one (6.0)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.agenda import Phase
from engine.game import Course
from engine.pavlovs_house.board.house import House, State
from engine.pavlovs_house.counters.phase import BeginCounters
from engine.pavlovs_house.soviet.commands import DrawCards
from engine.pavlovs_house.soviet.storm import Sortie, sortie_reasons
from engine.pavlovs_house.variants import BeginPlanning
from engine.pavlovs_house.wehrmacht.cards import BeginWehrmacht
from engine.rulebook import enforces
from engine.values import replace

PHASES = ("planning", "cards", "wehrmacht", "counters", "actions")
"""Where a scenario can begin; `actions` is the counter phase with its moves made."""
AFTER_WEHRMACHT = PHASES[3:]


def phases(g: House, first: str) -> tuple[Phase, ...]:
    """The phases of a turn from one of them on (1.1, 7.4 planning)."""
    if first == "actions":
        return (BeginCounters(moving=False), EndOfTurn())
    by_name: dict[str, Phase] = {
        "cards": DrawCards(),
        "wehrmacht": BeginWehrmacht(),
        "counters": BeginCounters(),
    }
    todo = (by_name[name] for name in PHASES[PHASES.index(first) :] if name in by_name)
    # A turn joined late still needs its plan: without one no Wehrmacht card would open.
    planned = g.on("competitive") and first not in AFTER_WEHRMACHT
    return (*((BeginPlanning(),) if planned else ()), *todo, EndOfTurn())


@dataclass(frozen=True)
class GameTurn(Phase):
    """Soviet cards, Wehrmacht cards, Soviet counters (1.1)."""

    def proceed(self, g: House, s: State, course: Course) -> State:
        """A turn begins."""
        course.tell("1.1", "pav.turn.begins", turn=s.turn)
        return s.instead(*phases(g, PHASES[0]))


@enforces("7.4 end")
def over(g: House, s: State) -> bool:
    """Whether this turn is the last: no cards (6.0), or the Milk House was played (7.4 end)."""
    if g.on("competitive") and s.milk_house_played:
        return True
    if g.last_turn and s.turn >= g.last_turn:
        return True
    return not any(s.wehrmacht) and len(s.german_hand) < 3


@dataclass(frozen=True)
class EndOfTurn(Phase):
    """The next turn, or the final sortie and the score (6.0, 6.0 final sortie)."""

    def proceed(self, g: House, s: State, course: Course) -> State:
        """After the Soviet counter phase."""
        if not over(g, s):
            return replace(s, turn=s.turn + 1).instead(GameTurn())
        course.tell("6.0", "pav.turn.over", turn=s.turn)
        s = s.pop()
        if s.storm == g.kit.milk_house and not any(sortie_reasons(g, s)):
            return s.push(Sortie(final=True))
        return s
