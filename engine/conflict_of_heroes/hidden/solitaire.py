"""Section 21.2: hidden units when playing alone, drawn from a cup with as many dummies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, texts
from engine.conflict_of_heroes.counters.hits import leave
from engine.conflict_of_heroes.counters.state import AWAY, State
from engine.conflict_of_heroes.hidden.facing import Facing
from engine.game import Course
from engine.values import replace

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

SINGLE = ("unit", "spotter", "cargo")
SEVERAL = ("units", "support", "spotters", "cargos")
"""Where an action names those who take part."""


def cup(g: Firefight, s: State) -> tuple[str, ...]:
    """What is left to draw: units and dummies whose hexes are still marked (21.2)."""
    return tuple(u for u in sorted(g.setup.decoys) if u not in drawn(g, s))


def drawn(g: Firefight, s: State) -> frozenset[str]:
    """What has come out of the cup."""
    return frozenset(u for u in g.setup.decoys if not s.of(u).hidden)


def marked(g: Firefight, s: State) -> tuple[str, ...]:
    """The hexes that still bear a coin (21.2)."""
    return tuple(sorted(s.position.place(u) for u in cup(g, s)))


def uncover(g: Firefight, s: State, unit: str, course: Course) -> State:
    """A coin is checked (21.2)."""
    return check(g, s, unit, course)[0]


def check(g: Firefight, s: State, unit: str, course: Course) -> tuple[State, str]:
    """One draw tells whether a unit stands where a coin lies; a dummy is nobody (21.2)."""
    hex = s.position.place(unit)
    found = course.chance.draw("coh.solitaire", cup(g, s))
    s = _change_coins(g, s, unit, found).changed(found, hidden=False)
    name = g.units[found].title
    if not g.setup.decoys[found]:
        course.tell("21.2", "coh.solitaire.unit", units=(found,), hexes=(hex,), unit=name, hex=hex)
        return s.push(Facing(g.units[found].side, found)), found
    course.tell("21.2", "coh.solitaire.dummy", hexes=(hex,), hex=hex)
    return leave(g, s, found, AWAY), ""


def _change_coins(g: Firefight, s: State, unit: str, found: str) -> State:
    """The piece drawn stands here, the other where that one's coin lies (21.2).

    A coin keeps what has been done with it: whether it is spent, activated, in a trench.
    """
    here, there = s.position.place(unit), s.position.place(found)
    counters = {**s.counters, unit: s.of(found), found: s.of(unit)}
    trade = {unit: found, found: unit}
    active = {one: tuple(trade.get(u, u) for u in units) for one, units in s.active.items()}
    return replace(s.at(unit, there).at(found, here), counters=counters, active=active)


def acting(g: Firefight, s: State, action: Action) -> str:
    """The coin that an action sets to work; it sneaks and is activated unseen (10.1, 21.2)."""
    sneaks = action.kind == "move" and not action.get("openly")
    owed = g.decision(s)
    if not g.setup.decoys or owed is None or sneaks or action.kind == "activate":
        return ""
    named = [text(action, key) for key in SINGLE]
    named += [name for key in SEVERAL for name in texts(action, key)]
    return next((u for u in named if u in cup(g, s) and g.units[u].side == owed.side), "")


def looked_at(g: Firefight, s: State, coin: str, course: Course) -> State:
    """A coin is checked before it acts; its owner then says what is to be done (21.2)."""
    return uncover(g, s, coin, course)
