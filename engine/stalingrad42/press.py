"""Section 13.3.2: a move that routed units give way to, and that goes on where they stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.agenda import Phase
from engine.game import Course
from engine.verdict import Number, Reason
from engine.zocbond.checks import passed
from engine.zocbond.hooks import Hooks
from engine.zocbond.state import ROUTED, State
from engine.zocbond.walking import walk
from engine.zocbond.zones import combat_units, enemy, held


def gives_way(g: Any, s: State, side: str, hex: str) -> bool:
    """Whether nobody but routed units of the other side would be met in a hex (13.3.2)."""
    units = combat_units(g, s, g.other[side], hex) if hex in g.board else []
    return bool(units) and all(s.has(unit, ROUTED) for unit in units)


@dataclass(frozen=True)
class Press(Phase):
    """Hex by hex, so that those who give way are gone before their hex is entered."""

    units: tuple[str, ...]
    path: tuple[str, ...]
    mode: str
    cost: Number
    at: int = 0

    def proceed(self, g: Any, s: State, course: Course) -> State:
        """The next hex, unless somebody stands in it after all."""
        s, side = s.pop(), g.units[self.units[0]].side
        way, ahead = self.path[: self.at + 1], self.path[self.at + 1 :]
        if not ahead or ahead[0] in held(g, s, enemy(g, side)):
            return self._over(g, s, way, course) if len(way) > 1 else s
        before = s
        for unit in self.units:
            s = s.put(unit, ahead[0])
        s = passed(g, before, s, self.units, (way[-1], ahead[0]))
        s = s.push(replace(self, at=self.at + 1))
        done: State = g.after_step(s, side, self.units, ahead[:1], course)
        return done

    def _over(self, g: Any, s: State, way: tuple[str, ...], course: Course) -> State:
        course.tell(
            g.rule("move"),
            "zb.move.done",
            units=self.units,
            hexes=way,
            unit=tuple(g.unit_name(unit) for unit in self.units),
            start=way[0],
            goal=way[-1],
            cost=self.cost,
            mode=self.mode,
        )
        done: State = g.moved(s, self.units, way, self.mode, course)
        return done


class PressRules(Hooks):
    """Routed units alone in a hex bar no way, for they leave it (13.3.2)."""

    def may_enter_enemy(self: Any, s: State, units: Sequence[str], hex: str) -> bool:
        """A hex whose routed units give way to a combat unit."""
        fighter = any(self.units[unit].combat for unit in units)
        return fighter and gives_way(self, s, self.units[units[0]].side, hex)

    def step_bars(
        self: Any, s: State, units: Sequence[str], here: str, there: str
    ) -> Sequence[Reason]:
        """They give way to who comes near, not to who stands beside them from the start."""
        bars = list(super().step_bars(s, units, here, there))
        near = here == s.place(units[0])
        if near and gives_way(self, s, self.units[units[0]].side, there):
            names = tuple(self.unit_name(unit) for unit in units)
            key = "s42.move.beside-routed"
            bars.append(Reason.of("13.3.2", key, units=tuple(units), hexes=(there,), unit=names))
        return bars

    def march(self: Any, s: State, units: Sequence[str], path: Sequence[str], mode: str) -> Any:
        """A way through their hexes is gone step by step."""
        side = self.units[units[0]].side
        if not any(gives_way(self, s, side, hex) for hex in path[1:]):
            return super().march(s, units, path, mode)
        cost = walk(self, s, units, path, mode).tally.total
        return Press(tuple(units), tuple(path), mode, cost)
