"""What markers, sleep, routed units and the edge of the map leave of a unit's freedom to move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.agenda import Phase
from engine.arguments import text, texts
from engine.deeds import Reasons
from engine.hexset import HexSet
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.retreat import goers
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import ROUTED, Passage, State, lasting
from engine.zocbond.board.walking import TACTICAL
from engine.zocbond.board.zones import combat_units, enemy, held

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def named_twice(g: Family, rule: str, action: Action) -> Reasons:
    """Units and guns that an action names more than once."""
    parties = (("units",), ("guns",), ("leave",), ("unit", "mates"))
    for party in parties:
        named = [unit for key in party for unit in (*texts(action, key), text(action, key)) if unit]
        for unit in dict.fromkeys(unit for unit in named if named.count(unit) > 1):
            yield g.against(unit, rule, "zb.named-twice")


def mine(g: Family, s: State, side: str) -> tuple[str, ...]:
    """The units of a side, wherever they are."""

    def find() -> tuple[str, ...]:
        return tuple(unit for unit in s.position.units() if g.units[unit].side == side)

    return s.position.once(("mine", side), find)


def tactical_only(
    g: Family, s: State, units: Sequence[str], mode: str, marks: Iterable[tuple[str, str]]
) -> Reasons:
    """Markers that leave a unit tactical movement only, each with its rule."""
    if mode == TACTICAL:
        return
    for unit in units:
        for mark, rule in marks:
            if s.has(unit, mark):
                yield g.against(unit, rule, f"zb.move.only-tactical-{mark}")


def asleep(g: Family, s: State, unit: str, rule: str, key: str) -> Reasons:
    """A garrison that nobody has woken stays where it is."""
    if unit in g.garrisons and not g.woken(s, unit):
        yield g.against(unit, rule, key)


def rouse(g: Family, s: State, units: Iterable[str], path: Iterable[str]) -> State:
    """Garrisons that enemy combat units come near on their way stay free to move."""
    movers = [unit for unit in units if g.units[unit].combat]
    if not movers or not g.garrisons:
        return s
    foe, spots = g.other[g.units[movers[0]].side], [hex for hex in path if hex in g.board]
    near, before = g.figure("garrison-wakes"), s.records.roused
    found = tuple(
        unit
        for unit in g.garrisons
        if g.units[unit].side == foe and unit not in before and s.place(unit) in g.board
        if any(g.board.distance(s.place(unit), hex) <= near for hex in spots)
    )
    return s.keep(replace(s.records, roused=(*before, *found))) if found else s


def woken(g: Family, s: State, unit: str) -> bool:
    """Whether an enemy combat unit has come near enough to wake a garrison, now or before."""
    if unit in s.records.roused:
        return True
    foes = held(g, s, g.other[g.units[unit].side])
    near = g.board.within(s.place(unit), g.figure("garrison-wakes"))
    return any(hex in foes for hex in near)


def gate_reasons(g: Family, s: State, unit: str, hex: str) -> Reasons:
    """Onto the map by a hex of one's area, and in good order."""
    if hex not in g.board or s.place(unit) not in g.areas_at(s, hex):
        yield g.against(unit, g.rule("enter"), "zb.enter.not-here", (hex,), hex=hex)
    elif not s.good(unit):
        yield g.against(unit, g.rule("enter-order"), "zb.enter.disorder", (hex,), hex=hex)


def entry_reasons(g: Family, s: State, unit: str, hex: str, more: Iterable[Reason] = ()) -> Reasons:
    """Onto the map: by a hex of one's area, in good order, past no enemy and no enemy bond."""
    side = g.units[unit].side
    if hex not in g.board or s.place(unit) not in g.areas_at(s, hex):
        yield from gate_reasons(g, s, unit, hex)
        return
    yield from more
    yield from gate_reasons(g, s, unit, hex)
    if hex in held(g, s, g.other[side]):
        yield g.against(unit, g.rule("move"), "zb.move.enemy", (hex,), hex=hex)
    if g.entry_bonded(s, side, hex):
        yield g.against(unit, g.rule("enter-bond"), "zb.move.into-bond", (hex,), hex=hex)


def gives_way(g: Family, s: State, side: str, hex: str) -> bool:
    """Whether nobody but routed units of the other side would be met in a hex."""
    units = combat_units(g, s, g.other[side], hex) if hex in g.board else []
    return bool(units) and all(s.has(unit, ROUTED) for unit in units)


@lasting
def yielding(g: Family, s: State, side: str) -> HexSet:
    """The hexes where nobody but routed units of the other side would be met."""
    routed = (u for u in s.marks if s.has(u, ROUTED) and g.units[u].side != side)
    return g.board.set(hex for hex in s.position.seats(routed) if gives_way(g, s, side, hex))


def routed_near(g: Family, s: State, side: str, path: Sequence[str]) -> list[str]:
    """Routed enemies alone in their hex, beside a hex that a unit came to."""
    foe = enemy(g, side)
    found: list[str] = []
    for hex in path:
        if hex not in g.board:
            continue
        for near in g.board.neighbours(hex):
            units = combat_units(g, s, foe, near)
            if units and all(s.has(unit, ROUTED) for unit in units) and g.flushes(s, hex, near):
                found += goers(g, s, foe, near)
    return list(dict.fromkeys(found))


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
    ) -> Reasons:
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
