"""Lines on the map: rivers and works along hexsides, roads and rails from hex to hex, bridges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.board import Board
from tutor.art.items import Dash, Item, Points, fade
from tutor.art.layer import Layer
from tutor.art.mesh import Floats, Mesh, lean, points, soften, unit
from tutor.art.themes import Theme, hue

_RIVER_WIDTH = {  # outer and inner width in hex radii, the lesser under the greater
    "stream": (0.055, 0.0),
    "minor-river": (0.1, 0.042),
    "river": (0.1, 0.042),
    "canal": (0.12, 0.06),
    "large-river": (0.25, 0.17),
    "major-river": (0.25, 0.17),
    "estuary": (0.34, 0.26),
    "volga": (0.34, 0.26),
    "sea": (0.34, 0.26),
    "lake": (0.34, 0.3),
    "steppe-lake": (0.3, 0.26),
}
RIVERS = tuple(_RIVER_WIDTH)
FERRIES = {"ferry", "vladimirovka"}
_ROAD_WIDTH = {"highway": (0.155, 0.098), "minor-road": (0.075, 0.03)}
"""Casing and core of roads wider or narrower than most, in hex radii."""
# A rail beside a road on the same link stands this far east of it, in hex radii: no link runs
# east, so it is never on top of the road.
_ASIDE = 0.23
RAILS = ("rail", "railroad", "railway", "double-rail")
_STRIPE = "green"
"""A stripe under a railway: no way of its own."""


def _railway(kind: str) -> bool:
    """Whether a kind of link is a railway, one that is still to be finished among them."""
    return kind in RAILS or _unfinished(kind)


def _unfinished(kind: str) -> bool:
    return kind == "caspian" or kind.startswith("rail-")


@dataclass(frozen=True, slots=True)
class Edge:
    """A link of a network: from one node to another, with the points between them."""

    a: int
    b: int
    between: Floats


def chains(edges: Iterable[Edge], nodes: Mapping[int, Floats]) -> list[Floats]:
    """The longest lines through a network that pass no junction, as control points."""
    meets: dict[int, list[Edge]] = {}
    left: dict[int, Edge] = {}
    for edge in edges:
        left[id(edge)] = edge
        meets.setdefault(edge.a, []).append(edge)
        meets.setdefault(edge.b, []).append(edge)

    def walk(node: int, edge: Edge) -> Floats:
        parts = [nodes[node][None]]
        while True:
            del left[id(edge)]
            onward, between = (
                (edge.b, edge.between) if edge.a == node else (edge.a, edge.between[::-1])
            )
            parts += [between, nodes[onward][None]]
            node = onward
            ways = [way for way in meets[node] if id(way) in left]
            if len(meets[node]) != 2 or not ways:
                return np.concatenate(parts)
            edge = ways[0]

    result = []
    for node, ways in meets.items():
        if len(ways) != 2:
            result += [walk(node, way) for way in ways if id(way) in left]
    while left:
        edge = next(iter(left.values()))
        result.append(walk(edge.a, edge))
    return result


def _slots(board: Board, kinds_at: Iterable[Iterable[str]]) -> dict[str, list[int]]:
    """The sides or links of each kind, every one once, in map order."""
    found: dict[str, list[int]] = {}
    for slot, kinds in enumerate(kinds_at):
        if not 0 <= board.neighbour_at[slot] < slot // 6:
            for kind in kinds:
                found.setdefault(kind, []).append(slot)
    return found


def _side_chains(mesh: Mesh, slots: Iterable[int], straight: bool = False) -> list[Points]:
    edges, nodes = [], dict[int, Floats]()
    for slot in slots:
        h, d = divmod(slot, 6)
        a, b = int(mesh.keys[h, d]), int(mesh.keys[h, (d + 1) % 6])
        drawn = mesh.corners if straight else mesh.drawn
        nodes[a], nodes[b] = drawn[h, d], drawn[h, (d + 1) % 6]
        between = mesh.sides[h, d, 1:]
        if straight:
            between = (nodes[a][None] + nodes[b][None]) / 2
        edges.append(Edge(a, b, between))
    lines = chains(edges, nodes)
    if straight:
        return [points(line) for line in lines]
    return [points(lean(_smooth(_relaxed(line), 2))) for line in lines]


def _smooth(line: Floats, times: int) -> Floats:
    """Cut the corners; of a loop, also the one where it closes."""
    if len(line) > 4 and np.allclose(line[0], line[-1]):
        ring = soften(line[:-1], closed=True, times=times)
        return np.vstack([ring, ring[:1]])
    return soften(line, closed=False, times=times)


def _relaxed(line: Floats) -> Floats:
    """Pull the inner corners of a line of sides (every fourth point) towards their neighbours."""
    eased = line.copy()
    inner = np.arange(4, len(line) - 1, 4)
    eased[inner] = line[inner] * 0.6 + (line[inner - 1] + line[inner + 1]) * 0.2
    return eased


def rivers(board: Board, mesh: Mesh, theme: Theme) -> list[Item]:
    """Rivers, streams and canals: all banks first, then all water, so that they flow together."""
    found = _slots(board, board.side_at)
    banks, water = Layer(mesh.size), Layer(mesh.size)
    for kind in RIVERS:
        if kind not in found:
            continue
        outer, core = _RIVER_WIDTH[kind]
        lines = tuple(_side_chains(mesh, found[kind], straight=kind == "canal"))
        banks.lines(lines, theme.river, outer)
        if core:
            water.lines(lines, theme.river_core, core)
        if kind == "canal":
            # Locks: a canal is told from a river by its straight banks and cross bars.
            bars = tuple(_across(mesh, slot, 0.09) for slot in found[kind])
            water.lines(bars, theme.river, 0.045)
    return [*banks, *water]


def _across(mesh: Mesh, slot: int, reach: float) -> Points:
    """A short bar across the middle of a side."""
    a, b = mesh.ends(slot)
    flow = (b - a) / np.hypot(*(b - a))
    across = np.array([-flow[1], flow[0]]) * reach * mesh.size
    middle = (a + b) / 2
    return points(np.array([middle - across, middle + across]))


_HEIGHTS = ("cliff", "escarpment", "slope", "gully")
_DIKES = ("dike", "dyke", "small-gully")
_EDGE = (("lines", "halo", 0.221, (), "round"), ("lines", "line_black", 0.13, (), "round"))
# What hexsides look like: along the side or as teeth off it, colour, width, dashes, ends.
_WORKS: Mapping[str, tuple[tuple[str, str, float, Dash, str], ...]] = {
    "start-line": (("lines", "halo", 0.255, (), "round"), ("lines", "line_red", 0.15, (), "round")),
    "border": (_EDGE[0], ("lines", "line_black", 0.13, (0.34, 0.16), "butt")),
    "scenario-edge": _EDGE,
    "map-edge": _EDGE,
    **dict.fromkeys(
        _HEIGHTS, (("teeth", "slope", 0.04, (), "round"), ("lines", "slope", 0.065, (), "round"))
    ),
    **dict.fromkeys(
        _DIKES, (("bars", "slope", 0.04, (), "round"), ("lines", "slope", 0.065, (), "round"))
    ),
    "alpine": (("bars", "slope", 0.07, (), "round"), ("lines", "slope", 0.11, (), "round")),
    "wall": (("lines", "block_edge", 0.14, (), "round"), ("lines", "block", 0.09, (), "round")),
    "hedge": (
        ("lines", "block_edge", 0.14, (), "round"), ("lines", "hedge", 0.09, (0.1, 0.13), "round")
    ),
    **dict.fromkeys(
        ("prohibited", "impassable"),
        (("bars", "warn", 0.05, (), "round"), ("lines", "line_black", 0.09, (), "round")),
    ),
}  # fmt: skip


_BORDERS, _BROKEN = ("start-line", "border", "scenario-edge"), (0.3, 0.42)
"""Borders are broken lines along a river, which has to be seen as well."""


def works(board: Board, mesh: Mesh, theme: Theme) -> list[Item]:
    """Every other kind of hexside: start lines, borders, cliffs, walls, and unknown ones."""
    out = Layer(mesh.size, places=1)
    inks = {
        "slope": theme.ground["mountain"].dark if theme.name == "light" else "#b39a6b",
        "hedge": theme.ground["dense-woods"].mid,
    }
    found = _slots(board, board.side_at)
    for kind in sorted(set(found) - set(RIVERS) - {"bridge"} - FERRIES):
        slots = found[kind]
        if kind in _BORDERS:
            wet = [slot for slot in slots if not board.side_at[slot].isdisjoint(RIVERS)]
            over = tuple(_side_chains(mesh, wet, straight=True))
            ink = getattr(theme, _WORKS[kind][-1][1])
            out.lines(over, theme.halo, 0.19, _BROKEN, "butt")
            out.lines(over, ink, 0.13, _BROKEN, "butt")
            slots = [slot for slot in slots if slot not in wet]
        lines = tuple(_side_chains(mesh, slots, straight=True))
        for part, name, width, dash, cap in _WORKS.get(kind, ()):
            drawn = lines if part == "lines" else _teeth(mesh, slots, both=part == "bars")
            out.lines(drawn, inks.get(name) or getattr(theme, name), width, dash, cap)
        if kind not in _WORKS:
            out.lines(lines, theme.halo, 0.13)
            tint = hue(sum(kind.encode()) * 37 % 360, 0.55, 0.45)
            out.lines(lines, tint, 0.1, (0.1 / mesh.size, 0.16))
    return out


def _teeth(mesh: Mesh, slots: Iterable[int], both: bool) -> tuple[Points, ...]:
    """Short strokes off a side, into the hex that names it, or on both sides."""
    result = []
    for slot in slots:
        a, b = mesh.ends(slot)
        inward = (mesh.centres[slot // 6] - (a + b) / 2) * 0.14
        for share in (0.1, 0.26, 0.42, 0.58, 0.74, 0.9):
            foot = a + (b - a) * share
            start = foot - inward if both else foot
            result.append(points(np.array([start, foot + inward])))
    return tuple(result)


# -- ways ----------------------------------------------------------------------------------------


def _way_chains(
    board: Board, mesh: Mesh, slots: Iterable[int], shared: frozenset[int], shift: float
) -> list[Points]:
    """Smooth lines through hex middles; pushed aside where another way takes the same link."""
    middles = _middles(mesh)
    aside = np.array([shift * mesh.size, 0.0])
    beside = {node for slot in shared for node in (slot // 6, board.neighbour_at[slot])}
    edges, nodes = [], dict[int, Floats]()
    for slot in slots:
        a, b = slot // 6, board.neighbour_at[slot]
        crossing = mesh.crossing(slot) + (aside if slot in shared else 0)
        for node in (a, b):
            nodes[node] = middles[node] + (aside if node in beside else 0)
        edges.append(Edge(a, b, crossing[None]))
    return [points(lean(_smooth(line, 3))) for line in chains(edges, nodes)]


def _middles(mesh: Mesh) -> Floats:
    angle = unit(mesh.seeds, 31) * 2 * np.pi
    reach = unit(mesh.seeds, 32) * 0.07 * mesh.size
    way = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return np.asarray(mesh.centres + reach[:, None] * way)


def ways(board: Board, mesh: Mesh, theme: Theme) -> list[Item]:
    """Rails, tracks, roads and highways: the lesser ways under the greater."""
    found, size = _slots(board, board.link_at), mesh.size
    rails = {kind for kind in found if _railway(kind)} | {_STRIPE}
    paved = {slot for kind, slots in found.items() if kind not in rails for slot in slots}
    out, casings, cores = (Layer(size, places=1) for _ in range(3))
    for kind in sorted(found, key=_rank):
        slots = found[kind]
        shared, shift = (frozenset(slots) & paved, _ASIDE) if kind in rails else (frozenset(), 0.0)
        lines = tuple(_way_chains(board, mesh, slots, shared, shift))
        if kind == _STRIPE:
            out.lines(lines, fade(hue(112, 0.5, 0.45), 0.6), 0.19, cap="butt")
        elif _unfinished(kind):
            out.lines(lines, theme.rail, 0.05, (0.2, 0.14), "butt")
        elif kind in RAILS:
            ties = tuple(tie for line in lines for tie in _ties(line, size * 0.2, size * 0.065))
            out.lines(lines, theme.rail, 0.05, cap="butt")
            out.lines(ties, theme.rail, 0.04, cap="butt")
        elif kind in ("track", "trail"):
            ink = theme.road if theme.name == "light" else theme.road_core
            out.lines(lines, fade(theme.halo, 0.55), 0.1)
            out.lines(lines, ink, 0.045, (0.14, 0.09), "butt")
        else:
            casing, width = _ROAD_WIDTH.get(kind, (0.105, 0.056))
            casings.lines(lines, theme.road, casing)
            core = theme.highway_core if kind == "highway" else theme.road_core
            cores.lines(lines, core, width)
    return [*out, *casings, *cores]


def _rank(kind: str) -> tuple[int, str]:
    order = (_STRIPE, "track", "trail", *RAILS, "minor-road", "street", "road", "highway")
    return (order.index(kind) if kind in order else len(RAILS) + 3), kind


def _ties(line: Points, gap: float, reach: float) -> list[Points]:
    """Sleepers: short strokes across a line at even distances."""
    result: list[Points] = []
    due = gap / 2
    for (ax, ay), (bx, by) in pairwise(line):
        length = math.hypot(bx - ax, by - ay)
        if not length:
            continue
        ux, uy = (bx - ax) / length, (by - ay) / length
        while due <= length:
            x, y = ax + ux * due, ay + uy * due
            dx, dy = -uy * reach, ux * reach
            result.append(
                ((round(x - dx, 1), round(y - dy, 1)), (round(x + dx, 1), round(y + dy, 1)))
            )
            due += gap
        due -= length
    return result


def crossings(board: Board, mesh: Mesh, theme: Theme) -> list[Item]:
    """Bridges where a road or rail crosses water, or where the map says so; and ferries."""
    decks, rails, dashes, boats = list[Points](), list[Points](), list[Points](), list[Points]()
    for slot, kinds in enumerate(board.side_at):
        other = board.neighbour_at[slot]
        if not kinds or other < slot // 6:
            continue
        widest = max((_RIVER_WIDTH[kind][0] for kind in kinds if kind in _RIVER_WIDTH), default=0)
        links = board.link_at[slot]
        if "bridge" in kinds or (widest and links):
            wide = 0.095 if "highway" in links else 0.075
            tracks = {kind for kind in links if _railway(kind)}
            double = bool(tracks) and bool(links - tracks - {_STRIPE})
            for shift in (0.0, _ASIDE) if double else (0.0,):
                deck, sides = _bridge(mesh, slot, int(other), widest, wide, shift)
                decks.append(deck)
                rails += sides
        if FERRIES & kinds:
            dash, boat = _ferry(mesh, slot, int(other))
            dashes.append(dash)
            boats.append(boat)
    out = Layer(mesh.size, places=1)
    out.shapes(tuple(decks), theme.bridge)
    out.lines(tuple(rails), theme.line_black, 0.05)
    out.lines(tuple(dashes), theme.line_black, 0.05, (0.09, 0.1), "butt")
    out.shapes(tuple(boats), theme.line_black)
    return out


def _bridge(
    mesh: Mesh, slot: int, other: int, water: float, wide: float, shift: float
) -> tuple[Points, list[Points]]:
    middle = mesh.crossing(slot) + np.array([shift * mesh.size, 0.0])
    flow = mesh.centres[other] - mesh.centres[slot // 6]
    flow = flow / np.hypot(*flow) * mesh.size
    across = np.array([-flow[1], flow[0]])
    half = water / 2 + 0.075
    deck = [middle + flow * u * half + across * v * wide for u, v in _SQUARE]
    sides = []
    for v in (-1.0, 1.0):
        wing, rim = across * v * (wide + 0.055), across * v * wide
        ends = ((-half - 0.04, wing), (-half, rim), (half, rim), (half + 0.04, wing))
        sides.append(points(np.array([middle + flow * far + aside for far, aside in ends])))
    return points(np.array(deck)), sides


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _ferry(mesh: Mesh, slot: int, other: int) -> tuple[Points, Points]:
    start, end = mesh.centres[slot // 6], mesh.centres[other]
    way = np.array([start + (end - start) * 0.3, start + (end - start) * 0.7])
    x, y = mesh.crossing(slot)
    u = mesh.size * 0.16
    hull = [(-1, 0), (1, 0), (0.6, 0.5), (-0.6, 0.5)]
    return points(way), points(np.array([(x + dx * u, y + dy * u) for dx, dy in hull]))
