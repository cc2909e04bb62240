"""Real Chromium on a real server: fixtures for every browser test, and tiny notebooks for them."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import pytest
from nbformat import v4
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.browser import chromium
from tests.browser.driver import PATIENCE, LessonDriver
from tests.browser.sitting import Sit

expect.set_options(timeout=PATIENCE)

ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WINDOW: ViewportSize = {"width": 1280, "height": 800}
ADDRESS = re.compile(r"Staffride is at (http://[^\s?]+/)(?:\?token=\S+)? ")
TEACHERS = "The teacher's page: "
START_SECONDS = 30


def write_notebook(path: Path, *cells: str, title: str = "") -> Path:
    """Write a notebook: a cell that begins with `md:` is prose, any other is code."""
    made = [
        v4.new_markdown_cell(text.removeprefix("md:").strip())
        if text.startswith("md:")
        else v4.new_code_cell(text.strip())
        for text in cells
    ]
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    metadata = {"kernelspec": kernel, **({"title": title} if title else {})}
    path.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(v4.new_notebook(cells=made, metadata=metadata), path)
    return path


@dataclass
class Served:
    """A server in a process of its own."""

    url: str
    process: subprocess.Popen[str]
    log: Path
    teachers: str

    def page(self, path: str) -> str:
        """The address of a notebook, or of what `path` names from the root."""
        return self.url + (path.removeprefix("/") if path[:1] == "/" else f"voila/render/{path}")


@dataclass
class Watched:
    """What a page said and asked for that no page should."""

    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def forget(self) -> None:
        """Begin anew."""
        self.errors.clear()
        self.requests.clear()

    def outside(self) -> list[str]:
        """Requests that left this machine."""
        inside = ("http://127.0.0.1:", "ws://127.0.0.1:", "data:", "blob:")
        return [address for address in self.requests if not address.startswith(inside)]


def serve(*arguments: str, log: Path, **environment: str) -> Served:
    """Start `python -m tutor.serving.serve` on a free port and wait for its address."""
    command = [
        sys.executable,
        "-m",
        "tutor.serving.serve",
        "--port",
        "0",
        "--no-browser",
        *arguments,
    ]
    with log.open("w") as sink:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=subprocess.PIPE,
            stderr=sink,
            text=True,
        )
    assert process.stdout is not None
    ready, _, _ = select.select([process.stdout], [], [], START_SECONDS)
    line = process.stdout.readline() if ready else ""
    found = ADDRESS.match(line)
    if found is None:
        process.kill()
        process.wait()
        pytest.fail(f"the server did not start: {line!r}\n{log.read_text()}")
    return Served(found[1], process, log, process.stdout.readline().strip().removeprefix(TEACHERS))


def stop(served: Served) -> None:
    """End a server that this module started."""
    served.process.send_signal(signal.SIGTERM)
    try:
        served.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        served.process.kill()
        served.process.wait()


def watch(page: Page) -> Page:
    """A page whose `watched` is told of what it does wrong."""
    page.set_default_timeout(PATIENCE)
    watched = page.watched = Watched()  # type: ignore[attr-defined]
    page.on(
        "console",
        lambda message: watched.errors.append(message.text) if message.type == "error" else 0,
    )
    page.on("pageerror", lambda error: watched.errors.append(str(error)))
    page.on("request", lambda request: watched.requests.append(request.url))
    page.on("websocket", lambda socket: watched.requests.append(socket.url))
    return page


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The driver, once a run."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """A Chromium to test with; without one the tests fail, they are never skipped."""
    found = chromium.find()
    if found is None:
        pytest.fail("no Chromium that runs: try 'python -m tests.browser.chromium --install'")
    return found


@pytest.fixture(scope="session")
def browser(playwright: Playwright, chromium_path: str) -> Iterator[Browser]:
    """One Chromium for the whole run."""
    with contextlib.closing(
        playwright.chromium.launch(executable_path=chromium_path, args=FLAGS)
    ) as launched:
        yield launched


@pytest.fixture(scope="session")
def usual(
    playwright: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BrowserContext]:
    """A window as most have it, with a learner's cache on disk: only there compiled code is kept,
    and without it a page costs twice as much to open.
    """
    with contextlib.closing(
        playwright.chromium.launch_persistent_context(
            tmp_path_factory.mktemp("profile"),
            executable_path=chromium_path,
            args=FLAGS,
            viewport=WINDOW,
        )
    ) as context:
        yield context


@pytest.fixture(scope="session")
def contexts(
    usual: BrowserContext, request: pytest.FixtureRequest
) -> Callable[..., BrowserContext]:
    """Contexts by their options; shared, for what is opened once more."""
    made = {repr([("viewport", WINDOW)]): usual}

    def context(**options: object) -> BrowserContext:
        key = repr(sorted(options.items()))
        if key not in made:
            browser: Browser = request.getfixturevalue("browser")
            made[key] = browser.new_context(**options)  # type: ignore[arg-type]
        return made[key]

    return context


@pytest.fixture
def open_page(contexts: Callable[..., BrowserContext]) -> Iterator[Callable[..., Page]]:
    """Open an address in a page of its own, which is drawn when the call returns.

    Takes the options of `Browser.new_context`; `state` is for a page that is meant to end up
    other than ready, "" for one that is not waited for. Tests share cookies and storage with all
    that use the same options. What the page did wrong is in its `watched`.
    """
    pages: list[Page] = []

    def opened(address: str, state: str = "ready", **options: object) -> Page:
        options.setdefault("viewport", WINDOW)
        page = watch(contexts(**options).new_page())
        pages.append(page)
        page.goto(address, wait_until="commit")
        if state:
            # Not wait_for_function: it evals its text in the page, which our policy forbids.
            page.wait_for_selector(f"html[data-state={state}]", state="attached")
        return page

    yield opened
    for page in pages:
        page.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Staffride as a learner starts it, on the real lessons, with progress of its own."""
    folder = tmp_path_factory.mktemp("staffride")
    progress = str(folder / "progress.sqlite")
    served = serve(log=folder / "server.log", STAFFRIDE_PROGRESS=progress)
    yield served
    stop(served)


@pytest.fixture(scope="session")
def serve_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Served]]:
    """Serve a folder of notebooks, which must hold an index.ipynb; ends with the run."""
    running: list[Served] = []

    def started(folder: Path, *arguments: str) -> Served:
        log = tmp_path_factory.mktemp("serve") / "server.log"
        served = serve("--lessons", str(folder), *arguments, log=log)
        running.append(served)
        return served

    yield started
    for served in running:
        stop(served)


def eventually(check: Callable[[], bool], seconds: float = PATIENCE / 1000) -> bool:
    """Whether `check` becomes true in time; for what sends no event that could be awaited."""
    deadline = time.monotonic() + seconds
    while not check():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


@pytest.fixture(scope="session")
def tab(usual: BrowserContext) -> Iterator[Page]:
    """The tab in which one goes from lesson to lesson."""
    page = watch(usual.new_page())
    yield page
    page.close()


@pytest.fixture
def sit(server: Served, tab: Page) -> Sit:
    """Sit down at a lesson under a name of one's own."""
    tab.watched.forget()  # type: ignore[attr-defined]

    def down(name: str, learner: str) -> LessonDriver:
        return LessonDriver(tab, server.url, name, learner)

    return down
