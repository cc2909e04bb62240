"""Envelope: what nobody should read by chance, packed so that no eye and no search finds it.

It is no lock. Whoever wants to open it can; a player who looks into a file by accident cannot.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Mapping
from typing import Any

LARGEST = 4_000_000
"""No save of ours comes near so many bytes, and a file that is brought to a page may have no more;
what claims more was made to fill the memory."""


def seal(data: Mapping[str, Any]) -> str:
    """Data as letters that say nothing."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8", "surrogatepass"), 9)).decode()


def unseal(letters: str) -> dict[str, Any]:
    """The data in an envelope; a ValueError where there is none."""
    unpacker = zlib.decompressobj()
    try:
        plain = unpacker.decompress(base64.b64decode(letters, validate=True), LARGEST)
        if not unpacker.eof or unpacker.unused_data:
            raise ValueError("it breaks off, goes on behind its end, or is too large")
        data = json.loads(plain.decode("utf-8", "surrogatepass"))
    except (zlib.error, RecursionError) as error:
        raise ValueError("it holds nothing that was packed here") from error
    if not isinstance(data, dict):
        raise ValueError("it holds no table")
    return data
