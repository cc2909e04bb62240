"""Chapter 2: the Soviet card phase - draw four, act with three, discard."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, End, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.soviet.commands import (
    act_reasons,
    acts_of,
    gives,
    perform,
    places_for,
)
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

HAND, ACTIONS, UNBROKEN = 4, 3, 4


def unbroken(g: PavlovsHouse, s: State) -> bool:
    """Whether all of 14 to 17 hold wire (2.0 unbroken signals)."""
    return all(s.count("wire", post) for post in g.kit.locations_of("signals"))


@dataclass(frozen=True)
class DrawCards(Phase):
    """A hand of four, and how many actions it may give (2.1, 2.0 unbroken signals)."""

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Draw; four actions if the wire is whole as the phase begins."""
        s = g.draw_soviet(s, HAND - len(s.hand), course)
        actions = ACTIONS
        if unbroken(g, s):
            actions = UNBROKEN
            course.tell("2.0 unbroken signals", "pav.card.unbroken", count=actions)
        return s.instead(SovietCards(actions))


def discard(s: State, course: Course) -> State:
    """The whole hand goes, used or not (2.3)."""
    course.tell("2.3", "pav.card.discarded", count=len(s.hand))
    return replace(s, hand=(), used=(), discard=(*s.discard, *s.hand))


@dataclass(frozen=True)
class SovietCards(Phase):
    """Up to three actions, one a card (2.2)."""

    left: int

    def usable(self, g: PavlovsHouse, s: State) -> list[str]:
        """Cards of the hand that have not been used and are no fog (2.2 fog of war)."""
        return [c for c in s.hand if c not in s.used and g.kit.soviet_halves(c)]

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed while an action and a card for it are left."""
        if not self.left or not self.usable(g, s):
            return None
        return Decision.of(g.seat("cards"), "pav.cards", "2.2", left=self.left)

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """The whole hand is discarded (2.3)."""
        return discard(s.pop(), course)

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """Play a card; end the phase."""
        return PLAY, NO_MORE


class Play(Deed["PavlovsHouse", State, SovietCards]):
    """One action that a card gives (2.2)."""

    kind, rule = "play", "2.2"

    def slots(self) -> Slots[PavlovsHouse, State, SovietCards]:
        """A card, the half of it, an action of that command, a place for it."""
        return {
            "card": lambda g, s, p, given: p.usable(g, s),
            "command": lambda g, s, p, given: g.kit.soviet_halves(given["card"]),
            "act": lambda g, s, p, given: acts_of(g, given["command"]),
            "place": lambda g, s, p, given: places_for(g, given["command"], given["act"]),
        }

    def reasons(self, g: PavlovsHouse, s: State, p: SovietCards, action: Action) -> Reasons:
        """The card, its half, the command's action (2.2)."""
        card, command, act = (text(action, key) for key in ("card", "command", "act"))
        if card not in s.hand:
            yield Reason.of("2.2", "pav.card.not-held", card=card)
            return
        halves = g.kit.soviet_halves(card)
        if not halves:
            yield Reason.of("2.2 fog of war", "pav.card.fog", card=card)
            return
        if card in s.used:
            yield Reason.of("2.2", "pav.card.used", card=card)
        if command not in halves:
            yield Reason.of("2.2", "pav.card.half", card=card, commands=halves)
            return
        if not gives(g, command, act):
            yield Reason.of("2.2", "pav.card.act", command=command, act=act)
            return
        yield from act_reasons(g, s, command, act, action.get("place"))

    def apply(
        self, g: PavlovsHouse, s: State, p: SovietCards, action: Action, course: Course
    ) -> State:
        """The card stays in the hand, used, until the discard."""
        s = replace(s, used=(*s.used, action["card"])).instead(SovietCards(p.left - 1))
        return perform(g, s, action["command"], action["act"], action.get("place"), course)


class NoMore(End[State]):
    """No more cards (2.2)."""

    rule = "2.3"

    def apply(self, g: object, s: State, p: object, action: Action, course: Course) -> State:
        """The whole hand is discarded (2.3)."""
        return discard(s.pop(), course)


PLAY, NO_MORE = Play(), NoMore()
