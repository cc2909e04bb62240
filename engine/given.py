"""The arguments of an action, whatever somebody may have written there."""

from __future__ import annotations

from engine.action import Action


def text(action: Action, name: str) -> str:
    """A text, such as a unit or a hex; empty where there is none."""
    value = action.get(name)
    return value if isinstance(value, str) else ""


def texts(action: Action, name: str) -> tuple[str, ...]:
    """A list of texts, such as a path or units; empty where there is none."""
    value = action.get(name)
    if not isinstance(value, tuple):
        return ()
    for item in value:
        if not isinstance(item, str):
            return ()
    return value


def whole(action: Action, name: str, wrong: int = 0) -> int:
    """A whole number; 0 where there is none, `wrong` where something else stands there."""
    value = action.get(name, 0)
    return value if type(value) is int else wrong


def wholes(action: Action, name: str) -> tuple[int, ...]:
    """A list of whole numbers; empty where there is none."""
    value = action.get(name)
    if not isinstance(value, tuple) or not all(type(item) is int for item in value):
        return ()
    return value
