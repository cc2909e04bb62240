"""Which rules games and scripted plays of the training scenarios use, for both games."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import engine
from engine import catalogue
from engine.chance import Request, Seeded
from engine.coverage import Watch, play
from engine.game import Game
from engine.rulebook import BINDING
from engine.values import Action

Play = Callable[[], None]
PASSING = ("end", "pass", "keep", "stop", "done")
"""What a player says who does nothing."""


class Loaded:
    """Dice that always show the same face when a roll of some name is due; else seeded ones."""

    def __init__(self, faces: dict[str, int]) -> None:
        self._faces = faces
        self._other = Seeded(1)

    def answer(self, request: Request) -> int:
        """The face of that name, counted from 0."""
        if request.name in self._faces:
            return min(self._faces[request.name], request.options) - 1
        return self._other.answer(request)


def opened(scenario: str, **faces: int) -> Game:
    """A scenario with loaded dice, by the names of the rolls (`_` for a blank or a hyphen)."""
    loaded = {name.replace("__", "-").replace("_", " "): face for name, face in faces.items()}
    return engine.load(scenario, chance=Loaded(loaded))


def idle(game: Game) -> None:
    """Do nothing where that is allowed, else whatever comes first."""
    passing = (action for kind in PASSING if game.explain(action := Action(kind)))
    game.apply(next(passing, None) or game.choices()[0])


def idle_until(game: Game, kind: str, side: str | None = None) -> None:
    """Do nothing until somebody owes a decision of a kind."""
    for _ in range(2000):
        owed = game.decision
        assert owed is not None, f"the game ended before {kind}"
        if owed.kind == kind and side in (None, owed.side):
            return
        idle(game)
    raise AssertionError(f"no {kind}")


def idle_out(game: Game) -> None:
    """Do nothing to the end."""
    while game.decision is not None:
        idle(game)
    assert game.ending is not None


def take(game: Game, kind: str, **wanted: Any) -> Action:
    """Take the first legal action of a kind with these parameters."""
    for action in game.choices():
        if action.kind == kind and all(action.get(key) == value for key, value in wanted.items()):
            game.apply(action)
            return action
    raise AssertionError(f"no {kind} {wanted} among {game.choices()[:20]}")


def strongest(game: Game, hex: str) -> Action:
    """The attack on a hex with the most shifts."""
    found = {a: game.tally(a) for a in game.choices(hex=hex) if a.kind == "attack"}
    fit = {a: t.total for a, t in found.items() if t}
    assert fit, f"no attack on {hex}"
    return max(fit, key=fit.__getitem__)


def used(game: str, games: Iterable[tuple[str, str, int]], plays: Iterable[Play]) -> set[str]:
    """The rules that scripted plays and games by bots (scenario, bot, seed) use.

    A game that has nothing more to show is left.
    """
    info = catalogue.game_info(game)
    wanted = set(binding(game)) - set(info.rulebook.unplayed)
    known: set[str] = set()
    for one in plays:
        watch = Watch(info, known)
        with watch:
            one()
        known = watch.used
    for scenario, bot, seed in games:
        rules = catalogue.rules_of(f"{game}/{scenario}")
        watch = Watch(info, known)
        with watch:
            play(Game(rules, Seeded(seed)), bot, seed, lambda: wanted <= watch.used)  # noqa: B023
        known = watch.used
    return known


def binding(game: str) -> list[str]:
    """The rules that a game has to keep."""
    book = catalogue.game_info(game).rulebook
    return [rule.id for rule in book.rules.values() if rule.status in BINDING]


def verdict(game: str, found: set[str]) -> tuple[list[str], list[str]]:
    """Binding rules that nobody used and nobody excuses; excuses that are needed no more."""
    book, ids = catalogue.game_info(game).rulebook, binding(game)
    missing = [rule for rule in ids if rule not in found and rule not in book.unplayed]
    stale = [rule for rule in book.unplayed if rule in found or rule not in ids]
    return missing, stale
