"""A page without a browser: its HTML, the wire to its kernel, and the widgets it would draw."""

from __future__ import annotations

import asyncio
import json
import re
import time
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from itertools import pairwise
from typing import Any
from urllib.parse import urljoin

from tornado.httpclient import HTTPRequest
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

PROTOCOL = "v1.kernel.websocket.jupyter.org"
KERNEL = r'data-kernel="([\w-]+)"'
PATIENCE = 120.0
MOST_BYTES = 64_000_000


def packed(channel: str, parts: Iterable[bytes]) -> bytes:
    """A frame of the kernel protocol: how many offsets, the offsets, the channel, the parts."""
    pieces = [channel.encode(), *parts]
    offsets = [8 * (2 + len(pieces))]
    for piece in pieces:
        offsets.append(offsets[-1] + len(piece))
    head = b"".join(n.to_bytes(8, "little") for n in (len(offsets), *offsets))
    return head + b"".join(pieces)


def unpacked(frame: bytes) -> tuple[str, list[bytes]]:
    """The channel and the parts of a frame."""
    count = int.from_bytes(frame[:8], "little")
    offsets = [int.from_bytes(frame[8 * n : 8 * (n + 1)], "little") for n in range(1, count + 1)]
    channel, *parts = [frame[a:b] for a, b in pairwise(offsets)]
    return channel.decode(), parts


def message(kind: str, content: Mapping[str, Any], session: str = "one") -> tuple[str, bytes]:
    """A message to the shell of a kernel, with the id by which its answers are known."""
    name = uuid.uuid4().hex
    header = {
        "msg_id": name,
        "msg_type": kind,
        "session": session,
        "username": "",
        "date": "2026-01-01T00:00:00Z",
        "version": "5.2",
    }
    parts = [json.dumps(part).encode() for part in (header, {}, {}, content)]
    return name, packed("shell", parts)


