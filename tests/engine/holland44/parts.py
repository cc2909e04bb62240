"""Units, areas and markers that the tests of several chapters set up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.game import Game
from tests.engine.zocbond.field import attack, field, unit

FOE = [unit("x", "1212")]
"""A German who is far from everybody."""
N = {"id": "allied-N", "name": "N", "touches": ["0512"]}
G = {"id": "german-G", "name": "G", "touches": ["0501"]}


def off(id: str, box: str, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    """A unit in an area or a box."""
    found = unit(id, "0101", kind, box=box, **more)
    del found["hex"]
    return found


def waiting(*names: str, **more: Any) -> list[dict[str, Any]]:
    """Units that wait in area N."""
    return [off(name, "allied-N", **more) for name in names]


def flyer(id: str = "p", kind: str = "parachute", **more: Any) -> dict[str, Any]:
    """An airborne unit in the air."""
    return off(id, "in-the-air", kind, **{"division": "82", "formation": "82", **more})


def engineer(id: str = "e", hex: str = "0506") -> dict[str, Any]:
    """A one-step engineer."""
    return unit(id, hex, "engineer", steps=1)


def mark(id: str, hex: str) -> dict[str, Any]:
    """An unknown unit."""
    return unit(id, hex, "unknown", full=[0, 2, 0], steps=1)


def behind(id: str, full: list[int]) -> dict[str, Any]:
    """What may be behind it."""
    return off(id, "unknown-pool", full=full, steps=1)


NOBODY = behind("nobody", [0, 0, 0])
SOMEBODY = behind("u", [2, 2, 4])
MILITIA = behind("militia", [1, 2, 3])
POST = behind("post", [0, 2, 0])


def places(game: Game, *names: str) -> list[str]:
    """Where units are."""
    return [game.query("place", unit=name) for name in names]


def struck(
    code: str,
    own: Sequence[Mapping[str, Any]],
    foes: Sequence[Mapping[str, Any]],
    *units: str,
    hex: str = "0505",
    dice: Sequence[int] = (),
    **more: Any,
) -> Game:
    """An attack for which the table shows a result: the first die that brings it, then others."""
    start = field("holland44", own, foes, phase="combat", **more)
    column = start.tally(attack(hex, *units)).result
    crt = start.rules.charts["crt"]
    die = next((n for n in range(1, 7) if crt.value(str(n), column) == code), 0)
    assert die, f"no {code} in column {column}"
    played = field("holland44", own, foes, phase="combat", dice=[die, *dice], **more)
    played.apply(attack(hex, *units))
    return played
