"""Lines on the map: rivers and works along hexsides, roads and rails from hex to hex, bridges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.board import Board
from tutor.art.items import Dash, Item, Points, Polygons, Polylines, fade
from tutor.art.mesh import Floats, Mesh, lean, points, soften, unit
from tutor.art.themes import Theme, hue

RIVERS = (
    "stream",
    "minor-river",
    "river",
    "canal",
    "large-river",
    "major-river",
    "estuary",
    "volga",
    "sea",
    "lake",
)
_RIVER_WIDTH = {  # outer and inner width in hex radii
    "stream": (0.055, 0.0),
    "river": (0.1, 0.042),
    "minor-river": (0.1, 0.042),
    "canal": (0.12, 0.06),
    "large-river": (0.25, 0.17),
    "major-river": (0.25, 0.17),
    "estuary": (0.34, 0.26),
    "volga": (0.34, 0.26),
    "sea": (0.34, 0.26),
    "lake": (0.34, 0.3),
}
# A rail beside a road on the same link stands this far east of it, in hex radii: no link runs
# east, so it is never on top of the road.
_ASIDE = 0.23
RAILS = ("rail", "railroad", "railway", "double-rail")


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


def _side_slots(board: Board) -> dict[str, list[int]]:
    """The sides of each kind, every side once, in map order."""
    found: dict[str, list[int]] = {}
    for slot, kinds in enumerate(board.side_at):
        if not kinds:
            continue
        other = board.neighbour_at[slot]
        if 0 <= other < slot // 6:
            continue
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
    found = _side_slots(board)
    banks, water = list[Item](), list[Item]()
    for kind in RIVERS:
        if kind not in found:
            continue
        outer, core = (width * mesh.size for width in _RIVER_WIDTH[kind])
        lines = tuple(_side_chains(mesh, found[kind], straight=kind == "canal"))
        banks.append(Polylines(lines, theme.river, round(outer, 2)))
        if core:
            water.append(Polylines(lines, theme.river_core, round(core, 2)))
        if kind == "canal":
            # Locks: a canal is told from a river by its straight banks and cross bars.
            bars = tuple(_across(mesh, slot, 0.09) for slot in found[kind])
            water.append(Polylines(bars, theme.river, round(mesh.size * 0.045, 2)))
    return banks + water


def _across(mesh: Mesh, slot: int, reach: float) -> Points:
    """A short bar across the middle of a side."""
    h, d = divmod(slot, 6)
    a, b = mesh.corners[h, d], mesh.corners[h, (d + 1) % 6]
    flow = (b - a) / np.hypot(*(b - a))
    across = np.array([-flow[1], flow[0]]) * reach * mesh.size
    middle = (a + b) / 2
    return points(np.array([middle - across, middle + across]))


def works(board: Board, mesh: Mesh, theme: Theme) -> list[Item]:
    """Every other kind of hexside: start lines, borders, cliffs, walls, and unknown ones."""
    size, items = mesh.size, list[Item]()
    found = _side_slots(board)
    for kind in sorted(set(found) - set(RIVERS) - {"bridge", "ferry"}):
        slots = found[kind]
        lines = tuple(_side_chains(mesh, slots, straight=True))
        if kind == "start-line":
            items += _double(lines, theme.halo, theme.line_red, size * 0.15)
        elif kind in ("border", "scenario-edge", "map-edge"):
            dash: Dash | None = None
            if kind == "border":
                dash = (round(size * 0.34, 1), round(size * 0.16, 1))
            items += _double(lines, theme.halo, theme.line_black, size * 0.13, dash)
        elif kind in ("cliff", "escarpment", "slope", "dike", "dyke", "gully", "small-gully"):
            ink = theme.ground["mountain"].dark if theme.name == "light" else "#b39a6b"
            teeth = _teeth(mesh, slots, both=kind in ("dike", "dyke", "small-gully"))
            items.append(Polylines(teeth, ink, round(size * 0.04, 2)))
            items.append(Polylines(lines, ink, round(size * 0.065, 2)))
        elif kind in ("wall", "hedge"):
            ink = theme.block if kind == "wall" else theme.ground["dense-woods"].mid
            dash = (round(size * 0.1, 1), round(size * 0.13, 1)) if kind == "hedge" else None
            items.append(Polylines(lines, theme.block_edge, round(size * 0.14, 2)))
            items.append(Polylines(lines, ink, round(size * 0.09, 2), dash))
        elif kind in ("prohibited", "impassable"):
            bars = _teeth(mesh, slots, both=True)
            items.append(Polylines(bars, theme.warn, round(size * 0.05, 2)))
            items.append(Polylines(lines, theme.line_black, round(size * 0.09, 2)))
        else:
            tint = hue(sum(kind.encode()) * 37 % 360, 0.55, 0.45)
            items.append(Polylines(lines, theme.halo, round(size * 0.13, 2)))
            dots = (0.1, round(size * 0.16, 1))
            items.append(Polylines(lines, tint, round(size * 0.1, 2), dots))
    return items


def _double(
    lines: tuple[Points, ...], under: str, over: str, width: float, dash: Dash | None = None
) -> list[Item]:
    cap = "butt" if dash else "round"
    return [
        Polylines(lines, under, round(width * 1.7, 2)),
        Polylines(lines, over, round(width, 2), dash, cap),
    ]


def _teeth(mesh: Mesh, slots: Iterable[int], both: bool) -> tuple[Points, ...]:
    """Short strokes off a side, into the hex that names it, or on both sides."""
    result = []
    for slot in slots:
        h, d = divmod(slot, 6)
        a, b = mesh.corners[h, d], mesh.corners[h, (d + 1) % 6]
        inward = (mesh.centres[h] - (a + b) / 2) * 0.14
        for share in (0.1, 0.26, 0.42, 0.58, 0.74, 0.9):
            foot = a + (b - a) * share
            start = foot - inward if both else foot
            result.append(points(np.array([start, foot + inward])))
    return tuple(result)


# -- ways ----------------------------------------------------------------------------------------


def _ways(board: Board) -> dict[str, list[int]]:
    """The links of each kind, every link once."""
    found: dict[str, list[int]] = {}
    for slot, kinds in enumerate(board.link_at):
        if kinds and board.neighbour_at[slot] > slot // 6:
            for kind in kinds:
                found.setdefault(kind, []).append(slot)
    return found


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
    found, size = _ways(board), mesh.size
    paved = {slot for kind, slots in found.items() if kind not in RAILS for slot in slots}
    items = list[Item]()
    casings, cores = list[Item](), list[Item]()
    for kind in sorted(found, key=_rank):
        slots = found[kind]
        if kind in RAILS:
            shared = frozenset(slots) & frozenset(paved)
            lines = tuple(_way_chains(board, mesh, slots, shared, _ASIDE))
            ties = tuple(tie for line in lines for tie in _ties(line, size * 0.2, size * 0.065))
            items.append(Polylines(lines, theme.rail, round(size * 0.05, 2), None, "butt"))
            items.append(Polylines(ties, theme.rail, round(size * 0.04, 2), None, "butt"))
            continue
        lines = tuple(_way_chains(board, mesh, slots, frozenset(), 0.0))
        if kind in ("track", "trail"):
            dash = (round(size * 0.14, 1), round(size * 0.09, 1))
            items.append(Polylines(lines, fade(theme.halo, 0.55), round(size * 0.1, 2)))
            ink = theme.road if theme.name == "light" else theme.road_core
            items.append(Polylines(lines, ink, round(size * 0.045, 2), dash, "butt"))
        else:
            wide = kind == "highway"
            casings.append(
                Polylines(lines, theme.road, round(size * (0.155 if wide else 0.105), 2))
            )
            core = theme.highway_core if wide else theme.road_core
            cores.append(Polylines(lines, core, round(size * (0.098 if wide else 0.056), 2)))
    return items + casings + cores


def _rank(kind: str) -> tuple[int, str]:
    order = ("track", "trail", *RAILS, "street", "road", "highway")
    return (order.index(kind) if kind in order else len(RAILS) + 2), kind


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
    size = mesh.size
    decks, rails, dashes, boats = list[Points](), list[Points](), list[Points](), list[Points]()
    for slot, kinds in enumerate(board.side_at):
        other = board.neighbour_at[slot]
        if not kinds or other < slot // 6:
            continue
        widest = max((_RIVER_WIDTH[kind][0] for kind in kinds if kind in _RIVER_WIDTH), default=0)
        links = board.link_at[slot]
        if "bridge" in kinds or (widest and links):
            wide = 0.095 if "highway" in links else 0.075
            double = bool(links & set(RAILS)) and bool(links - set(RAILS))
            for shift in (0.0, _ASIDE) if double else (0.0,):
                deck, sides = _bridge(mesh, slot, int(other), widest, wide, shift)
                decks.append(deck)
                rails += sides
        if "ferry" in kinds:
            dash, boat = _ferry(mesh, slot, int(other))
            dashes.append(dash)
            boats.append(boat)
    items: list[Item] = []
    if decks:
        items.append(Polygons(tuple(decks), theme.bridge))
        items.append(Polylines(tuple(rails), theme.line_black, round(size * 0.05, 2)))
    if boats:
        gap = (round(size * 0.09, 1), round(size * 0.1, 1))
        items.append(Polylines(tuple(dashes), theme.line_black, round(size * 0.05, 2), gap, "butt"))
        items.append(Polygons(tuple(boats), theme.line_black))
    return items


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
        wing = across * v * (wide + 0.055)
        rim = across * v * wide
        sides.append(
            points(
                np.array(
                    [
                        middle - flow * (half + 0.04) + wing,
                        middle - flow * half + rim,
                        middle + flow * half + rim,
                        middle + flow * (half + 0.04) + wing,
                    ]
                )
            )
        )
    return points(np.array(deck)), sides


_SQUARE = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def _ferry(mesh: Mesh, slot: int, other: int) -> tuple[Points, Points]:
    start, end = mesh.centres[slot // 6], mesh.centres[other]
    way = np.array([start + (end - start) * 0.3, start + (end - start) * 0.7])
    x, y = mesh.crossing(slot)
    u = mesh.size * 0.16
    hull = [(-1, 0), (1, 0), (0.6, 0.5), (-0.6, 0.5)]
    return points(way), points(np.array([(x + dx * u, y + dy * u) for dx, dy in hull]))
