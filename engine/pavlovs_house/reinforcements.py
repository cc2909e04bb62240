"""Chapters 2 and 4: counters come from the stock to the reserve, for points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.pavlovs_house.pieces import RESERVE, STOCK
from engine.pavlovs_house.state import State
from engine.verdict import Line, Reason, Tally, Verdict

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

DIVISION_POST = "4"
CARDS = "2.0 division command reinforcements"


def cost(g: PavlovsHouse, unit: str) -> int:
    """What a counter takes from the points (2.0 division command reinforcements)."""
    man = g.kit.men.get(unit)
    return man.cost if man else g.kit.weapons[unit].cost


def affordable(g: PavlovsHouse, s: State, points: int) -> list[str]:
    """The Soviet and weapon counters of the stock that so many points can bring."""
    return [
        unit
        for unit in (*g.kit.men, *g.kit.weapons)
        if s.place(unit) == STOCK and cost(g, unit) <= points
    ]


def reinforcement_reasons(g: PavlovsHouse, s: State, points: int, rule: str) -> Iterator[Reason]:
    """Location 4 must be whole, and the stock must hold somebody who can come."""
    if s.damaged(DIVISION_POST):
        yield Reason.of(rule, "pav.card.damaged", hexes=(DIVISION_POST,), place=DIVISION_POST)
    if not affordable(g, s, points):
        yield Reason.of(rule, "pav.bring.nobody", points=points)


@dataclass(frozen=True)
class Reinforcing(Phase):
    """Counters are brought one by one until the points are spent."""

    points: int
    rule: str

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while somebody can still be paid for."""
        if not affordable(g, s, self.points):
            return None
        seat = g.seat("cards" if self.rule == CARDS else "counters")
        return Decision.of(seat, "pav.bring", self.rule, left=self.points)

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Done."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """One counter more; enough."""
        return ("bring", "end")

    def choices(self, g: PavlovsHouse, s: State, unit: str | None, hex: str | None) -> Moves:
        """Everybody who can be paid for."""
        for other in affordable(g, s, self.points):
            if unit in (None, other) and hex in (None, RESERVE):
                yield Action("bring", unit=other)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: PavlovsHouse, s: State, action: Action) -> Verdict:
        """In the stock, and within the points."""
        if action.kind == "end":
            return Verdict()
        unit = text(action, "unit")
        if unit not in g.kit.men and unit not in g.kit.weapons:
            return Verdict((Reason.of(self.rule, "pav.unit.none", unit=unit),))
        reasons = []
        name = g.name(unit)
        if s.place(unit) != STOCK:
            reasons.append(Reason.of("0.0 stock", "pav.bring.not-stock", units=(unit,), unit=name))
        price = cost(g, unit)
        if price > self.points:
            reasons.append(
                Reason.of(
                    self.rule,
                    "pav.bring.cost",
                    units=(unit,),
                    unit=name,
                    cost=price,
                    left=self.points,
                )
            )
        return Verdict(tuple(reasons))

    def tally(self, g: PavlovsHouse, s: State, action: Action) -> Tally | None:
        """The points left after a counter."""
        unit = text(action, "unit")
        if unit not in g.kit.men and unit not in g.kit.weapons:
            return None
        lines = (
            Line.of(self.rule, "pav.bring.points", self.points),
            Line.of(self.rule, "pav.bring.price", -cost(g, unit), unit=g.name(unit)),
        )
        return Tally.adding("pav.bring.total", lines)

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """The counter waits in the reserve."""
        if action.kind == "end":
            return s.pop()
        unit = action["unit"]
        course.tell(self.rule, "pav.bring.done", units=(unit,), unit=g.name(unit))
        left = self.points - cost(g, unit)
        return s.at(unit, RESERVE).instead(Reinforcing(left, self.rule))
