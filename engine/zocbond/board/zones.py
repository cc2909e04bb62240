"""Zones of control and ZOC bonds, with their shift, terrain, crossing and map edge; how many units
fit in a hex: which stack free, which count, what is over the limit."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from engine.board import Board
from engine.hexes import Cell
from engine.hexset import HexSet, Ways, places
from engine.values import Names
from engine.verdict import enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.ground import (
    Span,
    bridged,
    lay,
    lies,
    technical_barred,
    water,
    zoc_passes,
)
from engine.zocbond.board.state import NONE, ROUTED, TRAIN, State, lasting

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
    return s.fact(("held", side), _seats, g, s, g.fighters(side))


def _seats(g: Family, s: State, units: frozenset[str]) -> HexSet:
    """The hexes with any of some units."""
    return s.position.once(("seats", units), lambda: g.board.set(s.position.seats(units)))


@enforces("zoc")
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


@enforces("zoc")
def _zoc(g: Family, s: State, side: str) -> HexSet:
    seats, fighters = held(g, s, side), g.fighters(side)
    silent = [unit for unit in s.marks if unit in fighters and not projects(g, s, unit)]
    without = [
        hex
        for hex in set(s.position.seats(silent))
        if not any(projects(g, s, unit) for unit in combat_units(g, s, side, hex))
    ]
    without += g.contested_hexes(s)
    if without:
        seats -= g.board.set(without)
    return seats.spread(zoc_ways(g, s))


def watchers(g: Family, s: State, hex: str, side: str) -> tuple[str, ...]:
    """The units of a side whose zone of control covers a hex."""
    seats = held(g, s, side)
    return tuple(
        unit
        for near in g.board.neighbours(hex)
        if near in seats and hex in zone_of(g, s, near)
        for unit in combat_units(g, s, side, near)
        if projects(g, s, unit)
    )


@lasting
def eased(g: Family, s: State, side: str, leaving: frozenset[str] = frozenset()) -> HexSet:
    """Enemy zones of control less the hexes that a side's own units hold (not those leaving)."""
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


@enforces("bond-crossing")
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


@enforces("bond-form", "bond-edge")
def _bonds(g: Family, s: State, side: str) -> Iterator[Bond]:
    ends, foes = bonding(g, s, side), held(g, s, enemy(g, side)).bits
    technical = g.technical & g.fighters(side) if g.figure("bond-technical") else frozenset()
    mixed = (ends & _seats(g, s, technical)).bits
    found = [
        (span.number, span.end, span) for leap in g.ground.leaps for span in leap.joining(ends)
    ]
    if g.board.areas:
        for leap in g.ground.brinks:
            for place in places((ends & leap.starts).bits):
                span = leap.spans[place]
                area = g.own_area_at(s, side, span.far)
                if area is not None:
                    found.append((span.number, area, span))
    gaps = lies(g, s).gaps
    for number, end, span in sorted(found):
        gap = gaps.get((number, end))
        if gap is None:
            gap = gaps[number, end] = _gap(g, s, span, end)
        met = foes & gap.met or gap.need & mixed
        why = _broken(g, s, side, gap, foes, mixed) if met else gap.why
        bond = gap.bonds.get((side, why))
        if bond is None:
            kind, two = HEX if len(span.cells) == 1 else SIDE, (span.start, end)
            bond = gap.bonds[side, why] = Bond(side, kind, two, span.cells, gap.between, why)
        yield bond


def moved(g: Family, s: State, units: Names, hex: str) -> State:
    """Units elsewhere; what their move leaves to the enemy need not be worked out again."""
    there = s
    for unit in units:
        there = there.put(unit, hex)
    seats, foe = (hex, *s.position.seats(units)), enemy(g, g.units[units[0]].side)
    if hex in g.board and not any(g.contested(s, seat) for seat in seats):
        for name, find in (("held", held), ("zoc", zoc), ("bonding", bonding)):
            there.fact((name, foe), find, g, s, foe)
        if spanned(g, s, foe).isdisjoint(g.board.set(seats)):
            there.fact(("bonds", foe), bonds, g, s, foe)
            there.fact(("net", foe), net, g, s, foe)
    return there


