"""Section 8.3: the veteran cards that are played in a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.cards import Card
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import GUN, PLANE
from engine.conflict_of_heroes.veterans import tied_reasons
from engine.deeds import Reasons
from engine.game import Course
from engine.given import text
from engine.rulebook import enforces
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes
    from engine.conflict_of_heroes.turns import Turn

MARCH = 4
"""AP that a forced march adds (a reconstruction: as many as experience)."""


class Veteran(Card):
    """A card that one unit plays for what it does next."""

    def forbidden(self, g: ConflictOfHeroes, s: State, p: Turn, action: Action) -> Reasons:
        """One unit of one's own on the map, the one it is tied to."""
        return self.against(g, s, p.side, text(action, "unit"))

    def against(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> Reasons:
        """Why it may not be played on a unit."""
        if unit not in g.units or g.units[unit].side != side:
            yield Reason.of(self.rule, "coh.no-unit", unit=unit)
            return
        name = g.units[unit].title
        if s.position.place(unit) not in g.board:
            yield Reason.of(self.rule, "coh.not-on-map", units=(unit,), unit=name)
            return
        yield from tied_reasons(g, self.name, (unit,))
        key = self.unfit(g, s, side, unit)
        if key:
            yield Reason.of(self.rule, key, units=(unit,), unit=name)

    def unfit(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> str:
        """What is wrong with a unit; empty where nothing is."""
        raise NotImplementedError


class ForcedMarch(Veteran):
    """An activated unit that has only moved gets more AP (8.3 forced march)."""

    def unfit(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> str:
        """Activated, and nothing but moved."""
        if unit not in s.active[side]:
            return "coh.card.whose"
        return "coh.card.marched" if side in s.busy else ""

    @enforces("8.3 forced march")
    def effect(
        self, g: ConflictOfHeroes, s: State, p: Turn, action: Action, course: Course
    ) -> State:
        """More AP."""
        return replace(s, ap={**s.ap, p.side: s.ap[p.side] + MARCH})


class IronWill(Veteran):
    """What its hit marker does is ignored, movement apart (8.3 iron will)."""

    def unfit(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> str:
        """It is hit."""
        return "coh.rally.unhurt" if s.of(unit).hit is None else ""

    @enforces("8.3 iron will")
    def effect(
        self, g: ConflictOfHeroes, s: State, p: Turn, action: Action, course: Course
    ) -> State:
        """The marker is shown."""
        return s.changed(action["unit"], iron=True, shown=True)


class SixthSense(Veteran):
    """It is on its guard until its side's next turn (8.3 sixth sense)."""

    def unfit(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> str:
        """Not for guns and planes."""
        return "coh.card.foot-or-wheels" if g.units[unit].kind in (GUN, PLANE) else ""

    @enforces("8.3 sixth sense")
    def effect(
        self, g: ConflictOfHeroes, s: State, p: Turn, action: Action, course: Course
    ) -> State:
        """On its guard, and no longer exposed."""
        return alert(s, action["unit"])


def alert(s: State, unit: str) -> State:
    """A unit is on its guard (8.3 sixth sense)."""
    return s.changed(unit, wary=True, exposed=False)


class HiddenAction(Veteran):
    """What it does next does not betray it (8.3 hidden action)."""

    discreet = True

    def unfit(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> str:
        """It is hidden."""
        return "" if s.of(unit).hidden else "coh.card.hidden-only"

    @enforces("8.3 hidden action")
    def effect(
        self, g: ConflictOfHeroes, s: State, p: Turn, action: Action, course: Course
    ) -> State:
        """Once."""
        return s.changed(action["unit"], covert=True)


class Overrun(Veteran):
    """Its next attack at close quarters has more firepower (8.3 overrun)."""

    def unfit(self, g: ConflictOfHeroes, s: State, side: str, unit: str) -> str:
        """A vehicle."""
        return "" if g.units[unit].vehicle else "coh.card.vehicle"

    @enforces("8.3 overrun")
    def effect(
        self, g: ConflictOfHeroes, s: State, p: Turn, action: Action, course: Course
    ) -> State:
        """Once."""
        return s.changed(action["unit"], overrun=True)


FORCED_MARCH, IRON_WILL, SIXTH_SENSE = (
    ForcedMarch("forced-march"),
    IronWill("iron-will"),
    SixthSense("sixth-sense"),
)
HIDDEN_ACTION, OVERRUN = HiddenAction("hidden-action"), Overrun("overrun")
