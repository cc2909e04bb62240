"""Helpers for chapters 30 to 34: boxes, areas, whole turns."""

from __future__ import annotations

from typing import Any

from engine.action import Action
from engine.chance import Chance, Scripted
from engine.game import Course, Game
from tests.engine.zocbond.field import field, unit


def boxed(id: str, place: str, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    """A unit off the map."""
    row = unit(id, "", kind, **more)
    row["box"] = place
    del row["hex"]
    return row


def away(id: str, area: str, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    """A unit in an entry area."""
    row = unit(id, "", kind, **more)
    row["box"] = area
    del row["hex"]
    return row


def area(name: str, *touches: str) -> dict[str, Any]:
    """An entry area: `soviet-A`."""
    return {"id": name, "name": name[-1], "touches": list(touches)}


WEST = area("german-W", "0101", "0102", "0103")
NORTH = area("soviet-A", "1201", "1202", "1203")
EAST = area("soviet-C", "1206", "1207")
SOUTH = area("soviet-H", "1210", "1211")
TRANSIT = area("soviet-F", "1212")
ALL = (WEST, NORTH, EAST, SOUTH, TRANSIT)


MASKS = {"maskirovka": True}
ROAD = {"road": ["1203 1103 1003 0903 0803 0703 0603"]}


def army(id, hex):
    return unit(id, hex, "reserve-army", full=[0, 0, 3], steps=1)


def masked(own=(), foes=(), *, masks=None, side="soviet", turn=22, seat="0703", **more):
    """Reserve armies R (box 1, at 0703) and Q (box 2, at 1003)."""
    armies = [army("R", seat), army("Q", "1003")]
    return field(
        "stalingrad42",
        list(own) or [unit("g", "0101")],
        [*armies, *foes],
        side=side,
        turn=turn,
        areas=ALL,
        rules=MASKS,
        masks=masks or {"R": "mask-1", "Q": "mask-2"},
        links=more.pop("links", ROAD),
        **more,
    )


def until(game: Game, kind: str, side: str | None = None) -> None:
    """End phases and take the first way until somebody owes a decision of a kind."""
    for _ in range(200):
        owed = game.decision
        assert owed is not None, f"the game ended before {kind}"
        if owed.kind == kind and side in (None, owed.side):
            return
        actions = list(game.choices())
        ends = [a for a in actions if a.kind in ("end", "pass", "keep")]
        game.apply((ends or actions)[0])
    raise AssertionError(f"no {kind}")


def quiet() -> Course:
    """A course that tells nobody and throws no dice."""
    return Course(Chance(Scripted.dice([])))


def kinds(game: Game) -> set[str]:
    """The kinds of all legal actions."""
    return {a.kind for a in game.choices()}


__all__ = [
    "ALL",
    "MASKS",
    "Action",
    "area",
    "army",
    "away",
    "boxed",
    "kinds",
    "masked",
    "quiet",
    "until",
]
