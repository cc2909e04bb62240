"""One database for all that is kept: SQLite in a file, or PostgreSQL that several servers share.

A module declares its tables on `metadata`; they are made when they are first needed, also in a
database that is older than the module. Every call opens the database, does one short transaction
and closes it again: kernels are forked, and nothing is held while a learner thinks. Who writes is
alone from the beginning of the transaction to its end. A database that cannot be used is a Problem
with the remedy; nothing in it is changed.
"""

from __future__ import annotations

import math
import os
import random
import sqlite3
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    NullPool,
    Table,
    Text,
    create_engine,
    delete,
    insert,
    make_url,
    select,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from engine.errors import Problem
from engine.words import trouble

SCHEMA = 3
"""1: steps alone. 2: their marks, names that are taken, the server's secret. 3: which tables are
made, for there may be others beside them."""
PROGRESS_VARIABLE = "STAFFRIDE_PROGRESS"
DATABASE_VARIABLE = "STAFFRIDE_DATABASE"
"""Goes before the other; empty is none."""
WAIT_SECONDS = 10.0
AGAIN_SECONDS = 0.03
"""Who was refused the database tries again after so long at most."""
MOST_TOLD = 80
"""So much is told of what is wrong with a file."""
MOST_SAID = 240
"""A server's words go on longer before they come to what is wrong."""
ENGINES = 8
"""A process speaks to one database; its tests to some more."""

metadata = MetaData()
"""Every table of this program that has been imported."""
MADE = Table("made", metadata, Column("name", Text, primary_key=True), sqlite_with_rowid=False)
"""Tables that there must be: one that is missing is not made anew, for what was in it is lost."""
_T = TypeVar("_T")


def default_path() -> Path:
    """The file in which things are kept when nobody says otherwise."""
    given = os.environ.get(PROGRESS_VARIABLE)
    if given:
        return Path(given)
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "staffride" / "progress.sqlite"


def mark(*row: Any) -> int:
    """A number that changes with what a row says."""
    return zlib.crc32(repr(row).encode("utf-8", "surrogatepass"))


class Store:
    """The database: a path is a SQLite file, a text the address of a database."""

    def __init__(self, where: Path | str | None = None, wait: float = WAIT_SECONDS) -> None:
        default = os.environ.get(DATABASE_VARIABLE) or default_path()
        self._where = default if where is None else where
        self._wait = wait

    @property
    def path(self) -> Path | None:
        """The SQLite file; none if it is a server's database."""
        return self._home.path

    @property
    def environment(self) -> dict[str, str]:
        """The variables by which another process finds the same database."""
        if self.path is None:
            return {DATABASE_VARIABLE: str(self._where)}
        return {PROGRESS_VARIABLE: str(self.path.absolute()), DATABASE_VARIABLE: ""}

    @property
    def drivers(self) -> tuple[str, ...]:
        """Modules that are imported with the first call, unless they are before."""
        return self._home.drivers

    def check(self) -> None:
        """Raise the Problem with its address or driver, if there is one; nothing is opened."""
        if self.path is None:
            self._home.engine()

    def read(self, work: Callable[[Connection], _T]) -> _T:
        """What `work` finds in one state of the database, which others may be changing."""
        return self._do(work, writing=False)

    def write(self, work: Callable[[Connection], _T]) -> _T:
        """Let `work` change the database, alone: all of it is kept, or nothing.

        It may be called again when the database was in use, so it does nothing else. A row that
        breaks a rule of its table is its own mistake: IntegrityError.
        """
        return self._do(work, writing=True)

    def examine(self, db: Connection) -> None:
        """Look through the whole file for damage."""
        found = self._home.examined(db)
        if found != "ok":
            raise self.damaged(found)

    def damaged(self, reason: str) -> Problem:
        """The Problem with what is written there."""
        return self._problem("damaged", reason)

    @property
    def _home(self) -> _File | _Server:
        return _home(self._where, self._wait)

    def _do(self, work: Callable[[Connection], _T], writing: bool) -> _T:
        home = self._home
        until = time.monotonic() + self._wait
        while True:
            try:
                with home.engine().connect() as db:
                    home.begin(db, writing)
                    if not self._is_ready(db):
                        db.rollback()
                        self._prepare(db)
                        home.begin(db, writing)
                    result = work(db)
                    db.commit()
                    return result
            except IntegrityError:
                raise
            except DBAPIError as error:
                told = home.told(error.orig)
                # SQLite does not always wait when it is asked to.
                if told == "locked" and time.monotonic() < until:
                    time.sleep(random.uniform(0, AGAIN_SECONDS))
                    continue
                raise self._problem(told, str(error.orig)) from None
            except UnicodeError:
                # Even what SQLite says of the damage may be damaged.
                raise self.damaged("what is written there cannot be read") from None
            except OSError as error:
                raise self._problem("unopened", error.strerror or "") from None

    def _version(self, db: Connection, names: set[str]) -> int:
        """The schema of what is there, 0 for nothing; refused if it is not for us."""
        version = self._home.version(db, names)
        if not 0 <= version <= SCHEMA:
            file = self._home.name
            raise trouble("record.newer", file=file, version=version, known=SCHEMA)
        if version == 0 and self._home.strange(names):
            raise trouble("record.strange", file=self._home.name)
        return version

    def _is_ready(self, db: Connection) -> bool:
        names = self._home.names(db)
        return self._version(db, names) == SCHEMA and names.issuperset(metadata.tables)

    def _prepare(self, db: Connection) -> None:
        """Bring it to this schema and make what tables are missing, or leave it as it is."""
        home = self._home
        home.settle(db)
        home.begin(db, True)
        names = home.names(db)
        version = self._version(db, names)
        # Before a file told its schema, it was the first.
        old = version or int("done" in names)
        for change in _CHANGES[old - 1 :] if old else ():
            change(db)
        there, made = home.names(db), {MADE.name}
        if MADE.name in there:
            made |= set(db.scalars(select(MADE.c.name)))
        if old and not made <= there:
            raise self.damaged("a table is missing")
        metadata.create_all(db)
        new = [{"name": name} for name in metadata.tables if name not in made]
        if new:
            db.execute(insert(MADE), new)
        if version < SCHEMA:
            home.keep_version(db)
        db.commit()

    def _problem(self, told: str, reason: str) -> Problem:
        line = " ".join(reason.split())[: self._home.most_told]
        return trouble(f"record.{told}", file=self._home.name, reason=line)


