"""Chapters 5, 11 and 14: what a step over the ground costs, and what ground stops it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.conflict_of_heroes.ground import FRONT, HOLDING, ROAD, SMALL_GULLY
from engine.conflict_of_heroes.state import State
from engine.conflict_of_heroes.unit import GUN, TRACKED, WHEELED
from engine.conflict_of_heroes.values import changed
from engine.verdict import Line

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

BACK, CLIMB, GULLY_BANK, DITCH, WIRE_TRACKS, CAREFUL = 1, 1, 3, 2, 2, 1
STEEP = 2
"""Levels between two hexes that make a steep slope, up or down (11.1)."""
NOT_ALLOWED = -1


def by_road(g: ConflictOfHeroes, here: str, there: str) -> bool:
    """Whether a step follows a road or a bridge from hex to hex (5.0, 14.0 road).

    A road of an entry hex leads in over the edge of the map (5.1).
    """
    return ROAD in g.board.link(here, there) if here in g.board else on_road(g, there)


def on_road(g: ConflictOfHeroes, hex: str) -> bool:
    """Whether a road runs through a hex (5.1, 16.0)."""
    return any(ROAD in g.board.link(hex, near) for near in g.board.neighbours(hex))


def climb(g: ConflictOfHeroes, here: str, there: str) -> int:
    """Levels gained by a step, lost where it is less than none (11.0, 11.1).

    One level into a gully or out of it is a matter of its bank or end (11.5 entry). The ground off
    the map is as high as its edge.
    """
    if here not in g.board:
        return 0
    rise = g.ground.level(there) - g.ground.level(here)
    into_or_out = g.ground.gully(here) != g.ground.gully(there)
    return 0 if into_or_out and abs(rise) < STEEP else rise


def bank(g: ConflictOfHeroes, here: str, there: str) -> bool:
    """Whether a step goes over the bank of a large gully and not by its end (11.5 entry)."""
    if here not in g.board or g.ground.gully(here) == g.ground.gully(there):
        return False
    deep = here if g.ground.gully(here) else there
    return deep not in g.board.tagged("gully-end")


def column(g: ConflictOfHeroes, unit: str) -> str:
    """The column of the terrain chart a unit reads; guns are pushed by hand."""
    kind = g.units[unit].kind
    return kind if kind in (TRACKED, WHEELED) else "infantry"


def rolls_on(g: ConflictOfHeroes, unit: str, here: str, there: str) -> bool:
    """Whether a step earns a vehicle its bonus (14.0 tracked, 14.0 wheeled)."""
    piece = g.units[unit]
    if piece.kind == TRACKED:
        return by_road(g, here, there) or bool(g.ground.of(there)["bonus"])
    return piece.kind == WHEELED and by_road(g, here, there)


def bonus_hexes(g: ConflictOfHeroes, unit: str) -> int:
    """The free hexes that follow a paid one: symbols, and one more for wheels (14.0)."""
    piece = g.units[unit]
    return piece.bonus + (piece.kind == WHEELED)


def backing(g: ConflictOfHeroes, s: State, unit: str, there: str) -> bool:
    """Whether a step leads out of the front hexes (5.2, 14.0 backward)."""
    seat = s.position.place(unit)
    if s.of(unit).hidden or seat not in g.board:
        return False  # it faces no way until it is found (10.0), nor off the map (5.1)
    ahead = g.board.direction(seat, there)
    return ahead is None or (ahead - s.of(unit).facing) % 6 not in FRONT


def surcharges(g: ConflictOfHeroes, s: State, unit: str, here: str, there: str) -> Iterator[Line]:
    """What hills, banks, ditches, wire and traffic add to a step."""
    piece, up = g.units[unit], climb(g, here, there)
    if abs(up) >= STEEP:
        key = "coh.line.climb" if up > 0 else "coh.line.descent"
        yield Line.of("11.1", key, abs(up) * CLIMB, levels=abs(up))
    elif up > 0:
        yield Line.of("11.0", "coh.line.climb", up * CLIMB, levels=up)
    if bank(g, here, there):
        yield Line.of("11.5 entry", "coh.line.bank", GULLY_BANK)
    if there in g.board.tagged("ditch"):
        yield Line.of("18.3", "coh.line.ditch", DITCH)
    if piece.kind == TRACKED and any(w.kind == "wire" for w in s.works_in(there)):
        yield Line.of("18.4 vehicles", "coh.line.wire", WIRE_TRACKS)
    if piece.kind == WHEELED and on_road(g, there):
        jam = [
            u
            for u in s.position.at(there)
            if g.units[u].vehicle and (g.units[u].side == piece.side or not s.of(u).hidden)
        ]
        if jam:
            yield Line.of("16.0", "coh.line.traffic", len(jam))


def step_lines(
    g: ConflictOfHeroes, s: State, unit: str, here: str, there: str, back: bool
) -> Iterator[Line]:
    """What a paid step costs (5.0, 5.2, 14.0)."""
    piece = g.units[unit]
    rule = "14.0" if piece.vehicle else "5.0"
    yield Line.of(rule, "coh.line.move", piece.move, unit=piece.name)
    yield from changed(g, s, unit, "move")
    extra = g.ground.of(there)[column(g, unit)]
    if by_road(g, here, there):
        if extra:
            yield Line.of("14.0 road" if piece.vehicle else "5.0", "coh.line.road", 0)
    elif extra > 0:
        yield Line.of(rule, "coh.line.into", extra, terrain=g.board.terrain(there))
    yield from surcharges(g, s, unit, here, there)
    if back and piece.has("organized-retreat"):
        yield Line.of("8.3 organized retreat", "coh.line.back", 0)
    elif back:
        backward = "14.0 backward" if piece.vehicle else "5.2"
        yield Line.of(backward, "coh.line.back", BACK)


def sneak_lines(g: ConflictOfHeroes, s: State, unit: str, there: str) -> list[Line]:
    """Sneaking: 3 more in cover, 6 more in the open, and nothing else counts (10.1)."""
    piece = g.units[unit]
    covered = covers(g, s, there)
    key, more = ("coh.line.sneak-cover", 3) if covered else ("coh.line.sneak-open", 6)
    return [
        Line.of("5.0", "coh.line.move", piece.move, unit=piece.name),
        Line.of("10.1", key, more),
    ]


def covers(g: ConflictOfHeroes, s: State, hex: str) -> bool:
    """Whether a hex hides units: a defence modifier of its ground or works (10.0 detection)."""
    works = any(w.kind in HOLDING for w in s.works_in(hex))
    return bool(g.ground.of(hex)["dm"]) or works


def path_lines(
    g: ConflictOfHeroes, s: State, unit: str, path: Sequence[str], sneaking: bool
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
            lines += surcharges(g, s, unit, here, there)
        here = there
    return lines


def tows(g: ConflictOfHeroes, s: State, unit: str) -> bool:
    """Whether a vehicle drags another: neither has a bonus then (14.1 towing)."""
    return any(c.carrier == unit and g.units[u].vehicle for u, c in s.counters.items())


def free_hexes(g: ConflictOfHeroes, s: State, unit: str, here: str, there: str) -> int:
    """How many free hexes a paid step earns (14.0, 14.1 towing)."""
    earned = rolls_on(g, unit, here, there) and not tows(g, s, unit)
    return bonus_hexes(g, unit) if earned else 0


def barred(
    g: ConflictOfHeroes, s: State, unit: str, here: str, there: str
) -> Iterator[tuple[str, str]]:
    """Ground that a unit may not step over or into (4.0, 11.1, 11.5, 14.0, 18.2, 18.3, 18.4)."""
    piece, road = g.units[unit], by_road(g, here, there)
    yield from _barred_hex(g, s, unit, there, road)
    if not road and here in g.board and _no_wading(g, unit, here):
        yield "4.0 river", "coh.move.bridge"
    if piece.vehicle and abs(climb(g, here, there)) >= STEEP:
        yield "11.1", "coh.move.steep"
    if piece.vehicle and bank(g, here, there):
        yield "11.5 entry", "coh.move.bank"
    # a road over it lifts the bar (14.0 road)
    cut = here in g.board and SMALL_GULLY in g.board.side(here, there)
    if piece.vehicle and cut and not road:
        yield "11.5 small", "coh.move.small-gully"


def _no_wading(g: ConflictOfHeroes, unit: str, hex: str) -> bool:
    """Whether a hex is a river that only a bridge leads a unit over (4.0 river)."""
    piece = g.units[unit]
    return (piece.vehicle or piece.kind == GUN) and g.board.terrain(hex) == "river"


def _barred_hex(
    g: ConflictOfHeroes, s: State, unit: str, there: str, road: bool
) -> Iterator[tuple[str, str]]:
    """What in a hex keeps a unit out, wherever it comes from."""
    piece = g.units[unit]
    if not road and g.ground.of(there)[column(g, unit)] == NOT_ALLOWED:
        yield "14.0" if piece.vehicle else "4.0", "coh.move.terrain"
    if not road and piece.kind == GUN and _no_wading(g, unit, there):
        yield "4.0 river", "coh.move.terrain"
    if (piece.vehicle or piece.kind == GUN) and there in g.board.tagged("ditch"):
        yield "18.3", "coh.move.ditch"
    if piece.kind == WHEELED:
        works = s.works_in(there)
        if any(work.kind == "wire" for work in works):
            yield "18.4 vehicles", "coh.move.wire"
        if any(work.barring for work in works):
            yield "18.2 trench", "coh.move.trench"


def soft(g: ConflictOfHeroes, unit: str, here: str, there: str) -> bool:
    """Whether a step may leave a vehicle stuck (14.1)."""
    bog = g.units[unit].vehicle and g.ground.of(there)["bog"]
    return bool(bog) and not by_road(g, here, there)
