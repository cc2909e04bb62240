"""Who a page is for: a name is its learner's own, and the classroom is the teacher's.

No passwords. Who first takes a name has it: their browser keeps that in a cookie that nobody can
make up, and their home page shows them a link by which another browser has it too. The teacher has
a link of the same kind, told where the server was started. All of it follows from one secret, which
lies with the learners' record.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import logging
import secrets
from typing import Any

from engine.errors import Problem
from tutor.progress import Progress
from tutor.visit import GUEST, SOMEBODY, asked, clean_name

NAMES, TEACHER = "staffride_names", "staffride_teacher"
"""Cookies."""
KEYS = ("key", "teacher")
"""In addresses."""
DAYS = 400
MOST_NAMES = 20
"""A browser knows so many of its names; the oldest is forgotten."""
_COOKIE: dict[str, Any] = {"expires_days": DAYS, "httponly": True, "samesite": "Lax"}


class Register:
    """Which names are taken, and the keys to them."""

    named = False
    """Whether somebody else says who everybody is."""

    def __init__(self, progress: Progress, shared: bool) -> None:
        self._progress = progress
        self.shared = shared
        """Whether others than the one person of this machine come here."""
        try:
            self._secret = progress.secret().encode()
        except Problem as problem:
            if progress.store.path is None:
                # Other servers know the learners by the secret that lies there.
                raise
            # What is kept is lost anyway; lessons go on.
            logging.getLogger("staffride").warning("%s", problem)
            self._secret = secrets.token_bytes()

    def caller(self, handler: Any) -> Caller:
        """Who asks for a page."""
        return Caller(handler, self)

    def key(self, *of: str) -> str:
        """The key to something: nobody guesses it, and it is the same after a restart."""
        text = "\0".join(of).encode()
        return hmac.new(self._secret, text, hashlib.sha256).hexdigest()[:32]

    def fits(self, given: str, *of: str) -> bool:
        """Whether this is the key to something."""
        return hmac.compare_digest(given.encode(), self.key(*of).encode())

    async def take(self, name: str) -> bool:
        """Take a name for somebody; whether it was free."""
        try:
            return await asyncio.to_thread(self._progress.take, name)
        except Problem:
            return True


class Caller:
    """Who asks for a page, by the cookies of the browser and by the address."""

    def __init__(self, handler: Any, register: Register) -> None:
        self._handler, self._register = handler, register
        self._asked = asked(handler.request.query)
        self._names: list[str] = json.loads(self._cookie(NAMES) or "[]")

    @property
    def teaches(self) -> bool:
        """Whether it is the teacher."""
        return self._register.fits(self._cookie(TEACHER), "teacher")

    def is_one(self, name: str) -> bool:
        """Whether a name is one of theirs: what belongs to it may be reached."""
        alone = name == SOMEBODY and not self._register.shared
        return alone or name in self._names or self.teaches

    def introduced(self) -> tuple[str, ...]:
        """The keys that the address carries; from now on the browser has what they open."""
        who = clean_name(self._asked.get("learner", SOMEBODY))
        if self._register.fits(self._asked.get("key", ""), "learner", who):
            self._keep(who)
        if self._register.fits(self._asked.get("teacher", ""), "teacher"):
            self._set(TEACHER, self._asked["teacher"])
        return tuple(name for name in KEYS if name in self._asked)

    async def learner(self) -> str | None:
        """Under which name; none if it is somebody else's."""
        who = clean_name(self._asked.get("learner", SOMEBODY))
        if who == SOMEBODY:
            if not self._register.shared:
                return SOMEBODY
            mine = [name for name in self._names if name.startswith(GUEST)]
            who = mine[-1] if mine else GUEST + secrets.token_hex(4)
        if who not in self._names and not self.teaches:
            if not await self._register.take(who):
                return None
            self._keep(who)
        return who

    def _cookie(self, name: str) -> str:
        found = self._handler.get_signed_cookie(name, max_age_days=DAYS)
        return found.decode() if found else ""

    def _keep(self, name: str) -> None:
        others = [other for other in self._names if other != name]
        self._names = [*others, name][-MOST_NAMES:]
        self._set(NAMES, json.dumps(self._names))

    def _set(self, name: str, value: str) -> None:
        self._handler.set_signed_cookie(name, value, path=self._handler.base_url, **_COOKIE)
