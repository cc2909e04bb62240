"""How a firefight begins, how long it lasts, what earns points, and how that is read (1.0, 2.4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, TypedDict

from engine.agenda import Phase
from engine.board import Board
from engine.conflict_of_heroes.cards.deck import Aim, Happening
from engine.conflict_of_heroes.counters.state import Counter, State, Work
from engine.conflict_of_heroes.counters.unit import COLOURS, DIRECTION, GERMAN, SIDES, Unit
from engine.conflict_of_heroes.hand.cards import FIGURES, TIED, VETERANS, Bond
from engine.conflict_of_heroes.hidden import Deployment, Zone
from engine.conflict_of_heroes.rounds.entering import Entry
from engine.conflict_of_heroes.rounds.rounds import PreRound, Round
from engine.errors import closest
from engine.files import Table, package_file, read
from engine.position import Position
from engine.tables import Chart

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import Firefight


@dataclass(frozen=True, slots=True)
class Start:
    """A firefight that begins within a round: whose turn it is, and what each side has left."""

    turn: str = GERMAN
    ap: Mapping[str, int] = field(default_factory=dict)
    cap: Mapping[str, int] = field(default_factory=dict)
    losses: Mapping[str, int] = field(default_factory=dict)
    active: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    passes: int = 0


@dataclass(frozen=True)
class Setup:
    """The start of a firefight, its length and what earns points."""

    section: int
    first_round: int
    rounds: int
    cap: Mapping[str, int]
    start: Start | None
    hex_points: Mapping[str, int]
    works: tuple[Work, ...]
    smoke: Mapping[str, tuple[int, ...]]
    control: Mapping[str, str]
    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...]
    draw: int
    entries: tuple[Entry, ...]
    exits: Mapping[str, tuple[str, ...]]
    exit_points: int
    decoys: Mapping[str, bool]
    """21.2: marked hexes of solitaire play that hold units drawn from a cup."""
    zones: tuple[Zone, ...]
    bonds: tuple[Bond, ...]
    scoring: tuple[str, ...]
    happening: Happening
    aims: Mapping[str, Aim]
    tasks: Mapping[str, tuple[str, ...]]
    """2.3: hexes that a side must hold, all of them, to end the game at once."""
    targets: Mapping[str, tuple[str, ...]]
    """12.3: hexes that the firefight gives a side's guns as targets."""
    alternate: bool
    """21.0: with three or four players, enemies take turns; else two allies play in a row."""
    together: bool
    """21.0: a side wins together, or each player alone."""

    @cached_property
    def counted(self) -> frozenset[str]:
        """The hexes of which it matters who holds them (2.3, 2.4, 8.1 objective, 8.1 score)."""
        tasks = (hex for hexes in self.tasks.values() for hex in hexes)
        aims = (aim.hex for aim in self.aims.values())
        return frozenset((*self.hex_points, *self.control, *self.scoring, *tasks, *aims))

    def first_state(self, g: Firefight) -> State:
        """The state before the first phase runs."""
        counters = {unit.id: _counter(unit) for unit in g.units.values()}
        start = self.start or Start()
        cups = {name: list(cup) for name, cup in g.cups.items()}
        for counter in counters.values():
            for cup in cups.values():
                if counter.hit in cup:
                    cup.remove(counter.hit)
        cap = {side: start.cap.get(side, self.cap[side]) for side in g.sides}
        state = State(
            agenda=(),
            round=self.first_round,
            position=Position(g.scenario.where),
            counters=counters,
            turn=start.turn,
            cap=cap,
            losses={side: start.losses.get(side, 0) for side in g.sides},
            cups={name: tuple(cup) for name, cup in cups.items()},
            ap={side: start.ap.get(side, 0) for side in g.sides},
            active={side: start.active.get(side, ()) for side in g.sides},
            points=dict.fromkeys(g.sides, 0),
            control=dict(self.control),
            passes=start.passes,
            works=self.works,
            smoke=dict(self.smoke),
            hands={side: tuple(self.hands.get(side, ())) for side in g.sides},
            deck=self.deck,
        )
        opening: Phase = Round() if self.start is not None else PreRound()
        zones = [Deployment(i, zone.side) for i, zone in enumerate(self.zones)]
        return state.push(*zones, opening)


