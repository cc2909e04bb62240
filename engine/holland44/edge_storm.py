"""Section 25.3.1 at the edge: out of an entry area onto an unknown unit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from engine.agenda import Phase
from engine.game import Course
from engine.holland44.command import led
from engine.holland44.march import AfterStorm, storm
from engine.holland44.movement import ALLIED
from engine.holland44.unknown import alone, reveal
from engine.verdict import Reason
from engine.zocbond.edges import come_in
from engine.zocbond.hooks import Hooks
from engine.zocbond.losses import alive
from engine.zocbond.movement import Movement
from engine.zocbond.press import gives_way
from engine.zocbond.retreat import goers
from engine.zocbond.state import State
from engine.zocbond.walking import EXTENDED
from engine.zocbond.zones import enemy, held

if TYPE_CHECKING:
    from engine.holland44.rules import Holland44


@dataclass(frozen=True)
class EdgeStorm(Phase):
    """Units come on where an unknown unit stands: it is turned first (25.3.1)."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    mode: str

    def proceed(self, g: Holland44, s: State, course: Course) -> State:
        """Nobody was there, and they come in and may go on; or a battle out of the area (19.7)."""
        side, hex = g.units[self.units[0]].side, self.path[0]
        s = reveal(g, s, hex, course)
        if gives_way(g, s, side, hex):
            return g.flush(s, side, goers(g, s, enemy(g, side), hex))
        s = s.pop()
        if hex not in held(g, s, enemy(g, side)):
            return come_in(g, s, self.units, self.path, self.mode, course, True)
        battle = storm(g, s, side, hex, self.units)
        s = s.push(AfterEdgeStorm(battle, self.units))
        return led(g, s, battle, course) if battle.units else s


@dataclass(frozen=True)
class AfterEdgeStorm(AfterStorm):
    """The same choices as on the map; the area is the hex before (25.3.2, 25.3.3)."""

    units: tuple[str, ...] = ()

    def party(self, g: Holland44, s: State) -> tuple[str, ...]:
        """Who stormed and is left."""
        return tuple(unit for unit in self.units if alive(g, s, unit))

    def seat(self, s: State) -> str:
        """Their area."""
        return s.place(self.units[0])

    def go_on(self, s: State, party: Sequence[str]) -> State:
        """They may come in now, there or elsewhere: nothing was spent (25.3.2)."""
        phase = s.top
        assert isinstance(phase, Movement), "units come in while they move"
        return s.instead(replace(phase, moved=phase.moved - set(party)))

    def halted(self, s: State, into: str) -> State:
        """They have moved."""
        return s


class EdgeStormRules(Hooks):
    """Entering the map where an unknown unit stands."""

    def entry_reasons(self: Any, s: State, unit: str, hex: str) -> Iterator[Reason]:
        """It is in nobody's way where it stands alone, or with routed units (25.3.1, 25.4)."""
        stormed = self.units[unit].side == ALLIED and alone(self, s, hex)
        for reason in super().entry_reasons(s, unit, hex):
            if not (stormed and reason.key == "zb.move.enemy"):
                yield reason

    def entry_way_reasons(
        self: Any, s: State, unit: str, path: Sequence[str], mode: str, pause: bool = False
    ) -> Iterator[Reason]:
        """Not by extended movement (25.3.1)."""
        yield from super().entry_way_reasons(s, unit, path, mode, pause)
        if mode == EXTENDED and alone(self, s, path[0]):
            name, key = (self.unit_name(unit),), "zb.move.extended-into"
            yield Reason.of("8.2.2", key, hexes=path[:1], units=(unit,), unit=name, hex=path[0])

    def waylaid(self: Any, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> Any:
        """The unknown unit is turned before anybody is in the hex (25.3.1)."""
        if self.units[units[0]].side == ALLIED and alone(self, s, path[0]):
            return EdgeStorm(tuple(units), tuple(path), mode)
        return super().waylaid(s, units, path, mode)
