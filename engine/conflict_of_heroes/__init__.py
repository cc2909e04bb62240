"""Conflict of Heroes: Storms of Steel, squads and tanks at Kursk."""

from engine.conflict_of_heroes.rules import SWITCHES, Firefight, read

__all__ = ["SWITCHES", "Firefight", "read"]
