"""Chapter 7.4: the German player lays his cards before the Soviets act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.variants.cards import draw_part
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

HAND, TACTICS, LAID = 4, 3, 3


def forced(g: PavlovsHouse, s: State) -> list[str]:
    """Resupply checks and the Milk House cannot be held back (7.4 forced cards)."""
    return [card for card in s.german_hand if card in g.kit.storm_groups]


def filled(s: State, course: Course) -> State:
    """The hand filled to four Wehrmacht and three tactics cards (7.4 planning)."""
    while len(s.german_hand) < HAND and any(s.wehrmacht):
        card, parts = draw_part(s.wehrmacht, "wehrmacht", course)
        s = replace(s, wehrmacht=parts, german_hand=(*s.german_hand, *([card] if card else [])))
    while len(s.german_tactics) < TACTICS and any(s.tactics):
        card, parts = draw_part(s.tactics, "tactics", course)
        more = (card,) if card else ()
        s = replace(s, tactics=parts, german_tactics=(*s.german_tactics, *more))
    return s


@dataclass(frozen=True)
class BeginPlanning(Phase):
    """The first hand of the game is drawn before it can be planned with (7.4 planning)."""

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Draw, then lay."""
        s = filled(s, course)
        course.tell("7.4 planning", "pav.plan.begins", turn=s.turn)
        return s.instead(Planning(min(LAID, len(s.german_hand))))


@dataclass(frozen=True)
class Planning(Phase):
    """Three Wehrmacht cards in order, then one tactics card, all face down (7.4 planning)."""

    left: int

    def tactic(self, s: State) -> bool:
        """Whether the tactics card is next."""
        return not self.left and s.planned_tactic is None and bool(s.german_tactics)

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed by the German player."""
        if self.left:
            return Decision.of(g.seat("german"), "pav.plan", "7.4 planning", left=self.left)
        if self.tactic(s):
            return Decision.of(g.seat("german"), "pav.plan-tactics", "7.4 planning")
        return None

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """All cards lie, and as many are drawn again before the Soviets act (7.4 planning)."""
        s = filled(s, course)
        course.tell("7.4 planning", "pav.plan.drawn", count=len(s.german_hand))
        return s.pop()

    def deeds(self, g: PavlovsHouse, s: State) -> tuple[Deed[PavlovsHouse, State, Self], ...]:
        """Lay a card."""
        return (LAY,)


class Lay(Deed["PavlovsHouse", State, Planning]):
    """A card face down (7.4 planning)."""

    kind, rule = "lay", "7.4 planning"

    def slots(self) -> Slots[PavlovsHouse, State, Planning]:
        """A card of the hand that is laid from."""
        return {"card": lambda g, s, p, given: hand(s, p)}

    def reasons(self, g: PavlovsHouse, s: State, p: Planning, action: Action) -> Reasons:
        """In the hand; forced cards before there is no room for them (7.4 forced cards)."""
        card = text(action, "card")
        if card not in hand(s, p):
            yield Reason.of(self.rule, "pav.plan.not-held", card=card)
            return
        must = forced(g, s)
        if not p.tactic(s) and card not in must and len(must) >= p.left:
            yield Reason.of("7.4 forced cards", "pav.plan.forced", card=card, cards=tuple(must))

    def apply(
        self, g: PavlovsHouse, s: State, p: Planning, action: Action, course: Course
    ) -> State:
        """Face down: only its number is told."""
        card = action["card"]
        rest = tuple(other for other in hand(s, p) if other != card)
        if p.tactic(s):
            course.tell(self.rule, "pav.plan.tactic")
            return replace(s, german_tactics=rest, planned_tactic=card)
        course.tell(self.rule, "pav.plan.laid", number=len(s.plan) + 1)
        s = replace(s, german_hand=rest, plan=(*s.plan, card))
        return s.instead(Planning(p.left - 1))


LAY = Lay()


def hand(s: State, p: Planning) -> tuple[str, ...]:
    """The cards of which one is laid next (7.4 planning)."""
    return s.german_tactics if p.tactic(s) else s.german_hand
