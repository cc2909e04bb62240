"""Small things to sit down at: a game of five units and a die, and a lesson with every kind of
step. Neither changes when the real games and lessons do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import hexes
from engine.board import Board, BoardPlan, Place
from engine.chance import Seeded, Source
from engine.files import Table
from engine.game import Game, Rules
from engine.position import Position
from engine.scenario import Scenario, Side
from engine.values import Action
from engine.verdict import ALLOWED, Decision, Ending, Line, Reason, Tally, Verdict
from tutor.lesson import Lesson, read_lesson

LAST = 6


@dataclass(frozen=True)
class Man:
    """A piece."""

    id: str
    name: str
    side: str


@dataclass(frozen=True)
class ToyState:
    """Turns passed, and where everybody stands."""

    turn: int
    position: Position


def field() -> Board:
    """Six columns of five hexes and one named place."""
    plan = BoardPlan("Toy field")
    for column in range(1, 7):
        for row in range(1, 6):
            cell = hexes.cell_at(column, row)
            label = hexes.format_label(cell)
            plan.cells[label] = cell
            plan.terrain[label] = "light-woods" if row == 4 else "clear"
    plan.places = [Place("0303", "The <Mill>", "town")]
    return Board(plan)


FIELD = field()
MEN = [
    Man("r1", "First", "red"),
    Man("r2", "Second & <third>", "red"),
    Man("r3", "Reserve", "red"),
    Man("b1", "Guard", "blue"),
    Man("b2", "Picket", "blue"),
]
WHERE = {"r1": "0202", "r2": "0202", "r3": "reserve", "b1": "0303", "b2": "0605"}
TOY = Scenario(
    id="toy/field",
    game="toy",
    title="Toy",
    summary="",
    board=FIELD,
    sides=(Side("red", "Red", "german"), Side("blue", "Blue", "soviet")),
    pieces={man.id: man for man in MEN},
    where=WHERE,
    switches={},
    fingerprint="toy",
)


class ToyRules(Rules):
    """March a unit into the next hex; storm the mill with a die, two after a six; or rest."""

    scenario = TOY

    def start(self, course: Any) -> ToyState:
        return ToyState(0, Position(WHERE))

    def decision(self, state: ToyState) -> Decision | None:
        side = ("red", "blue")[state.turn % 2]
        return Decision.of(side, "toy.turn", "0.1") if state.turn < LAST else None

    def _all(self, state: ToyState) -> Iterator[Action]:
        for unit in state.position.units():
            here = state.position.place(unit)
            for near in FIELD.neighbours(here) if here in FIELD else ():
                yield Action("march", unit=unit, hex=near)
        yield Action("storm", hex="0303")
        yield Action("rest")

    def choices(
        self, state: ToyState, unit: str | None, hex: str | None, kind: str | None = None
    ) -> Iterator[Action]:
        for action in self._all(state):
            if unit not in (None, action.get("unit")) or hex not in (None, action.get("hex")):
                continue
            if kind not in (None, action.kind):
                continue
            if self.explain(state, action):
                yield action

    def explain(self, state: ToyState, action: Action) -> Verdict:
        if action.kind == "storm" or action.kind == "rest":
            return ALLOWED
        if action.kind != "march":
            return Verdict((Reason.of("0.9", "toy.unknown"),))
        unit, hex = action["unit"], action["hex"]
        side = ("red", "blue")[state.turn % 2]
        reasons = []
        if TOY.pieces[unit].side != side:
            reasons.append(Reason.of("0.2", "toy.not-yours", units=[unit]))
        here = state.position.place(unit)
        if here not in FIELD or not FIELD.adjacent(here, hex):
            reasons.append(Reason.of("0.3", "toy.far", hexes=[hex]))
        enemies = [u for u in state.position.at(hex) if TOY.pieces[u].side != side]
        if enemies:
            reasons.append(Reason.of("0.4", "toy.enemy", hexes=[hex], units=enemies))
        return Verdict(tuple(reasons))

    def tally(self, state: ToyState, action: Action) -> Tally | None:
        if action.kind == "storm":
            return Tally.adding("toy.total", [Line.of("0.5", "toy.men", 2)], "strong")
        return None

    def apply(self, state: ToyState, action: Action, course: Any) -> ToyState:
        position = state.position
        if action.kind == "march":
            position = position.moved(action["unit"], action["hex"])
            course.tell("0.6", "toy.marched", unit=action["unit"])
        elif action.kind == "storm":
            pips = course.chance.roll("storm")
            if pips == 6:
                pips += course.chance.roll("again", 2)
            course.tell("0.7", f"toy.threw-{pips}", hexes=["0303"])
        return replace(state, turn=state.turn + 1, position=position)

    def query(self, state: ToyState, name: str, **args: Any) -> Any:
        raise AssertionError(f"nobody should ask a toy for '{name}'")

    def ending(self, state: ToyState) -> Ending | None:
        return Ending("red", "0.8", "toy.over") if state.turn >= LAST else None

    def violations(self, state: ToyState) -> list[Reason]:
        return []


def toy(chance: Source | None = None) -> Game:
    """A toy game."""
    return Game(ToyRules(), chance or Seeded(3))


# -- a lesson -------------------------------------------------------------------------------------


def move(unit: str, *path: str, **more: Any) -> dict[str, Any]:
    """A move as a lesson file gives it."""
    return {"do": "move", "unit": unit, "path": list(path), **more}


ROAD = ("1222", "1322", "1422", "1521", "1621", "1721")

STEPS: dict[str, dict[str, Any]] = {
    "look": {
        "kind": "read",
        "title": "Look",
        "text": "A **bold** word, an *odd* one & a rule [9.2].\n\nNo rule [77.7].",
        "start": "drills/march",
        "rules": ["9.2"],
        "shown": ["zoc-enemy"],
        "light": [{"kind": "target", "hexes": ["1422"], "text": "Ostrov"}],
    },
    "guess": {
        "kind": "predict",
        "title": "Guess",
        "start": "drills/march",
        "rules": ["9.2"],
        "question": "What does it cost?",
        "ask": move("36M", *ROAD),
        "answer": 8,
        "mistakes": {"6": "That forgets the zone."},
        "hints": ["Four hexes of road.", "And four for the last one."],
        "done": "Four and four.",
    },
    "choose": {
        "kind": "predict",
        "title": "Choose",
        "start": "drills/march",
        "rules": ["9.2"],
        "question": "How many wheels?",
        "answer": "four",
        "choices": ["one", "two", "three", "four"],
        "mistakes": {
            "one": "That is the spare one.",
            "two": "That counts one **side** only.",
            "three": "That is a cart for one.",
        },
        "hints": ["Count."],
    },
    "spot": {
        "kind": "find",
        "title": "Spot it",
        "start": "drills/march",
        "rules": ["9.2"],
        "options": [
            move("36M", *ROAD),
            move("36M", *ROAD, "1720"),
            move("21", "1526", "1525"),
            {"do": "end"},
        ],
        "hints": ["Count the points."],
        "done": "Nine is too many.",
    },
    "go": {
        "kind": "try",
        "title": "Go",
        "start": "drills/march",
        "rules": ["9.2"],
        "goal": [{"unit": "36M", "at": "1721"}],
        "par": 1,
        "hints": ["Take the road.", "Click 1721."],
        "solution": [move("36M", *ROAD)],
        "done": "Every point is spent.",
        "wrong": [{"action": move("36M", *ROAD, "1720"), "rule": "9.2"}],
    },
    "film": {
        "kind": "watch",
        "title": "Watch",
        "start": "drills/march",
        "rules": ["9.1"],
        "solution": [move("36M", *ROAD), move("21", "1526", "1525")],
        "captions": ["Before.", "The road & the stream.", "The bank."],
    },
}


def step_data(name: str, **changes: Any) -> dict[str, Any]:
    """One step of the small lesson; a change to None leaves the key out."""
    data = {"id": name, **STEPS[name], **changes}
    return {key: value for key, value in data.items() if value is not None}


def lesson_data(*steps: Mapping[str, Any], **changes: Any) -> dict[str, Any]:
    """A lesson file's content; all kinds of step unless told."""
    data = {
        "title": "Small",
        "game": "victory-awaits",
        "chapter": 9,
        "about": "Small & simple.",
        "rules": ["9.2"],
        "step": [dict(step) for step in steps] or [step_data(name) for name in STEPS],
        **changes,
    }
    return {key: value for key, value in data.items() if value is not None}


def lesson(*steps: Mapping[str, Any], **changes: Any) -> Lesson:
    """The small lesson, read."""
    return read_lesson(Table(lesson_data(*steps, **changes), "small.toml"), "victory-awaits/small")
