"""Holland '44: Market Garden by battalions."""

from engine.holland44.rules import SWITCHES, Holland44, read

__all__ = ["SWITCHES", "Holland44", "read"]
