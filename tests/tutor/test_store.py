"""The database: tables of any module, transactions alone, files of earlier days, addresses."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column, Connection, Integer, Table, Text, create_engine, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.pool import NullPool

from engine.errors import Problem
from tutor import store
from tutor.progress import Done, Progress
from tutor.serving.who import Register
from tutor.store import DATABASE_VARIABLE, PROGRESS_VARIABLE, SCHEMA, Store, default_path, metadata

RECORDS = Path(__file__).parent / "records"
KEPT = [
    ("Ann", Done("victory-awaits/09-movement", "terrain", 1, 1, 1760000000.125)),
    ("Ann", Done("victory-awaits/03-concepts", "zones", 5, 0, 1760000185.225)),
    ("Robert'); drop table done;--", Done("pavlovs-house/01-house", "look", 0, 3, 1760000123.525)),
    ("me", Done("holland44/02-move", "to-the-stream", 0, 0, 1760000308.625)),
    ("Żółć ☃", Done("victory-awaits/03-concepts", "zones", 0, 0, 1760000061.825)),
]
"""What the kept records of every schema hold."""
SECRET = "85d39f9a96948839ec2eee3dd992a51acf414f0e64ca9b9b4256d765e71c7425"
ADDRESS = "postgresql+psycopg://ann:sesame@db.invalid/class"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file that is not there yet."""
    return tmp_path / "class.sqlite"


@pytest.fixture
def moves() -> Iterator[Table]:
    """A table of a module that is imported later than others."""
    table = Table(
        "moves",
        metadata,
        Column("game", Text, primary_key=True),
        Column("at", Integer, primary_key=True),
        Column("body", Text, nullable=False),
        sqlite_with_rowid=False,
    )
    yield table
    metadata.remove(table)


def old(path: Path, schema: int) -> None:
    """A file as a program of that schema wrote it."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript((RECORDS / f"schema-{schema}.sql").read_text("utf-8"))


def log(table: Table, game: str, *bodies: str) -> Callable[[Connection], None]:
    """Work that adds lines to a game's."""

    def work(db: Connection) -> None:
        seen = len(db.execute(select(table).where(table.c.game == game)).fetchall())
        rows = [{"game": game, "at": seen + n, "body": one} for n, one in enumerate(bodies)]
        db.execute(insert(table), rows)

    return work


def logged(where: Path, table: Table) -> list[str]:
    """All lines of all games."""
    asked = select(table.c.body).order_by(table.c.game, table.c.at)
    return Store(where).read(lambda db: list(db.scalars(asked)))


def refusal(call: Callable[[], Any]) -> Problem:
    """The one-line Problem that a call raises."""
    with pytest.raises(Problem) as raised:
        call()
    assert "\n" not in str(raised.value)
    assert raised.value.remedy
    return raised.value


# -- tables of others -----------------------------------------------------------------------------


def test_a_table_is_made_in_a_file_that_is_older_than_its_module(path: Path, moves: Table) -> None:
    metadata.remove(moves)
    Progress(path).finish("Ann", "a/lesson", "look")
    later = moves.to_metadata(metadata)
    try:
        Store(path).write(log(later, "one", "{}", '{"to": "1422"}'))
        assert logged(path, later) == ["{}", '{"to": "1422"}']
        assert Progress(path).steps("Ann", "a/lesson") == {"look"}
    finally:
        metadata.remove(later)
    assert Progress(path).steps("Ann", "a/lesson") == {"look"}, "nor is who does not know it told"


@pytest.mark.parametrize("schema", [1, 2])
def test_a_table_is_made_in_a_file_of_an_earlier_program(
    path: Path, moves: Table, schema: int
) -> None:
    old(path, schema)
    Store(path).write(log(moves, "one", *map(str, range(500))))
    assert logged(path, moves) == [str(n) for n in range(500)]
    assert Progress(path).everything() == KEPT


