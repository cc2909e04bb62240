"""What each learner has done, kept in the database that many kernels write to at once.

Every step bears a mark of what it says: what a bad disk has changed is not believed.
"""

from __future__ import annotations

import json
import secrets
import time
from collections.abc import Iterable
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Double,
    Integer,
    Table,
    Text,
    insert,
    select,
    update,
)

from engine.errors import Problem
from tutor.store import MOST_TOLD, WAIT_SECONDS, Store, mark, metadata

EXPORTED = 1
"""The schema of a record that is taken along."""
FORMAT = "staffride-progress"
MOST = 2**31

DONE = Table(
    "done",
    metadata,
    Column("learner", Text, primary_key=True),
    Column("lesson", Text, primary_key=True),
    Column("step", Text, primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("at", Double, nullable=False),
    Column("mark", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
TAKEN = Table("taken", metadata, Column("learner", Text, primary_key=True), sqlite_with_rowid=False)
HOUSE = Table(
    "house",
    metadata,
    Column("key", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
"""What the server must remember."""


@dataclass(frozen=True, slots=True)
class Done:
    """A step that a learner has finished."""

    lesson: str
    step: str
    tries: int
    hints: int
    at: float

    def better(self, before: Done) -> Done:
        """The same step done again: the first time counts, and the best."""
        tries, hints = min(self.tries, before.tries), min(self.hints, before.hints)
        return replace(before, tries=tries, hints=hints)


class Progress:
    """The learners' record."""

    def __init__(self, where: Path | str | None = None, wait: float = WAIT_SECONDS) -> None:
        self.store = Store(where, wait)

    def _rows(self, db: Connection, *which: ColumnElement[bool]) -> list[tuple[str, Done]]:
        """Finished steps with their learners, each as it was written."""
        rows = db.execute(select(DONE).where(*which)).fetchall()
        if any(mark(*row[:-1]) != row[-1] for row in rows):
            raise self.store.damaged("what is written there has changed by itself")
        found = [(row[0], Done(*row[1:-1])) for row in rows]
        # Databases do not sort letters alike.
        return sorted(found, key=lambda one: (one[0], one[1].at, one[1].lesson, one[1].step))

    def finish(self, learner: str, lesson: str, step: str, tries: int = 0, hints: int = 0) -> None:
        """A learner has finished a step; the first and best time counts."""
        self._keep(learner, [Done(lesson, step, tries, hints, time.time())])

    def _keep(self, learner: str, steps: Iterable[Done]) -> None:
        def keep(db: Connection) -> None:
            for one in steps:
                which = [DONE.c.learner == learner, DONE.c.lesson == one.lesson]
                which.append(DONE.c.step == one.step)
                before = self._rows(db, *which)
                best = one.better(before[0][1]) if before else one
                row = (learner, *astuple(best))
                change = update(DONE).where(*which) if before else insert(DONE)
                db.execute(change.values((*row, mark(*row))))

        self.store.write(keep)

    def _all(self, db: Connection) -> list[tuple[str, Done]]:
        """Every finished step; the file is looked through for damage."""
        self.store.examine(db)
        return self._rows(db)

    def done(self, learner: str) -> list[Done]:
        """All that a learner has finished, in the order in which it was."""
        return [done for who, done in self.everything() if who == learner]

    def steps(self, learner: str, lesson: str) -> set[str]:
        """The steps of a lesson that a learner has finished."""
        which = (DONE.c.learner == learner, DONE.c.lesson == lesson)
        return {done.step for _, done in self.store.read(lambda db: self._rows(db, *which))}

    def everything(self) -> list[tuple[str, Done]]:
        """Every learner's finished steps."""
        return self.store.read(self._all)

    # -- names, and who may use them --------------------------------------------------------------

    def take(self, name: str) -> bool:
        """Take a name that nobody has taken yet; whether it was free."""

        def take(db: Connection) -> bool:
            if db.execute(select(TAKEN).where(TAKEN.c.learner == name)).first():
                return False
            db.execute(insert(TAKEN).values(learner=name))
            return True

        return self.store.write(take)

    def secret(self) -> str:
        """What only this record and its server know: made once, kept with the record."""

        def secret(db: Connection) -> str:
            kept = db.scalar(select(HOUSE.c.value).where(HOUSE.c.key == "secret"))
            if kept is None:
                kept = secrets.token_hex(32)
                db.execute(insert(HOUSE).values(key="secret", value=kept))
            return str(kept)

        return self.store.write(secret)

    # -- taking it along --------------------------------------------------------------------------

    def export(self, learner: str) -> str:
        """A learner's record as text, to take elsewhere."""
        rows = [
            {"lesson": d.lesson, "step": d.step, "tries": d.tries, "hints": d.hints, "at": d.at}
            for d in self.done(learner)
        ]
        body = {"format": FORMAT, "schema": EXPORTED, "learner": learner, "done": rows}
        return json.dumps(body, indent=1, ensure_ascii=False) + "\n"

    def take_in(self, text: str, learner: str, name: str = "record") -> int:
        """Add an exported record to a learner's; how many steps it held."""
        rows = _parse(text, name)
        self._keep(learner, rows)
        return len(rows)


def _parse(text: str, name: str) -> list[Done]:
    def bad(what: str, place: str) -> Problem:
        return Problem(
            what, file=name, place=place, remedy="Export it again; nothing was taken in."
        )

    try:
        body: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = f"line {error.lineno}" if isinstance(error, json.JSONDecodeError) else ""
        raise bad("this is not an exported record", line or "the whole text") from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise bad("this is not an exported record", "format")
    schema = body.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or not 1 <= schema <= EXPORTED:
        told = str(schema)[:MOST_TOLD]
        raise bad(f"it has schema {told}, this program reads up to {EXPORTED}", "schema")
    rows = body.get("done")
    if not isinstance(rows, list):
        raise bad("it holds no list of steps", "done")
    found = []
    for place, row in enumerate(rows):
        done = _entry(row)
        if done is None:
            raise bad("an entry is not whole", f"done[{place}]")
        found.append(done)
    return found


def _entry(row: Any) -> Done | None:
    """A finished step out of an exported record; None for what cannot be one."""
    if not isinstance(row, dict):
        return None
    names: list[Any] = [row.get(key) for key in ("lesson", "step")]
    counts: list[Any] = [row.get(key) for key in ("tries", "hints")]
    at: Any = row.get("at")
    fit = (
        all(isinstance(name, str) and name.isprintable() for name in names)
        and all(type(count) is int and 0 <= count < MOST for count in counts)
        and isinstance(at, int | float)
        and 0 <= at < MOST**2
    )
    return Done(names[0], names[1], counts[0], counts[1], float(at)) if fit else None
