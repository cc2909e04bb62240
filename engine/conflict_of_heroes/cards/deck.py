"""Section 8.1: the deck; yellow cards, carried out when drawn, and the secret objectives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.conflict_of_heroes.counters.hits import UNKNOWN
from engine.conflict_of_heroes.counters.state import Setting, State
from engine.conflict_of_heroes.fire.artillery import lay
from engine.values import replace
from engine.verdict import Course

SCORE, EVENT = "score", "firefight-event"


@dataclass(frozen=True, slots=True)
class Happening:
    """What a firefight's event card does (8.1 firefight event)."""

    cap: Mapping[str, int] = field(default_factory=dict)
    smoke: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    """Reinforcements that may come in from now on."""


@dataclass(frozen=True, slots=True)
class Aim:
    """A secret objective: a hex to hold at the end, and its points (8.1 objective)."""

    hex: str
    points: int


def occur(g: Setting, s: State, card: str, course: Course) -> State:
    """A yellow card is carried out at once (8.1)."""
    if card == SCORE:
        s = replace(s, control=g.control(s))
        course.tell("8.1 score", "coh.card.score")
        return points_for(g, s, g.setup.scoring or g.setup.hex_points, "8.1 score", course)
    event = g.setup.happening
    course.tell("8.1 firefight event", "coh.card.event")
    for side, more in event.cap.items():
        s = s.with_cap(side, s.cap[side] + more)
    for hex in event.smoke:
        s = lay(s, hex, course)
    return replace(s, called_up=s.called_up | frozenset(event.units))


def points_for(g: Setting, s: State, hexes: Iterable[str], rule: str, course: Course) -> State:
    """Points for who holds some hexes (2.4, 8.1 score)."""
    for hex in hexes:
        holder, worth = s.control.get(hex, ""), g.setup.hex_points.get(hex, 1)
        if holder in g.sides:
            s = s.scored(holder, worth)
            course.tell(rule, "coh.points.hex", hexes=(hex,), side=holder, points=worth)
    return s


def draw_objectives(g: Setting, s: State, course: Course) -> State:
    """Each player draws one objective in secret before the first round (8.1 objective)."""
    left = sorted(g.setup.aims)
    goals = {}
    for side in g.sides if left else ():
        if left:
            drawn = course.chance.draw("coh.objective", tuple(left))
            left.remove(drawn)
            goals[side] = (drawn,)
            course.tell("8.1 objective", "coh.card.objective", side=side)
    return replace(s, goals=goals)


def reveal_objectives(g: Setting, s: State, course: Course) -> State:
    """At the end they are shown, and score for who holds the hex (8.1 objective)."""
    for side, cards in s.goals.items():
        # who reckons with the end does not know the other's
        for card in (one for one in cards if one != UNKNOWN):
            aim = g.setup.aims[card]
            met = s.control.get(aim.hex) == side
            key = "coh.objective.met" if met else "coh.objective.missed"
            course.tell(
                "8.1 objective", key, hexes=(aim.hex,), side=side, hex=aim.hex, points=aim.points
            )
            if met:
                s = s.scored(side, aim.points)
    return s


def deal(g: Setting, s: State, course: Course) -> State:
    """Both sides draw at the start of a round (2.0, 8.1)."""
    for side in s.hands:
        for _ in range(g.setup.draw if g.setup.deck else 0):
            s = draw_one(g, s, side, course)
    return s


def draw_one(g: Setting, s: State, side: str, course: Course) -> State:
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
