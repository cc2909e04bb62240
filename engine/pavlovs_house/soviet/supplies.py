"""Chapter 2: what reaches the House - supplies over the Volga, counters from the stock."""

from __future__ import annotations

from engine.agenda import Deed, Phase, Reasons, Slots, once_a_state
from engine.pavlovs_house.board.house import ENOUGH, House, State, UpTo
from engine.pavlovs_house.board.pieces import CARGO, RESERVE, STAGING, STOCK, SUPPLY
from engine.values import Action, replace, text
from engine.verdict import Course, Decision, Line, Reason, Tally

STOCKING = "2.0 army command stocking"
LOADING = "2.0 flotilla loading"
DELIVERY = "2.0 flotilla delivery"
CARDS = "2.0 division command reinforcements"
ROUNDS = 5
"""Suppression tokens for one ammunition token (2.0 flotilla delivery)."""
DIVISION_POST = "4"


def cargo(s: State, place: str) -> list[str]:
    """The kinds of supply tokens in a place; one at most on a location of the flotilla."""
    return [kind for kind in CARGO if (kind, place) in s.tokens]


def free_boats(g: House, s: State) -> list[str]:
    """Flotilla locations without token and without damage (2.0 flotilla loading)."""
    boats = g.kit.locations_of("flotilla")
    return [boat for boat in boats if not s.damaged(boat) and not cargo(s, boat)]


def laden(g: House, s: State) -> list[str]:
    """Flotilla locations with a supply token."""
    return [boat for boat in g.kit.locations_of("flotilla") if cargo(s, boat)]


class Take(Deed[House, State, "Stocking"]):
    """A supply token from the stock to the staging area, which has no limit."""

    kind, rule = "take", STOCKING

    def slots(self) -> Slots[House, State, Stocking]:
        return {"token": lambda g, s, p, given: CARGO}

    def reasons(self, g: House, s: State, p: Stocking, action: Action) -> Reasons:
        """Only supplies, and only what the stock holds (0.0 token limit)."""
        kind = text(action, "token")
        if kind not in CARGO:
            yield Reason.of(STOCKING, "pav.cargo.kind", token=kind)
        elif not s.count(kind, STOCK):
            yield Reason.of("0.0 token limit", "pav.stock.empty", token=kind)

    def apply(self, g: House, s: State, p: Stocking, action: Action, course: Course) -> State:
        course.tell(STOCKING, "pav.cargo.stocked", token=action["token"])
        return s.shifted(action["token"], STOCK, STAGING).instead(Stocking(p.left - 1))

    def hexes(self, g: House, s: State, p: Stocking, action: Action) -> tuple[str, ...]:
        return (STAGING,)


class Stocking(UpTo):
    """Up to five tokens from the stock to the staging area (2.0 army command stocking)."""

    role, asks, rule = "cards", "pav.stocking", STOCKING
    can = (Take(), ENOUGH)

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(cargo(s, STOCK))


class Load(Deed[House, State, "Loading"]):
    """A token from the staging area to a free location (2.0 flotilla loading)."""

    kind, rule = "load", LOADING

    def slots(self) -> Slots[House, State, Loading]:
        return {
            "place": lambda g, s, p, given: free_boats(g, s),
            "token": lambda g, s, p, given: CARGO,
        }

    def reasons(self, g: House, s: State, p: Loading, action: Action) -> Reasons:
        """One token to a location, none to a damaged one (2.0 flotilla loading)."""
        kind, boat = text(action, "token"), text(action, "place")
        if not s.count(kind, STAGING):
            yield Reason.of(LOADING, "pav.cargo.not-staged", token=kind)
        if boat not in g.kit.locations_of("flotilla"):
            yield Reason.of(LOADING, "pav.cargo.no-boat", place=boat)
            return
        if s.damaged(boat):
            yield Reason.of(LOADING, "pav.card.damaged", hexes=(boat,), place=boat)
        if cargo(s, boat):
            yield Reason.of(LOADING, "pav.card.taken", hexes=(boat,), place=boat)

    def apply(self, g: House, s: State, p: Loading, action: Action, course: Course) -> State:
        kind, boat = action["token"], action["place"]
        course.tell(LOADING, "pav.cargo.loaded", hexes=(boat,), token=kind, place=boat)
        return s.shifted(kind, STAGING, boat).instead(Loading(p.left - 1))


class Loading(UpTo):
    """Up to three tokens from the staging area to the flotilla (2.0 flotilla loading)."""

    role, asks, rule = "cards", "pav.loading", LOADING
    can = (Load(), ENOUGH)

    def open(self, g: House, s: State) -> bool:
        return self.left > 0 and bool(cargo(s, STAGING)) and bool(free_boats(g, s))


