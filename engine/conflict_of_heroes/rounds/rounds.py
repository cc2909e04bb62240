"""Chapters 2 and 3: the pre-round phase, turns, the end of a round and of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from engine.agenda import Deed, Phase, Reasons, Slots
from engine.conflict_of_heroes.actions import orders, payment
from engine.conflict_of_heroes.actions.orders import Doing, Order
from engine.conflict_of_heroes.actions.payment import AP, POOL, caps, dice_reasons
from engine.conflict_of_heroes.air import FLY
from engine.conflict_of_heroes.cards import deck
from engine.conflict_of_heroes.cards.play import PLAY
from engine.conflict_of_heroes.counters.hits import leave
from engine.conflict_of_heroes.counters.state import (
    AWAY,
    GONE,
    Change,
    Setting,
    State,
    hostile,
    nation,
)
from engine.conflict_of_heroes.counters.unit import GERMAN, PLANE
from engine.conflict_of_heroes.fire.artillery import LAY_SMOKE, Barrage, Calling, thin_out
from engine.conflict_of_heroes.fire.combat import FIRE
from engine.conflict_of_heroes.fire.rally import RALLY
from engine.conflict_of_heroes.hand.cards import Feared, Warned
from engine.conflict_of_heroes.movement.carrying import LOAD, UNLOAD
from engine.conflict_of_heroes.movement.hiding import HIDE
from engine.conflict_of_heroes.movement.moves import MOVE, PIVOT
from engine.conflict_of_heroes.rounds.entering import ENTER, EXIT
from engine.conflict_of_heroes.works import DIG, LEAVE, OCCUPY
from engine.values import Action, replace, text, whole
from engine.verdict import Course, Decision, Ending, Line, Reason, Tally, enforces

VETERAN = 4
"""AP that experience adds (8.3 experience)."""


class Activate(Doing):
    """A unit is activated, which is no action (3.0)."""

    kind, rule = "activate", "3.0"

    def slots(self) -> Slots[Setting, State, orders.Turn]:
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

    def forbidden(self, g: Setting, s: State, p: orders.Turn, action: Action) -> Reasons:
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

    def apply(self, g: Setting, s: State, p: orders.Turn, action: Action, course: Course) -> State:
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
def pool_size(g: Setting, unit: str, course: Course) -> int:
    """Seven AP, or two dice of them (3.0, 3.01); four more with experience (8.3 experience)."""
    more = VETERAN if g.units[unit].has("experienced") else 0
    if g.on("random-ap"):
        return course.chance.roll("coh.ap") + course.chance.roll("coh.ap") + more
    return POOL + more


class MarkSpent(Doing):
    """Activated units are spent, and their AP lost (3.0)."""

    kind, rule = "mark-spent", "3.0"

    def slots(self) -> Slots[Setting, State, orders.Turn]:
        """Never offered: who activates another does so anyhow."""
        return {"unit": lambda g, s, p, given: ()}

    def forbidden(self, g: Setting, s: State, p: orders.Turn, action: Action) -> Reasons:
        if not s.active[p.side]:
            yield Reason.of("3.0", "coh.pay.nobody-active")

    def apply(self, g: Setting, s: State, p: orders.Turn, action: Action, course: Course) -> State:
        return payment.stand_down(g, s, p.side, course)


class Stall(Doing):
    """Waiting, for one AP or CAP (2.2 stall)."""

    kind, rule = "stall", "2.2 stall"

    def slots(self) -> Slots[Setting, State, orders.Turn]:
        return {"pay": lambda g, s, p, given: (AP, payment.CAP)}

    def forbidden(self, g: Setting, s: State, p: orders.Turn, action: Action) -> Reasons:
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

    def tally(self, g: Setting, s: State, p: orders.Turn, action: Action) -> Tally:
        return Tally.adding("coh.cost.stall", [Line.of("2.2 stall", "coh.line.stall", 1)])

    def apply(self, g: Setting, s: State, p: orders.Turn, action: Action, course: Course) -> State:
        s = p.over(g, s)
        course.tell("2.2 stall", "coh.stalled", side=p.side)
        return payment.charge(g, s, p.side, (), payment.Price(1, action["pay"]), course)


class Pass(Doing):
    """Nothing; whoever is activated is spent (2.2 pass)."""

    kind, rule = "pass", "2.2 pass"

    def apply(self, g: Setting, s: State, p: orders.Turn, action: Action, course: Course) -> State:
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


class Turn(orders.Turn):
    """One side's turn (2.2). 2.2 use ap, 2.2 opportunity action, 2.2 use cap, 2.2 action card, or a
    stall or a pass."""

    can = (Activate(), *_ORDERS, PLAY, Stall(), Pass(), MarkSpent())

    def decision(self, g: Setting, s: State) -> Decision | None:
        """One action, a pass or a stall; activating a unit is none (3.0)."""
        return Decision.of(
            self.side, "coh.turn", "2.2", round=s.round, ap=s.ap[self.side], cap=s.cap[self.side]
        )

    def orders(self) -> Mapping[str, Order]:
        return ORDERS

    def acted(self, g: Setting, s: State) -> State:
        """An action is done, and its side may be on its guard after it (8.3 sixth sense)."""
        s = self.over(g, s)
        return s.push(Warned(self.side)) if Warned.card in s.hands.get(self.side, ()) else s


class Round(Phase):
    """The turns of one round, until both sides pass in a row (2.3)."""

    last: str = ""
    """Whose turn was the last one."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        if s.over:
            return replace(deck.reveal_objectives(g, s, course), agenda=())
        s = replace(s, control=g.control(s))
        done = next((side for side in g.sides if all_done(g, s, side)), None)
        if done is not None:
            course.tell("2.3", "coh.tasks", hexes=g.setup.tasks[done], side=done)
            return replace(s, over=True)
        if s.passes < max(2, len(g.sides) - 1):
            s = lapsed(g, s, s.turn, self.last)
            return s.instead(Round(s.turn)).push(Turn(s.turn))
        return end_of_round(g, s, course)


