"""The questions that are shipped: `scenarios/<game>/questions.jsonl`, a line each.

A line is either a game of which positions are taken, or a question in one of them:

    {"scenario": "holland44/first-span", "seed": 7, "actions": [...], "dice": [...]}
    {"id": "5f0c", "at": [3, 12], "kind": "sum", "args": {...}, "rules": [...], "answer": "9a1b"}

`at` is the number of the game in the file and of the action after which the question is posed;
`answer` is the fingerprint of what was right when it was mined.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from engine import catalogue
from engine.chance import Scripted, Seeded
from engine.errors import Problem
from engine.files import package_file
from engine.game import Game, Illegal, Rules
from engine.practice.kinds import kinds_of
from engine.practice.question import NotGood, Question, digest
from engine.values import Action

FILE = "questions.jsonl"
KEPT = 24
"""Scenarios whose rules are kept ready."""


@lru_cache(KEPT)
def rules_of(scenario: str) -> Rules:
    """The rules of a scenario, read once."""
    return catalogue.rules_of(scenario)


@dataclass(frozen=True)
class Line:
    """A game of which positions are taken: how it began, and what was done."""

    scenario: str
    seed: int | str
    actions: tuple[Action, ...] = ()
    dice: tuple[int, ...] = ()
    """The dice that were not left to the seed, the opening's too."""

    def start(self) -> Game:
        """Before anything is done."""
        seeded = Seeded(self.seed)
        source = Scripted(self.dice, then=seeded) if self.dice else seeded
        return Game(rules_of(self.scenario), source)

    def at(self, ply: int) -> Game:
        """After so many actions."""
        game = self.start()
        for action in self.actions[:ply]:
            game.apply(action)
        return game

    def to_json(self) -> dict[str, Any]:
        """As a line of the file."""
        told = {"scenario": self.scenario, "seed": self.seed}
        actions = [action.to_json() for action in self.actions]
        return {**told, "actions": actions, **({"dice": list(self.dice)} if self.dice else {})}


@dataclass(frozen=True)
class Drill:
    """A question that is shipped: where it is posed, of which kind, what it practises."""

    id: str
    game: str
    line: Line
    ply: int
    kind: str
    args: Mapping[str, Any]
    rules: tuple[str, ...]
    answer: str

    @property
    def place(self) -> str:
        """The scenario in which it is posed."""
        return self.line.scenario

    def position(self) -> Game:
        """The game in which it is posed."""
        return self.line.at(self.ply)

    def pose(self, game: Game | None = None) -> Question:
        """The question; a Problem where the rules give another answer than when it was mined."""
        try:
            posed = kinds_of(self.game)[self.kind].pose(game or self.position(), self.args)
        except (NotGood, Illegal) as found:
            raise self._changed(str(found)) from None
        if posed.fingerprint != self.answer or posed.rules != self.rules:
            raise self._changed(f"the answer is {', '.join(sorted(posed.right))}")
        return posed

    def _changed(self, how: str) -> Problem:
        what = f"question {self.id} ({self.kind}, {self.line.scenario}) is another now: {how}"
        remedy = "If the rules are right, mine anew: staffride drills --mine."
        return Problem(what, file=f"scenarios/{self.game}/{FILE}", place=self.id, remedy=remedy)


def drill_of(line: Line, ply: int, kind: str, args: Mapping[str, Any], posed: Question) -> Drill:
    """A question that was found, as it is shipped."""
    text = json.dumps([line.to_json(), ply, kind, args], sort_keys=True)
    game = line.scenario.partition("/")[0]
    return Drill(digest(text), game, line, ply, kind, dict(args), posed.rules, posed.fingerprint)


@dataclass(frozen=True)
class Stock:
    """The questions of a game."""

    game: str
    drills: Sequence[Drill] = field(default_factory=tuple)

    @cached_property
    def by_id(self) -> Mapping[str, Drill]:
        """Each by its id."""
        return {drill.id: drill for drill in self.drills}

    @cached_property
    def by_rule(self) -> Mapping[str, Sequence[Drill]]:
        """Those that practise a rule."""
        found: dict[str, list[Drill]] = {}
        for drill in self.drills:
            for rule in drill.rules:
                found.setdefault(rule, []).append(drill)
        return found

    def find(self, name: str) -> Drill:
        """A question by its id."""
        if name not in self.by_id:
            raise Problem(f"there is no question '{name}' in {self.game}", remedy="Take another.")
        return self.by_id[name]


@lru_cache(8)
def stock(game: str) -> Stock:
    """The questions that are shipped for a game."""
    file = package_file("scenarios", catalogue.game_info(game).id, FILE)
    return read_stock(game, file.read_text("utf-8") if file.is_file() else "")


def line_of(data: Mapping[str, Any]) -> Line:
    """A game that was written as a line of the file."""
    actions = tuple(map(Action.from_json, data["actions"]))
    return Line(data["scenario"], data["seed"], actions, tuple(data.get("dice", ())))


def read_stock(game: str, text: str) -> Stock:
    """The questions of a text; a damaged line is named."""
    lines: list[Line] = []
    drills = []
    for number, row in enumerate(text.splitlines(), start=1):
        try:
            data = json.loads(row)
            if "scenario" in data:
                lines.append(line_of(data))
                continue
            place, ply = data["at"]
            kind, rules = data["kind"], tuple(data["rules"])
            if kind not in kinds_of(game):
                raise ValueError(f"there is no kind '{kind}'")
            drills.append(
                Drill(
                    data["id"], game, lines[place], ply, kind, data["args"], rules, data["answer"]
                )
            )
        except (ValueError, LookupError, TypeError, Problem) as error:
            raise Problem(
                f"the question cannot be read: {error}",
                file=f"scenarios/{game}/{FILE}",
                place=f"line {number}",
                remedy="Mine anew: staffride drills --mine.",
            ) from None
    return Stock(game, tuple(drills))


def write_stock(drills: Iterable[Drill]) -> str:
    """The text of some questions: each game before the first question from it."""
    places: dict[Line, int] = {}
    rows: list[dict[str, Any]] = []
    ends: dict[Line, int] = {}
    kept = list(drills)
    for drill in kept:
        ends[drill.line] = max(ends.get(drill.line, 0), drill.ply)
    for drill in kept:
        if drill.line not in places:
            places[drill.line] = len(places)
            line = drill.line
            rows.append(
                Line(line.scenario, line.seed, line.actions[: ends[line]], line.dice).to_json()
            )
        rows.append(
            {
                "id": drill.id,
                "at": [places[drill.line], drill.ply],
                "kind": drill.kind,
                "args": drill.args,
                "rules": list(drill.rules),
                "answer": drill.answer,
            }
        )
    text = (json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    return "".join(f"{row}\n" for row in text)


def file_of(game: str) -> Path:
    """Where a game's questions stand in a checkout."""
    return catalogue_root() / "scenarios" / game / FILE


def catalogue_root() -> Path:
    """The folder of the checkout."""
    return Path(__file__).resolve().parents[2]
