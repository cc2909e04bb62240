"""A Victory Awaits behind the Rules interface: opens a scenario, answers questions."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from engine.agenda import AgendaRules
from engine.errors import Problem, closest
from engine.files import Table
from engine.game import Course, Ending
from engine.scenario import read_scenario
from engine.tables import load_charts
from engine.verdict import Reason
from engine.victory_awaits import concepts
from engine.victory_awaits.activation import activated, activation, command_range
from engine.victory_awaits.ground import HALF, Ground
from engine.victory_awaits.movement import NORMAL, reach_of
from engine.victory_awaits.setup import Setup, read_setup
from engine.victory_awaits.state import State
from engine.victory_awaits.unit import SIDES, Face, Unit, read_unit
from engine.victory_awaits.victory import ending

SWITCHES: tuple[str, ...] = ()
"""Optional rules (chapter 17) that a scenario can switch on."""

CHARTS = {
    "terrain": ("entry", "mechanized", "infantry", "shift", "pursuit"),
    "costs": ("points",),
}


class VictoryAwaits(AgendaRules):
    """The rules of one scenario."""

    def __init__(
        self, top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
    ) -> None:
        self.charts = load_charts("victory_awaits", CHARTS, tables)
        self.scenario = read_scenario(
            top,
            name,
            read_unit,
            terrain=self.charts["terrain"].rows,
            known_switches=SWITCHES,
            switches=switches,
        )
        for side in self.scenario.sides:
            if side.id not in SIDES:
                raise top.problem(f"there is no side '{side.id}'", "side", closest(side.id, SIDES))
        self.board = self.scenario.board
        self.units: Mapping[str, Unit] = self.scenario.pieces
        self.ground = Ground(self.board, self.charts["terrain"], self.charts["costs"])
        self.setup: Setup = read_setup(top, self.board, self.units)

    def face(self, s: State, unit: str) -> Face:
        """A unit's strengths as it stands, full or reduced (2.2)."""
        return self.units[unit].faces[-1 if unit in s.reduced else 0]

    def start(self, course: Course) -> State:
        """The position of the scenario, and whatever happens before the first decision."""
        return self.settle(self.setup.first_state(self), course)  # type: ignore[no-any-return]

    def ending(self, state: State) -> Ending | None:
        """Who won, when the last turn is over (16.4)."""
        return ending(self, state) if not state.agenda else None

    def query(self, state: State, name: str, **args: Any) -> Any:
        """zoc, reach, communication, range, activation, activated, control, stack."""
        try:
            return _QUERIES[name](self, state, **args)
        except KeyError as error:
            missing = str(error.args[0])
            known = _QUERIES if name not in _QUERIES else {**self.units, **self.board.index}
            raise Problem(
                f"the question '{name}' does not know '{missing}'", remedy=closest(missing, known)
            ) from None

    def violations(self, state: State) -> list[Reason]:
        """Stacking (3.1), enemies apart (3.1), nobody west of the start line (9.1)."""
        found: list[Reason] = []
        for place in state.position.places():
            if place not in self.board:
                continue
            units = state.position.at(place)
            if len(units) > concepts.STACK_LIMIT:
                found.append(Reason.of("3.1", "ava.broken.stack", hexes=(place,), units=units))
            if len({self.units[unit].side for unit in units}) > 1:
                found.append(Reason.of("3.1", "ava.broken.mixed", hexes=(place,), units=units))
            if not self.ground.dry(self.board.index[place]):
                found.append(Reason.of("TEC", "ava.broken.water", hexes=(place,), units=units))
            if place in self.board.tagged("axis-territory"):
                strays = [u for u in units if self.units[u].side == "soviet"]
                if strays:
                    found.append(Reason.of("9.1", "ava.broken.west", hexes=(place,), units=strays))
        return found


def read(
    top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
) -> VictoryAwaits:
    """The rules of a scenario's table."""
    return VictoryAwaits(top, name, switches, tables)


def _zoc(g: VictoryAwaits, s: State, side: str) -> frozenset[str]:
    return frozenset(g.board.hexes[i] for i in concepts.zoc(g, s.position, side))


def _reach(g: VictoryAwaits, s: State, unit: str, mode: str = NORMAL) -> dict[str, Any]:
    found = reach_of(g, s, unit, mode)
    return {
        g.board.hexes[i]: {
            "cost": Fraction(cost, HALF),
            "path": tuple(g.board.hexes[j] for j in found.path(i)),
            "stop": not any(concepts.stacking(g, s, unit, g.board.hexes[i])),
        }
        for i, cost in found.cost.items()
    }


def _communication(g: VictoryAwaits, s: State, unit: str) -> concepts.Communication:
    return concepts.communication(g, s, g.units[unit].side, s.position.place(unit))


def _stack(g: VictoryAwaits, s: State, unit: str, hex: str) -> tuple[Reason, ...]:
    return tuple(concepts.stacking(g, s, unit, hex))


_QUERIES: dict[str, Any] = {
    "zoc": _zoc,
    "reach": _reach,
    "communication": _communication,
    "range": lambda g, s, hq: command_range(g, s.position.place(hq)),
    "activation": activation,
    "activated": activated,
    "control": lambda g, s: dict(s.control),
    "stack": _stack,
}
