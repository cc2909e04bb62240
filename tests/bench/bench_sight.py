"""A whole field of view beside a plain walk to every hex, one after the other.

1,000 hexes with hills, woods and houses; one unit on a hill looks round. Both sides answer the
same question: which hexes can it see (6.0, 11.3, 11.4).
"""

from __future__ import annotations

import random
from fractions import Fraction

from engine.board import Board
from engine.boardfile import read_plan
from engine.files import Table
from engine.sight import CORNERS, Sight, centre
from tests.bench.bench_paths import best

WIDTH, HEIGHT = 40, 25
SEED = 5


def relief(seed: int = SEED) -> Sight:
    """A random map: a level for every hex, and something standing on every third."""
    dice = random.Random(seed)
    rows = [f"{row:02d} " + "." * WIDTH for row in range(1, HEIGHT + 1)]
    data = {"title": "t", "labels": "CCRR", "rows": rows, "terrain": {".": "open"}}
    board = Board(read_plan(Table(data, "bench")))
    level = [dice.choice((0, 0, 0, 0, 1, 1, 2)) for _ in range(len(board))]
    top = [ground + (dice.random() < 0.15) for ground in level]
    return Sight(board, level, top)


def met(sight: Sight, a: int, b: int) -> list[list[int]]:
    """The hexes on the way, found by walking: those the line parts, or runs along, in order."""
    board = sight.board
    ax, ay = centre(board.cells[a])
    bx, by = centre(board.cells[b])
    dx, dy = bx - ax, by - ay
    whole = dx * dx + 3 * dy * dy
    found: dict[Fraction, list[int]] = {}
    queue, looked = [a], {a}
    while queue:
        here = queue.pop()
        x, y = centre(board.cells[here])
        if here not in (a, b):
            place = (x - ax) * dx + 3 * (y - ay) * dy
            found.setdefault(Fraction(place, whole), []).append(here)
        for near in board.neighbour_at[here * 6 : here * 6 + 6]:
            if near < 0 or near in looked:
                continue
            looked.add(near)
            x, y = centre(board.cells[near])
            sides = [dx * (y + v - ay) - dy * (x + u - ax) for u, v in CORNERS]
            along = (x - ax) * dx + 3 * (y - ay) * dy
            parted = min(sides) < 0 < max(sides) or sides.count(0) == 2
            if parted and 0 <= along <= whole:
                queue.append(near)
    return [found[place] for place in sorted(found)]


def per_target(sight: Sight, a: int) -> frozenset[int]:
    """The field of view by walking to every hex of the map by itself."""
    board, level, top = sight.board, sight.level, sight.top
    seen = {a}
    for b in range(len(board)):
        if b == a:
            continue
        low_end = b if level[b] <= level[a] else a
        low, high = min(level[a], level[b]), max(level[a], level[b])
        near = board.neighbour_at[low_end * 6 : low_end * 6 + 6]
        for group in met(sight, a, b):
            # a line along a side is closed by both hexes only, and never by the rim of the map
            mid = [centre(board.cells[h]) for h in group]
            if len(group) == 1 and _along_a_side(sight, a, b, mid[0]):
                continue
            if all(top[h] > low and (high <= top[h] or h in near) for h in group):
                break
        else:
            seen.add(b)
    return frozenset(seen)


def _along_a_side(sight: Sight, a: int, b: int, mid: tuple[int, int]) -> bool:
    """Whether a line runs along the side of a hex."""
    ax, ay = centre(sight.board.cells[a])
    bx, by = centre(sight.board.cells[b])
    dx, dy = bx - ax, by - ay
    sides = [dx * (mid[1] + v - ay) - dy * (mid[0] + u - ax) for u, v in CORNERS]
    return min(sides) >= 0 or max(sides) <= 0


def rows(quick: bool = False) -> list[dict[str, object]]:
    """One field of view, the map met before, beside the plain walk."""
    sight = relief()
    middle = sight.board.index[f"{WIDTH // 2:02d}{HEIGHT // 2:02d}"]
    seconds = best(lambda: sight.field(middle), 3 if quick else 20)
    plain = best(lambda: per_target(sight, middle), 1 if quick else 3)
    return [
        {
            "name": f"field of view of one hex: {len(sight.board)} hexes",
            "seconds": seconds,
            "baseline": "a plain walk to every hex by itself",
            "baseline_seconds": plain,
            "ratio": seconds / plain,
        }
    ]