def _counter(unit: Unit) -> Counter:
    begins = unit.opening
    return Counter(
        facing=unit.facing,
        spent=begins.spent,
        hit=begins.hit,
        hidden=begins.hidden,
        carrier=begins.carried,
        dug=begins.dug,
        inside=begins.inside,
        bogged=begins.bogged,
        altitude=begins.altitude,
        bombs=begins.bombs,
    )


LAST_SECTION = 6
MINES = ("black", "red", "blue")


class More(TypedDict):
    """What only some firefights have: zones, veterans, events, objectives, targets (1.0, 8.0)."""

    zones: tuple[Zone, ...]
    bonds: tuple[Bond, ...]
    scoring: tuple[str, ...]
    happening: Happening
    aims: Mapping[str, Aim]
    tasks: Mapping[str, tuple[str, ...]]
    targets: Mapping[str, tuple[str, ...]]


def hexes_in(table: Table, key: str, board: Board) -> tuple[str, ...]:
    """A list of hexes of the board."""
    hexes = tuple(table.texts(key))
    for i, hex in enumerate(hexes):
        if hex not in board:
            raise table.problem(
                f"hex {hex} is not on the board", f"{key}[{i}]", closest(hex, board.hexes)
            )
    return hexes


def units_in(table: Table, key: str, units: Mapping[str, Unit]) -> tuple[str, ...]:
    """A list of units of the firefight."""
    names = tuple(table.texts(key))
    for i, name in enumerate(names):
        if name not in units:
            raise table.problem(f"there is no unit '{name}'", f"{key}[{i}]", closest(name, units))
    return names


def _read_zone(row: Table, board: Board, units: Mapping[str, Unit], sides: tuple[str, ...]) -> Zone:
    """A zone of set-up (1.0)."""
    side = row.need("side", str)
    if side not in sides:
        raise row.problem(f"there is no side '{side}'", "side", closest(side, sides))
    mines = tuple(row.texts("mines"))
    for i, mine in enumerate(mines):
        if mine not in MINES:
            raise row.problem(f"there is no {mine} mine", f"mines[{i}]", closest(mine, MINES))
    zone = Zone(
        side=side,
        hexes=hexes_in(row, "hexes", board),
        units=units_in(row, "units", units),
        mines=mines,
        hidden=row.get("hidden", bool, False),
        inside=row.get("inside", bool, False),
        limit=row.get("limit", int, 1),
    )
    room = len(zone.hexes) * zone.limit
    if room < max(len(zone.units), len(zone.mines)):
        raise row.problem(
            "the zone has too few hexes for what is placed in it", "hexes", "Add some."
        )
    row.finish()
    return zone


def _read_bond(row: Table, units: Mapping[str, Unit]) -> Bond:
    """A veteran card and its units (8.3)."""
    card = row.need("card", str)
    if card not in VETERANS:
        raise row.problem(f"there is no veteran card '{card}'", "card", closest(card, VETERANS))
    changes = {name: row.get(name, int, 0) for name in FIGURES}
    figures = {name: change for name, change in changes.items() if change}
    if figures and card != "better-equipped":
        raise row.problem(f"'{card}' changes no figures", next(iter(figures)), "Take it out.")
    if card not in TIED and not row.texts("units"):
        raise row.problem("nobody is named", "units", "Name the units it serves.")
    bond = Bond(card, units_in(row, "units", units), figures)
    row.finish()
    return bond


