"""A Victory Awaits: Operation Barbarossa 1941, by divisions."""

from engine.victory_awaits.rules import SWITCHES, VictoryAwaits, read

__all__ = ["SWITCHES", "VictoryAwaits", "read"]
