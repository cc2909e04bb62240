"""Reach and trace over a board, given what each step costs. Integers only: games scale halves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.hexset import Grid, HexSet

BARRED = 0
"""In a table of step costs: this side may not be crossed. Every real step costs something."""


@dataclass(frozen=True, slots=True)
class Reach:
    """What can be reached from a hex: cheapest cost and the hex before, by hex number."""

    start: int
    cost: Mapping[int, int]
    before: Mapping[int, int]

    def path(self, goal: int) -> list[int]:
        """The cheapest way to a hex that is in reach, both ends included."""
        way = [goal]
        while way[-1] != self.start:
            way.append(self.before[way[-1]])
        way.reverse()
        return way


class Steps(dict[int, Sequence[tuple[int, int]]]):
    """For each hex the steps out of it: where to, and the price; found out when first asked for.
    The price is that of a hexside, `hex * 6 + direction`, or BARRED."""

    def __init__(self, neighbour_at: Sequence[int], price: Callable[[int], int]) -> None:
        super().__init__()
        self.neighbour_at, self.price = neighbour_at, price

    def __missing__(self, here: int) -> Sequence[tuple[int, int]]:
        found = self[here] = tuple(
            (there, price)
            for slot in range(here * 6, here * 6 + 6)
            if (there := self.neighbour_at[slot]) >= 0 and (price := self.price(slot)) != BARRED
        )
        return found


def reach(
    grid: Grid,
    start: int,
    budget: int,
    steps: Steps,
    closed: HexSet,
    watched: HexSet | None = None,
    toll: int = 0,
) -> Reach:
    """Every hex within a budget, by Dijkstra's method over small whole costs. `closed` hexes may
    not be entered at all; the toll is paid for entering a watched hex and again for leaving it."""
    places, shut, slow = grid.places, closed.digits(), (watched or grid.none).digits()
    beyond = budget + 1
    cost = [beyond] * len(places)
    cost[start] = 0
    before: dict[int, int] = {}
    queue: list[list[int]] = [[] for _ in range(beyond)]
    queue[0].append(start)
    for spent, found in enumerate(queue):
        for here in found:
            if cost[here] != spent:
                continue  # reached for less meanwhile
            leaving = spent + toll if slow[places[here]] == "1" else spent
            for there, price in steps[here]:
                total = leaving + price
                if total >= cost[there]:
                    continue
                place = places[there]
                if shut[place] == "1":
                    cost[there] = 0  # nothing is less: it is not looked at again
                    continue
                if slow[place] == "1":
                    total += toll
                    if total >= cost[there]:
                        continue
                cost[there] = total
                before[there] = here
                queue[total].append(there)
    return Reach(start, {start: 0} | {hex: cost[hex] for hex in before}, before)


def search(
    starts: Iterable[int], onward: Callable[[int], Iterable[int]], limit: int | None = None
) -> tuple[dict[int, int], dict[int, int]]:
    """Fewest steps from any start to everything `onward` leads to: (steps, hex before)."""
    steps: dict[int, int] = dict.fromkeys(starts, 0)
    before: dict[int, int] = {}
    queue = deque(steps)
    while queue:
        here = queue.popleft()
        if limit is not None and steps[here] >= limit:
            continue
        for there in onward(here):
            if there not in steps:
                steps[there] = steps[here] + 1
                before[there] = here
                queue.append(there)
    return steps, before


def way_back(before: Mapping[int, int], goal: int) -> list[int]:
    """The way from a start to a goal that a search found, both ends included."""
    way = [goal]
    while way[-1] in before:
        way.append(before[way[-1]])
    way.reverse()
    return way
