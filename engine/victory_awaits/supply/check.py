"""Chapter 11: the supply check, and what both sides may do at it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.deeds import END, Deed, Reasons
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason
from engine.victory_awaits.combat.losses import lose_step
from engine.victory_awaits.components.deeds import OneOf
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import AVAILABLE, WITHDRAWN
from engine.victory_awaits.components.unit import AXIS, SOVIET
from engine.victory_awaits.concepts.communication import lines_of
from engine.victory_awaits.concepts.zones import put
from engine.victory_awaits.supply.fortresses import Building
from engine.victory_awaits.victory.stand_fast import StandDown

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


def on_map(g: VictoryAwaits, s: State, side: str) -> list[str]:
    """A side's units on the map, fortress markers left out."""
    return [
        unit
        for unit in s.position.units()
        if g.units[unit].side == side
        and not g.units[unit].fortress
        and s.position.place(unit) in g.board
    ]


def starving(g: VictoryAwaits, s: State, side: str) -> list[str]:
    """The units of a side that would lose a step now (11.1); never a fortress (14.2)."""
    if side == AXIS and s.turn < g.setup.limits.axis_supply:
        return []  # 15.1
    lines = lines_of(g, s, side)
    return [unit for unit in on_map(g, s, side) if not lines.reaches(s.position.place(unit))]


@enforces("11.0")
def supply_check(g: VictoryAwaits, s: State, course: Course) -> State:
    """The supply chit (7.2, 11.0): Soviet units first, then the Axis, then what each may do."""
    for side in (SOVIET, AXIS):
        if side == AXIS and s.turn < g.setup.limits.axis_supply:
            course.tell("15.1", "ava.supply.surprise", turn=s.turn)
            continue
        hungry = starving(g, s, side)
        course.tell("11.1", "ava.supply.check", side=side, units=hungry, count=len(hungry))
        for unit in hungry:
            s = lose_step(g, s, unit, course, "11.1", combat=False)
    phases: list[Phase] = [Withdrawal(), Building(), StandDown()]
    if s.turn == g.setup.limits.recall_turn:
        phases.insert(0, Recall())
    if s.turn >= g.setup.last_turn:
        phases.append(Over())
    return s.push(*phases)


@dataclass(frozen=True)
class Over(Phase):
    """The game ends with the supply check of its last turn (16.4)."""

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Chits still in the cup are not played."""
        course.tell("16.4", "ava.turn.over", turn=s.turn)
        return replace(s, agenda=())


def _on_lines(g: VictoryAwaits, s: State) -> list[str]:
    lines = lines_of(g, s, AXIS)
    return [unit for unit in on_map(g, s, AXIS) if lines.reaches(s.position.place(unit))]


@dataclass(frozen=True)
class Withdrawal(Phase):
    """The Axis may take units with a line off the map, to come back later (11.2)."""

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """Those with a line."""
        return s.once("withdrawal", _on_lines, g, s)

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Axis withdraws a unit, or no more of them."""
        if not self.may(g, s):
            return None
        return Decision.of(AXIS, "ava.withdraw", "11.2")

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Withdraw a unit; end."""
        return WITHDRAW, END


class Withdraw(OneOf[Withdrawal]):
    """A unit with a line to an Axis source leaves the map (11.2)."""

    kind, rule = "withdraw", "11.2"

    def denials(self, g: VictoryAwaits, s: State, p: Withdrawal, one: str) -> Reasons:
        """Only a unit on the map, and only of the Axis."""
        if one not in g.units:
            yield Reason.of("11.2", "ava.move.no-unit", unit=one)
            return
        if g.units[one].side != AXIS:
            key = "ava.withdraw.not-yours"
        elif s.position.place(one) not in g.board:
            key = "ava.move.not-on-map"
        else:
            key = "ava.withdraw.no-line"
        yield Reason.of("11.2", key, units=(one,), unit=g.units[one].name)

    def apply(
        self, g: VictoryAwaits, s: State, p: Withdrawal, action: Action, course: Course
    ) -> State:
        """Into the available box, at the strength it has."""
        unit = action["unit"]
        course.tell("11.2", "ava.withdraw.done", units=(unit,), unit=g.units[unit].name)
        return put(g, s, unit, AVAILABLE[AXIS])


WITHDRAW = Withdraw()


@dataclass(frozen=True)
class Recall(Phase):
    """Smolensk, turn 6: mechanized units with so much attack strength must leave (18.2)."""

    gone: int = 0

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The mechanized units on the map."""
        return [unit for unit in on_map(g, s, AXIS) if g.units[unit].mechanized]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Axis picks units until the strength is reached."""
        need = g.setup.limits.recall_strength
        if self.gone >= need or not self.may(g, s):
            return None
        return Decision.of(AXIS, "ava.recall", "18.2", left=need - self.gone)

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """Recall a unit."""
        return (RECALL_UNIT,)


class RecallUnit(OneOf[Recall]):
    """A mechanized unit leaves the game (18.2)."""

    kind, rule, denied = "recall", "18.2", "ava.recall.no"

    def apply(self, g: VictoryAwaits, s: State, p: Recall, action: Action, course: Course) -> State:
        """It scores nothing."""
        unit = action["unit"]
        strength = g.face(s, unit).attack
        name = g.units[unit].name
        course.tell("18.2", "ava.recall.done", units=(unit,), unit=name, strength=strength)
        return put(g, s, unit, WITHDRAWN).instead(Recall(p.gone + strength))


RECALL_UNIT = RecallUnit()
