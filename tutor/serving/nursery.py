"""Kernels by forking: what every lesson imports is imported once, and shared by all who learn.

A process of its own imports it and waits at a socket; for each kernel it forks. Such a kernel is
there in a tenth of the time and holds half the memory of its own: thirty learners at once are
thirty forks. Where there is no safe fork, kernels are started the usual way.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

from jupyter_client.connect import KernelConnectionInfo
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from tutor.serving.in_kernel import prepare

PROVISIONER = "staffride-fork"
CAN_FORK = sys.platform == "linux"
"""Elsewhere a process that has imported much must not fork, or cannot."""
CONNECTION_FILE = "-f"


def register() -> None:
    """Make ForkedKernel known by its name; a checkout that nobody installed has no entry points."""
    entry = EntryPoint(PROVISIONER, f"{__name__}:{ForkedKernel.__name__}", "")
    KernelProvisionerFactory.instance().provisioners[PROVISIONER] = entry


class Closed(Exception):
    """The server is being stopped: nobody needs a kernel any more."""


class Nursery:
    """The server's side: starts the process when the first kernel is wanted, and asks it."""

    def __init__(self, modules: Sequence[str], errands: Sequence[str] = ()) -> None:
        self._names = [*modules, "", *errands]
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None
        self._turn = asyncio.Lock()
        self._closed = False

    async def fork(self, argv: Sequence[str], env: Mapping[str, str], cwd: str) -> int:
        """The process id of a new kernel; OSError where none can be had, Closed at the end."""
        wanted = json.dumps({"argv": list(argv), "env": dict(env), "cwd": cwd}).encode()
        # Who gives up waiting must not leave the answer to whoever asks next.
        return await asyncio.shield(self._in_turn(wanted, env))

    def close(self) -> None:
        """End the process, in the middle of whatever it does; its kernels end with it."""
        self._closed = True
        self._end()

    def _end(self) -> None:
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            self._process.terminate()
            self._process.wait()
        self._socket = self._process = None

    async def _in_turn(self, wanted: bytes, env: Mapping[str, str]) -> int:
        async with self._turn:
            return await asyncio.to_thread(self._ask, wanted, env)

    def _ask(self, wanted: bytes, env: Mapping[str, str]) -> int:
        if self._closed:
            raise Closed
        if self._process is None or self._process.poll() is not None:
            self._begin(env)
        assert self._socket is not None
        with self._socket.makefile("rwb") as line:
            line.write(wanted + b"\n")
            line.flush()
            answer = line.readline()
        if not answer:
            raise Closed if self._closed else ConnectionResetError("the nursery does not answer")
        return int(answer)

    def _begin(self, env: Mapping[str, str]) -> None:
        self._end()
        self._socket, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(
                # -P: what lies in the folder that Staffride was started in is not imported.
                [sys.executable, "-P", "-m", __name__, str(theirs.fileno()), *self._names],
                env=dict(env),
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                # Ctrl-C is the server's to hear.
                start_new_session=True,
            )


class Fork:
    """A forked kernel in the place of a Popen: it is not our child, so its exit code is unknown."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Null while it runs."""
        if self.returncode is None and not runs(self.pid):
            self.returncode = 0
        return self.returncode

    def wait(self) -> int | None:
        """What is known when it has ended."""
        return self.poll()

    def send_signal(self, signum: int) -> None:
        """A signal to it alone, if it has not ended."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signum)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)


def runs(pid: int) -> bool:
    """Whether a process runs; not if it has ended and only its parent does not know yet."""
    try:
        told = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return False
    return told.rpartition(b")")[2].split()[0] != b"Z"


class ForkedKernel(LocalProvisioner):
    """Launches by the nursery of the kernels' manager."""

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> KernelConnectionInfo:
        """Fork; where that fails, start the command as usual."""
        manager: Any = self.parent
        nursery: Nursery = manager.parent.nursery
        argv = cmd[cmd.index(CONNECTION_FILE) :]
        cwd = str(kwargs.get("cwd") or os.getcwd())
        try:
            pid = await nursery.fork(argv, kwargs.get("env") or os.environ, cwd)
        except OSError:
            self.log.warning("kernels cannot be forked", exc_info=True)
            return await super().launch_kernel(cmd, **kwargs)
        self.process: Any = Fork(pid)
        # Each leads a process group of its own.
        self.pid = self.pgid = pid
        self.cwd = cwd
        return self.connection_info


def _child(asked: Mapping[str, Any]) -> None:
    """Become a kernel."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    from ipykernel.kernelapp import IPKernelApp

    handle = f"--IPKernelApp.parent_handle={os.getppid()}"
    IPKernelApp.launch_instance([*asked["argv"], handle])


def _serve(sock: socket.socket, errands: list[str]) -> None:
    """Fork whenever asked; run an errand whenever not. Ends with the server."""
    line = sock.makefile("rwb")
    while True:
        # What never is collected is never written to: its memory stays shared.
        gc.freeze()
        if errands and not select.select([sock], [], [], 0)[0]:
            module, function, *given = errands.pop(0).split(":")
            with suppress(Exception):
                # What is wrong here, the page that needs it will say.
                getattr(importlib.import_module(module), function)(*given)
            continue
        asked = line.readline()
        if not asked:
            return
        pid = os.fork()
        if pid == 0:
            line.close()
            sock.close()
            try:
                _child(json.loads(asked))
            finally:
                os._exit(0)
        line.write(f"{pid}\n".encode())
        line.flush()


def main(argv: Sequence[str]) -> None:
    """`python -m tutor.serving.nursery SOCKET MODULE ... "" ERRAND ...`."""
    # Nobody waits for the kernels: the system takes them away when they end.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    # Nobody debugs a lesson, and the debugger is most of what a kernel imports for itself.
    sys.modules["debugpy"] = None  # type: ignore[assignment]
    number, *names = argv
    middle = names.index("")
    prepare(names[:middle])
    _serve(socket.socket(fileno=int(number)), names[middle + 1 :])


if __name__ == "__main__":
    main(sys.argv[1:])
