"""Names in the actions and questions of examples and lessons: each must be known to the game.

A rule that forbids an action does not care how the rest of it is spelt, and what is not in a list
is not there under a wrong name either. So every text is held against the words of the game: those
of the scenario, of its kinds of action, its tables and its format (`[words]`).
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

from engine.action import Action
from engine.errors import closest
from engine.format import read_format
from engine.values import texts_in

_PARTS = re.compile(r"[ :]|(?<=\d)-(?=\d)")
"""Between the words of a text: `go G7`, `work:mine`, `0604-0605`."""


def words_of(rules: Any) -> frozenset[str]:
    """Every word that an action or a question in a scenario may use."""
    scenario = rules.scenario
    found: set[str] = {*scenario.boxes, *scenario.board.areas, *rules.names()}
    found.update(side.id for side in scenario.sides)
    for piece in scenario.pieces.values():
        found.update(texts_in(getattr(piece, field.name) for field in fields(piece)))
    for kind, slots in rules.takes.kinds.items():
        found.update((kind, *(name for slot in slots.values() for name in slot.among)))
    for chart in rules.charts.values():
        found.update(chart.rows)
        for row in chart.rows.values():
            found.update(texts_in(row.values()))
    form = read_format(scenario.game)
    found.update(
        *(form.group(group) for group in ("tags", "terrain", "sides", "links", "start", "words"))
    )
    return frozenset(found - {""})


def strange(rules: Any, *values: Any) -> str | None:
    """What is wrong with the first text of some values that names nothing, if there is one."""
    words = words_of(rules)
    board = rules.scenario.board
    numbers = {_shape(hex) for hex in board.hexes}
    if board.labels == "A1":
        numbers |= {f"{number}0" for number in numbers if number.count("0") == 1}
    for text in texts_in(values):
        if text in words or not text:
            continue
        for word in _PARTS.split(text):
            # a number as hexes have it may lie beyond the map
            if word not in words and _shape(word) not in numbers and not _count(text, word):
                return f"'{word}' names nothing here. {closest(word, words)}"
    return None


def strange_in(rules: Any, *actions: Action) -> str | None:
    """What is wrong with the first of some actions that names something that is not there."""
    for action in actions:
        if action.kind not in rules.takes.kinds:
            known = [kind for kind in rules.takes.kinds if " " not in kind]
            return f"there is no kind of action '{action.kind}'. {closest(action.kind, known)}"
        slots = rules.takes.slots(action)
        for name, _ in action.args:
            if name not in slots:
                return f"{action}: it does not take '{name}'. {closest(name, slots)}"
        told = strange(rules, [value for _, value in action.args])
        if told:
            return f"{action}: {told}"
    return None


def _count(text: str, word: str) -> bool:
    """Whether a word of several is a number of things: `bomb G7 2`."""
    return word.isdigit() and len(word) < 3 and " " in text


def _shape(label: str) -> str:
    return re.sub(r"[A-Z]", "A", re.sub(r"\d", "0", label))
