"""The kernels behind the pages: at most so many, one kept warm, none left running for nobody."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from queue import Empty
from typing import Any

from jupyter_client.asynchronous.client import AsyncKernelClient
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server._tz import utcnow
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import PeriodicCallback
from traitlets import Dict, Float, Instance, Integer, List, Unicode, default

from tutor.visit import LOG_VARIABLE

from . import nursery
from .figures import Figures

# A page that was sent but never connected (a crawler, a tab closed while loading) is given this
# long; a browser on a slow machine connects within a few seconds of the end of the page.
NEVER_CONNECTED_SECONDS = 90.0
LEAVING_SECONDS = 5.0
# A page whose connection broke comes back within seconds, or has gone without a farewell.
DROPPED_SECONDS = 60.0
RELAY_MILLISECONDS = 1000
REFILL_DELAY_SECONDS = 1.5
WARM_UP_TIMEOUT = 60.0
# A kernel that is warm has nothing else to do than to answer.
TAKE_OVER_TIMEOUT = 10.0
LISTEN_SECONDS = 0.2
KEPT_BACK = ("JUPYTERHUB_", "STAFFRIDE_TOKEN", "STAFFRIDE_METRICS_TOKEN")
"""How the names of variables begin that are no kernel's business."""

_WARM_UP = """
from tutor.serving.in_kernel import prepare as _prepare
_prepare({modules!r})
del _prepare
"""

_STARTUP = """
from tutor.serving import in_kernel as _in_kernel
_in_kernel.limit_memory()
_in_kernel.report()
del _in_kernel
"""

# A kernel that is ended in the middle of something tells the terminal of every loose end. And
# nobody asks for the history of a lesson: all kernels would write it into one database.
_SETTINGS = "c.IPKernelApp.log_level = 50\nc.HistoryManager.enabled = False\n"

_TAKE_OVER = """
import os as _os
_os.environ.update({environment!r})
_os.chdir({folder!r})
del _os
"""


class Full(Exception):
    """Every session is taken."""


class OwnPython(KernelSpecManager):
    """Only the Python that Staffride runs in: a user's `python3` may be a different one."""

    @default("kernel_dirs")
    def _no_kernel_dirs(self) -> list[str]:
        return []

    def get_kernel_spec(self, kernel_name: str) -> Any:
        """The one there is; forked where that can be done. No folder is on its path by itself."""
        spec = super().get_kernel_spec(kernel_name)
        spec.argv = [spec.argv[0], "-P", *spec.argv[1:]]
        if nursery.CAN_FORK:
            spec.metadata["kernel_provisioner"] = {"provisioner_name": nursery.PROVISIONER}
        return spec


class ReadyClient(AsyncKernelClient):
    """A client that knows a kernel is ready from its answer, not from 0.2 s of silence."""

    async def wait_for_ready(self, timeout: float | None = None) -> None:
        """Wait until the kernel answers on both channels; RuntimeError if it does not."""
        deadline = time.monotonic() + (timeout or WARM_UP_TIMEOUT)
        while time.monotonic() < deadline:
            asked = self.kernel_info()
            with suppress(Empty):
                while (await self.get_shell_msg(timeout=1))["parent_header"].get("msg_id") != asked:
                    pass
                # Until the subscription is through, what the kernel publishes is lost: only its
                # idle status for our own question proves that nothing else will be.
                while True:
                    message = await self.get_iopub_msg(timeout=0.2)
                    if (
                        message["parent_header"].get("msg_id") == asked
                        and message["content"].get("execution_state") == "idle"
                    ):
                        return
            if not await self.is_alive():
                raise RuntimeError("the kernel ended while it was starting")
        raise RuntimeError("the kernel did not answer in time")


# Typed in part only; as a whole it would need an exception in every method below.
_Kernels: Any = AsyncMappingKernelManager


