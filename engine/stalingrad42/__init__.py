"""Stalingrad '42: the drive to the Volga and the Caucasus, and the winter answer to it."""

from engine.stalingrad42.rules import SWITCHES, Stalingrad42, read

__all__ = ["SWITCHES", "Stalingrad42", "read"]
