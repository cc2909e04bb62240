"""Spread: work in batches over the cores of this machine, or over a cluster of Dask's.

What is to be done is a list of rows, and each comes back with what became of it. Whatever the
spread, and whoever dies on the way, the same rows come out in the same order.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, as_completed
from concurrent.futures.process import ProcessPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from threading import Lock, Thread
from typing import Any, TextIO

from engine.errors import Problem
from engine.files import package_file
from engine.results import SHEETS, Results, Row

Work = Callable[[Sequence[Row]], list[Row]]
"""What becomes of each row of a batch. A function of a module or a partial of one, so that it can
be sent."""
BATCHES, MOST = 64, 25
"""How many batches there are at least where there is enough to do; rows in one at most."""
TRIES = 3
"""So many times running the workers may die before anything is done."""
STOPPED = 130
"""Exit code after Ctrl+C."""
SECONDS = 10
"""How long a cluster may take to answer."""
START = "dask scheduler; dask worker ADDRESS --nworkers -1 --nthreads 1"

_ALONE = Lock()


@dataclass(frozen=True)
class Spread:
    """Where work is done: by so many processes here, or by whoever works at an address."""

    jobs: int = 0
    """Processes; 0 for as many as there are cores, 1 for this one."""
    on: str = ""
    bar: TextIO | None = None
    """Where how far it is shows, if anywhere."""

    def run(
        self, work: Work, rows: Sequence[Row], keys: Sequence[str], to: Results | None = None
    ) -> tuple[list[Row], bool]:
        """What became of the rows, in their order, and whether that is all of them: after Ctrl+C it
        is what was done. The keys tell one row from another; what `to` has already is not done
        again."""

        def key(row: Row) -> tuple[Any, ...]:
            return tuple(row[name] for name in keys)

        order = {key(row): None for row in rows}
        known = {key(row): row for row in to.rows} if to else {}
        others = [row for one, row in known.items() if one not in order]
        left = [row for row in rows if key(row) not in known]
        size = max(1, min(MOST, len(left) // BATCHES))
        batches = [left[at : at + size] for at in range(0, len(left), size)]
        bar = Bar(self.bar, len(left))
        try:
            with closing(self.done(work, batches)) as finished:
                for found in finished:
                    known.update((key(row), row) for row in found)
                    if to:
                        to.add(found)
                    bar.step(len(found))
        except KeyboardInterrupt:
            pass
        finally:
            bar.close()
            done = [known[one] for one in order if one in known]
            if to:
                to.end([*others, *done])
        return done, len(done) == len(rows)

    def done(self, work: Work, batches: Sequence[Sequence[Row]]) -> Generator[list[Row]]:
        """What became of each batch, as they are finished; those of a worker who died are done
        again."""
        if not self.on and (self.jobs == 1 or len(batches) < 2):
            yield from map(work, batches)
            return
        left, failed = dict(enumerate(batches)), 0
        program = fingerprint() if self.on else ""
        while left:
            before = len(left)
            with self._workers() as (executor, lost):
                running = {}
                with suppress(*lost):
                    for number, batch in left.items():
                        running[executor.submit(alone, work, batch, program)] = number
                for future in as_completed(running):
                    number = running.pop(future)
                    try:
                        found = future.result()
                    except lost:
                        continue
                    except ModuleNotFoundError as error:
                        remedy = "Start the workers where the same Staffride is installed."
                        what = f"a worker has no {error.name}"
                        raise Problem(what, place="--on", remedy=remedy) from None
                    del left[number]
                    yield found
            failed = failed + 1 if len(left) == before else 0
            if failed == TRIES:
                remedy = "Is there memory enough? Try fewer of them: --jobs 1."
                raise Problem("the workers die before anything is done", remedy=remedy)

    def _workers(self) -> AbstractContextManager[tuple[Executor, tuple[type[BaseException], ...]]]:
        return cluster(self.on) if self.on else processes(self.jobs or cores())


def alone(work: Work, batch: Sequence[Row], program: str = "") -> list[Row]:
    """A batch, done where nothing else is done meanwhile: rules keep what they have worked out, and
    two threads must not write it down at once. Elsewhere the program must be the same."""
    if program and program != fingerprint():
        remedy = "Install the same one where the workers are, and start them again."
        raise Problem("a worker has another Staffride", place="--on", remedy=remedy)
    with _ALONE:
        return work(batch)


@cache
def fingerprint() -> str:
    """What this program and its scenarios are, as one short text."""
    found = blake2b(digest_size=8)
    for name in ("engine", "scenarios"):
        folder = Path(str(package_file(name)))
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".py", ".toml"):
                found.update(str(file.relative_to(folder)).encode() + file.read_bytes())
    return found.hexdigest()


# ---------------------------------------------------------------- who works


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def processes(jobs: int) -> Iterator[tuple[Executor, tuple[type[BaseException], ...]]]:
    """Processes of this machine, gone when it is over, however it is over."""
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, initializer=_begin)
    try:
        yield pool, (BrokenExecutor,)
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """In a worker: Ctrl+C is for the parent to hear, and whoever has lost his parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_orphaned, daemon=True).start()


