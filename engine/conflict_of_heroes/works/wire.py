"""Section 18.4: going into barbed wire. Declare, roll, then pay or give it up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.arguments import whole
from engine.conflict_of_heroes.actions.dice import Rolling, listed_cap
from engine.conflict_of_heroes.actions.groups import dearest, ways_of
from engine.conflict_of_heroes.actions.orders import Order
from engine.conflict_of_heroes.actions.payment import (
    AP,
    CAP,
    Price,
    charge,
    pay_reasons,
    stand_down,
)
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import GUN, INFANTRY
from engine.deeds import Deed, Reasons
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Line, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


def wired(g: Firefight, s: State, action: Action) -> tuple[str, ...]:
    """Who goes on foot into wire, over the map or onto it, and pays by counting (5.1, 18.4).

    An opportunity action or a card carries them through without the die (FAQ 3.1).
    """
    if not s.works or action.get("pay", AP) not in (AP, CAP):
        return ()
    return tuple(
        unit
        for unit, way in ways_of(action)
        if g.units[unit].kind in (INFANTRY, GUN)
        and (not s.of(unit).hidden or action.get("openly"))
        and any(w.kind == "wire" for hex in way[:1] for w in s.works_in(hex))
    )


def try_wire(
    g: Firefight, s: State, side: str, order: Order, action: Action, course: Course
) -> State:
    """The die that says what the wire costs; of a group each unit throws its own (3.23, 9.11)."""
    units = wired(g, s, action)
    crossing = Crossing(side, order, action, units)
    s = s.push(crossing)
    if len(units) > 1:
        return s
    cap = whole(action, "cap")
    return crossing.thrown(g, s.with_cap(side, s.cap[side] - abs(cap)), units[0], cap, course)


@dataclass(frozen=True)
class Crossing(Rolling):
    """Throw for the wire, then pay what it asks, or stay and lose the AP (18.4)."""

    side: str
    order: Order
    action: Action
    left: tuple[str, ...]
    """Who has not thrown yet: CAP are declared before each die (3.23)."""
    dice: tuple[tuple[str, int], ...] = ()

    rule = "18.4"
    better = -1

    def roller(self, g: Firefight) -> str:
        """Who moves."""
        return self.side

    def targets(self) -> tuple[str, ...]:
        """Who has not thrown yet."""
        return self.left

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        """One die, changed by the CAP."""
        die = max(course.chance.roll("coh.wire") + cap, 0)
        course.tell("18.4", "coh.wire.roll", units=(target,), die=die)
        left = tuple(u for u in self.left if u != target)
        return s.instead(replace(self, left=left, dice=(*self.dice, (target, die))))

    def price(self, g: Firefight, s: State) -> Tally:
        """The ground as ever, and the die; of a group the dearest unit (9.11)."""
        usual, dice = self.order.cost(g, s, self.action), dict(self.dice)
        if not usual.parts:
            die = sum(dice.values())
            lines = (*usual.lines, Line.of("18.4", "coh.line.wire-die", die))
            return Tally("coh.cost.move", lines, usual.total + die)
        parts = []
        for part in usual.parts:
            die = dice.get(str(part.result), 0)
            more = [Line.of("18.4", "coh.line.wire-die", die)] if part.result in dice else []
            parts.append(Tally.adding("coh.cost.move", [*part.lines, *more], part.result))
        return dearest("coh.cost.move", parts)

    def asked(self, g: Firefight, s: State) -> Price:
        """What it costs to go through, and how it is paid (2.2)."""
        cost, action = int(self.price(g, s).total), self.action
        dice, from_cap = listed_cap(action), whole(action, "from_cap")
        return Price(cost, action["pay"], dice, from_cap, self.order.moving)

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """The next die; then through, or not."""
        if self.left:
            return Decision.of(self.side, "coh.wire-dice", "18.4", left=len(self.left))
        shown = ", ".join(str(die) for _, die in self.dice)
        return Decision.of(self.side, "coh.wire", "18.4", die=shown)

    def need(self, g: Firefight, s: State, action: Action) -> None:
        """Any number: what it asks is paid, or not."""

    def deeds(self, g: Firefight, s: State) -> tuple[Deed[Firefight, State, Self], ...]:
        """A die; then through, or not."""
        return super().deeds(g, s) if self.left else (CROSS, STAY)


class Cross(Deed["Firefight", State, Crossing]):
    """Through the wire (18.4)."""

    kind, rule = "cross", "18.4"

    def reasons(self, g: Firefight, s: State, p: Crossing, action: Action) -> Reasons:
        """The price, the die in it."""
        return pay_reasons(g, s, p.side, p.order.doers(p.action), p.asked(g, s))

    def tally(self, g: Firefight, s: State, p: Crossing, action: Action) -> Tally:
        """The price."""
        return p.price(g, s)

    def apply(self, g: Firefight, s: State, p: Crossing, action: Action, course: Course) -> State:
        """Paid, and on the other side."""
        s = charge(g, s.pop(), p.side, p.order.doers(p.action), p.asked(g, s), course)
        return p.order.perform(g, s, p.side, p.action, course)


class Stay(Deed["Firefight", State, Crossing]):
    """The attempt was the action, and the AP are lost (18.4)."""

    kind, rule = "stay", "18.4"

    def apply(self, g: Firefight, s: State, p: Crossing, action: Action, course: Course) -> State:
        """Nobody has moved."""
        units, s = p.order.doers(p.action), s.pop()
        course.tell("18.4", "coh.wire.stayed", units=units)
        if p.action["pay"] != AP:
            return s
        # who tried is of the activation, whatever came of it (9.0)
        pool = tuple(dict.fromkeys((*s.active[p.side], *units)))
        s = replace(s, active={**s.active, p.side: pool})
        return stand_down(g, s, p.side, course)


CROSS, STAY = Cross(), Stay()
