"""Holland '44 behind the Rules interface."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.action import Action
from engine.errors import closest
from engine.files import Table
from engine.game import Course, Ending
from engine.holland44.advance import AdvanceRules
from engine.holland44.aftermath import AftermathRules
from engine.holland44.airborne import landing_tally
from engine.holland44.areas import COMING, SECTOR, AreaRules
from engine.holland44.asides import ADVANCE_ASIDES, ASIDES
from engine.holland44.breakdown import POOL as DETACHMENTS
from engine.holland44.bridges import blow_reasons, first_bridges, seize
from engine.holland44.crossings import CrossingRules
from engine.holland44.drops import SKY
from engine.holland44.entering import EntryRules
from engine.holland44.exploit import ExploitRules
from engine.holland44.march import March
from engine.holland44.modifiers import ModifierRules
from engine.holland44.movement import ALLIED, GERMAN, MovementRules
from engine.holland44.optional import surround_losses, surround_tally
from engine.holland44.remnants import RemnantRules
from engine.holland44.repair import repair_reasons
from engine.holland44.replacements import MOVEMENT_MARKERS
from engine.holland44.sections import SECTIONS
from engine.holland44.sequence import opening, outcome
from engine.holland44.supply import LAST_FLOWN, SupplyRules
from engine.holland44.traffic import FIRST_MARKERS, MARKERS, jam_appeal
from engine.holland44.unknown import AWAY, POOL, UnknownRules
from engine.holland44.victory import allied_points, beyond_waal, german_points
from engine.zocbond.aside import Aside
from engine.zocbond.battle import Battle, defenders
from engine.zocbond.press import PressRules
from engine.zocbond.rules import Family
from engine.zocbond.state import State

SWITCHES = ("disengagement", "surrounded-losses")
"""Optional rules (27.1, 27.2)."""


class Holland44(
    UnknownRules,
    AreaRules,
    EntryRules,
    RemnantRules,
    ExploitRules,
    CrossingRules,
    MovementRules,
    ModifierRules,
    AftermathRules,
    AdvanceRules,
    SupplyRules,
    PressRules,
    Family,
):
    """The rules of one scenario."""

    package = "holland44"
    sections = SECTIONS
    sides = (ALLIED, GERMAN)
    switches = SWITCHES
    trek = March

    def boxes(self) -> tuple[str, ...]:
        """Who is in the air, still to come, unknown, at hand as a detachment, out of play."""
        return (SKY, POOL, AWAY, COMING, DETACHMENTS)

    def read_start(self, start: Table, top: Table) -> None:
        """Turns, bridges, weather, drops and other tracks (S1.1, S1.2, S2.1, S2.2)."""
        self.blown = tuple(start.texts("blown"))
        self.intact = tuple(start.texts("intact"))
        self.began_here = tuple(start.texts("unmoved"))
        self.air = start.get("air", int, 0)
        self.sky = start.get("sky", str, "clear")
        self.traffic = start.get("traffic", bool, False)
        self.markers_at_hand = start.get("traffic-markers", int, FIRST_MARKERS)
        moving = start.table("movement-markers")
        self.movement_markers = {
            side: moving.get(side, int, usual) for side, usual in MOVEMENT_MARKERS.items()
        }
        moving.finish()
        backs = start.table("two-sided")
        self.backs = {part: backs.need(part, str) for part in backs.data}
        jams = start.table("jams")
        self.jams = {number: jams.need(number, str) for number in jams.data}
        self.exits = frozenset(start.texts("lower-rhine-north"))
        self.zones = {
            name: tuple(start.table("drop-zones").texts(name))
            for name in start.table("drop-zones").data
        }
        self.late_zones = _texts(start, "late-zones")
        codes = start.table("drop-codes")
        self.codes = {unit: codes.need(unit, str) for unit in codes.data}
        for unit, code in self.codes.items():
            if code not in self.zones:
                near = closest(code, self.zones)
                raise codes.problem(f"there is no drop zone '{code}'", unit, near)
        self.schedule = {
            unit: start.table("arrive").need(unit, int) for unit in start.table("arrive").data
        }
        self.gates = {
            unit: start.table("arrive-at").need(unit, str) for unit in start.table("arrive-at").data
        }
        self.uncertain = frozenset(start.texts("division-406"))
        self.gliders = frozenset(start.texts("glider-regiment"))
        self.army_guns = frozenset(start.texts("army-guns"))
        self.prepared_guns = frozenset(start.texts("prepared-guns"))
        remnants = start.table("remnants")
        self.remnants = {sort: remnants.need(sort, int) for sort in remnants.data}
        corps = start.table("corps")
        self.corps_of = {unit: corps.need(unit, str) for unit in corps.data}
        self.sectors = tuple(
            tag.removeprefix(SECTOR) for tag in self.board.tags if tag.startswith(SECTOR)
        )
        self.goal = start.get("goal", str, "points")
        self.waal = frozenset(start.texts("waal-north"))
        self.first_stragglers = {
            name: start.table("stragglers").need(name, int)
            for name in start.table("stragglers").data
        }
        self.dry = tuple(start.texts("exhausted"))
        self.repairing = {
            bridge: start.table("repairing").need(bridge, int)
            for bridge in start.table("repairing").data
        }
        self.printed = dict(top.get("printed", dict, {}))
        self._check(start)

    def _check(self, start: Table) -> None:
        """Units that are keys of a scenario's own tables, and what units must be for the lists
        that name them; rivers inside hexes (2.2.3)."""
        named = (*self.schedule, *self.gates, *self.corps_of, *self.codes, *self.backs)
        for unit in named:
            if unit not in self.units:
                raise start.problem(f"there is no unit '{unit}'", remedy=closest(unit, self.units))
        for part in (*self.backs, *self.backs.values()):
            if self.scenario.where[part] != DETACHMENTS:
                raise start.problem(
                    f"'{part}' is no detachment at hand",
                    "two-sided",
                    f'Only counters of the box "{DETACHMENTS}" have two sides.',
                )
        for gun in (*self.army_guns, *self.prepared_guns):
            if self.units[gun].kind != "artillery":
                raise start.problem(f"'{gun}' is no artillery", remedy="Name guns there.")
        for number, hex in self.jams.items():
            if number not in MARKERS or hex not in self.board:
                raise start.problem(
                    f"traffic marker '{number}' cannot lie in '{hex}'",
                    "jams",
                    "Markers are numbered 1 to 6 and lie in hexes of the map.",
                )
        for unit in self.scenario.where:
            if self.scenario.where[unit] == COMING and unit not in self.gates:
                raise start.problem(
                    f"no entry area is named for the reinforcement '{unit}'",
                    "arrive-at",
                    f'Add {unit} = "..." with one of {", ".join(self.board.areas)}.',
                )
        for unit, corps in self.corps_of.items():
            if corps not in self.sectors:
                raise start.problem(
                    f"there is no sector of the corps '{corps}' of '{unit}'",
                    "corps",
                    f'Tag the hexes of the sector "corps-{corps}" on the board.',
                )
        for place in self.board.places:
            ground = self.board.terrain(place.hex)
            if place.kind == "city" and ground != "city":
                raise start.problem(
                    f"'{place.name}' is a city, and its hex {place.hex} is {ground}",
                    remedy='Draw the hex as city, or call the place a "town" or "village".',
                )
            if place.kind == "town" and ground in ("city", "swamp"):
                raise start.problem(
                    f"'{place.name}' is a town, and its hex {place.hex} is {ground}",
                    remedy="A town stands on clear ground, in polder or in woods.",
                )
        for hex in sorted(self.board.tagged("inner-river")):
            if self.board.terrain(hex) not in ("city", "swamp"):
                key = "Draw the river on the hexsides, or make the hex a city or swamp (2.2.3)."
                raise start.problem(f"a river runs inside hex {hex}", remedy=key)

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
            "stragglers": self.first_stragglers,
            "traffic": self.jams,
            "exhausted": self.depots if self.turn > LAST_FLOWN else self.dry,
            "repairing": self.repairing,
        }

    def opening_phases(self, s: State) -> tuple[Any, ...]:
        """A whole turn, or one phase of one side."""
        return opening(self, self.opening, self.first)

    def night(self, s: State) -> bool:
        """Every third turn is a night (20.1)."""
        return s.turn % 3 == 2

    def area_of(self, s: State, area: str) -> str:
        """M, N, O are Allied, B to K German; A and L change hands in turn 7 (19.2.1, 19.2.2)."""
        letter = area.rpartition("-")[2]
        if letter in ("M", "N", "O"):
            return ALLIED
        if letter in ("A", "L"):
            return ALLIED if s.turn >= 7 else GERMAN
        return GERMAN if letter in "BCDEFGHIJK" else super().area_of(s, area)

    def asides(self, phase: str) -> dict[str, Aside]:
        """What else a side may do in a phase."""
        return {a.kind: a for a in ASIDES[phase] if self.allows(a.kind)}

    def advance_asides(self) -> dict[str, Aside]:
        """What else a side may do in an advance (16.5, 21.1)."""
        return ADVANCE_ASIDES

    def end_combat(self, s: State, side: str, course: Course) -> State:
        """A joint attack is forgone; a bridge taken in turn 1 is safe (5.7)."""
        s = super().end_combat(s, side, course)
        return seize(self, s, course) if s.turn == 1 and side == ALLIED else s

    def allows(self, kind: str) -> bool:
        """Optional rules are off unless a scenario switches them on."""
        return kind != "disengage" or bool(self.scenario.switches["disengagement"])

    def appeal(self, state: State, action: Action, side: str) -> float:
        """The greedy bot's yardstick: traffic stops on the enemy's road."""
        if action.kind == "jam":
            return jam_appeal(self, state, action["hex"])
        return super().appeal(state, action, side)

    def result(self, s: State) -> Ending:
        """The end of a scenario (26.4)."""
        return outcome(self, s)

    def more_queries(self) -> Mapping[str, Any]:
        """Questions only this game answers."""
        return _QUERIES


def _texts(start: Table, name: str) -> dict[str, tuple[str, ...]]:
    table = start.table(name)
    return {key: tuple(table.texts(key)) for key in table.data}


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
    "repair": lambda g, s, side, bridge: [
        reason.key for reason in repair_reasons(g, s, side, bridge)
    ],
    "beyond-waal": lambda g, s: beyond_waal(g, s),
    "printed": lambda g, s, of: g.printed[of],
    "assault": lambda g, s, engineer: g.may_assault(s, engineer),
}


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> Holland44:
    """The rules of a scenario's table."""
    return Holland44(top, name, switches, tables)
