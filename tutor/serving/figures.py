"""Figures for whoever runs a server, as Prometheus reads them: how many, how long, and no names."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from .kernels import LessonKernels

QUICK = (0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10)
"""Seconds: answers to a click."""
SLOW = (0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2.5, 5, 10, 20, 40)
"""Seconds: a kernel that starts, a page that is made."""
MOST_WAITING = 200
"""So many questions of one page are timed at once."""


class Figures:
    """What one server counts."""

    def __init__(self) -> None:
        self._all = CollectorRegistry()
        told = "Requests by the kind of address and by how they were answered"
        self.requests = Histogram(
            "staffride_request_seconds", told, ["path", "status"], registry=self._all, buckets=QUICK
        )
        told = "Pages that were asked for, by what came of it"
        self.pages = Counter("staffride_pages", told, ["answer"], registry=self._all)
        told = "Seconds until a page had its kernel"
        self.started = Histogram(
            "staffride_kernel_start_seconds", told, ["how"], registry=self._all, buckets=SLOW
        )
        told = "Seconds until a page was sent as a whole"
        self.made = Histogram("staffride_page_seconds", told, registry=self._all, buckets=SLOW)
        told = "Messages of pages to their kernels"
        self.messages = Counter("staffride_messages", told, registry=self._all)
        told = "Seconds until a kernel had done what a page asked for"
        self.replies = Histogram("staffride_reply_seconds", told, registry=self._all, buckets=QUICK)
        self._kernels = Gauge("staffride_kernels", "Kernels that run", registry=self._all)
        self._open = Gauge("staffride_sessions", "Pages that are open", registry=self._all)
        self._most = Gauge("staffride_sessions_most", "Pages that may be", registry=self._all)
        told = "Shared games and classes in the database that have not ended"
        self._rooms = Gauge("staffride_rooms", told, ["kind"], registry=self._all)
        self._up = Gauge("staffride_up", "What a server needs", ["what"], registry=self._all)
        self._asked: dict[str, dict[str, float]] = {}

    def asked(self, kernel: str, message: str) -> None:
        """A page asks its kernel for something."""
        self.messages.inc()
        waiting = self._asked.setdefault(kernel, {})
        if len(waiting) < MOST_WAITING:
            waiting[message] = time.monotonic()

    def answered(self, kernel: str, message: str) -> None:
        """A kernel has done it."""
        begun = self._asked.get(kernel, {}).pop(message, None)
        if begun is not None:
            self.replies.observe(time.monotonic() - begun)

    def ended(self, kernel: str) -> None:
        """A kernel answers nothing any more."""
        self._asked.pop(kernel, None)

    def text(
        self, kernels: LessonKernels, up: Mapping[str, bool], rooms: Mapping[str, int]
    ) -> bytes:
        """All of it."""
        self._kernels.set(len(kernels.list_kernel_ids()))
        self._open.set(kernels.session_count)
        self._most.set(kernels.sessions)
        for what, well in up.items():
            self._up.labels(what).set(well)
        for kind, count in rooms.items():
            self._rooms.labels(kind).set(count)
        return generate_latest(self._all)
