"""Chapters 2 and 3: turns in a round. One action, a pass or a stall, then the other side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes import payment
from engine.conflict_of_heroes.cardlist import free_card
from engine.conflict_of_heroes.dice import caps, dice_reasons
from engine.conflict_of_heroes.given import dice_cap
from engine.conflict_of_heroes.orders import Order, group_reasons
from engine.conflict_of_heroes.payment import AP, PAYS, POOL
from engine.conflict_of_heroes.shots import show
from engine.conflict_of_heroes.state import State, hostile
from engine.conflict_of_heroes.unit import PLANE
from engine.conflict_of_heroes.values import marker
from engine.conflict_of_heroes.veterans import Warned
from engine.conflict_of_heroes.wire import try_wire, wired
from engine.game import Course, Decision
from engine.given import text, texts, whole
from engine.rulebook import enforces
from engine.verdict import Line, Reason, Tally, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

FREE = ("activate", "pass", "stall", "play", "mark-spent")
VETERAN = 4
"""AP that experience adds (8.3 experience)."""


@dataclass(frozen=True)
class Turn(Phase):
    """One side's turn (2.2).

    2.2 use ap, 2.2 opportunity action, 2.2 use cap, 2.2 action card, or a stall or a pass.
    """

    side: str

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """One action, a pass or a stall; activating a unit is none (3.0)."""
        return Decision.of(
            self.side,
            "coh.turn",
            "2.2",
            round=s.round,
            ap=s.ap[self.side],
            cap=s.cap[self.side],
        )

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Everything a turn can be spent on."""
        from engine.conflict_of_heroes.rules import ORDERS

        return (*FREE, *ORDERS)

    def _order(self, action: Action) -> Order | None:
        from engine.conflict_of_heroes.rules import ORDERS

        return ORDERS.get(action.kind)

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """Every reason against an action."""
        return Verdict(tuple(dict.fromkeys(self._reasons(g, s, action))))

    def _reasons(self, g: ConflictOfHeroes, s: State, action: Action) -> Iterator[Reason]:
        yield from leaving_plane(g, s, self.side, action)
        if action.kind == "activate":
            yield from self._activate_reasons(g, s, action)
            return
        if action.kind == "stall":
            yield from self._stall_reasons(g, s, text(action, "pay"))
            return
        if action.kind == "play":
            from engine.conflict_of_heroes.cards import play_reasons

            yield from play_reasons(g, s, self.side, action)
            return
        if action.kind == "mark-spent":
            if not s.active[self.side]:
                yield Reason.of("3.0", "coh.pay.nobody-active")
            return
        order = self._order(action)
        if order is not None:
            yield from order_reasons(g, s, self.side, order, action, text(action, "pay"))

    def _activate_reasons(self, g: ConflictOfHeroes, s: State, action: Action) -> Iterator[Reason]:
        """A fresh unit (3.0); CAP change the dice of random AP (3.01, 3.23)."""
        unit, cap = text(action, "unit"), whole(action, "cap")
        if cap and not g.on("random-ap"):
            yield Reason.of("3.23", "coh.dice.none")
        yield from dice_reasons(cap, s.cap[self.side])
        yield from payment.units_reasons(g, s, self.side, (unit,), rallying=True, edge=True)
        if unit in g.units and g.units[unit].side == self.side:
            name = g.units[unit].title
            if s.of(unit).spent:
                yield Reason.of("3.0", "coh.pay.spent", units=(unit,), unit=name)
            elif unit in s.active[self.side]:
                yield Reason.of("3.0", "coh.activate.already", units=(unit,), unit=name)
            elif g.units[unit].kind == PLANE and s.position.place(unit) in g.board:
                yield Reason.of("20.0", "coh.activate.plane", units=(unit,), unit=name)

    def _stall_reasons(self, g: ConflictOfHeroes, s: State, pay: str) -> Iterator[Reason]:
        if pay == AP:
            if s.ap[self.side] < 1:
                yield Reason.of("2.2 stall", "coh.stall.no-ap")
        elif pay == payment.CAP:
            if s.cap[self.side] < 1:
                yield Reason.of("2.2 stall", "coh.pay.cap", need=1, have=0)
        else:
            yield Reason.of("2.2 stall", "coh.pay.how", pay=pay)
        if any(g.units[u].kind == PLANE for u in s.active[self.side]):
            yield Reason.of("20.0", "coh.stall.plane")

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Everything the chapters' orders offer, in every way it can be paid."""
        from engine.conflict_of_heroes.cards import play_options

        flying = [u for u in g.on_map(s, self.side) if g.units[u].kind == PLANE and s.of(u).spent]
        edge = [e for e in g.units if g.units[e].side == self.side and g.waits(s, e)]
        for one in flying or (*g.on_map(s, self.side), *edge):
            if unit not in (None, one):
                continue
            overhead = g.units[one].kind == PLANE and s.position.place(one) in g.board
            if hex is None and fresh_unit(s, self.side, one) and not overhead:
                have = s.cap[self.side] if g.on("random-ap") else 0
                for cap in caps(have):
                    yield Action("activate", unit=one, cap=cap or None)
            yield from self._orders(g, s, one, one in edge, bool(flying), hex)
        plays = play_options(g, s, self.side, unit)
        plain = [play for play in plays if hex is None or hex in _hexes(play)]
        if unit is None and hex is None:
            stalls = (Action("stall", pay=pay) for pay in (AP, payment.CAP))
            plain += [*stalls, Action("pass")]
        yield from (action for action in plain if not next(self._reasons(g, s, action), None))

    def _orders(
        self, g: ConflictOfHeroes, s: State, unit: str, waits: bool, flying: bool, hex: str | None
    ) -> Moves:
        """What one unit may be told to do, where a hex is asked for there."""
        from engine.conflict_of_heroes.rules import ORDERS

        pays = [pay for pay in PAYS if _might_pay(g, s, self.side, unit, pay)]
        for order in ORDERS.values() if pays else ():
            if order.section > g.setup.section or waits != (order.kind == "enter"):
                continue
            if flying and order.kind != "fly":
                continue
            able = (g, s, self.side, (unit,), order.rallying, waits)
            if next(payment.units_reasons(*able), None):
                continue
            for option in order.options(g, s, unit):
                if hex is None or hex in _hexes(option):
                    yield from self._paid(g, s, order, option, pays)

    def _paid(
        self, g: ConflictOfHeroes, s: State, order: Order, option: Action, pays: list[str]
    ) -> Moves:
        """An option of units that can act, in every way it can be paid."""
        units, side = order.units(option), self.side
        if len(units) > 1:
            able = (g, s, side, units, order.rallying)
            if next(payment.units_reasons(*able), None):
                return
            if next(group_reasons(g, s, units, order.group), None):
                return
        if next(order.reasons(g, s, side, option), None):
            return
        dice = dice_cap(option)
        cost = int(order.cost(g, s, option).total)
        for pay in pays:
            if order.swings:
                cost = int(order.cost(g, s, option.replaced(pay=pay)).total)
            price = payment.Price(cost, pay, dice)
            if next(payment.pay_reasons(g, s, side, units, price), None):
                continue
            action = option.replaced(pay=pay)
            # whether there are dice to change may hang on how it is paid (18.4)
            if not dice or not next(order.reasons(g, s, side, action), None):
                yield action

    def tally(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally | None:
        """The price of an action."""
        if action.kind == "stall":
            return Tally.adding("coh.cost.stall", [Line.of("2.2 stall", "coh.line.stall", 1)])
        order = self._order(action)
        units = order.units(action) if order is not None else ()
        if order is None or not units or (order.single and "units" in action):
            return None
        if any(
            u not in g.units or (s.position.place(u) not in g.board and order.kind != "enter")
            for u in units
        ):
            return None
        return order.cost(g, s, action) if on_board(g, action) else None

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """Do it; an action ends the turn."""
        from engine.conflict_of_heroes.rules import ORDERS

        side = self.side
        if action.kind == "activate":
            s = payment.stand_down(g, s, side, course)
            unit, cap = action["unit"], whole(action, "cap")
            s = s.with_cap(side, s.cap[side] - abs(cap))
            pool = pool_size(g, unit, course) + cap
            if s.of(unit).hidden:
                course.tell("10.1", "coh.activated-unseen", side=side, ap=pool)
            else:
                course.tell(
                    "3.0", "coh.activated", units=(unit,), unit=g.units[unit].title, ap=pool
                )
            ap, active = {**s.ap, side: pool}, {**s.active, side: (unit,)}
            s = replace(s, busy=s.busy - {side}, ap=ap, active=active)
            return s.instead(self) if pool else payment.stand_down(g, s, side, course)
        if action.kind == "mark-spent":
            return payment.stand_down(g, s, side, course)
        s = replace(s, came=self._unanswered(g, s, action), turn=self._next(g, s, action))
        s = s.pop()
        if action.kind in ORDERS or (action.kind == "play" and not free_card(g, action)):
            # once it is done its side may be on its guard (8.3 sixth sense)
            s = s.push(Warned(side)) if Warned.card in s.hands.get(side, ()) else s
        if action.kind == "pass":
            course.tell("2.2 pass", "coh.passed", side=side)
            s = payment.stand_down(g, s, side, course)
            return replace(s, passes=s.passes + 1)
        if not (action.kind == "play" and free_card(g, action)):
            s = replace(s, passes=0)
        if action.kind == "stall":
            course.tell("2.2 stall", "coh.stalled", side=side)
            return payment.charge(g, s, side, (), payment.Price(1, action["pay"]), course)
        if action.kind == "play":
            from engine.conflict_of_heroes.cards import play

            return play(g, s, side, action, course)
        order = self._order(action)
        assert order is not None, "explained before"
        return carry_out(g, s, side, order, action, course)

    def _unanswered(
        self, g: ConflictOfHeroes, s: State, action: Action
    ) -> dict[str, tuple[tuple[str, str], ...]]:
        """What an enemy's arrival forbids lasts for one answer only (7.63 retreat).

        A card that is no action is no answer (8.1), and who acts twice answers nobody.
        """
        if action.kind == "play" and free_card(g, action):
            return dict(s.came)
        left = {
            hex: steps
            if self._allies_turn(g, s, hex)
            else tuple(step for step in steps if not hostile(step[0], self.side))
            for hex, steps in s.came.items()
        }
        return {hex: steps for hex, steps in left.items() if steps}

    def _allies_turn(self, g: ConflictOfHeroes, s: State, hex: str) -> bool:
        """Whether it is an ally who was met in a hex, and not this side (21.0)."""
        met = {g.units[unit].side for unit in s.position.at(hex)}
        return self.side not in met and any(not hostile(one, self.side) for one in met)

    def _next(self, g: ConflictOfHeroes, s: State, action: Action) -> str:
        """Whose turn comes after this one: one's own again with Double Action (card 10)."""
        doubled = s.double == self.side and action.kind != "pass"
        return self.side if doubled else g.after(self.side)


def order_reasons(
    g: ConflictOfHeroes, s: State, side: str, order: Order, action: Action, pay: str
) -> Iterator[Reason]:
    """Everything against an order: units, group, the order itself, its price."""
    if order.section > g.setup.section:
        yield Reason.of(order.rule, "coh.not-yet", section=order.section)
    units = order.units(action)
    if order.single and "units" in action:
        yield Reason.of("9.1", "coh.group.single", units=units)
        return
    found = list(payment.units_reasons(g, s, side, units, order.rallying, order.kind == "enter"))
    yield from found
    yield from group_reasons(g, s, units, order.group)
    against = list(order.reasons(g, s, side, action))
    yield from against
    if dice_cap(action) and not order.rolls:
        yield Reason.of("3.23", "coh.dice.none")
    # only what is refused anyhow may be without a price
    if not found and (not against or on_board(g, action)):
        price = price_of(g, s, order, action, pay)
        yield from payment.pay_reasons(g, s, side, units, price)


def on_board(g: ConflictOfHeroes, action: Action) -> bool:
    """Whether every hex that an action names is on the board."""
    return all(hex in g.board for hex in _hexes(action))


def carry_out(
    g: ConflictOfHeroes, s: State, side: str, order: Order, action: Action, course: Course
) -> State:
    """Take the price and perform (2.2); markers that change the price are shown (7.4)."""
    for unit in order.movers(action):
        if marker(g, s, unit).get("move"):
            s = show(g, s, unit)
    if wired(g, s, order, action):
        return try_wire(g, s, side, order, action, course)
    units = order.units(action)
    price = price_of(g, s, order, action, action["pay"])
    s = payment.charge(g, s, side, units, price, course)
    return order.perform(g, s, side, action, course)


def price_of(
    g: ConflictOfHeroes, s: State, order: Order, action: Action, pay: str
) -> payment.Price:
    """What an order costs, and how that is paid (2.2)."""
    cost = int(order.cost(g, s, action).total)
    from_cap = whole(action, "from_cap")
    return payment.Price(cost, pay, dice_cap(action), from_cap, order.moving)


def _might_pay(g: ConflictOfHeroes, s: State, side: str, unit: str, pay: str) -> bool:
    """Whether a unit could pay for anything in this way; a quick look before all options."""
    if pay == AP:
        return s.ap[side] > 0 and (unit in s.active[side] or not s.of(unit).spent)
    if pay == payment.OPPORTUNITY:
        return payment.fresh(s, side, unit)
    return s.cap[side] > 0 or g.units[unit].kind == PLANE


def fresh_unit(s: State, side: str, unit: str) -> bool:
    """Whether a unit may be activated (3.0)."""
    return payment.fresh(s, side, unit)


@enforces("3.01", "8.3 experience")
def pool_size(g: ConflictOfHeroes, unit: str, course: Course) -> int:
    """Seven AP, or two dice of them (3.0, 3.01); four more with experience (8.3 experience)."""
    more = VETERAN if g.units[unit].has("experienced") else 0
    if g.on("random-ap"):
        return course.chance.roll("coh.ap") + course.chance.roll("coh.ap") + more
    return POOL + more


def leaving_plane(g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
    """A spent plane leaves the map before its side does anything else (20.0 spent)."""
    planes = [u for u in g.on_map(s, side) if g.units[u].kind == PLANE and s.of(u).spent]
    if planes and not (action.kind == "fly" and text(action, "unit") in planes):
        yield Reason.of("20.0 spent", "coh.fly.first", units=planes)


def _hexes(action: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    named = [str(action[k]) for k in ("hex", "to") if isinstance(action.get(k), str)]
    named += texts(action, "path")
    named += texts(action, "to")
    named += [hex for way in texts(action, "paths") for hex in way.split()]
    return tuple(named)
