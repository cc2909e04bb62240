"""Sections 2.2 and 9.1: what a side can do in its turn, what units and groups can be told to do.

Each order is a deed in its chapter; the last thing to choose for it is how it is paid.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import TypeAlias

from engine.agenda import Deed, Phase, Reasons, Slots, filled, once_a_state
from engine.conflict_of_heroes.actions import payment
from engine.conflict_of_heroes.actions.payment import Price, able, able_to_enter, ready
from engine.conflict_of_heroes.counters.hits import marker, show
from engine.conflict_of_heroes.counters.state import Setting, State, hostile
from engine.conflict_of_heroes.counters.unit import DIRECTION, PLANE
from engine.values import Action, replace, text, texts, whole
from engine.verdict import Course, Line, Reason, Tally

Bills: TypeAlias = Iterator[tuple[str, Iterable[Line]]]
"""Units, and what each would pay."""


def units_of(action: Action) -> tuple[str, ...]:
    """Who acts: the units of a group, or one."""
    many, one = "units" in action.named and texts(action, "units"), text(action, "unit")
    return many or ((one,) if one else ())


def each(action: Action, many: str, one: str, count: int) -> tuple[str, ...]:
    """A text for each unit of a group: listed one by one, or the same for all."""
    return texts(action, many) or (text(action, one),) * count


def listed(action: Action, *names: str) -> Reasons:
    """A list that goes with a group has one entry for each of its units (9.1)."""
    for name in names:
        if name in action and len(texts(action, name)) != len(units := units_of(action)):
            yield Reason.of("9.1", "coh.group.each", units=units, name=name)


def together(g: Setting, s: State, units: tuple[str, ...]) -> bool:
    """Whether units are one group: each linked to the others over same or adjacent hexes (9.1)."""
    return linked(g, [s.position.place(u) for u in units])


def linked(g: Setting, hexes: Iterable[str]) -> bool:
    """Whether hexes hang together, each by a side of the next (9.1)."""
    seats = set(hexes)
    if any(seat not in g.board for seat in seats):
        return False
    if len(seats) < 3:
        return len(seats) < 2 or g.board.adjacent(*seats)
    return cluster(g, next(iter(seats)), seats) == seats


def cluster(g: Setting, start: str, seats: Set[str]) -> set[str]:
    """A hex, and all the hexes that hang together with it (9.1)."""
    reached: set[str] = set()
    more = {start}
    while more:
        reached |= more
        more = {hex for hex in seats - reached if any(g.board.adjacent(hex, h) for h in more)}
    return reached


def mates(g: Setting, s: State, units: Sequence[str]) -> list[str]:
    """Who acts with the first of some units, or could join them: friends who stand with them, or
    wait with them; planes never do (9.1, 20.0)."""
    lead, *joined = units
    side, waits = g.units[lead].side, g.waits(s, lead)
    if g.setup.section < 2 or g.units[lead].kind == PLANE or not (waits or g.here(s, lead)):
        return []
    who = able_to_enter(g, s, side) if waits else g.on_map(s, side)
    return [
        u
        for u in who
        if u != lead
        and g.units[u].kind != PLANE
        and (waits or u in joined or together(g, s, (*units, u)))
    ]


@once_a_state
def group_reasons(g: Setting, s: State, units: tuple[str, ...], rule: str) -> tuple[Reason, ...]:
    """Units that act as one must stand together (9.1, 9.2); planes never join (20.0)."""
    if len(units) < 2 or any(u not in g.units for u in units):
        return ()
    found = []
    if g.setup.section < 2:
        found.append(Reason.of("9.1", "coh.group.not-yet", units=units))
    # a group comes in by one hex or by hexes side by side (5.1, errata)
    if not all(g.waits(s, unit) for unit in units) and not together(g, s, units):
        seats = tuple(s.position.place(u) for u in units)
        found.append(Reason.of(rule, "coh.group.apart", units=units, hexes=seats))
    if any(g.units[u].kind == PLANE for u in units):
        found.append(Reason.of("20.0", "coh.group.plane", units=units))
    return tuple(found)


def dearest(key: str, parts: Sequence[Tally]) -> Tally:
    """What a group pays: as much as the dearest of its units (9.11)."""
    if len(parts) == 1:
        return Tally(key, parts[0].lines, parts[0].total)
    most = max((int(part.total) for part in parts), default=0)
    return Tally(key, (Line.of("9.11", "coh.line.dearest", most),), most, None, tuple(parts))


# ------------------------------------------------------------------ ways and facings


def ways_of(action: Action) -> list[tuple[str, tuple[str, ...]]]:
    """Who goes which way: one unit by `path`; of a group each by a way in `paths`, or `to` a hex.
    One `hex` stands for the way of everybody."""
    hex = text(action, "hex")
    here = (hex,) if hex else ()
    if "units" not in action.named:
        unit = text(action, "unit")
        return [(unit, texts(action, "path") or here)] if unit else []
    units, ways = units_of(action), [tuple(way.split()) for way in texts(action, "paths")]
    ways = ways or [(hex,) for hex in texts(action, "to")] or [here] * len(units)
    return list(zip(units, (*ways, *[()] * len(units)), strict=False))


def listed_ways(action: Action) -> bool:
    """Whether a group says where each of its units goes (9.11)."""
    ways = texts(action, "paths") or texts(action, "to")
    return len(ways) == len(texts(action, "units"))


def facings_of(action: Action) -> tuple[str, ...]:
    """Which way each unit is to face; empty where it stays as it is (5.2)."""
    return each(action, "facings", "facing", len(units_of(action)))


def facing_reasons(action: Action, rule: str = "5.2") -> Reasons:
    """Sides of a hex: `facing` for all, or one each in `facings` (5.2, 9.1)."""
    for facing in facings_of(action):
        if facing and facing not in DIRECTION:
            yield Reason.of(rule, "coh.move.facing", facing=facing)
    yield from listed(action, "facings")


def named_hexes(action: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    named = [str(action[k]) for k in ("hex", "to") if isinstance(action.get(k), str)]
    named += texts(action, "path")
    named += texts(action, "to")
    named += [hex for way in texts(action, "paths") for hex in way.split()]
    return tuple(named)


class Turn(Phase):
    """One side's turn, as far as what is done in it goes (2.2)."""

    side: str

    def orders(self) -> Mapping[str, Order]:
        """What units can be told to do."""
        raise NotImplementedError

    def acted(self, g: Setting, s: State) -> State:
        """An action is done."""
        raise NotImplementedError

    def over(self, g: Setting, s: State) -> State:
        """The turn is over; one's own comes next with Double Action (card 10). What an enemy's
        arrival forbids lasts for one answer only (7.63 retreat)."""
        after = self.side if s.double == self.side else g.after(self.side)
        return replace(s, came=self._unanswered(g, s), turn=after, passes=0).pop()

    def _unanswered(self, g: Setting, s: State) -> dict[str, tuple[tuple[str, str], ...]]:
        left = {
            hex: steps
            if self._allies_turn(g, s, hex)
            else tuple(step for step in steps if not hostile(step[0], self.side))
            for hex, steps in s.came.items()
        }
        return {hex: steps for hex, steps in left.items() if steps}

    def _allies_turn(self, g: Setting, s: State, hex: str) -> bool:
        """Whether it is an ally who was met in a hex, and not this side (21.0)."""
        met = {g.units[unit].side for unit in s.position.at(hex)}
        return self.side not in met and any(not hostile(one, self.side) for one in met)


