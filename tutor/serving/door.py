"""The door: which addresses are ours, and who is let in with the token."""

from __future__ import annotations

import asyncio
import hmac
import ipaddress
import re
import socket
import time
from collections.abc import Collection
from typing import Any
from urllib.parse import unquote

from jupyter_server.auth import PasswordIdentityProvider
from jupyter_server.auth.decorator import allow_unauthenticated
from tornado import web
from tornado.httputil import HTTPMessageDelegate, HTTPServerRequest
from tornado.routing import Router
from voila.voila_identity_provider import VoilaLoginHandler

from .pages import PlainPages, Refused

SLOW_SECONDS = 1.0
"""Whoever guesses the token waits so long for each guess."""
MOST_WAIT = 10.0
"""Who would have to wait longer is sent away."""


class Door(Router):
    """Hands a request on, unless it is meant for another house or cannot be an address at all."""

    def __init__(
        self, app: web.Application, names: Collection[str] | None, anywhere: bool = False
    ) -> None:
        self._app, self._names, self._anywhere = app, names, anywhere

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> HTTPMessageDelegate | None:
        """Who answers."""
        # A hub's cookies go to no other name, and without them nobody gets in.
        if not self._anywhere and not is_ours(request.host, self._names):
            return self._app.get_handler_delegate(request, Refused, {"status": 403})
        if "\0" in unquote(request.path):
            return self._app.get_handler_delegate(request, Refused, {"status": 404})
        return self._app.find_handler(request, **kwargs)


def is_ours(host: str, names: Collection[str] | None) -> bool:
    """Whether a browser that asks for this host means us.

    A page elsewhere can reach us by a name of its own that it points here, but it cannot make its
    own name an address: on a network, all addresses are ours and the names that we know.
    """
    name = re.sub(r":\d*$", "", host).strip("[]").rstrip(".").lower()
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return name == "localhost" or name in (names or ())
    return names is not None or address.is_loopback


def own_names(*more: str) -> frozenset[str]:
    """What this machine is called."""
    name = socket.gethostname()
    return frozenset(one.lower() for one in (name, f"{name}.local", socket.getfqdn(), *more))


class Porter(PasswordIdentityProvider):
    """Lets in who knows the token; who guesses is let wait."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._busy: dict[str, float] = {}

    def get_handlers(self) -> list[tuple[str, object]]:
        """Where there is no token, nobody comes or goes."""
        return [(r"login", Login), (r"logout", Goodbye)] if self.token else []

    async def right(self, handler: web.RequestHandler, given: str) -> bool:
        """Whether this is the token; each wrong one makes the next from there wait longer."""
        who, now = str(handler.request.remote_ip), time.monotonic()
        self._busy = {one: until for one, until in self._busy.items() if until > now}
        wait = self._busy.get(who, now) - now
        if wait > MOST_WAIT:
            raise web.HTTPError(429)
        # Before waiting, or many who ask at once would not wait for each other.
        self._busy[who] = now + wait + SLOW_SECONDS
        if wait > 0:
            await asyncio.sleep(wait)
        fits = hmac.compare_digest(given.encode(), self.token.encode())
        if fits:
            self._busy.pop(who, None)
        return fits

    async def get_user_token(self, handler: web.RequestHandler) -> Any:
        """Who comes with the token in the address."""
        given = self.get_token(handler)
        if not self.token or not given or not await self.right(handler, given):
            return None
        return self.get_user_cookie(handler) or self.generate_anonymous_user(handler)


class Login(VoilaLoginHandler):  # type: ignore[misc]
    """The form that asks for the token."""

    @allow_unauthenticated
    async def post(self) -> None:
        """Let in, or ask again."""
        porter = self.identity_provider
        if not await porter.right(self, self.get_argument("password", "")):
            self.set_status(401)
            self._render(message={"error": "wrong"})
            return
        self.current_user = porter.generate_anonymous_user(self)
        porter.set_login_cookie(self, self.current_user)
        self._redirect_safe(self.get_argument("next", default=self.base_url))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """An error as a page."""
        PlainPages.write_error(self, status_code, **kwargs)

    notice = PlainPages.notice


class Goodbye(PlainPages):
    """Lets a reader go: the browser forgets that it was let in."""

    @allow_unauthenticated
    def get(self) -> None:
        """Say so."""
        self.identity_provider.clear_login_cookie(self)
        self.notice("gone")