LAPSED: Change = {"wary": False, "covert": False, "overrun": False}
"""What cards gave a unit, when its side's next turn comes (8.3)."""
RESTED: Change = {**LAPSED, "spent": False, "exposed": False, "mired": False, "iron": False}
"""What all units are at the start of a round (2.0)."""


def lapsed(g: Setting, s: State, side: str, last: str) -> State:
    """What lasts until a side's next turn, or for the one turn after another's, is over (5.01). Of
    cards: 8.1 firepower, 8.1 double action, 8.3 sixth sense, 8.3 iron will, 8.3 hidden action, 8.3
    overrun."""
    for unit, counter in s.counters.items():
        if g.units[unit].side != last:
            s = s.changed(unit, exposed=False)
        if g.units[unit].side == side:
            iron = counter.iron and unit in s.active[side]
            s = s.changed(unit, iron=iron).changed(unit, **LAPSED)
    return replace(s, firepower=s.firepower - {side}, double="")


def all_done(g: Setting, s: State, side: str) -> bool:
    """Whether a side has carried out all that the firefight asks of it (2.3)."""
    tasks = g.setup.tasks.get(side, ())
    held = [s.control.get(hex, "") for hex in tasks]
    return bool(tasks) and all(army and not hostile(army, side) for army in held)


def end_of_round(g: Setting, s: State, course: Course) -> State:
    """Points for the hexes held; the next pre-round phase, or the end (2.3, 2.4)."""
    course.tell("2.3", "coh.round.end", round=s.round)
    s = replace(s, control=g.control(s))
    s = deck.points_for(g, s, g.setup.hex_points, "2.4", course)
    for unit in s.position.units():
        if g.units[unit].kind == PLANE and s.position.place(unit) in g.board:
            s = leave(g, s, unit, AWAY)
    if s.round >= g.setup.rounds:
        s = deck.reveal_objectives(g, s, course)
        return replace(s, agenda=(), over=True)
    return replace(s.pop(), round=s.round + 1).push(PreRound())


