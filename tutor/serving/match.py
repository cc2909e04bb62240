"""The referee's process, kept running as long as the server does."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

LOOK_SECONDS = 0.25
"""A referee that has ended is missed for so long."""
AT_ONCE_SECONDS = 1.0
"""One that ends sooner than this is not started again at once."""

LEAVE_SECONDS = 3.0
"""So long it may take to say that it goes."""


class RefereeProcess:
    """Started with the server, and again whenever it ends: what it knows lies in the database."""

    def __init__(
        self, folder: Path, ipc: bool, environment: Mapping[str, str], hosts_at: str = ""
    ) -> None:
        self.address = f"ipc://{folder / 'referee'}" if ipc else f"tcp://127.0.0.1:{_port()}"
        self._hosts_at = hosts_at
        self._environment = {**os.environ, **environment}
        self._process: subprocess.Popen[bytes] | None = None

    async def keep(self, stop: asyncio.Event) -> None:
        """Keep it running until the server stops."""
        loop, begun = asyncio.get_running_loop(), 0.0
        while not stop.is_set():
            if self._process is None or self._process.poll() is not None:
                if self._process is not None and loop.time() - begun > AT_ONCE_SECONDS:
                    logging.getLogger("staffride").warning("the referee had ended: started again")
                begun = loop.time()
                self._begin()
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOK_SECONDS)

    @property
    def runs(self) -> bool:
        """Whether it is there."""
        return self._process is not None and self._process.poll() is None

    def _begin(self) -> None:
        self.end()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tutor.referee", self.address, self._hosts_at],
            env=self._environment,
            # It ends when this does, however the server goes.
            stdin=subprocess.PIPE,
            start_new_session=True,
        )

    def end(self) -> None:
        """It is not needed any more."""
        if self._process is not None:
            if self._process.stdin is not None:
                self._process.stdin.close()
            try:
                self._process.wait(LEAVE_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def _port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])
