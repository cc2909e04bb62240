"""The terrain effects chart applied: prices of hexes and sides, bridges, what stops what."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from engine import hexes
from engine.board import Board
from engine.hexes import Cell
from engine.hexset import HexSet, Ways, places
from engine.tables import Chart
from engine.zocbond.board.state import Lays, Lie, State, lasting
from engine.zocbond.board.unit import Unit

if TYPE_CHECKING:
    from engine.zocbond.rules import Family

HALF = 2
"""Prices are kept in half movement points."""
ROADS = ("road", "minor-road")
BARS = -1
LAYS = 12
"""As many ways for the ground to lie are remembered."""
DRY = ("impassable", "alpine")
"""Rows of the side chart that are no water."""
KINDS = ("foot", "mechanized", "technical")
IMPASSABLE = frozenset(("impassable",))
RIVER, FERRIED = frozenset(("large-river",)), frozenset(("large-river", "ferry"))
"""What the tags `river-edge` and `edge-ferry` put on the edge of the map."""


def bridge_id(a: str, b: str) -> str:
    """A bridge by the two hexes it joins: `0101-0102`."""
    return "-".join(sorted((a, b)))


PAIRS = tuple((d, (d + 1) % 6) for d in range(6))


class Span(NamedTuple):
    """Where a bond from a hex may lead: its other end, and the hex or the two between."""

    number: int
    """In the order of their hexes, and clockwise around each."""
    start: str
    end: str
    """Empty beyond the edge of the map, where an entry area may lie."""
    far: Cell
    cells: tuple[Cell, ...]
    labels: tuple[str | None, ...]
    """The hexes between; None off the map."""


class Leap(NamedTuple):
    """All spans that lead the same way: the hexes they start from, and how far it is."""

    shift: int
    starts: HexSet
    spans: dict[int, Span]
    """By the place of the hex they start from."""

    def joining(self, ends: HexSet) -> list[Span]:
        """Those that lead from one of some hexes to another."""
        far, shift = ends.bits, self.shift
        bits = ends.bits & self.starts.bits
        bits &= far >> shift if shift > 0 else far << -shift
        return [self.spans[place] for place in places(bits)]


class Ground:
    """A board with the game's terrain chart laid over it."""

    def __init__(self, board: Board, terrain: Chart, sides: Chart) -> None:
        self.board = board
        self.terrain = terrain
        self.sides = sides
        shut = {
            row for row in terrain.rows if all(terrain.value(row, kind) == BARS for kind in KINDS)
        }
        self.closed = frozenset(hex for hex in board.hexes if board.terrain(hex) in shut)
        """Sea and other ground that nobody ever enters: every side of it is impassable."""
        self.lays: Lays = {}
        """What was found out about it, by how it lies."""
        self._beyond: dict[Cell, tuple[str, ...]] = {}
        self._sides: dict[tuple[str, str], frozenset[str]] = {}
        self._waters: dict[tuple[str, str], str | None] = {}

    @cached_property
    def leaps(self) -> tuple[Leap, ...]:
        """The bonds that hexes could form with each other, each named at one of its ends only."""
        return tuple(self._leap(order, lambda span: span.end != "") for order in range(12))

    @cached_property
    def brinks(self) -> tuple[Leap, ...]:
        """The bonds that hexes at the edge of the map could form with what lies beyond."""
        return tuple(self._leap(order, lambda span: span.end == "") for order in range(1, 12, 2))

    def beyond(self, cell: Cell) -> tuple[str, ...]:
        """The entry areas before the hexes around a cell off the map, clockwise."""
        if cell not in self._beyond:
            near = [self.board.label_of(there) for there in hexes.neighbours(cell)]
            found = (area.id for hex in near if hex for area in self.board.areas_touching(hex))
            self._beyond[cell] = tuple(found)
        return self._beyond[cell]

    def _leap(self, order: int, fit: Callable[[Span], bool]) -> Leap:
        grid = self.board.grid
        first, second = PAIRS[order // 2]
        shift = grid.shifts[first] + grid.shifts[second if order % 2 else first]
        found = {
            span.start: span for span in self._spans if span.number % 12 == order and fit(span)
        }
        spans = {place: found[hex] for place, hex in grid.at.items() if hex in found}
        return Leap(shift, grid.of(found), spans)

    @cached_property
    def _spans(self) -> tuple[Span, ...]:
        inside = enumerate(sorted(self.board.hexes))
        return tuple(span for at, hex in inside for span in self._spans_of(hex, 12 * at))

    def _spans_of(self, hex: str, base: int) -> Iterator[Span]:
        board, cell = self.board, self.board.cell(hex)
        for number, (first, second) in zip(itertools.count(base, 2), PAIRS, strict=False):
            x, y = hexes.step(cell, first), hexes.step(cell, second)
            over, far = hexes.step(x, first), hexes.step(x, second)
            straight, aslant = board.label_of(over), board.label_of(far)
            one, other = board.label_of(x), board.label_of(y)
            if straight is not None and hex < straight:
                yield Span(number, hex, straight, over, (x,), (one,))
            if aslant is not None and hex < aslant:
                yield Span(number + 1, hex, aslant, far, (x, y), (one, other))
            elif aslant is None and one and other:
                yield Span(number + 1, hex, "", far, (x, y), (one, other))

    def side(self, a: str, b: str) -> frozenset[str]:
        """What lies on a hexside: what is drawn there, and the edge of closed ground; between a
        hex and an entry area, what runs along the edge of the map."""
        if (a, b) not in self._sides:
            self._sides[a, b] = self._side(a, b)
        return self._sides[a, b]

    def _side(self, a: str, b: str) -> frozenset[str]:
        for area, hex in ((a, b), (b, a)):
            if area in self.board.areas:
                return self.edge(area, hex)
        drawn = self.board.side(a, b)
        return drawn | IMPASSABLE if a in self.closed or b in self.closed else drawn

    def water(self, a: str, b: str) -> str | None:
        """The water on a side: the widest, if several kinds are drawn."""
        if (a, b) not in self._waters:
            marks = self.side(a, b)
            self._waters[a, b] = next((kind for kind in self.sides.rows if kind in marks), None)
        return self._waters[a, b]

    def edge(self, area: str, hex: str) -> frozenset[str]:
        """A large river along the edge, before all areas or before one, and its ferry."""
        tags = ("river-edge", f"river-edge-{area.rpartition('-')[2]}")
        if not any(hex in self.board.tagged(tag) for tag in tags):
            return frozenset()
        return FERRIED if hex in self.board.tagged("edge-ferry") else RIVER

    def slot(self, a: str, b: str) -> int:
        """The side of hex a that faces its neighbour b."""
        direction = self.board.direction(a, b)
        assert direction is not None, "asked only of neighbours"
        return self.board.index[a] * 6 + direction

    def trait(self, hex: str, name: str) -> int:
        """What the chart says of a hex's terrain."""
        return int(self.terrain.value(self.board.terrain(hex), name))

    def town(self, hex: str) -> bool:
        """Whether a hex is a town: its whole terrain, or one that stands in polder or woods."""
        place = self.board.place_in.get(hex)
        return self.board.terrain(hex) == "town" or (place is not None and place.kind == "town")

    @cached_property
    def towns(self) -> tuple[str, ...]:
        """All towns and city hexes."""
        terrain = self.board.terrain
        return tuple(hex for hex in self.board.hexes if terrain(hex) == "city" or self.town(hex))

    def village(self, hex: str) -> bool:
        """Whether a village or landmark stands in a hex."""
        place = self.board.place_in.get(hex)
        return place is not None and place.kind in ("village", "landmark", "port")


def lay(g: Family, s: State, name: Hashable, open_: Callable[[str, str], bool]) -> Ways:
    """The steps that pass a test which the ground decides as it lies now, found out once. It lies
    otherwise when a bridge is blown, or a river freezes, which `Family.ground_now` tells; what
    besides decides a test is a part of its name."""
    known = lies(g, s).ways
    if name not in known:
        hexes, neighbour_at = g.board.hexes, g.board.neighbour_at
        known[name] = g.board.grid.ways(
            lambda slot: (
                neighbour_at[slot] >= 0 and open_(hexes[slot // 6], hexes[neighbour_at[slot]])
            )
        )
    return known[name]


@lasting
def lies(g: Family, s: State) -> Lie:
    """All that was found out about the ground as it lies now; how it lay long ago is forgotten."""
    now, blown = g.ground_now(s), s.records.blown
    if (now, blown) not in s.lays:
        if len(s.lays) >= LAYS:
            del s.lays[next(iter(s.lays))]
        like = [lie for (then, _), lie in s.lays.items() if then == now]
        s.lays[now, blown] = like[-1].after(blown) if like else Lie(blown)
    return s.lays[now, blown]


def around(g: Family, place: str) -> Iterable[str]:
    """The hexes that one can step to: the neighbours of a hex, the edge before an entry area. Out
    of a box one steps nowhere."""
    board = g.board
    if place in board.areas:
        return board.areas[place].touches
    return board.neighbours(place) if place in board else ()


def touching(g: Family, a: str, b: str) -> bool:
    """Whether two places meet: hexes side by side, or an entry area and a hex of its edge."""
    for area, hex in ((a, b), (b, a)):
        if area in g.board.areas:
            return hex in g.board.areas[area].touches
    return a in g.board and b in g.board and g.board.adjacent(a, b)


def edge_roads(g: Family, s: State, hex: str) -> frozenset[str]:
    """The kinds of road that run through a hex: at the edge, those by which units come and go."""
    known = lies(g, s).edges
    if hex not in known:
        ways = (road(g, s, hex, near) for near in g.board.neighbours(hex))
        known[hex] = frozenset(kind for kind in ways if kind is not None)
    return known[hex]


def links(g: Family, a: str, b: str) -> frozenset[str]:
    """The roads and railways over a side. An area is no hex: none is drawn over the edge."""
    if a in g.board.areas or b in g.board.areas:
        return frozenset()
    found: frozenset[str] = g.board.link(a, b)
    return found


def road(g: Family, s: State, a: str, b: str) -> str | None:
    """The road that crosses a side, unless its bridge is blown; over the edge of the map, between
    a hex and an entry area, the best that runs through the hex."""
    for area, hex in ((a, b), (b, a)):
        if area in g.board.areas:
            found = edge_roads(g, s, hex)
            return next((kind for kind in ROADS if kind in found), None)
    link = g.board.link(a, b)
    if not link or bridge_id(a, b) in s.records.blown:
        return None
    return next((kind for kind in ROADS if kind in link), None)


def on_road(g: Family, hex: str) -> bool:
    """Whether a road leads into a hex from anywhere on the map."""
    return any(
        kind in g.board.link(hex, near) for near in g.board.neighbours(hex) for kind in ROADS
    )


def bridged(g: Family, s: State, a: str, b: str) -> bool:
    """Whether a road or railway bridge crosses a side and stands."""
    link = links(g, a, b)
    if not link or bridge_id(a, b) in s.records.blown:
        return False
    return g.carries(s, link)


def water(g: Family, a: str, b: str) -> str | None:
    """The water on a side: the widest, if several kinds are drawn."""
    return g.ground.water(a, b)


def river(g: Family, a: str, b: str) -> str | None:
    """The water on a side, cliffs and mountain crests left out."""
    kind = water(g, a, b)
    return None if kind in DRY else kind


def unbridged(g: Family, s: State, a: str, b: str) -> str | None:
    """The water on a side, where no bridge leads over it."""
    kind = water(g, a, b)
    return None if kind is None or bridged(g, s, a, b) else kind


def barred_side(g: Family, s: State, unit: Unit, a: str, b: str) -> bool:
    """Whether a kind of unit can never cross a side without a bridge or other help."""
    if bridged(g, s, a, b):
        return False
    kind = water(g, a, b)
    return kind is not None and side_price(g, s, unit, kind, a, b) == BARS


def technical_barred(g: Family, s: State, here: str, there: str) -> bool:
    """Whether technical units need a road from a hex into the next."""
    if road(g, s, here, there):
        return False
    if int(g.ground.terrain.value(g.terrain_of(s, there), "technical")) == BARS:
        return True
    kind = unbridged(g, s, here, there)
    if kind is None:
        return False
    return int(g.ground.sides.value(g.side_kind(s, kind, here, there), "technical")) == BARS


def side_price(g: Family, s: State, unit: Unit, kind: str, a: str, b: str) -> int:
    """What the chart asks for a side, in half points; -1 where it bars the unit."""
    return int(g.ground.sides.value(g.side_kind(s, kind, a, b), column(g, s, unit)))


def hex_price(g: Family, s: State, unit: Unit, hex: str) -> int:
    """What the chart asks for entering a hex off the road, in half points; -1 where barred."""
    return int(g.ground.terrain.value(g.terrain_of(s, hex), column(g, s, unit)))


def barred_hex(g: Family, s: State, unit: Unit, hex: str) -> bool:
    """Whether a hex is closed to a unit off the road."""
    return hex_price(g, s, unit, hex) == BARS


def column(g: Family, s: State, unit: Unit) -> str:
    """Where the chart has the prices of a unit."""
    if unit.technical:
        return "technical"
    return "mechanized" if unit.mechanized and not g.on_foot(s, unit.id) else "foot"


def zoc_passes(g: Family, s: State, a: str, b: str) -> bool:
    """Whether zones of control reach over a side."""
    kind = water(g, a, b)
    if kind is None:
        return True
    stops = int(g.ground.sides.value(g.side_kind(s, kind, a, b), "zoc"))
    return not (stops == 2 or (stops == 1 and not bridged(g, s, a, b)))
