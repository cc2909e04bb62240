"""What each learner has done, in one SQLite file that many kernels write to at once.

Every call opens the file, does one short transaction and closes it again: nothing is held while a
learner thinks. A file that cannot be used is a Problem with the remedy; nothing in it is changed.
Every step bears a mark of what it says: what a bad disk has changed is not believed.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from engine.errors import Problem
from engine.words import trouble

SCHEMA = 2
"""1: steps alone. 2: their marks, the names that are taken, and what the server must remember."""
EXPORTED = 1
"""The schema of a record that is taken along."""
WAIT_SECONDS = 10.0
AGAIN_SECONDS = 0.03
"""Who was refused the file tries again after so long at most."""
FORMAT = "staffride-progress"
MOST = 2**31
MOST_TOLD = 80
"""So much is told of what is wrong with a file."""

SIGNS = {
    **{"locked": "locked", "busy": "locked", "readonly": "readonly", "read-only": "readonly"},
    **{"unable to open": "unable", "full": "full"},
}
"""What SQLite says when something else is wrong than the file."""

_DONE = """
create table if not exists done (
    learner text not null,
    lesson text not null,
    step text not null,
    tries integer not null default 0,
    hints integer not null default 0,
    at real not null,
    primary key (learner, lesson, step)
) without rowid
"""
_SINCE_2 = (
    "alter table done add column mark integer not null default 0",
    "update done set mark = mark(learner, lesson, step, tries, hints, at)",
    "create table taken (learner text primary key) without rowid",
    "create table house (key text primary key, value text not null) without rowid",
)
_FINISH = """
insert into done values (?1, ?2, ?3, ?4, ?5, ?6, mark(?1, ?2, ?3, ?4, ?5, ?6))
on conflict do update set
    tries = min(tries, excluded.tries),
    hints = min(hints, excluded.hints),
    mark = mark(
        learner, lesson, step, min(tries, excluded.tries), min(hints, excluded.hints), at
    )
