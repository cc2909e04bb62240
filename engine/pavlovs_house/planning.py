"""Chapter 7.4: the German player lays his cards before the Soviets act."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.game import Course, Decision
from engine.given import text
from engine.pavlovs_house.state import State
from engine.pavlovs_house.variants import draw_part
from engine.verdict import Reason, Verdict

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

    def _tactic(self, s: State) -> bool:
        return not self.left and s.planned_tactic is None and bool(s.german_tactics)

    def decision(self, g: PavlovsHouse, s: State) -> Decision | None:
        """Owed by the German player."""
        if self.left:
            return Decision.of(g.seat("german"), "pav.plan", "7.4 planning", left=self.left)
        if self._tactic(s):
            return Decision.of(g.seat("german"), "pav.plan-tactics", "7.4 planning")
        return None

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """All cards lie, and as many are drawn again before the Soviets act (7.4 planning)."""
        s = filled(s, course)
        course.tell("7.4 planning", "pav.plan.drawn", count=len(s.german_hand))
        return s.pop()

    def kinds(self) -> tuple[str, ...]:
        """Lay a card."""
        return ("lay",)

    def choices(self, g: PavlovsHouse, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every card of the hand, or only the forced ones when no other fits."""
        if unit is not None or hex is not None:
            return
        for card in s.german_tactics if self._tactic(s) else s.german_hand:
            action = Action("lay", card=card)
            if self.explain(g, s, action):
                yield action

    def explain(self, g: PavlovsHouse, s: State, action: Action) -> Verdict:
        """In the hand; forced cards before there is no room for them (7.4 forced cards)."""
        return Verdict(tuple(self._reasons(g, s, text(action, "card"))))

    def _reasons(self, g: PavlovsHouse, s: State, card: str) -> Iterator[Reason]:
        hand = s.german_tactics if self._tactic(s) else s.german_hand
        if card not in hand:
            yield Reason.of("7.4 planning", "pav.plan.not-held", card=card)
            return
        must = forced(g, s)
        if not self._tactic(s) and card not in must and len(must) >= self.left:
            yield Reason.of("7.4 forced cards", "pav.plan.forced", card=card, cards=tuple(must))

    def apply(self, g: PavlovsHouse, s: State, action: Action, course: Course) -> State:
        """Face down: only its number is told."""
        card = action["card"]
        if self._tactic(s):
            rest = tuple(other for other in s.german_tactics if other != card)
            course.tell("7.4 planning", "pav.plan.tactic")
            return replace(s, german_tactics=rest, planned_tactic=card)
        course.tell("7.4 planning", "pav.plan.laid", number=len(s.plan) + 1)
        rest = tuple(other for other in s.german_hand if other != card)
        s = replace(s, german_hand=rest, plan=(*s.plan, card))
        return s.instead(Planning(self.left - 1))
