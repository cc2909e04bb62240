"""Small positions for the tests of A Victory Awaits, written as compactly as can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine import catalogue
from engine.chance import Scripted, Seeded, Source
from engine.files import Table
from engine.game import Game
from engine.values import Action
from engine.verdict import Event
from engine.victory_awaits import SWITCHES, VictoryAwaits, read

KINDS: Mapping[str, tuple[str, list[int], list[int] | None]] = {
    "inf": ("infantry", [3, 5], [2, 5]),
    "weak": ("infantry", [1, 4], None),
    "rifle": ("infantry", [2, 4], [1, 4]),
    "alp": ("mountain", [3, 5], [2, 5]),
    "pz": ("armor", [8, 5, 8], [4, 3, 8]),
    "mot": ("motorized", [5, 4, 8], [3, 2, 8]),
    "tank": ("armor", [4, 2, 6], [2, 1, 6]),
    "hq": ("army-hq", [1, 1, 5], None),
    "pzhq": ("panzer-group-hq", [2, 2, 6], None),
    "fort": ("fortress", [0, 2, 0], [0, 1, 0]),
}
TURNS = {"first": 1, "last": 2}
HQS = ["hq 18A 1123"], ["hq 8A 2421"]
MANSTEIN = {"Manstein": "4PzG"}
AXIS_MEN = ["pzhq 4PzG 1121", "hq 18A 1123", "pz 1Pz 1121"]
SOVIET_MEN = ["hq 8A 1924", "hq 11A 2021", "rifle 5R 1925"]
MANY = (
    ["pzhq 4PzG 1017", "hq 18A 1020", "pzhq 2PzG 1023", "hq 9A 1026"],
    ["hq 8A 2521", "hq 11A 2524"],
)
PLAYERS = [
    {"id": "P1", "side": "axis", "hqs": ["4PzG", "18A"]},
    {"id": "P2", "side": "axis", "hqs": ["2PzG", "9A"]},
    {"id": "P4", "side": "soviet", "hqs": ["8A", "11A"]},
]
SOUTH = {"soviet": ["1628"]}
THREE = ["mot 36M 1522", "inf 21 1423", "inf 217 1424"]


def unit(text: str) -> dict[str, Any]:
    """`pz 1Pz 1522` or `pz 1Pz box:turn-7 4PzG`, a formation last; `rum`, `map:kiev`."""
    kind, name, place, *rest = text.split()
    shape, full, reduced = KINDS[kind]
    row: dict[str, Any] = {"id": name, "name": name, "type": shape, "full": full}
    if reduced:
        row["reduced"] = reduced
    if place.startswith("box:"):
        row["box"] = place.removeprefix("box:")
    else:
        row["hex"] = place
    for word in rest:
        if word == "rum":
            row["nation"] = "romanian"
        elif word.startswith("map:"):
            row["map"] = word.removeprefix("map:")
        else:
            row["formation"] = word
    return row


def rules_for(
    axis: Iterable[str], soviet: Iterable[str], on: Iterable[str] = (), **keys: Any
) -> VictoryAwaits:
    """The rules of a position on the Velikaya board, or on `board`."""
    data: dict[str, Any] = {
        "title": "A test",
        "game": "victory-awaits",
        "board": "velikaya",
        "side": [
            {"id": "axis", "name": "Axis", "units": [unit(text) for text in axis]},
            {"id": "soviet", "name": "Soviet", "units": [unit(text) for text in soviet]},
        ],
        **keys,
    }
    assert set(on) <= set(SWITCHES)
    return read(Table(data, "test.toml"), "test", dict.fromkeys(on, True))


def field(
    axis: Iterable[str],
    soviet: Iterable[str],
    dice: Iterable[int] = (),
    *,
    on: Iterable[str] = (),
    source: Source | None = None,
    **keys: Any,
) -> Game:
    """A game of such a position; `dice` are faces, a chit of the cup being a face too."""
    chance = source or Scripted.dice(dice, then=Seeded(1))
    return Game(rules_for(axis, soviet, on, **keys), chance)


def fight(
    axis: Iterable[str], soviet: Iterable[str], dice: Iterable[int] = (), **keys: Any
) -> Game:
    """A game that begins in an Axis combat segment."""
    start = {"side": keys.pop("side", "axis"), "segment": "combat"}
    if "reduced" in keys:
        start["reduced"] = keys.pop("reduced")
    return field(axis, soviet, dice, start=start, **keys)


def do(game: Game, kind: str, /, **args: Any) -> list[str]:
    """Do something and return the keys of what happened."""
    return [event.key for event in game.apply(Action(kind, **args))]


def why(game: Game, kind: str, /, **args: Any) -> set[tuple[str, str]]:
    """Rule and key of every reason against an action."""
    return {(r.rule, r.key) for r in game.explain(Action(kind, **args)).reasons}


def owed(game: Game) -> tuple[str, str]:
    """Side and kind of the decision owed."""
    assert game.decision is not None
    return game.decision.side, game.decision.kind


def told(events: Iterable[Event], key: str) -> list[dict[str, Any]]:
    """The parameters of all events of a key."""
    return [dict(event.params) for event in events if event.key == key]


def place(game: Game, name: str) -> str:
    """Where a unit is."""
    where: str = game.state.position.place(name)
    return where


def sound(game: Game) -> bool:
    """Whether nothing is broken."""
    return not game.rules.violations(game.state)


def move(unit: Any, *path: Any, mode: Any = None) -> Action:
    """A move along a path."""
    return Action("move", unit=unit, path=path, mode=mode)


def scenario(name: str) -> Any:
    """The rules of a scenario that is shipped."""
    return catalogue.rules_of(f"victory-awaits/{name}")


def check(axis: list[str], soviet: list[str], turn: int = 4, last: int = 9, **keys: Any) -> Game:
    """A game whose first chit is the supply check of a turn."""
    return field(
        [*HQS[0], *axis],
        [*HQS[1], *soviet],
        source=Seeded(5),
        chits=["supply"],
        turns={"first": turn, "last": last},
        **keys,
    )
