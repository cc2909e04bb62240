"""Section 3.4 and the terrain chart: which hexes are large cities, which are towns."""

from __future__ import annotations

from engine.board import Board
from engine.files import Table

TOWN, LARGE_CITY = "town", "large-city"


def large_cities(board: Board) -> tuple[str, ...]:
    """The large-city hexes: a terrain (TEC), with a name on the map or without one."""
    found = [hex for hex in board.hexes if board.terrain(hex) == LARGE_CITY]
    named = [place.hex for place in board.places if place.hex in found]
    return tuple(dict.fromkeys((*named, *found)))


def is_town(board: Board, hex: str) -> bool:
    """Whether a town stands in a hex, in the terrain that is there (TEC)."""
    place = board.place_in.get(hex)
    return place is not None and place.kind == TOWN


def towns_and_cities(board: Board) -> tuple[str, ...]:
    """The hexes whose control counts (3.4)."""
    named = [place.hex for place in board.places if place.kind in (TOWN, LARGE_CITY)]
    return tuple(dict.fromkeys((*named, *large_cities(board))))


def name_of(board: Board, hex: str) -> str:
    """A town's or city's name; one that the board leaves unnamed goes by its hex."""
    place = board.place_in.get(hex)
    return place.name if place else hex


def check_places(top: Table, board: Board) -> None:
    """A place and the terrain under it say the same of a large city."""
    for place in board.places:
        if (place.kind == LARGE_CITY) != (board.terrain(place.hex) == LARGE_CITY):
            raise top.problem(
                f"{place.name} is a {place.kind}, and its hex {place.hex} is"
                f" {board.terrain(place.hex)}",
                "board",
                "A large city is a terrain: change the hex's letter or the place's kind.",
            )
