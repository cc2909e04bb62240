"""A Victory Awaits behind the Rules interface: opens a scenario, answers questions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import partial

from engine.arguments import read_arguments
from engine.errors import closest
from engine.files import Table
from engine.scenario import read_scenario
from engine.tables import load_charts
from engine.values import Action
from engine.verdict import Course, Ending, Reason, Tally, enforces
from engine.victory_awaits.appeal import appeal
from engine.victory_awaits.combat.odds import Columns, shift_lines
from engine.victory_awaits.combat.retreat import Retreat, Way
from engine.victory_awaits.combat.segment import Combat, Pursuit, read_result
from engine.victory_awaits.components.state import (
    AXIS,
    MOSCOW,
    SIDES,
    SOVIET,
    Setting,
    State,
    Unit,
    enemy,
    read_unit,
)
from engine.victory_awaits.components.terrain import (
    check_places,
    ground_of,
    large_cities,
    towns_and_cities,
)
from engine.victory_awaits.components.track import BOXES, COMMON, SIDE_OF, SUPPLY, headquarters
from engine.victory_awaits.concepts import (
    Communication,
    activated,
    activation,
    command_range,
    first_control,
    full_hexes,
    lines_of,
    linked,
    on_map,
    stacking,
    zoc,
)
from engine.victory_awaits.movement.costs import NORMAL, Ways, in_points, reach_of
from engine.victory_awaits.movement.segment import Movement
from engine.victory_awaits.questions import battle_outlook, violations
from engine.victory_awaits.secrets import concealed
from engine.victory_awaits.setup.placing import check_zones
from engine.victory_awaits.setup.scenario import read_setup, with_bases
from engine.victory_awaits.supply import railheads
from engine.victory_awaits.turn.chits import side_of
from engine.victory_awaits.turn.controller import TURN_TO, Abreast, acting, in_focus, queue_of
from engine.victory_awaits.victory import ending, points, score, standing

SWITCHES = (
    "bidding",  # 17.1
    "reserve-okh",  # 17.2
    "hq-relocation",  # 17.3
    "tight-soviet-supply",  # 17.4
    "armour-limit",  # 17.5
    "panzer-hq-limit",  # 17.6
)
"""Optional rules (chapter 17) that a scenario can switch on."""

CHARTS = {
    "terrain": ("entry", "mechanized", "infantry", "shift", "pursuit"),
    "costs": ("points",),
    "shifts": ("columns",),
    "crt": ("1-1", "10-1"),
    "reserve": ("units", "short"),
    "masters": ("two", "three"),
}


class VictoryAwaits(Setting):
    """The rules of one scenario."""

    def __init__(
        self, top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
    ) -> None:
        top = with_bases(top)
        self.takes = read_arguments("victory_awaits")
        self.charts = load_charts("victory_awaits", CHARTS, tables)
        self.scenario = read_scenario(
            top,
            name,
            read_unit,
            boxes=BOXES,
            known_switches=SWITCHES,
            switches=switches,
            more=partial(_named, top.each("interrupts", str)),
        )
        self.board = self.scenario.board
        check_places(top, self.board)
        self.cities, self.towns = large_cities(self.board), towns_and_cities(self.board)
        self.units = self.scenario.pieces
        self.ground = ground_of(self.board, self.charts["terrain"], self.charts["costs"])
        self.columns = Columns(self.charts["crt"])
        self.shifts = {}
        self.pulls = {}
        self.fortresses = tuple(unit.id for unit in self.units.values() if unit.fortress)
        self.setup = read_setup(top, self.board, self.units)
        self.soviet_sources = self.sources(SOVIET) | frozenset(self.setup.goal.breakthrough)
        self.before_leningrad = frozenset(
            near for hex in self.setup.zhukov for near in self.board.neighbours(hex)
        )
        check_zones(self, top)
        self._check_start(top)

    def _check_start(self, top: Table) -> None:
        """What is held at the start can be held."""
        astray = sorted(self.sources(MOSCOW) - self.sources(SOVIET))
        if astray:
            raise top.problem(
                f"hex {astray[0]} is a source from Moscow and no Soviet source",
                "sources.moscow",
                "Name it among the Soviet sources too.",
            )
        known = {*self.towns, *self.soviet_sources}
        for i, hex in enumerate(self.setup.start.holds):
            if hex not in known:
                raise top.problem(
                    f"hex {hex} is no town, city or Soviet source",
                    f"start.holds[{i}]",
                    closest(hex, known),
                )

    def seat_of(self, state: State, side: str) -> str:
        """Who plays a side: its own seat, unless the auction made them change (17.1)."""
        return enemy(side) if state.swapped else side

    @property
    def chairs(self) -> Mapping[str, str]:
        """The seats of a campaign of many (19.2, 20.1), and those of sides that nobody shares."""
        theirs = {player.id: player.side or AXIS for player in self.setup.players}
        alone = {side: side for side in super().chairs if side not in theirs.values()}
        return {**theirs, **alone}

    @enforces("19.2")
    def acting(self, state: State, action: Action | None = None) -> Collection[str]:
        """Those whose activations are in progress, each in his own; what the controller judges he
        alone; what a side decides together any of it."""
        owed = self.decision(state)
        if owed is None or not self.setup.players:
            return super().acting(state)
        if owed.kind in ("ava.judge", "ava.queue"):
            return (self.setup.controller,)
        table = next((phase for phase in state.agenda if isinstance(phase, Abreast)), Abreast())
        if not table.running or table.asking:
            return tuple(seat for seat, side in self.chairs.items() if side == owed.side)
        runs = {run.chit: run.players for run in table.running}
        if action is None:
            return tuple(seat for players in runs.values() for seat in players)
        turned = action.kind == TURN_TO.kind and action.get("chit") in runs
        return runs[action["chit"] if turned else table.running[table.focus].chit]

    @enforces("6.1", "20.2")
    def sent(self, state: State, side: str) -> State:
        return concealed(self, state, side)

    def start(self, course: Course) -> State:
        settled: State = self.settle(self.setup.first_state(self), course)
        return settled

    def ending(self, state: State) -> Ending | None:
        """Who won, when the last turn is over (16.4)."""
        return ending(self, state) if not state.agenda else None

    def names(self) -> Iterable[str]:
        players = (player.id for player in self.setup.players)
        return (*self.units, *self.board.hexes, SUPPLY, *SIDE_OF, *self.setup.interrupts, *players)

    def violations(self, state: State) -> list[Reason]:
        return violations(self, state)

    def appeal(self, state: State, action: Action, side: str) -> float:
        return appeal(self, state, action, side)


read = VictoryAwaits
"""The rules of a scenario's table."""