def _read_more(top: Table, board: Board, units: Mapping[str, Unit], sides: tuple[str, ...]) -> More:
    """The keys of a firefight that only some of them have."""
    score, event = top.table("score"), top.table("event")
    aims, targets, tasks = top.table("objectives"), top.table("targets"), top.table("tasks")
    caps = event.table("cap")
    found: More = {
        "zones": tuple(_read_zone(row, board, units, sides) for row in top.tables("zone")),
        "bonds": tuple(_read_bond(row, units) for row in top.tables("veteran")),
        "scoring": hexes_in(score, "hexes", board),
        "happening": Happening(
            cap={side: caps.get(side, int, 0) for side in sides},
            smoke=hexes_in(event, "smoke", board),
            units=units_in(event, "units", units),
        ),
        "aims": {name: _read_aim(aims.table(name), board) for name in aims.data},
        "tasks": {side: hexes_in(tasks, side, board) for side in sides if side in tasks},
        "targets": {side: hexes_in(targets, side, board) for side in sides},
    }
    for table in (score, caps, event, targets, tasks):
        table.finish()
    return found


def _read_aim(table: Table, board: Board) -> Aim:
    hex = table.need("hex", str)
    if hex not in board:
        raise table.problem(f"hex {hex} is not on the board", "hex", closest(hex, board.hexes))
    aim = Aim(hex, table.get("points", int, 1))
    table.finish()
    return aim


def read_setup(
    top: Table,
    board: Board,
    units: Mapping[str, Unit],
    charts: Mapping[str, Chart],
    sides: tuple[str, ...] = SIDES,
) -> Setup:
    """Read and check the keys that only this game has."""
    _check_hits(top, units, charts)
    section = top.get("section", int, LAST_SECTION)
    if not 1 <= section <= LAST_SECTION:
        raise top.problem(f"there is no section {section}", "section", "1 to 6.")
    rounds = top.table("rounds")
    first, last = rounds.get("first", int, 1), rounds.get("last", int, 5)
    if not 1 <= first <= last:
        raise rounds.problem(f"rounds {first} to {last} make no game", "last", "Count upwards.")
    rounds.finish()
    cap_table = top.table("cap")
    cap = {side: cap_table.get(side, int, 0) for side in sides}
    cap_table.finish()
    cards = top.table("cards")
    hands = {side: read_cards(cards, side) for side in sides}
    deck, draw = read_cards(cards, "deck"), cards.get("draw", int, 1)
    cards.finish()
    decoys = {
        unit.id: unit.opening.decoy for unit in units.values() if unit.opening.decoy is not None
    }
    exits = top.table("exit")
    players = top.table("players")
    setup = Setup(
        section=section,
        first_round=first,
        rounds=last,
        cap=cap,
        start=_read_start(top, units, sides),
        hex_points=_read_points(top.table("points"), board),
        works=tuple(_read_work(row, board) for row in top.tables("work")),
        smoke=_read_smoke(top.table("smoke"), board),
        control=_read_control(top.table("control"), board, sides),
        hands=hands,
        deck=deck,
        draw=draw,
        entries=tuple(_read_entry(row, board, units) for row in top.tables("entry")),
        exits={side: hexes_in(exits, side, board) for side in sides},
        exit_points=exits.get("points", int, 0),
        decoys=decoys,
        alternate=players.get("alternate", bool, True),
        together=players.get("together", bool, True),
        **_read_more(top, board, units, sides),
    )
    players.finish()
    exits.finish()
    for key, kind in (("example", dict), ("step", list), ("figures", list)):
        top.get(key, kind, kind())
    top.finish()
    return setup


def _check_hits(top: Table, units: Mapping[str, Unit], charts: Mapping[str, Chart]) -> None:
    known = [*charts["infantry-hits"].rows, *charts["vehicle-hits"].rows]
    for unit in units.values():
        hit, carrier = unit.opening.hit, unit.opening.carried
        if hit is not None and hit not in known:
            raise top.problem(f"there is no hit marker '{hit}'", "side", closest(hit, known))
        if carrier is not None and carrier not in units:
            raise top.problem(f"there is no unit '{carrier}'", "side", closest(carrier, units))


