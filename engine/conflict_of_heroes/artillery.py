"""Section 12.3: guns off the board, called for in secret a round ahead."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes.attacks import shells
from engine.conflict_of_heroes.ground import watches
from engine.conflict_of_heroes.shots import begin
from engine.conflict_of_heroes.smoke import lay
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.targets import hides, shootable
from engine.conflict_of_heroes.values import UNKNOWN
from engine.conflict_of_heroes.veterans import CloseCall, Heavier
from engine.game import Course, Decision
from engine.given import text
from engine.verdict import Line, Reason, Tally, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

SMOKE = "smoke:"


def batteries(g: ConflictOfHeroes, s: State, side: str) -> list[str]:
    """The artillery cards in a hand (8.2 off-board artillery)."""
    cards = g.charts["cards"].rows
    held = dict.fromkeys(s.hands.get(side, ()))
    # a card face down is nobody's battery (8.0)
    return [card for card in held if card in cards and cards[card]["kind"] == "artillery"]


@dataclass(frozen=True)
class Calling(Phase):
    """One side names the hexes its artillery will hit a round later (12.3 spotter)."""

    side: str

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """Only who has a battery left is asked."""
        if not batteries(g, s, self.side):
            return None
        return Decision.of(self.side, "coh.call", "12.3")

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """No battery."""
        return s.pop()

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Call, or leave it."""
        return ("call", "end")

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every hex that somebody sees, for each battery, with high explosive or smoke."""
        for card in batteries(g, s, self.side):
            for target in (hex,) if hex else g.board.hexes:
                action = Action("call", card=card, hex=target)
                if unit is None and self.explain(g, s, action):
                    yield action
                    yield action.replaced(smoke=True)
        if unit is None and hex is None:
            yield Action("end")

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """A battery in hand and a spotter who sees the hex now (12.3 spotter)."""
        return Verdict(() if action.kind == "end" else tuple(self._reasons(g, s, action)))

    def _reasons(self, g: ConflictOfHeroes, s: State, action: Action) -> Iterator[Reason]:
        hex = text(action, "hex")
        if text(action, "card") not in batteries(g, s, self.side):
            yield Reason.of("12.3", "coh.call.card", card=text(action, "card"))
        if hex not in g.board:
            yield Reason.of("12.3", "coh.fire.off-map", hex=hex)
        elif hex not in g.setup.targets.get(self.side, ()) and not any(
            watches(g, s, u, hex) for u in g.friends(s, self.side)
        ):
            yield Reason.of("12.3 spotter", "coh.call.unseen", hexes=(hex,), hex=hex)

    def tally(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally | None:
        """The battery's firepower."""
        card = text(action, "card")
        if card not in batteries(g, s, self.side):
            return None
        power = int(g.charts["cards"].rows[card]["red"])
        return Tally.adding("coh.firepower", [Line.of("12.3", "coh.line.red", power)])

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """Written down in secret; the card is used up."""
        if action.kind == "end":
            return s.pop()
        card, side = action["card"], self.side
        hand = list(s.hands[side])
        hand.remove(card)
        order = f"{SMOKE}{card}" if action.get("smoke") else card
        aimed = {**s.aimed, side: (*s.aimed.get(side, ()), (order, action["hex"]))}
        course.tell("12.3", "coh.called", side=side)
        return replace(s, hands={**s.hands, side: tuple(hand)}, aimed=aimed)


@dataclass(frozen=True)
class Barrage(Phase):
    """The shells called for last round: the hex and the six about it, each apart (12.3)."""

    side: str
    card: str
    hex: str

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """Smoke, or dice for everything in seven hexes (12.3, 13.1)."""
        s = s.pop()
        if self.hex == UNKNOWN:
            return s  # whoever looks ahead knows that it comes, and not where
        area = [self.hex, *g.board.neighbours(self.hex)]
        course.tell("12.3", "coh.barrage", hexes=area, hex=self.hex)
        if self.card.startswith(SMOKE):
            for hex in area:
                s = lay(s, hex, course)
            return s
        s = s.push(Heavier(self.side), Salvo(self.side, self.card, self.hex))
        return s.push(*(CloseCall(side, area=tuple(area)) for side in g.sides))


@dataclass(frozen=True)
class Salvo(Phase):
    """The shells come down, when whoever can has got out of the way (12.3, 8.3 close call)."""

    side: str
    card: str
    hex: str

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """Dice for everything in seven hexes."""
        s = s.pop()
        area = [self.hex, *g.board.neighbours(self.hex)]
        for hex in reversed(area):
            attack = shells(g, s, self.side, self.card, hex)
            if shootable(g, s, attack) or hides(g, s, self.side):
                s = begin(g, s, attack)
        return replace(s, firepower=s.firepower - {self.side})