class LessonKernels(_Kernels):  # type: ignore[misc]
    """Kernels by session: opened under a cap, taken from a warm spare, culled when unused."""

    sessions = Integer(40, config=True)
    warm = Integer(0, config=True)
    warm_modules = List(Unicode(), config=True)
    warm_errands = List(Unicode(), config=True)
    environment = Dict(config=True)
    figures = Instance(Figures, ())
    refill_delay = Float(REFILL_DELAY_SECONDS, config=True)
    never_connected_timeout = Float(NEVER_CONNECTED_SECONDS, config=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._opening = 0
        self._opened: dict[str, float] = {}
        self.learners: dict[str, str] = {}
        """Whose page each kernel is behind."""
        self._was_connected: set[str] = set()
        self._dropped: dict[str, asyncio.TimerHandle] = {}
        self._spares: list[asyncio.Task[tuple[str, AsyncKernelClient]]] = []
        self._refill: asyncio.TimerHandle | None = None
        self._ending: dict[str, asyncio.Future[None]] = {}
        self._unwatched: set[asyncio.Future[None]] = set()
        self._closing = False
        self._log = Path(self.connection_dir) / "kernels.log"
        self._relayed = 0
        self._relaying = PeriodicCallback(self._relay, RELAY_MILLISECONDS)
        self._relaying.start()
        self.nursery = nursery.Nursery(self.warm_modules, self.warm_errands)
        nursery.register()

    @property
    def session_count(self) -> int:
        """How many sessions are open or being opened; warm spares belong to nobody yet."""
        gone = [kernel_id for kernel_id in self._opened if kernel_id not in self]
        for kernel_id in gone:
            del self._opened[kernel_id]
            self.learners.pop(kernel_id, None)
            self.figures.ended(kernel_id)
            self._was_connected.discard(kernel_id)
            self._is_back(kernel_id)
        return len(self._opened) + self._opening

    def has_room(self, instead_of: str = "") -> bool:
        """Whether there is a place for one more page, or for one in the place of another."""
        return self.session_count < self.sessions or instead_of in self._opened

    async def open_session(
        self, kernel_name: str, path: str, environment: Mapping[str, str], instead_of: str = ""
    ) -> str:
        """A kernel of its own for one page, with these variables; raises Full.

        When every place is taken, a reader who goes from one page to the next still gets in:
        `instead_of` names the session that is about to end.
        """
        if self.session_count >= self.sessions:
            if not self.has_room(instead_of):
                raise Full
            del self._opened[instead_of]
            asyncio.get_running_loop().call_later(LEAVING_SECONDS, self.end_soon, instead_of)
        self._opening += 1
        begun, how = time.monotonic(), "kept warm"
        try:
            kernel_id = await self._from_spare(path, environment)
            if kernel_id is None:
                how = "started"
                kernel_id = await self.start_kernel(
                    kernel_name=kernel_name, path=path, env=self._full_environment(environment)
                )
            self._opened[kernel_id] = time.monotonic()
            self.figures.started.labels(how).observe(self._opened[kernel_id] - begun)
            return kernel_id
        finally:
            self._opening -= 1
            self.keep_warm(self.refill_delay)

    def keep_warm(self, delay: float = 0.0) -> None:
        """Start what spares are missing, a little later so that the page just opened goes first."""
        # One that is planned already stays where it is, or a busy hour would never see a spare.
        if self._refill is not None or self._closing or self.warm < 1:
            return
        self._refill = asyncio.get_running_loop().call_later(delay, self._start_spares)

    def notify_connect(self, kernel_id: str) -> None:
        """Remember that a browser reached this kernel."""
        self._was_connected.add(kernel_id)
        self._is_back(kernel_id)
        super().notify_connect(kernel_id)

    def notify_disconnect(self, kernel_id: str) -> None:
        """A page that does not come back soon gives its place to another."""
        super().notify_disconnect(kernel_id)
        if self._kernel_connections.get(kernel_id) == 0:
            self._is_back(kernel_id)
            loop = asyncio.get_running_loop()
            self._dropped[kernel_id] = loop.call_later(DROPPED_SECONDS, self.end_soon, kernel_id)

    def _is_back(self, kernel_id: str) -> None:
        waiting = self._dropped.pop(kernel_id, None)
        if waiting is not None:
            waiting.cancel()

    def start_watching_activity(self, kernel_id: str) -> None:
        """Watch what a kernel publishes for signs of life.

        As Jupyter does it, but without reading all of every message, which costs as much as
        handing it to the page.
        """
        super().start_watching_activity(kernel_id)
        kernel = self._kernels[kernel_id]

        def watch(message: list[bytes]) -> None:
            _, (_, header, parent, _, content, *_) = kernel.session.feed_identities(message)
            said, question = json.loads(header), json.loads(parent)
            kind, asked = said.get("msg_type"), question.get("msg_type")
            counts = self.track_message_type(asked)
            if counts or self.track_message_type(kind) or kernel.execution_state == "busy":
                self.last_kernel_activity = kernel.last_activity = utcnow()
            if kind == "status":
                state = json.loads(content)["execution_state"]
                if state == "idle":
                    self.figures.answered(kernel_id, question.get("msg_id", ""))
                if counts:
                    kernel.execution_state = state
                elif kernel.execution_state == "starting" != state:
                    kernel.execution_state = "idle"

        kernel._activity_stream.on_recv(watch)

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """Cull what is idle or was never connected to; leave the warm spares."""
        if kernel_id in self._spare_ids():
            return
        opened = self._opened.get(kernel_id)
        if opened is not None and kernel_id not in self._was_connected:
            patience = min(self.never_connected_timeout, self.cull_idle_timeout)
            if time.monotonic() - opened > patience:
                await self.shutdown_kernel(kernel_id)
            return
        await super().cull_kernel_if_idle(kernel_id)

    async def shutdown_kernel(self, kernel_id: str, *args: Any, **kwargs: Any) -> None:
        """End a kernel; its place is free for the next session, and for a spare.

        A page that is left while it loads ends its kernel twice: by its farewell and by the
        connection that closes. The second waits for the first.
        """
        ending = self._ending.get(kernel_id)
        if ending is None:
            ending = asyncio.ensure_future(
                super()._async_shutdown_kernel(kernel_id, *args, **kwargs)
            )
            self._ending[kernel_id] = ending
            ending.add_done_callback(lambda _: self._ending.pop(kernel_id, None))
        await asyncio.shield(ending)
        self.keep_warm(self.refill_delay)

    def start_buffering(
        self, kernel_id: str, session_key: str, channels: Mapping[str, Any]
    ) -> None:
        """Keep what a page misses while its connection is down; nothing, once its kernel is ending.

        The farewell of a page arrives before its connection closes: what is buffered from then on
        nobody ever clears away, four sockets a page, until there are no more to be had.
        """
        if kernel_id not in self._ending:
            super().start_buffering(kernel_id, session_key, channels)
            return
        for stream in channels.values():
            stream.close()

    def end_soon(self, kernel_id: str) -> None:
        """End a kernel that nobody waits for, if it has not ended already."""
        if kernel_id in self and not self._closing:
            self._unwatched.add(
                done := asyncio.ensure_future(self.shutdown_kernel(kernel_id, True))
            )
            done.add_done_callback(self._unwatched_done)

    def _unwatched_done(self, done: asyncio.Future[None]) -> None:
        self._unwatched.discard(done)
        if not done.cancelled() and done.exception() is not None:
            self.log.warning("a kernel did not end", exc_info=done.exception())

    async def close(self) -> None:
        """End every kernel, the half-started ones too."""
        self._closing = True
        self._relaying.stop()
        if self._refill is not None:
            self._refill.cancel()
        # What is being warmed up need not become warm first.
        self.nursery.close()
        spares, self._spares = self._spares, []
        for _, client in [
            pair
            for pair in await asyncio.gather(*spares, return_exceptions=True)
            if isinstance(pair, tuple)
        ]:
            client.stop_channels()
        left = [self.shutdown_kernel(kernel_id, now=True) for kernel_id in self.list_kernel_ids()]
        await asyncio.gather(*left, return_exceptions=True)
        self._relay()
        # The garbage collector would wait here for ever for sockets that are garbage as well.
        self.context.destroy(linger=0)

    def _handle_kernel_died(self, kernel_id: str) -> None:
        # The restart limit is 0: a restarted kernel would keep its name but not one widget, and
        # the page would be dead without knowing. Gone, the page can say so.
        kernel = self._kernels.get(kernel_id)
        if kernel is not None:
            self.stop_buffering(kernel_id)
        super()._handle_kernel_died(kernel_id)
        if kernel is not None:
            kernel.cleanup_connection_file()
        self.keep_warm(self.refill_delay)

    def _spare_ids(self) -> set[str]:
        return {
            task.result()[0]
            for task in self._spares
            if task.done() and not task.cancelled() and task.exception() is None
        }

    def _full_environment(self, extra: Mapping[str, str]) -> dict[str, str]:
        # Neither the user's IPython startup files nor their history are any business of a lesson.
        profile = Path(self.connection_dir) / "ipython"
        own = {"IPYTHONDIR": str(profile), LOG_VARIABLE: str(self._log)}
        startup = profile / "profile_default" / "startup" / "00-staffride.py"
        if not startup.exists():
            startup.parent.mkdir(parents=True, exist_ok=True)
            startup.write_text(_STARTUP, encoding="utf-8")
            settings = profile / "profile_default" / "ipython_kernel_config.py"
            settings.write_text(_SETTINGS, encoding="utf-8")
        theirs = {name: os.environ[name] for name in os.environ if not name.startswith(KEPT_BACK)}
        return {**theirs, **own, **self.environment, **extra}

    def _relay(self) -> None:
        if not self._log.exists():
            return
        with self._log.open(encoding="utf-8", errors="replace") as log:
            log.seek(self._relayed)
            sys.stderr.write(log.read())
            self._relayed = log.tell()

    def _start_spares(self) -> None:
        self._refill = None
        self._spares = [
            task
            for task in self._spares
            if not task.done() or (task.exception() is None and task.result()[0] in self)
        ]
        room = self.sessions - self.session_count - len(self._spares)
        for _ in range(min(self.warm - len(self._spares), room)):
            self._spares.append(asyncio.get_running_loop().create_task(self._warm_up()))

    async def _warm_up(self) -> tuple[str, AsyncKernelClient]:
        kernel_id: str = await self.start_kernel(path="", env=self._full_environment({}))
        client = self.get_kernel(kernel_id).client()
        try:
            client.start_channels(stdin=False, hb=False)
            await client.wait_for_ready(timeout=WARM_UP_TIMEOUT)
            await self._execute(
                client, _WARM_UP.format(modules=tuple(self.warm_modules)), WARM_UP_TIMEOUT
            )
        except BaseException:
            client.stop_channels()
            await self.shutdown_kernel(kernel_id, now=True)
            raise
        return kernel_id, client

    async def _from_spare(self, path: str, environment: Mapping[str, str]) -> str | None:
        while self._spares:
            task = self._spares.pop(0)
            try:
                kernel_id, client = await asyncio.wait_for(task, TAKE_OVER_TIMEOUT)
            except Exception as error:
                self.log.warning("a warm kernel did not start: %r", error)
                continue
            try:
                folder = self.cwd_for_path(path)
                code = _TAKE_OVER.format(environment=dict(environment), folder=str(folder))
                await self._execute(client, code, TAKE_OVER_TIMEOUT)
            except Exception as error:
                self.log.warning("a warm kernel had gone cold: %s", error)
                self.end_soon(kernel_id)
                continue
            finally:
                client.stop_channels()
            return kernel_id
        return None

    @staticmethod
    async def _execute(client: AsyncKernelClient, code: str, patience: float) -> None:
        sent = client.execute(code, silent=True, store_history=False, allow_stdin=False)
        deadline = time.monotonic() + patience
        reply: dict[str, Any] = {"parent_header": {}}
        while reply["parent_header"].get("msg_id") != sent:
            with suppress(Empty):
                reply = await client.get_shell_msg(timeout=LISTEN_SECONDS)
                continue
            if not await client.is_alive():
                raise RuntimeError("it has ended")
            if time.monotonic() > deadline:
                raise RuntimeError("it does not answer")
        if reply["content"]["status"] != "ok":
            raise RuntimeError(reply["content"].get("evalue", "it refused"))
