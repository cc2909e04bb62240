"""Lines to hexsides, ways through hexes, polygons to hexes."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from engine.ground.sheet import Edge, Knot, Point, Sheet, between, inside, to_line, to_segment

N = TypeVar("N")
SHORT = 0.25
"""What a side or a step costs for its length; being off the line costs its square."""
FINE = 0.1
WATCHED = 1.6
"""A place so near to a river stays on its bank, in hexes."""


def covered(sheet: Sheet, ring: Sequence[Point]) -> frozenset[str]:
    """The hexes whose middle lies within a polygon."""
    (west, east), (south, north) = ((min(side), max(side)) for side in zip(*ring, strict=True))
    middles = ((label, sheet.at(knot)) for label, knot in sheet.knots.items())
    return frozenset(
        label
        for label, (x, y) in middles
        if west <= x <= east and south <= y <= north and inside((x, y), ring)
    )


def along(line: Sequence[Point]) -> Iterator[Point]:
    """A line as points close to one another."""
    for a, b in itertools.pairwise(line):
        steps = max(1, math.ceil(between(a, b) / FINE))
        for i in range(steps):
            yield a[0] + (b[0] - a[0]) * i / steps, a[1] + (b[1] - a[1]) * i / steps
    yield line[-1]


def runs(line: Sequence[Point], wanted: Callable[[Point], bool]) -> Iterator[tuple[Point, Point]]:
    """The first and the last point of every stretch of a line that is wanted."""
    for good, stretch in itertools.groupby(along(line), wanted):
        points = list(stretch)
        if good and len(points) > 1:
            yield points[0], points[-1]


def cheapest(
    start: Iterable[N], goal: Collection[N], steps: Callable[[N], Iterable[tuple[N, float]]]
) -> list[N]:
    """The cheapest way from any start to any goal; none where there is no way."""
    queue: list[tuple[float, N, N | None]] = [(0.0, one, None) for one in start]
    heapq.heapify(queue)
    before: dict[N, N | None] = {}
    while queue:
        cost, here, last = heapq.heappop(queue)
        if here in before:
            continue
        before[here] = last
        if here in goal:
            way: list[N] = []
            at: N | None = here
            while at is not None:
                way.append(at)
                at = before[at]
            return way[::-1]
        for there, price in steps(here):
            if there not in before:
                heapq.heappush(queue, (cost + price, there, here))
    return []


class Banks:
    """Which places lie left and which right of a line; a river leaves them there."""

    def __init__(self, sheet: Sheet, line: Sequence[Point], places: Mapping[str, Point]) -> None:
        self.left: set[str] = set()
        self.right: set[str] = set()
        for hex, point in places.items():
            far, side = to_line(point, line)
            if far < WATCHED and side:
                (self.left if side > 0 else self.right).add(hex)

    def parted(self, left: str, right: str) -> bool:
        """Whether a side may have these two hexes to its left and right."""
        return left not in self.right and right not in self.left


def shore(sheet: Sheet, line: Sequence[Point], start: Knot, goal: Knot, banks: Banks) -> list[Knot]:
    """The corners from one to another along a line, past places on their own banks."""

    def steps(here: Knot) -> Iterator[tuple[Knot, float]]:
        for there in sheet.ways[here]:
            if not banks.parted(*sheet.sides[here, there]):
                continue
            a, b = sheet.at(here), sheet.at(there)
            far = to_line(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), line)[0]
            yield there, SHORT + 4 * far * far

    return cheapest([start], {goal}, steps)


def nearest_side(sheet: Sheet, point: Point, sides: Iterable[Edge]) -> Edge:
    """The side nearest to a point."""

    def far(edge: Edge) -> tuple[float, Edge]:
        return round(to_segment(point, sheet.at(edge[0]), sheet.at(edge[1]))[0], 6), edge

    return min(sides, key=far)


def path(
    sheet: Sheet,
    start: str,
    goal: str,
    line: Sequence[Point],
    price: Callable[[str, str], float | None],
) -> list[str]:
    """The hexes from one to another near a line; `price` says what a step costs, None if it is
    barred."""

    def steps(here: str) -> Iterator[tuple[str, float]]:
        for there in sheet.neighbours(here):
            cost = price(here, there)
            if cost is not None:
                far = to_line(sheet.middle(there), line)[0]
                yield there, cost + far * far

    return cheapest([start], {goal}, steps)
