"""Section 9.11: the moves of a group that are offered, units side by side all going one way.

A group may part as it likes; of all its ways these are the ones worth thinking of.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.counters.markers import lost
from engine.conflict_of_heroes.counters.state import State
from engine.conflict_of_heroes.counters.unit import PLANE
from engine.conflict_of_heroes.ground.steps import backing, free_hexes, going
from engine.deeds import Candidate
from engine.hexes import DIRECTIONS

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

MATES = 3
"""So many companions of a unit are looked at."""


def companies(g: Firefight, s: State, unit: str) -> Iterator[tuple[str, ...]]:
    """A unit with each of its companions, and with all of them (9.11)."""
    mates = company(g, s, unit) if g.setup.section >= 2 else ()
    yield from ((unit, mate) for mate in mates)
    if len(mates) > 1:
        yield (unit, *mates)


def marches(g: Firefight, s: State, units: Sequence[str]) -> Iterator[Candidate]:
    """The ways of a group, one way or another for all (9.11)."""
    drive = _drive(g, s, units)
    for ahead in range(len(DIRECTIONS)):
        ways = [way_ahead(g, s, one, ahead, drive) for one in units]
        if all(ways):
            faces = [
                _facing(g, s, one, way[0], ahead) for one, way in zip(units, ways, strict=True)
            ]
            yield {"facings": faces, **_told(ways)}


def _told(ways: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """Where each goes: to a hex, or by a way where somebody goes further."""
    if all(len(way) == 1 for way in ways):
        return {"to": [way[0] for way in ways]}
    return {"paths": [" ".join(way) for way in ways]}


def company(g: Firefight, s: State, unit: str) -> tuple[str, ...]:
    """Units that could go along, each pair named once: by the one that is listed first (9.11)."""
    seat, side, hidden = s.position.place(unit), g.units[unit].side, s.of(unit).hidden
    listed = list(g.units)
    later = listed[listed.index(unit) + 1 :]
    found = (
        other
        for other in later
        if g.units[other].side == side
        and g.units[other].kind != PLANE
        and s.position.place(other) in g.board
        and g.board.distance(seat, s.position.place(other)) <= 1
        and s.of(other).hidden == hidden
        and not (s.of(other).carrier or s.of(other).bogged)
        and lost(g, s, other) not in ("move", "all")
    )
    return tuple(other for other, _ in zip(found, range(MATES), strict=False))


def _drive(g: Firefight, s: State, units: Sequence[str]) -> bool:
    """Whether a group uses the bonus of its vehicles: not with men, nor unseen (10.1, 14.0)."""
    return all(g.units[one].vehicle and not s.of(one).hidden for one in units)


def way_ahead(g: Firefight, s: State, unit: str, ahead: int, drive: bool) -> tuple[str, ...]:
    """A paid step one way, and the free hexes that follow straight on (5.0, 14.0)."""
    seat = s.position.place(unit)
    there = _next(g, seat, ahead)
    if not there:
        return ()
    drives = drive and not backing(g, s, unit, there)
    way = [there]
    for _ in range(free_hexes(g, s, unit, seat, there) if drives else 0):
        here, there = there, _next(g, there, ahead)
        if not there or not going(g, s, unit, here, there).bonus:
            break
        way.append(there)
    return tuple(way)


def _next(g: Firefight, here: str, ahead: int) -> str:
    """The hex that lies one way; empty where the map ends."""
    near = {g.board.direction(here, hex): hex for hex in g.board.neighbours(here)}
    return near.get(ahead, "")


def _facing(g: Firefight, s: State, unit: str, there: str, ahead: int) -> str:
    """The way it goes, unless it backs out (5.2)."""
    return DIRECTIONS[s.of(unit).facing if backing(g, s, unit, there) else ahead]
