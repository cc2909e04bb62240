"""The arguments of an action, whatever somebody may have written there."""

from __future__ import annotations

from engine.action import Action


def texts(action: Action, name: str) -> tuple[str, ...]:
    """A list of texts, such as a path or units; empty where there is none."""
    value = action.get(name)
    if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
        return ()
    return value


def text(action: Action, name: str) -> str:
    """A text, such as a unit or a hex; empty where there is none."""
    value = action.get(name)
    return value if isinstance(value, str) else ""


def whole(action: Action, name: str, default: int = 0) -> int:
    """A whole number, such as CAP for the dice."""
    value = action.get(name)
    return value if type(value) is int else default
