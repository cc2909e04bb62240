"""Reach over a map of the size of a campaign, beside plain Dijkstra of networkx.

4,000 hexes, 300 enemy units and their ZOCs, one unit of 10 movement points. Both sides answer the
same question: the cheapest cost and the way to every hex in reach (9.2).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import networkx as nx

from engine import catalogue
from engine.chance import Seeded
from engine.files import Table
from engine.game import Game

WIDTH, HEIGHT = 80, 50
ENEMIES = 300
POINTS = 10
COST = {"clear": 1, "light-woods": 2, "dense-woods": 3, "swamp": 3}
LETTERS = {".": "clear", "l": "light-woods", "D": "dense-woods", "s": "swamp", "w": "lake"}
ZOC = 2
MOVER = "Pz"


def campaign(
    seed: int = 1, width: int = WIDTH, height: int = HEIGHT, enemies: int = ENEMIES
) -> Game:
    """A random map in memory, enemies all over it and one armored unit in the middle."""
    dice = random.Random(seed)
    labels = [[f"{c:02d}{r:02d}" for r in range(1, height + 1)] for c in range(1, width + 1)]
    ground = {hex: dice.choice("......llDsw") for column in labels for hex in column}
    centre = labels[width // 2][height // 2]
    ground[centre] = "."
    rows = [
        f"{r:02d} " + " ".join(ground[f"{c:02d}{r:02d}"] for c in range(1, width + 1))
        for r in range(1, height + 1)
    ]
    dry = [hex for hex, letter in ground.items() if letter != "w" and hex != centre]
    return _game(
        {
            "title": "A campaign",
            "rows": rows,
            "terrain": LETTERS,
            "links": {"road": list(_roads(labels, ground))},
            "sides": {"minor-river": [f"{hex} NE" for hex in dry if dice.random() < 0.15]},
        },
        centre,
        dice.sample(dry, enemies),
    )


def _roads(labels: list[list[str]], ground: dict[str, str]) -> Iterator[str]:
    """A road along every seventh column, broken by the lakes."""
    for column in labels[::7]:
        way: list[str] = []
        for hex in [*column, ""]:
            if hex and ground[hex] != "w":
                way.append(hex)
                continue
            if len(way) > 1:
                yield " ".join(way)
            way = []


def _game(board: dict[str, Any], centre: str, enemies: list[str]) -> Game:
    armor = {"id": MOVER, "type": "armor", "full": [7, 5, POINTS], "hex": centre}
    data = {
        "title": "A campaign",
        "game": "victory-awaits",
        "board": board,
        "start": {"side": "axis"},
        "side": [
            {"id": "axis", "name": "Axis", "units": [armor]},
            {
                "id": "soviet",
                "name": "Soviet",
                "units": [
                    {"id": f"r{n}", "type": "infantry", "full": [2, 4], "hex": hex}
                    for n, hex in enumerate(enemies)
                ],
            },
        ],
    }
    kit = catalogue.game_info("victory-awaits").kit()
    return Game(kit.read(Table(data, "campaign"), "campaign", {}, None), Seeded(1))


# ------------------------------------------------------------------ the baseline


def step_costs(game: Game) -> list[tuple[str, str, int]]:
    """Every step of the map at its plain price for a mechanized unit."""
    board = game.scenario.board
    steps = []
    for here in board.hexes:
        for there in board.neighbours(here):
            if board.terrain(there) == "lake":
                continue
            price = COST[board.terrain(there)] + ("minor-river" in board.side(here, there))
            steps.append((here, there, 1 if "road" in board.link(here, there) else price))
    return steps


def enemy_hexes(game: Game) -> set[str]:
    """The hexes of the enemy's units."""
    position, pieces = game.state.position, game.scenario.pieces
    return {position.place(u) for u in position.units() if pieces[u].side == "soviet"}


def weigh(graph: nx.DiGraph, game: Game) -> None:
    """Put the price of the enemy's ZOCs, as they are now, on every edge."""
    board, held = game.scenario.board, enemy_hexes(game)
    watched = {there for here in held for there in board.neighbours(here)}
    watched = {hex for hex in watched if board.terrain(hex) != "lake"}
    for here, there, edge in graph.edges(data=True):
        toll = ZOC * ((here in watched) + (there in watched))
        edge["weight"] = None if there in held else edge["plain"] + toll


def plain_graph(game: Game) -> nx.DiGraph:
    """The map as a graph, with the ZOCs of the moment in its weights."""
    graph = nx.DiGraph()
    for here, there, price in step_costs(game):
        graph.add_edge(here, there, plain=price)
    weigh(graph, game)
    return graph


def dijkstra(graph: nx.DiGraph, game: Game) -> tuple[dict[str, int], dict[str, list[str]]]:
    """Cost and way to every hex in reach, by networkx."""
    start = game.state.position.place(MOVER)
    found: tuple[dict[str, int], dict[str, list[str]]] = nx.single_source_dijkstra(
        graph, start, cutoff=POINTS, weight="weight"
    )
    return found


def reach(game: Game) -> dict[str, Any]:
    """Cost and way to every hex in reach, by the engine."""
    found: dict[str, Any] = game.query("reach", unit=MOVER)
    return found


def reach_cold(game: Game) -> dict[str, Any]:
    """The same for a position just reached: ZOCs have to be found first."""
    game.state.position.cache.clear()
    return reach(game)


# ------------------------------------------------------------------ measuring


def best(run: Callable[[], object], repeats: int) -> float:
    """The shortest of several runs, in seconds."""
    times = []
    for _ in range(repeats):
        begun = time.perf_counter()
        run()
        times.append(time.perf_counter() - begun)
    return min(times)


def rows(quick: bool = False) -> list[dict[str, object]]:
    """Warm against weights already there; cold against weights that have to be put there."""
    repeats = 5 if quick else 40
    game = campaign()
    graph = plain_graph(game)
    reach(game)

    def weigh_and_run() -> object:
        weigh(graph, game)
        return dijkstra(graph, game)

    measured = (
        (
            "reach, position known",
            lambda: reach(game),
            "networkx Dijkstra, ZOCs already in the weights",
            lambda: dijkstra(graph, game),
        ),
        (
            "reach, new position",
            lambda: reach_cold(game),
            "networkx Dijkstra, ZOCs put into the weights first",
            weigh_and_run,
        ),
    )
    result: list[dict[str, object]] = []
    for name, run, baseline, plain in measured:
        seconds, baseline_seconds = best(run, repeats), best(plain, repeats)
        result.append(
            {
                "name": f"{name}: {len(game.scenario.board)} hexes, {ENEMIES} enemy units, "
                f"{POINTS} MP",
                "seconds": seconds,
                "baseline": baseline,
                "baseline_seconds": baseline_seconds,
                "ratio": seconds / baseline_seconds,
            }
        )
    return result
