"""Section 18.5: mines, who sets them off, and what they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import whole
from engine.conflict_of_heroes.actions.dice import Rolling
from engine.conflict_of_heroes.actions.luck import rolled
from engine.conflict_of_heroes.counters.hits import hits_of, suffer
from engine.conflict_of_heroes.counters.state import State, Work
from engine.conflict_of_heroes.hidden.detection import covert
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


@enforces("18.5 colours")
def sets_off(g: Firefight, s: State, unit: str, mine: Work) -> bool:
    """Whether a unit sets a mine off: not engineers, nor passengers (18.5 colours, 19.0)."""
    piece = g.units[unit]
    if piece.has("engineer") or s.of(unit).carrier:
        return False
    if mine.colour == "blue":
        return piece.vehicle
    return mine.colour != "red" or not piece.vehicle


def mines_under(
    g: Firefight, s: State, unit: str, hex: str, course: Course, entered: bool = False
) -> State:
    """Mines go off under whoever enters or acts among them, and are found by whoever enters,
    unless it sneaks or acts unseen (8.3 hidden action, 10.1, 18.5)."""
    unnoticed = s.of(unit).hidden and (entered or covert(g, s, unit))
    for mine in s.works_in(hex):
        if mine.kind != "mine":
            continue
        goes_off = not unnoticed and sets_off(g, s, unit, mine)
        finds = g.units[unit].has("engineer") or (entered and not unnoticed)
        if mine.hidden and (finds or goes_off):
            course.tell("18.5", "coh.mine.found", hexes=(hex,), hex=hex)
            shown = replace(mine, hidden="")
            s = replace(s, works=tuple(shown if w == mine else w for w in s.works))
            mine = shown
        if goes_off:
            s = s.push(Blast(unit, mine.strength))
    return s


@dataclass(frozen=True)
class Blast(Rolling):
    """A mine under a unit: two dice against its number, CAP declared before (18.5)."""

    unit: str
    strength: int

    better = -1

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """The unit's commander may change the dice with CAP."""
        side = g.units[self.unit].side
        if self._over(g, s) or not s.cap[side]:
            return None
        return Decision.of(side, "coh.mine", "18.5", unit=g.units[self.unit].title)

    @enforces("18.5 clearing")
    def _over(self, g: Firefight, s: State) -> bool:
        """Whether the unit, or the mine, is gone: a mine may be cleared first (18.5 clearing)."""
        hex = s.position.place(self.unit)
        return not any(work.kind == "mine" for work in s.works_in(hex))

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """Nobody has CAP to change the dice with."""
        return self.thrown(g, s, "", 0, course)

    def roller(self, g: Firefight) -> str:
        """The unit's commander."""
        return g.units[self.unit].side

    def units(self, action: Action) -> tuple[str, ...]:
        """The one on the mine."""
        return (self.unit,)

    def need(self, g: Firefight, s: State, action: Action) -> Tally | None:
        """What the dice must show to hit."""
        return Tally.adding(
            "coh.mine.need",
            [
                Line.of("18.5", "coh.line.mine", self.strength),
                Line.of("3.23", "coh.line.cap", -whole(action, "cap")),
            ],
        )

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        """It goes off, if it is still there."""
        over = self._over(g, s)
        s = s.pop()
        if over:
            return s
        side = g.units[self.unit].side
        return rolled(g, s, side, "coh.mine", Burst(self.unit, self.strength, cap), course)


@dataclass(frozen=True)
class Burst:
    """What the dice of a mine decide."""

    unit: str
    strength: int
    cap: int

    def resolve(self, g: Firefight, s: State, dice: tuple[int, ...], course: Course) -> State:
        """A hit, two, or none."""
        total = sum(dice) + self.cap
        count = hits_of(total - self.strength)
        course.tell(
            "18.5",
            "coh.mine.blast",
            units=(self.unit,),
            total=total,
            need=self.strength,
            hits=count,
        )
        return suffer(g, s, self.unit, count, course)