def test_a_table_that_is_gone_is_not_made_anew(path: Path, moves: Table) -> None:
    Store(path).write(log(moves, "one", "{}"))
    for name in ("moves", "made"):
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"alter table {name} rename to other")
        before = path.read_bytes()
        problem = refusal(lambda: logged(path, moves))
        assert problem.what == "the learners' record is damaged (a table is missing)"
        assert path.read_bytes() == before
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute(f"alter table other rename to {name}")
    assert logged(path, moves) == ["{}"]


# -- transactions ---------------------------------------------------------------------------------


def test_all_of_a_transaction_is_kept_or_nothing(path: Path, moves: Table) -> None:
    def broken(db: Connection) -> None:
        log(moves, "one", "a", "b")(db)
        raise Problem("no such move")

    with pytest.raises(Problem, match="no such move"):
        Store(path).write(broken)
    assert logged(path, moves) == []


def test_a_row_that_breaks_a_rule_is_the_mistake_of_whoever_wrote_it(
    path: Path, moves: Table
) -> None:
    row = {"game": "one", "at": 0, "body": "{}"}
    with pytest.raises(IntegrityError):
        Store(path).write(lambda db: db.execute(insert(moves), [row, row]))
    assert logged(path, moves) == []


def test_who_writes_is_alone_from_the_beginning(path: Path, moves: Table) -> None:
    def some(_: int) -> None:
        for _ in range(10):
            Store(path).write(log(moves, "one", "a", "b"))

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(some, range(6)))
    assert logged(path, moves) == ["a", "b"] * 60


def test_who_reads_sees_one_state(path: Path, moves: Table) -> None:
    Store(path).write(log(moves, "one", "a"))

    def twice(db: Connection) -> tuple[int, int]:
        first = len(db.execute(select(moves)).fetchall())
        Store(path).write(log(moves, "one", "b"))
        return first, len(db.execute(select(moves)).fetchall())

    assert Store(path).read(twice) == (1, 1)
    assert logged(path, moves) == ["a", "b"]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing is forked here")
def test_nothing_is_held_over_a_fork(path: Path) -> None:
    Progress(path).finish("Ann", "a/lesson", "parent")
    children = []
    for number in range(3):
        pid = os.fork()
        if pid == 0:
            try:
                Progress(path).finish("Ann", "a/lesson", f"child-{number}")
            finally:
                os._exit(0)
        children.append(pid)
    Progress(path).finish("Ann", "a/lesson", "parent-again")
    for pid in children:
        os.waitpid(pid, 0)
    kept = {"parent", "parent-again", *(f"child-{n}" for n in range(3))}
    assert Progress(path).steps("Ann", "a/lesson") == kept


# -- files of earlier days ------------------------------------------------------------------------


@pytest.mark.parametrize("schema", [1, 2])
def test_a_file_of_an_earlier_program_loses_nothing(path: Path, schema: int) -> None:
    old(path, schema)
    record = Progress(path)
    assert record.everything() == KEPT
    assert [record.take(name) for name in ("Ann", "Bob")] == [schema == 1, True]
    assert (record.secret() == SECRET) == (schema == 2)
    record.finish("Ann", "victory-awaits/03-concepts", "zones", tries=2, hints=1)
    best = record.done("Ann")[1]
    assert (best.tries, best.hints, best.at) == (2, 0, 1760000185.225)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("pragma user_version").fetchone() == (SCHEMA,)
        assert db.execute("pragma journal_mode").fetchone() == ("wal",)


@pytest.mark.parametrize("schema", [1, 2])
def test_many_who_come_at_once_bring_it_up_to_date_once(path: Path, schema: int) -> None:
    old(path, schema)

    def come(number: int) -> set[str]:
        Progress(path).finish(f"learner-{number}", "a/lesson", "look")
        return Progress(path).steps(f"learner-{number}", "a/lesson")

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(come, range(8))) == [{"look"}] * 8
    there = [one for one in Progress(path).everything() if one in KEPT]
    assert there == KEPT


