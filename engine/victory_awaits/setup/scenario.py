"""What a scenario of A Victory Awaits says beyond board and units: chits, turns, start, victory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from engine.agenda import Phase
from engine.board import Board
from engine.errors import closest
from engine.files import Table
from engine.position import Position
from engine.victory_awaits.combat.segment import Combat
from engine.victory_awaits.components.cities import large_cities, towns_and_cities
from engine.victory_awaits.components.state import State
from engine.victory_awaits.components.track import (
    COMMON,
    Entry,
    Limits,
    Player,
    TurnBox,
    Zone,
    read_chits,
    read_entries,
    read_hexes,
    read_interrupts,
    read_limits,
    read_track,
    read_zones,
)
from engine.victory_awaits.components.unit import AXIS, SIDES, SOVIET, Unit
from engine.victory_awaits.concepts.activation import activated
from engine.victory_awaits.concepts.communication import SOURCE
from engine.victory_awaits.concepts.control import first_control
from engine.victory_awaits.movement.segment import Movement
from engine.victory_awaits.options.bidding import Bidding
from engine.victory_awaits.setup.placing import SettingUp
from engine.victory_awaits.setup.printed_maps import Printed, read_printed
from engine.victory_awaits.setup.seats import read_table
from engine.victory_awaits.turn.game_turn import GameTurn
from engine.victory_awaits.turn.surprise import SurpriseAttack

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits

SEGMENTS = ("movement", "combat")


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

    @property
    def goal_hexes(self) -> tuple[str, ...]:
        """The towns and cities of the goal."""
        return self.goal.hexes

    def first_state(self, g: VictoryAwaits) -> State:
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

    def _opening(self, g: VictoryAwaits, state: State) -> tuple[Phase, ...]:
        if self.start.hq:
            side = g.units[self.start.hq].side
            return self._segments(side, self.start.hq, activated(g, state, self.start.hq))
        if self.start.side:
            awake = tuple(
                u
                for u in state.position.units()
                if g.units[u].side == self.start.side
                and state.position.place(u) in g.board
                and not g.units[u].fortress
            )
            return self._segments(self.start.side, None, awake)
        phases: list[Phase] = [Bidding()] if g.on("bidding") else []
        if self.zones:
            phases += [SettingUp(SOVIET), SettingUp(AXIS)]
        if self.surprise and not self.team:  # 20.2: there it follows the choice of chits
            phases.append(SurpriseAttack())
        return (*phases, GameTurn())

    def _segments(self, side: str, hq: str | None, awake: tuple[str, ...]) -> tuple[Phase, ...]:
        phases = (Movement(hq, side, awake), Combat(hq, side, awake))
        return phases[: 1 + self.combat] if self.start.segment == "movement" else phases[1:]


def read_setup(top: Table, board: Board, units: Mapping[str, Unit]) -> Setup:
    """Read and check the keys that only this game has."""
    turns = top.table("turns")
    first, last = turns.get("first", int, 1), turns.get("last", int, 1)
    if not 1 <= first <= last:
        raise turns.problem(
            f"turns {first} to {last} make no game", "last", "Count upwards from 1."
        )
    turns.finish()
    interrupts = read_interrupts(top, units)
    more = frozenset((*COMMON, *interrupts))
    chits = read_chits(top, "chits", units, more)
    start = _read_start(top.table("start"), board, units)
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
        sources=_read_sources(top.table("sources"), board),
        interrupts=interrupts,
        track=read_track(top, units, more),
        limits=read_limits(top),
        entries=read_entries(top, board, units),
        zones=read_zones(top, board, units),
        zhukov=read_hexes(top, "zhukov", board),
        players=players,
        controller=controller,
        team=top.get("team", bool, False),
        without=read_chits(top, "without", units, more),
        transfers=frozenset(_known(top, "transfers", units)),
        printed=read_printed(top),
    )
    _about(top)
    top.finish()
    return setup


def _read_start(start: Table, board: Board, units: Mapping[str, Unit]) -> Start:
    hq, side = start.get("hq", str, ""), start.get("side", str, "")
    if hq and (hq not in units or not units[hq].hq):
        raise start.problem(f"'{hq}' is no headquarters here", "hq", closest(hq, units))
    if side and side not in SIDES:
        raise start.problem(f"there is no side '{side}'", "side", closest(side, SIDES))
    segment = start.get("segment", str, SEGMENTS[0])
    if segment not in SEGMENTS:
        raise start.problem(
            f"there is no segment '{segment}'", "segment", closest(segment, SEGMENTS)
        )
    reduced = start.texts("reduced")
    for i, unit in enumerate(reduced):
        if unit not in units or units[unit].steps < 2:
            raise start.problem(
                f"'{unit}' has no reduced side", f"reduced[{i}]", closest(unit, units)
            )
    holds = read_hexes(start, "holds", board)
    start.finish()
    return Start(hq or None, side or None, segment, frozenset(reduced), holds)


def _read_goal(goal: Table, board: Board) -> Goal:
    side = goal.get("side", str, SIDES[0])
    if side not in SIDES:
        raise goal.problem(f"there is no side '{side}'", "side", closest(side, SIDES))
    hexes = read_towns(goal, "hexes", towns_and_cities(board), "holds no town or city")
    points = goal.need("points", int) if "points" in goal else None
    found = Goal(
        side,
        hexes,
        goal.get("need", int, len(hexes)),
        points,
        read_towns(goal, "stand_fast", large_cities(board), "is no large city"),
        read_hexes(goal, "breakthrough", board),
    )
    goal.finish()
    return found


def read_towns(table: Table, key: str, among: tuple[str, ...], lacks: str) -> tuple[str, ...]:
    """A list of hexes that are what the rule speaks of (3.4, 16.2)."""
    hexes = table.texts(key)
    for i, hex in enumerate(hexes):
        if hex not in among:
            raise table.problem(f"hex {hex} {lacks}", f"{key}[{i}]", closest(hex, among))
    return tuple(hexes)


def _read_sources(table: Table, board: Board) -> dict[str, frozenset[str]]:
    """Supply sources that stand in for those of the board (2.1), and those from Moscow (16.3)."""
    kinds = tuple(SOURCE)
    found = {}
    for kind in table.data:
        if kind not in kinds:
            raise table.problem(f"there is no kind of source '{kind}'", kind, closest(kind, kinds))
        found[kind] = frozenset(read_hexes(table, kind, board))
    return found


def _known(top: Table, key: str, units: Mapping[str, Unit]) -> list[str]:
    """A list of units, such as those that a transfer brings (18.1)."""
    names = top.texts(key)
    for i, name in enumerate(names):
        if name not in units:
            raise top.problem(f"there is no unit '{name}'", f"{key}[{i}]", closest(name, units))
    return names


def _about(top: Table) -> None:
    """Keys that others read: a worked example's text and steps."""
    for key, kind in (("example", dict), ("step", list)):
        top.get(key, kind, kind())
