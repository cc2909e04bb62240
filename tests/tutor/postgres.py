"""A PostgreSQL server of a test's own, reached by a socket in its folder; no port, no password."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from pathlib import Path

PROGRAMS = os.pathsep.join(
    [os.environ.get("PATH", ""), *sorted(glob("/usr/lib/postgresql/*/bin"), reverse=True)]
)
ASKED = bool(os.environ.get("STAFFRIDE_POSTGRES"))
"""`make soak` asks for what takes long with one."""
QUICK = "-F -c synchronous_commit=off -c full_page_writes=off -c listen_addresses="


def _user() -> str | None:
    """It does not run as root."""
    if os.geteuid():
        return None
    names = {one.pw_name for one in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def free_port() -> int:
    """A port of this machine that nobody uses."""
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


@contextmanager
def running() -> Iterator[str]:
    """The address of a database while its server runs."""
    folder, user = Path(tempfile.mkdtemp(prefix="sr-pg-")), _user()
    if user:
        shutil.chown(folder, user)
    data = folder / "data"

    def tell(program: str, *arguments: str) -> None:
        found = shutil.which(program, path=PROGRAMS)
        assert found, program
        command, log = [found, "-D", str(data), *arguments], folder / "said"
        with log.open("a") as said:
            subprocess.run(command, check=True, user=user, cwd=folder, stdout=said, stderr=said)

    try:
        tell("initdb", "-U", "postgres", "-A", "trust", "--no-sync", "--no-instructions")
        tell("pg_ctl", "-w", "-o", f"{QUICK} -k {folder}", "-l", str(folder / "log"), "start")
        try:
            yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
        finally:
            tell("pg_ctl", "-w", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
