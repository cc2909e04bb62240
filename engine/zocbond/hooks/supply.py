"""What a game answers about supply lines and the end of a phase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.board import Board
from engine.hexset import HexSet, Ways
from engine.zocbond.state import State

if TYPE_CHECKING:
    pass


class SupplyHooks:
    """Supply and recovery."""

    board: Board

    def road_closed(self, s: State, side: str) -> HexSet:
        """The hexes that the road part of a line may not enter: cities the enemy controls."""
        return self.board.grid.none

    def road_joins(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether the road part may go over a side."""
        return True

    def ferry_road(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether roads that meet at a ferry are one."""
        return False

    def line_closed(self, s: State, side: str) -> HexSet:
        """The hexes that the off-road part may not enter."""
        return self.board.grid.none

    def line_ferries(self, s: State, side: str) -> Ways:
        """The sides that a ferry takes the off-road part over."""
        return self.board.grid.nowhere

    def line_price(self, s: State, here: str, there: str) -> int:
        """What a hex counts in the off-road part."""
        return 1

    def direct_sources(self, s: State, side: str) -> frozenset[str]:
        """Sources that units of a side may reach without a road."""
        return frozenset()

    def own_sources(self, s: State, unit: str) -> frozenset[str]:
        """Sources of a unit's own, with or without a road."""
        return frozenset()

    def seat(self, s: State, unit: str) -> str:
        """Where a unit is, for what stands beside it."""
        return s.place(unit)
