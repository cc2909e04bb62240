"""What a page may send to its kernel, and that nothing else disturbs anybody."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1
from tornado.websocket import WebSocketClientConnection

from tests.tutor.visitor import Visitor, run
from tests.tutor.wire import message, packed, unpacked
from tutor.serving import frames
from tutor.serving.frames import BadFrame

HEADER = json.dumps({"msg_type": "comm_msg", "msg_id": "one"}).encode()
GOOD = packed("shell", [HEADER, b"{}", b"{}", b"{}"])
HUGE = 1 << 62


def numbers(*values: int) -> bytes:
    """Numbers as a frame holds them."""
    return b"".join(value.to_bytes(8, "little") for value in values)


HOSTILE = {
    "nothing": b"",
    "half a number": b"\1\2\3",
    "so many offsets that they are counted for ever": numbers(HUGE),
    "as many as fit a frame that is not there": numbers(100_000),
    "no offsets": numbers(0) + b"shell",
    "too few": packed("shell", [HEADER]),
    "offsets far behind its end": numbers(6, *[HUGE] * 6) + b"shell",
    "offsets that lead back": numbers(6, 56, 61, 60, 59, 58, 57) + b"shell{}{}{}{}",
    "offsets into themselves": numbers(6, 0, 5, 10, 20, 30, 40) + b"shell",
    "a channel nobody has": packed("stdout", [HEADER, b"{}", b"{}", b"{}"]),
    "the channel on which kernels speak": packed("iopub", [HEADER, b"{}", b"{}", b"{}"]),
    "the channel of answers to input()": packed("stdin", [HEADER, b"{}", b"{}", b"{}"]),
    "a channel that is no text": packed("shell", [HEADER, b"{}", b"{}", b"{}"]).replace(
        b"shell", b"\xff\xfe\xfd\xfc\xfb"
    ),
    "a header that is no text": packed("shell", [b"\xff\xfe", b"{}", b"{}", b"{}"]),
    "a header that is no table": packed("shell", [b"[]", b"{}", b"{}", b"{}"]),
    "a header without a type": packed("shell", [b"{}", b"{}", b"{}", b"{}"]),
    "a type that is a list": packed("shell", [b'{"msg_type": [], "msg_id": "1"}', *[b"{}"] * 3]),
    "a header nested without end": packed("shell", [b"[" * 200_000, b"{}", b"{}", b"{}"]),
    "content nested without end": packed("shell", [HEADER, b"{}", b"{}", b'{"a":' * 100_000]),
    "content that breaks off": packed("shell", [HEADER, b"{}", b"{}", b'{"a": 1']),
    "a long nothing": b"\0" * 1_000_000,
    "a long something": b"\xff" * 1_000_000,
    "a text": '{"header": {}}',
    "a text nested without end": "[" * 200_000,
}


@pytest.mark.parametrize("frame", HOSTILE.values(), ids=HOSTILE)
def test_what_no_page_says_is_refused(frame: str | bytes) -> None:
    with pytest.raises(BadFrame):
        frames.check(frame)


def test_what_a_page_says_is_let_through() -> None:
    frames.check(GOOD)
    frames.check(message("comm_msg", {"comm_id": "one", "data": {}})[1])
    frames.check(packed("control", [HEADER, b"{}", b"{}", b"{}", b"a buffer", b"\xff\0"]))


@given(
    at=st.integers(0, len(GOOD) - 1),
    new=st.binary(min_size=0, max_size=9),
    more=st.binary(max_size=20),
)
def test_whatever_is_let_through_jupyter_reads_alike(at: int, new: bytes, more: bytes) -> None:
    frame = GOOD[:at] + new + GOOD[at + len(new) :] + more
    try:
        frames.check(frame)
    except BadFrame:
        return
    channel, parts = deserialize_msg_from_ws_v1(frame)
    assert (channel, parts) == unpacked(frame)
    assert sum(map(len, parts)) <= len(frame)
    assert json.loads(parts[0])["msg_type"]


async def closed(wire: WebSocketClientConnection) -> bool:
    """Whether the other end closes the wire."""
    while await wire.read_message() is not None:
        pass
    return True


def test_hostile_frames_close_their_own_wire_and_nobody_waits(visitor: Visitor) -> None:
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    other = Visitor(visitor.port)

    async def send(frame: str | bytes) -> bool:
        wire = await visitor.wire(kernel)
        await wire.write_message(frame, binary=isinstance(frame, bytes))
        return await asyncio.wait_for(closed(wire), 20)

    for what, frame in HOSTILE.items():
        assert run(send(frame)), what
        assert other.ask("/").status == 302, what
    assert visitor.alive(kernel)
    visitor.leave(kernel)


@pytest.mark.parametrize("session", ["", "x" * 300, "%00", "ą", "a b", "%ff"])
def test_a_wire_has_a_plain_name(visitor: Visitor, session: str) -> None:
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    with pytest.raises(Exception, match="400"):
        run(visitor.wire(kernel, session))
    assert visitor.alive(kernel)
    visitor.leave(kernel)


@pytest.mark.parametrize("speaks", [[], ["v0.kernel.websocket.jupyter.org"]])
def test_who_speaks_another_protocol_is_not_connected(visitor: Visitor, speaks: list[str]) -> None:
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    with pytest.raises(Exception, match="400"):
        run(visitor.wire(kernel, speaks=speaks))
    visitor.leave(kernel)


@pytest.mark.parametrize("channel", ["shell", "control"])
@pytest.mark.parametrize(
    "kind",
    ["execute_request", "complete_request", "inspect_request", "debug_request", "input_reply"],
)
def test_python_from_a_page_is_not_run(
    visitor: Visitor, tmp_path: Path, kind: str, channel: str
) -> None:
    """`allowed_message_types`: pages move widgets and nothing else."""
    kernel = visitor.ask("/voila/render/index.ipynb").kernel
    mark = tmp_path / "was-here"
    code = f"open({str(mark)!r}, 'w').close()"

    async def try_it() -> set[str]:
        wire = await visitor.wire(kernel)
        content = {"code": code, "silent": False, "cursor_pos": 3, "user_expressions": {"a": code}}
        _, frame = message(kind, content)
        await wire.write_message(packed(channel, unpacked(frame)[1]), binary=True)
        # What is asked after it is answered after it.
        asked, frame = message("kernel_info_request", {})
        await wire.write_message(frame, binary=True)
        heard = set()
        while True:
            _, (header, parent, _, content, *_) = unpacked(await wire.read_message())
            heard.add(json.loads(header)["msg_type"])
            if json.loads(parent).get("msg_id") == asked and b'"idle"' in content:
                wire.close()
                return heard

    heard = run(try_it())
    assert not mark.exists()
    harmless = {"status", "kernel_info_reply", "comm_open", "comm_msg"}
    assert heard - {"iopub_welcome"} <= harmless, "a slow subscription may be welcomed only now"
    visitor.leave(kernel)
