"""Frames: what a page may send to its kernel. Nothing else gets as far as Jupyter.

Jupyter believes what a frame says of itself: that it holds so many parts, that they lie so far in.
A frame that lies can keep it busy for ever, and with it everybody.
"""

from __future__ import annotations

import json
from itertools import pairwise

PROTOCOL = "v1.kernel.websocket.jupyter.org"
CHANNELS = (b"shell", b"control")
WORD = 8
"""Bytes of a number: how many offsets there are, then each of them."""
PIECES = ("the channel", "the header", "the parent", "the metadata", "the content")


class BadFrame(ValueError):
    """No page of ours sends this."""


def check(frame: str | bytes) -> str:
    """The id of a message; BadFrame unless it is a whole one in the protocol of our pages."""
    if not isinstance(frame, bytes):
        raise BadFrame("a text")
    channel, *parts = _pieces(frame)[: len(PIECES)]
    if channel not in CHANNELS:
        raise BadFrame("no channel of a page")
    tables = [_table(part, name) for part, name in zip(parts, PIECES[1:], strict=True)]
    for key in ("msg_type", "msg_id"):
        if not isinstance(tables[0].get(key), str):
            raise BadFrame(f"the header has no {key}")
    return str(tables[0]["msg_id"])


def _pieces(frame: bytes) -> list[bytes]:
    """What lies between the offsets."""
    count = int.from_bytes(frame[:WORD], "little")
    begins = WORD * (count + 1)
    if count <= len(PIECES) or begins > len(frame):
        raise BadFrame(f"{count} offsets in {len(frame)} bytes")
    offsets = [int.from_bytes(frame[at : at + WORD], "little") for at in range(WORD, begins, WORD)]
    if offsets != sorted(offsets) or offsets[0] < begins or offsets[-1] > len(frame):
        raise BadFrame("offsets that lead back or out of it")
    return [frame[a:b] for a, b in pairwise(offsets)]


def _table(part: bytes, name: str) -> dict[str, object]:
    try:
        table = json.loads(part)
    except (ValueError, RecursionError) as error:
        raise BadFrame(f"{name} cannot be read") from error
    if not isinstance(table, dict):
        raise BadFrame(f"{name} is no table")
    return table
