"""Chapter 5: the turn, put together once for two players, for a controller and for teams; the
surprise attack before turn 1 (15.1).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.agenda import Phase
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.values import replace
from engine.victory_awaits.combat.odds import Fight
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.deeds import Deeds, OneOf, name_on
from engine.victory_awaits.components.state import AXIS, PANZER_GROUP_HQ, SOVIET, State
from engine.victory_awaits.components.track import SUPPLY
from engine.victory_awaits.concepts.activation import activated
from engine.victory_awaits.options import ARMOUR_LIMIT
from engine.victory_awaits.turn.chits import Choose, Hold, unlocking
from engine.victory_awaits.turn.controller import Queue
from engine.victory_awaits.turn.sequence import Command, EndOfTurn
from engine.victory_awaits.turn.team import Dealing, FillMasterCup, MasterCup

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class SurpriseAttack(Phase):
    """Before turn 1 the panzer groups fight one combat segment, rivers ignored (15.1)."""

    out: frozenset[str] = frozenset()
    """Units that the limit on armour leaves asleep (17.5)."""

    def _woken(self, g: VictoryAwaits, s: State) -> Iterator[list[str]]:
        """By each panzer group HQ: itself, and of the units in range those of its own formation."""
        heads = [u for u in g.units.values() if u.type == PANZER_GROUP_HQ and u.side == AXIS]
        for hq in heads:
            if s.position.place(hq.id) in g.board:
                mine = hq.formation  # whoever bears none belongs to none
                woken = [unit for unit in activated(g, s, hq.id) if unit not in self.out]
                yield [u for u in woken if u == hq.id or (mine and g.units[u].formation == mine)]

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The armour of the first HQ that woke more of it than it may (17.5)."""
        groups = self._woken(g, s) if g.on("armour-limit") else ()
        armour = ([unit for unit in units if g.units[unit].mechanized] for units in groups)
        return next((units for units in armour if len(units) > ARMOUR_LIMIT), [])

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """Which units stay asleep, where the limit on armour is in use (17.5)."""
        armour = self.may(g, s)
        if not armour:
            return None
        return Decision.of(AXIS, "ava.leave-out", "17.5", over=len(armour) - ARMOUR_LIMIT)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        units = tuple(dict.fromkeys(itertools.chain.from_iterable(self._woken(g, s))))
        course.tell("15.1", "ava.surprise.begins", units=units, count=len(units))
        return s.instead(Combat(None, AXIS, units, Fight(surprise=True)))

    def deeds(self, g: VictoryAwaits, s: State) -> Deeds[Self]:
        return (LEAVE_OUT,)

    def leave_out(self, g: VictoryAwaits, s: State, unit: str, course: Course) -> State:
        """One unit sleeps on; the others are woken (17.5)."""
        return s.instead(replace(self, out=self.out | {unit}))


LEAVE_OUT = OneOf("leave-out", "17.5", SurpriseAttack.leave_out, "ava.leave-out.no")


@dataclass(frozen=True)
class GameTurn(Phase):
    """Turn after turn (5.0), at the bottom of the agenda as long as the game lasts."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """New chits become available (15.2), the cup is filled (6.0) and drawn empty (7.0)."""
        course.tell("5.0", "ava.turn.begins", turn=s.turn, last=g.setup.last_turn)
        box = g.setup.track.get(s.turn)
        fresh = box.chits if box else ()
        if fresh:
            names = tuple(name_on(g, chit) for chit in fresh)
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
