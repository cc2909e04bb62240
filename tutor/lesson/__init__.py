"""What a lesson is: steps as data, with a goal, hints, a solution and tempting wrong moves.

A lesson file stands beside its notebook: `lessons/<game>/<name>.toml`. Kinds of step:
    read     look at a position and what is lit up on it
    watch    a played demonstration, with pause and step
    try      a goal to reach on the board
    predict  answer before the tally (or the dice) are shown
    find     of several actions, find the illegal one
    play     a whole game against bots, to its end
Everything here works without a kernel; tests replay every solution and every wrong move.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from engine import bots, catalogue
from engine.catalogue import GAMES
from engine.chance import Scripted, Seeded
from engine.errors import Problem, closest
from engine.files import Table, package_file, read
from engine.game import Game
from engine.values import Action
from engine.verdict import Line, Tally, Verdict
from engine.words import show
from tutor.lesson.goals import met, read_goal

KINDS = ("read", "watch", "try", "predict", "find", "play")
NO_RULE = "there is no rule {}"
SEED = 1
"""The seed behind a lesson's scripted dice."""
STAND_IN = "greedy"
"""The bot that plays on for a learner who has seen enough of a whole game."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """A tempting wrong move, and the rule that forbids it."""

    action: Action
    rule: str
    after: tuple[Action, ...] = ()


@dataclass(frozen=True, slots=True)
class Light:
    """An overlay shown with a step: one of the desk's, or hexes with a label."""

    kind: str
    hexes: tuple[str, ...] = ()
    text: str = ""


@dataclass(frozen=True)
class Step:
    """One step of a lesson."""

    id: str
    kind: str
    title: str
    text: str
    start: str
    rules: tuple[str, ...]
    goal: tuple[dict[str, Any], ...] = ()
    par: int = 0
    hints: tuple[str, ...] = ()
    solution: tuple[Action, ...] = ()
    captions: tuple[str, ...] = ()
    wrong: tuple[Wrong, ...] = ()
    dice: tuple[int, ...] = ()
    ask: Action | None = None
    sum: str = ""
    """A question to the engine whose total is the right answer: `points`."""
    of: Mapping[str, Any] = field(default_factory=dict)
    """What the question is about: `{ target = "S", unit = "G" }`."""
    question: str = ""
    answer: str = ""
    choices: tuple[str, ...] = ()
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """Wrong answers, and how one comes to each: `{ "9" = "That counts the river." }`."""
    options: tuple[Action, ...] = ()
    shown: tuple[str, ...] = ()
    unaided: bool = False
    """Whether the way is the learner's to find: nothing on the board or beside it gives it away."""
    lights: tuple[Light, ...] = ()
    done: str = ""
    bots: Mapping[str, str] = field(default_factory=dict)
    side: str = ""
    """The learner's side in a whole game."""

    def game(self, seed: int = SEED) -> Game:
        """The start position, with the step's dice ready."""
        game = catalogue.load(self.start, Seeded(seed))
        if self.dice:
            game.source = Scripted.dice(
                self.dice, then=Seeded(SEED), first=game.history[-1].numbers
            )
        bots.answer(game, self.bots)
        return game


@dataclass(frozen=True)
class Lesson:
    """One chapter's lesson."""

    id: str
    game: str
    chapter: int
    title: str
    about: str
    rules: tuple[str, ...]
    minutes: int
    steps: tuple[Step, ...]

    def step(self, name: str) -> Step:
        """A step by its id."""
        for step in self.steps:
            if step.id == name:
                return step
        raise Problem(
            f"lesson {self.id} has no step '{name}'",
            remedy=closest(name, [step.id for step in self.steps]),
        )


def lesson_ids(game: str | None = None) -> list[str]:
    """The ids of all lessons, `game/name`, in the order of their chapters."""
    found = []
    for info in GAMES.values():
        folder = package_file("lessons", info.id)
        if game in (None, info.id) and folder.is_dir():
            names = sorted(f.name for f in folder.iterdir() if f.name.endswith(".toml"))
            found += [f"{info.id}/{name.removesuffix('.toml')}" for name in names]
    return found


