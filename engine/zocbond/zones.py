"""Zones of control and ZOC bonds, with their shift, terrain, crossing and map edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.board import Board
from engine.hexes import Cell
from engine.hexset import HexSet, Ways
from engine.zocbond.ground import barred_hex, barred_side, bridged, lay, road, water, zoc_passes
from engine.zocbond.state import ROUTED, TRAIN, State

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

HEX, SIDE = "hex", "side"


@dataclass(frozen=True, slots=True)
class Bond:
    """A ZOC bond: its two ends, and the hex or the hexside between them."""

    side: str
    kind: str
    ends: tuple[str, str]
    cells: tuple[Cell, ...]
    between: tuple[str, ...]
    """The hex of a hex bond, the two hexes that a hexside bond parts; off the map left out."""
    broken: str | None = None
    """Why it does not stand: enemy, terrain, city, river; None when it stands."""


@dataclass(frozen=True)
class Net:
    """The standing bonds of one side, for fast questions."""

    hexes: frozenset[Cell]
    sides: frozenset[frozenset[Cell]]
    shut: HexSet
    """The bonded hexes on the map."""
    walls: Ways
    """The steps over bonded hexsides on the map, both ways."""

    def bars(self, board: Board, here: str, there: str) -> bool:
        """Whether a step on the map enters or crosses a bond."""
        return there in self.shut or self.walled(board, here, there)

    def walled(self, board: Board, here: str, there: str) -> bool:
        """Whether a step on the map crosses a bond."""
        if not self.walls or here not in board or there not in board:
            return False
        direction = board.direction(here, there)
        return direction is not None and self.walls.opens(here, direction)

    def enters(self, cell: Cell) -> bool:
        """Whether a hex is the middle of a hex bond."""
        return cell in self.hexes

    def crosses(self, a: Cell, b: Cell) -> bool:
        """Whether a step goes over a bonded hexside."""
        return frozenset((a, b)) in self.sides

    def stops(self, a: Cell, b: Cell) -> bool:
        """Whether a step enters or crosses a bond."""
        return b in self.hexes or frozenset((a, b)) in self.sides


def enemy(g: Family, side: str) -> str:
    """The other side."""
    return g.other[side]


def combat_units(g: Family, s: State, side: str, hex: str) -> list[str]:
    """The combat units of a side in a hex."""
    return [
        unit for unit in s.position.at(hex) if g.units[unit].side == side and g.units[unit].combat
    ]


def held(g: Family, s: State, side: str) -> HexSet:
    """The hexes with a combat unit of a side."""
    return s.fact(("held", side), _held, g, s, side)


def _held(g: Family, s: State, side: str) -> HexSet:
    key, cache = ("held", side), s.position.cache
    if key not in cache:
        fighters, at = g.fighters(side), s.position.at
        cache[key] = g.board.set(
            place for place in s.position.places() if not fighters.isdisjoint(at(place))
        )
    found: HexSet = cache[key]
    return found


def projects(g: Family, s: State, unit: str) -> bool:
    """Whether a unit has a zone of control: routed units and those on trains do not."""
    return g.units[unit].combat and not s.has(unit, ROUTED, TRAIN)


def zone_of(g: Family, s: State, hex: str) -> HexSet:
    """The hexes that a unit's zone of control covers."""
    seat: HexSet = g.board.set(() if g.contested(s, hex) else (hex,))
    return seat.spread(zoc_ways(g, s))


def zoc_ways(g: Family, s: State) -> Ways:
    """The steps by which zones of control reach out of their hexes."""
    return lay(g, s, "zoc", lambda here, there: zoc_passes(g, s, here, there))


def zoc(g: Family, s: State, side: str) -> HexSet:
    """All hexes in a side's zones of control."""
    return s.fact(("zoc", side), _zoc, g, s, side)


def _zoc(g: Family, s: State, side: str) -> HexSet:
    fighters = g.fighters(side)
    silent = {s.place(unit) for unit in s.marks.keys() & fighters if not projects(g, s, unit)}
    without = (
        hex
        for hex in silent
        if not any(projects(g, s, unit) for unit in combat_units(g, s, side, hex))
    )
    seats = held(g, s, side) - g.board.set((*without, *g.contested_hexes(s)))
    return seats.spread(zoc_ways(g, s))


