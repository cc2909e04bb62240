"""Chapter 18: foxholes, works and who goes into them, barbed wire, mines."""

from __future__ import annotations

from typing import Self

from engine.agenda import Deed, Reasons
from engine.conflict_of_heroes.actions import orders, payment
from engine.conflict_of_heroes.actions.orders import Order
from engine.conflict_of_heroes.actions.payment import AP, CAP, Price, Rolling, listed_cap, rolled
from engine.conflict_of_heroes.counters.hits import hit_rule, hits_of, lost, suffer
from engine.conflict_of_heroes.counters.state import Setting, State, Work
from engine.conflict_of_heroes.counters.unit import DIRECTION, GUN, INFANTRY
from engine.conflict_of_heroes.ground.sight import HOLDING
from engine.conflict_of_heroes.hidden import come_out, covert, tell_of
from engine.values import Action, replace, whole
from engine.verdict import Course, Decision, Line, Tally, enforces


@enforces("18.5 colours")
def sets_off(g: Setting, s: State, unit: str, mine: Work) -> bool:
    """Whether a unit sets a mine off: not engineers, nor passengers (18.5 colours, 19.0)."""
    piece = g.units[unit]
    if piece.has("engineer") or s.of(unit).carrier:
        return False
    if mine.colour == "blue":
        return piece.vehicle
    return mine.colour != "red" or not piece.vehicle


def mines_under(
    g: Setting, s: State, unit: str, hex: str, course: Course, entered: bool = False
) -> State:
    """Mines go off under whoever enters or acts among them, and are found by whoever enters,
    unless it sneaks or acts unseen (8.3 hidden action, 10.1, 18.5)."""
    unnoticed = s.of(unit).hidden and (entered or covert(g, s, unit))
    for mine in s.works_in(hex):
        if mine.kind != "mine":
            continue
        goes_off = not unnoticed and sets_off(g, s, unit, mine)
        finds = g.units[unit].has("engineer") or (entered and not unnoticed)
        if mine.hidden and (finds or goes_off):
            course.tell("18.5", "coh.mine.found", hexes=(hex,), hex=hex)
            shown = replace(mine, hidden="")
            s = replace(s, works=tuple(shown if w == mine else w for w in s.works))
            mine = shown
        if goes_off:
            s = s.push(Blast(g.units[unit].side, unit, mine.strength))
    return s


class Blast(Rolling):
    """A mine under a unit: two dice against its number, CAP declared before (18.5)."""

    unit: str
    strength: int
    cap: int = 0

    better = -1

    def decision(self, g: Setting, s: State) -> Decision | None:
        if self._over(g, s) or not s.cap[self.side]:
            return None
        return Decision.of(self.side, "coh.mine", "18.5", unit=g.units[self.unit].title)

    @enforces("18.5 clearing")
    def _over(self, g: Setting, s: State) -> bool:
        """Whether the unit, or the mine, is gone: a mine may be cleared first (18.5 clearing)."""
        hex = s.position.place(self.unit)
        return not any(work.kind == "mine" for work in s.works_in(hex))

    def proceed(self, g: Setting, s: State, course: Course) -> State:
        return self.thrown(g, s, "", 0, course)

    def units(self, action: Action) -> tuple[str, ...]:
        return (self.unit,)

    def need(self, g: Setting, s: State, action: Action) -> Tally | None:
        return Tally.adding(
            "coh.mine.need",
            [
                Line.of("18.5", "coh.line.mine", self.strength),
                Line.of("3.23", "coh.line.cap", -whole(action, "cap")),
            ],
        )

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
        if self._over(g, s):
            return s.pop()
        return rolled(g, s.pop(), self.side, "coh.mine", replace(self, cap=cap), course)

    def resolve(self, g: Setting, s: State, dice: tuple[int, ...], course: Course) -> State:
        """A hit, two, or none."""
        total = sum(dice) + self.cap
        count = hits_of(total - self.strength)
        found = {"total": total, "need": self.strength, "hits": count}
        course.tell("18.5", "coh.mine.blast", units=(self.unit,), **found)
        return suffer(g, s, self.unit, count, course)


