"""What a lesson's goal can ask of a game, by the key that it has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import UnionType
from typing import Any

from engine.errors import Problem, closest
from engine.game import Game


def _at(game: Game, goal: dict[str, Any]) -> bool:
    place = game.state.position.place(goal["unit"])
    wanted = goal["at"]
    return bool(place in wanted if isinstance(wanted, list) else place == wanted)


def _asked(game: Game, goal: dict[str, Any]) -> bool:
    """What the engine answers: `{ query = "queue", pick = "running", equals = ["4A"] }`."""
    found = game.judge(goal["query"], **goal.get("of", {}))
    if "pick" in goal:
        try:
            found = found[goal["pick"]]
        except (LookupError, TypeError):
            known = found if isinstance(found, Mapping) else ()
            raise Problem(
                f"'{goal['query']}' has no '{goal['pick']}' to pick",
                remedy=closest(goal["pick"], known),
            ) from None
    if "least" in goal:
        return bool(found.total >= goal["least"])
    if "lacks" in goal:
        return goal["lacks"] not in found
    return bool((list(found) if isinstance(found, tuple | frozenset) else found) == goal["equals"])


def _told(game: Game, goal: dict[str, Any]) -> bool:
    """What has happened: `{ event = "ava.attack.result", hex = "1624", told = {die = 4} }`."""
    told = set(goal.get("told", {}).items())
    return any(
        event.key == goal["event"]
        and goal.get("hex") in (None, *event.hexes)
        and all(dict(event.params).get(name) == value for name, value in told)
        for event in game.log
    )


@dataclass(frozen=True)
class Goal:
    """What a goal of one kind asks, and what stands beside the key that names the kind."""

    test: Callable[[Game, dict[str, Any]], bool]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()


GOALS: dict[str, Goal] = {
    "at": Goal(_at, needs=("unit",)),
    "control": Goal(
        lambda game, goal: game.query("control").get(goal["control"]) == goal["side"],
        needs=("side",),
    ),
    "communication": Goal(
        lambda game, goal: (
            game.query("communication", unit=goal["communication"]).exists == goal["exists"]
        ),
        needs=("exists",),
    ),
    "reduced": Goal(lambda game, goal: goal["reduced"] in game.state.reduced),
    "full": Goal(lambda game, goal: goal["full"] not in game.state.reduced),
    "event": Goal(_told, may=("hex", "told")),
    "query": Goal(_asked, may=("of", "pick"), one_of=("equals", "least", "lacks")),
    "decision": Goal(
        lambda game, goal: game.decision is not None and game.decision.kind == goal["decision"]
    ),
    "over": Goal(lambda game, goal: (game.decision is None) == goal["over"]),
    "winner": Goal(
        lambda game, goal: game.ending is not None and game.ending.winner == goal["winner"]
    ),
}
"""What a goal can ask for, by the key that names its kind."""
UNIT_KEYS = ("unit", "communication", "reduced", "full")
TYPES: dict[str, type | UnionType] = {
    **dict.fromkeys((*UNIT_KEYS, "control", "side", "event", "query", "pick", "decision"), str),
    **{"at": str | list, "told": dict, "of": dict, "least": int, "hex": str},
}
"""What stands under a key of a goal, where that matters."""


def read_goal(data: object) -> None:
    """Refuse a goal that names no kind, lacks something or says more than is read."""
    kinds = [key for key in GOALS if key in data] if isinstance(data, dict) else []
    if len(kinds) != 1 or not isinstance(data, dict):
        raise Problem(f"{data!r} is no goal", remedy=f"Use one of: {', '.join(GOALS)}.")
    goal = GOALS[kinds[0]]
    for key in goal.needs:
        if key not in data:
            raise Problem(f"a goal with '{kinds[0]}' needs '{key}'", remedy=f"Add {key} = ...")
    if goal.one_of and sum(key in data for key in goal.one_of) != 1:
        choice = ", ".join(goal.one_of)
        raise Problem(f"a goal with '{kinds[0]}' needs one of: {choice}", remedy="Add one of them.")
    for key, value in data.items():
        kind = TYPES.get(key, object)
        if not isinstance(value, kind):
            raise Problem(f"{value!r} is no '{key}' of a goal", remedy="Write a name, or a table.")
    known = (kinds[0], *goal.needs, *goal.may, *goal.one_of)
    for key in data:
        if key not in known:
            raise Problem(f"a goal with '{kinds[0]}' has no '{key}'", remedy=closest(key, known))


def met(game: Game, goal: dict[str, Any]) -> bool:
    """Whether one goal is reached."""
    return all(kind.test(game, goal) for key, kind in GOALS.items() if key in goal)