def open_lesson(name: str) -> Lesson:
    """A lesson by id."""
    if name not in lesson_ids():
        raise Problem(f"there is no lesson '{name}'", remedy=closest(name, lesson_ids()))
    game, _, file = name.partition("/")
    return read_lesson(
        read(package_file("lessons", game, f"{file}.toml"), f"lessons/{name}.toml"), name
    )


def read_lesson(top: Table, name: str) -> Lesson:
    """The lesson that a file describes."""
    game = top.name("game", GAMES, "there is no game '{}'")
    known = GAMES[game].rulebook.rules
    steps: list[Step] = []
    for entry in top.tables("step"):
        step = _read_step(entry, game, known)
        if any(step.id == other.id for other in steps):
            raise entry.problem(f"two steps are called '{step.id}'", "id", "Rename one.")
        steps.append(step)
    lesson = Lesson(
        id=name,
        game=game,
        chapter=top.need("chapter", int),
        title=top.need("title", str),
        about=top.get("about", str, ""),
        rules=top.names("rules", known, NO_RULE),
        minutes=top.get("minutes", int, 10),
        steps=tuple(steps),
    )
    if not steps:
        raise top.problem("the lesson has no steps", "step", "Add a [[step]].")
    top.finish()
    return lesson


def _read_step(entry: Table, game: str, known: Collection[str]) -> Step:
    kind = entry.name("kind", KINDS, "unknown kind of step '{}'")
    wrong, lights = [], []
    for row in entry.tables("wrong"):
        rule = row.name("rule", known, NO_RULE)
        (tried,) = _actions(row, "action", row.need("action", dict))
        wrong.append(Wrong(tried, rule, _actions(row, "after")))
        row.finish()
    for row in entry.tables("light"):
        hexes = tuple(row.texts("hexes"))
        lights.append(Light(row.need("kind", str), hexes, row.get("text", str, "")))
        row.finish()
    told = {key: entry.get(key, str, "") for key in ("text", "sum", "question", "done", "side")}
    lists = {key: tuple(entry.texts(key)) for key in ("hints", "captions", "choices", "shown")}
    given: dict[str, Any] = {**told, **lists}
    step = Step(
        **given,
        id=entry.need("id", str),
        kind=kind,
        title=entry.need("title", str),
        start=f"{game}/{entry.need('start', str)}",
        rules=entry.names("rules", known, NO_RULE),
        goal=tuple(entry.get("goal", list, [])),
        par=entry.get("par", int, 0),
        solution=_actions(entry, "solution"),
        wrong=tuple(wrong),
        dice=_read_dice(entry),
        ask=_actions(entry, "ask", entry.need("ask", dict))[0] if "ask" in entry else None,
        of=entry.get("of", dict, {}),
        answer=str(entry.get("answer", object, "")),
        mistakes=entry.each("mistakes", str),
        options=_actions(entry, "options"),
        unaided=entry.get("unaided", bool, False),
        lights=tuple(lights),
        bots=_read_bots(entry),
    )
    entry.finish()
    if kind == "play":
        _check_players(entry, step)
    for place, predicate in enumerate(step.goal):
        try:
            read_goal(predicate)
        except Problem as problem:
            raise problem.within(entry.file, entry.at(f"goal[{place}]")) from None
    return step


def _read_dice(entry: Table) -> tuple[int, ...]:
    faces = entry.get("dice", list, [])
    for place, face in enumerate(faces):
        if isinstance(face, bool) or not isinstance(face, int) or face < 1:
            raise entry.problem(
                f"{face!r} is on no die", f"dice[{place}]", "Write faces: 1, 2, ..."
            )
    return tuple(faces)


def _read_bots(entry: Table) -> dict[str, str]:
    """Sides that a bot plays: `bots = { soviet = "greedy" }`."""
    table = entry.table("bots")
    return {side: table.name(side, bots.BOTS, "there is no bot '{}'") for side in table.data}


