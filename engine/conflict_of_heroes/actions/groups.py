"""Section 9.1: several units act as one, and what an action says about each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, texts
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import DIRECTION, PLANE
from engine.deeds import Reasons
from engine.verdict import Line, Reason, Tally

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


def units_of(action: Action) -> tuple[str, ...]:
    """Who acts: the units of a group, or one."""
    many, one = "units" in action.named and texts(action, "units"), text(action, "unit")
    return many or ((one,) if one else ())


def each(action: Action, many: str, one: str, count: int) -> tuple[str, ...]:
    """A text for each unit of a group: listed one by one, or the same for all."""
    return texts(action, many) or (text(action, one),) * count


def listed(action: Action, *names: str) -> Reasons:
    """A list that goes with a group has one entry for each of its units (9.1)."""
    for name in names:
        if name in action and len(texts(action, name)) != len(units := units_of(action)):
            yield Reason.of("9.1", "coh.group.each", units=units, name=name)


def together(g: Firefight, s: State, units: tuple[str, ...]) -> bool:
    """Whether units are one group: each linked to the others over same or adjacent hexes (9.1)."""
    return linked(g, [s.position.place(u) for u in units])


def linked(g: Firefight, hexes: Iterable[str]) -> bool:
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


def group_reasons(g: Firefight, s: State, units: tuple[str, ...], rule: str) -> Reasons:
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


def dearest(key: str, parts: Sequence[Tally]) -> Tally:
    """What a group pays: as much as the dearest of its units (9.11)."""
    if len(parts) == 1:
        return Tally(key, parts[0].lines, parts[0].total)
    most = max((int(part.total) for part in parts), default=0)
    return Tally(key, (Line.of("9.11", "coh.line.dearest", most),), most, None, tuple(parts))


# ------------------------------------------------------------------ ways and facings


def ways_of(action: Action) -> list[tuple[str, tuple[str, ...]]]:
    """Who goes which way: one unit by `path`; of a group each by a way in `paths`, or `to` a hex.

    One `hex` stands for the way of everybody.
    """
    units, way, hex = units_of(action), texts(action, "path"), text(action, "hex")
    here = (hex,) if hex else ()
    if "units" not in action:
        return [(unit, way or here) for unit in units]
    ways = [tuple(way.split()) for way in texts(action, "paths")]
    ways = ways or [(hex,) for hex in texts(action, "to")] or [here] * len(units)
    return list(zip(units, (*ways, *[()] * len(units)), strict=False))


def listed_ways(action: Action) -> bool:
    """Whether a group says where each of its units goes (9.11)."""
    ways = texts(action, "paths") or texts(action, "to")
    return len(ways) == len(texts(action, "units"))


def facings_of(action: Action) -> tuple[str, ...]:
    """Which way each unit is to face; empty where it stays as it is (5.2)."""
    return each(action, "facings", "facing", len(units_of(action)))


def facing_reasons(action: Action, rule: str = "5.2") -> Reasons:
    """Sides of a hex: `facing` for all, or one each in `facings` (5.2, 9.1)."""
    for facing in facings_of(action):
        if facing and facing not in DIRECTION:
            yield Reason.of(rule, "coh.move.facing", facing=facing)
    yield from listed(action, "facings")


def named_hexes(action: Action) -> tuple[str, ...]:
    """The hexes that an action names."""
    named = [str(action[k]) for k in ("hex", "to") if isinstance(action.get(k), str)]
    named += texts(action, "path")
    named += texts(action, "to")
    named += [hex for way in texts(action, "paths") for hex in way.split()]
    return tuple(named)
