"""A game of the family behind the Rules interface: opens a scenario, answers questions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Concatenate, ParamSpec, Self, TypeVar

from engine.agenda import Deed, Phase
from engine.arguments import read_arguments
from engine.errors import Problem
from engine.files import Table
from engine.hexset import HexSet
from engine.position import Position
from engine.rulebook import load_rulebook
from engine.rules import AgendaRules
from engine.scenario import VALUES, read_scenario, with_base
from engine.tables import load_charts
from engine.values import Action, Names, replace
from engine.verdict import Course, Ending, Reason, Verdict
from engine.zocbond.answers import Answers
from engine.zocbond.battle import fighting
from engine.zocbond.battle.advance import Advance
from engine.zocbond.battle.checks import overstacked, violations
from engine.zocbond.battle.combat import Combat, fight
from engine.zocbond.battle.losses import destroy, destroyed
from engine.zocbond.battle.retreat import Retreat
from engine.zocbond.board import walking
from engine.zocbond.board.chapter import Chapter, adding
from engine.zocbond.board.ground import Ground
from engine.zocbond.board.state import MARKS, Kept, Passage, Records, State
from engine.zocbond.board.unit import Face, Unit, reader
from engine.zocbond.board.zones import enemy, over
from engine.zocbond.moving import orders
from engine.zocbond.moving.movement import Movement
from engine.zocbond.moving.orders import routed_near
from engine.zocbond.moving.trek import Trek
from engine.zocbond.questions.appeal import appeal
from engine.zocbond.supply.lines import traced

P = ParamSpec("P")
T = TypeVar("T")
CHARTS: Mapping[str, tuple[str, ...]] = {
    "terrain": ("foot", "mechanized", "technical", "woods"),
    "sides": ("foot", "mechanized", "technical", "zoc", "bond"),
    "kinds": ("mechanized", "technical", "infantry", "tank", "combat", "free"),
    "figures": ("value",),
    "crt": ("1-3", "7-1"),
    "results": ("attacker", "defender", "picks", "retreat", "stands"),
    "stand": (),
}


class Family(Answers, AgendaRules):
    """The rules of one scenario of either game."""

    package = ""
    sides: tuple[str, str] = ("", "")
    switches: tuple[str, ...] = ()
    trek: type[Trek[Self]] = Trek
    """How a move goes that may change on its way."""

    tactical_hexes = walking.tactical_hexes
    march = orders.march
    break_off = orders.break_off
    own_area = orders.own_area
    area_of = orders.area_of
    areas_at = orders.areas_at
    own_area_at = orders.own_area_at
    entry_bonded = orders.entry_bonded
    way_in = orders.way_in
    beside = orders.beside
    onward = orders.onward
    advances_off = orders.advances_off
    area_gates = orders.area_gates
    sources = orders.sources
    give_battle = fight
    auto_battle = fighting.shatter_or_ask
    fight_on = fighting.fight_on
    concluded = fighting.concluded
    resume = fighting.resume
    fold = fighting.fold
    goes_on = fighting.goes_on
    attacks_again = fighting.attacks_again
    auto_result = fighting.auto_result
    auto_losses = fighting.auto_losses
    loss_pool = fighting.loss_pool
    may_lead = fighting.may_lead
    desperate = fighting.desperate
    held_on = fighting.held_on
    shorten_advance = fighting.shorten_advance
    advancers = fighting.advancers
    retreated_units = fighting.retreated_units
    disorder = fighting.disorder

    def __init__(
        self, top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
    ) -> None:
        top = with_base(top)
        self.takes = read_arguments("zocbond", self.package)
        self.topics = load_rulebook(self.package).topics
        self.charts = load_charts(self.package, CHARTS, tables)
        boxes = (*(destroyed(side) for side in self.sides), *self.boxes())
        self.scenario = read_scenario(
            top,
            name,
            reader(self.charts["kinds"]),
            boxes=boxes,
            known_switches=self.switches,
            switches=switches,
            more=lambda units: {"marker": MARKS},
            values=top.table(VALUES),
        )
        self.board = self.scenario.board
        self.units: Mapping[str, Unit] = self.scenario.pieces
        self.ground = Ground(self.board, self.charts["terrain"], self.charts["sides"])
        self.other = dict(zip(self.sides, reversed(self.sides), strict=True))
        self._asked = adding(self.chapters())
        self._fighters: dict[str, frozenset[str]] = {}
        self.technical = frozenset(u for u, piece in self.units.items() if piece.technical)
        self.garrisons = tuple(u for u, piece in self.units.items() if piece.size == "garrison")
        start = top.table("start")
        self.first = start.get("side", str, self.sides[0])
        self._file = top.file
        self.opening = start.get("phase", str, "turn")
        self.turn = start.get("turn", int, 1)
        self.last_turn = start.get("last", int, self.turn)
        self._marks = {unit: frozenset(marks) for unit, marks in start.lists("marks").items()}
        self._lost = self._read_lost(start)
        self._control = start.each("control", str)
        self.read_start(start, top)
        start.finish()
        top.get("example", dict, {})
        top.get("step", list, [])
        top.finish()

    def _read_lost(self, start: Table) -> dict[str, int]:
        found = start.each("lost", int)
        for unit, lost in found.items():
            steps = self.units[unit].steps
            if not 0 <= lost <= steps:
                what = f"'{unit}' has only {steps} steps to lose"
                raise start.problem(what, f"lost.{unit}", "Lose fewer.")
        return found

    # ---------------------------------------------------------------- what the chapters add
    def chapters(self) -> Sequence[Chapter[Self]]:
        """The chapters of the game that a scenario and the switches leave, in their order."""
        return ()

    def all_of(
        self,
        what: Callable[Concatenate[Chapter[Self], Self, P], Iterable[T]],
        *args: P.args,
        **named: P.kwargs,
    ) -> Iterator[T]:
        """All that the chapters add of a kind."""
        for chapter in self._asked[what.__name__]:
            yield from getattr(chapter, what.__name__)(self, *args, **named)

    def any_of(
        self,
        what: Callable[Concatenate[Chapter[Self], Self, P], bool],
        *args: P.args,
        **named: P.kwargs,
    ) -> bool:
        """Whether some chapter says yes."""
        name = what.__name__
        return any(getattr(one, name)(self, *args, **named) for one in self._asked[name])

    def where(
        self,
        what: Callable[Concatenate[Chapter[Self], Self, P], HexSet | None],
        *args: P.args,
        **named: P.kwargs,
    ) -> HexSet:
        """The hexes of all chapters together."""
        found, name, grid = self.board.grid.none, what.__name__, self.board.grid
        for chapter in self._asked[name]:
            mine: HexSet | None = getattr(chapter, name)(self, *args, **named)
            if mine is None:
                return grid.all
            found = found | mine if mine else found
        return found

    def first_of(
        self,
        what: Callable[Concatenate[Chapter[Self], Self, P], T | None],
        *args: P.args,
        **named: P.kwargs,
    ) -> T | None:
        """What the first chapter says that has something to say."""
        for chapter in self._asked[what.__name__]:
            found: T | None = getattr(chapter, what.__name__)(self, *args, **named)
            if found is not None:
                return found
        return None

    def in_turn(
        self,
        what: Callable[Concatenate[Chapter[Self], Self, State, P], State],
        s: State,
        *args: P.args,
        **named: P.kwargs,
    ) -> State:
        """The state after each chapter has done its part."""
        for chapter in self._asked[what.__name__]:
            s = getattr(chapter, what.__name__)(self, s, *args, **named)
        return s

    @cached_property
    def movement_deeds(self) -> tuple[Deed[Self, State, Movement], ...]:
        """What else a side may do in a movement phase; the last to name a kind counts."""
        return tuple(
            {
                d.kind: d for one in self._asked["movement_deeds"] for d in one.movement_deeds
            }.values()
        )

    @cached_property
    def combat_deeds(self) -> tuple[Deed[Self, State, Combat], ...]:
        """What else a side may do in a combat phase."""
        return tuple(
            {d.kind: d for one in self._asked["combat_deeds"] for d in one.combat_deeds}.values()
        )

    @cached_property
    def advance_deeds(self) -> tuple[Deed[Self, State, Advance], ...]:
        """What else a side may do in an advance."""
        return tuple(
            {d.kind: d for one in self._asked["advance_deeds"] for d in one.advance_deeds}.values()
        )

    def first_control(self) -> dict[str, str]:
        """Who controls what when a scenario begins."""
        return self._control

    def boxes(self) -> tuple[str, ...]:
        """Boxes beside the map."""
        return ()

    def read_start(self, start: Table, top: Table) -> None:
        """A game's own keys of a scenario."""

    def first_records(self) -> Records:
        """A game's own records at the start."""
        return Records()

    def opening_phases(self, s: State) -> tuple[Phase, ...]:
        """The phases a scenario begins with."""
        raise NotImplementedError

    def start(self, course: Course) -> State:
        """The position of the scenario, and whatever happens before the first decision."""
        s = State(
            agenda=(),
            turn=self.turn,
            position=Position(self.scenario.where),
            lost=self._lost,
            marks=self._marks,
            control=self.first_control(),
            records=self.first_records(),
            kept=Kept((), self.ground.lays),
        )
        try:
            opening = self.opening_phases(s)
        except Problem as problem:
            raise problem.within(self._file, "start.phase") from None
        settled: State = self.settle(s.push(*opening), course)
        return settled

    def ending(self, state: State) -> Ending | None:
        return self.result(state) if not state.agenda else None

    def result(self, s: State) -> Ending:
        """The winner at the end."""
        raise NotImplementedError

    def forget(self, state: State) -> None:
        state.forget()

    def names(self) -> Iterable[str]:
        return (*self.units, *self.board.hexes, *MARKS)

    def violations(self, state: State) -> list[Reason]:
        return violations(self, state)

    def offences(self, state: State) -> list[Reason]:
        return [*violations(self, state), *overstacked(self, state)]

    def explain(self, state: State, action: Action) -> Verdict:
        """What the phase says, once; nobody counts twice because he is named twice."""
        said, owed = super().explain(state, action).reasons, self.decision(state)
        twice = orders.named_twice(self, owed.rule, action) if owed is not None else ()
        return Verdict(tuple(dict.fromkeys((*said, *twice))))

    def appeal(self, state: State, action: Action, side: str) -> float:
        return appeal(self, state, action, side)

    def rule(self, topic: str) -> str:
        """The section of this game's rulebook on a topic."""
        return self.topics[topic]

    def result_rule(self, code: str) -> str:
        """The section of a combat result: its own, or that of the whole list."""
        listed = self.charts["results"].section
        own = f"{listed} {code}"
        return own if own in load_rulebook(self.package).rules else listed

    def figure(self, name: str) -> int:
        """A number in which the games differ."""
        return int(self.charts["figures"].value(name, "value"))

    def fighters(self, side: str) -> frozenset[str]:
        """All combat units of a side."""
        if side not in self._fighters:
            mine = (u for u, piece in self.units.items() if piece.side == side and piece.combat)
            self._fighters[side] = frozenset(mine)
        return self._fighters[side]

    def face(self, s: State, unit: str) -> Face:
        """The strengths of a unit with the steps it has left."""
        faces = self.units[unit].faces
        return faces[min(s.lost.get(unit, 0), len(faces) - 1)]

    def rooted(self, s: State, unit: str) -> bool:
        """Whether a unit dies where it stands, because it cannot move at all."""
        return self.face(s, unit).move == 0

    def formation(self, s: State, unit: str) -> str:
        """The formation that a unit belongs to now."""
        return self.units[unit].formation

    def left(self, s: State, unit: str) -> int:
        """The steps a unit has left."""
        return self.units[unit].steps - s.lost.get(unit, 0)

    def allowance(self, s: State, unit: str) -> int:
        """The movement allowance of a unit now."""
        return self.face(s, unit).move

    def column(self, place: int) -> str:
        """The column of the table for a place on the line of odds."""
        raise NotImplementedError

    def bonding(self, s: State, side: str, hex: str, fit: frozenset[str] | None = None) -> bool:
        """Whether the units of a hex (or those of them that fit) can form bonds."""
        raise NotImplementedError

    def after_step(self, s: State, passage: Passage, course: Course) -> State:
        """Control of hexes passed, and routed enemies that give way."""
        s = self.take(s, passage.side, passage.units, passage.hexes, course)
        s = self.in_turn(Chapter.arrived, s, passage, course)
        flushed = routed_near(self, s, passage.side, passage.hexes)
        if flushed and any(self.units[unit].combat for unit in passage.units):
            s = self.flush(s, passage.side, flushed)
        return s

    def flush(self, s: State, side: str, flushed: Iterable[str]) -> State:
        """Routed units give way to a side that came near."""
        length = self.figure("flush")
        return s.push(Retreat(enemy(self, side), tuple(flushed), length, length, True))

    def take(self, s: State, side: str, units: Names, path: Names, course: Course) -> State:
        """Control of hexes that combat units pass."""
        taken = {hex: side for hex in path if hex in self.controls and s.control.get(hex) != side}
        if taken and any(self.units[unit].combat for unit in units):
            s = replace(s, control={**s.control, **taken})
            course.tell(self.rule("control"), "zb.control", hexes=tuple(taken), side=side)
        return s

    def woken(self, s: State, unit: str) -> bool:
        """Whether a garrison has been woken."""
        return orders.woken(self, s, unit)

    @cached_property
    def controls(self) -> frozenset[str]:
        """The hexes whose control is kept track of."""
        named = {place.hex for place in self.board.places if place.kind != "village"}
        cities = {hex for hex in self.board.hexes if "city" in self.board.terrain(hex)}
        return frozenset(named | cities | self.board.tagged("victory") | self.controls_besides())

    def controls_besides(self) -> frozenset[str]:
        """Hexes whose control a game keeps track of besides cities and victory hexes."""
        return frozenset()

    def flushes(self, s: State, hex: str, near: str) -> bool:
        """Whether a unit in a hex makes a routed enemy beside it give way."""
        return not self.parted(s, hex, near)

    def excess(self, s: State, side: str, hex: str) -> int:
        """What must be destroyed at the end of a phase."""
        return over(self, s, side, hex)

    def shed(self, s: State, unit: str, course: Course) -> State:
        """What is over the limit at the end of a phase goes, unit by unit."""
        return destroy(self, s, unit, course, self.rule("overstack"))

    def in_supply(self, s: State, unit: str) -> bool:
        """Whether a unit has a supply line."""
        return traced(self, s, unit)

    def line_limit(self, s: State) -> int:
        """The longest off-road part."""
        return self.figure("off-road")

    def line_barred(self, s: State, here: str, there: str) -> bool:
        """Whether the off-road part may not cross a side."""
        return self.barred_between(here, there)
