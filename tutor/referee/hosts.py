"""Hosts: servers that share a database, and which of them has each table and class that is in use.

Whoever is asked for what nobody has takes it, in one transaction. A host writes at every beat that
it is there; one that has not while another wrote so often is gone, and is struck off by whoever is
asked for what it has. What is written about a table or a class is refused in the same transaction
unless the writer still has it: a host that was only slow does no harm, and forgets it. A database
in a file has one server, and nothing of this is done.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Integer,
    String,
    Table,
    Text,
    delete,
    insert,
    select,
    update,
)

from tutor.referee.shared import Refused
from tutor.store import Store, metadata

GONE_BEATS = 5
"""A host that has not been there for so many of our own beats is gone."""
LIFE = 16
"""So long is the name of a referee's process."""

HOSTS = Table(
    "host",
    metadata,
    Column("life", String(LIFE), primary_key=True),
    Column("address", Text, nullable=False),
    Column("beat", Integer, nullable=False),
)
HOSTED = Table(
    "hosted",
    metadata,
    Column("code", String(8), primary_key=True),
    Column("life", String(LIFE), nullable=False),
)
_T = TypeVar("_T")


@dataclass
class Host:
    """Another server's referee."""

    life: str
    address: str
    beat: int
    missed: int = 0
    """So many of our beats it has not been there."""


class Hosts:
    """What one referee knows of all, and what it has itself."""

    def __init__(self, store: Store, shared: bool, address: str = "") -> None:
        self.store, self.shared, self.address = store, shared, address
        """Where other referees reach this one; empty where they cannot."""
        self.life = secrets.token_hex(LIFE // 2)
        self._begun = False
        self._mine: set[str] = set()
        self._theirs: dict[str, str] = {}
        self._known: dict[str, Host] = {}
        self.on_lost: Callable[[str], None] = lambda code: None
        """Told of what another has now."""
        self.home: Callable[[str], str] = lambda code: ""
        """The class that a table belongs to: it is where its class is."""

    def kept_at(self, code: str) -> str:
        """What has to be had for a table or a class: itself, or a table's class."""
        if not self.shared or code in self._mine or code in self._theirs:
            return code
        return self.home(code) or code

    def elsewhere(self, code: str) -> Host | None:
        """Who has a table or a class; nobody else if it is here, and from now on if nobody had."""
        if not self.shared:
            return None
        kept = self.kept_at(code)
        if kept in self._mine:
            return None
        host = self._known.get(self._theirs.get(kept, ""))
        return host if host is not None and host.missed < GONE_BEATS else self._take(kept)

    def is_there(self, life: str) -> bool:
        """Whether a host has been there of late."""
        return life in self._known and self._known[life].missed < GONE_BEATS

    @property
    def others(self) -> list[Host]:
        """The hosts that are there and can be reached."""
        return [one for one in self._known.values() if one.address and one.missed < GONE_BEATS]

    def write(self, code: str, work: Callable[[Connection], _T]) -> _T:
        """Change what is kept of a table or a class; refused to who does not have it any more."""
        if not self.shared:
            return self.store.write(work)
        kept, refused = self.kept_at(code), Refused("stale")

        def change(db: Connection) -> _T:
            if db.scalar(select(HOSTED.c.life).where(HOSTED.c.code == kept)) != self.life:
                raise refused
            return work(db)

        try:
            return self.store.write(change)
        except Refused as no:
            if no is refused:
                self._lose(kept)
            raise

    def beat(self) -> None:
        """Say that this one is there, and look who else is and who has what."""
        if not self.shared:
            return

        def beat(db: Connection) -> tuple[bool, list[Host], dict[str, str]]:
            here = update(HOSTS).where(HOSTS.c.life == self.life)
            known = bool(db.execute(here.values(beat=HOSTS.c.beat + 1)).rowcount)
            if not known:
                # whoever said before that he is to be reached here is not any more
                before = select(HOSTS.c.life).where(HOSTS.c.address == self.address)
                for life in list(db.scalars(before)) if self.address else ():
                    _strike_off(db, life)
                row = {"life": self.life, "address": self.address, "beat": 0}
                db.execute(insert(HOSTS), row)
            others = select(HOSTS.c.life, HOSTS.c.address, HOSTS.c.beat)
            found = [Host(*row) for row in db.execute(others.where(HOSTS.c.life != self.life))]
            return known, found, {row.code: row.life for row in db.execute(select(HOSTED))}

        known, hosts, hosted = self.store.write(beat)
        if self._begun and not known:
            told = "other servers took this one for gone: it was slow, or one of them says that it "
            logging.getLogger("staffride").warning(told + "is at %s as well", self.address)
        self._begun = True
        for host in hosts:
            before = self._known.get(host.life)
            if before is not None and before.beat == host.beat:
                host.missed = before.missed + 1
        self._known = {host.life: host for host in hosts}
        self._theirs = {code: life for code, life in hosted.items() if life != self.life}
        for code in self._mine - {code for code, life in hosted.items() if life == self.life}:
            self._lose(code)

    def release(self, used: Collection[str]) -> None:
        """Leave what is here and not used any more to whoever is asked for it next."""
        left = self._mine.difference(used)
        if left:
            mine = (HOSTED.c.life == self.life) & HOSTED.c.code.in_(left)
            self.store.write(lambda db: db.execute(delete(HOSTED).where(mine)))
            self._mine -= left

    def leave(self) -> None:
        """This one is not there any more."""
        if self.shared:
            self.store.write(lambda db: _strike_off(db, self.life))

    def _lose(self, code: str) -> None:
        self._mine.discard(code)
        self.on_lost(code)

    def _take(self, code: str) -> Host | None:
        """Who has it; it is ours if nobody who is there has."""

        def take(db: Connection) -> Host | None:
            life = db.scalar(select(HOSTED.c.life).where(HOSTED.c.code == code))
            if life == self.life:
                return None
            if life is not None:
                asked = select(HOSTS.c.life, HOSTS.c.address, HOSTS.c.beat)
                row = db.execute(asked.where(HOSTS.c.life == life)).first()
                known = self._known.get(life)
                if row is not None and (known is None or known.beat != row.beat):
                    return Host(*row)
                if row is not None and known is not None and known.missed < GONE_BEATS:
                    return known
                _strike_off(db, life)
            db.execute(insert(HOSTED), {"code": code, "life": self.life})
            return None

        host = self.store.write(take)
        if host is None:
            self._mine.add(code)
            self._theirs.pop(code, None)
        else:
            self._known[host.life], self._theirs[code] = host, host.life
        return host


def _strike_off(db: Connection, life: str) -> None:
    for table in (HOSTS, HOSTED):
        db.execute(delete(table).where(table.c.life == life))
