"""Section 18.4: going into barbed wire. Declare, roll, then pay or give it up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes.given import listed_cap, ways_of
from engine.conflict_of_heroes.orders import Order, dearest
from engine.conflict_of_heroes.payment import (
    AP,
    CAP,
    TOP_DICE,
    Price,
    charge,
    dice_reasons,
    pay_reasons,
    stand_down,
)
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import GUN, INFANTRY
from engine.game import Course, Decision
from engine.given import text, whole
from engine.verdict import Line, Reason, Tally, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


def wired(g: ConflictOfHeroes, s: State, order: Order, action: Action) -> tuple[str, ...]:
    """Who goes on foot into wire, over the map or onto it, and pays by counting (5.1, 18.4).

    An opportunity action or a card carries them through without the die (FAQ 3.1).
    """
    if not s.works or order.kind not in ("move", "enter"):
        return ()
    if action.get("pay", AP) not in (AP, CAP):
        return ()
    return tuple(
        unit
        for unit, way in ways_of(action)
        if g.units[unit].kind in (INFANTRY, GUN)
        and (not s.of(unit).hidden or action.get("openly"))
        and any(w.kind == "wire" for hex in way[:1] for w in s.works_in(hex))
    )


def try_wire(
    g: ConflictOfHeroes, s: State, side: str, order: Order, action: Action, course: Course
) -> State:
    """The die that says what the wire costs; of a group each unit throws its own (3.23, 9.11)."""
    units = wired(g, s, order, action)
    crossing = Crossing(side, action, units)
    s = s.push(crossing)
    return crossing.throw(s, units[0], whole(action, "cap"), course) if len(units) == 1 else s


@dataclass(frozen=True)
class Crossing(Phase):
    """Throw for the wire, then pay what it asks, or stay and lose the AP (18.4)."""

    side: str
    action: Action
    left: tuple[str, ...]
    """Who has not thrown yet: CAP are declared before each die (3.23)."""
    dice: tuple[tuple[str, int], ...] = ()

    def _order(self) -> Order:
        from engine.conflict_of_heroes.rules import ORDERS

        return ORDERS[self.action.kind]

    def throw(self, s: State, unit: str, cap: int, course: Course) -> State:
        """One die, changed by CAP declared before it (3.23)."""
        die = max(course.chance.roll("coh.wire") + cap, 0)
        s = s.with_cap(self.side, s.cap[self.side] - abs(cap))
        course.tell("18.4", "coh.wire.roll", units=(unit,), die=die)
        left = tuple(u for u in self.left if u != unit)
        return s.instead(replace(self, left=left, dice=(*self.dice, (unit, die))))

    def price(self, g: ConflictOfHeroes, s: State) -> Tally:
        """The ground as ever, and the die; of a group the dearest unit (9.11)."""
        usual, dice = self._order().cost(g, s, self.action), dict(self.dice)
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

    def _asked(self, g: ConflictOfHeroes, s: State) -> Price:
        cost, action = int(self.price(g, s).total), self.action
        dice, from_cap = listed_cap(action), whole(action, "from_cap")
        return Price(cost, action["pay"], dice, from_cap, self._order().moving)

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """The next die; then through, or not."""
        if self.left:
            return Decision.of(self.side, "coh.wire-dice", "18.4", left=len(self.left))
        shown = ", ".join(str(die) for _, die in self.dice)
        return Decision.of(self.side, "coh.wire", "18.4", die=shown)

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """A die; then through, or not."""
        return ("roll",) if self.left else ("cross", "stay")

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every die with up to two CAP off it; then both, if it can be paid."""
        for one in self.left:
            if unit in (None, one) and hex in (None, s.position.place(one)):
                for cap in range(min(TOP_DICE, s.cap[self.side]) + 1):
                    yield Action("roll", target=one, cap=-cap)
        for kind in () if self.left else self.kinds(g, s):
            if not next(self._reasons(g, s, Action(kind)), None):
                yield Action(kind)

    def _reasons(self, g: ConflictOfHeroes, s: State, action: Action) -> Iterator[Reason]:
        if action.kind == "roll":
            yield from dice_reasons(whole(action, "cap"), s.cap[self.side])
            if text(action, "target") not in self.left:
                yield Reason.of("18.4", "coh.aim.target", target=text(action, "target"))
        elif action.kind == "cross":
            units = self._order().units(self.action)
            yield from pay_reasons(g, s, self.side, units, self._asked(g, s))

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """CAP for a die, or the price."""
        return Verdict(tuple(self._reasons(g, s, action)))

    def tally(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally | None:
        """The price."""
        return self.price(g, s) if action.kind == "cross" else None

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """A die; or through the wire; or the attempt was the action."""
        if action.kind == "roll":
            return self.throw(s, action["target"], whole(action, "cap"), course)
        s = s.pop()
        pay, units = self.action["pay"], self._order().units(self.action)
        if action.kind == "stay":
            course.tell("18.4", "coh.wire.stayed", units=units)
            if pay != AP:
                return s
            # who tried is of the activation, whatever came of it (9.0)
            pool = tuple(dict.fromkeys((*s.active[self.side], *units)))
            s = replace(s, active={**s.active, self.side: pool})
            return stand_down(g, s, self.side, course)
        s = charge(g, s, self.side, units, self._asked(g, s), course)
        return self._order().perform(g, s, self.side, self.action, course)
