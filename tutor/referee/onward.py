"""Onward: who watches how far everybody is hears when somebody has come on; of that alone, and not
of whom: what is kept lies in the record."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any


class Onward:
    """How often somebody has come on since the referee was started, and who is told."""

    def __init__(self, now: Callable[[], float], send: Callable[[bytes, str], None]) -> None:
        self._now, self._send = now, send
        self._count, self._ears = 0, dict[bytes, float]()
        self.does: Mapping[str, Callable[..., dict[str, Any]]] = {
            "came-on": self.came_on,
            "watch": self._watch,
        }

    def look_round(self, late: float) -> None:
        """Notice who has gone without a word."""
        for who in [who for who, heard in self._ears.items() if heard < late]:
            del self._ears[who]

    def came_on(self, who: bytes) -> dict[str, Any]:
        """Somebody has come on, here or at another server."""
        self._count += 1
        for page in self._ears:
            self._tell(page)
        return {}

    def _watch(self, who: bytes, number: int = -1) -> dict[str, Any]:
        """Somebody watches; who has missed something is told."""
        self._ears[who] = self._now()
        if number != self._count:
            self._tell(who)
        return {}

    def _tell(self, page: bytes) -> None:
        self._send(page, json.dumps({"news": {"came-on": self._count}}))