# -- from one schema to the next ------------------------------------------------------------------


def _since_2(db: Connection) -> None:
    """Rows bear a mark; names and the server's secret are kept."""
    db.exec_driver_sql("alter table done add column mark integer not null default 0")
    rows = db.exec_driver_sql("select learner, lesson, step, tries, hints, at from done").fetchall()
    if rows:
        db.exec_driver_sql(
            "update done set mark = ? where learner = ? and lesson = ? and step = ?",
            [(mark(*row), *row[:3]) for row in rows],
        )
    db.exec_driver_sql("create table taken (learner text primary key) without rowid")
    db.exec_driver_sql(
        "create table house (key text primary key, value text not null) without rowid"
    )


def _since_3(db: Connection) -> None:
    """Tables that there must be are known."""
    db.exec_driver_sql("create table made (name text primary key) without rowid")
    db.exec_driver_sql("insert into made values ('done'), ('taken'), ('house')")


_CHANGES = (_since_2, _since_3)
"""What is done to a database of schema 1, 2."""


# -- where it lies --------------------------------------------------------------------------------


@dataclass(frozen=True)
class _File:
    """A file of SQLite."""

    path: Path
    wait: float
    drivers = ()
    most_told = MOST_TOLD
    signs = {
        sqlite3.SQLITE_BUSY: "locked",
        sqlite3.SQLITE_LOCKED: "locked",
        sqlite3.SQLITE_PROTOCOL: "locked",
        sqlite3.SQLITE_READONLY: "readonly",
        sqlite3.SQLITE_CANTOPEN: "unable",
        sqlite3.SQLITE_FULL: "full",
    }

    @property
    def name(self) -> str:
        """What a person knows it by."""
        return str(self.path)

    def engine(self) -> Engine:
        """What opens it."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        return _file_engine(self.path, self.wait)

    def begin(self, db: Connection, writing: bool) -> None:
        """Begin a transaction."""
        db.exec_driver_sql("pragma synchronous = normal")
        db.exec_driver_sql("begin immediate" if writing else "begin")

    def settle(self, db: Connection) -> None:
        """Let readers and a writer not wait for each other."""
        db.exec_driver_sql("pragma journal_mode = wal").scalar()

    def names(self, db: Connection) -> set[str]:
        """All that is in it."""
        return {name for (name,) in db.exec_driver_sql("select name from sqlite_master")}

    def version(self, db: Connection, names: set[str]) -> int:
        """The schema it was left with."""
        return int(db.exec_driver_sql("pragma user_version").scalar_one())

    def keep_version(self, db: Connection) -> None:
        """It has this schema now."""
        db.exec_driver_sql(f"pragma user_version = {SCHEMA}")

    def strange(self, names: set[str]) -> bool:
        """Whether what has no schema is another program's."""
        return not names <= {"done"}

    def examined(self, db: Connection) -> str:
        """What is wrong with it, or ok."""
        return str(db.exec_driver_sql("pragma quick_check(1)").scalar_one())

    def told(self, error: BaseException | None) -> str:
        """The key of what went wrong."""
        # The lower byte is the kind of error, the rest says more of it.
        return self.signs.get(getattr(error, "sqlite_errorcode", 0) & 0xFF, "damaged")


