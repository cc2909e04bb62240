"""Sections 10.5 and 10.8: steps lost, and the boxes where eliminated units go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Line, Reason, Tally
from engine.victory_awaits.components.deeds import OneOf
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import AVAILABLE, ELIMINATED
from engine.victory_awaits.components.unit import SOVIET, Unit
from engine.victory_awaits.concepts.zones import put

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


def steps_left(g: VictoryAwaits, s: State, unit: str) -> int:
    """The steps that a unit has left (10.5); none off the map."""
    if s.position.place(unit) not in g.board:
        return 0
    return s.steps_of(unit, g.units[unit].steps)


def box_of(piece: Unit, in_combat: bool) -> str:
    """Where an eliminated unit goes (10.8): Soviet foot and HQs lost in combat may return."""
    returns = piece.side == SOVIET and not piece.mechanized and not piece.fortress
    return AVAILABLE[SOVIET] if in_combat and returns else ELIMINATED[piece.side]


def eliminate(
    g: VictoryAwaits, s: State, unit: str, course: Course, rule: str = "10.8", combat: bool = True
) -> State:
    """Take a unit off the map into its box (10.8); what comes back comes at full strength."""
    piece, hex = g.units[unit], s.position.place(unit)
    box = box_of(piece, combat)
    course.tell(
        rule,
        "ava.loss.eliminated",
        units=(unit,),
        hexes=(hex,),
        unit=piece.name,
        hex=hex,
        box=box,
    )
    s = replace(put(g, s, unit, box), retreated=s.retreated - {unit})
    return replace(s, reduced=s.reduced - {unit}) if box == AVAILABLE[SOVIET] else s


def lose_step(
    g: VictoryAwaits, s: State, unit: str, course: Course, rule: str = "10.5", combat: bool = True
) -> State:
    """Flip a full unit, or eliminate one that has no other side left (10.5)."""
    piece = g.units[unit]
    if steps_left(g, s, unit) < 2:
        return eliminate(g, s, unit, course, "10.8" if combat else rule, combat)
    hex = s.position.place(unit)
    course.tell(rule, "ava.loss.reduced", units=(unit,), hexes=(hex,), unit=piece.name, hex=hex)
    return replace(s, reduced=s.reduced | {unit})


@dataclass(frozen=True)
class Losses(Phase):
    """A side takes step losses among some units, as it likes (10.5)."""

    side: str
    units: tuple[str, ...]
    count: int

    def may(self, g: VictoryAwaits, s: State) -> list[str]:
        """The units that have steps left."""
        return [unit for unit in self.units if steps_left(g, s, unit)]

    def decision(self, g: VictoryAwaits, s: State) -> Decision | None:
        """The owner picks the unit that takes the next loss; nobody does without a choice."""
        alive = self.may(g, s)
        steps = sum(steps_left(g, s, unit) for unit in alive)
        if self.count <= 0 or len(alive) < 2 or self.count >= steps:
            return None
        return Decision.of(self.side, "ava.lose", "10.5", left=self.count)

    def proceed(self, g: VictoryAwaits, s: State, course: Course) -> State:
        """Losses that leave no choice; what cannot be taken is waived."""
        left = self.count
        for unit in self.may(g, s):
            while left > 0 and steps_left(g, s, unit):
                s = lose_step(g, s, unit, course)
                left -= 1
        return s.pop()

    def deeds(self, g: VictoryAwaits, s: State) -> tuple[Deed[VictoryAwaits, State, Self], ...]:
        """A unit loses a step."""
        return (LOSE,)


class Lose(OneOf[Losses]):
    """A unit of this combat takes a loss (10.4, 10.5)."""

    kind, rule = "lose", "10.5"

    def denials(self, g: VictoryAwaits, s: State, p: Losses, one: str) -> Reasons:
        """Nobody else does."""
        if one not in g.units:
            yield Reason.of("10.5", "ava.move.no-unit", unit=one)
        else:
            name = g.units[one].name
            yield Reason.of("10.5", "ava.loss.not-concerned", units=(one,), unit=name)

    def tally(self, g: VictoryAwaits, s: State, p: Losses, action: Action) -> Tally | None:
        """The steps that are left after the loss."""
        unit = text(action, "unit")
        if unit not in g.units:
            return None
        name = g.units[unit].name
        lines = [
            Line.of("10.5", "ava.loss.steps", steps_left(g, s, unit), unit=name),
            Line.of("10.5", "ava.loss.step", -1, unit=name),
        ]
        return Tally.adding("ava.loss.left", lines)

    def apply(self, g: VictoryAwaits, s: State, p: Losses, action: Action, course: Course) -> State:
        """One step is lost."""
        s = lose_step(g, s, action["unit"], course)
        return s.instead(replace(p, count=p.count - 1))


LOSE = Lose()