"""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Done:
    """A step that a learner has finished."""

    lesson: str
    step: str
    tries: int
    hints: int
    at: float


def default_path() -> Path:
    """Where progress is kept when nobody says otherwise."""
    given = os.environ.get("STAFFRIDE_PROGRESS")
    if given:
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "staffride" / "progress.sqlite"


class Progress:
    """The learners' record."""

    def __init__(self, path: Path | None = None, wait: float = WAIT_SECONDS) -> None:
        self.path = path or default_path()
        self.wait = wait

    def _do(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Do something in one transaction; who finds the file in use waits for it."""
        until = time.monotonic() + self.wait
        while True:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                with closing(sqlite3.connect(self.path, timeout=self.wait)) as db:
                    db.isolation_level = None
                    db.create_function("mark", -1, _mark, deterministic=True)
                    db.execute("pragma synchronous = normal")
                    self._prepare(db)
                    return work(db)
            except sqlite3.Error as error:
                # SQLite does not always wait when it is asked to.
                if _in_use(error) and time.monotonic() < until:
                    time.sleep(random.uniform(0, AGAIN_SECONDS))
                    continue
                raise self._problem(str(error)) from None
            except (UnicodeDecodeError, TypeError, ValueError):
                # Even what SQLite says of it, or the kind of a value, may be damaged.
                raise self._problem("what is written there cannot be read") from None
            except OSError as error:
                raise trouble(
                    "record.unopened", file=str(self.path), reason=error.strerror
                ) from None

    def _prepare(self, db: sqlite3.Connection) -> None:
        (version,) = db.execute("pragma user_version").fetchone()
        if version == SCHEMA:
            return
        if version > SCHEMA or version < 0:
            raise trouble("record.newer", file=str(self.path), version=version, known=SCHEMA)
        strange = "select name from sqlite_master where name <> 'done' limit 1"
        if version == 0 and db.execute(strange).fetchone() is not None:
            raise trouble("record.strange", file=str(self.path))
        # Readers and a writer do not wait for each other then.
        db.execute("pragma journal_mode = wal")
        with _writing(db):
            # Another may have done it while this one waited.
            if db.execute("pragma user_version").fetchone()[0] < SCHEMA:
                for change in (_DONE, *_SINCE_2):
                    db.execute(change)
                db.execute(f"pragma user_version = {SCHEMA}")

    def _rows(self, db: sqlite3.Connection, where: str = "", *given: str) -> list[tuple[str, Done]]:
        """Finished steps with their learners, each as it was written."""
        asked = "select learner, lesson, step, tries, hints, at, mark from done"
        rows = db.execute(f"{asked} {where} order by learner, at", given).fetchall()
        if any(_mark(*row[:-1]) != row[-1] for row in rows):
            raise self._problem("what is written there has changed by itself")
        return [(row[0], Done(*row[1:-1])) for row in rows]

    def _all(self, db: sqlite3.Connection) -> list[tuple[str, Done]]:
        """Every finished step; the file is looked through for damage."""
        (found,) = db.execute("pragma quick_check(1)").fetchone()
        if found != "ok":
            raise self._problem(" ".join(str(found).split()))
        return self._rows(db)

    def _problem(self, text: str) -> Problem:
        told = next((key for sign, key in SIGNS.items() if sign in text), "damaged")
        return trouble(f"record.{told}", file=str(self.path), reason=text[:MOST_TOLD])

    def finish(self, learner: str, lesson: str, step: str, tries: int = 0, hints: int = 0) -> None:
        """A learner has finished a step; the first and best time counts."""
        self._keep(learner, [Done(lesson, step, tries, hints, time.time())])

    def _keep(self, learner: str, steps: Iterable[Done]) -> None:
        def keep(db: sqlite3.Connection) -> None:
            with _writing(db):
                for one in steps:
                    row = (learner, one.lesson, one.step, one.tries, one.hints, one.at)
                    db.execute(_FINISH, row)

        self._do(keep)

    def done(self, learner: str) -> list[Done]:
        """All that a learner has finished, in the order in which it was."""
        return [done for who, done in self._do(self._all) if who == learner]

    def steps(self, learner: str, lesson: str) -> set[str]:
        """The steps of a lesson that a learner has finished."""
        where = "where learner = ? and lesson = ?"
        rows = self._do(lambda db: self._rows(db, where, learner, lesson))
        return {done.step for _, done in rows}

    def everything(self) -> list[tuple[str, Done]]:
        """Every learner's finished steps."""
        return self._do(self._all)

    # -- names, and who may use them --------------------------------------------------------------

    def take(self, name: str) -> bool:
        """Take a name that nobody has taken yet; whether it was free."""

        def take(db: sqlite3.Connection) -> bool:
            with _writing(db):
                return db.execute("insert or ignore into taken values (?)", (name,)).rowcount == 1

        return self._do(take)

    def secret(self) -> str:
        """What only this record and its server know: made once, kept with the record."""

        def secret(db: sqlite3.Connection) -> str:
            with _writing(db):
                new = secrets.token_hex(32)
                db.execute("insert or ignore into house values ('secret', ?)", (new,))
                (kept,) = db.execute("select value from house where key = 'secret'").fetchone()
                return str(kept)

        return self._do(secret)

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


def _mark(*row: Any) -> int:
    """A number that changes with what a row says."""
    return zlib.crc32(repr(row).encode("utf-8", "surrogatepass"))


def _in_use(error: sqlite3.Error) -> bool:
    return "locked" in str(error) or "busy" in str(error)


@contextmanager
def _writing(db: sqlite3.Connection) -> Iterator[None]:
    """A transaction that is alone with the file from its beginning."""
    db.execute("begin immediate")
    try:
        yield
    except BaseException:
        if db.in_transaction:
            db.execute("rollback")
        raise
    db.execute("commit")


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
