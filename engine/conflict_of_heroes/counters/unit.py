"""Units: what is printed on a counter (1.1, 5.0, 7.1, 7.2, 15.0)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.errors import Problem, closest
from engine.files import Table, package_file, read
from engine.tables import Chart

GERMAN, SOVIET = "german", "soviet"
SIDES = (GERMAN, SOVIET)
RED, BLUE = "red", "blue"
COLOURS = (RED, BLUE)
INFANTRY, GUN, TRACKED, WHEELED, PLANE = "infantry", "gun", "tracked", "wheeled", "plane"
VEHICLES = (TRACKED, WHEELED)
KINDS = (INFANTRY, GUN, TRACKED, WHEELED, PLANE)
TRAITS = (
    *("mortar", "smoke", "sniper", "engineer"),
    *("turret", "open-top", "apc", "truck", "anti-aircraft"),
    *("experienced", "high-morale", "organized-retreat", "use-of-terrain"),
    "cluster",
)
WHOLE = ("fire", "move", "red", "blue", "range")
MORE = ("bonus", "minimum", "indirect", "impulses", "bomb", "points")


@dataclass(frozen=True, slots=True)
class Rating:
    """A defence rating and its colour (7.1, 15.0)."""

    value: int
    colour: str


@dataclass(frozen=True)
class Counter:
    """What changes about one unit."""

    facing: int = 0
    spent: bool = False
    hit: str | None = None
    shown: bool = False
    """The enemy has seen the hit marker (7.4)."""
    hidden: bool = False
    carrier: str | None = None
    dug: bool = False
    """18.1: under a foxhole counter of its own."""
    inside: bool = False
    """18.2: in the trench, gun pit or bunker of its hex."""
    bogged: bool = False
    mired: bool = False
    """Stuck by a card, to the end of the round (8.1 bogged down)."""
    exposed: bool = False
    """5.01: it walked over open ground in its last move and not cautiously."""
    altitude: int = 0
    bombs: int = 0
    homing: bool = False
    """20.0 spent: this plane has begun its free flight off the map."""
    damaged: bool = False
    iron: bool = False
    """8.3 iron will: what its hit marker does is ignored, movement apart."""
    wary: bool = False
    """8.3 sixth sense: on its guard until its side's next turn."""
    covert: bool = False
    """8.3 hidden action: what it does next does not betray it."""
    overrun: bool = False
    """8.3 overrun: this vehicle's next attack at close quarters has more firepower."""


@dataclass(frozen=True)
class Unit:
    """A counter; `bonus` counts its tracks or wheels, `white` the colours in a white box."""

    id: str
    name: str
    side: str
    type: str
    kind: str
    traits: frozenset[str]
    fire: int
    move: int
    red: int
    blue: int
    range: int
    front: Rating
    flank: Rating
    white: frozenset[str]
    bonus: int
    minimum: int
    indirect: int
    impulses: int
    bomb: int
    points: int
    opening: Counter
    """How it stands at the start."""
    decoy: bool | None = None
    """Whether it is a dummy of the cup; None for what is not drawn from it (21.2)."""
    title: str = ""
    """What a sentence calls it: its side, its name and the letter on its counter."""

    @property
    def vehicle(self) -> bool:
        """Tracked or wheeled (14.0)."""
        return self.kind in VEHICLES

    @property
    def foot(self) -> bool:
        """Whether it moves and digs as infantry (1.1)."""
        return self.kind == INFANTRY

    def firepower(self, colour: str) -> int:
        """The printed firepower of a colour (7.1)."""
        return self.red if colour == RED else self.blue

    def has(self, trait: str) -> bool:
        """Whether it is a mortar, has a turret, ..."""
        return trait in self.traits


ROSTER = "engine/conflict_of_heroes/units.toml"


@cache
def roster() -> Mapping[str, Mapping[str, object]]:
    """The counters by type, as units.toml lists them."""
    return read(package_file("engine", "conflict_of_heroes", "units.toml"), ROSTER).data


def reconstructed(chart: Chart, type: str) -> dict[str, object]:
    """The figures of a counter that the text does not state, from our table or an owner's (1.1)."""
    found: dict[str, object] = {}
    for key, cell in chart.rows.get(type, {}).items():
        if cell == "":
            continue
        value, _, colour = str(cell).partition(" ")
        rated = key in ("front", "flank")
        sound = value.lstrip("-").isdigit() and (colour in COLOURS if rated else not colour)
        if not sound:
            what = "Write a number and its colour." if rated else "Write a whole number."
            raise Problem(f"{cell!r} is no figure", place=f"units.rows.{type}, {key}", remedy=what)
        found[key] = [int(value), colour] if rated else int(value)
    return found


def read_unit(row: Table, side: str, chart: Chart) -> Unit:
    """A unit as a scenario lists it: a type of the roster, with figures of its own if need be."""
    kinds = roster()
    name = row.need("type", str)
    if name not in kinds:
        raise row.problem(f"unknown unit type '{name}'", "type", closest(name, kinds))
    base = kinds[name]
    known = {**base, **reconstructed(chart, name)}
    given = Table({**known, **row.data}, row.file, row.place)
    for key in (*WHOLE, *MORE, "white", "front", "flank", "traits", "name", "type"):
        row.get(key, object, None)
    direction = row.get("facing", str, "N")
    if direction not in DIRECTION:
        raise row.problem(f"'{direction}' is no facing", "facing", closest(direction, DIRECTION))
    traits = frozenset(given.texts("traits"))
    for trait in traits:
        if trait not in TRAITS:
            raise row.problem(f"unknown trait '{trait}'", "traits", closest(trait, TRAITS))
    figures: dict[str, int] = {key: given.need(key, int) for key in WHOLE}
    for key in MORE:
        figures[key] = given.get(key, int, 1 if key == "points" else 0)
    return Unit(
        id=row.need("id", str),
        name=given.need("name", str),
        side=side,
        type=name,
        kind=Table(base, ROSTER, name).need("kind", str),
        traits=traits,
        **figures,
        front=_rating(given, "front"),
        flank=_rating(given, "flank"),
        white=frozenset(given.texts("white")),
        opening=_opening(row, DIRECTION[direction]),
        decoy=row.get("decoy", bool, None),
        title="",
    )


DIRECTION = {name: i for i, name in enumerate(("N", "NE", "SE", "S", "SW", "NW"))}


def _opening(row: Table, facing: int) -> Counter:
    flags = ("spent", "hidden", "dug", "inside", "bogged")
    return Counter(
        facing,
        **{name: row.get(name, bool, False) for name in flags},
        hit=row.get("hit", str, None),
        carrier=row.get("carried", str, None),
        altitude=row.get("altitude", int, 0),
        bombs=row.get("bombs", int, 0),
    )


def _rating(row: Table, key: str) -> Rating:
    cells = row.need(key, list)
    if len(cells) != 2 or type(cells[0]) is not int or cells[1] not in COLOURS:
        raise row.problem(f"{cells!r} is no defence rating", key, 'Write [12, "red"].')
    return Rating(cells[0], cells[1])
