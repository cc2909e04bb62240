"""Section 1.0: the choices of set-up. Units and mines placed in zones, hidden ones in secret."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text
from engine.conflict_of_heroes.counters.state import AWAY, State, Work
from engine.conflict_of_heroes.counters.unit import DIRECTION
from engine.conflict_of_heroes.ground.sight import seen_by
from engine.deeds import Deed, Reasons, Slots
from engine.game import Course, Decision
from engine.hexes import DIRECTIONS
from engine.values import replace
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

MINE = 8
"""The number on a mine that is not said to have another (18.5)."""


@dataclass(frozen=True, slots=True)
class Zone:
    """Units or mines that a side places where it likes among some hexes (1.0, 10.0, 18.5)."""

    side: str
    hexes: tuple[str, ...]
    units: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    """The colours of mines to be laid, one after the other."""
    hidden: bool = False
    inside: bool = False
    """Whether units go straight into a work of their hex."""
    limit: int = 1
    """The most units, or mines, in one hex."""


@dataclass(frozen=True)
class Deployment(Phase):
    """One zone is filled (1.0)."""

    zone: int
    side: str
    laid: int = 0

    def ground(self, g: Firefight) -> Zone:
        """The zone."""
        return g.setup.zones[self.zone]

    def waiting(self, g: Firefight, s: State) -> list[str]:
        """Units that have no place yet."""
        return [u for u in self.ground(g).units if s.position.place(u) == AWAY]

    def mine(self, g: Firefight) -> str:
        """The colour of the next mine to lay."""
        mines = self.ground(g).mines
        return mines[self.laid] if self.laid < len(mines) else ""

    def decision(self, g: Firefight, s: State) -> Decision | None:
        """A place for each unit and mine."""
        left = len(self.waiting(g, s)) + len(self.ground(g).mines) - self.laid
        if not left:
            return None
        return Decision.of(self.side, "coh.setup", "1.0", left=left)

    def proceed(self, g: Firefight, s: State, course: Course) -> State:
        """All placed."""
        return replace(s.pop(), control=g.control(s))

    def deeds(self, g: Firefight, s: State) -> tuple[Deed[Firefight, State, Self], ...]:
        """A place."""
        return (PLACE,)


class Place(Deed["Firefight", State, Deployment]):
    """A unit or a mine is placed (1.0)."""

    kind, rule = "place", "1.0"

    def slots(self) -> Slots[Firefight, State, Deployment]:
        """Every unit, or the next mine; every hex; facing as the firefight says."""
        return {
            "unit": lambda g, s, p, given: (*p.waiting(g, s), *((None,) if p.mine(g) else ())),
            "hex": lambda g, s, p, given: p.ground(g).hexes,
            "facing": lambda g, s, p, given: (
                {"facing": DIRECTIONS[g.units[given["unit"]].facing]}
                if "unit" in given
                else {"mine": p.mine(g)},
            ),
        }

    def reasons(self, g: Firefight, s: State, p: Deployment, action: Action) -> Reasons:
        """One's own units, in the zone, and not too many in a hex (1.0)."""
        zone, hex, unit = p.ground(g), text(action, "hex"), text(action, "unit")
        mine, facing = text(action, "mine"), text(action, "facing")
        if mine:
            if mine != p.mine(g):
                yield Reason.of("1.0", "coh.place.mine", mine=mine)
        elif unit not in p.waiting(g, s):
            yield Reason.of("1.0", "coh.place.unit", unit=unit)
        if hex not in zone.hexes:
            yield Reason.of("1.0", "coh.place.zone", hex=hex)
            return
        if facing and facing not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=facing)
        if mine:
            there = sum(1 for w in s.works_in(hex) if w.kind == "mine")
        else:
            there = sum(1 for u in s.position.at(hex) if g.units[u].side == p.side)
        if there >= zone.limit:
            yield Reason.of("1.0", "coh.place.full", hexes=(hex,), hex=hex, limit=zone.limit)

    def apply(self, g: Firefight, s: State, p: Deployment, action: Action, course: Course) -> State:
        """On the map, or on a sheet of paper that nobody else sees (1.0, 10.0)."""
        zone, hex, unit = p.ground(g), action["hex"], text(action, "unit")
        if zone.hidden:
            course.tell("1.0", "coh.placed-unseen", side=p.side)
        if not unit:
            secret = p.side if zone.hidden else ""
            work = Work("mine", hex, 0, action["mine"], MINE, hidden=secret)
            if not zone.hidden:
                course.tell("1.0", "coh.placed-mine", hexes=(hex,), hex=hex)
            s = replace(s, works=(*s.works, work))
            return s.instead(replace(p, laid=p.laid + 1))
        name = g.units[unit].title
        if not zone.hidden:
            course.tell("1.0", "coh.placed", units=(unit,), hexes=(hex,), unit=name, hex=hex)
        facing = DIRECTION.get(text(action, "facing"), g.units[unit].facing)
        return s.at(unit, hex).changed(
            unit, facing=facing, hidden=zone.hidden, inside=zone.inside and bool(s.works_in(hex))
        )


PLACE = Place()


def unwatched(g: Firefight, s: State, side: str, hex: str) -> bool:
    """Whether no enemy sees a hex, so that a mine may be laid there unseen (8.1, card 40)."""
    return not any(seen_by(g, s, foe, hex) for foe in g.enemies(side))
