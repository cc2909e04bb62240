"""What a test pins: `@rules("victory-awaits", "9.2")`, which `engine.coverage` reads; and whether
it is for `make soak` alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import pytest

from engine.catalogue import GAMES

F = TypeVar("F", bound=Callable[..., Any])
SOAK = int(os.environ.get("SOAK", "0"))
"""How long `make soak` plays; nothing in `make test`."""
soak = pytest.mark.skipif(not SOAK, reason="make soak: it takes a while")


def rules(game: str, *ids: str) -> Callable[[F], F]:
    """Say which rules a test pins; a game or a rule that does not exist stops the import."""
    if game not in GAMES:
        raise ValueError(f"there is no game '{game}'; there are {', '.join(GAMES)}")
    if not ids:
        raise ValueError("name the rules that the test pins")
    known = GAMES[game].rulebook.rules
    unknown = [rule for rule in ids if rule not in known]
    if unknown:
        raise ValueError(f"the rulebook of {game} has no rule {', '.join(unknown)}")

    def marked(test: F) -> F:
        pins: dict[str, tuple[str, ...]] = getattr(test, "pins", {})
        test.pins = {**pins, game: (*pins.get(game, ()), *ids)}  # type: ignore[attr-defined]
        return test

    return marked