def wired(g: Setting, s: State, action: Action) -> tuple[str, ...]:
    """Who goes on foot into wire, over the map or onto it, and pays by counting (5.1, 18.4). An
    opportunity action or a card carries them through without the die (FAQ 3.1)."""
    if not s.works or action.get("pay", AP) not in (AP, CAP):
        return ()
    return tuple(
        unit
        for unit, way in orders.ways_of(action)
        if g.units[unit].kind in (INFANTRY, GUN)
        and (not s.of(unit).hidden or action.get("openly"))
        and any(w.kind == "wire" for hex in way[:1] for w in s.works_in(hex))
    )


def try_wire(
    g: Setting, s: State, side: str, order: Order, action: Action, course: Course
) -> State:
    """The die that says what the wire costs; of a group each unit throws its own (3.23, 9.11)."""
    units = wired(g, s, action)
    crossing = Crossing(side, order, action, units)
    s = s.push(crossing)
    if len(units) > 1:
        return s
    cap = whole(action, "cap")
    return crossing.thrown(g, s.with_cap(side, s.cap[side] - abs(cap)), units[0], cap, course)


class Crossing(Rolling):
    """Throw for the wire, then pay what it asks, or stay and lose the AP (18.4)."""

    order: Order
    action: Action
    left: tuple[str, ...]
    """Who has not thrown yet: CAP are declared before each die (3.23)."""
    dice: tuple[tuple[str, int], ...] = ()

    rule = "18.4"
    better = -1

    def targets(self) -> tuple[str, ...]:
        return self.left

    def thrown(self, g: Setting, s: State, target: str, cap: int, course: Course) -> State:
        die = max(course.chance.roll("coh.wire") + cap, 0)
        course.tell("18.4", "coh.wire.roll", units=(target,), die=die)
        left = tuple(u for u in self.left if u != target)
        return s.instead(replace(self, left=left, dice=(*self.dice, (target, die))))

    def price(self, g: Setting, s: State) -> Tally:
        """The ground as ever, and the die; of a group the dearest unit (9.11)."""
        dice = {unit: Line.of("18.4", "coh.line.wire-die", die) for unit, die in self.dice}
        parts = [
            Tally.adding(self.order.bill, [*lines, *([dice[unit]] if unit in dice else [])], unit)
            for unit, lines in self.order.bills(g, s, self.action)
        ]
        return orders.dearest(self.order.bill, parts)

    def asked(self, g: Setting, s: State) -> Price:
        """What it costs to go through, and how it is paid (2.2)."""
        cost, action = int(self.price(g, s).total), self.action
        dice, from_cap = listed_cap(action), whole(action, "from_cap")
        return Price(cost, action["pay"], dice, from_cap, self.order.moving)

    def decision(self, g: Setting, s: State) -> Decision | None:
        if self.left:
            return Decision.of(self.side, "coh.wire-dice", "18.4", left=len(self.left))
        shown = ", ".join(str(die) for _, die in self.dice)
        return Decision.of(self.side, "coh.wire", "18.4", die=shown)

    def need(self, g: Setting, s: State, action: Action) -> None:
        """Any number: what it asks is paid, or not."""

    def deeds(self, g: Setting, s: State) -> tuple[Deed[Setting, State, Self], ...]:
        return self.can if self.left else (CROSS, STAY)


class Cross(Deed[Setting, State, Crossing]):
    """Through the wire (18.4)."""

    kind, rule = "cross", "18.4"

    def reasons(self, g: Setting, s: State, p: Crossing, action: Action) -> Reasons:
        return payment.pay_reasons(g, s, p.side, p.order.doers(p.action), p.asked(g, s))

    def tally(self, g: Setting, s: State, p: Crossing, action: Action) -> Tally:
        return p.price(g, s)

    def apply(self, g: Setting, s: State, p: Crossing, action: Action, course: Course) -> State:
        s = payment.charge(g, s.pop(), p.side, p.order.doers(p.action), p.asked(g, s), course)
        return p.order.perform(g, s, p.side, p.action, course)


