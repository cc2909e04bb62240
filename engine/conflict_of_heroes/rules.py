"""Conflict of Heroes behind the Rules interface: opens a firefight, answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from engine.arguments import read_arguments
from engine.conflict_of_heroes import hidden, queries
from engine.conflict_of_heroes.appeal import appeal
from engine.conflict_of_heroes.counters.hits import MARKED, full_cups
from engine.conflict_of_heroes.counters.state import AWAY, GONE, Setting, State, nation
from engine.conflict_of_heroes.counters.unit import SIDES, SOVIET, read_unit
from engine.conflict_of_heroes.ground.sight import ground_of
from engine.conflict_of_heroes.hand.cards import VETERANS, improved
from engine.conflict_of_heroes.hidden import reveal_near
from engine.conflict_of_heroes.queries import violations
from engine.conflict_of_heroes.rounds.rounds import ending
from engine.conflict_of_heroes.secrets import ASIDE, UNSEEN, masked, uncovered
from engine.conflict_of_heroes.setup import read_setup
from engine.files import Table
from engine.scenario import read_scenario
from engine.tables import load_charts
from engine.values import Action, replace
from engine.verdict import Course, Decision, Ending, Event, Reason, enforces

HANDICAPS = {
    "german-cap-1": ("german", 1),
    "german-cap-2": ("german", 2),
    "soviet-cap-1": ("soviet", 1),
    "soviet-cap-2": ("soviet", 2),
}
"""CAP more for the less practised player (21.3)."""
SWITCHES = ("random-ap", "cautious-movement", *HANDICAPS)
"""Optional rules (3.01, 5.01, 21.3)."""
HIT = ("count", "fire", "move", "red", "blue", "front", "flank", "range", "lost", "rally")
CHARTS = {
    "terrain": ("infantry", "tracked", "wheeled", "dm", "height", "bog", "bonus"),
    "infantry-hits": HIT,
    "vehicle-hits": HIT,
    "works": ("front", "rear", "rating"),
    "units": ("fire", "move", "red", "blue", "range", "front", "flank"),
    "cards": ("number", "kind", "count", "cap", "red", "blue"),
}


class Firefight(Setting):
    """The rules of one firefight."""

    OWN_EYES = ("view", "heard", "owed")
    OPEN = queries.PUBLIC

    def __init__(
        self, top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
    ) -> None:
        self.takes = read_arguments("conflict_of_heroes")
        self.charts = load_charts("conflict_of_heroes", CHARTS, tables)
        self.scenario = read_scenario(
            top,
            name,
            partial(read_unit, chart=self.charts["units"]),
            boxes=(AWAY, GONE),
            known_switches=SWITCHES,
            switches=switches,
            more=lambda units: {
                "card": self.charts["cards"].rows,
                "veteran card": VETERANS,
                "hit marker": [
                    *self.charts["infantry-hits"].rows,
                    *self.charts["vehicle-hits"].rows,
                ],
            },
        )
        self.board = self.scenario.board
        self.units = {
            id: replace(unit, title=f"{self.scenario.side(unit.side).name} {unit.name} {id}")
            for id, unit in self.scenario.pieces.items()
        }
        self.rank = {id: number for number, id in enumerate(self.units)}
        self.ground = ground_of(self.board, self.charts["terrain"])
        self.sides = tuple(side.id for side in self.scenario.sides)
        self.setup = read_setup(top, self.units, self.sides)
        for bond in self.setup.bonds:
            better = {u: improved(self.units[u], bond) for u in bond.units}
            self.units = {**self.units, **better}
        self.setup = replace(self.setup, cap=self._with_handicap(self.setup.cap))
        self.cups = full_cups(self)
        self.order = turn_order(self.sides, self.setup.alternate)

    @enforces("21.3")
    def _with_handicap(self, cap: Mapping[str, int]) -> dict[str, int]:
        """One or two CAP more from the beginning (21.3); the larger of two that are switched on."""
        more = dict.fromkeys(SIDES, 0)
        for name, (side, count) in HANDICAPS.items():
            if self.on(name):
                more[side] = max(more[side], count)
        return {side: have + more[nation(side)] for side, have in cap.items()}

    def apply(self, state: State, action: Action, course: Course) -> State:
        """The action; a coin that is to act is checked first, and the turn goes on (21.2)."""
        coin = hidden.acting(self, state, action)
        if not coin:
            after: State = super().apply(state, action, course)
            return after
        return self.settle(hidden.check(self, state, coin, course)[0], course)

    def settle(self, state: State, course: Course) -> State:
        """Until somebody owes a decision, and nobody is hidden who would be found (10.0)."""
        while True:
            state = super().settle(state, course)
            found = reveal_near(self, state, course)
            if found is state:
                return state
            state = found

    def owed(self, state: State, side: str) -> Decision | None:
        """Not which card another side thinks about, nor what that is played on (8.0)."""
        owed = self.decision(state)
        if owed is not None and owed.side != side and owed.kind in ASIDE:
            return Decision.of(owed.side, "coh.answer", "8.0")
        return super().owed(state, side)

    def uncovers(self, before: State, after: State, side: str) -> bool:
        return uncovered(self, before, after, side)

    def knows(self, state: State, what: str, name: str) -> bool:
        """As elsewhere; a unit that the side does not see is none to it (10.0)."""
        if what == "unit" and name in self.units and state.position.place(name) == UNSEEN:
            return False
        return super().knows(state, what, name)

    def known_to(self, state: State, side: str) -> State:
        return masked(self, state, side)

    def told(
        self, before: State, after: State, events: Sequence[Event], side: str
    ) -> Iterator[Event]:
        """What a side hears: which marker was drawn only its owner (7.4)."""
        return (e for e in events if e.key != MARKED or self.units[e.units[0]].side == side)

    def start(self, course: Course) -> State:
        return self.settle(self.setup.first_state(self), course)

    def ending(self, state: State) -> Ending | None:
        return ending(self, state) if not state.agenda else None

    questions = queries.QUERIES

    def names(self) -> Iterable[str]:
        return (*self.units, *self.board.hexes)

    def violations(self, state: State) -> list[Reason]:
        return violations(self, state)

    def appeal(self, state: State, action: Action, side: str) -> float:
        return appeal(self, self.seen(state, side), action, side)


def turn_order(sides: tuple[str, ...], alternate: bool) -> tuple[str, ...]:
    """Who follows whom: German, Soviet and so on, or one side's armies after the other's (21.0)."""
    soviet = tuple(one for one in sides if nation(one) == SOVIET)
    german = tuple(one for one in sides if nation(one) != SOVIET)
    if not alternate or len(soviet) != len(german):
        return (*german, *soviet)
    return tuple(one for pair in zip(german, soviet, strict=True) for one in pair)


read = Firefight
"""The rules of a scenario file."""
