"""The same lesson on three pages: our own, JupyterLab's and Notebook's."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator, Page, expect

from engine.board import Board
from tutor.art.scene import layout_for

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("STAFFRIDE_LAB", str(ROOT / ".venv-lab" / "bin" / "python"))
"""The Python that has JupyterLab: Voila's own must not (`make test` makes one)."""
PLACES = ("voila", "lab", "notebook")
START_SECONDS = 60
SETTINGS = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false"}}

PARTS = {
    "the kind of a step": ".sr-step-head .sr-kicker",
    "its title": ".sr-step-head .sr-title",
    "what a lesson is about": ".sr-kicker + p",
    "a rule": ".sr-muted .sr-rule > summary",
    "a choice": ".sr-step .widget-checkbox label",
    "the way on": ".sr-step .jupyter-button.sr-button-primary",
    "a button": ".sr-side .jupyter-button:not(.sr-button-primary):not(.sr-toggle)",
    "a layer of the map": ".sr-side .sr-toggle",
    "the board": ".staffride-board-frame canvas",
    "a worked example": ".sr-example",
}
ASKED = (
    *("display", "color", "background-color", "font-family", "font-size", "font-weight"),
    *("line-height", "font-style", "white-space", "border-top-width", "border-top-style"),
    *(
        "margin-top",
        "border-top-color",
        "border-top-left-radius",
        "padding-top",
        "padding-left",
        "box-shadow",
    ),
)
COMPUTED = """(part, names) => {
  const style = getComputedStyle(part);
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(name)]));
}"""

WIDE = 560
SAME_SIZE = """(wide) => {
  for (const frame of document.querySelectorAll(".staffride-board-frame")) {
    frame.style.setProperty("--sr-board-width", `${wide}px`);
    frame.style.setProperty("--sr-board-height", "2000px");
  }
}"""

Looks: TypeAlias = dict[str, dict[str, str]]
IDLE = """() => window.jupyterapp?.shell.currentWidget
  ?.context?.sessionContext?.session?.kernel?.status === "idle"
"""
"""Whether the notebook that is shown has a kernel that waits."""


@dataclass
class Running:
    """JupyterLab and Notebook, from one process."""

    url: str
    process: subprocess.Popen[bytes]
    log: Path


def start(lessons: Path, folder: Path) -> Running:
    """Serve a folder of notebooks, without a token, and wait until it answers."""
    if not Path(PYTHON).exists():
        pytest.fail(f"no JupyterLab at {PYTHON}: make test makes one, or name one in STAFFRIDE_LAB")
    settings = folder / "config" / "labconfig"
    settings.mkdir(parents=True)
    (settings / "default_setting_overrides.json").write_text(json.dumps(SETTINGS))
    share = subprocess.run(
        [PYTHON, "-c", "import anywidget; print(anywidget.__file__)"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    environment = {
        **{k: v for k, v in os.environ.items() if not k.startswith(("JUPYTER", "STAFFRIDE"))},
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_PATH": str(Path(share).parents[4] / "share" / "jupyter"),
        "PYTHONPATH": str(ROOT),
        "STAFFRIDE_PROGRESS": str(folder / "progress.sqlite"),
    }
    options = ("--no-browser", "--port=0", "--allow-root", "--IdentityProvider.token=")
    shown = [f"--{app}.expose_app_in_browser=True" for app in ("LabApp", "JupyterNotebookApp")]
    log = folder / "lab.log"
    with log.open("w") as sink:
        process = subprocess.Popen(
            [PYTHON, "-m", "notebook", *options, *shown, f"--ServerApp.root_dir={lessons}"],
            cwd=lessons,
            env=environment,
            stdout=sink,
            stderr=sink,
        )
    told = folder / "runtime" / f"jpserver-{process.pid}.json"
    deadline = time.monotonic() + START_SECONDS
    while not told.exists():
        if time.monotonic() > deadline or process.poll() is not None:
            process.kill()
            pytest.fail(f"JupyterLab did not start\n{log.read_text()}")
        time.sleep(0.1)
    url = json.loads(told.read_text())["url"].replace("localhost", "127.0.0.1")
    return Running(url, process, log)


def stop(running: Running) -> None:
    """End it, and the kernels that it started."""
    running.process.terminate()
    try:
        running.process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        running.process.kill()
        running.process.wait()


class Visit:
    """A lesson, opened on one of the three pages and run."""

    def __init__(self, page: Page, place: str) -> None:
        self.page, self.place = page, place

    @property
    def board(self) -> Locator:
        """The board of the first step."""
        return self.page.locator(".staffride-board-frame canvas").first

    @property
    def picked(self) -> Locator:
        """Who is picked."""
        return self.page.locator(".sr-picked strong").first

    def run(self) -> None:
        """Run all cells, where a page does not do so by itself, and wait for the board."""
        if self.place != "voila":
            expect(self.page.locator(".jp-Notebook .jp-Cell").first).to_be_visible()
            self.page.wait_for_function(IDLE)
            self.page.evaluate(
                "() => window.jupyterapp.commands.execute('notebook:run-all-cells')"
                ".then(() => null)"
            )
        expect(self.board).to_have_attribute("role", "application", timeout=60_000)
        if self.place == "voila":
            # As one document, as the others have it.
            self.page.locator(".sr-reading").click()
        # Pages have room for boards of different sizes; a board is painted for its own.
        self.page.evaluate(SAME_SIZE, WIDE)
        expect(self.board).to_have_attribute("width", str(WIDE))
        self.board.scroll_into_view_if_needed()

    def dark(self) -> None:
        """By night: as the page has it, where the browser does not say."""
        if self.place == "voila":
            self.page.emulate_media(color_scheme="dark")
            expect(self.page.locator("html")).to_have_attribute("data-theme", "dark")
        else:
            self.page.evaluate(
                "() => window.jupyterapp.commands.execute('apputils:change-theme',"
                " {theme: 'JupyterLab Dark'}).then(() => null)"
            )
            expect(self.page.locator("body")).to_have_attribute("data-jp-theme-light", "false")

    def styles(self) -> Looks:
        """What ten named parts look like."""
        return {
            name: self.page.locator(selector).first.evaluate(COMPUTED, list(ASKED))
            for name, selector in PARTS.items()
        }

    def picture(self) -> Image.Image:
        """The board as its canvas has it."""
        data = self.board.evaluate("(canvas) => canvas.toDataURL()")
        return Image.open(io.BytesIO(base64.b64decode(data.partition(",")[2]))).convert("RGB")

    def at(self, board: Board, hex: str, size: float, view: object) -> tuple[float, float]:
        """Where a hex is on the board, from its corner."""
        box = self.board.bounding_box()
        assert box is not None, "the board is on the screen"
        layout = layout_for(view, size)  # type: ignore[arg-type]
        x, y = layout.centre(hex)
        return x * box["width"] / layout.width, y * box["width"] / layout.width

    def cells(self) -> int:
        """How many cells the notebook has."""
        return self.page.locator(".jp-Notebook .jp-Cell").count()


def differing(one: Image.Image, other: Image.Image) -> float:
    """How far two pictures are apart: 0 is the same, 255 black and white."""
    assert one.size == other.size
    means = ImageStat.Stat(ImageChops.difference(one, other)).mean
    return sum(means) / len(means)
