"""What a firefight says beyond board and units (1.0): rounds, CAP, points, works, cards, start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.board import Board
from engine.conflict_of_heroes.cardlist import read_cards
from engine.conflict_of_heroes.deploy import Deployment, Zone
from engine.conflict_of_heroes.entering import Entry
from engine.conflict_of_heroes.events import Aim, Happening
from engine.conflict_of_heroes.extras import named_units, read_extras
from engine.conflict_of_heroes.rounds import PreRound, Round
from engine.conflict_of_heroes.state import Counter, State, Work
from engine.conflict_of_heroes.unit import COLOURS, DIRECTION, GERMAN, SIDES, Unit
from engine.conflict_of_heroes.veterans import Bond
from engine.errors import closest
from engine.files import Table
from engine.position import Position
from engine.tables import Chart

if TYPE_CHECKING:
    from engine.conflict_of_heroes.rules import ConflictOfHeroes

LAST_SECTION = 6


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

    def first_state(self, g: ConflictOfHeroes) -> State:
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
    given = dict(unit.state or {})
    return Counter(
        facing=unit.facing,
        spent=bool(given.get("spent", False)),
        hit=given.get("hit"),
        hidden=bool(given.get("hidden", False)),
        carrier=given.get("carried"),
        dug=bool(given.get("dug", False)),
        inside=bool(given.get("inside", False)),
        bogged=bool(given.get("bogged", False)),
        altitude=int(given.get("altitude", 0)),
        bombs=int(given.get("bombs", 0)),
    )


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
        unit.id: bool((unit.state or {})["decoy"])
        for unit in units.values()
        if "decoy" in (unit.state or {})
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
        exits={side: _hexes(exits, side, board) for side in sides},
        exit_points=exits.get("points", int, 0),
        decoys=decoys,
        alternate=players.get("alternate", bool, True),
        together=players.get("together", bool, True),
        **read_extras(top, board, units, sides),
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
        given = dict(unit.state or {})
        hit, carrier = given.get("hit"), given.get("carried")
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
    awake = {side: named_units(active, side, units) for side in sides}
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
    control = {}
    for side in sides:
        for i, hex in enumerate(table.texts(side)):
            if hex not in board:
                raise table.problem(
                    f"hex {hex} is not on the board", f"{side}[{i}]", closest(hex, board.hexes)
                )
            control[hex] = side
    table.finish()
    return control


def _hexes(table: Table, key: str, board: Board) -> tuple[str, ...]:
    """A list of hexes of the board."""
    hexes = tuple(table.texts(key))
    for i, hex in enumerate(hexes):
        if hex not in board:
            raise table.problem(
                f"hex {hex} is not on the board", f"{key}[{i}]", closest(hex, board.hexes)
            )
    return hexes


def _read_entry(row: Table, board: Board, units: Mapping[str, Unit]) -> Entry:
    names = tuple(row.texts("units"))
    for i, name in enumerate(names):
        if name not in units:
            raise row.problem(f"there is no unit '{name}'", f"units[{i}]", closest(name, units))
    entry = Entry(names, _hexes(row, "hexes", board), row.get("round", int, 1))
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
