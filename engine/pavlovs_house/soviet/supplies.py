"""Chapter 2: supplies from the stock to the staging area, over the Volga, into the House."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.pieces import CARGO, STAGING, STOCK, SUPPLY
from engine.pavlovs_house.board.state import State
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

STOCKING = "2.0 army command stocking"
LOADING = "2.0 flotilla loading"
DELIVERY = "2.0 flotilla delivery"
ROUNDS = 5
"""Suppression tokens for one ammunition token (2.0 flotilla delivery)."""


def cargo_at(s: State, boat: str) -> str | None:
    """The supply token on a location of the flotilla."""
    return next((kind for kind in CARGO if s.count(kind, boat)), None)


def free_boats(g: PavlovsHouse, s: State) -> list[str]:
    """Flotilla locations without token and without damage (2.0 flotilla loading)."""
    boats = g.kit.locations_of("flotilla")
    return [boat for boat in boats if not s.damaged(boat) and not cargo_at(s, boat)]


def laden(g: PavlovsHouse, s: State) -> list[str]:
    """Flotilla locations with a supply token."""
    return [boat for boat in g.kit.locations_of("flotilla") if cargo_at(s, boat)]


@dataclass(frozen=True)
class Stocking(Phase):
    """Up to five tokens from the stock to the staging area (2.0 army command stocking)."""

    left: int

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while tokens are left to take."""
        if not self.left or not any(s.count(kind, STOCK) for kind in CARGO):
            return None
        return Decision.of(g.seat("cards"), "pav.stocking", STOCKING, left=self.left)

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """One token more; enough."""
        return TAKE, END


class Take(Deed["PavlovsHouse", State, Stocking]):
    """A supply token from the stock to the staging area (2.0 army command stocking)."""

    kind, rule = "take", STOCKING

    def slots(self) -> Slots[PavlovsHouse, State, Stocking]:
        """A kind of supplies."""
        return {"token": lambda g, s, p, given: CARGO}

    def reasons(self, g: PavlovsHouse, s: State, p: Stocking, action: Action) -> Reasons:
        """Only supplies, and only what the stock holds (0.0 token limit)."""
        kind = text(action, "token")
        if kind not in CARGO:
            yield Reason.of(STOCKING, "pav.cargo.kind", token=kind)
        elif not s.count(kind, STOCK):
            yield Reason.of("0.0 token limit", "pav.stock.empty", token=kind)

    def apply(
        self, g: PavlovsHouse, s: State, p: Stocking, action: Action, course: Course
    ) -> State:
        """The token lies in the staging area, which has no limit."""
        course.tell(STOCKING, "pav.cargo.stocked", token=action["token"])
        s = s.shifted(action["token"], STOCK, STAGING)
        return s.instead(Stocking(p.left - 1))

    def hexes(self, g: PavlovsHouse, s: State, p: Stocking, action: Action) -> tuple[str, ...]:
        """The staging area."""
        return (STAGING,)


TAKE = Take()


@dataclass(frozen=True)
class Loading(Phase):
    """Up to three tokens from the staging area to the flotilla (2.0 flotilla loading)."""

    left: int

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while there is a token and a boat."""
        some = any(s.count(kind, STAGING) for kind in CARGO)
        if not self.left or not some or not free_boats(g, s):
            return None
        return Decision.of(g.seat("cards"), "pav.loading", LOADING, left=self.left)

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """One token onto one location; enough."""
        return LOAD, END


class Load(Deed["PavlovsHouse", State, Loading]):
    """A token from the staging area to a location (2.0 flotilla loading)."""

    kind, rule = "load", LOADING

    def slots(self) -> Slots[PavlovsHouse, State, Loading]:
        """A free location, and what goes there."""
        return {
            "place": lambda g, s, p, given: free_boats(g, s),
            "token": lambda g, s, p, given: CARGO,
        }

    def reasons(self, g: PavlovsHouse, s: State, p: Loading, action: Action) -> Reasons:
        """One token to a location, none to a damaged one (2.0 flotilla loading)."""
        kind, boat = text(action, "token"), text(action, "place")
        if kind not in CARGO or not s.count(kind, STAGING):
            yield Reason.of(LOADING, "pav.cargo.not-staged", token=kind)
        if boat not in g.kit.locations_of("flotilla"):
            yield Reason.of(LOADING, "pav.cargo.no-boat", place=boat)
            return
        if s.damaged(boat):
            yield Reason.of(LOADING, "pav.card.damaged", hexes=(boat,), place=boat)
        if cargo_at(s, boat):
            yield Reason.of(LOADING, "pav.card.taken", hexes=(boat,), place=boat)

    def apply(self, g: PavlovsHouse, s: State, p: Loading, action: Action, course: Course) -> State:
        """The token is on the boat."""
        kind, boat = action["token"], action["place"]
        course.tell(LOADING, "pav.cargo.loaded", hexes=(boat,), token=kind, place=boat)
        return s.shifted(kind, STAGING, boat).instead(Loading(p.left - 1))


LOAD = Load()


@dataclass(frozen=True)
class Delivering(Phase):
    """Any number of tokens from the flotilla to the House (2.0 flotilla delivery)."""

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while a boat is laden."""
        boats = laden(g, s)
        if not boats:
            return None
        return Decision.of(g.seat("cards"), "pav.delivering", DELIVERY, left=len(boats))

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """The token of one location; enough."""
        return DELIVER, END


class Deliver(Deed["PavlovsHouse", State, Delivering]):
    """The token of a location reaches the House (2.0 flotilla delivery)."""

    kind, rule = "deliver", DELIVERY

    def slots(self) -> Slots[PavlovsHouse, State, Delivering]:
        """A laden location."""
        return {"place": lambda g, s, p, given: laden(g, s)}

    def reasons(self, g: PavlovsHouse, s: State, p: Delivering, action: Action) -> Reasons:
        """Only from a laden location."""
        boat = text(action, "place")
        if boat not in laden(g, s):
            yield Reason.of(DELIVERY, "pav.cargo.empty", place=boat)

    def apply(
        self, g: PavlovsHouse, s: State, p: Delivering, action: Action, course: Course
    ) -> State:
        """Supplies reach the House; ammunition becomes suppression tokens at once."""
        boat = action["place"]
        kind = cargo_at(s, boat)
        assert kind is not None, "only laden boats deliver"
        course.tell(DELIVERY, "pav.cargo.delivered", hexes=(boat,), token=kind, place=boat)
        if kind != "ammunition":
            return s.shifted(kind, boat, SUPPLY)
        got = min(ROUNDS, s.count("suppression", STOCK))
        course.tell(DELIVERY, "pav.cargo.rounds", count=got)
        return s.shifted(kind, boat, STOCK).shifted("suppression", STOCK, SUPPLY, got)


DELIVER = Deliver()