class Deliver(Deed[House, State, "Delivering"]):
    """The token of a laden location reaches the House (2.0 flotilla delivery)."""

    kind, rule = "deliver", DELIVERY

    def slots(self) -> Slots[House, State, Delivering]:
        return {"place": lambda g, s, p, given: laden(g, s)}

    def reasons(self, g: House, s: State, p: Delivering, action: Action) -> Reasons:
        boat = text(action, "place")
        if boat not in laden(g, s):
            yield Reason.of(DELIVERY, "pav.cargo.empty", place=boat)

    def apply(self, g: House, s: State, p: Delivering, action: Action, course: Course) -> State:
        boat = action["place"]
        (kind,) = cargo(s, boat)
        course.tell(DELIVERY, "pav.cargo.delivered", hexes=(boat,), token=kind, place=boat)
        if kind != "ammunition":
            return s.shifted(kind, boat, SUPPLY)
        got = min(ROUNDS, s.count("suppression", STOCK))
        course.tell(DELIVERY, "pav.cargo.rounds", count=got)
        return s.shifted(kind, boat, STOCK).shifted("suppression", STOCK, SUPPLY, got)


class Delivering(Phase):
    """Any number of tokens from the flotilla to the House (2.0 flotilla delivery)."""

    can = (Deliver(), ENOUGH)

    def decision(self, g: House, s: State) -> Decision | None:
        boats = laden(g, s)
        if not boats:
            return None
        return Decision.of(g.seats["cards"], "pav.delivering", DELIVERY, left=len(boats))


# ------------------------------------------------------------ counters


@once_a_state
def affordable(g: House, s: State, points: int) -> list[str]:
    """The Soviet and weapon counters of the stock that so many points can bring."""
    waiting = set(s.position.at(STOCK))
    return [unit for unit, cost in g.kit.costs.items() if cost <= points and unit in waiting]


def reinforcement_reasons(g: House, s: State, points: int, rule: str) -> Reasons:
    """Location 4 must be whole, and the stock must hold somebody who can come."""
    if s.damaged(DIVISION_POST):
        yield Reason.of(rule, "pav.card.damaged", hexes=(DIVISION_POST,), place=DIVISION_POST)
    if not affordable(g, s, points):
        yield Reason.of(rule, "pav.bring.nobody", points=points)


class Bring(Deed[House, State, "Reinforcing"]):
    """A counter comes from the stock to the reserve, for its points."""

    kind = "bring"

    def slots(self) -> Slots[House, State, Reinforcing]:
        return {"unit": lambda g, s, p, given: affordable(g, s, p.left)}

    def reasons(self, g: House, s: State, p: Reinforcing, action: Action) -> Reasons:
        unit = text(action, "unit")
        if unit not in g.kit.costs:
            yield Reason.of(p.rule, "pav.unit.none", unit=unit)
            return
        name, price, left = g.unit_name(unit), g.kit.costs[unit], p.left
        if s.place(unit) != STOCK:
            yield g.against(unit, "0.0 stock", "pav.bring.not-stock")
        if price > left:
            units = (unit,)
            yield Reason.of(p.rule, "pav.bring.cost", units=units, unit=name, cost=price, left=left)

    def tally(self, g: House, s: State, p: Reinforcing, action: Action) -> Tally | None:
        unit = text(action, "unit")
        if unit not in g.kit.costs:
            return None
        lines = (
            Line.of(p.rule, "pav.bring.points", p.left),
            Line.of(p.rule, "pav.bring.price", -g.kit.costs[unit], unit=g.unit_name(unit)),
        )
        return Tally.adding("pav.bring.total", lines)

    def apply(self, g: House, s: State, p: Reinforcing, action: Action, course: Course) -> State:
        unit = action["unit"]
        g.tell(course, unit, p.rule, "pav.bring.done")
        return s.at(unit, RESERVE).instead(replace(p, left=p.left - g.kit.costs[unit]))

    def hexes(self, g: House, s: State, p: Reinforcing, action: Action) -> tuple[str, ...]:
        return (RESERVE,)


class Reinforcing(UpTo):
    """Counters are brought one by one until the points are spent, by a card or by radio."""

    rule: str = CARDS
    role: str = "cards"
    asks = "pav.bring"
    can = (Bring(), ENOUGH)

    def open(self, g: House, s: State) -> bool:
        return bool(affordable(g, s, self.left))
