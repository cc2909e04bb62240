"""Where the screen finds an action; it stands with the other values (`engine.values`)."""

from engine.values import Action

__all__ = ["Action"]
