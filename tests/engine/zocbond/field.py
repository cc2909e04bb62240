"""Small boards of either game of the family, in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import catalogue
from engine.chance import Scripted, Seeded
from engine.files import Table
from engine.game import Game
from engine.values import Action, replace
from engine.zocbond.board.state import State

LETTERS = {
    "holland44": {
        ".": "clear",
        "w": "woods",
        "t": "town",
        "C": "city",
        "p": "polder",
        "P": "polder-woods",
        "s": "swamp",
    },
    "stalingrad42": {
        ".": "clear",
        "w": "woods",
        "r": "rough",
        "s": "swamp",
        "m": "mountain",
        "C": "large-city",
        "c": "small-city",
        "d": "desert",
        "S": "seasonal-swamp",
        "~": "sea",
    },
}
SIDES = {"holland44": ("allied", "german"), "stalingrad42": ("german", "soviet")}


def unit(id: str, hex: str, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    """A unit of two steps, 4-4-4 unless told; what is empty is left out."""
    plain = {"id": id, "kind": kind, "full": [4, 4, 4], "steps": 2, "hex": hex}
    told = {key.replace("_", "-"): value for key, value in more.items() if value != ""}
    return {**plain, **told}


def home(side: str, *hexes: str) -> dict[str, Any]:
    """The entry area of a side that touches some hexes: its supply comes from there."""
    letter = {"allied": "N", "german": "W", "soviet": "A"}[side]
    return {"id": f"{side}-{letter}", "name": letter, "touches": list(hexes)}


def field(
    game: str,
    first: Sequence[Mapping[str, Any]] = (),
    second: Sequence[Mapping[str, Any]] = (),
    *,
    phase: str = "movement",
    side: str | None = None,
    turn: int = 9,
    ground: Mapping[str, str] | None = None,
    size: tuple[int, int] = (12, 12),
    sides: Mapping[str, Sequence[str]] | None = None,
    links: Mapping[str, Sequence[str]] | None = None,
    areas: Sequence[Mapping[str, Any]] = (),
    places: Sequence[Mapping[str, Any]] = (),
    dice: Sequence[int] = (),
    tags: Mapping[str, Sequence[str]] | None = None,
    rules: Mapping[str, bool] | None = None,
    **start: Any,
) -> Game:
    """A game on a clear board, the given hexes changed."""
    ground = ground or {}
    rows = [
        f"{r:02d} " + "".join(ground.get(f"{c:02d}{r:02d}", ".") for c in range(1, size[0] + 1))
        for r in range(1, size[1] + 1)
    ]
    one, two = SIDES[game]
    data = {
        "title": "A field",
        "game": game,
        "board": {
            "title": "A field",
            "rows": rows,
            "terrain": LETTERS[game],
            "sides": dict(sides or {}),
            "links": dict(links or {}),
            "tags": dict(tags or {}),
            "area": list(areas),
            "place": list(places),
        },
        "start": {"side": side or one, "phase": phase, "turn": turn, **start},
        "rules": dict(rules or {}),
        "side": [
            {"id": one, "name": one, "units": list(first)},
            {"id": two, "name": two, "units": list(second)},
        ],
    }
    kit = catalogue.game_info(game).kit()
    made = kit.read(Table(data, "a field"), "a field", {}, None)
    return Game(made, Scripted.dice(dice, then=Seeded(1)))


def move(name: str, *path: str, mode: str | None = None) -> Action:
    """A move of one unit."""
    return Action("move", units=(name,), path=path, mode=mode)


def attack(hex: str, *units: str, **more: Any) -> Action:
    """An attack."""
    return Action("attack", hex=hex, units=units, **more)


def forbidden(game: Game, action: Action) -> tuple[str, ...]:
    """The rules that forbid an action."""
    return game.explain(action).rules


def noting(state: State, **records: Any) -> State:
    """A position with other records."""
    return state.keep(replace(state.records, **records))