@dataclass
class Page:
    """An open page: what a browser would know of it."""

    base: str
    client: SimpleAsyncHTTPClient
    cookies: dict[str, str] = field(default_factory=dict)
    kernel: str = ""
    html: str = ""
    status: int = 0
    states: dict[str, dict[str, Any]] = field(default_factory=dict)
    received: int = 0
    drawn: int = 0
    """Pictures that the kernel has drawn."""
    wire: WebSocketClientConnection | None = None
    _idle: dict[str, asyncio.Future[float]] = field(default_factory=dict)
    _reader: asyncio.Task[None] | None = None

    # -- the page ---------------------------------------------------------------------------------

    async def ask(self, path: str, method: str = "GET", body: str | None = None) -> Any:
        """One request; follows where it leads, with cookies."""
        address = self.base + path
        for _ in range(5):
            request = HTTPRequest(
                address,
                method=method,
                body=body,
                headers={"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())},
                follow_redirects=False,
                connect_timeout=PATIENCE,
                request_timeout=PATIENCE,
                decompress_response=True,
            )
            answer = await self.client.fetch(request, raise_error=False)
            for line in answer.headers.get_list("Set-Cookie"):
                for name, morsel in SimpleCookie(line).items():
                    self.cookies[name] = morsel.value
            if answer.code not in (301, 302):
                return answer
            address, method, body = urljoin(address, answer.headers["Location"]), "GET", None
        raise AssertionError("it leads in a circle")

    async def open(self, path: str) -> None:
        """Open a page up to where its board is drawn."""
        answer = await self.ask(path)
        self.status, self.html = answer.code, answer.body.decode()
        if self.status != 200:
            return
        found = re.search(KERNEL, self.html)
        assert found, self.html[-500:]
        self.kernel = found[1]
        await self.connect()
        control = uuid.uuid4().hex
        opening = {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}
        await self.tell("comm_open", opening, version="1.0.0")
        asked = {"comm_id": control, "data": {"method": "request_states"}}
        await self.idle(await self.tell("comm_msg", asked))
        for board in self.boards():
            await self.press(board, {"event": "client_ready"})

    async def connect(self) -> None:
        """Lay the wire to the kernel."""
        address = self.base.replace("http", "ws", 1)
        request = HTTPRequest(
            f"{address}/api/kernels/{self.kernel}/channels?session_id={uuid.uuid4().hex}",
            headers={"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())},
        )
        self.wire = await websocket_connect(
            request, subprotocols=[PROTOCOL], max_message_size=MOST_BYTES
        )
        self.wire.set_nodelay(True) if hasattr(self.wire, "set_nodelay") else None
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        assert self.wire is not None, "there is something to read"
        while (frame := await self.wire.read_message()) is not None:
            assert isinstance(frame, bytes), "the new protocol speaks in bytes"
            self._hear(frame)
        for waiting in self._idle.values():
            if not waiting.done():
                waiting.set_exception(ConnectionError("the wire was cut"))

    def _hear(self, frame: bytes) -> None:
        self.received += len(frame)
        channel, parts = unpacked(frame)
        if channel != "iopub":
            return
        kind = json.loads(parts[0])["msg_type"]
        if kind == "status":
            waiting = self._idle.get(json.loads(parts[1]).get("msg_id", ""))
            idle = json.loads(parts[3])["execution_state"] == "idle"
            if waiting is not None and idle and not waiting.done():
                waiting.set_result(time.perf_counter())
        elif kind == "comm_open":
            content = json.loads(parts[3])
            self.states[content["comm_id"]] = dict(content["data"].get("state", {}))
        elif kind == "comm_msg":
            self._told(json.loads(parts[3]))
        elif kind == "comm_close":
            self.states.pop(json.loads(parts[3])["comm_id"], None)

    def _told(self, content: Mapping[str, Any]) -> None:
        data = content["data"]
        if data.get("method") == "update_states":
            for name, whole in data["states"].items():
                self.states[name] = whole["state"]
        elif data.get("method") == "update":
            self.states.setdefault(content["comm_id"], {}).update(data["state"])
        elif data.get("method") == "custom":
            self.drawn += 1

    # -- what a learner does ----------------------------------------------------------------------

    async def tell(self, kind: str, content: Mapping[str, Any], version: str = "") -> str:
        """Send a message; the id by which its end is known."""
        assert self.wire is not None, "the page is open"
        name, frame = message(kind, content)
        if version:
            header, parent, _, body = unpacked(frame)[1]
            parts = [header, parent, json.dumps({"version": version}).encode(), body]
            frame = packed("shell", parts)
        self._idle[name] = asyncio.get_running_loop().create_future()
        await self.wire.write_message(frame, binary=True)
        return name

    async def idle(self, name: str) -> float:
        """When the kernel had done all that a message asked for."""
        try:
            return await asyncio.wait_for(self._idle[name], PATIENCE)
        finally:
            self._idle.pop(name, None)

    async def press(self, model: str, content: Mapping[str, Any]) -> float:
        """Something happens to a widget; how long the kernel was busy with it, in seconds."""
        begun = time.perf_counter()
        data = {"method": "custom", "content": content}
        name = await self.tell("comm_msg", {"comm_id": model, "data": data})
        return await self.idle(name) - begun

    async def set(self, model: str, **state: Any) -> None:
        """The learner changes a field."""
        self.states[model].update(state)
        data = {"method": "update", "state": state, "buffer_paths": []}
        await self.idle(await self.tell("comm_msg", {"comm_id": model, "data": data}))

    async def leave(self) -> None:
        """What a page does when it is left."""
        await self.ask(
            f"/staffride/farewell/{self.kernel}", "POST", "_xsrf=" + self.cookies.get("_xsrf", "")
        )
        await self.cut()

    async def cut(self) -> None:
        """The wire is cut, and nothing is said."""
        if self.wire is not None:
            self.wire.close()
        if self._reader is not None:
            await self._reader

    # -- what a learner sees ----------------------------------------------------------------------

    def of(self, kind: str, css: str = "") -> list[str]:
        """The widgets of a kind, and with a class."""
        return [
            name
            for name, state in self.states.items()
            if state.get("_model_name") == kind
            and (not css or css in state.get("_dom_classes", ()))
        ]

    def boards(self) -> list[str]:
        """The boards on the page."""
        return self.of("MultiCanvasModel")

    def inside(self, box: str) -> list[str]:
        """The widgets in a box, and in the boxes in it."""
        found = []
        for child in self.states[box].get("children", ()):
            name = child.removeprefix("IPY_MODEL_")
            found += [name, *(self.inside(name) if name in self.states else ())]
        return found

    def buttons(self, css: str = "") -> dict[str, str]:
        """What can be pressed, by what stands on it; of all the page or of the boxes of a class."""
        boxes = self.of("BoxModel", css) + self.of("VBoxModel", css) if css else []
        names = [name for box in boxes for name in self.inside(box)] if css else list(self.states)
        return {
            state["description"]: name
            for name in names
            if (state := self.states.get(name, {})).get("_model_name") == "ButtonModel"
            and not state.get("disabled")
            and self.states.get(_model(state.get("layout")), {}).get("display") != "none"
        }

    def words(self, css: str) -> list[str]:
        """What is written in the pieces of HTML of a class."""
        return [self.states[name]["value"] for name in self.of("HTMLModel", css)]

    async def do(self, name: str, css: str = "") -> float:
        """Press a button."""
        return await self.press(self.buttons(css)[name], {"event": "click"})


def _model(reference: Any) -> str:
    return str(reference or "").removeprefix("IPY_MODEL_")