def _check_players(entry: Table, step: Step) -> None:
    """A whole game: the learner has one side, bots have all the others."""
    sides = [side.id for side in catalogue.rules_of(step.start).scenario.sides]
    if step.side not in sides:
        raise entry.problem(
            f"there is no side '{step.side}' to play", "side", closest(step.side, sides)
        )
    for side in sides:
        if (side in step.bots) == (side == step.side):
            told = "is the learner's" if side == step.side else "has nobody to play it"
            raise entry.problem(
                f"the side '{side}' {told}", "bots", "Name a bot for every side but the learner's."
            )


def _actions(table: Table, key: str, *only: object) -> tuple[Action, ...]:
    """The actions of an optional list, or those that are given."""
    given = list(only) or table.get(key, list, [])
    try:
        return tuple(map(Action.from_json, given))
    except Problem as problem:
        raise problem.within(table.file, table.at(key)) from None


# -- goals, predictions and illegal moves ----------------------------------------------------------


def reached(game: Game, step: Step) -> bool:
    """Whether all of a step's goals are reached."""
    return bool(step.goal) and all(met(game, goal) for goal in step.goal)


def asked(step: Step) -> Tally | None:
    """The tally that a prediction is about."""
    if step.sum:
        tally: Tally = step.game().judge(step.sum, **step.of)
        return tally
    return step.game().tally(step.ask) if step.ask is not None else None


def truth(step: Step) -> str:
    """The right answer of a prediction: the tally's result or total, from the engine."""
    tally = asked(step)
    if tally is None:
        return step.answer
    if step.sum or tally.result is None or tally.key.endswith("cost.total"):
        return show(tally.total)
    return tally.result


MAYBE = 2
"""More lines than so many that could be missing say nothing."""


def mistaken(step: Step, given: str) -> str | list[Line]:
    """How one comes to a wrong answer: as the lesson says, or by what is missing of the sum."""
    for answer, told in step.mistakes.items():
        if same_answer(given, answer):
            return told
    tally = asked(step)
    value = canonical(given)
    if tally is None or not isinstance(value, Fraction):
        return []
    lines = [line for part in tally.parts or (tally,) for line in part.lines if line.value]
    if len(lines) == 1 or sum(line.value or 0 for line in lines) != tally.total:
        return []
    left_out = {line.key: line for line in lines if line.value == tally.total - value}
    return list(left_out.values()) if len(left_out) <= MAYBE else []


def same_answer(given: str, right: str) -> bool:
    """Whether a typed answer is the right one: `1/2`, `0.5` and the glyph are the same."""
    return canonical(given) == canonical(right)


_NUMBER = re.compile(r"-?[0-9]{1,9}(\.[0-9]{0,9}|/[1-9][0-9]{0,8})?")


def canonical(text: str) -> object:
    """What a typed answer says: a number, or its letters."""
    text = text.strip().casefold().removesuffix("mp").replace(",", ".")
    for glyph, written in (("½", " 1/2"), ("¼", " 1/4"), ("¾", " 3/4")):
        text = text.replace(glyph, written)
    parts = text.split()
    if parts and all(_NUMBER.fullmatch(part) for part in parts):
        return sum(map(Fraction, parts), Fraction(0))
    return "".join(parts).replace(":", "-")


def illegal(step: Step) -> list[tuple[int, Verdict]]:
    """Which of a step's options are illegal, with the reasons."""
    game = step.game()
    return [
        (place, verdict)
        for place, option in enumerate(step.options)
        if not (verdict := game.explain(option))
    ]


def play(game: Game, actions: Sequence[Action], others: Mapping[str, str] | None = None) -> None:
    """Play actions, bots answering for other sides; an illegal one names its rules."""
    for action in actions:
        verdict = game.explain(action)
        if not verdict:
            raise Problem(f"{action} is illegal by {', '.join(verdict.rules)}")
        game.apply(action)
        bots.answer(game, others or {})