def watchers(g: Family, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose zone of control covers a hex."""
    return tuple(
        unit
        for near in g.board.neighbours(hex)
        if near in held(g, s, side) and hex in zone_of(g, s, near)
        for unit in combat_units(g, s, side, near)
        if projects(g, s, unit)
    )


def eased(g: Family, s: State, side: str, leaving: frozenset[str] = frozenset()) -> HexSet:
    """Enemy zones of control less the hexes that a side's own units hold (not those leaving)."""
    return s.fact(("eased", side, leaving), _eased, g, s, side, leaving)


def _eased(g: Family, s: State, side: str, leaving: frozenset[str]) -> HexSet:
    left = (
        hex
        for hex in {s.place(unit) for unit in leaving}
        if leaving.issuperset(combat_units(g, s, side, hex))
    )
    return zoc(g, s, enemy(g, side)) - (held(g, s, side) - g.board.set(left))


def bonds(g: Family, s: State, side: str) -> tuple[Bond, ...]:
    """Every bond that a side's units would form, the broken ones with the cause."""
    return s.fact(("bonds", side), lambda: tuple(_bonds(g, s, side)))


def net(g: Family, s: State, side: str) -> Net:
    """The bonds of a side that stand."""
    return s.fact(("net", side), _net, g, s, side)


def _net(g: Family, s: State, side: str) -> Net:
    standing = [bond for bond in bonds(g, s, side) if bond.broken is None]
    return Net(
        frozenset(bond.cells[0] for bond in standing if bond.kind == HEX),
        frozenset(frozenset(bond.cells) for bond in standing if bond.kind == SIDE),
        g.board.set(bond.between[0] for bond in standing if bond.kind == HEX),
        g.board.grid.steps(
            (here, direction)
            for bond in standing
            if bond.kind == SIDE and len(bond.between) == 2
            for here, there in (bond.between, bond.between[::-1])
            if (direction := g.board.direction(here, there)) is not None
        ),
    )


def _bonds(g: Family, s: State, side: str) -> Iterator[Bond]:
    ends = {hex for hex in held(g, s, side) if g.bonding(s, side, hex)}
    for hex in sorted(ends):
        for span in g.ground.spans[hex]:
            if span.end in ends:
                if len(span.cells) == 1:
                    yield _hex_bond(g, s, side, hex, span.end, span.cells[0])
                else:
                    yield _side_bond(g, s, side, (hex, span.end), span.cells)
            elif not span.end:
                area = g.own_area_at(s, side, span.far)
                if area is not None:
                    yield _side_bond(g, s, side, (hex, area), span.cells)


def _occupied(g: Family, s: State, side: str, cell: Cell) -> bool:
    label = g.board.label_of(cell)
    return label is not None and label in held(g, s, enemy(g, side))


def _hex_bond(g: Family, s: State, side: str, a: str, b: str, middle: Cell) -> Bond:
    label = g.board.label_of(middle)
    why = "off-map" if label is None else None
    if label is not None:
        why = "enemy" if _occupied(g, s, side, middle) else _way(g, s, side, a, label, b)
    return Bond(side, HEX, (a, b), (middle,), (label,) if label else (), why)


def _side_bond(
    g: Family, s: State, side: str, ends: tuple[str, str], cells: tuple[Cell, ...]
) -> Bond:
    labels = [g.board.label_of(cell) for cell in cells]
    between = tuple(label for label in labels if label is not None)
    why: str | None = None
    if all(_occupied(g, s, side, cell) for cell in cells):
        why = "enemy"
    else:
        causes = []
        for cell, label in zip(cells, labels, strict=True):
            if label is None:
                causes.append("off-map")
            elif _occupied(g, s, side, cell):
                causes.append("enemy-shift")
            else:
                causes.append(_way(g, s, side, ends[0], label, ends[1]) or "")
        if all(causes):
            why = causes[0] if causes[0] not in ("off-map", "enemy-shift") else causes[1]
    return Bond(side, SIDE, ends, cells, between, why)


def _way(g: Family, s: State, side: str, a: str, middle: str, b: str) -> str | None:
    """What stops a bond from running through a hex: a city, a river, ground closed to an end."""
    if g.bond_barred(s, middle):
        return "city"
    wide = 0
    for end in (a, b):
        kind = water(g, end, middle)
        if kind is not None:
            rule = int(g.ground.sides.value(g.side_kind(s, kind, end, middle), "bond"))
            if rule == 2 or (rule == 1 and not bridged(g, s, end, middle)):
                return "river"
            wide += rule == 3
        if end in g.board and not g.bonding(s, side, end, _fit(g, s, end, middle)):
            return "terrain"
    return "river" if wide > 1 else None


def _fit(g: Family, s: State, end: str, middle: str) -> frozenset[str] | None:
    """The units of a hex that could pass the side and the hex themselves, technical ones not.

    None where the game asks for no such thing of them (Stalingrad '42).
    """
    if not g.figure("bond-technical"):
        return None
    return frozenset(
        unit
        for unit in s.position.at(end)
        if not g.units[unit].technical
        or road(g, s, end, middle)
        or not (
            barred_hex(g, s, g.units[unit], middle) or barred_side(g, s, g.units[unit], end, middle)
        )
    )
