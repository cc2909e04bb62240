"""Section 21.2: hidden units when playing alone, drawn from a cup with as many dummies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.conflict_of_heroes.facing import Facing
from engine.conflict_of_heroes.hits import leave
from engine.conflict_of_heroes.state import AWAY, State
from engine.game import Course

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


def cup(g: ConflictOfHeroes, s: State) -> tuple[str, ...]:
    """What is left to draw: units and dummies whose hexes are still marked (21.2)."""
    return tuple(u for u in sorted(g.setup.decoys) if u not in drawn(g, s))


def drawn(g: ConflictOfHeroes, s: State) -> frozenset[str]:
    """What has come out of the cup."""
    return frozenset(u for u in g.setup.decoys if not s.of(u).hidden)


def marked(g: ConflictOfHeroes, s: State) -> tuple[str, ...]:
    """The hexes that still bear a coin (21.2)."""
    return tuple(sorted(s.position.place(u) for u in cup(g, s)))


def uncover(g: ConflictOfHeroes, s: State, unit: str, course: Course) -> State:
    """A coin is checked: one draw tells a unit from a dummy (21.2)."""
    hex = s.position.place(unit)
    found = course.chance.draw("coh.solitaire", cup(g, s))
    if found != unit:
        # the pieces change coins: the one drawn stands here, the other where that one's coin lies
        s = s.at(unit, s.position.place(found)).at(found, hex)
    s = s.changed(found, hidden=False)
    name = g.units[found].name
    if not g.setup.decoys[found]:
        course.tell("21.2", "coh.solitaire.unit", units=(found,), hexes=(hex,), unit=name, hex=hex)
        return s.push(Facing(g.units[found].side, found))
    course.tell("21.2", "coh.solitaire.dummy", hexes=(hex,), hex=hex)
    return leave(g, s, found, AWAY)
