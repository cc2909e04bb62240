"""Chapters 5, 11 and 14: what a step over the ground costs, and what ground stops it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from engine import hexes
from engine.agenda import Value
from engine.board import Board
from engine.conflict_of_heroes.counters.hits import change, changed
from engine.conflict_of_heroes.counters.state import Setting, State, Work
from engine.conflict_of_heroes.counters.unit import GUN, INFANTRY, TRACKED, VEHICLES, WHEELED
from engine.conflict_of_heroes.ground import sight
from engine.conflict_of_heroes.ground.sight import Ground, in_front, once_a_ground
from engine.hexes import DIRECTIONS
from engine.values import Names
from engine.verdict import Line, enforces

BACK, CLIMB, GULLY_BANK, DITCH, WIRE_TRACKS, CAREFUL = 1, 1, 3, 2, 2, 1
STEEP = 2
"""Levels between two hexes that make a steep slope, up or down (11.1)."""
NOT_ALLOWED = -1
Path: TypeAlias = tuple[str, ...]
"""The hexes of a way, one after another."""


def by_road(ground: Ground, here: str, there: str) -> bool:
    """Whether a step follows a road or a bridge from hex to hex (5.0, 14.0 road). A road of an
    entry hex leads in over the edge of the map (5.1)."""
    if here not in ground.board:
        return on_road(ground, there)
    return sight.ROAD in ground.board.link(here, there)


def on_road(ground: Ground, hex: str) -> bool:
    """Whether a road runs through a hex (5.1, 16.0)."""
    return any(sight.ROAD in ground.board.link(hex, near) for near in ground.board.neighbours(hex))


def climb(ground: Ground, here: str, there: str) -> int:
    """Levels gained by a step, lost where it is less than none (11.0, 11.1). One level into a gully
    or out of it is a matter of its bank or end (11.5 entry). The ground off the map is as high as
    its edge."""
    if here not in ground.board:
        return 0
    rise = ground.level(there) - ground.level(here)
    into_or_out = ground.gully(here) != ground.gully(there)
    return 0 if into_or_out and abs(rise) < STEEP else rise


def bank(ground: Ground, here: str, there: str) -> bool:
    """Whether a step goes over the bank of a large gully and not by its end (11.5 entry)."""
    if here not in ground.board or ground.gully(here) == ground.gully(there):
        return False
    deep = here if ground.gully(here) else there
    return deep not in ground.board.tagged("gully-end")


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


def going(g: Setting, s: State, unit: str, here: str, there: str) -> Going:
    """What a step is for a unit."""
    return _step(g.ground, g.units[unit].kind, here, there, s.obstacles)


def _step(ground: Ground, kind: str, here: str, there: str, works: tuple[Work, ...]) -> Going:
    """What a step is for a kind of unit; ground does not change, so each is looked up only once."""
    met = tuple(w for w in works if w.hex == there) if works else ()
    return _going(ground, kind, here, there, met)


@once_a_ground
@enforces("14.0 tracked", "14.0 wheeled")
def _going(ground: Ground, kind: str, here: str, there: str, works: tuple[Work, ...]) -> Going:
    road, row, vehicle = by_road(ground, here, there), ground.of(there), kind in VEHICLES
    # guns are pushed by hand
    extra = row[kind if vehicle else INFANTRY]
    rule = "14.0" if vehicle else "5.0"
    entry = []
    if road and extra:
        entry = [Line.of("14.0 road" if vehicle else "5.0", "coh.line.road", 0)]
    elif not road and extra > 0:
        entry = [Line.of(rule, "coh.line.into", extra, terrain=ground.board.terrain(there))]
    return Going(
        vehicle and (road or (kind == TRACKED and bool(row["bonus"]))),
        vehicle and not road and bool(row["bog"]),
        tuple(_bars(ground, kind, here, there, works)),
        tuple(entry),
        tuple(_surcharges(ground, kind, here, there, works)),
    )


def backing(g: Setting, s: State, unit: str, there: str) -> bool:
    """Whether a step leads out of the front hexes (5.2, 14.0 backward)."""
    seat = s.position.place(unit)
    if s.of(unit).hidden or seat not in g.board:
        return False  # it faces no way until it is found (10.0), nor off the map (5.1)
    return not in_front(g.board, seat, s.of(unit).facing, there)


def toward(ground: Ground, here: str, there: str) -> str:
    """Which way the next hex lies."""
    facing = ground.board.direction(here, there)
    assert facing is not None
    return DIRECTIONS[facing]


@dataclass(frozen=True, slots=True)
class Lane:
    """A way that the ground leaves open to units of one kind, from where they stand."""

    choice: Mapping[str, Value]
    """Its hexes, and which way one faces at its end (5.0, 5.2)."""
    cost: int
    """What the ground asks for it."""
    soft: bool
    """Whether it may leave a vehicle stuck (14.1)."""
    back: bool
    """Whether it is a step back (5.2)."""


def lanes(g: Setting, s: State, unit: str) -> Mapping[Path, Lane]:
    """Every way that the ground leaves open to a unit: each neighbour, and what a vehicle's bonus
    reaches (5.0, 14.0). They are kept with the ground."""
    piece, counter = g.units[unit], s.of(unit)
    free = symbols(g, s, unit) if piece.vehicle and not counter.hidden else 0
    facing = None if counter.hidden else counter.facing
    return _lanes(g.ground, piece.kind, free, s.position.place(unit), facing, s.obstacles)


@once_a_ground
def _lanes(
    ground: Ground, kind: str, free: int, seat: str, facing: int | None, works: tuple[Work, ...]
) -> dict[Path, Lane]:
    found = {}
    for there in ground.board.neighbours(seat):
        if _step(ground, kind, seat, there, works).bars:
            continue
        back = facing is not None and not in_front(ground.board, seat, facing, there)
        bonus = 0 if back or not _step(ground, kind, seat, there, works).bonus else free
        for way in ((seat, there), *onward(ground, kind, (seat, there), bonus, works)):
            steps = [_step(ground, kind, *pair, works) for pair in pairwise(way)]
            lines = (*steps[0].entry, *(line for step in steps for line in step.more))
            ahead = DIRECTIONS[facing] if back and facing is not None else toward(ground, *way[-2:])
            soft, choice = any(step.soft for step in steps), {"path": way[1:], "facing": ahead}
            found[way[1:]] = Lane(choice, summed(lines), soft, back)
    return found


def straight(g: Setting, s: State, unit: str, drive: bool) -> list[tuple[Path, str]]:
    """In each direction a paid step, perhaps with the free hexes that follow straight on, and the
    facing at its end (5.0, 14.0); no way where the map ends. They are kept with the ground."""
    counter, free = s.of(unit), symbols(g, s, unit) if drive else 0
    facing = None if counter.hidden else counter.facing
    kind, seat = g.units[unit].kind, s.position.place(unit)
    return _straight(g.ground, kind, free, seat, facing, s.obstacles)


@once_a_ground
def _straight(
    ground: Ground, kind: str, free: int, seat: str, facing: int | None, works: tuple[Work, ...]
) -> list[tuple[Path, str]]:
    found = []
    for ahead in range(len(DIRECTIONS)):
        # who backs out faces as before, and goes no further (5.2, 14.0)
        face = ahead if facing is None or (ahead - facing) % 6 in sight.FRONT else facing
        there = next_hex(ground.board, seat, ahead)
        way: Path = (seat, there) if there else (seat,)
        drives = there and face == ahead and _step(ground, kind, seat, there, works).bonus
        for _ in range(free if drives else 0):
            there = next_hex(ground.board, way[-1], ahead)
            if not there or not _step(ground, kind, way[-1], there, works).bonus:
                break
            way = (*way, there)
        found.append((way[1:], DIRECTIONS[face]))
    return found


def next_hex(board: Board, here: str, ahead: int) -> str:
    """The hex that lies one way; empty where the map ends."""
    return board.label_of(hexes.step(board.cell(here), ahead)) or ""


def onward(
    ground: Ground, kind: str, way: Path, free: int, works: tuple[Work, ...]
) -> Iterator[Path]:
    """Every way on from the last hex of one over free hexes (14.0)."""
    for there in ground.board.neighbours(way[-1]) if free else ():
        step = _step(ground, kind, way[-1], there, works)
        if step.bonus and not step.bars and there not in way:
            longer = (*way, there)
            yield longer
            yield from onward(ground, kind, longer, free - 1, works)


def _surcharges(
    ground: Ground, kind: str, here: str, there: str, works: tuple[Work, ...]
) -> Iterator[Line]:
    up = climb(ground, here, there)
    if abs(up) >= STEEP:
        key = "coh.line.climb" if up > 0 else "coh.line.descent"
        yield Line.of("11.1", key, abs(up) * CLIMB, levels=abs(up))
    elif up > 0:
        yield Line.of("11.0", "coh.line.climb", up * CLIMB, levels=up)
    if bank(ground, here, there):
        yield Line.of("11.5 entry", "coh.line.bank", GULLY_BANK)
    if there in ground.board.tagged("ditch"):
        yield Line.of("18.3", "coh.line.ditch", DITCH)
    if kind == TRACKED and any(work.kind == "wire" for work in works):
        yield Line.of("18.4 vehicles", "coh.line.wire", WIRE_TRACKS)


def traffic(g: Setting, s: State, unit: str, there: str) -> Iterator[Line]:
    """What vehicles on a road add to the step of one on wheels (16.0)."""
    piece = g.units[unit]
    if piece.kind != WHEELED or not on_road(g.ground, there):
        return
    jam = [
        u
        for u in s.position.at(there)
        if g.units[u].vehicle and (g.units[u].side == piece.side or not s.of(u).hidden)
    ]
    if jam:
        yield Line.of("16.0", "coh.line.traffic", len(jam))


def step_lines(
    g: Setting, s: State, unit: str, here: str, there: str, back: bool
) -> Iterator[Line]:
    """What a paid step costs (5.0, 5.2, 14.0)."""
    piece, way = g.units[unit], going(g, s, unit, here, there)
    yield Line.of("14.0" if piece.vehicle else "5.0", "coh.line.move", piece.move, unit=piece.name)
    yield from changed(g, s, unit, "move")
    yield from (*way.entry, *way.more)
    yield from traffic(g, s, unit, there)
    if back and piece.has("organized-retreat"):
        yield Line.of("8.3 organized retreat", "coh.line.back", 0)
    elif back:
        backward = "14.0 backward" if piece.vehicle else "5.2"
        yield Line.of(backward, "coh.line.back", BACK)


def sneaking(g: Setting, s: State, there: str) -> tuple[str, int]:
    """3 more in cover, 6 more in the open (10.1)."""
    return ("coh.line.sneak-cover", 3) if covers(g, s, there) else ("coh.line.sneak-open", 6)


def covers(g: Setting, s: State, hex: str) -> bool:
    """Whether a hex hides units: a defence modifier of its ground or works (10.0 detection)."""
    works = any(w.kind in sight.HOLDING for w in s.works_in(hex))
    return bool(g.ground.of(hex)["dm"]) or works


def path_lines(g: Setting, s: State, unit: str, path: Names, sneaks: bool) -> list[Line]:
    """What a way costs: its first hex paid, the rest bonus (14.0); or the price of sneaking."""
    here = s.position.place(unit)
    if sneaks and path:
        piece, (key, more) = g.units[unit], sneaking(g, s, path[0])
        price = Line.of("5.0", "coh.line.move", piece.move, unit=piece.name)
        return [price, Line.of("10.1", key, more)]  # nothing else counts
    lines: list[Line] = []
    for number, there in enumerate(path):
        if number == 0:
            lines += step_lines(g, s, unit, here, there, backing(g, s, unit, there))
        else:
            lines += going(g, s, unit, here, there).more
            lines += traffic(g, s, unit, there)
        here = there
    return lines


def priced(
    g: Setting, s: State, unit: str, ways: Mapping[Path, Lane], sneaks: bool
) -> dict[Path, tuple[Lane, int]]:
    """Some ways, and what each costs a unit, not itemised."""
    piece = g.units[unit]
    if sneaks:
        return {
            path: (lane, piece.move + sneaking(g, s, path[0])[1]) for path, lane in ways.items()
        }
    pace = piece.move + change(g, s, unit, "move")
    back = 0 if piece.has("organized-retreat") else BACK
    found = {path: (lane, pace + lane.cost + back * lane.back) for path, lane in ways.items()}
    if piece.kind == WHEELED:
        for path, (lane, cost) in found.items():
            jams = sum(summed(traffic(g, s, unit, there)) for there in path)
            found[path] = lane, cost + jams
    return found


def summed(lines: Iterable[Line]) -> int:
    """What some lines of a price come to."""
    return sum([int(line.value or 0) for line in lines])


def symbols(g: Setting, s: State, unit: str) -> int:
    """The free hexes that a vehicle may earn: its symbols, one more on wheels; none while it drags
    another (14.0, 14.1 towing)."""
    piece, tows = g.units[unit], any(g.units[u].vehicle for u in s.loads.get(unit, ()))
    return 0 if tows else piece.bonus + (piece.kind == WHEELED)


def free_hexes(g: Setting, s: State, unit: str, here: str, there: str) -> int:
    """The free hexes that a paid step earns (14.0)."""
    return symbols(g, s, unit) if going(g, s, unit, here, there).bonus else 0


def _bars(
    ground: Ground, kind: str, here: str, there: str, works: tuple[Work, ...]
) -> Iterator[tuple[str, str]]:
    """What in a hex keeps a unit out wherever it comes from, then what lies between."""
    road, vehicle = by_road(ground, here, there), kind in VEHICLES
    # a gun, as a vehicle, crosses a river by bridges only (4.0 river)
    wades = not (vehicle or kind == GUN)
    if not road and ground.of(there)[kind if vehicle else INFANTRY] == NOT_ALLOWED:
        yield "14.0" if vehicle else "4.0", "coh.move.terrain"
    if not road and kind == GUN and ground.board.terrain(there) == "river":
        yield "4.0 river", "coh.move.terrain"
    if not wades and there in ground.board.tagged("ditch"):
        yield "18.3", "coh.move.ditch"
    if kind == WHEELED and any(work.kind == "wire" for work in works):
        yield "18.4 vehicles", "coh.move.wire"
    if kind == WHEELED and any(work.barring for work in works):
        yield "18.2 trench", "coh.move.trench"
    if not road and not wades and here in ground.board and ground.board.terrain(here) == "river":
        yield "4.0 river", "coh.move.bridge"
    if vehicle and abs(climb(ground, here, there)) >= STEEP:
        yield "11.1", "coh.move.steep"
    if vehicle and bank(ground, here, there):
        yield "11.5 entry", "coh.move.bank"
    # a road over it lifts the bar (14.0 road)
    cut = here in ground.board and sight.SMALL_GULLY in ground.board.side(here, there)
    if vehicle and cut and not road:
        yield "11.5 small", "coh.move.small-gully"
