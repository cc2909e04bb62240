"""Bonds, zones of control, supply and reach of the '4x games on a map of the size of a campaign.

4,000 hexes, 150 units a side all over them. Beside each question networkx answers the same one on
a graph whose edges are there already; every engine run begins with a position just reached, so
that nothing is remembered.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import networkx as nx

from engine import catalogue
from engine.chance import Seeded
from engine.files import Table
from engine.game import Game
from engine.hexset import HexSet
from engine.position import Position
from engine.zocbond.board import zones
from engine.zocbond.board.state import Kept
from tests.bench.bench_paths import best

WIDTH, HEIGHT, UNITS = 80, 50, 150
LETTERS = {".": "clear", "t": "town", "C": "city", "p": "polder", "s": "swamp"}
HALVES = {"clear": 2, "town": 2, "city": 2, "polder": 4, "swamp": 6}
OFF_ROAD = 4
MOVER = "a0"
ALLIED, GERMAN = "allied", "german"


def campaign(seed: int = 1, width: int = WIDTH, height: int = HEIGHT, units: int = UNITS) -> Game:
    """A random map of Holland '44 in memory, both sides all over it."""
    dice = random.Random(seed)
    labels = [[f"{c:02d}{r:02d}" for r in range(1, height + 1)] for c in range(1, width + 1)]
    every = [hex for column in labels for hex in column]
    ground = {hex: dice.choice("........tCppss") for hex in every}
    rivers = dice.sample(every, len(every) // 12)
    streams = [hex for hex in dice.sample(every, len(every) // 10) if hex not in rivers]
    # Bonds that end in an entry area are no question for a graph: nobody stands near one.
    inner = [hex for column in labels for hex in column[2:-2]]
    spots = dice.sample(inner, 2 * units)
    # The mover stands in the middle, whoever else does not.
    heart = labels[width // 2][height // 2]
    spots = [heart, *(hex for hex in spots if hex != heart)][: 2 * units]
    south = [column[-1] for column in labels]
    data = {
        "title": "A campaign",
        "game": "holland44",
        "board": {
            "title": "A campaign",
            "rows": [
                f"{r:02d} " + " ".join(ground[f"{c:02d}{r:02d}"] for c in range(1, width + 1))
                for r in range(1, height + 1)
            ],
            "terrain": LETTERS,
            "sides": {
                "large-river": [f"{hex} NE" for hex in rivers if _inside(hex, width)],
                "minor-river": [f"{hex} SE" for hex in streams if _inside(hex, width)],
            },
            "links": {"road": [" ".join(column) for column in labels[::5]]},
            "area": [
                {"id": f"{ALLIED}-M", "name": "south", "touches": south},
                {"id": f"{GERMAN}-B", "name": "north", "touches": [c[0] for c in labels]},
            ],
        },
        "start": {"side": ALLIED, "phase": "movement", "turn": 3},
        "side": [
            {"id": side, "name": side, "units": [_unit(f"{side[0]}{n}", hex) for n, hex in part]}
            for side, part in (
                (ALLIED, enumerate(spots[:units])),
                (GERMAN, enumerate(spots[units:])),
            )
        ],
    }
    kit = catalogue.game_info("holland44").kit()
    return Game(kit.read(Table(data, "campaign"), "campaign", {}, None), Seeded(1))


def _inside(hex: str, width: int) -> bool:
    return 1 < int(hex[:2]) < width and int(hex[2:]) > 1


def _unit(name: str, hex: str) -> dict[str, Any]:
    return {"id": name, "kind": "motorized", "full": [4, 4, 8], "steps": 2, "hex": hex}


def fresh(game: Game) -> Any:
    """The same position, nothing of it worked out yet."""
    s = game.state
    return replace(s, position=Position(s.position.to_json()), kept=Kept((), s.lays))


# ------------------------------------------------------------------ the baseline


class Plain:
    """The map as a graph, and the questions put to networkx."""

    def __init__(self, game: Game) -> None:
        self.board = board = game.scenario.board
        self.graph = nx.Graph()
        for here in board.hexes:
            for there in board.neighbours(here):
                marks, link = board.side(here, there), board.link(here, there)
                self.graph.add_edge(here, there, road="road" in link, water=set(marks))
        position, pieces = game.state.position, game.scenario.pieces
        self.at = {unit: position.place(unit) for unit in position.units()}
        self.held = {
            side: {hex for unit, hex in self.at.items() if pieces[unit].side == side}
            for side in (ALLIED, GERMAN)
        }
        self.sources = {
            side: {hex for area in board.areas.values() if side in area.id for hex in area.touches}
            for side in (ALLIED, GERMAN)
        }

    def _dry(self, a: str, b: str) -> bool:
        edge = self.graph.edges[a, b]
        return edge["road"] or "large-river" not in edge["water"]

    def zoc(self, side: str) -> set[str]:
        """The hexes around those of a side, not over a large river without a bridge."""
        found: set[str] = set()
        for hex in self.held[side]:
            found.update(n for n in self.graph.neighbors(hex) if self._dry(hex, n))
        return found

    def bonds(self, side: str) -> tuple[set[str], set[frozenset[str]]]:
        """The hexes and the hexsides that a side's bonds close."""
        mine, foes = self.held[side], self.held[GERMAN if side == ALLIED else ALLIED]
        hexes, sides = set(), set()
        for a in mine:
            near = nx.single_source_shortest_path_length(self.graph, a, cutoff=2)
            for b, distance in near.items():
                if distance != 2 or b not in mine or b < a:
                    continue
                middles = list(nx.common_neighbors(self.graph, a, b))
                if not any(self._passes(a, m, b, foes) for m in middles):
                    continue
                if len(middles) == 2:
                    sides.add(frozenset(middles))
                elif self._in_line(a, middles[0], b):
                    hexes.add(middles[0])
        return hexes, sides

    def _in_line(self, a: str, m: str, b: str) -> bool:
        """On the edge of the map a pair may have lost one of its two hexes between."""
        return self.board.direction(a, m) == self.board.direction(m, b)

    def _passes(self, a: str, m: str, b: str, foes: set[str]) -> bool:
        city = self.board.terrain(m) == "city"
        return m not in foes and not city and self._dry(a, m) and self._dry(m, b)

    def supply(self, side: str) -> set[str]:
        """The units of a side with a line: off the road at most four hexes, then by road."""
        foe = GERMAN if side == ALLIED else ALLIED
        foes, zoc = self.held[foe], self.zoc(foe)
        hexes, sides = self.bonds(foe)
        watched = zoc - self.held[side]
        roads = nx.Graph()
        roads.add_nodes_from(h for h in self.sources[side] if h not in foes | zoc)
        open_road = (
            (a, b)
            for a, b, edge in self.graph.edges(data=True)
            if edge["road"] and not {a, b} & (foes | zoc) and self._kept(side, a, b)
        )
        roads.add_edges_from(open_road)
        # an own area is met off the road as well
        net = set(self.sources[side])
        for source in self.sources[side]:
            if source in roads:
                net |= nx.node_connected_component(roads, source)
        lines = nx.DiGraph()
        for a, b in (*self.graph.edges, *((b, a) for a, b in self.graph.edges)):
            shut = b in foes or b in hexes or frozenset((a, b)) in sides
            if not shut and not (a in watched and b in watched) and self._dry(a, b):
                lines.add_edge(a, b)
        found = set()
        for unit, hex in self.at.items():
            if hex in self.held[side] and hex in lines:
                reach = nx.single_source_shortest_path_length(lines, hex, cutoff=OFF_ROAD)
                if not net.isdisjoint(reach):
                    found.add(unit)
            elif hex in self.held[side] and hex in net:
                found.add(unit)
        return found

    def _kept(self, side: str, a: str, b: str) -> bool:
        """Allied lines take only bridges that are marked safe; none is (18.3.2)."""
        return side == GERMAN or "large-river" not in self.graph.edges[a, b]["water"]

    def reach(self) -> dict[str, float]:
        """What the mover pays for every hex it can come to."""
        foes, zoc = self.held[GERMAN], self.zoc(GERMAN)
        hexes, sides = self.bonds(GERMAN)
        start = self.at[MOVER]
        steps = nx.DiGraph()
        steps.add_node(start)
        for a, b in (*self.graph.edges, *((b, a) for a, b in self.graph.edges)):
            if b in foes or b in hexes or frozenset((a, b)) in sides or not self._dry(a, b):
                continue
            if a in zoc and a != start:
                continue
            edge = self.graph.edges[a, b]
            price = HALVES[self.board.terrain(b)] + 4 * ("minor-river" in edge["water"])
            steps.add_edge(a, b, cost=(1 if edge["road"] else price) + 4 * (a in zoc))
        found = nx.single_source_dijkstra_path_length(steps, start, cutoff=16, weight="cost")
        return {hex: cost / 2 for hex, cost in found.items()}


# ------------------------------------------------------------------ the engine


def engine_zoc(game: Game, s: Any) -> dict[str, HexSet]:
    """Both sides' zones of control."""
    return {side: zones.zoc(game.rules, s, side) for side in (ALLIED, GERMAN)}


def engine_bonds(game: Game, s: Any) -> dict[str, Any]:
    """Both sides' bonds, the broken ones with their cause."""
    return {side: game.rules.query(s, "bonds", side=side) for side in (ALLIED, GERMAN)}


def engine_supply(game: Game, s: Any) -> set[str]:
    """The units of both sides that have a line."""
    rules: Any = game.rules
    return {unit for unit in s.position.units() if rules.in_supply(s, unit)}


def engine_reach(game: Game, s: Any) -> dict[str, float]:
    """What the mover pays for every hex it can come to."""
    found = game.rules.query(s, "reach", unit=MOVER)
    return {hex: float(to["cost"]) for hex, to in found.items()}


def questions(game: Game, plain: Plain) -> Iterator[tuple[str, Callable[[Any], Any], Any, str]]:
    """Name, the engine's run, the plain run, and what the plain run is."""
    both = (ALLIED, GERMAN)
    yield (
        "ZOCs of both sides",
        lambda s: engine_zoc(game, s),
        lambda: [plain.zoc(side) for side in both],
        "networkx, neighbours of every unit",
    )
    yield (
        "ZOC bonds of both sides",
        lambda s: engine_bonds(game, s),
        lambda: [plain.bonds(side) for side in both],
        "networkx, pairs at distance two and their common neighbours",
    )
    yield (
        "supply of every unit",
        lambda s: engine_supply(game, s),
        lambda: [plain.supply(side) for side in both],
        "networkx, road components and a search from every unit",
    )
    yield (
        "reach of one unit, 8 MP",
        lambda s: engine_reach(game, s),
        plain.reach,
        "networkx Dijkstra, edges closed by enemies and bonds first",
    )


def rows(quick: bool = False) -> list[dict[str, object]]:
    """Every question beside networkx."""
    game = campaign()
    plain = Plain(game)
    found: list[dict[str, object]] = []
    for name, run, baseline, what in questions(game, plain):
        repeats = 2 if quick else 8
        seconds = min(best(partial(run, fresh(game)), 1) for _ in range(repeats))
        plain_seconds = best(baseline, repeats)
        found.append(
            {
                "name": f"'4x: {name}: {len(game.scenario.board)} hexes, {2 * UNITS} units",
                "seconds": seconds,
                "baseline": what,
                "baseline_seconds": plain_seconds,
                "ratio": seconds / plain_seconds,
            }
        )
    return found
