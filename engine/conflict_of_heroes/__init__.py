"""Conflict of Heroes: Storms of Steel, squads and tanks at Kursk."""

from engine.conflict_of_heroes.rules import SWITCHES, ConflictOfHeroes, read

__all__ = ["SWITCHES", "ConflictOfHeroes", "read"]
