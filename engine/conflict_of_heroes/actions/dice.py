"""Section 3.23: CAP that are declared for dice before they fall."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, whole, wholes
from engine.conflict_of_heroes.counters.state import State
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course
from engine.verdict import Reason, Tally

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


class Rolling(Phase):
    """Dice are about to fall."""

    rule = "3.23"
    better = 1
    """The sign of the CAP that help whoever rolls."""

    def roller(self, g: Firefight) -> str:
        """Whose dice they are."""
        raise NotImplementedError

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

    def deeds(self, g: Firefight, s: State) -> tuple[Deed[Firefight, State, Self], ...]:
        """The dice."""
        return (ROLL,)


class Roll(Deed["Firefight", State, Rolling]):
    """A throw of dice, with CAP declared before it (3.23)."""

    kind, rule = "roll", "3.23"

    def slots(self) -> Slots[Firefight, State, Rolling]:
        """For whom, and with how many CAP."""
        return {
            "target": lambda g, s, p, given: p.targets() or (None,),
            "cap": lambda g, s, p, given: (p.better * cap for cap in caps(s.cap[p.roller(g)])),
        }

    def reasons(self, g: Firefight, s: State, p: Rolling, action: Action) -> Reasons:
        """CAP that one has; somebody for whom dice are still to fall."""
        yield from dice_reasons(whole(action, "cap"), s.cap[p.roller(g)])
        target = text(action, "target")
        if p.targets() and target not in p.targets():
            yield Reason.of(p.rule, "coh.aim.target", target=target)

    def tally(self, g: Firefight, s: State, p: Rolling, action: Action) -> Tally | None:
        """What the dice must show."""
        return p.need(g, s, action)

    def apply(self, g: Firefight, s: State, p: Rolling, action: Action, course: Course) -> State:
        """The CAP are spent, and the dice fall."""
        side, cap = p.roller(g), whole(action, "cap")
        s = s.with_cap(side, s.cap[side] - abs(cap))
        return p.thrown(g, s, text(action, "target"), cap, course)

    def units(self, g: Firefight, s: State, p: Rolling, action: Action) -> tuple[str, ...]:
        """Whose fate the dice decide."""
        return p.units(action)

    def hexes(self, g: Firefight, s: State, p: Rolling, action: Action) -> tuple[str, ...]:
        """Where."""
        return p.hexes(s, p.units(action))


ROLL = Roll()