class PreRound(Phase):
    """Everything before the first turn of a round (2.0)."""

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Fresh units, thinner smoke, CAP, cards, artillery, then the roll (2.0)."""
        course.tell("2.0", "coh.round.begin", round=s.round)
        s = refreshed(g, s)
        first = s.round == g.setup.first_round
        s = deck.draw_objectives(g, s, course) if first else thin_out(s)
        s = deck.deal(g, s, course)
        if s.over:
            s = replace(s, control=g.control(s))
            return replace(deck.reveal_objectives(g, s, course), agenda=())
        fired = [Barrage(side, *shot) for side in g.sides for shot in s.aimed.get(side, ())]
        s = replace(s, aimed={}, passes=0)
        s = s.instead(Initiative(), Round())
        calling = [Calling(side) for side in g.sides]
        return s.push(*calling, *fired)


def refreshed(g: Setting, s: State) -> State:
    """All units fresh, nobody active, CAP at the start less one a unit lost (2.0, 7.3)."""
    counters = {
        unit: replace(replace(counter, bogged=counter.bogged and not counter.mired), **RESTED)
        if s.position.place(unit) != GONE
        else counter
        for unit, counter in s.counters.items()
    }
    cap = {side: max(g.setup.cap[side] - s.losses[side], 0) for side in g.sides}
    none: Mapping[str, tuple[str, ...]] = dict.fromkeys(g.sides, ())
    return replace(
        s,
        counters=counters,
        cap=cap,
        active=none,
        ap=dict.fromkeys(g.sides, 0),
        came={},
        firepower=frozenset(),
        double="",
        busy=frozenset(),
    )


class AddCap(Deed[Setting, State, "Initiative"]):
    """CAP are declared for the roll for the first turn (3.24)."""

    kind, rule = "add-cap", "3.24"

    def slots(self) -> Slots[Setting, State, Initiative]:
        """None, one or two; taking away is legal as well (3.23)."""
        return {"cap": lambda g, s, p, given: caps(s.cap[self._side(g, s, p)])}

    def _side(self, g: Setting, s: State, p: Initiative) -> str:
        side = p.declarer(g, s)
        assert side is not None, "asked only while somebody declares"
        return side

    def reasons(self, g: Setting, s: State, p: Initiative, action: Action) -> Reasons:
        return dice_reasons(whole(action, "cap"), s.cap[self._side(g, s, p)])

    def tally(self, g: Setting, s: State, p: Initiative, action: Action) -> Tally:
        lines = [
            Line.of("3.2", "coh.line.cap-left", s.cap[self._side(g, s, p)]),
            Line.of("3.24", "coh.line.cap-spent", -abs(whole(action, "cap"))),
        ]
        return Tally.adding("coh.cap", lines)

    def apply(self, g: Setting, s: State, p: Initiative, action: Action, course: Course) -> State:
        """CAP are spent whatever the dice show (3.24)."""
        side, cap = self._side(g, s, p), whole(action, "cap")
        course.tell("3.24", "coh.initiative.declared", side=side, cap=cap)
        s = s.with_cap(side, s.cap[side] - abs(cap))
        return s.instead(replace(p, declared={**p.declared, side: cap}))


class Initiative(Phase):
    """Who goes first: two dice each, CAP declared before them (2.1, 3.24)."""

    declared: Mapping[str, int] = field(default_factory=dict)

    can = (AddCap(),)

    def declarer(self, g: Setting, s: State) -> str | None:
        """The richer in CAP first, the Soviets on a tie (3.24); each player by himself (21.0)."""
        left = [one for one in g.sides if one not in self.declared]
        return min(left, key=lambda one: (-s.cap[one], nation(one) == GERMAN), default=None)

    def decision(self, g: Setting, s: State) -> Decision | None:
        side = self.declarer(g, s)
        if side is None or not s.cap[side]:
            return None
        return Decision.of(side, "coh.initiative", "3.24", cap=s.cap[side])

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        """Pass over a side without CAP; roll when both have declared."""
        side = self.declarer(g, s)
        if side is not None:
            return s.instead(replace(self, declared={**self.declared, side: 0}))
        totals = {}
        for one in sorted(g.sides, key=lambda one: nation(one) == GERMAN):
            dice = course.chance.roll("coh.initiative") + course.chance.roll("coh.initiative")
            totals[one] = dice + self.declared[one]
            course.tell("2.1", "coh.initiative.roll", side=one, dice=dice, total=totals[one])
        if list(totals.values()).count(max(totals.values())) > 1:
            course.tell("3.24", "coh.initiative.tie")
            course.again()
            return s.instead(Initiative())
        first = max(totals, key=lambda one: totals[one])
        if not g.setup.alternate:
            # the armies of the winning side go one after another (21.0)
            first = next(one for one in g.order if not hostile(one, first))
        course.tell("2.1", "coh.initiative.won", side=first)
        fearsome = [Feared(one) for one in g.sides if one != first]
        return replace(s.pop(), turn=first).push(*fearsome)


def ending(g: Setting, s: State) -> Ending:
    """More points win; on equal points both have lost (2.4); sides together or each (21.0)."""
    lines = [Line.of("2.4", "coh.line.points-of", s.points[side], side=side) for side in g.sides]
    totals: dict[str, int] = {}
    for side in g.sides:
        team = nation(side) if g.setup.together else side
        totals[team] = totals.get(team, 0) + s.points[side]
    best, second, *_ = sorted(totals.values(), reverse=True)
    winner = None if best == second else max(totals, key=lambda one: totals[one])
    tally = Tally("coh.ending.ahead", tuple(lines), best - second)
    return Ending(winner, "2.4", "coh.ending.draw" if winner is None else "coh.ending.won", tally)
