"""What a game answers about ground, zones and stacking."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence

from engine.board import Board
from engine.zocbond.ground import Ground
from engine.zocbond.state import State


class GroundHooks:
    """Ground, zones of control, bonds, stacking."""

    board: Board
    ground: Ground

    def limit(self, s: State, side: str, hex: str) -> int:
        """How many units may stack in a hex."""
        raise NotImplementedError

    def free_group(self, s: State, unit: str, named: Sequence[str]) -> str | None:
        """The group of units, one of which stacks free; None for a unit that counts."""
        raise NotImplementedError

    def never_counts(self, s: State, unit: str) -> bool:
        """A unit that stacks free in any number."""
        return False

    def contested(self, s: State, hex: str) -> bool:
        """A city hex held by both sides has no zone of control."""
        return hex in self.contested_hexes(s)

    def contested_hexes(self, s: State) -> Collection[str]:
        """The city hexes held by both sides."""
        return ()

    def ground_now(self, s: State) -> Hashable:
        """All that decides how the ground lies now: bridges, and what the weather does."""
        blown: Hashable = s.tracks.get("blown", ())
        return blown

    def roads_now(self, s: State) -> Hashable:
        """What decides besides whether a supply line may take a road."""
        return ()

    def side_kind(self, s: State, kind: str, here: str, there: str) -> str:
        """The row of the side chart for a kind of water now, between two hexes (frozen rivers)."""
        return kind

    def terrain_of(self, s: State, hex: str) -> str:
        """The terrain of a hex now (seasonal swamps)."""
        return self.board.terrain(hex)

    def bond_alone(self, s: State, side: str) -> frozenset[str]:
        """Units each of whom makes its hex one that can form bonds, but in a contested city."""
        return frozenset()

    def bond_barred(self, s: State, hex: str) -> bool:
        """Whether no bond runs through a hex."""
        return False

    def barred_between(self, here: str, there: str) -> bool:
        """Whether nothing may cross a side."""
        return "impassable" in self.ground.side(here, there)

    def parted(self, s: State, here: str, there: str) -> bool:
        """Whether a side is impassable now: the hexes on both sides of it are no neighbours."""
        return self.barred_between(here, there)

    def carries(self, s: State, links: frozenset[str]) -> bool:
        """Whether some of the roads and railways over a side make a bridge now."""
        return bool(links)

    def swampy(self, s: State, hex: str) -> bool:
        """Whether attackers out of a hex count as coming over water."""
        raise NotImplementedError
