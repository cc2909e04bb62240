"""Chapters 5, 11 and 14: what a step over the ground costs, and what ground stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import once_a_state
from engine.conflict_of_heroes.counters.hits import changed
from engine.conflict_of_heroes.counters.state import State, Work
from engine.conflict_of_heroes.counters.unit import GUN, INFANTRY, TRACKED, VEHICLES, WHEELED
from engine.conflict_of_heroes.ground.sight import FRONT, HOLDING, ROAD, SMALL_GULLY
from engine.rulebook import enforces
from engine.verdict import Line

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight

BACK, CLIMB, GULLY_BANK, DITCH, WIRE_TRACKS, CAREFUL = 1, 1, 3, 2, 2, 1
STEEP = 2
"""Levels between two hexes that make a steep slope, up or down (11.1)."""
NOT_ALLOWED = -1


def by_road(g: Firefight, here: str, there: str) -> bool:
    """Whether a step follows a road or a bridge from hex to hex (5.0, 14.0 road).

    A road of an entry hex leads in over the edge of the map (5.1).
    """
    return ROAD in g.board.link(here, there) if here in g.board else on_road(g, there)


def on_road(g: Firefight, hex: str) -> bool:
    """Whether a road runs through a hex (5.1, 16.0)."""
    return any(ROAD in g.board.link(hex, near) for near in g.board.neighbours(hex))


def climb(g: Firefight, here: str, there: str) -> int:
    """Levels gained by a step, lost where it is less than none (11.0, 11.1).

    One level into a gully or out of it is a matter of its bank or end (11.5 entry). The ground off
    the map is as high as its edge.
    """
    if here not in g.board:
        return 0
    rise = g.ground.level(there) - g.ground.level(here)
    into_or_out = g.ground.gully(here) != g.ground.gully(there)
    return 0 if into_or_out and abs(rise) < STEEP else rise


def bank(g: Firefight, here: str, there: str) -> bool:
    """Whether a step goes over the bank of a large gully and not by its end (11.5 entry)."""
    if here not in g.board or g.ground.gully(here) == g.ground.gully(there):
        return False
    deep = here if g.ground.gully(here) else there
    return deep not in g.board.tagged("gully-end")


@dataclass(frozen=True, slots=True)
class Going:
    """What the ground, and the works in it, make of a step for units of one kind."""

    bonus: bool
    """Whether it earns a vehicle its bonus (14.0 tracked, 14.0 wheeled)."""
    soft: bool
    """Whether it may leave a vehicle stuck (14.1)."""
    bars: tuple[tuple[str, str], ...]
    """What stops it: rules, and the words for it (4.0, 11.1, 11.5, 14.0, 18.2, 18.3, 18.4)."""
    entry: tuple[Line, ...]
    """What the hex costs where it is paid for (5.0, 14.0)."""
    more: tuple[Line, ...]
    """What hills, banks, ditches and wire add."""


def going(g: Firefight, s: State, unit: str, here: str, there: str) -> Going:
    """What a step is for a unit; ground does not change, so each is looked up only once."""
    known, works = g.ground.goings, s.works_in(there) if s.works else ()
    key = (g.units[unit].kind, here, there, works)
    found = known.get(key)
    if found is None:
        found = known[key] = _going(g, *key)
    return found


@enforces("14.0 tracked", "14.0 wheeled")
def _going(g: Firefight, kind: str, here: str, there: str, works: tuple[Work, ...]) -> Going:
    road, ground, vehicle = by_road(g, here, there), g.ground.of(there), kind in VEHICLES
    # guns are pushed by hand
    extra = ground[kind if vehicle else INFANTRY]
    rule = "14.0" if vehicle else "5.0"
    entry = []
    if road and extra:
        entry = [Line.of("14.0 road" if vehicle else "5.0", "coh.line.road", 0)]
    elif not road and extra > 0:
        entry = [Line.of(rule, "coh.line.into", extra, terrain=g.board.terrain(there))]
    return Going(
        vehicle and (road or (kind == TRACKED and bool(ground["bonus"]))),
        vehicle and not road and bool(ground["bog"]),
        tuple(_bars(g, kind, here, there, works)),
        tuple(entry),
        tuple(_surcharges(g, kind, here, there, works)),
    )


def backing(g: Firefight, s: State, unit: str, there: str) -> bool:
    """Whether a step leads out of the front hexes (5.2, 14.0 backward)."""
    seat = s.position.place(unit)
    if s.of(unit).hidden or seat not in g.board:
        return False  # it faces no way until it is found (10.0), nor off the map (5.1)
    ahead = g.board.direction(seat, there)
    return ahead is None or (ahead - s.of(unit).facing) % 6 not in FRONT


def _surcharges(
    g: Firefight, kind: str, here: str, there: str, works: tuple[Work, ...]
) -> Iterator[Line]:
    up = climb(g, here, there)
    if abs(up) >= STEEP:
        key = "coh.line.climb" if up > 0 else "coh.line.descent"
        yield Line.of("11.1", key, abs(up) * CLIMB, levels=abs(up))
    elif up > 0:
        yield Line.of("11.0", "coh.line.climb", up * CLIMB, levels=up)
    if bank(g, here, there):
        yield Line.of("11.5 entry", "coh.line.bank", GULLY_BANK)
    if there in g.board.tagged("ditch"):
        yield Line.of("18.3", "coh.line.ditch", DITCH)
    if kind == TRACKED and any(work.kind == "wire" for work in works):
        yield Line.of("18.4 vehicles", "coh.line.wire", WIRE_TRACKS)


def traffic(g: Firefight, s: State, unit: str, there: str) -> Iterator[Line]:
    """What vehicles on a road add to the step of one on wheels (16.0)."""
    piece = g.units[unit]
    if piece.kind != WHEELED or not on_road(g, there):
        return
    jam = [
        u
        for u in s.position.at(there)
        if g.units[u].vehicle and (g.units[u].side == piece.side or not s.of(u).hidden)
    ]
    if jam:
        yield Line.of("16.0", "coh.line.traffic", len(jam))


def step_lines(
    g: Firefight, s: State, unit: str, here: str, there: str, back: bool
) -> Iterator[Line]:
    """What a paid step costs (5.0, 5.2, 14.0)."""
    piece, step = g.units[unit], going(g, s, unit, here, there)
    yield from _pace(g, s, unit)
    yield from step.entry
    yield from step.more
    yield from traffic(g, s, unit, there)
    if back and piece.has("organized-retreat"):
        yield Line.of("8.3 organized retreat", "coh.line.back", 0)
    elif back:
        backward = "14.0 backward" if piece.vehicle else "5.2"
        yield Line.of(backward, "coh.line.back", BACK)


@once_a_state
def _pace(g: Firefight, s: State, unit: str) -> tuple[Line, ...]:
    """What a unit pays for any step: its price, and what its hit adds (5.0, 7.4, 14.0)."""
    piece = g.units[unit]
    rule = "14.0" if piece.vehicle else "5.0"
    price = Line.of(rule, "coh.line.move", piece.move, unit=piece.name)
    return (price, *changed(g, s, unit, "move"))


def sneak_lines(g: Firefight, s: State, unit: str, there: str) -> list[Line]:
    """Sneaking: 3 more in cover, 6 more in the open, and nothing else counts (10.1)."""
    piece = g.units[unit]
    covered = covers(g, s, there)
    key, more = ("coh.line.sneak-cover", 3) if covered else ("coh.line.sneak-open", 6)
    return [
        Line.of("5.0", "coh.line.move", piece.move, unit=piece.name),
        Line.of("10.1", key, more),
    ]


def covers(g: Firefight, s: State, hex: str) -> bool:
    """Whether a hex hides units: a defence modifier of its ground or works (10.0 detection)."""
    works = any(w.kind in HOLDING for w in s.works_in(hex))
    return bool(g.ground.of(hex)["dm"]) or works


def path_lines(
    g: Firefight, s: State, unit: str, path: Sequence[str], sneaking: bool
) -> list[Line]:
    """What a way costs: its first hex paid, the rest bonus (14.0); or the price of sneaking."""
    here = s.position.place(unit)
    if sneaking and path:
        return sneak_lines(g, s, unit, path[0])
    lines: list[Line] = []
    for number, there in enumerate(path):
        if number == 0:
            lines += step_lines(g, s, unit, here, there, backing(g, s, unit, there))
        else:
            lines += going(g, s, unit, here, there).more
            lines += traffic(g, s, unit, there)
        here = there
    return lines


def tows(g: Firefight, s: State, unit: str) -> bool:
    """Whether a vehicle drags another: neither has a bonus then (14.1 towing)."""
    return any(g.units[u].vehicle for u in s.loads.get(unit, ()))


def free_hexes(g: Firefight, s: State, unit: str, here: str, there: str) -> int:
    """The free hexes that a paid step earns: symbols, one more for wheels (14.0, 14.1 towing)."""
    earned, piece = going(g, s, unit, here, there).bonus, g.units[unit]
    return piece.bonus + (piece.kind == WHEELED) if earned and not tows(g, s, unit) else 0


def _bars(
    g: Firefight, kind: str, here: str, there: str, works: tuple[Work, ...]
) -> Iterator[tuple[str, str]]:
    """What in a hex keeps a unit out wherever it comes from, then what lies between."""
    road, vehicle = by_road(g, here, there), kind in VEHICLES
    # a gun, as a vehicle, crosses a river by bridges only (4.0 river)
    wades = not (vehicle or kind == GUN)
    if not road and g.ground.of(there)[kind if vehicle else INFANTRY] == NOT_ALLOWED:
        yield "14.0" if vehicle else "4.0", "coh.move.terrain"
    if not road and kind == GUN and g.board.terrain(there) == "river":
        yield "4.0 river", "coh.move.terrain"
    if not wades and there in g.board.tagged("ditch"):
        yield "18.3", "coh.move.ditch"
    if kind == WHEELED and any(work.kind == "wire" for work in works):
        yield "18.4 vehicles", "coh.move.wire"
    if kind == WHEELED and any(work.barring for work in works):
        yield "18.2 trench", "coh.move.trench"
    if not road and not wades and here in g.board and g.board.terrain(here) == "river":
        yield "4.0 river", "coh.move.bridge"
    if vehicle and abs(climb(g, here, there)) >= STEEP:
        yield "11.1", "coh.move.steep"
    if vehicle and bank(g, here, there):
        yield "11.5 entry", "coh.move.bank"
    # a road over it lifts the bar (14.0 road)
    cut = here in g.board and SMALL_GULLY in g.board.side(here, there)
    if vehicle and cut and not road:
        yield "11.5 small", "coh.move.small-gully"
