"""Section 8.1: cards drawn off the deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.conflict_of_heroes.cards.events import occur
from engine.conflict_of_heroes.counters.state import State
from engine.game import Course
from engine.values import replace

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


def deal(g: Firefight, s: State, course: Course) -> State:
    """Both sides draw at the start of a round (2.0, 8.1)."""
    for side in s.hands:
        for _ in range(g.setup.draw if g.setup.deck else 0):
            s = draw_one(g, s, side, course)
    return s


def draw_one(g: Firefight, s: State, side: str, course: Course) -> State:
    """One card off the deck; the card that ends the game does so at once (8.1 game ends)."""
    if not s.deck:
        return s
    card = course.chance.draw("coh.deck", s.deck)
    left = list(s.deck)
    left.remove(card)
    if card == "game-ends":
        course.tell("8.1 game ends", "coh.card.ends", side=side)
        return replace(s, deck=tuple(left), over=True)
    if g.charts["cards"].rows.get(card, {}).get("kind") == "event":
        s = occur(g, replace(s, deck=tuple(left)), card, course)
        return draw_one(g, s, side, course)
    hand = (*s.hands[side], card)
    course.tell("8.1", "coh.card.drawn", side=side)
    return replace(s, deck=tuple(left), hands={**s.hands, side: hand})
