"""What must always hold in a firefight; a broken one is a mistake of the program."""

from __future__ import annotations

from collections import Counter as Count
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.counters.hits import CUPS, cup_of
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.hidden import given_away
from engine.deeds import Reasons
from engine.verdict import Reason

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


def violations(g: Firefight, s: State) -> list[Reason]:
    """AP and CAP (3.0, 3.2), one pool a side (9.0), the cups (7.4), hidden units (10.0),
    passengers (17.0)."""
    return [*_tracks(g, s), *_cups(g, s), *_passengers(g, s), *_hidden(g, s)]


def _hidden(g: Firefight, s: State) -> Reasons:
    """Nobody is hidden whom company or a near enemy gives away (10.0)."""
    for unit in s.counters:
        rule = given_away(g, s, unit)
        if rule:
            yield Reason.of(rule, "coh.broken.hidden", units=(unit,))


def _tracks(g: Firefight, s: State) -> Reasons:
    for side in g.sides:
        if s.ap[side] < 0 or s.cap[side] < 0:
            yield Reason.of("3.2", "coh.broken.negative", side=side)
        if bool(s.active[side]) != (s.ap[side] > 0):
            yield Reason.of("9.0", "coh.broken.pool", side=side, units=s.active[side])
        if any(s.of(u).spent for u in s.active[side]):
            yield Reason.of("3.0", "coh.broken.spent", side=side, units=s.active[side])


def _cups(g: Firefight, s: State) -> Reasons:
    for cup in CUPS:
        held = Count(s.cups[cup])
        held.update(
            str(c.hit) for u, c in s.counters.items() if c.hit is not None and cup_of(g, u) == cup
        )
        held.pop("berserk", None)
        if held != Count(g.cups[cup]):
            yield Reason.of("7.4", "coh.broken.cup", cup=cup)


def _passengers(g: Firefight, s: State) -> Reasons:
    for unit, counter in s.counters.items():
        if counter.carrier and s.position.place(counter.carrier) != s.position.place(unit):
            yield Reason.of("17.0", "coh.broken.carrier", units=(unit, counter.carrier))