@lasting
def spanned(g: Family, s: State, side: str) -> HexSet:
    """The hexes between the ends of a side's bonds, standing or broken."""
    return g.board.set(hex for bond in bonds(g, s, side) for hex in bond.between)


def bonding(g: Family, s: State, side: str) -> HexSet:
    """The hexes with units that can form bonds; others than a lone unit are asked near an end."""
    return s.fact(("bonding", side), _bonding, g, s, side)


def _bonding(g: Family, s: State, side: str) -> HexSet:
    mine = held(g, s, side)
    sure = _seats(g, s, g.bond_alone(s, side)) - g.board.set(g.contested_hexes(s))
    ask = mine - sure
    near = _near_ends(g, mine) & ask if ask else ask
    return sure | g.board.set(hex for hex in near if g.bonding(s, side, hex))


def _near_ends(g: Family, mine: HexSet) -> HexSet:
    """Those of some hexes that lie as far from another as a bond reaches, or at the edge."""
    near, far = 0, mine.bits
    for leap in g.ground.leaps:
        shift = leap.shift
        starts = far & leap.starts.bits & (far >> shift if shift > 0 else far << -shift)
        near |= starts | (starts << shift if shift > 0 else starts >> -shift)
    for leap in g.ground.brinks if g.board.areas else ():
        near |= far & leap.starts.bits
    return HexSet(mine.grid, near)


class Way(NamedTuple):
    """What stops a bond in a hex between its ends, as the ground lies now."""

    why: str | None
    asked: tuple[str, ...] = ()
    """The ends out of which technical units could not come there: others must form the bond."""


OPEN = Way(None)


class Gap:
    """What lies between the two ends of a bond, as the ground lies now."""

    __slots__ = ("asked", "between", "bits", "bonds", "met", "need", "ways", "why")

    def __init__(self, g: Family, span: Span, ways: Iterable[Way]) -> None:
        self.ways = tuple(ways)
        self.why = _cause(way.why for way in self.ways)
        """What breaks a bond here, where no enemy does and no technical units at its ends."""
        self.between = tuple(label for label in span.labels if label is not None)
        self.bits = tuple(g.board.set([label or ""]).bits for label in span.labels)
        self.met = self.bits[0] | self.bits[-1]
        self.asked = tuple(g.board.set(way.asked).bits for way in self.ways)
        self.need = self.asked[0] | self.asked[-1]
        self.bonds: dict[tuple[str, str | None], Bond] = {}
        """The bonds of either side there, by what breaks them."""


def _gap(g: Family, s: State, span: Span, end: str) -> Gap:
    ways = (_way(g, s, span.start, hex, end) if hex else Way("off-map") for hex in span.labels)
    return Gap(g, span, ways)


@enforces("bond-break")
def _broken(g: Family, s: State, side: str, gap: Gap, foes: int, mixed: int) -> str | None:
    """Why a bond does not stand: enemies between its ends, or ground closed to it. `mixed` are the
    ends with technical units."""
    if gap.bits[0] & foes and gap.bits[-1] & foes:
        return "enemy"
    return _cause(
        "enemy-shift"
        if bit & foes
        else "terrain"
        if asked & mixed and not all(_bonding_plain(g, s, side, end) for end in way.asked)
        else way.why
        for bit, way, asked in zip(gap.bits, gap.ways, gap.asked, strict=True)
    )


def _cause(found: Iterable[str | None]) -> str | None:
    """Why a bond does not stand, by what stops it in each hex between its ends."""
    causes = []
    for why in found:
        if why is None:
            return None
        causes.append(why)
    return next((why for why in causes if why not in ("off-map", "enemy-shift")), causes[-1])