def test_what_a_bad_disk_changed_is_not_believed_when_it_is_done_again(path: Path) -> None:
    old(path, 2)
    with closing(sqlite3.connect(path)) as db:
        db.execute("update done set tries = 0 where step = 'terrain'")
        db.commit()
    lesson = "victory-awaits/09-movement"
    problem = refusal(lambda: Progress(path).finish("Ann", lesson, "terrain"))
    assert "has changed by itself" in problem.what


def test_a_file_that_cannot_be_brought_up_to_date_is_left_as_it_is(path: Path) -> None:
    old(path, 2)
    with closing(sqlite3.connect(path)) as db:
        db.execute("drop table taken")
    before = path.read_bytes()
    problem = refusal(lambda: Progress(path).everything())
    assert "a table is missing" in problem.what
    assert path.read_bytes() == before


# -- where it lies --------------------------------------------------------------------------------


def test_a_file_may_be_named_as_an_address(path: Path) -> None:
    Progress(f"sqlite:///{path}").finish("Ann", "a/lesson", "look")
    assert Progress(path).steps("Ann", "a/lesson") == {"look"}


def test_kernels_find_the_same_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(path.parent)
    file = {PROGRESS_VARIABLE: str(path), DATABASE_VARIABLE: ""}
    for where in (path, Path(path.name), f"sqlite:///{path}", f"sqlite:///{path.name}"):
        assert Store(where).environment == file
    assert Store(ADDRESS).environment == {DATABASE_VARIABLE: ADDRESS}
    monkeypatch.setenv(PROGRESS_VARIABLE, str(path))
    monkeypatch.setenv(DATABASE_VARIABLE, ADDRESS)
    assert (Store(path).drivers, Store(ADDRESS).drivers[0]) == ((), "psycopg")
    assert (Store().environment, Store().path) == ({DATABASE_VARIABLE: ADDRESS}, None)
    assert Store(path).environment == file
    monkeypatch.setenv(DATABASE_VARIABLE, "")
    assert Store().path == default_path() == path


@pytest.mark.parametrize(
    "address",
    [
        "",
        "class.sqlite",
        "://",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///class.sqlite?mode=ro",
        "sqlite://host/class.sqlite",
        "sqlite+aiosqlite:///class.sqlite",
        "mysql://ann:sesame@db.invalid/class",
        "postgresql+psycopg2://ann:sesame@db.invalid/class",
        "postgresql://ann:sesame@db.invalid:port/class",
    ],
)
def test_an_address_of_nothing_is_told_when_it_is_needed(address: str) -> None:
    record = Progress(address)
    for call in (record.everything, record.secret, record.store.check):
        problem = refusal(call)
        assert "no address of a database" in problem.what
        assert "sqlite:///FILE" in str(problem.remedy)
        assert "sesame" not in str(problem)


def test_a_driver_that_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    store._server_engine.cache_clear()
    for call in (Store(ADDRESS).check, Progress(ADDRESS).secret):
        problem = refusal(call)
        assert "pip install 'psycopg[binary]'" in str(problem)
        assert "sesame" not in str(problem)


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that does not answer."""

    def fails() -> sqlite3.Connection:
        raise sqlite3.OperationalError("connection refused\n\tIs the server running?")

    engine = create_engine("sqlite://", creator=fails, poolclass=NullPool)
    monkeypatch.setattr(store, "_server_engine", lambda *_: engine)


def test_a_server_that_does_not_answer_is_told_without_its_password(away: None) -> None:
    problem = refusal(lambda: Progress(ADDRESS).steps("Ann", "a/lesson"))
    assert "cannot be used (connection refused Is the server running?)" in problem.what
    assert problem.file == "postgresql+psycopg://ann:***@db.invalid/class"


def test_a_server_does_not_go_on_without_the_secret_that_others_know(away: None) -> None:
    problem = refusal(lambda: Register(Progress(ADDRESS), shared=True))
    assert "cannot be used" in problem.what