def _named(interrupts: Collection[str], units: Mapping[str, Unit]) -> dict[str, Collection[str]]:
    """Headquarters, and chits: those of headquarters, common ones, named interrupts (2.2)."""
    heads = headquarters(units)
    return {"headquarters": heads, "chit": [*heads, *COMMON, *interrupts]}


def _reach(
    g: Setting, s: State, unit: str, mode: str = NORMAL, points: int | None = None
) -> dict[str, dict[str, object]]:
    found = reach_of(g, s, unit, mode, points)
    ways, full = Ways(g, found, unit, mode), full_hexes(g, s.position, g.units[unit].side)
    return {
        (hex := g.board.hexes[there]): {
            "cost": in_points(cost),
            "path": ways.path(there),
            "stop": hex not in full or not any(stacking(g, s, unit, hex)),
        }
        for there, cost in found.cost.items()
    }


PLENTY = 60
"""Movement points enough to cross any board: for a way that a unit cannot afford."""


def _way(g: Setting, s: State, unit: str, hex: str, mode: str = NORMAL) -> tuple[str, ...]:
    """The way that a player means who sends a unit to a hex: the cheapest that there is, else the
    cheapest for a unit with points enough, else one that leads up to the hex, else straight on."""
    start, board = s.position.place(unit), g.board
    if not isinstance(acting(s), Movement) or start not in board or hex == start:
        return ()
    for most in (None, PLENTY):
        found = reach_of(g, s, unit, mode, most)
        ways = Ways(g, found, unit, mode)
        if board.index[hex] in found.cost:
            return ways.path(board.index[hex])
        if most is None and board.adjacent(start, hex):
            return start, hex
    near = [board.index[n] for n in board.neighbours(hex) if board.index[n] in found.cost]
    if near:
        best = min(near, key=lambda there: (found.cost[there], ways.path(there)))
        return (*ways.path(best), hex)
    return board.straight(start, hex)


