"""What is printed on counters, cards and board, as the tables file gives it (0.0, 1.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.errors import Problem, closest
from engine.tables import Chart, load_charts

COLOURS = ("green", "red", "purple")
SOVIET, GERMAN = "soviet", "german"
STAFF, GARRISON = "staff", "garrison"
"""The two Soviet players of the cooperative game (7.3)."""
STOCK, RESERVE, OUT = "stock", "reserve", "out"
"""Off the board; waiting in the House; removed from the game (0.0 stock, removed)."""
STAGING, SUPPLY = "staging", "supply"
"""The staging area across the Volga, the supply area of the House."""
CARGO = ("ammunition", "medic", "provision", "sapper")
"""Tokens that the flotilla carries (2.0 flotilla loading)."""
KEPT = ("suppression", "medic", "provision", "sapper")
"""What lies in the supply area: ammunition becomes suppression as it lands (2.0 flotilla)."""
FOG = "fog"
ORDER, SPOTTING, INSPIRATION, STORM = "order", "spotting", "inspiration", "storm"
ANTI_TANK, MACHINE_GUN, MORTAR = "anti-tank", "machine-gun", "mortar"

START, RADIO = "start", "radio"
"""Who waits in the reserve at the beginning (0.0 setup); where the radio is (4.0)."""
COMMANDS = (
    "army-command",
    "division-command",
    "sappers",
    "signals",
    "artillery",
    "flotilla",
    "anti-aircraft-267",
    "anti-aircraft-1083",
)
"""What a Soviet card can command (2.0)."""
EFFECTS = (
    "guns",
    "sniper",
    "mortar",
    "assault",
    "planes",
    "plane-defence",
    "anti-aircraft",
    "mines",
    "infantry-defence",
    "armour-defence",
)
"""What a tactics card can change (7.2)."""

PLAIN = ("ju87", "assault")
"""Wehrmacht cards that neither aim at a colour nor place a counter (3.0)."""
DEGREES = ("triumph", "decisive", "partial", "draw", "defeat", "crushing")
"""How well a game can end (6.0 awards)."""

CHARTS: dict[str, tuple[str, ...]] = {
    "positions": (*COLOURS, "mark"),
    "paths": ("colour", "spaces", "sapper"),
    "locations": ("unit", "token"),
    "tokens": ("total", "start"),
    "bands": ("1", "2", "3", "4", "5", "6"),
    "dice": ("dice",),
    "men": ("name", "attack", "suppression", "cost", "marks"),
    "weapons": ("name", "attack", "suppression", "cost", "mark"),
    "germans": ("name", "kind", "count", "value", "defence"),
    "wehrmacht": ("deck", "kind", "planes", "competitive"),
    "storm": ("name", "colour", "defence", "points"),
    "soviet": ("upper", "lower"),
    "tactics": ("deck", "name", "effect", "amount"),
    "support": ("name", "tokens", "locations", "points"),
    "ranks": ("least", "degree"),
}


@dataclass(frozen=True, slots=True)
class Man:
    """A Soviet counter (0.0 soviet counter)."""

    id: str
    name: str
    attack: int
    suppression: int
    cost: int
    marks: frozenset[str]
    side: str = SOVIET


@dataclass(frozen=True, slots=True)
class Weapon:
    """A weapon counter (0.0 weapon counter)."""

    id: str
    name: str
    attack: int
    suppression: int
    cost: int
    mark: str
    side: str = SOVIET


@dataclass(frozen=True, slots=True)
class German:
    """A German counter; `value` is suppression of infantry, attack of armour (0.0)."""

    id: str
    name: str
    kind: str
    value: int
    defence: int
    infantry: bool
    side: str = GERMAN


Unit = Man | Weapon | German
"""Whatever stands on the board by itself."""


@dataclass(frozen=True, slots=True)
class StormGroup:
    """What a storm group card shows (3.0 storm group card)."""

    id: str
    name: str
    colour: str
    defence: int
    points: int


@dataclass(frozen=True, slots=True)
class FightingPosition:
    """A fighting position; its number in each colour it belongs to (1.2)."""

    id: str
    numbers: Mapping[str, int]
    radio: bool

    @property
    def colours(self) -> tuple[str, ...]:
        """Its one or two colours."""
        return tuple(self.numbers)


@dataclass(frozen=True, slots=True)
class Path:
    """A path over the square: its colour, its spaces from the far edge, the sapper space."""

    id: str
    colour: str
    spaces: tuple[str, ...]
    sapper: str


class Kit:
    """Everything in the box, compiled from the charts."""

    def __init__(self, own: str | None = None) -> None:
        self.charts = load_charts("pavlovs_house", CHARTS, own)
        self._check_names(own or "engine/pavlovs_house/tables.toml")
        self.men = {
            key: Man(key, **{**row, "marks": frozenset(row["marks"])})
            for key, row in self.charts["men"].rows.items()
        }
        self.weapons = {key: Weapon(key, **row) for key, row in self.charts["weapons"].rows.items()}
        self.germans = dict(self._germans())
        self.spots = {key: self._spot(key) for key in self.charts["positions"].rows}
        self.paths = {key: self._path(key) for key in self.charts["paths"].rows}
        self.spaces = {space: p for p in self.paths.values() for space in p.spaces}
        self.locations = tuple(self.charts["locations"].rows)
        self.totals = {key: row["total"] for key, row in self.charts["tokens"].rows.items()}

    def _known(self) -> Mapping[tuple[str, str], Collection[str]]:
        """The names that each column of a table may use: those that some rule reads."""
        rows = {name: tuple(chart.rows) for name, chart in self.charts.items()}
        specials = (ANTI_TANK, MACHINE_GUN, MORTAR)
        return {
            ("positions", "mark"): ("", RADIO),
            ("paths", "colour"): COLOURS,
            ("locations", "unit"): ("battalion", *COMMANDS),
            ("locations", "token"): ("", "supply", *rows["tokens"]),
            **{("bands", str(face)): COLOURS for face in range(1, 7)},
            ("men", "marks"): (*specials, ORDER, SPOTTING, INSPIRATION, STORM, START),
            ("weapons", "mark"): specials,
            ("germans", "kind"): ("infantry", "armour"),
            ("wehrmacht", "kind"): (*rows["bands"], *rows["germans"], *rows["storm"], *PLAIN),
            ("storm", "colour"): COLOURS,
            ("soviet", "upper"): (*COMMANDS, FOG),
            ("soviet", "lower"): (*COMMANDS, FOG),
            ("tactics", "effect"): EFFECTS,
            ("support", "tokens"): rows["tokens"],
            ("support", "locations"): rows["locations"],
            ("ranks", "degree"): DEGREES,
        }

    def _check_names(self, file: str) -> None:
        """A name that no rule reads would do nothing, and nobody would know."""
        for (name, column), known in self._known().items():
            for row, cells in self.charts[name].rows.items():
                value = cells[column]
                for one in value if isinstance(value, list) else [value]:
                    if one not in known:
                        raise Problem(
                            f"no rule knows {column} '{one}'",
                            file=file,
                            place=f"{name}.rows.{row}",
                            remedy=closest(str(one), known),
                        )

    def _germans(self) -> Iterator[tuple[str, German]]:
        for kind, row in self.charts["germans"].rows.items():
            for number in range(1, row["count"] + 1):
                id = f"{kind}-{number}"
                infantry = row["kind"] == "infantry"
                yield id, German(id, row["name"], kind, row["value"], row["defence"], infantry)

    def _spot(self, key: str) -> FightingPosition:
        row = self.charts["positions"].rows[key]
        numbers = {colour: row[colour] for colour in COLOURS if row[colour]}
        return FightingPosition(key, numbers, row["mark"] == RADIO)

    def _path(self, key: str) -> Path:
        row = self.charts["paths"].rows[key]
        spaces = tuple(f"{key}-{n}" for n in range(1, row["spaces"] + 1))
        return Path(key, row["colour"], spaces, spaces[row["sapper"] - 1])

    @cached_property
    def inside(self) -> frozenset[str]:
        """The places in the House: its positions and the reserve."""
        return frozenset((RESERVE, *self.spots))

    @cached_property
    def costs(self) -> Mapping[str, int]:
        """What a counter takes from the points (2.0 division command reinforcements)."""
        every: tuple[Man | Weapon, ...] = (*self.men.values(), *self.weapons.values())
        return {unit.id: unit.cost for unit in every}

    @cached_property
    def germans_of(self) -> Mapping[str, list[str]]:
        """The German counters of each kind, in the order in which they come."""
        kinds = self.charts["germans"].rows
        every = self.germans.values()
        return {kind: sorted(unit.id for unit in every if unit.kind == kind) for kind in kinds}

    @cached_property
    def places(self) -> frozenset[str]:
        """Every place where a counter can be."""
        return frozenset((STOCK, RESERVE, OUT, *self.spots, *self.spaces))

    @cached_property
    def _most(self) -> Mapping[str, Mapping[str, int]]:
        """By place, how many tokens of each kind can lie there; those left out never do."""
        every = self.totals
        here = {
            STOCK: every,
            OUT: every,
            STAGING: {kind: every[kind] for kind in CARGO},
            SUPPLY: {kind: every[kind] for kind in KEPT},
            **{colour: {"suppression": every["suppression"]} for colour in COLOURS},
            **{space: {"sapper": 1} for space in self.sapper_spaces},
            **{man: {"damage": 1, "action": 1, "order": 1} for man in self.men},
        }
        for place in self.locations:
            kind = self.holds(place)
            kinds = CARGO if kind == "supply" else (kind,) if kind else ()
            here[place] = dict.fromkeys((*kinds, "damage"), 1)
        return here

    @property
    def token_places(self) -> frozenset[str]:
        """Every place where a token can lie."""
        return frozenset(self._most)

    def most(self, kind: str, place: str) -> int:
        """How many tokens of a kind can lie in a place (1.2, 2.0 flotilla loading)."""
        return self._most.get(place, {}).get(kind, 0)

    @cached_property
    def sapper_spaces(self) -> tuple[str, ...]:
        """The six spaces that can hold a mine (2.0 sappers mine)."""
        return tuple(path.sapper for path in self.paths.values())

    @cached_property
    def by_number(self) -> Mapping[str, tuple[FightingPosition, ...]]:
        """The positions of a colour in the order of their numbers."""
        found: dict[str, tuple[FightingPosition, ...]] = {}
        for colour in COLOURS:
            spots = (spot for spot in self.spots.values() if colour in spot.numbers)
            found[colour] = tuple(sorted(spots, key=lambda spot: spot.numbers[colour]))
        return found

    def chart(self, name: str) -> Chart:
        """One of the tables."""
        return self.charts[name]

    def dice(self, card: str) -> int:
        """How many dice a card or a rule rolls."""
        return int(self.charts["dice"].rows[card]["dice"])

    def locations_of(self, unit: str) -> tuple[str, ...]:
        """The numbered locations of a unit of the 62nd Army."""
        return self._owned.get(unit, ())

    @cached_property
    def _owned(self) -> Mapping[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for key, row in self.charts["locations"].rows.items():
            found[row["unit"]] = (*found.get(row["unit"], ()), key)
        return found

    def holds(self, location: str) -> str:
        """The kind of token that a location can hold: a kind, `supply`, or nothing."""
        return str(self.charts["locations"].rows[location]["token"])

    def colours_of(self, place: str) -> tuple[str, ...]:
        """The colours of a position or of a space on a path (1.3)."""
        return self._colours.get(place, ())

    @cached_property
    def _colours(self) -> Mapping[str, tuple[str, ...]]:
        spots = {id: spot.colours for id, spot in self.spots.items()}
        return spots | {space: (path.colour,) for space, path in self.spaces.items()}

    def soviet_halves(self, card: str) -> tuple[str, ...]:
        """The commands on a Soviet card; none on fog of war (2.2)."""
        return self._halves[card]

    @cached_property
    def _halves(self) -> Mapping[str, tuple[str, ...]]:
        rows = self.charts["soviet"].rows.items()
        return {
            card: tuple(c for c in (row["upper"], row["lower"]) if c != FOG) for card, row in rows
        }

    def wehrmacht_kind(self, card: str) -> str:
        """What a Wehrmacht card does; a resupply card is named by its back."""
        rows = self.charts["wehrmacht"].rows
        return str(rows[card]["kind"]) if card in rows else "resupply"

    @cached_property
    def storm_groups(self) -> Mapping[str, StormGroup]:
        """What lies in the storm group area, by the card of the Wehrmacht deck that shows it. A
        resupply card is named by the storm group on its back; the Milk House, which has no resupply
        check on its back, by its number in the deck (3.0 special cards)."""
        rows = self.charts["storm"].rows
        deck = {self.wehrmacht_kind(card): card for card in self.charts["wehrmacht"].rows}
        return {deck.get(key, key): StormGroup(key, **row) for key, row in rows.items()}

    @cached_property
    def storm_cards(self) -> Mapping[str, str]:
        """The card of each storm group, as a scenario names them."""
        return {group.id: card for card, group in self.storm_groups.items()}

    @cached_property
    def resupply_cards(self) -> tuple[str, ...]:
        """The six cards with a resupply check on their front (3.0 special cards)."""
        return tuple(c for c in self.storm_groups if self.wehrmacht_kind(c) == "resupply")

    @cached_property
    def milk_house(self) -> str:
        """The card of the Milk House, the one storm group without a check (3.0 milk house)."""
        (card,) = set(self.storm_groups) - set(self.resupply_cards)
        return card

    @cached_property
    def fog_cards(self) -> tuple[str, ...]:
        """The seven fog of war cards."""
        return tuple(key for key in self.charts["soviet"].rows if not self.soviet_halves(key))
