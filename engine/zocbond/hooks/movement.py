"""What a game answers about movement and the way onto the map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self

from engine.action import Action
from engine.agenda import Phase
from engine.game import Course
from engine.verdict import Reason
from engine.zocbond.aside import Aside
from engine.zocbond.state import REPLACED, State

if TYPE_CHECKING:
    from engine.zocbond.movement import Movement


class MovementHooks:
    """The movement phase."""

    def sets_out(self, s: State, units: Sequence[str]) -> State:
        """What changes for units just before they move."""
        return s

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

    def stop_reasons(self, s: State, units: Sequence[str], hex: str, mode: str) -> Iterator[Reason]:
        """Why a group may not end in a hex."""
        raise NotImplementedError

    def mode_reasons(self, s: State, units: Sequence[str], mode: str) -> Iterator[Reason]:
        """Why units may not move in a mode."""
        raise NotImplementedError

    def entry_reasons(self, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """Why a unit may not come onto the map in a hex."""
        raise NotImplementedError

    def may_rout(self, s: State, unit: str) -> bool:
        """Whether a unit may be routed of its owner's will."""
        raise NotImplementedError

    def may_enter_enemy(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether a hex with enemies may be entered."""
        return False

    def waylaid(
        self, s: State, units: Sequence[str], path: Sequence[str], mode: str
    ) -> Phase | None:
        """A phase of the game's own that carries an entry out; None for a plain one."""
        return None

    def enters_together(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether units of one entry area may come in as a group."""
        return False

    def entry_way_reasons(
        self, s: State, unit: str, path: Sequence[str], mode: str, pause: bool = False
    ) -> Iterator[Reason]:
        """What forbids a way onto the map and on, beside its first hex."""
        return iter(())

    def entry_ways(self, s: State, unit: str, every: bool) -> Iterator[tuple[Sequence[str], str]]:
        """Ways onto the map that go farther than its edge, from every gate or the usual ones, with
        their mode of movement."""
        return iter(())

    def slips_through(self, s: State, units: Sequence[str], mode: str, hex: str) -> bool:
        """Whether an enemy ZOC does not stop a group here."""
        return False

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

    def toll(self, s: State, units: Sequence[str], hex: str) -> int:
        """Half points on top for a hex with a marker."""
        return 0

    def free_exit(self, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether leaving an enemy ZOC costs nothing."""
        return False

    def bridge_price(self, s: State, unit: str, kind: str) -> int:
        """Half points for crossing water by a railway bridge off the road."""
        return 0

    def stuck(self, s: State, unit: str) -> Iterator[Reason]:
        """Markers and orders that keep a unit from moving."""
        return iter(())

    def moved(
        self, s: State, units: Sequence[str], path: Sequence[str], mode: str, course: Course
    ) -> State:
        """What follows from having moved so."""
        return s

    def storms(self, s: State, units: Sequence[str], here: str, there: str) -> bool:
        """Whether a group goes on out of a zone of control into the very hex it comes from."""
        return False

    def too_crowded(self, s: State, units: Sequence[str], there: str) -> bool:
        """Whether a hex holds so many friends that a group comes in tactically only."""
        return False

    def end_bars(self, s: State, phase: Movement) -> Sequence[Reason]:
        """What must be done before a movement phase may end."""
        return ()

    def step_bars(self, s: State, units: Sequence[str], here: str, there: str) -> Sequence[Reason]:
        """What else forbids a step."""
        return ()

    def march(self, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> Phase | None:
        """A phase of the game's own that carries a move out; None for a plain one."""
        return None

    def group_choices(self, s: State, phase: Movement) -> Iterator[Action]:
        """A bounded choice of what units do together besides moving on the map."""
        return iter(())

    def end_movement(self, s: State, side: str, course: Course) -> State:
        """The end of a movement phase."""
        return s

    def movement_asides(self) -> Mapping[str, Aside[Self, Movement]]:
        """What else a side may do in a movement phase."""
        return {}
