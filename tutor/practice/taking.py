"""A learner's record with the answers of practice in it, to take elsewhere and to bring in."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from engine.errors import Problem
from tutor.practice.answers import Answered, Answers
from tutor.progress import MOST, Progress

KEY = "practice"
"""Where the answers stand in a record; who does not know them leaves them out."""


def export(progress: Progress, learner: str) -> str:
    """A learner's record as text: the steps that are finished, and the answers."""
    body = json.loads(progress.export(learner))
    body[KEY] = [asdict(one) for one in Answers(progress.store).all_of(learner)]
    return json.dumps(body, indent=1, ensure_ascii=False) + "\n"


def take_in(progress: Progress, text: str, learner: str, name: str = "record") -> tuple[int, int]:
    """Add an exported record to a learner's; how many steps it held, and how many answers that
    were not there yet. A record that is not whole is refused whole."""
    try:
        body: Any = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    rows = body.get(KEY, []) if isinstance(body, dict) else []
    found = [_entry(row) for row in rows] if isinstance(rows, list) else [None]
    answers = [one for one in found if one]
    if len(answers) < len(found):
        raise Problem(
            "an answer is not whole",
            file=name,
            place=f"{KEY}[{found.index(None)}]",
            remedy="Export it again; nothing was taken in.",
        )
    steps = progress.take_in(text, learner, name)
    return steps, Answers(progress.store).add(learner, answers)


def _entry(row: Any) -> Answered | None:
    """An answer out of an exported record; None for what cannot be one."""
    if not isinstance(row, dict):
        return None
    others: list[Any] = [row.get(key) for key in ("rules", "right", "at", "seconds")]
    names: list[Any] = [row.get(key) for key in ("game", "question", "missed", "given")]
    rules, right, at, seconds = others
    fit = (
        isinstance(rules, list)
        and len(rules) > 0
        and all(_is_text(text) for text in (*names, *rules))
        and isinstance(right, bool)
        and _is_number(at)
        and (seconds is None or _is_number(seconds))
    )
    if not fit:
        return None
    game, question, missed, given = names
    took = None if seconds is None else float(seconds)
    return Answered(game, question, tuple(rules), right, float(at), given, missed, took)


def _is_text(value: Any) -> bool:
    """Whether it is a text that a database keeps."""
    return isinstance(value, str) and "\0" not in value and not _is_broken(value)


def _is_broken(text: str) -> bool:
    return any("\ud800" <= letter <= "\udfff" for letter in text)


def _is_number(value: Any) -> bool:
    """Whether it is a number of seconds."""
    # The clocks of computers go on for a few thousand years, no longer.
    return (
        isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 100 * MOST
    )