@dataclass(frozen=True)
class _Server:
    """A database of a PostgreSQL server."""

    url: URL
    wait: float
    path = None
    drivers = ("psycopg", "sqlalchemy.dialects.postgresql.psycopg")
    most_told = MOST_SAID
    signs = {
        "55P03": "locked",
        "40P01": "locked",
        "25006": "readonly",
        "42501": "readonly",
        "53100": "full",
    }
    edition = Table("staffride", MetaData(), Column("schema", Integer, primary_key=True))
    turn = zlib.crc32(b"staffride")
    """By this number those who write wait for each other."""

    @property
    def name(self) -> str:
        """What a person knows it by, without the password."""
        return self.url.render_as_string(hide_password=True)

    def engine(self) -> Engine:
        """What opens it."""
        try:
            return _server_engine(self.url, self.wait)
        except ImportError:
            raise trouble("record.driver", file=self.name) from None

    def begin(self, db: Connection, writing: bool) -> None:
        """Begin a transaction."""
        if not writing:
            db.exec_driver_sql("set transaction isolation level repeatable read, read only")
            return
        db.exec_driver_sql(f"set local lock_timeout = {max(1, round(self.wait * 1000))}")
        db.exec_driver_sql(f"select pg_advisory_xact_lock({self.turn})").scalar()

    def settle(self, db: Connection) -> None:
        """Nothing to be done."""

    def names(self, db: Connection) -> set[str]:
        """All tables where ours are."""
        asked = "select tablename from pg_catalog.pg_tables where schemaname = current_schema()"
        return {name for (name,) in db.exec_driver_sql(asked)}

    def version(self, db: Connection, names: set[str]) -> int:
        """The schema it was left with."""
        if self.edition.name not in names:
            return 0
        return db.scalar(select(self.edition.c.schema)) or 0

    def keep_version(self, db: Connection) -> None:
        """It has this schema now."""
        self.edition.create(db, checkfirst=True)
        db.execute(delete(self.edition))
        db.execute(insert(self.edition).values(schema=SCHEMA))

    def strange(self, names: set[str]) -> bool:
        """Whether what has no schema is another program's; others may lie beside ours."""
        return not names.isdisjoint((*metadata.tables, self.edition.name))

    def examined(self, db: Connection) -> str:
        """A server looks after its files itself."""
        return "ok"

    def told(self, error: BaseException | None) -> str:
        """The key of what went wrong."""
        return self.signs.get(getattr(error, "sqlstate", None) or "", "server")


@lru_cache(ENGINES)
def _home(where: Path | str, wait: float) -> _File | _Server:
    if isinstance(where, Path):
        return _File(where, wait)
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise trouble("record.address") from None
    if url.drivername in {"postgresql", "postgresql+psycopg"}:
        return _Server(url.set(drivername="postgresql+psycopg"), wait)
    # In memory nothing would be kept from one call to the next.
    is_file = url.database and url.database != ":memory:" and not (url.host or url.query)
    if url.drivername != "sqlite" or not is_file:
        raise trouble("record.address")
    return _File(Path(str(url.database)), wait)


@lru_cache(ENGINES)
def _file_engine(path: Path, wait: float) -> Engine:
    # SQLite begins and ends transactions when it is told to: Python's module does not guess.
    def opened() -> sqlite3.Connection:
        return sqlite3.connect(path, timeout=wait, isolation_level=None)

    return create_engine("sqlite://", creator=opened, poolclass=NullPool, pool_reset_on_return=None)


@lru_cache(ENGINES)
def _server_engine(url: URL, wait: float) -> Engine:
    patient = {} if "connect_timeout" in url.query else {"connect_timeout": max(2, math.ceil(wait))}
    return create_engine(url, connect_args=patient, poolclass=NullPool, pool_reset_on_return=None)
