"""Where classes lie: who is in them, what was asked and answered, and how far everybody came."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    delete,
    func,
    insert,
    select,
    update,
)

from tutor.referee.hosts import Hosts
from tutor.referee.shelf import new_code, proof
from tutor.store import metadata

CLASSES = Table(
    "school_class",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("proof", Text, nullable=False),
    Column("begun", Float, nullable=False),
    Column("ended", Float, nullable=False),
    Column("number", Integer, nullable=False),
    Column("present", Text, nullable=False),
)
PUPILS = Table(
    "pupil",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("proof", String(64), nullable=False),
    Column("removed", Integer, nullable=False),
    UniqueConstraint("code", "proof"),
)
QUESTIONS = Table(
    "question",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("asked", Text, nullable=False),
    Column("revealed", Integer, nullable=False),
)
ANSWERS = Table(
    "answer",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("answer", Text, nullable=False),
    Column("at", Float, nullable=False),
)
TRIED = Table(
    "tried",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("question", Integer, primary_key=True, autoincrement=False),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("action", Text, nullable=False),
    Column("rules", Text, nullable=False),
)
WORKED = Table(
    "worked",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("lesson", String(120), primary_key=True),
    Column("step", String(80), primary_key=True),
    Column("tries", Integer, nullable=False),
    Column("missed", Text, nullable=False),
    Column("done", Integer, nullable=False),
    Column("at", Float, nullable=False),
)
PAIRS = Table(
    "school_pair",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("pupil", Integer, primary_key=True, autoincrement=False),
    Column("table", String(8), nullable=False),
    Column("seat", String(40), nullable=False),
)
"""Who sits at which table, by the number that the work had when it was set."""
LOCKED = Table("school_locked", metadata, Column("code", String(8), primary_key=True))
"""Classes in which no solution is shown."""
ALL = (CLASSES, PUPILS, QUESTIONS, ANSWERS, TRIED, WORKED, PAIRS, LOCKED)
NOTHING: Mapping[str, Any] = {"kind": ""}
"""What is on while nothing is."""


@dataclass
class Pupil:
    """Somebody who has joined a class."""

    number: int
    name: str
    proof: str
    removed: bool = False


@dataclass
class Worked:
    """How a pupil did at one step: wrong tries, the rules they broke, whether it is done."""

    tries: int = 0
    missed: dict[str, int] = field(default_factory=dict)
    done: bool = False


@dataclass(frozen=True)
class Seated:
    """A seat at a table."""

    table: str
    seat: str


@dataclass
class Class:
    """A class as the database has it."""

    code: str
    proof: str
    number: int
    present: Mapping[str, Any]
    ended: bool
    locked: bool = False
    """Whether no solution is shown to who is in it."""
    pupils: dict[int, Pupil] = field(default_factory=dict)
    answers: dict[int, Any] = field(default_factory=dict)
    """What each pupil has answered to the question that is on."""
    tried: dict[int, list[tuple[Any, list[str]]]] = field(default_factory=dict)
    """What each has tried at it that is illegal, and by which rules."""
    work: dict[tuple[int, str, str], Worked] = field(default_factory=dict)
    last: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Lesson and step of which each was heard last."""
    pairs: dict[int, Seated] = field(default_factory=dict)
    """Where each sits of those who work in pairs, or did last."""
    paired: int = -1
    """The number of that work."""


