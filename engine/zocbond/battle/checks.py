"""What must always hold in a game of the family; a broken one is a mistake of the program.

What only the step from one position to the next can show (a bond crossed, a death without a
clause, a hex left overstacked) is noted while it happens, in the state's `broken`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import TYPE_CHECKING

from engine.agenda import Reasons
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.losses import destroyed
from engine.zocbond.board.state import AUTO_DS, DISRUPTED, ROUTED, Passage, State
from engine.zocbond.board.zones import bonds, combat_units, over

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def violations(g: Family, s: State) -> list[Reason]:
    """Mixed hexes, steps, markers, boxes; bonds crossed, deaths, stacking."""
    return list(_all(g, s))


def _all(g: Family, s: State) -> Reasons:
    yield from s.records.broken
    for place in s.position.places():
        units = s.position.at(place)
        fighters = {g.units[unit].side for unit in units if g.units[unit].combat}
        if place in g.board and len(fighters) > 1 and not g.contested(s, place):
            yield Reason.of(g.rule("move"), "zb.broken.mixed", hexes=(place,), units=units)
    waiting = {unit for battle in s.records.auto for unit in battle.units}
    for unit, piece in g.units.items():
        dead = s.place(unit) == destroyed(piece.side)
        lost = s.lost.get(unit, 0)
        if dead != (g.left(s, unit) <= 0) or not 0 <= lost <= piece.steps:
            yield Reason.of(g.rule("steps"), "zb.broken.steps", units=(unit,))
        if s.has(unit, DISRUPTED) and s.has(unit, ROUTED):
            yield Reason.of(g.rule("becomes"), "zb.broken.markers", units=(unit,))
        if s.has(unit, AUTO_DS) and unit not in waiting:
            yield Reason.of(g.rule("auto-ds"), "zb.broken.markers", units=(unit,))


def overstacked(g: Family, s: State) -> Reasons:
    """Hexes over their limit: within a phase they may be, and a position may say so."""
    for place in s.position.places():
        for side in g.sides if place in g.board else ():
            if over(g, s, side, place):
                units = combat_units(g, s, side, place)
                rule = g.rule("overstack")
                yield Reason.of(rule, "zb.broken.stack", hexes=(place,), units=units)


def note(s: State, reason: Reason) -> State:
    """Keep a broken invariant for `violations` to report."""
    return s.keep(replace(s.records, broken=(*s.records.broken, reason)))


def passed(g: Family, before: State, s: State, passage: Passage, free: Iterable[str] = ()) -> State:
    """A path just taken, held against the enemy's bonds as they stood before it. `free` names hexes
    that may be entered through a bond: those that defenders just left."""
    units, ways = passage.units, itertools.pairwise(passage.path)
    steps = [(a, b) for a, b in ways if a in g.board and b in g.board]
    for bond in bonds(g, before, g.other[passage.side]):
        if bond.broken is not None:
            continue
        for here, there in steps:
            into = len(bond.cells) == 1 and there in bond.between
            over = len(bond.cells) == 2 and {here, there} == set(bond.between)
            if (into or over) and there not in free:
                where = (here, there)
                s = note(s, Reason.of(g.rule("bond"), "zb.broken.bond", hexes=where, units=units))
    return s


def crowding(g: Family, s: State, side: str) -> State:
    """The end of a side's phase: no hex of its own is left over its limit."""
    for place in s.position.places():
        if place in g.board and g.excess(s, side, place):
            s = note(s, Reason.of(g.rule("overstack"), "zb.broken.stack", hexes=(place,)))
    return s