@enforces("bond-terrain")
def _way(g: Family, s: State, a: str, middle: str, b: str) -> Way:
    """What stops a bond from running through a hex: a city, a river, ground closed to an end."""
    if g.bond_barred(s, middle):
        return Way("city")
    wide, asked = 0, list[str]()
    for end in (a, b):
        kind = water(g, end, middle)
        if kind is not None:
            rule = int(g.ground.sides.value(g.side_kind(s, kind, end, middle), "bond"))
            if rule == 2 or (rule == 1 and not bridged(g, s, end, middle)):
                return Way("river", tuple(asked))
            wide += rule == 3
        if g.figure("bond-technical") and end in g.board and technical_barred(g, s, end, middle):
            asked.append(end)
    return Way("river" if wide > 1 else None, tuple(asked))


def _bonding_plain(g: Family, s: State, side: str, hex: str) -> bool:
    """Whether the units of a hex that are not technical can form bonds together."""
    plain = frozenset(unit for unit in s.position.at(hex) if not g.units[unit].technical)
    return g.bonding(s, side, hex, plain)


@enforces("half-battalions")
def counted(g: Family, s: State, units: Iterable[str], beside: Iterable[str] = ()) -> list[str]:
    """The units that count against the stacking limit: one of each free kind is left out. Whether
    one is free may hang on others that stand beside them and are not counted."""
    taken: set[str] = set()
    found = []
    named = list(units)
    around = [*named, *(unit for unit in beside if unit not in named)]
    for unit in named:
        piece = g.units[unit]
        if not piece.combat or g.never_counts(s, unit):
            continue
        group = g.free_group(s, unit, around)
        if group is not None and group not in taken:
            taken.add(group)
            continue
        if piece.twin and piece.twin in found:
            continue
        found.append(unit)
    return found


def over(g: Family, s: State, side: str, hex: str, more: Iterable[str] = ()) -> int:
    """How many units a hex holds beyond its limit, some newcomers counted in."""
    units = [*combat_units(g, s, side, hex), *more]
    return max(0, len(counted(g, s, dict.fromkeys(units))) - g.limit(s, side, hex))


def able(
    g: Family, s: State, hex: str, units: Iterable[str], first: Collection[str] = ()
) -> tuple[str, ...]:
    """Of each place the strongest units that may attack a hex together, after those named first."""
    found: list[str] = []
    for unit in sorted(units, key=lambda u: (u not in first, -g.face(s, u).attack)):
        side, seat = g.units[unit].side, s.place(unit)
        mates = [*(u for u in found if s.place(u) == seat), unit]
        on_map = seat in g.board
        most = g.limit(s, side, seat) if on_map else g.edge_limit(s, side, hex, (seat,))
        if len(fighters(g, s, side, seat, mates)) <= most:
            found.append(unit)
    return tuple(unit for unit in units if unit in found)


def fighters(g: Family, s: State, side: str, hex: str, group: Iterable[str]) -> list[str]:
    """Those of a group in a hex that count where it fights; who is free, the whole hex says."""
    return counted(g, s, group, combat_units(g, s, side, hex))


def lenders(
    g: Family, s: State, side: str, hex: str, out: frozenset[str] = NONE
) -> tuple[str, ...]:
    """The units of a hex that could lend strength, were it not for the limit."""
    return tuple(u for u in combat_units(g, s, side, hex) if u not in out)


def fighting(
    g: Family, s: State, side: str, hex: str, out: frozenset[str] = NONE
) -> tuple[str, ...]:
    """What an attacker must reckon with: of an overstacked hex the strongest that may defend. In a
    battle the owner chooses among them."""
    units = lenders(g, s, side, hex, out)
    bound = fighters(
        g, s, side, hex, (u for u in units if not g.any_of(Chapter.lends_besides, s, u))
    )
    surplus = max(0, len(bound) - g.limit(s, side, hex))
    weak = sorted(bound, key=lambda u: (g.face(s, u).defence, u))[:surplus]
    return tuple(u for u in units if u not in weak)
