"""Small positions for the tests of Pavlov's House, written as compactly as can be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.chance import Scripted, Seeded
from engine.files import Table
from engine.game import Game
from engine.pavlovs_house import PavlovsHouse, read
from engine.values import Action
from engine.verdict import Event

QUIET: dict[str, Any] = {"wehrmacht": []}
"""No Wehrmacht card left: the turn under way is the last."""


def unit(text: str) -> dict[str, Any]:
    """`pavlov red-2 damaged exhausted`."""
    name, place, *marks = text.split()
    return {"id": name, "at": place, **dict.fromkeys(marks, True)}


def rules_for(
    soviet: Iterable[str], german: Iterable[str] = (), on: Iterable[str] = (), **keys: Any
) -> PavlovsHouse:
    """The rules of a position."""
    data: dict[str, Any] = {
        "title": "A test",
        "game": "pavlovs-house",
        "side": [
            {"id": "soviet", "name": "Soviet", "units": [unit(text) for text in soviet]},
            {"id": "german", "name": "Wehrmacht", "units": [unit(text) for text in german]},
        ],
        "cards": QUIET,
        **keys,
    }
    return read(Table(data, "test.toml"), "test", dict.fromkeys(on, True))


def post(
    soviet: Iterable[str],
    german: Iterable[str] = (),
    *,
    phase: str = "counters",
    on: Iterable[str] = (),
    **keys: Any,
) -> Game:
    """A game that begins in a phase of such a position."""
    start = {"phase": phase, **keys.pop("start", {})}
    return Game(rules_for(soviet, german, on, start=start, **keys), Seeded(1))


def cards(*hand: str, soviet: Iterable[str] = ("95",), **more: Any) -> dict[str, Any]:
    """A hand of Soviet cards, filled up with fog so that nothing is drawn."""
    fog = ["96", "97", "98", "99"][: max(0, 4 - len(hand))]
    return {"hand": [*hand, *fog], "soviet": list(soviet), **QUIET, **more}


def do(game: Game, kind: str, dice: Iterable[int] = (), **args: Any) -> tuple[Event, ...]:
    """An action, with the faces that its dice show."""
    faces = list(dice)
    if faces:
        first = game.history[-1].numbers
        game.source = Scripted.dice(faces, then=Seeded(1), first=first)
    events = game.apply(Action(kind, **args))
    assert game.rules.violations(game.state) == []
    return events


def why(game: Game, kind: str, **args: Any) -> set[tuple[str, str]]:
    """Every reason why not: rule and key."""
    return {(r.rule, r.key) for r in game.explain(Action(kind, **args)).reasons}


def offered(game: Game, kind: str, **args: Any) -> list[Action]:
    """The legal actions of a kind that have these arguments."""
    return [
        action
        for action in game.choices()
        if action.kind == kind and all(action.get(k) == v for k, v in args.items())
    ]


def told(events: Iterable[Event], key: str) -> list[dict[str, Any]]:
    """The parameters of the events of a key."""
    return [dict(event.params) for event in events if event.key == key]


def owed(game: Game) -> tuple[str, str]:
    """Who decides what."""
    assert game.decision is not None
    return game.decision.side, game.decision.kind


def place(game: Game, unit: str) -> str:
    """Where a counter is."""
    return str(game.query("unit", unit=unit)["place"])


def tokens(game: Game, where: str) -> dict[str, int]:
    """The tokens in a place."""
    found: dict[str, int] = game.query("tokens", place=where)
    return found


def opens(
    card: str | list[str],
    dice: Iterable[int],
    soviet: Iterable[str],
    german: Iterable[str] = (),
    **keys: Any,
) -> tuple[Game, tuple[Event, ...]]:
    """A game in which Wehrmacht cards are opened with some dice."""
    deck = [card] if isinstance(card, str) else card
    game = post(soviet, german, phase="cards", cards={"wehrmacht": deck}, **keys)
    return game, do(game, "end", dice)
