"""The five games, and how to open one of their scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from engine.boardfile import load_plan
from engine.chance import Seeded, Source
from engine.corrections import KEY, laid_over
from engine.drawing import Data
from engine.errors import Problem, closest
from engine.files import Table, package_file, read
from engine.format import read_format
from engine.game import Game, Rules
from engine.rulebook import Rulebook, load_rulebook
from engine.scenario import Scenario

SHELVES = ("play", "drills", "examples")
"""Where scenario files stand: whole scenarios, positions of the lessons, worked examples."""

BOARDS = "boards"
"""The shelf of their boards."""


@dataclass(frozen=True)
class GameInfo:
    """One of the five games: its id, its package, how its examples are numbered."""

    id: str
    package: str
    title: str
    about: str
    prefix: str
    first: str
    """The scenario that a newcomer is shown."""
    family: str = ""
    """The package of what it shares with another game."""
    ground: str = ""
    """The board that reconstructs its printed map, and the scenario played on it; of several maps
    the one whose hexes its rulebook names."""

    @property
    def rulebook(self) -> Rulebook:
        """Its rulebook."""
        return load_rulebook(self.package)

    @cached_property
    def printed(self) -> frozenset[str]:
        """The hexes of its map of which the rulebook itself says what is there."""
        if not self.ground:
            return frozenset()
        plan = load_plan(package_file("scenarios", self.id, "boards", f"{self.ground}.toml"))
        told = (labels for labels, origin in plan.origins.items() if origin == "rulebook")
        return frozenset(label for labels in told for label in labels)

    def kit(self) -> Any:
        """The game package: `read(table) -> Rules` and `SWITCHES`."""
        return import_module(f"engine.{self.package}")


_ALL = (
    GameInfo(
        "victory-awaits",
        "victory_awaits",
        "A Victory Awaits",
        "Barbarossa 1941 by divisions: chits out of a cup wake an army at a time.",
        "AVA",
        "river-line",
        ground="smolensk-map",
    ),
    GameInfo(
        "holland44",
        "holland44",
        "Holland '44",
        "Market Garden by battalions: bridges, drops and ZOC bonds.",
        "H44",
        "first-span",
        "zocbond",
        "market-garden",
    ),
    GameInfo(
        "stalingrad42",
        "stalingrad42",
        "Stalingrad '42",
        "The drive to the Volga and the Caucasus, and the winter answer to it.",
        "S42",
        "steppe-ride",
        "zocbond",
        "fall-blau",
    ),
    GameInfo(
        "conflict-of-heroes",
        "conflict_of_heroes",
        "Conflict of Heroes: Storms of Steel",
        "Squads and tanks at Kursk, one action at a time.",
        "COH",
        "crossroads",
    ),
    GameInfo(
        "pavlovs-house",
        "pavlovs_house",
        "Pavlov's House",
        "Cards, dice and a handful of defenders in one house of Stalingrad.",
        "PAV",
        "three-turns",
    ),
)
GAMES: dict[str, GameInfo] = {info.id: info for info in _ALL}
WHOLE_MAP = 1000
"""The hexes that make a map a whole one: games there last minutes."""


def game_info(game: str) -> GameInfo:
    """A game by its id; a Problem names the ones there are."""
    if game not in GAMES:
        raise Problem(f"there is no game '{game}'", remedy=closest(game, GAMES))
    return GAMES[game]


def shelf(game: str, name: str) -> Iterator[tuple[str, Traversable]]:
    """The scenario files on one of a game's shelves: (name, file), in order."""
    folder = package_file("scenarios", game, name)
    if not folder.is_dir():
        return
    for entry in sorted(folder.iterdir(), key=lambda found: found.name):
        if entry.name.endswith(".toml"):
            yield entry.name.removesuffix(".toml"), entry


