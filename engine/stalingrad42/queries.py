"""The questions that only Stalingrad '42 answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.agenda import Questions
from engine.stalingrad42.battle.stand import city_level
from engine.stalingrad42.board.calendar import benchmark, mud_marker, returns_in
from engine.stalingrad42.board.railheads import rail_net
from engine.stalingrad42.campaign.winter_offensive import soviet_leads
from engine.stalingrad42.maskirovka.armies import heard, masked
from engine.stalingrad42.moving.movement import pontoon
from engine.stalingrad42.options.reserves import disengage_tally
from engine.stalingrad42.records import records
from engine.stalingrad42.scenarios import victory_points
from engine.stalingrad42.setting import GERMAN, Setting
from engine.stalingrad42.supply.artillery import gun_trouble
from engine.stalingrad42.supply.lines import attrition_loses, attrition_tally
from engine.values import replace
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.battle import Battle
from engine.zocbond.board.chapter import Chapter
from engine.zocbond.board.state import State


def view(g: Setting, s: State, side: str) -> Mapping[str, str]:
    """Where a side knows every unit to be (34.1.1)."""
    seen = masked(g, s, side)
    return {unit: seen.place(unit) for unit in seen.position.units()}


def _at(
    g: Setting, s: State, unit: str, weather: str = "", rails: Sequence[str] | None = None
) -> State:
    """The position under another weather or with another rail net, for a what-if question."""
    now = replace(records(s), weather=weather or records(s).weather)
    net = now.rail_net if rails is None else {g.units[unit].side: tuple(rails)}
    return s.keep(replace(now, rail_net=net))


def breakthrough_cost(g: Setting, s: State, units: Sequence[str]) -> dict[str, int]:
    """Refusing the vacated hex, the fight, and what the refusal leaves (15.2.4)."""
    top = s.top
    if not isinstance(top, Advance):
        return {}
    price = top.breakthrough_price(g, units)
    left = min(g.advance_most(s, top, unit) - top.used(unit) for unit in units)
    return {"refusal": price - 1, "fight": 1, "left": left - (price - 1)}


def partial_in(g: Setting, s: State, hex: str, level: int | None) -> str:
    """What a partial success comes to in a hex: C city battle, W withdrawal (11.6)."""
    if level is not None:
        s = s.keep(replace(records(s), city_battles={hex: level}))
    return g.partial(s, Battle(GERMAN, hex, ()), "P", False, "")


QUERIES: Questions = {
    "pontoon": lambda g, s, side, a, b: pontoon(g, s, side, a, b),
    "points": lambda g, s: victory_points(g, s),
    "benchmark": lambda g, s, points, mark: benchmark(g, points, mark) or "none",
    "returns": lambda g, s, turn: returns_in(turn),
    "mud": lambda g, s, rains: mud_marker(g, rains),
    "attrition": lambda g, s, unit, **at: attrition_tally(g, _at(g, s, unit, **at), unit),
    "attrition-loses": lambda g, s, unit, **at: attrition_loses(g, _at(g, s, unit, **at), unit),
    "guns": lambda g, s, gun, units: [r.key for r in gun_trouble(g, s, gun, units)],
    "entry": lambda g, s, unit, hex: [r.key for r in g.all_of(Chapter.entry_reasons, s, unit, hex)],
    "advance-most": lambda g, s, unit: g.advance_most(s, s.top, unit),
    "advance-left": lambda g, s, unit: g.advance_most(s, s.top, unit) - s.top.used(unit),
    "breakthrough-cost": lambda g, s, units: breakthrough_cost(g, s, units),
    "partial": lambda g, s, hex, level=None: partial_in(g, s, hex, level),
    "rail-net": lambda g, s, side: sorted(rail_net(g, s, side)),
    "city-battle": lambda g, s, hex: city_level(s, hex),
    "view": view,
    "heard": lambda g, s, side, action: heard(g, s, action, side),
    "plans": lambda g, s: [(p.head, p.ready) for p in records(s).plans],
    "plan-count": lambda g, s, unit: sum(p.head == unit and p.ready for p in records(s).plans),
    "contested": lambda g, s: sorted(h for h in records(s).contested),
    "boxes": lambda g, s: {
        a: list(s.position.at(box)) for a, box in records(s).masks.items() if box
    },
    "slip": disengage_tally,
    "soviet-first": lambda g, s: soviet_leads(g, s),
}
PUBLIC = frozenset({"view", "heard"})
