"""Where the two games part: every question that shared code asks a game, chapter by chapter."""

from __future__ import annotations

from collections.abc import Mapping

from engine.zocbond.hooks.aftermath import AftermathHooks
from engine.zocbond.hooks.combat import CombatHooks
from engine.zocbond.hooks.ground import GroundHooks
from engine.zocbond.hooks.movement import MovementHooks
from engine.zocbond.hooks.supply import SupplyHooks
from engine.zocbond.unit import Unit


class Hooks(GroundHooks, MovementHooks, CombatHooks, AftermathHooks, SupplyHooks):
    """The questions; a game overrides what it answers in its own way."""

    units: Mapping[str, Unit]
