"""What a lesson's goal can ask of a game, by the key that it has."""

from __future__ import annotations

from typing import Any

from engine.game import Game


def _at(game: Game, goal: dict[str, Any]) -> bool:
    place = game.state.position.place(goal["unit"])
    wanted = goal["at"]
    return bool(place in wanted if isinstance(wanted, list) else place == wanted)


def _asked(game: Game, goal: dict[str, Any]) -> bool:
    """What the engine answers: `{ query = "queue", pick = "running", equals = ["4A"] }`."""
    found = game.judge(goal["query"], **goal.get("of", {}))
    found = found[goal["pick"]] if "pick" in goal else found
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


GOALS: dict[str, Any] = {
    "at": _at,
    "control": lambda game, goal: game.query("control").get(goal["control"]) == goal["side"],
    "communication": lambda game, goal: (
        game.query("communication", unit=goal["communication"]).exists == goal["exists"]
    ),
    "reduced": lambda game, goal: goal["reduced"] in game.state.reduced,
    "full": lambda game, goal: goal["full"] not in game.state.reduced,
    "event": _told,
    "query": _asked,
    "decision": lambda game, goal: (
        game.decision is not None and game.decision.kind == goal["decision"]
    ),
    "over": lambda game, goal: (game.decision is None) == goal["over"],
    "winner": lambda game, goal: game.ending is not None and game.ending.winner == goal["winner"],
}
"""What a goal can ask for, by the key that it has."""
GOALS_NEED = {"at": "unit", "control": "side", "communication": "exists"}
"""What else must stand in a goal with such a key."""
UNIT_KEYS = ("unit", "communication", "reduced", "full")


def met(game: Game, goal: dict[str, Any]) -> bool:
    """Whether one goal is reached."""
    return all(test(game, goal) for key, test in GOALS.items() if key in goal)
