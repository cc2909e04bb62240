"""`staffride serve`: the lessons in a browser, on this machine unless told otherwise."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
import threading
import webbrowser
from collections.abc import Sequence
from contextlib import suppress

from engine.errors import Problem
from engine.words import catalogue
from tutor import logs
from tutor.serving.options import (
    TOKEN_VARIABLE,
    ServeOptions,
    add_arguments,
    is_loopback,
    options_from,
)
from tutor.serving.server import Server

_NO_NEWS = (
    # A socket to a kernel may well be closed with something still in it.
    "Got events for closed stream",
    # Jupyter counts in milliseconds and pings by itself; and its limit must be longer: when it is
    # looked at, an answer to the last ping is as old as that ping.
    "The websocket_ping_timeout",
    # JupyterHub's; every origin but our own is refused here in any case.
    "Skipping XSRF check for insecure request",
)

__all__ = ["ServeOptions", "Server", "add_arguments", "main", "run", "start"]


start = Server
"""Serve in the background; raises Problem for what the user can set right."""


def run(args: argparse.Namespace) -> int:
    """Serve until Ctrl+C, saying where once the server answers."""
    options = options_from(args)
    os.environ[logs.FORMAT_VARIABLE] = options.log_format
    logs.begin()
    # What nbclient says there, of pages that were left while they loaded too, we say ourselves.
    logging.getLogger("traitlets").setLevel(logging.CRITICAL)
    for name in ("tornado.general", "tornado.application"):
        logging.getLogger(name).addFilter(lambda record: not str(record.msg).startswith(_NO_NEWS))
    with start(options) as server:
        if not is_loopback(options.host):
            print(_network_warning(options), file=sys.stderr)
        if options.log_format == logs.JSON:
            told = {"address": server.base}
            logging.getLogger(logs.ACCESS).info("serving", extra=told)
        else:
            print(f"Staffride is at {server.url} (Ctrl+C stops it)", flush=True)
            print(f"The teacher's page: {server.teachers_url}", flush=True)
        if options.wants_browser:
            # Some of the browsers it may find run in this terminal until they are closed.
            threading.Thread(target=webbrowser.open, args=(server.url,), daemon=True).start()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGTERM, signal.default_int_handler)
        with suppress(KeyboardInterrupt):
            server.wait()
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """`python -m tutor.serving.serve`, with the same options as `staffride serve`."""
    parser = argparse.ArgumentParser(prog="staffride serve", description=__doc__)
    add_arguments(parser)
    try:
        return run(parser.parse_args(argv))
    except Problem as problem:
        print(problem, file=sys.stderr)
        return 2


def _network_warning(options: ServeOptions) -> str:
    told = {"host": options.host, "variable": TOKEN_VARIABLE}.items()
    return catalogue().say("serve.token" if options.token else "serve.open", told)


if __name__ == "__main__":
    sys.exit(main())
