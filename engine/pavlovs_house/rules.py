"""Pavlov's House behind the Rules interface: opens a scenario, answers questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engine.arguments import read_arguments
from engine.errors import closest
from engine.files import Table, package_file
from engine.files import read as read_file
from engine.pavlovs_house.appeal import appeal
from engine.pavlovs_house.board.house import House, State
from engine.pavlovs_house.board.pieces import GARRISON, GERMAN, OUT, SOVIET, STAFF, STOCK, Kit, Unit
from engine.pavlovs_house.questions import QUESTIONS, violations
from engine.pavlovs_house.secrets import dealt
from engine.pavlovs_house.setup import read_start
from engine.pavlovs_house.soviet.commands import ACTS
from engine.pavlovs_house.turn import ending
from engine.pavlovs_house.variants import REMOVED
from engine.placeboard import PlaceBoard, read_places
from engine.scenario import read_scenario
from engine.values import Action, replace
from engine.verdict import Course, Ending, Reason, enforces

SWITCHES = (
    "operational-support",  # 7.1
    "veteran",  # 7.2.1
    "guards",  # 7.2.2
    "competitive",  # 7.4
)
"""Variants (chapter 7) that a scenario can switch on; 7.3 is a matter of its sides."""

SIDES = (SOVIET, STAFF, GARRISON, GERMAN)
SEATS = {"cards": STAFF, "counters": GARRISON, "wehrmacht": GARRISON, "german": GERMAN}
"""Who decides what when two share the Soviets (7.3)."""


@cache
def printed_box() -> Kit:
    """What is in the box, as long as a scenario brings no tables of its own."""
    return Kit()


@cache
def house_board() -> PlaceBoard:
    """The board: the House, the square, the Volga, cards and reserve (1.2)."""
    return read_places(read_file(package_file("engine", "pavlovs_house", "board.toml")))


class PavlovsHouse(House):
    """The rules of one scenario."""

    def __init__(
        self, top: Table, name: str, switches: Mapping[str, bool], tables: str | None = None
    ) -> None:
        self.takes = read_arguments("pavlovs_house")
        self.kit = Kit(tables) if tables else printed_box()
        self.charts = self.kit.charts
        self.units = {**self.kit.men, **self.kit.weapons, **self.kit.germans}
        exhausted: set[str] = set()
        damaged: set[str] = set()

        def read_counter(row: Table, side: str) -> Unit:
            unit = row.need("id", str)
            if unit not in self.units:
                raise row.problem(f"there is no counter '{unit}'", "id", closest(unit, self.units))
            if (self.units[unit].side == GERMAN) != (side == GERMAN):
                raise row.problem(f"'{unit}' is on the other side", "id", "List it there.")
            for mark, marked in (("exhausted", exhausted), ("damaged", damaged)):
                if row.get(mark, bool, False):
                    if unit not in self.kit.men:
                        raise row.problem(f"'{unit}' is no man", mark, "Mark only defenders so.")
                    marked.add(unit)
            return self.units[unit]

        read = read_scenario(
            top,
            name,
            read_counter,
            places=self.kit.places,
            place_board=house_board(),
            known_switches=SWITCHES,
            switches=switches,
            more=lambda units: {
                "storm group": self.kit.storm_cards,
                "place": self.kit.token_places - {STOCK, OUT},
                "token": self.kit.totals,
            },
        )
        self._check_sides(top, [side.id for side in read.sides])
        self.scenario = replace(read, pieces=self.units)
        if sum(map(self.on, REMOVED)) > 1:
            remedy = f"Choose one of {', '.join(REMOVED)}."
            raise top.problem("tactics cards are used in one way only", "rules", remedy)
        self.seats = {role: self._seat(role) for role in SEATS}
        self.unplayed = () if self.on("competitive") else (self.seats["german"],)
        self.beginning = read_start(top, self.kit, read.where, exhausted, damaged)
        self.last_turn = self.beginning.last_turn
        self.stacked_support = bool(self.beginning.laid.support)

    def _check_sides(self, top: Table, sides: list[str]) -> None:
        """Soviets alone or as two players (7.3), and the Germans."""
        if sorted(sides) not in ([GERMAN, SOVIET], sorted((STAFF, GARRISON, GERMAN))):
            remedy = "List soviet and german, or staff, garrison and german."
            raise top.problem("these sides do not make a game", "side", remedy)

    @enforces("7.3")
    def _seat(self, role: str) -> str:
        ids = [side.id for side in self.scenario.sides]
        return SEATS[role] if SEATS[role] in ids else SOVIET

    @enforces("7.4 planning")
    def sent(self, state: State, side: str) -> State:
        return dealt(self, state, side)

    def start(self, course: Course) -> State:
        settled: State = self.settle(self.beginning.first_state(self, course), course)
        return settled

    def ending(self, state: State) -> Ending | None:
        return ending(self, state) if not state.agenda else None

    questions = QUESTIONS

    def names(self) -> Iterable[str]:
        return (*self.units, *self.kit.spots, *(act for _, act in ACTS))

    def violations(self, state: State) -> list[Reason]:
        return violations(self, state)

    def appeal(self, state: State, action: Action, side: str) -> float:
        return appeal(self, state, action, side)


read = PavlovsHouse
"""The rules of a scenario's table."""
