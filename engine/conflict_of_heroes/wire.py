"""Section 18.4: going into barbed wire. Declare, roll, then pay or give it up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes.given import texts, whole
from engine.conflict_of_heroes.orders import Order
from engine.conflict_of_heroes.payment import AP, CAP, charge, pay_reasons, stand_down
from engine.conflict_of_heroes.state import State
from engine.game import Course, Decision
from engine.verdict import Line, Reason, Tally, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


def wired(g: ConflictOfHeroes, s: State, order: Order, action: Action) -> bool:
    """Whether an action leads men on foot into wire and is paid for by counting (18.4).

    An opportunity action or a card carries them through without the die (FAQ 3.1).
    """
    if order.kind != "move" or action.get("pay", AP) not in (AP, CAP):
        return False
    goals = texts(action, "to") or texts(action, "path")[:1]
    units = order.units(action)
    return any(
        not g.units[u].vehicle
        and (not s.of(u).hidden or bool(action.get("openly")))
        and any(w.kind == "wire" for w in s.works_in(there))
        for u, there in zip(units, goals, strict=False)
    )


def try_wire(
    g: ConflictOfHeroes, s: State, side: str, order: Order, action: Action, course: Course
) -> State:
    """The die that says what the wire costs, changed by CAP declared before it (3.23)."""
    cap = whole(action, "cap")
    die = max(course.chance.roll("coh.wire") + cap, 0)
    s = s.with_cap(side, s.cap[side] - abs(cap))
    course.tell("18.4", "coh.wire.roll", units=order.units(action), die=die)
    return s.push(Crossing(side, action, die))


@dataclass(frozen=True)
class Crossing(Phase):
    """Pay what the wire asks, or stay and lose the AP (18.4)."""

    side: str
    action: Action
    die: int

    def _order(self) -> Order:
        from engine.conflict_of_heroes.rules import ORDERS

        return ORDERS[self.action.kind]

    def price(self, g: ConflictOfHeroes, s: State) -> Tally:
        """The ground as ever, and the die."""
        usual = self._order().cost(g, s, self.action)
        lines = (*usual.lines, Line.of("18.4", "coh.line.wire-die", self.die))
        return Tally("coh.cost.move", lines, usual.total + self.die, None, usual.parts)

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """Through, or not."""
        return Decision.of(self.side, "coh.wire", "18.4", die=self.die)

    def kinds(self) -> tuple[str, ...]:
        """Through, or not."""
        return ("cross", "stay")

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Both, if it can be paid."""
        for kind in self.kinds():
            if not next(self._reasons(g, s, kind), None):
                yield Action(kind)

    def _reasons(self, g: ConflictOfHeroes, s: State, kind: str) -> Iterator[Reason]:
        if kind == "cross":
            cost = int(self.price(g, s).total)
            units = self._order().units(self.action)
            yield from pay_reasons(g, s, self.side, units, cost, self.action["pay"], 0)

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """Only the price can be in the way."""
        return Verdict(tuple(self._reasons(g, s, action.kind)))

    def tally(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally | None:
        """The price."""
        return self.price(g, s) if action.kind == "cross" else None

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """Through the wire; or the attempt was the action."""
        s = s.pop()
        pay, units = self.action["pay"], self._order().units(self.action)
        if action.kind == "stay":
            course.tell("18.4", "coh.wire.stayed", units=units)
            return stand_down(g, s, self.side, course) if pay == AP else s
        s = charge(g, s, self.side, units, int(self.price(g, s).total), pay, course)
        return self._order().perform(g, s, self.side, self.action, course)
