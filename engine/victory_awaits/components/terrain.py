"""The terrain effects chart laid over a board: large cities and towns, and what each step costs
before any enemy is met.

Prices are in half movement points, since strategic movement pays halves (9.3).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from engine.board import Board
from engine.files import Table
from engine.hexset import HexSet, Ways
from engine.paths import BARRED, Steps, steps_of
from engine.tables import Chart

MINOR, MAJOR, START_LINE = "minor-river", "major-river", "start-line"
LAKE, PROHIBITED = "lake", "prohibited"
CLOSED = frozenset((LAKE, PROHIBITED))
"""Hexsides that nobody crosses (TEC)."""
SIDES = (MINOR, MAJOR, START_LINE, LAKE, PROHIBITED)
ROAD, RAIL = "road", "rail"
TOWN, LARGE_CITY = "town", "large-city"
HALF = 2
"""Price units in a movement point."""


@dataclass(frozen=True, slots=True)
class TerrainStep:
    """A step into a hex: how it is made, and its price in half points."""

    way: str  # "open", "road", "all" (every point), or why it is barred
    price: int = BARRED
    river: bool = False

    @property
    def barred(self) -> bool:
        """Whether no unit of the class may make it."""
        return self.way not in ("open", "road", "all")


def large_cities(board: Board) -> tuple[str, ...]:
    """The large-city hexes: a terrain (TEC), with a name on the map or without one."""
    found = [hex for hex in board.hexes if board.terrain(hex) == LARGE_CITY]
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


def check_start_line(top: Table, board: Board) -> None:
    """The territory of the Axis ends at the start line, and the line runs along its edge (2.1)."""
    west = board.tagged("axis-territory")
    drawn = {slot for slot, marks in enumerate(board.side_at) if START_LINE in marks}
    for slot, there in enumerate(board.neighbour_at):
        here = board.hexes[slot // 6]
        parted = there >= 0 and (here in west) != (board.hexes[there] in west)
        if west and drawn and there >= 0 and parted != (slot in drawn):
            raise top.problem(
                f"between {here} and {board.hexes[there]} the start line and the hexes tagged"
                " axis-territory say different things",
                "board",
                "Tag every hex west of the line, and no other.",
            )


class Ground:
    """The costs of a board, worked out once and asked for many times."""

    def __init__(self, board: Board, terrain: Chart, costs: Chart) -> None:
        self.board = board
        self.terrain = terrain
        self.minor = HALF * int(costs.value("minor-river", "points"))
        self.road = HALF * int(costs.value("road", "points"))
        self.zoc = HALF * int(costs.value("zoc", "points"))
        self.entry_at = tuple(str(terrain.value(t, "entry")) for t in board.terrain_at)
        self._tables: dict[tuple[bool, bool], Steps] = {}
        self._steps: dict[tuple[int, bool, bool], TerrainStep] = {}
        self._all_points: dict[tuple[int, bool, bool], tuple[int, ...]] = {}
        self._roads: dict[bool, Steps] = {}
        self._known: dict[tuple[object, ...], Ways] = {}

    @cached_property
    def city_at(self) -> frozenset[int]:
        """Large-city hexes: neighbours among them are joined by road and rail (TEC)."""
        return frozenset(
            i for i, terrain in enumerate(self.board.terrain_at) if terrain == LARGE_CITY
        )

    def linked(self, slot: int, kind: str) -> bool:
        """Whether a road (or rail) crosses a hexside."""
        if kind in self.board.link_at[slot]:
            return True
        here = slot // 6
        return here in self.city_at and self.board.neighbour_at[slot] in self.city_at

    def on_road(self, hex: int) -> bool:
        """Whether a road leads out of a hex."""
        return any(self.linked(slot, ROAD) for slot in range(hex * 6, hex * 6 + 6))

    def bridged(self, slot: int) -> bool:
        """Whether a river there is bridged: a road or railway crosses it (2.1)."""
        return self.linked(slot, ROAD) or self.linked(slot, RAIL)

    def river(self, slot: int) -> str | None:
        """The river along a hexside, a major one before a minor one."""
        marks = self.board.side_at[slot]
        return MAJOR if MAJOR in marks else MINOR if MINOR in marks else None

    def dry(self, hex: int) -> bool:
        """Neither all water nor prohibited: a ZOC and a command range reach into it (3.2, 8.2)."""
        return self.entry_at[hex] not in ("water", "forbidden")

    @cached_property
    def dry_hexes(self) -> HexSet:
        """Every hex that is dry."""
        return self.board.set(hex for i, hex in enumerate(self.board.hexes) if self.dry(i))

    @cached_property
    def open_ways(self) -> Ways:
        """Every step that nothing closes (TEC)."""
        return self.board.grid.ways(lambda slot: self.bar(slot) is None)

    @cached_property
    def rails(self) -> Ways:
        """Every step along a railway."""
        return self.board.grid.ways(lambda slot: self.linked(slot, RAIL))

    @cached_property
    def railway(self) -> HexSet:
        """Every hex that a railway runs through."""
        return self.rails.starts

    def along(self, kind: str, soviet: bool) -> Ways:
        """The steps along roads or railways that nothing closes (3.3)."""
        return self._ways(
            ("along", kind, soviet),
            lambda slot: self.linked(slot, kind) and self.bar(slot, soviet) is None,
        )

    def cross_country(self, soviet: bool) -> Ways:
        """The steps of a line off its network: in and out of mountains by road only (3.3)."""

        def crosses(slot: int) -> bool:
            if self.bar(slot, soviet) is not None:
                return False
            hilly = self._hilly(slot // 6) or self._hilly_ahead(slot)
            return not hilly or self.linked(slot, ROAD)

        return self._ways(("cross", soviet), crosses)

    def climbs(self, soviet: bool) -> Ways:
        """The steps off the road by which a line ends in mountains (3.3)."""

        def climbs(slot: int) -> bool:
            if self.bar(slot, soviet) is not None:
                return False
            up = self._hilly_ahead(slot) and not self._hilly(slot // 6)
            return up and not self.linked(slot, ROAD)

        return self._ways(("climbs", soviet), climbs)

    def _hilly(self, hex: int) -> bool:
        return self.entry_at[hex] == "mountain"

    def _hilly_ahead(self, slot: int) -> bool:
        return self._hilly(self.board.neighbour_at[slot])

    def _ways(self, key: tuple[object, ...], open_: Callable[[int], bool]) -> Ways:
        if key not in self._known:
            self._known[key] = self.board.grid.ways(open_)
        return self._known[key]

    def bar(self, slot: int, soviet: bool = False) -> str | None:
        """What closes a hexside to every way of moving (TEC), or to the Soviets alone (9.1)."""
        return self._bars[soviet][slot]

    @cached_property
    def _bars(self) -> tuple[tuple[str | None, ...], ...]:
        slots = range(len(self.board.side_at))
        return tuple(tuple(self._bar(slot, soviet) for slot in slots) for soviet in (False, True))

    def _bar(self, slot: int, soviet: bool) -> str | None:
        there, marks = self.board.neighbour_at[slot], self.board.side_at[slot]
        if there < 0:
            return "off-map"
        if soviet and START_LINE in marks:
            return "start-line"
        if not CLOSED.isdisjoint(marks):
            return "closed"
        return None if self.dry(there) else self.entry_at[there]

    def price(self, hex: int, mechanized: bool) -> int:
        """The plain price of a hex, no river, road or enemy considered (TEC)."""
        column = "mechanized" if mechanized else "infantry"
        return HALF * int(self.terrain.value(self.board.terrain_at[hex], column))

    def step(self, slot: int, mechanized: bool, mountaineer: bool = False) -> TerrainStep:
        """A normal step over a hexside (9.2, TEC), enemies left aside."""
        key = (slot, mechanized, mountaineer)
        if key not in self._steps:
            self._steps[key] = self._step(*key)
        return self._steps[key]

    def _step(self, slot: int, mechanized: bool, mountaineer: bool) -> TerrainStep:
        bar = self.bar(slot)
        if bar is not None:
            return TerrainStep(bar)
        there = self.board.neighbour_at[slot]
        if self.linked(slot, ROAD):
            return TerrainStep("road", self.road)
        if self.entry_at[there] == "mountain":
            return TerrainStep("all") if mountaineer else TerrainStep("mountain")
        river = self.river(slot)
        if river == MAJOR and not self.bridged(slot):
            return TerrainStep("all", river=True)
        price = self.price(there, mechanized)
        if river == MINOR:
            return TerrainStep("open", price + self.minor, river=True)
        return TerrainStep("open", price)

    def all_points(self, start: int, mountaineer: bool, stays_east: bool) -> tuple[int, ...]:
        """Where a unit may go from a hex for all its points (9.2)."""
        key = (start, mountaineer, stays_east)
        if key not in self._all_points:
            self._all_points[key] = tuple(
                self.board.neighbour_at[slot]
                for slot in range(start * 6, start * 6 + 6)
                if self.bar(slot, stays_east) is None
                and self.step(slot, False, mountaineer).way == "all"
            )
        return self._all_points[key]

    def steps(self, mechanized: bool, stays_east: bool) -> Steps:
        """The price of every plain step of a class of unit, for a reach query."""
        key = (mechanized, stays_east)
        if key not in self._tables:

            def price(slot: int) -> int:
                step = self.step(slot, mechanized)
                shut = self.bar(slot, stays_east) is not None or step.way == "all"
                return BARRED if shut else step.price

            self._tables[key] = steps_of(self.board.neighbour_at, price)
        return self._tables[key]

    def road_steps(self, stays_east: bool) -> Steps:
        """The price of every step of strategic movement: half a point along a road (9.3)."""
        if stays_east not in self._roads:

            def price(slot: int) -> int:
                open_ = self.linked(slot, ROAD) and self.bar(slot, stays_east) is None
                return 1 if open_ else BARRED

            self._roads[stays_east] = steps_of(self.board.neighbour_at, price)
        return self._roads[stays_east]
