"""How many units fit in a hex: which stack free, which count, what is over the limit."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from engine.rulebook import enforces
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import NONE, State
from engine.zocbond.board.zones import combat_units

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


@enforces("half-battalions")
def counted(g: Family, s: State, units: Iterable[str], beside: Iterable[str] = ()) -> list[str]:
    """The units that count against the stacking limit: one of each free kind is left out.

    Whether one is free may hang on others that stand beside them and are not counted.
    """
    taken: set[str] = set()
    found = []
    named = list(units)
    around = [*named, *(unit for unit in beside if unit not in named)]
    for unit in named:
        piece = g.units[unit]
        if not piece.combat or g.never_counts(s, unit):
            continue
        group = g.free_group(s, unit, around)
        if group is not None and group not in taken:
            taken.add(group)
            continue
        if piece.twin and piece.twin in found:
            continue
        found.append(unit)
    return found


def over(g: Family, s: State, side: str, hex: str, more: Iterable[str] = ()) -> int:
    """How many units a hex holds beyond its limit, some newcomers counted in."""
    units = [*combat_units(g, s, side, hex), *more]
    return max(0, len(counted(g, s, dict.fromkeys(units))) - g.limit(s, side, hex))


def able(
    g: Family, s: State, hex: str, units: Iterable[str], first: Collection[str] = ()
) -> tuple[str, ...]:
    """Of each place the strongest units that may attack a hex together, after those named first."""
    found: list[str] = []
    for unit in sorted(units, key=lambda u: (u not in first, -g.face(s, u).attack)):
        side, seat = g.units[unit].side, s.place(unit)
        mates = [*(u for u in found if s.place(u) == seat), unit]
        on_map = seat in g.board
        most = g.limit(s, side, seat) if on_map else g.edge_limit(s, side, hex, (seat,))
        if len(fighters(g, s, side, seat, mates)) <= most:
            found.append(unit)
    return tuple(unit for unit in units if unit in found)


def fighters(g: Family, s: State, side: str, hex: str, group: Iterable[str]) -> list[str]:
    """Those of a group in a hex that count where it fights; who is free, the whole hex says."""
    return counted(g, s, group, combat_units(g, s, side, hex))


def lenders(
    g: Family, s: State, side: str, hex: str, out: frozenset[str] = NONE
) -> tuple[str, ...]:
    """The units of a hex that could lend strength, were it not for the limit."""
    return tuple(u for u in combat_units(g, s, side, hex) if u not in out)


def fighting(
    g: Family, s: State, side: str, hex: str, out: frozenset[str] = NONE
) -> tuple[str, ...]:
    """What an attacker must reckon with: of an overstacked hex the strongest that may defend.

    In a battle the owner chooses among them (zocbond.muster).
    """
    units = lenders(g, s, side, hex, out)
    bound = fighters(
        g, s, side, hex, (u for u in units if not g.any_of(Chapter.lends_besides, s, u))
    )
    surplus = max(0, len(bound) - g.limit(s, side, hex))
    weak = sorted(bound, key=lambda u: (g.face(s, u).defence, u))[:surplus]
    return tuple(u for u in units if u not in weak)
