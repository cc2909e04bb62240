"""A map: terrain, hexsides, roads and rails, named places, off-map areas. No rules.

`load` reads a board file, `BoardPlan` is what the file says, `Board` is the plan compiled for fast
questions: hexes are numbered 0..n-1 and every side of every hex has a slot, `hex * 6 + direction`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from sys import intern

from engine import hexes
from engine.files import as_text
from engine.hexes import Cell
from engine.hexset import Grid, HexSet

NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Place:
    """A named spot on the map: a town, a city, a bridge with a name."""

    hex: str
    name: str
    kind: str


@dataclass(frozen=True, slots=True)
class Area:
    """A place beside the map that touches some of its edge hexes."""

    id: str
    name: str
    touches: tuple[str, ...]


@dataclass
class BoardPlan:
    """What a board file says, before it is compiled; plans can be joined."""

    title: str
    source: str = ""
    """Where the map comes from, for whoever looks at it."""
    labels: str = "CCRR"
    cells: dict[str, Cell] = field(default_factory=dict)
    terrain: dict[str, str] = field(default_factory=dict)
    sides: list[tuple[str, int, str]] = field(default_factory=list)
    links: list[tuple[str, str, str]] = field(default_factory=list)
    tags: dict[str, list[str]] = field(default_factory=dict)
    places: list[Place] = field(default_factory=list)
    areas: list[Area] = field(default_factory=list)
    origins: dict[tuple[str, ...], str] = field(default_factory=dict)
    """Where a hex, or what lies between two, comes from; under () for all that is not listed."""

    @cached_property
    def board(self) -> Board:
        """It, compiled."""
        return Board(self)

    @cached_property
    def said(self) -> str:
        """What it says of its hexes, then of its places."""
        places = [[p.hex, p.name, p.kind] for p in self.places]
        hexes = [self.cells, self.terrain, self.sides, self.links, self.tags]
        return f"{as_text(hexes)}, {as_text(places)}"


class Board:
    """A compiled map. Public methods speak in printed labels, `*_at` tables in numbers."""

    def __init__(self, plan: BoardPlan) -> None:
        self.title, self.source = plan.title, plan.source
        self.labels = plan.labels
        self.turned = plan.labels == hexes.TURNED
        """Whether rows are counted northwards, and the hexes have their points there."""
        self.hexes: tuple[str, ...] = tuple(map(intern, plan.cells))
        self.index: dict[str, int] = {label: i for i, label in enumerate(self.hexes)}
        self.cells: tuple[Cell, ...] = tuple(plan.cells.values())
        self.terrain_at: tuple[str, ...] = tuple(plan.terrain[label] for label in self.hexes)
        self.places: tuple[Place, ...] = tuple(plan.places)
        self.areas: dict[str, Area] = {area.id: area for area in plan.areas}
        self.origins = plan.origins
        self.tags: dict[str, frozenset[str]] = {k: frozenset(v) for k, v in plan.tags.items()}
        number = {cell: i for i, cell in enumerate(self.cells)}
        self.neighbour_at: tuple[int, ...] = tuple(
            number.get(hexes.step(cell, d), -1) for cell in self.cells for d in range(6)
        )
        self.side_at: tuple[frozenset[str], ...] = self._sides(plan)
        self.link_at: tuple[frozenset[str], ...] = self._links(plan)
        self._number = number

    def _sides(self, plan: BoardPlan) -> tuple[frozenset[str], ...]:
        marks: dict[int, set[str]] = {}
        for label, direction, kind in plan.sides:
            slot = self.index[label] * 6 + direction
            marks.setdefault(slot, set()).add(kind)
            other = self.neighbour_at[slot]
            if other >= 0:
                marks.setdefault(other * 6 + hexes.opposite(direction), set()).add(kind)
        return self._slots(marks)

    def _links(self, plan: BoardPlan) -> tuple[frozenset[str], ...]:
        marks: dict[int, set[str]] = {}
        for start, end, kind in plan.links:
            direction = hexes.direction_between(plan.cells[start], plan.cells[end])
            assert direction is not None, "a plan's links join neighbours"
            marks.setdefault(self.index[start] * 6 + direction, set()).add(kind)
            back = self.index[end] * 6 + hexes.opposite(direction)
            marks.setdefault(back, set()).add(kind)
        return self._slots(marks)

    def _slots(self, marks: Mapping[int, set[str]]) -> tuple[frozenset[str], ...]:
        shared: dict[frozenset[str], frozenset[str]] = {NOTHING: NOTHING}
        slots = [NOTHING] * (len(self.hexes) * 6)
        for slot, kinds in marks.items():
            frozen = frozenset(kinds)
            slots[slot] = shared.setdefault(frozen, frozen)
        return tuple(slots)

    @cached_property
    def grid(self) -> Grid:
        """Which bit of a set is which hex."""
        return Grid(self.hexes, self.cells)

    def set(self, labels: Iterable[str]) -> HexSet:
        """The set of some hexes; what is no hex of this map is left out."""
        return self.grid.of(labels)

    def __contains__(self, label: object) -> bool:
        return label in self.index

    def __len__(self) -> int:
        return len(self.hexes)

    @cached_property
    def place_in(self) -> Mapping[str, Place]:
        """The named place of each hex that has one."""
        return {place.hex: place for place in self.places}

    def terrain(self, label: str) -> str:
        """The terrain of a hex."""
        return self.terrain_at[self.index[label]]

    def cell(self, label: str) -> Cell:
        """The axial coordinates of a hex."""
        return self.cells[self.index[label]]

    def label_of(self, cell: Cell) -> str | None:
        """The hex at some coordinates; None off the map."""
        number = self._number.get(cell)
        return None if number is None else self.hexes[number]

    @cached_property
    def _slot_between(self) -> dict[str, dict[str, int]]:
        """The adjacent hexes of each hex on the map, with the slots of the hexsides between."""
        return {
            label: {
                self.hexes[other]: slot
                for slot in range(number * 6, number * 6 + 6)
                if (other := self.neighbour_at[slot]) >= 0
            }
            for label, number in self.index.items()
        }

    def neighbours(self, label: str) -> Iterator[str]:
        """The adjacent hexes on the map, clockwise from north."""
        return iter(self._slot_between[label])

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b, counting b."""
        return hexes.distance(self.cell(a), self.cell(b))

    def direction(self, a: str, b: str) -> int | None:
        """The direction from a hex to an adjacent one; None when they do not touch."""
        slot = self.slot(a, b)
        return None if slot is None else slot % 6

    def adjacent(self, a: str, b: str) -> bool:
        """Whether two hexes share a side."""
        return self.slot(a, b) is not None

    def side(self, a: str, b: str) -> frozenset[str]:
        """What lies on the hexside between two adjacent hexes."""
        return self._between(self.side_at, a, b)

    def link(self, a: str, b: str) -> frozenset[str]:
        """The roads and rails that run from a hex into an adjacent one."""
        return self._between(self.link_at, a, b)

    def slot(self, a: str, b: str) -> int | None:
        """The slot, in the tables of sides and links, of the hexside from a hex to an adjacent one;
        None when they do not touch."""
        slot = self._slot_between[a].get(b)
        if slot is None:
            self.index[b]  # an unknown hex is an error, not a hex far away
        return slot

    def _between(self, table: tuple[frozenset[str], ...], a: str, b: str) -> frozenset[str]:
        slot = self.slot(a, b)
        return NOTHING if slot is None else table[slot]

    def origin(self, hex: str, other: str = "") -> str:
        """Where a hex comes from, or the side and the roads between it and an adjacent one: the
        rulebook, geodata or by hand; nothing where the board does not say."""
        places = (hex, other) if other else (hex,)
        return self.origins.get(tuple(sorted(places)), self.origins.get((), ""))

    def tagged(self, tag: str) -> frozenset[str]:
        """The hexes that bear a tag (supply source, set-up area, ...)."""
        return self.tags.get(tag, NOTHING)

    def within(self, label: str, radius: int) -> Iterator[str]:
        """The hexes of the map at most `radius` away."""
        for cell in hexes.within(self.cell(label), radius):
            number = self._number.get(cell)
            if number is not None:
                yield self.hexes[number]

    def areas_touching(self, label: str) -> Iterator[Area]:
        """The off-map areas that touch a hex."""
        return (self.areas[area] for area in self.gates.get(label, ()))

    @cached_property
    def gates(self) -> Mapping[str, tuple[str, ...]]:
        """The off-map areas that touch a hex, for all hexes that any touches."""
        found: dict[str, list[str]] = {}
        for area in self.areas.values():
            for hex in dict.fromkeys(area.touches):
                found.setdefault(hex, []).append(area.id)
        return {hex: tuple(areas) for hex, areas in found.items()}

    def towards(self, label: str, columns: int, rows: int) -> str | None:
        """The hex so many columns to the right and rows down; None off the map."""
        column, row = hexes.column_row(self.cell(label))
        if self.turned:
            columns, rows = -rows, columns
        return self.label_of(hexes.cell_at(column + columns, row + rows))

    def straight(self, start: str, goal: str) -> tuple[str, ...]:
        """The hexes on the line between two; none where there is no line."""
        if start not in self or goal not in self or start == goal:
            return ()
        cells = (step[0] for step in hexes.line(self.cell(start), self.cell(goal)))
        return tuple(label for cell in cells if (label := self.label_of(cell)) is not None)

    def edge(self, label: str) -> bool:
        """Whether a hex lies on the edge of the map."""
        base = self.index[label] * 6
        return any(other < 0 for other in self.neighbour_at[base : base + 6])
