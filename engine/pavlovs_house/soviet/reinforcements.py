"""Chapters 2 and 4: counters come from the stock to the reserve, for points."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.pieces import RESERVE, STOCK
from engine.pavlovs_house.board.state import State
from engine.verdict import Line, Reason, Tally

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
    waiting = set(s.position.at(STOCK))
    return [
        unit for unit in (*g.kit.men, *g.kit.weapons) if unit in waiting and cost(g, unit) <= points
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

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """One counter more; enough."""
        return BRING, END


class Bring(Deed["PavlovsHouse", State, Reinforcing]):
    """A counter from the stock, for its points."""

    kind = "bring"

    def slots(self) -> Slots[PavlovsHouse, State, Reinforcing]:
        """Everybody who can be paid for."""
        return {"unit": lambda g, s, p, given: affordable(g, s, p.points)}

    def reasons(self, g: PavlovsHouse, s: State, p: Reinforcing, action: Action) -> Reasons:
        """In the stock, and within the points."""
        unit = text(action, "unit")
        if unit not in g.kit.men and unit not in g.kit.weapons:
            yield Reason.of(p.rule, "pav.unit.none", unit=unit)
            return
        name, price = g.name(unit), cost(g, unit)
        if s.place(unit) != STOCK:
            yield Reason.of("0.0 stock", "pav.bring.not-stock", units=(unit,), unit=name)
        if price > p.points:
            yield Reason.of(
                p.rule, "pav.bring.cost", units=(unit,), unit=name, cost=price, left=p.points
            )

    def tally(self, g: PavlovsHouse, s: State, p: Reinforcing, action: Action) -> Tally | None:
        """The points left after a counter."""
        unit = text(action, "unit")
        if unit not in g.kit.men and unit not in g.kit.weapons:
            return None
        lines = (
            Line.of(p.rule, "pav.bring.points", p.points),
            Line.of(p.rule, "pav.bring.price", -cost(g, unit), unit=g.name(unit)),
        )
        return Tally.adding("pav.bring.total", lines)

    def apply(
        self, g: PavlovsHouse, s: State, p: Reinforcing, action: Action, course: Course
    ) -> State:
        """The counter waits in the reserve."""
        unit = action["unit"]
        course.tell(p.rule, "pav.bring.done", units=(unit,), unit=g.name(unit))
        return s.at(unit, RESERVE).instead(Reinforcing(p.points - cost(g, unit), p.rule))

    def hexes(self, g: PavlovsHouse, s: State, p: Reinforcing, action: Action) -> tuple[str, ...]:
        """The reserve, where they arrive."""
        return (RESERVE,)


BRING = Bring()
