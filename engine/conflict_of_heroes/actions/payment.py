"""Chapter 3 and section 2.2: activations, opportunity actions, CAP, and who may pay how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import once_a_state
from engine.conflict_of_heroes.counters.hits import hit_rule, lost
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.deeds import Reasons
from engine.game import Course
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

AP, OPPORTUNITY, CAP, CARD = "ap", "opportunity", "cap", "card"
PAYS = (AP, OPPORTUNITY, CAP)
POOL = 7
"""The AP of an activation (3.0)."""


def fresh(s: State, side: str, unit: str) -> bool:
    """Fresh and not activated (2.2, 3.1)."""
    return not s.of(unit).spent and unit not in s.active[side]


@once_a_state
def ways_to_pay(g: Firefight, s: State, unit: str) -> list[str]:
    """The ways in which a unit could pay for anything (2.2)."""
    side = g.units[unit].side
    could = {
        AP: s.ap[side] > 0 and (unit in s.active[side] or not s.of(unit).spent),
        OPPORTUNITY: fresh(s, side, unit),
        CAP: s.cap[side] > 0 or g.units[unit].kind == PLANE,
    }
    return [pay for pay in PAYS if could[pay]]


@once_a_state
def able(g: Firefight, s: State, side: str) -> list[str]:
    """The units of a side on the map that could pay for anything."""
    return [u for u in g.on_map(s, side) if ways_to_pay(g, s, u)]


@once_a_state
def able_to_enter(g: Firefight, s: State, side: str) -> list[str]:
    """The units of a side at the edge of the map that could pay for anything (5.1)."""
    own = (u for u in g.units if g.units[u].side == side)
    return [u for u in own if g.waits(s, u) and ways_to_pay(g, s, u)]


@once_a_state
def units_reasons(
    g: Firefight,
    s: State,
    side: str,
    units: tuple[str, ...],
    rallying: bool = False,
    edge: bool = False,
) -> tuple[Reason, ...]:
    """Units that exist, are yours, on the map and able to act at all (2.2, 7.4 stunned)."""
    found = [] if units else [Reason.of("2.2", "coh.nobody")]
    if len(set(units)) < len(units):
        found.append(Reason.of("9.1", "coh.twice-named"))
    for unit in dict.fromkeys(units):
        if unit not in g.units:
            found.append(Reason.of("2.2", "coh.no-unit", unit=unit))
        elif g.units[unit].side != side:
            found.append(g.no(unit, "2.2", "coh.not-yours"))
        elif s.position.place(unit) not in g.board and not (edge and g.waits(s, unit)):
            found.append(g.no(unit, "2.2", "coh.not-on-map"))
        elif lost(g, s, unit) == "all" and not rallying:
            found.append(g.no(unit, hit_rule(g, s, unit), "coh.stunned"))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Price:
    """What is to be paid, and how (2.2)."""

    cost: int
    pay: str
    dice: int = 0
    """CAP declared for dice (3.23)."""
    from_cap: int = 0
    """CAP that stand in for AP of the cost though there are AP enough (3.21)."""
    moving: bool = False
    """Whether it is for movement (8.3 forced march)."""


@once_a_state
def affordable(
    g: Firefight, s: State, side: str, units: tuple[str, ...], price: Price
) -> list[str]:
    """The ways in which units can pay a price."""
    ways = ways_to_pay(g, s, units[0])
    return [w for w in ways if not any(pay_reasons(g, s, side, units, replace(price, pay=w)))]


def pay_reasons(g: Firefight, s: State, side: str, units: tuple[str, ...], price: Price) -> Reasons:
    """Whether units may act in a way of paying, and whether it is enough (3.0 to 3.22)."""
    pay, have = price.pay, s.cap[side]
    if price.from_cap and (pay != AP or not 0 <= price.from_cap <= price.cost):
        yield Reason.of("3.21", "coh.pay.from-cap", cap=price.from_cap, cost=price.cost)
    yield from _payers(g, s, side, units, pay)
    need = price.cost + price.dice
    if pay == AP:
        short = need > s.ap[side] + have or price.dice + price.from_cap > have
        if s.active[side] and short:
            yield Reason.of("3.21", "coh.pay.ap", need=need, ap=s.ap[side], have=have)
    elif pay == CAP:
        if need > have:
            yield _short("3.22", need, have)
    elif pay in (OPPORTUNITY, CARD):
        if price.dice > have:
            yield _short("3.23", price.dice, have)
    else:
        yield Reason.of("2.2", "coh.pay.how", pay=pay)


def _short(rule: str, need: int, have: int) -> Reason:
    return Reason.of(rule, "coh.pay.cap", need=need, have=have)


@once_a_state
def _payers(
    g: Firefight, s: State, side: str, units: tuple[str, ...], pay: str
) -> tuple[Reason, ...]:
    """Why units may not pay in a way, however little it is (3.0, 3.1, 9.0, 20.0)."""
    known = [u for u in units if u in g.units and g.units[u].side == side]
    if pay == AP:
        return tuple(_ap_reasons(g, s, side, known))
    if pay != OPPORTUNITY:
        return ()
    keys = {u: "coh.pay.spent" if s.of(u).spent else "coh.pay.activated" for u in known}
    return tuple(g.no(u, "3.1", keys[u]) for u in known if not fresh(s, side, u))


def _ap_reasons(g: Firefight, s: State, side: str, units: Iterable[str]) -> Reasons:
    pool = s.active[side]
    if not pool:
        yield Reason.of("3.0", "coh.pay.nobody-active")
        return
    for unit in units:
        if unit in pool:
            continue
        if s.of(unit).spent:
            yield g.no(unit, "3.0", "coh.pay.spent")
        elif g.setup.section < 2:
            yield g.no(unit, "9.0", "coh.pay.not-active")
        elif any(g.units[u].kind == PLANE for u in (unit, *pool)):
            yield g.no(unit, "20.0", "coh.pay.plane")


@enforces("2.2 use ap", "2.2 opportunity action", "2.2 use cap", "2.2 action card", "9.2")
def charge(
    g: Firefight,
    s: State,
    side: str,
    units: Sequence[str],
    price: Price,
    course: Course,
    going_on: bool = False,
) -> State:
    """Take the price of an action and turn over what is spent by it (3.0, 3.1, 3.21, 9.0).

    Units `going_on` are not spent with their last AP: they are to get more.
    """
    cost, pay = price.cost, price.pay
    s = s.with_cap(side, s.cap[side] - price.dice)
    if pay == AP:
        pool = tuple(dict.fromkeys((*s.active[side], *units)))
        from_pool = min(cost - price.from_cap, s.ap[side])
        left = s.ap[side] - from_pool
        s = s.with_cap(side, s.cap[side] - (cost - from_pool))
        busy = s.busy | {side} if from_pool and not price.moving else s.busy
        s = replace(s, busy=busy, ap={**s.ap, side: left}, active={**s.active, side: pool})
        if cost > from_pool:
            course.tell("3.21", "coh.paid.topped", ap=from_pool, cap=cost - from_pool)
        return s if left or going_on else stand_down(g, s, side, course)
    if pay == OPPORTUNITY:
        for unit in units:
            s = s.changed(unit, spent=True)
        course.tell("3.1", "coh.paid.opportunity", units=[u for u in units if not s.of(u).hidden])
    elif pay == CAP:
        s = s.with_cap(side, s.cap[side] - cost)
    return s


def stand_down(g: Firefight, s: State, side: str, course: Course) -> State:
    """Every activated unit of a side is spent, and its AP are lost (2.2, 3.0, 9.0)."""
    return tire(g, s, side, s.active[side], course)


def tire(g: Firefight, s: State, side: str, units: Sequence[str], course: Course) -> State:
    """Activated units are spent; with the last of them the AP are lost (2.2, 9.0, 10.1)."""
    if not units:
        return s
    for unit in units:
        s = s.changed(unit, spent=True)
    known = [u for u in units if not s.of(u).hidden]
    if known:
        course.tell("3.0", "coh.spent", units=known, names=tuple(g.units[u].title for u in known))
    if len(known) < len(units):
        course.tell("10.1", "coh.spent-unseen", side=side)
    return s.without(side, units)
