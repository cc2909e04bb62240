"""Section 8.3: the veteran cards that one unit plays for what it does next."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, Unpack

from engine.action import Action
from engine.arguments import text
from engine.conflict_of_heroes.counters.state import Change, State
from engine.conflict_of_heroes.counters.unit import GUN, PLANE
from engine.conflict_of_heroes.hand.card import Card
from engine.conflict_of_heroes.hand.veterans import tied_reasons
from engine.deeds import Reasons
from engine.game import Course
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rounds.turns import Turn
    from engine.conflict_of_heroes.rules import Firefight

MARCH = 4
"""AP that a forced march adds (a reconstruction: as many as experience)."""
Unfit: TypeAlias = Callable[["Firefight", State, str], bool]
"""Whether a card is nothing for a unit."""


class Veteran(Card):
    """A card that changes something about one unit."""

    def __init__(self, name: str, unfit: Unfit, key: str, **change: Unpack[Change]) -> None:
        super().__init__(name)
        self.unfit, self.key, self.change = unfit, key, change
        self.discreet = "covert" in change

    def forbidden(self, g: Firefight, s: State, p: Turn, action: Action) -> Reasons:
        """Why it may not be played on the unit that is named."""
        return self.against(g, s, p.side, text(action, "unit"))

    def against(self, g: Firefight, s: State, side: str, unit: str) -> Reasons:
        """One of one's own on the map, whom it is tied to, and fit for it."""
        if unit not in g.units or g.units[unit].side != side:
            yield Reason.of(self.rule, "coh.no-unit", unit=unit)
            return
        if s.position.place(unit) not in g.board:
            yield g.no(unit, self.rule, "coh.not-on-map")
            return
        yield from tied_reasons(g, self.name, (unit,))
        if self.unfit(g, s, unit):
            yield g.no(unit, self.rule, self.key)

    @enforces("8.3 iron will", "8.3 sixth sense", "8.3 hidden action", "8.3 overrun")
    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """It holds for what the unit does next."""
        return s.changed(action["unit"], **self.change)


class ForcedMarch(Veteran):
    """An activated unit that has only moved gets more AP (8.3 forced march)."""

    def against(self, g: Firefight, s: State, side: str, unit: str) -> Reasons:
        """Activated, and nothing but moved."""
        yield from super().against(g, s, side, unit)
        if side in s.busy and unit in s.active[side]:
            yield g.no(unit, self.rule, "coh.card.marched")

    @enforces("8.3 forced march")
    def effect(self, g: Firefight, s: State, p: Turn, action: Action, course: Course) -> State:
        """More AP."""
        return replace(s, ap={**s.ap, p.side: s.ap[p.side] + MARCH})


FORCED_MARCH = ForcedMarch(
    "forced-march", lambda g, s, unit: unit not in s.active[g.units[unit].side], "coh.card.whose"
)
IRON_WILL = Veteran(
    "iron-will",
    lambda g, s, unit: s.of(unit).hit is None,
    "coh.rally.unhurt",
    iron=True,
    shown=True,
)
SIXTH_SENSE = Veteran(
    "sixth-sense",
    lambda g, s, unit: g.units[unit].kind in (GUN, PLANE),
    "coh.card.foot-or-wheels",
    wary=True,
    exposed=False,
)
HIDDEN_ACTION = Veteran(
    "hidden-action", lambda g, s, unit: not s.of(unit).hidden, "coh.card.hidden-only", covert=True
)
OVERRUN = Veteran(
    "overrun", lambda g, s, unit: not g.units[unit].vehicle, "coh.card.vehicle", overrun=True
)
