"""Section 9.7: fortifications built, left empty, removed; printed ones that lapse."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from engine.agenda import Deed, Reasons, Slots
from engine.stalingrad42.setting import GERMAN, SOVIET, Setting, records
from engine.values import Action, Names, replace, text
from engine.verdict import Course, Reason, enforces
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.combat import Combat
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import Passage, State
from engine.zocbond.moving.movement import Movement

if TYPE_CHECKING:
    from engine.stalingrad42.sequence import Resources

    Active: TypeAlias = Movement | Combat | Advance | Resources
    """The phases in which a side may act on its fortifications."""

LINES = ("fort-north", "fort-south", "fort-rostov")
"""Groups of printed fortifications that lapse together; two of them by the front line."""


@enforces("9.7.4")
def overrun(g: Setting, s: State, side: str, path: Names, course: Course) -> State:
    """An enemy fortification marker that a unit enters is removed; empty ones do nothing else
    (9.7.4, 9.7.5)."""
    for found in (records(s).forts, records(s).building):
        gone = [hex for hex in path if found.get(hex, side) != side]
        if gone:
            course.tell("9.7.5", "s42.fort.overrun", hexes=tuple(gone), where=tuple(gone))
            s = _without(s, gone)
    return s


def _without(s: State, hexes: Names) -> State:
    """The state without any fortification marker in some hexes: a hex has one at most."""
    now = records(s)
    forts = {hex: side for hex, side in now.forts.items() if hex not in hexes}
    building = {hex: side for hex, side in now.building.items() if hex not in hexes}
    return s.keep(replace(now, forts=forts, building=building))


def lapse(g: Setting, s: State, course: Course) -> State:
    """At the end of the Soviet turn, groups of printed fortifications without Soviet units; those
    of Rostov once the German controls the city as well (9.7.7)."""
    for line in LINES:
        hexes = g.board.tagged(line)
        held = any(g.units[u].side == SOVIET for hex in hexes for u in s.position.at(hex))
        if not hexes or held or hexes <= set(records(s).deactivated):
            continue
        if line == "fort-rostov" and any(
            s.control.get(hex) != GERMAN for hex in g.board.tagged("rostov")
        ):
            continue
        where = tuple(sorted(hexes))
        course.tell("9.7.7", "s42.fort.lapsed", hexes=where, where=where)
        s = s.keep(replace(records(s), deactivated=(*records(s).deactivated, *sorted(hexes))))
    return s


class ClearFort(Deed[Setting, State, "Active"]):
    """A side takes a fortification marker of its own off the map (9.7.5)."""

    kind, rule = "clear-fort", "9.7.5"

    def slots(self) -> Slots[Setting, State, Active]:
        return {
            "hex": lambda g, s, p, given: (
                hex
                for found in (records(s).forts, records(s).building)
                for hex, side in sorted(found.items())
                if side == self.side(p)
            )
        }

    def side(self, p: Active) -> str:
        """Whose turn it is: an advance knows its battle only."""
        return p.battle.side if isinstance(p, Advance) else p.side

    def reasons(self, g: Setting, s: State, p: Active, action: Action) -> Reasons:
        hex = text(action, "hex")
        side = self.side(p)
        if side not in (records(s).forts.get(hex), records(s).building.get(hex)):
            yield Reason.of("9.7.5", "s42.fort.not-yours", hex=hex)

    def apply(self, g: Setting, s: State, p: Active, action: Action, course: Course) -> State:
        """Gone; the counter can be used again (9.7.3)."""
        hex = action["hex"]
        course.tell("9.7.5", "s42.fort.cleared", hexes=(hex,), hex=hex)
        return _without(s, (hex,))


CLEAR_FORT = ClearFort()


class FortChapter(Chapter[Setting]):
    """Fortifications: own ones are removed at any time (9.7.5), so that a group may attack out of
    a hex where one was being built (9.7.2)."""

    movement_deeds = (CLEAR_FORT,)
    combat_deeds = (CLEAR_FORT,)
    advance_deeds = (CLEAR_FORT,)

    def arrived(self, g: Setting, s: State, passage: Passage, course: Course) -> State:
        return overrun(g, s, passage.side, passage.hexes, course)

    withdrawn = arrived
    """Who retreats through a hex takes markers off it too (9.7.5)."""