class Doing(Deed[Setting, State, Turn]):
    """What a side can do in its turn (2.2)."""

    def reasons(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """Everything that forbids it, each reason once."""
        given = set()
        for reason in chain(self.delays(g, s, p, action), self.forbidden(g, s, p, action)):
            if reason not in given:
                given.add(reason)
                yield reason

    def delays(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """A spent plane leaves the map before its side does anything else (20.0 spent)."""
        planes = leaving(g, s, p.side)
        if planes:
            yield Reason.of("20.0 spent", "coh.fly.first", units=planes)

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        """What else forbids it."""
        return iter(())

    def hexes(self, g: Setting, s: State, p: Turn, action: Action) -> tuple[str, ...]:
        return named_hexes(action)


@once_a_state
def leaving(g: Setting, s: State, side: str) -> list[str]:
    """The spent planes of a side over the map (20.0 spent)."""
    return [u for u in g.on_map(s, side) if g.units[u].kind == PLANE and s.of(u).spent]


class Order(Doing):
    """Something that units are told to do and that is paid for."""

    section = 1
    """The part of the rulebook that brings it in."""
    rule, rallying = "2.2", False
    swings = False
    """Whether its price depends on how it is paid (15.5)."""
    rolls = False
    """Whether dice that CAP may change are thrown in the doing itself (3.23)."""
    moving = False
    """Whether its price is for movement (8.3 forced march)."""
    single = False
    """Whether only one unit at a time does it."""
    entering = False
    """Whether it is for units that wait at the edge of the map (5.1)."""
    group = "9.14"
    """The section under which several units do it together."""
    fixed: Tally
    """What it always costs."""
    bill = ""
    """What its costs are called where they hang on who does it, and how."""
    sure = True
    """Its payments are those that nothing forbids."""
    plain = False
    """Whether nothing forbids what fills the slot before them, and all of it costs the same."""

    def doers(self, action: Action) -> tuple[str, ...]:
        """Who acts: one unit, or a group (9.1)."""
        return units_of(action)

    def movers(self, action: Action) -> tuple[str, ...]:
        """Whose price of a step on the map is part of what it costs (5.0, 17.0)."""
        return self.doers(action) if self.moving and not self.entering else ()

    def cost(self, g: Setting, s: State, action: Action) -> Tally:
        """What it costs: of several as much as the dearest of them (9.11, 9.14)."""
        if not self.bill:
            return self.fixed
        parts = [Tally.adding(self.bill, ls, unit) for unit, ls in self.bills(g, s, action)]
        return dearest(self.bill, parts)

    def bills(self, g: Setting, s: State, action: Action) -> Bills:
        """What each would pay."""
        return iter(())

    def due(self, g: Setting, s: State, action: Action) -> int:
        """How much it costs, not itemised."""
        if not self.bill:
            return int(self.fixed.total)
        bills = self.bills(g, s, action)
        return int(max([sum([line.value or 0 for line in ls]) for _, ls in bills], default=0))

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """Why it may not be done, price and payer aside."""
        for unit in self.doers(action):
            if g.here(s, unit):
                yield from self.unfit(g, s, side, unit)

    def unfit(self, g: Setting, s: State, side: str, unit: str) -> Reasons:
        """Why a unit on the map may not do it."""
        return iter(())

    def ways(self) -> Slots[Setting, State, Turn]:
        """What is to be chosen for it between who does it and how it is paid."""
        return {}

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Do it; the price is taken already."""
        raise NotImplementedError

    # ------------------------------------------------------------------ as a deed

    def slots(self) -> Slots[Setting, State, Turn]:
        """Who, what exactly, and how it is paid (2.2)."""
        return {"unit": self.actors, **self.ways(), "pay": self._payments}

    def actors(self, g: Setting, s: State, p: Turn, given: Action) -> Iterable[str]:
        """The units that could pay for anything, if the firefight has this order at all."""
        if self.section > g.setup.section:
            return ()
        who = able(g, s, p.side) if self.rallying else ready(g, s, p.side, self.entering)
        if leaving(g, s, p.side):
            who = [u for u in who if not any(self.delays(g, s, p, Action(self.kind, unit=u)))]
        return [unit for unit in who if self.suits(g, s, unit)]

    def suits(self, g: Setting, s: State, unit: str) -> bool:
        """Whether it is anything for a unit at all; a quick look before all others."""
        return True

    def _payments(self, g: Setting, s: State, p: Turn, given: Action) -> Iterable[str]:
        """The ways of paying that nothing forbids; what hangs on none of them is judged once."""
        if not self.sound(g, s, p.side, given):
            return ()
        if self.rolls and payment.dice_cap(given):
            return self._with_dice(g, s, p.side, given)
        units = self.doers(given)
        if not self.swings:
            return payment.affordable(g, s, p.side, units, self.due(g, s, given))
        return [
            pay
            for pay, most in payment.purses(g, s, p.side, units)
            if self.due(g, s, given.saying("pay", pay)) <= most
        ]

    def _with_dice(self, g: Setting, s: State, side: str, given: Action) -> Iterator[str]:
        """The same with CAP for dice, which each way of paying may forbid (3.23, 18.4)."""
        for pay in payment.ways_to_pay(g, s, self.doers(given)[0]):
            action = given.replaced(pay=pay)
            if not any(self.dues(g, s, side, action, self.price(g, s, action, pay))):
                yield pay

    def sound(self, g: Setting, s: State, side: str, given: Action) -> bool:
        """Whether nothing stands against what its slots have been filled with, however it is
        paid."""
        return self.plain or not any(self.standing(g, s, side, given))

    def choices(
        self, g: Setting, s: State, p: Turn, unit: str | None, hex: str | None
    ) -> Iterator[Action]:
        if unit is not None or hex is not None:
            return super().choices(g, s, p, unit, hex)
        begun = self.begun[0]
        units = self.actors(g, s, p, begun)
        told = (self.listed(g, s, p, begun.saying("unit", unit)) for unit in units)
        return chain.from_iterable(told)

    def listed(self, g: Setting, s: State, p: Turn, given: Action) -> Iterator[Action]:
        """All that one unit can be told to do: slot by slot, or at once what costs the same."""
        if not self.plain:
            return self.walk(g, s, p, given, self.begun[1][1:])
        (name, ways), _ = self.begun[1][1:]
        pays = payment.affordable(g, s, p.side, self.doers(given), int(self.fixed.total))
        return (
            action
            for value in (ways(g, s, p, given) if pays else ())
            for action in paid(filled(given, name, value), pays)
        )

    def options(self, g: Setting, s: State, p: Turn, unit: str) -> list[Action]:
        """What one unit might be told to do, legal or not, without the way of paying."""
        found = [Action(self.kind, unit=unit)] if self.suits(g, s, unit) else []
        for name, slot in self.ways().items():
            found = [filled(one, name, value) for one in found for value in slot(g, s, p, one)]
        return found

    def forbidden(self, g: Setting, s: State, p: Turn, action: Action) -> Reasons:
        return self.objections(g, s, p.side, action, text(action, "pay"))

    def objections(self, g: Setting, s: State, side: str, action: Action, pay: str) -> Reasons:
        """Everything against it: units, group, what it is itself, its price."""
        sound = True
        for reason in self.standing(g, s, side, action):
            sound = False
            yield reason
        if sound:
            yield from self.dues(g, s, side, action, self.price(g, s, action, pay))
            return
        units = self.doers(action)
        if (self.single and "units" in action) or not on_board(g, action):
            return
        # what is refused has a price for units that could do something
        if not payment.units_reasons(g, s, side, units, self.rallying, self.entering):
            yield from payment.pay_reasons(g, s, side, units, self.price(g, s, action, pay))

    def standing(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        """What is against it however it is paid: units, group, what it is itself."""
        if self.section > g.setup.section:
            yield Reason.of(self.rule, "coh.not-yet", section=self.section)
        units = self.doers(action)
        if self.single and "units" in action:
            yield Reason.of("9.1", "coh.group.single", units=units)
            return
        yield from payment.units_reasons(g, s, side, units, self.rallying, self.entering)
        yield from group_reasons(g, s, units, self.group)
        yield from self.against(g, s, side, action)
        if not self.rolls and payment.dice_cap(action):
            yield Reason.of("3.23", "coh.dice.none")

    def dues(self, g: Setting, s: State, side: str, action: Action, price: Price) -> Reasons:
        """What is against it as it is paid: its price."""
        return payment.pay_reasons(g, s, side, self.doers(action), price)

    def price(self, g: Setting, s: State, action: Action, pay: str) -> Price:
        """What it costs, and how that is paid (2.2)."""
        cost = self.due(g, s, action)
        return Price(cost, pay, payment.dice_cap(action), whole(action, "from_cap"), self.moving)

    def tally(self, g: Setting, s: State, p: Turn, action: Action) -> Tally | None:
        units = self.doers(action)
        if not units or (self.single and "units" in action) or not on_board(g, action):
            return None
        if any(u not in g.units for u in units):
            return None
        if not self.entering and any(s.position.place(u) not in g.board for u in units):
            return None
        return self.cost(g, s, action)

    def apply(self, g: Setting, s: State, p: Turn, action: Action, course: Course) -> State:
        """It is the action of the turn; markers that change its price are shown (7.4)."""
        s = p.acted(g, s)
        for unit in self.movers(action):
            if marker(g, s, unit).get("move"):
                s = show(g, s, unit)
        return self.carry_out(g, s, p.side, action, course)

    def carry_out(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        """Take the price, and do it (2.2)."""
        price = self.price(g, s, action, action["pay"])
        s = payment.charge(g, s, side, self.doers(action), price, course)
        return self.perform(g, s, side, action, course)


def paid(action: Action, pays: Iterable[str]) -> list[Action]:
    """An action in each way of paying for it."""
    return [action.saying("pay", pay) for pay in pays]


def on_board(g: Setting, action: Action) -> bool:
    """Whether every hex that an action names is on the board."""
    return all(hex in g.board for hex in named_hexes(action))
