"""Section 12.3: guns off the board, called for in secret a round ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.conflict_of_heroes.counters.markers import UNKNOWN
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.fire.attacks import shells
from engine.conflict_of_heroes.fire.shots import begin
from engine.conflict_of_heroes.fire.smoke import lay
from engine.conflict_of_heroes.fire.targets import hides, shootable
from engine.conflict_of_heroes.ground.sight import watches
from engine.conflict_of_heroes.hand.answers import CloseCall, Heavier
from engine.deeds import END, Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

SMOKE = "smoke:"


@enforces("8.2 off-board artillery")
def batteries(g: Firefight, s: State, side: str) -> list[str]:
    """The artillery cards in a hand (8.2 off-board artillery)."""
    cards = g.charts["cards"].rows
    held = dict.fromkeys(s.hands.get(side, ()))
    # a card face down is nobody's battery (8.0)
    return [card for card in held if card in cards and cards[card]["kind"] == "artillery"]


@dataclass(frozen=True)
class Calling(Phase):
    """One side names the hexes its artillery will hit a round later (12.3 spotter)."""

    side: str

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """Only who has a battery left is asked."""
        if not batteries(g, s, self.side):
            return None
        return Decision.of(self.side, "coh.call", "12.3")

    def deeds(self, g: Firefight, s: State) -> tuple[Deed[Firefight, State, Self], ...]:
        """Call, or leave it."""
        return CALL, END


class Call(Deed["Firefight", State, Calling]):
    """A battery is told where to fire a round later (12.3 spotter)."""

    kind, rule = "call", "12.3"

    def slots(self) -> Slots[Firefight, State, Calling]:
        """A battery, a hex, high explosive or smoke."""
        return {
            "card": lambda g, s, p, given: batteries(g, s, p.side),
            "hex": lambda g, s, p, given: g.board.hexes,
            "smoke": lambda g, s, p, given: (None, True),
        }

    def reasons(self, g: Firefight, s: State, p: Calling, action: Action) -> Reasons:
        """A battery in hand and a spotter who sees the hex now (12.3 spotter)."""
        card, hex = text(action, "card"), text(action, "hex")
        if card not in batteries(g, s, p.side):
            yield Reason.of("12.3", "coh.call.card", card=card)
        if hex not in g.board:
            yield Reason.of("12.3", "coh.fire.off-map", hex=hex)
        elif hex not in g.setup.targets.get(p.side, ()) and not any(
            watches(g, s, u, hex) for u in g.friends(s, p.side)
        ):
            yield Reason.of("12.3 spotter", "coh.call.unseen", hexes=(hex,), hex=hex)

    def tally(self, g: Firefight, s: State, p: Calling, action: Action) -> Tally | None:
        """The battery's firepower."""
        card = text(action, "card")
        if card not in batteries(g, s, p.side):
            return None
        power = int(g.charts["cards"].rows[card]["red"])
        return Tally.adding("coh.firepower", [Line.of("12.3", "coh.line.red", power)])

    def apply(self, g: Firefight, s: State, p: Calling, action: Action, course: Course) -> State:
        """Written down in secret; the card is used up."""
        card, side = action["card"], p.side
        hand = list(s.hands[side])
        hand.remove(card)
        order = f"{SMOKE}{card}" if action.get("smoke") else card
        aimed = {**s.aimed, side: (*s.aimed.get(side, ()), (order, action["hex"]))}
        course.tell("12.3", "coh.called", side=side)
        return replace(s, hands={**s.hands, side: tuple(hand)}, aimed=aimed)


CALL = Call()


@dataclass(frozen=True)
class Barrage(Phase):
    """The shells called for last round: the hex and the six about it, each apart (12.3)."""

    side: str
    card: str
    hex: str

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
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

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """Dice for everything in seven hexes."""
        s = s.pop()
        area = [self.hex, *g.board.neighbours(self.hex)]
        for hex in reversed(area):
            attack = shells(g, s, self.side, self.card, hex)
            if shootable(g, s, attack) or hides(g, s, self.side):
                s = begin(g, s, attack)
        return replace(s, firepower=s.firepower - {self.side})
