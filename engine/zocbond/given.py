"""Arguments of an action as they are expected, whatever a hand or a file wrote there."""

from __future__ import annotations

from engine.action import Action


def text(action: Action, name: str) -> str:
    """A text argument; empty when it is none."""
    value = action.get(name, "")
    return value if isinstance(value, str) else ""


def texts(action: Action, name: str) -> tuple[str, ...]:
    """A list of texts; a single text counts as a list of one."""
    value = action.get(name, ())
    if isinstance(value, str):
        return (value,)
    if isinstance(value, tuple):
        return tuple(item for item in value if isinstance(item, str))
    return ()