def _communication(g: Setting, s: State, unit: str) -> Communication:
    return lines_of(g, s, g.units[unit].side).into(s.position.place(unit))


def _taken(g: Setting, s: State) -> dict[str, str]:
    """Towns, cities and Soviet sources that have changed hands, and who holds them (3.4, 16.3)."""
    first = first_control(g)
    towns = {hex: side for hex, side in s.control.items() if side != first[hex]}
    return dict.fromkeys(s.breached, AXIS) | towns


def _chits(g: Setting, s: State, side: str) -> dict[str, list[str] | int]:
    """What a side may know of the chits (6.1): all of its own, the open ones of the other."""

    def mine(chits: tuple[str, ...]) -> list[str]:
        return [chit for chit in chits if side_of(g, chit) in (side, None)]

    return {
        "available": mine(s.pool),
        "chosen": sorted(mine(s.cup)),
        "hand": mine(s.hand),
        "resting": mine(s.resting),
        "drawn": [chit for chit in s.drawn if chit not in queue_of(g, s)["waiting"]],
        "left": len(s.cup),
    }


def _awake(g: Setting, s: State) -> tuple[str, ...]:
    top = acting(s)
    return top.active if isinstance(top, Movement | Combat) else ()


def _targets(g: Setting, s: State) -> dict[str, list[str]]:
    s, top = in_focus(s), acting(s)
    return top.targets(g, s) if isinstance(top, Combat) else {}


def _retreats(g: Setting, s: State, unit: str) -> tuple[Way, ...]:
    s, top = in_focus(s), acting(s)
    return tuple(top.paths(g, s, unit).all()) if isinstance(top, Retreat) else ()


def _pursuits(g: Setting, s: State, unit: str) -> tuple[tuple[str, ...], ...]:
    s, top = in_focus(s), acting(s)
    if not isinstance(top, Pursuit):
        return ()
    return tuple(action["path"] for action in top.choices(g, s, unit, None))


VictoryAwaits.questions = {
    "zoc": lambda g, s, side: frozenset(zoc(g, s.position, side)),
    "reach": _reach,
    "way": _way,
    "communication": _communication,
    "range": lambda g, s, hq: command_range(g, s.position.place(hq)),
    "activation": activation,
    "activated": activated,
    "control": lambda g, s: dict(s.control),
    "taken": _taken,
    "stack": lambda g, s, unit, hex: tuple(stacking(g, s, unit, hex)),
    "odds": lambda g, s, attack, defence, shift=0: g.columns.odds(attack, defence, shift),
    "shift": lambda g, s, hex: Tally.adding("ava.shift.total", shift_lines(g, hex)),
    "result": lambda g, s, code: read_result(code),
    "targets": _targets,
    "retreats": _retreats,
    "pursuits": _pursuits,
    "battle_outlook": battle_outlook,
    "supply": lambda g, s, side: {unit: linked(g, s, unit) for unit in on_map(g, s, side)},
    "points": points,
    "score": score,
    "standing": standing,
    "railheads": lambda g, s, side: frozenset(railheads(g, s, side)),
    "chits": _chits,
    "boxes": lambda g, s: {box: s.position.at(box) for box in BOXES if s.position.at(box)},
    "queue": queue_of,
    "acting": lambda g, s: acting(s),
    "awake": _awake,
    "bid": lambda g, s: s.bid,
    "seats": lambda g, s: {side: g.seat_of(s, side) for side in SIDES},
    "stand_fast": lambda g, s: s.stand_fast,
}
