"""Section 19.2: who plays what at a table of four to eight players."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import closest
from engine.files import Table, package_file, read
from engine.rulebook import enforces
from engine.victory_awaits.components.track import Player, read_players
from engine.victory_awaits.components.unit import AXIS, MAPS, SOVIET, Unit


@enforces("19.2")
def seats(number: int, units: Mapping[str, Unit]) -> tuple[tuple[Player, ...], str]:
    """The seats P1, P2, ... of a table, and the controller's (19.2, 19.3).

    An Axis seat has the HQs of its army groups, a Soviet one those of its maps.
    """
    name = "engine/victory_awaits/seats.toml"
    top = read(package_file("engine", "victory_awaits", "seats.toml"), name)
    groups, tables = top.table("groups"), top.table("tables")
    players, controller = [], ""
    for place, text in enumerate(tables.texts(str(number)), start=1):
        words = text.split()
        names = [word for word in words if word != "*"]
        side = SOVIET if names[0] in MAPS else AXIS
        if side == SOVIET:
            mine = [u.id for u in units.values() if u.hq and u.side == side and u.map in names]
        else:
            mine = [hq for group in names for hq in groups.texts(group)]
        players.append(Player(f"P{place}", side, tuple(mine)))
        if "*" in words:
            controller = f"P{place}"
    return tuple(players), controller


def read_table(top: Table, units: Mapping[str, Unit]) -> tuple[tuple[Player, ...], str]:
    """The seats of a scenario: a number of players, or each seat spelled out; the controller."""
    players, controller = read_players(top, units), ""
    if "seats" in top:
        number = top.need("seats", int)
        astray = [u.id for u in units.values() if u.hq and u.side == SOVIET and not u.map]
        if astray:
            raise top.problem(
                f"nobody has a seat for '{astray[0]}', which bears no map",
                "seats",
                'Give it one: map = "leningrad", "smolensk" or "kiev".',
            )
        players, controller = seats(number, units)
        if not players:
            raise top.problem(f"there is no table for {number} players", "seats", "Use 4 to 8.")
    names = [player.id for player in players]
    controller = top.get("controller", str, controller or (names[-1] if names else ""))
    if controller and controller not in names:
        raise top.problem(
            f"there is no player '{controller}'", "controller", closest(controller, names)
        )
    return players, controller
