"""Chapters 2 and 3: turns in a round. One action, a pass or a stall, then the other side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, whole
from engine.conflict_of_heroes.actions import payment
from engine.conflict_of_heroes.actions.dice import caps, dice_reasons
from engine.conflict_of_heroes.actions.orders import Doing, Order
from engine.conflict_of_heroes.actions.payment import AP, POOL
from engine.conflict_of_heroes.air import FLY
from engine.conflict_of_heroes.cards.play import PLAY
from engine.conflict_of_heroes.counters.state import State, hostile
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.fire.artillery import LAY_SMOKE
from engine.conflict_of_heroes.fire.combat import FIRE
from engine.conflict_of_heroes.fire.rally import RALLY
from engine.conflict_of_heroes.hand.answers import Warned
from engine.conflict_of_heroes.movement.carrying import LOAD, UNLOAD
from engine.conflict_of_heroes.movement.hiding import HIDE
from engine.conflict_of_heroes.movement.moves import MOVE, PIVOT
from engine.conflict_of_heroes.rounds.entering import ENTER, EXIT
from engine.conflict_of_heroes.works import DIG, LEAVE, OCCUPY
from engine.deeds import Reasons, Slots
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

VETERAN = 4
"""AP that experience adds (8.3 experience)."""


class Activate(Doing):
    """A unit is activated, which is no action (3.0)."""

    kind, rule = "activate", "3.0"

    def slots(self) -> Slots[Firefight, State, Turn]:
        return {
            "unit": lambda g, s, p, given: (
                u
                for u in (*payment.able(g, s, p.side), *payment.able_to_enter(g, s, p.side))
                if payment.fresh(s, p.side, u)
            ),
            "cap": lambda g, s, p, given: (
                cap or None for cap in caps(s.cap[p.side] if g.on("random-ap") else 0)
            ),
        }

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        unit, cap = text(action, "unit"), whole(action, "cap")
        if cap and not g.on("random-ap"):
            yield Reason.of("3.23", "coh.dice.none")
        yield from dice_reasons(cap, s.cap[p.side])
        yield from payment.units_reasons(g, s, p.side, (unit,), rallying=True, edge=True)
        if unit in g.units and g.units[unit].side == p.side:
            if s.of(unit).spent:
                yield g.no(unit, "3.0", "coh.pay.spent")
            elif unit in s.active[p.side]:
                yield g.no(unit, "3.0", "coh.activate.already")
            elif g.units[unit].kind == PLANE and s.position.place(unit) in g.board:
                yield g.no(unit, "20.0", "coh.activate.plane")

    def apply(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        side, unit, cap = p.side, action["unit"], whole(action, "cap")
        s = payment.stand_down(g, s, side, course)
        s = s.with_cap(side, s.cap[side] - abs(cap))
        pool = pool_size(g, unit, course) + cap
        if s.of(unit).hidden:
            course.tell("10.1", "coh.activated-unseen", side=side, ap=pool)
        else:
            g.tell(course, unit, "3.0", "coh.activated", ap=pool)
        ap, active = {**s.ap, side: pool}, {**s.active, side: (unit,)}
        s = replace(s, busy=s.busy - {side}, ap=ap, active=active)
        return s if pool else payment.stand_down(g, s, side, course)


@enforces("3.01", "8.3 experience")
def pool_size(g: Firefight, unit: str, course: Course) -> int:
    """Seven AP, or two dice of them (3.0, 3.01); four more with experience (8.3 experience)."""
    more = VETERAN if g.units[unit].has("experienced") else 0
    if g.on("random-ap"):
        return course.chance.roll("coh.ap") + course.chance.roll("coh.ap") + more
    return POOL + more


class MarkSpent(Doing):
    """Activated units are spent, and their AP lost (3.0)."""

    kind, rule = "mark-spent", "3.0"

    def slots(self) -> Slots[Firefight, State, Turn]:
        """Never offered: who activates another does so anyhow."""
        return {"unit": lambda g, s, p, given: ()}

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        if not s.active[p.side]:
            yield Reason.of("3.0", "coh.pay.nobody-active")

    def apply(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        return payment.stand_down(g, s, p.side, course)


class Stall(Doing):
    """Waiting, for one AP or CAP (2.2 stall)."""

    kind, rule = "stall", "2.2 stall"

    def slots(self) -> Slots[Firefight, State, Turn]:
        return {"pay": lambda g, s, p, given: (AP, payment.CAP)}

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        pay = text(action, "pay")
        if pay == AP:
            if s.ap[p.side] < 1:
                yield Reason.of("2.2 stall", "coh.stall.no-ap")
        elif pay == payment.CAP:
            if s.cap[p.side] < 1:
                yield Reason.of("2.2 stall", "coh.pay.cap", need=1, have=0)
        else:
            yield Reason.of("2.2 stall", "coh.pay.how", pay=pay)
        if any(g.units[u].kind == PLANE for u in s.active[p.side]):
            yield Reason.of("20.0", "coh.stall.plane")

    def tally(self, g: Firefight, s: State, p: Turn, action: Action) -> Tally:
        return Tally.adding("coh.cost.stall", [Line.of("2.2 stall", "coh.line.stall", 1)])

    def apply(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        s = p.over(g, s)
        course.tell("2.2 stall", "coh.stalled", side=p.side)
        return payment.charge(g, s, p.side, (), payment.Price(1, action["pay"]), course)


class Pass(Doing):
    """Nothing; whoever is activated is spent (2.2 pass)."""

    kind, rule = "pass", "2.2 pass"

    def apply(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """The turn is over, also for who has said that he acts twice."""
        passes = s.passes + 1
        s = replace(p.over(g, s), turn=g.after(p.side), passes=passes)
        course.tell("2.2 pass", "coh.passed", side=p.side)
        return payment.stand_down(g, s, p.side, course)


_ORDERS: tuple[Order, ...] = (
    *(MOVE, PIVOT, FIRE, RALLY, HIDE),
    *(LAY_SMOKE, LOAD, UNLOAD, DIG, OCCUPY, LEAVE),
    *(FLY, ENTER, EXIT),
)
ORDERS: Mapping[str, Order] = {order.kind: order for order in _ORDERS}
"""Every kind of action that is paid for."""


@dataclass(frozen=True)
class Turn(Phase):
    """One side's turn (2.2).

    2.2 use ap, 2.2 opportunity action, 2.2 use cap, 2.2 action card, or a stall or a pass.
    """

    side: str

    can = (Activate(), *_ORDERS, PLAY, Stall(), Pass(), MarkSpent())

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """One action, a pass or a stall; activating a unit is none (3.0)."""
        return Decision.of(
            self.side, "coh.turn", "2.2", round=s.round, ap=s.ap[self.side], cap=s.cap[self.side]
        )

    def orders(self) -> Mapping[str, Order]:
        """What units can be told to do."""
        return ORDERS

    def acted(self, g: Firefight, s: State) -> State:
        """An action is done, and its side may be on its guard after it (8.3 sixth sense)."""
        s = self.over(g, s)
        return s.push(Warned(self.side)) if Warned.card in s.hands.get(self.side, ()) else s

    def over(self, g: Firefight, s: State) -> State:
        """The turn is over; one's own comes next with Double Action (card 10).

        What an enemy's arrival forbids lasts for one answer only (7.63 retreat).
        """
        after = self.side if s.double == self.side else g.after(self.side)
        return replace(s, came=self._unanswered(g, s), turn=after, passes=0).pop()

    def _unanswered(self, g: Firefight, s: State) -> dict[str, tuple[tuple[str, str], ...]]:
        left = {
            hex: steps
            if self._allies_turn(g, s, hex)
            else tuple(step for step in steps if not hostile(step[0], self.side))
            for hex, steps in s.came.items()
        }
        return {hex: steps for hex, steps in left.items() if steps}

    def _allies_turn(self, g: Firefight, s: State, hex: str) -> bool:
        """Whether it is an ally who was met in a hex, and not this side (21.0)."""
        met = {g.units[unit].side for unit in s.position.at(hex)}
        return self.side not in met and any(not hostile(one, self.side) for one in met)
