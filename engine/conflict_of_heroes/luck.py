"""Cards that answer a roll: Luck (8.1 luck) and Combat Hardened (8.3 combat hardened)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes.state import State
from engine.game import Course, Decision
from engine.given import text, whole
from engine.verdict import Reason, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

LUCK, HARDENED = "luck", "combat-hardened"
ANSWERS = {LUCK: "8.1 luck", HARDENED: "8.3 combat hardened"}


class Outcome(Protocol):
    """What a roll decides, once nobody changes it any more."""

    def resolve(
        self, g: ConflictOfHeroes, s: State, dice: tuple[int, ...], course: Course
    ) -> State:
        """Go on with these dice."""


def lucky(s: State, side: str) -> list[str]:
    """The cards in a hand that can answer a roll."""
    return [card for card in ANSWERS if card in s.hands.get(side, ())]


def rolled(
    g: ConflictOfHeroes, s: State, side: str, name: str, outcome: Outcome, course: Course
) -> State:
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

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """Keep them, or play a card."""
        return Decision.of(self.side, "coh.rolled", "8.1 luck", dice=sum(self.dice))

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """Both."""
        return ("keep", "play")

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Luck throws both dice again, Combat Hardened one of them."""
        if unit is not None or hex is not None:
            return
        yield Action("keep")
        for card in lucky(s, self.side):
            if card == LUCK:
                yield Action("play", card=card)
            else:
                for die in (1, 2):
                    yield Action("play", card=card, die=die)

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """A card that one has, and one of two dice."""
        card = text(action, "card")
        if action.kind == "keep":
            return Verdict(())
        if card not in lucky(s, self.side):
            return Verdict((Reason.of("8.1", "coh.card.not-held", card=card),))
        if card == HARDENED and whole(action, "die") not in (1, 2):
            return Verdict((Reason.of("8.3 combat hardened", "coh.card.die"),))
        return Verdict(())

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """Luck keeps the better of two throws; Combat Hardened takes the new die as it falls."""
        s, dice = s.pop(), self.dice
        if action.kind == "keep":
            return self.outcome.resolve(g, s, dice, course)
        card, hand = action["card"], list(s.hands[self.side])
        hand.remove(card)
        s = replace(s, hands={**s.hands, self.side: tuple(hand)})
        course.tell(ANSWERS[card], "coh.card.played", side=self.side, card=card)
        if card == LUCK:
            again = (course.chance.roll(self.name), course.chance.roll(self.name))
            dice = max(dice, again, key=sum)
        else:
            new = course.chance.roll(self.name)
            dice = (new, dice[1]) if action["die"] == 1 else (dice[0], new)
        if lucky(s, self.side):
            return s.push(replace(self, dice=dice))
        return self.outcome.resolve(g, s, dice, course)
