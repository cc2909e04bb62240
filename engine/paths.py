"""Reach and trace over a board, given what each step costs. Integers only: games scale halves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

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


def reach(
    neighbour_at: Sequence[int],
    start: int,
    budget: int,
    steps: Sequence[int],
    toll: Mapping[int, int] | None = None,
    closed: Iterable[int] = (),
) -> Reach:
    """Every hex within a budget, by Dijkstra's method over small whole costs.

    `steps[hex * 6 + direction]` is the price of a step or BARRED; `toll[hex]` is paid on top for
    entering that hex and again for leaving it; `closed` hexes may not be entered at all.
    """
    extra = toll or {}
    cost = {start: 0}
    before: dict[int, int] = {}
    settled = set(closed)
    settled.discard(start)
    queue: list[list[int]] = [[] for _ in range(budget + 1)]
    queue[0].append(start)
    for spent in range(budget + 1):
        for here in queue[spent]:
            if here in settled:
                continue
            settled.add(here)
            leaving = spent + extra.get(here, 0)
            slot = here * 6
            for direction in range(6):
                price = steps[slot + direction]
                if price == BARRED:
                    continue
                there = neighbour_at[slot + direction]
                if there < 0 or there in settled:
                    continue
                total = leaving + price + extra.get(there, 0)
                if total <= budget and total < cost.get(there, budget + 1):
                    cost[there] = total
                    before[there] = here
                    queue[total].append(there)
    return Reach(start, cost, before)


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
