"""Routed units alone in a hex bar no way: they leave it, and the move goes on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.hexset import HexSet
from engine.verdict import Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import ROUTED, Passage, State, lasting
from engine.zocbond.board.zones import combat_units, held
from engine.zocbond.moving.movement import routed_near

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def gives_way(g: Family, s: State, side: str, hex: str) -> bool:
    """Whether nobody but routed units of the other side would be met in a hex."""
    units = combat_units(g, s, g.other[side], hex) if hex in g.board else []
    return bool(units) and all(s.has(unit, ROUTED) for unit in units)


@lasting
def yielding(g: Family, s: State, side: str) -> HexSet:
    """The hexes where nobody but routed units of the other side would be met."""
    routed = (u for u in s.marks if s.has(u, ROUTED) and g.units[u].side != side)
    return g.board.set(hex for hex in s.position.seats(routed) if gives_way(g, s, side, hex))


def presses(g: Family, s: State, passage: Passage) -> bool:
    """Whether routed units give way before a move is over, so that it goes hex by hex."""
    side, hexes = passage.side, passage.hexes
    if not any(g.units[unit].combat for unit in passage.units):
        return False
    through = any(gives_way(g, s, side, hex) for hex in hexes)
    return through or bool(routed_near(g, s, side, hexes[:-1]))


def break_off(
    g: Family, s: State, phase: Advance, units: Sequence[str], path: Sequence[str]
) -> tuple[Sequence[str], tuple[Phase, ...]]:
    """An advance goes on once those who give way to it are gone."""
    side = g.units[units[0]].side
    for at in range(1, len(path) - 1):
        if routed_near(g, s, side, (path[at],)):
            return path[: at + 1], ()
    return path, ()


def march(g: Family, s: State, passage: Passage) -> Phase | None:
    """A way on which they give way is gone hex by hex."""
    return g.trek.begun(passage) if presses(g, s, passage) else None


class PressChapter(Chapter["Family"]):
    """Hexes that routed units will have left by the time a group comes to them."""

    def enterable(self, g: Family, s: State, units: Sequence[str]) -> HexSet:
        """The hexes whose routed units give way to a combat unit."""
        fighter = any(g.units[unit].combat for unit in units)
        return yielding(g, s, g.units[units[0]].side) if fighter else g.board.grid.none

    def bars_at(self, g: Family, s: State, units: Sequence[str]) -> HexSet:
        """The hexes whose routed units would give way."""
        return yielding(g, s, g.units[units[0]].side)

    def step_bars(
        self, g: Family, s: State, units: Sequence[str], here: str, there: str
    ) -> Iterator[Reason]:
        """They give way to who comes near, not to who stands beside them from the start."""
        side = g.units[units[0]].side
        if there not in held(g, s, g.other[side]):
            return
        waits = here == s.place(units[0]) or not g.flushes(s, here, there)
        if not waits or not gives_way(g, s, side, there):
            return
        names, rule = tuple(g.unit_name(unit) for unit in units), g.rule("routed")
        key = "zb.move.beside-routed"
        yield Reason.of(rule, key, units=tuple(units), hexes=(there,), unit=names)
