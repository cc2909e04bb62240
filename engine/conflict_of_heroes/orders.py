"""Section 2.2: what a turn can be spent on. Each kind of action is an Order in its chapter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.conflict_of_heroes.given import each, units_of
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import DIRECTION, PLANE
from engine.game import Course
from engine.given import texts
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes


class Order:
    """One kind of action that units carry out and that is paid for."""

    kind = ""
    section = 1
    """The part of the rulebook that brings it in."""
    rule = "2.2"
    rallying = False
    swings = False
    """Whether the price depends on how it is paid (15.5)."""
    rolls = False
    """Whether dice that CAP may change are thrown in the doing itself (3.23)."""
    moving = False
    """Whether its price is for movement (8.3 forced march)."""
    single = False
    """Whether only one unit at a time does it."""
    group = "9.14"
    """The section under which several units do it together."""

    def units(self, action: Action) -> tuple[str, ...]:
        """Who acts: one unit, or a group (9.1)."""
        return units_of(action)

    def movers(self, action: Action) -> tuple[str, ...]:
        """Whose price of a step is part of what it costs (5.0, 17.0)."""
        return ()

    def cost(self, g: ConflictOfHeroes, s: State, action: Action) -> Tally:
        """What it costs, itemised."""
        raise NotImplementedError

    def reasons(self, g: ConflictOfHeroes, s: State, side: str, action: Action) -> Iterator[Reason]:
        """Why it may not be done, price and payer aside."""
        raise NotImplementedError

    def options(self, g: ConflictOfHeroes, s: State, unit: str) -> Iterator[Action]:
        """What one unit might do, legal or not, without the way of paying."""
        return iter(())

    def perform(
        self, g: ConflictOfHeroes, s: State, side: str, action: Action, course: Course
    ) -> State:
        """Do it; the price is taken already."""
        raise NotImplementedError


def together(g: ConflictOfHeroes, s: State, units: tuple[str, ...]) -> bool:
    """Whether units are one group: each linked to the others over same or adjacent hexes (9.1)."""
    return linked(g, [s.position.place(u) for u in units])


def linked(g: ConflictOfHeroes, hexes: Iterable[str]) -> bool:
    """Whether hexes hang together, each by a side of the next (9.1)."""
    seats = set(hexes)
    if any(seat not in g.board for seat in seats):
        return False
    if len(seats) < 3:
        return len(seats) < 2 or g.board.adjacent(*seats)
    start = next(iter(seats))
    reached, queue = {start}, [start]
    while queue:
        here = queue.pop()
        for other in seats - reached:
            if g.board.adjacent(here, other):
                reached.add(other)
                queue.append(other)
    return reached == seats


def group_reasons(
    g: ConflictOfHeroes, s: State, units: tuple[str, ...], rule: str
) -> Iterator[Reason]:
    """Units that act as one must stand together (9.1, 9.2); planes never join (20.0)."""
    if len(units) < 2 or any(u not in g.units for u in units):
        return
    if g.setup.section < 2:
        yield Reason.of("9.1", "coh.group.not-yet", units=units)
    # a group comes in by one hex or by hexes side by side (5.1, errata)
    if not all(g.waits(s, unit) for unit in units) and not together(g, s, units):
        seats = tuple(s.position.place(u) for u in units)
        yield Reason.of(rule, "coh.group.apart", units=units, hexes=seats)
    if any(g.units[u].kind == PLANE for u in units):
        yield Reason.of("20.0", "coh.group.plane", units=units)


def listed(action: Action, *names: str) -> Iterator[Reason]:
    """A list that goes with a group has one entry for each of its units (9.1)."""
    for name in names:
        if name in action and len(texts(action, name)) != len(units := units_of(action)):
            yield Reason.of("9.1", "coh.group.each", units=units, name=name)


def facing_reasons(action: Action, rule: str = "5.2") -> Iterator[Reason]:
    """Sides of a hex: `facing` for all, or one each in `facings` (5.2, 9.1)."""
    for facing in facings_of(action):
        if facing and facing not in DIRECTION:
            yield Reason.of(rule, "coh.move.facing", facing=facing)
    yield from listed(action, "facings")


def facings_of(action: Action) -> tuple[str, ...]:
    """Which way each unit is to face; empty where it stays as it is (5.2)."""
    return each(action, "facings", "facing", len(units_of(action)))


def dearest(key: str, parts: Sequence[Tally]) -> Tally:
    """What a group pays: as much as the dearest of its units (9.11)."""
    if len(parts) == 1:
        return Tally(key, parts[0].lines, parts[0].total)
    most = max((int(part.total) for part in parts), default=0)
    return Tally(key, (Line.of("9.11", "coh.line.dearest", most),), most, None, tuple(parts))
