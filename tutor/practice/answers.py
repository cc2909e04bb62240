"""Every answer of every learner in practice, as it was given."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Double,
    Integer,
    Row,
    Table,
    Text,
    delete,
    func,
    insert,
    select,
)

from tutor.store import Store, mark, metadata

PRACTISED = Table(
    "practised",
    metadata,
    Column("learner", Text, primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("game", Text, nullable=False),
    Column("question", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("missed", Text, nullable=False),
    Column("given", Text, nullable=False),
    Column("right", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("seconds", Double),
    Column("mark", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)


@dataclass(frozen=True, slots=True)
class Answered:
    """One answer to one question, with the rules that the question needed."""

    game: str
    question: str
    rules: tuple[str, ...]
    """First the one that it is about."""
    right: bool
    at: float
    """Seconds since 1970, UTC."""
    given: str = ""
    missed: str = ""
    """The rule that a wrong answer overlooked, where it tells."""
    seconds: float | None = None


class Answers:
    """Where the answers lie."""

    def __init__(self, store: Store) -> None:
        self.store = store

    def keep(self, learner: str, answer: Answered) -> None:
        """Add an answer to a learner's."""
        self.store.write(lambda db: _add(db, learner, [answer]))

    def of(self, learner: str, game: str) -> list[Answered]:
        """A learner's answers in a game, in the order in which they were given."""
        which = (PRACTISED.c.learner == learner, PRACTISED.c.game == game)
        return [one for _, one in self.store.read(lambda db: self._rows(db, *which))]

    def all_of(self, learner: str) -> list[Answered]:
        """A learner's answers in every game, in the order in which they were given."""
        which = PRACTISED.c.learner == learner
        return [one for _, one in self.store.read(lambda db: self._rows(db, which))]

    def add(self, learner: str, answers: Iterable[Answered]) -> int:
        """Add answers that were given elsewhere, but for those that are there; how many."""
        given = list(answers)

        def add(db: Connection) -> int:
            rows = self._rows(db, PRACTISED.c.learner == learner)
            there = {(one.game, one.question, one.at) for _, one in rows}
            new = {(one.game, one.question, one.at): one for one in given}
            return _add(db, learner, [one for key, one in new.items() if key not in there])

        return self.store.write(add)

    def others(self, learner: str, game: str, most: int) -> list[tuple[str, Answered]]:
        """What others answered last in a game, in that order, with their names."""
        which = (PRACTISED.c.learner != learner, PRACTISED.c.game == game)
        return self.store.read(lambda db: self._rows(db, *which, most=most))

    def times(self, learner: str) -> list[float]:
        """When a learner answered anything, in any game."""
        asked = select(PRACTISED.c.at).where(PRACTISED.c.learner == learner)
        return sorted(self.store.read(lambda db: db.scalars(asked).all()))

    def rename(self, before: str, after: str) -> None:
        """The answers of one learner are another's from now on, added to those that he has."""

        def rename(db: Connection) -> None:
            moved = [one for _, one in self._rows(db, PRACTISED.c.learner == before)]
            db.execute(delete(PRACTISED).where(PRACTISED.c.learner == before))
            _add(db, after, moved)

        self.store.write(rename)

    def forget(self, learner: str) -> None:
        """Delete all answers of a learner."""
        gone = delete(PRACTISED).where(PRACTISED.c.learner == learner)
        self.store.write(lambda db: db.execute(gone))

    def _rows(
        self, db: Connection, *which: ColumnElement[bool], most: int | None = None
    ) -> list[tuple[str, Answered]]:
        """Answers with their learners, each as it was written."""
        asked = select(PRACTISED).where(*which)
        if most is not None:
            asked = asked.order_by(PRACTISED.c.at.desc()).limit(most)
        rows = db.execute(asked).fetchall()
        if any(mark(*row[:-1]) != row[-1] for row in rows):
            raise self.store.damaged("what is written there has changed by itself")
        # Databases do not sort letters alike.
        rows = sorted(rows, key=lambda row: (row.at, row.learner, row.number))
        return [(row[0], _answer(row)) for row in rows]


def _add(db: Connection, learner: str, answers: Iterable[Answered]) -> int:
    last = select(func.max(PRACTISED.c.number)).where(PRACTISED.c.learner == learner)
    number = db.scalar(last) or 0
    rows = [_row(learner, number + n, one) for n, one in enumerate(answers, 1)]
    if rows:
        db.execute(insert(PRACTISED), rows)
    return len(rows)


def _row(learner: str, number: int, one: Answered) -> dict[str, Any]:
    rules = json.dumps(one.rules, ensure_ascii=False)
    about = (one.game, one.question, rules, one.missed, one.given)
    row = (learner, number, *about, int(one.right), one.at, one.seconds)
    return dict(zip(PRACTISED.c.keys(), (*row, mark(*row)), strict=True))


def _answer(row: Row[Any]) -> Answered:
    _, _, game, question, rules, missed, given, right, at, seconds, _ = tuple(row)
    asked = tuple(json.loads(rules))
    return Answered(game, question, asked, bool(right), at, given, missed, seconds)