def _read_start(top: Table, units: Mapping[str, Unit], sides: tuple[str, ...]) -> Start | None:
    if "start" not in top:
        return None
    start = top.table("start")
    turn = start.get("turn", str, GERMAN)
    if turn not in sides:
        raise start.problem("there is no such side", "turn", closest(turn, sides))
    tracks: dict[str, Mapping[str, int]] = {}
    for key in ("ap", "cap", "losses"):
        table = start.table(key)
        tracks[key] = {side: table.need(side, int) for side in sides if side in table}
        table.finish()
    active = start.table("active")
    awake = {side: units_in(active, side, units) for side in sides}
    active.finish()
    read = Start(turn, **tracks, active=awake, passes=start.get("passes", int, 0))
    start.finish()
    return read


def _read_points(table: Table, board: Board) -> dict[str, int]:
    points = {}
    for hex in table.data:
        if hex not in board:
            raise table.problem(f"hex {hex} is not on the board", hex, closest(hex, board.hexes))
        points[hex] = table.need(hex, int)
    return points


def _read_control(table: Table, board: Board, sides: tuple[str, ...]) -> dict[str, str]:
    control: dict[str, str] = {}
    for side in sides:
        control |= dict.fromkeys(hexes_in(table, side, board), side)
    table.finish()
    return control


def _read_entry(row: Table, board: Board, units: Mapping[str, Unit]) -> Entry:
    hexes = hexes_in(row, "hexes", board)
    entry = Entry(units_in(row, "units", units), hexes, row.get("round", int, 1))
    row.finish()
    return entry


def _read_work(row: Table, board: Board) -> Work:
    kinds = ("trench", "gun-pit", "bunker", "wire", "mine")
    kind, hex = row.need("kind", str), row.need("hex", str)
    if kind not in kinds:
        raise row.problem(f"there is no work '{kind}'", "kind", closest(kind, kinds))
    if hex not in board:
        raise row.problem(f"hex {hex} is not on the board", "hex", closest(hex, board.hexes))
    facing = row.get("facing", str, "N")
    if facing not in DIRECTION:
        raise row.problem(f"'{facing}' is no facing", "facing", closest(facing, DIRECTION))
    colour = row.get("colour", str, "")
    if colour not in ("", "black", *COLOURS):
        raise row.problem(f"'{colour}' is no colour", "colour", "black, red or blue.")
    work = Work(
        kind,
        hex,
        DIRECTION[facing],
        colour,
        row.get("strength", int, 8),
        hidden=row.get("hidden", str, ""),
        barring=row.get("bars-wheels", bool, False),
    )
    if work.barring and kind != "trench":
        raise row.problem("only trenches are marked so", "bars-wheels", "Leave it out.")
    row.finish()
    return work


def _read_smoke(table: Table, board: Board) -> dict[str, tuple[int, ...]]:
    smoke = {}
    for hex in table.data:
        marks = table.need(hex, list)
        if hex not in board or any(mark not in (1, 2) for mark in marks):
            raise table.problem(f"{marks!r} is no smoke for {hex}", hex, "Write [2] or [1, 1].")
        smoke[hex] = tuple(marks)
    return smoke


def known_cards() -> list[str]:
    """Every card there is."""
    name = "engine/conflict_of_heroes/tables.toml"
    top = read(package_file("engine", "conflict_of_heroes", "tables.toml"), name)
    return list(top.data["cards"]["rows"])


def read_cards(table: Table, key: str) -> tuple[str, ...]:
    """A hand, or the deck in the order it lies if it is not shuffled."""
    cards = table.texts(key)
    names = known_cards()
    for i, card in enumerate(cards):
        if card not in names:
            raise table.problem(f"there is no card '{card}'", f"{key}[{i}]", closest(card, names))
    return tuple(cards)