def _orphaned() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, tuple[type[BaseException], ...]]]:
    """Whoever works for the scheduler at an address."""
    try:
        dask = import_module("distributed")
    except ImportError:
        remedy = "Install it: pip install 'staffride[cluster]'."
        raise Problem("Dask is not installed", place="--on", remedy=remedy) from None
    host, _, port = address.rpartition("/")[2].rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS).close()
        client = dask.Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, ValueError):
        what = f"nobody answers at '{address}'"
        raise Problem(what, place="--on", remedy=f"Start one: {START}.") from None
    try:
        if not client.nthreads():
            what = f"nobody works at '{address}'"
            raise Problem(what, place="--on", remedy=f"Start workers: {START}.")
        yield client.get_executor(pure=False), (dask.KilledWorker, CancelledError)
    finally:
        client.close()


# ---------------------------------------------------------------- how far it is


class Bar:
    """A bar of what is done and the time left, on one line that goes when it is over."""

    WIDTH = 30

    def __init__(self, to: TextIO | None, rows: int) -> None:
        self.to, self.rows, self.done = to, rows, 0
        self.begun = time.monotonic()
        self.step(0)

    def step(self, more: int) -> None:
        """So many more are done."""
        self.done += more
        if self.to is None or not self.rows:
            return
        full = self.WIDTH * self.done // self.rows
        text = f"{self.done:,} of {self.rows:,} [{'#' * full}{'-' * (self.WIDTH - full)}]"
        if self.done:
            left = (time.monotonic() - self.begun) / self.done * (self.rows - self.done)
            text += f" {clock(left)} left"
        self.to.write(f"\r{text}\x1b[K")
        self.to.flush()

    def close(self) -> None:
        """Take it away."""
        if self.to is not None and self.rows:
            self.to.write("\r\x1b[K")
            self.to.flush()


def clock(seconds: float) -> str:
    """`1:23:45`, or `3:07`."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# ---------------------------------------------------------------- the command line


def add_spread(parser: argparse.ArgumentParser) -> None:
    """The options --jobs and --on."""
    group = parser.add_mutually_exclusive_group()
    group.add_argument(
        "--jobs", type=int, metavar="N", help="processes that share the work (one a core)"
    )
    group.add_argument(
        "--on",
        default="",
        metavar="ADDRESS",
        help="let the workers of this Dask scheduler do it, such as tcp://10.0.0.5:8786",
    )


def spread_of(args: argparse.Namespace) -> Spread:
    """What they say; how far it is shows on a terminal, and not where plain data is asked for."""
    if args.jobs is not None and args.jobs < 1:
        what = f"{args.jobs} processes do nothing"
        raise Problem(what, place="--jobs", remedy="Give 1 or more.")
    shown = sys.stderr.isatty() and not getattr(args, "json", False)
    return Spread(args.jobs or 0, args.on, sys.stderr if shown else None)


def add_results(parser: argparse.ArgumentParser) -> None:
    """The option --to."""
    parser.add_argument(
        "--to",
        type=Path,
        metavar="FILE",
        help=f"keep what is found as rows of a file that ends in {' or '.join(SHEETS)}; the same"
        " command with the same file goes on where it was stopped",
    )


def results_of(
    args: argparse.Namespace, rows: Sequence[Row], keys: Sequence[str]
) -> Results | None:
    """The file that it names, with what the same command has found before."""
    if args.to is None:
        return None
    known = {tuple(row[name] for name in keys) for row in rows}
    return Results(args.to, lambda row: tuple(row.get(name) for name in keys) in known)


def stopped(args: argparse.Namespace, done: Sequence[Row], rows: Sequence[Row]) -> int:
    """Say how far it was when it was stopped: the exit code."""
    on = f"; the same command goes on with {args.to}" if args.to else ""
    print(f"Stopped: {len(done)} of {len(rows)} were done{on}.", file=sys.stderr)
    return STOPPED
