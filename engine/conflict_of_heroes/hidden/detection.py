"""Section 10.0: how hidden units are found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.counters.state import State, hostile
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.ground.sight import watches
from engine.conflict_of_heroes.ground.steps import covers
from engine.conflict_of_heroes.hidden.deployment import Deployment
from engine.conflict_of_heroes.hidden.facing import Facing
from engine.conflict_of_heroes.hidden.solitaire import uncover
from engine.game import Course

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


Told = tuple[str, str]
"""A rule, and the words for what happened by it."""
NEAR = 2
"""A hidden unit in the open is found from so many hexes (10.0 detection)."""


def reveal(g: Firefight, s: State, unit: str, course: Course, rule: str, toward: str = "") -> State:
    """A hidden unit is put on the map, and faces as its owner likes (10.0)."""
    if not s.of(unit).hidden:
        return s
    if rule == "10.0 acting" and covert(g, s, unit):
        return s
    hex = s.position.place(unit)
    if unit in g.setup.decoys:
        return uncover(g, s, unit, course)
    course.tell(
        rule, "coh.revealed", units=(unit,), hexes=(hex,), unit=g.units[unit].title, hex=hex
    )
    return s.changed(unit, hidden=False).push(Facing(g.units[unit].side, unit, toward))


def come_out(g: Firefight, s: State, units: Iterable[str], course: Course) -> State:
    """Hidden units that act are found (10.0 acting)."""
    for unit in units:
        s = reveal(g, s, unit, course, "10.0 acting")
    return s


def covert(g: Firefight, s: State, unit: str) -> bool:
    """Whether a hidden unit may act and stay hidden (8.3 hidden action)."""
    return s.of(unit).hidden and s.of(unit).covert


def tell_of(
    g: Firefight, s: State, units: Sequence[str], course: Course, key: Told, **params: object
) -> None:
    """What units do, by their names; of one that acts unseen no more than that somebody does."""
    rule, name = key
    if any(covert(g, s, unit) for unit in units):
        course.tell("8.3 hidden action", "coh.acted-unseen", side=g.units[units[0]].side)
    else:
        course.tell(rule, name, units=tuple(units), unit=g.units[units[0]].title, **params)


def reveal_near(g: Firefight, s: State, course: Course) -> State:
    """Every hidden unit that company or a near enemy gives away (10.0)."""
    for unit in s.counters:
        rule = given_away(g, s, unit)
        if rule:
            s = reveal(g, s, unit, course, rule)
    return s


def given_away(g: Firefight, s: State, unit: str) -> str:
    """The rule by which a hidden unit is found where it stands; empty while it stays hidden.

    Nobody looks before everybody has been placed (1.0).
    """
    seat, counter = s.position.place(unit), s.of(unit)
    if not counter.hidden or seat not in g.board or placing(s):
        return ""
    side = g.units[unit].side
    if any(not s.of(u).hidden and _beside(g, u, side) for u in s.position.at(seat)):
        return "10.0 shared hex"
    if counter.dug or covers(g, s, seat):
        return ""
    for foe in g.foes(s, side):
        here = s.position.place(foe)
        near = g.board.distance(here, seat) <= NEAR and not s.of(foe).hidden
        if near and watches(g, s, foe, seat) and not _behind_gully(g, here, seat):
            return "10.0 detection"
    return ""


def placing(s: State) -> bool:
    """Whether units are still being placed (1.0)."""
    return any(isinstance(phase, Deployment) for phase in s.agenda)


def _beside(g: Firefight, unit: str, side: str) -> bool:
    """Whether a unit in the hex of a hidden one finds it: all but an own plane overhead (20.3)."""
    return g.units[unit].kind != PLANE or hostile(g.units[unit].side, side)


def _behind_gully(g: Firefight, seat: str, hex: str) -> bool:
    """Whether a small gully covers a hidden unit against this observer (10.0 detection)."""
    return seat != hex and g.ground.gully_side(seat, hex)
