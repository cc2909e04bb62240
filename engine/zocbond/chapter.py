"""A chapter: what a part of a game's rulebook, an optional rule or a scenario adds to shared play.

A chapter has only contributions that add up, and each of them adds nothing unless it says so.
`Family.all_of`, `any_of`, `first_of` and `in_turn` ask the chapters of a game, in their order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from engine.action import Action
from engine.game import Course
from engine.verdict import Reason
from engine.zocbond.state import State

if TYPE_CHECKING:
    from engine.zocbond.movement import Movement

G = TypeVar("G", contravariant=True)


class Chapter(Generic[G]):
    """What a chapter of the game G adds."""

    # ---------------------------------------------------------------- movement
    def stuck(self, g: G, s: State, unit: str) -> Iterable[Reason]:
        """Markers and orders that keep a unit from moving."""
        return ()

    def mode_reasons(self, g: G, s: State, units: Sequence[str], mode: str) -> Iterable[Reason]:
        """Why units may not move in a mode."""
        return ()

    def step_bars(
        self, g: G, s: State, units: Sequence[str], here: str, there: str
    ) -> Iterable[Reason]:
        """What else forbids a step."""
        return ()

    def may_enter_enemy(self, g: G, s: State, units: Sequence[str], hex: str) -> bool:
        """Whether a hex with enemies may be entered."""
        return False

    def stop_reasons(
        self, g: G, s: State, units: Sequence[str], hex: str, mode: str
    ) -> Iterable[Reason]:
        """Why a group may not end in a hex."""
        return ()

    def sets_out(self, g: G, s: State, units: Sequence[str]) -> State:
        """What changes for units just before they move."""
        return s

    def moved(
        self, g: G, s: State, units: Sequence[str], path: Sequence[str], mode: str, course: Course
    ) -> State:
        """What follows from having moved so."""
        return s

    def arrived(
        self, g: G, s: State, side: str, units: Sequence[str], path: Sequence[str], course: Course
    ) -> State:
        """What follows from having come into hexes."""
        return s

    def group_choices(self, g: G, s: State, phase: Movement) -> Iterable[Action]:
        """A bounded choice of what units do together besides moving on the map."""
        return ()

    def end_bars(self, g: G, s: State, phase: Movement) -> Iterable[Reason]:
        """What must be done before a movement phase may end."""
        return ()

    def end_movement(self, g: G, s: State, side: str, course: Course) -> State:
        """The end of a movement phase."""
        return s

    # ---------------------------------------------------------------- onto the map
    def entry_reasons(self, g: G, s: State, unit: str, hex: str) -> Iterable[Reason]:
        """Why a unit may not come onto the map in a hex."""
        return ()

    def entry_way_reasons(
        self, g: G, s: State, unit: str, path: Sequence[str], mode: str, pause: bool = False
    ) -> Iterable[Reason]:
        """What forbids a way onto the map and on, beside its first hex."""
        return ()

    def entry_ways(
        self, g: G, s: State, unit: str, every: bool
    ) -> Iterable[tuple[Sequence[str], str]]:
        """Ways onto the map that go farther than its edge, from every gate or the usual ones, with
        their mode of movement."""
        return ()


def adding(chapters: Sequence[Chapter[G]]) -> Mapping[str, tuple[Chapter[G], ...]]:
    """Which chapters add something of each kind: nobody else need be asked."""
    return {
        name: tuple(one for one in chapters if getattr(type(one), name) is not nothing)
        for name, nothing in vars(Chapter).items()
        if not name.startswith("_")
    }