class Stay(Deed[Setting, State, Crossing]):
    """The attempt was the action, and the AP are lost (18.4)."""

    kind, rule = "stay", "18.4"

    def apply(self, g: Setting, s: State, p: Crossing, action: Action, course: Course) -> State:
        units, s = p.order.doers(p.action), s.pop()
        course.tell("18.4", "coh.wire.stayed", units=units)
        if p.action["pay"] != AP:
            return s
        # who tried is of the activation, whatever came of it (9.0)
        pool = tuple(dict.fromkeys((*s.active[p.side], *units)))
        s = replace(s, active={**s.active, p.side: pool})
        return payment.stand_down(g, s, p.side, course)


CROSS, STAY = Cross(), Stay()


HOLDS = {"trench": (INFANTRY,), "gun-pit": (GUN,), "bunker": (INFANTRY, GUN)}
"""Who may be in which work (18.2)."""


class Dig(Order):
    """Infantry digs a foxhole of its own (18.1)."""

    kind, section, rule = "dig", 5, "18.1"
    fixed = Tally.adding("coh.cost.dig", [Line.of("18.1", "coh.line.dig", 7)])

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        for unit in self.doers(action):
            if unit not in g.units:
                continue
            piece, counter = g.units[unit], s.of(unit)
            if not piece.foot:
                yield g.no(unit, "18.1", "coh.dig.infantry")
            if counter.dug:
                yield g.no(unit, "18.1", "coh.dig.already")
            if counter.carrier:
                yield g.no(unit, "17.0 passenger", "coh.move.carried")

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        for unit in self.doers(action):
            tell_of(g, s, (unit,), course, ("18.1", "coh.dug"))
            s = come_out(g, s.changed(unit, dug=True), (unit,), course)
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


class Door(Order):
    """Going into a trench, gun pit or bunker of one's hex, or out of it (18.2)."""

    rule, section = "18.2", 5
    fixed = Tally.adding("coh.cost.door", [Line.of("18.2", "coh.line.door", 1)])
    """An action of its own (errata)."""

    def __init__(self, kind: str, inwards: bool) -> None:
        self.kind, self.inwards = kind, inwards

    def against(self, g: Setting, s: State, side: str, action: Action) -> Reasons:
        yield from orders.facing_reasons(action, "18.2")
        for unit, facing in zip(self.doers(action), orders.facings_of(action), strict=False):
            if not g.here(s, unit):
                continue
            piece, counter = g.units[unit], s.of(unit)
            kinds = [w.kind for w in s.works_in(s.position.place(unit)) if w.kind in HOLDS]
            fits = any(piece.kind in HOLDS[kind] for kind in kinds)
            if self.inwards and not kinds:
                yield g.no(unit, "18.2", "coh.door.none")
            elif self.inwards and not fits:
                yield g.no(unit, HOLDING[kinds[0]], "coh.door.kind")
            if counter.carrier:
                yield g.no(unit, "17.0 passenger", "coh.move.carried")
            if facing and lost(g, s, unit) == "move":
                yield g.no(unit, hit_rule(g, s, unit), "coh.move.lost", hit=counter.hit)
            if counter.inside == self.inwards:
                key = "coh.door.inside" if self.inwards else "coh.door.outside"
                yield g.no(unit, "18.2", key)

    def perform(self, g: Setting, s: State, side: str, action: Action, course: Course) -> State:
        for unit, facing in zip(self.doers(action), orders.facings_of(action), strict=True):
            key = "coh.door.in" if self.inwards else "coh.door.out"
            tell_of(g, s, (unit,), course, ("18.2", key))
            s = s.changed(unit, inside=self.inwards)
            if facing and not self.inwards:
                s = s.changed(unit, facing=DIRECTION[facing], dug=False)
            s = come_out(g, s, (unit,), course)
            s = mines_under(g, s, unit, s.position.place(unit), course)
        return s


DIG, OCCUPY, LEAVE = Dig(), Door("occupy", inwards=True), Door("leave", inwards=False)
