"""Small boards and scenarios out of a few lines, in memory.

    field = sketch(
        [". . w", ". . ."],
        road=["0101 0201"],
        axis=[unit("21", "0101")],
        soviet=[unit("11R", "0302", move=4)],
        start={"hq": ...} or side="axis",
    )

Rows are numbered from 1 and columns from 1; an odd column stands half a hex lower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine import catalogue
from engine.board import Board
from engine.boardfile import read_plan
from engine.chance import Seeded, Source
from engine.files import Table
from engine.game import Game
from engine.hexes import DIRECTIONS, direction_between, parse_label

LETTERS = {
    ".": "clear",
    "l": "light-woods",
    "D": "dense-woods",
    "s": "swamp",
    "C": "large-city",
    "M": "mountain",
    "w": "lake",
    "W": "sea",
    "x": "prohibited",
}
AWAY = "available"
"""The box of units that are not on the map; each side has its own."""


def board_data(rows: Sequence[str], **more: Any) -> dict[str, Any]:
    """A board as its file would give it; `road`, `rail`, rivers and tags by keyword."""
    data: dict[str, Any] = {
        "title": "A sketch",
        "terrain": dict(LETTERS),
        "rows": [f"{i:02d} {row}" for i, row in enumerate(rows, start=1)],
    }
    homes = {
        "links": ("road", "rail"),
        "sides": ("minor-river", "major-river", "start-line", "lake", "prohibited"),
        "tags": ("axis-source", "soviet-source", "axis-territory"),
    }
    for key, value in more.items():
        name = key.replace("_", "-")
        home = next((home for home, names in homes.items() if name in names), None)
        if home is None:
            data[name] = value
        else:
            data.setdefault(home, {})[name] = list(value)
    return data


def board(rows: Sequence[str], **more: Any) -> Board:
    """A compiled board."""
    return Board(read_plan(Table(board_data(rows, **more), "sketch.toml")))


def unit(id: str, hex: str | None, type: str = "infantry", move: int = 5, **more: Any) -> dict:
    """A unit's row; `hex=None` puts it into the box of its side's available units."""
    place = {"box": AWAY} if hex is None else {"hex": hex}
    full = more.pop("full", [3, move])
    return {"id": id, "name": id, "type": type, "full": full, **place, **more}


def hq(id: str, hex: str | None, move: int = 5, **more: Any) -> dict:
    """A headquarters' row."""
    return unit(id, hex, "army-hq", move, **more)


def scenario_data(
    rows: Sequence[str],
    axis: Iterable[Mapping[str, Any]] = (),
    soviet: Iterable[Mapping[str, Any]] = (),
    *,
    start: Mapping[str, Any] | None = None,
    scenario: Mapping[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A scenario of A Victory Awaits as its file would give it; the Axis moves unless told."""
    boxed = {
        side: [
            {**row, "box": f"{side}-available"} if row.get("box") == AWAY else row for row in men
        ]
        for side, men in (("axis", axis), ("soviet", soviet))
    }
    return {
        "title": "A sketch",
        "game": "victory-awaits",
        "board": board_data(rows, **more),
        "start": dict(start if start is not None else {"side": "axis"}),
        "side": [
            {"id": "axis", "name": "Axis", "units": boxed["axis"]},
            {"id": "soviet", "name": "Soviet", "units": boxed["soviet"]},
        ],
        **(scenario or {}),
    }


def read(data: Mapping[str, Any], tables: str | None = None) -> Any:
    """The rules of a scenario given as data."""
    kit = catalogue.game_info("victory-awaits").kit()
    return kit.read(Table(data, "sketch.toml"), "sketch.toml", {}, tables)


def sketch(*args: Any, chance: Source | None = None, **more: Any) -> Game:
    """A game of A Victory Awaits on a sketched board."""
    return Game(read(scenario_data(*args, **more)), chance or Seeded(1))


def between(*hexes: str) -> list[str]:
    """The hexsides between neighbours, two by two: `between("0101", "0201")` is ["0101 NE"]."""
    sides = []
    for a, b in zip(hexes[::2], hexes[1::2], strict=True):
        direction = direction_between(parse_label(a), parse_label(b))
        assert direction is not None, f"{a} and {b} do not touch"
        sides.append(f"{a} {DIRECTIONS[direction]}")
    return sides
