"""Chapter 11: the supply check, and what both sides may do at it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Reason, Verdict
from engine.victory_awaits.boxes import AVAILABLE, WITHDRAWN
from engine.victory_awaits.concepts import linked
from engine.victory_awaits.fortresses import Building
from engine.victory_awaits.losses import lose_step
from engine.victory_awaits.state import State
from engine.victory_awaits.unit import AXIS, SOVIET
from engine.victory_awaits.victory import StandDown

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
    return [unit for unit in on_map(g, s, side) if not linked(g, s, unit)]


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


@dataclass(frozen=True)
class Withdrawal(Phase):
    """The Axis may take units with a line off the map, to come back later (11.2)."""

    def _may(self, g: VictoryAwaits, s: State) -> list[str]:
        return [unit for unit in on_map(g, s, AXIS) if linked(g, s, unit)]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Axis withdraws a unit, or no more of them."""
        if not self._may(g, s):
            return None
        return Decision.of(AXIS, "ava.withdraw", "11.2")

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """There is nothing to withdraw."""
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Withdraw a unit; end."""
        return ("withdraw", "end")

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """The end, and every unit with a line."""
        if unit is None and hex is None:
            yield Action("end")
        for one in self._may(g, s):
            if unit in (None, one) and hex in (None, s.position.place(one)):
                yield Action("withdraw", unit=one)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Only a unit on the map with a line to an Axis source (11.2)."""
        unit = text(action, "unit")
        if action.kind == "end" or unit in self._may(g, s):
            return Verdict()
        if unit not in g.units:
            return Verdict((Reason.of("11.2", "ava.move.no-unit", unit=unit),))
        name = g.units[unit].name
        if g.units[unit].side != AXIS:
            key = "ava.withdraw.not-yours"
        elif s.position.place(unit) not in g.board:
            key = "ava.move.not-on-map"
        else:
            key = "ava.withdraw.no-line"
        return Verdict((Reason.of("11.2", key, units=(unit,), unit=name),))

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """Into the available box, at the strength it has."""
        if action.kind == "end":
            return s.pop()
        unit = action["unit"]
        course.tell("11.2", "ava.withdraw.done", units=(unit,), unit=g.units[unit].name)
        return s.at(unit, AVAILABLE[AXIS])


@dataclass(frozen=True)
class Recall(Phase):
    """Smolensk, turn 6: mechanized units with so much attack strength must leave (18.2)."""

    gone: int = 0

    def _may(self, g: VictoryAwaits, s: State) -> list[str]:
        return [unit for unit in on_map(g, s, AXIS) if g.units[unit].mechanized]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The Axis picks units until the strength is reached."""
        need = g.setup.limits.recall_strength
        if self.gone >= need or not self._may(g, s):
            return None
        return Decision.of(AXIS, "ava.recall", "18.2", left=need - self.gone)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Enough have gone, or none are left."""
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Recall a unit."""
        return ("recall",)

    def choices(self, g: VictoryAwaits, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every mechanized unit on the map."""
        for one in self._may(g, s):
            if unit in (None, one) and hex in (None, s.position.place(one)):
                yield Action("recall", unit=one)

    def explain(self, g: VictoryAwaits, s: State, action: Action) -> Verdict:
        """Only mechanized Axis units on the map."""
        unit = text(action, "unit")
        if unit in self._may(g, s):
            return Verdict()
        name = g.units[unit].name if unit in g.units else unit
        return Verdict((Reason.of("18.2", "ava.recall.no", unit=name),))

    def apply(self, g: VictoryAwaits, s: State, action: Action, course: Course) -> State:
        """It is out of the game and scores nothing."""
        unit = action["unit"]
        strength = g.face(s, unit).attack
        name = g.units[unit].name
        course.tell("18.2", "ava.recall.done", units=(unit,), unit=name, strength=strength)
        return s.at(unit, WITHDRAWN).instead(Recall(self.gone + strength))
