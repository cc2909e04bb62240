"""Section 3.23: CAP declared for dice before they fall, and cards that answer a roll (8.1, 8.3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, whole, wholes
from engine.conflict_of_heroes.counters.state import State
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.values import replace
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


TOP_DICE = 2
"""The most CAP on one roll (3.23)."""


def caps(have: int) -> range:
    """None, one or two CAP, if one has so many."""
    return range(min(TOP_DICE, have) + 1)


def dice_reasons(cap: int, have: int) -> Reasons:
    """CAP on a roll: two at most, either way, and only what one has (3.23)."""
    if abs(cap) > TOP_DICE:
        yield Reason.of("3.23", "coh.dice.limit", cap=abs(cap), limit=TOP_DICE)
    if abs(cap) > have:
        yield Reason.of("3.23", "coh.pay.cap", need=abs(cap), have=have)


def listed_cap(action: Action) -> int:
    """The CAP that a group lists for the dice of its hidden units (3.23, 10.1)."""
    return sum(map(abs, wholes(action, "caps")))


def dice_cap(action: Action) -> int:
    """All the CAP declared with an action for its dice (3.23)."""
    listed = listed_cap(action) if "caps" in action.named else 0
    return abs(whole(action, "cap")) + listed


def needed(key: str, lines: Iterable[Line], action: Action) -> Tally:
    """What dice must show, less the CAP declared for them (3.23)."""
    cap = whole(action, "cap")
    less = [Line.of("3.23", "coh.line.cap", -cap)] if cap else []
    return Tally.adding(key, [*lines, *less])


class Roll(Deed["Firefight", State, "Rolling"]):
    """A throw of dice, with CAP declared before it (3.23)."""

    kind, rule = "roll", "3.23"

    def slots(self) -> Slots[Firefight, State, Rolling]:
        return {
            "target": lambda g, s, p, given: p.targets() or (None,),
            "cap": lambda g, s, p, given: (p.better * cap for cap in caps(s.cap[p.side])),
        }

    def reasons(self, g: Firefight, s: State, p: Rolling, action: Action) -> Reasons:
        yield from dice_reasons(whole(action, "cap"), s.cap[p.side])
        target = text(action, "target")
        if p.targets() and target not in p.targets():
            yield Reason.of(p.rule, "coh.aim.target", target=target)

    def tally(self, g: Firefight, s: State, p: Rolling, action: Action) -> Tally | None:
        return p.need(g, s, action)

    def apply(self, g: Firefight, s: State, p: Rolling, action: Action, course: Course) -> State:
        cap = whole(action, "cap")
        s = s.with_cap(p.side, s.cap[p.side] - abs(cap))
        return p.thrown(g, s, text(action, "target"), cap, course)

    def units(self, g: Firefight, s: State, p: Rolling, action: Action) -> tuple[str, ...]:
        return p.units(action)

    def hexes(self, g: Firefight, s: State, p: Rolling, action: Action) -> tuple[str, ...]:
        return p.hexes(s, p.units(action))


@dataclass(frozen=True)
class Rolling(Phase):
    """Dice of a side are about to fall."""

    side: str

    rule = "3.23"
    better = 1
    """The sign of the CAP that help whoever rolls."""

    can = (Roll(),)

    def targets(self) -> tuple[str, ...]:
        """For whom they are thrown, each apart; nobody is named where one throw is all."""
        return ()

    def units(self, action: Action) -> tuple[str, ...]:
        """Whose fate they decide."""
        target = text(action, "target")
        return (target,) if target else ()

    def hexes(self, s: State, units: tuple[str, ...]) -> tuple[str, ...]:
        """Where."""
        return tuple(s.position.place(unit) for unit in units if unit in s.position)

    def need(self, g: Firefight, s: State, action: Action) -> Tally | None:
        """What they must show."""
        raise NotImplementedError

    def thrown(self, g: Firefight, s: State, target: str, cap: int, course: Course) -> State:
        """They fall; the CAP are spent."""
        raise NotImplementedError


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


class Keep(Deed["Firefight", State, "Rolled"]):
    """The dice stay as they fell."""

    kind, rule = "keep", "8.1 luck"

    def apply(self, g: Firefight, s: State, p: Rolled, action: Action, course: Course) -> State:
        return p.outcome.resolve(g, s.pop(), p.dice, course)


class Change(Deed["Firefight", State, "Rolled"]):
    """Luck throws both dice again, Combat Hardened one of them."""

    kind, rule = "play", "8.1 luck"

    def slots(self) -> Slots[Firefight, State, Rolled]:
        return {
            "card": lambda g, s, p, given: lucky(s, p.side),
            "die": lambda g, s, p, given: (None,) if given["card"] == LUCK else (1, 2),
        }

    def reasons(self, g: Firefight, s: State, p: Rolled, action: Action) -> Reasons:
        card = text(action, "card")
        if card not in lucky(s, p.side):
            yield Reason.of("8.1", "coh.card.not-held", card=card)
        elif card == HARDENED and whole(action, "die") not in (1, 2):
            yield Reason.of("8.3 combat hardened", "coh.card.die")

    def apply(self, g: Firefight, s: State, p: Rolled, action: Action, course: Course) -> State:
        """Luck keeps the better of two throws; Combat Hardened takes the new die as it falls."""
        card, dice = action["card"], p.dice
        s = s.pop().dropped(p.side, card)
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


@dataclass(frozen=True)
class Rolled(Phase):
    """Dice lie on the table, and their owner may play a card on them."""

    side: str
    name: str
    dice: tuple[int, ...]
    outcome: Outcome

    can = (Keep(), Change())

    def decision(self, g: Firefight, s: State) -> Decision | None:
        return Decision.of(self.side, "coh.rolled", "8.1 luck", dice=sum(self.dice))
