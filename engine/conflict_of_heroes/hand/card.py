"""Chapter 8: what a card is played on, what forbids it, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.actions.groups import group_reasons, units_of
from engine.conflict_of_heroes.actions.payment import units_reasons
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.hand.cardlist import RULES
from engine.deeds import Candidate, Reasons
from engine.game import Course
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight


class Card:
    """One kind of card that is played in a turn (8.1 to 8.3)."""

    diced = False
    """Whether CAP may change a roll of its own, or of the action that it pays for (3.23)."""
    discreet = False
    """Whether it does not by itself betray the hidden unit that it is played on (10.0)."""

    def __init__(self, name: str) -> None:
        self.name, self.rule = name, RULES[name]

    def played_on(self, s: State, side: str, action: Action) -> tuple[str, ...]:
        """The units that it is played on."""
        return units_of(action)

    def units(self, g: Firefight, s: State, p: Turn) -> Iterable[str | None]:
        """The units that it may be offered for."""
        return g.on_map(s, p.side)

    def ways(self, g: Firefight, s: State, p: Turn, given: Action) -> Iterable[Candidate]:
        """What else it may be told."""
        return (None,)

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """What forbids it, its price aside."""
        return iter(())

    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """What it does."""
        raise NotImplementedError

    def own(
        self,
        g: Firefight,
        s: State,
        p: Turn,
        action: Action,
        rule: str,
        rallying: bool = True,
    ) -> Reasons:
        """Units of one's own that can act, together if they are several."""
        units = units_of(action)
        yield from units_reasons(g, s, p.side, units, rallying)
        yield from group_reasons(g, s, units, rule)

    def alone(self, action: Action) -> Reasons:
        """Some cards are for one unit, and never for a group (8.1)."""
        if "units" in action:
            yield Reason.of(self.rule, "coh.group.single", units=units_of(action))


class Unnamed(Card):
    """A card that is played on no unit in particular."""

    def units(self, g: Firefight, s: State, p: Turn) -> tuple[None]:
        """Nobody is named."""
        return (None,)


def drop(s: State, side: str, card: str) -> State:
    """A card leaves a hand (8.1)."""
    hand = list(s.hands[side])
    hand.remove(card)
    return replace(s, hands={**s.hands, side: tuple(hand)})
