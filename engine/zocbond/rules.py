"""A game of the family behind the Rules interface: opens a scenario, answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from engine import hexes
from engine.action import Action
from engine.agenda import AgendaRules
from engine.errors import closest
from engine.files import Table
from engine.game import Course, Ending
from engine.hexes import Cell
from engine.position import Position
from engine.scenario import read_scenario
from engine.tables import load_charts
from engine.verdict import Reason
from engine.zocbond import strength
from engine.zocbond.advance import Advance, AfterBreakthrough
from engine.zocbond.appeal import appeal
from engine.zocbond.battle import Battle
from engine.zocbond.checks import violations
from engine.zocbond.combat import Pause, conclude, fight, resolve
from engine.zocbond.ground import Ground
from engine.zocbond.hooks import Hooks
from engine.zocbond.losses import DEFENDER, Losses, destroy, destroyed
from engine.zocbond.movement import routed_near
from engine.zocbond.muster import Muster
from engine.zocbond.queries import QUERIES
from engine.zocbond.results import Result, read_result
from engine.zocbond.retreat import Retreat, disrupt
from engine.zocbond.stacking import over
from engine.zocbond.state import MARKS, RETREATED, TRAIN, State
from engine.zocbond.supply import supply_line
from engine.zocbond.unit import Face, Unit, reader
from engine.zocbond.zones import enemy, net

CHARTS: Mapping[str, tuple[str, ...]] = {
    "terrain": ("foot", "mechanized", "technical", "woods"),
    "sides": ("foot", "mechanized", "technical", "zoc", "bond"),
    "kinds": ("mechanized", "technical", "infantry", "tank", "combat", "free"),
    "figures": ("value",),
    "crt": ("1-3", "7-1"),
    "results": ("attacker", "defender", "picks", "retreat", "stands"),
    "stand": (),
}


class Family(Hooks, AgendaRules):
    """The rules of one scenario of either game."""

    package = ""
    sections: Mapping[str, str] = {}
    sides: tuple[str, str] = ("", "")
    switches: tuple[str, ...] = ()

    def __init__(
        self, top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
    ) -> None:
        self.charts = load_charts(self.package, CHARTS, tables)
        boxes = (*(destroyed(side) for side in self.sides), *self.boxes())
        self.scenario = read_scenario(
            top,
            name,
            reader(self.charts["kinds"]),
            terrain=self.charts["terrain"].rows,
            boxes=boxes,
            known_switches=self.switches,
            switches=switches,
        )
        for side in self.scenario.sides:
            if side.id not in self.sides:
                near = closest(side.id, self.sides)
                raise top.problem(f"there is no side '{side.id}'", "side", near)
        self.board = self.scenario.board
        self.units: Mapping[str, Unit] = self.scenario.pieces
        self.ground = Ground(self.board, self.charts["terrain"], self.charts["sides"])
        self.other = dict(zip(self.sides, reversed(self.sides), strict=True))
        self._fighters: dict[str, frozenset[str]] = {}
        start = top.table("start")
        self.first = start.get("side", str, self.sides[0])
        self.opening = start.get("phase", str, "turn")
        self.turn = start.get("turn", int, 1)
        self.last_turn = start.get("last", int, self.turn)
        self._marks = self._read_marks(start)
        self._lost = self._read_lost(start)
        self._control = {
            hex: start.table("control").need(hex, str) for hex in start.table("control").data
        }
        self.read_start(start, top)
        start.finish()
        top.table("example")
        top.get("example", dict, {})
        top.get("step", list, [])
        top.finish()

    def _read_marks(self, start: Table) -> dict[str, frozenset[str]]:
        table = start.table("marks")
        found: dict[str, frozenset[str]] = {}
        for unit in table.data:
            if unit not in self.units:
                raise table.problem(f"there is no unit '{unit}'", unit, closest(unit, self.units))
            for mark in table.texts(unit):
                if mark not in MARKS:
                    raise table.problem(f"there is no marker '{mark}'", unit, closest(mark, MARKS))
            found[unit] = frozenset(table.texts(unit))
        return found

    def _read_lost(self, start: Table) -> dict[str, int]:
        table = start.table("lost")
        for unit in table.data:
            if unit not in self.units:
                raise table.problem(f"there is no unit '{unit}'", unit, closest(unit, self.units))
        return {unit: table.need(unit, int) for unit in table.data}

    # ---------------------------------------------------------------- to be answered by a game
    def boxes(self) -> tuple[str, ...]:
        """Boxes beside the map."""
        return ()

    def read_start(self, start: Table, top: Table) -> None:
        """A game's own keys of a scenario."""

    def first_tracks(self) -> dict[str, Any]:
        """A game's own tracks at the start."""
        return {}

    def opening_phases(self, s: State) -> tuple[Any, ...]:
        """The phases a scenario begins with."""
        raise NotImplementedError

    # ---------------------------------------------------------------- Rules
    def start(self, course: Course) -> State:
        """The position of the scenario, and whatever happens before the first decision."""
        s = State(
            agenda=(),
            turn=self.turn,
            position=Position(self.scenario.where),
            lost=self._lost,
            marks=self._marks,
            control=self._control,
            tracks=self.first_tracks(),
        )
        return self.settle(s.push(*self.opening_phases(s)), course)  # type: ignore[no-any-return]

    def ending(self, state: State) -> Ending | None:
        """Who won, when nothing is owed any more."""
        return self.result(state) if not state.agenda else None

    def result(self, s: State) -> Ending:
        """The winner at the end."""
        raise NotImplementedError

    def more_queries(self) -> Mapping[str, Any]:
        """A game's own questions."""
        return {}

    def queries(self) -> Mapping[str, Any]:
        """zoc, bonds, reach, odds, supply, retreats and the game's own."""
        return {**QUERIES, **self.more_queries()}

    def names(self) -> Iterable[str]:
        """Units and hexes."""
        return (*self.units, *self.board.hexes)

    def violations(self, state: State) -> list[Reason]:
        """What must always hold and does not."""
        return violations(self, state)

    def appeal(self, state: State, action: Action, side: str) -> float:
        """The greedy bot's yardstick."""
        return appeal(self, state, action, side)

    # ---------------------------------------------------------------- what both games answer alike
    def rule(self, topic: str) -> str:
        """The section of this game's rulebook on a topic."""
        return self.sections[topic]

    def figure(self, name: str) -> int:
        """A number in which the games differ."""
        return int(self.charts["figures"].value(name, "value"))

    def fighters(self, side: str) -> frozenset[str]:
        """All combat units of a side."""
        if side not in self._fighters:
            mine = (u for u, piece in self.units.items() if piece.side == side and piece.combat)
            self._fighters[side] = frozenset(mine)
        return self._fighters[side]

    def unit_name(self, unit: str) -> str:
        """The name of a unit, known or not."""
        return self.units[unit].name if unit in self.units else unit

    def face(self, s: State, unit: str) -> Face:
        """The strengths of a unit with the steps it has left."""
        faces = self.units[unit].faces
        return faces[min(s.lost.get(unit, 0), len(faces) - 1)]

    def left(self, s: State, unit: str) -> int:
        """The steps a unit has left."""
        return self.units[unit].steps - s.lost.get(unit, 0)

    def allowance(self, s: State, unit: str) -> int:
        """The movement allowance of a unit now."""
        return self.face(s, unit).move

    def column(self, place: int) -> str:
        """The column of the table for a place on the line of odds."""
        low, high = self.figure("lowest"), self.figure("highest")
        if self.figure("strict"):
            if place < low:
                return "none"
            if place >= self.figure("auto-from"):
                return "auto"
        return strength.odds_name(max(low, min(high, place)))

    def own_area(self, s: State, side: str, place: str) -> bool:
        """Whether a place is a friendly entry area."""
        return place in self.board.areas and side in self.area_sides(s, place)

    def area_sides(self, s: State, area: str) -> tuple[str, ...]:
        """Whose an entry area is: the board's tags say."""
        return tuple(side for side in self.sides if self.area_of(s, area) == side)

    def area_of(self, s: State, area: str) -> str:
        """The owner of an entry area: its id begins with the side's name."""
        return next((side for side in self.sides if area.startswith(side)), "")

    def areas_at(self, s: State, hex: str) -> list[str]:
        """The entry areas that touch a hex."""
        return [area.id for area in self.board.areas_touching(hex)] if hex in self.board else []

    def own_area_at(self, s: State, side: str, cell: Cell) -> str | None:
        """The friendly entry area that a hex beyond the edge belongs to."""
        for direction in range(6):
            label = self.board.label_of(hexes.step(cell, direction))
            if label is None:
                continue
            for area in self.areas_at(s, label):
                if self.own_area(s, side, area):
                    return area
        return None

    def entry_bonded(self, s: State, side: str, hex: str) -> bool:
        """Whether enemy bonds close a hex of the edge to units off the map."""
        found = net(self, s, enemy(self, side))
        cell = self.board.cell(hex)
        if found.enters(cell):
            return True
        outside = [c for c in hexes.neighbours(cell) if self.board.label_of(c) is None]
        return bool(outside) and all(found.crosses(c, cell) for c in outside)

    def beside(self, s: State, seat: str, hex: str) -> bool:
        """Whether an attack can go from a hex or an entry area to a hex."""
        if hex not in self.board:
            return False
        if seat in self.board:
            return self.board.adjacent(seat, hex) and not self.barred_between(seat, hex)
        return seat in self.areas_at(s, hex)

    def onward(self, s: State, place: str, battle: Battle) -> Iterator[str]:
        """Where an advance may lead from a place."""
        if place in self.board:
            yield from self.board.neighbours(place)
        else:
            yield battle.hex

    def bonding(self, s: State, side: str, hex: str, fit: frozenset[str] | None = None) -> bool:
        """Whether the units of a hex (or those of them that fit) can form bonds."""
        raise NotImplementedError

    def retreated_units(self, s: State) -> frozenset[str]:
        """Units that retreated in this phase: they do not cancel enemy ZOCs."""
        return frozenset(unit for unit in s.marks if s.has(unit, RETREATED))

    def after_step(
        self, s: State, side: str, units: Sequence[str], path: Sequence[str], course: Course
    ) -> State:
        """Control of hexes passed, and routed enemies that give way."""
        taken = {hex: side for hex in path if hex in self.controls() and s.control.get(hex) != side}
        if taken and any(self.units[unit].combat for unit in units):
            s = replace(s, control={**s.control, **taken})
            course.tell(self.rule("control"), "zb.control", hexes=tuple(taken), side=side)
        s = self.arrived(s, side, units, path, course)
        flushed = routed_near(self, s, side, path)
        if flushed:
            length = self.figure("flush")
            s = s.push(Retreat(enemy(self, side), tuple(flushed), length, length, True))
        return s

    def entered(self, s: State, unit: str, path: Sequence[str], course: Course) -> State:
        """A unit came onto the map from an entry area."""
        return self.after_step(s, self.units[unit].side, (unit,), path, course)

    def give_battle(self, s: State, battle: Battle, course: Course) -> State:
        """An attack of the combat phase was declared."""
        return fight(self, s, battle, course)

    def arrived(
        self, s: State, side: str, units: Sequence[str], path: Sequence[str], course: Course
    ) -> State:
        """A game's own consequences of entering hexes."""
        return s

    def controls(self) -> frozenset[str]:
        """The hexes whose control is kept track of."""
        named = {place.hex for place in self.board.places if place.kind != "village"}
        cities = {hex for hex in self.board.hexes if "city" in self.board.terrain(hex)}
        return frozenset(named | cities | self.board.tagged("victory"))

    def flushes(self, s: State, hex: str, near: str) -> bool:
        """Whether a unit in a hex makes a routed enemy beside it give way."""
        return not self.barred_between(hex, near)

    def excess(self, s: State, side: str, hex: str) -> int:
        """What must be destroyed at the end of a phase."""
        return over(self, s, side, hex)

    def disorder(self, s: State, unit: str, gone: int, routs: bool, course: Course) -> State:
        """The marker after a retreat of some hexes."""
        return disrupt(self, s, unit, course, routs)

    def auto_result(self) -> Result:
        """The result of an automatic DS."""
        return read_result(self, self.charts["crt"].rows["auto"]["7-1"])

    def auto_losses(self, s: State, battle: Battle) -> Iterator[Losses]:
        """The step that an automatic DS takes; who names it, the table of results says."""
        result, foe = self.auto_result(), self.other[battle.side]
        if result.defender and not self.shrugs_off(s, battle, result):
            chooser = battle.side if result.enemy_picks else foe
            yield Losses(battle, DEFENDER, chooser, result.defender, result.code)

    def shed(self, s: State, unit: str, course: Course) -> State:
        """What is over the limit at the end of a phase goes, unit by unit."""
        return destroy(self, s, unit, course, self.rule("overstack"))

    def loss_pool(self, s: State, battle: Battle, role: str, code: str) -> tuple[str, ...]:
        """Who may bear a loss."""
        raise NotImplementedError

    def desperate(self, s: State, battle: Battle, result: Result, units: Sequence[str]) -> bool:
        """Whether retreat destroys every defender."""
        from engine.zocbond.retreat import doomed

        return doomed(self, s, units, result.retreat, result.most)

    def may_lead(self, s: State, battle: Battle, unit: str) -> bool:
        """Whether a unit may lead a determined defence."""
        return (
            self.units[unit].combat
            and s.good(unit)
            and not s.has(unit, TRAIN)
            and (battle.breakthrough or not s.has(unit, RETREATED))
        )

    def held_on(
        self, s: State, battle: Battle, outcome: str, units: Sequence[str], course: Course
    ) -> State:
        """The defence held: no advance."""
        return s.pop() if isinstance(s.top, Advance) else s

    def shorten_advance(self, s: State) -> State:
        """After a fighting withdrawal the advance is one hex, without breakthrough combat."""
        if isinstance(s.top, Advance):
            return s.instead(replace(s.top, length=1, exploits=False))
        if isinstance(s.top, AfterBreakthrough):
            return s.instead(replace(s.top, again=False))
        return s

    def advancers(self, s: State, battle: Battle) -> tuple[str, ...]:
        """Who may advance."""
        return battle.units

    def fight_on(self, s: State, battle: Battle, course: Course) -> State:
        """Breakthrough combat: the same procedure, its advance folded into the first one."""
        before = len(s.agenda)
        s = fight(self, s, battle, course)
        if s.agenda and isinstance(s.top, Muster | Pause):
            return s
        return self.fold(s, battle, before)

    def concluded(self, s: State, battle: Battle, column: str, die: int, course: Course) -> State:
        """A roll that waited stands: the battle goes on."""
        before = len(s.agenda)
        s = conclude(self, s, battle, column, die, course)
        return self.fold(s, battle, before) if battle.breakthrough else s

    def resume(self, s: State, battle: Battle, course: Course) -> State:
        """The defenders of an overstacked hex are named: the battle goes on."""
        before = len(s.agenda)
        s = resolve(self, s, battle, course)
        if s.agenda and isinstance(s.top, Pause):
            return s
        return self.fold(s, battle, before) if battle.breakthrough else s

    def fold(self, s: State, battle: Battle, before: int) -> State:
        """The advance of breakthrough combat becomes a part of the one under way."""
        pushed = s.agenda[before:]
        advance = next((phase for phase in pushed if isinstance(phase, Advance)), None)
        rest = tuple(phase for phase in pushed if not isinstance(phase, Advance))
        length = advance.length if advance is not None else 0
        after = AfterBreakthrough(battle, self.goes_on(length), self.attacks_again(length))
        return replace(s, agenda=(*s.agenda[:before], after, *rest))

    def goes_on(self, length: int) -> bool:
        """Whether a group may advance further after breakthrough combat."""
        return length >= self.figure("goes-on-from")

    def attacks_again(self, length: int) -> bool:
        """Whether it may attack once more."""
        return bool(self.figure("attacks-again")) and self.goes_on(length)

    def in_supply(self, s: State, unit: str) -> bool:
        """Whether a unit has a supply line."""
        return supply_line(self, s, unit).traced

    def line_limit(self, s: State) -> int:
        """The longest off-road part."""
        return self.figure("off-road")

    def line_barred(self, s: State, side: str, here: str, there: str) -> bool:
        """Whether the off-road part may not cross a side."""
        return self.barred_between(here, there)

    def sources(self, s: State, side: str) -> frozenset[str]:
        """Hexes where a line meets a source: those that touch a friendly entry area."""
        found: set[str] = set()
        for area in self.board.areas.values():
            if self.own_area(s, side, area.id):
                found.update(area.touches)
        return frozenset(found | self.board.tagged(f"{side}-source"))
