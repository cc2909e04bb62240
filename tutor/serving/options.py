"""What `staffride serve` can be told, and which of it is refused before anything starts."""

from __future__ import annotations

import argparse
import importlib.util
import ipaddress
import os
import re
import socket
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from engine.errors import Problem
from engine.words import trouble
from tutor.logs import JSON, TEXT
from tutor.store import DATABASE_VARIABLE, Store

HOME, CLASSROOM = "index.ipynb", "classroom.ipynb"
TOKEN_VARIABLE = "STAFFRIDE_TOKEN"
HUB_VARIABLES = ("JUPYTERHUB_API_TOKEN", "JUPYTERHUB_API_URL", "JUPYTERHUB_SERVICE_PREFIX")
"""What a hub says to a service of its own."""


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """Everything one server is started with; `check` says what is wrong with it."""

    host: str = "127.0.0.1"
    port: int = 8866
    allow_network: bool = False
    known_as: tuple[str, ...] = ()
    base_url: str = "/"
    hub: bool = False
    teachers: str = "teachers"
    log_format: str = TEXT
    token: str = ""
    open_browser: bool | None = None
    sessions: int = 40
    idle_minutes: float = 30.0
    # One kernel is kept started and imported, for whichever page is asked for next. Voila's own
    # pre-heating keeps one per notebook: with sixty lessons that is 3 GB and a minute of two
    # cores at start-up. One shared spare gives a lone reader the same quick page for 30 MB; a
    # second would only compete with the page that has just been opened.
    warm: int = 1
    progress: Path | None = None
    database: str | None = None
    together_at: str | None = None
    lessons: Path | None = None

    def check(self) -> None:
        """Raise the first Problem with these options; nothing has been started yet."""
        wrong = {
            "port": not 0 <= self.port <= 65535,
            "sessions": self.sessions < 1,
            "idle": not self.idle_minutes > 0,
            "warm": self.warm < 0,
            "base-url": re.search(r"[^\w/.~-]", self.base_url, re.ASCII) is not None,
            "host": not self.allow_network and not is_loopback(self.host),
            "database": self.progress is not None and self.database is not None,
        }
        for name in (name for name, refused in wrong.items() if refused):
            told = {
                **vars(self),
                "idle": f"{self.idle_minutes:g}",
                "variable": TOKEN_VARIABLE,
            }
            raise trouble(f"serve.{name}", place=f"--{name}", **told)
        if self.hub:
            self._check_hub()
        self._check_record()
        if self.together_at is not None:
            self._check_together(*split_address(self.together_at))

    def _check_together(self, host: str, port: int) -> None:
        """Raise the Problem with where other servers shall reach this one's tables."""
        wrong = {
            "together-at": not host or not 0 < port <= 65535 or is_any(host),
            "together-alone": Store(self.record).path is not None,
            "together-host": not self.allow_network and not is_loopback(host),
        }
        for name in (name for name, refused in wrong.items() if refused):
            raise trouble(f"serve.{name}", place="--together-at", host=host)

    def _check_hub(self) -> None:
        """Raise the Problem with the hub that shall say who comes."""
        missing = [name for name in HUB_VARIABLES if not os.environ.get(name)]
        if importlib.util.find_spec("jupyterhub") is None:
            raise trouble("serve.no-hub", place="--hub")
        if missing:
            raise trouble("serve.hub-silent", place="--hub", missing=", ".join(missing))
        if self.token:
            raise trouble("serve.hub-token", place="--hub", variable=TOKEN_VARIABLE)

    def _check_record(self) -> None:
        """Raise the Problem with where the record shall be kept."""
        given = self.database is not None
        place = "--progress" if self.progress else "--database" if given else DATABASE_VARIABLE
        store = Store(self.record)
        try:
            store.check()
        except Problem as problem:
            raise problem.within(place=place) from None
        file = None if self.record is None else store.path
        if file is not None and not file.absolute().parent.is_dir():
            raise trouble("serve.progress", file=str(file), place=place)

    @property
    def base(self) -> str:
        """Under which address everything lies, with a slash at both ends."""
        inner = self.base_url.strip("/")
        return f"/{inner}/" if inner else "/"

    @property
    def record(self) -> Path | str | None:
        """Where the record was told to be kept."""
        return self.progress if self.database is None else self.database

    @property
    def wants_browser(self) -> bool:
        """Whether to open a browser: as told, else only for a person in front of a screen."""
        if self.open_browser is not None:
            return self.open_browser
        return sys.stdout.isatty() and has_display()


def is_loopback(host: str) -> bool:
    """Whether every address the name stands for can be reached from this machine only."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        pass
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except OSError:
        return False
    return bool(found) and all(
        ipaddress.ip_address(str(entry[4][0]).split("%")[0]).is_loopback for entry in found
    )


def is_any(host: str) -> bool:
    """Whether it stands for all addresses of a machine, and so for none by which it is reached."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return host == "*"


