"""Chapter 7 of both rulebooks read once more, from the text, with a geometry of its own.

It shares no code with engine.zocbond: hexes are pairs of whole numbers worked out from the
printed label, a bond is looked for between every two hexes of a side, and every clause is asked
of it in the order of the text.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

AROUND = {"N": (0, -2), "NE": (3, -1), "SE": (3, 1), "S": (0, 2), "SW": (-3, 1), "NW": (-3, -1)}
IN_LINE = {(0, 4), (6, 2)}
"""How far apart the ends of a bond through a hex are, signs left out."""
ASTRIDE = {(6, 0), (3, 3)}
"""How far apart the ends of a bond through a hexside are."""

Spot = tuple[int, int]


def spot(label: str) -> Spot:
    """The centre of a hex: columns three apart, rows two, odd columns one lower."""
    column, row = int(label[:2]), int(label[2:])
    return 3 * column, 2 * row + column % 2


def apart(a: Spot, b: Spot) -> Spot:
    """The way from one hex to another, signs left out."""
    return abs(a[0] - b[0]), abs(a[1] - b[1])


def touch(a: Spot, b: Spot) -> bool:
    """Whether two hexes share a side."""
    return apart(a, b) in {(0, 2), (3, 1)}


@dataclass(frozen=True)
class Man:
    """A unit as the chapter sees it."""

    side: str
    hex: str
    steps: int
    order: bool = True
    combat: bool = True
    white: bool = False
    """The white frame: stacks free (Stalingrad '42)."""
    technical: bool = False


@dataclass(frozen=True)
class Ground:
    """The map as the chapter sees it."""

    hexes: frozenset[str]
    terrain: Mapping[str, str]
    sides: Mapping[frozenset[str], str]
    roads: frozenset[frozenset[str]] = frozenset()
    """Sides that a road crosses by a bridge that stands."""
    winter: bool = False
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The edge hexes of each side's own entry area."""


@dataclass(frozen=True)
class Found:
    """A bond that stands: its ends and what lies between."""

    ends: frozenset[object]
    between: frozenset[str]
    through_hex: bool


def standing(game: str, ground: Ground, men: list[Man], side: str) -> set[Found]:
    """Every bond of a side that stands."""
    at = {spot(hex): hex for hex in ground.hexes}
    foes = {man.hex for man in men if man.combat and man.side != side}
    able = sorted({man.hex for man in men if man.side == side and _may(game, men, side, man.hex)})
    found = set()
    for a, b in itertools.combinations(able, 2):
        gap = apart(spot(a), spot(b))
        if gap in IN_LINE or gap in ASTRIDE:
            found |= _judge(game, ground, men, side, foes, at, a, b, spot(b))
    for a in able:
        for beyond in _outside(ground, side, at):
            if apart(spot(a), beyond) in ASTRIDE:
                found |= _judge(game, ground, men, side, foes, at, a, None, beyond)
    return found


def _outside(ground: Ground, side: str, at: Mapping[Spot, str]) -> Iterator[Spot]:
    """The places beyond the edge that belong to a side's own entry area (7.4.5, 7.5)."""
    seen = set()
    for hex in ground.areas.get(side, ()):
        x, y = spot(hex)
        for dx, dy in AROUND.values():
            there = (x + dx, y + dy)
            if there not in at and there not in seen:
                seen.add(there)
                yield there


def _may(game: str, men: list[Man], side: str, hex: str, through: Way | None = None) -> bool:
    """7.4.1: two steps in good order. 7.1: a unit in good order, of white ones two."""
    good = [m for m in men if m.side == side and m.hex == hex and m.combat and m.order]
    if game == "holland44":
        if through is not None:
            good = [m for m in good if not (m.technical and through.closed(hex))]
        return sum(m.steps for m in good) >= 2
    return any(not m.white for m in good) or len(good) >= 2


@dataclass(frozen=True)
class Way:
    """A bond drawn through one hex: from its ends into it and out again."""

    ground: Ground
    middle: str

    def closed(self, end: str) -> bool:
        """Whether a technical unit of an end cannot pass into the middle (7.4.6, 8.5.2, 8.6.2)."""
        pair = frozenset((end, self.middle))
        if pair in self.ground.roads:
            return False
        wet = self.ground.sides.get(pair)
        soft = self.ground.terrain[self.middle] in ("polder", "polder-woods", "swamp")
        return soft or wet in ("large-river", "canal", "minor-river")


def _judge(
    game: str,
    ground: Ground,
    men: list[Man],
    side: str,
    foes: set[str],
    at: Mapping[Spot, str],
    a: str,
    b: str | None,
    end: Spot,
) -> set[Found]:
    """Whether the bond between two hexes, or a hex and an entry area, stands."""
    middles = [at[m] for m in _between(spot(a), end) if m in at]
    through_hex = apart(spot(a), end) in IN_LINE
    if b is None and len(middles) < 2:
        return set()
    if not middles or all(hex in foes for hex in _places(spot(a), end, at)):
        return set()
    ends = [hex for hex in (a, b) if hex is not None]
    ways = [hex for hex in middles if hex not in foes and _open(game, ground, men, side, ends, hex)]
    if not ways:
        return set()
    names = frozenset((a, b if b is not None else "area"))
    return {Found(names, frozenset(middles), through_hex)}


def _places(a: Spot, b: Spot, at: Mapping[Spot, str]) -> list[str | None]:
    return [at.get(m) for m in _between(a, b)]


def _between(a: Spot, b: Spot) -> list[Spot]:
    """The hexes that touch both ends: one for a bond through a hex, else two."""
    near = [(a[0] + dx, a[1] + dy) for dx, dy in AROUND.values()]
    return [m for m in near if touch(m, b)]


def _open(
    game: str, ground: Ground, men: list[Man], side: str, ends: list[str], middle: str
) -> bool:
    """7.4.6 and 7.6: the terrain a bond does not run through, shifted into this hex."""
    wet = [ground.sides.get(frozenset((end, middle))) for end in ends]
    if game == "holland44":
        if ground.terrain[middle] == "city":
            return False
        for end, kind in zip(ends, wet, strict=True):
            if kind == "large-river" and frozenset((end, middle)) not in ground.roads:
                return False
        return all(_may(game, men, side, end, Way(ground, middle)) for end in ends)
    if any(kind in ("impassable", "volga", "alpine", "lake") for kind in wet):
        return False
    return ground.winter or wet.count("major-river") < 2
