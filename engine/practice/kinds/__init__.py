"""The kinds of question, by name: how one is found in a position, and how it is posed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from engine.catalogue import game_info
from engine.practice.kinds.allowed import Allowed, Which
from engine.practice.kinds.dice import Chances, Outcome, Then
from engine.practice.kinds.kind import Args, Kind
from engine.practice.kinds.sums import Best, Column, Sum
from engine.practice.kinds.turn import Next
from engine.practice.kinds.where import Where
from engine.practice.kinds.who import Who

COMMON: tuple[Kind, ...] = (
    Allowed(),
    Which(),
    Where(),
    Who(),
    Sum(),
    Column(),
    Best(),
    Outcome(),
    Chances(),
    Then(),
    Next(),
)
"""Those that every game has; a game adds its own: who is in supply, what is seen from here."""


@cache
def kinds_of(game: str) -> Mapping[str, Kind]:
    """The kinds of a game, by the names that the data has for them."""
    own: tuple[Kind, ...] = import_module(f"engine.{game_info(game).package}.practice").PRACTICE
    return {kind.name: kind for kind in (*COMMON, *own)}


__all__ = ["Args", "Kind", "kinds_of"]
