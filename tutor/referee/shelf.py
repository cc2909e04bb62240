"""Where shared games lie: each with its seats and a log to which lines are only ever added."""

from __future__ import annotations

import hashlib
import json
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import (
    Column,
    Connection,
    Float,
    Integer,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from engine import catalogue
from engine.chance import Seeded
from engine.game import Game
from engine.values import Action
from tutor.referee.hosts import Hosts
from tutor.referee.shared import Entry, Refused, SharedGame
from tutor.store import metadata

LETTERS = "BCDFGHJKLMNPQRSTVWXZ2345679"
"""What a code is made of: nothing that reads like something else, and no words."""
LENGTH = 5

GAMES = Table(
    "shared_game",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("scenario", Text, nullable=False),
    Column("fingerprint", Text, nullable=False),
    Column("switches", Text, nullable=False),
    Column("seed", Text, nullable=False),
    Column("players", Text, nullable=False),
    Column("clock", Integer, nullable=False),
    Column("begun", Float, nullable=False),
)
SEATS = Table(
    "seat",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("side", String(40), primary_key=True),
    Column("learner", Text, nullable=False),
    Column("proof", Text, nullable=False),
)
LOG = Table(
    "log",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Column("side", Text, nullable=False),
    Column("did", Text, nullable=False),
    Column("action", Text, nullable=False),
    Column("dice", Text, nullable=False),
    Column("upto", Integer, nullable=False),
    Column("about", Text, nullable=False),
)


def new_code() -> str:
    """A code that nobody guesses by trying a few."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def proof(code: str, key: str) -> str:
    """What is kept of a key: it opens one seat of one game, or one place in one class."""
    return hashlib.sha256(f"{code}/{key}".encode()).hexdigest()


@dataclass(frozen=True)
class Seat:
    """Who has a side."""

    side: str
    learner: str
    proof: str
    """What only a page of this learner's can show the key to."""


class Shelf:
    """The shared games in the database."""

    def __init__(self, hosts: Hosts) -> None:
        self._store, self._hosts = hosts.store, hosts

    def begin(
        self,
        scenario: str,
        switches: Mapping[str, bool],
        players: Mapping[str, str],
        clock: bool = False,
    ) -> str:
        """A new game; its code. Nobody but the database is told its seed."""
        rules = catalogue.rules_of(scenario, switches)
        row = {
            "scenario": rules.scenario.id,
            "fingerprint": rules.scenario.fingerprint,
            "switches": json.dumps(dict(rules.scenario.switches)),
            "seed": secrets.token_hex(16),
            "players": json.dumps(dict(players)),
            "clock": int(clock),
            "begun": time.time(),
        }
        while True:
            code = new_code()
            # nobody has it yet
            if self._added(GAMES, {"code": code, **row}, self._store.write):
                return code

    def _added(
        self, table: Table, row: Mapping[str, Any], write: Callable[..., Any] | None = None
    ) -> bool:
        """Add a row; whether there was none of its name."""
        write = write or partial(self._hosts.write, row["code"])
        try:
            write(lambda db: db.execute(insert(table), row))
        except IntegrityError:
            return False
        return True

    def load(self, code: str) -> SharedGame | None:
        """A game as its log left it; none of that code."""
        game, log = self._store.read(lambda db: (self._game(db, code), self._log(db, code)))
        if game is None:
            return None
        rules = catalogue.rules_of(game.scenario, json.loads(game.switches))
        shared = SharedGame(Game(rules, Seeded(game.seed)), json.loads(game.players))
        shared.clock = dict.fromkeys(shared.people, 0.0) if game.clock else None
        shared.since = game.begun
        for at, line in log:
            shared.tick(at)
            shared.do(line)
        return shared

    def _game(self, db: Connection, code: str) -> Any:
        return db.execute(select(GAMES).where(GAMES.c.code == code)).first()

    def _log(self, db: Connection, code: str) -> list[tuple[float, Entry]]:
        rows = db.execute(select(LOG).where(LOG.c.code == code).order_by(LOG.c.number))
        return [
            (
                row.at,
                Entry(
                    number=row.number,
                    side=row.side,
                    did=row.did,
                    action=Action.from_json(json.loads(row.action)) if row.action else None,
                    dice=tuple(json.loads(row.dice)),
                    to=row.upto,
                    about=row.about,
                ),
            )
            for row in rows
        ]

    def write(self, code: str, line: Entry, at: float) -> None:
        """One more line, in a transaction of its own; refused where another has its number."""
        row = {
            "code": code,
            "number": line.number,
            "at": at,
            "side": line.side,
            "did": line.did,
            "action": json.dumps(line.action.to_json()) if line.action else "",
            "dice": json.dumps(line.dice),
            "upto": line.to,
            "about": line.about,
        }
        if not self._added(LOG, row):
            raise Refused("stale")

    def sit(self, code: str, seat: Seat) -> bool:
        """Somebody takes a side; whether it was free."""
        row = {"code": code, "side": seat.side, "learner": seat.learner, "proof": seat.proof}
        return self._added(SEATS, row)

    def rise(self, code: str, side: str) -> None:
        """A side is free again."""
        here = (SEATS.c.code == code) & (SEATS.c.side == side)
        self._hosts.write(code, lambda db: db.execute(delete(SEATS).where(here)))

    def forget(self, codes: Iterable[str]) -> None:
        """Nothing is left of some games of one class."""
        gone = list(codes)

        def forget(db: Connection) -> None:
            for table in (GAMES, SEATS, LOG):
                db.execute(delete(table).where(table.c.code.in_(gone)))

        if gone:
            self._hosts.write(gone[0], forget)

    def seats(self, code: str) -> list[Seat]:
        """Who has which side."""
        asked = select(SEATS.c.side, SEATS.c.learner, SEATS.c.proof).where(SEATS.c.code == code)
        return [Seat(*row) for row in self._store.read(lambda db: list(db.execute(asked)))]
