"""What markers, sleep and the edge of the map leave of a unit's freedom to move, in both games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.action import Action
from engine.arguments import text, texts
from engine.values import replace
from engine.verdict import Reason
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import TACTICAL
from engine.zocbond.board.zones import held

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def named_twice(g: Family, rule: str, action: Action) -> Iterator[Reason]:
    """Units and guns that an action names more than once."""
    parties = (("units",), ("guns",), ("leave",), ("unit", "mates"))
    for party in parties:
        named = [unit for key in party for unit in (*texts(action, key), text(action, key)) if unit]
        for unit in dict.fromkeys(unit for unit in named if named.count(unit) > 1):
            yield g.against(unit, rule, "zb.named-twice")


def mine(g: Family, s: State, side: str) -> tuple[str, ...]:
    """The units of a side, wherever they are."""
    cache, key = s.position.cache, ("mine", side)
    if key not in cache:
        cache[key] = tuple(u for u in s.position.units() if g.units[u].side == side)
    found: tuple[str, ...] = cache[key]
    return found


def tactical_only(
    g: Family, s: State, units: Sequence[str], mode: str, marks: Iterable[tuple[str, str]]
) -> Iterator[Reason]:
    """Markers that leave a unit tactical movement only, each with its rule."""
    if mode == TACTICAL:
        return
    for unit in units:
        for mark, rule in marks:
            if s.has(unit, mark):
                yield g.against(unit, rule, f"zb.move.only-tactical-{mark}")


def asleep(g: Family, s: State, unit: str, rule: str, key: str) -> Iterator[Reason]:
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


def gate_reasons(g: Family, s: State, unit: str, hex: str) -> Iterator[Reason]:
    """Onto the map by a hex of one's area, and in good order."""
    if hex not in g.board or s.place(unit) not in g.areas_at(s, hex):
        yield g.against(unit, g.rule("enter"), "zb.enter.not-here", (hex,), hex=hex)
    elif not s.good(unit):
        yield g.against(unit, g.rule("enter-order"), "zb.enter.disorder", (hex,), hex=hex)


def entry_reasons(
    g: Family, s: State, unit: str, hex: str, more: Iterable[Reason] = ()
) -> Iterator[Reason]:
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
