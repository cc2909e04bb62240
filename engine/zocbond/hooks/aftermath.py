"""What a game answers about retreats, standing fast, advance and breakthrough."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.game import Course
from engine.hexset import HexSet
from engine.verdict import Reason
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle
from engine.zocbond.results import Result
from engine.zocbond.state import State

if TYPE_CHECKING:
    from engine.zocbond.advance import Advance
    from engine.zocbond.retreat import Way


class AftermathHooks:
    """Whatever follows a result."""

    def retreat_barriers(self, s: State, unit: str, here: str, there: str) -> Iterator[str]:
        """Ground that destroys a retreating unit, as keys."""
        raise NotImplementedError

    def edge_barriers(self, s: State, unit: str, here: str, area: str) -> Iterator[str]:
        """What destroys a unit that retreats off the map into an own area, as keys."""
        return iter(())

    def retreat_rank(
        self, s: State, unit: str, path: Sequence[str], length: int, watched: HexSet
    ) -> tuple[int, ...]:
        """How a way ranks by the priorities; less is better."""
        raise NotImplementedError

    def stays_behind(self, s: State, unit: str) -> bool:
        """Whether a unit stays in its hex when the others retreat."""
        return False

    def short_ways(self, s: State, unit: str, length: int, found: list[Way]) -> list[Way]:
        """Ways that stop short for a price."""
        return []

    def price_group(self, hex: str) -> str:
        """Which of the units that stopped short in some hex pay together: by default all."""
        return ""

    def allowed_short(self, paid: list[Way], free: list[Way]) -> list[Way]:
        """Which of them are open beside the full ones."""
        return paid

    def on_disorder(self, s: State, unit: str) -> State:
        """What else a disruption does."""
        return s

    def withdraws(self, s: State, unit: str) -> bool:
        """Whether a non-combat unit may retreat with the others."""
        return True

    def withdrawn(self, s: State, unit: str, path: Sequence[str], course: Course) -> State:
        """What a retreat does to the hexes on its way."""
        return s

    def retreat_key(self, place: int) -> str:
        """The words for a broken priority."""
        return f"zb.retreat.priority-{place}"

    def stand_morale(self, s: State, battle: Battle, lead: str) -> int:
        """What the lead unit's morale adds to determined defence."""
        raise NotImplementedError

    def stand_column(self, s: State, hex: str, lead: str) -> str:
        """The column of determined defence."""
        raise NotImplementedError

    def stand_bars(
        self, s: State, battle: Battle, result: Result, desperate: bool
    ) -> Iterator[Reason]:
        """What forbids a determined defence."""
        return iter(())

    def desperate_binds(self) -> bool:
        """Whether a desperate defence goes on to its end once it has begun."""
        return True

    def attack_spent(self, s: State, battle: Battle, result: Result) -> bool:
        """Whether the defenders may ignore the retreat."""
        return False

    def stand_aids(self, s: State, battle: Battle, lead: str) -> list[str]:
        """What may support a determined defence."""
        return []

    def spend_aid(self, s: State, battle: Battle, aid: str, course: Course) -> State:
        """Use it up."""
        return s

    def partial(self, s: State, battle: Battle, outcome: str, desperate: bool, last: str) -> str:
        """What a partial success comes to: S, F, or W for a withdrawal."""
        return outcome

    def advance_most(self, s: State, phase: Advance, unit: str, path: Sequence[str] = ()) -> int:
        """How many hexes a unit may advance."""
        raise NotImplementedError

    def weathered(self, s: State, length: int) -> int:
        """What the weather leaves of the hexes that a result gives."""
        return length

    def advance_zoc(
        self, s: State, phase: Advance, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """What enemy ZOCs forbid in an advance."""
        raise NotImplementedError

    def advance_ground(
        self, s: State, phase: Advance, unit: str, path: Sequence[str], number: int
    ) -> Iterator[Reason]:
        """What terrain forbids in an advance."""
        raise NotImplementedError

    def edge_ground(self, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """What terrain forbids in an advance out of an entry area onto the map."""
        return iter(())

    def advance_asides(self) -> Mapping[str, Aside[Self, Advance]]:
        """What else a side may do in an advance."""
        return {}

    def break_off(
        self, s: State, phase: Advance, units: Sequence[str], path: Sequence[str]
    ) -> tuple[Sequence[str], tuple[Phase, ...]]:
        """How far an advance goes before the enemy may answer, and the phases that ask him."""
        return path, ()

    def may_exploit(self, s: State, phase: Advance, unit: str) -> bool:
        """Whether a unit that advances may fight in a breakthrough."""
        return True

    def joins_group(self, s: State, phase: Advance, units: Sequence[str]) -> bool:
        """Whether more units may join the breakthrough group."""
        return False

    def advance_crowd(self, s: State, units: Sequence[str], hex: str) -> Iterator[Reason]:
        """Whether units may end an advance together in a hex."""
        return iter(())

    def breakthrough_ways(self, s: State, phase: Advance, action: Action) -> Iterator[Action]:
        """The same breakthrough combat with more help."""
        return iter(())

    def breakthrough_reasons(self, s: State, phase: Advance, battle: Battle) -> Iterator[Reason]:
        """What else forbids breakthrough combat."""
        return iter(())

    def advance_end(
        self, s: State, phase: Advance, unit: str, path: Sequence[str], group: Sequence[str]
    ) -> Iterator[Reason]:
        """Where a unit (of a group) may not end its advance."""
        return iter(())

    def on_bonus(self, s: State, phase: Advance, unit: str, path: Sequence[str]) -> bool:
        """Whether an advance used the road bonus."""
        return False

    def strays(self, s: State, path: Sequence[str]) -> bool:
        """Whether an advance leaves the road."""
        return False

    def stops_advance(self, s: State, phase: Advance, unit: str, path: Sequence[str]) -> bool:
        """Whether the advance of a unit is over here."""
        return False
