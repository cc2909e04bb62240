"""Section 1.0: the choices of set-up. Units and mines placed in zones, hidden ones in secret."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Moves, Phase
from engine.conflict_of_heroes.ground import seen_by
from engine.conflict_of_heroes.state import AWAY, State, Work
from engine.conflict_of_heroes.unit import DIRECTION
from engine.game import Course, Decision
from engine.given import text
from engine.hexes import DIRECTIONS
from engine.verdict import Reason, Verdict

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

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

    def _zone(self, g: ConflictOfHeroes) -> Zone:
        return g.setup.zones[self.zone]

    def _units(self, g: ConflictOfHeroes, s: State) -> list[str]:
        return [u for u in self._zone(g).units if s.position.place(u) == AWAY]

    def _mine(self, g: ConflictOfHeroes) -> str:
        """The colour of the next mine to lay."""
        mines = self._zone(g).mines
        return mines[self.laid] if self.laid < len(mines) else ""

    def decision(self, g: ConflictOfHeroes, s: State) -> Decision | None:
        """A place for each unit and mine."""
        left = len(self._units(g, s)) + len(self._zone(g).mines) - self.laid
        if not left:
            return None
        return Decision.of(self.side, "coh.setup", "1.0", left=left)

    def proceed(self, g: ConflictOfHeroes, s: State, course: Course) -> State:
        """All placed."""
        return replace(s.pop(), control=g.control(s))

    def kinds(self, g: object, s: object) -> tuple[str, ...]:
        """A place."""
        return ("place",)

    def choices(self, g: ConflictOfHeroes, s: State, unit: str | None, hex: str | None) -> Moves:
        """Every unit into every hex of its zone, facing as the firefight says."""
        for one in (*self._units(g, s), *([""] if self._mine(g) else [])):
            if unit not in (None, one):
                continue
            for there in self._zone(g).hexes:
                if hex not in (None, there):
                    continue
                if one:
                    action = Action(
                        "place", unit=one, hex=there, facing=DIRECTIONS[g.units[one].facing]
                    )
                else:
                    action = Action("place", mine=self._mine(g), hex=there)
                if not next(self._reasons(g, s, action), None):
                    yield action

    def explain(self, g: ConflictOfHeroes, s: State, action: Action) -> Verdict:
        """One's own units, in the zone, and not too many in a hex (1.0)."""
        return Verdict(tuple(self._reasons(g, s, action)))

    def _reasons(self, g: ConflictOfHeroes, s: State, action: Action) -> Iterator[Reason]:
        zone, hex, unit = self._zone(g), text(action, "hex"), text(action, "unit")
        mine = text(action, "mine")
        if mine:
            if mine != self._mine(g):
                yield Reason.of("1.0", "coh.place.mine", mine=mine)
        elif unit not in self._units(g, s):
            yield Reason.of("1.0", "coh.place.unit", unit=unit)
        if hex not in zone.hexes:
            yield Reason.of("1.0", "coh.place.zone", hex=hex)
            return
        if text(action, "facing") and text(action, "facing") not in DIRECTION:
            yield Reason.of("5.2", "coh.move.facing", facing=text(action, "facing"))
        if mine:
            there = sum(1 for w in s.works_in(hex) if w.kind == "mine")
        else:
            there = sum(1 for u in s.position.at(hex) if g.units[u].side == self.side)
        if there >= zone.limit:
            yield Reason.of("1.0", "coh.place.full", hexes=(hex,), hex=hex, limit=zone.limit)

    def apply(self, g: ConflictOfHeroes, s: State, action: Action, course: Course) -> State:
        """On the map, or on a sheet of paper that nobody else sees (1.0, 10.0)."""
        zone, hex, unit = self._zone(g), action["hex"], text(action, "unit")
        if zone.hidden:
            course.tell("1.0", "coh.placed-unseen", side=self.side)
        if not unit:
            work = Work(
                "mine", hex, 0, action["mine"], MINE, hidden=self.side if zone.hidden else ""
            )
            if not zone.hidden:
                course.tell("1.0", "coh.placed-mine", hexes=(hex,), hex=hex)
            s = replace(s, works=(*s.works, work))
            return s.instead(replace(self, laid=self.laid + 1))
        name = g.units[unit].title
        if not zone.hidden:
            course.tell("1.0", "coh.placed", units=(unit,), hexes=(hex,), unit=name, hex=hex)
        facing = DIRECTION.get(text(action, "facing"), g.units[unit].facing)
        return s.at(unit, hex).changed(
            unit, facing=facing, hidden=zone.hidden, inside=zone.inside and bool(s.works_in(hex))
        )


def unwatched(g: ConflictOfHeroes, s: State, side: str, hex: str) -> bool:
    """Whether no enemy sees a hex, so that a mine may be laid there unseen (8.1, card 40)."""
    return not any(seen_by(g, s, foe, hex) for foe in g.enemies(side))
