"""Stalingrad '42 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.files import Table
from engine.game import Ending
from engine.stalingrad42.aftermath import AftermathRules
from engine.stalingrad42.asides import ASIDES
from engine.stalingrad42.calendar import (
    benchmark,
    mud_marker,
    returns_in,
    victory_points,
    withdrawal,
)
from engine.stalingrad42.modifiers import ModifierRules
from engine.stalingrad42.movement import GERMAN, SOVIET, MovementRules
from engine.stalingrad42.sections import SECTIONS
from engine.stalingrad42.sequence import opening, outcome
from engine.stalingrad42.supply import SupplyRules, attrition_loses, attrition_tally
from engine.zocbond.advance import Advance
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle
from engine.zocbond.rules import Family
from engine.zocbond.state import State

SWITCHES = ("disengagement",)
"""Optional rules (27.0)."""


class Stalingrad42(MovementRules, ModifierRules, AftermathRules, SupplyRules, Family):
    """The rules of one scenario."""

    package = "stalingrad42"
    sections = SECTIONS
    sides = (GERMAN, SOVIET)
    switches = SWITCHES

    def boxes(self) -> tuple[str, ...]:
        """Supply points used up and divisions gone to the reserve."""
        return ("used",)

    def read_start(self, start: Table, top: Table) -> None:
        """Weather, aircraft, fortifications, benchmarks and points of a position."""
        self.weather = start.get("weather", str, "clear")
        self.air = start.get("air", int, 0)
        self.soviet_first = start.get("soviet-first", bool, False)
        self.resources = start.get("resources", int, 0)
        steps = start.table("replacements")
        self.replacements = {side: steps.need(side, int) for side in steps.data}
        self.goal = start.get("goal", int, 0)
        forts = start.table("forts")
        self.forts = {hex: forts.need(hex, str) for hex in forts.data}
        marks = start.table("benchmarks")
        self.benchmarks = {int(turn): marks.need(turn, int) for turn in marks.data}
        worth = start.table("points")
        self.worth = {hex: worth.need(hex, int) for hex in worth.data}
        rails = start.table("rail-net")
        self.rails = {side: tuple(rails.texts(side)) for side in rails.data}

    def first_tracks(self) -> dict[str, Any]:
        """Tracks at the start."""
        return {
            "weather": self.weather,
            "air": self.air,
            "forts": self.forts,
            "rail-net": self.rails,
        }

    def opening_phases(self, s: State) -> tuple[Any, ...]:
        """A whole turn, or one phase of one side."""
        return opening(self, self.opening, self.first)

    def asides(self, phase: str) -> dict[str, Aside]:
        """What else a side may do in a phase."""
        on = bool(self.scenario.switches["disengagement"])
        return {a.kind: a for a in ASIDES[phase] if on or a.kind != "disengage"}

    def result(self, s: State) -> Ending:
        """The end of a scenario."""
        return outcome(self, s)

    def more_queries(self) -> Mapping[str, Any]:
        """Questions only this game answers."""
        return _QUERIES


def _at(g: Stalingrad42, s: State, unit: str, at: Mapping[str, Any]) -> State:
    """The position under another weather or with another rail net, for a what-if question."""
    if "weather" in at:
        s = s.track(weather=at["weather"])
    if "rails" in at:
        s = s.track(**{"rail-net": {g.units[unit].side: tuple(at["rails"])}})
    return s


def breakthrough_cost(g: Stalingrad42, s: State, units: Sequence[str]) -> dict[str, int]:
    """Refusing the vacated hex, the fight, and what the refusal leaves (15.2.4)."""
    top = s.top
    if not isinstance(top, Advance):
        return {}
    price = top.breakthrough_price(g, units)
    left = min(g.advance_most(s, top, unit) - top.used(unit) for unit in units)
    return {"refusal": price - 1, "fight": 1, "left": left - (price - 1)}


def partial_in(g: Stalingrad42, s: State, hex: str, level: int | None) -> str:
    """What a partial success comes to in a hex: C city battle, W withdrawal (11.6)."""
    if level is not None:
        s = s.track(**{"city-battles": {hex: level}})
    return g.partial(s, Battle(GERMAN, hex, ()), "P", False, "")


_QUERIES: dict[str, Any] = {
    "pontoon": lambda g, s, side, a, b: g.pontoon(s, side, a, b),
    "points": lambda g, s: victory_points(g, s),
    "benchmark": lambda g, s, points, mark: benchmark(g, points, mark),
    "returns": lambda g, s, turn: returns_in(turn),
    "mud": lambda g, s, rains: mud_marker(rains),
    "withdrawal": lambda g, s, units: withdrawal(g, s, units),
    "attrition": lambda g, s, unit, **at: attrition_tally(g, _at(g, s, unit, at), unit),
    "attrition-loses": lambda g, s, unit, **at: attrition_loses(g, _at(g, s, unit, at), unit),
    "guns": lambda g, s, gun, units: [r.key for r in g.gun_trouble(s, gun, units)],
    "entry": lambda g, s, unit, hex: [r.key for r in g.entry_reasons(s, unit, hex)],
    "advance-most": lambda g, s, unit: g.advance_most(s, s.top, unit),
    "advance-left": lambda g, s, unit: g.advance_most(s, s.top, unit) - s.top.used(unit),
    "breakthrough-cost": lambda g, s, units: breakthrough_cost(g, s, units),
    "partial": lambda g, s, hex, level=None: partial_in(g, s, hex, level),
    "city-battle": lambda g, s, hex: g.city_level(s, hex),
}


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> Stalingrad42:
    """The rules of a scenario's table."""
    return Stalingrad42(top, name, switches, tables)