def text(value: Any) -> str:
    """A value as a text: equal values have the same."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class Classbook:
    """The classes in the database."""

    def __init__(self, hosts: Hosts) -> None:
        self._store, self._hosts = hosts.store, hosts

    def begin(self, key: str) -> str:
        """A new class of a teacher's; its code."""

        def begin(db: Connection) -> str:
            taken = set(db.scalars(select(CLASSES.c.code)))
            while (code := new_code()) in taken:
                pass
            row = {"begun": time.time(), "ended": 0.0, "number": 0, "present": text(NOTHING)}
            db.execute(insert(CLASSES), {"code": code, "proof": proof(code, key), **row})
            return code

        return self._store.write(begin)

    def load(self, code: str) -> Class | None:
        """A class as it was left; none of that code."""
        return self._store.read(lambda db: self._load(db, code))

    def _load(self, db: Connection, code: str) -> Class | None:
        row = db.execute(select(CLASSES).where(CLASSES.c.code == code)).first()
        if row is None:
            return None
        found = Class(code, row.proof, row.number, json.loads(row.present), bool(row.ended))
        found.locked = db.scalar(select(LOCKED.c.code).where(LOCKED.c.code == code)) is not None
        for one in db.execute(select(PUPILS).where(PUPILS.c.code == code).order_by(PUPILS.c.pupil)):
            found.pupils[one.pupil] = Pupil(one.pupil, one.name, one.proof, bool(one.removed))
        for one in db.execute(select(WORKED).where(WORKED.c.code == code).order_by(WORKED.c.at)):
            found.last[one.pupil] = one.lesson, one.step
            done = Worked(one.tries, json.loads(one.missed), bool(one.done))
            found.work[one.pupil, one.lesson, one.step] = done
        pairs = select(PAIRS).where(PAIRS.c.code == code).order_by(PAIRS.c.number, PAIRS.c.pupil)
        for one in db.execute(pairs):
            if one.number != found.paired:
                found.pairs, found.paired = {}, one.number
            found.pairs[one.pupil] = Seated(one.table, one.seat)
        asked = found.present.get("question", -1)
        for table in (ANSWERS, TRIED):
            rows = select(table).where(table.c.code == code, table.c.question == asked)
            for one in db.execute(rows):
                if table is ANSWERS:
                    found.answers[one.pupil] = json.loads(one.answer)
                else:
                    tried = (json.loads(one.action), json.loads(one.rules))
                    found.tried.setdefault(one.pupil, []).append(tried)
        return found

    def going(self) -> list[tuple[str, str, set[str]]]:
        """Classes that have not ended: code, the teacher's proof, the pupils' proofs."""

        def going(db: Connection) -> list[tuple[str, str, set[str]]]:
            asked = select(CLASSES.c.code, CLASSES.c.proof).where(CLASSES.c.ended == 0)
            found = {row.code: (row.proof, set[str]()) for row in db.execute(asked)}
            for row in db.execute(select(PUPILS.c.code, PUPILS.c.proof, PUPILS.c.removed)):
                if row.code in found and not row.removed:
                    found[row.code][1].add(row.proof)
            return [(code, *proofs) for code, proofs in found.items()]

        return self._store.read(going)

    def put(self, code: str, number: int, present: Mapping[str, Any]) -> None:
        """Something else is on."""
        changed = {"number": number, "present": text(present)}

        def put(db: Connection) -> None:
            db.execute(update(CLASSES).where(CLASSES.c.code == code).values(changed))
            if present["kind"] == "ask":
                row = {"code": code, "number": present["question"]}
                here = (QUESTIONS.c.code == code) & (QUESTIONS.c.number == row["number"])
                db.execute(delete(QUESTIONS).where(here))
                told = {"asked": text(present), "revealed": int(present["revealed"])}
                db.execute(insert(QUESTIONS), {**row, **told})

        self._hosts.write(code, put)

    def lock(self, code: str, locked: bool) -> None:
        """Solutions are shown no more, or are again."""

        def lock(db: Connection) -> None:
            db.execute(delete(LOCKED).where(LOCKED.c.code == code))
            if locked:
                db.execute(insert(LOCKED), {"code": code})

        self._hosts.write(code, lock)

    def join(self, code: str, pupil: Pupil) -> None:
        """Somebody new is in a class."""
        row = {"code": code, "pupil": pupil.number, "name": pupil.name, "proof": pupil.proof}
        self._hosts.write(code, lambda db: db.execute(insert(PUPILS), {**row, "removed": 0}))

    def change(self, code: str, pupil: int, **changed: Any) -> None:
        """A pupil has another name, or is in the class no more."""
        here = (PUPILS.c.code == code) & (PUPILS.c.pupil == pupil)
        self._hosts.write(code, lambda db: db.execute(update(PUPILS).where(here).values(changed)))

    def answer(self, code: str, question: int, pupil: int, answer: Any) -> None:
        """A pupil answers, or thinks better of it: the last answer counts, once."""
        key = {"code": code, "question": question, "pupil": pupil}
        here = (ANSWERS.c.code == code) & (ANSWERS.c.question == question)
        row = {**key, "answer": text(answer), "at": time.time()}

        def put(db: Connection) -> None:
            db.execute(delete(ANSWERS).where(here & (ANSWERS.c.pupil == pupil)))
            db.execute(insert(ANSWERS), row)

        self._hosts.write(code, put)

    def tried(self, code: str, question: int, pupil: int, action: Any, rules: list[str]) -> None:
        """A pupil has tried what is illegal."""
        row = {"code": code, "question": question, "pupil": pupil}
        here = (TRIED.c.code == code) & (TRIED.c.question == question) & (TRIED.c.pupil == pupil)

        def put(db: Connection) -> None:
            place = db.scalar(select(func.count()).select_from(TRIED).where(here)) or 0
            told = {"place": place, "action": text(action), "rules": text(rules)}
            db.execute(insert(TRIED), {**row, **told})

        self._hosts.write(code, put)

    def worked(self, code: str, rows: Iterable[tuple[tuple[int, str, str], Worked]]) -> None:
        """A pupil has come on, or has got something wrong."""

        def put(db: Connection) -> None:
            for (pupil, lesson, step), done in rows:
                key = {"code": code, "pupil": pupil, "lesson": lesson, "step": step}
                here = (WORKED.c.code == code) & (WORKED.c.pupil == pupil)
                here &= (WORKED.c.lesson == lesson) & (WORKED.c.step == step)
                db.execute(delete(WORKED).where(here))
                told = {"tries": done.tries, "missed": text(done.missed), "done": int(done.done)}
                db.execute(insert(WORKED), {**key, **told, "at": time.time()})

        self._hosts.write(code, put)

    def pair(self, code: str, number: int, who: Mapping[int, Seated]) -> None:
        """Pupils have seats at a table of their class."""
        key = {"code": code, "number": number}
        rows = [
            {**key, "pupil": pupil, "table": seated.table, "seat": seated.seat}
            for pupil, seated in who.items()
        ]
        here = (PAIRS.c.code == code) & (PAIRS.c.number == number) & PAIRS.c.pupil.in_(who)

        def put(db: Connection) -> None:
            db.execute(delete(PAIRS).where(here))
            db.execute(insert(PAIRS), rows)

        self._hosts.write(code, put)

    def unpair(self, code: str, number: int, pupil: int) -> None:
        """He has none any more."""
        here = (PAIRS.c.code == code) & (PAIRS.c.number == number) & (PAIRS.c.pupil == pupil)
        self._hosts.write(code, lambda db: db.execute(delete(PAIRS).where(here)))

    def tables(self, code: str) -> list[str]:
        """All tables that a class has opened."""
        asked = select(PAIRS.c.table).where(PAIRS.c.code == code).distinct()
        return self._store.read(lambda db: list(db.scalars(asked)))

    def class_of(self, table: str) -> str:
        """The class that has opened a table; empty where none has."""
        asked = select(PAIRS.c.code).where(PAIRS.c.table == table).limit(1)
        return self._store.read(lambda db: db.scalar(asked)) or ""

    def holder(self, table: str, seat: str) -> tuple[str, str] | None:
        """Whose a seat at a table of a class is: the class, and the proof of his key, which is
        empty where a bot has it; None where no class has opened the table."""

        def holder(db: Connection) -> tuple[str, str] | None:
            rows = list(db.execute(select(PAIRS).where(PAIRS.c.table == table)))
            if not rows:
                return None
            code, mine = rows[0].code, [row.pupil for row in rows if row.seat == seat]
            here = (PUPILS.c.code == code) & PUPILS.c.pupil.in_(mine)
            return code, db.scalar(select(PUPILS.c.proof).where(here)) or ""

        return self._store.read(holder)

    def end(self, code: str, number: int) -> None:
        """A class is over; its records stay."""
        changed = {"ended": time.time(), "number": number, "present": text(NOTHING)}
        here = CLASSES.c.code == code
        self._hosts.write(code, lambda db: db.execute(update(CLASSES).where(here).values(changed)))

    def delete(self, code: str) -> None:
        """Nothing is left of a class."""

        def forget(db: Connection) -> None:
            for table in ALL:
                db.execute(delete(table).where(table.c.code == code))

        self._hosts.write(code, forget)

    def records(self, code: str) -> dict[str, Any]:
        """All that is kept of a class but for the keys."""

        def records(db: Connection) -> dict[str, Any]:
            def of(table: Table) -> list[dict[str, Any]]:
                left_out = {"code", "proof", "present"}
                names = [column.name for column in table.c if column.name not in left_out]
                rows = db.execute(select(table).where(table.c.code == code))
                return [{name: getattr(row, name) for name in names} for row in rows]

            return {table.name: of(table) for table in ALL}

        return self._store.read(records)

    def of(self, key: str) -> list[dict[str, Any]]:
        """The classes of a teacher, the last one first."""

        def mine(db: Connection) -> list[dict[str, Any]]:
            rows = db.execute(select(CLASSES).order_by(CLASSES.c.begun.desc()))
            return [
                {"code": row.code, "begun": row.begun, "ended": row.ended}
                for row in rows
                if row.proof == proof(row.code, key)
            ]

        return self._store.read(mine)
