"""Holland '44 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.files import Table
from engine.game import Ending
from engine.holland44.aftermath import AftermathRules
from engine.holland44.airborne import landing_tally
from engine.holland44.asides import ASIDES
from engine.holland44.bridges import blow_reasons, first_bridges
from engine.holland44.drops import SKY
from engine.holland44.modifiers import ModifierRules
from engine.holland44.movement import ALLIED, GERMAN, MovementRules
from engine.holland44.optional import surround_losses, surround_tally
from engine.holland44.sections import SECTIONS
from engine.holland44.sequence import opening, outcome
from engine.holland44.supply import SupplyRules
from engine.holland44.victory import allied_points, german_points
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle, defenders
from engine.zocbond.rules import Family
from engine.zocbond.state import State

SWITCHES = ("disengagement", "surrounded-losses")
"""Optional rules (27.1, 27.2)."""


class Holland44(MovementRules, ModifierRules, AftermathRules, SupplyRules, Family):
    """The rules of one scenario."""

    package = "holland44"
    sections = SECTIONS
    sides = (ALLIED, GERMAN)
    switches = SWITCHES

    def boxes(self) -> tuple[str, ...]:
        """Airborne units that have not dropped (22.1.1)."""
        return (SKY,)

    def read_start(self, start: Table, top: Table) -> None:
        """Bridges, weather, drops and other tracks a position begins with."""
        self.blown = tuple(start.texts("blown"))
        self.intact = tuple(start.texts("intact"))
        self.began_here = tuple(start.texts("unmoved"))
        self.air = start.get("air", int, 0)
        self.sky = start.get("sky", str, "clear")
        self.traffic = start.get("traffic", bool, False)
        self.exits = frozenset(start.texts("lower-rhine-north"))
        self.zones = {
            name: tuple(start.table("drop-zones").texts(name))
            for name in start.table("drop-zones").data
        }
        self.schedule = {
            unit: start.table("arrive").need(unit, int) for unit in start.table("arrive").data
        }

    def first_tracks(self) -> dict[str, Any]:
        """Bridges mined or safe, aircraft, units that have not moved."""
        where = self.scenario.where
        return {
            "bridges": first_bridges(self.board),
            "blown": self.blown,
            "intact": self.intact,
            "air": self.air,
            "began": {unit: where[unit] for unit in self.began_here},
            "weather": (self.sky, self.sky),
            "sky": self.sky,
        }

    def opening_phases(self, s: State) -> tuple[Any, ...]:
        """A whole turn, or one phase of one side."""
        return opening(self, self.opening, self.first)

    def night(self, s: State) -> bool:
        """Every third turn is a night (20.1)."""
        return s.turn % 3 == 2

    def area_of(self, s: State, area: str) -> str:
        """A and L change hands in turn 7 (19.2)."""
        letter = area.rpartition("-")[2]
        if letter in ("M", "N", "O"):
            return ALLIED
        if letter in ("A", "L"):
            return ALLIED if s.turn >= 7 else GERMAN
        return GERMAN if letter in "BCDEFGHIJK" else super().area_of(s, area)

    def asides(self, phase: str) -> dict[str, Aside]:
        """What else a side may do in a phase."""
        return {a.kind: a for a in ASIDES[phase] if self.allows(a.kind)}

    def allows(self, kind: str) -> bool:
        """Optional rules are off unless a scenario switches them on."""
        return kind != "disengage" or bool(self.scenario.switches["disengagement"])

    def result(self, s: State) -> Ending:
        """The end of a scenario (26.4)."""
        return outcome(self, s)

    def more_queries(self) -> Mapping[str, Any]:
        """Questions only this game answers."""
        return _QUERIES


def armour_shift(g: Holland44, s: State, side: str, hex: str, units: Sequence[str]) -> int:
    """The tank shift alone: 1 for the attacker, -1 for the defender, 0 for neither (10.3)."""
    battle = Battle(side, hex, tuple(units), g.usual_lead(s, tuple(units)))
    lead, foes = g.leading(s, battle), defenders(g, s, battle)
    return int(g.tank_shift(s, battle, lead, foes)) - int(g.tank_shift_back(lead, foes))


_QUERIES: dict[str, Any] = {
    "ferry": lambda g, s, side, a, b: g.ferry_open(s, side, a, b),
    "blow": lambda g, s, bridge: [reason.key for reason in blow_reasons(g, s, bridge)],
    "demolition": lambda g, s, turn=None: {
        "from": g.charts["demolition"].value("bridge", "blows-from"),
        "modifier": g.charts["demolition"].value("bridge", "first-turn")
        if (turn or s.turn) == 1
        else 0,
    },
    "armour-shift": lambda g, s, **args: armour_shift(g, s, **args),
    "landing": lambda g, s, unit, hex: landing_tally(g, s, unit, hex),
    "points": lambda g, s, side: allied_points(g, s) if side == ALLIED else german_points(g, s),
    "surround": lambda g, s, unit: surround_tally(g, s, unit),
    "surround-loses": lambda g, s, unit: surround_losses(g, s, unit),
    "guns": lambda g, s, gun, hex: [reason.key for reason in g.gun_trouble(s, gun, hex)],
    "gun-distance": lambda g, s, gun, hex: g.gun_distance(s, gun, hex),
    "assault": lambda g, s, engineer: g.may_assault(s, engineer),
}


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> Holland44:
    """The rules of a scenario's table."""
    return Holland44(top, name, switches, tables)
