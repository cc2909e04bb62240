"""Asking: a question to a class, and what the answers come to."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.game import Game
from engine.practice.stock import Drill
from engine.values import Action
from engine.words import show
from tutor import panels
from tutor.art.views import Overlay
from tutor.desk import Desk
from tutor.lesson import Step, canonical, illegal, same_answer, truth
from tutor.lesson.reading import Wording
from tutor.pages.showing import game_of, position_of

ACTION, CHOICE, NUMBER = "action", "choice", "number"
KINDS = (("a move on the board", ACTION), ("one of these", CHOICE), ("a number", NUMBER))
CHOSEN = ("allowed", "sum", "column", "best", "which", "outcome", "chance", "then", "next")
"""Kinds of Practice's questions that have a list of answers."""
FITTING = ("predict", "find")
"""Kinds of a lesson's steps that are questions."""


@dataclass(frozen=True)
class Question:
    """What is asked; `right` is the teacher's secret until it is revealed."""

    kind: str
    text: str
    options: tuple[str, ...] = ()
    right: str = ""
    position: Mapping[str, Any] | None = None

    def told(self) -> dict[str, Any]:
        """What everybody hears."""
        return {
            "kind": self.kind,
            "text": self.text,
            "options": list(self.options),
            "position": self.position,
        }


def question_of(step: Step) -> Question:
    """A step of a lesson as a question."""
    desk = Desk(step.game())
    position = position_of(desk.game)
    if step.kind == "find":
        options = tuple(desk.hands.told_name(option) for option in step.options)
        wrong = next((place for place, _ in illegal(step)), 0)
        return Question(
            CHOICE, f"{step.title}: which is illegal?", options, options[wrong], position
        )
    kind = CHOICE if step.choices else NUMBER
    return Question(kind, step.question, step.choices, truth(step), position)


def posed_as(drill: Drill) -> tuple[Question, Game]:
    """A question of Practice as one for a class, and its game; a Problem where it is none."""
    game = drill.position()
    posed, desk = drill.pose(game), Desk(game)
    words = Wording(desk)
    # a class has one right answer: of several the first, and none of the others to choose from
    best = min(posed.right)
    left = [one for one in posed.options if one.name == best or one.name not in posed.right]
    said = {option.name: words.said(option).rstrip(".") for option in left}
    plain = {name: text.replace(";", ",") for name, text in said.items()}
    dice = f"The dice show {', '.join(map(str, posed.dice))}." if posed.dice else ""
    action = f"{words.action(posed.action)}." if posed.action else ""
    told = (*words.told(posed.so_far), action, dice, words.asked(posed), *words.told(posed.of))
    right = plain[best]
    text = " ".join(filter(None, told))
    return Question(CHOICE, text, tuple(plain.values()), right, position_of(game)), game


def fits_a_class(drill: Drill) -> bool:
    """Whether a class can be asked it: one of several is to be chosen."""
    return drill.kind in CHOSEN


class Naming:
    """What actions are called where the question is asked."""

    def __init__(self, ask: Mapping[str, Any]) -> None:
        self.ask = ask
        self._desk = Desk(game_of(ask["position"])) if ask["position"] else None

    def answer(self, given: Any) -> str:
        """An answer in words: those that mean the same say the same."""
        if self.ask["kind"] == ACTION and self._desk is not None and isinstance(given, dict):
            return named(self._desk, Action.from_json(given))
        if self.ask["kind"] == NUMBER:
            value = canonical(str(given))
            return value if isinstance(value, str) else show(value)
        return str(given)

    def right(self, given: str, right: Any) -> bool:
        """Whether an answer in words is the right one."""
        return bool(right) and same_answer(given, self.answer(right))

    def hexes(self, given: Any) -> Sequence[str]:
        """Where an action leads."""
        if self._desk is None or not isinstance(given, dict):
            return ()
        goals = self._desk.hands.goals(Action.from_json(given))
        return [goal for goal in goals[-1:] if goal in self._desk.game.scenario.board]

    def heat(
        self, answers: Iterable[tuple[Any, int]], forbidden: Iterable[tuple[Any, int]] = ()
    ) -> tuple[Overlay, ...]:
        """How many answers lead into which hex, and how many tries that the rules forbid."""
        into, tried = self._counted(answers), self._counted(forbidden)
        both = {hex: f"{into[hex]} / {tried[hex]}" for hex in into.keys() & tried.keys()}
        # a hex has one number: that of the tries stands behind that of the answers
        wrong = {hex: "" if hex in both else str(count) for hex, count in tried.items()}
        right = {hex: str(count) for hex, count in into.items()} | both
        found = (Overlay("cause-area", wrong), Overlay("sight-area", right))
        return tuple(one for one in found if one.hexes)

    def _counted(self, actions: Iterable[tuple[Any, int]]) -> Counter[str]:
        counts: Counter[str] = Counter()
        for given, count in actions:
            for hex in self.hexes(given):
                counts[hex] += count
        return counts

    def histogram(
        self, answers: Iterable[tuple[Any, int]], tried: Iterable[tuple[str, int]], right: Any = ""
    ) -> str:
        """How many answered what, and which rules stopped others."""
        counts: Counter[str] = Counter()
        for given, count in answers:
            counts[self.answer(given)] += count
        rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
        marked = [(text, count, self.right(text, right)) for text, count in rows]
        game = self.ask["position"]["scenario"].partition("/")[0] if self.ask["position"] else ""
        total = max(sum(counts.values()), 1)
        missed = "" if not right or any(fits for *_, fits in marked) else self.answer(right)
        return str(
            panels.page("school").histogram(
                marked, total, list(tried), game, missed, self.ask["kind"] == ACTION
            )
        )


def named(desk: Desk, action: Action) -> str:
    """An action as a row of a histogram: who goes where, by whatever way."""
    if "path" not in action:
        return desk.hands.action_name(action)
    who = ", ".join(map(desk.hands.unit_name, desk.hands.doers(action)))
    return f"{who} to {desk.hands.place_name(action['path'][-1])}"


def loaded(answers: Iterable[tuple[str, int]]) -> list[tuple[Any, int]]:
    """Answers as they are revealed, each with how many gave it."""
    return [(json.loads(given), count) for given, count in answers]
