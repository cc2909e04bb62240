"""What a scenario of A Victory Awaits says beyond board and units: chits, turns, start, victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from engine.agenda import Phase
from engine.board import Board
from engine.errors import closest
from engine.files import Table, package_file, read
from engine.hexes import parse_label
from engine.position import Position
from engine.scenario import upon, with_base
from engine.verdict import enforces
from engine.victory_awaits.combat.segment import Combat, operations
from engine.victory_awaits.components.state import AXIS, MAPS, SOVIET, Setting, State, Unit
from engine.victory_awaits.components.terrain import large_cities, towns_and_cities
from engine.victory_awaits.components.track import (
    Entry,
    Limits,
    Player,
    TurnBox,
    Zone,
    headquarters,
    read_entries,
    read_limits,
    read_track,
    read_zones,
)
from engine.victory_awaits.concepts import activated, first_control, on_map
from engine.victory_awaits.options import Bidding
from engine.victory_awaits.setup.placing import SettingUp
from engine.victory_awaits.turn.game_turn import GameTurn, SurpriseAttack

WHAT = ("stand-fast", "moscow-source", "fortress", "breakthrough", "border")
PAIRS = ("border",)
"""Kinds that name hexsides, as two hexes: `2730/2701`."""


@dataclass(frozen=True, slots=True)
class Printed:
    """One thing that the text places on the printed maps (2.1, 4.0, 15.4, 16.2, 18.2). Information
    only: training boards have numbers of their own. A scenario on the printed maps takes its goals,
    sources and markers from here."""

    what: str
    rule: str
    name: str
    hexes: tuple[str, ...]


@dataclass(frozen=True)
class Start:
    """A position that begins inside one side's segment, for examples and drills."""

    hq: str | None
    side: str | None
    segment: str
    reduced: frozenset[str]
    holds: tuple[str, ...] = ()
    """Towns, cities and Soviet sources that the Axis took before the position begins (3.4)."""


@dataclass(frozen=True)
class Goal:
    """What wins: towns and cities to hold, or victory points (16.0)."""

    side: str
    hexes: tuple[str, ...]
    need: int
    points: int | None
    stand_fast: tuple[str, ...]
    breakthrough: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """The start of a scenario, its length and its goal."""

    chits: tuple[str, ...]
    first_turn: int
    last_turn: int
    start: Start
    goal: Goal
    combat: bool
    surprise: bool
    sources: Mapping[str, frozenset[str]]
    interrupts: Mapping[str, str]
    track: Mapping[int, TurnBox]
    limits: Limits
    entries: tuple[Entry, ...]
    zones: tuple[Zone, ...]
    zhukov: tuple[str, ...]
    transfers: frozenset[str]
    players: tuple[Player, ...]
    controller: str
    team: bool
    without: tuple[str, ...]
    printed: tuple[Printed, ...]

    @property
    def entering(self) -> frozenset[str]:
        """The units that march in from the turn track (15.3)."""
        return frozenset(unit for entry in self.entries for unit in entry.units)

    def first_state(self, g: Setting) -> State:
        """The state before the first phase runs."""
        taken = [hex for hex in self.start.holds if hex in g.towns]
        state = State(
            agenda=(),
            turn=self.first_turn,
            position=Position(g.scenario.where),
            reduced=self.start.reduced,
            control={**first_control(g), **dict.fromkeys(taken, AXIS)},
            pool=self.chits,
            breached=frozenset(self.start.holds) & g.soviet_sources,
            stand_fast=frozenset(self.goal.stand_fast),
        )
        return state.push(*self._opening(g, state))

    def _opening(self, g: Setting, state: State) -> tuple[Phase, ...]:
        if self.start.hq:
            side = g.units[self.start.hq].side
            return self._segments(g, side, self.start.hq, activated(g, state, self.start.hq))
        if self.start.side:
            awake = tuple(on_map(g, state, self.start.side))
            return self._segments(g, self.start.side, None, awake)
        phases: list[Phase] = [Bidding()] if g.on("bidding") else []
        if self.zones:
            phases += [SettingUp(SOVIET), SettingUp(AXIS)]
        if self.surprise and not self.team:  # 20.2: there it follows the choice of chits
            phases.append(SurpriseAttack())
        return (*phases, GameTurn())

    def _segments(
        self, g: Setting, side: str, hq: str | None, awake: tuple[str, ...]
    ) -> tuple[Phase, ...]:
        begun = self.start.segment == "movement"
        return operations(g, hq, side, awake) if begun else (Combat(hq, side, awake),)


def read_setup(top: Table, board: Board, units: Mapping[str, Unit]) -> Setup:
    """Read and check the keys that only this game has."""
    turns = top.table("turns")
    first, last = turns.get("first", int, 1), turns.get("last", int, 1)
    if not 1 <= first <= last:
        raise turns.problem(
            f"turns {first} to {last} make no game", "last", "Count upwards from 1."
        )
    turns.finish()
    interrupts = top.each("interrupts", str)
    chits = tuple(top.texts("chits"))
    start = _read_start(top.table("start"), units)
    begun = bool(start.hq or start.side)
    if not (begun or chits):
        raise top.problem(
            "nobody would ever move", "chits", "List chits, or a [start] with hq or side."
        )
    players, controller = read_table(top, units)
    setup = Setup(
        chits=chits,
        first_turn=first,
        last_turn=last,
        start=start,
        goal=_read_goal(top.table("victory"), board),
        combat=top.get("combat", bool, not begun),
        surprise=top.get("surprise", bool, False),
        sources={kind: frozenset(here) for kind, here in top.lists("sources").items()},
        interrupts=interrupts,
        track=read_track(top),
        limits=read_limits(top),
        entries=read_entries(top, units),
        zones=read_zones(top, board, units),
        zhukov=tuple(top.texts("zhukov")),
        players=players,
        controller=controller,
        team=top.get("team", bool, False),
        without=tuple(top.texts("without")),
        transfers=frozenset(top.texts("transfers")),
        printed=read_printed(top),
    )
    _about(top)
    top.finish()
    return setup


