"""What a game answers about retreats, standing fast, advance and breakthrough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.hexset import HexSet
from engine.zocbond.battle import Battle
from engine.zocbond.state import State

if TYPE_CHECKING:
    from engine.zocbond.advance import Advance


class AftermathHooks:
    """Whatever follows a result."""

    def retreat_rank(
        self, s: State, unit: str, path: Sequence[str], length: int, watched: HexSet
    ) -> tuple[int, ...]:
        """How a way ranks by the priorities; less is better."""
        raise NotImplementedError

    def price_group(self, hex: str) -> str:
        """Which of the units that stopped short in some hex pay together: by default all."""
        return ""

    def stand_morale(self, s: State, battle: Battle, lead: str) -> int:
        """What the lead unit's morale adds to determined defence."""
        raise NotImplementedError

    def stand_column(self, s: State, hex: str, lead: str) -> str:
        """The column of determined defence."""
        raise NotImplementedError

    def desperate_binds(self) -> bool:
        """Whether a desperate defence goes on to its end once it has begun."""
        return True

    def partial(self, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
        """What a partial success comes to: S, F, or W for a withdrawal."""
        return outcome

    def advance_most(self, s: State, phase: Advance, unit: str, path: Sequence[str] = ()) -> int:
        """How many hexes a unit may advance."""
        raise NotImplementedError

    def weathered(self, s: State, length: int) -> int:
        """What the weather leaves of the hexes that a result gives."""
        return length

    def break_off(
        self, s: State, phase: Advance, units: Sequence[str], path: Sequence[str]
    ) -> tuple[Sequence[str], tuple[Phase, ...]]:
        """How far an advance goes before the enemy may answer, and the phases that ask him."""
        return path, ()

    def may_exploit(self, s: State, phase: Advance, unit: str) -> bool:
        """Whether a unit that advances may fight in a breakthrough."""
        return True

    def on_bonus(self, s: State, phase: Advance, unit: str, path: Sequence[str]) -> bool:
        """Whether an advance used the road bonus."""
        return False

    def strays(self, s: State, path: Sequence[str]) -> bool:
        """Whether an advance leaves the road."""
        return False
