"""What a game answers about movement and the way onto the map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.agenda import Phase
from engine.zocbond.state import REPLACED, State


class MovementHooks:
    """The movement phase."""

    def road_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for a step by road."""
        raise NotImplementedError

    def tactical_hexes(self, s: State, units: Sequence[str]) -> int:
        """Hexes of tactical movement: two, one with a replacement."""
        return 1 if any(s.has(unit, REPLACED) for unit in units) else 2

    def crossing(
        self,
        s: State,
        unit: str,
        mode: str,
        here: str,
        there: str,
        kind: str,
        gone: int,
        group: Sequence[str] = (),
    ) -> tuple[str, str] | None:
        """Why a unit (of a group) may not cross water without a bridge: the rule and a key."""
        raise NotImplementedError

    def may_rout(self, s: State, unit: str) -> bool:
        """Whether a unit may be routed of its owner's will."""
        raise NotImplementedError

    def waylaid(
        self, s: State, units: Sequence[str], path: Sequence[str], mode: str
    ) -> Phase | None:
        """A phase of the game's own that carries an entry out; None for a plain one."""
        return None

    def on_foot(self, s: State, unit: str) -> bool:
        """Whether a mechanized unit moves as one on foot."""
        return False

    def uses_road(self, s: State, units: Sequence[str]) -> bool:
        """Whether a group may pay road prices."""
        return True

    def leaves_barred(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether a group may not leave a hex off the road."""
        return False

    def woods_extra(self, count: int) -> int:
        """Half points on top for the n-th woods hex."""
        return 0

    def tolls(self, s: State, units: Sequence[str]) -> Mapping[str, int]:
        """Half points on top for hexes with a marker."""
        return {}

    def bridge_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for crossing water by a railway bridge off the road."""
        return 0

    def march(self, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> Phase | None:
        """A phase of the game's own that carries a move out; None for a plain one."""
        return None
