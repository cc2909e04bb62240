"""Section 19.2: who plays what at a table of four to eight players."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import closest
from engine.files import Table, package_file, read
from engine.victory_awaits.track import Player, read_players
from engine.victory_awaits.unit import AXIS, SOVIET, Unit

FRONTS = ("leningrad", "smolensk", "kiev")


def seats(number: int) -> tuple[tuple[Player, ...], str]:
    """The seats P1, P2, ... of a table, and the controller's (19.2, 19.3)."""
    name = "engine/victory_awaits/seats.toml"
    top = read(package_file("engine", "victory_awaits", "seats.toml"), name)
    groups, tables = top.table("groups"), top.table("tables")
    players, controller = [], ""
    for place, text in enumerate(tables.texts(str(number)), start=1):
        words = text.split()
        names = [word for word in words if word != "*"]
        hqs = tuple(hq for group in names for hq in groups.texts(group))
        side = SOVIET if names[0] in FRONTS else AXIS
        players.append(Player(f"P{place}", side, hqs))
        if "*" in words:
            controller = f"P{place}"
    return tuple(players), controller


def read_table(top: Table, units: Mapping[str, Unit]) -> tuple[tuple[Player, ...], str]:
    """The seats of a scenario: a number of players, or each seat spelled out; the controller."""
    players, controller = read_players(top, units), ""
    if "seats" in top:
        number = top.need("seats", int)
        players, controller = seats(number)
        if not players:
            raise top.problem(f"there is no table for {number} players", "seats", "Use 4 to 8.")
    names = [player.id for player in players]
    controller = top.get("controller", str, controller or (names[-1] if names else ""))
    if controller and controller not in names:
        raise top.problem(
            f"there is no player '{controller}'", "controller", closest(controller, names)
        )
    return players, controller
