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
from engine.victory_awaits.activation import activated
from engine.victory_awaits.concepts import first_control
from engine.victory_awaits.movement import Movement
from engine.victory_awaits.sequence import GameTurn
from engine.victory_awaits.state import State
from engine.victory_awaits.unit import SIDES, Unit

if TYPE_CHECKING:
    from engine.victory_awaits.rules import VictoryAwaits


@dataclass(frozen=True)
class Setup:
    """The start of a scenario, its length and its goal."""

    reduced: frozenset[str]
    chits: tuple[str, ...]
    first_turn: int
    last_turn: int
    start_hq: str | None
    start_side: str | None
    goal_side: str
    goal_hexes: tuple[str, ...]
    goal_need: int

    def first_state(self, g: VictoryAwaits) -> State:
        """The state before the first phase runs."""
        state = State(
            agenda=(),
            turn=self.first_turn,
            position=Position(g.scenario.where),
            reduced=self.reduced,
            control=first_control(g),
        )
        return state.push(self._opening(g, state))

    def _opening(self, g: VictoryAwaits, state: State) -> Phase:
        if self.start_hq:
            side = g.units[self.start_hq].side
            return Movement(self.start_hq, side, activated(g, state, self.start_hq))
        if self.start_side:
            awake = tuple(
                u
                for u in state.position.units()
                if g.units[u].side == self.start_side and state.position.place(u) in g.board
            )
            return Movement(None, self.start_side, awake)
        return GameTurn()


def read_setup(top: Table, board: Board, units: Mapping[str, Unit]) -> Setup:
    """Read and check the keys that only this game has."""
    turns = top.table("turns")
    first, last = turns.get("first", int, 1), turns.get("last", int, 1)
    if not 1 <= first <= last:
        raise turns.problem(
            f"turns {first} to {last} make no game", "last", "Count upwards from 1."
        )
    turns.finish()
    chits = top.texts("chits")
    for i, chit in enumerate(chits):
        if chit not in units or not units[chit].hq:
            heads = [unit.id for unit in units.values() if unit.hq]
            raise top.problem(
                f"chit '{chit}' has no headquarters", f"chits[{i}]", closest(chit, heads)
            )
    start = top.table("start")
    hq, side = start.get("hq", str, ""), start.get("side", str, "")
    if hq and (hq not in units or not units[hq].hq):
        raise start.problem(f"'{hq}' is no headquarters here", "hq", closest(hq, units))
    if side and side not in SIDES:
        raise start.problem(f"there is no side '{side}'", "side", closest(side, SIDES))
    reduced = start.texts("reduced")
    for i, unit in enumerate(reduced):
        if unit not in units or units[unit].steps < 2:
            raise start.problem(
                f"'{unit}' has no reduced side", f"reduced[{i}]", closest(unit, units)
            )
    start.finish()
    goal = top.table("victory")
    goal_side = goal.get("side", str, SIDES[0])
    if goal_side not in SIDES:
        raise goal.problem(f"there is no side '{goal_side}'", "side", closest(goal_side, SIDES))
    goal_hexes = tuple(goal.texts("hexes"))
    places = {place.hex for place in board.places}
    for i, hex in enumerate(goal_hexes):
        if hex not in places:
            raise goal.problem(
                f"hex {hex} holds no town or city", f"hexes[{i}]", closest(hex, places)
            )
    need = goal.get("need", int, len(goal_hexes))
    goal.finish()
    if not (hq or side or chits):
        raise top.problem(
            "nobody would ever move", "chits", "List chits, or a [start] with hq or side."
        )
    _about(top)
    top.finish()
    return Setup(
        reduced=frozenset(reduced),
        chits=tuple(chits),
        first_turn=first,
        last_turn=last,
        start_hq=hq or None,
        start_side=side or None,
        goal_side=goal_side,
        goal_hexes=goal_hexes,
        goal_need=need,
    )


def _about(top: Table) -> None:
    """Keys that others read: a worked example's text and steps."""
    for key, kind in (("example", dict), ("step", list)):
        top.get(key, kind, kind())
