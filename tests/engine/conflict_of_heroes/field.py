"""Small positions for the tests of Conflict of Heroes, written as compactly as can be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.catalogue import load
from engine.chance import Scripted, Seeded
from engine.conflict_of_heroes import read
from engine.files import Table
from engine.game import Game
from engine.values import Action
from engine.verdict import Event

G, S = "german-rifles G G4 S", "soviet-rifles S G7 N"
FAR = "soviet-rifles S P12 N"
"""An enemy who is in nobody's way."""
HOMES = (("german", "A1"), ("soviet", "P12"), ("german-2", "B1"), ("soviet-2", "P10"))
"""Where the four armies of `four` may wait."""
FLAGS = ("spent", "hidden", "inside", "dug", "bogged")


def unit(text: str) -> dict[str, Any]:
    """`german-rifles G1 D4 N spent hit=pinned`."""
    kind, name, hex, facing, *rest = text.split()
    row: dict[str, Any] = {"type": kind, "id": name, "facing": facing}
    row["box" if hex == "away" else "hex"] = hex
    for word in rest:
        key, _, value = word.partition("=")
        row[key] = True if key in FLAGS else int(value) if value.isdigit() else value
    return row


def fight(
    german: Iterable[str],
    soviet: Iterable[str],
    dice: Iterable[int] = (),
    *,
    turn: str = "german",
    cap: tuple[int, int] = (9, 9),
    on: Iterable[str] = (),
    board: str | Mapping[str, Any] = "practice",
    start: Mapping[str, Any] | None = None,
    **keys: Any,
) -> Game:
    """A position on the practice ground in which one side is to act; dice as faces.

    Without a turn the first round is still to begin.
    """
    sides = [("german", "German", german), ("soviet", "Soviet", soviet)]
    data: dict[str, Any] = {
        "title": "A test",
        "game": "conflict-of-heroes",
        "board": board,
        "cap": {"german": cap[0], "soviet": cap[1]},
        **({"start": {"turn": turn, **(start or {})}} if turn else {}),
        "side": [
            {"id": id, "name": name, "units": [unit(row) for row in rows]}
            for id, name, rows in sides
        ],
        **keys,
    }
    rules = read(Table(data, "test.toml"), "test", dict.fromkeys(on, True))
    return Game(rules, Scripted.dice(dice, then=Seeded(1)))


def why(game: Game, kind: str, **args: Any) -> set[tuple[str, str]]:
    """Every reason against an action, as (rule, key)."""
    return {(r.rule, r.key) for r in game.explain(Action(kind, **args)).reasons}


def do(game: Game, kind: str, **args: Any) -> list[str]:
    """Do it, and return the keys of what happened."""
    events: tuple[Event, ...] = game.apply(Action(kind, **args))
    assert not game.rules.violations(game.state)
    return [event.key for event in events]


def cost(game: Game, kind: str, **args: Any) -> int:
    """What an action costs."""
    tally = game.tally(Action(kind, **args))
    assert tally is not None
    return int(tally.total)


def of(game: Game, name: str) -> Any:
    """A unit's counter."""
    return game.judge("unit", unit=name)


def plot(rows: Sequence[str] = (". . .", ". . .", ". . ."), **keys: object) -> dict[str, object]:
    """Nine hexes of a board."""
    named = [f"{number:02} {row}" for number, row in enumerate(rows, 1)]
    ground = {".": "open", "r": "river"}
    return {"title": "A plot", "labels": "A1", "rows": named, "terrain": ground, **keys}


def labels(game: Game, name: str, **args: object) -> dict[str, int]:
    """The lines of a sum, by rule."""
    return {line.rule: int(line.value or 0) for line in game.judge(name, **args).lines}


def four(*units: tuple[str, str], dice: Sequence[int] = (), cap: int = 9, **keys: object) -> Game:
    """Four armies one after another: German, Soviet, and their allies."""
    keys = {"start": {"turn": "german"}, **keys}
    data = {
        "title": "t",
        "game": "conflict-of-heroes",
        "board": "practice",
        "cap": {side: cap for side, _ in units},
        **{key: value for key, value in keys.items() if value is not None},
        "side": [{"id": side, "name": side, "units": [unit(row)]} for side, row in units],
    }
    rules_ = read(Table(data, "test.toml"), "test", {"cautious-movement": True})
    return Game(rules_, Scripted.dice(dice, then=Seeded(1)))


def drill(name: str) -> Game:
    """A drill position of the lessons."""
    return load(f"conflict-of-heroes/drills/{name}", Seeded(1))


def offered(game: Game, kind: str, **args: object) -> list[Action]:
    """The legal actions of a kind with some arguments."""
    return [
        a
        for a in game.choices()
        if a.kind == kind and all(a.get(key) == value for key, value in args.items())
    ]
