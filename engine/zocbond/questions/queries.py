"""Read-only questions that both games answer."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypedDict, Unpack

from engine.agenda import Questions
from engine.zocbond.battle import strength
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle, defenders, odds, read_result
from engine.zocbond.battle.losses import DEFENDER
from engine.zocbond.battle.retreat import Retreat, all_ways, deaths, ways
from engine.zocbond.battle.strength import sheet
from engine.zocbond.board.reaching import reach
from engine.zocbond.board.stacking import over
from engine.zocbond.board.state import State
from engine.zocbond.board.walking import NORMAL, points
from engine.zocbond.board.zones import Bond, bonds, zoc
from engine.zocbond.questions.outlook import battle_outlook
from engine.zocbond.supply.lines import endless, line_step, road_net, supply_line

if TYPE_CHECKING:
    from engine.zocbond.rules import Family


def _reach(
    g: Family, s: State, unit: str, mode: str = NORMAL, mates: Sequence[str] = ()
) -> dict[str, object]:
    """Every hex a unit can pass to in a mode, alone or with mates: price, path, hexes gone."""
    reached = reach(g, s, (unit, *mates), mode)
    return {
        hex: {
            "cost": points((pace := reached.pace(hex)).spent),
            "path": reached.path(hex),
            "hexes": pace.hexes,
        }
        for hex in reached
    }


def _bonds(g: Family, s: State, side: str) -> tuple[Bond, ...]:
    return bonds(g, s, side)


def _bond(g: Family, s: State, side: str, ends: list[str]) -> dict[str, object]:
    """The bond between two hexes, or a hex and an entry area: does it stand, and if not, why."""
    for bond in bonds(g, s, side):
        if set(bond.ends) == set(ends):
            return {
                "kind": bond.kind,
                "stands": bond.broken is None,
                "broken": bond.broken,
                "between": bond.between,
            }
    return {"kind": None, "stands": False, "broken": "none", "between": ()}


class Declared(TypedDict, total=False):
    """What else a battle may be asked about with."""

    attached: str
    guns: tuple[str, ...]
    air: str
    breakthrough: bool
    crossing: tuple[str, ...]
    plans: tuple[str, ...]
    halved: tuple[str, ...]
    picked: tuple[str, ...]


def _attack(
    g: Family,
    s: State,
    side: str,
    hex: str,
    units: list[str],
    lead: str = "",
    **more: Unpack[Declared],
) -> dict[str, object]:
    lead = g.named_lead(s, tuple(units), lead)
    battle = Battle(side, hex, tuple(units), lead, **more)
    found = odds(g, s, battle)
    return {
        "attack": found.attack.total,
        "defence": found.defence.total,
        "shift": found.shift,
        "column": found.column,
        "shifts": [(line.rule, line.key, line.value) for line in found.shifts],
        "sheet": sheet(found),
        "defenders": defenders(g, s, battle),
    }


def _retreats(g: Family, s: State, unit: str, length: int, most: int = 0) -> dict[str, object]:
    every = all_ways(g, s, unit, length, most or length)
    open_ways = ways(g, s, unit, length, most or length)
    return {
        "open": [way.path for way in open_ways],
        "ends": sorted({way.path[-1] for way in open_ways}),
        "deadly": {way.path[-1] for way in every if way.deaths},
        "doomed": not open_ways,
    }


def _deaths(g: Family, s: State, unit: str, path: list[str]) -> list[str]:
    return [reason.key for reason in deaths(g, s, unit, tuple(path))]


def _pool(
    g: Family, s: State, side: str, hex: str, units: list[str], code: str = "D1"
) -> tuple[str, ...]:
    return g.loss_pool(s, Battle(side, hex, tuple(units)), DEFENDER, code)


def _advances(g: Family, s: State, unit: str) -> list[str]:
    top = s.top
    if not isinstance(top, Advance):
        return []
    return sorted({a["path"][-1] for a in top.choices(g, s, unit, None) if a.kind == "advance"})


def _top(g: Family, s: State) -> str:
    return type(s.top).__name__ if s.agenda else ""


def _line(g: Family, s: State, unit: str, path: list[str]) -> list[str]:
    """The steps of a path that no off-road part of a supply line may take."""
    side = g.units[unit].side
    return [
        f"{here}-{there}"
        for here, there in itertools.pairwise(path)
        if not line_step(g, s, side, here, there)
    ]


QUERIES: Questions = {
    "zoc": lambda g, s, side: frozenset(zoc(g, s, side)),
    "bonds": _bonds,
    "bond": _bond,
    "reach": _reach,
    "odds": lambda g, s, attack, defence, shift=0: strength.bare(g, attack, defence, shift),
    "battle": _attack,
    "battle_outlook": battle_outlook,
    "result": lambda g, s, cell: read_result(g, cell),
    "retreats": _retreats,
    "deaths": _deaths,
    "losses": _pool,
    "advances": _advances,
    "supply": lambda g, s, unit: supply_line(g, s, unit),
    "line": _line,
    "allowance": lambda g, s, unit: g.allowance(s, unit),
    "isolated": lambda g, s, unit: not endless(g, s, unit),
    "roads": lambda g, s, side: sorted(road_net(g, s, side, g.sources(s, side))),
    "marks": lambda g, s, unit: sorted(s.marks.get(unit, ())),
    "left": lambda g, s, unit: g.left(s, unit),
    "place": lambda g, s, unit: s.place(unit),
    "over": lambda g, s, side, hex: over(g, s, side, hex),
    "control": lambda g, s: dict(s.control),
    "phase": _top,
    "track": lambda g, s, of: vars(s.records).get(of.replace("-", "_")),
    "retreating": lambda g, s: s.top.units if isinstance(s.top, Retreat) else (),
}
