"""Run in every kernel at its start: what goes wrong behind a page is told to the server's log."""

from __future__ import annotations

import importlib
import logging
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from tutor import logs
from tutor.visit import LOG_VARIABLE

WIDGET, CONTROL = "jupyter.widget", "jupyter.widget.control"
"""The names under which widgets are told of, and under which a page asks for all of them."""
MOST_MEMORY = 1_000_000_000
"""Bytes of its own that a page's kernel may fill; the largest games take a fifth of it."""


def _is_news(record: logging.LogRecord) -> bool:
    # A page without widgets, or one that is being left, talks to what is not there; and a kernel
    # that is ended while it starts complains of its loose ends.
    if record.name.startswith(("asyncio", "tornado")):
        return False
    return not str(record.msg).startswith("No such comm")


def _introduce() -> None:
    """Tell pages of the widgets that importing has made: the one that all canvases draw through."""
    made: dict[str, Any] = sys.modules["ipywidgets.widgets.widget"]._instances
    for widget in list(made.values()):
        widget.comm = None
        widget.open()


def _hush() -> None:
    """Say nothing of widgets until a page listens: it asks for all there are when it comes.

    A page is made of a hundred widgets; each would be told of on its own, to nobody.
    """
    kernel: Any = sys.modules["ipykernel.kernelbase"]
    kind: Any = sys.modules["ipykernel.comm.comm"].BaseComm
    publish = kind.publish_msg

    def publish_msg(self: Any, *args: Any, **rest: Any) -> Any:
        if self.target_name == CONTROL:
            kind.publish_msg = publish
        elif self.target_name == WIDGET:
            # A widget that has been told of knows its kernel, and else says nothing ever.
            self.kernel = self.kernel or kernel.Kernel.instance()
            return None
        return publish(self, *args, **rest)

    kind.publish_msg = publish_msg


def prepare(modules: Iterable[str]) -> None:
    """Import what pages are made of; of what is broken, the page that needs it will say more."""
    for name in modules:
        with suppress(Exception):
            importlib.import_module(name)


def limit_memory() -> None:
    """What would fill the machine's memory fails here, and only here."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        most = MOST_MEMORY if hard == resource.RLIM_INFINITY else min(MOST_MEMORY, hard)
        resource.setrlimit(resource.RLIMIT_DATA, (most, hard))


def _own_id() -> str:
    """What the server calls this kernel."""
    from ipykernel.connect import get_connection_file

    return Path(get_connection_file()).stem.removeprefix("kernel-")


def report() -> None:
    """Let pages reach their widgets; send warnings and failed callbacks to the server's log.

    A kernel's own standard error goes to the page, which has no place for it.
    """
    if "ipywidgets" in sys.modules:
        # Imported before there was a kernel, it could not say where pages reach it.
        sys.modules["ipywidgets"].register_comm_target()
        _hush()
        _introduce()
    path = os.environ.get(LOG_VARIABLE)
    if not path:
        return
    handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logs.formatter(kernel=_own_id()))
    logging.getLogger().addHandler(handler)
    handler.addFilter(_is_news)

    from IPython.core.getipython import get_ipython

    shell: Any = get_ipython()
    if shell is None:
        return
    show = shell.showtraceback

    def showtraceback(*args: Any, **kwargs: Any) -> Any:
        # ipywidgets hands a failed callback to the shell, which tells a page that cannot hear it.
        # A failed cell is reported by the server itself.
        if shell.kernel.get_parent("shell").get("header", {}).get("msg_type") == "comm_msg":
            logging.getLogger("staffride").error("a widget's callback failed", exc_info=True)
        return show(*args, **kwargs)

    shell.showtraceback = showtraceback
