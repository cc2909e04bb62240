"""Chapter 3: the Wehrmacht card phase - three cards, each settled before the next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.game import Course
from engine.pavlovs_house.board.state import State
from engine.pavlovs_house.variants.cards import draw_part, open_tactics
from engine.pavlovs_house.wehrmacht.bombing import raid
from engine.pavlovs_house.wehrmacht.fire import GUNS, Assault, mortar, shelling, sniper
from engine.pavlovs_house.wehrmacht.placement import place_german
from engine.pavlovs_house.wehrmacht.resupply import open_storm, resupply
from engine.rulebook import enforces
from engine.values import replace

if TYPE_CHECKING:
    from engine.pavlovs_house.rules import PavlovsHouse

CARDS = 3
"""Cards opened in a phase (3.0)."""


@dataclass(frozen=True)
class BeginWehrmacht(Phase):
    """The phase begins; the tactics cards of a harder game open first (7.2.1 play, 7.4)."""

    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Three cards follow (3.0)."""
        course.tell("3.0", "pav.wehrmacht.begins", turn=s.turn)
        return open_tactics(g, s, course).instead(WehrmachtCards(CARDS))


@dataclass(frozen=True)
class WehrmachtCards(Phase):
    """Cards are opened one by one (3.0)."""

    left: int

    @enforces("7.4")
    def proceed(self, g: PavlovsHouse, s: State, course: Course) -> State:
        """Open the next card and settle it whole."""
        if not self.left:
            return s.pop()
        s = s.instead(WehrmachtCards(self.left - 1))
        card: str | None
        if g.on("competitive"):
            card, s = (s.plan[0] if s.plan else None), replace(s, plan=s.plan[1:])
        else:
            card, parts = draw_part(s.wehrmacht, "wehrmacht", course)
            s = replace(s, wehrmacht=parts)
        if card is None:
            return s.pop()
        return settle(g, s, card, course)


def settle(g: PavlovsHouse, s: State, card: str, course: Course) -> State:
    """What a card does, by its kind (3.0, 3.0 special cards)."""
    kind = g.kit.wehrmacht_kind(card)
    course.tell("3.0", "pav.wehrmacht.card", card=kind)
    if kind == "resupply":
        return resupply(g, s, card, course)
    if card == g.kit.milk_house:
        return open_storm(g, s, card, course)
    s = replace(s, played=(*s.played, card))
    if kind == "sniper":
        return sniper(g, s, course)
    if kind == "mortar":
        return mortar(g, s, course)
    if kind in GUNS:
        return shelling(g, s, kind, course)
    if kind == "ju87":
        return raid(g, s, g.kit.chart("wehrmacht").value(card, "planes"))
    if kind == "assault":
        return s.push(Assault.whole())
    return place_german(g, s, kind, course)
