"""Cards that answer a roll: Luck (8.1 luck) and Combat Hardened (8.3 combat hardened)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, whole
from engine.conflict_of_heroes.counters.state import State
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

LUCK, HARDENED = "luck", "combat-hardened"
ANSWERS = {LUCK: "8.1 luck", HARDENED: "8.3 combat hardened"}


class Outcome(Protocol):
    """What a roll decides, once nobody changes it any more."""

    def resolve(self, g: Firefight, s: State, dice: tuple[int, ...], course: Course) -> State:
        """Go on with these dice."""


def lucky(s: State, side: str) -> list[str]:
    """The cards in a hand that can answer a roll."""
    return [card for card in ANSWERS if card in s.hands.get(side, ())]


def rolled(g: Firefight, s: State, side: str, name: str, outcome: Outcome, course: Course) -> State:
    """Two dice; who has a card for it may still change them."""
    dice = (course.chance.roll(name), course.chance.roll(name))
    if not lucky(s, side):
        return outcome.resolve(g, s, dice, course)
    course.tell("8.1 luck", "coh.rolled", side=side, dice=sum(dice))
    return s.push(Rolled(side, name, dice, outcome))


@dataclass(frozen=True)
class Rolled(Phase):
    """Dice lie on the table, and their owner may play a card on them."""

    side: str
    name: str
    dice: tuple[int, ...]
    outcome: Outcome

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """Keep them, or play a card."""
        return Decision.of(self.side, "coh.rolled", "8.1 luck", dice=sum(self.dice))

    def deeds(self, g: Firefight, s: State) -> tuple[Deed[Firefight, State, Self], ...]:
        """Both."""
        return KEEP, CHANGE


class Keep(Deed["Firefight", State, Rolled]):
    """The dice stay as they fell."""

    kind, rule = "keep", "8.1 luck"

    def apply(self, g: Firefight, s: State, p: Rolled, action: Action, course: Course) -> State:
        """What they decide."""
        return p.outcome.resolve(g, s.pop(), p.dice, course)


class Change(Deed["Firefight", State, Rolled]):
    """Luck throws both dice again, Combat Hardened one of them."""

    kind, rule = "play", "8.1 luck"

    def slots(self) -> Slots[Firefight, State, Rolled]:
        """A card, and which die it is for."""
        return {
            "card": lambda g, s, p, given: lucky(s, p.side),
            "die": lambda g, s, p, given: (None,) if given["card"] == LUCK else (1, 2),
        }

    def reasons(self, g: Firefight, s: State, p: Rolled, action: Action) -> Reasons:
        """A card that one has, and one of two dice."""
        card = text(action, "card")
        if card not in lucky(s, p.side):
            yield Reason.of("8.1", "coh.card.not-held", card=card)
        elif card == HARDENED and whole(action, "die") not in (1, 2):
            yield Reason.of("8.3 combat hardened", "coh.card.die")

    def apply(self, g: Firefight, s: State, p: Rolled, action: Action, course: Course) -> State:
        """Luck keeps the better of two throws; Combat Hardened takes the new die as it falls."""
        card, dice, hand = action["card"], p.dice, list(s.hands[p.side])
        hand.remove(card)
        s = replace(s.pop(), hands={**s.hands, p.side: tuple(hand)})
        course.tell(ANSWERS[card], "coh.card.played", side=p.side, card=card)
        if card == LUCK:
            again = (course.chance.roll(p.name), course.chance.roll(p.name))
            dice = max(dice, again, key=sum)
        else:
            new = course.chance.roll(p.name)
            dice = (new, dice[1]) if action["die"] == 1 else (dice[0], new)
        if lucky(s, p.side):
            return s.push(replace(p, dice=dice))
        return p.outcome.resolve(g, s, dice, course)


KEEP, CHANGE = Keep(), Change()
