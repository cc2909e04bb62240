"""How a server is: `/health` for what hands requests on to it, `/metrics` for who runs it."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import json
import os
import time
from collections.abc import Callable, Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import ColumnElement, Connection, Table, func, select
from tornado import web

from tutor.referee.classbook import CLASSES
from tutor.referee.shelf import GAMES
from tutor.store import Store

from .pages import PlainPages, kernels_of

METRICS_VARIABLE = "STAFFRIDE_METRICS_TOKEN"
PATIENCE = 2.0
"""Seconds that the database has to answer."""
FRESH = 1.0
"""Seconds for which what it answered counts."""


def _version() -> str:
    try:
        return version("staffride")
    except PackageNotFoundError:
        return "unknown"


def _rooms(db: Connection) -> dict[str, int]:
    def count(table: Table, *where: ColumnElement[bool]) -> int:
        return int(db.execute(select(func.count()).select_from(table).where(*where)).scalar_one())

    return {"game": count(GAMES), "class": count(CLASSES, CLASSES.c.ended == 0)}


class Health:
    """What a server needs in order to serve: its referee, its database."""

    def __init__(self, store: Store, referee: Callable[[], bool]) -> None:
        self._store, self._referee = store, referee
        self._asked: asyncio.Task[bool] | None = None
        self._at = 0.0
        self._rooms: Mapping[str, int] = {}
        self.version = _version()

    async def up(self) -> dict[str, bool]:
        """What is there and what is not."""
        if self._asked is None or (self._asked.done() and time.monotonic() - self._at > FRESH):
            self._asked = asyncio.ensure_future(self._answers())
        done, _ = await asyncio.wait({self._asked}, timeout=PATIENCE)
        return {"referee": self._referee(), "database": bool(done) and self._asked.result()}

    @property
    def rooms(self) -> Mapping[str, int]:
        """Shared games and classes that had not ended when the database was last asked."""
        return self._rooms

    async def _answers(self) -> bool:
        try:
            self._rooms = await asyncio.to_thread(self._store.read, _rooms)
            return True
        except Exception:
            return False
        finally:
            self._at = time.monotonic()


class HealthPage(PlainPages):
    """`GET /health`: 200 when all is well, 503 when not."""

    @allow_unauthenticated
    async def get(self) -> None:
        """Say how it is."""
        health, kernels = self.settings["health"], kernels_of(self)
        up = await health.up()
        ok = all(up.values())
        running = len(kernels.list_kernel_ids())
        room = max(0, kernels.sessions - kernels.session_count)
        told = {"ok": ok, "version": health.version, "kernels": running, "room": room, **up}
        self.set_status(200 if ok else 503)
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps(told))


class Metrics(PlainPages):
    """`GET /metrics`, for this machine itself or for who knows the word for it."""

    @allow_unauthenticated
    async def get(self) -> None:
        """All figures, as text."""
        if not (self._knows() or self._alone()):
            raise web.HTTPError(403)
        up = await self.settings["health"].up()
        self.set_header("Content-Type", CONTENT_TYPE_LATEST)
        self.set_header("Cache-Control", "no-store")
        kernels = kernels_of(self)
        self.finish(kernels.figures.text(kernels, up, self.settings["health"].rooms))

    def _knows(self) -> bool:
        word = os.environ.get(METRICS_VARIABLE, "")
        given = self.request.headers.get("Authorization", "").removeprefix("Bearer ")
        return bool(word) and hmac.compare_digest(given.encode(), word.encode())

    def _alone(self) -> bool:
        """Whether it comes from this machine, and is not handed on by a proxy for somebody."""
        headers = self.request.headers
        if "X-Forwarded-For" in headers or "Forwarded" in headers:
            return False
        try:
            return ipaddress.ip_address(str(self.request.remote_ip)).is_loopback
        except ValueError:
            return False


def pages() -> list[tuple[str, Any]]:
    """Where they are, below the base."""
    return [(r"health", HealthPage), (r"metrics", Metrics)]
