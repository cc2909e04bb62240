"""Thirty learners at once, without a browser: `python -m tests.tutor.learners [--json]`.

Each opens a page of its own on a real server and plays: points, clicks, presses keys and buttons.
Then some kernels are killed as a crash would, and their games taken up again. Figures are told
and not judged, because they are the machine's; nobody may be lost, and every game taken up must
be the one that was left.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import json
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
from tornado.simple_httpclient import SimpleAsyncHTTPClient

from engine import record
from engine.record import Record
from tests.tutor.visitor import run
from tests.tutor.wire import MOST_BYTES, PATIENCE, Page

ROOT = Path(__file__).resolve().parents[2]
SANDBOX = "sandbox.ipynb?scenario="
PAGES = (
    "victory-awaits/09-movement.ipynb?",
    f"{SANDBOX}victory-awaits/river-line&",
    "holland44/08-movement.ipynb?",
    f"{SANDBOX}stalingrad42/winter-pocket&",
    "stalingrad42/08-combat.ipynb?",
    f"{SANDBOX}conflict-of-heroes/crossroads&",
    "pavlovs-house/02-soviet-cards.ipynb?",
)
KEYS = ("n", "n", "p", "Enter", "Escape", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight")
MOVES_TO_A_CLICK = 3
STILL, STILL_SECONDS = 0.05, 1.0
"""A server that took so little CPU in so long waits for its readers."""
MOST_TRIES = 40
"""So often a learner presses what there is until a game has begun."""
REST = (0.4, 1.2)
"""So long a learner rests between two things, in seconds."""


@dataclass
class Figures:
    """What thirty learners have met."""

    ready: list[float] = field(default_factory=list)
    click: list[float] = field(default_factory=list)
    move: list[float] = field(default_factory=list)
    memory: list[float] = field(default_factory=list)
    opened: float = 0.0
    """CPU seconds of the server and its kernels until every page was ready."""
    played: float = 0.0
    """The same while they were played on."""
    together: float = 0.0
    """Seconds of playing, of all learners together."""
    whole: float = 0.0
    """Memory of the server and all that it has started, PSS in MB, while all pages are open."""
    lost: list[str] = field(default_factory=list)
    """Who was lost, and how."""
    taken_up: int = 0
    """Games taken up again after their kernel was killed."""
    differ: list[str] = field(default_factory=list)
    """Games that were not what they had been."""
    log: str = ""

    @property
    def sound(self) -> bool:
        """Whether nobody was lost and every game was the same."""
        return not self.lost and not self.differ

    def rows(self) -> list[dict[str, Any]]:
        """The table."""
        made = []
        for name, unit, values in (
            ("page ready", "s", self.ready),
            ("click or key to idle", "ms", [1000 * value for value in self.click]),
            ("pointer move to idle", "ms", [1000 * value for value in self.move]),
            ("memory of a kernel (PSS)", "MB", self.memory),
        ):
            if values:
                cut = statistics.quantiles(values, n=20) if len(values) > 1 else values * 19
                made.append(
                    {
                        "what": name,
                        "unit": unit,
                        "count": len(values),
                        "p50": round(statistics.median(values), 2),
                        "p95": round(cut[18], 2),
                        "max": round(max(values), 2),
                    }
                )
        return made

    def body(self) -> dict[str, Any]:
        """All that was measured."""
        doings = len(self.click) + len(self.move)
        return {
            "figures": self.rows(),
            "cpu_seconds_to_open_a_page": round(self.opened / max(1, len(self.ready)), 3),
            "cpu_milliseconds_a_doing": round(1000 * self.played / max(1, doings), 2),
            "seconds_between_clicks": round(self.together / max(1, len(self.click)), 2),
            "learners_a_core": round(self.together / self.played) if self.played else None,
            "memory_of_all_in_mb": round(self.whole),
            "memory_a_learner_in_mb": round(self.whole / max(1, len(self.memory)), 1),
            "lost": self.lost,
            "taken_up_after_kill": self.taken_up,
            "not_as_left": self.differ,
        }


@contextmanager
def serving(code: Path, sessions: int, *options: str) -> Iterator[tuple[str, psutil.Process, Path]]:
    """A server with a record of its own: its address, its process, its log."""
    with tempfile.TemporaryDirectory(prefix="learners-") as name:
        log = Path(name) / "server.log"
        command = [sys.executable, "-m", "tutor.serving.serve", "--port", "0", "--no-browser"]
        with log.open("w") as sink:
            process = subprocess.Popen(
                [*command, "--sessions", str(sessions), *options],
                cwd=code,
                env={
                    **os.environ,
                    "PYTHONPATH": str(code),
                    "STAFFRIDE_PROGRESS": str(Path(name) / "class.sqlite"),
                },
                stdout=subprocess.PIPE,
                stderr=sink,
                text=True,
            )
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Staffride is at"), line + log.read_text()
        try:
            yield line.split()[3].rstrip("/"), psutil.Process(process.pid), log
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=60)


def kernel_process(server: psutil.Process, kernel: str) -> psutil.Process:
    """The process of a kernel: the one that listens where its connection file says."""
    for child in server.children(recursive=True):
        # A spare may end while it is looked at.
        with suppress(psutil.NoSuchProcess):
            for one in child.net_connections("unix"):
                if kernel in str(one.laddr):
                    return child
    raise LookupError(f"no process has the sockets of {kernel}")


def cpu(server: psutil.Process) -> float:
    """CPU seconds of the server and of what it has started."""
    total = 0.0
    for one in (server, *server.children(recursive=True)):
        try:
            times = one.cpu_times()
        except psutil.NoSuchProcess:
            continue
        total += times.user + times.system
    return total


def pss(process: psutil.Process) -> float:
    """MB of memory that a process has for itself, and its share of what it shares."""
    try:
        return float(process.memory_full_info().pss / 1e6)
    except psutil.NoSuchProcess:
        return 0.0


async def settled(server: psutil.Process) -> None:
    """Wait until a server that was started has done what it does before anybody comes."""
    until, before = time.perf_counter() + PATIENCE, -1.0
    while time.perf_counter() < until and cpu(server) - before > STILL:
        before = cpu(server)
        await asyncio.sleep(STILL_SECONDS)


class Learner:
    """One of thirty."""

    def __init__(self, number: int, page: Page, figures: Figures) -> None:
        self.name = f"learner-{number:02}"
        self.path = f"/voila/render/{PAGES[number % len(PAGES)]}learner={self.name}"
        self.page, self.figures = page, figures
        self.luck = random.Random(number)

    async def arrive(self) -> None:
        """Open the page."""
        begun = time.perf_counter()
        await self.page.open(self.path)
        assert self.page.status == 200, f"answered {self.page.status}"
        assert self.page.boards(), "no board"
        assert self.page.drawn, "nothing was drawn"
        self.figures.ready.append(time.perf_counter() - begun)

    async def play(self, until: float) -> None:
        """Point, click and press until it is time."""
        while time.perf_counter() < until:
            for _ in range(MOVES_TO_A_CLICK):
                await self._rest()
                self.figures.move.append(await self._at("mouse_move"))
            await self._rest()
            self.figures.click.append(await self._act())

    @property
    def keeps(self) -> bool:
        """Whether this page has a game that is kept."""
        return SANDBOX in self.path

    async def begin(self) -> bool:
        """Play until there is something to lose; whether there is."""
        for _ in range(MOST_TRIES):
            if (await self._saved()).actions:
                return True
            await self._act()
        return False

    async def crash(self, server: psutil.Process) -> None:
        """The kernel is killed as a crash would; the game is taken up on a new page."""
        left = await self._saved()
        kernel_process(server, self.page.kernel).kill()
        await self.page.cut()
        self.page = Page(self.page.base, self.page.client, self.page.cookies)
        await self.page.open(self.path)
        await self.page.do("Take it up again")
        self.figures.taken_up += 1
        if await self._saved() != left:
            self.figures.differ.append(f"{self.name}: {self.path}")

    async def _saved(self) -> Record:
        """The whole game, as the learner can save it."""
        await self.page.do("Save")
        (link,) = [text for text in self.page.words("") if 'download="' in text]
        packed = link.partition("base64,")[2].partition('"')[0]
        return record.loads(base64.b64decode(packed).decode())

    async def _rest(self) -> None:
        await asyncio.sleep(self.luck.uniform(*REST))

    async def _at(self, event: str) -> float:
        board = self.luck.choice(self.page.boards())
        state = self.page.states[board]
        x, y = self.luck.uniform(0, state["width"]), self.luck.uniform(0, state["height"])
        return await self.page.press(board, {"event": event, "x": x, "y": y})

    async def _act(self) -> float:
        dice = self.luck.random()
        if dice < 0.4:
            return await self._at("mouse_down")
        offered = self.page.buttons("sr-choices")
        if dice < 0.7 and offered:
            return await self.page.do(self.luck.choice(sorted(offered)), "sr-choices")
        board = self.luck.choice(self.page.boards())
        held = {"shift_key": False, "ctrl_key": False, "meta_key": False}
        return await self.page.press(
            board, {"event": "key_down", "key": self.luck.choice(KEYS), **held}
        )


async def guarded(learner: Learner, work: Any) -> None:
    """A learner to whom something happens is lost, and the others go on."""
    try:
        await work
    except Exception as error:
        learner.figures.lost.append(f"{learner.name}: {type(error).__name__}: {error}")


async def lesson(
    base: str,
    server: psutil.Process,
    count: int,
    seconds: float,
    crashes: int,
    figures: Figures,
) -> None:
    """Everybody at once: arrive, play; then some crash, take their games up, and all leave."""
    client = SimpleAsyncHTTPClient(
        force_instance=True, max_clients=count + 10, max_body_size=MOST_BYTES
    )
    learners = [Learner(number, Page(base, client), figures) for number in range(count)]
    await settled(server)
    before = cpu(server)
    await asyncio.gather(*(guarded(one, one.arrive()) for one in learners))
    figures.opened = cpu(server) - before
    here = [one for one in learners if one.page.wire is not None]
    before, until = cpu(server), time.perf_counter() + seconds
    await asyncio.gather(*(guarded(one, one.play(until)) for one in here))
    figures.played = cpu(server) - before
    figures.together = seconds * len(here)
    for one in here:
        process = kernel_process(server, one.page.kernel)
        figures.memory.append(pss(process))
    figures.whole = sum(map(pss, (server, *server.children(recursive=True))))
    if crashes:
        crashed = [one for one in here if one.keeps and await one.begin()][:crashes]
        await asyncio.gather(*(guarded(one, one.crash(server)) for one in crashed))
    await asyncio.gather(*(guarded(one, one.page.leave()) for one in here))


def measure(code: Path, count: int, seconds: float, crashes: int) -> Figures:
    """A whole run."""
    figures = Figures()
    with serving(code, sessions=count + 5) as (base, server, log):
        run(lesson(base, server, count, seconds, crashes, figures))
        figures.log = log.read_text()
    return figures


def main(argv: Sequence[str] | None = None) -> int:
    """Measure, print one table, and fail where somebody was lost."""
    parser = argparse.ArgumentParser(prog="learners", description=__doc__)
    parser.add_argument("--learners", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=60.0, help="so long they play")
    parser.add_argument("--code", type=Path, default=ROOT, help="a checkout to be served")
    parser.add_argument("--crashes", type=int, default=4, help="so many kernels are killed")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    figures = measure(args.code.resolve(), args.learners, args.seconds, args.crashes)
    body = figures.body()
    if args.json:
        print(json.dumps(body, indent=1))
    else:
        print(f"{'what':28}{'unit':>5}{'count':>7}{'p50':>9}{'p95':>9}{'max':>9}")
        for row in body.pop("figures"):
            print("{what:28}{unit:>5}{count:>7}{p50:>9}{p95:>9}{max:>9}".format(**row))
        for name, value in body.items():
            print(f"{name.replace('_', ' ')}: {value}")
    return 0 if figures.sound else 1


if __name__ == "__main__":
    sys.exit(main())