def _read_start(start: Table, units: Mapping[str, Unit]) -> Start:
    hq = start.get("hq", str, "")
    side, segment = start.get("side", str, ""), start.get("segment", str, "movement")
    reduced = start.texts("reduced")
    for i, unit in enumerate(reduced):
        if unit not in units or units[unit].steps < 2:
            raise start.problem(
                f"'{unit}' has no reduced side", f"reduced[{i}]", closest(unit, units)
            )
    holds = tuple(start.texts("holds"))
    start.finish()
    return Start(hq or None, side or None, segment, frozenset(reduced), holds)


def _read_goal(goal: Table, board: Board) -> Goal:
    hexes = goal.names("hexes", towns_and_cities(board), "hex {} holds no town or city")
    found = Goal(
        goal.get("side", str, AXIS),
        hexes,
        goal.get("need", int, len(hexes)),
        goal.need("points", int) if "points" in goal else None,
        goal.names("stand_fast", large_cities(board), "hex {} is no large city"),
        tuple(goal.texts("breakthrough")),
    )
    goal.finish()
    return found


def _about(top: Table) -> None:
    """Keys that others read: a worked example's text and steps."""
    for key, kind in (("example", dict), ("step", list)):
        top.get(key, kind, kind())


def read_printed(top: Table) -> tuple[Printed, ...]:
    """The [[printed]] tables, every number checked for its form."""
    found = []
    for entry in top.tables("printed"):
        what = entry.name("what", WHAT, "nothing printed is a '{}'")
        hexes = entry.texts("hexes")
        for i, text in enumerate(hexes):
            parts = text.split("/")
            if len(parts) != 1 + (what in PAIRS) or not all(map(_is_number, parts)):
                wanted = "1234/1235" if what in PAIRS else "1234"
                raise entry.problem(
                    f"'{text}' is no number of a map", f"hexes[{i}]", f"Write it like {wanted}."
                )
        found.append(Printed(what, entry.need("rule", str), entry.need("name", str), tuple(hexes)))
        entry.finish()
    return tuple(found)


def _is_number(text: str) -> bool:
    try:
        parse_label(text, "CCRR")
    except ValueError:
        return False
    return True


@enforces("19.2")
def seats(number: int, units: Mapping[str, Unit]) -> tuple[tuple[Player, ...], str]:
    """The seats P1, P2, ... of a table, and the controller's (19.2, 19.3). An Axis seat has the HQs
    of its army groups, a Soviet one those of its maps."""
    name = "engine/victory_awaits/seats.toml"
    top = read(package_file("engine", "victory_awaits", "seats.toml"), name)
    groups, tables = top.table("groups"), top.table("tables")
    players, controller = [], ""
    for place, text in enumerate(tables.texts(str(number)), start=1):
        words = text.split()
        names = [word for word in words if word != "*"]
        side = SOVIET if names[0] in MAPS else AXIS
        if side == SOVIET:
            mine = [hq for hq in headquarters(units, side) if units[hq].map in names]
        else:
            mine = [hq for group in names for hq in groups.texts(group)]
        players.append(Player(f"P{place}", side, tuple(mine)))
        if "*" in words:
            controller = f"P{place}"
    return tuple(players), controller


def _read_players(top: Table) -> tuple[Player, ...]:
    """The seats of a campaign, each with the HQs that it runs (19.2)."""
    found: list[Player] = []
    for entry in top.tables("player"):
        hqs = tuple(entry.texts("hqs"))
        found.append(Player(entry.need("id", str), entry.need("side", str), hqs))
        entry.finish()
    return tuple(found)


def read_table(top: Table, units: Mapping[str, Unit]) -> tuple[tuple[Player, ...], str]:
    """The seats of a scenario: a number of players, or each seat spelled out; the controller."""
    players, controller = _read_players(top), ""
    if "seats" in top:
        number = top.need("seats", int)
        astray = [hq for hq in headquarters(units, SOVIET) if not units[hq].map]
        if astray:
            raise top.problem(
                f"nobody has a seat for '{astray[0]}', which bears no map",
                "seats",
                'Give it one: map = "leningrad", "smolensk" or "kiev".',
            )
        players, controller = seats(number, units)
        if not players:
            raise top.problem(f"there is no table for {number} players", "seats", "Use 4 to 8.")
    names = [player.id for player in players]
    default = controller or (names[-1] if names else "")
    return players, top.name("controller", names, "there is no player '{}'", default)


@cache
def bases() -> dict[str, dict[str, object]]:
    """What each scenario of 4.0, 18.1, 18.2 and 18.3 says apart from map and units."""
    name = "engine/victory_awaits/standalone.toml"
    top = read(package_file("engine", "victory_awaits", "standalone.toml"), name)
    found: dict[str, dict[str, object]] = {}
    for key in top.data:
        table = dict(top.need(key, dict))
        found[key] = upon(found.get(table.pop("base", ""), {}), table)
    return found


@enforces("18.3")
def with_bases(top: Table) -> Table:
    """A scenario's table upon those of the rulebook and of other scenarios (18.0)."""
    return with_base(top, bases())
