"""Pavlov's House: a house, a square and a river at Stalingrad, by cards and dice."""

from engine.pavlovs_house.rules import SWITCHES, PavlovsHouse, read

__all__ = ["SWITCHES", "PavlovsHouse", "read"]
