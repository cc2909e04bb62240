"""What each learner has done, in one SQLite file that many kernels write to at once.

Every call opens the file, does one short transaction and closes it again: nothing is held while a
learner thinks. A file that cannot be used is a Problem with the remedy; nothing in it is changed.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import Problem
from engine.record import write_atomically

SCHEMA = 1
WAIT_SECONDS = 5.0
FORMAT = "staffride-progress"
MOST = 2**31

_CREATE = """
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

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=self.wait)) as db:
                db.execute(f"pragma busy_timeout = {int(self.wait * 1000)}")
                self._prepare(db)
                with db:
                    yield db
        except sqlite3.DatabaseError as error:
            raise self._problem(error) from None
        except OSError as error:
            raise Problem(
                f"the learners' record cannot be opened ({error.strerror})",
                file=str(self.path),
                remedy="Name another file with --progress.",
            ) from None

    def _prepare(self, db: sqlite3.Connection) -> None:
        version = db.execute("pragma user_version").fetchone()[0]
        if version > SCHEMA:
            raise Problem(
                f"the learners' record has schema {version}, this program reads up to {SCHEMA}",
                file=str(self.path),
                remedy="Update Staffride, or name another file with --progress.",
            )
        if version < SCHEMA:
            strange = "select name from sqlite_master where name <> 'done' limit 1"
            if db.execute(strange).fetchone() is not None:
                raise Problem(
                    "this is another program's file, not the learners' record",
                    file=str(self.path),
                    remedy="It was left as it is: name another file with --progress.",
                )
            with db:
                db.execute(_CREATE)
                db.execute(f"pragma user_version = {SCHEMA}")

    def _problem(self, error: sqlite3.DatabaseError) -> Problem:
        text = str(error)
        if "locked" in text or "busy" in text:
            what, remedy = "is locked by another program", "Close that program and try again."
        elif "readonly" in text or "read-only" in text:
            what, remedy = "may not be written", "Check its rights, or use --progress FILE."
        elif "unable to open" in text:
            what, remedy = "cannot be opened", "Check the folder, or use --progress FILE."
        elif "full" in text:
            what, remedy = "does not fit on the disk", "Free some space and try again."
        else:
            what = f"is damaged ({text})"
            remedy = "It was left as it is: move it away, or name another with --progress FILE."
        return Problem(f"the learners' record {what}", file=str(self.path), remedy=remedy)

    def finish(self, learner: str, lesson: str, step: str, tries: int = 0, hints: int = 0) -> None:
        """A learner has finished a step; the first and best time counts."""
        with self._open() as db:
            db.execute(
                "insert into done values (?, ?, ?, ?, ?, ?) on conflict do update set"
                " tries = min(tries, excluded.tries), hints = min(hints, excluded.hints)",
                (learner, lesson, step, tries, hints, time.time()),
            )

    def done(self, learner: str) -> list[Done]:
        """All that a learner has finished."""
        with self._open() as db:
            rows = db.execute(
                "select lesson, step, tries, hints, at from done where learner = ? order by at",
                (learner,),
            ).fetchall()
        return [Done(*row) for row in rows]

    def steps(self, learner: str, lesson: str) -> set[str]:
        """The steps of a lesson that a learner has finished."""
        with self._open() as db:
            rows = db.execute(
                "select step from done where learner = ? and lesson = ?", (learner, lesson)
            ).fetchall()
        return {row[0] for row in rows}

    def learners(self) -> dict[str, int]:
        """Every learner with the number of steps finished."""
        with self._open() as db:
            rows = db.execute("select learner, count(*) from done group by learner").fetchall()
        return dict(rows)

    def everything(self) -> list[tuple[str, Done]]:
        """Every learner's finished steps."""
        with self._open() as db:
            rows = db.execute(
                "select learner, lesson, step, tries, hints, at from done order by learner, at"
            ).fetchall()
        return [(row[0], Done(*row[1:])) for row in rows]

    def export(self, learner: str) -> str:
        """A learner's record as text, to take elsewhere."""
        rows = [
            {"lesson": d.lesson, "step": d.step, "tries": d.tries, "hints": d.hints, "at": d.at}
            for d in self.done(learner)
        ]
        body = {"format": FORMAT, "schema": SCHEMA, "learner": learner, "done": rows}
        return json.dumps(body, indent=1, ensure_ascii=False) + "\n"

    def export_to(self, learner: str, path: Path) -> None:
        """Write a learner's record to a file."""
        write_atomically(path, self.export(learner))

    def take_in(self, text: str, learner: str, name: str = "record") -> int:
        """Add an exported record to a learner's; how many steps it held."""
        rows = _parse(text, name)
        with self._open() as db:
            for row in rows:
                db.execute(
                    "insert into done values (?, ?, ?, ?, ?, ?) on conflict do update set"
                    " tries = min(tries, excluded.tries), hints = min(hints, excluded.hints)",
                    (learner, row.lesson, row.step, row.tries, row.hints, row.at),
                )
        return len(rows)


def _parse(text: str, name: str) -> list[Done]:
    def bad(what: str, place: str) -> Problem:
        return Problem(
            what, file=name, place=place, remedy="Export it again; nothing was taken in."
        )

    try:
        body: Any = json.loads(text)
    except json.JSONDecodeError as error:
        raise bad("this is not an exported record", f"line {error.lineno}") from None
    except (ValueError, RecursionError):
        raise bad("this is not an exported record", "the whole text") from None
    if not isinstance(body, dict) or body.get("format") != FORMAT:
        raise bad("this is not an exported record", "format")
    schema = body.get("schema")
    if isinstance(schema, bool) or not isinstance(schema, int) or not 1 <= schema <= SCHEMA:
        raise bad(f"it has schema {schema}, this program reads up to {SCHEMA}", "schema")
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
