"""Sides, units (2.2), the state of a game of A Victory Awaits, and what a scenario sets: every
chapter reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from engine.agenda import AgendaState
from engine.board import Board
from engine.files import Table
from engine.position import Position
from engine.rules import AgendaRules

if TYPE_CHECKING:
    from engine.victory_awaits.combat.odds import Columns
    from engine.victory_awaits.components.terrain import Ground
    from engine.victory_awaits.setup.scenario import Setup


AXIS, SOVIET = "axis", "soviet"
SIDES = (AXIS, SOVIET)

MECHANIZED = ("armor", "mechanized", "motorized")
FOOT = ("infantry", "cavalry", "mountain", "security", "marine")
ARMY_HQ, PANZER_GROUP_HQ = "army-hq", "panzer-group-hq"
FORTRESS = "fortress"
TYPES = (*MECHANIZED, *FOOT, ARMY_HQ, PANZER_GROUP_HQ, FORTRESS)
MAPS = {"leningrad": "map-leningrad", "smolensk": "map-smolensk", "kiev": "map-kiev"}
"""The maps, and the tag of the hexes of each (2.1)."""
NATIONS = ("german", "romanian", "soviet")


@dataclass(frozen=True, slots=True)
class Face:
    """One side of a counter: attack, defence and movement allowance."""

    attack: int
    defence: int
    move: int


@dataclass(frozen=True, slots=True)
class Unit:
    """A combat unit or a headquarters; `faces[0]` is full strength, `faces[1]` reduced."""

    id: str
    name: str
    side: str
    type: str
    nation: str
    formation: str
    faces: tuple[Face, ...]
    map: str = ""
    """The printed map whose letter it bears (2.2): its player, its scenario, a marker's map."""

    @property
    def hq(self) -> bool:
        """Whether it is a headquarters (13.0)."""
        return self.type in (ARMY_HQ, PANZER_GROUP_HQ)

    @property
    def mechanized(self) -> bool:
        """Whether it moves and pursues as a mechanized unit; an HQ never does (2.2)."""
        return self.type in MECHANIZED

    @property
    def mountaineer(self) -> bool:
        """Whether mountains are open to it off the road, for all its points (9.2)."""
        return self.type == "mountain"

    @property
    def fortress(self) -> bool:
        """Whether it is a fortress marker, a combat unit that cannot stir (14.2, 14.3)."""
        return self.type == FORTRESS

    @property
    def steps(self) -> int:
        """Steps at full strength."""
        return len(self.faces)


def enemy(side: str) -> str:
    """The other side."""
    return SOVIET if side == AXIS else AXIS


def read_unit(row: Table, side: str) -> Unit:
    """A unit as a scenario lists it."""
    kind = row.name("type", TYPES, "unknown unit type '{}'")
    own = "soviet" if side == SOVIET else "german"
    nation = row.name("nation", NATIONS, "unknown nation '{}'", own)
    if side in SIDES and {"german": AXIS, "soviet": SOVIET}.get(nation, side) != side:
        raise row.problem(
            f"a {nation} unit fights for the other side", "nation", "Put it among its own."
        )
    faces = [_face(row, key) for key in ("full", "reduced") if key == "full" or key in row]
    unit = Unit(
        id=row.need("id", str),
        name=row.get("name", str, str(row.data.get("id"))),
        side=side,
        type=kind,
        nation=nation,
        formation=row.get("formation", str, ""),
        faces=tuple(faces),
        map=row.name("map", MAPS, "there is no map '{}'", ""),
    )
    if unit.fortress and "formation" in row:
        raise row.problem(
            "a fortress marker belongs to no formation", "formation", 'Name its map: map = "kiev".'
        )
    return unit


def _face(row: Table, key: str) -> Face:
    values = row.need(key, list)
    numbers = [n for n in values if isinstance(n, int) and not isinstance(n, bool) and n >= 0]
    if len(numbers) != len(values) or len(numbers) not in (2, 3):
        raise row.problem(
            f"{values!r} is no row of strengths",
            key,
            "Write [strength, move] or [attack, defence, move].",
        )
    return Face(numbers[0], numbers[-2], numbers[-1])


POSSIBLE, COMMANDS = 1, 2


@dataclass(frozen=True)
class State(AgendaState):
    """Everything that changes during play."""

    turn: int
    position: Position
    reduced: frozenset[str]
    control: Mapping[str, str]
    cup: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    retreated: frozenset[str] = frozenset()
    """Units that fell back in this combat segment: they add nothing to a defence (10.3)."""
    pool: tuple[str, ...] = ()
    """Activation chits that may be chosen (6.2, 15.2)."""
    resting: tuple[str, ...] = ()
    """Chits that were not chosen for this turn (6.1)."""
    hand: tuple[str, ...] = ()
    """Chosen chits that are held back to interrupt (6.3, 18.1)."""
    breached: frozenset[str] = frozenset()
    """Soviet supply sources that an Axis unit was the last to enter (16.3)."""
    stand_fast: frozenset[str] = frozenset()
    """Large-city hexes with a Stand Fast marker (16.2)."""
    extras: frozenset[str] = frozenset()
    """Units off the turn track that arrive beyond the count of this turn (17.3, 18.1)."""
    zhukov: int = 0
    """18.1: 0 not yet, POSSIBLE once the Axis stood beside Leningrad, COMMANDS when declared."""
    bid: int | None = None
    """17.1: the points that the Axis must reach."""
    swapped: bool = False
    """17.1: the seat of the Soviets bid more and plays the Axis; the other seat plays them."""
    cups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """20.1: each player's cup of HQ chits in the team variant."""
    rails: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """17.6: the rail hexsides of each panzer group HQ's line in this turn."""


MOSCOW = "moscow"
SOURCE = {AXIS: "axis-source", SOVIET: "soviet-source", MOSCOW: "moscow-source"}
"""The tag of each kind of source; those from Moscow are Soviet ones (15.4, 16.3)."""


class Setting(AgendaRules):
    """The rules as far as the chapters of the game are built on them."""

    board: Board
    units: Mapping[str, Unit]
    ground: Ground
    columns: Columns
    setup: Setup
    cities: tuple[str, ...]
    towns: tuple[str, ...]
    fortresses: tuple[str, ...]
    soviet_sources: frozenset[str]
    before_leningrad: frozenset[str]
    shifts: dict[str, int]
    """The columns that each hex is worth to its defender, as far as anybody asked."""
    pulls: dict[tuple[str, tuple[str, ...]], Mapping[int, int]]
    """How far everything lies from some goals of a side."""

    def face(self, s: State, unit: str) -> Face:
        """A unit's strengths as it stands, full or reduced (2.2)."""
        return self.units[unit].faces[-1 if unit in s.reduced else 0]

    def on(self, switch: str) -> bool:
        """Whether an optional rule is in use (17.0)."""
        return self.scenario.switches[switch]

    def sources(self, kind: str) -> frozenset[str]:
        """The sources of a side, where its lines begin (2.1, 3.3), or those from Moscow (16.3)."""
        if kind in self.setup.sources:
            return self.setup.sources[kind]
        tagged = self.board.tagged(SOURCE[kind])
        return tagged & self.sources(SOVIET) if kind == MOSCOW else tagged
