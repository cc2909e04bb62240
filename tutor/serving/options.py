"""What `staffride serve` can be told, and which of it is refused before anything starts."""

from __future__ import annotations

import argparse
import importlib.util
import ipaddress
import os
import socket
import sys
from dataclasses import dataclass
from pathlib import Path

from engine.errors import Problem

HOME, CLASSROOM = "index.ipynb", "classroom.ipynb"
TOKEN_VARIABLE = "STAFFRIDE_TOKEN"
PROGRESS_VARIABLE = "STAFFRIDE_PROGRESS"


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """Everything one server is started with; `check` says what is wrong with it."""

    host: str = "127.0.0.1"
    port: int = 8866
    allow_network: bool = False
    known_as: tuple[str, ...] = ()
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
    lessons: Path | None = None

    def check(self) -> None:
        """Raise the first Problem with these options; nothing has been started yet."""
        if not 0 <= self.port <= 65535:
            raise Problem(
                f"there is no port {self.port}",
                place="--port",
                remedy="Use a number from 1 to 65535, or 0 for any free port.",
            )
        if self.sessions < 1:
            raise Problem(
                f"{self.sessions} sessions would let nobody in",
                place="--sessions",
                remedy="Use 1 or more.",
            )
        if not self.idle_minutes > 0:
            raise Problem(
                f"{self.idle_minutes:g} minutes would end every session at once",
                place="--idle",
                remedy="Use a number above 0.",
            )
        if self.warm < 0:
            raise Problem(
                f"{self.warm} warm kernels cannot be kept",
                place="--warm",
                remedy="Use 0 or more.",
            )
        if not self.allow_network and not is_loopback(self.host):
            raise Problem(
                f"{self.host} can be reached from other machines",
                place="--host",
                remedy=f"Add --allow-network if that is what you want, and set {TOKEN_VARIABLE} "
                "so that only people who know the token get in.",
            )
        if self.progress is not None and not self.progress.absolute().parent.is_dir():
            raise Problem(
                "the folder for the learners' progress does not exist",
                file=str(self.progress),
                place="--progress",
                remedy="Create the folder first, or name a file in one that exists.",
            )

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
    raise Problem(
        f"there is no {HOME} to show as the home page",
        file=str(folders[0]) if folders else "lessons",
        remedy="Install Staffride with its lessons, or build them first (see the README).",
    )


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give `parser` the options of `staffride serve`."""
    default = ServeOptions()
    where = parser.add_argument_group("where it can be reached")
    where.add_argument("--host", default=default.host, help="address to listen on (%(default)s)")
    where.add_argument(
        "--port",
        type=int,
        default=default.port,
        help="port to listen on; 0 takes any free one (%(default)s)",
    )
    where.add_argument(
        "--allow-network",
        action="store_true",
        help="let --host be an address that other machines can reach",
    )
    where.add_argument(
        "--known-as",
        action="append",
        default=[],
        metavar="NAME",
        help="a name by which others reach this machine, besides its own; may be repeated",
    )
    where.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="let in only those who know the word in this file; without it, the word in "
        f"{TOKEN_VARIABLE}",
    )
    browser = parser.add_mutually_exclusive_group()
    browser.add_argument(
        "--open",
        dest="open_browser",
        action="store_true",
        default=None,
        help="open a browser (what happens anyway at a terminal with a display)",
    )
    browser.add_argument(
        "--no-browser", dest="open_browser", action="store_false", help="open no browser"
    )
    load = parser.add_argument_group("how much of the machine it may take")
    load.add_argument(
        "--sessions",
        type=int,
        default=default.sessions,
        metavar="N",
        help="most pages open at a time, each about 50 MB (%(default)s)",
    )
    load.add_argument(
        "--idle",
        dest="idle_minutes",
        type=float,
        default=default.idle_minutes,
        metavar="MINUTES",
        help="end a page's session after so long without a click (%(default)g)",
    )
    load.add_argument(
        "--warm",
        type=int,
        default=default.warm,
        metavar="N",
        help="sessions kept ready so that a page opens faster (%(default)s)",
    )
    parser.add_argument(
        "--progress",
        type=Path,
        metavar="FILE",
        help="where the learners' progress is kept (a SQLite file)",
    )
    parser.add_argument("--lessons", type=Path, metavar="DIR", help=argparse.SUPPRESS)


def options_from(args: argparse.Namespace) -> ServeOptions:
    """The options that `add_arguments` parsed."""
    return ServeOptions(
        host=args.host,
        port=args.port,
        allow_network=args.allow_network,
        known_as=tuple(args.known_as),
        token=_token(args.token_file),
        open_browser=args.open_browser,
        sessions=args.sessions,
        idle_minutes=args.idle_minutes,
        warm=args.warm,
        progress=args.progress,
        lessons=args.lessons,
    )


def _token(file: Path | None) -> str:
    """The word that lets people in: not one of the command line, which every user can see."""
    if file is None:
        return os.environ.get(TOKEN_VARIABLE, "")
    try:
        word = file.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Problem(
            "the token cannot be read",
            file=str(file),
            place="--token-file",
            remedy="Name a text file with the word in it.",
        ) from error
    if not word:
        raise Problem(
            "there is no token in it",
            file=str(file),
            place="--token-file",
            remedy="Write the word into it that lets people in.",
        )
    return word
