"""Chapter 3 and section 2.2: who may pay how; CAP for dice (3.23), cards that answer a roll (8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import compress
from math import inf
from typing import Protocol

from engine.agenda import Deed, Phase, Reasons, Slots, once_a_state
from engine.conflict_of_heroes.counters.hits import hit_rule, lost
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.values import Action, Names, replace, text, whole, wholes
from engine.verdict import Course, Decision, Line, Reason, Tally, enforces

AP, OPPORTUNITY, CAP, CARD = "ap", "opportunity", "cap", "card"
PAYS = (AP, OPPORTUNITY, CAP)
POOL = 7
"""The AP of an activation (3.0)."""


def fresh(s: State, side: str, unit: str) -> bool:
    """Fresh and not activated (2.2, 3.1)."""
    return not s.of(unit).spent and unit not in s.active[side]


@once_a_state
def ways_to_pay(g: Setting, s: State, unit: str) -> list[str]:
    """The ways in which a unit could pay for anything (2.2)."""
    side = g.units[unit].side
    could = (
        s.ap[side] > 0 and (unit in s.active[side] or not s.of(unit).spent),
        fresh(s, side, unit),
        s.cap[side] > 0 or g.units[unit].kind == PLANE,
    )
    return [*compress(PAYS, could)]


@once_a_state
def able(g: Setting, s: State, side: str) -> list[str]:
    """The units of a side on the map that could pay for anything."""
    return [u for u in g.on_map(s, side) if ways_to_pay(g, s, u)]


@once_a_state
def able_to_enter(g: Setting, s: State, side: str) -> list[str]:
    """The units of a side at the edge of the map that could pay for anything (5.1)."""
    own = (u for u in g.units if g.units[u].side == side)
    return [u for u in own if g.waits(s, u) and ways_to_pay(g, s, u)]


@once_a_state
def ready(g: Setting, s: State, side: str, edge: bool = False) -> list[str]:
    """Those of them on the map, or at its edge, that nothing keeps from acting at all."""
    who = able_to_enter(g, s, side) if edge else able(g, s, side)
    return [u for u in who if not units_reasons(g, s, side, (u,), edge=edge)]


@once_a_state
def units_reasons(
    g: Setting,
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
        elif not rallying and lost(g, s, unit) == "all":
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


def affordable(g: Setting, s: State, side: str, units: tuple[str, ...], cost: int) -> list[str]:
    """The ways in which units can pay a cost, no CAP being for dice or in place of AP."""
    return [way for way, most in purses(g, s, side, units) if cost <= most]


@once_a_state
def purses(g: Setting, s: State, side: str, units: tuple[str, ...]) -> list[tuple[str, float]]:
    """The ways in which units may pay at all, and the most that each pays."""
    ways = ways_to_pay(g, s, units[0])
    return [(way, most(s, side, way)) for way in ways if not _payers(g, s, side, units, way)]


def most(s: State, side: str, pay: str) -> float:
    """The most that a side can pay in a way: AP and CAP, or CAP (3.21, 3.22); any price once as an
    opportunity (3.1), or by a card."""
    if pay == AP:
        return s.ap[side] + s.cap[side]
    return s.cap[side] if pay == CAP else inf


def pay_reasons(g: Setting, s: State, side: str, units: tuple[str, ...], price: Price) -> Reasons:
    """Whether units may act in a way of paying, and whether it is enough (3.0 to 3.22)."""
    pay, have = price.pay, s.cap[side]
    if price.from_cap and (pay != AP or not 0 <= price.from_cap <= price.cost):
        yield Reason.of("3.21", "coh.pay.from-cap", cap=price.from_cap, cost=price.cost)
    yield from _payers(g, s, side, units, pay)
    need = price.cost + price.dice
    if pay == AP:
        short = need > most(s, side, AP) or price.dice + price.from_cap > have
        if s.active[side] and short:
            yield Reason.of("3.21", "coh.pay.ap", need=need, ap=s.ap[side], have=have)
    elif pay == CAP:
        if need > most(s, side, CAP):
            yield _short("3.22", need, have)
    elif pay in (OPPORTUNITY, CARD):
        if price.dice > have:
            yield _short("3.23", price.dice, have)
    else:
        yield Reason.of("2.2", "coh.pay.how", pay=pay)


def _short(rule: str, need: int, have: int) -> Reason:
    return Reason.of(rule, "coh.pay.cap", need=need, have=have)


def _payers(
    g: Setting, s: State, side: str, units: tuple[str, ...], pay: str
) -> tuple[Reason, ...]:
    """Why units may not pay in a way, however little it is (3.0, 3.1, 9.0, 20.0)."""
    if pay not in (AP, OPPORTUNITY):
        return ()
    known = [u for u in units if u in g.units and g.units[u].side == side]
    if pay == AP:
        return tuple(_ap_reasons(g, s, side, known))
    keys = {u: "coh.pay.spent" if s.of(u).spent else "coh.pay.activated" for u in known}
    return tuple(g.no(u, "3.1", keys[u]) for u in known if not fresh(s, side, u))


def _ap_reasons(g: Setting, s: State, side: str, units: Iterable[str]) -> Reasons:
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


def coins(s: State, side: str, price: Price) -> tuple[int, int]:
    """The AP and CAP that go for an action; CAP make up for missing AP (3.21, 3.22)."""
    if price.pay == AP:
        ap = min(price.cost - price.from_cap, s.ap[side])
        return ap, price.cost - ap
    return 0, price.cost if price.pay == CAP else 0


@enforces("2.2 use ap", "2.2 opportunity action", "2.2 use cap", "2.2 action card", "9.2")
def charge(
    g: Setting,
    s: State,
    side: str,
    units: Names,
    price: Price,
    course: Course,
    going_on: bool = False,
) -> State:
    """Take the price of an action and turn over what is spent by it (3.0, 3.1, 3.21, 9.0). Units
    `going_on` are not spent with their last AP: they are to get more."""
    cost, pay = price.cost, price.pay
    s = s.with_cap(side, s.cap[side] - price.dice)
    if pay == AP:
        pool = tuple(dict.fromkeys((*s.active[side], *units)))
        from_pool, from_cap = coins(s, side, price)
        left = s.ap[side] - from_pool
        s = s.with_cap(side, s.cap[side] - from_cap)
        busy = s.busy | {side} if from_pool and not price.moving else s.busy
        s = replace(s, busy=busy, ap={**s.ap, side: left}, active={**s.active, side: pool})
        if from_cap:
            course.tell("3.21", "coh.paid.topped", ap=from_pool, cap=from_cap)
        return s if left or going_on else stand_down(g, s, side, course)
    if pay == OPPORTUNITY:
        for unit in units:
            s = s.changed(unit, spent=True)
        course.tell("3.1", "coh.paid.opportunity", units=[u for u in units if not s.of(u).hidden])
    elif pay == CAP:
        s = s.with_cap(side, s.cap[side] - cost)
    return s


def stand_down(g: Setting, s: State, side: str, course: Course) -> State:
    """Every activated unit of a side is spent, and its AP are lost (2.2, 3.0, 9.0)."""
    return tire(g, s, side, s.active[side], course)


def tire(g: Setting, s: State, side: str, units: Names, course: Course) -> State:
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


TOP_DICE = 2
"""The most CAP on one roll (3.23)."""


def caps(have: int) -> range:
    """None, one or two CAP, if one has so many."""
    return range(min(TOP_DICE, have) + 1)


def dice_reasons(cap: int, have: int) -> Reasons:
    """CAP on a roll: two at most, either way, and only what one has (3.23)."""
    if abs(cap) > TOP_DICE:
        yield Reason.of("3.23", "coh.dice.limit", cap=abs(cap), limit=TOP_DICE)
    if abs(cap) > have:
        yield Reason.of("3.23", "coh.pay.cap", need=abs(cap), have=have)


def listed_cap(action: Action) -> int:
    """The CAP that a group lists for the dice of its hidden units (3.23, 10.1)."""
    return sum(map(abs, wholes(action, "caps")))


def dice_cap(action: Action) -> int:
    """All the CAP declared with an action for its dice (3.23)."""
    listed = listed_cap(action) if "caps" in action.named else 0
    return abs(whole(action, "cap")) + listed


def needed(key: str, lines: Iterable[Line], action: Action) -> Tally:
    """What dice must show, less the CAP declared for them (3.23)."""
    cap = whole(action, "cap")
    less = [Line.of("3.23", "coh.line.cap", -cap)] if cap else []
    return Tally.adding(key, [*lines, *less])


class Roll(Deed[Setting, State, "Rolling"]):
    """A throw of dice, with CAP declared before it (3.23)."""

    kind, rule = "roll", "3.23"

    def slots(self) -> Slots[Setting, State, Rolling]:
        return {
            "target": lambda g, s, p, given: p.targets() or (None,),
            "cap": lambda g, s, p, given: (p.better * cap for cap in caps(s.cap[p.side])),
        }

    def reasons(self, g: Setting, s: State, p: Rolling, action: Action) -> Reasons:
        yield from dice_reasons(whole(action, "cap"), s.cap[p.side])
        target = text(action, "target")
        if p.targets() and target not in p.targets():
            yield Reason.of(p.rule, "coh.aim.target", target=target)

    def tally(self, g: Setting, s: State, p: Rolling, action: Action) -> Tally | None:
        return p.need(g, s, action)

    def apply(self, g: Setting, s: State, p: Rolling, action: Action, course: Course) -> State:
        cap = whole(action, "cap")
        s = s.with_cap(p.side, s.cap[p.side] - abs(cap))
        return p.thrown(g, s, text(action, "target"), cap, course)

    def units(self, g: Setting, s: State, p: Rolling, action: Action) -> tuple[str, ...]:
        return p.units(action)

    def hexes(self, g: Setting, s: State, p: Rolling, action: Action) -> tuple[str, ...]:
        return p.hexes(s, p.units(action))


class Rolling(Phase):
    """Dice of a side are about to fall."""

    side: str

    rule = "3.23"
    better = 1
    """The sign of the CAP that help whoever rolls."""

    can = (Roll(),)

    def targets(self) -> tuple[str, ...]:
        """For whom they are thrown, each apart; nobody is named where one throw is all."""
        return ()

    def units(self, action: Action) -> tuple[str, ...]:
        """Whose fate they decide."""
        target = text(action, "target")
        return (target,) if target else ()

    def hexes(self, s: State, units: tuple[str, ...]) -> tuple[str, ...]:
        """Where."""
        return tuple(s.position.place(unit) for unit in units if unit in s.position)

    def need(self, g: Setting, s: State, action: Action) -> Tally | None:
        """What they must show."""
        raise NotImplementedError

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
        """They fall; the CAP are spent."""
        raise NotImplementedError


LUCK, HARDENED = "luck", "combat-hardened"
ANSWERS = {LUCK: "8.1 luck", HARDENED: "8.3 combat hardened"}


class Outcome(Protocol):
    """What a roll decides, once nobody changes it any more."""

    def resolve(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """Go on with these dice."""


def lucky(s: State, side: str) -> list[str]:
    """The cards in a hand that can answer a roll."""
    return [card for card in ANSWERS if card in s.hands.get(side, ())]


def rolled(g: Setting, s: State, side: str, name: str, outcome: Outcome, course: Course) -> State:
    """Two dice; who has a card for it may still change them."""
    dice = (course.chance.roll(name), course.chance.roll(name))
    if not lucky(s, side):
        return outcome.resolve(g, s, dice, course)
    course.tell("8.1 luck", "coh.rolled", side=side, dice=sum(dice))
    return s.push(Rolled(side, name, dice, outcome))


class Keep(Deed[Setting, State, "Rolled"]):
    """The dice stay as they fell."""

    kind, rule = "keep", "8.1 luck"

    def apply(self, g: Setting, s: State, p: Rolled, action: Action, course: Course) -> State:
        return p.outcome.resolve(g, s.pop(), p.dice, course)


class Change(Deed[Setting, State, "Rolled"]):
    """Luck throws both dice again, Combat Hardened one of them."""

    kind, rule = "play", "8.1 luck"

    def slots(self) -> Slots[Setting, State, Rolled]:
        return {
            "card": lambda g, s, p, given: lucky(s, p.side),
            "die": lambda g, s, p, given: (None,) if given["card"] == LUCK else (1, 2),
        }

    def reasons(self, g: Setting, s: State, p: Rolled, action: Action) -> Reasons:
        card = text(action, "card")
        if card not in lucky(s, p.side):
            yield Reason.of("8.1", "coh.card.not-held", card=card)
        elif card == HARDENED and whole(action, "die") not in (1, 2):
            yield Reason.of("8.3 combat hardened", "coh.card.die")

    def apply(self, g: Setting, s: State, p: Rolled, action: Action, course: Course) -> State:
        """Luck keeps the better of two throws; Combat Hardened takes the new die as it falls."""
        card, dice = action["card"], p.dice
        s = s.pop().dropped(p.side, card)
        course.tell(ANSWERS[card], "coh.card.played", side=p.side, card=card)
        if card == LUCK:
            again = (course.chance.roll(p.name), course.chance.roll(p.name))
            dice = max(dice, again, key=sum)
        else:
            new = course.chance.roll(p.name)
            dice = (new, dice[1]) if action["die"] == 1 else (dice[0], new)
        if lucky(s, p.side):
            return s.push(replace(p, dice=dice))
        return p.outcome.resolve(g, s, dice, course)


class Rolled(Phase):
    """Dice lie on the table, and their owner may play a card on them."""

    side: str
    name: str
    dice: tuple[int, ...]
    outcome: Outcome

    can = (Keep(), Change())

    def decision(self, g: Setting, s: State) -> Decision | None:
        return Decision.of(self.side, "coh.rolled", "8.1 luck", dice=sum(self.dice))
