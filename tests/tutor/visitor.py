"""A visitor of a server: a client with cookies and nothing else a browser has."""

from __future__ import annotations

import asyncio
import http.client
import re
from collections.abc import Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from html import unescape
from typing import Any, TypeVar

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.tutor.wire import KERNEL
from tutor.serving import frames

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to its end, in a thread of its own: the browser's tests leave a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    text: str

    @property
    def kernel(self) -> str:
        """The session of the page."""
        return re.search(KERNEL, self.text)[1]

    def told(self, name: str) -> str:
        """What the notebook TELL printed after `name`."""
        return unescape(re.search(rf"{name} (.*)", self.text)[1])


@dataclass
class Visitor:
    """A client with cookies and nothing else a browser has."""

    port: int
    cookies: dict[str, str] = field(default_factory=dict)
    base: str = "/"

    def ask(self, path: str, method: str = "GET", body: str = "", **headers: str) -> Answer:
        """One request; header names are written with underscores."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        named |= self._cookie()
        if body:
            named["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        connection.request(method, path, body or None, named)
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        return Answer(response.status, response.headers, text)

    async def wire(
        self, kernel: str, session: str = "one", speaks: Sequence[str] = (frames.PROTOCOL,)
    ) -> WebSocketClientConnection:
        """The wire of a page to its kernel."""
        address = f"ws://127.0.0.1:{self.port}{self.base}api/kernels/{kernel}/channels"
        address += f"?session_id={session}"
        request = HTTPRequest(address, headers=self._cookie())
        return await websocket_connect(request, subprotocols=speaks)

    def _cookie(self) -> dict[str, str]:
        kept = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        return {"Cookie": kept} if kept else {}

    def glimpse(self, path: str) -> str:
        """A page up to where its kernel is known; then the visitor is gone."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path)
        response = connection.getresponse()
        text = ""
        while not re.search(KERNEL, text):
            piece = response.read1()
            assert piece, "the page ended early"
            text += piece.decode()
        connection.close()
        return text

    def alive(self, kernel: str) -> bool:
        """Whether a session lives, as its page asks it."""
        return '"alive": true' in self.ask(f"{self.base}staffride/pulse/{kernel}").text

    def leave(self, kernel: str, **headers: str) -> Answer:
        """What a page says when it is left."""
        body = "_xsrf=" + self.cookies.get("_xsrf", "")
        return self.ask(f"{self.base}staffride/farewell/{kernel}", "POST", body, **headers)
