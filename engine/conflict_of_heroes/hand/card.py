"""Chapter 8: the cards there are, what each is played on, what forbids it, what comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text
from engine.conflict_of_heroes.actions.groups import group_reasons, units_of
from engine.conflict_of_heroes.actions.payment import CARD, units_reasons
from engine.conflict_of_heroes.counters.state import State
from engine.deeds import Candidate, Reasons
from engine.game import Course
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight


ACTION_CARDS = {
    "command-action": "8.1 command action",
    "auto-rally": "8.1 auto-rally",
    "rally-attempt": "8.1 rally attempt",
    "move-2-hexes": "8.1 move 2 hexes",
    "mark-as-spent": "8.1 mark as spent",
    "bonus-ap": "8.1 bonus ap",
    "bonus-cap": "8.1 bonus cap",
    "firepower": "8.1 firepower",
    "double-action": "8.1 double action",
    "hasty-defense": "8.1 hasty defense",
    "sniper": "8.1 sniper",
    "bogged-down": "8.1 bogged down",
    "reveal-hidden": "8.1 reveal hidden",
    "lay-land-mine": "8.1 lay land mine",
    "defuse-land-mine": "8.1 defuse land mine",
    "luck": "8.1 luck",
    "score": "8.1 score",
    "firefight-event": "8.1 firefight event",
    "game-ends": "8.1 game ends",
}
WEAPONS = {
    "demolition-charge": "8.2 demolition charge",
    "flamethrower": "8.2 flamethrower",
    "extra-grenades": "8.2 extra grenades",
    "magnetic-mine": "8.2 magnetic mine",
    "molotov-cocktail": "8.2 molotov cocktail",
    "tellermine": "8.2 tellermine",
}
VETERANS = {
    "good-leadership": "8.3 good leadership",
    "extra-initiative": "8.3 extra initiative",
    "forced-march": "8.3 forced march",
    "better-equipped": "8.3 better equipped",
    "high-morale": "8.3 high morale",
    "experience": "8.3 experience",
    "blood-and-honor": "8.3 blood and honor",
    "sixth-sense": "8.3 sixth sense",
    "close-call": "8.3 close call",
    "organized-retreat": "8.3 organized retreat",
    "feared-reputation": "8.3 feared reputation",
    "iron-will": "8.3 iron will",
    "hidden-action": "8.3 hidden action",
    "combat-hardened": "8.3 combat hardened",
    "use-of-terrain": "8.3 use of terrain",
    "overrun": "8.3 overrun",
}
RULES = {**ACTION_CARDS, **WEAPONS, **VETERANS}
"""The section of every card but the batteries, which are plotted (12.3)."""
METAL_ONLY = ("magnetic-mine", "tellermine")


def inner(action: Action) -> Action:
    """The action that a Command Action card pays for."""
    rest = {k: v for k, v in action.args if k not in ("card", "order", "pay")}
    return Action(text(action, "order"), **rest, pay=CARD)


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
        self, g: Firefight, s: State, p: Turn, action: Action, rule: str, rallying: bool = True
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
