"""Chapter 2: supplies from the stock to the staging area, over the Volga, into the House."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.pavlovs_house.pieces import CARGO, STAGING, STOCK, SUPPLY
from engine.pavlovs_house.state import State
from engine.verdict import Reason, Verdict

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


@dataclass(frozen=True)
class Stocking(Phase):
    """Up to five tokens from the stock to the staging area (2.0 army command stocking)."""

    left: int

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while tokens are left to take."""
        if not self.left or not any(s.count(kind, STOCK) for kind in CARGO):
            return None
        return Decision.of(g.seat("cards"), "pav.stocking", STOCKING, left=self.left)

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Done."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """One token more; enough."""
        return ("take", "end")

    def choices(self, g: PavlovsHouse, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every kind that the stock still holds."""
        if unit is None and hex in (None, STAGING):
            for kind in CARGO:
                if s.count(kind, STOCK):
                    yield Action("take", token=kind)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: PavlovsHouse, s: State, action: Action) -> Verdict:
        """Only supplies, and only what the stock holds (0.0 token limit)."""
        kind = text(action, "token")
        if action.kind == "end":
            return Verdict()
        if kind not in CARGO:
            return Verdict((Reason.of(STOCKING, "pav.cargo.kind", token=kind),))
        if not s.count(kind, STOCK):
            return Verdict((Reason.of("0.0 token limit", "pav.stock.empty", token=kind),))
        return Verdict()

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """The token lies in the staging area, which has no limit."""
        if action.kind == "end":
            return s.pop()
        course.tell(STOCKING, "pav.cargo.stocked", token=action["token"])
        s = s.shifted(action["token"], STOCK, STAGING)
        return s.instead(Stocking(self.left - 1))


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

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Done."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """One token onto one location; enough."""
        return ("load", "end")

    def choices(self, g: PavlovsHouse, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every token of the staging area onto every free location."""
        for boat in free_boats(g, s):
            for kind in CARGO:
                if unit is None and hex in (None, boat) and s.count(kind, STAGING):
                    yield Action("load", token=kind, place=boat)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: PavlovsHouse, s: State, action: Action) -> Verdict:
        """One token to a location, none to a damaged one (2.0 flotilla loading)."""
        if action.kind == "end":
            return Verdict()
        kind, boat = text(action, "token"), text(action, "place")
        reasons = []
        if kind not in CARGO or not s.count(kind, STAGING):
            reasons.append(Reason.of(LOADING, "pav.cargo.not-staged", token=kind))
        if boat not in g.kit.locations_of("flotilla"):
            reasons.append(Reason.of(LOADING, "pav.cargo.no-boat", place=boat))
            return Verdict(tuple(reasons))
        if s.damaged(boat):
            reasons.append(Reason.of(LOADING, "pav.card.damaged", hexes=(boat,), place=boat))
        if cargo_at(s, boat):
            reasons.append(Reason.of(LOADING, "pav.card.taken", hexes=(boat,), place=boat))
        return Verdict(tuple(reasons))

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """The token is on the boat."""
        if action.kind == "end":
            return s.pop()
        kind, boat = action["token"], action["place"]
        course.tell(LOADING, "pav.cargo.loaded", hexes=(boat,), token=kind, place=boat)
        return s.shifted(kind, STAGING, boat).instead(Loading(self.left - 1))


@dataclass(frozen=True)
class Delivering(Phase):
    """Any number of tokens from the flotilla to the House (2.0 flotilla delivery)."""

    def _laden(self, g: PavlovsHouse, s: State) -> list[str]:
        return [boat for boat in g.kit.locations_of("flotilla") if cargo_at(s, boat)]

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while a boat is laden."""
        laden = self._laden(g, s)
        if not laden:
            return None
        return Decision.of(g.seat("cards"), "pav.delivering", DELIVERY, left=len(laden))

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Done."""
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """The token of one location; enough."""
        return ("deliver", "end")

    def choices(self, g: PavlovsHouse, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every laden location."""
        for boat in self._laden(g, s):
            if unit is None and hex in (None, boat):
                yield Action("deliver", place=boat)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: PavlovsHouse, s: State, action: Action) -> Verdict:
        """Only from a laden location."""
        boat = text(action, "place")
        if action.kind == "end" or boat in self._laden(g, s):
            return Verdict()
        return Verdict((Reason.of(DELIVERY, "pav.cargo.empty", place=boat),))

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """Supplies reach the House; ammunition becomes suppression tokens at once."""
        if action.kind == "end":
            return s.pop()
        boat = action["place"]
        kind = cargo_at(s, boat)
        assert kind is not None, "explain let only laden boats through"
        course.tell(DELIVERY, "pav.cargo.delivered", hexes=(boat,), token=kind, place=boat)
        if kind != "ammunition":
            return s.shifted(kind, boat, SUPPLY)
        got = min(ROUNDS, s.count("suppression", STOCK))
        course.tell(DELIVERY, "pav.cargo.rounds", count=got)
        return s.shifted(kind, boat, STOCK).shifted("suppression", STOCK, SUPPLY, got)