def split_address(address: str) -> tuple[str, int]:
    """Host and port of HOST:PORT; no host and port 0 where it is none."""
    host, _, port = address.rpartition(":")
    known = port.isascii() and port.isdecimal()
    return (host.removeprefix("[").removesuffix("]"), int(port)) if known else ("", 0)


def is_service() -> bool:
    """Whether a JupyterHub knows this as a service of its own, not as a terminal of somebody's."""
    return bool(os.environ.get("JUPYTERHUB_SERVICE_NAME") and not os.environ.get("JUPYTERHUB_USER"))


def has_display() -> bool:
    """Whether a browser window could be seen here."""
    if sys.platform in {"win32", "darwin"}:
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def find_lessons(given: Path | None) -> Path:
    """The folder of notebooks: the one given, else the installed `lessons`."""
    if given is not None:
        folders = [given]
    else:
        spec = importlib.util.find_spec("lessons")
        folders = [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
    for folder in folders:
        if (folder / HOME).is_file():
            return folder.resolve()
    file = str(folders[0]) if folders else "lessons"
    raise trouble("serve.no-lessons", file=file, home=HOME)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the options of `staffride serve`."""
    add = parser.add_argument_group("where it can be reached").add_argument
    add("--host", help="address to listen on (%(default)s)")
    add("--port", type=int, help="port to listen on; 0 takes any free one (%(default)s)")
    told = "let --host be an address that other machines can reach"
    add("--allow-network", action="store_true", help=told)
    told = "a name by which others reach this machine, besides its own; may be repeated"
    add("--known-as", action="append", metavar="NAME", help=told)
    told = "the address under which everything lies, where a proxy hands it on (%(default)s)"
    add("--base-url", metavar="PATH", help=told)
    told = "let a JupyterHub say who everybody is, as a service of its own does by itself"
    add("--hub", action="store_true", help=told)
    told = "the group of the hub whose members teach (%(default)s)"
    add("--teachers", metavar="GROUP", help=told)
    told = "let in only those who know the word in this file; without it, the word in "
    add("--token-file", type=Path, metavar="FILE", help=told + TOKEN_VARIABLE)
    add = parser.add_mutually_exclusive_group().add_argument
    told = "open a browser (what happens anyway at a terminal with a display)"
    add("--open", dest="open_browser", action="store_true", help=told)
    add("--no-browser", dest="open_browser", action="store_false", help="open no browser")
    add = parser.add_argument_group("how much of the machine it may take").add_argument
    told = "most pages open at a time, each about 50 MB (%(default)s)"
    add("--sessions", type=int, metavar="N", help=told)
    told = "end a page's session after so long without a click (%(default)g)"
    add("--idle", dest="idle_minutes", type=float, metavar="MINUTES", help=told)
    told = "sessions kept ready so that a page opens faster (%(default)s)"
    add("--warm", type=int, metavar="N", help=told)
    told = "what the log is made of; JSON has one object a line and no learner's name (%(default)s)"
    parser.add_argument("--log-format", choices=[TEXT, JSON], help=told)
    told = "where the learners' progress is kept (a SQLite file)"
    parser.add_argument("--progress", type=Path, metavar="FILE", help=told)
    told = "the address of a database that several servers share; it is kept there instead: "
    told += f"postgresql+psycopg://USER@HOST/NAME. {DATABASE_VARIABLE} says it as well, and no "
    told += "other user of this machine can read a password there"
    parser.add_argument("--database", metavar="URL", help=told)
    told = "where other servers of the same --database reach the tables and classes of this one"
    parser.add_argument("--together-at", metavar="HOST:PORT", help=told)
    parser.add_argument("--lessons", type=Path, metavar="DIR", help=argparse.SUPPRESS)
    parser.set_defaults(**{**vars(ServeOptions()), "known_as": []})


def options_from(args: argparse.Namespace) -> ServeOptions:
    """The options that `add_arguments` parsed."""
    given = {each.name: getattr(args, each.name) for each in fields(ServeOptions)}
    given["hub"] |= is_service()
    if given["hub"] and given["base_url"] == ServeOptions.base_url:
        given["base_url"] = os.environ.get("JUPYTERHUB_SERVICE_PREFIX", given["base_url"])
    token, known = _token(args.token_file), tuple(args.known_as)
    return ServeOptions(**{**given, "token": token, "known_as": known})


def _token(file: Path | None) -> str:
    """The word that lets people in: not one of the command line, which every user can see."""
    if file is None:
        return os.environ.get(TOKEN_VARIABLE, "")
    try:
        word = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise trouble("serve.no-text", file=str(file), place="--token-file") from error
    if not word:
        raise trouble("serve.no-token", file=str(file), place="--token-file")
    return word