def scenario_ids(game: str | None = None, name: str = "play") -> list[str]:
    """The ids of the scenarios on a shelf: `game/name`, or `game/shelf/name` off the first."""
    middle = "" if name == "play" else f"{name}/"
    return [
        f"{info.id}/{middle}{file}"
        for info in GAMES.values()
        if game in (None, info.id)
        for file, _ in shelf(info.id, name)
    ]


def board_ids(game: str) -> list[str]:
    """The ids of the boards that come with a game: `game/boards/name`."""
    return [f"{game}/{BOARDS}/{file}" for file, _ in shelf(game, BOARDS)]


def find_scenario(name: str) -> tuple[GameInfo, Path | Traversable, str]:
    """The file of a scenario, by id (`game/name`, `game/drills/name`) or by path, and what it is
    called."""
    if name.endswith(".toml"):
        path = Path(name)
        top = read(path)
        game = top.need("game", str)
        if game not in GAMES:
            raise top.problem(f"there is no game '{game}'", "game", closest(game, GAMES))
        return GAMES[game], path, name
    game, _, rest = name.partition("/")
    info = game_info(game)
    place, _, file = rest.rpartition("/")
    place = place or "play"
    names = [found for found, _ in shelf(game, place)] if place in SHELVES else []
    if file not in names:
        known = [sid for s in SHELVES for sid in scenario_ids(game, s)]
        raise Problem(f"there is no scenario '{name}'", remedy=closest(name, known))
    found = package_file("scenarios", game, place, f"{file}.toml")
    return info, found, f"scenarios/{game}/{place}/{file}.toml"


def open_scenario(name: str) -> tuple[GameInfo, Table]:
    """A scenario's table, by id or by path of a file."""
    info, file, shown = find_scenario(name)
    return info, read(file, shown)


@cache
def title_of(name: str) -> str:
    """What a scenario is called."""
    return open_scenario(name)[1].need("title", str)


def on_whole_map(name: str) -> bool:
    """Whether a scenario is played on a whole map."""
    return len(rules_of(name).scenario.board.hexes) >= WHOLE_MAP


def is_known(scenario: Scenario) -> bool:
    """Whether a scenario can be found again by its id, and says no more than stands there."""
    game, _, rest = scenario.id.partition("/")
    place, _, file = rest.rpartition("/")
    on_shelf = any(file == found for found, _ in shelf(game, place or "play"))
    return "corrections" not in scenario.said and (on_shelf or Path(scenario.id).is_file())


def rules_of(
    name: str,
    switches: Mapping[str, bool] | None = None,
    tables: str | None = None,
    corrections: str | None = None,
    said: Mapping[str, Any] | None = None,
) -> Rules:
    """The rules of a scenario, perhaps with optional rules switched, tables of the owner's, or what
    the owner's printed map says otherwise than our board; one that stands on no shelf is `said`."""
    if said:
        top = Table(said, name)
        info = game_info(top.need("game", str))
    else:
        info, top = open_scenario(name)
    if corrections is not None:
        own = read(Path(corrections))
        check_corrections(own)
        top = Table({**top.data, "corrections": [dict(own.data)]}, top.file)
    try:
        rules: Rules = info.kit().read(top, name, dict(switches or {}), tables)
    except Problem as problem:
        raise problem.within(top.file) from None
    return rules


def check_corrections(own: Table) -> tuple[str, Data]:
    """Whose board an owner's corrections are laid over, and that board with them."""
    game = own.name("game", GAMES, "there is no game '{}'")
    known = [name.rpartition("/")[2] for name in board_ids(game)]
    board = own.name(KEY, known, "there is no board '{}'")
    file = package_file("scenarios", game, BOARDS, f"{board}.toml")
    return game, laid_over(read(file, f"{board}.toml").data, own, read_format(game))


def load(
    name: str,
    chance: Source | None = None,
    switches: Mapping[str, bool] | None = None,
    tables: str | None = None,
    corrections: str | None = None,
) -> Game:
    """A scenario, ready to play: `load("victory-awaits/river-line", chance=Seeded(7))`."""
    return Game(rules_of(name, switches, tables, corrections), chance or Seeded(0))
