"""The terrain effects chart laid over a board: large cities and towns, and what each step costs
before any enemy is met.

Prices are in half movement points, since strategic movement pays halves (9.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache

from engine.board import Board
from engine.files import Table
from engine.hexset import HexSet, Ways
from engine.paths import BARRED, Steps
from engine.tables import Chart
from engine.victory_awaits.components.state import AXIS, SOVIET, Unit

MINOR, MAJOR, START_LINE = "minor-river", "major-river", "start-line"
CLOSED = frozenset(("lake", "prohibited"))
"""Hexsides that nobody crosses (TEC)."""
ROAD, RAIL = "road", "rail"
MOUNTAIN, OPEN = "mountain", "open"
WET = ("water", "forbidden")
"""The entry of hexes that nobody enters (TEC)."""
TOWN, LARGE_CITY = "town", "large-city"
HALF = 2
"""Price units in a movement point."""


def large_cities(board: Board) -> tuple[str, ...]:
    """The large-city hexes: a terrain (TEC), with a name on the map or without one."""
    each = zip(board.hexes, board.terrain_at, strict=True)
    found = [hex for hex, terrain in each if terrain == LARGE_CITY]
    named = [place.hex for place in board.places if place.hex in found]
    return tuple(dict.fromkeys((*named, *found)))


def is_town(board: Board, hex: str) -> bool:
    """Whether a town stands in a hex, in the terrain that is there (TEC)."""
    place = board.place_in.get(hex)
    return place is not None and place.kind == TOWN


def towns_and_cities(board: Board) -> tuple[str, ...]:
    """The hexes whose control counts (3.4)."""
    named = [place.hex for place in board.places if place.kind in (TOWN, LARGE_CITY)]
    return tuple(dict.fromkeys((*named, *large_cities(board))))


def name_of(board: Board, hex: str) -> str:
    """A town's or city's name; one that the board leaves unnamed goes by its hex."""
    place = board.place_in.get(hex)
    return place.name if place else hex


def check_places(top: Table, board: Board) -> None:
    """A place and the terrain under it say the same of a large city."""
    for place in board.places:
        if (place.kind == LARGE_CITY) != (board.terrain(place.hex) == LARGE_CITY):
            raise top.problem(
                f"{place.name} is a {place.kind}, and its hex {place.hex} is"
                f" {board.terrain(place.hex)}",
                "board",
                "A large city is a terrain: change the hex's letter or the place's kind.",
            )


@lru_cache(maxsize=16)
def off_the_line(board: Board) -> tuple[str, str] | None:
    """Two hexes that the start line parts and the tags do not, or the other way round: the line is
    where the territory of the Axis ends (2.1)."""
    west, hexes = board.tagged("axis-territory"), board.hexes
    drawn = {slot for slot, marks in enumerate(board.side_at) if START_LINE in marks}
    for slot, there in enumerate(board.neighbour_at if west and drawn else ()):
        parted = there >= 0 and (hexes[slot // 6] in west) != (hexes[there] in west)
        if there >= 0 and parted != (slot in drawn):
            return hexes[slot // 6], hexes[there]
    return None


class Ground:
    """The costs of a board, worked out once and asked for many times."""

    def __init__(self, board: Board, terrain: Chart, costs: Chart) -> None:
        self.board, grid = board, board.grid
        self.minor = HALF * int(costs.value("minor-river", "points"))
        self.road = HALF * int(costs.value("road", "points"))
        self.zoc = HALF * int(costs.value("zoc", "points"))
        self.entry_at = tuple(str(terrain.value(t, "entry")) for t in board.terrain_at)
        self.price_at = {
            mechanized: tuple(HALF * int(terrain.value(t, column)) for t in board.terrain_at)
            for mechanized, column in ((True, "mechanized"), (False, "infantry"))
        }
        """The plain price of each hex, no river, road or enemy considered (TEC)."""
        self._steps: dict[tuple[bool, str], Steps] = {}
        self._roads: dict[str, Steps] = {}
        self.ranges: dict[str, Mapping[str, int]] = {}
        """The command range of each hex that was asked for (8.2)."""

        def hexes(*entries: str) -> HexSet:
            return grid.of(
                h for h, e in zip(board.hexes, self.entry_at, strict=True) if e in entries
            )

        self.dry = grid.all - hexes(*WET)
        """Neither all water nor prohibited: a ZOC and a command range reach there (3.2, 8.2)."""
        cities = board.set(large_cities(board))
        streets = grid.everywhere.out_of(cities).into(cities)
        self.roads = self._bearing(board.link_at, ROAD) | streets
        self.rails = self._bearing(board.link_at, RAIL) | streets
        """Neighbours that are large cities are joined by road and rail (TEC)."""
        self.on_road, self.railway = self.roads.starts, self.rails.starts
        self.open_ways = grid.everywhere.into(self.dry) - self._bearing(board.side_at, *CLOSED)
        """Every step that nothing closes (TEC)."""
        start_line, hills = self._bearing(board.side_at, START_LINE), hexes(MOUNTAIN)
        own = {AXIS: self.open_ways, SOVIET: self.open_ways - start_line}
        kinds = {ROAD: self.roads, RAIL: self.rails}
        self.along = {(k, side): kinds[k] & ways for k in kinds for side, ways in own.items()}
        """The steps of a side along roads or railways that nothing closes (3.3)."""
        up = {side: (ways - self.roads).into(hills) for side, ways in own.items()}
        down = grid.everywhere.out_of(hills) - self.roads
        self.cross_country = {side: ways - up[side] - down for side, ways in own.items()}
        """The steps of a line off its network: in and out of mountains by road only (3.3)."""
        self.climbs = {side: ways - down for side, ways in up.items()}
        """The steps off the road by which a line ends in mountains (3.3)."""

    def _bearing(self, table: Sequence[frozenset[str]], *kinds: str) -> Ways:
        """The steps over hexsides that bear one of some marks."""
        hexes, wanted = self.board.hexes, frozenset(kinds)
        return self.board.grid.steps(
            (hexes[slot // 6], slot % 6)
            for slot, marks in enumerate(table)
            if marks and not wanted.isdisjoint(marks)
        )

    def linked(self, slot: int, kind: str) -> bool:
        """Whether a road (or rail) crosses a hexside."""
        ways = self.roads if kind == ROAD else self.rails
        return ways.opens(self.board.hexes[slot // 6], slot % 6)

    def bridged(self, slot: int) -> bool:
        """Whether a river there is bridged: a road or railway crosses it (2.1)."""
        return self.linked(slot, ROAD) or self.linked(slot, RAIL)

    def river(self, slot: int) -> str | None:
        """The river along a hexside, a major one before a minor one."""
        marks = self.board.side_at[slot]
        return MAJOR if MAJOR in marks else MINOR if MINOR in marks else None

    @cached_property
    def way_at(self) -> tuple[str, ...]:
        """How a step is made over each hexside, enemies aside, or what closes it (9.2, TEC)."""
        return tuple(map(self._way, range(len(self.board.neighbour_at))))

    def _way(self, slot: int) -> str:
        there = self.board.neighbour_at[slot]
        if there < 0:
            return "off-map"
        marks, entry = self.board.side_at[slot], self.entry_at[there]
        if marks and not CLOSED.isdisjoint(marks):
            return "closed"
        if entry in WET:
            return entry
        if self.linked(slot, ROAD):
            return ROAD
        if entry == MOUNTAIN:
            return MOUNTAIN
        if MAJOR in marks and not self.linked(slot, RAIL):
            return MAJOR
        return MINOR if MINOR in marks and MAJOR not in marks else OPEN

    def beyond(self, slot: int, side: str) -> bool:
        """Whether a step would lead a side over the start line (9.1)."""
        return side == SOVIET and START_LINE in self.board.side_at[slot]

    def bar(self, slot: int, piece: Unit | None = None) -> str | None:
        """What closes a hexside to every way of moving, or mountains to a unit (TEC, 9.2)."""
        way = self.way_at[slot]
        if way == MOUNTAIN:
            return MOUNTAIN if piece and not piece.mountaineer else None
        return None if way in (ROAD, OPEN, MINOR, MAJOR) else way

    def all_points(self, start: int, piece: Unit) -> list[int]:
        """Where a unit may go from a hex for all its points (9.2)."""
        ways = (MAJOR, MOUNTAIN) if piece.mountaineer else (MAJOR,)
        return [
            self.board.neighbour_at[slot]
            for slot in range(start * 6, start * 6 + 6)
            if self.way_at[slot] in ways and not self.beyond(slot, piece.side)
        ]

    def steps(self, mechanized: bool, side: str) -> Steps:
        """The price of every plain step of a class of unit, for a reach query."""
        if (mechanized, side) not in self._steps:
            plain, neighbour_at = self.price_at[mechanized], self.board.neighbour_at

            def price(slot: int) -> int:
                way = self.way_at[slot]
                if way == ROAD:
                    return BARRED if self.beyond(slot, side) else self.road
                if way not in (OPEN, MINOR) or self.beyond(slot, side):
                    return BARRED
                return plain[neighbour_at[slot]] + (self.minor if way == MINOR else 0)

            self._steps[mechanized, side] = Steps(neighbour_at, price)
        return self._steps[mechanized, side]

    def road_steps(self, side: str) -> Steps:
        """The price of every step of strategic movement: half a point along a road (9.3)."""
        if side not in self._roads:
            ways = self.way_at

            def price(slot: int) -> int:
                return 1 if ways[slot] == ROAD and not self.beyond(slot, side) else BARRED

            self._roads[side] = Steps(self.board.neighbour_at, price)
        return self._roads[side]


@lru_cache(maxsize=16)
def ground_of(board: Board, terrain: Chart, costs: Chart) -> Ground:
    """The ground of a board: games on one board share it."""
    return Ground(board, terrain, costs)
